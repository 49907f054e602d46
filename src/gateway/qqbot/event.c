/*
 * What has happened: a table of the types that we know. All others are counted
 * by whoever reads on, and say nothing.
 */
#include <string.h>

#include "base/bug.h"
#include "gateway/qqbot/qqbot_priv.h"

/* Types of an interaction. */
enum {
    PRESS_BUTTON = 11,
    PRESS_MENU = 12,
    RIGHT_FIRST = 18, /* somebody's switch for pushes */
    RIGHT_LAST = 20
};

struct row {
    const char *type;
    void (*read)(const struct nj_qb_self *self, const struct row *row,
                 struct nj_json d, struct nj_qb_frame *out);
    bool group;
    bool answerable; /* by the frame's own id */
    bool tells;      /* the referee hears of it, by `kind` */
    enum nj_event_kind kind;
    enum nj_qb_switch pushes;
};

/* --- messages --- */

static void on_message(const struct nj_qb_self *self, const struct row *row,
                       struct nj_json d, struct nj_qb_frame *out)
{
    bool at_type = strcmp(row->type, "GROUP_AT_MESSAGE_CREATE") == 0;

    nj_qb_message_read(self, d, row->group, at_type, out);
}

/* --- who came, who went, who may speak --- */

/* The chat that it is about. */
static bool read_chat(const struct nj_qb_self *self, bool group,
                      struct nj_json d, char chat[NJ_ADDRESS_MAX])
{
    char id[NJ_QB_ID_MAX];

    if (!nj_qb_openid(d, group ? "group_openid" : "openid", id) &&
        (group || !nj_qb_openid(d, "user_openid", id)))
        return false;
    if (group)
        nj_address_group(chat, self->gateway, id);
    else
        nj_address_user(chat, self->gateway, id);
    return true;
}

static void tell(const struct nj_qb_self *self, const struct row *row,
                 struct nj_json d, struct nj_qb_frame *out)
{
    struct nj_event *e = nj_event_create(row->kind, self->index);

    e->group = row->group;
    e->self = row->group; /* a group's tell of us */
    e->at_ms = nj_qb_time(d);
    memcpy(e->chat, out->chat, sizeof(e->chat));
    if (!row->group)
        memcpy(e->user, out->chat, sizeof(e->user));
    out->event = e;
}

static void on_chat(const struct nj_qb_self *self, const struct row *row,
                    struct nj_json d, struct nj_qb_frame *out)
{
    if (!read_chat(self, row->group, d, out->chat))
        return;
    out->kind = NJ_QB_EVENT;
    out->pushes = row->pushes;
    out->ref_ms = nj_qb_time(d);
    if (row->tells)
        tell(self, row, d, out);
}

static void on_member(const struct nj_qb_self *self, const struct row *row,
                      struct nj_json d, struct nj_qb_frame *out)
{
    char id[NJ_QB_ID_MAX];

    NJ_ASSERT(row->tells);
    if (!nj_qb_openid(d, "member_openid", id) ||
        !read_chat(self, true, d, out->chat))
        return;
    out->kind = NJ_QB_EVENT;
    tell(self, row, d, out);
    out->event->self = false;
    nj_address_user(out->event->user, self->gateway, id);
}

/* --- presses --- */

/* Where it happened, and who did it. */
static bool read_presser(const struct nj_qb_self *self, struct nj_json d,
                         struct nj_event *e)
{
    char id[NJ_QB_ID_MAX];

    e->group = nj_qb_openid(d, "group_openid", id);
    if (e->group)
        nj_address_group(e->chat, self->gateway, id);
    if (!nj_qb_openid(d, e->group ? "group_member_openid" : "user_openid", id))
        return false;
    nj_address_user(e->user, self->gateway, id);
    if (e->group)
        return true;
    memcpy(e->chat, e->user, sizeof(e->chat));
    e->privacy = NJ_PRIVACY_PROVED; /* as by a message (QB-10) */
    return true;
}

/* What comes back can be forged: it is no longer than it may be. */
static bool read_data(struct nj_json d, struct nj_event *e)
{
    struct nj_json resolved = nj_json_opt(nj_json_opt(d, "data"), "resolved");
    const char *data = nj_loose_text(resolved, "button_data");
    size_t n = strlen(data);

    if (n == 0 || n > NJ_QB_DATA_MAX)
        return false;
    nj_event_set_text(e, data, n);
    return true;
}

