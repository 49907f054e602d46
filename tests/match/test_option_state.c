/* Options of a game that stand in its state. */
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

struct home {
    int64_t large;
    uint16_t middle;
    uint8_t word, left, count;
    uint8_t started, refused;
    uint8_t unused;
};

static const char *const two_words[] = {"one", "other", NULL};
static const char *const left_words[] = {"edition", "off", "on", NULL};
static const struct nj_by_edition on_in_second = {{0, 1}};
static const struct nj_by_edition three_in_second = {{0, 3}};

#define INTO(member) NJ_INTO(struct home, member)

static const struct nj_option homed[] = {
    {"large", NJ_OPTION_INT, NULL, -5, 9, -2, INTO(large), NULL},
    {"middle", NJ_OPTION_INT, NULL, 1, 999, 300, INTO(middle), NULL},
    {"word", NJ_OPTION_WORD, two_words, 0, 1, 1, INTO(word), NULL},
    {"left", NJ_OPTION_WORD, left_words, 0, 2, 0, INTO(left), &on_in_second},
    {"count", NJ_OPTION_INT, NULL, -1, 9, -1, INTO(count), &three_in_second},
    {"think", NJ_OPTION_MS, NULL, 0, 9000, 5000, NJ_NOWHERE, NULL},
    {"list", NJ_OPTION_TEXT, NULL, 0, 0, 0, NJ_NOWHERE, NULL},
    {0}};

/* Keeps what it found in its state. */
static int home_start(struct nj_match *m, const struct nj_input *in)
{
    struct home *s = nj_state(m);

    (void)in;
    s->started = 1;
    s->count++;
    return 0;
}

/* "middle=7"; the empty clause asks whether the board can stand. */
static enum nj_status home_given(struct nj_match *m, const char *clause,
                                 struct nj_err *err)
{
    const struct home *s = nj_state_const(m);

    (void)err;
    assert_int_equal(s->middle, 300);
    assert_false(nj_given_option(m, "middle", "1000"));
    assert_int_equal(s->middle, 300);
    assert_true(nj_given_option(m, "middle", clause));
    assert_true(nj_given_option(m, "left", "off"));
    return NJ_OK;
}

/* Options of a table may be read, changed, and asked what they come to. */
static int home_check(struct nj_match *m, struct nj_options *o, uint8_t seats)
{
    (void)seats;
    assert_int_equal(*nj_options_at(m, o, "middle"), 300);
    *nj_options_at(m, o, "middle") = 400;
    return nj_options_meant(m, o, "count") == 3 &&
                   nj_options_meant(m, o, "middle") == 400
               ? nj_refuse_option(m, "home.err", "", NJ_NO_ARGS)
               : 0;
}

static const char *const two_editions[] = {"first", "second", NULL};
static const struct nj_verb no_verbs[] = {{.name = NULL}};
static const struct nj_game home = {.id = "home",
                                    .prefix = "home",
                                    .rules_version = 1,
                                    .seats_min = 1,
                                    .seats_max = 1,
                                    .editions = two_editions,
                                    .verbs = no_verbs,
                                    .options = homed,
                                    .state_size = sizeof(struct home),
                                    .check_options = home_check,
                                    .start = home_start,
                                    .given = home_given};

static struct nj_match *home_match(const char *edition,
                                   const char *const pairs[][2], size_t n)
{
    static const struct nj_match_seat seat = {.name = "Ann",
                                              .contribution = ""};
    struct nj_match_setup setup = {
        .game = &home, .edition = edition, .seats = &seat, .n_seats = 1};

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    nj_options_default(&home, &setup.options);
    for (size_t i = 0; i < n; i++)
        assert_true(nj_options_put(&home, &setup.options,
                                   nj_option_find(&home, pairs[i][0]),
                                   pairs[i][1]));
    return nj_match_create(&setup);
}

static void start(struct nj_match *m)
{
    assert_false(nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                                      .seat = NJ_SEAT_NONE,
                                                      .verb = "",
                                                      .reason = ""})
                     ->refused);
}

