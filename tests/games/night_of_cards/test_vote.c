/* src/games/night_of_cards/vote.c: the tally of NC-7.3, the places of NC-7.5,
 * the groups of NC-7.6 and 7.7 (T109 to T113, T120, T121, T235, T236, T258). */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "kit/nj_test.h"

enum {
    A,
    B,
    C,
    D,
    E,
    F,
    G
};

/* Seven seats of the given numbers of cards, of a day without ballots. */
static struct nc_state *table(const uint8_t *cards)
{
    static struct nc_state s;

    memset(&s, 0, sizeof(s));
    s.n = 7;
    s.phase = NC_DAY;
    s.round = 3;
    for (nj_seat i = 0; i < s.n; i++) {
        s.seat[i].n = cards != NULL ? cards[i] : 4;
        s.seat[i].dealt = NC_HAND;
        s.seat[i].ballot = NJ_SEAT_NONE;
        s.seat[i].verdict = NJ_SEAT_NONE;
    }
    return &s;
}

static uint32_t final(const struct nc_state *s, nj_seat seat)
{
    struct nc_tally t;

    nj_nc_tally(s, &t);
    return t.final[seat];
}

/* --- the tally --- */

/* T258. */
static void a_half_is_rounded_down(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_nc_half(0), 0);
    assert_int_equal(nj_nc_half(1), 0);
    assert_int_equal(nj_nc_half(5), 2);
    assert_int_equal(nj_nc_half(6), 3);
}

static void a_ballot_weighs_as_many_cards_as_the_voter_has(void **state)
{
    static const uint8_t cards[] = {5, 4, 1, 4, 4, 4, 4};
    struct nc_state *s = table(cards);
    struct nc_tally t;

    NJ_UNUSED(state);
    s->seat[A].ballot = B;
    s->seat[C].ballot = D;
    s->seat[D].ballot = B;
    nj_nc_tally(s, &t);
    assert_int_equal(t.raw[B], 9);
    assert_int_equal(t.raw[D], 1);
    assert_int_equal(t.raw[A], 0);
    assert_int_equal(t.final[B], 9);
}

struct marks {
    uint8_t raw;
    uint16_t vicious, devout, curses, blessings;
    uint32_t final;
};

static void doublings_come_before_halvings(void **state)
{
    static const struct marks rows[] = {
        {7, 1, 1, 1, 0, 8},  /* T109: 14, 7, 8 */
        {7, 0, 1, 0, 0, 3},  /* T110 */
        {3, 2, 0, 0, 2, 10}, /* T111 */
        {1, 0, 0, 0, 3, 0},  /* T112: never below 0 */
        {0, 0, 0, 1, 0, 1},  /* T113 */
        {7, 1, 3, 0, 0, 1},  /* 14, 7, 3, 1 */
        {7, 3, 1, 0, 0, 28}, {5, 0, 9, 2, 1, 1}, {0, 4, 0, 0, 0, 0}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct marks *r = &rows[i];
        uint8_t cards[7] = {0};
        struct nc_state *s;

        cards[A] = r->raw;
        s = table(cards);
        s->seat[A].ballot = B;
        s->seat[B].vicious = r->vicious;
        s->seat[B].devout = r->devout;
        s->seat[B].curses = r->curses;
        s->seat[B].blessings = r->blessings;
        assert_int_equal(final(s, B), r->final);
    }
}

/* However often a total is doubled, it stays a number that can be compared. */
static void a_hundred_curses_do_not_overflow(void **state)
{
    struct nc_state *s = table(NULL);

    NJ_UNUSED(state);
    s->seat[A].ballot = B;
    s->seat[B].vicious = 1000;
    s->seat[B].curses = 1000;
    assert_true(final(s, B) > 1000000);
    s->seat[B].devout = 1000;
    assert_int_equal(final(s, B), 1004);
}

/* NC-7.7: curses do not touch the life-or-death vote. */
static void the_verdict_is_weighed_without_curses(void **state)
{
    struct nc_state *s = table(NULL);

    NJ_UNUSED(state);
    s->phase = NC_VERDICT;
    s->seat[A].ballot = C;
    s->seat[A].verdict = B;
    s->seat[B].vicious = 2;
    s->seat[B].curses = 3;
    assert_int_equal(final(s, B), 4);
    assert_int_equal(final(s, C), 0);
}

/* --- places --- */

static void kill(struct nc_state *s, nj_seat seat)
{
    s->seat[seat].dead = 1;
    s->seat[seat].n = 0;
}

