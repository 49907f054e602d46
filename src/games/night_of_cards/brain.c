/*
 * The computer player (NC-14): it knows what its seat has heard, suspects by
 * ballots, and plays its hand in the order of NC-14.4.
 */
#include <string.h>

#include "games/night_of_cards/mind.h"
#include "games/night_of_cards/night_of_cards.h"

/* --- what it hears --- */

static struct nc_mind *mind_of(const struct nj_hearing *h)
{
    return h->scratch;
}

static void suspect(struct nc_mind *mind, nj_seat seat, int by)
{
    int s = mind->suspicion[seat] + by;

    NJ_ASSERT(by >= -2 && by <= 3);
    mind->suspicion[seat] = (uint8_t)(s < 0 ? 0 : s > 250 ? 250 : s);
}

/* Each whose ballots have named that seat. */
static void suspect_voters(struct nc_mind *mind, nj_seat named, int by)
{
    for (nj_seat i = 0; i < mind->n; i++)
        if ((mind->named[i] & nj_bit(named)) != 0)
            suspect(mind, i, by);
}

static nj_seat seat_in(const struct nj_hearing *h, const char *name)
{
    int64_t v = nj_message_int(h->msg, name, NJ_SEAT_NONE);

    return v >= 0 && v < NC_SEATS_MAX ? (nj_seat)v : NJ_SEAT_NONE;
}

/* "C,SB,AM-SN": which cards they are, and what they can do. */
static void read_cards(struct nc_mind *mind, const char *words)
{
    mind->n_hand = 0;
    mind->acts = 0;
    mind->form = NC_NONE;
    while (*words != '\0' && *words != '-' && mind->n_hand < NC_HAND) {
        size_t n = strcspn(words, ","), type = strcspn(words, ",-");
        uint8_t card = nj_nc_type_at(words, type);

        mind->hand[mind->n_hand++] = card;
        if (type < n) {
            mind->form = nj_nc_type_at(words + type + 1, n - type - 1);
            card = mind->form;
            mind->formed |= (uint16_t)(1 << card);
        }
        mind->acts |= (uint16_t)(1 << card);
        words += n + (words[n] == ',');
    }
}

static void hear_declared(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    read_cards(mind, nj_message_str(h->msg, "order"));
    mind->declared = 1;
    mind->amoeba_below =
        mind->n_hand > 0 && mind->hand[mind->n_hand - 1] == NC_AM;
}

static void hear_hand(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    read_cards(mind, nj_message_str(h->msg, "cards"));
    mind->dealt = mind->acts;
    mind->amoeba_below =
        mind->n_hand > 0 && mind->hand[mind->n_hand - 1] == NC_AM;
    mind->agent = nj_message_is(h->msg, "agent", "yes");
    mind->hunts = nj_message_is(h->msg, "side", "killer") ||
                  nj_message_is(h->msg, "side", "wolf") ||
                  nj_message_is(h->msg, "side", "lone");
    memset(mind->suspicion, 10, sizeof(mind->suspicion));
    mind->last_saved = NJ_SEAT_NONE;
}

static void hear_sheet(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    read_cards(mind, nj_message_str(h->msg, "hand"));
    mind->points = (uint16_t)nj_message_int(h->msg, "points", 0);
    mind->pending = nj_message_str(h->msg, "pending")[0] != '\0';
    mind->soulless = nj_words_have(nj_message_str(h->msg, "marks"), "soulless");
}

/* A phase opens: who is there, with how many cards. */
static void hear_counts(const struct nj_hearing *h, enum nc_phase phase)
{
    struct nc_mind *mind = mind_of(h);
    const int64_t *row;

    mind->phase = (uint8_t)phase;
    mind->step = 0;
    mind->tonight = 0;
    mind->done = 0;
    mind->missing = 0;
    mind->stuck = 0;
    mind->orders = 0;
    mind->alive = 0;
    for (uint32_t i = 0; (row = nj_message_row(h->msg, "counts", i)); i++) {
        NJ_ASSERT(row[0] >= 0 && row[0] < NC_SEATS_MAX);
        mind->alive |= nj_bit((nj_seat)row[0]);
        mind->left[row[0]] = (uint8_t)row[1];
        mind->n = (uint8_t)(row[0] + 1 > mind->n ? row[0] + 1 : mind->n);
    }
    for (nj_seat i = 0; i < mind->n; i++)
        suspect(mind, i, (int)nj_rng_below(h->rng, 4));
}

static void hear_night(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    hear_counts(h, NC_NIGHT);
    mind->round = nj_message_u8(h->msg, "night");
    mind->hurt_before = mind->hurt;
    mind->hurt = 0;
}

static void hear_day(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    hear_counts(h, NC_DAY);
    mind->against_me = 0;
    memset(mind->ballots, NJ_SEAT_NONE, sizeof(mind->ballots));
}

static void hear_verdict(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    const struct nj_arg *among = nj_message_arg(h->msg, "candidates");

    mind->phase = NC_VERDICT;
    mind->done = 0;
    mind->candidates = 0;
    for (uint32_t i = 0; among != NULL && i < among->count; i++)
        mind->candidates |= nj_bit(among->seats[i]);
}

