/*
 * Events of OneBot v11 to events of ours.
 *
 * Own messages, system lines, anonymous people and everything that is not
 * known make no event. Identity is the transport's user_id alone.
 */
#include <string.h>

#include "base/bug.h"
#include "base/loose.h"
#include "base/utf8.h"
#include "gateway/onebot/onebot_priv.h"

#define ANONYMOUS_ID    "80000000"            /* stands for nobody */
#define MS_FROM         INT64_C(100000000000) /* larger times are ms */
#define INTERVAL_MAX_MS 600000
#define ID_MAX          NJ_JSON_INT_MAX /* a double still tells it exactly */

bool nj_ob_whole_read(struct nj_json j, int64_t *v)
{
    const char *text, *end;

    if (!nj_json_is_string(j))
        return nj_json_whole(j, v);
    text = nj_json_text(j, NJ_FRAME_MAX);
    if (strlen(text) >= NJ_OB_ID_MAX)
        return false;
    end = nj_loose_digits(text, v);
    return end != NULL && *end == '\0';
}

bool nj_ob_id_read(struct nj_json j, char out[NJ_OB_ID_MAX])
{
    int64_t v = 0;

    out[0] = '\0';
    if (!nj_ob_whole_read(j, &v) || v < 1 || v > ID_MAX)
        return false;
    (void)nj_str_digits(out, v);
    return true;
}

bool nj_ob_opaque_read(struct nj_json j, char *out, size_t cap)
{
    const char *text =
        nj_json_is_string(j) ? nj_json_text(j, NJ_FRAME_MAX) : "";

    out[0] = '\0';
    if (nj_json_is_number(j)) /* of a broken one nothing is written */
        nj_json_id(j, out, cap);
    else if (strlen(text) < cap)
        memcpy(out, text, strlen(text) + 1);
    return out[0] != '\0';
}

/* A member that is a string; "": there is none, or it is something else. */
static const char *word_of(struct nj_json object, const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    return nj_json_is_string(j) ? nj_json_text(j, NJ_FRAME_MAX) : "";
}

bool nj_ob_is(struct nj_json root, const char *name, const char *value)
{
    NJ_ASSERT(value[0] != '\0');
    return strcmp(word_of(root, name), value) == 0;
}

/* The bot's number: the event's own, else what it said at login. */
static const char *self_id(const struct nj_ob_self *self,
                           const struct nj_ob_frame *out)
{
    return out->self[0] != '\0' ? out->self : self->id;
}

bool nj_ob_is_me(const struct nj_ob_self *self, const struct nj_ob_frame *f,
                 const char *id)
{
    return strcmp(id, f->self) == 0 || strcmp(id, self->id) == 0;
}

bool nj_ob_role_read(struct nj_json member, enum nj_role *role)
{
    const char *word = word_of(member, "role");

    *role = strcmp(word, "owner") == 0   ? NJ_ROLE_OWNER
            : strcmp(word, "admin") == 0 ? NJ_ROLE_ADMIN
                                         : NJ_ROLE_MEMBER;
    return *role != NJ_ROLE_MEMBER || strcmp(word, "member") == 0;
}

int64_t nj_ob_time_read(struct nj_json root)
{
    int64_t t;

    if (!nj_ob_whole_read(nj_json_opt(root, "time"), &t) || t <= 0)
        return 0;
    if (t < MS_FROM)
        t *= 1000;
    return t <= NJ_STAMP_MAX ? t : 0;
}

/* --- messages --- */

/* The first of card, nickname and number that shows anything. */
static void read_name(struct nj_json sender, const char *user_id,
                      struct nj_event *e)
{
    static const char *const places[] = {"card", "nickname"};

    for (size_t i = 0; i < NJ_COUNT(places); i++) {
        const char *text = word_of(sender, places[i]);

        if (nj_utf8_clean(text, strlen(text), NJ_NAME_CHARS_MAX, e->name,
                          sizeof(e->name)) > 0)
            return;
    }
    (void)snprintf(e->name, sizeof(e->name), "%s", user_id);
}

static void read_body(struct nj_json root, const struct nj_ob_self *self,
                      const char *me, struct nj_event *e)
{
    struct nj_ob_body b;

    nj_ob_body_init(&b, me);
    nj_ob_body_read(&b, nj_json_opt(root, "message"));
    nj_ob_body_trim(&b);
    nj_event_set_text(e, b.text.p, b.text.len);
    e->at_me = b.at_me;
    if (b.about[0] != '\0')
        nj_address_user(e->about, self->gateway, b.about);
    nj_ob_body_fini(&b);
}

/* Words of a person at all: no system line, nobody without a face. */
static bool by_a_person(struct nj_json root, const char *user_id)
{
    const char *kind = word_of(root, "sub_type");

    return strcmp(kind, "notice") != 0 && strcmp(kind, "anonymous") != 0 &&
           !nj_json_present(nj_json_opt(root, "anonymous")) &&
           strcmp(user_id, ANONYMOUS_ID) != 0;
}

