/*
 * A strict OneBot v11 gateway for tests: a WebSocket server on 127.0.0.1 with
 * a thread of its own, driven from the test's thread.
 *
 * It writes down every call and finds fault with whatever a real gateway
 * could take badly (nj_ob_server_violations). Nothing here waits longer than
 * it was told to.
 *
 *     struct nj_ob_server *s = nj_ob_server_start("token");
 *     ... connect to ws://127.0.0.1:<nj_ob_server_port(s)>/ ...
 *     assert_true(nj_ob_server_connected(s, 1, 2000));
 *     nj_ob_server_say_group(s, 1001, 77, "Ann", "#help");
 *     assert_non_null(nj_ob_server_expect_group(s, 1001, "help", 2000));
 *     assert_string_equal(nj_ob_server_violations(s), "");
 *     nj_ob_server_stop(s);
 */
#ifndef NJ_KIT_ONEBOT_SERVER_H
#define NJ_KIT_ONEBOT_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NJ_OB_SERVER_SELF 10000 /* the bot's number */

struct nj_ob_server;

/* What happens to who connects. */
enum nj_ob_gate {
    NJ_OB_GATE_CHECK, /* a wrong token: HTTP 401 or 403, no upgrade */
    NJ_OB_GATE_LATE   /* a wrong token: upgrade, a 1403 frame, close */
};

/* What happens to a call. */
enum nj_ob_reply {
    NJ_OB_REPLY_OK,
    NJ_OB_REPLY_SLOW, /* ok, `number` ms later */
    NJ_OB_REPLY_NEVER,
    NJ_OB_REPLY_TWICE,
    NJ_OB_REPLY_FAIL,        /* retcode `number`, `wording` */
    NJ_OB_REPLY_DROP_BEFORE, /* the connection closes instead */
    NJ_OB_REPLY_DROP_AFTER   /* it closes behind the answer */
};

/* How the programs that hold accounts differ. */
enum nj_ob_flavour {
    NJ_OB_PLAIN, /* the standard, and negative ids */
    NJ_OB_NAPCAT,
    NJ_OB_LLONEBOT,
    NJ_OB_LAGRANGE,
    NJ_OB_GOCQHTTP
};

/* "" as token: anybody may connect. The caller calls nj_ob_server_stop(). */
struct nj_ob_server *nj_ob_server_start(const char *token);
void nj_ob_server_stop(struct nj_ob_server *s); /* NULL is fine */
uint16_t nj_ob_server_port(const struct nj_ob_server *s);

/* Another program, or another account, from now on. */
void nj_ob_server_flavour(struct nj_ob_server *s, enum nj_ob_flavour flavour);
void nj_ob_server_self(struct nj_ob_server *s, int64_t self);
/* What get_group_member_info answers: "" for nobody there. */
void nj_ob_server_role(struct nj_ob_server *s, const char *role);

/* It answers get_friend_list from now on, with these so far and no others;
 * before, it does not know that call. `n` 0: with nobody. */
void nj_ob_server_list(struct nj_ob_server *s, const int64_t *friends,
                       uint32_t n);
/* One more, with the notice of it; or one less, without a word. A text to
 * who is no friend is refused once there is a list. */
void nj_ob_server_befriend(struct nj_ob_server *s, int64_t user);
void nj_ob_server_unfriend(struct nj_ob_server *s, int64_t user);
/* As NapCat does where it cannot find the person: a private text beside which
 * a group is named is posted in that group. */
void nj_ob_server_careless(struct nj_ob_server *s);

/* Reverse: it connects to 127.0.0.1 (or `host`), once. What it says of itself; NULL: as
 * its flavour does, "": not at all. */
struct nj_ob_dial {
    const char *host; /* "::1" */
    uint16_t port;
    const char *path; /* "/" */
    const char *self_id;
    const char *role; /* "Universal" */
    const char *authorization;
};

void nj_ob_server_dial(struct nj_ob_server *s, const struct nj_ob_dial *dial);

/* Another token from now on. */
void nj_ob_server_token(struct nj_ob_server *s, const char *token);
void nj_ob_server_gate(struct nj_ob_server *s, enum nj_ob_gate gate);
/* The next `times` calls of `action` ("" any send) are answered like this; several
 * such orders are used up one after the other. */
void nj_ob_server_reply(struct nj_ob_server *s, const char *action,
                        enum nj_ob_reply reply, int64_t number,
                        const char *wording, uint32_t times);
