/*
 * The lease of a worker: one of all that have opened this database to serve
 * from it works and speaks, and the others wait (store.h).
 *
 * Who works holds the lock of open_all (pg.c) in the session by which he
 * writes, and a row says until when he may speak, by the database's clock. A
 * thread with a connection of its own renews that. Whoever waits takes the
 * lock when it is free, or when that time is over: then the session that holds
 * it is ended, so that nothing it has begun can be committed. The epoch of the
 * row is counted up, each transaction of a worker asks for its own, and the new
 * one waits until the old one's time is over.
 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "store/pg_priv.h"

#define LEASE_MS   6000 /* stands in SQL, too */
#define MARGIN_MS  1000 /* a worker is silent so long before it ends */
#define RENEW_MS   1500
#define LOOK_MS    400   /* between looks of who waits */
#define SILENT_MS  10000 /* a server that says nothing for so long is lost */
#define SHY_LOOKS  5     /* so often others go first */
#define YIELD_ASKS 2     /* another one may be about to take its share */
#define SQL_BYTES  160
#define TAKE_BYTES 600

/* How long the one before may speak yet stands where the epoch is read. Others
 * may not speak for a keeper of books either before that is over. */
#define TAKE                                                        \
 "WITH old AS (SELECT until, shared, hush FROM lease FOR UPDATE)"   \
 " UPDATE lease SET epoch = epoch + 1, session = pg_backend_pid()," \
 " until = clock_timestamp() + interval '6 s', shared = %s,"        \
 " hush = CASE WHEN old.shared THEN old.hush ELSE old.until END"    \
 " FROM old RETURNING epoch, (1000 * greatest(0,"                   \
 " extract(epoch FROM old.until - clock_timestamp())))::bigint"

/* Those who spoke for an earlier keeper; they cannot renew that any more. */
#define OTHERS                                               \
 "SELECT count(to_regclass(quote_ident(current_schema()) ||" \
 " '.relay_worker'))"

#define TABLE_IS_THERE \
 "SELECT count(to_regclass(quote_ident(current_schema()) || '.lease'))"

/* Only a session that the row names: others who hold the lock have no lease. */
#define END_OVERDUE                                                         \
 "SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks AS l, lease AS w" \
 " WHERE l.pid = w.session AND w.until < clock_timestamp() AND l.granted"   \
 " AND l.locktype = 'advisory' AND l.classid = 1313489234"                  \
 " AND l.objid = (hashtext(current_schema())::bigint & 4294967295)::oid"

struct nj_pg_lease {
    struct nj_store_worker worker;
    int64_t epoch;
    /* The thread's. */
    pthread_t thread;
    char *url;
    PGconn *c;             /* NULL: none at the moment */
    int ends[2];           /* a byte in it ends the thread */
    bool running, refused; /* the last try to renew failed, and that was said */
    int crowded;           /* so often in a row it was to give up the house */
};

/* --- waiting for it --- */

static void rest(int64_t ms)
{
    const struct timespec t = {.tv_sec = ms / 1000,
                               .tv_nsec = ms % 1000 * 1000000};

    (void)nanosleep(&t, NULL);
}

/* False: nobody wants to wait any more. */
static bool wait_on(struct nj_store *s, int64_t ms)
{
    if (s->worker->waits != NULL && !s->worker->waits(s->worker->ctx))
        nj_trouble_note(s, NJ_ERR_BUSY,
                        "database '%s' is served by another worker", s->path);
    else
        rest(ms);
    return nj_store_good(s);
}

#define LOCK   "(1313489234, hashtext(current_schema()))::int"
#define TRY    "SELECT pg_try_advisory_lock" LOCK
#define UNLOCK "SELECT pg_advisory_unlock" LOCK

/* `*shy`: how often it has let others go first. */
static bool takes_lock(struct nj_store *s, int *shy)
{
    if (nj_pg_number(s, TRY) == 0)
        return false;
    if (s->worker->yields == NULL || *shy == SHY_LOOKS ||
        !nj_pg_share_makes_way(s))
        return true;
    (void)nj_pg_number(s, UNLOCK);
    ++*shy;
    return false;
}

