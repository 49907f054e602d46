/*
 * Bombs (LN-5.14): laid by the acting seat, armed by whoever enters their
 * cell, gone when that seat ends its turn there, or with it when it walks on.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* In the order of LN-10.2. */
static const char *bomb_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(a->seat == s->turn);
    if (s->opt.bombs == 0)
        return "bomb_off";
    if (s->hiding)
        return "bomb_hidden";
    if (a->in->place == NJ_PLACE_PRIVATE && !s->opt.solo)
        return nj_fault_of(a, "LN-4.10", "use_group");
    return s->seat[a->seat].bombs == 0 ? "bomb_used" : NULL;
}

static void lay_bomb(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    struct ln_seat *me = &s->seat[a->seat];

    NJ_ASSERT(me->bombs > 0 && s->hiding == LN_OPENLY);
    me->bombs--;
    /* On another attachment it is lost, and nobody is told (LN-5.14). */
    if (s->board.thing[me->cell] == LN_NOTHING)
        s->board.thing[me->cell] = LN_BOMB;
    nj_ln_trace_add(s, LN_TRACE_BOMB, 0);
    say_bomb_set(m, a->seat, me->bombs);
}

const struct nj_order nj_ln_bomb = {LN_AT_ITS_TURN, "LN-5.14", bomb_fault,
                                    lay_bomb};

bool nj_ln_bomb_armed(const struct ln_state *s)
{
    const struct ln_seat *me = &s->seat[s->turn];

    return me->armed && s->board.thing[me->cell] == LN_BOMB;
}

enum ln_reason nj_ln_blow(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];

    NJ_ASSERT(nj_ln_bomb_armed(s));
    NJ_ASSERT(me->sub == 0);
    s->board.thing[me->cell] = LN_NOTHING;
    me->armed = 0;
    me->catch_points = (int16_t)(me->catch_points - 100);
    nj_ln_veil_tell(m, s);
    say_blown(m, s->turn);
    nj_ln_trace_add(s, LN_TRACE_BLOWN, 0);
    nj_ln_out(m, s, s->turn, LN_BLOWN);
    return LN_BLOWN_UP;
}

void nj_ln_defuse(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];

    if (me->fate == LN_IN_PLAY && nj_ln_bomb_armed(s)) {
        s->board.thing[me->cell] = LN_NOTHING;
        say_defused(m, s->turn);
    }
    me->armed = 0;
}
