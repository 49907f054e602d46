/*
 * From a parsed command to the typed arguments of an input.
 */
#ifndef NJ_COMMAND_ORDER_H
#define NJ_COMMAND_ORDER_H

#include "command/parse.h"
#include "match/game.h"

/* Room for the arguments of one command; lends its texts from the command. */
struct nj_command_args {
    struct nj_arg v[NJ_COMMAND_ARGS_MAX];
};

/*
 * The arguments of an order or query, by the letters of its verb (match/
 * game.h): 't' takes the command's next text ("" if it has none), 'n' its next
 * number, 's' its next number as a seat, 'o' its next number if it has one,
 * 'w' its `words`. False if a number is missing or the seat's is no seat of
 * any match.
 */
bool nj_command_order(const struct nj_command *c, const struct nj_verb *verb,
                      struct nj_command_args *room, struct nj_args *out);

#endif
