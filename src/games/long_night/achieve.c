/*
 * Achievements: what a seat did in a match that is over, from points and fates
 * (LN-7.5, 7.7, 7.10), which the score and the reveal have told.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* Seats that were caught, stomped or blown up have lost a hundred (LN-7.10). */
static int catches(const struct ln_seat *seat)
{
    bool lost = seat->fate == LN_CAUGHT || seat->fate == LN_STOMPED ||
                seat->fate == LN_BLOWN;

    return (seat->catch_points + (lost ? 100 : 0)) / 100;
}

typedef bool earns(const struct ln_state *s, nj_seat seat);

static nj_seat_set all_who(const struct nj_match *m, earns *does)
{
    const struct ln_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    NJ_ASSERT(s->over);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate != LN_DEPARTED && does(s, k))
            set |= nj_bit(k);
    return set;
}

/* 150 comes once, 200 once, 250 any number of times (LN-7.7): what is left
 * after the latter has the 150 in it or not. */
static bool took_first_pod(const struct ln_state *s, nj_seat seat)
{
    int left = s->seat[seat].escape_points % 250;

    return left == 150 || left == (150 + 200) % 250;
}

static bool caught_two(const struct ln_state *s, nj_seat seat)
{
    return catches(&s->seat[seat]) >= 2;
}

static bool caught_and_escaped(const struct ln_state *s, nj_seat seat)
{
    return catches(&s->seat[seat]) >= 1 && s->seat[seat].escape_points > 0;
}

static bool walked_half(const struct ln_state *s, nj_seat seat)
{
    return 2 * nj_ln_explored(&s->seat[seat]) >= nj_ln_cells(&s->board);
}

static bool first_in_a_quarter(const struct ln_state *s, nj_seat seat)
{
    return 4 * s->seat[seat].first >= nj_ln_cells(&s->board);
}

static bool alone_in_the_dark(const struct ln_state *s, nj_seat seat)
{
    return nj_ln_in_play(s) == nj_bit(seat);
}

/* Out by somebody else's hand, and nobody did better. */
static bool won_from_outside(const struct ln_state *s, nj_seat seat)
{
    uint8_t fate = s->seat[seat].fate;

    return fate != LN_IN_PLAY && fate != LN_ESCAPED && nj_ln_rank(s, seat) == 1;
}

#define EARNED(name)                                        \
 static nj_seat_set earned_##name(const struct nj_match *m) \
 {                                                          \
  return all_who(m, name);                                  \
 }                                                          \
 _Static_assert(sizeof(#name) > 1, "")

EARNED(took_first_pod);
EARNED(caught_two);
EARNED(caught_and_escaped);
EARNED(walked_half);
EARNED(first_in_a_quarter);
EARNED(alone_in_the_dark);
EARNED(won_from_outside);

const struct nj_achievement nj_ln_achievements[] = {
    {"first_pod", earned_took_first_pod},
    {"two_catches", earned_caught_two},
    {"catch_and_escape", earned_caught_and_escaped},
    {"half_the_maze", earned_walked_half},
    {"pathfinder", earned_first_in_a_quarter},
    {"last_one", earned_alone_in_the_dark},
    {"from_outside", earned_won_from_outside},
    {NULL, NULL}};
