/*
 * What an input has taught somebody, and so whether the host may take it back
 * (MK-15.1): dice, cards, where the killer is or is not. Whatever does one of
 * these says so by nj_mk_teach(); squares are compared here.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* A seat takes nothing back: what it walked has said where he is not. */
static const char *takeback_fault(const struct nj_match *m,
                                  struct nj_attempt *a)
{
    NJ_ASSERT(a->seat <= nj_mk_killer(nj_state_const(m)));
    return "mk.err.no_way_back";
}

const struct nj_order nj_mk_takeback = {MK_ANYTIME, "MK-9.8", takeback_fault,
                                        NULL};

void nj_mk_teach(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    s->back = 0;
    s->taught = nj_seq(m);
}

void nj_mk_squares(const struct nj_match *m, struct mk_cells *out)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);

    nj_mk_seen(m, out);
    NJ_FOREACH_SEAT(k, living)
        nj_mk_put(out, s->v[k].cell);
}

void nj_mk_held(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    struct mk_cells now, more;

    if (s->k.cell == MK_NOWHERE)
        return; /* nobody hides yet */
    nj_mk_squares(m, &now);
    more = now;
    nj_mk_but(&more, &s->held); /* nobody sees a solid one */
    if (!nj_mk_none(&more))
        nj_mk_teach(m);
    s->held = now;
}

/* Did the group get a message of it? Of a hidden killer only if he recovered:
 * all else that it hears of him has taught it something. */
static bool is_aloud(const struct mk_state *s, const struct nj_input *in)
{
    if (in->seat == nj_mk_killer(s))
        return s->told == in->seq;
    NJ_ASSERT(s->taught != in->seq);
    return strcmp(in->verb, "order") != 0 && strcmp(in->verb, "allot") != 0;
}

/* What the group hears that is taken back: all that can be (MK-15.1), the last
 * for what it has no word of. */
const char *const nj_mk_back_words[] = {"move", "cross", "use",   "rest",
                                        "pick", "claim", "action"};

static uint8_t what_is(const char *verb)
{
    uint8_t what = 0;

    while (what + 1u < NJ_COUNT(nj_mk_back_words) &&
           strcmp(verb, nj_mk_back_words[what]) != 0)
        what++;
    NJ_ASSERT(what < NJ_COUNT(nj_mk_back_words));
    return what;
}

void nj_mk_ordered(struct nj_match *m, const struct nj_input *in)
{
    struct mk_state *s = nj_state(m);

    if (s->taught == in->seq)
        return;
    s->back = in->seq;
    s->back_by = in->seat;
    s->back_aloud = is_aloud(s, in);
    s->back_what = what_is(in->verb);
}
