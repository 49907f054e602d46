/*
 * What a computer player hears (MK-14.1): nothing but what its seat does. What
 * it does then is in brain_v.c and brain_k.c.
 */
#include <string.h>

#include "games/masked_killer/mind.h"

/* --- reading messages --- */

static struct mk_mind *mind_of(const struct nj_hearing *h)
{
    NJ_ASSERT(h->msg->key[0] != '\0');
    return h->scratch;
}

static bool hunts(const struct mk_mind *mind, nj_seat me)
{
    return mind->n > 0 && me == mind->n;
}

/* The victim's seat that the message names, or MK_VICTIMS_MAX. */
static uint8_t victim_in(const struct nj_hearing *h, const char *name)
{
    int64_t v = nj_message_int(h->msg, name, MK_VICTIMS_MAX);

    NJ_ASSERT(v < NJ_SEATS_MAX); /* a seat, or what stands for none */
    return v >= 0 && v < MK_VICTIMS_MAX ? (uint8_t)v : MK_VICTIMS_MAX;
}

static uint8_t word_in(const struct nj_hearing *h, const char *name,
                       const char *const *list)
{
    for (uint8_t i = 0; list[i] != NULL; i++)
        if (nj_message_is(h->msg, name, list[i]))
            return i;
    return 0xff;
}

/* The last cell of a list, "D19,C19"; MK_NOWHERE for "-". */
static uint16_t last_cell(const char *cells)
{
    const char *comma = strrchr(cells, ',');
    const char *last = comma == NULL ? cells : comma + 1;

    NJ_ASSERT(comma == NULL || strchr(last, ',') == NULL);
    return nj_mk_cell_at(last, strlen(last));
}

static uint16_t cell_in(const struct nj_hearing *h, const char *name)
{
    return last_cell(nj_message_str(h->msg, name));
}

static uint8_t card_of(const char *word, size_t n)
{
    for (uint8_t card = 0; card < MK_CARDS; card++)
        if (strlen(nj_mk_cards[card]) == n &&
            strncmp(nj_mk_cards[card], word, n) == 0)
            return card;
    return MK_NO_CARD;
}

/* Reads "soda,tommy" as the whole hand. */
static void read_hand(struct mk_mind *mind, const char *words)
{
    mind->n_hand = 0;
    while (*words != '\0' && *words != '-' && mind->n_hand < MK_HAND_MAX) {
        size_t n = strcspn(words, ",");
        uint8_t card = card_of(words, n);

        if (card != MK_NO_CARD)
            mind->hand[mind->n_hand++] = card;
        words += n + (words[n] == ',');
    }
    NJ_ASSERT(*words == '\0' || *words == '-'); /* no hand is larger */
}

static void lose(struct mk_mind *mind, uint8_t card)
{
    for (uint8_t i = 0; i < mind->n_hand; i++)
        if (mind->hand[i] == card) {
            memmove(mind->hand + i, mind->hand + i + 1,
                    (size_t)(mind->n_hand - i - 1));
            mind->n_hand--;
            return;
        }
}

static void gain(struct mk_mind *mind, uint8_t card)
{
    NJ_ASSERT(card == MK_NO_CARD || mind->n_hand < MK_HAND_MAX);
    if (card != MK_NO_CARD && mind->n_hand < MK_HAND_MAX)
        mind->hand[mind->n_hand++] = card;
}

/* Each of a list of words: gained, or lost. */
static void change_hand(struct mk_mind *mind, const char *words, bool gained)
{
    NJ_ASSERT(words[0] != ',' && words[0] != ' ');
    while (*words != '\0' && *words != '-') {
        size_t n = strcspn(words, ",");

        if (gained)
            gain(mind, card_of(words, n));
        else
            lose(mind, card_of(words, n));
        words += n + (words[n] == ',');
    }
}

/* --- the board --- */

static void hear_roles(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->n = nj_message_u8(h->msg, "killer");
    NJ_ASSERT(mind->n <= MK_VICTIMS_MAX);
    mind->k = mind->shadow = MK_NOWHERE;
    for (uint8_t k = 0; k < MK_VICTIMS_MAX; k++) {
        mind->cell[k] = MK_NOWHERE;
        mind->who[k] = MK_NOBODY;
    }
    memset(mind->token, 2, sizeof(mind->token));
    memset(mind->lock, 1, sizeof(mind->lock));
    mind->asked = hunts(mind, h->me) ? 0 : MK_Q_PICK;
}

