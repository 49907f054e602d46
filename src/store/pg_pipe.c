/*
 * The pipeline to PostgreSQL: what was sent, and the answers in their order.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "store/pg_priv.h"

/* --- sending --- */

int nj_pg_lose(struct nj_pg *pg)
{
    pg->lost = true;
    pg->n_sent = 0;
    if (pg->message[0] == '\0')
        (void)snprintf(pg->message, sizeof(pg->message), "%.199s",
                       nj_pq.errorMessage(pg->c));
    pg->message[strcspn(pg->message, "\n")] = '\0';
    return nj_pg_code(NJ_PG_LOST);
}

static void remember(struct nj_pg *pg, const struct nj_pg_sent *sent)
{
    if (pg->n_sent == pg->cap) {
        pg->cap = pg->cap == 0 ? 64 : 2 * pg->cap;
        pg->sent = nj_realloc(pg->sent, pg->cap * sizeof(*pg->sent));
    }
    pg->sent[pg->n_sent++] = *sent;
}

int nj_pg_send(struct nj_store *s, const char *sql)
{
    struct nj_pg *pg = s->pg;

    NJ_ASSERT(pg->piped && !pg->apart);
    if (pg->lost ||
        nj_pq.sendQueryParams(pg->c, sql, 0, NULL, NULL, NULL, NULL, 0) == 0)
        return nj_pg_lose(pg);
    remember(pg, &(struct nj_pg_sent){.kind = NJ_PG_RUN});
    return 0;
}

/* Types are known now that values are bound; one that is NULL gets its type
 * from its place. */
static int prepare(struct nj_pg *pg, struct nj_pg_stmt *q)
{
    if (nj_pq.sendPrepare(pg->c, q->name, q->sql, q->n, q->types) == 0)
        return nj_pg_lose(pg);
    q->prepared = true;
    remember(pg, &(struct nj_pg_sent){.kind = NJ_PG_PREPARE, .stmt = q});
    return 0;
}

int nj_pg_send_stmt(struct nj_pg_stmt *q, const char *what, int64_t id)
{
    static const int formats[NJ_PG_PARAMETERS] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct nj_pg *pg = q->s->pg;
    int code = 0;

    NJ_ASSERT(pg->piped && !pg->apart);
    if (pg->lost)
        return nj_pg_lose(pg);
    if (!q->prepared)
        code = prepare(pg, q);
    if (code != 0)
        return code;
    if (nj_pq.sendQueryPrepared(pg->c, q->name, q->n, q->values, q->lengths,
                                formats, 1) == 0)
        return nj_pg_lose(pg);
    remember(pg, &(struct nj_pg_sent){
                     .kind = NJ_PG_RUN, .stmt = q, .what = what, .id = id});
    return 0;
}

void nj_pg_part(struct nj_pg *pg, const struct nj_pg_stmt *q, bool for_good)
{
    for (size_t i = 0; i < pg->n_sent; i++)
        if (pg->sent[i].stmt == q &&
            (for_good || pg->sent[i].kind == NJ_PG_RUN))
            pg->sent[i].stmt = NULL;
}

/* --- waiting --- */

/* Until it says something, or takes more. False: it has kept us waiting for
 * too long. */
static bool attend(struct nj_store *s, short events)
{
    struct nj_pg *pg = s->pg;
    struct pollfd p = {.fd = nj_pq.socket(pg->c), .events = events};
    int64_t most = s->patience_ms;
    int n;

    do
        n = poll(&p, 1, most == 0 || most > INT32_MAX ? -1 : (int)most);
    while (n < 0 && errno == EINTR);
    if (n == 0)
        (void)snprintf(pg->message, sizeof(pg->message),
                       "no answer for %lld ms", (long long)most);
    else
        (void)nj_pq.consumeInput(pg->c); /* its answer says if it is gone */
    return n != 0;
}

bool nj_pg_send_all(struct nj_store *s)
{
    int left;

    while ((left = nj_pq.flush(s->pg->c)) > 0)
        if (!attend(s, POLLIN | POLLOUT))
            return false;
    return left == 0;
}

bool nj_pg_is_answered(struct nj_store *s)
{
    while (nj_pq.status(s->pg->c) == CONNECTION_OK && nj_pq.isBusy(s->pg->c))
        if (!attend(s, POLLIN))
            return false;
    return true;
}

/* --- answers --- */

