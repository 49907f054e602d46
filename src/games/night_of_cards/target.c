/*
 * Who and what is meant by the words of an order (NC-17.20, 17.21): seats by
 * number, name or "self", places from either end of a hand, cards.
 */
#include <string.h>

#include "base/script.h"
#include "games/night_of_cards/night_of_cards.h"
#include "match/called.h"

bool nj_nc_is_self(const struct nj_input *in)
{
    return strcmp(nj_input_words(in), "self") == 0;
}

const char *nj_nc_mean_seat(const struct nj_match *m, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const char *text = nj_input_text(a->in, 0);
    const char *token = nj_input_words(a->in);
    const char *mention = nj_called_behind(text, '@');
    int number = nj_called_number(token[0] != '\0' ? token : text);
    nj_seat_set set = 0;

    if (nj_nc_is_self(a->in))
        set = nj_bit(a->seat);
    else if (number < 0)
        set = nj_seats_called(m, mention != NULL ? mention : text);
    else /* it may be the seat, or the whole name of another */
        for (nj_seat k = 0; k < nj_seats(m); k++)
            if (k + 1 == number || nj_same_name(nj_seat_name(m, k), text))
                set |= nj_bit(k);
    NJ_ASSERT(set >> nj_seats(m) == 0);
    plan->target = nj_seat_count(set) == 1 ? nj_seat_nth(set, 0) : NJ_SEAT_NONE;
    plan->mistaken = set;
    return nj_seat_count(set) > 1 ? "nc.err.ambiguous" : NULL;
}

const char *nj_nc_target_fault(const struct nj_match *m,
                               const struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_plan *plan = a->plan;

    if (strcmp(nj_input_text(a->in, 0), NC_NOBODY) == 0)
        return "nc.err.abstain";
    if (plan->target == NJ_SEAT_NONE)
        return "nc.err.target";
    NJ_ASSERT(plan->mistaken == nj_bit(plan->target));
    return s->seat[plan->target].dead ? "nc.err.target_dead" : NULL;
}

int nj_nc_number(const char *text)
{
    const char *behind = nj_called_behind(text, '#');

    NJ_ASSERT(behind == NULL || behind > text);
    return nj_called_number(behind != NULL ? behind : text);
}

const char *nj_nc_mean_place(const struct nc_seat *aimed, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const char *text = nj_input_text(a->in, 1);
    int place = nj_nc_number(text);

    if (place < 1 || place > aimed->n)
        return "nc.err.place";
    if (nj_called_behind(text, '#') != NULL)
        place = aimed->n + 1 - place; /* it was counted from the front */
    NJ_ASSERT(place >= 1 && place <= aimed->n);
    if (place == 1 && aimed->n > 1)
        return "nc.err.aim_bottom";
    plan->shown = (uint8_t)place;
    plan->place = aimed->hand[aimed->n - place];
    return NULL;
}
