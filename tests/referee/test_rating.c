/*
 * For src/referee/play/rating.c and ratings.c: numbers worked out by hand from the
 * formulas of the paper, and again by a program of its own.
 */
#include "referee/play/archive.h"
#include "store/rows.h"

static void expect(const struct nj_rating *r, int64_t mu, int64_t sigma)
{
    assert_int_equal(r->mu, mu);
    assert_int_equal(r->sigma, sigma);
}

/* c^2 = 2 (625/9 + 625/36) = 173.611, p = 1/2: the better one gains
 * 69.444 / 13.176 / 2 = 2.635; variances shrink by 1 - 0.6325 * 0.4 / 4. */
static void two_newcomers(void **state)
{
    struct nj_rating r[2] = {nj_rating_first(), nj_rating_first()};
    const uint8_t ranks[2] = {1, 2};

    NJ_UNUSED(state);
    nj_rating_update(r, ranks, 2);
    expect(&r[0], 27635231, 8065506);
    expect(&r[1], 22364769, 8065506);
}

static void a_tie_of_newcomers_moves_no_mean(void **state)
{
    struct nj_rating r[2] = {nj_rating_first(), nj_rating_first()};
    const uint8_t ranks[2] = {1, 1};

    NJ_UNUSED(state);
    nj_rating_update(r, ranks, 2);
    assert_int_equal(r[0].mu, 25000000);
    assert_int_equal(r[1].mu, 25000000);
    assert_int_equal(r[0].sigma, r[1].sigma);
    assert_true(r[0].sigma < nj_rating_first().sigma);
}

/* The same five in another order of seats come out the same. */
static void the_order_of_seats_means_nothing(void **state)
{
    static const uint8_t there[5] = {1, 2, 2, 4, 5}, back[5] = {5, 4, 2, 2, 1};
    struct nj_rating a[5], b[5];

    NJ_UNUSED(state);
    for (int i = 0; i < 5; i++) {
        a[i] = (struct nj_rating){20000000 + i * 2000000, 3000000 + i * 900000};
        b[4 - i] = a[i];
    }
    nj_rating_update(a, there, 5);
    nj_rating_update(b, back, 5);
    for (int i = 0; i < 5; i++) { /* sums in another order: the last digit */
        assert_in_range(a[i].mu - b[4 - i].mu + 1, 0, 2);
        assert_in_range(a[i].sigma - b[4 - i].sigma + 1, 0, 2);
    }
}

/* Ranks are an order: 1, 2, 4 is 1, 2, 3. */
static void gaps_mean_nothing(void **state)
{
    struct nj_rating a[3], b[3];

    NJ_UNUSED(state);
    for (int i = 0; i < 3; i++)
        a[i] = b[i] = (struct nj_rating){25000000 + i * 1000000, 5000000};
    nj_rating_update(a, (const uint8_t[]){1, 2, 3}, 3);
    nj_rating_update(b, (const uint8_t[]){2, 5, 9}, 3);
    assert_memory_equal(a, b, sizeof(a));
}

/* Who has played for ever, whoever nobody knows and whoever only loses: the
 * numbers stay numbers, and who wins gains. */
static void far_off_ratings_move_the_right_way(void **state)
{
    static const struct nj_rating far[][2] = {
        {{25000000, 100000}, {25000000, 100000}},
        {{-60000000, 8333333}, {-20000000, 8333333}},
        {{40000000, 900000000}, {25000000, 900000000}},
        {{-900000, 50000}, {-800000, 8333333}}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(far); i++) {
        struct nj_rating r[2] = {far[i][0], far[i][1]};

        nj_rating_update(r, (const uint8_t[]){1, 2}, 2);
        assert_true(r[0].mu >= far[i][0].mu && r[1].mu <= far[i][1].mu);
        assert_true(r[0].mu - r[1].mu > far[i][0].mu - far[i][1].mu);
        for (int k = 0; k < 2; k++)
            assert_true(r[k].sigma > 0 && r[k].sigma <= far[i][k].sigma);
    }
}

/* Of many who are known, one whom nobody knows comes last: he is better known
 * then, and no surer than a match can make anybody. */
static void one_match_makes_nobody_sure(void **state)
{
    struct nj_rating r[16];
    uint8_t ranks[16];

    NJ_UNUSED(state);
    for (int i = 0; i < 16; i++) {
        r[i] = (struct nj_rating){25000000, i == 15 ? 900000000 : 100000};
        ranks[i] = (uint8_t)(i + 1);
    }
    nj_rating_update(r, ranks, 16);
    assert_in_range(r[15].sigma, 9000000, 899999999); /* a hundredth at least */
    assert_true(r[15].mu < 25000000 && r[0].mu > 25000000);
}

static void worked_numbers(void **state)
{
    struct nj_rating five[5] = {nj_rating_first(), nj_rating_first(),
                                nj_rating_first(), nj_rating_first(),
                                nj_rating_first()};
    struct nj_rating odd[3] = {
        {31500000, 2100000}, {12250000, 7900000}, {27000000, 4444444}};

    NJ_UNUSED(state);
    nj_rating_update(five, (const uint8_t[]){1, 2, 3, 4, 5}, 5);
    expect(&five[0], 27666667, 8290557);
    expect(&five[1], 26833333, 8240145);
    expect(&five[2], 25722222, 8179996);
    expect(&five[3], 24055556, 8111796);
    expect(&five[4], 20722222, 8111796);
    nj_rating_update(odd, (const uint8_t[]){3, 1, 1}, 3);
    expect(&odd[0], 31300512, 2098517);
    expect(&odd[1], 14349556, 7788186);
    expect(&odd[2], 27229016, 4416712);
}

