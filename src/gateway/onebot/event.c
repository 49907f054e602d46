/*
 * Events of OneBot v11 to events of ours.
 *
 * Own messages, system lines, anonymous people and everything that is not
 * known make no event. Identity is the transport's user_id alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "gateway/onebot/onebot_priv.h"

#define ANONYMOUS_ID    "80000000"            /* stands for nobody */
#define MS_FROM         INT64_C(100000000000) /* larger times are ms */
#define INTERVAL_MAX_MS 600000
#define ID_MAX          NJ_JSON_INT_MAX /* a double still tells it exactly */

bool nj_ob_whole_read(struct nj_json j, int64_t *v)
{
    char text[NJ_OB_ID_MAX] = "";
    char *end = NULL;
    long long read;

    if (nj_json_is_string(j)) {
        const char *given = nj_json_text(j, NJ_FRAME_MAX);

        if (strlen(given) >= sizeof(text))
            return false;
        memcpy(text, given, strlen(given) + 1);
    } else if (nj_json_is_number(j)) {
        nj_json_id(j, text, sizeof(text));
    }
    /* strtoll alone would take " 1" and "+1". */
    if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
        return false;
    errno = 0;
    read = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || end[-1] == '-')
        return false;
    *v = read;
    return true;
}

bool nj_ob_id_read(struct nj_json j, char out[NJ_OB_ID_MAX])
{
    int64_t v = 0;

    out[0] = '\0';
    if (!nj_ob_whole_read(j, &v) || v < 1 || v > ID_MAX)
        return false;
    (void)snprintf(out, NJ_OB_ID_MAX, "%lld", (long long)v);
    return true;
}

static bool is(struct nj_json root, const char *name, const char *value)
{
    struct nj_json j = nj_json_opt(root, name);

    return nj_json_is_string(j) &&
           strcmp(nj_json_text(j, NJ_FRAME_MAX), value) == 0;
}

/* The bot's number: the event's own, else what it said at login. */
static const char *self_id(const struct nj_ob_self *self,
                           const struct nj_ob_frame *out)
{
    return out->self[0] != '\0' ? out->self : self->id;
}

/* Either of them is us: two accounts may share one gateway program. */
static bool is_me(const struct nj_ob_self *self, const struct nj_ob_frame *out,
                  const char *id)
{
    return strcmp(id, out->self) == 0 || strcmp(id, self->id) == 0;
}

/* Seconds, or milliseconds where QQ gave none; never from the future. */
static int64_t time_of(const struct nj_ob_self *self, struct nj_json root)
{
    int64_t t;

    if (!nj_ob_whole_read(nj_json_opt(root, "time"), &t) || t <= 0)
        return 0;
    if (t < MS_FROM)
        t *= 1000;
    return t < self->now_ms ? t : self->now_ms;
}

/* --- messages --- */

/* The first of card, nickname and number that shows anything. */
static void read_name(struct nj_json sender, const char *user_id,
                      struct nj_event *e)
{
    static const char *const places[] = {"card", "nickname"};

    for (size_t i = 0; i < NJ_COUNT(places); i++) {
        struct nj_json j = nj_json_opt(sender, places[i]);
        const char *text =
            nj_json_is_string(j) ? nj_json_text(j, NJ_FRAME_MAX) : "";

        if (nj_utf8_clean(text, strlen(text), NJ_NAME_CHARS_MAX, e->name,
                          sizeof(e->name)) > 0)
            return;
    }
    (void)snprintf(e->name, sizeof(e->name), "%s", user_id);
}

static enum nj_role role_of(struct nj_json sender)
{
    if (is(sender, "role", "owner"))
        return NJ_ROLE_OWNER;
    return is(sender, "role", "admin") ? NJ_ROLE_ADMIN : NJ_ROLE_MEMBER;
}

/* Opaque text; number or string does not matter. */
static void read_message_id(struct nj_json j, struct nj_event *e)
{
    if (nj_json_is_number(j)) {
        nj_json_id(j, e->id, sizeof(e->id));
    } else if (nj_json_is_string(j)) {
        const char *text = nj_json_text(j, NJ_FRAME_MAX);

        if (strlen(text) < sizeof(e->id))
            memcpy(e->id, text, strlen(text) + 1);
    }
}

