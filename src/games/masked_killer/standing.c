/*
 * Questions (MK-9.4), and standing orders, which answer them as a person would
 * (MK-9.5, 19.2): the group sees the same question and waits as long.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

#define ANSWER_LEAST_MS INT64_C(3000) /* an order takes at least so long */
#define CAN_TEXT        24            /* "lid,counter,reroll" */

/* --- what orders answer --- */

/* Does a standing order answer the question of that name for the seat? */
static bool stands_for(const struct nj_match *m, nj_seat seat, const char *name)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (strcmp(name, "defend") == 0)
        return s->v[seat].defend != MK_ASK;
    return strcmp(name, "reroll") == 0 && s->v[seat].reroll != MK_ASK;
}

/* Up to n dice, lowest number first, that hit or that do not. */
static uint8_t first_dice(const struct nj_match *m, bool hitting, uint8_t n)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t bits = 0;

    NJ_ASSERT(s->fight.n > 0 && s->fight.kind != MK_NO_FIGHT);
    for (uint8_t i = 0; i < s->fight.n && n > 0; i++)
        if ((s->fight.dice[i] >= nj_mk_table(m)->hit_from) == hitting) {
            bits = (uint8_t)(bits | 1 << i);
            n--;
        }
    return bits;
}

/* MK-9.5, and the default of the question: against a death alone. */
static void defend_by_itself(struct nj_match *m, nj_seat seat, bool aided)
{
    struct mk_state *s = nj_state(m);
    const struct mk_who_row *who = nj_mk_of(m, seat);
    bool deadly = s->v[seat].damage + nj_mk_hits(m, &s->fight) >= who->health;

    NJ_ASSERT(s->fight.seat == seat);
    s->fight.counter = s->v[seat].counter == MK_AUTO;
    if (!aided)
        return;
    if (deadly && who->reroll > 0)
        s->fight.reroll =
            first_dice(m, true, (uint8_t)(nj_mk_supply(m) / who->reroll));
    s->fight.lid = 2;
}

static void reroll_by_itself(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    const struct mk_victim *v = &s->v[seat];
    uint8_t price = nj_mk_of(m, seat)->reroll;
    uint8_t most = nj_mk_supply(m);

    NJ_ASSERT(price > 0 && s->fight.seat == seat);
    if (v->reroll == MK_NONE || v->reroll == MK_ASK)
        return;
    if (v->reroll == MK_AUTO)
        most = v->exert + 1 < MK_REST_AT ? (uint8_t)(MK_REST_AT - 1 - v->exert)
                                         : 0;
    if (most > nj_mk_supply(m))
        most = nj_mk_supply(m);
    s->fight.reroll = first_dice(m, false, (uint8_t)(most / price));
}

/* ... then so. */
static void answer_by_itself(struct nj_match *m, nj_seat seat, const char *name)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(nj_prompt_open(m, seat, name) && seat < s->n);
    nj_prompt_close(m, seat, name);
    if (strcmp(name, "defend") == 0)
        defend_by_itself(m, seat, s->v[seat].defend == MK_AUTO);
    else
        reroll_by_itself(m, seat);
}

/* --- asking --- */

/* How long a standing order thinks: the draw is made whatever comes of it; a
 * computer player takes as long (MK-19.2). */
static int64_t thinking_ms(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    int64_t most = s->opt.answer_s * INT64_C(1000);

    NJ_ASSERT(seat < s->n && most <= 30000);
    return most <= ANSWER_LEAST_MS
               ? 0
               : nj_mk_drawn(m, seat, ANSWER_LEAST_MS, most);
}

/* What the dice will do to who takes them. */
struct harm {
    const char *word; /* NULL: no dice lie there */
    int64_t damage, health;
};

static struct harm harm_of(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t hits = nj_mk_hits(m, &s->fight);
    int64_t health = nj_mk_of(m, seat)->health;
    int64_t damage = s->v[seat].damage + hits;

    NJ_ASSERT(s->fight.seat == seat && s->fight.n > 0);
    return (struct harm){.word = hits == 0          ? "none"
                                 : damage >= health ? "deadly"
                                                    : "hurt",
                         .damage = damage < health ? damage : health,
                         .health = health};
}

