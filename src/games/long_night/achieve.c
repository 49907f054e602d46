/*
 * Achievements: what a seat did in a match that is over, from points and fates
 * (LN-7.5, 7.7, 7.10), which the score and the reveal have told, and, those of
 * the community (LN-29), from what the seat is remembered for.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* --- what is remembered (LN-29.2) --- */

void nj_ln_did(struct ln_state *s, nj_seat seat, enum ln_deed deed)
{
    NJ_ASSERT(seat < s->n && deed <= LN_MET_BOX);
    s->seat[seat].deeds = (uint16_t)(s->seat[seat].deeds | 1u << deed);
}

void nj_ln_met_cell(struct ln_state *s)
{
    /* LN_WAS_HEARD: of no kind. */
    static const uint8_t kinds[] = {
        [LN_GRASS] = LN_MET_GRASS,   [LN_WATER] = LN_MET_WATER,
        [LN_PORTAL] = LN_MET_PORTAL, [LN_EXIT_END] = LN_MET_PORTAL,
        [LN_POD] = LN_MET_POD,       [LN_TRAP] = LN_MET_TRAP,
        [LN_HEAT] = LN_MET_HEAT};
    uint8_t cell = s->seat[s->turn].cell;
    uint8_t terrain = s->board.terrain[cell];
    uint8_t thing = s->board.thing[cell];

    NJ_ASSERT(terrain < NJ_COUNT(kinds));
    if (kinds[terrain] != LN_WAS_HEARD)
        nj_ln_did(s, s->turn, (enum ln_deed)kinds[terrain]);
    if (thing == LN_BUTTON)
        nj_ln_did(s, s->turn, LN_MET_BUTTON);
    if (thing == LN_BOMB)
        nj_ln_did(s, s->turn, LN_MET_BOMB);
}

/* --- what it is worth --- */

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

/* --- those of the community (LN-29.1) --- */

/* Only where the table wants them, and of one alone nothing is kept. */
static bool played_for(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);

    return s->opt.feats && !s->opt.solo;
}

static bool has_done(const struct nj_match *m, nj_seat seat, enum ln_deed deed)
{
    return played_for(m) && (seat_of(m, seat)->deeds >> deed & 1) != 0;
}

static bool silent_pod(const struct nj_match *m, nj_seat seat)
{
    return has_done(m, seat, LN_SILENT_POD);
}

static bool first_round_pod(const struct nj_match *m, nj_seat seat)
{
    return has_done(m, seat, LN_FIRST_ROUND_POD);
}

static bool first_round_catch(const struct nj_match *m, nj_seat seat)
{
    return has_done(m, seat, LN_FIRST_ROUND_CATCH);
}

static bool ambush(const struct nj_match *m, nj_seat seat)
{
    return has_done(m, seat, LN_AMBUSHED);
}

static bool bull_bait(const struct nj_match *m, nj_seat seat)
{
    return has_done(m, seat, LN_BAITED);
}

/* The block of its start and those of the cells it has entered; landing in one
 * enters no cell, and a gap is in none. */
static bool all_blocks(const struct nj_match *m, nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_seat *who = seat_of(m, seat);
    unsigned been = 0;

    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++) {
        uint8_t slot = nj_ln_slot_of(s, c);

        if (slot != LN_NOWHERE &&
            (c == who->start || (who->visited[c / 8] >> c % 8 & 1) != 0))
            been |= 1u << slot;
    }
    return played_for(m) && been == (1u << nj_ln_slots(s->board.size)) - 1;
}

static bool ghost(const struct nj_match *m, nj_seat seat)
{
    return all_blocks(m, seat) &&
           (seat_of(m, seat)->deeds >> LN_WAS_HEARD & 1) == 0;
}

static bool five_kinds(const struct nj_match *m, nj_seat seat)
{
    int kinds = 0;

    for (int deed = LN_MET_GRASS; deed <= LN_MET_BOX; deed++)
        kinds += seat_of(m, seat)->deeds >> deed & 1;
    return played_for(m) && kinds >= 5;
}

static bool sweep(const struct nj_match *m, nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    return played_for(m) && s->n >= 4 && catches(seat_of(m, seat)) >= s->n - 1;
}

const struct nj_achievement nj_ln_achievements[] = {
    {"first_pod", took_first_pod},
    {"two_catches", caught_two},
    {"catch_and_escape", caught_and_escaped},
    {"half_the_maze", walked_half},
    {"pathfinder", first_in_a_quarter},
    {"last_one", alone_in_the_dark},
    {"from_outside", won_from_outside},
    {"silent_pod", silent_pod},
    {"all_blocks", all_blocks},
    {"ghost", ghost},
    {"first_round_pod", first_round_pod},
    {"first_round_catch", first_round_catch},
    {"five_kinds", five_kinds},
    {"sweep", sweep},
    {"ambush", ambush},
    {"bull_bait", bull_bait},
    {NULL, NULL}};
