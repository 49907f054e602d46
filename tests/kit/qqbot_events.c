/*
 * The WebSocket of QQ's bot platform: who identifies or resumes, and what he
 * is told.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/loose.h"
#include "kit/qqbot_server_priv.h"

#define INTENTS ((INT64_C(1) << 25) | (INT64_C(1) << 26) | (INT64_C(1) << 24))
#define FRAME   20000
#define ZONE_S  INT64_C(28800)

/* --- frames out; under the lock --- */

static void send_text(struct qqbot_server *s, struct qqbot_conn *c,
                      const char *text)
{
    qqbot_ws_put(c, text, s->piece);
}

void qqbot_greet(struct qqbot_server *s, struct qqbot_conn *c)
{
    char text[100];

    (void)snprintf(text, sizeof(text),
                   "{\"op\":10,\"d\":{\"heartbeat_interval\":%" PRId64 "}}",
                   s->interval_ms);
    send_text(s, c, text);
}

/* Takes an event into the session; `d` is JSON. */
static void add_event(struct qqbot_server *s, const char *type, const char *id,
                      const char *d)
{
    struct nj_str text = NJ_STR_INIT(FRAME);
    struct qqbot_event *e;

    s->events = nj_realloc(s->events, (s->n_events + 1) * sizeof(*s->events));
    e = &s->events[s->n_events++];
    e->s = ++s->s;
    nj_str_addf(&text,
                "{\"op\":0,\"s\":%" PRId64 ",\"t\":\"%s\",\"id\":\"%s\",\"d\":"
                "%s}",
                e->s, type, id, d);
    NJ_ASSERT(!text.over);
    e->frame = nj_strndup(text.p, text.len);
    nj_str_fini(&text);
    if (s->up)
        send_text(s, s->live, e->frame);
}

/* --- who connects --- */

static void begin_session(struct qqbot_server *s, struct qqbot_conn *c)
{
    char d[300];

    s->sessions++;
    s->lines++;
    s->left--;
    s->s = s->s > INT32_MAX ? s->s : 0; /* see qqbot_server_sequence() */
    s->first = s->n_events;
    s->live = c;
    s->up = true;
    (void)snprintf(d, sizeof(d),
                   "{\"version\":1,\"session_id\":\"session-%u\",\"user\":{"
                   "\"id\":\"1122334455\",\"username\":\"nj\",\"bot\":true},"
                   "\"shard\":[0,1]}",
                   (unsigned)s->sessions);
    add_event(s, "READY", "READY:1", d);
}

/* The one before it once more, what was missed, and the end of that. */
static void resume_session(struct qqbot_server *s, struct qqbot_conn *c,
                           int64_t seq)
{
    s->resumes++;
    s->lines++;
    s->live = c;
    for (size_t i = s->first + 1; i < s->n_events; i++)
        if (s->events[i].s >= seq)
            send_text(s, c, s->events[i].frame);
    s->up = true;
    add_event(s, "RESUMED", "RESUMED:1", "\"\"");
}

/* A second connection of the same bot throws the first one out. */
static void replace(struct qqbot_server *s, struct qqbot_conn *c)
{
    if (s->live != NULL && s->live != c)
        s->live->close = true;
    s->live = NULL;
    s->up = false;
}

static bool may_enter(struct qqbot_server *s, struct qqbot_conn *c,
                      struct nj_json d)
{
    if (s->refuse != 0) {
        qqbot_ws_put_close(c, s->refuse);
        return false;
    }
    if (!qqbot_authorized(s->platform, nj_loose_text(d, "token"),
                          qqbot_now_ms(s))) {
        qqbot_ws_put_close(c, 4004);
        return false;
    }
    replace(s, c);
    return true;
}

static void on_identify(struct qqbot_server *s, struct qqbot_conn *c,
                        struct nj_json d)
{
    struct nj_json shard = nj_json_opt(d, "shard");

    s->intents = nj_loose_whole(d, "intents");
    if ((s->intents & ~INTENTS) != 0 || s->intents == 0)
        nj_str_addf(&s->faults, "intents %" PRId64 "\n", s->intents);
    if (!nj_json_present(nj_json_first(shard)))
        nj_str_puts(&s->faults, "an identify without a shard\n");
    if (may_enter(s, c, d))
        begin_session(s, c);
    (void)pthread_cond_broadcast(&s->news);
}

