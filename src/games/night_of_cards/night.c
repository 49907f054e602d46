/*
 * The end of a night (NC-6): what its orders do to each other, and to hands.
 * Each step reads what the steps before it left, so that neither the order of
 * seats nor that of arrival matters; lists are in the canonical key.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* Attacks on one hand: those that were ordered, and two of each binder's and
 * shaman's empty nights. */
#define STRIKES_MAX (NC_SEATS_MAX * (NC_ORDERS + 2))

/* Who did it; what he ordered. */
struct deed {
    struct nc_order *o;
    nj_seat by;
};

struct night {
    struct nc_state *s;
    struct nc_close *d;
    uint16_t n;
    /* By power, seat and number: of attacks, the canonical key (NC-6.1). */
    struct deed deed[NC_SEATS_MAX * NC_ORDERS];
    /* By seat: its cards (by bit of their slot) with a covered one-hit, under
     * which their normal attacks pass everything (NC-6.13); and those that a
     * saver stopped. */
    uint8_t sharp[NC_SEATS_MAX], stopped[NC_SEATS_MAX];
    uint16_t arts[2][NC_SEATS_MAX]; /* targets of sf, of mf */
};

#define SET(power) (UINT32_C(1) << (power))

enum {
    ATTACKS = SET(NC_AIM + 1) - 1, /* powers and kinds alike */
    BY_KILLER = SET(NC_KN) | SET(NC_SNIPED),
    BY_WOLF = SET(NC_WN) | SET(NC_SNIPED),
    NORMAL = BY_KILLER | BY_WOLF
};

/* --- orders that stand --- */

/* The next deed behind `e`, or from the first (NULL), that is not void as yet,
 * of a power in the set; NULL: there is none. */
static struct deed *next(struct night *x, uint32_t powers, struct deed *e)
{
    for (e = e == NULL ? x->deed : e + 1; e < x->deed + x->n; e++)
        if (e->o->fate == NC_OK && (powers & SET(e->o->power)) != 0)
            return e;
    return NULL;
}

/* Lists all orders, and the cards with a covered one-hit (NC-6.13). */
static void list(struct night *x)
{
    uint32_t onehits = x->s->opt.strike ? 0 : SET(NC_KILLX) | SET(NC_BITEX);

    for (uint8_t power = 0; power < (uint8_t)NC_POWERS; power++)
        for (nj_seat k = 0; k < x->s->n; k++)
            for (uint8_t i = 0; i < x->s->seat[k].n_orders; i++) {
                struct nc_order *o = &x->s->seat[k].order[i];

                NJ_ASSERT(!x->s->seat[k].dead && (i == 0 || o[-1].id < o->id));
                if (o->power == power)
                    x->deed[x->n++] = (struct deed){o, k};
            }
    for (struct deed *e = NULL; (e = next(x, onehits, e)) != NULL;)
        x->sharp[e->by] = (uint8_t)(x->sharp[e->by] | SET(e->o->slot));
}

/* Who gave an order of that power. */
static nj_seat_set users(struct night *x, enum nc_power power)
{
    nj_seat_set set = 0;

    for (struct deed *e = NULL; (e = next(x, SET(power), e)) != NULL;)
        set |= nj_bit(e->by);
    return set;
}

static bool is_sharp(const struct night *x, const struct deed *e)
{
    return e->o->power < NC_SNIPE && (x->sharp[e->by] >> e->o->slot & 1) != 0;
}

/* Steps 2 and 3. Who is confined still confines (NC-5.8b). */
static void confine(struct night *x)
{
    for (struct deed *e = NULL; (e = next(x, SET(NC_CONFINE), e)) != NULL;)
        x->d->confined |= nj_bit(e->o->target);
    for (struct deed *e = NULL; (e = next(x, UINT32_MAX, e)) != NULL;) {
        struct nc_seat *who = &x->s->seat[e->by];

        if (!nj_seat_in(x->d->confined, e->by) ||
            !nj_nc_powers[e->o->power].confinable || is_sharp(x, e))
            continue;
        e->o->fate = NC_CONFINED;
        if (e->o->power == NC_ARSON)
            who->arson = who->arson_slot = who->arson_booked = 0;
    }
}

/* Step 4. */
static void shield(struct night *x)
{
    uint32_t snipes = users(x, NC_ANTISNIPE) != 0 ? SET(NC_SNIPE) : 0;

    for (struct deed *e = NULL; (e = next(x, snipes, e)) != NULL;)
        e->o->fate = NC_ANTI;
}

/* --- savers --- */

