/*
 * Counts of missed turns, and who stands in (absence.h).
 */
#include "match/absence.h"

#include "base/bug.h"
#include "match/match_priv.h"

bool nj_absence_missed(uint8_t *missed, uint8_t limit)
{
    if (*missed < UINT8_MAX)
        (*missed)++;
    return limit > 0 && *missed >= limit;
}

bool nj_absence_last(uint8_t missed, uint8_t limit)
{
    return limit > 0 && missed + 1 >= limit;
}

bool nj_absence_stand_in(struct nj_match *m, nj_seat seat)
{
    if (nj_substituted(m, seat))
        return false;
    nj_substitute(m, seat, true);
    NJ_ASSERT(nj_substituted(m, seat));
    return true;
}

bool nj_absence_return(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->seat != NJ_SEAT_NONE);
    if (in->by != NJ_BY_PERSON || !nj_substituted(m, in->seat))
        return false;
    nj_substitute(m, in->seat, false);
    NJ_ASSERT(!nj_substituted(m, in->seat));
    return true;
}

nj_seat_set nj_absence_persons(const struct nj_match *m)
{
    return (nj_bit(m->c.n_seats) - 1) & ~m->c.computers;
}

nj_seat_set nj_absence_present(const struct nj_match *m)
{
    return nj_absence_persons(m) & ~m->c.substituted;
}
