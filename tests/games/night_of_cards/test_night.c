/* src/games/night_of_cards/night.c: nights of random orders end as the
 * pseudocode of NC-6.6 says, read plainly; and whoever ordered what first
 * changes nothing (NC-6.1). NC_NIGHTS in the environment is their number. */
#include <string.h>

#include "base/random.h"
#include "games/night_of_cards/night_of_cards.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

enum {
    SEATS = 7,
    EACH = 5 /* orders of a seat, at most */
};

/* --- random nights --- */

static uint32_t below(struct nj_rng *rng, uint32_t n)
{
    return nj_rng_below(rng, n);
}

static void deal_hand(struct nj_rng *rng, struct nc_seat *who)
{
    uint8_t n = (uint8_t)(1 + below(rng, NC_HAND));
    unsigned types = 0;

    who->dealt = n;
    for (uint8_t i = 0; i < n; i++) {
        struct nc_card *c = &who->card[i];

        do
            c->type = (uint8_t)(NC_K + below(rng, NC_C - NC_K + 1));
        while (c->type != NC_C && (types >> c->type & 1) != 0);
        types |= 1u << c->type;
        who->declared[i] = i;
        who->hand[i] = i;
    }
    who->n = n;
    if (n > 1 && below(rng, 5) == 0) {
        who->pending = 1; /* the front card is executed */
        memmove(who->hand, who->hand + 1, --who->n);
    }
    who->guarded = nj_nc_guards(who) && below(rng, 4) != 0;
}

static void give_orders(struct nj_rng *rng, struct nc_state *s, nj_seat seat)
{
    struct nc_seat *who = &s->seat[seat];

    for (uint32_t tries = 0; tries < 4 * EACH && who->n_orders < EACH;
         tries++) {
        uint8_t power = (uint8_t)below(rng, NC_POWERS);
        nj_seat target = (nj_seat)below(rng, s->n);
        uint8_t slot = nj_nc_card_for(who, power);
        struct nc_order *o = &who->order[who->n_orders];

        if (slot == NC_NO_SLOT || power == NC_MORPH ||
            (power == NC_AIM && s->seat[target].n == 0))
            continue;
        *o = (struct nc_order){.id = ++who->n_orders,
                               .power = power,
                               .target = target,
                               .slot = slot};
        if (power == NC_AIM)
            o->place = s->seat[target].hand[below(rng, s->seat[target].n)];
        if (power <= NC_AIM && below(rng, 8) == 0)
            o->fate = NC_UNCOVERED;
    }
}

static void random_night(struct nc_state *s, uint64_t seed)
{
    struct nj_rng rng;

    memset(s, 0, sizeof(*s));
    s->n = SEATS;
    s->phase = NC_NIGHT;
    s->round = 3;

    nj_rng_splitmix64(&rng, seed);
    s->opt.strike = below(&rng, 2) != 0;
    s->opt.six = below(&rng, 2) != 0;
    for (nj_seat k = 0; k < s->n; k++)
        deal_hand(&rng, &s->seat[k]);
    for (nj_seat k = 0; k < s->n; k++) {
        give_orders(&rng, s, k);
        s->seat[k].bind_missed = (uint16_t)below(&rng, 1u << SEATS);
        s->seat[k].heal_missed = (uint16_t)below(&rng, 1u << SEATS);
    }
}

/* --- the pseudocode, read plainly --- */

struct item {
    nj_seat seat;
    const struct nc_order *o;
    bool voided, reaches, sharp;
    uint8_t as; /* how savers read its kind */
};

struct plain {
    struct item item[SEATS * EACH];
    uint32_t n;
    bool anti, vest[SEATS], bane[SEATS], confined[SEATS],
        stopped[SEATS][NC_HAND];
    nj_seat_set soulless;
    uint16_t bind[SEATS], heal[SEATS]; /* misses after this night */
    uint16_t sf[SEATS], mf[SEATS];
};

static bool is_attack(const struct item *i)
{
    return i->o->power <= NC_AIM;
}

static bool is_normal(uint8_t kind)
{
    return kind == NC_KN || kind == NC_WN || kind == NC_SNIPED;
}

static void list_orders(struct plain *p, const struct nc_state *s)
{
    for (nj_seat k = 0; k < s->n; k++)
        for (uint8_t i = 0; i < s->seat[k].n_orders; i++)
            if (s->seat[k].order[i].fate != NC_UNCOVERED)
                p->item[p->n++] =
                    (struct item){.seat = k, .o = &s->seat[k].order[i]};
}

