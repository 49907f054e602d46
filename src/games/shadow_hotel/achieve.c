/*
 * Achievements: what a seat did in a match that is over, as far as its last
 * state tells.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

bool nj_sh_stayed(const struct nj_match *m, nj_seat seat)
{
    return nj_sh_now(m)->seat[seat].left == 0;
}

/* Is it a player in a room, and that the ending? */
static bool lives_to(const struct nj_match *m, nj_seat seat,
                     enum sh_ending ending)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->stage == SH_ENDED && s->ending != SH_NO_ENDING);
    return s->ending == ending && s->seat[seat].role == SH_PLAYER &&
           s->seat[seat].life == SH_ACTIVE;
}

static bool escapes_from(const struct nj_match *m, nj_seat seat,
                         enum sh_special room)
{
    return lives_to(m, seat, SH_ESCAPE) &&
           nj_sh_now(m)->seat[seat].room == nj_sh_special(m, room);
}

/* The one at the door of the lobby, with the key that fits. */
static bool keyholder(const struct nj_match *m, nj_seat seat)
{
    return escapes_from(m, seat, SH_LOBBY) &&
           nj_sh_holds(nj_sh_now(m), seat, SH_KEY);
}

static bool tunneller(const struct nj_match *m, nj_seat seat)
{
    return nj_sh_now(m)->tunnel && escapes_from(m, seat, SH_LAB);
}

/* All the others were lost on the way. */
static bool last_one(const struct nj_match *m, nj_seat seat)
{
    return lives_to(m, seat, SH_ESCAPE) && nj_sh_living(nj_sh_now(m)) == 1;
}

static bool everyone(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    int players = s->n - 1 - (s->brillo != NJ_SEAT_NONE);

    NJ_ASSERT(nj_sh_living(s) <= players);
    return lives_to(m, seat, SH_ESCAPE) && nj_sh_living(s) == players;
}

static bool shadow_wins(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->stage == SH_ENDED && s->seat[s->shadow].role == SH_SHADOW);
    return s->ending == SH_AWAKEN && seat == s->shadow;
}

static bool unhurt(const struct nj_match *m, nj_seat seat)
{
    return shadow_wins(m, seat) &&
           nj_sh_last_death(nj_sh_now(m), seat, false) == NULL;
}

static bool swift(const struct nj_match *m, nj_seat seat)
{
    enum {
        EARLY = 6
    };

    return shadow_wins(m, seat) && nj_sh_now(m)->round <= EARLY;
}

static bool crossed(const struct nj_match *m, nj_seat seat)
{
    return shadow_wins(m, seat) && nj_sh_holds(nj_sh_now(m), seat, SH_CROSS);
}

static bool circle(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->stage == SH_ENDED && s->ending != SH_NO_ENDING);
    return s->ending == SH_LOOP && seat == s->brillo;
}

/* Nobody has won, and still it lives. */
static bool remains(const struct nj_match *m, nj_seat seat)
{
    return lives_to(m, seat, SH_LOST);
}

const struct nj_achievement nj_sh_achievements[] = {
    {"keyholder", keyholder}, {"tunneller", tunneller},
    {"last_one", last_one},   {"everyone", everyone},
    {"unhurt", unhurt},       {"swift", swift},
    {"crossed", crossed},     {"circle", circle},
    {"stayed", remains},      {NULL, NULL}};