/* A statement for which somebody waits keeps what it finds. */
static void hand_over(struct nj_pg *pg, const struct nj_pg_sent *sent,
                      PGresult *r)
{
    pg->changes = strtoll(nj_pq.cmdTuples(r), NULL, 10);
    if (sent->stmt == NULL || sent->kind != NJ_PG_RUN || sent->what != NULL) {
        nj_pq.clear(r);
        return;
    }
    nj_pq.clear(sent->stmt->result);
    sent->stmt->result = r;
    sent->stmt->row = -1;
}

/* The row that had to change was not there (nj_pg_later). */
static bool is_missing(const struct nj_pg_sent *sent, int code)
{
    return sent->what != NULL && code == nj_pg_code("22012");
}

/* One answer; returns its code. */
static int take(struct nj_store *s, const struct nj_pg_sent *sent, bool quiet)
{
    struct nj_pg *pg = s->pg;
    PGresult *r = nj_pg_is_answered(s) ? nj_pq.getResult(pg->c) : NULL;
    int code;

    if (r == NULL)
        return nj_pg_lose(pg);
    if (sent->kind != NJ_PG_SYNC)
        nj_pq.clear(nj_pq.getResult(pg->c)); /* the end of it: NULL */
    code = nj_pg_judge(pg, r);
    if (is_missing(sent, code) && strcmp(sent->what, NJ_PG_LEASE) == 0)
        nj_pg_lease_lost(s);
    else if (code != 0 && !quiet && is_missing(sent, code))
        nj_trouble_missing(s, sent->what, sent->id);
    if (code != 0 && !quiet)
        nj_pg_report(s, code);
    if (nj_pq.resultStatus(r) == PGRES_COMMAND_OK ||
        nj_pq.resultStatus(r) == PGRES_TUPLES_OK) {
        hand_over(pg, sent, r);
        return code;
    }
    if (sent->kind == NJ_PG_PREPARE && sent->stmt != NULL)
        sent->stmt->prepared = false;
    nj_pq.clear(r);
    return code;
}

int nj_pg_wait(struct nj_store *s, bool quiet)
{
    struct nj_pg *pg = s->pg;
    int first = 0;

    NJ_ASSERT(!pg->apart);
    if (!pg->lost)
        pg->message[0] = '\0';
    if (pg->lost || nj_pq.pipelineSync(pg->c) == 0 || !nj_pg_send_all(s))
        first = nj_pg_lose(pg);
    else
        remember(pg, &(struct nj_pg_sent){.kind = NJ_PG_SYNC});
    for (size_t i = 0; i < pg->n_sent; i++) {
        struct nj_pg_sent sent = pg->sent[i];
        int code = take(s, &sent, quiet);

        if (first == 0)
            first = code;
    }
    pg->n_sent = 0;
    if (nj_pq.status(pg->c) != CONNECTION_OK) {
        int code = nj_pg_lose(pg);

        first = first == 0 ? code : first;
    }
    if (first != 0 && (pg->lost || !quiet))
        nj_pg_report(s, first);
    return first;
}

/* The answer to the last of these statements; NULL: there is none. */
static PGresult *ask(struct nj_store *s, const char *sql)
{
    struct nj_pg *pg = s->pg;
    PGresult *last = NULL, *r;

    if (nj_pq.sendQuery(pg->c, sql) == 0 || !nj_pg_send_all(s))
        return NULL;
    while (nj_pg_is_answered(s)) {
        r = nj_pq.getResult(pg->c);
        if (r == NULL)
            return last;
        nj_pq.clear(last);
        last = r;
    }
    nj_pq.clear(last);
    return NULL;
}

PGresult *nj_pg_plain(struct nj_store *s, const char *sql)
{
    struct nj_pg *pg = s->pg;
    PGresult *r;
    int code = 0;

    if (pg->piped) {
        code = nj_pg_wait(s, false);
        if (code != 0)
            return NULL;
        (void)nj_pq.exitPipelineMode(pg->c);
        pg->piped = false;
    }
    if (!pg->lost)
        pg->message[0] = '\0';
    r = ask(s, sql);
    code = r == NULL ? nj_pg_lose(pg) : nj_pg_judge(pg, r);
    if (code == 0 && nj_pq.status(pg->c) != CONNECTION_OK)
        code = nj_pg_lose(pg);
    if (nj_pq.enterPipelineMode(pg->c) == 1)
        pg->piped = true;
    if (code == 0)
        return r;
    nj_pg_report(s, code);
    nj_pq.clear(r);
    return NULL;
}
