/*
 * Buttons (UX-8): which stand under a message, what a press means, links that
 * open a private chat.
 *
 * A button is a word that can be typed too; pressing it is typing it, with all
 * the checks that typing has. What travels is a token that says nothing; what
 * it stands for is in the store, and one chat has live buttons of a match
 * under one message only: the newest.
 */
#include "referee/press.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "referee/after.h"
#include "referee/books.h"
#include "referee/commands.h"
#include "referee/queue.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/route.h"
#include "referee/sitters.h"
#include "referee/table.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define LINK_MS     900000 /* how long a link into the private chat is good */
#define OFFER_MS    (7 * INT64_C(86400000)) /* and the button of an offer */
#define TOKEN_BYTES 20 /* letters of a token: a hundred bits */
#define COLUMNS     4

struct kinds {
    const char *names[NJ_BUTTONS_MAX];
    int n;              /* -1: those that stand are over */
    const char *prefix; /* of the texts: "ln", "shell" */
};

/* --- tokens --- */

static void draw_token(struct nj_referee *r, char out[NJ_TOKEN_OUT_MAX])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    struct nj_hash h;

    nj_secret(r, &h);
    for (int i = 0; i < TOKEN_BYTES; i++)
        out[i] = letters[h.b[i] % (sizeof(letters) - 1)];
    out[TOKEN_BYTES] = '\0';
}

static void copy_to(char *out, size_t cap, const char *text)
{
    int n = snprintf(out, cap, "%s", text);

    NJ_ASSERT(n >= 0 && (size_t)n < cap);
}

static bool store_button(struct nj_referee *r, const struct nj_button_row *row)
{
    struct nj_err err = {{0}};

    return nj_turn_write(r) &&
           nj_turn_ok(r, nj_button_put(r->store, row, &err), &err);
}

/* --- which buttons --- */

static bool is_card(const struct nj_message *m)
{
    return strcmp(m->key, "shell.card") == 0 ||
           strcmp(m->key, "shell.card_test") == 0;
}

/* A question to the whole table: the word that agrees to it. */
static const char *agreed_by(const struct nj_message *m)
{
    return strcmp(m->key, "shell.pause_ask") == 0    ? "pause"
           : strcmp(m->key, "shell.resume_ask") == 0 ? "resume"
                                                     : NULL;
}

/* Somebody who reads along is asked nothing. */
static bool is_watcher(const struct nj_delivery *d)
{
    return !d->to->group && nj_sitters_of(d->e, d->to->address) == NULL;
}

static void kinds_of(const struct nj_delivery *d, struct kinds *k)
{
    const struct nj_game *g = d->e->game->game;

    k->n = 0;
    k->prefix = g->prefix;
    if (is_watcher(d))
        return;
    if (agreed_by(d->m) != NULL) {
        k->prefix = "shell";
        k->names[k->n++] = agreed_by(d->m);
    } else if (is_card(d->m) && d->e->state == NJ_MATCH_LOBBY) {
        k->prefix = "shell";
        k->names[k->n++] = "join";
        k->names[k->n++] = "leave";
        k->names[k->n++] = "begin";
    } else if (d->m->n_choices > 0) {
        for (uint32_t i = 0; i < d->m->n_choices && k->n < NJ_BUTTONS_MAX; i++)
            k->names[k->n++] = d->m->choices[i];
    } else if (d->e->match != NULL && g->buttons != NULL) {
        k->n = g->buttons(d->e->match, d->m, k->names);
        NJ_ASSERT(k->n >= -1 && k->n <= NJ_BUTTONS_MAX);
    }
}

/* A label of its own, else the name itself: a choice is what one types. */
static const char *label_of(struct nj_referee *r, const struct nj_chat *to,
                            const struct kinds *k, const char *name)
{
    char key[128];
    const char *text;

    (void)snprintf(key, sizeof(key), "%s.button.%s", k->prefix, name);
    text = nj_catalog_get(r->setup.catalog, nj_books_lang(r, to), key);
    return text != NULL ? text : name;
}

