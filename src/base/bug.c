/*
 * What happens when the program contradicts itself.
 */
#include "base/bug.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* The work that an assertion on this thread ends; NULL: the process. */
struct containment {
    jmp_buf leave;
    char *where;
    size_t cap;
};
static _Thread_local struct containment *contained;

_Noreturn void nj_bug(const char *file, int line, const char *what)
{
    struct containment *c = contained;

    if (c != NULL) {
        contained = NULL;
        (void)snprintf(c->where, c->cap, "%s:%d: %s", file, line, what);
        longjmp(c->leave, 1);
    }
    (void)fprintf(stderr, "nightjar: bug at %s:%d: %s\n", file, line, what);
    abort();
}

/* NOLINTNEXTLINE(readability-non-const-parameter): a fault is written there */
bool nj_bug_contain(void (*work)(void *ctx), void *ctx, char *where, size_t cap)
{
    struct containment c = {.where = where, .cap = cap};

    NJ_ASSERT(cap > 0);
    NJ_ASSERT(where != NULL);
    NJ_ASSERT(contained == NULL);
    if (setjmp(c.leave) != 0)
        return false;
    contained = &c;
    work(ctx);
    contained = NULL;
    return true;
}
