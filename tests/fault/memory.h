/*
 * Allocations that fail when told to: those of our own libraries, for which
 * the program is linked with --wrap=malloc, calloc and realloc, and SQLite's
 * (goals R3).
 */
#ifndef NJ_FAULT_MEMORY_H
#define NJ_FAULT_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum nj_memory_owner {
    NJ_MEMORY_OURS = 1,
    NJ_MEMORY_SQLITE = 2
};

/* Before SQLite is used for the first time. */
void nj_memory_install(void);
/* From now on the n-th allocation (1: the next) of that owner fails, and all
 * behind it if `for_ever`. */
void nj_memory_fail(enum nj_memory_owner owner, uint32_t nth, bool for_ever);
/* Nothing fails any more; true if something has. */
bool nj_memory_failed(void);

#endif
