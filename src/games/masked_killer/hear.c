/*
 * What a computer player makes of messages about cards: its own hand, the decks,
 * what the team says it holds of the four cards of the escape, and what it is
 * asked (mind.h).
 */
#include "games/masked_killer/hear.h"

#include <string.h>

#define KEY_DEEP 5 /* the key lies among so many last cards (MK-2.4) */

/* --- words of a message --- */

uint8_t nj_mk_heard_victim(const struct nj_hearing *h, const char *name)
{
    int64_t v = nj_message_int(h->msg, name, MK_VICTIMS_MAX);

    NJ_ASSERT(v < NJ_SEATS_MAX); /* a seat, or what stands for none */
    return v >= 0 && v < MK_VICTIMS_MAX ? (uint8_t)v : MK_VICTIMS_MAX;
}

uint8_t nj_mk_heard_word(const struct nj_hearing *h, const char *name,
                         const char *const *list)
{
    for (uint8_t i = 0; list[i] != NULL; i++)
        if (nj_message_is(h->msg, name, list[i]))
            return i;
    return 0xff;
}

uint16_t nj_mk_heard_cell(const struct nj_hearing *h, const char *name)
{
    const char *cells = nj_message_str(h->msg, name);
    const char *comma = strrchr(cells, ',');
    const char *last = comma == NULL ? cells : comma + 1;

    return nj_mk_cell_at(last, strlen(last));
}

/* Reads "soda,tommy" as the whole hand. */
static void read_hand(struct mk_mind *mind, const char *words)
{
    uint8_t card;

    mind->n_hand = 0;
    while (nj_mk_next_card(&words, &card) && mind->n_hand < MK_HAND_MAX)
        mind->hand[mind->n_hand++] = card;
}

static void lose(struct mk_mind *mind, uint8_t card)
{
    uint8_t *at = memchr(mind->hand, card, mind->n_hand);

    NJ_ASSERT(card < MK_CARDS || card == MK_NO_CARD);
    if (at == NULL)
        return;
    mind->n_hand--;
    memmove(at, at + 1, (size_t)(mind->hand + mind->n_hand - at));
}

void nj_mk_mind_gains(struct mk_mind *mind, uint8_t card)
{
    NJ_ASSERT(card == MK_NO_CARD || mind->n_hand < MK_HAND_MAX);
    if (card != MK_NO_CARD)
        mind->hand[mind->n_hand++] = card;
}

/* Each of a list of words: gained, or lost. */
static void change_hand(struct mk_mind *mind, const char *words, bool gained)
{
    uint8_t card;

    NJ_ASSERT(words[0] != ',' && words[0] != ' ');
    while (nj_mk_next_card(&words, &card))
        (gained ? nj_mk_mind_gains : lose)(mind, card);
}

void nj_mk_mind_acts(struct mk_mind *mind)
{
    NJ_ASSERT(mind->round > 0 && mind->active <= mind->n);
    mind->left = mind->left > 0 ? (uint8_t)(mind->left - 1) : 0;
}

/* --- cards of the escape --- */

uint8_t nj_mk_mind_gives(struct mk_mind *mind, uint8_t seat)
{
    uint8_t held = 0;

    NJ_ASSERT(seat < MK_VICTIMS_MAX);
    for (unsigned i = 0; i < NJ_COUNT(mind->claim); i++)
        if (mind->claim[i] == seat + 1) {
            mind->claim[i] = 0;
            held |= (uint8_t)(1 << i);
        }
    return held;
}

/* One of the four cards of the escape is in that hand: where it lay before, it
 * lies no more. */
static void now_held(struct mk_mind *mind, uint8_t key, uint8_t seat)
{
    uint8_t quad = mind->lies[key] > 0 ? (uint8_t)(mind->lies[key] - 1)
                                       : mind->last_quad[seat];

    NJ_ASSERT(key < NJ_COUNT(mind->claim) && quad < MK_QUADS);
    if ((mind->known >> key & 1) == 0 && mind->keys_in[quad] > 0)
        mind->keys_in[quad]--;
    mind->known |= (uint8_t)(1 << key);
    mind->lies[key] = 0;
    mind->claim[key] = (uint8_t)(seat + 1);
}

void nj_mk_hear_claim(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t seat = nj_mk_heard_victim(h, "seat");
    const char *words = nj_message_str(h->msg, "cards");
    uint8_t card;

    NJ_ASSERT(seat < mind->n && !nj_mk_hunts(mind, seat));
    (void)nj_mk_mind_gives(mind, seat);
    mind->deep[seat] = 0; /* it has said it */
    if (seat == h->me)
        mind->told = 0;
    while (nj_mk_next_card(&words, &card))
        if (card >= MK_TOMMY && card < MK_VICTIMS_CARDS) {
            now_held(mind, (uint8_t)(card - MK_TOMMY), seat);
            if (seat == h->me)
                mind->told |= (uint8_t)(1 << (card - MK_TOMMY));
        }
}

/* --- cards --- */

