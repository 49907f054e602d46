/*
 * Calls of a gateway, there and back. A private chat that has been proved by
 * who keeps the books is written down as one, and is one again here.
 */
#include <string.h>

#include "base/bug.h"
#include "gateway/private.h"
#include "relay/wire.h"

#define MENTIONS_MAX 16
#define TEXT_MAX     ((size_t)1 << 20)

/* --- there --- */

static void begin(const char *op, struct nj_json_out *o)
{
    nj_json_obj(o, "call");
    nj_json_put_text(o, "op", op);
}

static void put(const char *name, const char *text, struct nj_json_out *o)
{
    if (text != NULL)
        nj_json_put_text(o, name, text);
}

static void put_mentions(const struct nj_say *say, struct nj_json_out *o)
{
    NJ_ASSERT(say->n_mentions <= MENTIONS_MAX);
    if (say->n_mentions == 0)
        return;
    nj_json_arr(o, "mentions");
    for (uint32_t i = 0; i < say->n_mentions; i++)
        nj_json_put_text(o, NULL, say->mentions[i]);
    nj_json_end(o);
    if (say->places == NULL)
        return;
    nj_json_arr(o, "places");
    for (uint32_t i = 0; i < say->n_mentions; i++)
        nj_json_put_i64(o, NULL, (int64_t)say->places[i]);
    nj_json_end(o);
}

/* None and an empty row are different things: the second takes buttons away. */
static void put_buttons(const struct nj_say *say, struct nj_json_out *o)
{
    if (say->buttons == NULL)
        return;
    nj_json_arr(o, "buttons");
    for (uint32_t i = 0; i < say->n_buttons; i++) {
        nj_json_obj(o, NULL);
        put("label", say->buttons[i].label, o);
        put("token", say->buttons[i].token, o);
        put("url", say->buttons[i].url, o);
        nj_json_end(o);
    }
    nj_json_end(o);
    nj_json_put_i64(o, "columns", say->columns);
}

static void put_say(const char *op, const char *to, const struct nj_say *say,
                    struct nj_json_out *o)
{
    begin(op, o);
    nj_json_put_text(o, "to", to);
    nj_json_put_text(o, "text", say->text);
    put("key", say->key, o);
    put("replaces", say->replaces, o);
    put("fetch", say->fetch, o);
    put_mentions(say, o);
    put_buttons(say, o);
    if (say->folded)
        nj_json_put_bool(o, "folded", true);
    if (say->kept)
        nj_json_put_bool(o, "kept", true);
    if (say->file.n > 0)
        put("file", say->file.name, o);
    nj_json_end(o);
}

void nj_wire_group(const char *to, const struct nj_say *say,
                   struct nj_json_out *o)
{
    put_say("group", to, say, o);
}

void nj_wire_private(const char *to, const struct nj_say *say,
                     struct nj_json_out *o)
{
    put_say("private", to, say, o);
}

void nj_wire_courtesy(const char *to, const char *text, struct nj_json_out *o)
{
    begin("courtesy", o);
    nj_json_put_text(o, "to", to);
    nj_json_put_text(o, "text", text);
    nj_json_end(o);
}

void nj_wire_press(const char *id, const char *text, const char *url,
                   struct nj_json_out *o)
{
    begin("press", o);
    nj_json_put_text(o, "id", id);
    nj_json_put_text(o, "text", text);
    put("url", url, o);
    nj_json_end(o);
}

static void put_pair(const char *op, const char *to, const char *id,
                     struct nj_json_out *o)
{
    begin(op, o);
    nj_json_put_text(o, "to", to);
    nj_json_put_text(o, "id", id);
    nj_json_end(o);
}

void nj_wire_drop(const char *chat, const char *message, struct nj_json_out *o)
{
    put_pair("drop", chat, message, o);
}

void nj_wire_withdraw(const char *group, const char *id, struct nj_json_out *o)
{
    put_pair("withdraw", group, id, o);
}

