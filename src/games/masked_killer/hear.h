/*
 * What the ears of a computer player (brain.c) have in common with those for
 * cards (hear.c).
 */
#ifndef NJ_GAMES_MASKED_KILLER_HEAR_H
#define NJ_GAMES_MASKED_KILLER_HEAR_H

#include "games/masked_killer/mind.h"

static inline struct mk_mind *nj_mk_mind_of(const struct nj_hearing *h)
{
    return h->scratch;
}

/* Is it the killer? */
static inline bool nj_mk_hunts(const struct mk_mind *mind, nj_seat me)
{
    return mind->n > 0 && me == mind->n;
}

/* The victim's seat that the message names, or MK_VICTIMS_MAX. */
uint8_t nj_mk_heard_victim(const struct nj_hearing *h, const char *name);
/* The place of the word in the list, or 0xff. */
uint8_t nj_mk_heard_word(const struct nj_hearing *h, const char *name,
                         const char *const *list);
/* The last cell of a list, "D19,C19"; MK_NOWHERE for "-". */
uint16_t nj_mk_heard_cell(const struct nj_hearing *h, const char *name);
/* The card comes to its hand. */
void nj_mk_mind_gains(struct mk_mind *mind, uint8_t card);
/* Whose turn it is has an action less. */
void nj_mk_mind_acts(struct mk_mind *mind);
/* It holds none of the cards of the escape that the team knows of any more;
 * which it held, by bit. */
uint8_t nj_mk_mind_gives(struct mk_mind *mind, uint8_t seat);

typedef void nj_mk_ear(const struct nj_hearing *h);
nj_mk_ear nj_mk_hear_claim, nj_mk_hear_search, nj_mk_hear_found,
    nj_mk_hear_returned, nj_mk_hear_returned_cards, nj_mk_hear_estate,
    nj_mk_hear_tokens, nj_mk_hear_item, nj_mk_hear_spent, nj_mk_hear_unlock,
    nj_mk_hear_offer, nj_mk_hear_trade, nj_mk_hear_trade_cards,
    nj_mk_hear_radio, nj_mk_hear_prompt, nj_mk_hear_menu, nj_mk_hear_cards,
    nj_mk_hear_played;

#endif
