/*
 * Many rows at once, while nothing else is sent: a table is read as it comes,
 * row by row, so that memory does not have to hold it, and filled by COPY, whose
 * rows are the bytes that statements bind. A statement for each row takes from
 * half as long again to twice as long.
 */
#include <string.h>

#include "base/bug.h"
#include "store/pg_priv.h"

#define SQL_BYTES 8192
#define ROW_BYTES (64 << 20) /* more than a row of ours can have */
#define ENOUGH    65536      /* bytes that go together */

/* --- reading --- */

void nj_pg_stream(void *handle)
{
    struct nj_pg_stmt *q = handle;

    NJ_ASSERT(q->n == 0);
    NJ_ASSERT(q->form == NJ_PG_PLAIN);
    q->stream = NJ_PG_STREAM_ASKED;
}

static bool begin_stream(struct nj_pg_stmt *q, int *code)
{
    struct nj_pg *pg = q->s->pg;

    *code = nj_pg_wait(q->s, false);
    if (*code != 0)
        return false;
    pg->apart = true;
    q->stream = NJ_PG_STREAM_RUNS;
    if (nj_pq.sendQueryParams(pg->c, q->sql, 0, NULL, NULL, NULL, NULL, 1) ==
            1 &&
        nj_pq.setSingleRowMode(pg->c) == 1 && nj_pq.pipelineSync(pg->c) == 1 &&
        nj_pg_send_all(q->s))
        return true;
    *code = nj_pg_lose(pg);
    return false;
}

bool nj_pg_stream_step(struct nj_pg_stmt *q, int *code)
{
    struct nj_pg *pg = q->s->pg;
    PGresult *r;

    if (q->stream == NJ_PG_STREAM_OVER ||
        (q->stream == NJ_PG_STREAM_ASKED && !begin_stream(q, code)))
        return false;
    nj_pq.clear(q->result);
    q->result = NULL;
    r = nj_pg_is_answered(q->s) ? nj_pq.getResult(pg->c) : NULL;
    if (r != NULL && nj_pq.resultStatus(r) == PGRES_SINGLE_TUPLE) {
        q->result = r;
        q->row = 0;
        return true;
    }
    *code = r == NULL ? nj_pg_lose(pg) : nj_pg_judge(pg, r);
    nj_pq.clear(r);
    nj_pg_stream_end(q);
    return false;
}

/* One answer of what is left; true: it was the last. */
static bool pass_over(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;
    PGresult *r = nj_pg_is_answered(s) ? nj_pq.getResult(pg->c) : NULL;
    bool last = r != NULL && nj_pq.resultStatus(r) == PGRES_PIPELINE_SYNC;

    nj_pq.clear(r);
    if (r == NULL && nj_pq.status(pg->c) != CONNECTION_OK)
        (void)nj_pg_lose(pg);
    return last || pg->lost;
}

void nj_pg_stream_end(struct nj_pg_stmt *q)
{
    bool over = q->stream != NJ_PG_STREAM_RUNS || q->s->pg->lost;

    while (!over)
        over = pass_over(q->s);
    if (q->stream == NJ_PG_STREAM_RUNS)
        q->s->pg->apart = false;
    q->stream = NJ_PG_STREAM_OVER;
}

/* --- writing --- */

static void add_number(struct nj_str *out, uint64_t v, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        nj_str_putc(out, (char)(unsigned char)(v >> 8 * i & 0xff));
}

static void add_value(struct nj_str *out, const struct nj_value *v)
{
    uint64_t bits = (uint64_t)v->number;

    if (v->null) {
        add_number(out, UINT32_MAX, 4);
        return;
    }
    if (v->kind == NJ_VALUE_REAL)
        memcpy(&bits, &v->real, sizeof(bits));
    if (v->kind == NJ_VALUE_REAL || v->kind == NJ_VALUE_NUMBER) {
        add_number(out, sizeof(bits), 4);
        add_number(out, bits, sizeof(bits));
        return;
    }
    add_number(out, v->n, 4);
    nj_str_add(out, v->n == 0 ? "" : v->bytes, v->n);
}