/* The answers that would do something with what is in the hand: the owner alone
 * reads them. */
static void find_answers(const struct nj_match *m, nj_seat seat,
                         char out[CAN_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t price = nj_mk_of(m, seat)->reroll;

    NJ_ASSERT(s->fight.seat == seat && out[0] == '\0');
    if (nj_mk_hits(m, &s->fight) > 0 &&
        nj_cards_find(&s->cards, nj_mk_hand(seat), MK_LID) >= 0)
        nj_words_add(out, CAN_TEXT, "lid");
    if (nj_mk_counters(m, seat) < MK_ITEMS)
        nj_words_add(out, CAN_TEXT, "counter");
    if (price > 0 && nj_mk_supply(m) >= price)
        nj_words_add(out, CAN_TEXT, "reroll");
}

/* Asks, for so long at most. */
static void put(struct nj_match *m, nj_seat seat, const char *name, int64_t ms,
                uint8_t excess)
{
    const struct mk_state *s = nj_state_const(m);
    /* His own turn's clock goes on. */
    bool own = nj_seat_in(nj_seat_hand(m, seat), s->active);
    bool stands = stands_for(m, seat, name);
    struct nj_ask ask = {.seat = seat,
                         .name = name,
                         .ms = ms,
                         .in_phase = own,
                         .silent = stands,
                         .holds = !own};
    char can[CAN_TEXT];
    struct harm harm = {.word = NULL, .damage = NJ_NO_INT, .health = NJ_NO_INT};
    bool cards = excess > 0 || strcmp(name, "death") == 0;
    int64_t deadline = nj_ask_deadline(m, &ask);

    NJ_ASSERT(!nj_prompt_open(m, seat, name) && seat < s->n);
    NJ_ASSERT(s->phase == MK_PLAY && s->active <= s->n);
    can[0] = '\0';
    if (strcmp(name, "defend") == 0) {
        harm = harm_of(m, seat);
        find_answers(m, seat, can);
    } else if (strcmp(name, "death") == 0 &&
               nj_mk_row(s->v[seat].cell) == MK_STREET) {
        nj_words_add(can, CAN_TEXT, "side");
    }
    say_wait(m, seat, name, deadline);
    ask_prompt(m, &ask, name, cards ? nj_mk_hand(seat) : MK_PILES,
               excess > 0 ? excess : NJ_NO_INT,
               strcmp(name, "reroll") == 0 || strcmp(name, "defend") == 0
                   ? MK_DICE(&s->fight, 0xff)
                   : NULL,
               harm.word, harm.damage, harm.health, NJ_GIVEN(can), deadline);
    if (!stands)
        nj_mk_pace(m, seat, thinking_ms(m, seat));
    else if (thinking_ms(m, seat) > 0)
        nj_timer_arm(m, "order", thinking_ms(m, seat));
    else
        answer_by_itself(m, seat, name);
}

void nj_mk_ask(struct nj_match *m, nj_seat seat, const char *name,
               uint8_t excess)
{
    put(m, seat, name, nj_mk_time(m, seat, "prompt_time"), excess);
}

int64_t nj_mk_time_again(const struct nj_match *m, nj_seat seat,
                         const char *name)
{
    int64_t left = nj_prompt_ends(m, seat, name) - nj_at(m);
    int64_t half = nj_option(m, "prompt_time") / 2;

    NJ_ASSERT(half > 0);
    return left > half ? left : half;
}

void nj_mk_ask_again(struct nj_match *m, nj_seat seat)
{
    for (size_t i = 0; i < MK_KINDS; i++) {
        int64_t ms;

        if (!nj_prompt_open(m, seat, nj_mk_kinds[i]) ||
            stands_for(m, seat, nj_mk_kinds[i]))
            continue;
        ms = nj_mk_time_again(m, seat, nj_mk_kinds[i]);
        nj_prompt_close(m, seat, nj_mk_kinds[i]);
        put(m, seat, nj_mk_kinds[i], ms,
            strcmp(nj_mk_kinds[i], "return") == 0 ? nj_mk_excess(m, seat) : 0);
    }
    nj_mk_offer_again(m, seat);
}

/* --- the orders --- */

/* The timer of orders: whatever they have to answer. */
void nj_mk_orders_due(struct nj_match *m)
{
    static const char *const kinds[] = {"defend", "reroll"};

    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        nj_seat_set asked = nj_prompt_seats(m, kinds[i]);

        NJ_FOREACH_SEAT(k, asked)
            if (stands_for(m, k, kinds[i]))
                answer_by_itself(m, k, kinds[i]);
    }
    nj_mk_go_on(m);
}

