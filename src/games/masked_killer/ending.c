/*
 * How the match ends, and what is told then (MK-8).
 */
#include "games/masked_killer/masked_killer.h"

const char *const nj_mk_winners[] = {[MK_WON_BY_NONE] = "none",
                                     [MK_WON_BY_VICTIMS] = "victims",
                                     [MK_WON_BY_KILLER] = "killer",
                                     NULL};
static const char *const reasons[] = {[MK_BY_DAMAGE] = "damage",
                                      [MK_BY_ESCAPE] = "escape",
                                      [MK_BY_KILLS] = "kills",
                                      [MK_BY_TIME] = "time",
                                      [MK_BY_HOST] = "host"};

/* Who has won by a host's word. */
static const char *const ruled[] = {
    [MK_WON_BY_VICTIMS] = "for_victims", [MK_WON_BY_KILLER] = "for_killer"};

void nj_mk_ends(struct nj_match *m, enum mk_winner winner,
                enum mk_reason reason)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->phase != MK_OVER);
    s->phase = MK_OVER;
    s->winner = (uint8_t)winner;
    s->reason = (uint8_t)reason;
    say_end(m, reason == MK_BY_HOST ? ruled[winner] : NULL,
            nj_mk_winners[winner], reasons[reason], s->round);
    nj_over(m);
}

/* Do those in the car hold the children and its key between them (D31)? */
static bool have_all(const struct nj_match *m, nj_seat_set inside, uint8_t car)
{
    const struct mk_table *t = nj_mk_table(m);
    uint8_t children = 0, keys = 0;

    NJ_FOREACH_SEAT(k, inside)
        for (uint8_t card = MK_TOMMY; card < MK_VICTIMS_CARDS; card++)
            if (nj_mk_holds(m, k, &card, 1)) {
                children = (uint8_t)(children + t->card[card].child);
                keys = (uint8_t)(keys + (t->card[card].car == car + 1));
            }
    NJ_ASSERT(children <= MK_BLUE_KEY - MK_TOMMY);
    return children == MK_BLUE_KEY - MK_TOMMY && keys > 0;
}

bool nj_mk_escaped(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);

    NJ_ASSERT(s->phase == MK_PLAY && (living != 0 || s->kills > 0));
    for (uint8_t car = 0; car < MK_CARS; car++) {
        nj_seat_set inside = 0;

        NJ_FOREACH_SEAT(k, living)
            if (nj_mk_car(nj_mk_table(m), s->v[k].cell) == car)
                inside |= nj_bit(k);
        if (s->lock[car] || inside == 0 || !have_all(m, inside, car))
            continue;
        nj_mk_ends(m, MK_WON_BY_VICTIMS, MK_BY_ESCAPE);
        return true;
    }
    return false;
}

/* --- what is told then --- */

uint8_t nj_mk_rows(const struct mk_state *s)
{
    uint8_t rows = 0;

    while (rows <= MK_ROUNDS_MAX && s->k.log[rows] != MK_NOWHERE)
        rows++;
    NJ_ASSERT(rows <= s->last + 1);
    return rows;
}

void nj_mk_reveal(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_OVER);
    say_end_log(m, MK_PATH(s->k.log, nj_mk_rows(s)), MK_LOG(s));
    for (nj_seat k = 0; k < s->n; k++)
        say_end_hand(m, k, nj_mk_hand(k));
    say_end_hand(m, nj_mk_killer(s), MK_K_HAND);
}

void nj_mk_result(const struct nj_match *m, nj_seat seat, struct nj_result *out)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = seat == nj_mk_killer(s);
    bool won = s->winner == (hunts ? MK_WON_BY_KILLER : MK_WON_BY_VICTIMS);

    NJ_ASSERT(s->phase == MK_OVER);
    *out =
        (struct nj_result){.score = won,
                           .rank = won || s->winner == MK_WON_BY_NONE ? 1 : 2,
                           .outcome = won ? reasons[s->reason] : "lost"};
}

bool nj_mk_stayed(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat <= s->n);
    return s->winner != MK_WON_BY_NONE;
}

static bool escaped(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_OVER && seat <= s->n);
    return s->winner == MK_WON_BY_VICTIMS && s->reason == MK_BY_ESCAPE &&
           seat != nj_mk_killer(s);
}

static bool untouched(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_OVER && seat <= s->n);
    return s->winner == MK_WON_BY_KILLER && seat == nj_mk_killer(s) &&
           s->k.damage == 0;
}

static bool all_alive(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_OVER && seat <= s->n);
    return s->winner == MK_WON_BY_VICTIMS && s->kills == 0 &&
           seat != nj_mk_killer(s);
}

const struct nj_achievement nj_mk_achievements[] = {{"escaped", escaped},
                                                    {"untouched", untouched},
                                                    {"all_alive", all_alive},
                                                    {.name = NULL}};
