/*
 * Several workers that share out the accounts of one database: programs with
 * the same configuration, each in a folder of its own. What they hold and who
 * keeps the books stands in their logs.
 */
#ifndef NJ_KIT_WORKERS_H
#define NJ_KIT_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "kit/onebot_server.h"
#include "kit/pg_proxy.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define NJ_WORKERS_MAX 3
/* For what has no promise, on a busy machine. */
#define NJ_WORKERS_WAIT_MS  INT64_C(60000)
#define NJ_WORKERS_TG_TOKEN "8100000001:AAtest-token_of-the-tests"

struct nj_workers_setup {
    unsigned n;
    const char *url;
    const struct nj_str *accounts;
    bool clock; /* the test clock, which nj_workers_pass moves */
    bool ways;  /* each reaches the database by a proxy of its own */
};

struct nj_workers {
    struct nj_serve at[NJ_WORKERS_MAX];
    struct nj_pg_proxy *way[NJ_WORKERS_MAX]; /* NULL: it has none */
    const char *const *args;
    unsigned n;
    unsigned accounts;               /* that they share */
    uint16_t health[NJ_WORKERS_MAX]; /* the port of each */
    size_t from[NJ_WORKERS_MAX]; /* where the log of its latest start begins */
};

/* Adds an account to the list of those that are shared, as the configuration has
 * them; on QQ at a pace that holds nobody up, whatever the clock says, on Telegram
 * at that of life. */
void nj_workers_onebot(struct nj_str *accounts, const char *name,
                       const struct nj_ob_server *s);
void nj_workers_telegram(struct nj_str *accounts, const char *name,
                         const struct nj_tg_server *s);
/* They are started one after the other, and share when this returns; the first
 * keeps the books. */
void nj_workers_open(struct nj_workers *w, const struct nj_workers_setup *of);
/* Kills what still runs; for a teardown, once more is fine. With NJ_EVENING in the
 * environment the logs stay in that folder. */
void nj_workers_close(struct nj_workers *w);
/* Fails the test, with the end of each log. */
void nj_workers_give_up(struct nj_workers *w, const char *why, unsigned which);

/* How many accounts it holds since its latest start; one of them by name. */
unsigned nj_workers_holds(struct nj_workers *w, unsigned i);
bool nj_workers_has(struct nj_workers *w, unsigned i, const char *account);
/* Who has that account; waits until somebody has. */
unsigned nj_workers_holder(struct nj_workers *w, const char *account);
/* Who has begun to keep the books last, and takes the clock's orders. */
unsigned nj_workers_keeper(struct nj_workers *w);
/* All run, none holds more than his share, and one keeps the books. */
bool nj_workers_share(struct nj_workers *w);
/* As the unit of a machine does it: who has ended is started again. */
void nj_workers_restart(struct nj_workers *w);
void nj_workers_await_sharing(struct nj_workers *w);
/* Time goes on where the books are, so far as somebody keeps them. */
void nj_workers_pass(struct nj_workers *w, const char *by);
/* Ends all in order. */
void nj_workers_stop(struct nj_workers *w);
/* After the end of all: the file of that match verifies. */
void nj_workers_verify(struct nj_workers *w, const char *code);

#endif
