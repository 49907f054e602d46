/*
 * The computer player (NC-14): it knows what its seat has heard, and suspects by
 * ballots. What it makes of that is in brain_act.c.
 */
#include <string.h>

#include "games/night_of_cards/mind.h"

enum {
    SUSPICION = 10, /* of everybody, at first */
    SUSPICION_MOST = 250
};

/* --- suspicion (NC-14.3) --- */

static void suspect(struct nc_mind *mind, nj_seat seat, int by)
{
    int s = mind->suspicion[seat] + by;

    NJ_ASSERT(by >= -2 && by <= 3); /* so that what stands there is in bounds */
    mind->suspicion[seat] = (uint8_t)(s < 0                ? 0
                                      : s > SUSPICION_MOST ? SUSPICION_MOST
                                                           : s);
}

/* Each whose ballots have named that seat. */
static void suspect_voters(struct nc_mind *mind, nj_seat named, int by)
{
    NJ_ASSERT(named < NC_SEATS_MAX);
    for (nj_seat i = 0; i < mind->n; i++)
        if (nj_seat_in(mind->named[i], named))
            suspect(mind, i, by);
}

/* --- its cards --- */

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
            card = nj_nc_type_at(words + type + 1, n - type - 1);
            NJ_ASSERT(card != NC_NONE && card < NC_AM);
            mind->form = card;
            mind->formed |= (uint16_t)(1 << card);
        }
        mind->acts |= (uint16_t)(1 << card);
        words += n + (words[n] == ',');
    }
}

static void hear_order_of_loss(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;

    read_cards(mind, nj_message_str(h->msg, "order"));
    NJ_ASSERT(mind->n_hand > 0);
    mind->amoeba_below = mind->hand[mind->n_hand - 1] == NC_AM;
}

static void hear_hand(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;

    read_cards(mind, nj_message_str(h->msg, "cards"));
    mind->dealt = mind->acts;
    mind->amoeba_below =
        mind->n_hand > 0 && mind->hand[mind->n_hand - 1] == NC_AM;
    mind->hunts = !nj_message_is(h->msg, "side", "town");
    NJ_ASSERT(mind->n_hand > 0 && mind->form == NC_NONE); /* just dealt */
    memset(mind->suspicion, SUSPICION, sizeof(mind->suspicion));
    mind->last_saved = NJ_SEAT_NONE;
}

static void hear_sheet(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;

    read_cards(mind, nj_message_str(h->msg, "hand"));
    NJ_ASSERT((mind->acts == 0) == (mind->n_hand == 0));
    mind->pending = nj_message_str(h->msg, "pending")[0] != '\0';
    mind->soulless = nj_words_have(nj_message_str(h->msg, "marks"), "soulless");
}

/* --- phases --- */

/* A phase opens: who is there, with how many cards. */
static void hear_opening(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    const int64_t *row;

    memset(&mind->now, 0, sizeof(mind->now));
    if (mind->phase == NC_VERDICT)
        return;
    mind->alive = 0;
    for (uint32_t i = 0; (row = nj_message_row(h->msg, "counts", i)); i++) {
        NJ_ASSERT(row[0] >= 0 && row[0] < NC_SEATS_MAX);
        mind->alive |= (uint16_t)nj_bit((nj_seat)row[0]);
        mind->left[row[0]] = (uint8_t)row[1];
        mind->n = (uint8_t)(row[0] + 1 > mind->n ? row[0] + 1 : mind->n);
    }
    mind->candidates = mind->alive;
    for (nj_seat i = 0; i < mind->n; i++)
        suspect(mind, i, (int)nj_rng_below(h->rng, 4));
    if (mind->phase != NC_NIGHT) {
        mind->voted = 0;
        return;
    }
    mind->hurt_before = mind->hurt;
    mind->hurt = 0;
}

static void hear_vote(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    uint8_t voter = nj_message_u8(h->msg, "voter");
    uint8_t target = nj_message_u8(h->msg, "target");

    mind->named[voter] |= (uint16_t)nj_bit(target);
    mind->now.ballot[voter] = (uint8_t)(target + 1);
    if (voter == h->me) {
        mind->now.done = 1;
    } else if (target == h->me) {
        mind->voted = 1;
        suspect(mind, voter, 3);
    }
}

/* A death by night speaks against who had named that seat, an enemy's execution
 * for them. */
static void hear_death(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    nj_seat seat = nj_message_u8(h->msg, "seat");
    const char *side = nj_message_str(h->msg, "side");

    mind->alive &= (uint16_t)~nj_bit(seat);
    if (!nj_seat_in(mind->executed, seat) && mind->phase == NC_NIGHT)
        suspect_voters(mind, seat, 2);
    else if (side[0] != '\0' && strcmp(side, "town") != 0)
        suspect_voters(mind, seat, -2);
}

/* --- its orders --- */

/* The wish that the order belongs to is behind it. */
static void hear_order(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    uint8_t power = nj_nc_power_of(nj_message_str(h->msg, "power"));
    const int64_t *row;

    NJ_ASSERT(power < NC_POWERS);
    memset(mind->now.struck, 0, sizeof(mind->now.struck));
    for (uint32_t i = 0; (row = nj_message_row(h->msg, "orders", i)); i++)
        if (row[1] <= NC_AIM)
            mind->now.struck[row[2]]++;
    mind->now.step = nj_nc_step_behind((enum nc_power)power);
    mind->now.powers |= (uint32_t)1 << power;
    mind->powers |= (uint32_t)1 << power;
    if (power == NC_BIND || power == NC_HEAL)
        mind->last_saved = nj_message_u8(h->msg, "target");
    if (mind->form == nj_nc_powers[power].card)
        mind->used = (uint8_t)(mind->used + nj_nc_powers[power].price);
}