static struct nj_buttons *make_row(struct nj_referee *r,
                                   const struct nj_delivery *d,
                                   const struct kinds *k)
{
    struct nj_buttons *b = nj_alloc(sizeof(*b));
    const char *who = !d->to->group        ? d->to->address
                      : d->mention != NULL ? d->mention
                                           : "";

    b->columns = COLUMNS;
    for (int i = 0; i < k->n; i++) {
        struct nj_button_row row = {.match = d->e->id};

        draw_token(r, row.token);
        copy_to(row.chat, sizeof(row.chat), d->to->address);
        copy_to(row.user, sizeof(row.user), who);
        copy_to(row.says, sizeof(row.says), k->names[i]);
        (void)store_button(r, &row);
        copy_to(b->item[i].token, sizeof(b->item[i].token), row.token);
        copy_to(b->item[i].label, sizeof(b->item[i].label),
                label_of(r, d->to, k, k->names[i]));
        b->n++;
    }
    return b;
}

/* An offer stands for days, whatever is asked in that chat meanwhile: its
 * button is kept as links are, until it is too old. */
static struct nj_buttons *offer_row(struct nj_referee *r,
                                    const struct nj_delivery *d)
{
    struct nj_button_row row = {
        .match = d->e->id, .link = true, .until_ms = r->now_ms + OFFER_MS};
    struct kinds k = {.prefix = "shell"};
    struct nj_buttons *b = nj_alloc(sizeof(*b));

    draw_token(r, row.token);
    copy_to(row.chat, sizeof(row.chat), d->to->address);
    (void)snprintf(row.says, sizeof(row.says), NJ_LINK_TAKEOVER "%d",
                   (int)nj_message_int(d->m, "n", 0));
    (void)store_button(r, &row);
    b->n = b->columns = 1;
    b->aside = true;
    copy_to(b->item[0].token, sizeof(b->item[0].token), row.token);
    copy_to(b->item[0].label, sizeof(b->item[0].label),
            label_of(r, d->to, &k, "takeover"));
    return b;
}

static bool is_offer(const struct nj_delivery *d)
{
    return d->to->group && (strcmp(d->m->key, "shell.sub_wanted") == 0 ||
                            strcmp(d->m->key, "shell.sub_call") == 0);
}

struct nj_buttons *nj_press_buttons(struct nj_referee *r,
                                    const struct nj_delivery *d)
{
    struct kinds k;
    struct nj_err err = {{0}};

    if (d->e == NULL || d->old || !nj_books_can(r, d->to, NJ_CAN_BUTTONS))
        return NULL;
    if (is_offer(d))
        return offer_row(r, d);
    kinds_of(d, &k);
    if (k.n == 0 || !nj_turn_write(r) ||
        !nj_turn_ok(r,
                    nj_button_forget(r->store, d->e->id, d->to->address, &err),
                    &err))
        return NULL;
    if (k.n > 0)
        return make_row(r, d, &k);
    nj_press_drop(r, d->to);
    return NULL;
}

void nj_press_retire(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_err err = {{0}};
    bool any = false;

    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        any = any || (r->setup.gateways[i]->can & NJ_CAN_BUTTONS) != 0;
    if (!any || !nj_turn_write(r))
        return;
    (void)nj_turn_ok(r, nj_button_forget(r->store, e->id, "", &err), &err);
    for (uint8_t i = 0; i < e->n_homes; i++)
        nj_press_drop(r, e->homes[i]);
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].user[0] != '\0')
            nj_press_drop(r, nj_books_chat(r, e->sitters[i].user));
}

void nj_press_drop(struct nj_referee *r, struct nj_chat *c)
{
    if (c->buttons_under[0] != '\0')
        nj_after_drop(r, c, c->buttons_under);
    c->buttons_under[0] = '\0';
}

/* --- a press --- */

/* A toast in the language of the chat. */
static void toast(struct nj_referee *r, const struct nj_event *ev,
                  const char *key)
{
    const char *text =
        key[0] == '\0'
            ? ""
            : nj_catalog_get(r->setup.catalog,
                             nj_books_lang(r, nj_books_chat(r, ev->chat)), key);

    NJ_ASSERT(text != NULL);
    nj_after_press(r, ev, text, NULL);
}

