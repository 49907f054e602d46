/*
 * The buttons of LN-10.5: under the line that begins a turn, and in the private
 * chat while the seat hides. Charges are told to all (LN-8.4), so a missing
 * button tells nothing.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

static bool goes_on(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    (void)msg;
    (void)seat;
    return !s->over;
}

static bool may_hide(const struct nj_match *m, const struct nj_message *msg,
                     nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->over || s->turn < s->n);
    return goes_on(m, msg, seat) && s->seat[s->turn].hides > 0;
}

static bool is_hiding(const struct nj_match *m, const struct nj_message *msg,
                      nj_seat seat)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n && s->turn < s->n);
    return goes_on(m, msg, seat) && s->hiding != LN_OPENLY && s->turn == seat;
}

/* The steps as they lie around a cell; then the turn is over. */
#define WAYS(key, to, when)                                              \
 {key, "u", to, NULL, when, NULL}, {key, "l", to, NULL, when, NULL},     \
     {key, "r", to, NULL, when, NULL}, {key, "d", to, NULL, when, NULL}, \
 {                                                                       \
  key, "stop", to, NULL, when, NULL                                      \
 }

const struct nj_offer nj_ln_offers[] = {
    /* The next steps are typed, or pressed, in private. */
    {"ln.hide_on", NJ_OFFERS_OVER, NJ_OFFER_ALL, .when = goes_on},
    {"ln.hide_on", NJ_OFFERS_OVER, NJ_OFFER_SEAT, .when = goes_on},
    WAYS(NJ_OFFER_ANY, NJ_OFFER_SEAT, is_hiding),
    WAYS("ln.turn", NJ_OFFER_ALL, goes_on),
    {"ln.turn", "hide", NJ_OFFER_ALL, .when = may_hide},
    {"ln.turn", "status", NJ_OFFER_ALL, .when = goes_on},
    {.key = NULL}};