void nj_pg_lease_wait(struct nj_store *s)
{
    int64_t patience_ms = s->patience_ms;
    int shy = 0;

    s->patience_ms = SILENT_MS; /* who waits has to know if it waits in vain */
    while (nj_store_good(s) && !takes_lock(s, &shy)) {
        int64_t ended = 0;

        if (nj_store_good(s) && nj_pg_number(s, TABLE_IS_THERE) > 0)
            ended = nj_pg_number(s, END_OVERDUE);
        if (ended > 0)
            nj_log(NJ_LOG_WARN, "lease", "overdue",
                   NJ_FIELDS(nj_f_word("ended", "the session that held it")));
        if (nj_store_good(s))
            (void)wait_on(s, LOOK_MS);
    }
    s->patience_ms = patience_ms;
}

/* --- renewing it, in a thread of its own --- */

enum answer {
    ANSWER_NONE, /* the connection is gone, or silent */
    ANSWER_YES,
    ANSWER_NO /* no row has that epoch any more */
};

/* False: the thread is to end. */
static bool sleep_on(const struct nj_pg_lease *l, int64_t ms)
{
    struct pollfd end = {.fd = l->ends[0], .events = POLLIN};

    return poll(&end, 1, (int)ms) <= 0;
}

static void hang_up(struct nj_pg_lease *l)
{
    if (l->c != NULL)
        nj_pq.finish(l->c);
    l->c = NULL;
}

/* Waits for all of an answer for at most so long. */
static bool has_answered(const struct nj_pg_lease *l, int64_t until_ms)
{
    struct pollfd said = {.fd = nj_pq.socket(l->c), .events = POLLIN};

    while (nj_pq.isBusy(l->c) != 0) {
        int64_t left_ms = until_ms - nj_fence_now_ms();

        if (left_ms <= 0 || poll(&said, 1, (int)left_ms) <= 0 ||
            nj_pq.consumeInput(l->c) == 0)
            return false;
    }
    return true;
}

static enum answer read_answer(const struct nj_pg_lease *l)
{
    PGresult *r = nj_pq.getResult(l->c);
    ExecStatusType st = nj_pq.resultStatus(r);
    bool row = st == PGRES_TUPLES_OK && nj_pq.ntuples(r) == 1;

    nj_pq.clear(r);
    nj_pq.clear(nj_pq.getResult(l->c)); /* the end of it: NULL */
    return row ? ANSWER_YES : st == PGRES_TUPLES_OK ? ANSWER_NO : ANSWER_NONE;
}

static enum answer ask(struct nj_pg_lease *l, const char *sql)
{
    int64_t until_ms = nj_fence_now_ms() + LEASE_MS - MARGIN_MS;
    enum answer a = ANSWER_NONE;

    if (nj_pq.sendQueryParams(l->c, sql, 0, NULL, NULL, NULL, NULL, 0) == 1 &&
        has_answered(l, until_ms))
        a = read_answer(l);
    if (a == ANSWER_NONE)
        hang_up(l);
    return a;
}

static enum answer ask_for(struct nj_pg_lease *l, const char *length)
{
    char sql[SQL_BYTES];

    (void)snprintf(sql, sizeof(sql),
                   "UPDATE lease SET until = clock_timestamp() + interval '%s'"
                   " WHERE epoch = %lld RETURNING 1",
                   length, (long long)l->epoch);
    return ask(l, sql);
}

static void connect_to(struct nj_pg_lease *l)
{
    const char *const names[] = {"fallback_application_name", "connect_timeout",
                                 "dbname", NULL};
    const char *const values[] = {"nightjar lease", "3", l->url, NULL};

    l->c = nj_pq.connectdbParams(names, values, 1);
    if (l->c == NULL)
        nj_out_of_memory();
    if (nj_pq.status(l->c) != CONNECTION_OK)
        hang_up(l);
}

