/*
 * A transaction around those of a store. What the store sends to SQLite means
 * the same within it: BEGIN, COMMIT and ROLLBACK become a savepoint, its
 * release and the way back to it.
 */
#include "fuzz/undo.h"

#include <string.h>

#include <sqlite3.h>

#include "base/bug.h"
#include "store/store_priv.h"

/* Declares what the linker calls the wrapper and the function behind it. */
#define WRAPS(name, ret, params)                  \
 ret wrap_##name params __asm__("__wrap_" #name); \
 ret real_##name params __asm__("__real_" #name)

#define SAVEPOINT "SAVEPOINT turn"
#define RELEASE   "RELEASE turn"

WRAPS(sqlite3_prepare_v3, int,
      (sqlite3 * db, const char *sql, int n, unsigned flags, sqlite3_stmt **out,
       const char **rest));
WRAPS(sqlite3_step, int, (sqlite3_stmt * q));
WRAPS(sqlite3_exec, int,
      (sqlite3 * db, const char *sql,
       int (*row)(void *ctx, int n, char **values, char **names), void *ctx,
       char **err));
WRAPS(sqlite3_get_autocommit, int, (sqlite3 * db));

static bool in_turn; /* the store's own transaction is open */

int wrap_sqlite3_prepare_v3(sqlite3 *db, const char *sql, int n, unsigned flags,
                            sqlite3_stmt **out, const char **rest)
{
    if (strcmp(sql, "BEGIN IMMEDIATE") == 0)
        sql = SAVEPOINT;
    else if (strcmp(sql, "COMMIT") == 0)
        sql = RELEASE;
    return real_sqlite3_prepare_v3(db, sql, n, flags, out, rest);
}

int wrap_sqlite3_step(sqlite3_stmt *q)
{
    const char *sql = sqlite3_sql(q);
    int rc = real_sqlite3_step(q);

    if (rc == SQLITE_DONE && strcmp(sql, SAVEPOINT) == 0)
        in_turn = true;
    else if (rc == SQLITE_DONE && strcmp(sql, RELEASE) == 0)
        in_turn = false;
    return rc;
}

int wrap_sqlite3_exec(sqlite3 *db, const char *sql,
                      int (*row)(void *ctx, int n, char **values, char **names),
                      void *ctx, char **err)
{
    if (strcmp(sql, "ROLLBACK") == 0) {
        in_turn = false;
        sql = "ROLLBACK TO turn; " RELEASE;
    }
    return real_sqlite3_exec(db, sql, row, ctx, err);
}

int wrap_sqlite3_get_autocommit(sqlite3 *db)
{
    (void)db;
    return !in_turn;
}

static void run(struct nj_store *s, const char *sql)
{
    NJ_ASSERT(!in_turn);
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    NJ_ASSERT(real_sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

void fuzz_undo_begin(struct nj_store *s)
{
    NJ_ASSERT(real_sqlite3_get_autocommit(s->db) != 0);
    run(s, "BEGIN");
}

void fuzz_undo_end(struct nj_store *s)
{
    NJ_ASSERT(real_sqlite3_get_autocommit(s->db) == 0);
    run(s, "ROLLBACK");
    nj_out_books_forget(&s->out);
    s->swept = (struct nj_seen_spot){{0}, {0}};
}
