/*
 * The deal: decks, hands and camps, in exactly the draws of NC-2.7.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

enum {
    DECK_MAX = NC_SEATS_MAX * NC_HAND + 6, /* what is set aside with it */
    TRIES_MAX = 4096
};

/* Power cards from K to AM, by the number of seats; 24 of them for the fewest
 * (NC-2.2). */
static const uint8_t decks[][NC_C - NC_K] = {
    {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3}, /* 6 to 8 */
    {1, 1, 3, 3, 3, 2, 2, 2, 2, 2, 3, 3},
    {1, 1, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4}, /* 10 */
    {1, 1, 3, 3, 3, 3, 3, 2, 3, 3, 4, 4},
    {1, 1, 3, 4, 4, 3, 3, 3, 3, 3, 4, 4},
    {1, 1, 4, 4, 4, 4, 3, 3, 3, 3, 5, 4},
    {1, 1, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5},
    {1, 1, 4, 4, 4, 5, 4, 4, 4, 4, 5, 5}, /* 15 */
    {1, 1, 4, 5, 5, 5, 4, 4, 4, 4, 6, 5}};

/* Seats of each of the two camps, and free agents (NC-2.4). */
static const struct {
    uint8_t camp, agents;
} camps[] = {{1, 0}, {1, 1}, {1, 1}, {2, 0}, {2, 0}, {2, 1},
             {2, 1}, {2, 1}, {3, 0}, {3, 0}, {3, 1}};

/* A pile that is drawn from. */
struct pile {
    uint8_t card[DECK_MAX]; /* types */
    uint8_t n;
};

/* --- the deck --- */

/* Writes how many cards of each type are in the deck; returns how many draw 1
 * sets aside. Hands of four have three power cards each at the smallest tables,
 * and need more than the 24 from 13 seats on (NC-12.2). */
static uint8_t count_deck(const struct nc_state *s, uint8_t of[NC_TYPES])
{
    static const uint8_t more[] = {NC_SN, NC_SB, NC_SH, NC_VW,
                                   NC_BG, NC_AM, NC_CB, NC_CA};
    bool four = s->opt.hand < NC_HAND;
    int powers = 0, aside = !four && s->n == 7;

    NJ_ASSERT(s->n >= NC_SEATS_MIN && s->n <= NC_SEATS_MAX);
    memcpy(&of[NC_K], decks[four || s->n < 8 ? 0 : s->n - 8], sizeof(decks[0]));
    for (int i = 0; four && i < 2 * (s->n - 12); i++)
        of[more[i]]++;
    for (int type = NC_K; type < NC_C; type++)
        powers += of[type];
    if (four && s->n < 8)
        aside = powers - 3 * s->n;
    of[NC_C] = (uint8_t)(s->opt.hand * s->n + aside - powers);
    NJ_ASSERT(aside >= 0 && of[NC_C] >= s->n);
    return (uint8_t)aside;
}

uint8_t nj_nc_in_deck(const struct nc_state *s, enum nc_type type)
{
    uint8_t of[NC_TYPES];

    NJ_ASSERT(type > NC_NONE && type < NC_TYPES);
    (void)count_deck(s, of);
    return of[type];
}

/* --- draws 1 to 3 --- */

/* Draw 1: a pile in the deck's order, without those that it sets aside: never K
 * or W, which are in front; where hands are of four, never a commoner, which are
 * behind. */
static void draw_aside(struct nj_match *m, struct nc_state *s,
                       struct pile *deck)
{
    uint8_t of[NC_TYPES];
    uint8_t aside = count_deck(s, of);
    uint8_t behind = s->opt.hand == NC_HAND ? 0 : of[NC_C];

    deck->n = 0;
    for (uint8_t type = NC_K; type < (uint8_t)NC_TYPES; type++) {
        memset(&deck->card[deck->n], type, of[type]);
        deck->n = (uint8_t)(deck->n + of[type]);
    }
    for (; s->n_aside < aside; deck->n--) {
        uint32_t at = nj_random(m, (uint32_t)(deck->n - behind) - 2) + 2;

        NJ_ASSERT(s->n_aside < sizeof(s->aside));
        s->aside[s->n_aside++] = deck->card[at];
        memmove(&deck->card[at], &deck->card[at + 1], deck->n - at - 1);
    }
}

/* Draw 2: takes the commoners from the end of the deck; they are the first
 * cards of the hands. */
static void draw_commoners(struct nj_match *m, struct nc_state *s,
                           struct pile *deck)
{
    uint8_t seats[NC_SEATS_MAX];
    uint8_t n = 0;

    NJ_ASSERT(s->n > 0 && deck->n > s->n);
    for (; deck->card[deck->n - 1] == NC_C; n++)
        deck->n--;
    for (nj_seat i = 0; i < s->n; i++)
        seats[i] = i;
    if (n % s->n > 0)
        nj_shuffle_u8(m, seats, s->n);
    for (uint8_t i = 0; i < n; i++) {
        struct nc_seat *who = &s->seat[seats[i % s->n]];

        who->card[who->n++].type = NC_C;
    }
}

