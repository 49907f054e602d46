/*
 * The end of a round, step by step (SH-11.1, E0 to E15), and the opening of
 * the next one.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- E4 to E5 --- */

/* E4a: who is found by the new map without protection. */
static void check_hazards(struct nj_match *m)
{
    nj_seat_set power = nj_sh_doomed(m, SH_BY_POWER);
    nj_seat_set dying = power | nj_sh_doomed(m, SH_BY_GAS);
    nj_seat_set left = dying;
    nj_seat seat;

    while (nj_sh_next(nj_state_const(m), &left, &seat)) /* one event: SH-8.18 */
        nj_sh_kill_among(m, seat,
                         (power & nj_bit(seat)) != 0 ? SH_BY_POWER : SH_BY_GAS,
                         dying);
}

static void change_map(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    bool reboot = s->reboot_due != 0;

    NJ_ASSERT(s->ending_step && s->busy == 1);
    if (reboot)
        nj_sh_reboot(m);
    else
        nj_sh_mechanisms_apply(m);
    check_hazards(m);
    if (!reboot)
        nj_sh_wander(m);
}

/* --- E7 to E11 --- */

/* E7. A forced stay lasts through the shadow round between. */
static void clear_stops(struct sh_state *s)
{
    bool players = !nj_sh_shadow_round(s);

    for (nj_seat i = 0; i < s->n; i++) {
        struct sh_seat *who = &s->seat[i];

        if (who->force_next)
            who->stop = SH_FORCED;
        else if (players || who->stop != SH_FORCED)
            who->stop = SH_FREE;
        who->force_next = 0;
        NJ_ASSERT(who->stop == SH_FREE || who->stop == SH_FORCED);
    }
}

/* SH-0.27, 0.28. */
static bool opens_tunnel(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(!s->tunnel);
    if (s->opt.tunnel_last_player && nj_sh_living(s) == 1)
        return true;
    return nj_sh_item_room(s, SH_ITEM_ENERGY) == nj_sh_special(m, SH_LAB) &&
           (s->item[SH_ITEM_ENERGY].where == SH_HELD || s->opt.tunnel_in_room);
}

/* E8; true: somebody has escaped. */
static bool check_tunnel(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(nj_sh_living(s) > 0 && s->busy == 0);
    if (!s->tunnel && opens_tunnel(m)) {
        s->tunnel = 1;
        nj_sh_queue(s, SH_SAY_TUNNEL, 0, NULL);
    }
    return nj_sh_check_endings(m);
}

static bool leaves_phase_one(const struct sh_state *s, bool cross)
{
    NJ_ASSERT(s->phase == 1 && nj_sh_living(s) <= s->total);
    return (s->opt.phase_headcount && 2 * nj_sh_living(s) <= s->total) ||
           cross || s->changed || s->fire_now ||
           s->round >= s->opt.phase2_round;
}

static bool reaches_phase_three(const struct sh_state *s, uint8_t phase,
                                bool cross)
{
    NJ_ASSERT(phase == s->phase || phase == 2);
    return s->tunnel ||
           (s->opt.phase_headcount && cross &&
            3 * nj_sh_living(s) <= s->total) ||
           (s->round >= s->opt.phase3_round && (s->opt.level || phase == 2));
}

/* E9 (SH-4.4 to 4.11). */
static void check_phase(struct sh_state *s)
{
    bool cross = nj_sh_held(s, s->shadow, SH_CROSS) >= 0;
    uint8_t phase = s->phase;

    if (phase == 1 && leaves_phase_one(s, cross))
        phase = 2;
    if (reaches_phase_three(s, phase, cross))
        phase = 3;
    NJ_ASSERT(phase >= s->phase);
    if (phase == s->phase)
        return;
    s->phase = phase;
    nj_sh_queue(s, SH_SAY_PHASE, phase, NULL);
}

/* E10; true: that was the last round. */
static bool check_last(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    if (s->round < s->opt.last_round)
        return false;
    NJ_ASSERT(s->round == s->opt.last_round);
    nj_sh_end(m, s->brillo != NJ_SEAT_NONE && s->album_uses >= 2 ? SH_LOOP
                                                                 : SH_LOST);
    return true;
}