static void pour_out(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;
    int n = (int)pg->poured.len;

    NJ_ASSERT(!pg->poured.over);
    if (nj_pq.putCopyData(pg->c, pg->poured.p, n) != 1 || !nj_pg_send_all(s))
        nj_pg_report(s, nj_pg_lose(pg));
    nj_str_clear(&pg->poured);
}

/* True: the server waits for rows. */
static bool copies(struct nj_store *s, const char *table, const char *columns)
{
    struct nj_str sql = NJ_STR_INIT(SQL_BYTES);
    PGresult *r = NULL;
    bool ready;

    nj_str_addf(&sql, "COPY %s (%s) FROM STDIN (FORMAT binary)", table,
                columns);
    NJ_ASSERT(!sql.over);
    if (nj_pq.sendQuery(s->pg->c, sql.p) == 1 && nj_pg_send_all(s) &&
        nj_pg_is_answered(s))
        r = nj_pq.getResult(s->pg->c);
    nj_str_fini(&sql);
    ready = r != NULL && nj_pq.resultStatus(r) == PGRES_COPY_IN;
    if (!ready)
        nj_pg_report(s, r == NULL ? nj_pg_lose(s->pg) : nj_pg_judge(s->pg, r));
    nj_pq.clear(r);
    return ready;
}

/* No pipeline takes a COPY: all that was sent is answered first. */
static bool leave_pipeline(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;

    if (nj_pg_wait(s, false) != 0)
        return false;
    pg->piped = nj_pq.exitPipelineMode(pg->c) != 1;
    NJ_ASSERT(!pg->piped);
    pg->apart = true;
    return true;
}

/* Behind the rest of its answers. Returns the code of the first failure. */
static int enter_pipeline(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;
    PGresult *r = NULL;
    int code = 0;

    do {
        nj_pq.clear(r);
        r = nj_pg_is_answered(s) ? nj_pq.getResult(pg->c) : NULL;
        if (r != NULL && code == 0)
            code = nj_pg_judge(pg, r);
    } while (r != NULL);
    if (nj_pq.status(pg->c) != CONNECTION_OK || nj_pq.isBusy(pg->c))
        return nj_pg_lose(pg);
    pg->piped = nj_pq.enterPipelineMode(pg->c) == 1;
    NJ_ASSERT(pg->piped);
    return code;
}

void nj_pg_pour_begin(struct nj_store *s, const char *table,
                      const char *columns)
{
    static const char head[] = "PGCOPY\n\377\r\n";
    struct nj_pg *pg = s->pg;

    NJ_ASSERT(pg->in_tx);
    if (!leave_pipeline(s))
        return;
    pg->poured = (struct nj_str)NJ_STR_INIT(ROW_BYTES);
    pg->pours = copies(s, table, columns);
    nj_str_add(&pg->poured, head, sizeof(head));
    add_number(&pg->poured, 0, 8); /* no flags, and nothing more of a head */
}

void nj_pg_pour_row(struct nj_store *s, const struct nj_value *v, size_t n)
{
    if (!s->pg->pours || !nj_store_good(s))
        return;
    add_number(&s->pg->poured, n, 2);
    for (size_t i = 0; i < n; i++)
        add_value(&s->pg->poured, &v[i]);
    if (s->pg->poured.len >= ENOUGH)
        pour_out(s);
}

/* What has failed before takes all of them back. */
void nj_pg_pour_end(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;
    int code;

    if (pg->pours && nj_store_good(s)) {
        add_number(&pg->poured, UINT16_MAX, 2); /* no row */
        pour_out(s);
    }
    if (pg->pours && !pg->lost &&
        (nj_pq.putCopyEnd(pg->c, nj_store_good(s) ? NULL : "undone") != 1 ||
         !nj_pg_send_all(s)))
        nj_pg_report(s, nj_pg_lose(pg));
    nj_str_fini(&pg->poured);
    pg->pours = pg->apart = false;
    if (pg->piped || pg->lost)
        return;
    code = enter_pipeline(s);
    if (code != 0 && nj_store_good(s)) /* else it says what we know */
        nj_pg_report(s, code);
}