/* What an arson burnt of its own points its form has used (NC-5.12d). */
static void hear_income(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    int64_t used = mind->used + nj_message_int(h->msg, "own_arson", 0);

    NJ_ASSERT(used >= mind->used);
    if (mind->form == NC_CA)
        mind->used = (uint8_t)(used < NC_BUDGET ? used : NC_BUDGET);
}

/* What the same text lacks again lacks for good: a night has its bounds. */
static void hear_text(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;
    uint16_t missing = (uint16_t)nj_message_int(h->msg, "missing", 0);

    mind->now.stuck |= missing > 0 && missing == mind->now.missing;
    mind->now.missing = missing;
}

/* It may morph again, but for an amoeba at the bottom (NC-5.12f); one that was
 * lost comes back as it was. */
static void hear_morph(const struct nj_hearing *h)
{
    struct nc_mind *mind = h->scratch;

    NJ_ASSERT(mind->used <= NC_BUDGET || mind->form != NC_NONE);
    if (nj_message_says(h->msg, "nc.morph.done"))
        mind->used = 0;
    if (!mind->amoeba_below)
        mind->powers &= ~((uint32_t)1 << NC_MORPH);
}

/* --- its line of talk (NC-14.6) --- */

static const char *const lines[NC_LINES] = {"watch", "claim", "ask",   "count",
                                            "quiet", "hurt",  "twice", "trust",
                                            "place", "cards", "early", "sorry"};

/* No person types it: a person talks by himself. */
static const char *chat_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nj_arg *args = a->in->args.v;

    if (a->in->by != NJ_BY_COMPUTER || args[0].i < 0 || args[0].i >= NC_LINES ||
        args[1].i >= s->n)
        return "nc.err.unknown";
    return NULL;
}

static void chat(struct nj_match *m, const struct nj_attempt *a)
{
    const struct nj_arg *args = a->in->args.v;

    NJ_ASSERT(a->in->by == NJ_BY_COMPUTER && args[0].i < NC_LINES);
    say_chat(m, a->seat, lines[args[0].i], (nj_seat)args[1].i);
}

const struct nj_order nj_nc_chat = {NC_IN_DAY | NC_IN_GROUP, "NC-14.6",
                                    chat_fault, chat};

/* --- all that it listens to --- */

#define NOTE(member, v)       NJ_NOTE(struct nc_mind, member, v)
#define NOTE_OF(member, arg)  NJ_NOTE_OF(struct nc_mind, member, arg)
#define NOTE_IS(member, a, w) NJ_NOTE_IS(struct nc_mind, member, a, w)
#define NOTE_MORE(member, v)  NJ_NOTE_MORE(struct nc_mind, member, v)
#define NOTE_SEATS(member, a) NJ_NOTE_SEATS(struct nc_mind, member, a)

/* clang-format off */
const struct nj_ear nj_nc_ears[] = {
    {"nc.setup.hand", .hear = hear_hand, .note = {NOTE_IS(agent, "agent", "yes")}},
    {"nc.setup.order_ok", .hear = hear_order_of_loss, .note = {NOTE(declared, 1)}},
    {"nc.setup.camp_ok", .note = {NOTE(agent, 0)}},
    {"nc.setup.allies", .note = {NOTE_SEATS(allies, "seats")}},
    {"nc.sheet", .hear = hear_sheet, .note = {NOTE_OF(points, "points")}},
    {"nc.night.open", .hear = hear_opening, .note = {NOTE(phase, NC_NIGHT), NOTE_OF(round, "night")}},
    {"nc.night.income", .hear = hear_income},
    {"nc.day.open", .hear = hear_opening, .note = {NOTE(phase, NC_DAY)}},
    {"nc.ld.open", .hear = hear_opening, .note = {NOTE(phase, NC_VERDICT), NOTE(candidates, 0), NOTE_SEATS(candidates, "candidates")}},
    {"nc.vote.cast", .hear = hear_vote},
    {"nc.ld.cast", .hear = hear_vote},
    {"nc.dawn.loss", .note = {NOTE_SEATS(hurt, "seat")}},
    {"nc.exec", .note = {NOTE_SEATS(executed, "seats")}},
    {"nc.death", .hear = hear_death},
    {"nc.chat", .note = {NOTE(now.talked, 1)}, .own = true},
    {"nc.order.ok", .hear = hear_order, .note = {NOTE_OF(points, "balance"), NOTE_MORE(now.orders, 1)}},
    /* What still lacks is told behind it. */
    {"nc.order.cancelled", .note = {NOTE_OF(points, "balance"), NOTE(now.missing, 0), NOTE_MORE(now.orders, -1)}},
    {"nc.manifesto.status", .hear = hear_text},
    {"nc.morph.done", .hear = hear_morph},
    {"nc.morph.cancelled", .hear = hear_morph},
    {"nc.done.ok", .note = {NOTE_IS(now.done, "done", "yes")}},
    {.key = NULL}};
/* clang-format on */
