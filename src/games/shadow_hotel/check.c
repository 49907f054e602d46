/*
 * Whether an order may be carried out at all (SH-5.1), what is the same in all
 * of them, and the ways in which this game speaks.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/absence.h"

_Static_assert(sizeof(struct sh_meant) <= NJ_PLAN_MAX, "a plan is too large");

int nj_sh_refuse(struct nj_match *m, const struct nj_input *in, const char *key,
                 const char *clause)
{
    return nj_refuse(m, in, key, clause, NJ_NO_ARGS);
}

bool nj_sh_shadow_round(const struct sh_state *s)
{
    return s->round % 2 == 0;
}

bool nj_sh_own_round(const struct sh_state *s, nj_seat seat)
{
    return s->stage == SH_RUNNING &&
           nj_sh_shadow_round(s) == (seat == s->shadow);
}

bool nj_sh_is_living(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < SH_SEATS_MAX);
    return s->seat[seat].life != SH_OUT;
}

bool nj_sh_is_present(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < SH_SEATS_MAX);
    return s->seat[seat].life == SH_ACTIVE || s->seat[seat].life == SH_REBIRTH;
}

uint8_t nj_sh_living(const struct sh_state *s)
{
    uint8_t n = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].role == SH_PLAYER && nj_sh_is_living(s, i))
            n++;
    return n;
}

/* Marks the seat as having acted in this round (SH-15.5). */
static void mark_acted(struct sh_state *s, nj_seat seat)
{
    if (!nj_sh_own_round(s, seat))
        return;
    s->seat[seat].acted = 1;
    s->seat[seat].missed = 0;
}

/* --- may it be given now --- */

/* What the state of the seat itself forbids. */
static const char *life_fault(const struct nj_match *m, nj_seat seat,
                              enum sh_act act)
{
    const struct sh_state *s = nj_state_const(m);
    static const char *const faults[] = {NULL, "sh.err.rebirth",
                                         "sh.err.absent", "sh.err.dead"};
    uint8_t life = s->seat[seat].life;

    NJ_ASSERT(life < NJ_COUNT(faults));
    if (act == SH_ACT_HEAVEN || act == SH_ACT_END)
        return NULL;
    if (nj_prompt_open(m, seat, SH_ASK_WAKE)) /* absent, and asked where to */
        return act == SH_ACT_ANSWER ? NULL : "sh.err.prompt_open";
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

/* What an order that may be an answer is now. */
static enum sh_act meant(const struct nj_match *m, const struct nj_attempt *a)
{
    enum sh_act act = (enum sh_act)a->order->when;

    if (act == SH_ACT_STAY)
        act = nj_prompt_open(m, a->seat, SH_ASK_SPAWN) ? SH_ACT_ANSWER
                                                       : SH_ACT_MOVE;
    else if (act == SH_ACT_GUN)
        act = nj_prompt_open(m, a->seat, SH_ASK_GUN) ? SH_ACT_ANSWER
                                                     : SH_ACT_FREE;
    return act;
}

static const char *act_fault(const struct nj_match *m, nj_seat seat,
                             enum sh_act act)
{
    const struct sh_state *s = nj_state_const(m);
    const char *fault;

