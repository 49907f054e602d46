/* Words to a match as a whole: the seat in front, one command or several. */
#include <string.h>

#include "command/spoken.h"
#include "kit/nj_test.h"

static int nothing(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static const char *const prefixes[] = {"#", NULL};
static const char *const joined[] = {"hit", NULL};
static const struct nj_verb verbs[] = {
    {.name = "hit", .args = "n", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = NULL}};
static const struct nj_game one = {
    .id = "toy", .verbs = verbs, .batch = joined};
static const struct nj_game several = {
    .id = "toy", .verbs = verbs, .batch = joined, .seats_more = 1};

#define TABLE                                                  \
 "{\"commands\":["                                             \
 "{\"verb\":\"hit\",\"of\":\"toy\",\"place\":\"bare\","        \
 "\"pattern\":\"hit (?<n>[0-9]+)\","                           \
 "\"examples\":[{\"type\":\"hit 3\",\"is\":\"\"}]},"           \
 "{\"verb\":\"as\",\"of\":\"toy\",\"place\":\"prefixed\","     \
 "\"pattern\":\"v(?<seat>[0-9]+)(?: (?<what>.+))?\","          \
 "\"examples\":[{\"type\":\"#v2 hit 3\",\"is\":\"\"}]},"       \
 "{\"verb\":\"help\",\"of\":\"table\",\"place\":\"prefixed\"," \
 "\"pattern\":\"help\",\"examples\":[{\"type\":\"#help\",\"is\":\"\"}]}]}"

static struct nj_commands *tables;

static int setup(void **state)
{
    static const char *const games[] = {"toy", NULL};
    const struct nj_command_file file = {"en.json", TABLE, strlen(TABLE)};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    if (nj_commands_create(&file, 1, games, &tables, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(tables);
    return 0;
}

static bool spoken(const struct nj_game *g, enum nj_command_place place,
                   const char *text, struct nj_spoken *out)
{
    const struct nj_batch_form form = {.game = g,
                                       .words = g != NULL ? g->id : NULL,
                                       .place = place,
                                       .prefixes = prefixes};

    return nj_spoken_read(tables, &form, text, strlen(text), out);
}

static void a_seat_in_front_is_taken_off(void **state)
{
    struct nj_spoken s;

    NJ_UNUSED(state);
    assert_true(spoken(&several, NJ_COMMAND_PRIVATE, "hit 3", &s));
    assert_int_equal(s.as, 0);
    assert_true(spoken(&several, NJ_COMMAND_PRIVATE, "v2 hit 3", &s));
    assert_int_equal(s.as, 2);
    assert_string_equal(s.cmd.verb, "hit");
    assert_string_equal(s.p, "hit 3");
    assert_true(spoken(&several, NJ_COMMAND_PREFIXED, "v16 help", &s));
    assert_string_equal(s.cmd.of, "table");
}

static void what_is_no_seat_or_has_nothing_behind_it_is_nothing(void **state)
{
    static const char *const wrong[] = {"v2",          "v0 hit 3", "v17 hit 3",
                                        "v2 v3 hit 1", "v2 hat",   "v2 hit"};
    struct nj_spoken s;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(wrong); i++)
        assert_false(spoken(&several, NJ_COMMAND_PRIVATE, wrong[i], &s));
    assert_false(spoken(&one, NJ_COMMAND_PRIVATE, "v2 hit 3", &s));
    assert_false(spoken(NULL, NJ_COMMAND_PRIVATE, "v2 hit 3", &s));
}

static void several_orders_are_read_behind_a_seat_too(void **state)
{
    struct nj_spoken s;

    NJ_UNUSED(state);
    assert_true(spoken(&several, NJ_COMMAND_PREFIXED, "v3 hit 1; hit 2", &s));
    assert_true(s.several);
    assert_int_equal(s.as, 3);
    assert_int_equal(s.batch.n, 2);
    assert_string_equal(s.cmd.verb, "-");
    assert_false(spoken(&several, NJ_COMMAND_HOST, "hit 1; hit 2", &s));
}

/* In a group half of it would be talk; with a prefix it has an answer. */
static void what_is_wrong_among_bare_ones_is_talk(void **state)
{
    struct nj_spoken s;

    NJ_UNUSED(state);
    assert_false(spoken(&one, NJ_COMMAND_BARE, "hit 1; well", &s));
    assert_true(spoken(&one, NJ_COMMAND_PREFIXED, "hit 1; well", &s));
    assert_int_equal(s.batch.fault, NJ_BATCH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_in_front_is_taken_off),
        cmocka_unit_test(what_is_no_seat_or_has_nothing_behind_it_is_nothing),
        cmocka_unit_test(several_orders_are_read_behind_a_seat_too),
        cmocka_unit_test(what_is_wrong_among_bare_ones_is_talk),
    };

    return cmocka_run_group_tests_name("command/spoken", tests, setup,
                                       teardown);
}