/* A victim has as many more cards, as all can count. */
static void hand_grows(struct mk_mind *mind, uint8_t seat, int more)
{
    int n;

    NJ_ASSERT(more <= MK_HAND_MAX && more >= -MK_HAND_MAX);
    if (seat >= MK_VICTIMS_MAX)
        return;
    n = mind->held[seat] + more;
    mind->held[seat] = (uint8_t)(n < 0 ? 0 : n);
}

void nj_mk_hear_search(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t spot = nj_mk_spot(h->data, nj_mk_heard_cell(h, "cell"));
    uint8_t seat = nj_mk_heard_victim(h, "seat");
    uint8_t quad = nj_mk_heard_word(h, "quad", nj_mk_quads);

    nj_mk_mind_acts(mind);
    NJ_ASSERT(spot < MK_TOKENS && quad < MK_QUADS);
    mind->token[spot] = nj_message_is(h->msg, "token", "used") ? 1 : 0;
    if (seat == MK_VICTIMS_MAX)
        return;
    mind->deck[quad] = nj_message_u8(h->msg, "left");
    mind->last_quad[seat] = quad;
    mind->deep[seat] =
        (uint8_t)(mind->deep[seat] +
                  (mind->deck[quad] < KEY_DEEP && mind->keys_in[quad] > 0));
    hand_grows(mind, seat, 1);
    if (mind->depth[quad] > 0)
        mind->depth[quad]--;
}

void nj_mk_hear_found(const struct nj_hearing *h)
{
    NJ_ASSERT(!nj_mk_hunts(nj_mk_mind_of(h), h->me));
    read_hand(nj_mk_mind_of(h), nj_message_str(h->msg, "hand"));
}

void nj_mk_hear_returned(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t quad = nj_mk_heard_word(h, "quad", nj_mk_quads);

    NJ_ASSERT(quad < MK_QUADS && mind->round > 0);
    mind->deck[quad] = nj_message_u8(h->msg, "left");
    hand_grows(mind, nj_mk_heard_victim(h, "seat"),
               -nj_message_u8(h->msg, "count"));
}

void nj_mk_hear_returned_cards(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    change_hand(mind, nj_message_str(h->msg, "top"), false);
    change_hand(mind, nj_message_str(h->msg, "bottom"), false);
    NJ_ASSERT(!nj_mk_hunts(mind, h->me));
    mind->asked &= (uint8_t) ~(MK_Q_RETURN | MK_Q_DEATH);
}

void nj_mk_hear_estate(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t quad = nj_mk_heard_word(h, "quad", nj_mk_quads);
    uint8_t top = nj_message_u8(h->msg, "top");
    uint8_t bottom = nj_message_u8(h->msg, "bottom");

    NJ_ASSERT(quad < MK_QUADS && mind->gone != 0);
    mind->asked &= (uint8_t)~MK_Q_DEATH;
    mind->deck[quad] = (uint8_t)(mind->deck[quad] + top + bottom);
    mind->depth[quad] = (uint8_t)(mind->depth[quad] + top);
    for (unsigned i = 0; i < NJ_COUNT(mind->lies); i++)
        if ((mind->estate >> i & 1) != 0) {
            mind->lies[i] = (uint8_t)(quad + 1);
            mind->known &= (uint8_t) ~(1 << i);
            mind->keys_in[quad]++;
        }
    mind->estate = 0;
}

void nj_mk_hear_tokens(const struct nj_hearing *h)
{
    uint8_t quad = nj_mk_heard_word(h, "quad", nj_mk_quads);

    NJ_ASSERT(quad < MK_QUADS && nj_mk_mind_of(h)->gone != 0);
    memset(&nj_mk_mind_of(h)->token[(size_t)quad * MK_SPOTS], 2, MK_SPOTS);
}

void nj_mk_hear_trade(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    int more = nj_message_u8(h->msg, "taken") - nj_message_u8(h->msg, "given");

    NJ_ASSERT(mind->active < mind->n); /* a victim has the turn */
    hand_grows(mind, nj_mk_heard_victim(h, "from"), more);
    hand_grows(mind, nj_mk_heard_victim(h, "partner"), -more);
}

/* Its own use of a card: gone, unless it is kept; an action, if it is one. */
void nj_mk_hear_item(const struct nj_hearing *h)
{
    const struct mk_table *t = h->data;
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t card = nj_mk_heard_word(h, "card", nj_mk_cards);

    if (card >= MK_CARDS)
        return;
    NJ_ASSERT(card < MK_VICTIMS_CARDS && mind->active <= mind->n);
    if (t->card[card].timing == MK_ACTION)
        nj_mk_mind_acts(mind);
    mind->left = (uint8_t)(mind->left + t->card[card].actions);
    if (!t->card[card].keep)
        hand_grows(mind, nj_mk_heard_victim(h, "seat"), -1);
    if (nj_mk_heard_victim(h, "seat") != h->me)
        return;
    mind->steps = (uint8_t)(mind->steps + t->card[card].steps);
    if (t->card[card].turns)
        mind->tried |= MK_LIT;
    if (!t->card[card].keep)
        lose(mind, card);
}

