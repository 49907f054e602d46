/*
 * Whether an order may be carried out at all (SH-5.1), and the ways in which
 * this game speaks.
 */
#include <stdio.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

int nj_sh_refuse(struct nj_match *m, const struct nj_input *in, const char *key,
                 const char *clause)
{
    NJ_ASSERT(key != NULL);
    NJ_ASSERT(clause != NULL);
    return nj_refuse(m, in, key, clause, NJ_NO_ARGS);
}

int nj_sh_refuse_many(struct nj_match *m, const struct nj_input *in,
                      nj_seat_set fits)
{
    const struct sh_state *s = nj_state_const(m);
    char names[SH_SEATS_MAX][NJ_NAME_MAX + 8];
    const char *texts[SH_SEATS_MAX];
    uint32_t n = 0;

    NJ_ASSERT(fits != 0);
    for (uint8_t k = 1; k <= s->n; k++)
        for (nj_seat i = 0; i < s->n; i++)
            if ((fits & nj_bit(i)) != 0 && s->seat[i].meet == k) {
                (void)snprintf(names[n], sizeof(names[n]), "@%u %s", k,
                               nj_sh_listed(m, i));
                texts[n] = names[n];
                n++;
            }
    return nj_refuse(m, in, "sh.err.ambiguous", "SH-7.31",
                     NJ_ARGS(nj_arg_texts("fits", texts, n)));
}

bool nj_sh_shadow_round(const struct sh_state *s)
{
    NJ_ASSERT(s->round <= SH_ROUNDS_MAX);
    return s->round % 2 == 0;
}

bool nj_sh_own_round(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    return s->stage == SH_RUNNING &&
           nj_sh_shadow_round(s) == (seat == s->shadow);
}

bool nj_sh_is_living(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    return s->seat[seat].life != SH_OUT;
}

bool nj_sh_is_present(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    return s->seat[seat].life == SH_ACTIVE || s->seat[seat].life == SH_REBIRTH;
}

uint8_t nj_sh_living(const struct sh_state *s)
{
    uint8_t n = 0;

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].role == SH_PLAYER && nj_sh_is_living(s, i))
            n++;
    return n;
}

void nj_sh_acted(struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (!nj_sh_own_round(s, seat))
        return;
    s->seat[seat].acted = 1;
    s->seat[seat].missed = 0;
}

/* The state of the seat itself. */
static const char *life_fault(const struct nj_match *m, nj_seat seat,
                              enum sh_act act)
{
    const struct sh_state *s = nj_state_const(m);
    static const char *const faults[] = {NULL, "sh.err.rebirth",
                                         "sh.err.absent", "sh.err.dead"};
    uint8_t life = s->seat[seat].life;

    NJ_ASSERT(life < NJ_COUNT(faults));
    if (act == SH_ACT_HEAVEN && (life == SH_OUT || life == SH_ABSENT))
        return NULL;
    if (act == SH_ACT_ANSWER && nj_prompt_open(m, seat, SH_ASK_WAKE))
        return NULL; /* absent, and asked where to come back */
    return faults[life];
}

const char *nj_sh_turn_fault(const struct sh_state *s, nj_seat seat)
{
    nj_seat slot = nj_sh_slot(s);

    NJ_ASSERT(s->stage != SH_ENDED);
    if (!nj_sh_own_round(s, seat))
        return "sh.err.not_your_round";
    if (s->seat[seat].turn_over)
        return "sh.err.turn_over";
    if (slot != NJ_SEAT_NONE && slot != seat)
        return "sh.err.not_your_turn";
    return NULL;
}

int nj_sh_check(struct nj_match *m, const struct nj_input *in, enum sh_act act)
{
    const struct sh_state *s = nj_state_const(m);
    const char *fault = NULL;

    NJ_ASSERT(in->seat < s->n);
    if (in->place == NJ_PLACE_GROUP && in->by != NJ_BY_CLOCK)
        return nj_refuse_aside(m, in, "sh.err.private", "SH-13.1", NJ_NO_ARGS);
    if (s->stage == SH_ENDED)
        return nj_sh_refuse(m, in, "sh.err.over", "SH-5.1");
    if (act == SH_ACT_ASK)
        return 0;
    if (nj_timer_paused(m))
        return nj_sh_refuse(m, in, "sh.err.paused", "SH-5.1");
    fault = life_fault(m, in->seat, act);
    if (fault == NULL && act != SH_ACT_ANSWER && nj_frozen(m, in->seat))
        fault = "sh.err.prompt_open";
    if (fault == NULL && act != SH_ACT_ANSWER && s->stage == SH_SPAWN)
        fault = "sh.err.no_game";
    if (fault == NULL && act == SH_ACT_STEP)
        fault = nj_sh_turn_fault(s, in->seat);
    return fault == NULL ? 0 : nj_sh_refuse(m, in, fault, "SH-5.1");
}

/* --- speaking --- */

void nj_sh_tell(struct nj_match *m, nj_seat seat, const char *key,
                const char *clause, struct nj_args args)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    nj_emit(m, nj_to_seat(seat), key, clause, args);
}

void nj_sh_tell_host(struct nj_match *m, const char *key, const char *clause,
                     struct nj_args args)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(key != NULL);
    if (s->opt.hosted)
        nj_emit(m, nj_to_host(), key, clause, args);
}

/* SH-12.5: one clause for all, or it would tell a microphone line from what
 * it imitates. */
#define PUBLIC_CLAUSE "SH-12.5"

void nj_sh_public(struct nj_match *m, const char *key, struct nj_args args)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(key != NULL);
    if (s->host_used) {
        if (s->host_used == SH_USED_ADMIN)
            nj_emit(m, nj_to_all(), "sh.host.used", PUBLIC_CLAUSE,
                    NJ_ARGS(nj_arg_word("by", "admin")));
        else
            nj_emit(m, nj_to_all(), "sh.host.used", PUBLIC_CLAUSE, NJ_NO_ARGS);
        s->host_used = 0;
    }
    nj_emit(m, nj_to_all(), key, PUBLIC_CLAUSE, args);
}

/* --- what always holds --- */

void nj_sh_assert(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    NJ_ASSERT(s->shadow < s->n);
    NJ_ASSERT(s->brillo < s->n || s->brillo == NJ_SEAT_NONE);
    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    NJ_ASSERT(s->round <= s->opt.last_round);
    NJ_ASSERT(s->busy == 0);
    NJ_ASSERT(s->stage <= SH_ENDED);
}