static void places_follow_the_number_of_the_living(void **state)
{
    static const uint8_t want[] = {0, 0, 1, 2, 2, 2, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4};
    struct nc_state *s = table(NULL);

    NJ_UNUSED(state);
    s->n = NC_SEATS_MAX;
    for (uint8_t living = NC_SEATS_MAX; living >= 2; living--) {
        assert_int_equal(nj_nc_places(s), want[living]);
        kill(s, (nj_seat)(living - 1));
    }
}

/* T235: as many as the option says, but one stays. */
static void one_is_left_whatever_the_option_says(void **state)
{
    struct nc_state *s = table(NULL);

    NJ_UNUSED(state);
    s->opt.executions = 4;
    assert_int_equal(nj_nc_places(s), 4);
    for (nj_seat i = D; i < s->n; i++)
        kill(s, i);
    assert_int_equal(nj_nc_places(s), 2);
    s->opt.executions = 3;
    assert_int_equal(nj_nc_places(s), 2);
    s->opt.executions = 1;
    assert_int_equal(nj_nc_places(s), 1);
}

/* --- groups --- */

struct walk {
    uint32_t totals[7];
    uint8_t places;
    const char *condemned, *contested;
    uint8_t left;
};

static nj_seat_set set_of(const char *letters)
{
    nj_seat_set set = 0;

    for (; *letters != '\0'; letters++)
        set |= nj_bit((nj_seat)(*letters - 'A'));
    return set;
}

static void groups_of_equal_totals_fill_the_places(void **state)
{
    static const struct walk rows[] = {
        {{9, 6, 4, 0, 0, 0, 0}, 2, "AB", "", 0},  /* T120 */
        {{9, 5, 5, 0, 0, 0, 0}, 2, "A", "BC", 1}, /* T121 */
        {{5, 5, 5, 0, 0, 0, 0}, 2, "", "ABC", 2},
        {{5, 5, 0, 1, 1, 0, 0}, 2, "AB", "", 0},
        {{0, 0, 0, 0, 0, 0, 0}, 2, "", "", 0}, /* NC-7.4 */
        {{0, 0, 3, 0, 0, 0, 0}, 2, "C", "", 0},
        {{1, 2, 3, 3, 2, 1, 0}, 3, "CD", "BE", 1},
        {{1, 2, 3, 3, 2, 1, 0}, 4, "BCDE", "", 0},
        {{7, 7, 7, 7, 7, 7, 7}, 1, "", "ABCDEFG", 1}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct walk *r = &rows[i];
        nj_seat_set contested;
        uint8_t left;

        assert_int_equal(nj_nc_walk(r->totals, set_of("ABCDEFG"), r->places,
                                    &contested, &left),
                         set_of(r->condemned));
        assert_int_equal(contested, set_of(r->contested));
        assert_int_equal(left, r->left);
    }
}

static void only_those_who_are_asked_for_are_walked(void **state)
{
    static const uint32_t totals[] = {9, 6, 6, 4, 0, 0, 0};
    nj_seat_set contested;
    uint8_t left;

    NJ_UNUSED(state);
    assert_int_equal(nj_nc_walk(totals, set_of("BCD"), 1, &contested, &left),
                     0);
    assert_int_equal(contested, set_of("BC"));
    assert_int_equal(left, 1);
}

/* NC-7.7, mode always: fewer than E + 1 seats have a higher total. */
static nj_seat_set candidates(const uint32_t *totals, uint8_t places)
{
    nj_seat_set contested;
    uint8_t left;
    nj_seat_set condemned = nj_nc_walk(
        totals, set_of("ABCDEFG"), (uint8_t)(places + 1), &contested, &left);

    return condemned | contested;
}

static void candidates_have_few_above_them(void **state)
{
    static const uint32_t t236[] = {9, 6, 6, 4, 0, 0, 0};
    static const uint32_t three[] = {9, 6, 4, 4, 2, 0, 0};
    static const uint32_t two[] = {0, 0, 7, 3, 0, 0, 0};

    NJ_UNUSED(state);
    assert_int_equal(candidates(t236, 2), set_of("ABC"));
    assert_int_equal(candidates(three, 2), set_of("ABCD"));
    assert_int_equal(candidates(two, 2), set_of("CD"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_half_is_rounded_down),
        cmocka_unit_test(a_ballot_weighs_as_many_cards_as_the_voter_has),
        cmocka_unit_test(doublings_come_before_halvings),
        cmocka_unit_test(a_hundred_curses_do_not_overflow),
        cmocka_unit_test(the_verdict_is_weighed_without_curses),
        cmocka_unit_test(places_follow_the_number_of_the_living),
        cmocka_unit_test(one_is_left_whatever_the_option_says),
        cmocka_unit_test(groups_of_equal_totals_fill_the_places),
        cmocka_unit_test(only_those_who_are_asked_for_are_walked),
        cmocka_unit_test(candidates_have_few_above_them)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
