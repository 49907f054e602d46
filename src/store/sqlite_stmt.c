/*
 * Statements of the SQLite engine, one call of SQLite each.
 */
#include <sqlite3.h>

#include "base/bug.h"
#include "store/sqlite_priv.h"

int nj_sqlite_prepare(struct nj_store *s, const char *sql, void **handle)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                &stmt, NULL);

    NJ_ASSERT(*handle == NULL);
    *handle = stmt;
    return rc;
}

void nj_sqlite_drop(void *handle)
{
    (void)sqlite3_finalize(handle);
}

int nj_sqlite_reset(void *handle)
{
    int rc = sqlite3_reset(handle);

    (void)sqlite3_clear_bindings(handle);
    return rc;
}

int nj_sqlite_parameters(void *handle)
{
    return sqlite3_bind_parameter_count(handle);
}

int nj_sqlite_bind_text(void *handle, int at, const char *text, size_t len)
{
    return sqlite3_bind_text64(handle, at, text, len, SQLITE_STATIC,
                               SQLITE_UTF8);
}

int nj_sqlite_bind_i64(void *handle, int at, int64_t v)
{
    return sqlite3_bind_int64(handle, at, v);
}

int nj_sqlite_bind_double(void *handle, int at, double v)
{
    return sqlite3_bind_double(handle, at, v);
}

int nj_sqlite_bind_bytes(void *handle, int at, const void *bytes, size_t n)
{
    return sqlite3_bind_blob64(handle, at, bytes, n, SQLITE_STATIC);
}

bool nj_sqlite_step(void *handle, int *code)
{
    int rc = sqlite3_step(handle);

    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        *code = rc;
    return rc == SQLITE_ROW;
}

int64_t nj_sqlite_read_i64(void *handle, int column)
{
    return sqlite3_column_int64(handle, column);
}

double nj_sqlite_read_double(void *handle, int column)
{
    return sqlite3_column_double(handle, column);
}

const char *nj_sqlite_read_text(void *handle, int column)
{
    return (const char *)sqlite3_column_text(handle, column);
}

const void *nj_sqlite_read_bytes(void *handle, int column, size_t *n)
{
    const void *bytes = sqlite3_column_blob(handle, column);

    *n = (size_t)sqlite3_column_bytes(handle, column);
    return bytes;
}

bool nj_sqlite_is_null(void *handle, int column)
{
    return sqlite3_column_type(handle, column) == SQLITE_NULL;
}

const char *nj_sqlite_column_name(void *handle, int column)
{
    return sqlite3_column_name(handle, column);
}

int64_t nj_sqlite_changes(struct nj_store *s)
{
    return sqlite3_changes64(s->db);
}

int64_t nj_sqlite_insert(void *handle, int *code)
{
    sqlite3 *db = sqlite3_db_handle(handle);

    (void)nj_sqlite_step(handle, code);
    return *code == 0 && sqlite3_changes64(db) == 1
               ? sqlite3_last_insert_rowid(db)
               : 0;
}
