/*
 * What a match is proved with beside its log: by which words people joined,
 * and the files that not everybody has. The contract is that of store/store.h.
 *
 * Rows are added and stay: who leaves a table has joined it all the same. A
 * text that many matches were played with is stored once.
 */
#ifndef NJ_STORE_PROOF_H
#define NJ_STORE_PROOF_H

#include "store/store.h"

/* Adds a join of that person behind those of the match. */
void nj_join_put(struct nj_store *s, int64_t match, const char *user,
                 const char *words);

/* How many there are, and how many of them are that person's. */
struct nj_join_counts {
    uint32_t all, own;
};
struct nj_join_counts nj_join_count(struct nj_store *s, int64_t match,
                                    const char *user);
/* In order; `words` is lent. */
typedef void nj_join_fn(void *ctx, const char *words);
void nj_join_each(struct nj_store *s, int64_t match, nj_join_fn *fn, void *ctx);

/* A file of a match: its place (0, 1, ...), name, and text with its hash. */
struct nj_file_row {
    int64_t match;
    uint8_t place;
    const char *name; /* lent, as the text */
    const char *text;
    struct nj_hash hash;
};

void nj_file_put(struct nj_store *s, const struct nj_file_row *row);
/* In order. */
typedef void nj_file_fn(void *ctx, const struct nj_file_row *row);
void nj_file_each(struct nj_store *s, int64_t match, nj_file_fn *fn, void *ctx);

#endif
