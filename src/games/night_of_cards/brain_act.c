/*
 * What a computer player orders: its loss order, its night, its ballots
 * (NC-14.2, 14.4 to 14.6).
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
    return nj_rng_below(t->rng, 100) < percent;
}

static bool has(const struct thought *t, enum nc_type type)
{
    return (t->mind->acts & 1 << type) != 0;
}

/* Orders it, if the points and the amoeba's budget allow it and it does not
 * stand already (NC-5.13). */
static bool use(const struct thought *t, enum nc_power power, nj_seat target)
{
    const struct nc_power_row *row = &nj_nc_powers[power];
    const char *verb = row->word;
    uint8_t price = power == NC_ARSON ? NC_BUDGET : row->price;

    NJ_ASSERT(power < NC_POWERS && power != NC_MORPH);
    if (t->mind->points < row->price || t->mind->orders >= NC_ORDERS ||
        (row->repeat != NC_ADDS && (t->mind->tonight & 1u << power) != 0) ||
        (t->mind->form == row->card && t->mind->used + price > NC_BUDGET))
        return false;
    return target == NJ_SEAT_NONE
               ? nj_brain_orders(t->out, NJ_PLACE_PRIVATE, verb)
               : nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, verb, "%u",
                                      target + 1u);
}

/* --- whom --- */

/* The one it suspects most; of equals the lowest. */
static nj_seat most_suspect(const struct thought *t, nj_seat_set among)
{
    nj_seat found = NJ_SEAT_NONE;

    for (nj_seat i = 0; i < t->mind->n; i++)
        if ((among & nj_bit(i)) != 0 &&
            (found == NJ_SEAT_NONE ||
             t->mind->suspicion[i] > t->mind->suspicion[found]))
            found = i;
    return found;
}

static nj_seat_set others(const struct thought *t)
{
    return t->mind->alive & ~nj_bit(t->me);
}

/* Those with the fewest cards, or the most. */
static nj_seat_set by_cards(const struct thought *t, bool most)
{
    nj_seat_set found = 0;
    uint8_t best = 0;

    for (nj_seat i = 0; i < t->mind->n; i++) {
        uint8_t left = t->mind->left[i];

        if ((others(t) & nj_bit(i)) == 0)
            continue;
        if (found == 0 || (most ? left > best : left < best)) {
            found = 0;
            best = left;
        }
        if (left == best)
            found |= nj_bit(i);
    }
    return found;
}

/* --- the night, step by step (NC-14.4) --- */

static bool protect(const struct thought *t)
{
    return has(t, NC_VW) && chance(t, 50) &&
           use(t, chance(t, 50) ? NC_VEST : NC_BANE, NJ_SEAT_NONE);
}

static bool pardon(const struct thought *t)
{
    return t->mind->pending && has(t, NC_DP) &&
           (t->mind->ordered & 1u << NC_PARDON) == 0 &&
           use(t, NC_PARDON, t->me);
}

/* A hunter spends all points but one; townsfolk snipe once. */
static bool attack(const struct thought *t)
{
    nj_seat prey = most_suspect(t, by_cards(t, false));
    bool hard;

    if (prey == NJ_SEAT_NONE || t->mind->stuck)
        return false;
    if (!t->mind->hunts)
        return has(t, NC_SN) && (t->mind->tonight & 1u << NC_SNIPE) == 0 &&
               chance(t, 50) && use(t, NC_SNIPE, most_suspect(t, others(t)));
    if (t->mind->points < 2)
        return false;
    hard = t->mind->round > 2 && t->mind->points > 3 &&
           ((t->mind->hurt | t->mind->hurt_before) & nj_bit(prey)) == 0;
    if (has(t, NC_K))
        return use(t, hard ? NC_KILLX : NC_KILL, prey);
    if (has(t, NC_W))
        return use(t, hard ? NC_BITEX : NC_BITE, prey);
    return has(t, NC_SN) && use(t, NC_SNIPE, prey);
}

