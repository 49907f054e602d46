/*
 * NJ_ASSERT: for what only a programmer can have caused.
 *
 * It stays on in release builds: a wrong referee is worse than a restarting
 * one. One condition per assert, no side effects, never about input.
 *
 * A failed assertion ends the process, unless it happens inside
 * nj_bug_contain(): then it ends that piece of work only. The referee runs
 * each match that way, so that a fault inside one does not stop the others.
 */
#ifndef NJ_BASE_BUG_H
#define NJ_BASE_BUG_H

#include <stdbool.h>
#include <stddef.h>

#ifdef NJ_COVERAGE
/* Without a branch where it stands: its failing side is no test's to reach. */
# define NJ_ASSERT(cond) nj_bug_unless((cond), __FILE__, __LINE__, # cond)
#else
# define NJ_ASSERT(cond) ((cond) ? (void)0 : nj_bug(__FILE__, __LINE__, # cond))
#endif

/* Marks the branch that cannot be reached. */
#define NJ_UNREACHABLE() nj_bug(__FILE__, __LINE__, "unreachable")

/* Prints one line to stderr and aborts, or leaves the work that contains it.
 * Prints no values: they may be secret. (Nor the function: its name would
 * stand in the program once for each that asserts anything.) */
_Noreturn void nj_bug(const char *file, int line, const char *what);

/* What NJ_ASSERT is in a build that counts branches. */
static inline void nj_bug_unless(bool holds, const char *file, int line,
                                 const char *what)
{
    if (!holds)
        nj_bug(file, line, what);
}

/*
 * Runs work(ctx). False: an assertion failed in it, on this thread; `where`
 * (cap bytes) says which, and whatever the work was changing is in no state
 * to be used, only to be destroyed. The work takes no locks and opens nothing
 * that it would have to close. Not nested.
 */
bool nj_bug_contain(void (*work)(void *ctx), void *ctx, char *where,
                    size_t cap);

#endif