/* Said once until it succeeds again; what is said must not name the server. */
static void tell_refused(struct nj_pg_lease *l, bool refused)
{
    if (refused && !l->refused)
        nj_log(NJ_LOG_WARN, "lease", "not_renewed",
               NJ_FIELDS(nj_f_i64("epoch", l->epoch),
                         nj_f_word("until", "the database answers")));
    if (!refused && l->refused)
        nj_log(NJ_LOG_WARN, "lease", "renewed",
               NJ_FIELDS(nj_f_i64("epoch", l->epoch)));
    l->refused = refused;
}

/* The time counts from before it was asked for. False: it is another's. */
static bool renew(struct nj_pg_lease *l)
{
    int64_t now_ms = nj_fence_now_ms();
    enum answer a = ANSWER_NONE;

    if (l->c == NULL)
        connect_to(l);
    if (l->c != NULL) {
        now_ms = nj_fence_now_ms();
        a = ask_for(l, "6 s");
    }
    tell_refused(l, a == ANSWER_NONE);
    if (a == ANSWER_YES)
        nj_fence_until(NJ_BAR_WORK, now_ms + LEASE_MS - MARGIN_MS);
    return a != ANSWER_NO;
}

/* Others wait for this house who have fewer of them: said once. */
static void look_around(struct nj_pg_lease *l)
{
    if (l->worker.yields == NULL || l->crowded == YIELD_ASKS || l->c == NULL)
        return;
    l->crowded = ask(l, nj_pg_share_yields) == ANSWER_YES ? l->crowded + 1 : 0;
    if (l->crowded < YIELD_ASKS)
        return;
    nj_log(NJ_LOG_WARN, "lease", "yields",
           NJ_FIELDS(nj_f_i64("epoch", l->epoch),
                     nj_f_word("because", "another worker keeps fewer")));
    l->worker.yields(l->worker.ctx);
}

static void *renew_on(void *ctx)
{
    struct nj_pg_lease *l = ctx;

    do {
        if (renew(l)) {
            look_around(l);
            continue;
        }
        nj_fence_end();
        nj_log(NJ_LOG_ERROR, "lease", "lost",
               NJ_FIELDS(nj_f_i64("epoch", l->epoch),
                         nj_f_word("because", "another worker has it")));
        if (l->worker.lost != NULL)
            l->worker.lost(l->worker.ctx);
        return NULL;
    } while (sleep_on(l, RENEW_MS));
    if (l->c != NULL)
        (void)ask_for(l, "0 s");
    return NULL;
}

/* Signals are for who waits for them (cli/service.h). */
static bool start_thread(struct nj_pg_lease *l)
{
    sigset_t all, was;
    bool started;

    (void)sigfillset(&all);
    if (pipe(l->ends) != 0)
        return false;
    (void)pthread_sigmask(SIG_SETMASK, &all, &was);
    started = pthread_create(&l->thread, NULL, renew_on, l) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &was, NULL);
    return started;
}

/* --- having it --- */

/* Returns how long the one before may speak yet. */
static int64_t take(struct nj_store *s, struct nj_pg_lease *l)
{
    char sql[TAKE_BYTES];
    PGresult *r;
    int64_t left_ms = 0;

    (void)snprintf(sql, sizeof(sql), TAKE, l->worker.shares ? "true" : "false");
    r = nj_store_good(s) ? nj_pg_plain(s, sql) : NULL;
    if (r != NULL && nj_pq.ntuples(r) == 1) {
        l->epoch = strtoll(nj_pq.getvalue(r, 0, 0), NULL, 10);
        left_ms = strtoll(nj_pq.getvalue(r, 0, 1), NULL, 10);
    }
    nj_pq.clear(r);
    return left_ms;
}

static void wait_for_silence(struct nj_store *s, int64_t left_ms)
{
    int64_t until_ms = nj_fence_now_ms() + left_ms;

    while (nj_store_good(s) && nj_fence_now_ms() < until_ms &&
           wait_on(s, LOOK_MS)) {
    }
}