static bool was_dealt(const struct nc_seat *who, uint8_t type)
{
    NJ_FOREACH(const struct nc_card, c, who->card, who->dealt)
        if (c->type == type)
            return true;
    return false;
}

/* Puts a power card behind the commoners and the smaller ones. */
static void put(struct nc_seat *who, uint8_t type)
{
    uint8_t at = who->dealt++;

    NJ_ASSERT(who->dealt <= NC_HAND);
    for (; at > who->n && who->card[at - 1].type > type; at--)
        who->card[at].type = who->card[at - 1].type;
    who->card[at].type = type;
}

/* Fills the hands one after another; false: NC-2.3 is broken. */
static bool deal_hands(struct nc_state *s, const struct pile *pile)
{
    const uint8_t *card = pile->card;

    NJ_FOREACH(struct nc_seat, who, s->seat, s->n) {
        for (who->dealt = who->n; who->dealt < s->opt.hand; put(who, *card++))
            if (was_dealt(who, *card))
                return false;
        if (was_dealt(who, NC_K) && was_dealt(who, NC_W))
            return false;
    }
    NJ_ASSERT(card == pile->card + pile->n);
    return true;
}

/* What draw 3 comes to if no shuffle was right: in turn to who has room. */
static void deal_round(struct nc_state *s, const struct pile *pile)
{
    nj_seat to = 0;

    NJ_ASSERT(s->n > 0 && pile->n > s->n);
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n)
        who->dealt = who->n;
    NJ_FOREACH(const uint8_t, card, pile->card, pile->n) {
        while (s->seat[to % s->n].dealt == s->opt.hand)
            to++;
        put(&s->seat[to++ % s->n], *card);
    }
}

/* Draw 3: a shuffle that breaks NC-2.3 is shuffled again. */
static void draw_powers(struct nj_match *m, struct nc_state *s,
                        const struct pile *sorted)
{
    struct pile pile = *sorted;

    for (uint32_t tries = 0; tries < TRIES_MAX; tries++) {
        nj_shuffle_u8(m, pile.card, pile.n);
        if (deal_hands(s, &pile))
            return;
    }
    deal_round(s, sorted);
}

/* --- draws 4 and 5 --- */

/* Draw 4. */
static void draw_camps(struct nj_match *m, struct nc_state *s)
{
    uint8_t camp = camps[s->n - NC_SEATS_MIN].camp;
    uint8_t agents = camps[s->n - NC_SEATS_MIN].agents;
    uint8_t others[NC_SEATS_MAX];
    uint8_t n = 0;

    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        who->side = was_dealt(who, NC_K)   ? NC_KILLER
                    : was_dealt(who, NC_W) ? NC_WOLF
                                           : NC_TOWN;
        if (who->side == NC_TOWN)
            others[n++] = i;
    }
    NJ_ASSERT(n == s->n - 2);
    nj_shuffle_u8(m, others, n);
    for (int i = 0; i < 2 * (camp - 1) + agents; i++) {
        struct nc_seat *who = &s->seat[others[i]];

        who->agent = i >= 2 * (camp - 1);
        who->side = who->agent     ? NC_LONE /* NC-2.4b: unless it chooses */
                    : i < camp - 1 ? NC_KILLER
                                   : NC_WOLF;
    }
}

/* Draw 5: the last power card of the list changes places with its end. */
static void draw_order(struct nj_match *m, struct nc_seat *who)
{
    uint8_t end = (uint8_t)(who->dealt - 1);
    uint8_t at = end;
    uint8_t bottom;

    for (uint8_t i = 0; i < who->dealt; i++)
        who->drawn[i] = i;
    NJ_ASSERT(who->dealt > 1 && who->card[end].type != NC_C);
    nj_shuffle_u8(m, who->drawn, who->dealt);
    while (who->card[who->drawn[at]].type == NC_C)
        at--;
    bottom = who->drawn[at];
    who->drawn[at] = who->drawn[end];
    who->drawn[end] = bottom;
    memcpy(who->declared, who->drawn, sizeof(who->declared));
    memcpy(who->hand, who->drawn, sizeof(who->hand));
    who->n = who->dealt;
}

void nj_nc_deal(struct nj_match *m, struct nc_state *s)
{
    struct pile deck;

    draw_aside(m, s, &deck);
    draw_commoners(m, s, &deck);
    draw_powers(m, s, &deck);
    draw_camps(m, s);
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n) {
        draw_order(m, who);
        s->total = (uint8_t)(s->total + who->dealt);
    }
    NJ_ASSERT(s->total == s->opt.hand * s->n);
}
