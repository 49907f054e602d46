/* A moment's rest of a test that looks again and again. */
#ifndef NJ_KIT_NAP_H
#define NJ_KIT_NAP_H

#include <stdint.h>
#include <time.h>

/* How long to rest between two looks at another process. */
#define NJ_NAP_MS 20

static inline void nj_nap_ms(int64_t ms)
{
    const struct timespec t = {.tv_sec = ms / 1000,
                               .tv_nsec = ms % 1000 * 1000000};

    (void)nanosleep(&t, NULL);
}

#endif
