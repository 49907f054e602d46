/*
 * The shotgun: pulling the trigger, shots stored for the shadow's round, the
 * answer to P3, eating the bullet (SH-5.15, 5.16, 7.18, 8.6).
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* The bullet leaves: everybody hears on which floor (SH-0.20), at once. */
static void bang(struct nj_match *m, nj_seat shooter, nj_seat target)
{
    struct sh_state *s = nj_state(m);
    uint8_t floor = nj_sh_floor(s, nj_sh_map(m), s->seat[shooter].room);

    NJ_ASSERT(s->bullet > 0);
    s->bullet--;
    say_gunshot(m, floor);
    say_fired(m, shooter, nj_sh_name(m, target));
    nj_sh_kill(m, target, SH_BY_SHOTGUN);
}

/* The trigger is pulled at somebody in the room, or at nobody (SH-5.15). */
static void pull(struct nj_match *m, nj_seat shooter, nj_seat target)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(nj_sh_held(s, shooter, SH_GUN) >= 0);
    NJ_ASSERT(s->busy > 0);
    if (target != NJ_SEAT_NONE && s->bullet > 0 &&
        nj_sh_is_present(s, target) &&
        s->seat[target].room == s->seat[shooter].room)
        bang(m, shooter, target);
    else
        say_click(m, shooter);
}

/* The person in the room who is shown so, the first by priority (SH-7.31). */
static nj_seat shown_here(const struct nj_match *m, nj_seat asker,
                          const char *name)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, s->seat[asker].room, in);

    NJ_ASSERT(name != NULL);
    for (uint8_t i = 0; i < n; i++)
        if (strcmp(nj_sh_name(m, in[i]), name) == 0)
            return in[i];
    return NJ_SEAT_NONE;
}

/* SH-7.18: kept for the shadow's round, always accepted. */
static void store(struct nj_match *m, const struct nj_input *in, nj_seat target)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];

    NJ_ASSERT(target < s->n || target == NJ_SEAT_NONE);
    memset(who->shot_name, 0, sizeof(who->shot_name));
    who->shot = target == NJ_SEAT_NONE ? 1 : (uint8_t)(2 + target);
    if (target == NJ_SEAT_NONE)
        (void)snprintf(who->shot_name, sizeof(who->shot_name), "%s",
                       in->args.v[0].s);
    say_sched_ok(m, in->seat, in->args.v[0].s);
}

/* What forbids the seat to shoot, before the target is looked at. */
static const char *shoot_fault(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (seat == s->shadow)
        return "sh.err.role";
    return nj_sh_held(s, seat, SH_GUN) < 0 ? "sh.err.not_held" : NULL;
}

int nj_sh_shoot(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const char *name = in->args.v[0].s;
    nj_seat target = NJ_SEAT_NONE;
    nj_seat_set fits = 0;
    const char *fault;
    int refused = nj_sh_check(m, in, SH_ACT_FREE);

    if (refused != 0)
        return refused;
    fault = shoot_fault(s, in->seat);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.15");
    if (name[0] == '\0' || strlen(name) >= NJ_NAME_MAX)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.15");
    if (nj_sh_find_here(m, in->seat, nj_sh_person(in, 0), &target, &fits) ==
        SH_HERE_MANY)
        return nj_sh_refuse_many(m, in, fits);
    nj_sh_acted(s, in->seat);
    if (s->opt.shoot_shadow_round && nj_sh_own_round(s, in->seat)) {
        store(m, in, target);
        return 0;
    }
    if (target == NJ_SEAT_NONE)
        target = shown_here(m, in->seat, name);
    nj_sh_step_begin(s);
    pull(m, in->seat, target);
    if (!nj_sh_step_end(m))
        nj_sh_round_check(m);
    return 0;
}

/* One stored shot: it lapses unless both are together now. */
static void fire_stored(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    nj_seat target = who->shot == 1 ? shown_here(m, seat, who->shot_name)
                                    : (nj_seat)(who->shot - 2);
    bool good = nj_sh_held(s, seat, SH_GUN) >= 0 && !nj_frozen(m, seat) &&
                target != NJ_SEAT_NONE && nj_sh_is_present(s, target) &&
                s->seat[target].room == who->room;

    NJ_ASSERT(who->shot > 0);
    who->shot = 0;
    if (good)
        pull(m, seat, target);
    else
        say_sched_void(m, seat);
}

void nj_sh_shot_run(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_RUNNING);
    if (s->seat[seat].shot == 0 || s->seat[seat].life != SH_ACTIVE)
        return;
    nj_sh_step_begin(s);
    fire_stored(m, seat);
    (void)nj_sh_step_end(m);
}

void nj_sh_gun_answer(struct nj_match *m, nj_seat holder, bool fire, bool asked)
{
    struct sh_state *s = nj_state(m);
    bool killable = holder != s->brillo || nj_sh_brillo_killable(s);

    NJ_ASSERT(s->seat[s->shadow].life == SH_ACTIVE);
    NJ_ASSERT(s->seat[holder].room == s->seat[s->shadow].room);
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

int nj_sh_eat(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];
    int refused = nj_sh_check(m, in, SH_ACT_STEP);

    if (refused != 0)
        return refused;
    if (in->seat != s->shadow)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.16");
    if (nj_sh_held(s, in->seat, SH_GUN) < 0)
        return nj_sh_refuse(m, in, "sh.err.not_held", "SH-5.16");
    if (who->steps == 0)
        return nj_sh_refuse(m, in, "sh.err.no_steps", "SH-5.16");
    nj_sh_acted(s, in->seat);
    if (s->bullet == 0) {
        say_eat_fail(m, in->seat);
        return 0;
    }
    s->bullet--;
    who->steps--;
    who->touched = 1;
    say_eat_ok(m, in->seat);
    return 0;
}

/* SH-5.28: the answer to P3 in advance. */
int nj_sh_guard(struct nj_match *m, const struct nj_input *in)
{
    static const char *const words[] = {"ask", "fire", "hold"};
    struct sh_state *s = nj_state(m);
    uint8_t i = 0;
    int refused = nj_sh_check(m, in, SH_ACT_FREE);

    if (refused != 0)
        return refused;
    if (in->seat == s->shadow)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.28");
    while (i < NJ_COUNT(words) && strcmp(words[i], in->args.v[0].s) != 0)
        i++;
    if (i == NJ_COUNT(words))
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.28");
    nj_sh_acted(s, in->seat);
    s->seat[in->seat].guard = i;
    say_guard(m, in->seat, words[i]);
    return 0;
}
