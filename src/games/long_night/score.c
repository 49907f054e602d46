/*
 * Who is in play, points and ranks (LN-7.10, 7.11). Scores are told once, at
 * the end.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

nj_seat_set nj_ln_in_play(const struct ln_state *s)
{
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY)
            set |= nj_bit(k);
    NJ_ASSERT(set >> s->n == 0);
    return set;
}

nj_seat_set nj_ln_at(const struct ln_state *s, uint8_t cell)
{
    nj_seat_set set = nj_ln_in_play(s);

    NJ_ASSERT(cell < nj_ln_cells(&s->board));
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].cell != cell)
            set &= ~nj_bit(k);
    return set;
}

void nj_ln_out(struct nj_match *m, struct ln_state *s, nj_seat seat,
               enum ln_fate fate)
{
    NJ_ASSERT(fate != LN_IN_PLAY);
    NJ_ASSERT(s->seat[seat].fate == LN_IN_PLAY);
    s->seat[seat].fate = (uint8_t)fate;
    s->votes = (uint8_t)(s->votes & ~nj_bit(seat)); /* LN-7.12 */
    nj_seat_out(m, seat);
    NJ_ASSERT((nj_ln_in_play(s) & nj_bit(seat)) == 0);
}

const char *nj_ln_fate_word(uint8_t fate)
{
    static const char *const words[] = {
        [LN_IN_PLAY] = "",      [LN_ESCAPED] = "escaped",
        [LN_CAUGHT] = "caught", [LN_DEPARTED] = "left",
        [LN_BLOWN] = "blown",   [LN_STOMPED] = "boss"};

    NJ_ASSERT(fate < NJ_COUNT(words));
    return words[fate];
}

void nj_ln_explore(struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    uint8_t at = me->cell / 8;
    unsigned bit = 1u << me->cell % 8;
    unsigned anybody = 0;

    for (nj_seat k = 0; k < s->n; k++)
        anybody |= s->seat[k].visited[at];
    if ((anybody & bit) == 0)
        me->first++;
    me->visited[at] = (uint8_t)(me->visited[at] | bit);
}

uint8_t nj_ln_explored(const struct ln_seat *seat)
{
    uint8_t n = 0;

    for (size_t i = 0; i < NJ_COUNT(seat->visited); i++)
        for (unsigned set = seat->visited[i]; set != 0; set &= set - 1)
            n++;
    NJ_ASSERT(n <= LN_CELLS_MAX);
    return n;
}

int32_t nj_ln_quit_points(const struct ln_seat *seat)
{
    return seat->fate == LN_DEPARTED ? -300 : 0;
}

int32_t nj_ln_total(const struct ln_seat *seat)
{
    uint8_t explored = nj_ln_explored(seat);

    NJ_ASSERT(seat->first <= explored);
    return seat->catch_points + seat->escape_points + explored + seat->first +
           nj_ln_quit_points(seat);
}

uint8_t nj_ln_rank(const struct ln_state *s, nj_seat seat)
{
    int32_t mine = nj_ln_total(&s->seat[seat]);
    uint8_t rank = 1;

    for (nj_seat k = 0; k < s->n; k++)
        rank = (uint8_t)(rank + (nj_ln_total(&s->seat[k]) > mine));
    NJ_ASSERT(rank >= 1 && rank <= s->n);
    return rank;
}

void nj_ln_score_tell(struct nj_match *m, const struct ln_state *s)
{
    int64_t cells[8 * LN_SEATS_MAX];
    int64_t *c = cells;

    NJ_ASSERT(s->over);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct ln_seat *seat = &s->seat[k];

        c = put_score(c, k, seat->catch_points, seat->escape_points,
                      nj_ln_explored(seat), seat->first,
                      nj_ln_quit_points(seat), nj_ln_total(seat),
                      nj_ln_rank(s, k));
    }
    say_score(m, rows_score(cells, c));
}
