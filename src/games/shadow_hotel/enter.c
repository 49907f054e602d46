/*
 * What a room does to who is in it (SH-8.3 to 8.11): entering, standing,
 * meeting the shadow, and what would come of a step.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

uint8_t nj_sh_in_room(const struct sh_state *s, uint8_t room,
                      nj_seat out[SH_SEATS_MAX])
{
    uint8_t n = 0;

    NJ_ASSERT(room > 0);
    for (uint8_t i = 0; i < s->n; i++) {
        nj_seat seat = s->order[i];

        if (nj_sh_is_present(s, seat) && s->seat[seat].room == room)
            out[n++] = seat;
    }
    NJ_ASSERT(n <= s->n);
    return n;
}

static bool lies(const struct sh_state *s, uint8_t room, enum sh_kind kind)
{
    return nj_sh_lying(s, room, kind) >= 0;
}

static bool holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    return nj_sh_held(s, seat, kind) >= 0;
}

void nj_sh_place(struct nj_match *m, nj_seat seat, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(room < SH_PLACES);
    s->seat[seat].room = room;
    if (seat == s->shadow || seat == s->brillo)
        for (nj_seat i = 0; i < s->n; i++)
            s->seat[i].met = 0; /* the two have parted */
    nj_emit(m, nj_to_record(), "sh.moved", "SH-18.3",
            NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_int("room", room),
                    nj_arg_int("pos", room == 0 ? 0 : s->pos_of[room])));
    nj_sh_guns_check(m); /* who is parted from the shadow is asked no more */
}

/* SH-8.10 (a): a torch bearer's entry makes everybody else fall. */
static void push_out(struct nj_match *m, nj_seat bearer)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, s->seat[bearer].room, in);

    NJ_ASSERT(n >= 1);
    for (uint8_t i = 0; i < n; i++) {
        if (in[i] == bearer)
            continue;
        nj_sh_fall(m, in[i]);
        if (s->seat[in[i]].life == SH_ACTIVE)
            nj_sh_view(m, in[i]);
    }
}

static void stop(struct sh_state *s, nj_seat seat)
{
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    if (who->stop == SH_FREE)
        who->stop = SH_STOPPED;
    if (!s->opt.wander)
        who->force_next = 1; /* SH-8.9: the next player round too */
}

/* N2; true: the check of the mover ends here. */
static bool enter_dark(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = s->seat[seat].room;
    enum sh_dark what = nj_sh_dark_does(m, seat, room);

    NJ_ASSERT(room > 0);
    if (s->opt.wander && room == nj_sh_special(m, SH_DARK) &&
        holds(s, seat, SH_TORCH))
        push_out(m, seat);
    if (what == SH_DARK_STOPS)
        stop(s, seat);
    if (what != SH_DARK_FALLS)
        return false;
    nj_sh_fall(m, seat);
    return true;
}

/* N1 to N5: what kills by itself, or SH_CAUSES. */
static enum sh_cause hazard(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].room;

    NJ_ASSERT(room > 0);
    if (nj_sh_power_kills(m, seat, room))
        return SH_BY_POWER;
    if (nj_sh_gas_kills(m, seat, room))
        return SH_BY_GAS;
    if (nj_sh_song_kills(m, seat, room))
        return SH_BY_CROSS;
    return SH_CAUSES;
}

/* N6 and N7 but for the endings, which the atomic step checks. */
static void arrive(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->room > 0);
    nj_sh_encounter(m, who->room, true);
    if (!nj_sh_is_present(s, seat))
        return;
    nj_sh_learn(s, seat, who->room);
    if (who->life != SH_ACTIVE)
        return;
    if (seat != s->shadow && s->seat[s->shadow].life == SH_REBIRTH &&
        s->seat[s->shadow].room == who->room)
        nj_sh_tell(m, seat, "sh.here.reborn", "SH-8.17", NJ_NO_ARGS);
}

void nj_sh_enter(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    enum sh_cause cause;

    NJ_ASSERT(s->busy > 0);
    NJ_ASSERT(nj_sh_is_present(s, seat));
    if (nj_sh_lab_kills(m, seat, s->seat[seat].room)) {
        s->reboot_due = 1;
        nj_sh_kill(m, seat, SH_BY_LAB);
        return;
    }
    if (enter_dark(m, seat))
        return;
    cause = hazard(m, seat);
    if (cause != SH_CAUSES)
        nj_sh_kill(m, seat, cause);
    else
        arrive(m, seat);
}

void nj_sh_fall(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t below = nj_sh_special(m, SH_FALL_TARGET);

    NJ_ASSERT(s->busy > 0);
    nj_sh_place(m, seat, below);
    if (seat == s->shadow || !lies(s, below, SH_BEAR)) {
        nj_sh_kill(m, seat, SH_BY_FALL);
        return;
    }
    if (s->seat[seat].stop == SH_FREE)
        s->seat[seat].stop = SH_STOPPED;
    arrive(m, seat);
}

void nj_sh_standing(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = s->seat[seat].room;

    NJ_ASSERT(s->busy > 0);
    if (s->seat[seat].life != SH_ACTIVE)
        return;
    if (nj_sh_power_kills(m, seat, room))
        nj_sh_kill(m, seat, SH_BY_POWER);
    else if (nj_sh_gas_kills(m, seat, room))
        nj_sh_kill(m, seat, SH_BY_GAS);
    else if (!s->opt.wander && seat == s->shadow &&
             nj_sh_dark_does(m, seat, room) == SH_DARK_FALLS)
        nj_sh_fall(m, seat); /* SH-0.76 */
}

/* --- SH-8.5 --- */

/* Somebody whom the shadow may kill. */
static void meet_prey(struct nj_match *m, nj_seat seat, bool prompts)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].life == SH_ACTIVE);
    if (nj_prompt_open(m, seat, SH_ASK_GUN))
        return; /* is being asked */
    if (prompts && holds(s, seat, SH_GUN))
        nj_sh_ask_gun(m, seat);
    else
        nj_sh_kill(m, seat, SH_BY_SHADOW);
}

static void meet_brillo(struct nj_match *m, bool prompts)
{
    struct sh_state *s = nj_state(m);
    bool anew = !s->seat[s->brillo].met;

    NJ_ASSERT(s->brillo < s->n);
    if (anew) {
        s->seat[s->brillo].met = 1;
        nj_sh_tell(m, s->shadow, "sh.meet.brillo", "SH-9.9",
                   NJ_ARGS(nj_sh_arg_name(m, "name", s->brillo)));
        nj_sh_tell(m, s->brillo, "sh.meet.shadow", "SH-9.9", NJ_NO_ARGS);
    }
    if (nj_sh_brillo_killable(s))
        meet_prey(m, s->brillo, prompts);
    else if (anew && prompts && holds(s, s->brillo, SH_GUN))
        nj_sh_ask_gun(m, s->brillo);
}

void nj_sh_encounter(struct nj_match *m, uint8_t room, bool prompts)
{
    struct sh_state *s = nj_state(m);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n;

    NJ_ASSERT(s->busy > 0);
    if (!nj_sh_hunts_in(s, room))
        return;
    n = nj_sh_in_room(s, room, in);
    /* A standing order to fire may end it at any of them. */
    for (uint8_t i = 0; i < n && nj_sh_hunts_in(s, room); i++)
        if (s->seat[in[i]].role == SH_PLAYER)
            meet_prey(m, in[i], prompts);
    if (s->brillo < s->n && s->seat[s->brillo].life == SH_ACTIVE &&
        s->seat[s->brillo].room == room && nj_sh_hunts_in(s, room))
        meet_brillo(m, prompts);
}
