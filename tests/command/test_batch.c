/* A message to its parts: what parts, what does not, and what is wrong. */
#include <string.h>

#include "command/batch.h"
#include "kit/nj_test.h"

static const char *const prefixes[] = {"#", "//", NULL};
static const char *const joined[] = {"go", "hit", NULL};

static int nothing(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static const struct nj_verb verbs[] = {
    {.name = "go", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = "hit", .args = "n", .channel = NJ_CHANNEL_GROUP, .apply = nothing},
    {.name = "say", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = NULL}};

static const struct nj_game game = {
    .id = "toy", .verbs = verbs, .batch = joined};

#define ROWS                                                             \
 "\"commands\":[{\"verb\":\"go\",\"of\":\"toy\",\"place\":\"bare\","     \
 "\"pattern\":\"(?:go|走) ?(?<where>[nesw]+(?:, ?[nesw])?)\","          \
 "\"examples\":[{\"type\":\"go n\",\"is\":\"\"}]},"                      \
 "{\"verb\":\"hit\",\"of\":\"toy\",\"place\":\"bare\","                  \
 "\"pattern\":\"hit(?: (?<n>[0-9]+))?\","                                \
 "\"examples\":[{\"type\":\"hit 3\",\"is\":\"\"}]},"                     \
 "{\"verb\":\"say\",\"of\":\"toy\",\"place\":\"bare\","                  \
 "\"pattern\":\"say (?<text>.+)\","                                      \
 "\"examples\":[{\"type\":\"say a\",\"is\":\"\"}]},"                     \
 "{\"verb\":\"help\",\"of\":\"table\",\"place\":\"prefixed\","           \
 "\"pattern\":\"help\",\"examples\":[{\"type\":\"#help\",\"is\":\"\"}]}" \
 "]"

static struct nj_commands *tables;

static enum nj_status create(const char *text, struct nj_commands **out,
                             struct nj_err *err)
{
    static const char *const games[] = {"toy", NULL};
    const struct nj_command_file file = {"en.json", text, strlen(text)};

    return nj_commands_create(&file, 1, games, out, err);
}

static int setup(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    if (create("{\"joints\":{\"toy\":[\"then\",\"然后\",\"，\"]}," ROWS "}",
               &tables, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(tables);
    return 0;
}

static bool read_as(const char *text, enum nj_command_place place,
                    struct nj_batch *out)
{
    const struct nj_batch_form form = {
        .game = &game, .words = "toy", .place = place, .prefixes = prefixes};

    return nj_batch_read(tables, &form, text, strlen(text), out);
}

/* Its parts, each followed by '|', and behind them what is wrong. */
static void expect(const char *text, const char *parts,
                   enum nj_batch_fault fault, uint32_t at)
{
    struct nj_batch b;
    char got[512] = "";
    size_t n = 0;

    if (!read_as(text, NJ_COMMAND_PREFIXED, &b))
        fail_msg("'%s' is no batch", text);
    for (uint32_t i = 0; i < b.n; i++)
        n += (size_t)snprintf(got + n, sizeof(got) - n, "%.*s|",
                              (int)b.part[i].n, b.part[i].p);
    assert_string_equal(got, parts);
    if (b.fault != fault || (fault != NJ_BATCH_FINE && b.at != at))
        fail_msg("'%s': fault %d at %u", text, (int)b.fault, (unsigned)b.at);
}

static void parts_are_separated(void **state)
{
    NJ_UNUSED(state);
    expect("go n;hit 3", "go n|hit 3|", NJ_BATCH_FINE, 0);
    expect(" go n ；\r\n;; hit 3\n", "go n|hit 3|", NJ_BATCH_FINE, 0);
    expect("go n then hit 3 然後go e，hit 4", "go n|hit 3|go e|hit 4|",
           NJ_BATCH_FINE, 0);
    expect("go n\n#go e\n＃ go s\n／／go w", "go n|go e|go s|go w|",
           NJ_BATCH_FINE, 0);
    expect("#go n; go e", "#go n|go e|", NJ_BATCH_UNKNOWN, 0); /* the first's
                                              * is taken off before */
}

static void joints_stand_in_front_of_orders(void **state)
{
    NJ_UNUSED(state);
    expect("go n, e; go s", "go n, e|go s|", NJ_BATCH_FINE, 0);
    expect("go n, e, go s", "go n, e|go s|", NJ_BATCH_FINE, 0);
    expect("go n, far; hit 1", "go n, far|hit 1|", NJ_BATCH_UNKNOWN, 0);
    expect("go nthen go e; hit 1", "go nthen go e|hit 1|", NJ_BATCH_UNKNOWN,
           0); /* no word of its own */
    expect("然后 go n 然后", "go n 然后|", NJ_BATCH_UNKNOWN, 0);
}

static void a_part_may_be_repeated(void **state)
{
    NJ_UNUSED(state);
    expect("go n x3", "go n|go n|go n|", NJ_BATCH_FINE, 0);
    expect("go n ×２；hit 4x2", "go n|go n|hit 4|hit 4|", NJ_BATCH_FINE, 0);
    expect("hit 4 x 2", "hit 4|hit 4|", NJ_BATCH_FINE, 0);
    expect("go n x1; go e", "go n|go e|", NJ_BATCH_FINE, 0);
    expect("go n; go ex2", "go n|go ex2|", NJ_BATCH_UNKNOWN, 1);
    expect("go n; go e x0", "go n|go e x0|", NJ_BATCH_UNKNOWN, 1);
    expect("go n; x3", "go n|x3|", NJ_BATCH_UNKNOWN, 1);
    expect("go n; ×3", "go n|×3|", NJ_BATCH_UNKNOWN, 1);
}

static void what_is_wrong_is_said_of_the_first(void **state)
{
    NJ_UNUSED(state);
    expect("go n; say a; blah", "go n|say a|blah|", NJ_BATCH_ALONE, 1);
    expect("go n; help", "go n|help|", NJ_BATCH_ALONE, 1);
    expect("hit; go n", "hit|go n|", NJ_BATCH_NUMBER, 0);
    expect("go n x16",
           "go n|go n|go n|go n|go n|go n|go n|go n|go n|go n|"
           "go n|go n|go n|go n|go n|go n|",
           NJ_BATCH_FINE, 0);
    expect("go n; go e x16",
           "go n|go e|go e|go e|go e|go e|go e|go e|go e|go e|go e|go e|go e|"
           "go e|go e|go e|",
           NJ_BATCH_MANY, NJ_BATCH_MAX);
    expect("go n x999999999999999999999; blah",
           "go n|go n|go n|go n|go n|go n|go n|go n|go n|go n|go n|go n|go n|"
           "go n|go n|go n|",
           NJ_BATCH_MANY, NJ_BATCH_MAX);
}

static void where_they_count_is_known(void **state)
{
    struct nj_batch b;

    NJ_UNUSED(state);
    assert_true(read_as("go n; go e", NJ_COMMAND_BARE, &b));
    assert_int_equal(b.channels, NJ_CHANNEL_BOTH);
    assert_int_equal(b.place, NJ_COMMAND_BARE);
    assert_true(read_as("go n; hit 3", NJ_COMMAND_PRIVATE, &b));
    assert_int_equal(b.channels, NJ_CHANNEL_GROUP);
}

static void what_has_no_order_is_no_batch(void **state)
{
    static const char *const talk[] = {"",     ";",           "a; b",
                                       "help", "say a; help", "\n\n"};
    struct nj_batch b;
    char long_text[NJ_COMMAND_TEXT_MAX + 2];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(talk); i++)
        if (read_as(talk[i], NJ_COMMAND_PREFIXED, &b))
            fail_msg("'%s' is a batch", talk[i]);
    memset(long_text, ';', sizeof(long_text));
    memcpy(long_text, "go n", 4);
    long_text[sizeof(long_text) - 1] = '\0';
    assert_false(read_as(long_text, NJ_COMMAND_PREFIXED, &b));
    long_text[NJ_COMMAND_TEXT_MAX] = '\0';
    assert_true(read_as(long_text, NJ_COMMAND_PREFIXED, &b));
}

static void a_table_says_what_is_wrong_with_its_joints(void **state)
{
    static const struct {
        const char *section, *error;
    } bad[] = {{"[]", "not an object of lists"},
               {"{\"toy\":\"then\"}", "not a list of words"},
               {"{\"toy\":[\" \"]}", "no joint"},
               {"{\"toy\":[3]}", "toy"}};

    char text[4096];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_commands *c = NULL;
        struct nj_err err = {{0}};

        (void)snprintf(text, sizeof(text), "{\"joints\":%s," ROWS "}",
                       bad[i].section);
        assert_int_not_equal(create(text, &c, &err), NJ_OK);
        if (strstr(err.text, bad[i].error) == NULL)
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_separated),
        cmocka_unit_test(joints_stand_in_front_of_orders),
        cmocka_unit_test(a_part_may_be_repeated),
        cmocka_unit_test(what_is_wrong_is_said_of_the_first),
        cmocka_unit_test(where_they_count_is_known),
        cmocka_unit_test(what_has_no_order_is_no_batch),
        cmocka_unit_test(a_table_says_what_is_wrong_with_its_joints),
    };

    return cmocka_run_group_tests_name("command/batch", tests, setup, teardown);
}