static void stale(struct nj_referee *r, const struct nj_event *ev)
{
    toast(r, ev, "shell.press_over");
    if (ev->to[0] != '\0')
        nj_after_drop(r, nj_books_chat(r, ev->chat), ev->to);
}

static bool may_press(struct nj_referee *r, const struct nj_event *ev,
                      const struct nj_button_row *row, struct nj_entry *e)
{
    if (row->user[0] != '\0')
        return strcmp(row->user, ev->user) == 0;
    return e->state == NJ_MATCH_LOBBY ||
           (nj_sitters_load(r, e) && nj_sitters_of(e, ev->user) != NULL);
}

/* The button's word, as if its presser had typed it there. */
static void type(struct nj_referee *r, const struct nj_event *ev,
                 const struct nj_entry *e, const char *says)
{
    struct nj_event said = *ev;
    char text[sizeof(((struct nj_button_row *)0)->says) + 8];

    (void)snprintf(text, sizeof(text), "%s %s", e->code, says);
    said.kind = NJ_EVENT_MESSAGE;
    said.at_me = true;
    said.text = text;
    said.at_ms = 0;
    nj_route_message(r, &said);
}

static void press_to_join(struct nj_referee *r, const struct nj_event *ev,
                          struct nj_entry *e)
{
    struct nj_chat *who = nj_books_chat(r, ev->user);
    struct nj_str url = NJ_STR_INIT(NJ_URL_MAX);
    struct nj_chat *where = nj_books_chat(r, ev->chat);

    if (nj_press_link(r, e, where, who, ev->id, &url))
        nj_after_press(r, ev, "", url.p);
    else
        toast(r, ev, "shell.press_start");
    nj_str_fini(&url);
}

static void press_to_take_over(struct nj_referee *r, const struct nj_event *ev,
                               const struct nj_button_row *row)
{
    struct nj_entry *e = nj_books_entry(r, row->match);
    struct nj_str url = NJ_STR_INIT(NJ_URL_MAX);
    const char *key;

    if (e == NULL || row->until_ms <= r->now_ms) {
        stale(r, ev);
        return;
    }
    key = nj_takeover_by_press(r, e, ev, row->says, &url);
    if (url.len > 0)
        nj_after_press(r, ev, "", url.p);
    else
        toast(r, ev, key);
    nj_str_fini(&url);
}

/* The button of an offer: like a link, but for anybody. */
static bool is_offered(const struct nj_button_row *row,
                       const struct nj_event *ev)
{
    return row->link && row->user[0] == '\0' &&
           row->says[0] == NJ_LINK_TAKEOVER[0] &&
           strcmp(row->chat, ev->chat) == 0;
}

void nj_press_apply(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_button_row row;
    struct nj_err err = {{0}};
    struct nj_entry *e = NULL;
    enum nj_status st =
        nj_button_find(r->store, ev->text != NULL ? ev->text : "", &row, &err);

    if (st != NJ_ERR_NOT_FOUND && !nj_turn_ok(r, st, &err))
        return;
    if (nj_books_chat(r, ev->user)->shut) {
        toast(r, ev, "");
        return;
    }
    if (st == NJ_OK && is_offered(&row, ev)) {
        press_to_take_over(r, ev, &row);
        return;
    }
    if (st == NJ_OK && !row.link && strcmp(row.chat, ev->chat) == 0)
        e = nj_books_entry(r, row.match);
    if (e == NULL) {
        stale(r, ev);
        return;
    }
    if (!may_press(r, ev, &row, e)) {
        toast(r, ev, "shell.press_not_yours");
        return;
    }
    if (nj_press_must_link(r, e, nj_books_chat(r, ev->user)) &&
        strcmp(row.says, "join") == 0) {
        press_to_join(r, ev, e);
        return;
    }
    toast(r, ev, "");
    type(r, ev, e, row.says);
}

/* --- links --- */

bool nj_press_must_link(const struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_chat *who)
{
    return e->state == NJ_MATCH_LOBBY && nj_press_can_link(r, who);
}

bool nj_press_can_link(const struct nj_referee *r, const struct nj_chat *who)
{
    return who->reach != NJ_REACH_PROVED && nj_books_can(r, who, NJ_CAN_LINK);
}

