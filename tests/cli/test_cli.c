/* Flags, numbers, --set and --seed. */
#include <string.h>

#include "base/random.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"

static const struct nj_flag table[] = {
    {"--seats", "-s", true}, {"--json", NULL, false}, {0}};

static void flags_and_operands_in_any_order(void **state)
{
    char *argv[] = {(char[]){"x"},  (char[]){"one"},    (char[]){"--seats"},
                    (char[]){"4"},  (char[]){"--json"}, (char[]){"--seats=5"},
                    (char[]){"-s"}, (char[]){"6"},      (char[]){"-"},
                    (char[]){"--"}, (char[]){"--json"}, NULL};
    struct nj_flags f = {.argc = 11, .argv = argv, .table = table};

    NJ_UNUSED(state);
    assert_int_equal(nj_flags_next(&f), NJ_FLAG_OPERAND);
    assert_string_equal(f.value, "one");
    assert_int_equal(nj_flags_next(&f), 0);
    assert_string_equal(f.value, "4");
    assert_int_equal(nj_flags_next(&f), 1);
    assert_int_equal(nj_flags_next(&f), 0);
    assert_string_equal(f.value, "5");
    assert_int_equal(nj_flags_next(&f), 0);
    assert_string_equal(f.value, "6");
    assert_int_equal(nj_flags_next(&f), NJ_FLAG_OPERAND);
    assert_string_equal(f.value, "-");
    assert_int_equal(nj_flags_next(&f), NJ_FLAG_OPERAND);
    assert_string_equal(f.value, "--json");
    assert_int_equal(nj_flags_next(&f), NJ_FLAG_END);
    assert_int_equal(nj_flags_next(&f), NJ_FLAG_END);
}

static void wrong_flags_are_bad(void **state)
{
    static const char *const bad[] = {"--seat", "--seats", "--json=1", "-q",
                                      "--seatsx=1"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        char word[32];
        char *argv[] = {(char[]){"x"}, word, NULL};
        struct nj_flags f = {.argc = 2, .argv = argv, .table = table};

        (void)snprintf(word, sizeof(word), "%s", bad[i]);
        assert_int_equal(nj_flags_next(&f), NJ_FLAG_BAD);
    }
}

static void numbers_are_whole_and_in_range(void **state)
{
    static const char *const bad[] = {"",   "0",  "11", "-1",
                                      "1x", " 1", "1 ", "99999999999999999999"};
    int64_t n = 77;

    NJ_UNUSED(state);
    assert_true(nj_cli_number("10", 1, 10, &n));
    assert_int_equal(n, 10);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        assert_false(nj_cli_number(bad[i], 1, 10, &n));
        assert_int_equal(n, 10);
    }
}

static void set_finds_options_and_editions(void **state)
{
    const struct nj_game *g = &nj_toy_game;
    struct nj_options o;
    const char *edition = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_options_default(g, &o);
    assert_int_equal(nj_setup_set(g, "goal=7", &o, &edition, &err), NJ_OK);
    assert_int_equal(o.v[nj_option_find(g, "goal")], 7);
    assert_int_equal(nj_setup_set(g, "edition=wild", &o, &edition, &err),
                     NJ_OK);
    assert_string_equal(edition, "wild");
    assert_int_not_equal(nj_setup_set(g, "goal", &o, &edition, &err), NJ_OK);
    assert_int_not_equal(nj_setup_set(g, "goal=0", &o, &edition, &err), NJ_OK);
    assert_non_null(strstr(err.text, "1 to 100"));
    assert_int_not_equal(nj_setup_set(g, "questions=maybe", &o, &edition, &err),
                         NJ_OK);
    assert_non_null(strstr(err.text, "off, on"));
    assert_int_not_equal(nj_setup_set(g, "colour=red", &o, &edition, &err),
                         NJ_OK);
    assert_non_null(strstr(err.text, "goal"));
    assert_int_not_equal(nj_setup_set(g, "edition=tame", &o, &edition, &err),
                         NJ_OK);
    assert_int_equal(o.v[nj_option_find(g, "goal")], 7);
    assert_string_equal(edition, "wild");
}

static void seeds_choose_the_stream(void **state)
{
    static const char *const bad[] = {"", "x1", "12345678901234567", "0x1",
                                      "-1"};
    enum nj_rng_kind rng = NJ_RNG_SCRIPT;
    struct nj_hash seed = {{0}};
    struct nj_err err = {{0}};
    char hex[NJ_HEX_BYTES];

    NJ_UNUSED(state);
    assert_int_equal(nj_setup_seed("1f4", &rng, &seed, &err), NJ_OK);
    assert_int_equal(rng, NJ_RNG_SPLITMIX64);
    assert_int_equal(seed.b[0], 0xf4); /* little-endian */
    assert_int_equal(seed.b[1], 0x01);
    for (int i = 0; i < 64; i++)
        hex[i] = "0123456789abcdef"[i % 16];
    hex[64] = '\0';
    assert_int_equal(nj_setup_seed(hex, &rng, &seed, &err), NJ_OK);
    assert_int_equal(rng, NJ_RNG_CHACHA20);
    assert_int_equal(seed.b[0], 0x01); /* as it is typed */
    assert_int_equal(seed.b[31], 0xef);
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        assert_int_not_equal(nj_setup_seed(bad[i], &rng, &seed, &err), NJ_OK);
    assert_int_equal(rng, NJ_RNG_CHACHA20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_and_operands_in_any_order),
        cmocka_unit_test(wrong_flags_are_bad),
        cmocka_unit_test(numbers_are_whole_and_in_range),
        cmocka_unit_test(set_finds_options_and_editions),
        cmocka_unit_test(seeds_choose_the_stream),
    };

    return cmocka_run_group_tests_name("cli/cli", tests, NULL, NULL);
}