/* The group through which a stranger writes, if the gateway tells. */
static void read_session(struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_json sender = nj_json_opt(root, "sender");

    if (!nj_ob_is(root, "sub_type", "group"))
        return;
    if (!nj_ob_id_read(nj_json_opt(root, "group_id"), out->group))
        (void)nj_ob_id_read(nj_json_opt(sender, "group_id"), out->group);
    if (strcmp(out->group, NJ_OB_FAKE_GROUP) == 0)
        out->group[0] = '\0';
}

/* False if it stands nowhere that we know. */
static bool read_place(const struct nj_ob_self *self, struct nj_json root,
                       struct nj_ob_frame *out, struct nj_event *e)
{
    const char *kind = word_of(root, "message_type");

    if (strcmp(kind, "private") == 0) {
        /* A temporary session may name a group: it is no place to answer. */
        memcpy(e->chat, e->user, sizeof(e->chat));
        e->privacy = nj_ob_is(root, "sub_type", "friend") ? NJ_PRIVACY_PROVED
                                                          : NJ_PRIVACY_NONE;
        read_session(root, out);
        return true;
    }
    if (strcmp(kind, "group") != 0 ||
        !nj_ob_id_read(nj_json_opt(root, "group_id"), out->group))
        return false;
    e->group = true;
    nj_address_group(e->chat, self->gateway, out->group);
    return true;
}

static void read_message(const struct nj_ob_self *self, struct nj_json root,
                         struct nj_ob_frame *out)
{
    struct nj_json sender = nj_json_opt(root, "sender");
    struct nj_event *e;

    if (!nj_ob_id_read(nj_json_opt(root, "user_id"), out->user) ||
        nj_ob_is_me(self, out, out->user) || !by_a_person(root, out->user))
        return;
    e = nj_event_create(NJ_EVENT_MESSAGE, self->index);
    nj_address_user(e->user, self->gateway, out->user);
    if (!read_place(self, root, out, e)) {
        nj_event_destroy(e);
        return;
    }
    read_body(root, self, self_id(self, out), e);
    out->role_said = e->group && nj_ob_role_read(sender, &out->role);
    if (e->group && e->text[0] == '\0' && !e->at_me) {
        nj_event_destroy(e); /* a picture or a sticker for the others */
        return;
    }
    if (!nj_ob_opaque_read(nj_json_opt(root, "message_id"), e->id,
                           sizeof(e->id))) {
        nj_event_destroy(e); /* a repeat of it could not be told */
        out->kind = NJ_OB_ODD;
        return;
    }
    read_name(sender, out->user, e);
    e->role = out->role;
    e->at_ms = nj_ob_time_read(root);
    out->kind = NJ_OB_EVENT;
    out->event = e;
}

/* --- meta events --- */

static void read_meta(struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_json online = nj_json_opt(nj_json_opt(root, "status"), "online");
    int64_t ms;

    if (!nj_ob_is(root, "meta_event_type", "heartbeat"))
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
    const char *kind = word_of(root, "post_type");

    out->kind = NJ_OB_NOTHING;
    (void)nj_ob_id_read(nj_json_opt(root, "self_id"), out->self);
    if (strcmp(kind, "message") == 0)
        read_message(self, root, out);
    else if (strcmp(kind, "notice") == 0)
        nj_ob_notice_read(self, root, out);
    else if (strcmp(kind, "request") == 0)
        nj_ob_request_read(self, root, out);
    else if (strcmp(kind, "meta_event") == 0)
        read_meta(root, out);
}

/* --- both kinds of frames --- */

/* Thousands of friends with a dozen members each; the echo may stand behind
 * all their names. */
static const struct nj_json_bounds a_list = {NJ_FRAME_MAX, NJ_JSON_DEPTH_MAX,
                                             NJ_JSON_VALUES_MAX, 0};

enum nj_status nj_ob_frame_read(const struct nj_ob_self *self, const char *text,
                                size_t n, struct nj_ob_frame *out,
                                struct nj_err *err)
{
    const char *list = self->list_echo != NULL ? self->list_echo : "";
    struct nj_json_doc *doc = NULL;
    struct nj_json root;
    enum nj_status st = nj_json_open(
        &doc, text, n, list[0] != '\0' ? &a_list : &NJ_JSON_WIRE, err);

    *out = (struct nj_ob_frame){.kind = NJ_OB_NOTHING};
    if (st != NJ_OK)
        return st;
    root = nj_json_root(doc);
    if (!nj_json_is_object(root))
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "expected an object");
    else if (nj_json_present(nj_json_opt(root, "post_type")))
        nj_ob_event_read(self, root, out);
    else
        nj_ob_answer_read(root, out);
    if (st == NJ_OK && out->kind == NJ_OB_ANSWER && list[0] != '\0' &&
        strcmp(out->echo, list) == 0)
        nj_ob_friends_read(nj_json_opt(root, "data"), &out->friends);
    nj_json_close(doc);
    return st;
}

void nj_ob_frame_fini(struct nj_ob_frame *f)
{
    nj_event_destroy(f->event);
    f->event = NULL;
    nj_ob_friends_fini(&f->friends);
}