bool nj_press_link(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url)
{
    struct nj_gateway *g = r->setup.gateways[who->gateway];
    struct nj_button_row row = {
        .match = e->id, .link = true, .until_ms = r->now_ms + LINK_MS};

    NJ_ASSERT(where->group && !who->group);
    draw_token(r, row.token);
    copy_to(row.chat, sizeof(row.chat), where->address);
    copy_to(row.user, sizeof(row.user), who->address);
    copy_to(row.says, sizeof(row.says), words);
    return g->link != NULL && g->link(g, row.token, url) &&
           store_button(r, &row);
}

/* Is he in the group? The platform is asked; until it answers the link is
 * kept with the number of the question. */
static void ask(struct nj_request *a, const struct nj_button_row *row)
{
    struct nj_referee *r = a->r;
    struct nj_link *l = nj_alloc(sizeof(*l));

    *l = (struct nj_link){
        .call = ++r->calls, .match = row->match, .next = r->links};
    copy_to(l->user, sizeof(l->user), row->user);
    copy_to(l->chat, sizeof(l->chat), row->chat);
    copy_to(l->words, sizeof(l->words), row->says);
    r->links = l;
    nj_after_ask(r, l->call, nj_books_chat(r, row->chat), a->who);
}

void nj_do_start(struct nj_request *a)
{
    const struct nj_command_arg *payload = nj_command_arg(a->cmd, "payload");
    struct nj_button_row row;
    struct nj_err err = {{0}};
    enum nj_status st;

    a->e = NULL;
    if (a->ev->group || payload == NULL) {
        nj_reply(a, "shell.hello", NJ_NO_ARGS);
        return;
    }
    st = nj_button_find(a->r->store, payload->text, &row, &err);
    if (st != NJ_ERR_NOT_FOUND && !nj_turn_ok(a->r, st, &err))
        return;
    if (st != NJ_OK || !row.link || row.until_ms <= a->r->now_ms ||
        strcmp(row.user, a->who->address) != 0 ||
        nj_books_entry(a->r, row.match) == NULL) {
        nj_reply(a, "shell.link_over", NJ_NO_ARGS);
        return;
    }
    if (nj_turn_write(a->r) &&
        nj_turn_ok(a->r, nj_button_use(a->r->store, row.token, &err), &err))
        ask(a, &row);
}

static struct nj_link *link_of(struct nj_referee *r, uint64_t call)
{
    struct nj_link *l = r->links;

    while (l != NULL && l->call != call)
        l = l->next;
    return l;
}

void nj_press_member(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_link *l = link_of(r, ev->call);
    struct nj_event joined = {.kind = NJ_EVENT_MESSAGE, .group = true};
    struct nj_entry *e;
    struct nj_chat *who;
    bool takes_over;

    if (l == NULL)
        return; /* of an earlier life */
    l->answered = true;
    e = nj_books_entry(r, l->match);
    who = nj_books_chat(r, l->user);
    takes_over = l->words[0] == NJ_LINK_TAKEOVER[0];
    if (e == NULL || (!takes_over && e->state != NJ_MATCH_LOBBY)) {
        nj_tell_unstored(r, who, NULL, "shell.link_over", NJ_NO_ARGS);
    } else if (!ev->here) {
        nj_tell_unstored(r, who, NULL, "shell.link_stranger", NJ_NO_ARGS);
    } else {
        joined.gateway = who->gateway;
        copy_to(joined.chat, sizeof(joined.chat), l->chat);
        copy_to(joined.user, sizeof(joined.user), l->user);
        (void)snprintf(joined.name, sizeof(joined.name), "%s", who->name);
        if (takes_over)
            nj_takeover_by_link(r, e, &joined, l->words);
        else
            nj_join_by_link(r, e, &joined, l->words);
    }
}

void nj_press_commit(struct nj_referee *r)
{
    struct nj_link **at = &r->links;

    while (*at != NULL) {
        struct nj_link *l = *at;

        if (l->answered) {
            *at = l->next;
            free(l);
        } else {
            at = &l->next;
        }
    }
}

void nj_press_free(struct nj_referee *r)
{
    while (r->links != NULL) {
        struct nj_link *l = r->links;

        r->links = l->next;
        free(l);
    }
}
