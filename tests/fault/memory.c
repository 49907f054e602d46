/*
 * Counting allocations, and failing one.
 */
#include "fault/memory.h"

#include <stdlib.h>

#include <sqlite3.h>

#include "base/bug.h"

static struct {
    bool armed, for_ever, failed;
    enum nj_memory_owner owner;
    uint32_t left; /* until the one that fails */
    sqlite3_mem_methods real;
} memory;

static bool hit(enum nj_memory_owner owner)
{
    if (!memory.armed || memory.owner != owner)
        return false;
    if (memory.left > 0)
        memory.left--;
    if (memory.left > 0 || (memory.failed && !memory.for_ever))
        return false;
    memory.failed = true;
    return true;
}

/* --- ours: the linker puts these in place of the library's --- */

void *nj_real_malloc(size_t n) __asm__("__real_malloc");
void *nj_real_calloc(size_t n, size_t size) __asm__("__real_calloc");
void *nj_real_realloc(void *p, size_t n) __asm__("__real_realloc");
void *nj_wrap_malloc(size_t n) __asm__("__wrap_malloc");
void *nj_wrap_calloc(size_t n, size_t size) __asm__("__wrap_calloc");
void *nj_wrap_realloc(void *p, size_t n) __asm__("__wrap_realloc");

void *nj_wrap_malloc(size_t n)
{
    return hit(NJ_MEMORY_OURS) ? NULL : nj_real_malloc(n);
}

void *nj_wrap_calloc(size_t n, size_t size)
{
    return hit(NJ_MEMORY_OURS) ? NULL : nj_real_calloc(n, size);
}

void *nj_wrap_realloc(void *p, size_t n)
{
    return hit(NJ_MEMORY_OURS) ? NULL : nj_real_realloc(p, n);
}

/* --- SQLite's --- */

static void *sqlite_malloc(int n)
{
    return hit(NJ_MEMORY_SQLITE) ? NULL : memory.real.xMalloc(n);
}

static void *sqlite_realloc(void *p, int n)
{
    return hit(NJ_MEMORY_SQLITE) ? NULL : memory.real.xRealloc(p, n);
}

void nj_memory_install(void)
{
    sqlite3_mem_methods ours;
    int rc = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real);

    NJ_ASSERT(rc == SQLITE_OK);
    ours = memory.real;
    ours.xMalloc = sqlite_malloc;
    ours.xRealloc = sqlite_realloc;
    rc = sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
    NJ_ASSERT(rc == SQLITE_OK);
}

void nj_memory_fail(enum nj_memory_owner owner, uint32_t nth, bool for_ever)
{
    NJ_ASSERT(nth > 0);
    memory.owner = owner;
    memory.left = nth;
    memory.for_ever = for_ever;
    memory.failed = false;
    memory.armed = true;
}

bool nj_memory_failed(void)
{
    memory.armed = false;
    return memory.failed;
}