static void what_is_shown_is_the_careful_estimate(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_rating_shown(nj_rating_first()), 1500);
    assert_int_equal(nj_rating_shown((struct nj_rating){27635231, 8065506}),
                     1844);
    assert_int_equal(nj_rating_shown((struct nj_rating){10000000, 5000000}),
                     1000);
}

/* --- rows --- */

static struct nj_result_row row_of(int64_t match, uint8_t seat,
                                   const char *user, uint8_t rank,
                                   int64_t finish)
{
    struct nj_result_row row = {.match = match,
                                .seat = seat,
                                .rank = rank,
                                .game = "long-night",
                                .finish = finish};

    (void)snprintf(row.user, sizeof(row.user), "%s", user);
    (void)snprintf(row.account, sizeof(row.account), "%s", user);
    (void)snprintf(row.name, sizeof(row.name), "%s", user);
    return row;
}

static void play(struct fixture *f, const char *code, uint8_t first,
                 uint8_t second)
{
    int64_t match = add_match(f, code), finish = 0;
    struct nj_result_row rows[3];

    WELL(finish = nj_result_next(f->s));
    rows[0] = row_of(match, 0, "qq:u:1", first, finish);
    rows[1] = row_of(match, 1, "", 1, finish);
    rows[2] = row_of(match, 2, "qq:u:2", second, finish);
    WELL(nj_rating_rows(f->s, rows, 3));
    assert_int_equal(rows[1].sigma, 0); /* computer players have none */
    for (int i = 0; i < 3; i++)
        WELL(nj_result_put(f->s, &rows[i]));
}

static void a_rating_goes_on_from_the_last(void **state)
{
    struct fixture *f = *state;
    struct nj_rating r[2] = {nj_rating_first(), nj_rating_first()};
    struct nj_rating_of of = {"long-night", "qq:u:1", 2};
    int64_t mu = 0, sigma = 0;

    play(f, "A1A", 2, 3);
    play(f, "A1B", 3, 2);
    nj_rating_update(r, (const uint8_t[]){1, 2}, 2);
    WELL(nj_result_rating(f->s, of, &mu, &sigma));
    assert_int_equal(mu, r[0].mu);
    nj_rating_update(r, (const uint8_t[]){2, 1}, 2);
    of.before = INT64_MAX;
    WELL(nj_result_rating(f->s, of, &mu, &sigma));
    assert_int_equal(mu, r[0].mu);
    assert_int_equal(sigma, r[0].sigma);
    of.game = "toy";
    LACKS(nj_result_rating(f->s, of, &mu, &sigma));
    WORKS(nj_rating_check(f->s, &f->err));
}

static void nobody_is_rated_against_himself_or_machines(void **state)
{
    struct fixture *f = *state;
    struct nj_result_row rows[2] = {row_of(1, 0, "qq:u:1", 1, 1),
                                    row_of(1, 1, "", 2, 1)};

    WELL(nj_rating_rows(f->s, rows, 2));
    assert_int_equal(rows[0].sigma, 0);
    rows[1] = row_of(1, 1, "tg:u:1", 2, 1);
    (void)snprintf(rows[1].account, sizeof(rows[1].account), "qq:u:1");
    WELL(nj_rating_rows(f->s, rows, 2));
    assert_int_equal(rows[0].sigma, 0);
}

static void a_wrong_rating_is_found(void **state)
{
    static const char *const harm[] = {
        "UPDATE results SET mu = mu + 1 WHERE finish = 1 AND seat = 0",
        "UPDATE results SET sigma = 0 WHERE finish = 2 AND seat = 2",
        "UPDATE results SET rank = 9 WHERE finish = 2 AND seat = 0",
        "UPDATE results SET finish = 1 WHERE finish = 2"};
    struct fixture *f = *state;

    play(f, "A1A", 2, 3);
    play(f, "A1B", 1, 2);
    WORKS(nj_rating_check(f->s, &f->err));
    nj_store_close(f->s);
    f->s = NULL;
    for (size_t i = 0; i < NJ_COUNT(harm); i++) {
        meddle(f, "CREATE TABLE results_before AS SELECT * FROM results");
        meddle(f, harm[i]);
        WORKS(nj_store_open(&f->s, f->path, &f->err));
        FAILS(nj_rating_check(f->s, &f->err), NJ_ERR_CORRUPT, "match");
        nj_store_close(f->s);
        f->s = NULL;
        meddle(f, "DELETE FROM results; INSERT INTO results SELECT * FROM"
                  " results_before; DROP TABLE results_before");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_newcomers),
        cmocka_unit_test(a_tie_of_newcomers_moves_no_mean),
        cmocka_unit_test(the_order_of_seats_means_nothing),
        cmocka_unit_test(gaps_mean_nothing),
        cmocka_unit_test(far_off_ratings_move_the_right_way),
        cmocka_unit_test(one_match_makes_nobody_sure),
        cmocka_unit_test(worked_numbers),
        cmocka_unit_test(what_is_shown_is_the_careful_estimate),
        TEST(a_rating_goes_on_from_the_last),
        TEST(nobody_is_rated_against_himself_or_machines),
        TEST(a_wrong_rating_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
