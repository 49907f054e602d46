/*
 * What may be pressed instead of typed (MK-11.6): answers to the questions of a
 * private chat. Those to an attack are the same for every victim and every hand.
 */
#include "games/masked_killer/masked_killer.h"

/* A seat that is asked nothing any more. */
static bool is_answered(const struct nj_match *m, const struct nj_message *msg,
                        nj_seat seat)
{
    (void)msg;
    return !nj_seat_in(nj_mk_asked(m), seat) &&
           !nj_prompt_open(m, seat, "trade");
}

/* Of several cards people say which. */
static bool is_one_card(const struct nj_match *m, const struct nj_message *msg,
                        nj_seat seat)
{
    (void)msg;
    return nj_mk_excess(m, seat) == 1;
}

/* Cards by their places in the hand. */
static void list_places(const struct nj_match *m, nj_seat seat,
                        char out[NJ_OFFER_LIST])
{
    const struct mk_state *s = nj_state_const(m);
    char place[8];

    NJ_ASSERT(seat < s->n);
    for (int i = 1; i <= nj_cards_count(&s->cards, nj_mk_hand(seat)); i++) {
        (void)snprintf(place, sizeof(place), "%d", i);
        nj_words_add(out, NJ_OFFER_LIST, place);
    }
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

const struct nj_offer nj_mk_offers[] = {
    {NJ_OFFER_ANY, NJ_OFFERS_OVER, SEAT, .when = is_answered},
    {"mk.prompt", "defend", SEAT, .asks = "defend"},
    {"mk.prompt", "defend lid", SEAT, .asks = "defend"},
    {"mk.prompt", "defend counter", SEAT, .asks = "defend"},
    {"mk.prompt", "reroll {}", SEAT, .asks = "reroll", .list = list_blanks},
    {"mk.prompt", "reroll none", SEAT, .asks = "reroll"},
    {"mk.prompt", "return bottom {}", SEAT, .asks = "return",
     .when = is_one_card, .list = list_places},
    {"mk.prompt", "death", SEAT, .asks = "death"},
    {"mk.trade.offer", "accept", SEAT, .asks = "trade"},
    {"mk.trade.offer", "refuse", SEAT, .asks = "trade"},
    {.key = NULL}};
