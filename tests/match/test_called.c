/* Whom and what people name: by number, by name, by its beginning. */
#include "kit/nj_test.h"
#include "match/called.h"
#include "match/match.h"

static const struct nj_verb no_verbs[] = {{.name = NULL}};
static const struct nj_option no_options[] = {{.key = NULL}};
static const struct nj_game lamp = {.id = "lamp",
                                    .prefix = "lamp",
                                    .rules_version = 1,
                                    .seats_min = 4,
                                    .seats_max = 4,
                                    .verbs = no_verbs,
                                    .options = no_options,
                                    .state_size = 1};

static struct nj_match *begun_with(const char *last)
{
    const struct nj_match_seat seats[4] = {{.name = "Nina", .contribution = ""},
                                           {.name = "阿宁", .contribution = ""},
                                           {.name = "Nils", .contribution = ""},
                                           {.name = last, .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &lamp, .edition = "", .seats = seats, .n_seats = 4};

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    nj_options_default(&lamp, &setup.options);
    return nj_match_create(&setup);
}

static struct nj_match *begun(void)
{
    return begun_with("Nilsson");
}

static void numbers_have_at_most_two_digits_in_any_width(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_called_number("7"), 7);
    assert_int_equal(nj_called_number("０7"), 7);
    assert_int_equal(nj_called_number(" 42　"), 42);
    assert_int_equal(nj_called_number("4 2"), -1); /* SH-19.10 */
    assert_int_equal(nj_called_number("4　2"), -1);
    assert_int_equal(nj_called_number("142"), -1);
    assert_int_equal(nj_called_number("4b"), -1);
    assert_int_equal(nj_called_number("-4"), -1);
    assert_int_equal(nj_called_number(" "), -1);
    assert_int_equal(nj_called_number(""), -1);
}

static void signs_have_two_widths(void **state)
{
    NJ_UNUSED(state);
    assert_string_equal(nj_called_behind("#7", '#'), "7");
    assert_string_equal(nj_called_behind("＠2", '@'), "2");
    assert_string_equal(nj_called_behind("#", '#'), "");
    assert_null(nj_called_behind("@2", '#'));
    assert_null(nj_called_behind("", '#'));
}

static void seats_have_their_number_or_their_name(void **state)
{
    struct nj_match *m = begun();
    nj_seat_set several = 99;

    NJ_UNUSED(state);
    assert_int_equal(nj_seat_called(m, "２", &several), 1);
    assert_int_equal(several, 0);
    assert_int_equal(nj_seat_called(m, "0", &several), NJ_SEAT_NONE);
    assert_int_equal(nj_seat_called(m, "5", &several), NJ_SEAT_NONE);
    assert_int_equal(several, 0);
    assert_int_equal(nj_seat_called(m, "ＮＩＮＡ", &several), 0);
    assert_int_equal(nj_seat_called(m, "阿", &several), 1);
    nj_match_destroy(m);
}

/* A whole name is meant before the beginning of a longer one. */
static void a_beginning_may_be_that_of_several(void **state)
{
    struct nj_match *m = begun();
    nj_seat_set several = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_seat_called(m, "nils", &several), 2);
    assert_int_equal(several, 0);
    assert_int_equal(nj_seat_called(m, "ni", &several), NJ_SEAT_NONE);
    assert_int_equal(several, nj_bit(0) | nj_bit(2) | nj_bit(3));
    assert_int_equal(nj_seats_called(m, "nilss"), nj_bit(3));
    assert_int_equal(nj_seats_called(m, "zoe"), 0);
    assert_int_equal(nj_seats_called(m, ""), 0);
    assert_int_equal(nj_seats_called(m, "\xe9"), 0); /* half a character */
    nj_match_destroy(m);
}

/* SH-19.5: it is asked back, and the other number and name are sure. */
static void a_number_may_be_the_name_of_another(void **state)
{
    struct nj_match *m = begun_with("２");
    nj_seat_set several = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_seat_called(m, "2", &several), NJ_SEAT_NONE);
    assert_int_equal(several, nj_bit(1) | nj_bit(3));
    assert_int_equal(nj_seat_called(m, "4", &several), 3);
    assert_int_equal(nj_seat_called(m, "阿宁", &several), 1);
    assert_int_equal(several, 0);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_at_most_two_digits_in_any_width),
        cmocka_unit_test(signs_have_two_widths),
        cmocka_unit_test(seats_have_their_number_or_their_name),
        cmocka_unit_test(a_beginning_may_be_that_of_several),
        cmocka_unit_test(a_number_may_be_the_name_of_another)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