static void read_body(struct nj_json root, const char *self, struct nj_event *e)
{
    struct nj_ob_body b;

    nj_ob_body_init(&b, self);
    nj_ob_body_read(&b, nj_json_opt(root, "message"));
    nj_ob_body_trim(&b);
    nj_event_set_text(e, b.text.p, b.text.len);
    e->at_me = b.at_me;
    nj_ob_body_fini(&b);
}

/* Words of a person at all: no system line, nobody without a face. */
static bool by_a_person(struct nj_json root, const char *user_id)
{
    return !is(root, "sub_type", "notice") &&
           !is(root, "sub_type", "anonymous") &&
           !nj_json_present(nj_json_opt(root, "anonymous")) &&
           strcmp(user_id, ANONYMOUS_ID) != 0;
}

/* False if it stands nowhere that we know. */
static bool read_place(const struct nj_ob_self *self, struct nj_json root,
                       struct nj_event *e)
{
    char group_id[NJ_OB_ID_MAX];

    if (is(root, "message_type", "private")) {
        /* A temporary session may name a group: it is no place to answer. */
        memcpy(e->chat, e->user, sizeof(e->chat));
        return true;
    }
    if (!is(root, "message_type", "group") ||
        !nj_ob_id_read(nj_json_opt(root, "group_id"), group_id))
        return false;
    e->group = true;
    nj_address_group(e->chat, self->gateway, group_id);
    return true;
}

static void read_message(const struct nj_ob_self *self, struct nj_json root,
                         struct nj_ob_frame *out)
{
    struct nj_json sender = nj_json_opt(root, "sender");
    char user_id[NJ_OB_ID_MAX];
    struct nj_event *e;

    if (!nj_ob_id_read(nj_json_opt(root, "user_id"), user_id) ||
        is_me(self, out, user_id) || !by_a_person(root, user_id))
        return;
    e = nj_event_create(NJ_EVENT_MESSAGE, self->index);
    nj_address_user(e->user, self->gateway, user_id);
    if (!read_place(self, root, e)) {
        nj_event_destroy(e);
        return;
    }
    read_body(root, self_id(self, out), e);
    if (e->group && e->text[0] == '\0' && !e->at_me) {
        nj_event_destroy(e); /* a picture or a sticker for the others */
        return;
    }
    read_message_id(nj_json_opt(root, "message_id"), e);
    read_name(sender, user_id, e);
    e->role = role_of(sender);
    e->at_ms = time_of(self, root);
    out->kind = NJ_OB_EVENT;
    out->event = e;
}

/* --- notices --- */

static struct nj_event *begin_notice(const struct nj_ob_self *self,
                                     struct nj_json root,
                                     enum nj_event_kind kind)
{
    struct nj_event *e = nj_event_create(kind, self->index);
    char id[NJ_OB_ID_MAX];

    if (nj_ob_id_read(nj_json_opt(root, "user_id"), id))
        nj_address_user(e->user, self->gateway, id);
    if (nj_ob_id_read(nj_json_opt(root, "group_id"), id)) {
        e->group = true;
        nj_address_group(e->chat, self->gateway, id);
    }
    e->at_ms = time_of(self, root);
    return e;
}

static bool about_me(const struct nj_ob_self *self, struct nj_json root,
                     const struct nj_ob_frame *out)
{
    char id[NJ_OB_ID_MAX];

    return nj_ob_id_read(nj_json_opt(root, "user_id"), id) &&
           is_me(self, out, id);
}

/* Hands the event on if it says enough. */
static void finish_notice(struct nj_event *e, bool complete,
                          struct nj_ob_frame *out)
{
    if (!complete) {
        nj_event_destroy(e);
        return;
    }
    out->kind = NJ_OB_EVENT;
    out->event = e;
}

