/*
 * From a parsed command to the typed arguments of an input.
 */
#ifndef NJ_COMMAND_ORDER_H
#define NJ_COMMAND_ORDER_H

#include "command/parse.h"
#include "match/game.h"

/* Room for the arguments of one command; lends its other texts from it. */
struct nj_command_args {
    struct nj_arg v[NJ_COMMAND_ARGS_MAX];
    char typed[NJ_ORDER_TEXT_MAX];
};

/*
 * The arguments of an order or query, by the letters of its verb (match/
 * game.h): 't' takes the command's next text ("" if it has none), 'n' its next
 * number, 's' its next number as a seat, 'o' its next number if it has one,
 * 'w' its `words`, 'r' what it was read from, as much as an order can hold.
 * False if a number is missing or the seat's is no seat of any match.
 */
bool nj_command_order(const struct nj_command *c, const struct nj_verb *verb,
                      struct nj_command_args *room, struct nj_args *out);

/* What stands between an order and its match. */
enum nj_order_bar {
    NJ_ORDER_FREE,
    NJ_ORDER_PRIVATE, /* it is given in private only */
    NJ_ORDER_GROUP,   /* ... in the group only */
    NJ_ORDER_NOT_HIS, /* the seat named in front is not his */
    NJ_ORDER_STANDS   /* exactly this one stands already (UX-9) */
};

/* May orders with these channels be given at that place? */
enum nj_order_bar nj_order_channel(unsigned channels, enum nj_place place);

/*
 * Makes `in`, with place, verb and arguments set, the input of the person who
 * sits at `main` and named the seat `as` (nj_match_meant()): kind and seat.
 */
enum nj_order_bar nj_order_give(const struct nj_match *m, nj_seat main,
                                uint8_t as, const struct nj_verb *verb,
                                struct nj_input *in);

/* He has asked something there, or been refused: true if the game wants to hear
 * that he is present (match/game.h), by *in. */
bool nj_order_presence(const struct nj_match *m, nj_seat seat,
                       enum nj_place place, bool refused, int64_t at_ms,
                       struct nj_input *in);

/* Text for a verb that takes it in pieces (match/game.h): the arguments of one piece of
 * it and, as the result, its bytes; never 0. `room` holds the piece. */
struct nj_text_piece {
    char text[NJ_ORDER_TEXT_MAX];
    struct nj_arg v[2];
};

/* What somebody typed behind such a verb, up to the end of his message: `typed`
 * is what the command was read from, NUL-terminated and perhaps longer than
 * what was read. */
const char *nj_text_typed(const struct nj_command *c, const char *typed);

size_t nj_text_piece_take(const char *text, size_t n,
                          struct nj_text_piece *room, struct nj_args *out);

#endif
