/* The examples of the tables in the source tree, and what the check finds. */
#include <string.h>

#include "command/tables.h"

static void examples_of_all_languages_hold(void **state)
{
    struct nj_commands *c = tables_create();
    struct nj_err err = {{0}};
    enum nj_status st = nj_commands_check(c, &err);

    NJ_UNUSED(state);
    if (st != NJ_OK)
        print_error("%s\n", err.text);
    assert_int_equal(st, NJ_OK);
    nj_commands_destroy(c);
}

/* Checks a table of two rows given as JSON; returns what is wrong. */
static enum nj_status check(const char *rows, struct nj_err *err)
{
    const char *const games[] = {"maze", NULL};
    char text[2048];
    struct nj_command_file file = {.name = "x/en.json", .text = text};
    struct nj_commands *c = NULL;
    enum nj_status st;

    (void)snprintf(text, sizeof(text), "{\"commands\": [%s]}", rows);
    file.len = strlen(text);
    st = nj_commands_create(&file, 1, games, &c, err);
    if (st == NJ_OK)
        st = nj_commands_check(c, err);
    nj_commands_destroy(c);
    return st;
}

#define ROW(verb, of, place, pattern, type, is)                        \
 "{\"verb\": \"" verb "\", \"of\": \"" of "\", \"place\": \"" place    \
 "\", \"pattern\": \"" pattern "\", \"examples\": [{\"type\": \"" type \
 "\", \"is\": \"" is "\"}]}"

static void a_wrong_example_is_named(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        check(ROW("go", "table", "prefixed", "go", "#gone", "go"), &err),
        NJ_ERR_MISMATCH);
    assert_non_null(strstr(err.text, "#gone"));
    assert_int_equal(check(ROW("go", "table", "prefixed", "go (?<n>[0-9]+)",
                               "#go 07", "go n=7"),
                           &err),
                     NJ_OK);
    assert_int_equal(
        check(ROW("go", "table", "prefixed", "go", "#go", ""), &err),
        NJ_ERR_MISMATCH);
}

static void two_verbs_cannot_claim_one_text(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        check(ROW("go", "table", "prefixed", "go", "#go", "go") "," ROW(
                  "run", "maze", "prefixed", "run|go", "#run", "run"),
              &err),
        NJ_ERR_MISMATCH);
    assert_non_null(strstr(err.text, "run"));
}

static void a_fallback_gives_way_to_words_of_a_game(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        check("{\"verb\": \"done\", \"of\": \"table\", \"place\": "
              "\"prefixed\", \"pattern\": \"done\", \"otherwise\": true, "
              "\"examples\": [{\"type\": \"#done\", \"is\": \"done\"}]}," ROW(
                  "end", "maze", "prefixed", "done|end", "#end", "end"),
              &err),
        NJ_OK);
    assert_int_equal(
        check(ROW("done", "table", "prefixed", "done", "#done", "done") "," ROW(
                  "end", "maze", "prefixed", "done|end", "#end", "end"),
              &err),
        NJ_ERR_MISMATCH);
}

static void same_text_at_other_places_is_fine(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        check(ROW("go", "table", "prefixed", "go", "#go", "go") "," ROW(
                  "run", "host", "prefixed", "run|go", "%run", "run"),
              &err),
        NJ_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_all_languages_hold),
        cmocka_unit_test(a_wrong_example_is_named),
        cmocka_unit_test(two_verbs_cannot_claim_one_text),
        cmocka_unit_test(a_fallback_gives_way_to_words_of_a_game),
        cmocka_unit_test(same_text_at_other_places_is_fine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
