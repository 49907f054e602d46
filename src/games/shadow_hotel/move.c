/*
 * Steps of one's own round: go, jump, stay, end, suicide (SH-5.3 to 5.6,
 * SH-5.19, SH-8.12, SH-8.13).
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- what forbids it --- */

const char *nj_sh_step_fault(const struct nj_match *m, nj_seat seat, bool jumps,
                             uint8_t room, uint8_t *passage)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];
    int found = nj_sh_map(m)->jump;

    NJ_ASSERT(room < SH_PLACES);
    if (jumps && who->room != nj_sh_special(m, SH_BRIDGE))
        return "sh.err.wrong_room";
    if (who->stop != SH_FREE)
        return "sh.err.no_move";
    if (who->steps == 0)
        return "sh.err.no_steps";
    if (room == 0)
        return "sh.err.room_unknown";
    if (!jumps)
        found = nj_sh_passage_between(s, nj_sh_map(m), who->room, room);
    *passage = (uint8_t)found;
    return found < 0 ? "sh.err.not_adjacent" : NULL;
}

/* --- landing --- */

/* All of the set at once, the jumper of the fall (SH-8.18). */
static void crush(struct nj_match *m, nj_seat jumper, nj_seat_set dying)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set left = dying;
    nj_seat seat;

    NJ_ASSERT((dying & ~nj_sh_here(s, s->seat[jumper].room)) == 0);
    while (nj_sh_next(s, &left, &seat))
        nj_sh_kill_among(m, seat, seat == jumper ? SH_BY_FALL : SH_BY_CRUSH,
                         dying);
}

/* SH-8.12, what lies behind the escape of (1), or SH-8.13: who is hit below, or
 * else the jumper dies. */
static void land(struct nj_match *m, nj_seat jumper)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[jumper];
    uint8_t lobby = who->room;
    bool plain = s->opt.jump_plain;
    nj_seat_set others = nj_sh_here(s, lobby) & ~nj_bit(jumper);
    nj_seat_set dying = plain ? others : others & nj_sh_marked(s);

    if (dying == 0)
        dying =
            nj_sh_is_saved(s, jumper, lobby) ? others : others | nj_bit(jumper);
    crush(m, jumper, dying);
    if (who->life != SH_ACTIVE)
        return;
    NJ_ASSERT(who->room == lobby);
    if (!plain)
        nj_sh_turn_over(m, jumper);
    if (plain || jumper == s->shadow)
        nj_sh_encounter(m, lobby, plain);
    if (who->life == SH_ACTIVE)
        nj_sh_learn(s, jumper, lobby);
}

/* --- going --- */

void nj_sh_bump(struct nj_match *m, nj_seat seat, uint8_t passage, uint8_t pos)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(nj_sh_is_blocked(s, passage));
    s->seat[seat].bumped = (uint8_t)(passage + 1);
    say_err_blocked(m, seat, pos);
}

static void walk(struct nj_match *m, nj_seat seat, uint8_t passage,
                 uint8_t room)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    bool jumps = passage == nj_sh_map(m)->jump;
    bool escapes = jumps && nj_sh_jump_escapes(s, seat);

    NJ_ASSERT(who->life == SH_ACTIVE && who->stop == SH_FREE);
    nj_sh_spend(s, seat, 1);
    who->moved = 1;
    nj_sh_step_begin(s);
    if (!jumps && who->bumped == passage + 1)
        who->bumped = 0; /* the bear has gone */
    nj_sh_place(m, seat, room);
    if (escapes)
        nj_sh_end(m, SH_ESCAPE); /* SH-4.18: before all else */
    else if (jumps)
        land(m, seat);
    else
        nj_sh_enter(m, seat);
    if (!nj_sh_step_end(m) && who->life == SH_ACTIVE)
        nj_sh_view(m, seat);
}

void nj_sh_set_out(struct nj_match *m, nj_seat seat, uint8_t passage,
                   uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    bool jumps = passage == nj_sh_map(m)->jump;

    NJ_ASSERT(room > 0 && nj_sh_turn_fault(s, seat) == NULL);
    if (nj_sh_is_blocked(s, passage))
        nj_sh_bump(m, seat, passage, jumps ? 0 : s->pos_of[room]);
    else if (!s->seat[seat].warned && nj_sh_holds(s, seat, SH_COIN) &&
             nj_sh_is_fatal(m, seat, room, jumps))
        nj_sh_ask_coin(m, seat, passage, room);
    else
        walk(m, seat, passage, room);
}

static const char *go_fault(const struct nj_match *m, struct nj_attempt *a)
{
    bool jumps = a->order == &nj_sh_jump;
    struct sh_meant *p = a->plan;

    if (jumps)
        p->room = nj_sh_special(m, SH_LOBBY);
    else if (nj_sh_find_place(m, a->seat, nj_input_text(a->in, 0), &p->room) ==
             SH_PLACE_BAD)
        return nj_fault_of(a, "SH-2.10", "sh.err.args");
    return nj_sh_step_fault(m, a->seat, jumps, p->room, &p->passage);
}

static void go(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->room > 0 && p->passage < nj_sh_map(m)->n_passages);
    nj_sh_set_out(m, a->seat, p->passage, p->room);
}

const struct nj_order nj_sh_go = {SH_ACT_MOVE, "SH-5.3", go_fault, go};
const struct nj_order nj_sh_jump = {SH_ACT_MOVE, "SH-5.4", go_fault, go};

/* --- staying --- */

static void end_turn(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(!s->seat[a->seat].turn_over);
    say_turn_over(m, a->seat);
    nj_sh_turn_over(m, a->seat);
}

const struct nj_order nj_sh_end_turn = {SH_ACT_END, "SH-5.6", NULL, end_turn};

static const char *stay_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    return s->stage == SH_RUNNING && s->seat[a->seat].touched
               ? "sh.err.moved_already"
               : NULL;
}

static void stay(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    if (s->stage == SH_RUNNING) {
        end_turn(m, a);
        return;
    }
    NJ_ASSERT(nj_prompt_open(m, a->seat, SH_ASK_SPAWN));
    nj_prompt_close(m, a->seat, SH_ASK_SPAWN);
    say_spawn_ok(m, a->seat, s->pos_of[s->seat[a->seat].room]);
}

const struct nj_order nj_sh_stay = {SH_ACT_STAY, "SH-5.5", stay_fault, stay};

/* --- suicide --- */

static const char *suicide_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    return a->seat != s->shadow ? "sh.err.role" : NULL;
}

static void die(struct nj_match *m, const struct nj_attempt *a)
{
    nj_sh_kill(m, a->seat, SH_BY_SUICIDE);
    NJ_ASSERT(nj_sh_is_present(nj_state_const(m), a->seat)); /* SH-8.15 */
}

const struct nj_order nj_sh_suicide = {SH_ACT_STEP, "SH-5.19", suicide_fault,
                                       die};