/* No lifecycle event for new connections, or one again. */
void nj_ob_server_quiet(struct nj_ob_server *s, bool quiet);
/* Its events say no time: for programs whose clock is moved by hours, whoever
 * works. Before anybody connects. */
void nj_ob_server_timeless(struct nj_ob_server *s);

/* --- events, to the latest connection --- */

void nj_ob_server_say_group(struct nj_ob_server *s, int64_t group, int64_t user,
                            const char *name, const char *text);
void nj_ob_server_say_private(struct nj_ob_server *s, int64_t user,
                              const char *name, const char *text);
/* Through a group, by somebody who is no friend. */
void nj_ob_server_say_through(struct nj_ob_server *s, int64_t group,
                              int64_t user, const char *name, const char *text);
/* Somebody wants to be a friend (group 0), or the account in a group. */
void nj_ob_server_wish(struct nj_ob_server *s, int64_t group, int64_t user,
                       const char *flag);
/* The last message once more, as after a reconnect. */
void nj_ob_server_repeat(struct nj_ob_server *s);
void nj_ob_server_heartbeat(struct nj_ob_server *s, int64_t interval_ms,
                            bool online);
/* Any text as one frame, in fragments of `piece` bytes (0: in one). */
void nj_ob_server_push(struct nj_ob_server *s, const char *frame, size_t piece);

/* --- accidents --- */

/* Closes all connections. */
void nj_ob_server_drop(struct nj_ob_server *s);
/* The present connections go dead: nothing is read, written or ponged. */
void nj_ob_server_freeze(struct nj_ob_server *s);

/* --- what came --- */

/* True as soon as `n` connections were made since the start. */
bool nj_ob_server_connected(struct nj_ob_server *s, uint32_t n,
                            int64_t wait_ms);
/* Connections made, and handshakes turned away, since the start. */
uint32_t nj_ob_server_connections(struct nj_ob_server *s);
uint32_t nj_ob_server_refusals(struct nj_ob_server *s);

/*
 * The first text to that chat that contains `part` and that no earlier
 * expectation took; NULL if none comes in time. Lent until the stop.
 */
const char *nj_ob_server_expect_group(struct nj_ob_server *s, int64_t group,
                                      const char *part, int64_t wait_ms);
const char *nj_ob_server_expect_private(struct nj_ob_server *s, int64_t user,
                                        const char *part, int64_t wait_ms);
/* All texts since the last time, each given to `each` and then forgotten: for
 * runs with more of them than anybody wants to keep. Waits for one at least. */
void nj_ob_server_take(struct nj_ob_server *s, int64_t wait_ms,
                       void (*each)(void *ctx, const char *text), void *ctx);
/* Was the text expected last folded; bytes of its picture as written. */
bool nj_ob_server_folded(struct nj_ob_server *s);
size_t nj_ob_server_picture(struct nj_ob_server *s);
/* Is that picture a whole PNG. */
/* The first file so sent there whose name ends in that (".html"), as a text, lent
 * while the server stands; NULL: none has come in time. */
const char *nj_ob_server_file(struct nj_ob_server *s, bool group, int64_t id,
                              const char *ending, int64_t wait_ms);
bool nj_ob_server_png(struct nj_ob_server *s);
/* An answer to the request of that flag comes; what it says. */
bool nj_ob_server_answered(struct nj_ob_server *s, const char *flag,
                           bool *approve, int64_t wait_ms);
/* True as soon as handshakes were turned away so often. */
bool nj_ob_server_refused(struct nj_ob_server *s, uint32_t n, int64_t wait_ms);
/* True as soon as so many connections are open. */
bool nj_ob_server_open(struct nj_ob_server *s, uint32_t n, int64_t wait_ms);
/* Texts to that chat so far. */
uint32_t nj_ob_server_count(struct nj_ob_server *s, bool group, int64_t id);
/* Texts so far with a group named beside the person: temporary sessions. */
uint32_t nj_ob_server_sessions(struct nj_ob_server *s);
/* Numbers mentioned in the text expected last, joined by ','. */
const char *nj_ob_server_mentions(struct nj_ob_server *s);

/*
 * Text number `i` (from 0, in order of arrival, whatever the chat, pictures
 * with a mere title left out), waited for; NULL if it does not come in time.
 * Lent until the stop.
 */
const char *nj_ob_server_text(struct nj_ob_server *s, uint32_t i,
                              int64_t wait_ms, bool *group, int64_t *id);

/* What was wrong with the calls so far, a line each; "" if nothing. Lent
 * until the next call of this function. */
const char *nj_ob_server_violations(struct nj_ob_server *s);

#endif