static void hear_pick(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(seat < mind->n && !hunts(mind, seat));
    mind->who[seat] = word_in(h, "victim", nj_mk_who);
    mind->cell[seat] = cell_in(h, "cell");
    mind->dir[seat] = word_in(h, "dir", nj_mk_dirs);
    mind->damage[seat] = mind->exert[seat] = 0;
    if (seat == h->me)
        mind->asked &= (uint8_t) ~(MK_Q_PICK | MK_Q_REPLACE);
}

static void hear_replace(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    hear_pick(h);
    NJ_ASSERT(mind->round > 0); /* nobody dies before */
    if (victim_in(h, "seat") == h->me) {
        mind->n_hand = 0;
        if (((const struct mk_table *)h->data)->who[mind->who[h->me]].gun)
            gain(mind, MK_PISTOL);
    }
}

static void hear_row(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->k = cell_in(h, "cell");
    NJ_ASSERT(mind->k != MK_NOWHERE && hunts(mind, h->me));
    mind->asked &= (uint8_t)~MK_Q_START;
}

static void hear_ready(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    NJ_ASSERT(mind->round == 0 && mind->n >= 2);
    if (!hunts(mind, h->me))
        nj_mk_believe_start(mind, h->data);
}

static void hear_turn(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    NJ_ASSERT(mind->round > 0 && mind->tried == 0); /* by its notes */
    if (mind->active == mind->n) {
        mind->was_staggered = mind->staggered;
        mind->extra_moves = 0;
    }
}

static void hear_round_end(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->blackout = 0;
    NJ_ASSERT(mind->active == mind->n); /* his turn ends it */
    if (!hunts(mind, h->me) && !mind->visible)
        nj_mk_believe_turn(mind, h->data);
}

/* A victim stands somewhere and looks somewhere. */
static void stands(const struct nj_hearing *h, uint8_t seat, uint16_t cell)
{
    struct mk_mind *mind = mind_of(h);

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(mind->n >= 2 && !hunts(mind, seat));
    if (cell != MK_NOWHERE)
        mind->cell[seat] = cell;
    mind->dir[seat] = word_in(h, "dir", nj_mk_dirs);
    if (!hunts(mind, h->me))
        nj_mk_believe_not(mind, h->data);
}

static void spend_action(struct mk_mind *mind)
{
    NJ_ASSERT(mind->round > 0 && mind->active <= mind->n);
    mind->left = mind->left > 0 ? (uint8_t)(mind->left - 1) : 0;
}

static void hear_move(const struct nj_hearing *h)
{
    spend_action(mind_of(h));
    stands(h, victim_in(h, "seat"), cell_in(h, "path"));
}

static void found_at(struct mk_mind *mind, uint16_t cell, bool mine)
{
    mind->visible = 1;
    mind->shadow = MK_NOWHERE;
    NJ_ASSERT(cell < MK_CELLS || mine || cell == MK_NOWHERE);
    if (cell == MK_NOWHERE)
        return;
    mind->k = cell;
    if (!mine)
        nj_mk_believe_at(mind, cell);
}

static void hear_stop(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    NJ_ASSERT(!hunts(mind, mind->active)); /* a victim walks */
    spend_action(mind);
    found_at(mind, cell_in(h, "killer"), hunts(mind, h->me));
    stands(h, victim_in(h, "seat"), cell_in(h, "at"));
}

static void hear_seen(const struct nj_hearing *h)
{
    bool one = nj_message_says(h->msg, "mk.sight.seen");

    found_at(mind_of(h), cell_in(h, one ? "cell" : "cells"),
             hunts(mind_of(h), h->me));
    NJ_ASSERT(mind_of(h)->visible && mind_of(h)->shadow == MK_NOWHERE);
}

static void hear_lost(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->visible = 0;
    NJ_ASSERT(mind->n >= 2 && mind->shadow == MK_NOWHERE);
    mind->shadow = cell_in(h, "shadow");
    if (hunts(mind, h->me))
        return;
    if (mind->shadow != MK_NOWHERE)
        nj_mk_believe_at(mind, mind->shadow);
    if (mind->active == mind->n) { /* he goes on with his turn */
        mind->was_staggered = 0;
        nj_mk_believe_turn(mind, h->data);
    }
}

