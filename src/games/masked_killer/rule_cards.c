/*
 * What a host decides by word about cards (MK-19.11): hands, decks and their
 * order.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

static const char no_card[] = "mk.err.ruling_card";

/* Where the card lies, and how far from the top: first in the decks, then the
 * discard pile, then in another's hand. MK_PILES: nowhere. */
static uint8_t pile_of(const struct mk_state *s, uint8_t card, nj_seat but)
{
    uint8_t end = nj_mk_hand(s->n);

    NJ_ASSERT(card < MK_VICTIMS_CARDS);
    for (uint8_t pile = MK_DECK; pile < end; pile++)
        if (pile != MK_BONUS && pile != MK_ASIDE && pile != nj_mk_hand(but) &&
            nj_cards_find(&s->cards, pile, card) >= 0)
            return pile;
    return MK_PILES;
}

/* The hand before and behind it; n2: what the other pile has then. */
static void note_hand(struct nj_ruling *r, int change)
{
    const struct mk_state *s = nj_state_const(r->from);
    uint8_t held = nj_cards_count(&s->cards, nj_mk_hand(r->seat));

    r->n2 = nj_cards_count(&s->cards, r->item) - change;
    NJ_ASSERT(held + change >= 0);
    nj_ruling_note(r->before, "%u", (unsigned)held);
    nj_ruling_note(r->after, "%d", held + change);
}

static const char *check_give(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    if (r->kind >= MK_VICTIMS_CARDS || s->v[r->seat].cell == MK_NOWHERE ||
        nj_cards_count(&s->cards, nj_mk_hand(r->seat)) == MK_HAND_MAX)
        return no_card;
    r->item = pile_of(s, r->kind, r->seat);
    if (r->item == MK_PILES)
        return no_card;
    note_hand(r, 1);
    return NULL;
}

static void do_give(struct nj_match *m, struct nj_ruling *r)
{
    nj_mk_move_card(m, r->item, r->kind, nj_mk_hand(r->seat), NJ_BOTTOM);
    nj_mk_hand_limit(m, r->seat);
}

static const char *check_put(struct nj_ruling *r)
{
    if (!nj_mk_holds(r->from, r->seat, &r->kind, 1))
        return no_card;
    note_hand(r, -1);
    return NULL;
}

static void do_put(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->item <= MK_DISCARD);
    nj_mk_move_card(m, nj_mk_hand(r->seat), r->kind, r->item,
                    r->item == MK_DISCARD ? NJ_TOP : (enum nj_end)r->n);
}

/* The order of a deck. */
static const char *check_deck(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);
    int at;

    if (r->item >= MK_QUADS)
        return "mk.err.ruling";
    at = nj_cards_find(&s->cards, r->item, r->kind);
    if (at < 0)
        return no_card;
    nj_ruling_note(r->before, "%d", at + 1);
    nj_ruling_note(r->after, "%d",
                   r->n == NJ_TOP ? 1 : nj_cards_count(&s->cards, r->item));
    return NULL;
}

static void do_deck(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->item < MK_QUADS);
    nj_mk_move_card(m, r->item, r->kind, r->item, (enum nj_end)r->n);
}

/* The killer's hand: from his deck or what he has played, and back under the
 * deck. */
static const char *check_k_hand(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);
    bool gives = strcmp(r->row->words, "kcard give") == 0;
    int held = nj_cards_count(&s->cards, MK_K_HAND);

    r->item = !gives ? MK_K_HAND : MK_K_DECK;
    if (gives && nj_cards_find(&s->cards, r->item, r->kind) < 0)
        r->item = MK_K_DISCARD;
    if (nj_cards_find(&s->cards, r->item, r->kind) < 0)
        return no_card;
    r->seat = nj_mk_killer(s);
    nj_ruling_note(r->before, "%d", held);
    nj_ruling_note(r->after, "%d", gives ? held + 1 : held - 1);
    return NULL;
}

static void do_k_hand(struct nj_match *m, struct nj_ruling *r)
{
    const struct nj_asker to = nj_asker_seat(m, nj_mk_killer(nj_state(m)));

    NJ_ASSERT(r->kind >= MK_VICTIMS_CARDS);
    nj_mk_move_card(m, r->item, r->kind,
                    r->item == MK_K_HAND ? MK_K_DECK : MK_K_HAND, NJ_BOTTOM);
    nj_mk_hand_to(&to, to.seat);
}

/* The letters are those of rule.c. */
/* clang-format off */
const struct nj_ruling_row nj_mk_card_rules[] = {
    {"give",       "vi",   .marks = MK_RULES_HAND | MK_RULES_CARD, .check = check_give, .apply = do_give},
    {"put",        "vip?e", .marks = MK_RULES_HAND | MK_RULES_CARD, .check = check_put, .apply = do_put},
    {"deck",       "pei",  .marks = MK_RULES_DARK | MK_RULES_CARD, .check = check_deck, .apply = do_deck},
    {"kcard give", "i",    .marks = MK_RULES_CARD, .check = check_k_hand, .apply = do_k_hand},
    {"kcard put",  "i",    .marks = MK_RULES_CARD, .check = check_k_hand, .apply = do_k_hand},
    {.words = NULL}};
/* clang-format on */
