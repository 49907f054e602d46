/*
 * Achievements: what a seat did in a match that is over, from points and fates
 * (LN-7.5, 7.7, 7.10), which the score and the reveal have told.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

static const struct ln_seat *seat_of(const struct nj_match *m, nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->over && seat < s->n);
    return &s->seat[seat];
}

/* Seats that were caught, stomped or blown up have lost a hundred (LN-7.10). */
static int catches(const struct ln_seat *seat)
{
    bool lost = seat->fate == LN_CAUGHT || seat->fate == LN_STOMPED ||
                seat->fate == LN_BLOWN;
    int points = seat->catch_points + (lost ? 100 : 0);

    NJ_ASSERT(points >= 0 && points % 100 == 0);
    return points / 100;
}

bool nj_ln_stayed(const struct nj_match *m, nj_seat seat)
{
    return seat_of(m, seat)->fate != LN_DEPARTED;
}

/* 150 comes once, 200 once, 250 any number of times (LN-7.7): what is left
 * after the latter has the 150 in it or not. */
static bool took_first_pod(const struct nj_match *m, nj_seat seat)
{
    int left = seat_of(m, seat)->escape_points % 250;

    NJ_ASSERT(left >= 0 && left % 50 == 0);
    return left == 150 || left == (150 + 200) % 250;
}

static bool caught_two(const struct nj_match *m, nj_seat seat)
{
    return catches(seat_of(m, seat)) >= 2;
}

static bool caught_and_escaped(const struct nj_match *m, nj_seat seat)
{
    const struct ln_seat *who = seat_of(m, seat);

    return catches(who) >= 1 && who->escape_points > 0;
}

static bool walked_half(const struct nj_match *m, nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    return 2 * nj_ln_explored(seat_of(m, seat)) >= nj_ln_cells(&s->board);
}

static bool first_in_a_quarter(const struct nj_match *m, nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    return 4 * seat_of(m, seat)->first >= nj_ln_cells(&s->board);
}

static bool alone_in_the_dark(const struct nj_match *m, nj_seat seat)
{
    return nj_ln_in_play(nj_state_const(m)) == nj_bit(seat);
}

/* Out by somebody else's hand, and nobody did better. */
static bool won_from_outside(const struct nj_match *m, nj_seat seat)
{
    uint8_t fate = seat_of(m, seat)->fate;

    return fate != LN_IN_PLAY && fate != LN_ESCAPED &&
           nj_ln_rank(nj_state_const(m), seat) == 1;
}

const struct nj_achievement nj_ln_achievements[] = {
    {"first_pod", took_first_pod},
    {"two_catches", caught_two},
    {"catch_and_escape", caught_and_escaped},
    {"half_the_maze", walked_half},
    {"pathfinder", first_in_a_quarter},
    {"last_one", alone_in_the_dark},
    {"from_outside", won_from_outside},
    {NULL, NULL}};
