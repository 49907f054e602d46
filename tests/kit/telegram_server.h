/*
 * A strict Bot API server for tests: plain HTTP on 127.0.0.1 with a thread of
 * its own, driven from the test's thread.
 *
 * It writes down every call and finds fault with whatever the Bot API could
 * take badly (nj_tg_server_violations). It keeps updates until they are
 * confirmed, remembers which messages it has taken, and fails as it is told.
 *
 *     struct nj_tg_server *s = nj_tg_server_start("123:token");
 *     ... connect to nj_tg_server_url(s) ...
 *     nj_tg_server_say(s, -1001, 0, 77, "Ann", "/help");
 *     assert_non_null(nj_tg_server_expect(s, "sendMessage", -1001, "help",
 *                                         2000));
 *     assert_string_equal(nj_tg_server_violations(s), "");
 *     nj_tg_server_stop(s);
 */
#ifndef NJ_KIT_TELEGRAM_SERVER_H
#define NJ_KIT_TELEGRAM_SERVER_H

#include "kit/telegram_check.h"

#define NJ_TG_SERVER_BOT  8100000001 /* its number */
#define NJ_TG_SERVER_NAME "Night_Jar_Bot"

struct nj_tg_server;

/* What happens to a call. */
enum nj_tg_reply {
    NJ_TG_REPLY_OK,
    NJ_TG_REPLY_FAIL,        /* `code`, `words`, `parameter` */
    NJ_TG_REPLY_HTML,        /* a proxy's page with status `code` */
    NJ_TG_REPLY_RAW,         /* `words` as the whole body, status `code` */
    NJ_TG_REPLY_SLOW,        /* handled, answered `code` ms later */
    NJ_TG_REPLY_DROP_BEFORE, /* the connection closes instead */
    NJ_TG_REPLY_DROP_AFTER,  /* it is handled, then the connection closes */
    NJ_TG_REPLY_CUT          /* handled, half of the answer, close */
};

struct nj_tg_rule {
    const char *method; /* "" any send or edit */
    enum nj_tg_reply reply;
    int64_t code;
    const char *words;
    int64_t parameter; /* > 0: retry_after, < 0: migrate_to_chat_id */
    uint32_t times;
};

/* The caller calls nj_tg_server_stop(). */
struct nj_tg_server *nj_tg_server_start(const char *token);
void nj_tg_server_stop(struct nj_tg_server *s); /* NULL is fine */
const char *nj_tg_server_url(const struct nj_tg_server *s);

/* Rules are used up one after the other. */
void nj_tg_server_reply(struct nj_tg_server *s, const struct nj_tg_rule *rule);
void nj_tg_server_token(struct nj_tg_server *s, const char *token);
/* The bot reads commands of groups only (from the next getMe on). */
void nj_tg_server_privacy(struct nj_tg_server *s, bool on);
/* The clock of its answers is so far ahead of this machine's. */
void nj_tg_server_ahead(struct nj_tg_server *s, int64_t seconds);
/* Its messages say no time: for programs whose clock is moved by hand, whoever
 * works. Before anybody connects. */
void nj_tg_server_timeless(struct nj_tg_server *s);
/* A webhook is set until deleteWebhook. */
void nj_tg_server_webhook(struct nj_tg_server *s);
/* Somebody else reads the updates. */
void nj_tg_server_rival(struct nj_tg_server *s, bool there);
/* What getChatMember says of that person; until then he is not known. */
void nj_tg_server_member(struct nj_tg_server *s, int64_t chat, int64_t user,
                         const char *status);
/* Closes all connections. */
void nj_tg_server_drop(struct nj_tg_server *s);
/* Connections are refused, or taken again. */
void nj_tg_server_away(struct nj_tg_server *s, bool away);

/*
 * From now on the server keeps Telegram's limit of 20 calls a minute into a
 * group, edits counted, on a clock that moves by nj_tg_server_pass() alone:
 * what is over it is answered with 429, and is a violation.
 */
void nj_tg_server_limit(struct nj_tg_server *s);
void nj_tg_server_pass(struct nj_tg_server *s, int64_t ms);

/* --- updates --- */

/* Somebody writes into a group (chat < 0), its topic, or in private. Returns
 * the update's id. */
int64_t nj_tg_server_say(struct nj_tg_server *s, int64_t chat, int64_t topic,
                         int64_t user, const char *name, const char *text);
int64_t nj_tg_server_press(struct nj_tg_server *s, int64_t chat, int64_t user,
                           int64_t message, const char *data);
/* An update from its members: "\"message\":{...}". */
int64_t nj_tg_server_push(struct nj_tg_server *s, const char *members);
/* Updates that are not confirmed. */
uint32_t nj_tg_server_pending(struct nj_tg_server *s);
/* True as soon as none is. */
bool nj_tg_server_confirmed(struct nj_tg_server *s, int64_t wait_ms);

/* --- what came --- */

/*
 * The first call of that method ("" any), to that chat (0: any), whose shown
 * text contains `part`, that no earlier expectation took; NULL if none comes
 * in time. Lent until the stop.
 */
const struct nj_tg_checked *nj_tg_server_expect(struct nj_tg_server *s,
                                                const char *method,
                                                int64_t chat, const char *part,
                                                int64_t wait_ms);
/* The shown texts of all calls since the last time, each given to `each`; all
 * calls are forgotten then. Waits for one at least. */
void nj_tg_server_take(struct nj_tg_server *s, int64_t wait_ms,
                       void (*each)(void *ctx, const char *text), void *ctx);
/* Calls of that method so far. */
uint32_t nj_tg_server_count(struct nj_tg_server *s, const char *method);

/* What was wrong with the calls so far, a line each; "" if nothing. Lent
 * until the next call of this function. */
const char *nj_tg_server_violations(struct nj_tg_server *s);

#endif
