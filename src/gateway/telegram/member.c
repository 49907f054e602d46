/*
 * Who is where: changes of membership, ours and others', and the lines that
 * Telegram itself writes into groups.
 */
#include <string.h>

#include "gateway/telegram/telegram_priv.h"

#define MEMBERS_MAX 64 /* of one line that says who came */

static struct nj_event *begin(const struct nj_tg_self *self,
                              enum nj_event_kind kind, struct nj_json of)
{
    struct nj_event *e = nj_event_create(kind, self->index);

    e->at_ms = nj_tg_time(of);
    return e;
}

/* --- changes of membership --- */

static bool is_in(struct nj_json member)
{
    if (nj_loose_is(member, "status", "restricted"))
        return nj_loose_true(member, "is_member");
    return nj_loose_is(member, "status", "member") ||
           nj_loose_is(member, "status", "administrator") ||
           nj_loose_is(member, "status", "creator");
}

static bool is_mute(struct nj_json member)
{
    return nj_loose_is(member, "status", "restricted") &&
           !nj_loose_true(member, "can_send_messages");
}

static void on_private(const struct nj_tg_self *self, struct nj_json change,
                       struct nj_tg_batch *out)
{
    struct nj_json now = nj_json_opt(change, "new_chat_member");
    struct nj_json person = nj_json_opt(change, "chat");
    struct nj_event *e =
        begin(self, is_in(now) ? NJ_EVENT_FRIEND : NJ_EVENT_LOST, change);

    if (!nj_tg_person(self, person, e->user)) {
        nj_event_destroy(e);
        return;
    }
    memcpy(e->chat, e->user, sizeof(e->chat));
    nj_tg_name(person, e->name);
    nj_tg_batch_add(out, e);
}

static void tell_group(const struct nj_tg_self *self, struct nj_event *e,
                       struct nj_json change, struct nj_tg_batch *out)
{
    struct nj_json chat = nj_json_opt(change, "chat");

    e->group = true;
    nj_tg_group(self, nj_loose_whole(chat, "id"), 0, e->chat);
    nj_tg_batch_add(out, e);
}

static void on_own(const struct nj_tg_self *self, struct nj_json change,
                   struct nj_tg_batch *out)
{
    struct nj_json was = nj_json_opt(change, "old_chat_member");
    struct nj_json is = nj_json_opt(change, "new_chat_member");
    struct nj_event *e;

    if (is_in(was) != is_in(is)) {
        e = begin(self, is_in(is) ? NJ_EVENT_JOINED : NJ_EVENT_GONE, change);
        e->self = true;
        tell_group(self, e, change, out);
    }
    if (is_in(is) && is_mute(was) != is_mute(is)) {
        e = begin(self, NJ_EVENT_MUTED, change);
        e->self = true;
        e->muted = is_mute(is);
        tell_group(self, e, change, out);
    }
}

static void on_other(const struct nj_tg_self *self, struct nj_json change,
                     struct nj_tg_batch *out)
{
    struct nj_json was = nj_json_opt(change, "old_chat_member");
    struct nj_json is = nj_json_opt(change, "new_chat_member");
    struct nj_json person = nj_json_opt(is, "user");
    struct nj_event *e;

    if (is_in(was) == is_in(is) || nj_loose_true(person, "is_bot"))
        return;
    e = begin(self, is_in(is) ? NJ_EVENT_JOINED : NJ_EVENT_GONE, change);
    if (!nj_tg_person(self, person, e->user)) {
        nj_event_destroy(e);
        return;
    }
    nj_tg_name(person, e->name);
    tell_group(self, e, change, out);
}

void nj_tg_member_read(const struct nj_tg_self *self, struct nj_json change,
                       bool own, struct nj_tg_batch *out)
{
    struct nj_json chat = nj_json_opt(change, "chat");

    if (own && nj_loose_is(chat, "type", "private"))
        on_private(self, change, out);
    else if (nj_loose_whole(chat, "id") >= 0 ||
             nj_loose_is(chat, "type", "channel"))
        return;
    else if (own)
        on_own(self, change, out);
    else
        on_other(self, change, out);
}

void nj_tg_standing(struct nj_json member, bool *here, enum nj_role *role)
{
    *here = is_in(member);
    *role = NJ_ROLE_MEMBER;
    if (nj_loose_is(member, "status", "creator"))
        *role = NJ_ROLE_OWNER;
    else if (nj_loose_is(member, "status", "administrator"))
        *role = NJ_ROLE_ADMIN;
}

/* --- lines of Telegram's own --- */

/* What becomes of us comes as a change of membership, for certain. */
static void tell_person(const struct nj_tg_self *self, struct nj_json message,
                        struct nj_json person, enum nj_event_kind kind,
                        struct nj_tg_batch *out)
{
    struct nj_event *e;

    if (nj_loose_true(person, "is_bot") || nj_loose_whole(person, "id") <= 0)
        return;
    e = begin(self, kind, message);
    (void)nj_tg_person(self, person, e->user);
    nj_tg_name(person, e->name);
    tell_group(self, e, message, out);
}

static void tell_moved(const struct nj_tg_self *self, struct nj_json message,
                       int64_t from, int64_t to, struct nj_tg_batch *out)
{
    struct nj_event *e;

    if (from >= 0 || to >= 0)
        return;
    e = begin(self, NJ_EVENT_MOVED, message);
    e->group = true;
    nj_tg_group(self, from, 0, e->chat);
    nj_tg_group(self, to, 0, e->to);
    nj_tg_batch_add(out, e);
}

void nj_tg_service_read(const struct nj_tg_self *self, struct nj_json message,
                        struct nj_tg_batch *out)
{
    struct nj_json chat = nj_json_opt(message, "chat");
    struct nj_json gone = nj_json_opt(message, "left_chat_member");
    struct nj_json came =
        nj_json_first(nj_json_opt(message, "new_chat_members"));
    int64_t id = nj_loose_whole(chat, "id");
    int64_t to = nj_loose_whole(message, "migrate_to_chat_id");
    int64_t from = nj_loose_whole(message, "migrate_from_chat_id");

    if (id >= 0)
        return;
    tell_moved(self, message, id, to, out);
    tell_moved(self, message, from, id, out);
    for (int i = 0; nj_json_present(came) && i < MEMBERS_MAX; i++) {
        tell_person(self, message, came, NJ_EVENT_JOINED, out);
        came = nj_json_next(came);
    }
    if (nj_json_is_object(gone))
        tell_person(self, message, gone, NJ_EVENT_GONE, out);
}
