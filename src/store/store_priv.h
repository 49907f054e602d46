/*
 * What the files of the SQLite answer share; nothing outside this folder
 * includes it.
 *
 * Invariant 1: while `tx` is NJ_TX_FAILED the database is rolled back and
 * every statement is refused, so a caller that overlooks an error cannot go
 * on outside of the transaction that he believes to be in.
 * Invariant 2: once `broken` is set, nothing is read from or written to the
 * file any more (goals R4).
 */
#ifndef NJ_STORE_STORE_PRIV_H
#define NJ_STORE_STORE_PRIV_H

#include <sqlite3.h>

#include "store/out_books.h"
#include "store/promise.h"
#include "store/stmt.h"
#include "store/store.h"

enum nj_tx {
    NJ_TX_NONE,
    NJ_TX_OPEN,
    NJ_TX_FAILED /* rolled back; the caller has not closed it yet */
};

enum nj_store_use {
    NJ_STORE_OWNER,
    NJ_STORE_ACCEPTS_OLDER,
    NJ_STORE_READER
};

/* A row of `seen`; "": in front of all. */
struct nj_seen_spot {
    char chat[NJ_ADDRESS_MAX];
    char id[NJ_MSG_ID_MAX];
};

struct nj_store {
    sqlite3 *db;
    char *path; /* as the owner wrote it, for lines */
    enum nj_store_use use;
    char *older; /* the line, if it is and we only read; else NULL */
    int lock_fd; /* -1: none */
    enum nj_tx tx;
    enum nj_status tx_why; /* why it failed, while NJ_TX_FAILED */
    bool broken;
    int wal_frames; /* in the write-ahead log and not in the database yet */
    bool stuck;     /* moving them failed the last time, and that was said */
    struct nj_stmt_cache stmts;
    struct nj_out_books out;
    struct nj_promise_book promise;
    struct nj_seen_spot swept; /* what is old has been forgotten up to here */
};

/* --- trouble.c --- */

/*
 * Turns a result code of SQLite that is no success into a status and one line
 * with the path and the way out, and keeps invariants 1 and 2. Out of memory
 * and misuse end the process.
 */
NJ_MUST_USE enum nj_status nj_trouble_report(struct nj_store *s, int rc,
                                             struct nj_err *err);

/* NJ_OK if statements may run now, else why not. */
NJ_MUST_USE enum nj_status nj_trouble_usable(const struct nj_store *s,
                                             struct nj_err *err);

/* --- sqlite.c --- */

/*
 * For work that takes more than one statement: opens a transaction unless the
 * caller has one; *own says so, and nj_store_leave closes what was opened,
 * keeping the work only if `st` is NJ_OK. Returns the status of the whole.
 */
NJ_MUST_USE enum nj_status nj_store_enter(struct nj_store *s, bool *own,
                                          struct nj_err *err);
NJ_MUST_USE enum nj_status nj_store_leave(struct nj_store *s, bool own,
                                          enum nj_status st,
                                          struct nj_err *err);

/* --- out_rows.c --- */

/* What was on its way when the process died may have arrived or not. */
NJ_MUST_USE enum nj_status nj_out_recover(struct nj_store *s,
                                          struct nj_err *err);

#endif
