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

struct night {
    struct nc_state *s;
    struct nc_dawn *d;
    /* By seat: its cards (by bit of their slot) with a covered one-hit, under
     * which their normal attacks pass everything (NC-6.13); and those that a
     * saver stopped. */
    uint8_t sharp[NC_SEATS_MAX], stopped[NC_SEATS_MAX];
    uint16_t arts[NC_SEATS_MAX], cures[NC_SEATS_MAX]; /* targets of sf, mf */
};

/* What reaches one hand. */
struct raid {
    nj_seat target;
    uint16_t n;
    struct nc_attack attack[STRIKES_MAX];
    struct nc_order *order[STRIKES_MAX]; /* NULL: of sf and mf */
    uint8_t fates[STRIKES_MAX];
};

#define SET(kind) (UINT32_C(1) << (kind))

enum {
    ATTACKS = SET(NC_AIM + 1) - 1, /* powers and kinds alike */
    BY_KILLER = SET(NC_KN) | SET(NC_SNIPED),
    BY_WOLF = SET(NC_WN) | SET(NC_SNIPED),
    PAST_BINDER = SET(NC_KX) | SET(NC_AIMED),
    PAST_SHAMAN = SET(NC_WX) | SET(NC_AIMED)
};

/* --- orders that stand --- */

struct cursor {
    nj_seat by; /* who gave the order that was read last */
    uint8_t i;
};

/* The next order that is not void as yet, of a power in the set; NULL: there
 * is none. */
static struct nc_order *next(struct nc_state *s, uint32_t powers,
                             struct cursor *at)
{
    for (; at->by < s->n; at->by++, at->i = 0)
        while (at->i < s->seat[at->by].n_orders) {
            struct nc_order *o = &s->seat[at->by].order[at->i];

            at->i++;
            if (o->fate == NC_OK && (powers & SET(o->power)) != 0)
                return o;
        }
    return NULL;
}

/* Who gave an order of that power. */
static nj_seat_set users(struct nc_state *s, enum nc_power power)
{
    nj_seat_set set = 0;

    for (struct cursor c = {0}; next(s, SET(power), &c) != NULL;)
        set |= nj_bit(c.by);
    return set;
}

static bool is_sharp(const struct night *x, nj_seat by,
                     const struct nc_order *o)
{
    return o->power < NC_SNIPE && (x->sharp[by] >> o->slot & 1) != 0;
}

/* NC-6.13. */
static void sharpen(struct night *x)
{
    const struct nc_order *o;

    if (x->s->opt.strike)
        return;
    for (struct cursor c = {0};
         (o = next(x->s, SET(NC_KILLX) | SET(NC_BITEX), &c)) != NULL;)
        x->sharp[c.by] = (uint8_t)(x->sharp[c.by] | SET(o->slot));
}

/* Steps 2 to 4. Who is confined still confines (NC-5.8b). */
static void confine(struct night *x)
{
    struct nc_order *o;

    for (struct cursor c = {0}; (o = next(x->s, SET(NC_CONFINE), &c)) != NULL;)
        x->d->confined |= nj_bit(o->target);
    for (struct cursor c = {0}; (o = next(x->s, UINT32_MAX, &c)) != NULL;) {
        if ((x->d->confined & nj_bit(c.by)) == 0 ||
            !nj_nc_powers[o->power].confinable || is_sharp(x, c.by, o))
            continue;
        o->fate = NC_CONFINED;
        if (o->power == NC_ARSON) {
            x->s->seat[c.by].arson = 0;
            x->s->seat[c.by].arson_slot = 0;
            x->s->seat[c.by].arson_booked = 0;
        }
    }
    if (users(x->s, NC_ANTISNIPE) == 0)
        return;
    for (struct cursor c = {0}; (o = next(x->s, SET(NC_SNIPE), &c)) != NULL;)
        o->fate = NC_ANTI;
}

/* --- savers --- */