static void hear_turned(const struct nj_hearing *h)
{
    stands(h, victim_in(h, "seat"), MK_NOWHERE);
}

static void hear_exert(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    NJ_ASSERT(seat < mind->n || mind->n == 0);
    if (seat < MK_VICTIMS_MAX)
        mind->exert[seat] = nj_message_u8(h->msg, "total");
}

static void hear_rest(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    spend_action(mind);
    NJ_ASSERT(seat == mind->active);
    if (seat < MK_VICTIMS_MAX)
        mind->exert[seat] = 0;
}

/* --- cards --- */

static void hear_search(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t spot = nj_mk_spot(h->data, cell_in(h, "cell"));
    uint8_t quad = word_in(h, "quad", nj_mk_quads);

    spend_action(mind);
    NJ_ASSERT(spot < MK_TOKENS && quad < MK_QUADS);
    if (spot < MK_TOKENS)
        mind->token[spot] = nj_message_is(h->msg, "token", "used") ? 1 : 0;
    if (quad < MK_QUADS)
        mind->deck[quad] = nj_message_u8(h->msg, "left");
}

static void hear_found(const struct nj_hearing *h)
{
    read_hand(mind_of(h), nj_message_str(h->msg, "hand"));
}

static void hear_returned(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t quad = word_in(h, "quad", nj_mk_quads);

    NJ_ASSERT(quad < MK_QUADS && mind->round > 0);
    if (quad < MK_QUADS)
        mind->deck[quad] = nj_message_u8(h->msg, "left");
}

static void hear_returned_cards(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    change_hand(mind, nj_message_str(h->msg, "top"), false);
    change_hand(mind, nj_message_str(h->msg, "bottom"), false);
    NJ_ASSERT(!hunts(mind, h->me));
    mind->asked &= (uint8_t) ~(MK_Q_RETURN | MK_Q_DEATH);
}

static void hear_estate(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t quad = word_in(h, "quad", nj_mk_quads);

    NJ_ASSERT(quad < MK_QUADS && mind->gone != 0);
    if (quad < MK_QUADS)
        mind->deck[quad] =
            (uint8_t)(mind->deck[quad] + nj_message_u8(h->msg, "top") +
                      nj_message_u8(h->msg, "bottom"));
    mind->asked &= (uint8_t)~MK_Q_DEATH;
}

static void hear_tokens(const struct nj_hearing *h)
{
    uint8_t quad = word_in(h, "quad", nj_mk_quads);

    NJ_ASSERT(quad < MK_QUADS && mind_of(h)->gone != 0);
    if (quad < MK_QUADS)
        memset(mind_of(h)->token + quad * MK_SPOTS, 2, MK_SPOTS);
}

/* Its own use of a card: gone, unless it is kept; an action, if it is one. */
static void hear_item(const struct nj_hearing *h)
{
    const struct mk_table *t = h->data;
    struct mk_mind *mind = mind_of(h);
    uint8_t card = word_in(h, "card", nj_mk_cards);

    if (card >= MK_CARDS)
        return;
    if (t->card[card].timing == MK_ACTION)
        spend_action(mind);
    mind->left = (uint8_t)(mind->left + t->card[card].actions);
    if (victim_in(h, "seat") != h->me)
        return;
    if (t->card[card].turns)
        mind->tried |= 1;
    if (!t->card[card].keep)
        lose(mind, card);
}

static void hear_spent(const struct nj_hearing *h)
{
    lose(mind_of(h), word_in(h, "card", nj_mk_cards));
}

static void hear_unlock(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t car = word_in(h, "car", nj_mk_cars);

    spend_action(mind);
    NJ_ASSERT(car < MK_CARS && mind->lock[car]);
    if (car < MK_CARS)
        mind->lock[car] = 0;
}

static void hear_claim(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");
    const char *words = nj_message_str(h->msg, "cards");

    NJ_ASSERT(seat < mind->n && !hunts(mind, seat));
    for (uint8_t i = 0; i < 4; i++)
        if (mind->claim[i] == seat + 1)
            mind->claim[i] = 0;
    if (seat == h->me)
        mind->told = 0;
    while (*words != '\0' && *words != '-') {
        size_t n = strcspn(words, ",");
        uint8_t card = card_of(words, n);

        if (card >= MK_TOMMY && card < MK_VICTIMS_CARDS) {
            mind->claim[card - MK_TOMMY] = (uint8_t)(seat + 1);
            if (seat == h->me)
                mind->told |= (uint8_t)(1 << (card - MK_TOMMY));
        }
        words += n + (words[n] == ',');
    }
}

