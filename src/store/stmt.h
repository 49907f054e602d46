/*
 * Prepared statements, borrowed from a bounded cache.
 *
 * The store keeps the first failure: after it, binding, stepping and reading
 * do nothing. Parameters are bound and columns are read in the order in which
 * they stand in the SQL.
 *
 *     struct nj_stmt q = nj_stmt_begin(s, "SELECT a, b FROM t WHERE c = ?");
 *     nj_bind_text(&q, chat);
 *     while (nj_stmt_step(&q))
 *         use(nj_read_i64(&q, 0, 9), nj_read_text(&q));
 *     nj_stmt_end(&q);
 *
 * A row that has a struct is a table of columns (below): bound and read at
 * once, in its order.
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

/* More than the folder has; the least recently used one makes room. */
#define NJ_STMTS_MAX 96

struct nj_stmt_slot {
    const char *sql;
    void *handle;  /* of the engine (engine.h) */
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
    int code;                  /* the engine's first failure */
    int param, column;         /* the next ones */
    bool damaged;              /* column - 1 held what cannot be */
};

/* One that reads; within a transaction that was asked for and has not begun
 * (nj_store_begin), it stands before it. */
struct nj_stmt nj_stmt_begin(struct nj_store *s, const char *literal);
/* One that reads without parameters, and so many rows that they are taken as
 * they come: until it ends, nothing else is asked of this store. */
struct nj_stmt nj_stmt_stream(struct nj_store *s, const char *literal);
/* One that writes: that transaction begins with it. */
struct nj_stmt nj_stmt_write(struct nj_store *s, const char *literal);

/* The text must live until nj_stmt_end; NULL is "". */
void nj_bind_text(struct nj_stmt *q, const char *text);
void nj_bind_i64(struct nj_stmt *q, int64_t v);
void nj_bind_double(struct nj_stmt *q, double v);
/* 0 and "" become NULL, which costs nothing: for columns that are rarely
 * used, in rows that are written often. */
void nj_bind_rare(struct nj_stmt *q, int64_t v);
void nj_bind_rare_text(struct nj_stmt *q, const char *text);
void nj_bind_hash(struct nj_stmt *q, const struct nj_hash *h);

/* True if there is a row to read. */
bool nj_stmt_step(struct nj_stmt *q);
/* False once something has failed, here or elsewhere in the store; what was
 * read since is worthless. */
bool nj_stmt_good(const struct nj_stmt *q);

/* A value outside of lo..hi, a text that does not fit and a hash of another
 * length are damage: the file was not written by us like that. */
int64_t nj_read_i64(struct nj_stmt *q, int64_t lo, int64_t hi);
uint32_t nj_read_u32(struct nj_stmt *q);
uint8_t nj_read_u8(struct nj_stmt *q);
int nj_read_int(struct nj_stmt *q);
bool nj_read_bool(struct nj_stmt *q);
/* What is no finite number is damage. */
double nj_read_double(struct nj_stmt *q);
/* Lent until the next step; never NULL. */
const char *nj_read_text(struct nj_stmt *q);
void nj_copy_text(struct nj_stmt *q, char *out, size_t cap);
void nj_read_hash(struct nj_stmt *q, struct nj_hash *out);

/* --- values as they are --- */

enum nj_value_kind {
    NJ_VALUE_NUMBER,
    NJ_VALUE_REAL,
    NJ_VALUE_TEXT,
    NJ_VALUE_BYTES
};

/* Of any column; a text and bytes are lent until the next step. */
struct nj_value {
    enum nj_value_kind kind;
    bool null;
    int64_t number;
    double real;
    const void *bytes;
    size_t n;
};

void nj_read_value(struct nj_stmt *q, enum nj_value_kind kind,
                   struct nj_value *out);
/* It must live until nj_stmt_end. */
void nj_bind_value(struct nj_stmt *q, const struct nj_value *v);

/* --- rows as tables of columns --- */

enum nj_column_kind {
    NJ_COLUMN_SIGNED,
    NJ_COLUMN_UNSIGNED,
    NJ_COLUMN_BOOL,
    NJ_COLUMN_CHARS, /* an array of char */
    NJ_COLUMN_LENT,  /* a text that lives until the next step */
    NJ_COLUMN_HASH
};

/* A member of a row, and which values a file of ours can have there. */
struct nj_column {
    uint16_t at, size;
    enum nj_column_kind kind;
    int64_t lo, hi;
};

/* An enum without negative values counts as unsigned. */
#define NJ_COLUMN_KIND(member) \
 _Generic((member),                   \
     int64_t: NJ_COLUMN_SIGNED,       \
     int: NJ_COLUMN_SIGNED,           \
     unsigned: NJ_COLUMN_UNSIGNED,    \
     uint16_t: NJ_COLUMN_UNSIGNED,    \
     uint8_t: NJ_COLUMN_UNSIGNED,     \
     bool: NJ_COLUMN_BOOL,            \
     char *: NJ_COLUMN_CHARS,         \
     const char *: NJ_COLUMN_LENT,    \
     struct nj_hash: NJ_COLUMN_HASH)

/* The column of a member: any value of its type, or those of a range. */
#define NJ_COLUMN_IN(row, member, least, most)                            \
 {                                                                        \
  .at = offsetof(row, member), .size = sizeof(((row *)0)->member),        \
  .kind = NJ_COLUMN_KIND(((row *)0)->member), .lo = (least), .hi = (most) \
 }
#define NJ_COLUMN(row, member) NJ_COLUMN_IN(row, member, INT64_MIN, INT64_MAX)

void nj_bind_row(struct nj_stmt *q, const struct nj_column *columns, size_t n,
                 const void *row);
void nj_read_row(struct nj_stmt *q, const struct nj_column *columns, size_t n,
                 void *row);

/* --- the end --- */

/* Gives the statement back; what failed is noted in the store. */
void nj_stmt_end(struct nj_stmt *q);
/* The same behind a row that was looked for: true if it was found and could be
 * read. */
bool nj_stmt_found(struct nj_stmt *q, bool found);
/* Step and end, for a statement without rows. Returns how many it changed. */
int64_t nj_stmt_run(struct nj_stmt *q);
/* The same of one new row: returns the number that it was given; 0: none. */
int64_t nj_stmt_insert(struct nj_stmt *q);
/* The same where nobody asks how many: an engine need not wait for the answer,
 * and what failed is noted by the end of the transaction. */
void nj_stmt_do(struct nj_stmt *q);
/* nj_stmt_do for one that must change a row: NJ_ERR_NOT_FOUND otherwise. */
void nj_stmt_change(struct nj_stmt *q, const char *what, int64_t id);
/* Reads one number; for pragmas and counts. 0 on failure. */
int64_t nj_stmt_number(struct nj_stmt *q);

/* Frees all statements; none may be lent. */
void nj_stmt_drop_all(struct nj_store *s);

#endif
