/*
 * What a computer player orders: its loss order, its night, its word and its
 * ballots (NC-14.2, 14.4 to 14.6).
 */
#include <string.h>

#include "games/night_of_cards/mind.h"

/* A turn of the computer to decide. */
struct thought {
    const struct nc_mind *mind;
    nj_seat me;
    struct nj_rng *rng;
    struct nj_brain_order *out;
};

static bool chance(const struct thought *t, uint32_t percent)
{
    NJ_ASSERT(percent > 0 && percent <= 100);
    return nj_rng_below(t->rng, 100) < percent;
}

/* --- whom --- */

/* The one it suspects most; of equals the lowest. */
static nj_seat most_suspect(const struct thought *t, nj_seat_set among)
{
    nj_seat found = NJ_SEAT_NONE;

    NJ_FOREACH_SEAT(i, among)
        if (found == NJ_SEAT_NONE ||
            t->mind->suspicion[i] > t->mind->suspicion[found])
            found = i;
    NJ_ASSERT((found == NJ_SEAT_NONE) == (among == 0));
    return found;
}

static nj_seat any_of(const struct thought *t, nj_seat_set among)
{
    return among == 0
               ? NJ_SEAT_NONE
               : nj_seat_nth(among, nj_rng_below(t->rng, nj_seat_count(among)));
}

/* Who may be its enemy. */
static nj_seat_set others(const struct thought *t)
{
    NJ_ASSERT(t->mind->allies == 0 || nj_seat_in(t->mind->allies, t->me));
    return t->mind->alive & ~t->mind->allies & ~nj_bit(t->me);
}

/* Of these with the fewest cards, or the most, the one it suspects most. */
static nj_seat by_cards(const struct thought *t, nj_seat_set among, bool most)
{
    nj_seat_set found = 0;
    int best = 0;

    NJ_FOREACH_SEAT(i, among) {
        int left = most ? t->mind->left[i] : -t->mind->left[i];

        if (found == 0 || left > best)
            found = 0;
        if (found == 0)
            best = left;
        if (left == best)
            found |= nj_bit(i);
    }
    NJ_ASSERT((found == 0) == (among == 0));
    return most_suspect(t, found);
}

/* --- wishes of a night: whom, or NJ_SEAT_NONE --- */

static nj_seat oneself(const struct thought *t)
{
    return t->me;
}

static nj_seat oneself_pending(const struct thought *t)
{
    return t->mind->pending ? t->me : NJ_SEAT_NONE;
}

/* Itself if it was voted for yesterday, at times. */
static nj_seat blessed(const struct thought *t)
{
    return t->mind->voted && chance(t, 50) ? t->me : NJ_SEAT_NONE;
}

static nj_seat suspected(const struct thought *t)
{
    return most_suspect(t, others(t));
}

static nj_seat richest(const struct thought *t)
{
    return by_cards(t, others(t), true);
}

/* A hunter spends all points but one; an attack more than somebody has cards
 * would be wasted, the first on one who is dying. */
static nj_seat prey(const struct thought *t)
{
    const struct nc_moment *now = &t->mind->now;
    nj_seat_set game = 0;

    NJ_FOREACH_SEAT(i, others(t))
        if (now->struck[i] < t->mind->left[i])
            game |= nj_bit(i);
    return !t->mind->hunts || t->mind->points < 2 || now->stuck
               ? NJ_SEAT_NONE
               : by_cards(t, game, false);
}

/* ... and hits hard who showed no loss on two nights. */
static nj_seat hard_prey(const struct thought *t)
{
    bool may = t->mind->round > 2 && t->mind->points > 3;
    nj_seat whom = may ? prey(t) : NJ_SEAT_NONE;

    NJ_ASSERT(whom != t->me && (may || whom == NJ_SEAT_NONE));
    return nj_seat_in(t->mind->hurt | t->mind->hurt_before, whom) ? NJ_SEAT_NONE
                                                                  : whom;
}

/* Townsfolk snipe once, at times. */
static nj_seat sniped(const struct thought *t)
{
    bool again = (t->mind->now.powers >> NC_SNIPE & 1) != 0;

    NJ_ASSERT(!again || (t->mind->powers >> NC_SNIPE & 1) != 0);
    if (t->mind->hunts)
        return prey(t);
    return again || t->mind->now.stuck || chance(t, 50) ? NJ_SEAT_NONE
                                                        : suspected(t);
}

/* Itself if it was hurt, else anybody but the one of last night. */
static nj_seat saved(const struct thought *t)
{
    nj_seat_set among = t->mind->alive;

    if (t->mind->last_saved != NJ_SEAT_NONE)
        among &= ~nj_bit(t->mind->last_saved);
    NJ_ASSERT(!nj_seat_in(among, t->mind->last_saved));
    return nj_seat_in(t->mind->hurt_before & among, t->me) ? t->me
                                                           : any_of(t, among);
}

