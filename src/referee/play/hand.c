/*
 * Words of somebody who plays several seats.
 */
#include "referee/play/hand.h"

#include "base/bug.h"
#include "match/match.h"
#include "referee/books/request.h"
#include "referee/books/sitters.h"
#include "referee/referee_priv.h"
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
