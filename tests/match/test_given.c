/* Clauses of scenarios by tables: what they set, what is wrong with them. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/given.h"
#include "match/match.h"

struct lamp_seat {
    uint16_t oil;
    uint8_t out, cell;
};

struct lamp {
    struct lamp_seat seat[3];
    uint8_t round, dark, wicks, marks, wind, keeper;
    uint8_t lit;
};

static bool given_mark(struct nj_given *g)
{
    struct lamp *s = g->of;
    uint8_t n;

    assert_int_equal(g->seat, NJ_SEAT_NONE);
    if (!nj_given_byte(g, 1, 3, &n))
        return false;
    s->marks = (uint8_t)(s->marks | g->row->value << n);
    return true;
}

static bool given_neighbour(struct nj_given *g)
{
    struct lamp_seat *mine = g->of;
    nj_seat other = nj_given_seat(g);

    if (other == NJ_SEAT_NONE || other == g->seat)
        return false;
    mine->cell = (uint8_t)other;
    return true;
}

static const char *const winds[] = {"calm", "north", "south", NULL};

static const struct nj_given_row rows[] = {
    {"round", NJ_GIVEN_NUMBER(struct lamp, round, 1, 9),
     .shown = "r=", .usual = 1},
    {"light off", NJ_GIVEN_SET(struct lamp, dark, 1), .shown = "dark"},
    {"light", NJ_GIVEN_SET(struct lamp, dark, 0)},
    {"mark", "ROOM ...", .read = given_mark, .value = 1, .many = true},
    {"wicks", NJ_GIVEN_NUMBER(struct lamp, wicks, 0, 200), .key = "wicked",
     .text = "on", .shown = "wicks="},
    {"wind", "WIND", NJ_GIVEN_SET(struct lamp, wind, 0), .read = nj_given_word,
     .words_of = winds},
    {"keeper", "SEAT", NJ_GIVEN_SET(struct lamp, keeper, 0),
     .read = nj_given_one_seat},
    {"lit", "SEATS", NJ_GIVEN_SET(struct lamp, lit, 0),
     .read = nj_given_seat_set},
    {.words = NULL}};

static const struct nj_given_row seat_rows[] = {
    {"@", NJ_GIVEN_NUMBER(struct lamp_seat, cell, 1, 99)},
    {"oil", NJ_GIVEN_NUMBER(struct lamp_seat, oil, 0, 60000)},
    {"out", NJ_GIVEN_SET(struct lamp_seat, out, 1)},
    {"beside", "SEAT", .read = given_neighbour},
    {.words = NULL}};

static enum nj_status lamp_given(struct nj_match *m, const char *clause,
                                 struct nj_err *err)
{
    static const struct nj_given_clauses clauses = {
        rows, seat_rows, NJ_GIVEN_SEATS(struct lamp, seat)};

    return clause[0] == '\0' ? NJ_OK : nj_given_read(m, &clauses, clause, err);
}

static const char *const switches[] = {"off", "on", "more", NULL};
static const struct nj_option options[] = {
    {.key = "wicked", .type = NJ_OPTION_WORD, .words = switches},
    {.key = NULL}};
static const struct nj_verb no_verbs[] = {{.name = NULL}};
static const struct nj_game lamp = {.id = "lamp",
                                    .prefix = "lamp",
                                    .rules_version = 1,
                                    .seats_min = 3,
                                    .seats_max = 3,
                                    .verbs = no_verbs,
                                    .options = options,
                                    .state_size = sizeof(struct lamp),
                                    .given = lamp_given};

static struct nj_match *begun(void)
{
    static const struct nj_match_seat seats[3] = {
        {.name = "A", .contribution = ""},
        {.name = "Ben", .contribution = ""},
        {.name = "C", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &lamp, .edition = "", .seats = seats, .n_seats = 3};

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    nj_options_default(&lamp, &setup.options);
    return nj_match_create(&setup);
}

static void give(struct nj_match *m, const char *clause)
{
    struct nj_err err = {{0}};

    if (nj_match_given(m, clause, &err) != NJ_OK)
        fail_msg("'%s': %s", clause, err.text);
}

static void rows_set_what_they_name(void **state)
{
    struct nj_match *m = begun();
    const struct lamp *s = nj_state_const(m);

    NJ_UNUSED(state);
    give(m, " round 7 ");
    give(m, "light off");
    give(m, "mark 1 3");
    give(m, "Ben oil 60000");
    give(m, "B@44");
    give(m, "C beside Ben");
    give(m, "A out");
    give(m, "wind south");
    give(m, "keeper Ben");
    give(m, "lit CA");
    assert_int_equal(s->wind, 2);
    assert_int_equal(s->keeper, 1);
    assert_int_equal(s->lit, 5);
    assert_int_equal(s->round, 7);
    assert_int_equal(s->marks, 2 + 8);
    assert_int_equal(s->seat[1].oil, 60000);
    assert_int_equal(s->seat[1].cell, 44);
    assert_int_equal(s->seat[1].out, 0);
    assert_int_equal(s->seat[2].cell, 1);
    assert_int_equal(s->seat[0].out, 1);
    nj_match_destroy(m);
}

static void what_is_set_is_shown_by_the_same_row(void **state)
{
    struct nj_str out = NJ_STR_INIT(200);
    struct nj_match *m = begun();

    NJ_UNUSED(state);
    give(m, "round 1");
    nj_given_show(rows, nj_state_const(m), &out);
    assert_string_equal(out.p, "");
    give(m, "round 2");
    give(m, "light off");
    give(m, "wicks 30");
    nj_given_show(rows, nj_state_const(m), &out);
    assert_string_equal(out.p, " r=2 dark wicks=30");
    nj_str_fini(&out);
    nj_match_destroy(m);
}

static void a_clause_may_imply_an_option(void **state)
{
    struct nj_match *m = begun();

    NJ_UNUSED(state);
    give(m, "wicks 3");
    assert_string_equal(nj_option_word(m, "wicked"), "on");
    assert_true(nj_given_option(m, "wicked", "more"));
    give(m, "wicks 4");
    assert_string_equal(nj_option_word(m, "wicked"), "more");
    nj_match_destroy(m);
}

static void errors_say_what_would_be_right(void **state)
{
    static const char *const bad[][2] = {
        {"round 0", "cannot read the clause 'round 0': expected 'round 1..9'"},
        {"round", "expected 'round 1..9'"},
        {"round 3 4", "expected 'round 1..9'"},
        {"light on", "expected 'light'"},
        {"mark", "expected 'mark ROOM ...'"},
        {"mark 1 4", "expected 'mark ROOM ...'"},
        {"A oil 60001", "expected 'SEAT oil 0..60000'"},
        {"A beside A", "expected 'SEAT beside SEAT'"},
        {"A beside Al", "expected 'SEAT beside SEAT'"},
        {"A out now", "expected 'SEAT out'"},
        {"wind west", "expected 'wind WIND'"},
        {"keeper D", "expected 'keeper SEAT'"},
        {"lit", "expected 'lit SEATS'"},
        {"lit AD", "expected 'lit SEATS'"},
        {"rounds 3",
         "no board has 'rounds 3'; clauses begin with round, "
         "light off, light, mark, wicks, wind, keeper, lit, SEAT @, SEAT oil, "
         "SEAT out, SEAT beside"},
        {"A", "no board has 'A'"},
        {"Al out", "no board has 'Al out'"},
        {"D out", "no board has 'D out'"}};
    struct nj_match *m = begun();

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_err err = {{0}};

        if (nj_match_given(m, bad[i][0], &err) == NJ_OK)
            fail_msg("'%s' was accepted", bad[i][0]);
        if (strstr(err.text, bad[i][1]) == NULL)
            fail_msg("'%s': '%s'", bad[i][0], err.text);
    }
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_set_what_they_name),
        cmocka_unit_test(what_is_set_is_shown_by_the_same_row),
        cmocka_unit_test(a_clause_may_imply_an_option),
        cmocka_unit_test(errors_say_what_would_be_right),
    };

    return cmocka_run_group_tests_name("match/given", tests, NULL, NULL);
}
