/* A message to its parts: what parts, what does not, and what is wrong. */
#include <string.h>

#include "command/batch.h"
#include "kit/nj_test.h"

static const char *const prefixes[] = {"#", "//", NULL};
static const char *const joined[] = {"go", "hit", "run", "kill", NULL};

static int nothing(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static const struct nj_verb verbs[] = {
    {.name = "go", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = "hit", .args = "n", .channel = NJ_CHANNEL_GROUP, .apply = nothing},
    {.name = "run", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = "say", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = "kill",
     .args = "tow",
     .channel = NJ_CHANNEL_BOTH,
     .apply = nothing},
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
 "{\"verb\":\"run\",\"of\":\"toy\",\"place\":\"bare\","                  \
 "\"pattern\":\"run (?<text>.+)\","                                      \
 "\"examples\":[{\"type\":\"run n\",\"is\":\"\"}]},"                     \
 "{\"verb\":\"say\",\"of\":\"toy\",\"place\":\"bare\","                  \
 "\"pattern\":\"say (?<text>.+)\","                                      \
 "\"examples\":[{\"type\":\"say a\",\"is\":\"\"}]},"                     \
 "{\"verb\":\"kill\",\"of\":\"toy\",\"place\":\"bare\","                 \
 "\"pattern\":\"(?:not (?<old_n>[0-9]) but )?(?:kill|杀) ?"             \
 "(?<each>[^ ,、]+?(?:(?:、| and |和|, ?(?=[0-9])| (?=[0-9]))"        \
 "[^ ,、]+?)*)(?: ?[x×](?<times_n>[0-9]+)| (?<times>twice))?\","       \
 "\"examples\":[{\"type\":\"kill 3\",\"is\":\"\"}]},"                    \
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
    if (create("{\"words\":{\"toy\":{\"times\":{\"2\":[\"twice\"]}}},"
               "\"joints\":{\"toy\":[\"then\",\"然后\",\"，\"],"
               "\"toy+doubt\":[\"如果\",\"吗\",\"?\",\"if\",\"eh\"],"
               "\"toy+each\":[\"and\",\"和\",\"、\",\",\"]}," ROWS "}",
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

static void undoubted(const char *text, const char *rest)
{
    const char *p = text;
    size_t n = strlen(text);
    bool any = nj_commands_undoubt(tables, "toy", &p, &n);
    char *got = nj_strndup(p, any ? n : 0);

    assert_string_equal(got, rest);
    free(got);
}

static void what_makes_a_question_is_taken_off_both_ends(void **state)
{
    NJ_UNUSED(state);
    undoubted("go n吗", "go n");
    undoubted("如果 go n 吗？ ", "go n ");
    undoubted("go n??", "go n");
    undoubted("IF go n", " go n");
    undoubted("iffy n", "");  /* no word of its own */
    undoubted("go 吗 n", ""); /* within it is a name's */
    undoubted("  go n ", ""); /* blanks are no question */
    undoubted("吗？", "");
    undoubted("", "");
    undoubted("eh go n eh", " go n ");
    /* What an accent stands on is no word: it is part of a character. */
    undoubted("eḧ go n", "");
    undoubted("go n eḧ", "");
    undoubted("eḧ", "");
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

static void a_list_is_a_part_for_each(void **state)
{
    NJ_UNUSED(state);
    expect("kill 3 and 5", "kill 3|kill 5|", NJ_BATCH_FINE, 0);
    expect("杀 1 2", "杀 1|杀 2|", NJ_BATCH_FINE, 0);
    expect("杀阿宁、５，７", "杀阿宁|杀５|杀７|", NJ_BATCH_FINE, 0);
    expect("杀Ann和Bob", "杀Ann|杀Bob|", NJ_BATCH_FINE, 0);
    expect("kill 4 twice", "kill 4|kill 4|", NJ_BATCH_FINE, 0);
    expect("kill 4x1", "kill 4|", NJ_BATCH_FINE, 0);
    expect("kill 1 2x2", "kill 1|kill 1|kill 2|kill 2|", NJ_BATCH_FINE, 0);
    expect("not 1 but kill 3、4", "not 1 but kill 3|not 1 but kill 4|",
           NJ_BATCH_FINE, 0);
    expect("go n; 杀 1 2 then hit 3", "go n|杀 1|杀 2|hit 3|", NJ_BATCH_FINE,
           0);
    expect("kill 12", "kill 12|", NJ_BATCH_FINE, 0);
    expect("kill 1 2 3 4 5 6 7 8 9x2",
           "kill 1|kill 1|kill 2|kill 2|kill 3|kill 3|kill 4|kill 4|kill 5|"
           "kill 5|kill 6|kill 6|kill 7|kill 7|kill 8|kill 8|",
           NJ_BATCH_MANY, NJ_BATCH_MAX);
    expect("kill 1x99999999",
           "kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|"
           "kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|kill 1|",
           NJ_BATCH_MANY, NJ_BATCH_MAX);
}

static void what_lists_is_known(void **state)
{
    static const struct {
        const char *text;
        bool lists;
    } all[] = {{"kill 3", false},      {"kill 12", false},
               {"kill Ann", false},    {"kill 3 and 5", true},
               {"kill 3 twice", true}, {"杀 1 2", true},
               {"杀和平", false},      {"say 1 and 2", false},
               {"run home", false},    {"run 然后 hit 3", true},
               {"run on, off", false}, {"run then say 3", false},
               {"run then x", false},  {"say n then hit 3", false}};
    const struct nj_batch_form form = {&game, "toy", NJ_COMMAND_PREFIXED, NULL};
    struct nj_command cmd;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        const char *text = all[i].text;

        assert_true(nj_commands_parse(tables, text, strlen(text),
                                      NJ_COMMAND_PREFIXED, "toy", &cmd));
        if (nj_batch_lists(tables, &form, text, strlen(text), &cmd) !=
            all[i].lists)
            fail_msg("%s", text);
    }
}

/* Words that fill the room for parts that are made. */
static void a_list_of_long_words_is_too_much(void **state)
{
    char text[NJ_COMMAND_TEXT_MAX + 1] = "kill ";
    struct nj_batch b;
    size_t n = strlen(text);

    NJ_UNUSED(state);
    memset(text + n, 'a', 400);
    n += 400;
    memcpy(text + n, "x9", 3);
    assert_true(read_as(text, NJ_COMMAND_PREFIXED, &b));
    assert_int_equal(b.fault, NJ_BATCH_MANY);
    assert_true(b.n_made <= sizeof(b.made));
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
        cmocka_unit_test(what_makes_a_question_is_taken_off_both_ends),
        cmocka_unit_test(a_part_may_be_repeated),
        cmocka_unit_test(a_list_is_a_part_for_each),
        cmocka_unit_test(what_lists_is_known),
        cmocka_unit_test(a_list_of_long_words_is_too_much),
        cmocka_unit_test(what_is_wrong_is_said_of_the_first),
        cmocka_unit_test(where_they_count_is_known),
        cmocka_unit_test(what_has_no_order_is_no_batch),
        cmocka_unit_test(a_table_says_what_is_wrong_with_its_joints),
    };

    return cmocka_run_group_tests_name("command/batch", tests, setup, teardown);
}
