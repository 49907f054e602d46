/*
 * A strict server of QQ's official bot platform for tests: HTTP and the
 * WebSocket on one port of 127.0.0.1, with a thread of its own, driven from the
 * test's thread.
 *
 * What it takes and refuses is counted by the platform's own ledgers
 * (kit/qqbot_platform.h). It finds fault with whatever no good client does
 * (qqbot_server_violations). Sessions and their events outlive connections: who
 * resumes is told what he missed, and some of it twice.
 *
 *     struct qqbot_server *s = qqbot_server_start(true);
 *     qqbot_server_meet(s, QQBOT_GROUP, "G1");
 *     ... connect to qqbot_server_url(s) ...
 *     qqbot_server_say(s, QQBOT_GROUP, "G1", "U7", "Ann", "#help");
 *     assert_non_null(qqbot_server_expect(s, QQBOT_GROUP, "G1", "help", 2000));
 *     assert_string_equal(qqbot_server_violations(s), "");
 *     qqbot_server_stop(s);
 */
#ifndef NJ_KIT_QQBOT_SERVER_H
#define NJ_KIT_QQBOT_SERVER_H

#include "kit/qqbot_platform.h"

#define QQBOT_SELF "B0B0B0B0" /* how mentions call the bot */

struct qqbot_server; /* opaque */

/* What happens to a call. */
enum qqbot_reply {
    QQBOT_REPLY_FAIL,        /* status `status`, `code` */
    QQBOT_REPLY_RAW,         /* `words` as the whole body, status `status` */
    QQBOT_REPLY_SLOW,        /* handled, answered `code` ms later */
    QQBOT_REPLY_DROP_BEFORE, /* the connection closes instead */
    QQBOT_REPLY_DROP_AFTER   /* it is handled, then the connection closes */
};

struct qqbot_rule {
    const char *part; /* of the path: "/messages"; a literal */
    enum qqbot_reply reply;
    int64_t code;
    int status;
    const char *words; /* a literal; NULL: "" */
    int64_t retry_s;   /* and wants to be left alone for so long; 0: unsaid */
    uint32_t times;
};

/* How the bot learns of a mention of it. */
enum qqbot_mention {
    QQBOT_MENTION_AT,   /* an event of its own type, the mention cut off */
    QQBOT_MENTION_FULL, /* as every other message, the mention left in it */
    QQBOT_MENTION_BOTH  /* first the one, then the other */
};

/* The caller calls qqbot_server_stop(). */
struct qqbot_server *qqbot_server_start(bool verified);
void qqbot_server_stop(struct qqbot_server *s); /* NULL is fine */
/* "http://127.0.0.1:1234", of calls and tokens. */
const char *qqbot_server_url(const struct qqbot_server *s);

/* --- the platform, under the server's lock --- */

struct qqbot_platform *qqbot_server_enter(struct qqbot_server *s);
void qqbot_server_leave(struct qqbot_server *s);
void qqbot_server_meet(struct qqbot_server *s, enum qqbot_scene scene,
                       const char *id);
/* The switch for pushes; `told`: with the event of it. */
void qqbot_server_switch(struct qqbot_server *s, enum qqbot_scene scene,
                         const char *id, bool on, bool told);
/* The bot is thrown out, or the friend is none any more; with the event. */
void qqbot_server_part(struct qqbot_server *s, enum qqbot_scene scene,
                       const char *id);

/* The bot becomes an admin of that group. */
void qqbot_server_promote(struct qqbot_server *s, const char *group);
/* So many messages of others have been taken away. */
bool qqbot_server_withdrawn(struct qqbot_server *s, uint32_t n,
                            int64_t wait_ms);
/* The platform's clock, by which it counts, moves on. */
void qqbot_server_pass(struct qqbot_server *s, int64_t ms);

/* --- accidents --- */

