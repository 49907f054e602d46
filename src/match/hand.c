/*
 * Several seats of one person: his hand. Their order of joining is the same, so
 * the digest and whoever replays a log know of it without a word of their own.
 * He sits on the first of those that he has had from the beginning.
 */
#include "match/match_priv.h"

static bool has_hands(const struct nj_match *m)
{
    return m->c.n_seats > m->seats_room || m->c.taken != 0;
}

bool nj_match_given_hand(struct nj_match *m, nj_seat seat, nj_seat of)
{
    NJ_ASSERT(!m->c.started && m->seq == 0);
    if (m->game->seats_more == 0 || seat >= m->c.n_seats || of >= seat ||
        nj_match_main(m, of) != of)
        return false;
    m->c.join_of[seat] = m->c.join_of[of];
    if ((m->c.computers & nj_bit(of)) != 0)
        m->c.computers |= nj_bit(seat);
    m->c.taken |= nj_bit(seat);
    return true;
}

bool nj_may_share(const struct nj_match *m, nj_seat seat, nj_seat of)
{
    NJ_ASSERT(seat < m->c.n_seats && of < m->c.n_seats);
    return m->game->shares != NULL && m->c.started && !m->c.over &&
           !nj_seat_in(nj_seat_hand(m, of), seat) &&
           !nj_seat_in(m->c.computers, of) && m->game->shares(m, seat, of);
}

void nj_seat_share(struct nj_match *m, nj_seat seat, nj_seat of)
{
    nj_seat_set hand = nj_seat_hand(m, seat);

    NJ_ASSERT(nj_may_share(m, seat, of));
    m->c.taken |= hand;
    NJ_FOREACH_SEAT(k, hand)
        m->c.join_of[k] = m->c.join_of[of];
    nj_substitute(m, of, nj_substituted(m, of)); /* as he is, so is all of it */
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
    nj_seat_set own;

    if (!has_hands(m))
        return seat;
    own = nj_seat_hand(m, seat) & ~m->c.taken;
    NJ_ASSERT(own != 0);
    return nj_seat_from(own, 0);
}

nj_seat_set nj_match_mains(const struct nj_match *m, nj_seat_set seats)
{
    nj_seat_set mains = 0;

    NJ_ASSERT(seats >> m->c.n_seats == 0);
    if (!has_hands(m))
        return seats;
    for (nj_seat s = 0; s < m->c.n_seats; s++)
        if ((seats & nj_bit(s)) != 0)
            mains |= nj_bit(nj_match_main(m, s));
    return mains;
}

static nj_seat lowest(nj_seat_set seats)
{
    nj_seat seat = 0;

    NJ_ASSERT(seats != 0);
    while ((seats & nj_bit(seat)) == 0)
        seat++;
    return seat;
}

bool nj_match_meant(const struct nj_match *m, nj_seat main, uint8_t as,
                    const char *verb, nj_seat *seat)
{
    nj_seat_set hand = nj_seat_hand(m, main);
    nj_seat_set asked = nj_match_asked(m) & hand;
    nj_seat_set awaited = nj_match_awaited_seats(m) & hand;

    if (as != 0 && (hand & nj_bit((nj_seat)(as - 1))) == 0)
        return false;
    *seat = main;
    if (as != 0)
        *seat = (nj_seat)(as - 1);
    else if ((asked | awaited) != 0)
        *seat = lowest(asked != 0 ? asked : awaited);
    else if (hand != nj_bit(main) && m->game->plays != NULL)
        *seat = m->game->plays(m, hand, verb);
    NJ_ASSERT((hand & nj_bit(*seat)) != 0);
    return true;
}

bool nj_match_talk(const struct nj_match *m, nj_seat seat, const char *verb,
                   struct nj_hushed *h)
{
    const struct nj_verb *v = nj_game_verb(m->game, verb);
    bool awaited = nj_seat_in(nj_match_awaited_seats(m), seat);
    int64_t span = nj_phase_began(m);
    enum nj_talk talk;

    NJ_ASSERT(seat < m->c.n_seats);
    if (v == NULL || v->query != NULL || m->game->talk == NULL)
        return false;
    talk = m->game->talk(m, seat, v, &span);
    if (talk != NJ_TALK_ONCE)
        return talk == NJ_TALK_IS;
    if (h->span != span)
        *h = (struct nj_hushed){.span = span};
    if (nj_seat_in(h->seats[awaited], seat))
        return true;
    h->seats[awaited] |= nj_bit(seat);
    return false;
}

const struct nj_accord *nj_match_accord(const struct nj_match *m)
{
    return m->game->accord != NULL ? m->game->accord(m) : NULL;
}

const char *nj_match_collects(const struct nj_match *m, nj_seat main, bool asks,
                              nj_seat *seat)
{
    if (m->game->collects == NULL)
        return NULL;
    NJ_FOREACH_SEAT(k, nj_seat_hand(m, main)) {
        bool unsure = false;
        const char *verb = m->game->collects(m, k, &unsure);

        if (verb == NULL || unsure != asks)
            continue;
        *seat = k;
        return verb;
    }
    return NULL;
}