/* Judges a soul-binder or a shaman on all that is after the target (step 5). */
static uint8_t judge(struct night *x, const struct nc_order *saver)
{
    bool bind = saver->power == NC_BIND;
    uint32_t stops = bind ? BY_KILLER : BY_WOLF;
    uint32_t passes = SET(bind ? NC_KX : NC_WX) | SET(NC_AIMED);
    uint8_t fate = NC_MISSED;

    NJ_ASSERT(bind || saver->power == NC_HEAL);
    for (struct deed *e = NULL; (e = next(x, ATTACKS, e)) != NULL;) {
        /* A normal attack of a sharp card counts as its one-hit. */
        uint32_t kind = SET(e->o->power | is_sharp(x, e));

        if (e->o->target != saver->target)
            continue;
        if ((stops & kind) != 0) {
            x->stopped[e->by] = (uint8_t)(x->stopped[e->by] | SET(e->o->slot));
            fate = NC_OK;
        } else if ((passes & kind) != 0 && fate == NC_MISSED) {
            fate = NC_BEATEN;
        }
    }
    return fate;
}

/* Two empty nights in a row are an attack, and the count begins anew
 * (NC-5.5d). */
static uint16_t second(uint16_t *missed, uint16_t now)
{
    uint16_t twice = *missed & now;

    *missed = now & (uint16_t)~twice;
    NJ_ASSERT((*missed | twice) == now && (*missed & twice) == 0);
    return twice;
}

/* Steps 6, 7 and what they leave to 9. */
static void save(struct night *x)
{
    uint16_t empty[2][NC_SEATS_MAX] = {{0}}; /* of binders, of shamans */

    for (struct deed *e = NULL;
         (e = next(x, SET(NC_BIND) | SET(NC_HEAL), e)) != NULL;) {
        uint16_t *missed = &empty[e->o->power == NC_HEAL][e->by];

        e->o->fate = judge(x, e->o);
        if (e->o->fate == NC_OK)
            x->d->soulless |= nj_bit(e->o->target);
        else if (e->o->fate == NC_MISSED)
            *missed = (uint16_t)(*missed | nj_bit(e->o->target));
    }
    for (nj_seat k = 0; k < x->s->n; k++) {
        x->arts[0][k] = second(&x->s->seat[k].bind_missed, empty[0][k]);
        x->arts[1][k] = second(&x->s->seat[k].heal_missed, empty[1][k]);
    }
    for (struct deed *e = NULL; (e = next(x, NORMAL, e)) != NULL;)
        if ((x->stopped[e->by] >> e->o->slot & 1) != 0)
            e->o->fate = NC_SAVED;
}

/* Step 8: of a sharp card no attack is stopped. */
static void dress(struct night *x)
{
    nj_seat_set vests = users(x, NC_VEST), banes = users(x, NC_BANE);

    NJ_ASSERT(((vests | banes) & x->d->confined) == 0);
    for (struct deed *e = NULL; (e = next(x, NORMAL, e)) != NULL;) {
        uint32_t kind = SET(e->o->power);
        nj_seat_set safe = ((kind & BY_KILLER) != 0 ? vests : 0) |
                           ((kind & BY_WOLF) != 0 ? banes : 0);

        if (nj_seat_in(safe, e->o->target) && !is_sharp(x, e))
            e->o->fate = NC_VESTED;
    }
}

/* --- what reaches a hand --- */

/* Adds the orders of these powers against the target to a list; returns its
 * end. */
static struct nc_attack *strike(struct night *x, nj_seat target,
                                uint32_t powers, struct nc_attack *a)
{
    for (struct deed *e = NULL; (e = next(x, powers, e)) != NULL;)
        if (e->o->target == target)
            *a++ = (struct nc_attack){
                .kind = e->o->power == NC_DOOM ? NC_DM : e->o->power,
                .aim = e->o->place,
                .of = (uint16_t)(e - x->deed + 1)};
    return a;
}

/* Step 9: in the canonical key, by kind, seat, number of the order. */
static struct nc_attack *gather(struct night *x, nj_seat target,
                                struct nc_attack *first)
{
    struct nc_attack *a = strike(x, target, ATTACKS, first);

    NJ_ASSERT(a == first || a[-1].kind <= NC_AIMED);

    for (uint8_t art = 0; art < 2; art++)
        for (nj_seat k = 0; k < x->s->n; k++)
            if (nj_seat_in(x->arts[art][k], target))
                *a++ = (struct nc_attack){.kind = (uint8_t)(NC_SF + art)};
    NJ_ASSERT(a == first || a[-1].kind < NC_DM);
    return strike(x, target, SET(NC_DOOM), a);
}

/* NC-6.12: a doom by itself, arts by themselves, or an attack. */
static enum nc_cause cause_of(const struct nc_fall *f)
{
    uint32_t kinds = 0;