/* Itself if it was hurt, else anybody but the one of last night. */
static bool save(const struct thought *t)
{
    nj_seat_set among = t->mind->alive;
    nj_seat whom = t->me;

    if (!has(t, NC_SB) && !has(t, NC_SH))
        return false;
    if (t->mind->last_saved != NJ_SEAT_NONE)
        among &= ~nj_bit(t->mind->last_saved);
    if ((t->mind->hurt_before & among & nj_bit(t->me)) == 0)
        whom = nj_seat_nth(among, nj_rng_below(t->rng, nj_seat_count(among)));
    return whom != NJ_SEAT_NONE &&
           use(t, has(t, NC_SB) ? NC_BIND : NC_HEAL, whom);
}

static bool confine(const struct thought *t)
{
    return has(t, NC_CF) && chance(t, 40) &&
           use(t, NC_CONFINE, most_suspect(t, others(t)));
}

static bool examine(const struct thought *t)
{
    nj_seat_set hurt = t->mind->hurt_before;

    return has(t, NC_CA) && t->mind->round > 1 && hurt != 0 && chance(t, 30) &&
           use(t, NC_CORONER,
               nj_seat_nth(hurt, nj_rng_below(t->rng, nj_seat_count(hurt))));
}

static bool curse(const struct thought *t)
{
    nj_seat whom = t->mind->against_me && chance(t, 50)
                       ? NJ_SEAT_NONE
                       : most_suspect(t, others(t));

    if (!has(t, NC_CB))
        return false;
    return whom == NJ_SEAT_NONE ? use(t, NC_BLESS, t->me)
                                : use(t, NC_CURSE, whom);
}

static bool doom(const struct thought *t)
{
    nj_seat prey = most_suspect(t, by_cards(t, false));

    return has(t, NC_DP) && (t->mind->ordered & 1u << NC_DOOM) == 0 &&
           prey != NJ_SEAT_NONE && t->mind->round > 1 &&
           (t->mind->left[prey] == 1 || chance(t, 15)) && use(t, NC_DOOM, prey);
}

static bool burn(const struct thought *t)
{
    nj_seat rich = most_suspect(t, by_cards(t, true));

    return has(t, NC_CA) && rich != NJ_SEAT_NONE && chance(t, 20) &&
           use(t, NC_ARSON, rich);
}

/* Into the first form that is left (NC-14.4, step 10). */
static bool morph(const struct thought *t)
{
    static const uint8_t wished[] = {NC_SN, NC_DP, NC_CF, NC_SB, NC_SH, NC_VW,
                                     NC_CB, NC_CA, NC_W,  NC_K,  NC_BG};
    unsigned not_these = (unsigned)(t->mind->dealt | t->mind->formed);
    bool amoeba = memchr(t->mind->hand, NC_AM, t->mind->n_hand) != NULL;

    if (!amoeba || t->mind->orders >= NC_ORDERS ||
        t->mind->points < nj_nc_powers[NC_MORPH].price ||
        (t->mind->ordered & 1u << NC_MORPH) != 0)
        return false;
    for (size_t i = 0; i < sizeof(wished); i++)
        if ((not_these & 1u << wished[i]) == 0)
            return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, "morph", "%s",
                                        nj_nc_types[wished[i]]);
    return false;
}

typedef bool step_fn(const struct thought *t);

static step_fn *const steps[NC_STEPS] = {protect, pardon, attack, save, confine,
                                         examine, curse,  doom,   burn, morph};

/* What goes on after it was carried out, since points are left, has not been
 * gone by. */
uint8_t nj_nc_step_of(enum nc_power power)
{
    static const uint8_t step[NC_POWERS] = {
        [NC_KILL] = 2,    [NC_KILLX] = 2, [NC_BITE] = 2,      [NC_BITEX] = 2,
        [NC_SNIPE] = 2,   [NC_AIM] = 3,   [NC_SAINT] = 3,     [NC_BIND] = 4,
        [NC_HEAL] = 4,    [NC_VEST] = 1,  [NC_BANE] = 1,      [NC_CONFINE] = 5,
        [NC_CURSE] = 7,   [NC_BLESS] = 7, [NC_PARDON] = 2,    [NC_DOOM] = 8,
        [NC_CORONER] = 6, [NC_ARSON] = 9, [NC_ANTISNIPE] = 5, [NC_VCURSE] = 7,
        [NC_DBLESS] = 7,  [NC_MORPH] = 10};

    NJ_ASSERT(step[power] >= 1 && step[power] <= NC_STEPS);
    return step[power];
}

