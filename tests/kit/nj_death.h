/*
 * Tests of how a process ends: a function runs in a child of its own.
 */
#ifndef NJ_KIT_NJ_DEATH_H
#define NJ_KIT_NJ_DEATH_H

#include <stddef.h>

/*
 * Runs `fn` in a child process, puts what it wrote to stderr into `out` (cut
 * to cap - 1 bytes) and returns its exit status, or 256 + the signal that
 * ended it. A child whose `fn` returns ends with status 0.
 */
int nj_death_of(void (*fn)(void), char *out, size_t cap);

#endif
