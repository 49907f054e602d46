/*
 * What may be pressed instead of typed (MK-11.6): answers to the questions of a
 * private chat. Those to an attack are the same for every victim and every hand.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* Nothing that was offered to the seat before that message counts any more: a
 * victim who is asked nothing, and is shown no menu; the killer behind his turn. */
static bool is_answered(const struct nj_match *m, const struct nj_message *msg,
                        nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    if (seat == nj_mk_killer(s))
        return s->active != seat;
    return strncmp(msg->key, "mk.menu", 7) != 0 &&
           !nj_seat_in(nj_mk_asked(m), seat) &&
           !nj_prompt_open(m, seat, "trade");
}

/* Has the victim dice rolled again? Who it is, all know. */
static bool rerolls(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    (void)msg;
    return nj_mk_of(m, seat)->reroll > 0;
}

/* A person acts for the victim whose turn it is. */
static bool is_walking(const struct nj_match *m, const struct nj_message *msg,
                       nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    (void)msg;
    NJ_ASSERT(seat <= s->n);
    return seat == s->active && seat < s->n && s->left > 0 &&
           !nj_mk_is_asking(m) && !nj_mk_is_computer(m, seat);
}

/* The turn of somebody else has begun. */
static bool is_past(const struct nj_match *m, const struct nj_message *msg,
                    nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    (void)seat;
    return !is_walking(m, msg, s->active);
}

/* Each die that is blank, then all of them ("13"). */
static void list_blanks(const struct nj_match *m, nj_seat seat,
                        char out[NJ_OFFER_LIST])
{
    const struct mk_state *s = nj_state_const(m);
    char all[MK_DICE_MAX + 1] = "";
    size_t n = 0;

    NJ_ASSERT(s->fight.seat == seat && s->fight.n <= MK_DICE_MAX);
    for (uint8_t i = 0; i < s->fight.n; i++)
        if (s->fight.dice[i] < nj_mk_table(m)->hit_from) {
            const char die[] = {(char)('1' + i), '\0'};

            nj_words_add(out, NJ_OFFER_LIST, die);
            all[n++] = die[0];
        }
    if (n > 1)
        nj_words_add(out, NJ_OFFER_LIST, all);
}

#define SEAT NJ_OFFER_SEAT
#define NEXT NJ_OFFER_NEXT

const struct nj_offer nj_mk_offers[] = {
    {NJ_OFFER_ANY, NJ_OFFERS_OVER, SEAT, .when = is_answered},
    {"mk.turn.begin", NJ_OFFERS_OVER, NJ_OFFER_ALL, .when = is_past},
    {"mk.turn.begin", "pad", NEXT, .when = is_walking},
    {"mk.turn.begin", "search", NEXT, .when = is_walking},
    {"mk.turn.begin", "attack", NEXT, .when = is_walking},
    {"mk.turn.begin", "rest", NEXT, .when = is_walking},
    {"mk.turn.begin", "end", NEXT, .when = is_walking},
    {.key = "mk.menu", .word = "{offers}", .to = SEAT},
    {.key = "mk.menu.dice", .word = "{offers}", .to = SEAT},
    {.key = "mk.menu.amend", .word = "{offers}", .to = SEAT},
    {"mk.k.map", "{}", SEAT, .list = nj_mk_list_hunt},
    {"mk.prompt", "defend", SEAT, .asks = "defend"},
    {"mk.prompt", "defend lid", SEAT, .asks = "defend"},
    {"mk.prompt", "defend counter", SEAT, .asks = "defend"},
    {"mk.prompt", "pad defend", SEAT, .asks = "defend", .when = rerolls},
    {"mk.prompt", "reroll {}", SEAT, .asks = "reroll", .list = list_blanks},
    {"mk.prompt", "pad reroll", SEAT, .asks = "reroll"},
    {"mk.prompt", "reroll none", SEAT, .asks = "reroll"},
    {"mk.prompt", "{}", SEAT, .asks = "return", .list = nj_mk_list_cards},
    {"mk.prompt", "{}", SEAT, .asks = "death", .list = nj_mk_list_cards},
    {"mk.prompt", "death", SEAT, .asks = "death"},
    {"mk.prompt", "{}", SEAT, .asks = "replace", .list = nj_mk_list_pool},
    {"mk.trade.offer", "accept", SEAT, .asks = "trade"},
    {"mk.trade.offer", "pad amend", SEAT, .asks = "trade"},
    {"mk.trade.offer", "refuse", SEAT, .asks = "trade"},
    {.key = NULL}};
