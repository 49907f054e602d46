/*
 * The chain of hunters and prey, catches, teleports and escapes (LN-7.1 to
 * 7.7).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* The seat that comes next in the direction in which everybody hunts. */
static nj_seat onwards(const struct ln_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (s->opt.previous) /* LN-22.1 */
        return (nj_seat)(seat > 0 ? seat - 1 : s->n - 1);
    return (nj_seat)(seat + 1 < s->n ? seat + 1 : 0);
}

nj_seat nj_ln_prey(const struct ln_state *s, nj_seat seat)
{
    for (nj_seat k = onwards(s, seat); k != seat; k = onwards(s, k))
        if (s->seat[k].fate == LN_IN_PLAY)
            return k;
    return NJ_SEAT_NONE;
}

nj_seat nj_ln_hunter(const struct ln_state *s, nj_seat seat)
{
    nj_seat hunter = NJ_SEAT_NONE;

    NJ_FOREACH_SEAT(k, nj_ln_in_play(s))
        if (nj_ln_prey(s, k) == seat)
            hunter = k;
    NJ_ASSERT(hunter != seat);
    return hunter;
}

void nj_ln_you_tell(struct nj_match *m, const struct ln_state *s, nj_seat seat,
                    bool walls)
{
    char udlr[LN_DIRS + 1];

    nj_ln_walls_of(s, seat, udlr);
    if (s->opt.solo) { /* nobody hunts, and nobody is hunted */
        if (walls)
            say_walls(m, seat, udlr);
        return;
    }
    say_you(m, seat, seat, nj_ln_prey(s, seat), nj_ln_hunter(s, seat),
            walls ? udlr : NULL);
}

bool nj_ln_on_prey(const struct ln_state *s)
{
    nj_seat prey = nj_ln_prey(s, s->turn);

    NJ_ASSERT(prey != s->turn);
    return prey != NJ_SEAT_NONE && s->seat[prey].cell == s->seat[s->turn].cell;
}

void nj_ln_chain_tell(struct nj_match *m, const struct ln_state *s,
                      nj_seat_set gone)
{
    int64_t cells[2 * LN_SEATS_MAX];
    int64_t *c = cells;

    NJ_ASSERT((gone & nj_ln_in_play(s)) == 0);
    if (nj_seat_count(nj_ln_in_play(s)) < 2)
        return;
    NJ_FOREACH_SEAT(k, nj_ln_in_play(s))
        c = put_chain(c, k, nj_ln_prey(s, k));
    say_chain(m, rows_chain(cells, c));
    NJ_FOREACH_SEAT(k, nj_ln_in_play(s)) {
        nj_seat next = onwards(s, k);

        while ((nj_bit(next) & (gone | nj_ln_in_play(s))) == 0)
            next = onwards(s, next);
        if ((nj_bit(next) & gone) != 0)
            nj_ln_you_tell(m, s, k, false);
    }
}

/* --- teleport (LN-7.6) --- */

/* Out of the Boss's reach at the end of this round (LN-23.5). */
static bool boss_far(const struct ln_state *s, uint8_t cell)
{
    unsigned reach = s->boss_steps + (s->opt.boss == LN_MINOTAUR ? 1u : 0u);

    return s->opt.boss == LN_BOSS_OFF ||
           (nj_ln_board_chebyshev(&s->board, s->boss, cell) >= 2 &&
            nj_ln_board_manhattan(&s->board, s->boss, cell) > reach);
}

/* Is the cell within one of a pod, a heat source or another seat in play? */
static bool shunned(const struct ln_state *s, nj_seat seat, uint8_t cell)
{
    const struct ln_board *b = &s->board;

    for (nj_seat k = 0; k < s->n; k++)
        if (k != seat && s->seat[k].fate == LN_IN_PLAY &&
            nj_ln_board_chebyshev(b, s->seat[k].cell, cell) <= 1)
            return true;
    return nj_ln_board_near(b, b->terrain, LN_POD, cell, 1) ||
           nj_ln_board_near(b, b->terrain, LN_HEAT, cell, 1);
}

static bool unoccupied(const struct ln_state *s, nj_seat seat, uint8_t cell)
{
    return (nj_ln_at(s, cell) & ~nj_bit(seat)) == 0 &&
           (!s->opt.boss || s->boss != cell);
}

enum choice { /* wider and wider */
    SAFE,
    UNOCCUPIED,
    ANYWHERE,
    CHOICES
};

/* The main component of a map torn to pieces may be a single cell that the
 * walk graph leaves out. */
static bool base_cell(const struct ln_state *s, const bool main[LN_CELLS_MAX],
                      uint8_t cell)
{
    return main[cell] && s->board.terrain[cell] != LN_POD &&
           s->board.terrain[cell] != LN_HEAT &&
           !nj_ln_board_boxed(&s->board, cell);
}