/* Judges a soul-binder or a shaman on all that is after the target. */
static uint8_t judge(struct night *x, const struct nc_order *saver)
{
    bool bind = saver->power == NC_BIND;
    uint32_t stops = bind ? BY_KILLER : BY_WOLF;
    uint32_t passes = bind ? PAST_BINDER : PAST_SHAMAN;
    uint8_t fate = NC_MISSED;
    const struct nc_order *o;

    NJ_ASSERT(bind || saver->power == NC_HEAL);
    for (struct cursor c = {0}; (o = next(x->s, ATTACKS, &c)) != NULL;) {
        /* A normal attack of a sharp card counts as its one-hit. */
        uint8_t kind = is_sharp(x, c.by, o) ? o->power | 1u : o->power;

        if (o->target != saver->target)
            continue;
        if ((stops & SET(kind)) != 0) {
            x->stopped[c.by] = (uint8_t)(x->stopped[c.by] | SET(o->slot));
            fate = NC_OK;
        } else if ((passes & SET(kind)) != 0 && fate == NC_MISSED) {
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
    return twice;
}

/* Steps 6, 7 and 9. */
static void save(struct night *x)
{
    uint16_t empty[2][NC_SEATS_MAX] = {{0}}; /* of binders, of shamans */
    struct nc_order *o;

    for (struct cursor c = {0};
         (o = next(x->s, SET(NC_BIND) | SET(NC_HEAL), &c)) != NULL;) {
        uint16_t *missed = &empty[o->power == NC_HEAL][c.by];

        o->fate = judge(x, o);
        if (o->fate == NC_OK)
            x->d->soulless |= nj_bit(o->target);
        else if (o->fate == NC_MISSED)
            *missed = (uint16_t)(*missed | nj_bit(o->target));
    }
    for (nj_seat k = 0; k < x->s->n; k++) {
        struct nc_seat *who = &x->s->seat[k];

        x->arts[k] = second(&who->bind_missed, empty[0][k]);
        x->cures[k] = second(&who->heal_missed, empty[1][k]);
    }
    for (struct cursor c = {0};
         (o = next(x->s, BY_KILLER | BY_WOLF, &c)) != NULL;)
        if ((x->stopped[c.by] >> o->slot & 1) != 0)
            o->fate = NC_SAVED;
}

/* Step 8: of a sharp card no attack is stopped. */
static void dress(struct night *x)
{
    nj_seat_set vests = users(x->s, NC_VEST), banes = users(x->s, NC_BANE);
    struct nc_order *o;

    for (struct cursor c = {0};
         (o = next(x->s, BY_KILLER | BY_WOLF, &c)) != NULL;) {
        bool vest = (BY_KILLER & SET(o->power)) != 0;
        bool bane = (BY_WOLF & SET(o->power)) != 0;

        if (((vest && (vests & nj_bit(o->target)) != 0) ||
             (bane && (banes & nj_bit(o->target)) != 0)) &&
            !is_sharp(x, c.by, o))
            o->fate = NC_VESTED;
    }
}

/* --- what reaches a hand --- */

static void strike(struct raid *r, struct nc_attack a, struct nc_order *o)
{
    NJ_ASSERT(r->n < STRIKES_MAX);
    r->attack[r->n] = a;
    r->order[r->n] = o;
    r->n++;
}

static void strike_orders(struct night *x, struct raid *r, enum nc_power power,
                          enum nc_kind kind)
{
    struct nc_order *o;

    for (struct cursor c = {0}; (o = next(x->s, SET(power), &c)) != NULL;)
        if (o->target == r->target)
            strike(r,
                   (struct nc_attack){.kind = (uint8_t)kind,
                                      .seat = c.by,
                                      .id = o->id,
                                      .slot = o->slot,
                                      .aim = o->place},
                   o);
}

static void strike_arts(struct night *x, struct raid *r,
                        const uint16_t arts[NC_SEATS_MAX], enum nc_kind kind)
{
    for (nj_seat k = 0; k < x->s->n; k++)
        if ((arts[k] & nj_bit(r->target)) != 0)
            strike(r, (struct nc_attack){.kind = (uint8_t)kind, .seat = k},
                   NULL);
}

/* In the canonical key: by kind, seat, number of the order. */
static void gather(struct night *x, struct raid *r)
{
    for (int kind = NC_KN; kind <= NC_AIMED; kind++)
        strike_orders(x, r, (uint8_t)kind, (uint8_t)kind);
    strike_arts(x, r, x->arts, NC_SF);
    strike_arts(x, r, x->cures, NC_MF);
    strike_orders(x, r, NC_DOOM, NC_DM);
}

/* NC-6.12. */
static uint8_t cause_of(const struct raid *r, const struct nc_fall *f)
{
    uint8_t cause = NC_ART;

    for (uint8_t i = 0; i < f->n_by; i++) {
        uint8_t kind = r->attack[f->by[i]].kind;

        if (kind == NC_DM)
            return f->n_by == 1 ? NC_DOOMED : NC_ATTACK;
        if (kind != NC_SF && kind != NC_MF)
            cause = NC_ATTACK;
    }
    return cause;
}

static void lose(struct night *x, const struct raid *r, const struct nc_fall *f)
{
    static const uint8_t card_of[NC_KINDS] = {NC_K,  NC_K,  NC_W,  NC_W, NC_SN,
                                              NC_SN, NC_SB, NC_SH, NC_DP};
    struct nc_seat *who = &x->s->seat[r->target];
    struct nc_losses *l = &x->d->lost[r->target];

    NJ_ASSERT(nj_nc_in_hand(who, f->slot) >= 0);
    l->slot[l->n] = f->slot;
    l->cause[l->n] = cause_of(r, f);
    l->n++;
    for (uint8_t i = 0; i < f->n_by; i++)
        who->log_night |= (uint16_t)SET(card_of[r->attack[f->by[i]].kind]);
    if (nj_nc_take(who, f->slot))
        x->d->unmorphed |= nj_bit(r->target);
}

/* Steps 9, 10 and 12 for one seat. */
static void raid(struct night *x, nj_seat target)
{
    struct nc_seat *who = &x->s->seat[target];
    struct nc_fall falls[NC_HAND];
    struct raid r = {.target = target};
    struct nc_raid over = {.hand = who->hand,
                           .n = who->n,
                           .guard = NC_NO_SLOT,
                           .six = x->s->opt.six != 0,
                           .attacks = r.attack};
    uint8_t n;

    gather(x, &r);
    if (who->guarded)
        over.guard = nj_nc_guard(who);
    over.n_attacks = r.n;
    n = nj_nc_arrange(&over, falls, r.fates);
    /* NC-6.4: somebody's last card stays in the first night. */
    if (x->s->opt.grace && x->s->round == 1 && n > 0 && n == who->n) {
        n--;
        for (uint8_t i = 0; i < falls[n].n_by; i++)
            r.fates[falls[n].by[i]] = NC_WASTED;
    }
    for (uint8_t i = 0; i < n; i++)
        lose(x, &r, &falls[i]);
    for (uint16_t i = 0; i < r.n; i++)
        if (r.order[i] != NULL)
            r.order[i]->fate = r.fates[i];
}

/* Steps 11 and 12: pending cards come back, or are lost for good. */
static void settle_pending(struct night *x)
{
    const struct nc_order *o;

    for (struct cursor c = {0}; (o = next(x->s, SET(NC_PARDON), &c)) != NULL;)
        if (x->s->seat[o->target].pending != 0)
            x->d->pardoned |= nj_bit(o->target);
    for (nj_seat k = 0; k < x->s->n; k++) {
        struct nc_seat *who = &x->s->seat[k];

        if (who->pending == 0)
            continue;
        if ((x->d->pardoned & nj_bit(k)) != 0)
            nj_nc_put_at(who, (uint8_t)(who->pending - 1), 0);
        else
            x->d->executed[k] = who->pending;
        who->pending = 0;
    }
}

void nj_nc_night(struct nc_state *s, struct nc_dawn *d)
{
    struct night x = {.s = s, .d = d};

    NJ_ASSERT(s->phase == NC_NIGHT);
    sharpen(&x);
    confine(&x);
    save(&x);
    dress(&x);
    for (nj_seat k = 0; k < s->n; k++) {
        d->log[k] = s->seat[k].log_night;
        s->seat[k].log_night = 0;
        if (nj_nc_dying(&s->seat[k]))
            d->dying |= nj_bit(k);
        raid(&x, k);
    }
    settle_pending(&x);
}
