/*
 * The Minotaur (LN-2.12, LN-8.7): where it appears, whom it is after, how it
 * walks at the end of a round, and what is heard of it.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

uint8_t nj_ln_boss_away(const struct ln_state *s, nj_seat seat)
{
    return nj_ln_board_manhattan(&s->board, s->boss, s->seat[seat].cell);
}

/* The seats in play that no other is nearer than. */
static nj_seat_set nearest(const struct ln_state *s)
{
    nj_seat_set playing = nj_ln_in_play(s);
    nj_seat_set set = 0;
    uint8_t least = LN_FAR;

    for (nj_seat k = 0; k < s->n; k++) {
        if ((playing & nj_bit(k)) == 0 || nj_ln_boss_away(s, k) > least)
            continue;
        if (nj_ln_boss_away(s, k) < least)
            set = 0;
        least = nj_ln_boss_away(s, k);
        set |= nj_bit(k);
    }
    NJ_ASSERT(set != 0); /* somebody is in play */
    return set;
}

void nj_ln_boss_record(struct nj_match *m, const struct ln_state *s)
{
    NJ_ASSERT(s->opt.boss && s->boss < nj_ln_cells(&s->board));
    say_boss_place(m, s->boss / s->board.size + 1, /* as boards are labelled */
                   s->boss % s->board.size + 1,
                   s->opt.boss == LN_BANGBANG ? s->boss_steps : NJ_NO_INT);
}

/* --- appearing (LN-2.12) --- */

static bool beside_a_seat(const struct ln_state *s, uint8_t cell, uint8_t gap)
{
    for (nj_seat k = 0; k < s->n; k++)
        if (nj_ln_board_chebyshev(&s->board, s->seat[k].cell, cell) < gap)
            return true;
    return false;
}

static uint8_t haunts(const struct ln_state *s, uint8_t gap,
                      uint8_t list[LN_CELLS_MAX])
{
    uint8_t n = 0;

    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        if (!beside_a_seat(s, c, gap))
            list[n++] = c;
    return n;
}

void nj_ln_boss_draw(struct nj_match *m, struct ln_state *s)
{
    uint8_t cells[LN_CELLS_MAX];
    uint8_t n = haunts(s, 2, cells);

    if (n == 0)
        n = haunts(s, 1, cells);
    NJ_ASSERT(n >= 1);
    s->boss = cells[nj_random(m, n)];
    NJ_ASSERT(!beside_a_seat(s, s->boss, 1)); /* it stands on nobody */
    s->boss_target =
        nj_seat_nth(nearest(s), nj_random(m, nj_seat_count(nearest(s))));
    s->boss_steps = 0;
    if (s->opt.boss == LN_BANGBANG)
        nj_ln_bangbang_draw(m, s);
}

/* --- what is told --- */

static void roar(struct nj_match *m, const struct ln_state *s)
{
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY)
            say_roar(m, k,
                     nj_ln_bearing(m, &s->board, s->seat[k].cell, s->boss));
}

static void breathe(struct nj_match *m, const struct ln_state *s)
{
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY &&
            nj_ln_board_chebyshev(&s->board, s->seat[k].cell, s->boss) <= 1)
            say_breath(m, k);
}

void nj_ln_boss_appear(struct nj_match *m, const struct ln_state *s)
{
    NJ_ASSERT(s->opt.boss);
    nj_ln_boss_record(m, s);
    say_boss_spawn(m, s->boss_target,
                   s->opt.boss == LN_BANGBANG ? "bangbang" : NULL);
    if (s->opt.boss == LN_MINOTAUR)
        roar(m, s);
}

/* --- walking (LN-8.7) --- */

enum ln_dir nj_ln_boss_towards(struct nj_match *m, const struct ln_state *s)
{
    struct ln_gap gap =
        nj_ln_board_gap(&s->board, s->boss, s->seat[s->boss_target].cell);
    bool across = gap.wide > gap.tall;

    NJ_ASSERT(gap.tall + gap.wide > 0);
    if (gap.wide == gap.tall)
        across = nj_random(m, 2) == 1;
    if (across)
        return gap.right > 0 ? LN_RIGHT : LN_LEFT;
    return gap.down > 0 ? LN_DOWN : LN_UP;
}

/* All in its cell are out. */
static nj_seat_set stomp(struct nj_match *m, struct ln_state *s)
{
    nj_seat_set all = nj_ln_at(s, s->boss);

    for (nj_seat k = 0; k < s->n; k++) {
        if ((all & nj_bit(k)) == 0)
            continue;
        s->seat[k].catch_points = (int16_t)(s->seat[k].catch_points - 100);
        nj_ln_out(m, s, k, LN_STOMPED);
    }
    NJ_ASSERT(nj_ln_at(s, s->boss) == 0);
    return all;
}

static nj_seat_set walk(struct nj_match *m, struct ln_state *s)
{
    nj_seat_set out = 0;

    NJ_ASSERT(s->seat[s->boss_target].fate == LN_IN_PLAY);
    if (nj_ln_boss_away(s, s->boss_target) == 0)
        return stomp(m, s);
    for (unsigned i = 0; i < s->boss_steps && out == 0; i++) {
        s->boss =
            nj_ln_board_next(&s->board, s->boss, nj_ln_boss_towards(m, s));
        out = stomp(m, s);
    }
    return out;
}

static void chase(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(!s->over && nj_ln_in_play(s) != 0);
    s->boss_target = nj_seat_nth(nearest(s), 0);
    s->boss_steps = 0;
    say_boss_switch(m, s->boss_target, NULL);
}

/* True: that was the end of the match. */
static bool feast(struct nj_match *m, struct ln_state *s, nj_seat_set out)
{
    NJ_ASSERT((out & nj_ln_in_play(s)) == 0);
    s->boss_steps = 0;
    say_boss_catch(m, out);
    nj_ln_chain_tell(m, s, out); /* not if at most one is left */
    if (nj_ln_check_over(m, s, false))
        return true;
    chase(m, s);
    return false;
}

static bool hunt(struct nj_match *m, struct ln_state *s)
{
    nj_seat_set out;

    NJ_ASSERT(!s->over && s->boss_steps < UINT16_MAX);
    s->boss_steps++;
    out = walk(m, s);
    nj_ln_boss_record(m, s);
    if (out == 0 && s->boss_steps == 3)
        nj_ln_did(s, s->boss_target, LN_BAITED);
    if (out == 0)
        say_boss_move(m, s->boss_target, s->boss_steps);
    else if (feast(m, s, out))
        return true;
    roar(m, s);
    return false;
}

bool nj_ln_boss_act(struct nj_match *m, struct ln_state *s)
{
    nj_seat near = nj_seat_nth(nearest(s), 0);

    NJ_ASSERT(s->opt.boss == LN_MINOTAUR && !s->over);
    if (s->seat[s->boss_target].fate != LN_IN_PLAY ||
        nj_ln_boss_away(s, near) < nj_ln_boss_away(s, s->boss_target))
        chase(m, s);
    else if (hunt(m, s))
        return true;
    breathe(m, s);
    return false;
}
