/*
 * Leaving and silence (SH-15.5 to 15.7).
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/absence.h"

enum afk_action {
    AFK_KILL,
    AFK_BOT,
    AFK_NONE
};

/* The same line for the living, the dead and the absent (SH-15.6), therefore
 * with the name of the sign-up: who has died may have lost an alias. The seat
 * stays until its rounds pass without it, or a computer player acts for it. */
int nj_sh_leave(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];

    NJ_ASSERT(in->kind == NJ_IN_LEAVE);
    NJ_ASSERT(in->seat < s->n);
    if (s->stage == SH_ENDED)
        return nj_sh_refuse(m, in, "sh.err.over", "SH-5.1");
    if (who->left)
        return nj_sh_refuse(m, in, "sh.err.used_already", "SH-15.6");
    who->left = (uint8_t)(s->round + 1);
    if (s->opt.afk_action == AFK_BOT)
        nj_substitute(m, in->seat, true);
    say_left(m, nj_seat_name(m, in->seat));
    say_host_left(m, in->seat);
    return 0;
}

/* Counts the round as missed; true: the seat dies of it. */
static bool miss(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];
    bool often;

    NJ_ASSERT(who->late);
    if (who->left == s->round + 1)
        return false; /* the round in which it left is free */
    often = nj_absence_missed(&who->missed, s->opt.afk_rounds);
    say_host_missing(m, seat, who->missed, s->opt.afk_rounds);
    if (!often || s->opt.afk_action == AFK_NONE)
        return false;
    if (s->opt.afk_action == AFK_KILL && seat != s->shadow)
        return true;
    if (nj_absence_stand_in(m, seat)) {
        say_afk(m, seat); /* and the host, nobody else */
        say_host_computer(m, seat);
    }
    return false;
}

void nj_sh_afk(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set dying = 0;

    NJ_ASSERT(s->stage == SH_RUNNING);
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].late && s->seat[i].life == SH_ACTIVE && miss(m, i))
            dying |= nj_bit(i);
    nj_sh_kill_all(m, dying, SH_BY_AFK);
}

/* The frame has noted it: nobody stands in for who is here (SH-19.8). */
static void here(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(!nj_substituted(m, a->seat) || a->in->by != NJ_BY_PERSON);
}

const struct nj_order nj_sh_present = {SH_ACT_ASK, "SH-19.8", NULL, here};

/* Who asks is there, too. */
const char *nj_sh_presence(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return s->stage != SH_ENDED && nj_substituted(m, seat) ? "here" : NULL;
}
