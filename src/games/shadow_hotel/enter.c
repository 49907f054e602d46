/*
 * What a room does to who is in it (SH-8.3 to 8.11): entering, standing, and
 * meeting the shadow.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- who is where --- */

nj_seat_set nj_sh_here(const struct sh_state *s, uint8_t room)
{
    nj_seat_set set = 0;

    NJ_ASSERT(room > 0);
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].room == room && nj_sh_is_present(s, i))
            set |= nj_bit(i);
    return set;
}

bool nj_sh_next(const struct sh_state *s, nj_seat_set *set, nj_seat *seat)
{
    NJ_ASSERT(*set >> s->n == 0);
    for (uint8_t i = 0; *set != 0; i++) {
        *seat = s->order[i];
        if ((*set & nj_bit(*seat)) == 0)
            continue;
        *set &= ~nj_bit(*seat);
        return true;
    }
    return false;
}

void nj_sh_place(struct nj_match *m, nj_seat seat, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n && room < SH_PLACES);
    s->seat[seat].room = room;
    if (seat == s->shadow || seat == s->brillo)
        for (nj_seat i = 0; i < s->n; i++)
            s->seat[i].met = 0; /* the two have parted */
    say_moved(m, seat, room, room == 0 ? 0 : s->pos_of[room]);
    nj_sh_guns_check(m); /* who is parted from the shadow is asked no more */
}

/* --- entering --- */

/* SH-8.10 (a): a torch bearer's entry makes everybody else fall. */
static void push_out(struct nj_match *m, nj_seat bearer)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set left = nj_sh_here(s, s->seat[bearer].room) & ~nj_bit(bearer);
    nj_seat seat;

    NJ_ASSERT(nj_sh_holds(s, bearer, SH_TORCH));
    while (nj_sh_next(s, &left, &seat)) {
        nj_sh_fall(m, seat);
        if (s->seat[seat].life == SH_ACTIVE)
            nj_sh_view(m, seat);
    }
}

static void stop(struct sh_seat *who)
{
    if (who->stop == SH_FREE)
        who->stop = SH_STOPPED;
    NJ_ASSERT(who->stop == SH_STOPPED || who->stop == SH_FORCED);
}

/* N2; true: the check of the mover ends here. */
static bool enter_dark(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = s->seat[seat].room;
    enum sh_dark what = nj_sh_dark_does(m, seat, room);

    if (s->opt.wander && room == nj_sh_special(m, SH_DARK) &&
        nj_sh_holds(s, seat, SH_TORCH))
        push_out(m, seat);
    if (what == SH_DARK_STOPS) {
        stop(&s->seat[seat]);
        if (!s->opt.wander)
            s->seat[seat].force_next = 1; /* SH-8.9: the next round too */
    }
    if (what != SH_DARK_FALLS)
        return false;
    nj_sh_fall(m, seat);
    return true;
}

/* N6 and N7 but for the endings, which the atomic step checks. */
static void arrive(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    const struct sh_seat *shadow = &s->seat[s->shadow];

    NJ_ASSERT(who->room != 0);
    nj_sh_encounter(m, who->room, true);
    if (!nj_sh_is_present(s, seat))
        return;
    nj_sh_learn(s, seat, who->room);
    if (who->life == SH_ACTIVE && seat != s->shadow &&
        shadow->life == SH_REBIRTH && shadow->room == who->room)
        say_here_reborn(m, seat);
}

void nj_sh_enter(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    enum sh_cause cause = nj_sh_room_kills(m, seat, s->seat[seat].room);

    NJ_ASSERT(nj_sh_is_present(s, seat));
    if (cause == SH_BY_LAB)
        s->reboot_due = 1;
    if (cause != SH_CAUSES)
        nj_sh_kill(m, seat, cause);
    else if (!enter_dark(m, seat))
        arrive(m, seat);
}

void nj_sh_fall(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t below = nj_sh_special(m, SH_FALL_TARGET);

    NJ_ASSERT(s->seat[seat].room == nj_sh_special(m, SH_DARK));
    nj_sh_place(m, seat, below);
    if (!nj_sh_is_saved(s, seat, below)) {
        nj_sh_kill(m, seat, SH_BY_FALL);
        return;
    }
    stop(&s->seat[seat]);
    arrive(m, seat);
}

void nj_sh_standing(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].room;
    enum sh_cause cause = nj_sh_room_kills(m, seat, room);

    if (s->seat[seat].life != SH_ACTIVE)
        return;
    NJ_ASSERT(room > 0);
    if (cause == SH_BY_POWER || cause == SH_BY_GAS)
        nj_sh_kill(m, seat, cause);
    else if (!s->opt.wander && seat == s->shadow &&
             nj_sh_dark_does(m, seat, room) == SH_DARK_FALLS)
        nj_sh_fall(m, seat); /* SH-0.76 */
}

/* --- SH-8.5 --- */

/* Somebody whom the shadow may kill. */
static void meet_prey(struct nj_match *m, nj_seat seat, bool prompts)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].life == SH_ACTIVE && seat != s->shadow);
    if (nj_prompt_open(m, seat, SH_ASK_GUN))
        return; /* is being asked */
    if (prompts && nj_sh_holds(s, seat, SH_GUN))
        nj_sh_ask_gun(m, seat);
    else
        nj_sh_kill(m, seat, SH_BY_SHADOW);
}

static void meet_brillo(struct nj_match *m, bool prompts)
{
    struct sh_state *s = nj_state(m);
    bool anew = !s->seat[s->brillo].met;

    if (anew) {
        s->seat[s->brillo].met = 1;
        say_meet_brillo(m, s->shadow, nj_sh_name(m, s->brillo), "SH-9.9");
        say_meet_shadow(m, s->brillo);
    }
    if (nj_sh_brillo_killable(s))
        meet_prey(m, s->brillo, prompts);
    else if (anew && prompts && nj_sh_holds(s, s->brillo, SH_GUN))
        nj_sh_ask_gun(m, s->brillo);
}

void nj_sh_encounter(struct nj_match *m, uint8_t room, bool prompts)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set left = nj_sh_here(s, room) & ~nj_sh_marked(s);
    nj_seat seat;

    NJ_ASSERT(s->busy > 0 && (left & nj_bit(s->shadow)) == 0);
    /* A standing order to fire may end it at any of them. */
    while (nj_sh_hunts_in(s, room) && nj_sh_next(s, &left, &seat))
        meet_prey(m, seat, prompts);
    if (s->brillo < s->n && s->seat[s->brillo].life == SH_ACTIVE &&
        s->seat[s->brillo].room == room && nj_sh_hunts_in(s, room))
        meet_brillo(m, prompts);
}
