/*
 * Private to store/: what is known of the outbox between two commits, so that
 * a message that goes the usual way costs a part of a row and nothing else.
 *
 * Under way: messages stored as `sending` that have no row in `fates`. Their
 * marks are gathered, and what arrived in order is one number (`settled`).
 * Chains: the latest message of the matches that speak now.
 *
 * Invariant: outside of a transaction the file says the same. Whoever ends
 * one without a commit calls nj_out_books_forget; what is needed is read again.
 */
#ifndef NJ_STORE_OUT_BOOKS_H
#define NJ_STORE_OUT_BOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/said.h"

#define NJ_OUT_CHAINS 1024 /* a power of two */

struct nj_store;

struct nj_out_flight {
    int64_t id;
    bool arrived;
    bool stored; /* it has a row in `fates`, which counts; of one that arrived:
                    until all before it have arrived, too */
};

struct nj_out_chain {
    int64_t match;
    int64_t last; /* its latest message; 0: none */
    bool dirty;   /* the file does not know yet */
    bool listed;  /* its place is in `dirty` of the books */
};

struct nj_out_books {
    bool known; /* what follows has been read */
    int64_t settled;
    int64_t last;        /* number of the latest message, gathered ones too */
    struct nj_said said; /* gathered, and no row yet */
    struct nj_out_flight *flights; /* by id, from..n */
    uint32_t from, n, cap;
    bool moved;   /* something arrived since the last commit */
    bool chained; /* `chains` holds something */
    struct nj_out_chain chains[NJ_OUT_CHAINS];
    uint16_t dirty[NJ_OUT_CHAINS];
    uint32_t n_dirty;
};

/* Reads what is under way, unless it is known; false: it could not. */
bool nj_out_books_read(struct nj_store *s);
/* Writes what the file does not know yet; part of each commit. */
void nj_out_books_write(struct nj_store *s);
void nj_out_books_forget(struct nj_out_books *b);
/* For each message under way, in order; `fn` may divert it. */
typedef void nj_out_flight_fn(struct nj_store *s, int64_t id, const void *ctx);
void nj_out_books_each(struct nj_store *s, nj_out_flight_fn *fn,
                       const void *ctx);
/* Nothing is under way any more: what was has a row in `fates`. */
void nj_out_books_settle(struct nj_store *s);
void nj_out_books_fini(struct nj_out_books *b);

/* A message was stored as under way. */
void nj_out_books_depart(struct nj_out_books *b, int64_t id);
/* It arrived, and nothing else is to be said of it: false if the message was
 * not under way, and its mark has to be written. */
bool nj_out_books_arrive(struct nj_out_books *b, int64_t id);
/* It has a row in `fates` from now on. */
void nj_out_books_divert(struct nj_out_books *b, int64_t id);

/* The chain of a match. NULL: there is no such match (noted as
 * NJ_ERR_NOT_FOUND), or the store has failed. */
struct nj_out_chain *nj_out_books_chain(struct nj_store *s, int64_t match);
void nj_out_books_link(struct nj_out_books *b, struct nj_out_chain *c,
                       int64_t id);
/* What pulses.last_message has to become with the row that is being written
 * anyway; 0: it is right as it is. */
int64_t nj_out_books_pulse(struct nj_out_books *b, int64_t match);

#endif
