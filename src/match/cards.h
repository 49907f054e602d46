/*
 * Cards in a game's state: decks, discard piles and hands.
 *
 * A card is a number of the game, 0..255; equal numbers are equal cards. The
 * cards lie in *piles*, numbered by the game: a deck, its discard pile, a hand
 * for each seat, what is out of play. A pile has a top and a bottom, and its
 * cards are counted from the top: the card at 0 is the one that is drawn next.
 * New cards come only from nj_cards_add(); from then on each is in exactly one
 * pile, however often it moves. A state of zeros holds no cards, and what is
 * not used stays zero.
 *
 *     enum { DECK, DISCARD, HAND };           // HAND + seat
 *
 *     for (uint8_t i = 0; i < NJ_COUNT(printed); i++)
 *         nj_cards_add(&s->cards, DECK, printed[i]);
 *     nj_cards_shuffle(m, &s->cards, DECK);
 *     if (!nj_cards_draw(&s->cards, DECK, HAND + seat, &card))
 *         nj_cards_renew(m, &s->cards, DECK, DISCARD);
 *     at = nj_cards_find(&s->cards, HAND + seat, card);
 *     if (at < 0) return nj_refuse(...);       // he does not hold it
 *     nj_cards_move(&s->cards, HAND + seat, (uint8_t)at, DISCARD, NJ_TOP);
 *
 * In a message a card is a word: nj_arg_word("card", names[card]), and a hand
 * nj_cards_arg(). What lies where is a secret of the game like any other.
 */
#ifndef NJ_MATCH_CARDS_H
#define NJ_MATCH_CARDS_H

#include "match/game.h"

#define NJ_CARDS_MAX 128 /* of all piles together */
#define NJ_PILES_MAX 48

/* A member of a state; read it by the functions. */
struct nj_cards {
    uint8_t count[NJ_PILES_MAX]; /* cards of each pile */
    uint8_t card[NJ_CARDS_MAX];  /* pile by pile, each from its top */
};

enum nj_end {
    NJ_TOP,
    NJ_BOTTOM
};

/* A new card under the others of a pile. At most NJ_CARDS_MAX. */
void nj_cards_add(struct nj_cards *c, uint8_t pile, uint8_t card);

/* --- looking --- */

uint8_t nj_cards_count(const struct nj_cards *c, uint8_t pile);
/* The card at a place, from the top; there must be one. */
uint8_t nj_cards_at(const struct nj_cards *c, uint8_t pile, uint8_t place);
/* The place nearest to the top where that card lies, or -1. */
int nj_cards_find(const struct nj_cards *c, uint8_t pile, uint8_t card);

/* --- moving --- */

/* Moves the card at `place` of a pile to an end of another, or of the same
 * pile, and returns it. Several put on top one by one lie in the opposite
 * order. */
uint8_t nj_cards_move(struct nj_cards *c, uint8_t from, uint8_t place,
                      uint8_t to, enum nj_end end);
/* Moves the top card of a pile to the bottom of another, where a hand has its
 * newest card. False: there is none to draw. */
NJ_MUST_USE bool nj_cards_draw(struct nj_cards *c, uint8_t from, uint8_t to,
                               uint8_t *card);

/* --- chance --- */

/* Shuffles a pile by nj_shuffle_u8(), the card on top being the first of the
 * list: n - 1 draws rng(n), ..., rng(2) for n cards, none for fewer than 2. */
void nj_cards_shuffle(struct nj_match *m, struct nj_cards *c, uint8_t pile);
/* Puts a discard pile, as it lies, under the deck, which is usually empty, and
 * shuffles the deck. */
void nj_cards_renew(struct nj_match *m, struct nj_cards *c, uint8_t deck,
                    uint8_t discard);

/* --- telling --- */

#define NJ_CARDS_TEXT_MAX 1024 /* of the words of a pile */

/* A pile as the words of its cards from the top, "-" for none: an argument of
 * type WORDS. `words` has the token of each card; `text` must stay until the
 * message is emitted. */
struct nj_arg nj_cards_arg(const char *name, const struct nj_cards *c,
                           uint8_t pile, const char *const *words,
                           char text[NJ_CARDS_TEXT_MAX]);

#endif