void nj_mk_hear_spent(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t card = nj_mk_heard_word(h, "card", nj_mk_cards);
    uint8_t seat = nj_mk_heard_victim(h, "seat");

    NJ_ASSERT(mind->n >= 2);
    hand_grows(mind, seat, -1);
    if (seat < MK_VICTIMS_MAX && mind->arm[seat] == card + 1)
        mind->arm[seat] = 0;
    if (seat == h->me)
        lose(mind, card);
}

void nj_mk_hear_unlock(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t car = nj_mk_heard_word(h, "car", nj_mk_cars);

    nj_mk_mind_acts(mind);
    NJ_ASSERT(car < MK_CARS && mind->lock[car]);
    mind->lock[car] = 0;
}

void nj_mk_hear_offer(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->asked |= MK_Q_TRADE;
    NJ_ASSERT(mind->active < mind->n); /* a victim has the turn */
    mind->offer_fine = nj_message_is(h->msg, "take", "-") &&
                       !nj_message_is(h->msg, "look", "yes");
}

void nj_mk_hear_trade_cards(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    NJ_ASSERT(!nj_mk_hunts(mind, h->me));
    change_hand(mind, nj_message_str(h->msg, "lost"), false);
    change_hand(mind, nj_message_str(h->msg, "got"), true);
}

void nj_mk_hear_prompt(const struct nj_hearing *h)
{
    static const char *const kinds[] = {"defend", "reroll",  "return",
                                        "death",  "replace", NULL};
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t kind = nj_mk_heard_word(h, "kind", kinds);
    const char *dice = nj_message_str(h->msg, "dice");

    NJ_ASSERT(!nj_mk_hunts(mind, h->me) && mind->round > 0);
    if (kind < NJ_COUNT(kinds) - 1)
        mind->asked |= (uint8_t)(1 << kind);
    mind->excess = nj_message_u8(h->msg, "excess");
    for (mind->n_dice = 0; *dice >= '1' && mind->n_dice < MK_DICE_MAX;
         dice += 1 + (dice[1] == ','))
        mind->dice[mind->n_dice++] = (uint8_t)(*dice - '0');
    if (kind == 2 || kind == 3)
        read_hand(mind, nj_message_str(h->msg, "hand"));
}

void nj_mk_hear_menu(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->k = nj_mk_heard_cell(h, "cell");
    NJ_ASSERT(nj_mk_hunts(mind, h->me)); /* it is told to him alone */
    if (nj_message_says(h->msg, "mk.k.menu"))
        read_hand(mind, nj_message_str(h->msg, "cards"));
}

void nj_mk_hear_cards(const struct nj_hearing *h)
{
    read_hand(nj_mk_mind_of(h), nj_message_str(h->msg, "cards"));
}

/* Who is made to fear him has him in reach, or in its sight (MK-5.9). He may have
 * gone there in this turn, and goes on with it. */
static void dreads(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    struct mk_view view = nj_mk_mind_view(mind, h->data);
    uint8_t seat = nj_mk_heard_victim(h, "target");
    uint16_t cell = seat < mind->n ? mind->cell[seat] : MK_NOWHERE;

    NJ_ASSERT(mind->active == mind->n);
    if (mind->visible || cell == MK_NOWHERE)
        return;
    memset(&mind->maybe, 0, sizeof(mind->maybe));
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t from = nj_mk_beside(cell, dir);

        if (from != MK_NOWHERE && nj_mk_reach(&view, from, cell))
            nj_mk_put(&mind->maybe, from);
    }
    nj_mk_believe_turn(mind, h->data);
    mind->slipped = 1;
}

/* A radio says in which part of the board he is (MK-7.4). */
void nj_mk_hear_radio(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t quad = nj_mk_heard_word(h, "area", nj_mk_quads);
    bool west = nj_message_is(h->msg, "area", "street_west");
    struct mk_cells part = {{0}};

    NJ_ASSERT(mind->round > 0 && mind->active < mind->n);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        bool street = nj_mk_row(cell) == MK_STREET;

        if (quad < MK_QUADS ? !street && nj_mk_quad(cell) == quad
                            : street && (nj_mk_quad(cell) == MK_NW) == west)
            nj_mk_put(&part, cell);
    }
    if (mind->visible)
        return;
    nj_mk_both(&mind->maybe, &part);
    nj_mk_believe_not(mind, h->data);
}

void nj_mk_hear_played(const struct nj_hearing *h)
{
    const struct mk_table *t = h->data;
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t card = nj_mk_heard_word(h, "card", nj_mk_cards);

    if (card >= MK_CARDS)
        return;
    NJ_ASSERT(card >= MK_QUICK && mind->active == mind->n);
    mind->extra_moves =
        (uint8_t)(mind->extra_moves + (t->card[card].k_stalk > 0) +
                  (t->card[card].k_sneak > 0) + t->card[card].k_actions);
    mind->blackout |= t->card[card].k_dim > 0;
    if (mind->slipped && !mind->visible &&
        t->card[card].k_stalk + t->card[card].k_sneak +
                t->card[card].k_actions >
            0)
        nj_mk_believe_more(mind, t);
    if (t->card[card].k_exert > 0)
        dreads(h);
    if (nj_mk_hunts(mind, h->me))
        lose(mind, card);
}
