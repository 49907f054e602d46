/*
 * The powers of the host as the shell offers them (SH-17), and what each would
 * change. A host without a seat sees everything; one who holds a seat may only
 * move deadlines, which the shell sees to.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

static void rule(const struct nj_match *m, struct nj_query *q)
{
    struct sh_ruling r;
    const char *fault = nj_sh_rule_read(m, q->args, &r);

    if (fault != NULL)
        nj_answer(q, fault, "SH-17.1", NJ_NO_ARGS);
    else
        nj_answer(q, "sh.would.rule", "SH-17.1",
                  NJ_ARGS(nj_arg_text("verb", r.rule->word),
                          nj_arg_text("before", r.before),
                          nj_arg_text("after", r.after)));
}

/* Which round, or whose turn, would end. */
static void skip(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->round <= SH_ROUNDS_MAX);
    nj_answer(q, "sh.would.skip", "SH-17.11",
              NJ_ARGS(nj_arg_int("n", s->round)));
}

const struct nj_power nj_sh_powers[] = {
    {"pause", false, NULL}, {"resume", false, NULL},   {"extend", false, NULL},
    {"nudge", true, NULL},  {"announce", false, NULL}, {"skip", true, skip},
    {"kick", true, NULL},   {"sub", true, NULL},       {"undo", true, NULL},
    {"abort", false, NULL}, {"rule", true, rule},      {"look", true, NULL},
    {NULL, false, NULL}};