/* Who shares nothing speaks on all gateways himself. */
static void wait_for_others(struct nj_store *s)
{
    if (!nj_store_good(s) || nj_pg_number(s, OTHERS) == 0 ||
        nj_pg_number(s, "SELECT count(*) FROM relay_worker") == 0)
        return;
    nj_log(NJ_LOG_WARN, "lease", "alone",
           NJ_FIELDS(nj_f_i64("silent_in_ms", LEASE_MS)));
    wait_for_silence(s, LEASE_MS);
    if (nj_store_good(s))
        (void)nj_pg_number(s, "DELETE FROM relay_worker");
}

void nj_pg_lease_begin(struct nj_store *s)
{
    struct nj_pg_lease *l = nj_alloc(sizeof(*l));
    int64_t now_ms = nj_fence_now_ms();
    int64_t left_ms;

    NJ_ASSERT(s->worker != NULL && s->lease == NULL);
    l->worker = *s->worker;
    l->url = nj_strndup(s->url, strlen(s->url));
    s->lease = l;
    (void)nj_pg_number(s, NJ_PG_LEASE_TABLE);
    left_ms = take(s, l);
    if (!nj_store_good(s))
        return;
    nj_fence_until(NJ_BAR_WORK, now_ms + LEASE_MS - MARGIN_MS);
    if (!start_thread(l)) {
        nj_trouble_note(s, NJ_ERR_IO, "no thread can be had for a lease");
        return;
    }
    l->running = true;
    nj_log(NJ_LOG_INFO, "lease", "held",
           NJ_FIELDS(nj_f_i64("epoch", l->epoch)));
    if (left_ms > 0)
        nj_log(NJ_LOG_WARN, "lease", "taken_over",
               NJ_FIELDS(nj_f_i64("epoch", l->epoch),
                         nj_f_i64("silent_in_ms", left_ms)));
    wait_for_silence(s, left_ms);
    if (!l->worker.shares)
        wait_for_others(s);
}

void nj_pg_lease_lost(struct nj_store *s)
{
    nj_fence_end();
    s->broken = true;
    nj_trouble_note(s, NJ_ERR_BUSY,
                    "database '%s' is served by another worker now: this one "
                    "was silent for too long and ends",
                    s->path);
}

/* Whoever may have to end this session has to know it. */
void nj_pg_lease_again(struct nj_store *s)
{
    char sql[SQL_BYTES];

    if (s->lease == NULL || !nj_store_good(s))
        return;
    (void)snprintf(sql, sizeof(sql),
                   "UPDATE lease SET session = pg_backend_pid()"
                   " WHERE epoch = %lld RETURNING 1",
                   (long long)s->lease->epoch);
    if (nj_pg_number(s, sql) == 0 && nj_store_good(s))
        nj_pg_lease_lost(s);
}

int64_t nj_store_epoch(const struct nj_store *s)
{
    return s->lease != NULL ? s->lease->epoch : 0;
}

/* The lock that it holds stands in the way of who takes the lease, not of who
 * renews it. */
int nj_pg_lease_check(struct nj_store *s)
{
    const struct nj_pg_lease *l = s->lease;

    if (l == NULL)
        return 0;
    if (s->pg->check == NULL) {
        (void)nj_pg_prepare(s,
                            "SELECT 1 / count(*) FROM (SELECT 1 FROM lease"
                            " WHERE epoch = ? FOR KEY SHARE) AS held",
                            &s->pg->check);
        (void)nj_pg_bind_i64(s->pg->check, 1, l->epoch);
    }
    return nj_pg_send_stmt(s->pg->check, NJ_PG_LEASE, l->epoch);
}

void nj_pg_lease_end(struct nj_store *s)
{
    struct nj_pg_lease *l = s->lease;

    if (l == NULL)
        return;
    s->lease = NULL;
    if (l->running) {
        ssize_t told = write(l->ends[1], "", 1);

        NJ_ASSERT(told == 1);
        (void)pthread_join(l->thread, NULL);
        (void)close(l->ends[0]);
        (void)close(l->ends[1]);
    }
    hang_up(l);
    nj_fence_lift(NJ_BAR_WORK);
    free(l->url);
    free(l);
}
