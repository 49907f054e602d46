/*
 * Bombs (LN-5.14): laid by the acting seat, armed by whoever enters their
 * cell, gone when that seat ends its turn there, or with it when it walks on.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* The order's own refusals, in the order of LN-10.2; 0: none. */
static int check_bomb(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(in->seat == s->turn);
    NJ_ASSERT(s->seat[in->seat].fate == LN_IN_PLAY);
    if (s->opt.bombs == 0)
        return nj_ln_refuse(m, in, "bomb_off", "LN-5.14");
    if (s->hiding)
        return nj_ln_refuse(m, in, "bomb_hidden", "LN-5.14");
    if (in->place == NJ_PLACE_PRIVATE)
        return nj_ln_refuse(m, in, "use_group", "LN-4.10");
    if (s->seat[in->seat].bombs == 0)
        return nj_ln_refuse(m, in, "bomb_used", "LN-5.14");
    return 0;
}

int nj_ln_bomb(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);
    struct ln_seat *me = &s->seat[in->seat];
    int refused = nj_ln_check_turn(m, in);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (refused == 0)
        refused = check_bomb(m, in);
    if (refused != 0)
        return refused;
    nj_ln_clock_acted(m, s, in);
    me->bombs--;
    /* On another attachment it is lost, and nobody is told (LN-5.14). */
    if (s->board.thing[me->cell] == LN_NOTHING)
        s->board.thing[me->cell] = LN_BOMB;
    nj_ln_trace_add(s, LN_TRACE_BOMB, 0);
    say_bomb_set(m, in->seat, me->bombs);
    return 0;
}

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
