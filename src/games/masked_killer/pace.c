/*
 * When computer players act (MK-19.1, 19.2, 19.4): each moment is drawn from a
 * stream of the seat's own, always as many draws, whatever it holds and where
 * the killer is.
 */
#include "games/masked_killer/masked_killer.h"

enum {
    FINE = 1000,    /* parts in which is drawn */
    DRAWS = 3,      /* of one moment, each from 0 to FINE - 1 */
    LEAST_MS = 1000 /* of a turn, however short its owner made it */
};

static int64_t between(uint32_t draw, int64_t from, int64_t to)
{
    NJ_ASSERT(from <= to && draw < FINE);
    return from + (to - from) * (int64_t)draw / FINE;
}

bool nj_mk_is_computer(const struct nj_match *m, nj_seat seat)
{
    return nj_substituted(m, seat) || (nj_computers(m) & nj_bit(seat)) != 0;
}

/* --- the killer --- */

/* As long as one of his own turns, a little more or less; where he has ended
 * fewer than three himself, a tenth to half of what he has. */
static int64_t as_he_would(const struct nj_match *m, const uint32_t draw[DRAWS])
{
    const struct mk_state *s = nj_state_const(m);
    int64_t most = nj_option(m, "turn_time") / 2;
    int64_t ms;

    NJ_ASSERT(s->k.n_took <= MK_ROUNDS_MAX);
    if (s->k.n_took < 3)
        return between(draw[0], most / 5, most);
    ms = s->k.took[draw[0] * s->k.n_took / FINE];
    ms = between(draw[2], ms * 4 / 5, ms * 5 / 4);
    return ms < most ? ms : most;
}

/* His first action comes at a part of the turn, the last at its end. */
static void pace_killer(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    bool secret = (nj_computers(m) & nj_bit(seat)) == 0;
    int64_t whole, first;
    uint32_t draw[DRAWS];

    nj_random_of_seat(m, seat, FINE, DRAWS, draw);
    whole = secret ? as_he_would(m, draw) : between(draw[0], 10000, 40000);
    first = between(draw[1], whole * 3 / 10, whole * 7 / 10);
    NJ_ASSERT(whole > 0 && first < whole);
    s->k.rest_ms = (uint32_t)(whole - first);
    nj_brain_wait(m, seat, first);
}

void nj_mk_pace_action(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->active == nj_mk_killer(s));
    if (s->left == 1 && !s->k.lent && nj_mk_is_computer(m, s->active))
        nj_brain_wait(m, s->active, s->k.rest_ms);
}

void nj_mk_took(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    int64_t left = nj_phase_left(m);
    int64_t ms = s->turn_ms - left;

    NJ_ASSERT(s->active == nj_mk_killer(s));
    if (nj_mk_is_computer(m, s->active) || left <= 0 ||
        s->k.n_took == MK_ROUNDS_MAX)
        return;
    s->k.took[s->k.n_took++] = ms < LEAST_MS ? LEAST_MS : (uint32_t)ms;
}

/* --- turns and answers --- */

void nj_mk_pace_turn(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat <= s->n);
    if (seat != nj_mk_killer(s))
        nj_mk_pace(m, seat, nj_mk_drawn(m, seat, 4000, 10000));
    else if (nj_mk_is_computer(m, seat))
        pace_killer(m, seat);
}

int64_t nj_mk_drawn(const struct nj_match *m, nj_seat seat, int64_t from,
                    int64_t to)
{
    uint32_t draw[DRAWS];

    NJ_ASSERT(from < to);
    nj_random_of_seat(m, seat, FINE, DRAWS, draw);
    return between(draw[0], from, to);
}

void nj_mk_pace(struct nj_match *m, nj_seat seat, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    if (nj_mk_is_computer(m, seat))
        nj_brain_wait(m, seat, ms);
}
