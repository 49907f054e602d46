/*
 * Updates of the Bot API to events of ours.
 *
 * Identity is the `from` of the transport alone, and only where it is a
 * person's: channels, forwards, other bots and what somebody else wrote make
 * no event. An anonymous admin has no identity and yet a right: his words
 * come with the role of an admin and no user.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/telegram/telegram_priv.h"

#define ANONYMOUS_ADMIN INT64_C(1087968824)
#define CHANNEL_POST    INT64_C(136817688)
#define CHANNEL_FORWARD INT64_C(777000)
#define PRESS_DATA_MAX  64

int64_t nj_tg_time(struct nj_json object)
{
    int64_t s = nj_loose_whole(object, "date");

    return s > 0 && s <= NJ_STAMP_MAX / 1000 ? s * 1000 : 0;
}

void nj_tg_batch_add(struct nj_tg_batch *b, struct nj_event *e)
{
    e->next = NULL;
    *b->end = e;
    b->end = &e->next;
}

void nj_tg_batch_fini(struct nj_tg_batch *b)
{
    nj_event_destroy_all(b->first);
    b->first = NULL;
    b->end = &b->first;
}

/* --- where and who --- */

static bool in_group(struct nj_json chat)
{
    return nj_loose_is(chat, "type", "group") ||
           nj_loose_is(chat, "type", "supergroup");
}

/* A reply in an ordinary group carries a thread, too; only a topic's counts. */
static int64_t topic_of(struct nj_json message)
{
    return nj_loose_true(message, "is_topic_message")
               ? nj_loose_whole(message, "message_thread_id")
               : 0;
}

/* False if it stands nowhere that we know. */
static bool read_place(const struct nj_tg_self *self, struct nj_json message,
                       struct nj_event *e)
{
    struct nj_json chat = nj_json_opt(message, "chat");
    int64_t id = nj_loose_whole(chat, "id");

    if (nj_loose_is(chat, "type", "private"))
        return nj_tg_person(self, chat, e->chat);
    if (!in_group(chat) || id >= 0)
        return false;
    e->group = true;
    nj_tg_group(self, id, topic_of(message), e->chat);
    return true;
}

/* His own words, not what he passes on. */
static bool own_words(struct nj_json message)
{
    static const char *const foreign[] = {"forward_origin", "forward_date",
                                          "via_bot", "is_automatic_forward"};

    for (size_t i = 0; i < NJ_COUNT(foreign); i++)
        if (nj_json_present(nj_json_opt(message, foreign[i])))
            return false;
    return true;
}

static bool nobody(int64_t id)
{
    return id == ANONYMOUS_ADMIN || id == CHANNEL_POST || id == CHANNEL_FORWARD;
}

/* A person, or an anonymous admin of this very group; false for others. */
static bool read_speaker(const struct nj_tg_self *self, struct nj_json message,
                         struct nj_event *e)
{
    struct nj_json from = nj_json_opt(message, "from");
    struct nj_json as = nj_json_opt(message, "sender_chat");
    int64_t id = nj_loose_whole(from, "id");

    if (id == ANONYMOUS_ADMIN && e->group && nj_json_present(as) &&
        nj_loose_whole(as, "id") ==
            nj_loose_whole(nj_json_opt(message, "chat"), "id")) {
        e->role = NJ_ROLE_ADMIN;
        return true;
    }
    if (nobody(id) || id == self->id || nj_json_present(as) ||
        nj_loose_true(from, "is_bot") || !nj_tg_person(self, from, e->user))
        return false;
    nj_tg_name(from, e->name);
    if (self->handles != NULL)
        nj_tg_handles_put(self->handles, id, nj_loose_text(from, "username"));
    return true;
}

static void set_id(struct nj_json message, char *out, size_t cap)
{
    struct nj_json j = nj_json_opt(message, "message_id");

    if (nj_json_is_number(j))
        nj_json_id(j, out, cap);
}

/* --- messages --- */

static bool read_message(const struct nj_tg_self *self, struct nj_json message,
                         struct nj_event *e)
{
    if (!own_words(message) || !read_place(self, message, e) ||
        !read_speaker(self, message, e) || !nj_tg_typed(self, message, e))
        return false;
    set_id(message, e->id, sizeof(e->id));
    e->at_ms = nj_tg_time(message);
    /* There is no private chat with a bot but one that its person began. */
    e->privacy =
        strcmp(e->chat, e->user) == 0 ? NJ_PRIVACY_PROVED : NJ_PRIVACY_UNSAID;
    /* A picture or a sticker is for the others; in private it says that this
     * person can be written to. */
    return !e->group || e->text[0] != '\0' || e->at_me;
}

static void on_message(const struct nj_tg_self *self, struct nj_json message,
                       struct nj_tg_batch *out)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, self->index);

    nj_tg_service_read(self, message, out);
    if (read_message(self, message, e))
        nj_tg_batch_add(out, e);
    else
        nj_event_destroy(e);
}