static bool act_by_night(const struct thought *t)
{
    if (t->mind->n_hand > 0)
        for (int i = t->mind->step; i < NC_STEPS; i++)
            if (steps[i](t))
                return true;
    if (t->mind->missing > 0 && t->mind->stuck)
        return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, "cancel", "last");
    if (t->mind->missing > 0)
        return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, "pieces",
                                    "stock");
    return t->mind->n_hand > 0 &&
           nj_brain_orders(t->out, NJ_PLACE_PRIVATE, "done");
}

/* --- setup, ballots --- */

/* How much it wants a card to stay: the best is the bottom one (NC-14.2). */
static unsigned worth(uint8_t type)
{
    static const uint8_t best[] = {NC_C,  NC_AM, NC_BG, NC_CA, NC_VW,
                                   NC_CB, NC_SH, NC_SB, NC_CF, NC_DP,
                                   NC_SN, NC_W,  NC_K};
    const uint8_t *at = memchr(best, type, sizeof(best));

    NJ_ASSERT(at != NULL);
    return (unsigned)(at - best);
}

static bool declare(const struct thought *t)
{
    uint8_t hand[NC_HAND], n = t->mind->n_hand, best = 0;
    char text[NC_CARDS_TEXT] = "-";
    uint8_t front = 0;

    NJ_ASSERT(n >= 1 && n <= NC_HAND);
    memcpy(hand, t->mind->hand, n);
    for (uint8_t i = 1; i < n; i++)
        if (worth(hand[i]) > worth(hand[best]))
            best = i;
    for (uint8_t i = (uint8_t)(n - 1); i > 0; i--) { /* the best behind all */
        uint8_t from =
            i == n - 1 ? best : (uint8_t)nj_rng_below(t->rng, i + 1u);
        uint8_t card = hand[from];

        hand[from] = hand[i];
        hand[i] = card;
    }
    for (uint8_t i = 0; i + 1 < n; i++) /* cheap ones in front */
        if (hand[i] == NC_C || hand[i] == NC_AM) {
            uint8_t card = hand[i];

            memmove(&hand[front + 1], &hand[front], (size_t)(i - front));
            hand[front++] = card;
        }
    for (uint8_t i = 0; i < n; i++)
        nj_nc_add_word(text, nj_nc_types[hand[i]]);
    return nj_brain_orders_text(t->out, NJ_PLACE_PRIVATE, "order", "%s", text);
}

/* NC-14.6: whom it suspects most; if most name it, the second of all. */
static bool ballot(const struct thought *t, const char *verb, nj_seat_set among)
{
    nj_seat whom = most_suspect(t, among & ~nj_bit(t->me));

    if (whom == NJ_SEAT_NONE)
        whom = t->me;
    return nj_brain_orders_text(t->out, NJ_PLACE_GROUP, verb, "%u", whom + 1u);
}

bool nj_nc_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct nc_mind *mind = scratch;
    const struct thought t = {mind, me, rng, out};

    (void)data;
    switch ((enum nc_phase)mind->phase) {
    case NC_SETUP:
        if (!mind->declared)
            return mind->n_hand > 0 && declare(&t);
        return mind->agent &&
               nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "camp", "lone");
    case NC_NIGHT:
        return !mind->done && act_by_night(&t);
    case NC_DAY:
        return !mind->done && !mind->soulless &&
               (mind->alive & nj_bit(me)) != 0 &&
               ballot(&t, "vote", mind->alive);
    case NC_VERDICT:
        return !mind->done && !mind->soulless &&
               (mind->alive & nj_bit(me)) != 0 &&
               ballot(&t, "vote", mind->candidates);
    case NC_OVER:
        break;
    }
    return false;
}
