/*
 * Sounds: who hears them, and from where (LN-6). A direction depends on the
 * two cells only, never on what made the sound.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

const char *const nj_ln_sounds[] = {"none", "rustle", "splash"};
const char *const nj_ln_dirs[LN_DIRS] = {"U", "D", "L", "R"};

/* One axis of LN-6.3: 0, 1 (positive: down, right) or 2 (negative). */
static unsigned axis(struct nj_match *m, unsigned listener, unsigned source,
                     unsigned n)
{
    unsigned d = (source + n - listener) % n;

    NJ_ASSERT(n > 0);
    if (d == 0)
        return 0;
    if (2 * d == n) /* LN-6.5 */
        return nj_random(m, 2) == 0 ? 1 : 2;
    return 2 * d < n ? 1 : 2;
}

/* LN-5.13: a jammer box beside the listener, or where it stands. */
static bool jammed(const struct ln_board *b, uint8_t listener)
{
    NJ_ASSERT(listener < nj_ln_cells(b));
    if (memchr(b->thing, LN_JAMMER_BOX, nj_ln_cells(b)) == NULL)
        return false; /* most maps have none */
    for (int i = 0; i < LN_BLOCK; i++)
        if (b->thing[nj_ln_board_shift(b, listener, i / LN_SIDE - 1,
                                       i % LN_SIDE - 1)] == LN_JAMMER_BOX)
            return true;
    return false;
}

const char *nj_ln_bearing(struct nj_match *m, const struct ln_board *b,
                          uint8_t listener, uint8_t source)
{
    static const char *const words[3][3] = {
        {"here", "right", "left"},
        {"down", "down-right", "down-left"},
        {"up", "up-right", "up-left"},
    };
    unsigned n = b->size;
    unsigned vertical;
    unsigned horizontal;

    NJ_ASSERT(listener < nj_ln_cells(b));
    NJ_ASSERT(source < nj_ln_cells(b));
    if (jammed(b, listener))
        return "jammed"; /* and no tie is drawn */
    vertical = axis(m, listener / n, source / n, n);
    horizontal = axis(m, listener % n, source % n, n);
    return words[vertical][horizontal];
}

void nj_ln_sound_tell(struct nj_match *m, const struct ln_state *s,
                      enum ln_sound sound)
{
    uint8_t source = s->seat[s->turn].cell;

    NJ_ASSERT(sound != LN_SILENT);
    for (nj_seat k = 0; k < s->n; k++) {
        if (k == s->turn || s->seat[k].fate != LN_IN_PLAY)
            continue;
        say_sound(m, k, s->turn, s->steps, nj_ln_sounds[sound],
                  nj_ln_bearing(m, &s->board, s->seat[k].cell, source));
    }
}