static void on_friend_add(const struct nj_ob_self *self, struct nj_json root,
                          struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_FRIEND);

    e->group = false;
    memcpy(e->chat, e->user, sizeof(e->chat));
    finish_notice(e, e->user[0] != '\0', out);
}

static void on_group_decrease(const struct nj_ob_self *self,
                              struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_GONE);

    e->self = is(root, "sub_type", "kick_me") ||
              is(root, "sub_type", "disband") || about_me(self, root, out);
    finish_notice(e, e->group && (e->self || e->user[0] != '\0'), out);
}

/* Matters when it is about us: by name, or because all are muted (0). */
static void on_group_ban(const struct nj_ob_self *self, struct nj_json root,
                         struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_MUTED);
    int64_t s;

    e->self = true;
    e->muted = is(root, "sub_type", "ban");
    if (e->muted && nj_ob_whole_read(nj_json_opt(root, "duration"), &s))
        e->ms = s > 0 && s < INT32_MAX ? s * 1000 : 0;
    finish_notice(
        e, e->group && (e->user[0] == '\0' || about_me(self, root, out)), out);
}

static void on_offline(const struct nj_ob_self *self, struct nj_json root,
                       struct nj_ob_frame *out)
{
    (void)self;
    (void)root;
    out->kind = NJ_OB_OFFLINE;
}

static const struct {
    const char *type;
    void (*read)(const struct nj_ob_self *self, struct nj_json root,
                 struct nj_ob_frame *out);
} notices[] = {
    {"friend_add", on_friend_add},
    {"group_decrease", on_group_decrease},
    {"group_ban", on_group_ban},
    {"bot_offline", on_offline},
};

static void read_notice(const struct nj_ob_self *self, struct nj_json root,
                        struct nj_ob_frame *out)
{
    for (size_t i = 0; i < NJ_COUNT(notices); i++)
        if (is(root, "notice_type", notices[i].type))
            notices[i].read(self, root, out);
}

/* --- meta events --- */

static void read_meta(struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_json online = nj_json_opt(nj_json_opt(root, "status"), "online");
    int64_t ms;

    if (!is(root, "meta_event_type", "heartbeat"))
        return;
    out->kind = NJ_OB_HEARTBEAT;
    if (nj_ob_whole_read(nj_json_opt(root, "interval"), &ms))
        out->interval_ms = ms > 0 && ms <= INTERVAL_MAX_MS ? ms : 0;
    /* Neither true nor false: not known, or no boolean at all. */
    if (nj_json_is_bool(online))
        out->online = nj_json_bool(online) ? NJ_OB_ONLINE_YES : NJ_OB_ONLINE_NO;
}

void nj_ob_event_read(const struct nj_ob_self *self, struct nj_json root,
                      struct nj_ob_frame *out)
{
    out->kind = NJ_OB_NOTHING;
    (void)nj_ob_id_read(nj_json_opt(root, "self_id"), out->self);
    if (is(root, "post_type", "message"))
        read_message(self, root, out);
    else if (is(root, "post_type", "notice"))
        read_notice(self, root, out);
    else if (is(root, "post_type", "meta_event"))
        read_meta(root, out);
}

/* --- both kinds of frames --- */

enum nj_status nj_ob_frame_read(const struct nj_ob_self *self, const char *text,
                                size_t n, struct nj_ob_frame *out,
                                struct nj_err *err)
{
    struct nj_ob_frame f = {.kind = NJ_OB_NOTHING};
    struct nj_json_doc *doc = NULL;
    struct nj_json root;
    enum nj_status st = nj_json_open(&doc, text, n, &NJ_JSON_WIRE, err);

    if (st != NJ_OK)
        return st;
    root = nj_json_root(doc);
    if (!nj_json_is_object(root))
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "expected an object");
    else if (nj_json_present(nj_json_opt(root, "post_type")))
        nj_ob_event_read(self, root, &f);
    else
        nj_ob_answer_read(root, &f);
    nj_json_close(doc);
    if (st == NJ_OK)
        *out = f;
    return st;
}

void nj_ob_frame_fini(struct nj_ob_frame *f)
{
    nj_event_destroy(f->event);
    f->event = NULL;
}