static void on_resume(struct qqbot_server *s, struct qqbot_conn *c,
                      struct nj_json d)
{
    char session[40];
    int64_t seq = nj_loose_whole(d, "seq");

    (void)snprintf(session, sizeof(session), "session-%u",
                   (unsigned)s->sessions);
    if (!may_enter(s, c, d))
        return;
    s->behind = seq;
    if (s->forgets || !nj_loose_is(d, "session_id", session) || seq < 1 ||
        seq > s->s) {
        s->forgets = false;
        send_text(s, c, "{\"op\":9,\"d\":false}");
    } else {
        resume_session(s, c, seq);
    }
    (void)pthread_cond_broadcast(&s->news);
}

static void on_beat(struct qqbot_server *s, struct qqbot_conn *c,
                    struct nj_json root)
{
    struct nj_json d = nj_json_opt(root, "d");

    if (nj_json_is_number(d) && nj_loose_whole(root, "d") > s->s)
        nj_str_puts(&s->faults, "a sign of life from the future\n");
    s->beats++;
    if (!s->silent)
        send_text(s, c, "{\"op\":11}");
    (void)pthread_cond_broadcast(&s->news);
}

void qqbot_on_frame(void *server, struct qqbot_conn *c, const char *text,
                    size_t n)
{
    struct qqbot_server *s = server;
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    struct nj_json root;

    if (nj_json_open(&doc, text, n, &NJ_JSON_WIRE, &err) != NJ_OK) {
        nj_str_puts(&s->faults, "a frame that is no JSON\n");
        return;
    }
    root = nj_json_root(doc);
    switch (nj_loose_whole(root, "op")) {
    case 1:
        on_beat(s, c, root);
        break;
    case 2:
        on_identify(s, c, nj_json_opt(root, "d"));
        break;
    case 6:
        on_resume(s, c, nj_json_opt(root, "d"));
        break;
    default:
        nj_str_puts(&s->faults, "an op of its own\n");
        qqbot_ws_put_close(c, 4001);
        break;
    }
    nj_json_close(doc);
}

/* --- accidents --- */

void qqbot_server_close(struct qqbot_server *s, int code)
{
    qqbot_lock(s);
    if (s->live != NULL && code != 0)
        qqbot_ws_put_close(s->live, code);
    else if (s->live != NULL)
        s->live->close = true;
    s->live = NULL;
    s->up = false;
    qqbot_unlock(s);
}

void qqbot_server_op(struct qqbot_server *s, int op)
{
    char text[60];

    (void)snprintf(text, sizeof(text), "{\"op\":%d,\"d\":false}", op);
    qqbot_server_push(s, text);
}

void qqbot_server_push(struct qqbot_server *s, const char *frame)
{
    qqbot_lock(s);
    if (s->live != NULL)
        send_text(s, s->live, frame);
    qqbot_unlock(s);
}

void qqbot_server_repeat(struct qqbot_server *s)
{
    qqbot_lock(s);
    if (s->up)
        send_text(s, s->live, s->events[s->n_events - 1].frame);
    qqbot_unlock(s);
}

void qqbot_server_sequence(struct qqbot_server *s, int64_t from)
{
    qqbot_lock(s);
    NJ_ASSERT(from > INT32_MAX);
    s->s = from;
    qqbot_unlock(s);
}

/* --- events; the test's thread --- */

static void put_time(struct nj_json_out *o, int64_t ms)
{
    time_t at = (time_t)(ms / 1000 + ZONE_S);
    struct tm tm;
    char text[40];

    (void)gmtime_r(&at, &tm);
    (void)strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S+08:00", &tm);
    nj_json_put_text(o, "timestamp", text);
}

static void put_author(struct nj_json_out *o, bool group, const char *who,
                       const char *name)
{
    nj_json_obj(o, "author");
    nj_json_put_text(o, "id", who);
    nj_json_put_text(o, group ? "member_openid" : "user_openid", who);
    if (group)
        nj_json_put_text(o, "member_role", "member");
    nj_json_put_text(o, "username", name);
    nj_json_put_bool(o, "bot", false);
    nj_json_put_text(o, "union_openid", "");
    nj_json_end(o);
}

