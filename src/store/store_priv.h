/*
 * What the files of the store share; nothing outside this folder includes it.
 *
 * Invariant 1: while `failed` is set every statement is refused, so nobody can
 * go on outside of the transaction that he believes to be in.
 * Invariant 2: once `broken` is set, nothing is read from or written to the
 * file any more (goals R4): `failed` stays set, until an engine that can has
 * opened it again (nj_store_return).
 */
#ifndef NJ_STORE_STORE_PRIV_H
#define NJ_STORE_STORE_PRIV_H

#include "store/engine.h"
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
    NJ_STORE_READER,
    NJ_STORE_MOVES
};

/* A row of `seen`; "": in front of all. */
struct nj_seen_spot {
    char chat[NJ_ADDRESS_MAX];
    char id[NJ_MSG_ID_MAX];
};

/* Messages of the turn in hand, asked about together. */
struct nj_seen_look {
    struct nj_seen_ahead {
        struct nj_seen_spot at;
        bool seen;
    } * v;

    uint32_t n, cap;
};

struct sqlite3;
struct nj_pg;
struct nj_pg_lease;

struct nj_store {
    const struct nj_engine *engine;
    struct sqlite3 *db;        /* of the SQLite engine */
    struct nj_pg *pg;          /* of the PostgreSQL engine */
    struct nj_pg_lease *lease; /* of the same, of a worker; else NULL */
    char *url;                 /* of the same, as the owner wrote it */
    char *path;                /* the file, or what may be shown of the URL */
    enum nj_store_use use;
    int64_t patience_ms;
    const struct nj_store_worker *worker; /* lent while it opens; else NULL */
    char *older; /* the line, if it is and we only read; else NULL */
    int lock_fd; /* -1: none */
    enum nj_tx tx;
    enum nj_status failed; /* the first failure since the last end, and why */
    struct nj_err why;
    bool broken;
    bool away;      /* what failed may go well the next time (nj_store_away) */
    int wal_frames; /* in the write-ahead log and not in the database yet */
    int wal_most;   /* of them at once, since the log was cut */
    int wal_tried;  /* as many were there when that was last tried in vain */
    bool stuck;     /* moving them failed the last time, and that was said */
    struct nj_stmt_cache stmts;
    struct nj_out_books out;
    struct nj_promise_book promise;
    struct nj_seen_look ahead;
    struct nj_seen_spot swept; /* what is old has been forgotten up to here */
};

/* --- trouble.c --- */

/* Notes a failure; the first one stays. */
void nj_trouble_note(struct nj_store *s, enum nj_status st, const char *fmt,
                     ...) NJ_PRINTF(3, 4);
/* Notes that there is no such row. */
void nj_trouble_missing(struct nj_store *s, const char *what, int64_t id);
/* Notes that rows contradict one another, or cannot be what was written. */
void nj_trouble_damage(struct nj_store *s, const char *finding);
/* The transaction is over: what comes now may succeed. */
void nj_trouble_forget(struct nj_store *s);

/* --- store.c --- */

/* For a move: also one that another move has left half full. */
NJ_MUST_USE enum nj_status nj_store_open_to_move(struct nj_store **out,
                                                 const char *path,
                                                 struct nj_err *err);
/* A store that nothing has been opened for yet. */
struct nj_store *nj_store_make(const char *path, enum nj_store_use use);

/*
 * For work that takes more than one statement: opens a transaction unless the
 * caller has one; true says so, and nj_store_leave closes what was opened,
 * keeping the work only if nothing has failed.
 */
bool nj_store_enter(struct nj_store *s);
void nj_store_leave(struct nj_store *s, bool own);

/* --- out_rows.c --- */

/* What was on its way when the process died may have arrived or not. */
void nj_out_recover(struct nj_store *s);
/* The number up to which all has arrived; or the database is being filled by
 * a move (move.h), and nothing in it counts yet. */
#define NJ_SETTLED_MOVING (-1)
int64_t nj_out_settled(struct nj_store *s);
/* A message has arrived, as a row in `fates`. */
void nj_out_arrived(struct nj_store *s, int64_t id);
/* What waits for a chat, or is on its way there, goes to `to` instead. */
void nj_out_move(struct nj_store *s, const char *from, const char *to);

#endif