/* Rules are used up one after the other. */
void qqbot_server_rule(struct qqbot_server *s, const struct qqbot_rule *rule);
/* Closes the WebSocket with that code; 0: cuts it. */
void qqbot_server_close(struct qqbot_server *s, int code);
/* A frame of its own: `op` 7 or 9. */
void qqbot_server_op(struct qqbot_server *s, int op);
/* Identifies and resumes are refused with that close code; 0: no more. */
void qqbot_server_refuse(struct qqbot_server *s, int code);
/* Signs of life are not acknowledged. */
void qqbot_server_silent(struct qqbot_server *s, bool silent);
/* Between signs of life; the next hello says so. */
void qqbot_server_interval(struct qqbot_server *s, int64_t ms);
/* The next resume is answered with an invalid session. */
void qqbot_server_forget(struct qqbot_server *s);
/* Connections are refused, or taken again. */
void qqbot_server_away(struct qqbot_server *s, bool away);
/* Frames go out in pieces of so many bytes, of the WebSocket and of TCP. */
void qqbot_server_pieces(struct qqbot_server *s, size_t bytes);
/* Another secret from now on; the tokens are void. */
void qqbot_server_banned(struct qqbot_server *s, bool banned);
/* Any text as a frame, as it stands. */
void qqbot_server_push(struct qqbot_server *s, const char *frame);
/* From now on members of groups are called otherwise than in private: "M" and
 * what they are called there. Tags in groups have to be of such. */
void qqbot_server_others(struct qqbot_server *s);
void qqbot_server_mentions(struct qqbot_server *s, enum qqbot_mention how);
/* Sequence numbers go on from there. */
void qqbot_server_sequence(struct qqbot_server *s, int64_t from);

/* --- events --- */

/* Somebody writes, in a group as its member `who`; "@" at the beginning of the
 * text mentions the bot. */
void qqbot_server_say(struct qqbot_server *s, enum qqbot_scene scene,
                      const char *chat, const char *who, const char *name,
                      const char *text);
/* The last event once more, with the same number. */
void qqbot_server_repeat(struct qqbot_server *s);
void qqbot_server_press(struct qqbot_server *s, enum qqbot_scene scene,
                        const char *chat, const char *who, const char *data);
/* Who befriends the bot. */
void qqbot_server_befriend(struct qqbot_server *s, const char *user);

/* --- what came --- */

/* The first text shown there with `part` in it that no earlier expectation
 * took; NULL if none comes in time. Lent until the stop. */
const char *qqbot_server_expect(struct qqbot_server *s, enum qqbot_scene scene,
                                const char *chat, const char *part,
                                int64_t wait_ms);
/* Of the text expected last: "label=data" joined by '|', and whether it was a
 * push. */
const char *qqbot_server_buttons(struct qqbot_server *s);
bool qqbot_server_pushed(struct qqbot_server *s);
/* Text number `i` from the start, in the order in which they were shown. */
const char *qqbot_server_text(struct qqbot_server *s, uint32_t i,
                              int64_t wait_ms, enum qqbot_scene *scene,
                              const char **chat);
/* True as soon as there were so many sessions, resumes, presses answered. */
bool qqbot_server_identified(struct qqbot_server *s, uint32_t n,
                             int64_t wait_ms);
bool qqbot_server_resumed(struct qqbot_server *s, uint32_t n, int64_t wait_ms);
/* Behind which event the last resume wanted to go on. */
int64_t qqbot_server_resumed_behind(struct qqbot_server *s);
/* How many sessions there were. */
uint32_t qqbot_server_sessions(struct qqbot_server *s);
/* How often the line came up, by either. */
uint32_t qqbot_server_lines(struct qqbot_server *s);
bool qqbot_server_lined(struct qqbot_server *s, uint32_t n, int64_t wait_ms);
bool qqbot_server_touched(struct qqbot_server *s, uint32_t n, int64_t wait_ms);
/* What the last identify asked for. */
int64_t qqbot_server_intents(struct qqbot_server *s);
/* How many signs of life came. */
uint32_t qqbot_server_beats(struct qqbot_server *s);

/* What was wrong so far, a line each; "" if nothing. Lent until the next call
 * of this function. */
const char *qqbot_server_violations(struct qqbot_server *s);

#endif
