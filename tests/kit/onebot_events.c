/*
 * The strict OneBot gateway: the events it sends and the orders of the test.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/json.h"
#include "kit/onebot_server_priv.h"

/* --- events --- */

static struct nj_json_out begin_event(const struct nj_ob_server *s,
                                      const char *post_type, struct nj_str *out)
{
    struct nj_clock clock = nj_clock_system();
    struct nj_json_out o;

    nj_str_clear(out);
    o = nj_json_onto(out);
    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "time", s->timeless ? 0 : nj_now_ms(&clock) / 1000);
    nj_json_put_i64(&o, "self_id", s->self);
    nj_json_put_text(&o, "post_type", post_type);
    return o;
}

void nj_ob_enqueue_lifecycle(const struct nj_ob_server *s, struct nj_ob_conn *c)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct nj_json_out o = begin_event(s, "meta_event", &text);

    nj_json_put_text(&o, "meta_event_type", "lifecycle");
    nj_json_put_text(&o, "sub_type", "connect");
    nj_json_end(&o);
    (void)nj_ob_enqueue(c, text.p);
    nj_str_fini(&text);
}

/* `group`: in which it was said, or through which; 0: none. */
static void put_sender(struct nj_json_out *o, int64_t user, const char *name,
                       bool role, int64_t group)
{
    nj_json_obj(o, "sender");
    nj_json_put_i64(o, "user_id", user);
    nj_json_put_text(o, "nickname", name);
    if (role) {
        nj_json_put_text(o, "card", "");
        nj_json_put_text(o, "role", "member");
    }
    if (group != 0)
        nj_json_put_i64(o, "group_id", group);
    nj_json_end(o);
}

/* go-cqhttp writes a string with codes. */
static void put_string(struct nj_json_out *o, const char *text)
{
    struct nj_str s = NJ_STR_INIT(100000);

    for (; *text != '\0'; text++) {
        const char *code = *text == '&'   ? "&amp;"
                           : *text == '[' ? "&#91;"
                           : *text == ']' ? "&#93;"
                                          : NULL;

        if (code != NULL)
            nj_str_puts(&s, code);
        else
            nj_str_putc(&s, *text);
    }
    nj_json_put_text(o, "message", s.p);
    nj_str_fini(&s);
}

static void put_message(const struct nj_ob_server *s, struct nj_json_out *o,
                        const char *text)
{
    if (s->flavour == NJ_OB_GOCQHTTP) {
        put_string(o, text);
        return;
    }
    nj_json_put_text(o, "message_format", "array");
    nj_json_put_text(o, "raw_message", text);
    nj_json_arr(o, "message");
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "type", "text");
    nj_json_obj(o, "data");
    nj_json_put_text(o, "text", text);
    nj_json_end(o);
    nj_json_end(o);
    nj_json_end(o);
}

/* To the latest connection; lost if there is none, as in life. */
static void send_now(struct nj_ob_server *s, const char *text, size_t piece)
{
    nj_ob_server_lock(s);
    if (s->latest != NULL && s->latest->wsi != NULL)
        nj_ob_enqueue(s->latest, text)->piece = piece;
    nj_ob_server_unlock(s);
    lws_cancel_service(s->context);
}

/* Negative, as hashes often are, or small ones. */
static int64_t fresh_id(struct nj_ob_server *s)
{
    int64_t id;

    nj_ob_server_lock(s);
    id = --s->message_ids;
    nj_ob_server_unlock(s);
    return s->flavour == NJ_OB_NAPCAT || s->flavour == NJ_OB_LLONEBOT ? -id
                                                                      : id;
}

