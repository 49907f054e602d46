/*
 * A member of a struct as a value, so that a table can say where a number
 * belongs: an option in the state, what is heard in a computer player's mind,
 * a clause of a scenario, a key of a data file.
 */
#ifndef NJ_MATCH_INTO_H
#define NJ_MATCH_INTO_H

#include <stddef.h>
#include <stdint.h>

struct nj_into {
    uint32_t offset, width; /* width 0: nowhere */
};

/* A member of another type does not compile. */
#define NJ_INTO(state, member)                                            \
 {                                                                        \
  offsetof(state, member), _Generic(((state *)NULL)->member, uint8_t : 1, \
                                    uint16_t : 2, int64_t : 8)            \
 }
#define NJ_NOWHERE \
 {                 \
  0, 0             \
 }

/* The largest number that has room there. */
int64_t nj_into_most(struct nj_into into);
/* Writes 0..nj_into_most() there; `whole` is the struct. */
void nj_into_put(void *whole, struct nj_into into, int64_t v);
/* Returns what is there. */
int64_t nj_into_get(const void *whole, struct nj_into into);

#endif
