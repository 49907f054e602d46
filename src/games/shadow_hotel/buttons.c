/*
 * What may be pressed instead of typed (SH-13.3). The rows under a view are
 * made of the view itself, so they tell nothing that it does not tell. What the
 * archive reads out (SH-12.8) looks like what was said to the reader, but is
 * about somebody else, and long past: nothing is offered under it.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

static const struct sh_seat *seat_of(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return &s->seat[seat];
}

static bool is_over(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    (void)msg;
    (void)seat;
    return s->stage == SH_ENDED;
}

static bool goes_on(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    return !is_over(m, msg, seat);
}

/* Under its own death. */
static bool is_gone(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    (void)msg;
    return seat_of(m, seat)->life != SH_ACTIVE;
}

/* Under a view of where it stands. */
static bool is_here(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return nj_message_int(msg, "pos", 0) == s->pos_of[seat_of(m, seat)->room];
}

static bool acts(const struct nj_match *m, const struct nj_message *msg,
                 nj_seat seat)
{
    const struct sh_seat *who = seat_of(m, seat);

    NJ_ASSERT(who->life != SH_ACTIVE || who->room != 0);
    return is_here(m, msg, seat) && who->life == SH_ACTIVE && !who->turn_over &&
           nj_sh_own_round(nj_state_const(m), seat);
}

static bool may_jump(const struct nj_match *m, const struct nj_message *msg,
                     nj_seat seat)
{
    return acts(m, msg, seat) &&
           seat_of(m, seat)->room == nj_sh_special(m, SH_BRIDGE);
}

/* The mechanism, unless it is the microphone, which wants words. */
static void list_mech(const struct nj_match *m, nj_seat seat,
                      char out[NJ_OFFER_LIST])
{
    enum sh_mech mech = nj_sh_mech_in(m, seat_of(m, seat)->room);

    NJ_ASSERT(out[0] == '\0');
    if (mech != SH_MIC && mech != SH_MECHS)
        nj_words_add(out, NJ_OFFER_LIST, nj_sh_mech_word(mech));
}

#define SEAT NJ_OFFER_SEAT
#define ALL  NJ_OFFER_ALL
#define OVER NJ_OFFERS_OVER

const struct nj_offer nj_sh_offers[] = {
    {NJ_OFFER_ANY, OVER, SEAT, .when = is_over},
    {"sh.end", OVER, ALL, .when = is_over},
    {"sh.you.dead", OVER, SEAT, .when = is_gone},
    {"sh.you.fake", OVER, SEAT, .when = is_gone},
    {"sh.round", "map", ALL, .when = goes_on},
    {"sh.round", "log", ALL, .when = goes_on},
    {"sh.round_first", "map", ALL, .when = goes_on},
    {"sh.round_first", "log", ALL, .when = goes_on},
    {"sh.prompt.spawn", "{ways}", SEAT, .asks = SH_ASK_SPAWN},
    {"sh.prompt.spawn", "stay", SEAT, .asks = SH_ASK_SPAWN},
    {"sh.prompt.gun", "fire", SEAT, .asks = SH_ASK_GUN},
    {"sh.prompt.gun", "hold", SEAT, .asks = SH_ASK_GUN},
    {"sh.prompt.coin", "yes", SEAT, .asks = SH_ASK_COIN},
    {"sh.prompt.coin", "no", SEAT, .asks = SH_ASK_COIN},
    {"sh.offer.give", "yes", SEAT, .asks = SH_ASK_OFFER},
    {"sh.offer.give", "no", SEAT, .asks = SH_ASK_OFFER},
    {"sh.offer.swap", "yes", SEAT, .asks = SH_ASK_OFFER},
    {"sh.offer.swap", "no", SEAT, .asks = SH_ASK_OFFER},
    {"sh.step", "go {ways}", SEAT, .when = acts},
    {"sh.step", "take {items}", SEAT, .when = is_here},
    {"sh.step", "use {}", SEAT, .when = acts, .list = list_mech},
    {"sh.step", "jump", SEAT, .when = may_jump},
    {"sh.step", "drop {}", SEAT, .when = is_here, .list = nj_sh_items_held},
    {"sh.step", "end", SEAT, .when = acts},
    {"sh.step", "state", SEAT, .when = is_here},
    {.key = NULL}};
