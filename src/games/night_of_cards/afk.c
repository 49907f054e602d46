/*
 * Absence, leaving and coming back (NC-13.4, 13.5, NC-17.25 to 17.27). A phase
 * without a sign is missed; after too many a computer player sits down at the
 * next opening, and whoever holds the seat gets it back by any order.
 */
#include "games/night_of_cards/night_of_cards.h"
#include "match/absence.h"

/* Persons who have given no sign in this phase, and owe one: not the dead, nor
 * those who could do nothing in it (NC-17.25). */
static nj_seat_set absent(const struct nj_match *m, const struct nc_state *s)
{
    nj_seat_set set = 0;

    NJ_ASSERT(s->phase != NC_OVER);
    if (s->uncounted || s->phase == NC_VERDICT)
        return 0;
    NJ_FOREACH_SEAT(k, nj_nc_living(s) & nj_absence_present(m)) {
        const struct nc_seat *who = &s->seat[k];

        if (!who->present && !who->soulless && !nj_nc_dying(who))
            set |= nj_bit(k);
    }
    return set;
}

void nj_nc_count_absent(struct nj_match *m, struct nc_state *s)
{
    NJ_FOREACH_SEAT(k, absent(m, s)) {
        uint8_t *missed = &s->seat[k].missed;

        if (nj_absence_missed(missed, s->opt.afk_limit))
            NJ_ASSERT(*missed >= s->opt.afk_limit);
    }
}

static void stand_in(struct nj_match *m, struct nc_state *s, nj_seat seat)
{
    if (nj_absence_stand_in(m, seat)) {
        NJ_ASSERT(nj_substituted(m, seat));
        s->seat[seat].standing_in = 1;
        say_sub(m, seat, "bot", NJ_NO_INT);
    }
}

nj_seat_set nj_nc_seat_stand_ins(struct nj_match *m, struct nc_state *s)
{
    nj_seat_set set = 0;

    NJ_FOREACH_SEAT(k, nj_nc_living(s) & nj_absence_present(m))
        if (s->seat[k].missed >= s->opt.afk_limit) {
            stand_in(m, s, k);
            set |= nj_bit(k);
        }
    return set;
}

nj_seat_set nj_nc_last_chance(const struct nj_match *m,
                              const struct nc_state *s)
{
    nj_seat_set set = absent(m, s);

    NJ_FOREACH_SEAT(k, set)
        if (!nj_absence_last(s->seat[k].missed, s->opt.afk_limit))
            set &= ~nj_bit(k);
    return set;
}

void nj_nc_tell_absent(struct nj_match *m, const struct nc_state *s,
                       nj_seat_set replaced, int64_t left_ms)
{
    nj_seat_set warned = nj_nc_last_chance(m, s);

    NJ_ASSERT((warned & replaced) == 0);
    NJ_FOREACH_SEAT(k, replaced) {
        say_afk_warn(m, k, k, s->seat[k].missed);
        say_afk_told(m, k, s->seat[k].missed);
    }
    NJ_FOREACH_SEAT(k, warned)
        say_afk_last(m, k, left_ms);
}

void nj_nc_present(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    const struct nj_input *in = a->in;
    struct nc_seat *who = &s->seat[in->seat];
    const struct nj_asker holder = nj_asker_seat(m, in->seat);
    int64_t cells[NC_ORDER_CELLS];

    if (s->undo.seat == in->seat + 1) /* what he is told now shows it */
        nj_nc_no_undo(m);
    if (in->by != NJ_BY_PERSON)
        return;
    who->present = 1;
    who->missed = 0;
    if (!nj_absence_return(m, in))
        return;
    NJ_ASSERT(!nj_substituted(m, in->seat) && who->present);
    say_sub(m, in->seat, "player", NJ_NO_INT);
    /* NC-17.26: what the computer player did, and what of it stands. */
    say_sub_back(m, in->seat);
    if (who->n_orders > 0)
        say_order_list(&holder, nj_nc_orders(m, in->seat, cells),
                       nj_nc_balance(who));
}

const char *nj_nc_presence(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    bool known = who->present && !nj_substituted(m, seat) &&
                 s->undo.seat != seat + 1; /* NC-17.11: now he learns of it */

    NJ_ASSERT(!who->present || who->missed == 0);
    return s->phase == NC_OVER || who->dead || known ? NULL : "here";
}

/* The frame of orders has noted it (nj_nc_present). */
static void here(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(!nj_substituted(m, a->seat) || a->in->by != NJ_BY_PERSON);
}

const struct nj_order nj_nc_here = {NC_ALWAYS, "NC-17.25", NULL, here};

/* A host's kick takes effect at the close (NC-15.1); who leaves by himself is
 * played by a computer at once, and may come back. */
int nj_nc_leave(struct nj_match *m, const struct nj_input *in)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[in->seat];

    NJ_ASSERT(in->kind == NJ_IN_LEAVE && in->seat < s->n);
    if (s->phase == NC_OVER)
        return nj_nc_refuse(m, in, "nc.err.phase", "NC-17.27");
    if (nj_by_power(in->by)) {
        if (who->dead)
            return nj_nc_refuse(m, in, "nc.err.target_dead", "NC-15.1");
        nj_nc_may_undo(m, in->seat, NC_KICK);
        who->removed = 1;
        return 0;
    }
    stand_in(m, s, in->seat);
    return 0;
}

int64_t nj_nc_give_time(struct nj_match *m, struct nc_state *s)
{
    int64_t lacks = s->length_ms / 3 - nj_phase_left(m);

    if (s->phase == NC_OVER || s->extended || lacks <= 0)
        return NJ_NO_INT;
    s->extended = 1;
    nj_timer_extend(m, lacks);
    NJ_ASSERT(nj_phase_ends(m) > nj_at(m));
    return nj_at(m) + nj_phase_left(m); /* of the log, as all that is said */
}

bool nj_nc_stayed(const struct nj_match *m, nj_seat seat)
{
    return !nj_substituted(m, seat);
}
