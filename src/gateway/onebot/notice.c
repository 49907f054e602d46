/*
 * Notices and requests of OneBot v11: who came, who left, who may not speak,
 * who took something back, who wants to be a friend. A poke is no question
 * and gets no answer; a new name in a group is read from the next message.
 */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"

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
    e->at_ms = nj_ob_time_read(root);
    return e;
}

static bool about_me(const struct nj_ob_self *self, struct nj_json root,
                     const struct nj_ob_frame *out)
{
    char id[NJ_OB_ID_MAX];

    return nj_ob_id_read(nj_json_opt(root, "user_id"), id) &&
           nj_ob_is_me(self, out, id);
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

    e->self = nj_ob_is(root, "sub_type", "kick_me") ||
              nj_ob_is(root, "sub_type", "disband") ||
              about_me(self, root, out);
    finish_notice(e, e->group && (e->self || e->user[0] != '\0'), out);
}

/* Matters when it is about us: by name, or because all are muted (0). */
static void on_group_ban(const struct nj_ob_self *self, struct nj_json root,
                         struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_MUTED);
    int64_t s;

    e->self = true;
    e->muted = nj_ob_is(root, "sub_type", "ban");
    if (e->muted && nj_ob_whole_read(nj_json_opt(root, "duration"), &s))
        e->ms = s > 0 && s < INT32_MAX ? s * 1000 : 0;
    finish_notice(
        e, e->group && (e->user[0] == '\0' || about_me(self, root, out)), out);
}

static void on_group_increase(const struct nj_ob_self *self,
                              struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_JOINED);

    e->self = about_me(self, root, out);
    finish_notice(e, e->group && e->user[0] != '\0', out);
}

/* No event: who runs a group matters when he uses it, and then is asked for. */
static void on_group_admin(const struct nj_ob_self *self, struct nj_json root,
                           struct nj_ob_frame *out)
{
    (void)self;
    if (!nj_ob_id_read(nj_json_opt(root, "user_id"), out->user) ||
        !nj_ob_id_read(nj_json_opt(root, "group_id"), out->group))
        return;
    out->role_said = true;
    out->role =
        nj_ob_is(root, "sub_type", "set") ? NJ_ROLE_ADMIN : NJ_ROLE_MEMBER;
    out->kind = NJ_OB_ROLE;
}

/* What an admin takes back for somebody else is not that person's doing. */
static bool by_author(struct nj_json root)
{
    char author[NJ_OB_ID_MAX];
    char by[NJ_OB_ID_MAX];

    return nj_ob_id_read(nj_json_opt(root, "user_id"), author) &&
           (!nj_ob_id_read(nj_json_opt(root, "operator_id"), by) ||
            strcmp(author, by) == 0);
}

static void on_recall(const struct nj_ob_self *self, struct nj_json root,
                      struct nj_ob_frame *out)
{
    struct nj_event *e = begin_notice(self, root, NJ_EVENT_CHANGED);

    if (!nj_ob_is(root, "notice_type", "group_recall")) {
        e->group = false;
        memcpy(e->chat, e->user, sizeof(e->chat));
    }
    (void)nj_ob_opaque_read(nj_json_opt(root, "message_id"), e->id,
                            sizeof(e->id));
    finish_notice(e,
                  e->user[0] != '\0' && e->chat[0] != '\0' &&
                      e->id[0] != '\0' && by_author(root) &&
                      !about_me(self, root, out),
                  out);
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
    {"group_increase", on_group_increase},
    {"group_decrease", on_group_decrease},
    {"group_admin", on_group_admin},
    {"group_recall", on_recall},
    {"friend_recall", on_recall},
    {"group_ban", on_group_ban},
    {"bot_offline", on_offline},
};

void nj_ob_notice_read(const struct nj_ob_self *self, struct nj_json root,
                       struct nj_ob_frame *out)
{
    for (size_t i = 0; i < NJ_COUNT(notices); i++)
        if (nj_ob_is(root, "notice_type", notices[i].type))
            notices[i].read(self, root, out);
}

/* --- requests --- */

/*
 * Friends, and invitations into groups. That somebody wants to enter a group
 * which the account runs is for the people there.
 */
void nj_ob_request_read(const struct nj_ob_self *self, struct nj_json root,
                        struct nj_ob_frame *out)
{
    bool group = nj_ob_is(root, "request_type", "group");
    struct nj_json comment = nj_json_opt(root, "comment");
    const char *text =
        nj_json_is_string(comment) ? nj_json_text(comment, NJ_FRAME_MAX) : "";
    struct nj_event *e;

    if (group ? !nj_ob_is(root, "sub_type", "invite")
              : !nj_ob_is(root, "request_type", "friend"))
        return;
    (void)nj_ob_opaque_read(nj_json_opt(root, "flag"), out->flag,
                            sizeof(out->flag));
    e = begin_notice(self, root, NJ_EVENT_ASKS);
    (void)nj_ob_id_read(nj_json_opt(root, "user_id"), out->user);
    if (!group) {
        e->group = false;
        memcpy(e->chat, e->user, sizeof(e->chat));
    }
    nj_event_set_text(e, text, strlen(text));
    finish_notice(e,
                  e->user[0] != '\0' && e->chat[0] != '\0' &&
                      out->flag[0] != '\0' && !about_me(self, root, out),
                  out);
}
