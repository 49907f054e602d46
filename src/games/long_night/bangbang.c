/*
 * 邦邦, the Boss that lays bombs (LN-23): at the end of a round it goes for its
 * target, through everything, and leaves a bomb where it stands. All hear whom
 * it is after, whether it has caught up, and the walls around it; where it is,
 * how fast, and whether a bomb was laid, nobody.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

#define SPEED_LEAST  3
#define SPEEDS       3          /* 3, 4 or 5 cells a round */
#define KIND         "bangbang" /* which Boss a message is about */
#define OUT_OF_REACH 0xffu

void nj_ln_bangbang_draw(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->opt.boss == LN_BANGBANG && s->boss_steps == 0);
    s->boss_steps = (uint16_t)(SPEED_LEAST + nj_random(m, SPEEDS));
}

/* How far the target is; a seat that is out is farther than any other. */
static uint8_t to_target(const struct ln_state *s)
{
    return s->seat[s->boss_target].fate == LN_IN_PLAY
               ? nj_ln_boss_away(s, s->boss_target)
               : OUT_OF_REACH;
}

/* The first of the nearest seats in play that are not in its cell;
 * NJ_SEAT_NONE: all are. */
static nj_seat nearest_other(const struct ln_state *s)
{
    nj_seat best = NJ_SEAT_NONE;

    NJ_FOREACH_SEAT(k, nj_ln_in_play(s) & ~nj_ln_at(s, s->boss))
        if (best == NJ_SEAT_NONE ||
            nj_ln_boss_away(s, k) < nj_ln_boss_away(s, best))
            best = k;
    return best;
}

static void turn_to(struct nj_match *m, struct ln_state *s, nj_seat seat)
{
    NJ_ASSERT(s->seat[seat].fate == LN_IN_PLAY);
    s->boss_target = seat;
    say_boss_switch(m, seat, KIND);
}

/* LN-23.3 (1). */
static void choose(struct nj_match *m, struct ln_state *s)
{
    nj_seat other = nearest_other(s);

    if (other != NJ_SEAT_NONE && nj_ln_boss_away(s, other) < to_target(s))
        turn_to(m, s, other);
    else if (s->seat[s->boss_target].fate != LN_IN_PLAY)
        turn_to(m, s, nj_seat_nth(nj_ln_in_play(s), 0));
}

/* LN-23.3 (3); true: it has caught up. */
static bool go(struct nj_match *m, struct ln_state *s)
{
    bool near = to_target(s) <= s->boss_steps;

    NJ_ASSERT(s->boss_steps >= SPEED_LEAST);
    if (near)
        s->boss = s->seat[s->boss_target].cell;
    for (unsigned i = 0; !near && i < s->boss_steps; i++)
        s->boss =
            nj_ln_board_next(&s->board, s->boss, nj_ln_boss_towards(m, s));
    return near;
}

/* LN-23.3 (5): on what stands there none is laid, and nobody is told. */
static void lay_bomb(struct nj_match *m, struct ln_state *s)
{
    char udlr[LN_DIRS + 1];

    NJ_ASSERT(s->boss < nj_ln_cells(&s->board));
    if (s->board.thing[s->boss] == LN_NOTHING)
        s->board.thing[s->boss] = LN_BOMB;
    nj_ln_walls_at(&s->board, s->boss, udlr);
    say_boss_bomb(m, udlr);
}

void nj_ln_bangbang_act(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->opt.boss == LN_BANGBANG && !s->over);
    if (nj_ln_in_play(s) == 0)
        return;
    choose(m, s);
    say_boss_chase(m, s->boss_target);
    if (go(m, s)) {
        nj_seat other = nearest_other(s);

        say_boss_reach(m, s->boss_target);
        if (other != NJ_SEAT_NONE)
            turn_to(m, s, other);
    }
    nj_ln_boss_record(m, s);
    lay_bomb(m, s);
}