void nj_wire_member(const char *group, const char *who, struct nj_json_out *o)
{
    put_pair("member", group, who, o);
}

void nj_wire_friend(const char *id, bool accept, struct nj_json_out *o)
{
    begin("friend", o);
    nj_json_put_text(o, "id", id);
    nj_json_put_bool(o, "accept", accept);
    nj_json_end(o);
}

void nj_wire_stored(int64_t offset, struct nj_json_out *o)
{
    begin("stored", o);
    nj_json_put_i64(o, "offset", offset);
    nj_json_end(o);
}

/* --- and back --- */

struct call {
    struct nj_gateway *g;
    uint64_t number;
    struct nj_json root;
    const struct nj_relay_said *said;
};

static const char *must(const struct call *c, const char *name)
{
    return nj_json_text(nj_json_get(c->root, name), TEXT_MAX);
}

static const char *may(struct nj_json j, const char *name)
{
    j = nj_json_opt(j, name);
    return nj_json_present(j) ? nj_json_text(j, TEXT_MAX) : NULL;
}

static bool flag(const struct call *c, const char *name)
{
    struct nj_json j = nj_json_opt(c->root, name);

    return nj_json_present(j) && nj_json_bool(j);
}

/* The arrays that a text points to. */
struct parts {
    const char *mentions[MENTIONS_MAX];
    size_t places[MENTIONS_MAX];
    struct nj_button buttons[NJ_BUTTONS_MAX];
};

static void get_mentions(const struct call *c, struct parts *p,
                         struct nj_say *say)
{
    struct nj_json j = nj_json_opt(c->root, "mentions");
    uint32_t n = 0;

    if (!nj_json_present(j))
        return;
    for (j = nj_json_first(j); nj_json_present(j) && n < MENTIONS_MAX;
         j = nj_json_next(j))
        p->mentions[n++] = nj_json_text(j, NJ_ADDRESS_MAX);
    say->mentions = p->mentions;
    say->n_mentions = n;
    j = nj_json_opt(c->root, "places");
    if (!nj_json_present(j))
        return;
    n = 0;
    for (j = nj_json_first(j); nj_json_present(j) && n < say->n_mentions;
         j = nj_json_next(j))
        p->places[n++] = (size_t)nj_json_i64(j, 0, (int64_t)TEXT_MAX);
    say->places = p->places;
}

static void get_buttons(const struct call *c, struct parts *p,
                        struct nj_say *say)
{
    struct nj_json j = nj_json_opt(c->root, "buttons");
    uint32_t n = 0;

    if (!nj_json_present(j))
        return;
    for (j = nj_json_first(j); nj_json_present(j) && n < NJ_BUTTONS_MAX;
         j = nj_json_next(j))
        p->buttons[n++] = (struct nj_button){.label = may(j, "label"),
                                             .token = may(j, "token"),
                                             .url = may(j, "url")};
    say->buttons = p->buttons;
    say->n_buttons = n;
    say->columns = (uint32_t)nj_json_i64(nj_json_get(c->root, "columns"), 0,
                                         NJ_BUTTONS_MAX);
}

static struct nj_say get_say(const struct call *c, struct parts *p)
{
    struct nj_say say = {.text = must(c, "text"),
                         .key = may(c->root, "key"),
                         .replaces = may(c->root, "replaces"),
                         .fetch = may(c->root, "fetch"),
                         .folded = flag(c, "folded"),
                         .kept = flag(c, "kept")};
    const char *file = may(c->root, "file");

    get_mentions(c, p, &say);
    get_buttons(c, p, &say);
    if (file != NULL)
        say.file = (struct nj_file){file, c->said->bytes, c->said->n};
    else if (c->said->n > 0)
        say.picture = (struct nj_picture){c->said->bytes, c->said->n};
    return say;
}

/* Reads all of it before anything is called. */
static bool is_good(const struct call *c)
{
    struct nj_err err = {{0}};

    return nj_json_status(c->root.doc, &err) == NJ_OK;
}

