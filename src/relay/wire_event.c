/*
 * Events, there and back.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "relay/wire.h"

#define STATE "state"

/* What a platform tells; the others are of the process that has them. */
static const char *const kinds[] = {
    [NJ_EVENT_MESSAGE] = "message", [NJ_EVENT_UP] = "up",
    [NJ_EVENT_DOWN] = "down",       [NJ_EVENT_FATE] = "fate",
    [NJ_EVENT_FRIEND] = "friend",   [NJ_EVENT_FRIENDS] = "friends",
    [NJ_EVENT_LOST] = "lost",       [NJ_EVENT_JOINED] = "joined",
    [NJ_EVENT_GONE] = "gone",       [NJ_EVENT_MUTED] = "muted",
    [NJ_EVENT_PRESS] = "press",     [NJ_EVENT_CHANGED] = "changed",
    [NJ_EVENT_ASKS] = "asks",       [NJ_EVENT_MOVED] = "moved",
    [NJ_EVENT_MEMBER] = "member",   [NJ_EVENT_TROUBLE] = "trouble",
    [NJ_EVENT_ROOM] = "room",       [NJ_EVENT_SHOWS] = "shows",
    [NJ_EVENT_STOP] = NULL,
};

#define TEXT(member)                          \
 {                                            \
#  member, offsetof(struct nj_event, member), \
      sizeof(((struct nj_event *)0)->member)  \
 }
#define FLAG(member)                            \
 {                                              \
#  member, offsetof(struct nj_event, member), 0 \
 }

struct field {
    const char *name;
    size_t at, cap;
};

static const struct field texts[] = {
    TEXT(chat), TEXT(user), TEXT(about), TEXT(handle),
    TEXT(to),   TEXT(id),   TEXT(name),
};

static const struct field flags[] = {
    FLAG(group), FLAG(at_me), FLAG(self), FLAG(muted), FLAG(here), FLAG(cut),
};

static const struct field numbers[] = {FLAG(at_ms), FLAG(offset), FLAG(ms)};

bool nj_wire_takes(enum nj_event_kind kind)
{
    return kinds[kind] != NULL;
}

/* --- there --- */

static void put_names(const struct nj_names *s, struct nj_json_out *o)
{
    nj_json_arr(o, "friends");
    for (size_t i = 0; i < s->n; i++)
        nj_json_put_text(o, NULL, s->v[i]);
    nj_json_end(o);
}

static void put_fields(const struct nj_event *e, struct nj_json_out *o)
{
    const char *from = (const char *)e;

    for (size_t i = 0; i < NJ_COUNT(texts); i++)
        if (from[texts[i].at] != '\0')
            nj_json_put_text(o, texts[i].name, from + texts[i].at);
    for (size_t i = 0; i < NJ_COUNT(flags); i++) {
        bool v;

        memcpy(&v, from + flags[i].at, sizeof(v));
        if (v)
            nj_json_put_bool(o, flags[i].name, v);
    }
    for (size_t i = 0; i < NJ_COUNT(numbers); i++) {
        int64_t v;

        memcpy(&v, from + numbers[i].at, sizeof(v));
        if (v != 0)
            nj_json_put_i64(o, numbers[i].name, v);
    }
}

/* As text: in JSON of others a number may have 53 bits alone. */
static void put_call(uint64_t call, struct nj_json_out *o)
{
    char digits[NJ_DIGITS_MAX];

    if (call != 0)
        nj_json_put_text(o, "call", nj_str_digits(digits, (int64_t)call));
}

void nj_wire_event(const struct nj_event *e, const struct nj_names *friends,
                   struct nj_json_out *o)
{
    NJ_ASSERT(nj_wire_takes(e->kind));
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "kind", kinds[e->kind]);
    put_fields(e, o);
    put_call(e->call, o);
    if (e->role != NJ_ROLE_MEMBER)
        nj_json_put_i64(o, "role", (int64_t)e->role);
    if (e->privacy != NJ_PRIVACY_UNSAID)
        nj_json_put_i64(o, "privacy", (int64_t)e->privacy);
    if (e->kind == NJ_EVENT_FATE)
        nj_json_put_i64(o, "fate", (int64_t)e->fate);
    if (e->text != NULL)
        nj_json_put_text(o, "text", e->text);
    if (friends != NULL)
        put_names(friends, o);
    nj_json_end(o);
}