/* Defaults of the questions that fights put (MK-9.4). */
void nj_mk_defend_late(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(!nj_prompt_open(m, seat, "defend"));
    say_default_turn(m, seat, "defend");
    defend_by_itself(m, seat, s->v[seat].defend != MK_NONE);
    nj_mk_go_on(m);
}

void nj_mk_reroll_late(struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(!nj_prompt_open(m, seat, "reroll"));
    say_default_turn(m, seat, "reroll");
    nj_mk_go_on(m);
}

/* "defend auto", "counter on", "reroll safe", "clock stay": what and how. */
static const struct {
    const char *what, *how;
    uint8_t value;
    bool hunts; /* the killer's */
} orders[] = {
    {"defend", "ask", MK_ASK, false},   {"defend", "auto", MK_AUTO, false},
    {"defend", "none", MK_NONE, false}, {"counter", "ask", MK_ASK, false},
    {"counter", "on", MK_AUTO, false},  {"counter", "off", MK_NONE, false},
    {"reroll", "ask", MK_ASK, false},   {"reroll", "safe", MK_AUTO, false},
    {"reroll", "none", MK_NONE, false}, {"reroll", "all", MK_ALL, false},
    {"clock", "computer", 0, true},     {"clock", "stay", 1, true}};

static const char *order_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in), named = r;
    struct nj_word what, how;

    plan->seat = NJ_SEAT_NONE;
    if (nj_mk_read_seat(m, &named, &plan->seat)) {
        r = named; /* "2 order defend auto" */
        (void)(nj_reader_follows(&r, "order"));
    } else {
        plan->seat = NJ_SEAT_NONE;
    }
    if (plan->seat != NJ_SEAT_NONE &&
        (nj_seat_hand(m, a->seat) & nj_bit(plan->seat)) == 0)
        return "mk.err.syntax";
    if (!nj_reader_word(&r, &what) || !nj_reader_word(&r, &how) ||
        !nj_reader_end(&r))
        return "mk.err.syntax";
    for (plan->n = 0; plan->n < NJ_COUNT(orders); plan->n++)
        if (nj_word_is(&what, orders[plan->n].what) &&
            nj_word_is(&how, orders[plan->n].how) &&
            orders[plan->n].hunts == (a->seat == nj_mk_killer(s)))
            return NULL;
    return "mk.err.syntax";
}

/* Of an owner of two seats for both, unless he named one (MK-11.7). */
static void order(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    bool named = plan->seat != NJ_SEAT_NONE;
    nj_seat whose = named ? plan->seat : a->seat;
    nj_seat_set hand = named ? nj_bit(whose) : nj_seat_hand(m, whose);
    uint8_t value = orders[plan->n].value;

    NJ_ASSERT((hand & nj_bit(whose)) != 0);
    NJ_ASSERT(plan->n < NJ_COUNT(orders));
    if (orders[plan->n].hunts)
        s->k.clock = value;
    else
        NJ_FOREACH_SEAT(k, hand) {
            if (orders[plan->n].what[0] == 'd')
                s->v[k].defend = value;
            else if (orders[plan->n].what[0] == 'c')
                s->v[k].counter = value;
            else
                s->v[k].reroll = value;
        }
    say_standing(m, a->seat, named ? whose : NJ_SEAT_NONE, orders[plan->n].what,
                 orders[plan->n].how);
}

const struct nj_order nj_mk_standing = {MK_ANYTIME | MK_PRIVATE, "MK-9.5",
                                        order_fault, order};
