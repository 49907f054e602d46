/*
 * Killing from afar, and what Brillo does to keys: the album, the cross,
 * broken keys (SH-5.12 to 5.14, SH-9).
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define STAMPS_MAX 2

/* --- broken keys --- */

/* The key she would break: in her hand, or lying where she is. */
static int find_key(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    int key;

    if (s->opt.brillo_carries)
        return nj_sh_held(s, seat, SH_KEY);
    NJ_ASSERT(s->seat[seat].room != 0);
    key = nj_sh_lying(s, s->seat[seat].room, SH_KEY);
    return key >= 0 && nj_sh_findable(m, (uint8_t)key) ? key : -1;
}

static const char *break_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *what = nj_input_text(a->in, 0);
    struct sh_meant *p = a->plan;

    if (what[0] != '\0' && nj_sh_find_item(what) != SH_KEY)
        return "sh.err.args";
    if (s->seat[a->seat].role != SH_BRILLO)
        return "sh.err.role";
    p->item = find_key(m, a->seat);
    if (p->item < 0)
        return s->opt.brillo_carries ? "sh.err.not_held" : "sh.err.no_item";
    return s->seat[a->seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

static void break_key(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(nj_sh_kind((uint8_t)p->item) == SH_KEY);
    nj_sh_spend(s, a->seat, 1);
    s->seat[a->seat].excused = 1;
    if (s->item[p->item].where == SH_IN_ROOM)
        nj_sh_key_line(
            s, SH_SAY_KEY_FOUND); /* SH-12.3: one in hand was found on taking */
    nj_sh_put(m, (uint8_t)p->item, SH_NOWHERE, 0);
    say_broke(m, a->seat);
}

const struct nj_order nj_sh_break = {SH_ACT_STEP, "SH-5.12", break_fault,
                                     break_key};

/* --- whom it shall hit --- */

/* Anybody by number or real name (SH-0.47), living or not (SH-0.11). */
static const char *victim_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct sh_meant *p = a->plan;

    p->who = nj_sh_find_seat(m, a->seat, nj_sh_person(a->in, 0), &p->several);
    if (p->several != 0)
        return "sh.err.ambiguous";
    return p->who == NJ_SEAT_NONE ? "sh.err.args" : NULL;
}

/* Nothing happens to the dead and the absent, and nobody is told. */
static void strike(struct nj_match *m, nj_seat who, enum sh_cause cause)
{
    NJ_ASSERT(who != NJ_SEAT_NONE);
    if (nj_sh_is_present(nj_state_const(m), who))
        nj_sh_kill(m, who, cause);
}

/* --- the album --- */

static const char *stamp_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_meant *p = a->plan;
    const char *fault;

    if (s->seat[a->seat].role != SH_BRILLO)
        return "sh.err.role";
    NJ_ASSERT(a->seat == s->brillo);
    if (!nj_sh_holds(s, a->seat, SH_ALBUM))
        return "sh.err.not_held";
    fault = victim_fault(m, a);
    if (fault != NULL)
        return fault;
    if (p->who == a->seat)
        return "sh.err.target_self";
    if (s->album_uses >= STAMPS_MAX)
        return "sh.err.used_already";
    if (s->album_round == s->round + 1)
        return "sh.err.mech_used";
    return s->seat[a->seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

static void stamp(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->who != a->seat && s->album_uses < STAMPS_MAX);
    nj_sh_spend(s, a->seat, 1);
    s->seat[a->seat].excused = 1;
    s->album_uses++;
    s->album_round = (uint8_t)(s->round + 1);
    say_act_done(m, a->seat, "SH-5.13");
    strike(m, p->who, SH_BY_STAMP);
    if (s->album_uses == STAMPS_MAX) /* SH-9.3 */
        strike(m, a->seat, SH_BY_SACRIFICE);
}

const struct nj_order nj_sh_stamp = {SH_ACT_STEP, "SH-5.13", stamp_fault,
                                     stamp};

/* --- the cross --- */

static const char *cross_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[a->seat];
    uint8_t song = nj_sh_special(m, SH_SONG);
    const char *fault;

    NJ_ASSERT(me->life == SH_ACTIVE);
    if (a->seat == s->shadow)
        return "sh.err.role";
    if (me->room != song)
        return "sh.err.wrong_room";
    if (!nj_sh_lies(s, song, SH_CROSS) || !nj_sh_findable(m, SH_ITEM_CROSS))
        return "sh.err.no_item";
    fault = victim_fault(m, a);
    if (fault != NULL)
        return fault;
    if (s->opt.cross_alone && nj_sh_here(s, song) != nj_bit(a->seat))
        return "sh.err.not_alone";
    if (me->touched)
        return "sh.err.moved_already";
    if (me->steps == 0)
        return "sh.err.no_steps";
    return s->cross_used ? "sh.err.cross" : NULL; /* by whom, is hidden */
}

static void cross(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(!s->cross_used && !s->seat[a->seat].touched);
    nj_sh_spend(s, a->seat, s->seat[a->seat].steps);
    s->cross_used = 1;
    say_act_done(m, a->seat, "SH-5.14");
    strike(m, p->who, SH_BY_CROSS);
    if (s->seat[a->seat].life == SH_ACTIVE)
        nj_sh_turn_over(m, a->seat);
}

const struct nj_order nj_sh_cross = {SH_ACT_STEP, "SH-5.14", cross_fault,
                                     cross};
