/*
 * Private to store/: what a database has to be able to do for the rest of this
 * folder: SQLite (sqlite.c) and PostgreSQL (pg.c). Rows, statements (stmt.h),
 * the schema and transactions (store.c) stand above it and know no other way
 * in. SQL is written so that both understand it, as far as that costs SQLite
 * nothing; the rest is said in PostgreSQL's words by pg_sql.h.
 *
 * A handle is a prepared statement. Where a function gives a code back, 0 is
 * success, and any other number belongs to the engine, which alone says what
 * it means (`report`). Parameters are counted from 1, columns from 0.
 */
#ifndef NJ_STORE_ENGINE_H
#define NJ_STORE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nj_store;
struct nj_value;

struct nj_engine {
    /* Opens what `path` names for the use in the store, compares, brings the
     * schema up to date; the second only reads, one moment of it, beside the
     * process that has it open. What fails is noted in the store. */
    void (*open)(struct nj_store *s);
    void (*open_beside)(struct nj_store *s);
    /* Whatever has been opened, transactions are over and statements dropped. */
    void (*close)(struct nj_store *s);

    /* Statements. `*handle` stays NULL if it could not be prepared. */
    int (*prepare)(struct nj_store *s, const char *sql, void **handle);
    void (*drop)(void *handle); /* NULL is fine */
    /* Ends it; parameters that are not bound again are NULL. Returns what went
     * wrong only now. */
    int (*reset)(void *handle);
    int (*parameters)(void *handle); /* how many it has */
    /* Texts and bytes live until the reset. */
    int (*bind_text)(void *handle, int at, const char *text, size_t len);
    int (*bind_i64)(void *handle, int at, int64_t v);
    int (*bind_double)(void *handle, int at, double v);
    int (*bind_bytes)(void *handle, int at, const void *bytes, size_t n);
    /* Its rows, however many, are not kept: they are taken as they come, and
     * until it ends nothing else is asked of the store. It has no parameters.
     * NULL: rows always come so. */
    void (*stream)(void *handle);
    bool (*step)(void *handle, int *code); /* true: there is a row */
    int64_t (*read_i64)(void *handle, int column);
    double (*read_double)(void *handle, int column);
    const char *(*read_text)(void *handle, int column); /* NULL: none */
    const void *(*read_bytes)(void *handle, int column, size_t *n);
    bool (*is_null)(void *handle, int column);
    const char *(*column_name)(void *handle, int column);
    /* How many rows the statement changed that was stepped last. */
    int64_t (*changes)(struct nj_store *s);
    /* A step that adds a row to a table which gives it a number: returns that,
     * 0 if there is none. */
    int64_t (*insert)(void *handle, int *code);
    /* A step whose answer may come as late as the commit; what fails is noted
     * then. If there is a `what`, it must change a row, or `what` has no such
     * `id`. NULL: all answers come at once. */
    void (*later)(void *handle, const char *what, int64_t id, int *code);
    /* Waits for all of them: what fails is noted. */
    void (*catch_up)(struct nj_store *s);

    /* Why a broken store is not used any more, and the way out. */
    const char *broken;
    /* Notes a code as a status and one line with the way out. */
    void (*report)(struct nj_store *s, int code);

    /* Which of the messages in two lists of lines, chats and ids, have been
     * seen: rows of both, for an engine that is asked over a network. NULL:
     * a question costs nothing. */
    const char *which_seen;

    /* One try to get back what was lost for a while, of seconds: the store is
     * good, or what fails is noted. NULL: what is lost stays so. */
    void (*again)(struct nj_store *s);

    /* Transactions: what fails is noted; `undo` always works. */
    void (*begin)(struct nj_store *s);
    void (*commit)(struct nj_store *s);
    void (*undo)(struct nj_store *s);

    /* As nj_schema_identify has it; and a step of the schema, within a
     * transaction. */
    int64_t (*identify)(struct nj_store *s);
    void (*apply)(struct nj_store *s, const char *sql);

    /* Rows for a table, however many, within a transaction: from the first call
     * to the last nothing else is asked of the store. `columns` is a list with
     * commas, a row has as many values. What fails is noted, by the end of it.
     * NULL: one statement for each row is as good. */
    void (*pour_begin)(struct nj_store *s, const char *table,
                       const char *columns);
    void (*pour_row)(struct nj_store *s, const struct nj_value *v, size_t n);
    void (*pour_end)(struct nj_store *s);

    /* Rows were added to a table with the numbers they had: the next one gets
     * the next number. NULL: it does so anyway. */
    void (*numbered)(struct nj_store *s, const char *table);

    int64_t (*bytes)(struct nj_store *s); /* how large it is; 0: not known */
    void (*check)(struct nj_store *s);    /* reads every page */
    /* Nothing has failed, and there is no transaction: does what is put off,
     * all of it, or (NULL: nothing is) a piece that does not take long. */
    void (*idle)(struct nj_store *s);
    void (*relieve)(struct nj_store *s);
    void (*set_sync)(struct nj_store *s, bool full);
};

extern const struct nj_engine nj_sqlite, nj_postgresql;

#endif
