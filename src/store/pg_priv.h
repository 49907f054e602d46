/*
 * What the files of the PostgreSQL engine share.
 *
 * The connection is a pipeline: what is sent waits in a list until an answer
 * is needed, and one trip brings all of them. So a transaction's BEGIN, its
 * rows and its COMMIT go together, unless something has to be read between.
 */
#ifndef NJ_STORE_PG_PRIV_H
#define NJ_STORE_PG_PRIV_H

#include "store/pg_lib.h"
#include "store/store_priv.h"

#define NJ_PG_PARAMETERS 32

/* What stands around a statement: it says whether it changed a row, or the
 * number of its new one. */
enum nj_pg_form {
    NJ_PG_PLAIN,
    NJ_PG_COUNTED,
    NJ_PG_NUMBERED
};

/* A statement whose rows come one by one (pg_bulk.c). */
enum nj_pg_stream {
    NJ_PG_STREAM_NONE,
    NJ_PG_STREAM_ASKED,
    NJ_PG_STREAM_RUNS,
    NJ_PG_STREAM_OVER
};

enum nj_pg_kind {
    NJ_PG_SYNC,
    NJ_PG_PREPARE,
    NJ_PG_RUN
};

/* One statement; the handle of the engine's contract. */
struct nj_pg_stmt {
    struct nj_store *s;
    char name[24];
    char *sql; /* in PostgreSQL's words */
    int n;     /* parameters */
    bool prepared;

    enum nj_pg_form form;
    enum nj_pg_stream stream;

    Oid types[NJ_PG_PARAMETERS];
    const char *values[NJ_PG_PARAMETERS]; /* NULL: not bound */
    int lengths[NJ_PG_PARAMETERS];
    char numbers[NJ_PG_PARAMETERS][8];
    PGresult *result; /* NULL: it has not run */
    int row;          /* of the result; -1: before the first */
};

/* Something that was sent and has not been answered. */
struct nj_pg_sent {
    enum nj_pg_kind kind;
    struct nj_pg_stmt *stmt; /* NULL: nobody waits for it */
    const char *what;        /* a row must change, or there is no such thing */
    int64_t id;
};

/* A session of the server; what an earlier one of ours left under way there is
 * over before another begins. */
struct nj_pg_session {
    int64_t pid; /* 0: none */
    char since[40];
};

struct nj_pg {
    PGconn *c;
    struct nj_pg_session session;
    bool piped, in_tx, lost;
    bool apart; /* pg_bulk.c has it: nothing else is sent */
    struct nj_pg_sent *sent;
    size_t n_sent, cap;
    uint64_t names;  /* of statements so far */
    int64_t changes; /* of the latest answer that was waited for */
    char message[200];
    bool pours;           /* the server takes rows of a table */
    struct nj_str poured; /* of them, and not sent */
    void *check; /* a statement: the lease is ours; NULL: none was needed yet */
};

/* --- pg.c --- */

/* Statements of ours in one text, outside of transactions: the number that the
 * last one asks for; 0: none, or a failure. */
int64_t nj_pg_number(struct nj_store *s, const char *sql);

/* --- pg_lease.c --- */

/* The table of it. Who keeps the books with others' help says so (`shared`), and
 * from when on they may speak (`hush`; pg_relay_hold.c). */
#define NJ_PG_LEASE_TABLE                                                     \
 "CREATE TABLE IF NOT EXISTS lease ("                                         \
 "one boolean PRIMARY KEY DEFAULT true CHECK (one),"                          \
 " epoch bigint NOT NULL, session bigint NOT NULL, until timestamptz NOT"     \
 " NULL);"                                                                    \
 " ALTER TABLE lease ADD COLUMN IF NOT EXISTS shared boolean NOT NULL"        \
 " DEFAULT false, ADD COLUMN IF NOT EXISTS hush timestamptz NOT NULL DEFAULT" \
 " 'epoch';"                                                                  \
 " INSERT INTO lease (epoch, session, until) VALUES (0, 0, 'epoch')"          \
 " ON CONFLICT DO NOTHING"

/* What a check of the lease must find (nj_pg_send_stmt). */
#define NJ_PG_LEASE "lease"

/* Waits until nobody else holds the lock of the database, and has it. */
void nj_pg_lease_wait(struct nj_store *s);
/* Under that lock, once the schema stands: takes the lease, renews it from now
 * on, and waits until the one before may not speak any more. */
