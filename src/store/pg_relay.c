/*
 * A connection between workers (relay.h): made when it is needed, given up at
 * the first failure, and woken by news.
 */
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "base/str.h"
#include "store/pg_relay_priv.h"

#define ANSWER_MS 10000 /* a server that says nothing for so long is lost */
#define LAST_MS   2000  /* the same for who wants to end */
#define DIAL_S    "3"

struct nj_relay {
    const char *url;
    const char *news; /* NULL: none */
    PGconn *c;        /* NULL: none at the moment */
    char pid[24];     /* its session on the server, or the latest one ... */
    char since[40];   /* ... and when that began */
    int ends[2];      /* a byte in it ends all waiting */
    atomic_bool woken;
};

enum nj_status nj_relay_load(struct nj_err *err)
{
    return nj_pq_load(err);
}

struct nj_relay *nj_relay_create(const char *url, const char *news)
{
    struct nj_relay *r = nj_alloc(sizeof(*r));

    r->url = url;
    r->news = news;
    if (pipe(r->ends) != 0)
        nj_out_of_memory();
    return r;
}

static void hang_up(struct nj_relay *r)
{
    if (r->c != NULL)
        nj_pq.finish(r->c);
    r->c = NULL;
}

void nj_relay_destroy(struct nj_relay *r)
{
    if (r == NULL)
        return;
    hang_up(r);
    (void)close(r->ends[0]);
    (void)close(r->ends[1]);
    free(r);
}

void nj_relay_wake(struct nj_relay *r)
{
    ssize_t told = write(r->ends[1], "", 1);

    NJ_ASSERT(told == 1);
    atomic_store(&r->woken, true);
}

/* --- waiting --- */

/* What others have said beside answers is a reason to look, and no more. */
static void take_news(struct nj_relay *r)
{
    PGnotify *n;

    while ((n = nj_pq.notifies(r->c)) != NULL)
        nj_pq.freemem(n);
}

static bool has_news(struct nj_relay *r)
{
    PGnotify *n = r->c != NULL ? nj_pq.notifies(r->c) : NULL;
    bool any = n != NULL;

    if (any) {
        nj_pq.freemem(n);
        take_news(r);
    }
    return any;
}

void nj_relay_wait(struct nj_relay *r, int64_t ms)
{
    struct pollfd fds[2] = {{.fd = r->ends[0], .events = POLLIN},
                            {.fd = -1, .events = POLLIN}};

    if (has_news(r))
        return;
    if (r->c != NULL)
        fds[1].fd = nj_pq.socket(r->c);
    if (poll(fds, 2, (int)ms) > 0 && fds[1].revents != 0) {
        if (nj_pq.consumeInput(r->c) == 0)
            hang_up(r);
        else
            take_news(r);
    }
}

static bool has_answered(const struct nj_relay *r, int64_t until_ms)
{
    struct pollfd said = {.fd = nj_pq.socket(r->c), .events = POLLIN};

    while (nj_pq.isBusy(r->c) != 0) {
        int64_t left_ms = until_ms - nj_fence_now_ms();

        if (left_ms <= 0 || poll(&said, 1, (int)left_ms) <= 0 ||
            nj_pq.consumeInput(r->c) == 0)
            return false;
    }
    return true;
}

/* Five characters; its words may have values in them. */
static void note_refusal(const PGresult *said)
{
    const char *state = nj_pq.resultErrorField(said, PG_DIAG_SQLSTATE);

    nj_log(NJ_LOG_DEBUG, "relay", "refused",
           NJ_FIELDS(nj_f_text("state", state != NULL ? state : "")));
}

/* The last answer of a statement, or of several in one text. */
static PGresult *answer(struct nj_relay *r, int64_t wait_ms)
{
    int64_t until_ms = nj_fence_now_ms() + wait_ms;
    PGresult *last = NULL, *next = NULL;
    bool done = false;

    while (!done && has_answered(r, until_ms)) {
        next = nj_pq.getResult(r->c);
        done = next == NULL;
        if (done)
            break;
        nj_pq.clear(last);
        last = next;
    }
    if (done && last != NULL &&
        (nj_pq.resultStatus(last) == PGRES_TUPLES_OK ||
         nj_pq.resultStatus(last) == PGRES_COMMAND_OK))
        return last;
    if (done && last != NULL)
        note_refusal(last);
    nj_pq.clear(last);
    hang_up(r);
    return NULL;
}

/* --- connecting --- */

/* What it has to say beside answers is for its own log. */
static void ignore(void *ctx, const PGresult *r)
{
    (void)ctx;
    (void)r;
}

/* What the session before was asked last it may be carrying out yet: it has
 * ended before anything else is asked, or what was done in vain would be done
 * behind what was done after it. On another server there is no such session. */
