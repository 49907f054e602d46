/*
 * Moving all rows from one database into another. Which tables and columns
 * there are is asked of an empty database in memory, which the steps of the
 * schema have just made; the SQL that is built of their names is ours, too.
 *
 * Each table is one transaction. `settled` is no table of rows: its number is
 * MOVING until all others agree, and then that of the source.
 */
#include "store/move.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/database.h"
#include "base/str.h"
#include "store/store_priv.h"

#define TABLES_MAX  64
#define COLUMNS_MAX 32
#define NAME_BYTES  64
#define SQL_BYTES   4096

struct table {
    char name[NAME_BYTES];
    enum nj_value_kind kinds[COLUMNS_MAX];
    size_t n;
    bool numbered; /* its rows are numbered by the database */
    bool placed;   /* in the order of copying */
    char *columns, *read, *write, *clear;
};

struct move {
    struct nj_store *from, *to;
    struct table tables[TABLES_MAX];
    size_t n;
    struct table *order[TABLES_MAX]; /* none refers to one behind it */
    size_t n_placed;
    int64_t rows, copied;
};

struct sum {
    struct nj_hash digest;
    int64_t rows;
};

/* --- which tables there are --- */

static char *sql_of(const char *fmt, const struct table *t, const char *list,
                    const char *more)
{
    struct nj_str s = NJ_STR_INIT(SQL_BYTES);

    /* clang-format off */
    for (const char *at = fmt; *at != '\0'; at++)
        switch (*at) {
        case '#': nj_str_puts(&s, t->name); break;
        case '*': nj_str_puts(&s, list); break;
        case '+': nj_str_puts(&s, more); break;
        default: nj_str_putc(&s, *at);
        }
    /* clang-format on */
    NJ_ASSERT(!s.over);
    return nj_str_take(&s);
}

static enum nj_value_kind kind_of(const char *type)
{
    if (strcmp(type, "INTEGER") == 0)
        return NJ_VALUE_NUMBER;
    if (strcmp(type, "REAL") == 0)
        return NJ_VALUE_REAL;
    if (strcmp(type, "BLOB") == 0)
        return NJ_VALUE_BYTES;
    NJ_ASSERT(strcmp(type, "TEXT") == 0);
    return NJ_VALUE_TEXT;
}

/* What a query about a table names, with commas between. */
static void list_names(struct nj_store *plan, const char *sql,
                       const struct table *t, struct nj_str *out)
{
    struct nj_stmt q = nj_stmt_begin(plan, sql);

    nj_bind_text(&q, t->name);
    while (nj_stmt_step(&q))
        nj_str_addf(out, "%s%s", out->len > 0 ? ", " : "", nj_read_text(&q));
    nj_stmt_end(&q);
}

static void read_kinds(struct nj_store *plan, struct table *t)
{
    struct nj_stmt q = nj_stmt_begin(
        plan, "SELECT type FROM pragma_table_info(?) ORDER BY cid");

    nj_bind_text(&q, t->name);
    while (nj_stmt_step(&q)) {
        NJ_ASSERT(t->n < COLUMNS_MAX);
        t->kinds[t->n++] = kind_of(nj_read_text(&q));
    }
    nj_stmt_end(&q);
}

/* False: it has no key, and is no table of rows. */
static bool describe(struct nj_store *plan, struct table *t)
{
    struct nj_str names = NJ_STR_INIT(SQL_BYTES), key = NJ_STR_INIT(SQL_BYTES),
                  marks = NJ_STR_INIT(SQL_BYTES);
    bool rows;

    list_names(plan, "SELECT name FROM pragma_table_info(?) ORDER BY cid", t,
               &names);
    list_names(plan, "SELECT '?' FROM pragma_table_info(?)", t, &marks);
    list_names(plan,
               "SELECT name FROM pragma_table_info(?) WHERE pk > 0"
               " ORDER BY pk",
               t, &key);
    rows = key.len > 0;
    if (rows) {
        read_kinds(plan, t);
        t->numbered = strcmp(key.p, "id") == 0;
        t->columns = sql_of("*", t, names.p, "");
        t->read = sql_of("SELECT * FROM # ORDER BY +", t, names.p, key.p);
        t->write = sql_of("INSERT INTO # (*) VALUES (+)", t, names.p, marks.p);
        t->clear = sql_of("DELETE FROM #", t, "", "");
    }
    nj_str_fini(&names);
    nj_str_fini(&key);
    nj_str_fini(&marks);
    return rows;
}

/* All tables that it refers to, but for itself, have a place. */
static bool may_follow(struct nj_store *plan, struct move *m,
                       const struct table *t)
{
    struct nj_stmt q;
    int64_t open = 0;

    for (size_t i = 0; i < m->n; i++) {
        if (m->tables[i].placed || &m->tables[i] == t)
            continue;
        q = nj_stmt_begin(
            plan, "SELECT count(*) FROM pragma_foreign_key_list(?1) AS f"
                  " WHERE f.\"table\" = ?2");
        nj_bind_text(&q, t->name);
        nj_bind_text(&q, m->tables[i].name);
        open += nj_stmt_number(&q);
    }
    return open == 0;
}

