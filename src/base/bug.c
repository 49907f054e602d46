/*
 * The end of the process when the program contradicts itself.
 */
#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void nj_bug(const char *file, int line, const char *func,
                      const char *what)
{
    (void)fprintf(stderr, "nightjar: bug at %s:%d in %s: %s\n", file, line,
                  func, what);
    abort();
}