static void hear_offer(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->asked |= MK_Q_TRADE;
    NJ_ASSERT(mind->active < mind->n); /* a victim has the turn */
    mind->offer_from = nj_message_u8(h->msg, "from");
    mind->offer_fine = nj_message_is(h->msg, "take", "-") &&
                       !nj_message_is(h->msg, "look", "yes");
}

static void hear_trade_cards(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    change_hand(mind, nj_message_str(h->msg, "lost"), false);
    change_hand(mind, nj_message_str(h->msg, "got"), true);
}

/* --- fights and questions --- */

static void hear_prompt(const struct nj_hearing *h)
{
    static const char *const kinds[] = {"defend", "reroll",  "return",
                                        "death",  "replace", NULL};
    struct mk_mind *mind = mind_of(h);
    uint8_t kind = word_in(h, "kind", kinds);
    const char *dice = nj_message_str(h->msg, "dice");

    NJ_ASSERT(!hunts(mind, h->me) && mind->round > 0);
    if (kind < NJ_COUNT(kinds) - 1)
        mind->asked |= (uint8_t)(1 << kind);
    mind->excess = nj_message_u8(h->msg, "excess");
    for (mind->n_dice = 0; *dice >= '1' && mind->n_dice < MK_DICE_MAX;
         dice += 1 + (dice[1] == ','))
        mind->dice[mind->n_dice++] = (uint8_t)(*dice - '0');
    if (kind == 2 || kind == 3)
        read_hand(mind, nj_message_str(h->msg, "hand"));
}

static void hear_attack(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    NJ_ASSERT(mind->visible || mind->round > 0);
    if (mind->active == victim_in(h, "seat"))
        spend_action(mind);
}

static void hear_reroll(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    NJ_ASSERT(seat < MK_VICTIMS_MAX && mind->who[seat] != MK_NOBODY);
    if (seat < MK_VICTIMS_MAX)
        mind->exert[seat] =
            (uint8_t)(mind->exert[seat] + nj_message_u8(h->msg, "exert"));
}

static void hear_damage(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    NJ_ASSERT(seat < mind->n && !hunts(mind, seat));
    if (seat < MK_VICTIMS_MAX)
        mind->damage[seat] = nj_message_u8(h->msg, "damage");
}

static void hear_dead(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);
    uint8_t seat = victim_in(h, "seat");

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(mind->cell[seat] != MK_NOWHERE);
    if (mind->who[seat] < MK_WHO)
        mind->gone |= (uint8_t)(1 << mind->who[seat]);
    mind->cell[seat] = MK_NOWHERE;
    mind->exert[seat] = mind->damage[seat] = 0;
    for (uint8_t i = 0; i < 4; i++)
        if (mind->claim[i] == seat + 1)
            mind->claim[i] = 0;
}

/* --- the killer's own --- */

static void hear_menu(const struct nj_hearing *h)
{
    struct mk_mind *mind = mind_of(h);

    mind->k = cell_in(h, "cell");
    NJ_ASSERT(hunts(mind, h->me)); /* it is told to him alone */
    if (nj_message_says(h->msg, "mk.k.menu"))
        read_hand(mind, nj_message_str(h->msg, "cards"));
}

static void hear_cards(const struct nj_hearing *h)
{
    read_hand(mind_of(h), nj_message_str(h->msg, "cards"));
}

static void hear_played(const struct nj_hearing *h)
{
    const struct mk_table *t = h->data;
    struct mk_mind *mind = mind_of(h);
    uint8_t card = word_in(h, "card", nj_mk_cards);

    if (card >= MK_CARDS)
        return;
    mind->extra_moves =
        (uint8_t)(mind->extra_moves + (t->card[card].k_stalk > 0) +
                  (t->card[card].k_sneak > 0) + t->card[card].k_actions);
    mind->blackout |= t->card[card].k_dim > 0;
    if (hunts(mind, h->me))
        lose(mind, card);
}

