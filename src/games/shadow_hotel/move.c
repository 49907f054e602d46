/*
 * Steps of one's own round: go, jump, stay, end, suicide (SH-5.3 to 5.6,
 * SH-5.19, SH-8.12, SH-8.13).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- go --- */

const char *nj_sh_step_fault(const struct nj_match *m, nj_seat seat,
                             uint8_t room, uint8_t *passage)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];
    int found;

    NJ_ASSERT(room < SH_PLACES);
    if (who->stop != SH_FREE)
        return "sh.err.no_move";
    if (who->steps == 0)
        return "sh.err.no_steps";
    if (room == 0)
        return "sh.err.room_unknown";
    found = nj_sh_passage_between(s, nj_sh_map(m), who->room, room);
    if (found < 0)
        return "sh.err.not_adjacent";
    *passage = (uint8_t)found;
    return nj_sh_is_blocked(s, *passage) ? "sh.err.blocked" : NULL;
}

/* One step of one's own. */
static void spend(struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(s->seat[seat].steps > 0);
    s->seat[seat].steps--;
    s->seat[seat].touched = 1;
    s->seat[seat].moved = 1;
}

void nj_sh_step_do(struct nj_match *m, nj_seat seat, uint8_t passage,
                   uint8_t room)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->life == SH_ACTIVE);
    spend(s, seat);
    if (who->bumped == passage + 1)
        who->bumped = 0; /* the bear has gone */
    nj_sh_step_begin(s);
    nj_sh_place(m, seat, room);
    nj_sh_enter(m, seat);
    if (!nj_sh_step_end(m) && who->life == SH_ACTIVE)
        nj_sh_view(m, seat);
}

void nj_sh_bump(struct nj_match *m, nj_seat seat, uint8_t passage, uint8_t pos)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(nj_sh_is_blocked(s, passage));
    s->seat[seat].bumped = (uint8_t)(passage + 1);
    nj_sh_tell(m, seat, "sh.err.blocked", "SH-7.24",
               NJ_ARGS(nj_arg_int("pos", pos)));
}

static bool is_warned(const struct nj_match *m, nj_seat seat, uint8_t room,
                      bool jump)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(room > 0);
    return nj_sh_held(s, seat, SH_COIN) >= 0 && !s->seat[seat].warned &&
           nj_sh_is_fatal(m, seat, room, jump);
}

int nj_sh_go(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    enum sh_place_found found;
    const char *fault;
    uint8_t passage = UINT8_MAX, room = 0;
    int refused = nj_sh_check(m, in, SH_ACT_STEP);

    if (refused != 0)
        return refused;
    found = nj_sh_find_place(m, in->seat, in->args.v[0].s, &room);
    if (found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-2.10");
    fault = nj_sh_step_fault(m, in->seat, room, &passage);
    if (fault != NULL && passage == UINT8_MAX)
        return nj_sh_refuse(m, in, fault, "SH-5.3");
    nj_sh_acted(s, in->seat);
    if (fault != NULL)
        nj_sh_bump(m, in->seat, passage, s->pos_of[room]);
    else if (is_warned(m, in->seat, room, false))
        nj_sh_ask_coin(m, in->seat, passage, room);
    else
        nj_sh_step_do(m, in->seat, passage, room);
    if (s->stage != SH_ENDED)
        nj_sh_round_check(m);
    return 0;
}

/* --- jump --- */

const char *nj_sh_jump_fault(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    if (who->room != nj_sh_special(m, SH_BRIDGE))
        return "sh.err.wrong_room";
    if (who->stop != SH_FREE)
        return "sh.err.no_move";
    if (who->steps == 0)
        return "sh.err.no_steps";
    return nj_sh_is_blocked(s, nj_sh_map(m)->jump) ? "sh.err.blocked" : NULL;
}

/* Who is below, all or only shadow and Brillo. */
static nj_seat_set below(const struct nj_match *m, bool marked_only)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, nj_sh_special(m, SH_LOBBY), in);
    nj_seat_set set = 0;

    NJ_ASSERT(n <= s->n);
    for (uint8_t i = 0; i < n; i++)
        if (!marked_only || s->seat[in[i]].role != SH_PLAYER)
            set |= nj_bit(in[i]);
    return set;
}

/* The bear in the lobby breaks a fall (SH-7.24). */
static bool is_saved(const struct nj_match *m, nj_seat jumper)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(jumper < s->n);
    return jumper != s->shadow &&
           nj_sh_lying(s, nj_sh_special(m, SH_LOBBY), SH_BEAR) >= 0;
}

/* All of the set at once, the jumper of the fall (SH-8.18). */
static void crush(struct nj_match *m, nj_seat jumper, nj_seat_set dying)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(jumper < s->n);
    for (uint8_t i = 0; i < s->n; i++) {
        nj_seat seat = s->order[i];

        if ((dying & nj_bit(seat)) != 0)
            nj_sh_kill_among(m, seat, seat == jumper ? SH_BY_FALL : SH_BY_CRUSH,
                             dying);
    }
}

