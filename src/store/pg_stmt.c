/*
 * Statements of the PostgreSQL engine. Values travel as their bytes: numbers
 * with the highest byte first, texts as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "store/pg_priv.h"
#include "store/pg_sql.h"

#define SQL_BYTES 16384
#define SENT_MAX  4096 /* answers that may be owed; memory holds them */

/* Types by their numbers, which never change. */
#define TYPE_BOOL    16
#define TYPE_BYTES   17
#define TYPE_I64     20
#define TYPE_I16     21
#define TYPE_I32     23
#define TYPE_TEXT    25
#define TYPE_DOUBLE  701
#define TYPE_NUMERIC 1700

int nj_pg_prepare(struct nj_store *s, const char *sql, void **handle)
{
    struct nj_pg_stmt *q = nj_alloc(sizeof(*q));
    struct nj_str text = NJ_STR_INIT(SQL_BYTES);

    q->s = s;
    q->n = nj_pg_sql(&text, sql);
    NJ_ASSERT(q->n <= NJ_PG_PARAMETERS);
    q->sql = nj_str_take(&text);
    (void)snprintf(q->name, sizeof(q->name), "q%llu",
                   (unsigned long long)++s->pg->names);
    *handle = q;
    return 0;
}

void nj_pg_drop(void *handle)
{
    struct nj_pg_stmt *q = handle;
    char sql[48];

    if (q == NULL)
        return;
    nj_pg_part(q->s->pg, q, true);
    (void)snprintf(sql, sizeof(sql), "DEALLOCATE %s", q->name);
    if (q->prepared && !q->s->pg->lost)
        (void)nj_pg_send(q->s, sql);
    nj_pq.clear(q->result);
    free(q->sql);
    free(q);
}

int nj_pg_reset(void *handle)
{
    struct nj_pg_stmt *q = handle;

    nj_pg_part(q->s->pg, q, false);
    nj_pg_stream_end(q);
    q->stream = NJ_PG_STREAM_NONE;
    nj_pq.clear(q->result);
    q->result = NULL;
    memset(q->values, 0, sizeof(q->values));
    return 0;
}

int nj_pg_parameters(void *handle)
{
    const struct nj_pg_stmt *q = handle;

    return q->n;
}

/* --- binding --- */

static int bind(struct nj_pg_stmt *q, int at, Oid type, const void *bytes,
                size_t n)
{
    NJ_ASSERT(at >= 1 && at <= q->n);
    NJ_ASSERT(n <= INT32_MAX);
    if (!q->prepared)
        q->types[at - 1] = type;
    q->values[at - 1] = bytes;
    q->lengths[at - 1] = (int)n;
    return 0;
}

static const char *put_number(struct nj_pg_stmt *q, int at, uint64_t v)
{
    char *out = q->numbers[at - 1];

    for (int i = 7; i >= 0; i--) {
        out[i] = (char)(unsigned char)(v & 0xff);
        v >>= 8;
    }
    return out;
}

int nj_pg_bind_text(void *handle, int at, const char *text, size_t len)
{
    return bind(handle, at, TYPE_TEXT, text, len);
}

int nj_pg_bind_i64(void *handle, int at, int64_t v)
{
    return bind(handle, at, TYPE_I64, put_number(handle, at, (uint64_t)v), 8);
}

int nj_pg_bind_double(void *handle, int at, double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof(bits));
    return bind(handle, at, TYPE_DOUBLE, put_number(handle, at, bits), 8);
}

int nj_pg_bind_bytes(void *handle, int at, const void *bytes, size_t n)
{
    return bind(handle, at, TYPE_BYTES, bytes, n);
}

/* --- running --- */

/* The words around a statement are chosen before it is prepared and stay. */
static void shape(struct nj_pg_stmt *q, enum nj_pg_form form,
                  const char *before, const char *behind)
{
    struct nj_str text = NJ_STR_INIT(SQL_BYTES);

    NJ_ASSERT(!q->prepared);
    nj_str_addf(&text, "%s%s%s", before, q->sql, behind);
    free(q->sql);
    q->sql = nj_str_take(&text);
    q->form = form;
}

static int run(struct nj_pg_stmt *q)
{
    int code = nj_pg_send_stmt(q, NULL, 0);

    return code != 0 ? code : nj_pg_wait(q->s, false);
}

bool nj_pg_step(void *handle, int *code)
{
    struct nj_pg_stmt *q = handle;

    if (q->stream != NJ_PG_STREAM_NONE)
        return nj_pg_stream_step(q, code);
    if (q->result == NULL) {
        *code = run(q);
        if (*code != 0 || q->result == NULL)
            return false;
    }
    if (q->row + 1 >= nj_pq.ntuples(q->result))
        return false;
    q->row++;
    return true;
}

