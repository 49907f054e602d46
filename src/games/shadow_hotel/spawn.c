/*
 * The phase before the first round: who would die where it was put may take
 * one step (SH-3.6), then all are checked at once (SH-3.8).
 */
#include "base/bug.h"
#include "games/shadow_hotel/view.h"

/* Without a phase nobody hears of it. */
static void ask(struct nj_match *m, nj_seat seat, bool silent)
{
    const struct nj_ask q = {
        .seat = seat, .name = SH_ASK_SPAWN, .silent = silent};
    int64_t ways[SH_WAY_CELLS];

    ask_spawn(m, &q, nj_sh_view_ways(m, seat, ways), nj_phase_ends(m));
}

void nj_sh_spawn_begin(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    int64_t ms = s->opt.spawn_protection ? nj_option(m, "spawn_secs") : 0;
    nj_seat_set endangered = s->opt.spawn_protection ? nj_sh_endangered(m) : 0;

    NJ_ASSERT(s->stage == SH_SPAWN && s->round == 0);
    if (ms > 0)
        nj_phase_begin(m, "spawn", ms); /* as long for nobody as for all:
                                         * SH-0.84 */
    for (nj_seat i = 0; i < s->n; i++)
        if ((endangered & nj_bit(i)) != 0)
            ask(m, i, ms <= 0);
    if (ms <= 0)
        nj_sh_spawn_end(m);
}

/* The default: the first neighbour where the seat would live; 0: it stays. */
static uint8_t refuge(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t pos[SH_PLACES];
    uint8_t n =
        nj_sh_neighbours(s, nj_sh_map(m), s->seat[seat].room, pos, NULL);

    NJ_ASSERT(s->stage == SH_SPAWN && s->seat[seat].room != 0);
    for (uint8_t i = 0; i < n; i++)
        if (!nj_sh_spawn_is_fatal(m, seat, s->room_at[pos[i]]))
            return pos[i];
    return 0;
}

void nj_sh_spawn_default(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_SPAWN);
    s->seat[seat].spawn_to = refuge(m, seat);
}

/* Where each one goes is settled before anybody moves. */
static void take_steps(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->round == 0);
    nj_prompts_end(m, s->order);
    for (nj_seat i = 0; i < s->n; i++) {
        if (s->seat[i].spawn_to == 0)
            continue;
        nj_sh_place(m, i, s->room_at[s->seat[i].spawn_to]);
        nj_sh_learn(s, i, s->seat[i].room);
    }
}

/* --- SH-3.8 --- */

/* The shadow falls, and all others but the first of them. */
static void check_dark(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set left = nj_sh_here(s, nj_sh_special(m, SH_DARK));
    uint8_t others = 0;
    nj_seat seat;

    while (nj_sh_next(s, &left, &seat))
        if (seat == s->shadow || others++ > 0)
            nj_sh_fall(m, seat);
    NJ_ASSERT(left == 0 && others < s->n);
}

/* All but the first die under the cross. */
static void check_song(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = nj_sh_special(m, SH_SONG);
    nj_seat_set dying = nj_sh_here(s, room);
    nj_seat first;

    if (nj_sh_next(s, &dying, &first) && nj_sh_lies(s, room, SH_CROSS))
        nj_sh_kill_all(m, dying, SH_BY_CROSS);
}

/* True: the match is over. */
static bool check_all(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set dying;

    NJ_ASSERT(s->busy == 0);
    nj_sh_step_begin(s);
    nj_sh_kill_all(m, nj_sh_doomed(m, SH_BY_POWER), SH_BY_POWER);
    dying = nj_sh_doomed(m, SH_BY_LAB);
    if (dying != 0)
        s->reboot_due = 1;
    nj_sh_kill_all(m, dying, SH_BY_LAB);
    check_dark(m);
    check_song(m);
    if (s->seat[s->shadow].life == SH_ACTIVE)
        nj_sh_encounter(m, s->seat[s->shadow].room, true);
    return nj_sh_step_end(m);
}

void nj_sh_spawn_end(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    int64_t deadline;

    NJ_ASSERT(s->stage == SH_SPAWN);
    take_steps(m);
    if (check_all(m))
        return;
    s->stage = SH_RUNNING;
    nj_sh_round_fresh(s);
    deadline = nj_sh_round_clock(m);
    NJ_ASSERT(s->round == 0);
    nj_sh_first_round(m, deadline);
    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i))
            nj_sh_view_round(m, i);
    if (s->opt.hosted)
        nj_sh_board(m);
    nj_sh_round_begin(m);
    nj_sh_round_check(m);
}
