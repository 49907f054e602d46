/*
 * Decisions about the building (SH-17.5, 17.6, 17.10).
 */
#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

#define ARGS "sh.err.ruling"

/* --- mechanisms --- */

/* What the building now does to who stands there, as at E4a. */
static void strike(struct nj_match *m, enum sh_cause cause)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set dying = 0;

    NJ_ASSERT(cause == SH_BY_POWER || cause == SH_BY_GAS);
    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i) &&
            (cause == SH_BY_POWER ? nj_sh_power_kills(m, i, s->seat[i].room)
                                  : nj_sh_gas_kills(m, i, s->seat[i].room)))
            dying |= nj_bit(i);
    nj_sh_kill_all(m, dying, cause);
}

void nj_sh_rule_do_power(struct nj_match *m, struct sh_ruling *r)
{
    if (nj_sh_rule_set(m, r))
        strike(m, SH_BY_POWER);
}

void nj_sh_rule_do_gas(struct nj_match *m, struct sh_ruling *r)
{
    if (nj_sh_rule_set(m, r))
        strike(m, SH_BY_GAS);
}

void nj_sh_energy_appears(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const uint8_t energy = SH_ITEM_SINGLE + SH_ENERGY;

    NJ_ASSERT(s->fireplace);
    if (s->item[energy].where == SH_NOWHERE)
        nj_sh_put(m, energy, SH_IN_ROOM, nj_sh_special(m, SH_FIRE_ROOM));
}

void nj_sh_rule_do_fireplace(struct nj_match *m, struct sh_ruling *r)
{
    if (nj_sh_rule_set(m, r) && r->n != 0)
        nj_sh_energy_appears(m);
}

void nj_sh_rule_do_phase(struct nj_match *m, struct sh_ruling *r)
{
    (void)nj_sh_rule_set(m, r);
    if (r->extra)
        nj_sh_queue(nj_state(m), SH_SAY_PHASE, (uint8_t)r->n, NULL);
}

/* --- rooms --- */

const char *nj_sh_rule_check_swaprooms(struct sh_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    const int n = nj_sh_map(r->from)->n;

    if (r->n < 1 || r->n > n || r->n2 < 1 || r->n2 > n || r->n == r->n2)
        return ARGS;
    nj_sh_rule_note(r->before, "%d=#%u %d=#%u", r->n2,
                    (unsigned)s->room_at[r->n2], r->n,
                    (unsigned)s->room_at[r->n]);
    nj_sh_rule_note(r->after, "%d=#%u %d=#%u", r->n2,
                    (unsigned)s->room_at[r->n], r->n,
                    (unsigned)s->room_at[r->n2]);
    return NULL;
}

/* Who stands inside knows where he is; nobody else does any more. */
static void forget(struct nj_match *m, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(room != 0);
    for (nj_seat i = 0; i < s->n; i++) {
        if (s->seat[i].room != room)
            s->seat[i].known &= ~(UINT64_C(1) << room);
        else
            say_host_changed(m, i);
    }
}

void nj_sh_rule_do_swaprooms(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);
    uint8_t a = s->room_at[r->n];
    uint8_t b = s->room_at[r->n2];

    s->room_at[r->n] = b;
    s->room_at[r->n2] = a;
    s->pos_of[b] = (uint8_t)r->n;
    s->pos_of[a] = (uint8_t)r->n2;
    forget(m, a);
    forget(m, b);
}