void nj_wire_state(const char *link, struct nj_json_out *o)
{
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "kind", STATE);
    nj_json_put_text(o, "link", link);
    nj_json_end(o);
}

/* --- and back --- */

static int64_t number_of(struct nj_json root, const char *name, int64_t most)
{
    struct nj_json j = nj_json_opt(root, name);

    return nj_json_present(j) ? nj_json_i64(j, 0, most) : 0;
}

static void get_fields(struct nj_json root, struct nj_event *e)
{
    char *to = (char *)e;

    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_json j = nj_json_opt(root, texts[i].name);

        if (nj_json_present(j))
            nj_str_copy(to + texts[i].at, texts[i].cap,
                        nj_json_text(j, texts[i].cap - 1));
    }
    for (size_t i = 0; i < NJ_COUNT(numbers); i++) {
        int64_t v = number_of(root, numbers[i].name, INT64_MAX);

        memcpy(to + numbers[i].at, &v, sizeof(v));
    }
}

/* Behind the text, whose own length says nothing of what it was. */
static void get_flags(struct nj_json root, struct nj_event *e)
{
    char *to = (char *)e;

    for (size_t i = 0; i < NJ_COUNT(flags); i++) {
        struct nj_json j = nj_json_opt(root, flags[i].name);
        bool v = nj_json_present(j) && nj_json_bool(j);

        memcpy(to + flags[i].at, &v, sizeof(v));
    }
}

static void get_text(struct nj_json root, struct nj_event *e)
{
    struct nj_json j = nj_json_opt(root, "text");
    const char *text;

    if (!nj_json_present(j))
        return;
    text = nj_json_text(j, NJ_TEXT_PRIVATE_MAX);
    nj_event_set_text(e, text, strlen(text));
}

static void get_event(struct nj_json root, struct nj_event *e)
{
    struct nj_json call = nj_json_opt(root, "call");
    int64_t v;

    get_flags(root, e); /* whether it is a group's says how long a text is */
    get_text(root, e);
    get_fields(root, e);
    get_flags(root, e);
    v = number_of(root, "role", NJ_ROLE_OWNER);
    e->role = (enum nj_role)v;
    v = number_of(root, "privacy", NJ_PRIVACY_NONE);
    e->privacy = (enum nj_privacy)v;
    v = number_of(root, "fate", NJ_FATE_LATER);
    e->fate = (enum nj_fate)v;
    if (nj_json_present(call))
        e->call = strtoull(nj_json_text(call, NJ_DIGITS_MAX), NULL, 10);
}

static void get_names(struct nj_json root, struct nj_names *out)
{
    struct nj_json j = nj_json_opt(root, "friends");

    if (!nj_json_present(j))
        return;
    for (j = nj_json_first(j); nj_json_present(j); j = nj_json_next(j))
        nj_names_add(out, nj_json_text(j, NJ_ADDRESS_MAX));
}

static void read_one(struct nj_json root, uint8_t gateway,
                     struct nj_wire_heard *out)
{
    const char *kind = nj_json_text(nj_json_get(root, "kind"), 20);

    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        if (kinds[i] != NULL && strcmp(kinds[i], kind) == 0)
            out->event = nj_event_create((enum nj_event_kind)i, gateway);
    if (out->event != NULL) {
        get_event(root, out->event);
        get_names(root, &out->friends);
    } else if (strcmp(kind, STATE) == 0) {
        nj_str_copy(
            out->link, sizeof(out->link),
            nj_json_text(nj_json_get(root, "link"), sizeof(out->link) - 1));
    } else {
        nj_json_reject(root, "no kind of event");
    }
}

bool nj_wire_read(const char *text, size_t n, uint8_t gateway,
                  struct nj_wire_heard *out)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    bool good;

    *out = (struct nj_wire_heard){.event = NULL};
    if (nj_json_open(&doc, text, n, &NJ_JSON_FILE, &err) != NJ_OK)
        return false;
    read_one(nj_json_root(doc), gateway, out);
    good = nj_json_status(doc, &err) == NJ_OK;
    nj_json_close(doc);
    if (good)
        return true;
    nj_event_destroy(out->event);
    nj_names_fini(&out->friends);
    *out = (struct nj_wire_heard){.event = NULL};
    return false;
}