static void on_edited(const struct nj_tg_self *self, struct nj_json message,
                      struct nj_tg_batch *out)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_CHANGED, self->index);

    /* A moving place on a map is edited all the time. */
    if (nj_loose_text(message, "text")[0] != '\0' &&
        read_message(self, message, e) && e->user[0] != '\0')
        nj_tg_batch_add(out, e);
    else
        nj_event_destroy(e);
}

/* --- presses --- */

/* `data` can be forged: whatever it is, it is no longer than it may be. */
static bool read_press(const struct nj_tg_self *self, struct nj_json query,
                       struct nj_event *e)
{
    struct nj_json message = nj_json_opt(query, "message");
    struct nj_json from = nj_json_opt(query, "from");
    const char *data = nj_loose_text(query, "data");
    size_t n = strlen(data);

    if (n == 0 || n > PRESS_DATA_MAX || !read_place(self, message, e) ||
        !nj_tg_person(self, from, e->user) || nj_loose_true(from, "is_bot") ||
        nobody(nj_loose_whole(from, "id")))
        return false;
    nj_tg_name(from, e->name);
    nj_event_set_text(e, data, n);
    set_id(message, e->to, sizeof(e->to));
    return true;
}

static void on_press(const struct nj_tg_self *self, struct nj_json query,
                     struct nj_tg_batch *out)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_PRESS, self->index);
    const char *id = nj_loose_text(query, "id");

    if (id[0] == '\0' || strlen(id) >= sizeof(e->id)) {
        nj_event_destroy(e);
        return;
    }
    memcpy(e->id, id, strlen(id) + 1);
    if (read_press(self, query, e)) {
        nj_tg_batch_add(out, e);
        return;
    }
    memcpy(out->presses[out->n_presses++], e->id, sizeof(e->id));
    nj_event_destroy(e);
}

/* --- the batch --- */

static void on_own_member(const struct nj_tg_self *self, struct nj_json change,
                          struct nj_tg_batch *out)
{
    nj_tg_member_read(self, change, true, out);
}

static void on_member(const struct nj_tg_self *self, struct nj_json change,
                      struct nj_tg_batch *out)
{
    nj_tg_member_read(self, change, false, out);
}

static const struct {
    const char *name;
    void (*read)(const struct nj_tg_self *self, struct nj_json j,
                 struct nj_tg_batch *out);
} kinds[] = {
    {"message", on_message},      {"edited_message", on_edited},
    {"callback_query", on_press}, {"my_chat_member", on_own_member},
    {"chat_member", on_member},
};

/* True the first time. */
static bool is_new(struct nj_tg_seen *seen, int64_t id)
{
    for (size_t i = 0; i < NJ_COUNT(seen->ids); i++)
        if (seen->ids[i] == id)
            return false;
    seen->ids[seen->at++ % NJ_COUNT(seen->ids)] = id;
    return true;
}

static void read_update(const struct nj_tg_self *self, struct nj_json update,
                        struct nj_tg_batch *out)
{
    struct nj_event **before = out->end;

    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        struct nj_json j = nj_json_opt(update, kinds[i].name);

        if (nj_json_is_object(j))
            kinds[i].read(self, j, out);
    }
    if (*before == NULL)
        return;
    /* Only the last of several has been stored when all have. */
    out->await = nj_loose_whole(update, "update_id") + 1;
    for (struct nj_event *e = *before; e != NULL; e = e->next)
        e->offset = e->next == NULL ? out->await : 0;
}

void nj_tg_batch_read(const struct nj_tg_self *self, struct nj_json result,
                      struct nj_tg_seen *seen, struct nj_tg_batch *out)
{
    struct nj_json update = nj_json_first(result);

    memset(out, 0, sizeof(*out));
    out->end = &out->first;
    if (!nj_json_is_array(result))
        return;
    for (; nj_json_present(update) && out->n < NJ_TG_BATCH_MAX;
         update = nj_json_next(update)) {
        int64_t id = nj_loose_whole(update, "update_id");

        out->n++;
        if (id <= 0 || id >= NJ_JSON_INT_MAX)
            continue;
        if (is_new(seen, id))
            read_update(self, update, out);
        out->next = id + 1;
    }
}

int64_t nj_tg_skip(const char *text, size_t n)
{
    static const char name[] = "\"update_id\":";
    const size_t len = sizeof(name) - 1;
    int64_t id = 0;
    size_t at = 0;

    while (at + len < n && memcmp(text + at, name, len) != 0)
        at++;
    if (at + len >= n)
        return 0;
    for (at += len; at < n && text[at] >= '0' && text[at] <= '9'; at++) {
        if (id > NJ_JSON_INT_MAX / 10 - 1)
            return 0;
        id = id * 10 + (text[at] - '0');
    }
    return id > 0 ? id + 1 : 0;
}
