/*
 * Achievements: what a seat did in a match that is over, as far as its last
 * state tells.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

typedef bool earns(const struct nj_match *m, const struct sh_state *s,
                   nj_seat seat);

static nj_seat_set all_who(const struct nj_match *m, earns *does)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    NJ_ASSERT(s->stage == SH_ENDED);
    for (nj_seat i = 0; i < s->n; i++)
        if (!s->seat[i].left && does(m, s, i))
            set |= nj_bit(i);
    return set;
}

static bool is_alive(const struct sh_state *s, nj_seat seat)
{
    return s->seat[seat].life == SH_ACTIVE;
}

static bool escaped_alive(const struct sh_state *s, nj_seat seat)
{
    return s->ending == SH_ESCAPE && s->seat[seat].role == SH_PLAYER &&
           is_alive(s, seat);
}

/* The one at the door of the lobby, with the key that fits. */
static bool keyholder(const struct nj_match *m, const struct sh_state *s,
                      nj_seat seat)
{
    return escaped_alive(s, seat) &&
           s->seat[seat].room == nj_sh_special(m, SH_LOBBY) &&
           nj_sh_held(s, seat, SH_KEY) >= 0;
}

static bool tunneller(const struct nj_match *m, const struct sh_state *s,
                      nj_seat seat)
{
    return escaped_alive(s, seat) && s->tunnel &&
           s->seat[seat].room == nj_sh_special(m, SH_LAB);
}

/* All the others were lost on the way. */
static bool last_one(const struct nj_match *m, const struct sh_state *s,
                     nj_seat seat)
{
    (void)m;
    return escaped_alive(s, seat) && nj_sh_living(s) == 1;
}

static uint8_t players(const struct sh_state *s)
{
    return (uint8_t)(s->n - 1 - (s->brillo != NJ_SEAT_NONE));
}

static bool everyone(const struct nj_match *m, const struct sh_state *s,
                     nj_seat seat)
{
    (void)m;
    return escaped_alive(s, seat) && nj_sh_living(s) == players(s);
}

static bool shadow_wins(const struct sh_state *s, nj_seat seat)
{
    return s->ending == SH_AWAKEN && seat == s->shadow;
}

static bool unhurt(const struct nj_match *m, const struct sh_state *s,
                   nj_seat seat)
{
    (void)m;
    for (uint8_t i = 0; i < s->n_deaths; i++)
        if (s->death[i].seat == seat)
            return false;
    return shadow_wins(s, seat);
}

static bool swift(const struct nj_match *m, const struct sh_state *s,
                  nj_seat seat)
{
    enum {
        EARLY = 6
    };

    (void)m;
    return shadow_wins(s, seat) && s->round <= EARLY;
}

static bool crossed(const struct nj_match *m, const struct sh_state *s,
                    nj_seat seat)
{
    (void)m;
    return shadow_wins(s, seat) && nj_sh_held(s, seat, SH_CROSS) >= 0;
}

static bool circle(const struct nj_match *m, const struct sh_state *s,
                   nj_seat seat)
{
    (void)m;
    return s->ending == SH_LOOP && seat == s->brillo;
}

/* Nobody has won, and still it lives. */
static bool stayed(const struct nj_match *m, const struct sh_state *s,
                   nj_seat seat)
{
    (void)m;
    return s->ending == SH_LOST && s->seat[seat].role == SH_PLAYER &&
           is_alive(s, seat);
}

#define EARNED(name)                                        \
 static nj_seat_set earned_##name(const struct nj_match *m) \
 {                                                          \
  return all_who(m, name);                                  \
 }                                                          \
 _Static_assert(sizeof(#name) > 1, "")

EARNED(keyholder);
EARNED(tunneller);
EARNED(last_one);
EARNED(everyone);
EARNED(unhurt);
EARNED(swift);
EARNED(crossed);
EARNED(circle);
EARNED(stayed);

const struct nj_achievement nj_sh_achievements[] = {
    {"keyholder", earned_keyholder}, {"tunneller", earned_tunneller},
    {"last_one", earned_last_one},   {"everyone", earned_everyone},
    {"unhurt", earned_unhurt},       {"swift", earned_swift},
    {"crossed", earned_crossed},     {"circle", earned_circle},
    {"stayed", earned_stayed},       {NULL, NULL}};
