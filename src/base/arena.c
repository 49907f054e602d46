/*
 * Memory that is freed together, and the end of the process when there is
 * none left.
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"

struct nj_arena_chunk {
    struct nj_arena_chunk *next;
    size_t cap;
    size_t used;
    max_align_t data[];
};

/* Nothing is flushed and no handler runs: each of them might allocate. */
_Noreturn void nj_out_of_memory(void)
{
    static const char line[] = "nightjar: out of memory\n";

    if (write(STDERR_FILENO, line, sizeof(line) - 1) < 0)
        _exit(2);
    _exit(2);
}

void *nj_alloc(size_t size)
{
    void *p = calloc(1, size == 0 ? 1 : size);

    if (p == NULL)
        nj_out_of_memory();
    return p;
}

void *nj_realloc(void *p, size_t size)
{
    void *bigger = realloc(p, size == 0 ? 1 : size);

    if (bigger == NULL)
        nj_out_of_memory();
    return bigger;
}

/* Room is made where n is a power of two, for twice as many: there is some at
 * all others, even if n has fallen meanwhile. */
void *nj_grow(void *p, size_t n, size_t size)
{
    return (n & (n - 1)) == 0 ? nj_realloc(p, 2 * (n + 1) * size) : p;
}

char *nj_strndup(const char *text, size_t len)
{
    char *copy;

    NJ_ASSERT(text != NULL || len == 0);
    if (len == SIZE_MAX)
        nj_out_of_memory();
    copy = nj_realloc(NULL, len + 1);
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

static size_t room(const struct nj_arena_chunk *c)
{
    return c == NULL ? 0 : c->cap - c->used;
}

/* Takes the first emptied chunk that is large enough out of the free list. */
static struct nj_arena_chunk *reuse(struct nj_arena *a, size_t size)
{
    struct nj_arena_chunk **at = &a->free;
    struct nj_arena_chunk *found;

    NJ_ASSERT(size > 0);
    while (*at != NULL && (*at)->cap < size)
        at = &(*at)->next;
    found = *at;
    if (found != NULL)
        *at = found->next;
    return found;
}

static struct nj_arena_chunk *chunk_for(struct nj_arena *a, size_t size)
{
    struct nj_arena_chunk *c = reuse(a, size);
    size_t cap = size > a->chunk_bytes ? size : a->chunk_bytes;

    NJ_ASSERT(size > 0);
    if (c == NULL) {
        if (cap > SIZE_MAX - sizeof(*c))
            nj_out_of_memory();
        c = nj_realloc(NULL, sizeof(*c) + cap);
        c->cap = cap;
    }
    c->used = 0;
    if (a->head != NULL && c->cap - size < room(a->head)) {
        c->next = a->head->next; /* one large piece: go on with the old one */
        a->head->next = c;
    } else {
        c->next = a->head;
        a->head = c;
    }
    NJ_ASSERT(c->cap >= size);
    return c;
}

void *nj_arena_alloc(struct nj_arena *a, size_t size)
{
    const size_t unit = _Alignof(max_align_t);
    struct nj_arena_chunk *c = a->head;
    char *piece;

    if (size > SIZE_MAX - unit)
        nj_out_of_memory();
    size = size == 0 ? unit : (size + unit - 1) / unit * unit;
    if (room(c) < size)
        c = chunk_for(a, size);
    NJ_ASSERT(room(c) >= size);
    piece = (char *)c->data + c->used;
    c->used += size;
    memset(piece, 0, size);
    return piece;
}

char *nj_arena_copy(struct nj_arena *a, const char *text, size_t len)
{
    char *copy;

    NJ_ASSERT(text != NULL || len == 0);
    if (len == SIZE_MAX)
        nj_out_of_memory();
    copy = nj_arena_alloc(a, len + 1);
    if (len > 0)
        memcpy(copy, text, len);
    return copy;
}

char *nj_arena_printf(struct nj_arena *a, const char *fmt, ...)
{
    va_list ap;
    int len;
    char *text;

    NJ_ASSERT(fmt != NULL);
    va_start(ap, fmt);
    len = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    NJ_ASSERT(len >= 0);
    text = nj_arena_alloc(a, (size_t)len + 1);
    va_start(ap, fmt);
    (void)vsnprintf(text, (size_t)len + 1, fmt, ap);
    va_end(ap);
    return text;
}

void nj_arena_reset(struct nj_arena *a)
{
    while (a->head != NULL) {
        struct nj_arena_chunk *c = a->head;

        a->head = c->next;
        c->next = a->free;
        a->free = c;
    }
    NJ_ASSERT(a->head == NULL);
}

void nj_arena_fini(struct nj_arena *a)
{
    nj_arena_reset(a);
    while (a->free != NULL) {
        struct nj_arena_chunk *c = a->free;

        a->free = c->next;
        free(c);
    }
    NJ_ASSERT(a->free == NULL);
}

static size_t list_bytes(const struct nj_arena_chunk *c)
{
    size_t sum = 0;

    for (; c != NULL; c = c->next)
        sum += sizeof(*c) + c->cap;
    return sum;
}

size_t nj_arena_bytes(const struct nj_arena *a)
{
    return list_bytes(a->head) + list_bytes(a->free);
}