int64_t nj_pg_insert(void *handle, int *code)
{
    struct nj_pg_stmt *q = handle;

    if (q->form == NJ_PG_PLAIN)
        shape(q, NJ_PG_NUMBERED, "", " RETURNING id");
    NJ_ASSERT(q->form == NJ_PG_NUMBERED);
    return nj_pg_step(q, code) ? nj_pg_read_i64(q, 0) : 0;
}

/* A row that had to change and is not there fails on the server (division by
 * zero), so that the COMMIT behind it is not carried out. */
void nj_pg_later(void *handle, const char *what, int64_t id, int *code)
{
    struct nj_pg_stmt *q = handle;

    if (what != NULL && q->form == NJ_PG_PLAIN)
        shape(q, NJ_PG_COUNTED, "WITH changed AS (",
              " RETURNING 1) SELECT 1 / count(*) FROM changed");
    NJ_ASSERT((what != NULL) == (q->form == NJ_PG_COUNTED));
    *code = nj_pg_send_stmt(q, what, id);
    if (*code == 0 && (!q->s->pg->in_tx || q->s->pg->n_sent >= SENT_MAX))
        *code = nj_pg_wait(q->s, false);
}

int64_t nj_pg_changes(struct nj_store *s)
{
    return s->pg->changes;
}

/* --- reading --- */

static uint64_t big_endian(const unsigned char *p, int n)
{
    uint64_t v = 0;

    for (int i = 0; i < n; i++)
        v = v << 8 | p[i];
    return v;
}

/* What sums of whole numbers are: digits of 10,000, the first one's weight. */
static int64_t numeric(const unsigned char *p, int len)
{
    int n, weight;
    uint64_t v = 0;

    if (len < 8)
        return 0;
    n = (int)big_endian(p, 2);
    weight = (int16_t)big_endian(p + 2, 2);
    for (int i = 0; i <= weight && i < 5; i++) {
        ptrdiff_t at = 8 + (ptrdiff_t)2 * i;

        v = v * 10000 + (i < n && at + 2 <= len ? big_endian(p + at, 2) : 0);
    }
    return big_endian(p + 4, 2) != 0 ? -(int64_t)v : (int64_t)v;
}

/* NULL: there is no value. */
static const unsigned char *value(const struct nj_pg_stmt *q, int column,
                                  int *len)
{
    NJ_ASSERT(q->result != NULL && q->row >= 0);
    *len = nj_pq.getlength(q->result, q->row, column);
    if (nj_pq.getisnull(q->result, q->row, column))
        return NULL;
    return (const unsigned char *)nj_pq.getvalue(q->result, q->row, column);
}

int64_t nj_pg_read_i64(void *handle, int column)
{
    const struct nj_pg_stmt *q = handle;
    int len;
    const unsigned char *p = value(q, column, &len);

    if (p == NULL)
        return 0;
    switch (nj_pq.ftype(q->result, column)) {
    case TYPE_I64:
        return (int64_t)big_endian(p, 8);
    case TYPE_I32:
        return (int32_t)big_endian(p, 4);
    case TYPE_I16:
        return (int16_t)big_endian(p, 2);
    case TYPE_BOOL:
        return p[0];
    case TYPE_NUMERIC:
        return numeric(p, len);
    default:
        return strtoll((const char *)p, NULL, 10);
    }
}

double nj_pg_read_double(void *handle, int column)
{
    const struct nj_pg_stmt *q = handle;
    int len;
    const unsigned char *p = value(q, column, &len);
    int64_t whole;
    uint64_t bits;
    double v;

    if (p == NULL || nj_pq.ftype(q->result, column) != TYPE_DOUBLE) {
        whole = nj_pg_read_i64(handle, column);
        return (double)whole;
    }
    bits = big_endian(p, 8);
    memcpy(&v, &bits, sizeof(v));
    return v;
}

const char *nj_pg_read_text(void *handle, int column)
{
    int len;

    return (const char *)value(handle, column, &len);
}

const void *nj_pg_read_bytes(void *handle, int column, size_t *n)
{
    int len;
    const void *bytes = value(handle, column, &len);

    *n = (size_t)len;
    return bytes;
}

bool nj_pg_is_null(void *handle, int column)
{
    int len;

    return value(handle, column, &len) == NULL;
}

const char *nj_pg_column_name(void *handle, int column)
{
    const struct nj_pg_stmt *q = handle;

    return q->result == NULL ? NULL : nj_pq.fname(q->result, column);
}