static void put_mention(struct nj_json_out *o)
{
    nj_json_arr(o, "mentions");
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "id", QQBOT_SELF);
    nj_json_put_text(o, "member_openid", QQBOT_SELF);
    nj_json_put_bool(o, "bot", true);
    nj_json_put_bool(o, "is_you", true);
    nj_json_put_text(o, "scope", "single");
    nj_json_end(o);
    nj_json_end(o);
}

/* What somebody is called there. */
static const char *called(const struct qqbot_server *s, enum qqbot_scene scene,
                          const char *who, char out[QQBOT_REF_BYTES])
{
    (void)snprintf(out, QQBOT_REF_BYTES, "%s%s",
                   s->others && scene == QQBOT_GROUP ? "M" : "", who);
    return out;
}

struct saying {
    enum qqbot_scene scene;
    const char *chat, *who, *name, *text;
    char id[QQBOT_REF_BYTES];
    int64_t at_ms;
    bool at_me, full;
};

static void put_saying(struct qqbot_server *s, const struct saying *w)
{
    struct nj_str d = NJ_STR_INIT(FRAME);
    struct nj_json_out o = nj_json_onto(&d);
    struct nj_str text = NJ_STR_INIT(FRAME);
    bool group = w->scene == QQBOT_GROUP;
    const char *type = !group    ? "C2C_MESSAGE_CREATE"
                       : w->full ? "GROUP_MESSAGE_CREATE"
                                 : "GROUP_AT_MESSAGE_CREATE";
    char id[40], who[QQBOT_REF_BYTES];

    if (w->at_me && w->full)
        nj_str_puts(&text, "<@" QQBOT_SELF ">");
    nj_str_addf(&text, "%s%s", w->at_me ? " " : "", w->text);
    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "id", w->id);
    nj_json_put_text(&o, "content", text.p);
    put_time(&o, w->at_ms - s->passed_ms);
    put_author(&o, group, called(s, w->scene, w->who, who), w->name);
    if (group)
        nj_json_put_text(&o, "group_openid", w->chat);
    if (w->at_me && w->full)
        put_mention(&o);
    nj_json_put_i64(&o, "message_type", 0);
    nj_json_end(&o);
    (void)snprintf(id, sizeof(id), "%s:%zu", type, s->n_events);
    add_event(s, type, id, d.p);
    nj_str_fini(&d);
    nj_str_fini(&text);
}

void qqbot_server_say(struct qqbot_server *s, enum qqbot_scene scene,
                      const char *chat, const char *who, const char *name,
                      const char *text)
{
    struct saying w = {.scene = scene,
                       .chat = chat,
                       .who = who,
                       .name = name,
                       .at_me = text[0] == '@',
                       .text = text + (text[0] == '@' ? 1 : 0)};

    qqbot_lock(s);
    w.at_ms = qqbot_now_ms(s);
    qqbot_hear(s->platform, scene, chat, w.at_ms, w.id);
    w.full = !w.at_me || s->mentions == QQBOT_MENTION_FULL;
    put_saying(s, &w);
    if (w.at_me && s->mentions == QQBOT_MENTION_BOTH) {
        w.full = true;
        put_saying(s, &w);
    }
    qqbot_unlock(s);
}

static void put_place(struct nj_json_out *o, enum qqbot_scene scene,
                      const char *chat, const char *who)
{
    nj_json_put_text(o, "scene", scene == QQBOT_GROUP ? "group" : "c2c");
    nj_json_put_i64(o, "chat_type", scene == QQBOT_GROUP ? 1 : 2);
    if (scene == QQBOT_GROUP) {
        nj_json_put_text(o, "group_openid", chat);
        nj_json_put_text(o, "group_member_openid", who);
    } else {
        nj_json_put_text(o, "user_openid", chat);
    }
}

