/*
 * Messages of people, in groups and in private. Identity is the transport's
 * openid alone. Cards, other bots and our own echo say nothing to us, and what
 * begins with somebody else's name is not for us.
 */
#include <string.h>

#include "base/utf8.h"
#include "gateway/qqbot/qqbot_priv.h"

#define MENTIONS_MAX 64
#define CARD         3 /* message_type */

/* What this message calls us; "" if it does not say. Who means all does not
 * mean us. */
static void read_me(struct nj_json d, char me[NJ_QB_ID_MAX])
{
    struct nj_json m = nj_json_first(nj_json_opt(d, "mentions"));

    me[0] = '\0';
    for (int i = 0; nj_json_present(m) && i < MENTIONS_MAX; i++) {
        if (nj_loose_true(m, "is_you") && !nj_loose_is(m, "scope", "all") &&
            (nj_qb_openid(m, "member_openid", me) || nj_qb_openid(m, "id", me)))
            return;
        m = nj_json_next(m);
    }
}

static bool read_speaker(const struct nj_qb_self *self, struct nj_json author,
                         bool group, const char *me, char id[NJ_QB_ID_MAX])
{
    if (!nj_qb_openid(author, group ? "member_openid" : "user_openid", id) &&
        !nj_qb_openid(author, "id", id))
        return false;
    return !nj_loose_true(author, "bot") && strcmp(id, me) != 0 &&
           strcmp(id, self->member) != 0 && strcmp(id, self->bot) != 0;
}

static enum nj_role role_of(struct nj_json author)
{
    return nj_loose_is(author, "member_role", "owner")   ? NJ_ROLE_OWNER
           : nj_loose_is(author, "member_role", "admin") ? NJ_ROLE_ADMIN
                                                         : NJ_ROLE_MEMBER;
}

/* False if it stands nowhere. An old `group_id` has the same value. */
static bool read_place(const struct nj_qb_self *self, struct nj_json d,
                       struct nj_event *e)
{
    char id[NJ_QB_ID_MAX];

    if (!e->group) {
        memcpy(e->chat, e->user, sizeof(e->chat));
        e->privacy = NJ_PRIVACY_PROVED; /* QB-10 */
        return true;
    }
    if (!nj_qb_openid(d, "group_openid", id) &&
        !nj_qb_openid(d, "group_id", id))
        return false;
    nj_address_group(e->chat, self->gateway, id);
    return true;
}

/* False: it is not for us. */
static bool read_words(const struct nj_qb_self *self, struct nj_json d,
                       bool at_type, const char *me, struct nj_event *e)
{
    struct nj_qb_typed t;
    bool card = nj_loose_number(d, "message_type") == CARD;
    bool ours;

    nj_qb_typed_read(self, card ? "" : nj_loose_text(d, "content"), me, at_type,
                     &t);
    e->at_me = e->group && (at_type || me[0] != '\0' || t.at_me);
    nj_event_set_text(e, t.text.p, t.text.len);
    if (t.about[0] != '\0')
        nj_address_user(e->about, self->gateway, t.about);
    ours = e->at_me || !e->group || (t.text.len > 0 && !t.for_other);
    nj_qb_typed_fini(&t);
    return ours;
}

void nj_qb_message_read(const struct nj_qb_self *self, struct nj_json d,
                        bool group, bool at_type, struct nj_qb_frame *out)
{
    struct nj_json author = nj_json_opt(d, "author");
    const char *name = nj_loose_text(author, "username");
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, self->index);
    char id[NJ_QB_ID_MAX];

    e->group = group;
    read_me(d, out->me);
    /* Without an id a repeat of it could not be told. */
    if (!nj_qb_ref(d, "id", out->ref) ||
        !read_speaker(self, author, group, out->me, id)) {
        nj_event_destroy(e);
        return;
    }
    nj_address_user(e->user, self->gateway, id);
    if (!read_place(self, d, e)) {
        nj_event_destroy(e);
        return;
    }
    out->kind = NJ_QB_EVENT;
    out->ref_kind = NJ_QB_REF_MESSAGE;
    out->ref_ms = e->at_ms = nj_qb_time(d);
    memcpy(out->chat, e->chat, sizeof(out->chat));
    if (!read_words(self, d, at_type, out->me, e)) {
        out->full = group;
        nj_event_destroy(e); /* it can be answered all the same */
        return;
    }
    out->full = group && !e->at_me;
    nj_qb_short(out->ref, e->id);
    (void)nj_utf8_clean(name, strlen(name), NJ_NAME_CHARS_MAX, e->name,
                        sizeof(e->name));
    e->role = group ? role_of(author) : NJ_ROLE_MEMBER;
    out->event = e;
}
