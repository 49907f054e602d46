/*
 * Hiding (LN-8.4): who hears of what the acting seat does, the order to hide,
 * and what a hidden step tells the group.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

#define SAID_MAX 6

uint8_t nj_ln_charges(const struct ln_state *s)
{
    static const uint8_t charges[] = {
        [LN_HIDE_OFF] = 0, [LN_HIDE_TURN] = 1, [LN_HIDE_STEP] = 4};

    NJ_ASSERT(s->opt.hide <= LN_HIDE_STEP);
    return charges[s->opt.hide];
}

void nj_ln_say(struct nj_match *m, const struct ln_state *s, const char *key,
               const char *clause, struct nj_args args)
{
    struct nj_arg said[SAID_MAX];

    NJ_ASSERT(args.n < SAID_MAX);
    NJ_ASSERT(s->turn < s->n);
    if (s->hiding == LN_OPENLY) {
        nj_emit(m, nj_to_all(), key, clause, args);
        return;
    }
    for (uint32_t i = 0; i < args.n; i++)
        said[i] = args.v[i];
    said[args.n] = nj_arg_int("hidden", 1);
    nj_emit(m, nj_to_seat(s->turn), key, clause,
            (struct nj_args){.v = said, .n = args.n + 1});
}

/* --- one hidden step --- */

static bool stepwise(const struct ln_state *s)
{
    NJ_ASSERT(s->hiding == LN_OPENLY || s->opt.hide != LN_HIDE_OFF);
    return s->hiding != LN_OPENLY && s->opt.hide == LN_HIDE_STEP;
}

void nj_ln_veil_begin(struct ln_state *s)
{
    NJ_ASSERT(s->hiding != LN_HIDDEN_TOLD);
    if (stepwise(s))
        nj_ln_trace_add(s, LN_TRACE_VEIL_STEP, 0);
}

void nj_ln_veil_tell(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->turn < s->n);
    if (!stepwise(s) || s->hiding == LN_HIDDEN_TOLD)
        return;
    s->hiding = LN_HIDDEN_TOLD;
    nj_emit(m, nj_to_all(), "ln.hidden_step", "LN-8.4",
            NJ_ARGS(nj_arg_seat("seat", s->turn), nj_arg_int("n", s->steps)));
}

void nj_ln_veil_end(struct nj_match *m, struct ln_state *s,
                    enum ln_reason reason)
{
    NJ_ASSERT(s->turn < s->n);
    if (!stepwise(s))
        return;
    nj_ln_veil_tell(m, s);
    if (reason != LN_GOES_ON)
        return; /* in force to the very end of the turn */
    s->hiding = LN_OPENLY;
    nj_ln_trace_add(s, LN_TRACE_UNVEIL, 0);
}

/* --- the order --- */

int nj_ln_hide(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);
    struct ln_seat *me = &s->seat[s->turn];
    int refused = nj_ln_check_turn(m, in);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (refused == 0 && s->opt.hide == LN_HIDE_OFF)
        refused = nj_ln_refuse(m, in, "hide_off", "LN-8.4");
    if (refused == 0 && s->hiding != LN_OPENLY)
        refused = nj_ln_refuse(m, in, "already_hidden", "LN-8.4");
    if (refused == 0 && me->hides == 0)
        refused = nj_ln_refuse(m, in, "hide_used", "LN-8.4");
    if (refused != 0)
        return refused;
    nj_ln_clock_acted(m, s, in);
    me->hides--;
    s->hiding = LN_HIDDEN;
    if (s->opt.hide == LN_HIDE_TURN)
        nj_ln_trace_add(s, LN_TRACE_VEIL_TURN, 0);
    nj_emit(m, nj_to_all(), "ln.hide_on", "LN-8.4",
            NJ_ARGS(nj_arg_seat("seat", s->turn),
                    nj_arg_word("kind",
                                s->opt.hide == LN_HIDE_TURN ? "turn" : "step"),
                    nj_arg_int("left", me->hides)));
    NJ_ASSERT(s->hiding == LN_HIDDEN);
    return 0;
}