static void options_stand_in_the_state_at_the_start(void **state)
{
    static const char *const set[][2] = {{"large", "-4"},
                                         {"middle", "999"},
                                         {"word", "one"},
                                         {"left", "off"},
                                         {"count", "8"}};
    struct nj_match *m = home_match("second", NULL, 0);
    const struct home *s = nj_state_const(m);

    NJ_UNUSED(state);
    start(m);
    assert_int_equal(s->started, 1);
    assert_int_equal(s->large, -2);
    assert_int_equal(s->middle, 300);
    assert_int_equal(s->word, 1);
    nj_match_destroy(m);
    m = home_match("second", set, NJ_COUNT(set));
    s = nj_state_const(m);
    start(m);
    assert_int_equal(s->large, -4);
    assert_int_equal(s->middle, 999);
    assert_int_equal(s->word, 0);
    assert_int_equal(s->left, 0);
    assert_int_equal(s->count, 9); /* one more since the start */
    assert_int_equal(s->unused, 0);
    nj_match_destroy(m);
}

static void what_is_off_its_default_is_told(void **state)
{
    static const char *const set[][2] = {
        {"large", "-4"}, {"word", "one"}, {"think", "8s"}, {"list", "b, a c"}};
    static const char *const at_work[][2] = {{"think", "8s weekdays +0800"}};
    struct nj_match *m = home_match("first", NULL, 0);
    char told[60];

    NJ_UNUSED(state);
    nj_options_told(m, told, sizeof(told));
    assert_string_equal(told, "-");
    nj_match_destroy(m);
    m = home_match("first", set, NJ_COUNT(set));
    nj_options_told(m, told, sizeof(told));
    assert_string_equal(told, "large=-4,word=one,think=8s,list=b+a+c");
    nj_match_destroy(m);
    m = home_match("first", at_work, NJ_COUNT(at_work));
    nj_options_told(m, told, sizeof(told));
    assert_string_equal(told, "think=8s_weekdays_+0800");
    nj_match_destroy(m);
    m = home_match("first", set, NJ_COUNT(set));
    nj_options_told(m, told, 18); /* as much as there is room for */
    assert_string_equal(told, "large=-4,word=one");
    nj_options_told(m, told, 17);
    assert_string_equal(told, "large=-4");
    nj_match_destroy(m);
}

static void an_edition_says_what_is_left_to_it(void **state)
{
    static const char *const on[][2] = {{"left", "on"}, {"count", "0"}};
    struct nj_match *m = home_match("first", NULL, 0);
    const struct home *s = nj_state_const(m);

    NJ_UNUSED(state);
    assert_int_equal(s->left, 0);
    assert_int_equal(s->count, 0);
    assert_int_equal(nj_option(m, "count"), -1); /* as it was chosen */
    assert_string_equal(nj_option_word(m, "left"), "edition");
    nj_match_destroy(m);
    m = home_match("second", NULL, 0);
    s = nj_state_const(m);
    assert_int_equal(s->left, 1);
    assert_int_equal(s->count, 3);
    nj_match_destroy(m);
    for (size_t e = 0; two_editions[e] != NULL; e++) {
        m = home_match(two_editions[e], on, NJ_COUNT(on));
        s = nj_state_const(m);
        assert_int_equal(s->left, 1);
        assert_int_equal(s->count, 0);
        assert_string_equal(nj_option_word(m, "left"), "on");
        nj_match_destroy(m);
    }
}

static void a_given_board_may_change_them(void **state)
{
    struct nj_match *m = home_match("second", NULL, 0);
    const struct home *s = nj_state_const(m);

    NJ_UNUSED(state);
    assert_int_equal(nj_match_given(m, "7", NULL), NJ_OK);
    assert_int_equal(s->middle, 7);
    assert_int_equal(s->left, 0);
    assert_int_equal(s->count, 3);
    nj_match_destroy(m);
}

static void a_check_knows_what_they_come_to(void **state)
{
    struct nj_options o;

    NJ_UNUSED(state);
    nj_options_default(&home, &o);
    assert_non_null(nj_options_check(&home, NULL, "second", &o, 1));
    assert_int_equal(o.v[1], 300);
    assert_null(nj_options_check(&home, NULL, "first", &o, 1));
    assert_int_equal(o.v[1], 400);
}

