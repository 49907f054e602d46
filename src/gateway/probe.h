/*
 * What a gateway finds out about itself before anybody plays, for `doctor`:
 * who it is out there, whether it can be reached, what it may do.
 *
 * A gateway has an op for it (nj_gateway_ops.probe), called instead of start.
 * It says each thing it finds, one call of nj_probe_tell() a line:
 *
 *     nj_probe_tell(p, NJ_FOUND_WELL, "telegram.me", "", username);
 *     nj_probe_tell(p, NJ_FOUND_WRONG, "telegram.left", address, "");
 *
 * A key is a text `doctor.<key>` of the locales, in which {{where}} and
 * {{what}} are the two texts; where it is odd or wrong, `doctor.<key>_do` says
 * the next step, if there is one. No secret is ever in them.
 */
#ifndef NJ_GATEWAY_PROBE_H
#define NJ_GATEWAY_PROBE_H

#include <stdint.h>

enum nj_found {
    NJ_FOUND_WELL,
    NJ_FOUND_ODD,  /* it works, and not as somebody would expect */
    NJ_FOUND_WRONG /* it does not work before this is mended */
};

struct nj_probe {
    /* Called on the thread that probes; the texts are lent. */
    void (*tell)(void *ctx, enum nj_found found, const char *key,
                 const char *where, const char *what);
    void *ctx;
    /* Groups of this gateway in which a table or a match is open; lent. */
    const char *const *groups;
    uint32_t n_groups;
    int64_t wait_ms; /* how long all of it may take, but for what is live */
    /* Not 0: where a platform is not known well enough, it is tried out what
     * it does, in the place of a program that would run: somebody writes to
     * the bot for so long and is answered `live_say`, with a button of that
     * label; both are lent. */
    int64_t live_ms;
    const char *live_say, *live_press;
};

/* A finding; `where` and `what` are "" for none. */
void nj_probe_tell(const struct nj_probe *p, enum nj_found found,
                   const char *key, const char *where, const char *what);

/* The platform's clock beside this machine's, both in ms since 1970: well up
 * to 30 s, which is what matches learn to live with; `gateway` stands in the
 * line. */
void nj_probe_clock(const struct nj_probe *p, const char *gateway,
                    int64_t theirs_ms, int64_t ours_ms);

#endif