static void put_in_order(struct nj_store *plan, struct move *m)
{
    for (size_t round = 0; round < m->n && m->n_placed < m->n; round++)
        for (size_t i = 0; i < m->n; i++) {
            struct table *t = &m->tables[i];

            if (t->placed || !may_follow(plan, m, t))
                continue;
            t->placed = true;
            m->order[m->n_placed++] = t;
        }
    NJ_ASSERT(m->n_placed == m->n);
}

static enum nj_status make_plan(struct move *m, struct nj_err *err)
{
    struct nj_store *plan = NULL;
    enum nj_status st = nj_store_open(&plan, ":memory:", err);
    struct nj_stmt q;

    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(plan, "SELECT name FROM sqlite_schema WHERE"
                            " type = 'table' ORDER BY rowid");
    while (nj_stmt_step(&q)) {
        struct table *t = &m->tables[m->n];

        NJ_ASSERT(m->n < TABLES_MAX);
        nj_copy_text(&q, t->name, sizeof(t->name));
        if (describe(plan, t))
            m->n++;
        else
            *t = (struct table){.n = 0};
    }
    nj_stmt_end(&q);
    put_in_order(plan, m);
    st = nj_store_status(plan, err);
    nj_store_close(plan);
    return st;
}

/* --- what stands in them --- */

static void add_value(struct nj_hasher *h, const struct nj_value *v)
{
    uint64_t bits = 0;

    nj_hasher_add_u64(h, v->null);
    if (v->null)
        return;
    if (v->kind == NJ_VALUE_REAL)
        memcpy(&bits, &v->real, sizeof(bits));
    else if (v->kind == NJ_VALUE_NUMBER)
        bits = (uint64_t)v->number;
    else
        bits = v->n;
    nj_hasher_add_u64(h, bits);
    if (v->kind == NJ_VALUE_TEXT || v->kind == NJ_VALUE_BYTES)
        nj_hasher_add(h, v->bytes, v->n);
}

static struct sum sum_up(struct nj_store *s, const struct table *t)
{
    struct nj_stmt q = nj_stmt_stream(s, t->read);
    struct nj_hasher h;
    struct sum sum = {.rows = 0};

    nj_hasher_init(&h, NULL);
    while (nj_stmt_step(&q)) {
        for (size_t i = 0; i < t->n; i++) {
            struct nj_value v;

            nj_read_value(&q, t->kinds[i], &v);
            if (nj_stmt_good(&q))
                add_value(&h, &v);
        }
        sum.rows++;
    }
    nj_stmt_end(&q);
    nj_hasher_end(&h, &sum.digest);
    return sum;
}

static void insert_row(struct move *m, const struct table *t,
                       const struct nj_value *v)
{
    struct nj_stmt out = nj_stmt_write(m->to, t->write);

    for (size_t i = 0; i < t->n; i++)
        nj_bind_value(&out, &v[i]);
    nj_stmt_do(&out);
}

static void copy_rows(struct move *m, const struct table *t)
{
    const struct nj_engine *to = m->to->engine;
    bool pours = to->pour_begin != NULL && nj_store_ready(m->to);
    struct nj_stmt in = nj_stmt_stream(m->from, t->read);
    struct nj_value v[COLUMNS_MAX];

    if (pours)
        to->pour_begin(m->to, t->name, t->columns);
    while (nj_store_good(m->to) && nj_stmt_step(&in)) {
        for (size_t i = 0; i < t->n; i++)
            nj_read_value(&in, t->kinds[i], &v[i]);
        if (!nj_stmt_good(&in))
            nj_store_fail(m->to, NJ_ERR_CORRUPT,
                          &(struct nj_err){"the source cannot be read"});
        else if (pours)
            to->pour_row(m->to, v, t->n);
        else
            insert_row(m, t, v);
    }
    if (pours)
        to->pour_end(m->to);
    nj_stmt_end(&in);
}

static void clear_from(struct move *m, size_t first)
{
    nj_store_begin(m->to);
    for (size_t i = m->n_placed; i-- > first;) {
        struct nj_stmt q = nj_stmt_write(m->to, m->order[i]->clear);

        nj_stmt_do(&q);
    }
}

static enum nj_status ended(struct move *m, struct nj_err *err)
{
    enum nj_status st = nj_store_status(m->from, err);

    if (st == NJ_OK)
        return nj_store_commit(m->to, err);
    nj_store_rollback(m->to);
    return st;
}

static enum nj_status differ(struct move *m, const struct table *t,
                             struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_MISMATCH,
                   "table '%s' of '%s' is not that of '%s'", t->name,
                   m->to->path, m->from->path);
}

/* --- a move --- */