static void a_row_must_fit_into_the_state(void **state)
{
    static const struct nj_by_edition ten = {{0, 10}};
    static const struct nj_by_edition below = {{-1, 0}};

    static const struct {
        struct nj_option row;
        bool fits;
    } rows[] = {
        {{"x", NJ_OPTION_INT, NULL, 0, 255, 0, INTO(word), NULL}, true},
        {{"x", NJ_OPTION_INT, NULL, 0, 256, 0, INTO(word), NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, -1, 9, 0, INTO(word), NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, -1, 9, 0, INTO(large), NULL}, true},
        {{"x", NJ_OPTION_INT, NULL, 0, 65535, 0, INTO(middle), NULL}, true},
        {{"x", NJ_OPTION_INT, NULL, 0, 65536, 0, INTO(middle), NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, -1, 9, -1, INTO(word), &ten}, false},
        {{"x", NJ_OPTION_INT, NULL, -1, 10, -1, INTO(word), &ten}, true},
        {{"x", NJ_OPTION_INT, NULL, -1, 10, -1, NJ_NOWHERE, &below}, false},
        {{"x", NJ_OPTION_INT, NULL, 0, 9, 0, {16, 1}, NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, 0, 9, 0, {12, 8}, NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, 0, 9, 0, {9, 2}, NULL}, false},
        {{"x", NJ_OPTION_INT, NULL, 0, 9, 0, INTO(count), NULL}, false},
        {{"x", NJ_OPTION_MS, NULL, 0, 9, 0, INTO(word), NULL}, false},
        {{"x", NJ_OPTION_TEXT, NULL, 0, 0, 0, INTO(word), NULL}, false},
    };

    NJ_UNUSED(state);
    for (int i = 0; homed[i].key != NULL; i++)
        assert_true(nj_option_fits(&home, i));
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct nj_option table[] = {
            rows[i].row,
            {"other", NJ_OPTION_INT, NULL, 0, 9, 0, INTO(count), NULL},
            {0}};
        const struct nj_game odd = {.editions = two_editions,
                                    .options = table,
                                    .state_size = sizeof(struct home)};

        assert_int_equal(nj_option_fits(&odd, 0), rows[i].fits);
    }
}

/* --- a list of its own --- */

struct die {
    uint8_t first;

    struct {
#define NJ_OPTIONS "match/die_options.def"
#include "match/option.h"
    } opt;
};

static const struct nj_by_edition in_casino = {{0, 2}};

#define NJ_OPTIONS         "match/die_options.def"
#define NJ_OPTIONS_TABLE   listed
#define NJ_OPTIONS_INTO(x) NJ_INTO(struct die, opt.x)
#include "match/option.h"

static void a_list_makes_members_and_rows(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(sizeof(struct die), 6);
    assert_int_equal(NJ_COUNT(listed), 6);
    assert_string_equal(listed[0].key, "doubles");
    assert_int_equal(listed[0].type, NJ_OPTION_WORD);
    assert_string_equal(listed[0].words[1], "on");
    assert_null(listed[0].words[2]);
    assert_int_equal(listed[0].hi, 1);
    assert_int_equal(listed[0].dflt, 1);
    assert_int_equal(listed[0].into.offset, 1);
    assert_string_equal(listed[1].words[0], "edition");
    assert_string_equal(listed[1].words[3], "both");
    assert_int_equal(listed[1].hi, 3);
    assert_ptr_equal(listed[1].by_edition, &in_casino);
    assert_int_equal(listed[2].type, NJ_OPTION_INT);
    assert_int_equal(listed[2].lo, 10);
    assert_int_equal(listed[2].dflt, 20);
    assert_int_equal(listed[2].into.offset, 5);
    assert_int_equal(listed[3].type, NJ_OPTION_TEXT);
    assert_int_equal(listed[3].hi, 3);
    assert_int_equal(listed[4].type, NJ_OPTION_MS);
    assert_int_equal(listed[4].hi, 60000);
    assert_int_equal(listed[4].into.width, 0);
    assert_null(listed[5].key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_stand_in_the_state_at_the_start),
        cmocka_unit_test(what_is_off_its_default_is_told),
        cmocka_unit_test(an_edition_says_what_is_left_to_it),
        cmocka_unit_test(a_given_board_may_change_them),
        cmocka_unit_test(a_check_knows_what_they_come_to),
        cmocka_unit_test(a_row_must_fit_into_the_state),
        cmocka_unit_test(a_list_makes_members_and_rows),
    };

    return cmocka_run_group_tests_name("match/option_state", tests, NULL, NULL);
}
