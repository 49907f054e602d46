/*
 * What a host decides by word (MK-19.11, match/ruling.h): about figures,
 * numbers and the street (rule.c), about cards (rule_cards.c).
 */
#ifndef NJ_GAMES_MASKED_KILLER_RULE_H
#define NJ_GAMES_MASKED_KILLER_RULE_H

#include "games/masked_killer/masked_killer.h"
#include "match/ruling.h"

/* Marks of a row: what of it the group hears (MK-19.11). */
enum {
    MK_RULES_FIGURE = 1,  /* not of the killer while he is hidden */
    MK_RULES_ACTIONS = 2, /* nor of his actions */
    MK_RULES_HAND = 4,    /* the card if it lies or comes open */
    MK_RULES_DARK = 8,    /* nothing */
    MK_RULES_WORDS = 16,  /* what it was and becomes are words */
    MK_RULES_CARD = 32,   /* it is about a card */
    MK_RULES_TOKEN = 64   /* ... about a square to search */
};
extern const struct nj_ruling_row nj_mk_card_rules[];
extern const struct nj_rulings nj_mk_rulings;

#endif
