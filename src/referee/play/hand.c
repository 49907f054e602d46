/*
 * Words of somebody who plays several seats.
 */
#include "base/bug.h"
#include "command/order.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

void nj_hand_not_his(struct nj_request *a)
{
    NJ_ASSERT(a->as != 0);
    nj_reply(a, "shell.not_your_seat", NJ_ARGS(nj_arg_int("n", a->as)));
}

bool nj_hand_meant(struct nj_request *a, const struct nj_sitter *s,
                   const char *verb, nj_seat *seat)
{
    if (nj_match_meant(a->e->match, s->seat, a->as, verb, seat))
        return true;
    nj_hand_not_his(a);
    return false;
}

bool nj_hand_channel(struct nj_request *a, unsigned channels)
{
    enum nj_order_bar bar = nj_order_channel(
        channels, a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE);

    if (bar == NJ_ORDER_PRIVATE) /* UX-3.1: not executed, quoted, confirmed */
        nj_tell_need_private(a->r, a->who, a->e);
    else if (bar == NJ_ORDER_GROUP)
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
    return bar == NJ_ORDER_FREE;
}

bool nj_hand_order_channel(struct nj_request *a, unsigned channels)
{
    bool may = nj_hand_channel(a, channels);

    if (!may && a->ev->group)
        nj_after_withdraw(a->r, a->ev);
    return may;
}
