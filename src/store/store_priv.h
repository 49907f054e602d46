/*
 * What the files of the SQLite answer share; nothing outside this folder
 * includes it.
 *
 * Invariant 1: while `failed` is set every statement is refused, so nobody can
 * go on outside of the transaction that he believes to be in.
 * Invariant 2: once `broken` is set, nothing is read from or written to the
 * file any more (goals R4): `failed` stays set.
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
    NJ_TX_ASKED, /* begins with the first statement that writes */
    NJ_TX_OPEN
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
    enum nj_status failed; /* the first failure since the last end, and why */
    struct nj_err why;
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
 * Notes a result code of SQLite that is no success, as a status and one line
 * with the path and the way out. Out of memory and misuse end the process.
 */
void nj_trouble_report(struct nj_store *s, int rc);
/* Notes what SQLite does not say; the first failure stays. */
void nj_trouble_note(struct nj_store *s, enum nj_status st, const char *fmt,
                     ...) NJ_PRINTF(3, 4);
/* The transaction is over: what comes now may succeed. */
void nj_trouble_forget(struct nj_store *s);

/* --- sqlite.c --- */

/*
 * For work that takes more than one statement: opens a transaction unless the
 * caller has one; true says so, and nj_store_leave closes what was opened,
 * keeping the work only if nothing has failed.
 */
bool nj_store_enter(struct nj_store *s);
void nj_store_leave(struct nj_store *s, bool own);

/* A new file that holds nothing yet, open and without a lock: for a copy. What
 * failed is noted in it; the caller closes it. */
struct nj_store *nj_store_blank(const char *path);

/* --- out_rows.c --- */

/* What was on its way when the process died may have arrived or not. */
void nj_out_recover(struct nj_store *s);

#endif