const struct nj_ear nj_mk_ears[] = {
    {"mk.setup.roles", .hear = hear_roles},
    {"mk.setup.pick", .hear = hear_pick},
    {"mk.setup.decks", .note = {NJ_NOTE_OF(struct mk_mind, deck[MK_NW], "nw"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_NE], "ne"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_SW], "sw"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_SE], "se")}},
    {"mk.setup.k_hand", .hear = hear_cards},
    {"mk.setup.startat", .note = {NJ_NOTE(struct mk_mind, asked, MK_Q_START)}},
    {"mk.setup.killer_ready", .hear = hear_ready},
    {"mk.turn.begin", .hear = hear_turn,
     .note = {NJ_NOTE_OF(struct mk_mind, active, "seat"),
              NJ_NOTE_OF(struct mk_mind, left, "actions"),
              NJ_NOTE_OF(struct mk_mind, round, "round"),
              NJ_NOTE(struct mk_mind, tried, 0)}},
    {"mk.round.end", .hear = hear_round_end},
    {"mk.k.row", .hear = hear_row},
    {"mk.k.card", .hear = hear_cards},
    {"mk.k.menu", .hear = hear_menu,
     .note = {NJ_NOTE_OF(struct mk_mind, left, "actions")}},
    {"mk.k.done", .hear = hear_menu,
     .note = {NJ_NOTE_OF(struct mk_mind, left, "actions")}},
    {"mk.k.played", .hear = hear_played},
    {"mk.k.heal", .note = {NJ_NOTE_OF(struct mk_mind, k_damage, "damage"),
                           NJ_NOTE(struct mk_mind, staggered, 0)}},
    {"mk.k.recover", .note = {NJ_NOTE(struct mk_mind, staggered, 0)}},
    {"mk.move", .hear = hear_move},
    {"mk.cross", .hear = hear_move},
    {"mk.stop", .hear = hear_stop},
    {"mk.bump", .hear = hear_stop},
    {"mk.sight.seen", .hear = hear_seen},
    {"mk.sight.trail", .hear = hear_seen},
    {"mk.sight.lost", .hear = hear_lost},
    {"mk.turned", .hear = hear_turned},
    {"mk.exert", .hear = hear_exert},
    {"mk.rest", .hear = hear_rest},
    {"mk.search", .hear = hear_search},
    {"mk.search.card", .hear = hear_found},
    {"mk.return", .hear = hear_returned},
    {"mk.return.cards", .hear = hear_returned_cards},
    {"mk.attack", .hear = hear_attack},
    {"mk.reroll", .hear = hear_reroll},
    {"mk.hit.killer",
     .note = {NJ_NOTE_OF(struct mk_mind, k_damage, "damage"),
              NJ_NOTE_IS(struct mk_mind, staggered, "staggered", "yes"),
              NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_REROLL)}},
    {"mk.hit.victim", .hear = hear_damage,
     .note = {NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_DEFEND)}},
    {"mk.card.spent", .hear = hear_spent, .own = true},
    {"mk.item", .hear = hear_item},
    {"mk.heal", .hear = hear_damage},
    {"mk.unlock", .hear = hear_unlock},
    {"mk.claim", .hear = hear_claim},
    {"mk.trade.offer", .hear = hear_offer},
    {"mk.trade.refused",
     .note = {NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_TRADE),
              NJ_NOTE_BITS(struct mk_mind, tried, 2)}},
    {"mk.trade.done",
     .note = {NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_TRADE),
              NJ_NOTE_BITS(struct mk_mind, tried, 2),
              NJ_NOTE_MORE(struct mk_mind, left, -1)}},
    {"mk.trade.cards", .hear = hear_trade_cards},
    {"mk.dead", .hear = hear_dead},
    {"mk.dead.return", .hear = hear_estate},
    {"mk.dead.tokens", .hear = hear_tokens},
    {"mk.replace", .hear = hear_replace},
    {"mk.prompt", .hear = hear_prompt},
    {.key = NULL}};

bool nj_mk_listens(const struct nj_hearing *h)
{
    const struct mk_mind *mind = h->scratch;

    NJ_ASSERT(mind->n <= MK_VICTIMS_MAX);
    return mind->n > 0 || nj_message_says(h->msg, "mk.setup.roles");
}

bool nj_mk_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct mk_mind *mind = scratch;

    if (mind->n == 0)
        return false;
    NJ_ASSERT(me <= mind->n);
    if (hunts(mind, me))
        return nj_mk_act_killer(mind, data, rng, out);
    return nj_mk_act_victim(mind, data, me, rng, out);
}
