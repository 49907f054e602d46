/*
 * Findings that are the same for every platform.
 */
#include "gateway/probe.h"

#include <stdio.h>

#define SKEW_MS 30000 /* more is told to the owners, too */

void nj_probe_tell(const struct nj_probe *p, enum nj_found found,
                   const char *key, const char *where, const char *what)
{
    p->tell(p->ctx, found, key, where, what);
}

void nj_probe_clock(const struct nj_probe *p, const char *gateway,
                    int64_t theirs_ms, int64_t ours_ms)
{
    int64_t off_ms = ours_ms - theirs_ms;
    char what[32];

    (void)snprintf(what, sizeof(what), "%+lld", (long long)(off_ms / 1000));
    if (off_ms > SKEW_MS || off_ms < -SKEW_MS)
        nj_probe_tell(p, NJ_FOUND_WRONG, "clock.off", gateway, what);
    else
        nj_probe_tell(p, NJ_FOUND_WELL, "clock.well", gateway, what);
}
