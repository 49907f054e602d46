/*
 * Several seats of one person: his hand. Their order of joining is the same, so
 * the digest and whoever replays a log know of it without a word of their own.
 */
#include "match/match_priv.h"

static bool has_hands(const struct nj_match *m)
{
    return m->c.n_seats > m->seats_room;
}

nj_seat nj_seat_more(struct nj_match *m, nj_seat of)
{
    nj_seat seat = m->c.n_seats;

    NJ_ASSERT(m->in->kind == NJ_IN_START && of < m->seats_room);
    NJ_ASSERT(seat < nj_seats_room(m) && seat >= m->seats_room);
    m->c.join_of[seat] = m->c.join_of[of];
    m->c.n_seats++;
    if ((m->c.computers & nj_bit(of)) != 0)
        m->c.computers |= nj_bit(seat);
    m->work->effects++;
    return seat;
}

nj_seat_set nj_seat_hand(const struct nj_match *m, nj_seat seat)
{
    nj_seat_set hand = nj_bit(seat);

    NJ_ASSERT(seat < m->c.n_seats);
    for (nj_seat s = 0; has_hands(m) && s < m->c.n_seats; s++)
        if (m->c.join_of[s] == m->c.join_of[seat])
            hand |= nj_bit(s);
    return hand;
}

nj_seat nj_match_main(const struct nj_match *m, nj_seat seat)
{
    return has_hands(m) ? nj_match_seat_of(m, nj_match_join_of(m, seat)) : seat;
}

nj_seat_set nj_match_mains(const struct nj_match *m, nj_seat_set seats)
{
    nj_seat_set mains = 0;

    if (!has_hands(m))
        return seats;
    for (nj_seat s = 0; s < m->c.n_seats; s++)
        if ((seats & nj_bit(s)) != 0)
            mains |= nj_bit(nj_match_main(m, s));
    return mains;
}