void qqbot_server_press(struct qqbot_server *s, enum qqbot_scene scene,
                        const char *chat, const char *who, const char *data)
{
    struct nj_str d = NJ_STR_INIT(FRAME);
    struct nj_json_out o = nj_json_onto(&d);
    char ref[QQBOT_REF_BYTES], name[QQBOT_REF_BYTES];
    struct qqbot_touch *t;

    qqbot_lock(s);
    NJ_ASSERT(s->n_touches < QQBOT_PRESSES);
    t = &s->touches[s->n_touches++];
    t->at_ms = qqbot_now_ms(s);
    t->done = false;
    (void)snprintf(t->id, sizeof(t->id), "press:%u", (unsigned)s->n_touches);
    qqbot_happen(s->platform, scene, chat, true, t->at_ms, ref);
    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "id", t->id);
    nj_json_put_i64(&o, "type", 11);
    put_place(&o, scene, chat, called(s, scene, who, name));
    put_time(&o, t->at_ms - s->passed_ms);
    nj_json_obj(&o, "data");
    nj_json_put_i64(&o, "type", 11);
    nj_json_obj(&o, "resolved");
    nj_json_put_text(&o, "button_data", data);
    nj_json_put_text(&o, "button_id", "1");
    nj_json_end(&o);
    nj_json_end(&o);
    nj_json_end(&o);
    add_event(s, "INTERACTION_CREATE", ref, d.p);
    qqbot_unlock(s);
    nj_str_fini(&d);
}

/* Each press within three seconds, and once. */
int qqbot_touch(struct qqbot_server *s, const char *id)
{
    for (uint32_t i = 0; i < s->n_touches; i++) {
        struct qqbot_touch *t = &s->touches[i];

        if (strcmp(t->id, id) != 0)
            continue;
        if (t->done)
            nj_str_addf(&s->faults, "%s is acknowledged twice\n", id);
        if (qqbot_now_ms(s) > t->at_ms + 3000)
            nj_str_addf(&s->faults, "%s is acknowledged too late\n", id);
        t->done = true;
        s->touched++;
        (void)pthread_cond_broadcast(&s->news);
        return 200;
    }
    nj_str_addf(&s->faults, "a press that is none: %s\n", id);
    return 400;
}

/* --- who comes and goes, and switches --- */

static void happen(struct qqbot_server *s, enum qqbot_scene scene,
                   const char *chat, const char *type, bool answerable)
{
    char ref[QQBOT_REF_BYTES] = "";
    char d[300];

    if (answerable)
        qqbot_happen(s->platform, scene, chat, true, qqbot_now_ms(s), ref);
    (void)snprintf(d, sizeof(d),
                   scene == QQBOT_GROUP
                       ? "{\"group_openid\":\"%s\",\"timestamp\":%" PRId64 "}"
                       : "{\"openid\":\"%s\",\"timestamp\":%" PRId64 "}",
                   chat, qqbot_now_ms(s) / 1000);
    add_event(s, type, ref, d);
}

void qqbot_server_meet(struct qqbot_server *s, enum qqbot_scene scene,
                       const char *id)
{
    qqbot_lock(s);
    qqbot_meet(s->platform, scene, id);
    qqbot_unlock(s);
}

void qqbot_server_promote(struct qqbot_server *s, const char *group)
{
    qqbot_lock(s);
    qqbot_promote(s->platform, group);
    qqbot_unlock(s);
}

void qqbot_server_befriend(struct qqbot_server *s, const char *user)
{
    qqbot_lock(s);
    qqbot_meet(s->platform, QQBOT_USER, user);
    happen(s, QQBOT_USER, user, "FRIEND_ADD", true);
    qqbot_unlock(s);
}

void qqbot_server_switch(struct qqbot_server *s, enum qqbot_scene scene,
                         const char *id, bool on, bool told)
{
    static const char *const types[2][2] = {
        {"GROUP_MSG_REJECT", "GROUP_MSG_RECEIVE"},
        {"C2C_MSG_REJECT", "C2C_MSG_RECEIVE"}};

    qqbot_lock(s);
    qqbot_switch(s->platform, scene, id, on);
    if (told)
        happen(s, scene, id, types[scene == QQBOT_USER][on], on);
    qqbot_unlock(s);
}

void qqbot_server_part(struct qqbot_server *s, enum qqbot_scene scene,
                       const char *id)
{
    qqbot_lock(s);
    qqbot_leave(s->platform, scene, id);
    happen(s, scene, id,
           scene == QQBOT_GROUP ? "GROUP_DEL_ROBOT" : "FRIEND_DEL", false);
    qqbot_unlock(s);
}