static enum nj_status copy_table(struct move *m, size_t i,
                                 const struct sum *wanted, struct nj_err *err)
{
    const struct table *t = m->order[i];
    struct sum got;
    enum nj_status st;

    clear_from(m, i);
    copy_rows(m, t);
    st = ended(m, err);
    if (st != NJ_OK)
        return st;
    got = sum_up(m->to, t);
    m->copied += got.rows;
    st = nj_store_status(m->to, err);
    if (st == NJ_OK && (got.rows != wanted->rows ||
                        !nj_hash_equal(&got.digest, &wanted->digest)))
        st = differ(m, t, err);
    return st;
}

static enum nj_status move_table(struct move *m, size_t i, struct nj_err *err)
{
    struct sum from = sum_up(m->from, m->order[i]);
    struct sum to = sum_up(m->to, m->order[i]);
    enum nj_status st = nj_store_status(m->from, err);

    if (st == NJ_OK)
        st = nj_store_status(m->to, err);
    if (st != NJ_OK)
        return st;
    m->rows += from.rows;
    if (from.rows != to.rows || !nj_hash_equal(&from.digest, &to.digest))
        st = copy_table(m, i, &from, err);
    /* The one that copied it may have broken off in front of this. */
    if (st == NJ_OK && m->order[i]->numbered && m->to->engine->numbered != NULL)
        m->to->engine->numbered(m->to, m->order[i]->name);
    return st == NJ_OK ? nj_store_status(m->to, err) : st;
}

static void set_settled(struct nj_store *s, int64_t id)
{
    struct nj_stmt q;

    nj_store_begin(s);
    q = nj_stmt_write(s, "UPDATE settled SET id = ?");
    nj_bind_i64(&q, id);
    nj_stmt_change(&q, "settled row", 1);
    nj_store_leave(s, true);
}

static bool holds_something(struct move *m)
{
    for (size_t i = 0; i < m->n_placed; i++)
        if (sum_up(m->to, m->order[i]).rows > 0)
            return true;
    return false;
}

/* As one that broke off behind its last commit leaves it. */
static bool holds_all(struct move *m, int64_t settled)
{
    int64_t rows = 0;

    if (nj_out_settled(m->to) != settled)
        return false;
    for (size_t i = 0; i < m->n_placed; i++) {
        struct sum from = sum_up(m->from, m->order[i]);
        struct sum to = sum_up(m->to, m->order[i]);

        if (from.rows != to.rows || !nj_hash_equal(&from.digest, &to.digest))
            return false;
        rows += from.rows;
    }
    m->rows = rows;
    return true;
}

/* Nobody but a move opens it from now on; what is there is ours alone. */
static enum nj_status move_tables(struct move *m, int64_t settled,
                                  struct nj_err *err)
{
    enum nj_status st;

    set_settled(m->to, NJ_SETTLED_MOVING);
    st = nj_store_status(m->to, err);
    for (size_t i = 0; st == NJ_OK && i < m->n_placed; i++)
        st = move_table(m, i, err);
    if (st == NJ_OK)
        set_settled(m->to, settled);
    return st;
}

/* Why what is there stays, and nothing is moved. */
static enum nj_status refuse(struct move *m, struct nj_err *err)
{
    enum nj_status st = nj_store_status(m->from, err);

    if (st == NJ_OK)
        st = nj_store_status(m->to, err);
    if (st != NJ_OK)
        return st;
    return nj_fail(err, NJ_ERR_EXISTS,
                   "database '%s' holds something already: name an empty one",
                   m->to->path);
}

static enum nj_status move_all(struct move *m, struct nj_err *err)
{
    int64_t settled = nj_out_settled(m->from);
    enum nj_status st = make_plan(m, err);
    bool anew;

    if (st == NJ_OK)
        st = nj_store_status(m->from, err);
    if (st != NJ_OK)
        return st;
    anew = nj_out_settled(m->to) != NJ_SETTLED_MOVING;
    if (!anew || !holds_something(m))
        st = move_tables(m, settled, err);
    else if (!holds_all(m, settled))
        st = refuse(m, err);
    return st == NJ_OK ? nj_store_check(m->to, err) : st;
}

static void forget(struct move *m)
{
    nj_store_close(m->to);
    nj_store_close(m->from);
    for (size_t i = 0; i < m->n; i++) {
        free(m->tables[i].columns);
        free(m->tables[i].read);
        free(m->tables[i].write);
        free(m->tables[i].clear);
    }
    free(m);
}

enum nj_status nj_store_move(const char *from, const char *to, int64_t *rows,
                             int64_t *copied, struct nj_err *err)
{
    struct move *m = nj_alloc(sizeof(*m));
    enum nj_status st = NJ_OK;

    /* Opening would make an empty one. */
    if (!nj_database_is_url(from) && access(from, F_OK) != 0)
        st = nj_fail(err, NJ_ERR_NOT_FOUND, "cannot read the database '%s'",
                     from);
    if (st == NJ_OK)
        st = nj_store_open(&m->from, from, err);
    if (st == NJ_OK)
        st = nj_store_open_to_move(&m->to, to, err);
    if (st == NJ_OK)
        st = move_all(m, err);
    if (st == NJ_OK) {
        *rows = m->rows;
        *copied = m->copied;
    }
    forget(m);
    return st;
}
