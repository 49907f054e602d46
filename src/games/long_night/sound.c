/*
 * Sounds: who hears them, and from where (LN-6). A direction depends on the
 * two cells only, never on what made the sound.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

const char *const nj_ln_sounds[] = {"none", "rustle", "splash"};
const char *const nj_ln_dirs[LN_DIRS] = {"U", "D", "L", "R"};

/* One axis of LN-6.3: 0, 1 (positive: down, right) or 2 (negative). */
static unsigned axis(struct nj_match *m, int gap, int n)
{
    NJ_ASSERT(2 * gap > -n && 2 * gap <= n);
    if (2 * gap == n) /* LN-6.5 */
        return nj_random(m, 2) == 0 ? 1 : 2;
    return gap == 0 ? 0 : gap > 0 ? 1 : 2;
}

const char *nj_ln_bearing(struct nj_match *m, const struct ln_board *b,
                          uint8_t listener, uint8_t source)
{
    static const char *const words[3][3] = {
        {"here", "right", "left"},
        {"down", "down-right", "down-left"},
        {"up", "up-right", "up-left"},
    };
    struct ln_gap gap = nj_ln_board_gap(b, listener, source);
    unsigned vertical;

    /* LN-5.13: a jammer box beside the listener, or where it stands. */
    if (nj_ln_board_near(b, b->thing, LN_JAMMER_BOX, listener, 1))
        return "jammed"; /* and no tie is drawn */
    vertical = axis(m, gap.down, b->size);
    return words[vertical][axis(m, gap.right, b->size)];
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
