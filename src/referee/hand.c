/*
 * Words of somebody who plays several seats.
 */
#include "referee/hand.h"

#include <string.h>

#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/tell.h"
#include "referee/words.h"

bool nj_hand_named(struct nj_request *a, const struct nj_command *as,
                   struct nj_words *w)
{
    const struct nj_command_arg *seat = nj_command_arg(as, "seat");
    const struct nj_command_arg *what = nj_command_arg(as, "what");

    if (a->e == NULL || a->e->game->game->seats_more == 0 || seat == NULL ||
        what == NULL || seat->n < 1 || seat->n > NJ_SEATS_MAX)
        return false;
    a->as = (uint8_t)seat->n;
    w->n = strlen(what->text);
    w->p = nj_arena_copy(&a->r->arena, what->text, w->n);
    return w->n > 0;
}

static nj_seat lowest(nj_seat_set seats)
{
    nj_seat seat = 0;

    NJ_ASSERT(seats != 0);
    while ((seats & nj_bit(seat)) == 0)
        seat++;
    return seat;
}

bool nj_hand_meant(struct nj_request *a, const struct nj_sitter *s,
                   const char *verb, nj_seat *seat)
{
    const struct nj_match *m = a->e->match;
    nj_seat_set hand = nj_seat_hand(m, s->seat);
    nj_seat_set asked = nj_match_asked(m) & hand;
    nj_seat_set awaited = nj_match_awaited_seats(m) & hand;

    if (a->as != 0 && (hand & nj_bit((nj_seat)(a->as - 1))) == 0) {
        nj_reply(a, "shell.not_your_seat", NJ_ARGS(nj_arg_int("n", a->as)));
        return false;
    }
    *seat = s->seat;
    if (a->as != 0)
        *seat = (nj_seat)(a->as - 1);
    else if ((asked | awaited) != 0)
        *seat = lowest(asked != 0 ? asked : awaited);
    else if (hand != nj_bit(s->seat) && a->e->game->game->plays != NULL)
        *seat = a->e->game->game->plays(m, hand, verb);
    NJ_ASSERT((hand & nj_bit(*seat)) != 0);
    return true;
}