    NJ_ASSERT(act != SH_ACT_STAY && act != SH_ACT_GUN);
    if (s->stage == SH_ENDED)
        return "sh.err.over";
    if (act == SH_ACT_ASK)
        return NULL;
    if (nj_timer_paused(m))
        return "sh.err.paused";
    fault = life_fault(m, seat, act);
    if (fault != NULL || act == SH_ACT_ANSWER)
        return fault;
    if (nj_frozen(m, seat))
        return "sh.err.prompt_open";
    if (s->stage == SH_SPAWN)
        return "sh.err.no_game";
    return act == SH_ACT_STEP || act == SH_ACT_END || act == SH_ACT_MOVE
               ? nj_sh_turn_fault(s, seat)
               : NULL;
}

/* --- the frame of an order --- */

int nj_sh_order_check(struct nj_match *m, const struct nj_attempt *a)
{
    const char *fault;

    NJ_ASSERT(a->in->kind == NJ_IN_ORDER && a->in->seat == a->seat);
    if (a->in->place == NJ_PLACE_GROUP && a->in->by != NJ_BY_CLOCK)
        return refuse_private(m, a->in);
    fault = act_fault(m, a->seat, meant(m, a));
    return fault == NULL ? 0 : nj_sh_refuse(m, a->in, fault, "SH-5.1");
}

/* Refuses by what tells the persons apart: "@2 Ann" and "@5 Ann" of the
 * meeting list, "3 Nina" and "6 Nils" of all seats. */
static int refuse_several(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_meant *p = a->plan;
    char line[SH_SEATS_MAX][NJ_NAME_MAX + 8];
    const char *lines[SH_SEATS_MAX];
    uint8_t n = 0;

    for (unsigned k = 1; k <= s->n; k++)
        for (nj_seat i = 0; i < s->n; i++) {
            if ((p->several & nj_bit(i)) == 0 ||
                k != (p->listed ? s->seat[i].meet : i + 1u))
                continue;
            (void)snprintf(line[n], sizeof(line[n]), "%s%u %s",
                           p->listed ? "@" : "", k,
                           p->listed ? nj_sh_listed(m, i) : nj_seat_name(m, i));
            lines[n] = line[n];
            n++;
        }
    NJ_ASSERT(n > 1);
    return refuse_ambiguous(m, a->in, nj_text_list(lines, n), a->clause);
}

int nj_sh_order_refuse(struct nj_match *m, const struct nj_attempt *a,
                       const char *code)
{
    const struct sh_meant *p = a->plan;

    NJ_ASSERT((p->several != 0) == (strcmp(code, "sh.err.ambiguous") == 0));
    return p->several != 0 ? refuse_several(m, a)
                           : nj_sh_refuse(m, a->in, code, a->clause);
}

const char *nj_sh_here_fault(const struct nj_match *m, struct nj_attempt *a,
                             struct sh_person person)
{
    struct sh_meant *p = a->plan;

    p->who = nj_sh_find_here(m, a->seat, person, &p->several);
    if (p->several == 0)
        return NULL;
    NJ_ASSERT(p->who == NJ_SEAT_NONE);
    p->listed = true;
    return nj_fault_of(a, "SH-7.31", "sh.err.ambiguous");
}

static bool is_atomic(const struct nj_attempt *a)
{
    NJ_ASSERT(a->order->act != NULL && a->order->when <= SH_ACT_ASK);
    return a->order->when <= SH_ACT_HEAVEN;
}

void nj_sh_order_begin(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->busy == 0 && s->stage != SH_ENDED);
    if (nj_absence_return(m, a->in)) /* SH-19.8 */
        say_back(m, a->seat);
    if (a->order->when <= SH_ACT_MOVE || a->order->when == SH_ACT_ASK)
        mark_acted(s, a->seat);
    if (is_atomic(a))
        nj_sh_step_begin(s);
}

/* An answer that ends the match counts for nothing any more. */
void nj_sh_order_end(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);

    if (a->order->when == SH_ACT_ASK ||
        (is_atomic(a) ? nj_sh_step_end(m) : s->stage == SH_ENDED))
        return;
    if (a->order->when > SH_ACT_MOVE)
        mark_acted(s, a->seat);
    nj_sh_round_check(m);
    NJ_ASSERT(s->busy == 0);
}

/* --- speaking --- */

/* One clause for all, or it would tell a microphone line from what it
 * imitates. */
void nj_sh_public(struct nj_match *m, const char *key, struct nj_args args)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(strncmp(key, "sh.", 3) == 0);
    if (s->host_used != SH_USED_NOT) {
        say_host_used(m, s->host_used == SH_USED_ADMIN ? "admin" : NULL);
        s->host_used = SH_USED_NOT;
    }
    nj_emit(m, nj_to_all(), key, "SH-12.5", args);
}

/* --- what always holds --- */

void nj_sh_assert(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->shadow < s->n && s->n <= SH_SEATS_MAX);
    NJ_ASSERT(s->brillo < s->n || s->brillo == NJ_SEAT_NONE);
    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    NJ_ASSERT(s->round <= s->opt.last_round && s->rotated <= 1);
    NJ_ASSERT(s->busy == 0 && s->stage <= SH_ENDED);
}
