/*
 * The powers of the host as the shell offers them (LN-10.7), and what each
 * would change, as far as everybody may know it already: a host learns nothing
 * by asking (LN-9.1).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* Whose turn would end. */
static void skip(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->turn < s->n);
    nj_answer(q, "ln.would.skip", "LN-10.7",
              NJ_ARGS(nj_arg_seat("seat", s->turn)));
}

/* Only steps that everybody has seen can be taken back. */
static void undo(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->turn < s->n);
    NJ_ASSERT(s->hiding == LN_OPENLY); /* else it has been refused */
    nj_answer(q, "ln.would.undo", "LN-10.7",
              NJ_ARGS(nj_arg_seat("seat", s->turn), nj_arg_int("n", s->steps)));
}

const struct nj_power nj_ln_powers[] = {
    {"pause", false, NULL}, {"resume", false, NULL},   {"extend", false, NULL},
    {"nudge", false, NULL}, {"announce", false, NULL}, {"skip", false, skip},
    {"kick", false, NULL},  {"sub", false, NULL},      {"undo", false, undo},
    {"abort", false, NULL}, {NULL, false, NULL}};
