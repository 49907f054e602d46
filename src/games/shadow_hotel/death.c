/*
 * Deaths and respawn (SH-8.4, 8.15 to 8.18), the fake death (SH-6.14), and the
 * atomic step behind which the endings are looked at.
 */
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
    struct sh_death d = {
        .seq = nj_seq(m), .seat = seat, .as_shadow = as_shadow};
    uint8_t i = 0;

    if (s->n_deaths == SH_DEATHS_MAX) {
        while (i + 1 < s->n_deaths && s->death[i].seat != s->shadow)
            i++;
        s->n_deaths--;
        memmove(&s->death[i], &s->death[i + 1],
                (size_t)(s->n_deaths - i) * sizeof(d));
    }
    NJ_ASSERT(s->n_deaths == 0 || s->death[s->n_deaths - 1].seq <= d.seq);
    memcpy(d.name, s->seat[seat].alias, sizeof(d.name));
    s->death[s->n_deaths++] = d;
}

const struct sh_death *nj_sh_last_death(const struct sh_state *s, nj_seat seat,
                                        bool announced)
{
    const struct sh_death *last = NULL;

    for (uint8_t i = 0; i < s->n_deaths; i++)
        if (s->death[i].seat == seat && (s->death[i].announced || !announced))
            last = &s->death[i];
    NJ_ASSERT(last == NULL || last->seq > 0 || !announced);
    return last;
}

/* Nothing is asked of it any more, nothing of its plans happens (SH-8.4). An
 * offer made to it stands until its time: its end would tell. */
static void drop_plans(struct nj_match *m, nj_seat seat)
{
    static const char *const asked[] = {SH_ASK_SPAWN, SH_ASK_COIN, SH_ASK_GUN,
                                        SH_ASK_WAKE};
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    for (size_t i = 0; i < NJ_COUNT(asked); i++)
        nj_prompt_close(m, seat, asked[i]);
    NJ_ASSERT(seat == s->shadow || !nj_frozen(m, seat));
    if (who->offer_to != SH_OFFER_NONE)
        nj_sh_offer_drop(m, seat, false);
    NJ_ASSERT(who->offer_to == SH_OFFER_NONE);
    who->shot = 0;
    who->memory = 0;
    nj_sh_rest(m, nj_bit(seat));
}

/* --- dying --- */

/* SH-8.15. */
static void be_reborn(struct nj_match *m, nj_seat me)
{
    struct sh_state *s = nj_state(m);
    uint8_t home = nj_sh_special(m, SH_RESPAWN);

    NJ_ASSERT(me == s->shadow && s->seat[me].life == SH_REBIRTH);
    nj_sh_place(m, me, home);
    nj_sh_learn(s, me, home);
    say_you_reborn(m, me, nj_sh_arg_room(m, "room", home), s->pos_of[home]);
}

/* Goes out for good or for a while, or, the shadow, home: by `life` (SH-8.4). */
static void die(struct nj_match *m, nj_seat seat, enum sh_life life,
                const char *cause, nj_seat_set dying)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    uint8_t room = who->room;
    nj_seat_set seen = nj_sh_here(s, room) & ~(dying | nj_bit(seat));
    bool as_shadow = life == SH_REBIRTH;

    NJ_ASSERT(life == SH_ABSENT || as_shadow == (seat == s->shadow));
    who->life = (uint8_t)life;
    file_death(m, seat, as_shadow);
    if (life == SH_ABSENT)
        say_you_fake(m, seat);
    else
        say_you_dead(m, seat, cause);
    if (life == SH_OUT)
        say_died(m, seat, cause);
    if (as_shadow) {
        nj_sh_queue(s, SH_SAY_DEAD_SHADOW, 0, NULL);
        say_here_dead_shadow(m, seen);
    } else {
        nj_sh_queue(s, SH_SAY_DEAD, 0, nj_sh_name(m, seat));
        say_here_dead(m, seen, nj_sh_name(m, seat));
        say_host_death(m, seat, cause);
    }
    nj_sh_drop_all(m, seat, room);
    drop_plans(m, seat);
    if (as_shadow) {
        be_reborn(m, seat);
    } else {
        who->body = room;
        nj_sh_place(m, seat, 0);
        if (s->opt.heaven) { /* SH-8.19: one line until the next round ends */
            who->words_until = (uint8_t)(s->round + 2);
            say_words_due(m, seat);
        }
    }
    nj_sh_guns_check(m);
}

void nj_sh_kill_among(struct nj_match *m, nj_seat seat, enum sh_cause cause,
                      nj_seat_set dying)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy > 0 && cause < SH_CAUSES);
    if (nj_sh_is_present(s, seat))
        die(m, seat, seat == s->shadow ? SH_REBIRTH : SH_OUT,
            nj_sh_cause_word(cause), dying);
}

void nj_sh_kill(struct nj_match *m, nj_seat seat, enum sh_cause cause)
{
    nj_sh_kill_among(m, seat, cause, 0);
}

void nj_sh_kill_all(struct nj_match *m, nj_seat_set seats, enum sh_cause cause)
{
    nj_seat_set left = seats;
    nj_seat seat;

    while (nj_sh_next(nj_state_const(m), &left, &seat))
        nj_sh_kill_among(m, seat, cause, seats);
}

void nj_sh_fake_death(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->opt.fake_death && s->seat[seat].life == SH_ACTIVE);
    die(m, seat, SH_ABSENT, "fake", 0);
}