/* NC-6.13. */
static bool sharpens(const struct item *y, const struct item *x)
{
    return y->seat == x->seat &&
           ((x->o->power == NC_KILL && y->o->power == NC_KILLX) ||
            (x->o->power == NC_BITE && y->o->power == NC_BITEX));
}

static void sharpen(struct plain *p, bool strike)
{
    for (uint32_t a = 0; a < p->n; a++) {
        struct item *x = &p->item[a];

        for (uint32_t b = 0; b < p->n && !strike; b++)
            x->sharp = x->sharp || sharpens(&p->item[b], x);
        x->as = (uint8_t)(x->o->power + x->sharp);
    }
}

static void confine(struct plain *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->item[i].o->power == NC_CONFINE)
            p->confined[p->item[i].o->target] = true;
    for (uint32_t i = 0; i < p->n; i++) {
        struct item *x = &p->item[i];

        x->voided = p->confined[x->seat] && !x->sharp &&
                    nj_nc_powers[x->o->power].price <= 2 &&
                    x->o->power != NC_DOOM && x->o->power != NC_CONFINE;
        if (x->o->power == NC_ANTISNIPE && !x->voided)
            p->anti = true;
    }
    for (uint32_t i = 0; i < p->n; i++) {
        struct item *x = &p->item[i];

        x->reaches =
            is_attack(x) && !x->voided && !(p->anti && x->o->power == NC_SNIPE);
        if (x->o->power == NC_VEST && !x->voided)
            p->vest[x->seat] = true;
        if (x->o->power == NC_BANE && !x->voided)
            p->bane[x->seat] = true;
    }
}

/* SUCCESS, BEATEN or MISS of one saver. */
static char judge(struct plain *p, const struct item *saver)
{
    bool bind = saver->o->power == NC_BIND;
    char result = 'm';

    for (uint32_t i = 0; i < p->n; i++) {
        const struct item *x = &p->item[i];

        if (!x->reaches || x->o->target != saver->o->target)
            continue;
        if (x->as == (bind ? NC_KN : NC_WN) || x->as == NC_SNIPED) {
            p->stopped[x->seat][x->o->slot] = true;
            result = 's';
        } else if ((x->as == (bind ? NC_KX : NC_WX) || x->as == NC_AIMED) &&
                   result == 'm') {
            result = 'b';
        }
    }
    return result;
}

/* A miss counts, or is the second one. */
static void miss(struct plain *p, const struct nc_state *s,
                 const struct item *saver)
{
    const struct nc_seat *who = &s->seat[saver->seat];
    uint16_t on = (uint16_t)nj_bit(saver->o->target);
    uint16_t *now = &p->heal[saver->seat], *twice = &p->mf[saver->seat];
    uint16_t before = who->heal_missed;

    if (saver->o->power == NC_BIND) {
        now = &p->bind[saver->seat];
        twice = &p->sf[saver->seat];
        before = who->bind_missed;
    }
    *((before & on) != 0 ? twice : now) |= on;
}

static void save(struct plain *p, const struct nc_state *s)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const struct item *x = &p->item[i];
        char result;

        if (x->voided || (x->o->power != NC_BIND && x->o->power != NC_HEAL))
            continue;
        result = judge(p, x);
        if (result == 's')
            p->soulless |= nj_bit(x->o->target);
        else if (result == 'm')
            miss(p, s, x);
    }
}

static void stop(struct plain *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        struct item *x = &p->item[i];
        uint8_t kind = x->o->power;
        nj_seat t = x->o->target;

        if (!is_attack(x) || !is_normal(kind))
            continue;
        if (p->stopped[x->seat][x->o->slot])
            x->reaches = false;
        if (!x->sharp &&
            ((p->vest[t] && kind != NC_WN) || (p->bane[t] && kind != NC_KN)))
            x->reaches = false;
    }
}

/* --- the two compared --- */

static const struct nc_order *same_order(const struct nc_state *s,
                                         const struct item *x)
{
    for (uint8_t i = 0; i < s->seat[x->seat].n_orders; i++)
        if (s->seat[x->seat].order[i].id == x->o->id)
            return &s->seat[x->seat].order[i];
    NJ_UNREACHABLE();
}

static bool reached(const struct nc_order *o)
{
    return o->fate == NC_EFFECTIVE || o->fate == NC_ABSORBED ||
           o->fate == NC_WASTED;
}

