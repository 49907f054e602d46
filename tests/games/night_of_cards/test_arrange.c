/* src/games/night_of_cards/arrange.c: what attacks do to a hand is what the
 * best order of them would do (NC-6.9 to 6.11). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

enum {
    ATTACKS_MAX = 6,
    QUEUED = 8, /* kinds that are no aims */
    TYPES = QUEUED + NC_HAND,
    NO_KIND = NC_KINDS
};

static const uint8_t queued[QUEUED] = {NC_KN,     NC_KX, NC_WN, NC_WX,
                                       NC_SNIPED, NC_SF, NC_MF, NC_DM};

/* A hand of n cards, their slots in order, and what comes over it. */
struct raid {
    struct nc_attack attack[ATTACKS_MAX];
    uint16_t n_attacks;
    uint8_t n;
    uint8_t guard;
    bool six;
};

struct loss {
    uint8_t cards;
    bool guard; /* fell */
};

/* --- brute force: every order, one attack after another --- */

struct search {
    const struct raid *raid;
    struct loss best;
    uint32_t stamp[1 << ATTACKS_MAX][1 << NC_HAND][NC_KINDS + 1];
    uint32_t run;
};

static uint8_t as_told_apart(const struct raid *r, uint8_t kind)
{
    return r->six && kind <= NC_WX ? kind & 0xfe : kind;
}

static uint8_t bits(unsigned set)
{
    return nj_seat_count(set);
}

/* NC-6.10b: the guard falls if it can; then, as many cards as may be. */
static void try_loss(struct search *x, unsigned hand)
{
    struct loss l = {.cards = (uint8_t)(x->raid->n - bits(hand))};

    l.guard = x->raid->guard != NC_NO_SLOT && (hand >> x->raid->guard & 1) == 0;
    if (l.guard > x->best.guard ||
        (l.guard == x->best.guard && l.cards > x->best.cards))
        x->best = l;
}

/* The front card, or `aim`, is hit; `absorbed` is the kind that the guard has
 * taken already. */