/* E11: the lines that are made only now. */
static void queue_places(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    uint8_t lobby = nj_sh_special(m, SH_LOBBY);
    uint8_t energy = nj_sh_item_room(s, SH_ITEM_ENERGY);

    NJ_ASSERT(s->room_at[s->pos_of[lobby]] == lobby);
    if (s->energy_out && energy != 0)
        nj_sh_queue(s, SH_SAY_ENERGY, energy, NULL);
    if (s->opt.exit_reveal_round == 0 || s->round < s->opt.exit_reveal_round)
        return;
    nj_sh_queue(s, SH_SAY_EXIT, s->pos_of[lobby], NULL);
    for (nj_seat i = 0; i < s->n; i++)
        nj_sh_learn(s, i, lobby);
}

/* --- E14 --- */

/* SH-7.22: in classic at each beginning, else when its place has changed. */
static void tell_album(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = nj_sh_item_room(s, SH_ITEM_ALBUM);
    bool moved = room != s->album_room || s->pos_of[room] != s->album_pos;

    if (s->item[SH_ITEM_ALBUM].where == SH_NOWHERE)
        return;
    NJ_ASSERT(room > 0 && s->room_at[s->pos_of[room]] == room);
    s->album_room = room;
    s->album_pos = s->pos_of[room];
    if (!s->opt.level || moved)
        nj_sh_album_tell(m);
}

static void open_next(struct nj_match *m, const struct sh_snapshot *seen)
{
    struct sh_state *s = nj_state(m);
    int64_t deadline;

    NJ_ASSERT(s->round < s->opt.last_round && s->stage == SH_RUNNING);
    nj_sh_corrections(m);
    nj_sh_queue_clear(s);
    s->round++;
    nj_sh_round_fresh(s);
    deadline = nj_sh_round_clock(m);
    say_round(m, s->round - 1, s->round, nj_sh_side_word(s), deadline);
    nj_sh_radio_round(m);
    nj_sh_meetings(m, true);
    nj_sh_watch_tell(m, seen);
    tell_album(m);
    nj_sh_knowledge_tell(m);
    s->reboot_due = 0;
    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i))
            nj_sh_view_round(m, i);
    if (s->opt.hosted)
        nj_sh_board(m);
}

/* --- all of it --- */

/* E0 to E6; true: nobody is left. */
static bool settle(struct nj_match *m, struct sh_snapshot *seen)
{
    struct sh_state *s = nj_state(m);

    s->ending_step = 1; /* from here on endings are looked at in E6 and E8 */
    nj_sh_prompts_close(m);
    nj_sh_step_begin(s);
    nj_sh_watch_snapshot(m, seen);
    if (!nj_sh_shadow_round(s))
        nj_sh_reports(m);
    nj_sh_afk(m);
    change_map(m);
    (void)nj_sh_step_end(m); /* the endings wait for E6 */
    NJ_ASSERT(s->stage == SH_RUNNING);
    if (nj_sh_living(s) > 0)
        return false;
    nj_sh_end(m, SH_AWAKEN);
    return true;
}

/* True: the match is over. */
static bool run(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    struct sh_snapshot seen = {.room = 0};

    nj_sh_assert(m);
    if (settle(m, &seen))
        return true;
    clear_stops(s);
    if (check_tunnel(m))
        return true;
    check_phase(s);
    if (check_last(m))
        return true;
    queue_places(m);
    if (!nj_sh_shadow_round(s))
        nj_sh_reports_tell(m);
    nj_sh_publish(m, true);
    s->watch = 0;
    s->ending_step = 0;
    open_next(m, &seen);
    nj_sh_round_begin(m);
    return s->stage == SH_ENDED;
}

void nj_sh_round_end(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    bool over;

    do {
        over = run(m);
        NJ_ASSERT(over == (s->stage == SH_ENDED));
    } while (!over && nj_sh_round_done(m));
}
