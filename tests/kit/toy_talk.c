/*
 * What people type to the toy game besides playing it: orders that stand with
 * others in one message.
 */
#include <string.h>

#include "kit/toy_game.h"
#include "match/emit.h"

#define BELL     7 /* the number that stops what is behind it */
#define MARK_MAX 15

/* TOY-8: once each. What was typed in private stays there. */
int nj_toy_mark(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int64_t n = in->args.v[0].i;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    if (n < 1 || n > MARK_MAX)
        return nj_refuse_aside(m, in, "toy.err.number", "TOY-8",
                               NJ_ARGS(nj_arg_int("most", MARK_MAX)));
    if ((s->marks[in->seat] & 1u << n) != 0)
        return nj_refuse(m, in, "toy.err.marked", "TOY-8",
                         NJ_ARGS(nj_arg_int("number", n)));
    s->marks[in->seat] |= (uint16_t)(1u << n);
    nj_emit(m, in->place == NJ_PLACE_GROUP ? nj_to_all() : nj_to_seat(in->seat),
            strcmp(in->verb, "wish") == 0 ? "toy.wished" : "toy.marked",
            "TOY-8",
            NJ_ARGS(nj_arg_seat("seat", in->seat), nj_arg_int("number", n)));
    if (n == BELL)
        nj_stop(m);
    return 0;
}