static void on_press(const struct nj_qb_self *self, struct nj_json d,
                     bool button, struct nj_qb_frame *out)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_PRESS, self->index);
    bool someone = read_presser(self, d, e);

    (void)nj_qb_ref(d, "id", out->press);
    if (someone) {
        memcpy(out->chat, e->chat, sizeof(out->chat));
        out->ref_ms = e->at_ms = nj_qb_time(d);
        out->kind = NJ_QB_EVENT;
    }
    /* Without an id a repeat of it could not be told. */
    if (!someone || !button || out->press[0] == '\0' || !read_data(d, e)) {
        nj_event_destroy(e);
        return;
    }
    nj_qb_short(out->press, e->id);
    out->event = e;
}

static bool says_off(struct nj_json right)
{
    struct nj_json j = nj_json_opt(right, "switch");

    if (nj_json_is_bool(j))
        return !nj_json_bool(j);
    return nj_loose_is(right, "switch", "off") ||
           nj_loose_is(right, "switch", "0") ||
           (nj_json_is_number(j) && nj_loose_whole(right, "switch") == 0);
}

/* Whose switch has moved. Which way is not always said: a push that is tried
 * and refused tells, too. */
static void on_right(const struct nj_qb_self *self, struct nj_json d,
                     struct nj_qb_frame *out)
{
    struct nj_json data = nj_json_opt(d, "data");
    struct nj_json right = nj_json_opt(data, "authorize_data");

    if (!nj_json_is_object(right))
        right = nj_json_opt(nj_json_opt(data, "resolved"), "authorize_data");
    if (!read_chat(self, nj_loose_is(right, "scope", "group_push"), d,
                   out->chat))
        return;
    out->kind = NJ_QB_EVENT;
    out->pushes = says_off(right) ? NJ_QB_SWITCH_OFF : NJ_QB_SWITCH_ON;
}

static void on_interaction(const struct nj_qb_self *self, const struct row *row,
                           struct nj_json d, struct nj_qb_frame *out)
{
    int64_t type = nj_loose_number(d, "type");

    NJ_ASSERT(row->answerable);
    if (type == PRESS_BUTTON || type == PRESS_MENU)
        on_press(self, d, type == PRESS_BUTTON, out);
    else if (type >= RIGHT_FIRST && type <= RIGHT_LAST)
        on_right(self, d, out);
}

/* --- all types --- */

/* clang-format off */
static const struct row rows[] = {
    {"GROUP_AT_MESSAGE_CREATE", on_message, true, false, false, 0, 0},
    {"GROUP_MESSAGE_CREATE", on_message, true, false, false, 0, 0},
    {"C2C_MESSAGE_CREATE", on_message, false, false, false, 0, 0},
    {"INTERACTION_CREATE", on_interaction, false, true, false, 0, 0},
    {"GROUP_ADD_ROBOT", on_chat, true, true, true, NJ_EVENT_JOINED,
     NJ_QB_SWITCH_ON},
    {"GROUP_DEL_ROBOT", on_chat, true, false, true, NJ_EVENT_GONE,
     NJ_QB_SWITCH_GONE},
    {"GROUP_MSG_RECEIVE", on_chat, true, true, false, 0, NJ_QB_SWITCH_ON},
    {"GROUP_MSG_REJECT", on_chat, true, false, false, 0, NJ_QB_SWITCH_OFF},
    {"FRIEND_ADD", on_chat, false, true, true, NJ_EVENT_FRIEND,
     NJ_QB_SWITCH_ON},
    {"FRIEND_DEL", on_chat, false, false, true, NJ_EVENT_LOST,
     NJ_QB_SWITCH_GONE},
    {"C2C_MSG_RECEIVE", on_chat, false, true, true, NJ_EVENT_FRIEND,
     NJ_QB_SWITCH_ON},
    {"C2C_MSG_REJECT", on_chat, false, false, false, 0, NJ_QB_SWITCH_OFF},
    {"GROUP_MEMBER_ADD", on_member, true, false, true, NJ_EVENT_JOINED, 0},
    {"GROUP_MEMBER_REMOVE", on_member, true, false, true, NJ_EVENT_GONE, 0},
};

/* clang-format on */

void nj_qb_event_read(const struct nj_qb_self *self, const char *type,
                      const char *id, struct nj_json d, struct nj_qb_frame *out)
{
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        if (strcmp(rows[i].type, type) != 0)
            continue;
        rows[i].read(self, &rows[i], d, out);
        if (rows[i].answerable && out->kind == NJ_QB_EVENT && id[0] != '\0') {
            out->ref_kind = NJ_QB_REF_EVENT;
            memcpy(out->ref, id, strlen(id) + 1);
        }
        return;
    }
}