static void put_session(const struct nj_relay *r, struct nj_str *sql)
{
    nj_str_addf(sql,
                "; WITH o AS MATERIALIZED (SELECT pg_terminate_backend(pid,"
                " 2000) AS gone FROM pg_stat_activity WHERE pid = %s AND"
                " backend_start = '%s') SELECT pid::text, backend_start::text"
                " FROM pg_stat_activity WHERE pid = pg_backend_pid() AND"
                " NOT EXISTS (SELECT 1 FROM o WHERE NOT gone)",
                r->pid[0] != '\0' ? r->pid : "0",
                r->since[0] != '\0' ? r->since : "-infinity");
}

/* False: the session before is still there. */
static bool note_session(struct nj_relay *r, const PGresult *said)
{
    if (nj_pq.ntuples(said) != 1)
        return false;
    nj_str_copy(r->pid, sizeof(r->pid), nj_pq.getvalue(said, 0, 0));
    nj_str_copy(r->since, sizeof(r->since), nj_pq.getvalue(said, 0, 1));
    return true;
}

/* What is committed is on the disk, whatever the server's habit is. */
static bool settle(struct nj_relay *r)
{
    struct nj_str sql = NJ_STR_INIT(800);
    PGresult *done = NULL;
    bool good = false;

    nj_str_puts(&sql, "SELECT set_config('synchronous_commit', 'on', false)"
                      " WHERE current_setting('synchronous_commit') = 'off'");
    if (r->news != NULL)
        nj_str_addf(&sql, "; LISTEN %s", r->news);
    put_session(r, &sql);
    NJ_ASSERT(!sql.over);
    if (nj_pq.sendQuery(r->c, sql.p) == 1)
        done = answer(r, ANSWER_MS);
    if (done != NULL)
        good = note_session(r, done);
    if (!good)
        hang_up(r);
    nj_pq.clear(done);
    nj_str_fini(&sql);
    return good;
}

static bool dial(struct nj_relay *r)
{
    const char *const names[] = {"fallback_application_name", "connect_timeout",
                                 "client_encoding", "dbname", NULL};
    const char *const values[] = {"nightjar relay", DIAL_S, "UTF8", r->url,
                                  NULL};

    r->c = nj_pq.connectdbParams(names, values, 1);
    if (r->c == NULL)
        nj_out_of_memory();
    (void)nj_pq.setNoticeReceiver(r->c, ignore, NULL);
    if (nj_pq.status(r->c) == CONNECTION_OK)
        return settle(r);
    hang_up(r);
    return false;
}

/* --- asking --- */

void nj_pg_ask_text(struct nj_pg_ask *a, const char *text)
{
    NJ_ASSERT(a->n < NJ_PG_ASK_MAX);
    a->v[a->n++] = text;
}

void nj_pg_ask_i64(struct nj_pg_ask *a, int64_t v)
{
    NJ_ASSERT(a->n < NJ_PG_ASK_MAX);
    nj_pg_ask_text(a, nj_str_digits(a->numbers[a->n], v));
}

void nj_pg_ask_names(struct nj_pg_ask *a, struct nj_str *text,
                     const char *const *names, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        nj_str_addf(text, "%c%s", i == 0 ? '{' : ',', names[i]);
    nj_str_puts(text, n == 0 ? "{}" : "}");
    NJ_ASSERT(!text->over);
    nj_pg_ask_text(a, text->p);
}

PGresult *nj_pg_asked(struct nj_relay *r, const struct nj_pg_ask *a)
{
    int64_t wait_ms = a->wait_ms;

    if (wait_ms == 0)
        wait_ms = atomic_load(&r->woken) ? LAST_MS : ANSWER_MS;
    if (r->c == NULL && !dial(r))
        return NULL;
    /* A column is text or bytes: the same either way, and bytes are shorter. */
    if (nj_pq.sendQueryParams(r->c, a->sql, a->n, NULL, a->v, NULL, NULL, 1) ==
        1)
        return answer(r, wait_ms);
    hang_up(r);
    return NULL;
}

bool nj_pg_told(struct nj_relay *r, const struct nj_pg_ask *a)
{
    PGresult *said = nj_pg_asked(r, a);

    nj_pq.clear(said);
    return said != NULL;
}

int64_t nj_pg_value(const PGresult *r, int row, int column)
{
    return strtoll(nj_pq.getvalue(r, row, column), NULL, 10);
}

bool nj_pg_counted(struct nj_relay *r, const struct nj_pg_ask *a, int64_t *out)
{
    PGresult *said = nj_pg_asked(r, a);
    bool any = said != NULL && nj_pq.ntuples(said) > 0;

    *out = any ? nj_pg_value(said, 0, 0) : 0;
    nj_pq.clear(said);
    return said != NULL;
}
