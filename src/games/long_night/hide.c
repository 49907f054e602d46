/*
 * Hiding (LN-8.4): who hears of what the acting seat does, the order to hide,
 * and what a hidden step tells the group.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

uint8_t nj_ln_charges(const struct ln_state *s)
{
    static const uint8_t charges[] = {
        [LN_HIDE_OFF] = 0, [LN_HIDE_TURN] = 1, [LN_HIDE_STEP] = 4};

    return charges[s->opt.hide];
}

struct nj_audience nj_ln_veiled(const struct ln_state *s)
{
    return s->hiding == LN_OPENLY ? nj_to_all() : nj_to_seat(s->turn);
}

/* --- one hidden step --- */

bool nj_ln_stepwise(const struct ln_state *s)
{
    NJ_ASSERT(s->hiding == LN_OPENLY || s->opt.hide != LN_HIDE_OFF);
    return s->hiding != LN_OPENLY && s->opt.hide == LN_HIDE_STEP;
}

void nj_ln_veil_begin(struct ln_state *s)
{
    NJ_ASSERT(s->hiding != LN_HIDDEN_TOLD);
    if (nj_ln_stepwise(s))
        nj_ln_trace_add(s, LN_TRACE_VEIL_STEP, 0);
}

void nj_ln_veil_tell(struct nj_match *m, struct ln_state *s)
{
    if (!nj_ln_stepwise(s) || s->hiding == LN_HIDDEN_TOLD)
        return;
    NJ_ASSERT(s->steps >= 1 && !s->over);
    s->hiding = LN_HIDDEN_TOLD;
    say_hidden_step(m, s->turn, s->steps);
}

void nj_ln_veil_end(struct nj_match *m, struct ln_state *s,
                    enum ln_reason reason)
{
    if (!nj_ln_stepwise(s))
        return;
    nj_ln_veil_tell(m, s);
    NJ_ASSERT(s->hiding == LN_HIDDEN_TOLD);
    if (reason != LN_GOES_ON)
        return; /* in force to the very end of the turn */
    s->hiding = LN_OPENLY;
    nj_ln_trace_add(s, LN_TRACE_UNVEIL, 0);
}

/* --- the order --- */

static const char *hide_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(a->seat == s->turn);
    if (s->opt.hide == LN_HIDE_OFF)
        return "hide_off";
    if (s->hiding != LN_OPENLY)
        return "already_hidden";
    return s->seat[a->seat].hides == 0 ? "hide_used" : NULL;
}

static void hide(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    struct ln_seat *me = &s->seat[a->seat];

    NJ_ASSERT(me->hides > 0 && s->hiding == LN_OPENLY);
    me->hides--;
    s->hiding = LN_HIDDEN;
    if (s->opt.hide == LN_HIDE_TURN)
        nj_ln_trace_add(s, LN_TRACE_VEIL_TURN, 0);
    say_hide_on(m, a->seat, nj_option_word(m, "hide"), me->hides);
}

const struct nj_order nj_ln_hide = {LN_AT_ITS_TURN, "LN-8.4", hide_fault, hide};