/* SH-8.12; what lies behind the escape of (1). */
static void land_classic(struct nj_match *m, nj_seat jumper)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set marked = below(m, true) & ~nj_bit(jumper);
    nj_seat_set dying = marked;

    if (marked == 0) {
        dying = below(m, false);
        if (is_saved(m, jumper))
            dying &= ~nj_bit(jumper);
    }
    crush(m, jumper, dying);
    if (s->seat[jumper].life != SH_ACTIVE)
        return;
    nj_sh_turn_over(m, jumper);
    nj_sh_learn(s, jumper, s->seat[jumper].room);
    if (jumper == s->shadow)
        nj_sh_encounter(m, s->seat[jumper].room, false);
    NJ_ASSERT(jumper < s->n);
}

/* SH-8.13. */
static void land_plain(struct nj_match *m, nj_seat jumper)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set dying = below(m, false) & ~nj_bit(jumper);

    if (dying == 0 && !is_saved(m, jumper))
        dying = nj_bit(jumper);
    crush(m, jumper, dying);
    if (s->seat[jumper].life != SH_ACTIVE)
        return;
    nj_sh_encounter(m, s->seat[jumper].room, true);
    if (s->seat[jumper].life == SH_ACTIVE)
        nj_sh_learn(s, jumper, s->seat[jumper].room);
    NJ_ASSERT(jumper < s->n);
}

/* SH-8.12 (1). */
static bool jump_escapes(const struct sh_state *s, nj_seat jumper)
{
    NJ_ASSERT(jumper < s->n);
    return !s->opt.jump_plain && s->seat[jumper].role == SH_PLAYER &&
           (nj_sh_held(s, jumper, SH_KEY) >= 0 || s->door);
}

void nj_sh_jump_do(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    bool escapes = jump_escapes(s, seat);

    NJ_ASSERT(s->seat[seat].life == SH_ACTIVE);
    spend(s, seat);
    nj_sh_step_begin(s);
    nj_sh_place(m, seat, nj_sh_special(m, SH_LOBBY));
    if (escapes)
        nj_sh_end(m, SH_ESCAPE); /* SH-4.18: before all else */
    else if (s->opt.jump_plain)
        land_plain(m, seat);
    else
        land_classic(m, seat);
    if (!nj_sh_step_end(m) && s->seat[seat].life == SH_ACTIVE)
        nj_sh_view(m, seat);
}

int nj_sh_jump(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    uint8_t passage = nj_sh_map(m)->jump;
    uint8_t lobby = nj_sh_special(m, SH_LOBBY);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    const char *fault;
    bool blocked;

    if (refused != 0)
        return refused;
    fault = nj_sh_jump_fault(m, in->seat);
    blocked = fault != NULL && strcmp(fault, "sh.err.blocked") == 0;
    if (fault != NULL && !blocked)
        return nj_sh_refuse(m, in, fault, "SH-5.4");
    nj_sh_acted(s, in->seat);
    if (blocked)
        nj_sh_bump(m, in->seat, passage, 0);
    else if (is_warned(m, in->seat, lobby, true))
        nj_sh_ask_coin(m, in->seat, passage, lobby);
    else
        nj_sh_jump_do(m, in->seat);
    if (s->stage != SH_ENDED)
        nj_sh_round_check(m);
    return 0;
}

/* --- staying --- */

static int end_turn(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(!s->seat[in->seat].turn_over);
    nj_sh_acted(s, in->seat);
    nj_sh_tell(m, in->seat, "sh.turn.over", "SH-5.6", NJ_NO_ARGS);
    nj_sh_turn_over(m, in->seat);
    nj_sh_round_check(m);
    return 0;
}

int nj_sh_end_turn(struct nj_match *m, const struct nj_input *in)
{
    int refused = nj_sh_check(m, in, SH_ACT_STEP);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    return refused != 0 ? refused : end_turn(m, in);
}

/* SH-5.5; in the phase before the rounds the answer to P1. */
int nj_sh_stay(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];
    bool spawning = nj_prompt_open(m, in->seat, SH_ASK_SPAWN);
    int refused = nj_sh_check(m, in, spawning ? SH_ACT_ANSWER : SH_ACT_STEP);

    NJ_ASSERT(in->seat < s->n);
    if (refused != 0)
        return refused;
    if (!spawning && who->touched)
        return nj_sh_refuse(m, in, "sh.err.moved_already", "SH-5.5");
    if (!spawning)
        return end_turn(m, in);
    nj_prompt_close(m, in->seat, SH_ASK_SPAWN);
    nj_sh_tell(m, in->seat, "sh.spawn_ok", "SH-3.6",
               NJ_ARGS(nj_arg_int("pos", s->pos_of[who->room])));
    return 0;
}

int nj_sh_suicide(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);

    NJ_ASSERT(in->seat < s->n);
    if (refused != 0)
        return refused;
    if (in->seat != s->shadow)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.19");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_kill(m, in->seat, SH_BY_SUICIDE);
    if (!nj_sh_step_end(m))
        nj_sh_round_check(m);
    return 0;
}