static nj_seat examined(const struct thought *t)
{
    return t->mind->round > 1 ? any_of(t, t->mind->hurt_before) : NJ_SEAT_NONE;
}

/* Whom it takes the last card of, or, rarely, any. */
static nj_seat doomed(const struct thought *t)
{
    nj_seat whom =
        t->mind->round > 1 ? by_cards(t, others(t), false) : NJ_SEAT_NONE;

    NJ_ASSERT(whom != t->me);
    return whom != NJ_SEAT_NONE && (t->mind->left[whom] == 1 || chance(t, 15))
               ? whom
               : NJ_SEAT_NONE;
}

/* The form it will take, the first that is left; NC_NONE: there is none. */
static uint8_t next_form(const struct nc_mind *mind)
{
    static const uint8_t wished[] = {NC_SN, NC_DP, NC_CF, NC_SB, NC_SH, NC_VW,
                                     NC_CB, NC_CA, NC_W,  NC_K,  NC_BG};
    unsigned not_these = (unsigned)(mind->dealt | mind->formed);

    NJ_ASSERT(mind->form == NC_NONE || (mind->formed >> mind->form & 1) != 0);
    for (size_t i = 0; i < sizeof(wished); i++)
        if ((not_these >> wished[i] & 1) == 0)
            return wished[i];
    return NC_NONE;
}

static nj_seat oneself_changed(const struct thought *t)
{
    return next_form(t->mind) == NC_NONE ? NJ_SEAT_NONE : t->me;
}

/* In the order of NC-14.4; attacks may be wished again. */
static const struct {
    uint8_t power, percent;
    nj_seat (*whom)(const struct thought *t);
} wishes[] = {{NC_VEST, 25, oneself},
              {NC_BANE, 33, oneself}, /* of what the vest leaves: 50 in all */
              {NC_PARDON, 100, oneself_pending},
              {NC_KILLX, 100, hard_prey},
              {NC_KILL, 100, prey},
              {NC_BITEX, 100, hard_prey},
              {NC_BITE, 100, prey},
              {NC_SNIPE, 100, sniped},
              {NC_BIND, 100, saved},
              {NC_HEAL, 100, saved},
              {NC_CONFINE, 40, suspected},
              {NC_CORONER, 30, examined},
              {NC_BLESS, 100, blessed},
              {NC_CURSE, 100, suspected},
              {NC_DOOM, 100, doomed},
              {NC_ARSON, 20, richest},
              {NC_MORPH, 100, oneself_changed}};

uint8_t nj_nc_step_behind(enum nc_power power)
{
    uint8_t step = 0;

    while (step < NJ_COUNT(wishes) && wishes[step].power != power)
        step++;
    NJ_ASSERT(power < NC_POWERS);
    if (step == NJ_COUNT(wishes)) /* a person's own idea */
        return 0;
    return (uint8_t)(step + (power > NC_AIM));
}

/* --- the night --- */

/* Do card, points, the amoeba's budget and what stands allow it? */
static bool can(const struct nc_mind *mind, enum nc_power power)
{
    const uint32_t once =
        (1u << NC_PARDON | 1u << NC_DOOM | 1u << NC_MORPH) & mind->powers;
    const struct nc_power_row *row = &nj_nc_powers[power];
    uint8_t price = power == NC_ARSON ? NC_BUDGET : row->price;

    if (power == NC_MORPH ? memchr(mind->hand, NC_AM, mind->n_hand) == NULL
                          : (mind->acts >> row->card & 1) == 0)
        return false;
    if (power != NC_MORPH && mind->form == row->card &&
        mind->used + price > NC_BUDGET)
        return false;
    return mind->points >= row->price && mind->now.orders < NC_ORDERS &&
           (once >> power & 1) == 0 &&
           (row->repeat == NC_ADDS || (mind->now.powers >> power & 1) == 0);
}

static bool give(const struct thought *t, enum nc_power power, nj_seat whom)
{
    const struct nc_power_row *row = &nj_nc_powers[power];

    NJ_ASSERT(whom < NC_SEATS_MAX);
    NJ_ASSERT(whom != t->me || row->aims != NC_AT_OTHERS); /* NC-5.1 */
    if (power == NC_MORPH)
        return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, row->word, "%s",
                                    nj_nc_types[next_form(t->mind)]);
    return row->aims == NC_AT_NOBODY
               ? nj_brain_orders(t->out, NJ_PLACE_PRIVATE, row->word)
               : nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, row->word, "%u",
                                      whom + 1u);
}

static bool act_by_night(const struct thought *t)
{
    const struct nc_moment *now = &t->mind->now;

    NJ_ASSERT(now->step <= NJ_COUNT(wishes) && t->mind->n_hand > 0);
    for (size_t i = now->step; i < NJ_COUNT(wishes); i++) {
        enum nc_power power = (enum nc_power)wishes[i].power;
        nj_seat whom = can(t->mind, power) && chance(t, wishes[i].percent)
                           ? wishes[i].whom(t)
                           : NJ_SEAT_NONE;

        if (whom != NJ_SEAT_NONE)
            return give(t, power, whom);
    }
    if (now->missing > 0)
        return now->stuck ? nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE,
                                                 "cancel", "last")
                          : nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE,
                                                 "pieces", "stock");
    return nj_brain_orders(t->out, NJ_PLACE_PRIVATE, "done");
}