static void say(struct nj_ob_server *s, int64_t group, int64_t user,
                const char *name, const char *text)
{
    struct nj_json_out o = begin_event(s, "message", &s->last);
    int64_t id;

    id = fresh_id(s);
    nj_json_put_text(&o, "message_type", group != 0 ? "group" : "private");
    nj_json_put_text(&o, "sub_type", group != 0 ? "normal" : "friend");
    nj_json_put_i64(&o, "message_id", id);
    nj_json_put_i64(&o, "user_id", user);
    if (group != 0)
        nj_json_put_i64(&o, "group_id", group);
    put_message(s, &o, text);
    /* Lagrange leaves the role out of members it has not met. */
    put_sender(&o, user, name, group != 0 && s->flavour != NJ_OB_LAGRANGE, 0);
    nj_json_end(&o);
    send_now(s, s->last.p, 0);
}

void nj_ob_server_say_group(struct nj_ob_server *s, int64_t group, int64_t user,
                            const char *name, const char *text)
{
    say(s, group, user, name, text);
}

void nj_ob_server_say_private(struct nj_ob_server *s, int64_t user,
                              const char *name, const char *text)
{
    say(s, 0, user, name, text);
}

static void note_through(struct nj_ob_server *s, int64_t group, int64_t user)
{
    nj_ob_server_lock(s);
    NJ_ASSERT(s->n_through < NJ_COUNT(s->through));
    s->through[s->n_through++] = (struct nj_ob_through){
        .group = group, .user = user, .connection = s->connections};
    nj_ob_server_unlock(s);
}

void nj_ob_server_say_through(struct nj_ob_server *s, int64_t group,
                              int64_t user, const char *name, const char *text)
{
    struct nj_json_out o = begin_event(s, "message", &s->last);
    bool top = s->flavour == NJ_OB_NAPCAT;
    bool inner = s->flavour == NJ_OB_GOCQHTTP || s->flavour == NJ_OB_LLONEBOT;

    note_through(s, group, user);
    nj_json_put_text(&o, "message_type", "private");
    nj_json_put_text(&o, "sub_type", "group");
    nj_json_put_i64(&o, "message_id", fresh_id(s));
    nj_json_put_i64(&o, "user_id", user);
    if (top)
        nj_json_put_i64(&o, "group_id", group);
    if (top || inner)
        nj_json_put_i64(&o, "temp_source", 0);
    put_message(s, &o, text);
    put_sender(&o, user, name, false, inner ? group : 0);
    nj_json_end(&o);
    send_now(s, s->last.p, 0);
}

void nj_ob_server_list(struct nj_ob_server *s, const int64_t *friends,
                       uint32_t n)
{
    NJ_ASSERT(n <= NJ_OB_SERVER_FRIENDS);
    nj_ob_server_lock(s);
    s->lists = true;
    s->n_friends = n;
    if (n > 0)
        memcpy(s->friends, friends, n * sizeof(*friends));
    nj_ob_server_unlock(s);
}

void nj_ob_server_befriend(struct nj_ob_server *s, int64_t user)
{
    char notice[200];

    nj_ob_server_lock(s);
    NJ_ASSERT(s->n_friends < NJ_OB_SERVER_FRIENDS);
    s->friends[s->n_friends++] = user;
    (void)snprintf(notice, sizeof(notice),
                   "{\"time\":1700000000,\"self_id\":%lld,"
                   "\"post_type\":\"notice\",\"notice_type\":\"friend_add\","
                   "\"user_id\":%lld}",
                   (long long)s->self, (long long)user);
    nj_ob_server_unlock(s);
    nj_ob_server_push(s, notice, 0);
}

void nj_ob_server_unfriend(struct nj_ob_server *s, int64_t user)
{
    uint32_t kept = 0;

    nj_ob_server_lock(s);
    for (uint32_t i = 0; i < s->n_friends; i++)
        if (s->friends[i] != user)
            s->friends[kept++] = s->friends[i];
    s->n_friends = kept;
    nj_ob_server_unlock(s);
}

void nj_ob_server_careless(struct nj_ob_server *s)
{
    nj_ob_server_lock(s);
    s->careless = true;
    nj_ob_server_unlock(s);
}

