/*
 * Private to gateway/telegram: one gateway with its connections.
 *
 * telegram.c is what the referee's thread calls; client.c, with calls.c and
 * asking.c, is the service thread and the only one that has transfers. They
 * share what stands under the lock and wake each other by nj_http_wake() and
 * the inbox.
 */
#ifndef NJ_GATEWAY_TELEGRAM_CLIENT_PRIV_H
#define NJ_GATEWAY_TELEGRAM_CLIENT_PRIV_H

#include "gateway/telegram/telegram.h"
#include "gateway/telegram/telegram_priv.h"
#include "gateway/web/service.h"

#define NJ_TG_SENDERS 8 /* calls under way at once, beside the poll */

/* One request and its answer. */
struct nj_tg_transfer {
    struct nj_transfer wire; /* first */
    struct nj_tg_job *job;   /* NULL: the poll */
    enum nj_tg_ask ask;      /* of the poll */
};

struct nj_telegram {
    struct nj_gateway base;
    struct nj_service service;

    /* Constant from creation to the end. */
    char *url;   /* without '/' at its end */
    char *token; /* guarded */
    int64_t poll_s;
    int64_t answer_ms, upload_ms;

    /* Under the service's lock. */
    struct nj_tg_jobs handed; /* by the referee, not looked at yet */
    char username[NJ_TG_USERNAME_MAX];
    int64_t stored;

    /* The service thread's own. */
    bool warned; /* about privacy mode */
    bool menus_sent;
    struct nj_tg_me me;
    struct nj_tg_poll poll;
    struct nj_tg_transfer asking;
    struct nj_tg_transfer senders[NJ_TG_SENDERS];
    struct nj_tg_jobs jobs;
    struct nj_tg_jobs menus; /* until they are sent */
    struct nj_tg_seen seen;
    struct nj_tg_names names;
    struct nj_tg_handles handles;
    struct nj_tg_batch batch;
};

/* Takes the job over, tells its fate and frees it. From any thread. */
void nj_tg_settle(struct nj_telegram *tg, struct nj_tg_job *j,
                  const struct nj_tg_step *step);

/* The body of the service thread. */
void *nj_tg_serve(void *telegram);

/* --- wire.c --- */

NJ_MUST_USE enum nj_status nj_tg_wire_open(struct nj_telegram *tg,
                                           struct nj_err *err);
void nj_tg_wire_close(struct nj_telegram *tg);
/* Takes the call's text over and sets out. */
void nj_tg_wire_begin(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      struct nj_tg_call *c, int64_t timeout_ms);
/* The transfer is over, or given up. */
void nj_tg_wire_end(struct nj_telegram *tg, struct nj_tg_transfer *t);
/* What came of it; the caller calls nj_tg_answer_fini(). */
void nj_tg_wire_read(const struct nj_telegram *tg,
                     const struct nj_http_answer *said, struct nj_tg_answer *a);

/* --- menu.c --- */

/* False: a name or a description that the Bot API does not take. */
bool nj_tg_menu_fits(const struct nj_telegram_command *c);
bool nj_tg_about_fits(const struct nj_telegram_about *a);
/* One job per language and scope. */
void nj_tg_menu_jobs(const struct nj_telegram_command *commands, size_t n,
                     struct nj_tg_jobs *out);
/* Two jobs per language. */
void nj_tg_about_jobs(const struct nj_telegram_about *abouts, size_t n,
                      struct nj_tg_jobs *out);

/* --- calls.c --- */

void nj_tg_tell(struct nj_telegram *tg, enum nj_event_kind kind,
                const char *text);
struct nj_tg_self nj_tg_self_of(struct nj_telegram *tg);
/* What was handed over is waiting now, or goes back while we are down. */
void nj_tg_calls_take(struct nj_telegram *tg);
/* Sends what may go now, as far as connections are free. */
void nj_tg_calls_send(struct nj_telegram *tg, int64_t now_ms);
/* A call has come to its end. */
void nj_tg_calls_done(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      const struct nj_http_answer *said);
/* What has not set out goes back: nobody knows for how long we are down. */
void nj_tg_calls_give_back(struct nj_telegram *tg);
/* The end: of what is still on its way nobody will hear. */
void nj_tg_calls_lose(struct nj_telegram *tg);

/* --- asking.c --- */

/* Asks the next question, if it is time and none is open. */
void nj_tg_asking_go(struct nj_telegram *tg, int64_t now_ms);
/* It has come to its end. */
void nj_tg_asking_done(struct nj_telegram *tg,
                       const struct nj_http_answer *said);

/* --- probe.c --- */

void nj_tg_probe(struct nj_gateway *g, const struct nj_probe *p);

#endif
