/*
 * Who and what is meant by the words of an order (NC-17.20, 17.21): seats by
 * number, name or "self", places from either end of a hand, cards.
 */
#include <string.h>

#include "base/script.h"
#include "games/night_of_cards/night_of_cards.h"
#include "match/called.h"

/* Returns the token of the order's words, or "". */
static const char *token_of(const struct nj_input *in)
{
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == NJ_ARG_WORDS)
            return in->args.v[i].s;
    return "";
}

const char *nj_nc_text(const struct nj_input *in, uint32_t i)
{
    if (i >= in->args.n || in->args.v[i].type != NJ_ARG_TEXT)
        return "";
    return in->args.v[i].s;
}

bool nj_nc_is_self(const struct nj_input *in)
{
    return strcmp(token_of(in), "self") == 0;
}

/* --- persons --- */

/* A number may be the seat or the whole name of another. */
static nj_seat_set numbered(const struct nj_match *m, const char *text, int n)
{
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < nj_seats(m); k++)
        if (k + 1 == n || nj_same_name(nj_seat_name(m, k), text))
            set |= nj_bit(k);
    return set;
}

const char *nj_nc_mean_seat(const struct nj_match *m, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const char *text = nj_nc_text(a->in, 0);
    const char *token = token_of(a->in);
    const char *mention = nj_called_behind(text, '@');
    int number = nj_called_number(token[0] != '\0' ? token : text);
    nj_seat_set set;

    if (nj_nc_is_self(a->in))
        set = nj_bit(a->seat);
    else if (number >= 0)
        set = numbered(m, text, number);
    else
        set = nj_seats_called(m, mention != NULL ? mention : text);
    NJ_ASSERT(set >> nj_seats(m) == 0);
    plan->target = nj_seat_count(set) == 1 ? nj_seat_nth(set, 0) : NJ_SEAT_NONE;
    if (nj_seat_count(set) <= 1)
        return NULL;
    plan->mistaken = set;
    return "nc.err.ambiguous";
}

const char *nj_nc_target_fault(const struct nj_match *m,
                               const struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_plan *plan = a->plan;

    if (strcmp(nj_nc_text(a->in, 0), NC_NOBODY) == 0)
        return "nc.err.abstain";
    if (plan->target == NJ_SEAT_NONE)
        return "nc.err.target";
    NJ_ASSERT(plan->target < s->n);
    return s->seat[plan->target].dead ? "nc.err.target_dead" : NULL;
}

/* --- numbers, places and cards --- */

int nj_nc_number(const char *text)
{
    const char *behind = nj_called_behind(text, '#');

    return nj_called_number(behind != NULL ? behind : text);
}

const char *nj_nc_mean_place(const struct nc_state *s, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const struct nc_seat *aimed = &s->seat[plan->target];
    const char *text = nj_nc_text(a->in, 1);
    bool front = nj_called_behind(text, '#') != NULL;
    int place = nj_nc_number(text);

    if (place < 1 || place > aimed->n)
        return "nc.err.place";
    if (front)
        place = aimed->n + 1 - place;
    NJ_ASSERT(place >= 1 && place <= aimed->n);
    if (place == 1 && aimed->n > 1)
        return "nc.err.aim_bottom";
    plan->shown = (uint8_t)place;
    plan->place = aimed->hand[aimed->n - place];
    return NULL;
}

/* Reads the next word of "CB,CF,-,K" and moves behind it. */
static uint8_t next_type(const char **at)
{
    size_t n = strcspn(*at, ",");
    uint8_t type = nj_nc_type_at(*at, n);

    *at += n + ((*at)[n] == ',');
    return type;
}

bool nj_nc_mean_cards(const struct nj_attempt *a, const struct nc_seat *who,
                      const uint8_t *among, uint8_t n)
{
    struct nc_plan *plan = a->plan;
    const char *at = nj_nc_text(a->in, 0);
    unsigned named = 0;

    NJ_ASSERT(n <= NC_HAND);
    for (plan->n_cards = 0; *at != '\0'; plan->n_cards++) {
        uint8_t type = next_type(&at);
        uint8_t i = 0;

        while (i < n &&
               ((named >> i & 1) != 0 || who->card[among[i]].type != type))
            i++;
        if (i == n)
            return false;
        named |= 1u << i;
        plan->cards[plan->n_cards] = among[i];
    }
    return true;
}