static void do_group(const struct call *c)
{
    struct parts p = {.places = {0}};
    struct nj_say say = get_say(c, &p);
    const char *to = must(c, "to");

    if (is_good(c))
        c->g->ops->send_group(c->g, c->number, (struct nj_group){to}, &say);
}

static void do_private(const struct call *c)
{
    struct parts p = {.places = {0}};
    struct nj_say say = get_say(c, &p);
    const struct nj_private to = {must(c, "to")};

    if (is_good(c))
        c->g->ops->send_private(c->g, c->number, &to, &say);
}

static void do_courtesy(const struct call *c)
{
    const struct nj_courtesy what = {must(c, "text")};
    const char *to = must(c, "to");

    if (is_good(c) && c->g->ops->send_courtesy != NULL)
        c->g->ops->send_courtesy(c->g, c->number, (struct nj_person){to},
                                 &what);
}

static void do_press(const struct call *c)
{
    const char *id = must(c, "id"), *text = must(c, "text");

    if (is_good(c) && c->g->ops->answer_press != NULL)
        c->g->ops->answer_press(c->g, id, text, may(c->root, "url"));
}

static void do_drop(const struct call *c)
{
    const char *to = must(c, "to"), *id = must(c, "id");

    if (is_good(c) && c->g->ops->drop_buttons != NULL)
        c->g->ops->drop_buttons(c->g, to, id);
}

static void do_withdraw(const struct call *c)
{
    const char *to = must(c, "to"), *id = must(c, "id");

    if (is_good(c) && c->g->ops->withdraw != NULL)
        c->g->ops->withdraw(c->g, (struct nj_group){to}, id);
}

static void do_member(const struct call *c)
{
    const char *to = must(c, "to"), *id = must(c, "id");

    if (is_good(c) && c->g->ops->ask_member != NULL)
        c->g->ops->ask_member(c->g, c->number, (struct nj_group){to},
                              (struct nj_person){id});
}

static void do_friend(const struct call *c)
{
    const char *id = must(c, "id");
    bool accept = flag(c, "accept");

    if (is_good(c) && c->g->ops->answer_friend != NULL)
        c->g->ops->answer_friend(c->g, id, accept);
}

static void do_stored(const struct call *c)
{
    int64_t offset = nj_json_i64(nj_json_get(c->root, "offset"), 0, INT64_MAX);

    if (is_good(c) && c->g->ops->stored != NULL)
        c->g->ops->stored(c->g, offset);
}

static const struct {
    const char *op;
    void (*perform)(const struct call *c);
} calls[] = {
    {"group", do_group},   {"private", do_private}, {"courtesy", do_courtesy},
    {"press", do_press},   {"drop", do_drop},       {"withdraw", do_withdraw},
    {"member", do_member}, {"friend", do_friend},   {"stored", do_stored},
};

bool nj_wire_perform(struct nj_gateway *g, const struct nj_relay_said *said)
{
    struct call c = {.g = g, .said = said};
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    bool known = false;
    const char *op;

    c.number = said->number > 0 ? (uint64_t)said->number : 0;
    if (nj_json_open(&doc, said->call, said->call_len, &NJ_JSON_FILE, &err) !=
        NJ_OK)
        return false;
    c.root = nj_json_root(doc);
    op = must(&c, "op");
    for (size_t i = 0; i < NJ_COUNT(calls) && !known; i++)
        if (strcmp(calls[i].op, op) == 0) {
            calls[i].perform(&c);
            known = true;
        }
    known = known && is_good(&c);
    nj_json_close(doc);
    return known;
}

bool nj_wire_asks(const struct nj_relay_said *said)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    bool asks;

    if (nj_json_open(&doc, said->call, said->call_len, &NJ_JSON_FILE, &err) !=
        NJ_OK)
        return false;
    asks = strcmp(nj_json_text(nj_json_get(nj_json_root(doc), "op"), 20),
                  "member") == 0;
    nj_json_close(doc);
    return asks;
}
