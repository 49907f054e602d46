/*
 * NJ_ASSERT: for what only a programmer can have caused.
 *
 * It stays on in release builds: a wrong referee is worse than a restarting
 * one. One condition per assert, no side effects, never about input.
 */
#ifndef NJ_BASE_BUG_H
#define NJ_BASE_BUG_H

#define NJ_ASSERT(cond) \
 ((cond) ? (void)0 : nj_bug(__FILE__, __LINE__, __func__, #cond))

/* Marks the branch that cannot be reached. */
#define NJ_UNREACHABLE() nj_bug(__FILE__, __LINE__, __func__, "unreachable")

/* Prints one line to stderr and aborts. Prints no values: they may be secret. */
_Noreturn void nj_bug(const char *file, int line, const char *func,
                      const char *what);

#endif