/* --- setup, ballots --- */

/* NC-14.2: how much it wants a card to stay; the best is the bottom one. */
static const uint8_t worth[NC_TYPES] = {
    [NC_AM] = 1, [NC_BG] = 2,  [NC_CA] = 3, [NC_VW] = 4,
    [NC_CB] = 5, [NC_SH] = 6,  [NC_SB] = 7, [NC_CF] = 8,
    [NC_DP] = 9, [NC_SN] = 10, [NC_W] = 11, [NC_K] = 12};

/* The best card at the end, commoners and amoeba in front, else by chance. */
static bool declare(const struct thought *t)
{
    const uint8_t *hand = t->mind->hand;
    uint32_t key[NC_HAND], done = 0;
    uint8_t best = 0;
    struct nc_words text = NC_NO_WORDS;

    for (uint8_t i = 0; i < t->mind->n_hand; i++) {
        key[i] = nj_rng_below(t->rng, 100) +
                 (worth[hand[i]] > worth[NC_AM] ? 100 : 0);
        best = worth[hand[i]] > worth[hand[best]] ? i : best;
    }
    key[best] = UINT32_MAX;
    for (uint8_t n = 0; n < t->mind->n_hand; n++) {
        uint8_t next = best;

        for (uint8_t i = 0; i < t->mind->n_hand; i++)
            if ((done >> i & 1) == 0 && key[i] < key[next])
                next = i;
        done |= 1u << next;
        nj_nc_add_word(&text, nj_nc_types[hand[next]]);
    }
    NJ_ASSERT(done == (1u << t->mind->n_hand) - 1);
    return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, "order", "%s",
                                text.s);
}

/* Whom the ballots of the phase would take first among these; NJ_SEAT_NONE: they
 * name nobody. */
static nj_seat leader(const struct nc_mind *mind, nj_seat_set among)
{
    uint32_t total[NC_SEATS_MAX] = {0};
    nj_seat first = NJ_SEAT_NONE;

    for (nj_seat i = 0; i < mind->n; i++)
        if (mind->now.ballot[i] != 0)
            total[mind->now.ballot[i] - 1] += mind->left[i];
    NJ_FOREACH_SEAT(i, among)
        if (total[i] > (first == NJ_SEAT_NONE ? 0 : total[first]))
            first = i;
    NJ_ASSERT(first == NJ_SEAT_NONE || nj_seat_in(among, first));
    return first;
}

/* NC-14.6: whom it suspects most; if it is itself in the lead, the second. */
static nj_seat choice(const struct thought *t)
{
    nj_seat_set all = t->mind->candidates, among = all & others(t);
    nj_seat whom = NJ_SEAT_NONE;

    NJ_ASSERT(all != 0 && !nj_seat_in(among, t->me));
    if (leader(t->mind, all) == t->me)
        whom = leader(t->mind, among);
    if (whom == NJ_SEAT_NONE)
        whom = most_suspect(t, among != 0 ? among : all & ~nj_bit(t->me));
    return whom == NJ_SEAT_NONE ? t->me : whom;
}

static bool act_by_day(const struct thought *t)
{
    const struct nc_mind *mind = t->mind;
    nj_seat whom;

    NJ_ASSERT(mind->phase == NC_DAY || mind->phase == NC_VERDICT);
    if (mind->soulless || !nj_seat_in(mind->alive, t->me) ||
        mind->candidates == 0)
        return false;
    if (mind->now.ballot[t->me] != 0) /* a person took "done" back, and left */
        return mind->phase == NC_DAY &&
               nj_brain_orders(t->out, NJ_PLACE_PRIVATE, "done");
    whom = choice(t);
    if (mind->phase == NC_DAY && !mind->now.talked)
        return nj_brain_orders_text(t->out, NJ_PLACE_GROUP, "chat", "%u\t%u",
                                    nj_rng_below(t->rng, NC_LINES), whom + 1u);
    return nj_brain_orders_text(t->out, NJ_PLACE_GROUP, "vote", "%u",
                                whom + 1u);
}

bool nj_nc_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct nc_mind *mind = scratch;
    const struct thought t = {mind, me, rng, out};

    (void)data;
    NJ_ASSERT(me < NC_SEATS_MAX && mind->n_hand <= NC_HAND);
    if (mind->phase == NC_SETUP && !mind->declared)
        return mind->n_hand > 0 && declare(&t);
    if (mind->phase == NC_SETUP)
        return mind->agent &&
               nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "camp", "lone");
    if (mind->now.done)
        return false;
    return mind->phase == NC_NIGHT ? mind->n_hand > 0 && act_by_night(&t)
                                   : act_by_day(&t);
}
