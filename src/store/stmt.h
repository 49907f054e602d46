/*
 * Prepared statements, borrowed from a bounded cache.
 *
 * A statement keeps its first failure like a decoder: after it, binding,
 * stepping and reading do nothing, and nj_stmt_end() reports. Parameters are
 * bound and columns are read in the order in which they stand in the SQL.
 *
 *     struct nj_stmt q = nj_stmt_begin(s, "SELECT a, b FROM t WHERE c = ?");
 *     nj_bind_text(&q, chat);
 *     while (nj_stmt_step(&q))
 *         use(nj_read_i64(&q, 0, 9), nj_read_text(&q));
 *     return nj_stmt_end(&q, err);
 *
 * SQL is always a literal: nothing from outside gets into it, and the cache
 * knows a statement by the address of its text. A statement that is in use
 * and wanted again, by a callback for example, is prepared a second time.
 */
#ifndef NJ_STORE_STMT_H
#define NJ_STORE_STMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"

struct nj_store;
struct sqlite3_stmt;

/* More than the folder has; the least recently used one makes room. */
#define NJ_STMTS_MAX 96

struct nj_stmt_slot {
    const char *sql;
    struct sqlite3_stmt *handle;
    uint64_t used; /* running number of the last use */
    bool lent;
};

struct nj_stmt_cache {
    struct nj_stmt_slot slots[NJ_STMTS_MAX];
    size_t count;
    uint64_t uses;
    uint8_t hint[NJ_STMTS_MAX]; /* by the text's address: where it was last */
};

/* Private members; lives from nj_stmt_begin to nj_stmt_end. */
struct nj_stmt {
    struct nj_store *s;
    struct nj_stmt_slot *slot; /* NULL if there is none to run */
    int rc;                    /* SQLite's first failure */
    int param, column;         /* the next ones */
    bool refused;              /* the store does not run statements now */
    bool damaged;              /* column - 1 held what cannot be */
};

struct nj_stmt nj_stmt_begin(struct nj_store *s, const char *literal);

/* The text must live until nj_stmt_end; NULL is "". */
void nj_bind_text(struct nj_stmt *q, const char *text);
void nj_bind_i64(struct nj_stmt *q, int64_t v);
/* 0 and "" become NULL, which costs nothing: for columns that are rarely
 * used, in rows that are written often. */
void nj_bind_rare(struct nj_stmt *q, int64_t v);
void nj_bind_rare_text(struct nj_stmt *q, const char *text);
void nj_bind_hash(struct nj_stmt *q, const struct nj_hash *h);

/* True if there is a row to read. */
bool nj_stmt_step(struct nj_stmt *q);
/* False once something has failed; what was read since is worthless. */
bool nj_stmt_good(const struct nj_stmt *q);

/* A value outside of lo..hi, a text that does not fit and a hash of another
 * length are damage: the file was not written by us like that. */
int64_t nj_read_i64(struct nj_stmt *q, int64_t lo, int64_t hi);
uint32_t nj_read_u32(struct nj_stmt *q);
uint8_t nj_read_u8(struct nj_stmt *q);
int nj_read_int(struct nj_stmt *q);
bool nj_read_bool(struct nj_stmt *q);
/* Lent until the next step; never NULL. */
const char *nj_read_text(struct nj_stmt *q);
void nj_copy_text(struct nj_stmt *q, char *out, size_t cap);
void nj_read_hash(struct nj_stmt *q, struct nj_hash *out);

/* Gives the statement back. */
NJ_MUST_USE enum nj_status nj_stmt_end(struct nj_stmt *q, struct nj_err *err);
/* The same where each row went to somebody whose status is `st`: his failure
 * comes first. */
NJ_MUST_USE enum nj_status nj_stmt_close(struct nj_stmt *q, enum nj_status st,
                                         struct nj_err *err);
/* Step and end, for a statement without rows. */
NJ_MUST_USE enum nj_status nj_stmt_run(struct nj_stmt *q, struct nj_err *err);
/* The same for one that must change a row: NJ_ERR_NOT_FOUND otherwise. */
NJ_MUST_USE enum nj_status nj_stmt_change(struct nj_stmt *q, const char *what,
                                          int64_t id, struct nj_err *err);
/* Reads one number; for pragmas and counts. Untouched on failure. */
NJ_MUST_USE enum nj_status nj_stmt_number(struct nj_stmt *q, int64_t *out,
                                          struct nj_err *err);

/* Frees all statements; none may be lent. */
void nj_stmt_cache_fini(struct nj_stmt_cache *c);

#endif
