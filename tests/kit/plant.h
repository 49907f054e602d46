/*
 * Faults that a test plants in its own instruments when NJ_PLANT names one: a
 * disk that does not sync, a platform that says a thing twice. The check then
 * has to fail, which is a test of the check (tests/README.md).
 */
#ifndef NJ_KIT_PLANT_H
#define NJ_KIT_PLANT_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool nj_planted(const char *name)
{
    const char *planted = getenv("NJ_PLANT");

    return planted != NULL && strcmp(planted, name) == 0;
}

#endif