void nj_pg_lease_begin(struct nj_store *s);
/* The same lease by another session, under the lock; or it is lost. */
void nj_pg_lease_again(struct nj_store *s);
/* Sends a check along with a transaction that has just begun: it fails, and
 * with it the commit, if the lease is another's. Without a lease nothing is
 * sent. */
int nj_pg_lease_check(struct nj_store *s);
/* Such a check has failed: the store is not used any more. */
void nj_pg_lease_lost(struct nj_store *s);
/* Gives it back: the next one need not wait. Nobody of ours may speak any
 * more. */
void nj_pg_lease_end(struct nj_store *s);

/* --- pg_share.c --- */

/* Finds a row where who has the lease of this session's house should give it up
 * for another worker. */
extern const char nj_pg_share_yields[];
/* Who has just got the lock of its house should let another worker have it. */
bool nj_pg_share_makes_way(struct nj_store *s);

/* --- pg_pipe.c --- */

/* Sends words of ours without parameters, whose answer nobody reads. */
int nj_pg_send(struct nj_store *s, const char *sql);
int nj_pg_send_stmt(struct nj_pg_stmt *q, const char *what, int64_t id);
/* Reads the answers to all that was sent; returns the code of the first that
 * is a failure, which is noted unless `quiet`. */
int nj_pg_wait(struct nj_store *s, bool quiet);
/* The same, and then statements of ours in one text, at once. Returns the last
 * one's answer for the caller to clear, or NULL and the failure is noted. */
PGresult *nj_pg_plain(struct nj_store *s, const char *sql);
/* Nobody waits for what a statement finds any more; for good: it goes. */
void nj_pg_part(struct nj_pg *pg, const struct nj_pg_stmt *q, bool for_good);

/* For statements that go alone, without the pipeline: the connection is lost
 * (returns the code of that); all that was sent has left, and there is an answer
 * to take, or it has kept us waiting for too long. */
int nj_pg_lose(struct nj_pg *pg);
bool nj_pg_send_all(struct nj_store *s);
bool nj_pg_is_answered(struct nj_store *s);

/* --- pg_bulk.c; the first and the last three as engine.h has them --- */

void nj_pg_stream(void *handle);
/* As nj_pg_step, and nj_pg_reset, of a statement that is a stream. */
bool nj_pg_stream_step(struct nj_pg_stmt *q, int *code);
void nj_pg_stream_end(struct nj_pg_stmt *q);
void nj_pg_pour_begin(struct nj_store *s, const char *table,
                      const char *columns);
void nj_pg_pour_row(struct nj_store *s, const struct nj_value *v, size_t n);
void nj_pg_pour_end(struct nj_store *s);

/* --- pg_stmt.c, as engine.h has them --- */

int nj_pg_prepare(struct nj_store *s, const char *sql, void **handle);
void nj_pg_drop(void *handle);
int nj_pg_reset(void *handle);
int nj_pg_parameters(void *handle);
int nj_pg_bind_text(void *handle, int at, const char *text, size_t len);
int nj_pg_bind_i64(void *handle, int at, int64_t v);
int nj_pg_bind_double(void *handle, int at, double v);
int nj_pg_bind_bytes(void *handle, int at, const void *bytes, size_t n);
bool nj_pg_step(void *handle, int *code);
int64_t nj_pg_insert(void *handle, int *code);
void nj_pg_later(void *handle, const char *what, int64_t id, int *code);
int64_t nj_pg_read_i64(void *handle, int column);
double nj_pg_read_double(void *handle, int column);
const char *nj_pg_read_text(void *handle, int column);
const void *nj_pg_read_bytes(void *handle, int column, size_t *n);
bool nj_pg_is_null(void *handle, int column);
const char *nj_pg_column_name(void *handle, int column);
int64_t nj_pg_changes(struct nj_store *s);

/* --- pg_trouble.c --- */

#define NJ_PG_LOST "08006"

/* Five characters of PostgreSQL as a code, and what they mean. */
int nj_pg_code(const char *state);
void nj_pg_report(struct nj_store *s, int code);
/* The code of an answer, whose words are kept; 0: it is no failure. */
int nj_pg_judge(struct nj_pg *pg, const PGresult *r);

#endif