static void check_night(uint64_t seed)
{
    static struct nc_state before, s;
    struct nc_close d = {.pardoned = 0};
    struct plain p = {.n = 0};

    random_night(&before, seed);
    s = before;
    list_orders(&p, &before);
    sharpen(&p, before.opt.strike != 0);
    confine(&p);
    save(&p, &before);
    stop(&p);
    nj_nc_night(&s, &d);
    assert_int_equal(d.soulless, p.soulless);
    for (nj_seat k = 0; k < (nj_seat)SEATS; k++) {
        assert_int_equal(s.seat[k].bind_missed, p.bind[k]);
        assert_int_equal(s.seat[k].heal_missed, p.heal[k]);
        assert_int_equal((d.confined & nj_bit(k)) != 0, p.confined[k]);
        assert_int_equal(d.lost[k].n + s.seat[k].n,
                         before.seat[k].n + ((d.pardoned & nj_bit(k)) != 0));
    }
    for (uint32_t i = 0; i < p.n; i++) {
        const struct nc_order *o = same_order(&s, &p.item[i]);

        assert_int_equal(o->fate == NC_CONFINED, p.item[i].voided);
        if (is_attack(&p.item[i]) && reached(o) != p.item[i].reaches)
            fail_msg("seed %llu: order %u of seat %u is %s",
                     (unsigned long long)seed, (unsigned)o->id,
                     p.item[i].seat + 1u, nj_nc_fates[o->fate]);
    }
    /* Where cards are left that no guard is among, nothing was in vain: what
     * two empty nights do stands in the coroner's log. */
    for (nj_seat k = 0; k < (nj_seat)SEATS; k++)
        for (nj_seat by = 0; by < (nj_seat)SEATS; by++)
            if (!s.seat[k].guarded && d.lost[k].n < before.seat[k].n) {
                assert_true((p.sf[by] & nj_bit(k)) == 0 ||
                            (s.seat[k].log_night >> NC_SB & 1) != 0);
                assert_true((p.mf[by] & nj_bit(k)) == 0 ||
                            (s.seat[k].log_night >> NC_SH & 1) != 0);
            }
}

static void nights_end_as_the_pseudocode_says(void **state)
{
    uint64_t nights = nj_amount("NC_NIGHTS", 100000);

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= nights; seed++)
        check_night(seed);
}

/* --- the order of arrival --- */

static void shuffle_orders(struct nj_rng *rng, struct nc_seat *who)
{
    for (uint8_t i = who->n_orders; i > 1; i--) {
        uint32_t j = below(rng, i);
        struct nc_order o = who->order[i - 1];

        who->order[i - 1] = who->order[j];
        who->order[j] = o;
    }
    for (uint8_t i = 0; i < who->n_orders; i++)
        who->order[i].id = (uint8_t)(i + 1);
}

static unsigned lost_cards(const struct nc_losses *l)
{
    unsigned set = 0;

    for (uint8_t i = 0; i < l->n; i++)
        set |= 1u << (8 * l->cause[i] + l->slot[i]);
    return set;
}

static void arrival_changes_nothing(void **state)
{
    uint64_t nights = nj_amount("NC_NIGHTS", 100000);
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 7);
    for (uint64_t seed = 1; seed <= nights; seed++) {
        static struct nc_state one, two;
        struct nc_close d = {.pardoned = 0}, e = {.pardoned = 0};

        random_night(&one, seed);
        two = one;
        for (nj_seat k = 0; k < (nj_seat)SEATS; k++)
            shuffle_orders(&rng, &two.seat[k]);
        nj_nc_night(&one, &d);
        nj_nc_night(&two, &e);
        assert_int_equal(d.soulless, e.soulless);
        assert_int_equal(d.pardoned, e.pardoned);
        assert_int_equal(d.confined, e.confined);
        for (nj_seat k = 0; k < (nj_seat)SEATS; k++) {
            assert_memory_equal(one.seat[k].hand, two.seat[k].hand, NC_HAND);
            assert_int_equal(lost_cards(&d.lost[k]), lost_cards(&e.lost[k]));
            assert_int_equal(d.pending[k], e.pending[k]);
            assert_int_equal(one.seat[k].log_night, two.seat[k].log_night);
            assert_int_equal(one.seat[k].bind_missed, two.seat[k].bind_missed);
            assert_int_equal(one.seat[k].heal_missed, two.seat[k].heal_missed);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nights_end_as_the_pseudocode_says),
        cmocka_unit_test(arrival_changes_nothing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
