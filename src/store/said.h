/*
 * Private to store/: rows of `said`, each of which holds the messages that
 * followed each other in a match at one moment.
 *
 * In its body a message is, by base/parts.h: the input that caused it,
 * audience, seats, flags, receipt; chat, key, clause, arguments, choices. Its
 * number is that of the row and its place in it, its moment and its match are
 * the row's.
 *
 * What is said is gathered here and becomes a row with the commit, or before
 * somebody reads. Invariant: outside of a transaction nothing is gathered.
 */
#ifndef NJ_STORE_SAID_H
#define NJ_STORE_SAID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct nj_out_row;
struct nj_stmt;
struct nj_store;

/* A row that is not written yet; `many` 0: none. */
struct nj_said {
    int64_t id, match, previous, at_ms;
    uint32_t many;
    struct nj_str body;
};

#define NJ_SAID_BYTES ((size_t)16 << 20)

/* Adds a message behind the latest one of the store; `previous` is the match's
 * latest one. Returns its number; 0: the store has failed. */
int64_t nj_said_add(struct nj_store *s, const struct nj_out_row *row,
                    int64_t previous);
/* Writes what is gathered. */
void nj_said_write(struct nj_store *s);
/* It is not to be written. */
void nj_said_forget(struct nj_said *said);

/* The number of the latest message, 0: none. */
int64_t nj_said_latest(struct nj_store *s);

/* Reading. Texts live until the callback returns; `fated`: it has a row in
 * `fates`. A row that cannot be read is noted as damage. */
typedef void nj_said_fn(void *ctx, struct nj_out_row *row, bool fated);

/* The columns that a statement has to give, for the next three. */
#define NJ_SAID_COLUMNS                                                  \
 "SELECT id, many, coalesce(match_id, 0), coalesce(previous, 0), at_ms," \
 " body FROM said"

/* All messages of the statement's rows, in order; ends it. */
void nj_said_each(struct nj_store *s, struct nj_stmt *q, nj_said_fn *fn,
                  void *ctx);
/* From that one on. */
void nj_said_from(struct nj_store *s, int64_t id, nj_said_fn *fn, void *ctx);
/* One of them; false: there is none. */
bool nj_said_load(struct nj_store *s, int64_t id, nj_said_fn *fn, void *ctx);
/* One that goes to `from` goes to `to` now. */
void nj_said_move(struct nj_store *s, int64_t id, const char *from,
                  const char *to);

#endif
