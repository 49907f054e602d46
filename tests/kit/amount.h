/* How much a test does: numbers from the environment. */
#ifndef NJ_KIT_AMOUNT_H
#define NJ_KIT_AMOUNT_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t nj_from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10)
                                           : otherwise;
}

/* The same of what is costly: with NJ_TEST_TENTH=1 a tenth of it. */
static inline uint64_t nj_amount(const char *name, uint64_t otherwise)
{
    uint64_t n = nj_from_env(name, otherwise);

    return nj_from_env("NJ_TEST_TENTH", 0) > 0 ? n / 10 : n;
}

/* Is this an optimised build without sanitizers, which does much in a second? */
#if defined(__SANITIZE_ADDRESS__)
# define NJ_SLOW_BUILD 1
#elif defined(__has_feature)
# if __has_feature(address_sanitizer)
#  define NJ_SLOW_BUILD 1
# endif
#endif
#if !defined(NJ_SLOW_BUILD) && !defined(__OPTIMIZE__)
# define NJ_SLOW_BUILD 1
#endif
#ifndef NJ_SLOW_BUILD
# define NJ_SLOW_BUILD 0
#endif

#endif