void nj_ob_server_wish(struct nj_ob_server *s, int64_t group, int64_t user,
                       const char *flag)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct nj_json_out o = begin_event(s, "request", &text);

    nj_json_put_text(&o, "request_type", group != 0 ? "group" : "friend");
    if (group != 0) {
        nj_json_put_text(&o, "sub_type", "invite");
        nj_json_put_i64(&o, "group_id", group);
    }
    nj_json_put_i64(&o, "user_id", user);
    nj_json_put_text(&o, "comment", "hello");
    nj_json_put_text(&o, "flag", flag);
    nj_json_end(&o);
    send_now(s, text.p, 0);
    nj_str_fini(&text);
}

void nj_ob_server_repeat(struct nj_ob_server *s)
{
    send_now(s, s->last.p, 0);
}

void nj_ob_server_push(struct nj_ob_server *s, const char *frame, size_t piece)
{
    send_now(s, frame, piece);
}

void nj_ob_server_heartbeat(struct nj_ob_server *s, int64_t interval_ms,
                            bool online)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct nj_json_out o = begin_event(s, "meta_event", &text);

    nj_json_put_text(&o, "meta_event_type", "heartbeat");
    nj_json_put_i64(&o, "interval", interval_ms);
    nj_json_obj(&o, "status");
    nj_json_put_bool(&o, "online", online);
    nj_json_put_bool(&o, "good", true);
    nj_json_end(&o);
    nj_json_end(&o);
    send_now(s, text.p, 0);
    nj_str_fini(&text);
}

/* --- orders --- */

void nj_ob_server_token(struct nj_ob_server *s, const char *token)
{
    nj_ob_server_lock(s);
    (void)snprintf(s->token, sizeof(s->token), "%s", token);
    nj_ob_server_unlock(s);
}

void nj_ob_server_flavour(struct nj_ob_server *s, enum nj_ob_flavour flavour)
{
    nj_ob_server_lock(s);
    s->flavour = flavour;
    nj_ob_server_unlock(s);
}

void nj_ob_server_self(struct nj_ob_server *s, int64_t self)
{
    nj_ob_server_lock(s);
    s->self = self;
    nj_ob_server_unlock(s);
}

void nj_ob_server_role(struct nj_ob_server *s, const char *role)
{
    nj_ob_server_lock(s);
    (void)snprintf(s->role, sizeof(s->role), "%s", role);
    nj_ob_server_unlock(s);
}

void nj_ob_server_gate(struct nj_ob_server *s, enum nj_ob_gate gate)
{
    nj_ob_server_lock(s);
    s->gate = gate;
    nj_ob_server_unlock(s);
}

void nj_ob_server_timeless(struct nj_ob_server *s)
{
    s->timeless = true;
}

void nj_ob_server_quiet(struct nj_ob_server *s, bool quiet)
{
    nj_ob_server_lock(s);
    s->quiet = quiet;
    nj_ob_server_unlock(s);
}

void nj_ob_server_reply(struct nj_ob_server *s, const char *action,
                        enum nj_ob_reply reply, int64_t number,
                        const char *wording, uint32_t times)
{
    struct nj_ob_rule r = {.reply = reply, .number = number, .times = times};

    (void)snprintf(r.action, sizeof(r.action), "%s", action);
    (void)snprintf(r.wording, sizeof(r.wording), "%s", wording);
    nj_ob_server_lock(s);
    NJ_ASSERT(s->n_rules < NJ_OB_SERVER_RULES);
    s->rules[s->n_rules++] = r;
    nj_ob_server_unlock(s);
}

void nj_ob_server_drop(struct nj_ob_server *s)
{
    nj_ob_server_lock(s);
    s->dropping = true;
    nj_ob_server_unlock(s);
    lws_cancel_service(s->context);
}

void nj_ob_server_freeze(struct nj_ob_server *s)
{
    nj_ob_server_lock(s);
    s->freezing = true;
    nj_ob_server_unlock(s);
    lws_cancel_service(s->context);
}
