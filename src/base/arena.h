/*
 * Memory that is freed together.
 *
 * An arena hands out zeroed, aligned pieces and takes them all back at once:
 * nj_arena_reset() keeps the chunks for the next round, nj_arena_fini() gives
 * them back. Out of memory ends the process with one line and status 2 (the
 * log on disk brings the state back), so no caller tests for NULL.
 *
 *     struct nj_arena a = NJ_ARENA_INIT(4096);
 *     char *copy = nj_arena_copy(&a, text, len);
 *     nj_arena_fini(&a);
 */
#ifndef NJ_BASE_ARENA_H
#define NJ_BASE_ARENA_H

#include <stddef.h>

#include "base/status.h"

struct nj_arena_chunk;

/* Private members; NJ_ARENA_INIT is the only way to make one. */
struct nj_arena {
    struct nj_arena_chunk *head; /* the chunk in use, then the full ones */
    struct nj_arena_chunk *free; /* emptied by a reset */
    size_t chunk_bytes;
};

#define NJ_ARENA_INIT(bytes) \
 {                           \
  .chunk_bytes = (bytes)     \
 }

/* Zeroed memory for any type, owned by the arena. `size` may be 0. */
void *nj_arena_alloc(struct nj_arena *a, size_t size);

/* A copy of `len` bytes with a NUL behind them. */
char *nj_arena_copy(struct nj_arena *a, const char *text, size_t len);

/* A formatted string. */
char *nj_arena_printf(struct nj_arena *a, const char *fmt, ...) NJ_PRINTF(2, 3);

/* Takes everything back; pieces handed out before are dead. */
void nj_arena_reset(struct nj_arena *a);

/* Frees all chunks. The arena can be used again. */
void nj_arena_fini(struct nj_arena *a);

/* Bytes held from the system, for the memory figures of `nightjar bench`. */
size_t nj_arena_bytes(const struct nj_arena *a);

/* malloc, realloc and strndup that end the process when memory is out. */
void *nj_alloc(size_t size); /* zeroed; the caller frees with free() */
void *nj_realloc(void *p, size_t size);
/* The list `p` of n things of that size (NULL: of none) with room for one more;
 * all that it has grown it has grown so, one at a time. */
void *nj_grow(void *p, size_t n, size_t size);
char *nj_strndup(const char *text, size_t len);

/* Their end of the process, for libraries that report it and go on. */
_Noreturn void nj_out_of_memory(void);

#endif
