/*
 * The shotgun: pulling the trigger, shots stored for the shadow's round, the
 * answer to P3, eating the bullet (SH-5.15, 5.16, 7.18, 8.6).
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- the trigger --- */

/* Is the target in the shooter's room, to be hit? */
static bool is_near(const struct sh_state *s, nj_seat shooter, nj_seat target)
{
    return target != NJ_SEAT_NONE &&
           (nj_sh_here(s, s->seat[shooter].room) & nj_bit(target)) != 0;
}

/* Pulls the trigger at somebody in the room, or at nobody (SH-5.15). The
 * bullet leaves: everybody hears at once on which floor (SH-0.20). */
static void pull(struct nj_match *m, nj_seat shooter, nj_seat target)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->busy > 0 && nj_sh_holds(s, shooter, SH_GUN));
    if (s->bullet == 0 || !is_near(s, shooter, target)) {
        say_click(m, shooter);
        return;
    }
    s->bullet--;
    say_gunshot(m, nj_sh_floor(s, nj_sh_map(m), s->seat[shooter].room));
    say_fired(m, shooter, nj_sh_name(m, target));
    nj_sh_kill(m, target, SH_BY_SHOTGUN);
}

/* The person in the room who is shown so, the first by priority (SH-7.31). */
static nj_seat shown_here(const struct nj_match *m, nj_seat asker,
                          const char *name)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set left = nj_sh_here(s, s->seat[asker].room);
    nj_seat seat;

    NJ_ASSERT((left & nj_bit(asker)) != 0);
    while (nj_sh_next(s, &left, &seat))
        if (strcmp(nj_sh_name(m, seat), name) == 0)
            return seat;
    return NJ_SEAT_NONE;
}

/* --- shooting --- */

static const char *shoot_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *name = nj_input_text(a->in, 0);

    if (a->seat == s->shadow)
        return "sh.err.role";
    if (!nj_sh_holds(s, a->seat, SH_GUN))
        return "sh.err.not_held";
    if (name[0] == '\0' || strlen(name) >= NJ_NAME_MAX)
        return "sh.err.args";
    return nj_sh_here_fault(m, a, nj_sh_person(a->in, 0));
}

/* In one's own round it is kept for the shadow's, always accepted (SH-7.18). */
static void shoot(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[a->seat];
    const struct sh_meant *p = a->plan;
    const char *name = nj_input_text(a->in, 0);
    bool nobody = p->who == NJ_SEAT_NONE;

    NJ_ASSERT(nj_sh_holds(s, a->seat, SH_GUN));
    if (!s->opt.shoot_shadow_round || !nj_sh_own_round(s, a->seat)) {
        pull(m, a->seat, nobody ? shown_here(m, a->seat, name) : p->who);
        return;
    }
    who->shot = nobody ? 1 : (uint8_t)(2 + p->who);
    memset(who->shot_name, 0, sizeof(who->shot_name));
    if (nobody)
        nj_str_copy(who->shot_name, sizeof(who->shot_name), name);
    NJ_ASSERT(nobody == (who->shot_name[0] != '\0'));
    say_sched_ok(m, a->seat, name, "SH-7.18");
}

const struct nj_order nj_sh_shoot = {SH_ACT_FREE, "SH-5.15", shoot_fault,
                                     shoot};

/* --- a stored shot --- */

/* It lapses unless both are together now. */
void nj_sh_shot_run(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    nj_seat target;

    NJ_ASSERT(nj_sh_shadow_round(s) && s->stage == SH_RUNNING);
    if (who->shot == 0 || who->life != SH_ACTIVE)
        return;
    target = who->shot == 1 ? shown_here(m, seat, who->shot_name)
                            : (nj_seat)(who->shot - 2);
    NJ_ASSERT(target < s->n || target == NJ_SEAT_NONE);
    who->shot = 0;
    nj_sh_step_begin(s);
    if (nj_sh_holds(s, seat, SH_GUN) && !nj_frozen(m, seat))
        pull(m, seat, target);
    else
        say_click(m, seat); /* as from an empty gun: SH-19.11 */
    (void)nj_sh_step_end(m);
}

/* --- P3 --- */

void nj_sh_gun_answer(struct nj_match *m, nj_seat holder, bool fire, bool asked)
{
    struct sh_state *s = nj_state(m);
    bool killable = holder != s->brillo || nj_sh_brillo_killable(s);

    NJ_ASSERT(nj_sh_hunts_in(s, s->seat[holder].room));
    nj_prompt_close(m, holder, SH_ASK_GUN);
    nj_sh_step_begin(s);
    if (fire)
        pull(m, holder, s->shadow);
    if (killable && s->seat[s->shadow].life == SH_ACTIVE)
        nj_sh_kill(m, holder, SH_BY_SHADOW);
    if (asked)
        nj_sh_wait_over(m);
    (void)nj_sh_step_end(m);
}

/* SH-5.28: the answer to P3 in advance. */
static const char *const guards[] = {"ask", "fire", "hold"};

static const char *guard_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;

    if (a->seat == s->shadow)
        return "sh.err.role";
    while (p->item < (int)NJ_COUNT(guards) &&
           strcmp(guards[p->item], nj_input_text(a->in, 0)) != 0)
        p->item++;
    return p->item == (int)NJ_COUNT(guards) ? "sh.err.args" : NULL;
}

static void guard(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->item >= SH_ASK && p->item <= SH_HOLD);
    s->seat[a->seat].guard = (uint8_t)p->item;
    say_guard(m, a->seat, guards[p->item]);
}

const struct nj_order nj_sh_guard = {SH_ACT_FREE, "SH-5.28", guard_fault,
                                     guard};

/* --- eating the bullet --- */

static const char *eat_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    if (a->seat != s->shadow)
        return "sh.err.role";
    if (!nj_sh_holds(s, a->seat, SH_GUN))
        return "sh.err.not_held";
    return s->seat[a->seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

static void eat(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(a->seat == s->shadow && nj_sh_holds(s, a->seat, SH_GUN));
    if (s->bullet == 0) {
        say_eat_fail(m, a->seat);
        return;
    }
    s->bullet--;
    nj_sh_spend(s, a->seat, 1);
    say_eat_ok(m, a->seat);
}

const struct nj_order nj_sh_eat = {SH_ACT_STEP, "SH-5.16", eat_fault, eat};