    for (uint8_t i = 0; i < f->n_by; i++)
        kinds |= SET(f->by[i]->kind);
    NJ_ASSERT(kinds != 0); /* no card falls to nobody */
    if (kinds == SET(NC_DM))
        return NC_DOOMED;
    return (kinds & ~(SET(NC_SF) | SET(NC_MF))) == 0 ? NC_ART : NC_ATTACK;
}

/* Front to back, whoever took them: told in the order of the attacks, two aims
 * would show which of them comes from the earlier seat (NC-10.1). */
static void take_falls(struct night *x, nj_seat target, const struct nc_raid *r)
{
    static const uint8_t card_of[NC_KINDS] = {NC_K,  NC_K,  NC_W,  NC_W, NC_SN,
                                              NC_SN, NC_SB, NC_SH, NC_DP};
    struct nc_seat *who = &x->s->seat[target];
    uint8_t hand[NC_HAND], n = who->n;

    memcpy(hand, who->hand, n);
    for (uint8_t i = 0; i < n; i++) {
        const struct nc_fall *f = r->fall;

        while (f < r->fall + r->n_falls && f->slot != hand[i])
            f++;
        if (f == r->fall + r->n_falls)
            continue;
        for (uint8_t k = 0; k < f->n_by; k++)
            who->log_night |= (uint16_t)SET(card_of[f->by[k]->kind]);
        nj_nc_lose(x->s, x->d, target, f->slot, cause_of(f));
    }
    NJ_ASSERT(x->d->lost[target].n == r->n_falls);
}

/* Steps 10 and 12 for one seat. */
static void raid(struct night *x, nj_seat target)
{
    struct nc_seat *who = &x->s->seat[target];
    struct nc_attack attacks[STRIKES_MAX];
    struct nc_raid r = {.n = who->n,
                        .guard = who->guarded ? nj_nc_guard(who) : NC_NO_SLOT,
                        .six = x->s->opt.six != 0,
                        .attacks = attacks,
                        .end = gather(x, target, attacks)};

    NJ_ASSERT((size_t)(r.end - attacks) <= NJ_COUNT(attacks));
    memcpy(r.hand, who->hand, who->n);
    nj_nc_arrange(&r);
    /* NC-6.4: somebody's last card stays in the first night. */
    if (x->s->opt.grace && x->s->round == 1 && r.n_falls > 0 &&
        r.n_falls == who->n) {
        r.n_falls--;
        for (uint8_t i = 0; i < r.fall[r.n_falls].n_by; i++)
            r.fall[r.n_falls].by[i]->fate = NC_WASTED;
    }
    for (const struct nc_attack *a = attacks; a < r.end; a++)
        if (a->of != 0)
            x->deed[a->of - 1].o->fate = a->fate;
    take_falls(x, target, &r);
}

/* Steps 11 and 12: pending cards come back, or are lost for good. */
static void pardon(struct night *x)
{
    for (struct deed *e = NULL; (e = next(x, SET(NC_PARDON), e)) != NULL;)
        if (x->s->seat[e->o->target].pending != 0)
            x->d->pardoned |= nj_bit(e->o->target);
    for (nj_seat k = 0; k < x->s->n; k++) {
        struct nc_seat *who = &x->s->seat[k];

        x->d->pending[k] = who->pending;
        who->pending = 0;
        NJ_ASSERT(!nj_seat_in(x->d->pardoned, k) || x->d->pending[k] != 0);
        if (nj_seat_in(x->d->pardoned, k))
            nj_nc_put_at(who, (uint8_t)(x->d->pending[k] - 1), 0);
        else if (x->d->pending[k] != 0) {
            x->s->executed_lost = 1;
            nj_nc_count_lost(x->s, 1);
        }
    }
}

void nj_nc_night(struct nc_state *s, struct nc_close *d)
{
    struct night x = {.s = s, .d = d};
    unsigned cards = nj_nc_accounted(s);

    NJ_ASSERT(s->phase == NC_NIGHT);
    list(&x);
    confine(&x);
    shield(&x);
    save(&x);
    dress(&x);
    for (nj_seat k = 0; k < s->n; k++) {
        d->log[k] = s->seat[k].log_night;
        s->seat[k].log_night = 0;
        if (nj_nc_dying(&s->seat[k]))
            d->dying |= nj_bit(k);
        raid(&x, k);
    }
    pardon(&x);
    NJ_ASSERT(nj_nc_accounted(s) == cards);
    NJ_ASSERT(((d->confined | d->soulless) & ~nj_nc_living(s)) == 0);
}
