/*
 * Ranks: things of the caller by a number, the lowest first (a binary heap).
 *
 * Each thing says itself where it stands: it has a uint32_t for that, 0 outside,
 * whose offset the ranks are told at birth. A thing stands in one of them at a
 * time.
 *
 *     struct nj_ranks due = NJ_RANKS(struct thing, place);
 *
 *     nj_ranks_add(&due, thing, at_ms);
 *     while (due.n > 0 && due.v[0].at <= now_ms)
 *         wake(nj_ranks_take(&due));
 *     nj_ranks_fini(&due);
 */
#ifndef NJ_BASE_RANKS_H
#define NJ_BASE_RANKS_H

#include <stddef.h>
#include <stdint.h>

struct nj_rank {
    int64_t at;
    void *thing; /* lent */
};

struct nj_ranks {
    struct nj_rank *v; /* v[0] is the first; owned */
    uint32_t n, cap;
    size_t place; /* offset of its place in a thing */
};

#define NJ_RANKS(type, member)               \
 (struct nj_ranks)                           \
 {                                           \
  .v = NULL, .place = offsetof(type, member) \
 }

/* Adds a thing that stands in none. */
void nj_ranks_add(struct nj_ranks *k, void *thing, int64_t at);
/* Gives one that stands there another number. */
void nj_ranks_move(struct nj_ranks *k, void *thing, int64_t at);
/* Returns the number of one that stands there. */
int64_t nj_ranks_at(const struct nj_ranks *k, const void *thing);
/* Takes one out that stands there. */
void nj_ranks_drop(struct nj_ranks *k, void *thing);
/* Takes the first one; there is one. */
void *nj_ranks_take(struct nj_ranks *k);
/* All leave, and know it. */
void nj_ranks_clear(struct nj_ranks *k);
/* The same, and gives the memory back. */
void nj_ranks_fini(struct nj_ranks *k);

#endif