uint8_t nj_ln_landing(const struct ln_state *s, nj_seat seat,
                      bool ok[LN_CELLS_MAX])
{
    struct ln_walk w;
    bool main[LN_CELLS_MAX] = {false};
    uint8_t n = 0;

    nj_ln_walk_build(&s->board, false, &w);
    (void)nj_ln_walk_main(&w, main);
    for (int set = SAFE; set < CHOICES && n == 0; set++) {
        for (uint8_t c = 0; c < w.cells; c++) {
            ok[c] = base_cell(s, main, c) &&
                    (set == ANYWHERE ||
                     (set == SAFE ? boss_far(s, c) && !shunned(s, seat, c)
                                  : unoccupied(s, seat, c)));
            n = (uint8_t)(n + ok[c]);
        }
    }
    return n;
}

/* Landing triggers nothing (D-15). */
static void warp(struct nj_match *m, struct ln_state *s, nj_seat seat)
{
    bool ok[LN_CELLS_MAX] = {false};
    uint8_t n = nj_ln_landing(s, seat, ok);
    uint8_t cell = s->seat[seat].cell;

    NJ_ASSERT(s->seat[seat].fate == LN_IN_PLAY);
    if (n > 0) {
        uint32_t skip = nj_random(m, n);

        for (cell = 0; !ok[cell] || skip > 0; cell++)
            skip -= ok[cell];
    }
    s->seat[seat].cell = cell;
    s->seat[seat].sub = 0;
    s->seat[seat].armed = 0;
    s->seat[seat].warm = 0;
    say_warp(m, seat);
    NJ_ASSERT(s->seat[seat].sub == 0);
}

/* The acting seat's own, which its trace shows. */
static void warp_mover(struct nj_match *m, struct ln_state *s)
{
    warp(m, s, s->turn);
    nj_ln_trace_add(s, LN_TRACE_WARP, 0);
}

/* --- catch and escape --- */

/* LN-8.8: a catch of the first round only scatters both. */
static void scatter(struct nj_match *m, struct ln_state *s, nj_seat prey)
{
    NJ_ASSERT(s->round == 1);
    NJ_ASSERT(prey != s->turn);
    say_grace(m, s->turn, prey);
    warp(m, s, prey);
    warp_mover(m, s);
    nj_ln_walls_tell(m, s, prey);
}

void nj_ln_catch(struct nj_match *m, struct ln_state *s)
{
    nj_seat hunter = s->turn;
    nj_seat prey = nj_ln_prey(s, hunter);

    NJ_ASSERT(prey != NJ_SEAT_NONE);
    NJ_ASSERT(s->seat[hunter].cell == s->seat[prey].cell);
    NJ_ASSERT(s->seat[hunter].fate == LN_IN_PLAY);
    say_catch(m, hunter, prey);
    if (s->round == 1)
        nj_ln_did(s, hunter, LN_FIRST_ROUND_CATCH);
    nj_ln_trace_add(s, LN_TRACE_CATCH, prey);
    if (s->opt.grace && s->round == 1) {
        scatter(m, s, prey);
        return;
    }
    s->seat[hunter].catch_points =
        (int16_t)(s->seat[hunter].catch_points + 100);
    s->seat[prey].catch_points = (int16_t)(s->seat[prey].catch_points - 100);
    nj_ln_out(m, s, prey, LN_CAUGHT);
    if (nj_seat_count(nj_ln_in_play(s)) >= 2) {
        warp_mover(m, s);
        nj_ln_chain_tell(m, s, nj_bit(prey));
    }
    NJ_ASSERT(s->seat[prey].fate == LN_CAUGHT);
}

enum ln_reason nj_ln_escape(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    int points;

    NJ_ASSERT(s->board.terrain[me->cell] == LN_POD);
    NJ_ASSERT(me->fate == LN_IN_PLAY);
    NJ_ASSERT(me->sub == 0);
    s->board.terrain[me->cell] = LN_SPENT_POD;
    s->escapes++;
    points = s->escapes == 1 ? 150 : s->escapes == 2 ? 200 : 250;
    me->escape_points = (int16_t)(me->escape_points + points);
    if ((me->deeds & 1u << LN_WAS_HEARD) == 0)
        nj_ln_did(s, s->turn, LN_SILENT_POD);
    if (s->round == 1)
        nj_ln_did(s, s->turn, LN_FIRST_ROUND_POD);
    nj_ln_veil_tell(m, s);
    say_escape(m, s->turn, s->escapes, nj_ln_board_pods(&s->board),
               s->opt.melee ? points : NJ_NO_INT);
    nj_ln_trace_add(s, LN_TRACE_ESCAPE, s->escapes - 1u);
    if (s->opt.melee) {
        warp_mover(m, s);
        return LN_WARPED;
    }
    nj_ln_out(m, s, s->turn, LN_ESCAPED);
    return LN_ESCAPE;
}