static void hit(const struct raid *r, const struct nc_attack *a, unsigned *hand,
                uint8_t *absorbed)
{
    uint8_t kind = as_told_apart(r, a->kind), card = a->aim;

    if (a->kind != NC_AIMED)
        for (card = 0; card < r->n && (*hand >> card & 1) == 0; card++)
            continue;
    if (card == r->n || (*hand >> card & 1) == 0)
        return;
    if (card == r->guard && kind != NC_DM &&
        (*absorbed == NO_KIND || *absorbed == kind))
        *absorbed = kind;
    else
        *hand &= ~(1u << card);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are attacks */
static void explore(struct search *x, unsigned left, unsigned hand,
                    uint8_t absorbed)
{
    if (x->stamp[left][hand][absorbed] == x->run)
        return;
    x->stamp[left][hand][absorbed] = x->run;
    if (left == 0)
        try_loss(x, hand);
    for (uint32_t i = 0; i < x->raid->n_attacks; i++)
        if ((left >> i & 1) != 0) {
            unsigned then = hand;
            uint8_t kind = absorbed;

            hit(x->raid, &x->raid->attack[i], &then, &kind);
            explore(x, left & ~(1u << i), then, kind);
        }
}

static struct loss brute(struct search *x, const struct raid *r)
{
    x->raid = r;
    x->best = (struct loss){.cards = 0};
    x->run++;
    explore(x, (1u << r->n_attacks) - 1, (1u << r->n) - 1, NO_KIND);
    return x->best;
}

/* --- the arrangement --- */

/* What it says of itself agrees: each card once, each effective attack at one
 * card, a breaker of two at the guard alone. */
static struct loss arranged(struct raid *r)
{
    uint8_t effective = 0, used = 0;
    struct nc_raid raid = {.hand = {0, 1, 2, 3, 4},
                           .n = r->n,
                           .guard = r->guard,
                           .six = r->six,
                           .attacks = r->attack,
                           .end = r->attack + r->n_attacks};
    const struct nc_fall *falls = raid.fall;
    struct loss l = {.cards = 0};
    unsigned fell = 0, by = 0;

    nj_nc_arrange(&raid);
    l.cards = raid.n_falls;
    for (uint8_t i = 0; i < l.cards; i++) {
        assert_int_equal(fell >> falls[i].slot & 1, 0);
        fell |= 1u << falls[i].slot;
        assert_true(falls[i].n_by == 1 || falls[i].slot == r->guard);
        for (uint8_t k = 0; k < falls[i].n_by; k++) {
            assert_int_equal(by >> (falls[i].by[k] - r->attack) & 1, 0);
            by |= 1u << (falls[i].by[k] - r->attack);
            assert_int_equal(falls[i].by[k]->fate, NC_EFFECTIVE);
            used++;
        }
    }
    for (uint32_t i = 0; i < r->n_attacks; i++)
        effective = (uint8_t)(effective + (r->attack[i].fate == NC_EFFECTIVE));
    assert_int_equal(effective, used);
    l.guard = r->guard != NC_NO_SLOT && (fell >> r->guard & 1) != 0;
    return l;
}

static int compare(const void *a, const void *b)
{
    const struct nc_attack *x = a, *y = b;

    return x->kind - y->kind != 0 ? x->kind - y->kind : x->aim - y->aim;
}

/* An attack of a type: a kind, or an aim at a card. */
static struct nc_attack attack_of(uint32_t type)
{
    struct nc_attack a = {.kind = NC_AIMED};

    if (type < QUEUED)
        a.kind = queued[type];
    else
        a.aim = (uint8_t)(type - QUEUED);
    return a;
}

static void check(struct search *x, struct raid *r)
{
    struct loss want, got;

    qsort(r->attack, r->n_attacks, sizeof(r->attack[0]), compare);
    want = brute(x, r);
    got = arranged(r);
    if (got.cards == want.cards && got.guard == want.guard)
        return;
    for (uint32_t i = 0; i < r->n_attacks; i++)
        print_message("kind %u aim %u\n", (unsigned)r->attack[i].kind,
                      (unsigned)r->attack[i].aim);
    fail_msg("hand of %u, guard at %u, six %d: lost %u guard %d, not %u %d",
             (unsigned)r->n, (unsigned)r->guard, r->six, (unsigned)got.cards,
             got.guard, (unsigned)want.cards, want.guard);
}

/* All multisets of `more` further attacks whose types are at least `from`. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are attacks */
static void check_all(struct search *x, const struct raid *r, uint32_t from,
                      uint32_t more)
{
    struct raid then = *r;

    if (more == 0) {
        check(x, &then);
        return;
    }
    for (uint32_t type = from; type < (uint32_t)QUEUED + r->n; type++) {
        then.attack[r->n_attacks] = attack_of(type);
        then.n_attacks = r->n_attacks + 1;
        check_all(x, &then, type, more - 1);
    }
}

static void every_raid_costs_what_its_best_order_would(void **state)
{
    struct search *x = calloc(1, sizeof(*x));
    uint32_t most = nj_from_env("NJ_TEST_TENTH", 0) > 0 ? 4 : ATTACKS_MAX;

    NJ_UNUSED(state);
    assert_non_null(x);
    for (uint8_t n = 1; n <= (uint8_t)NC_HAND; n++)
        for (uint8_t guard = 0; guard <= n; guard++)
            for (uint32_t attacks = 0; attacks <= most; attacks++)
                for (int six = 0; six <= 1; six++) {
                    struct raid r = {.n = n,
                                     .guard = guard < n ? guard : NC_NO_SLOT,
                                     .six = six != 0};

                    check_all(x, &r, 0, attacks);
                }
    free(x);
}

/* --- the decision table (NC-6.11) --- */

enum rest {
    ONE_KIND,
    KINDS, /* two or more */
    ANY
};

/* What stands in front: 'f' an aim at a front card, 'b' one behind the guard,
 * 'g' one at the guard, 'd' a doom. */
struct table_row {
    const char *fixed;
    enum rest rest;
    uint8_t front;
    const char
        *lost[5]; /* by one to five attacks; "-": there is no such raid */
};

static const struct table_row table[] = {
    {"", ONE_KIND, 0, {"0", "0", "0", "0", "0"}},
    {"", ONE_KIND, 1, {"1", "1", "1", "1", "1"}},
    {"", ONE_KIND, 2, {"1", "2", "2", "2", "2"}},
    {"", KINDS, 0, {"-", "B1", "B2", "B3", "B4"}},
    {"", KINDS, 1, {"-", "1", "B2", "B3", "B4"}},
    {"", KINDS, 2, {"-", "2", "2", "B3", "B4"}},
    {"d", ONE_KIND, 0, {"B1", "B2", "B3", "B4", "B5"}},
    {"d", ONE_KIND, 1, {"1", "B2", "B3", "B4", "B5"}},
    {"d", ONE_KIND, 2, {"1", "2", "B3", "B4", "B5"}},
    {"f", ONE_KIND, 1, {"1", "1", "1", "1", "1"}},
    {"f", ONE_KIND, 2, {"1", "2", "2", "2", "2"}},
    {"f", KINDS, 1, {"-", "-", "B2", "B3", "B4"}},
    {"f", KINDS, 2, {"-", "-", "2", "B3", "B4"}},
    {"b", ONE_KIND, 0, {"1", "1", "1", "1", "1"}},
    {"b", ONE_KIND, 1, {"1", "2", "2", "2", "2"}},
    {"b", ONE_KIND, 2, {"1", "2", "3", "3", "3"}},
    {"b", KINDS, 0, {"-", "-", "B2", "B3", "B4"}},
    {"b", KINDS, 1, {"-", "-", "2", "B3", "B4"}},
    {"b", KINDS, 2, {"-", "-", "3", "3", "B4"}},
    {"g", ANY, 0, {"0", "B1", "B2", "B3", "B4"}},
    {"g", ANY, 1, {"0", "1", "B2", "B3", "B4"}},
    {"g", ANY, 2, {"0", "1", "2", "B3", "B4"}},
    {"bB", ONE_KIND, 0, {"-", "2", "2", "2", "2"}},
    {"bB", ONE_KIND, 1, {"-", "2", "3", "3", "3"}},
    {"bB", ONE_KIND, 2, {"-", "2", "3", "4", "4"}},
    {"gb", ANY, 0, {"-", "1", "B2", "B3", "B4"}},
    {"gb", ANY, 1, {"-", "1", "2", "B3", "B4"}},
    {"gb", ANY, 2, {"-", "1", "2", "3", "B4"}},
};

static void add(struct raid *r, struct nc_attack a)
{
    r->attack[r->n_attacks] = a;
    r->n_attacks++;
}

static void add_fixed(struct raid *r, char what)
{
    struct nc_attack a = {.kind = NC_AIMED, .aim = r->guard};

    if (what == 'd')
        a.kind = NC_DM;
    else if (what == 'f')
        a.aim = 0;
    else if (what == 'b')
        a.aim = (uint8_t)(r->guard + 1);
    else if (what == 'B')
        a.aim = (uint8_t)(r->guard + 2);
    add(r, a);
}

/* The rest is of the kinds that `mix` says, in base three; false: that is not
 * what the row wants. */
static bool add_rest(struct raid *r, enum rest want, uint32_t more,
                     uint32_t mix)
{
    static const uint8_t kinds[] = {NC_KN, NC_WN, NC_SNIPED};
    uint32_t seen = 0;

    for (uint32_t i = 0; i < more; i++, mix /= 3) {
        seen |= 1u << mix % 3;
        add(r, (struct nc_attack){.kind = kinds[mix % 3]});
    }
    return want == ANY || (bits(seen) >= 2) == (want == KINDS);
}

static uint32_t check_cell(const struct table_row *row, uint32_t attacks,
                           uint32_t mix)
{
    struct raid r = {.guard = row->front};
    const char *want = row->lost[attacks - 1];
    uint32_t more = attacks - (uint32_t)strlen(row->fixed);
    char got[8];
    struct loss l;

    /* Four cards stand behind the guard, or as many as a hand has room for:
     * the table counts the cards that fall. */
    r.n = NC_HAND;
    for (const char *c = row->fixed; *c != '\0'; c++)
        add_fixed(&r, *c);
    if (!add_rest(&r, row->rest, more, mix))
        return 0;
    qsort(r.attack, r.n_attacks, sizeof(r.attack[0]), compare);
    l = arranged(&r);
    (void)snprintf(got, sizeof(got), "%s%u", l.guard ? "B" : "",
                   (unsigned)l.cards);
    if (strcmp(got, want) != 0)
        fail_msg("\"%s\" in front of %u, %u attacks, mix %u: %s, not %s",
                 row->fixed, (unsigned)row->front, attacks, mix, got, want);
    return 1;
}

static void the_decision_table_holds(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(table); i++)
        for (uint32_t n = 1; n <= 5; n++) {
            const struct table_row *row = &table[i];
            uint32_t fixed = (uint32_t)strlen(row->fixed), mixes = 1;
            uint32_t seen = 0;

            for (uint32_t k = fixed; k < n; k++)
                mixes *= 3;
            for (uint32_t mix = 0; n >= fixed && mix < mixes; mix++)
                if (strcmp(row->lost[n - 1], "-") != 0)
                    seen += check_cell(row, n, mix);
            assert_true(seen > 0 || strcmp(row->lost[n - 1], "-") == 0);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_raid_costs_what_its_best_order_would),
        cmocka_unit_test(the_decision_table_holds)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
