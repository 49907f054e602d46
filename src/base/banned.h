/*
 * Force-included into every file of ours: functions that do not compile here,
 * because each has a bounded or thread-safe twin.
 */
#ifndef NJ_BASE_BANNED_H
#define NJ_BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Under clang the checking C library has these two as macros, and what is a
 * macro already cannot be poisoned. */
#undef sprintf
#undef vsprintf
#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok
#pragma GCC poison localtime gmtime ctime asctime atoi atol atof

/* OpenSSL's headers have parameters of these names, so only calls are banned. */
/* NOLINTBEGIN(readability-identifier-naming): the names are not ours. */
#define rand()      take_nj_rng_below_instead
#define srand(seed) take_nj_rng_below_instead
/* NOLINTEND(readability-identifier-naming) */

#endif
