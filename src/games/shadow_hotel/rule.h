/*
 * What a host decides by word (SH-17, match/ruling.h): about persons and what
 * they carry (rule_seats.c), about the house and the match (rules.c).
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_RULE_H
#define NJ_GAMES_SHADOW_HOTEL_RULE_H

#include "games/shadow_hotel/shadow_hotel.h"
#include "match/ruling.h"

/* The words are no decision, or one that cannot be carried out. */
#define SH_NO_RULING "sh.err.ruling"

/* Marks of a row. */
enum {
    SH_RULE_TELLS = 1,    /* the seat named is told that something changed */
    SH_RULE_PRESENT = 2,  /* ... has to stand in some room */
    SH_RULE_EXPLORES = 4, /* where rooms have to be explored alone */
    SH_RULE_ENDS = 8,     /* the round is over when it has been carried out */
    SH_RULE_QUIET = 16    /* changes nothing: the group does not hear of it */
};

/* Letters of `args` are, besides those of the match: r room (`place`), i kind
 * of item (`kind`), o on or off (`n`); signs: %r the room, %i where the item
 * is. */
extern const struct nj_ruling_row nj_sh_seat_rules[], nj_sh_house_rules[];
extern const struct nj_rulings nj_sh_rulings;

#endif
