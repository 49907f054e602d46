/*
 * Deaths and respawn (SH-8.4, 8.15 to 8.18), the fake death (SH-6.14), and the
 * atomic step behind which the endings are looked at.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

void nj_sh_step_begin(struct sh_state *s)
{
    NJ_ASSERT(s->busy < UINT8_MAX);
    s->busy++;
}

bool nj_sh_step_end(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->busy > 0);
    s->busy--;
    if (s->stage == SH_ENDED)
        return true;
    if (s->busy > 0 || s->ending_step)
        return false;
    return nj_sh_check_endings(m);
}

/* --- what a death leaves --- */

/* The archive's card; the shadow may die often, so his oldest gives way. */
static void file_death(struct nj_match *m, nj_seat seat, bool as_shadow)
{
    struct sh_state *s = nj_state(m);
    struct sh_death *d;

    NJ_ASSERT(s->n_deaths <= SH_DEATHS_MAX);
    if (s->n_deaths == SH_DEATHS_MAX) {
        uint8_t i = 0;

        while (i + 1 < s->n_deaths && s->death[i].seat != s->shadow)
            i++;
        s->n_deaths--;
        memmove(&s->death[i], &s->death[i + 1],
                (size_t)(s->n_deaths - i) * sizeof(*d));
    }
    d = &s->death[s->n_deaths++];
    memset(d, 0, sizeof(*d));
    d->seq = nj_seq(m);
    d->seat = seat;
    d->as_shadow = as_shadow;
    memcpy(d->name, s->seat[seat].alias, sizeof(d->name));
}

/* Who sees the body drop. */
static nj_seat_set witnesses(const struct sh_state *s, nj_seat seat,
                             nj_seat_set dying)
{
    nj_seat in[SH_SEATS_MAX];
    nj_seat_set set = 0;
    uint8_t n = nj_sh_in_room(s, s->seat[seat].room, in);

    NJ_ASSERT(n <= s->n);
    for (uint8_t i = 0; i < n; i++)
        set |= nj_bit(in[i]);
    return set & ~(dying | nj_bit(seat));
}

/* Nothing is asked of it any more, nothing of its plans happens (SH-8.4). An
 * offer made to it stands until its time: its end would tell. */
static void drop_plans(struct nj_match *m, nj_seat seat)
{
    static const char *const asked[] = {SH_ASK_SPAWN, SH_ASK_COIN, SH_ASK_GUN,
                                        SH_ASK_WAKE};
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    for (size_t i = 0; i < NJ_COUNT(asked); i++)
        nj_prompt_close(m, seat, asked[i]);
    if (who->offer_to != SH_OFFER_NONE)
        nj_sh_offer_drop(m, seat, false);
    who->shot = 0;
    who->memory = 0;
    who->turn_over = 1;
}

/* SH-8.19: one anonymous line until the end of the next round. */
static void grant_words(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    if (!s->opt.heaven)
        return;
    s->seat[seat].words_until = (uint8_t)(s->round + 2);
    nj_sh_tell(m, seat, "sh.words.due", "SH-8.19", NJ_NO_ARGS);
}

/* --- the shadow (SH-8.15) --- */

static void shadow_dies(struct nj_match *m, enum sh_cause cause,
                        nj_seat_set dying)
{
    struct sh_state *s = nj_state(m);
    nj_seat me = s->shadow;
    uint8_t home = nj_sh_special(m, SH_RESPAWN);
    nj_seat_set seen = witnesses(s, me, dying);

    NJ_ASSERT(home > 0);
    file_death(m, me, true);
    nj_sh_queue(s, SH_SAY_DEAD_SHADOW, 0, NULL);
    nj_sh_tell(m, me, "sh.you.dead", "SH-8.2",
               NJ_ARGS(nj_arg_word("cause", nj_sh_cause_word(cause))));
    nj_emit(m, nj_to_seats(seen), "sh.here.dead_shadow", "SH-8.4", NJ_NO_ARGS);
    nj_sh_drop_all(m, me, s->seat[me].room);
    drop_plans(m, me);
    s->seat[me].life = SH_REBIRTH;
    nj_sh_place(m, me, home);
    nj_sh_learn(s, me, home);
    nj_sh_tell(m, me, "sh.you.reborn", "SH-8.15",
               NJ_ARGS(nj_sh_arg_room(m, "room", home),
                       nj_arg_int("pos", s->pos_of[home])));
}

/* --- players and Brillo (SH-8.4) --- */

static void tell_death(struct nj_match *m, nj_seat seat, const char *cause,
                       nj_seat_set seen)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    nj_sh_queue(s, SH_SAY_DEAD, 0, nj_sh_name(m, seat));
    if (s->seat[seat].life == SH_OUT)
        nj_sh_tell(m, seat, "sh.you.dead", "SH-8.2",
                   NJ_ARGS(nj_arg_word("cause", cause)));
    else
        nj_sh_tell(m, seat, "sh.you.fake", "SH-6.14", NJ_NO_ARGS);
    nj_emit(m, nj_to_seats(seen), "sh.here.dead", "SH-8.4",
            NJ_ARGS(nj_sh_arg_name(m, "name", seat)));
    nj_sh_tell_host(
        m, "sh.host.death", "SH-12.3",
        NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_word("cause", cause)));
}

/* Out for good, or for a while (`life`). */
static void leave_room(struct nj_match *m, nj_seat seat, enum sh_life life,
                       const char *cause, nj_seat_set dying)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    nj_seat_set seen = witnesses(s, seat, dying);
    uint8_t room = who->room;

    NJ_ASSERT(room > 0);
    who->life = (uint8_t)life;
    who->body = room;
    file_death(m, seat, false);
    tell_death(m, seat, cause, seen);
    nj_sh_drop_all(m, seat, room);
    drop_plans(m, seat);
    nj_sh_place(m, seat, 0);
    grant_words(m, seat);
}

void nj_sh_kill_among(struct nj_match *m, nj_seat seat, enum sh_cause cause,
                      nj_seat_set dying)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(s->busy > 0);
    if (!nj_sh_is_present(s, seat))
        return;
    if (seat == s->shadow)
        shadow_dies(m, cause, dying);
    else
        leave_room(m, seat, SH_OUT, nj_sh_cause_word(cause), dying);
    nj_sh_guns_check(m);
}

void nj_sh_kill(struct nj_match *m, nj_seat seat, enum sh_cause cause)
{
    nj_sh_kill_among(m, seat, cause, 0);
}

void nj_sh_kill_all(struct nj_match *m, nj_seat_set seats, enum sh_cause cause)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (uint8_t i = 0; i < s->n; i++)
        if ((seats & nj_bit(s->order[i])) != 0)
            nj_sh_kill_among(m, s->order[i], cause, seats);
}

void nj_sh_fake_death(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy > 0);
    NJ_ASSERT(s->seat[seat].life == SH_ACTIVE);
    leave_room(m, seat, SH_ABSENT, "fake", 0);
    nj_sh_guns_check(m);
}