static void hear_loss(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    nj_seat seat = seat_in(h, "seat");

    if (seat != NJ_SEAT_NONE)
        mind->hurt |= nj_bit(seat);
}

static void hear_vote(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    nj_seat voter = seat_in(h, "voter"), target = seat_in(h, "target");

    if (voter == NJ_SEAT_NONE || target == NJ_SEAT_NONE)
        return;
    mind->named[voter] |= (uint16_t)nj_bit(target);
    mind->ballots[voter] = target;
    if (voter == h->me)
        mind->done = 1;
    else if (target == h->me) {
        mind->against_me = 1;
        suspect(mind, voter, 3);
    }
}

static void hear_exec(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    const struct nj_arg *seats = nj_message_arg(h->msg, "seats");

    for (uint32_t i = 0; seats != NULL && i < seats->count; i++)
        mind->executed |= (uint16_t)nj_bit(seats->seats[i]);
}

/* NC-14.3: a death by night speaks against who had named that seat, an enemy's
 * execution for them. */
static void hear_death(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    nj_seat seat = seat_in(h, "seat");
    const char *side = nj_message_str(h->msg, "side");

    if (seat == NJ_SEAT_NONE)
        return;
    mind->alive &= ~nj_bit(seat);
    if ((mind->executed & nj_bit(seat)) == 0 && mind->phase == NC_NIGHT)
        suspect_voters(mind, seat, 2);
    else if (side[0] != '\0' && strcmp(side, "town") != 0)
        suspect_voters(mind, seat, -2);
}

/* The step of the night that the order belongs to is behind it; what is left
 * to spend it is told. */
static void hear_order(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    uint8_t power = nj_nc_power_of(nj_message_str(h->msg, "power"));
    nj_seat target = seat_in(h, "target");

    if (power == NC_POWERS)
        return;
    mind->points = (uint16_t)nj_message_int(h->msg, "balance", 0);
    mind->orders++;
    mind->step = nj_nc_step_of((enum nc_power)power);
    mind->ordered |= (uint32_t)1 << power;
    mind->tonight |= (uint32_t)1 << power;
    if (power == NC_BIND || power == NC_HEAL)
        mind->last_saved = target;
    if (mind->form == nj_nc_powers[power].card)
        mind->used = (uint8_t)(mind->used + nj_nc_powers[power].price);
}

/* What the same text lacks again lacks for good: a night has its bounds. */
/* What an arson burnt of its own points its form has used (NC-5.12d). */
static void hear_income(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    int64_t used = mind->used + nj_message_int(h->msg, "own_arson", 0);

    if (mind->form == NC_CA)
        mind->used = (uint8_t)(used < NC_BUDGET ? used : NC_BUDGET);
}

static void hear_text(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);
    uint16_t missing = (uint16_t)nj_message_int(h->msg, "missing", 0);

    if (missing > 0 && missing == mind->missing)
        mind->stuck = 1;
    mind->missing = missing;
}

/* What still lacks is told behind it. */
static void hear_cancelled(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    mind->points = (uint16_t)nj_message_int(h->msg, "balance", 0);
    mind->missing = 0;
    if (mind->orders > 0)
        mind->orders--;
}

/* It may morph again, but for an amoeba at the bottom (NC-5.12f). */
static void hear_morph(const struct nj_hearing *h)
{
    struct nc_mind *mind = mind_of(h);

    if (nj_message_says(h->msg, "nc.morph.done"))
        mind->used = 0; /* one that was lost comes back as it was */
    if (!mind->amoeba_below)
        mind->ordered &= ~((uint32_t)1 << NC_MORPH);
}

const struct nj_ear nj_nc_ears[] = {
    {"nc.setup.hand", .hear = hear_hand},
    {"nc.setup.order_ok", .hear = hear_declared},
    {"nc.setup.camp_ok", .note = {NJ_NOTE(struct nc_mind, agent, 0)}},
    {"nc.sheet", .hear = hear_sheet},
    {"nc.night.open", .hear = hear_night},
    {"nc.night.income", .hear = hear_income},
    {"nc.day.open", .hear = hear_day},
    {"nc.ld.open", .hear = hear_verdict},
    {"nc.ld.cast", .hear = hear_vote},
    {"nc.dawn.loss", .hear = hear_loss},
    {"nc.vote.cast", .hear = hear_vote},
    {"nc.exec", .hear = hear_exec},
    {"nc.death", .hear = hear_death},
    {"nc.order.ok", .hear = hear_order},
    {"nc.order.cancelled", .hear = hear_cancelled},
    {"nc.manifesto.status", .hear = hear_text},
    {"nc.morph.done", .hear = hear_morph},
    {"nc.morph.cancelled", .hear = hear_morph},
    {"nc.done.ok", .note = {NJ_NOTE(struct nc_mind, done, 1)}},
    {.key = NULL}};
