/*
 * What the files of the SQLite engine share: the functions of its table
 * (engine.h) that do not stand in sqlite.c.
 */
#ifndef NJ_STORE_SQLITE_PRIV_H
#define NJ_STORE_SQLITE_PRIV_H

#include "store/store_priv.h"

/* --- sqlite_stmt.c --- */

int nj_sqlite_prepare(struct nj_store *s, const char *sql, void **handle);
void nj_sqlite_drop(void *handle);
int nj_sqlite_reset(void *handle);
int nj_sqlite_parameters(void *handle);
int nj_sqlite_bind_text(void *handle, int at, const char *text, size_t len);
int nj_sqlite_bind_i64(void *handle, int at, int64_t v);
int nj_sqlite_bind_double(void *handle, int at, double v);
int nj_sqlite_bind_bytes(void *handle, int at, const void *bytes, size_t n);
bool nj_sqlite_step(void *handle, int *code);
int64_t nj_sqlite_read_i64(void *handle, int column);
double nj_sqlite_read_double(void *handle, int column);
const char *nj_sqlite_read_text(void *handle, int column);
const void *nj_sqlite_read_bytes(void *handle, int column, size_t *n);
bool nj_sqlite_is_null(void *handle, int column);
const char *nj_sqlite_column_name(void *handle, int column);
int64_t nj_sqlite_changes(struct nj_store *s);
int64_t nj_sqlite_insert(void *handle, int *code);

/* --- sqlite_trouble.c --- */

/*
 * Notes a result code of SQLite that is no success, as a status and one line
 * with the path and the way out. Out of memory and misuse end the process.
 */
void nj_sqlite_report(struct nj_store *s, int rc);

/* --- sqlite.c --- */

/* A new file that holds nothing yet, open and without a lock: for a copy. What
 * failed is noted in it; the caller closes it. */
struct nj_store *nj_store_blank(const char *path);

#endif
