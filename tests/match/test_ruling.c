/* What a host decides by word: read, written down, carried out. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/match.h"
#include "match/ruling.h"

struct lamp_seat {
    uint8_t oil, out;
};

struct lamp {
    struct lamp_seat seat[3];
    uint8_t light, light_due, turned_due, round, colour;
};

static const struct nj_verb no_verbs[] = {{.name = NULL}};
static const struct nj_option no_options[] = {{.key = NULL}};
static const struct nj_game lamp = {.id = "lamp",
                                    .prefix = "lamp",
                                    .rules_version = 1,
                                    .seats_min = 3,
                                    .seats_max = 3,
                                    .verbs = no_verbs,
                                    .options = no_options,
                                    .state_size = sizeof(struct lamp)};

static struct nj_match *begun(void)
{
    static const struct nj_match_seat seats[3] = {
        {.name = "Ann", .contribution = ""},
        {.name = "Ben", .contribution = ""},
        {.name = "Selfie", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &lamp, .edition = "", .seats = seats, .n_seats = 3};

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    nj_options_default(&lamp, &setup.options);
    return nj_match_create(&setup);
}

/* --- the game's own --- */

#define LIT 1u /* a mark: only while there is light */

static bool read_wick(struct nj_ruling *r, char letter,
                      const struct nj_word *word)
{
    assert_int_equal(letter, 'k');
    r->kind = nj_word_is(word, "thin") ? 1 : 2;
    return r->kind == 1 || nj_word_is(word, "thick");
}

static const char *clean(const char *text, char *out, size_t size)
{
    if (strchr(text, '!') != NULL)
        return "loud";
    nj_str_copy(out, size, text + strspn(text, " "));
    return NULL;
}

static const char *allow(const struct nj_ruling *r)
{
    const struct lamp *s = nj_state_const(r->from);

    return (r->row->marks & LIT) != 0 && s->light == 0 ? "dark" : NULL;
}

static void note(const struct nj_ruling *r, char sign, char out[NJ_RULING_NOTE])
{
    assert_int_equal(sign, 'k');
    nj_ruling_note(out, "wick %u", (unsigned)r->kind);
}

/* So much more. */
static const char *check_fill(struct nj_ruling *r)
{
    const struct lamp *s = nj_state_const(r->from);

    r->n += s->seat[r->seat].oil;
    return r->n > 9 ? "full" : NULL;
}

static const char *check_swap(struct nj_ruling *r)
{
    nj_ruling_note(r->before, "%d-%d", r->n2, r->n);
    return NULL;
}

static void do_next(struct nj_match *m, struct nj_ruling *r)
{
    struct lamp *s = nj_state(m);

    NJ_UNUSED(r);
    s->round++;
}

static const char *const lights[] = {"dark", "lit"};
static const char *const colours[] = {"red", "blue", NULL};
static const struct nj_ruling_row seat_rows[] = {
    {"oil", "sn", .hi = 9, .into = NJ_INTO(struct lamp_seat, oil)},
    {"fill", "sn", .into = NJ_INTO(struct lamp_seat, oil), .check = check_fill},
    {"put out", "s", .into = NJ_INTO(struct lamp_seat, out), .marks = LIT,
     .before = "burns", .after = "seat %s is out", .apply = do_next},
    {.words = NULL}};
static const struct nj_ruling_row house_rows[] = {
    {"light later", "n", "atend", .hi = 1, .names = lights,
     .into = NJ_INTO(struct lamp, light),
     .due = NJ_INTO(struct lamp, light_due)},
    {"light turn", "n", "atend", .hi = 1, .into = NJ_INTO(struct lamp, light),
     .due = NJ_INTO(struct lamp, turned_due), .switches = true},
    {"light", "n", .hi = 1, .into = NJ_INTO(struct lamp, light)},
    {"colour", "w", .choices = colours, .into = NJ_INTO(struct lamp, colour),
     .after = "all %t"},
    {"swap", "nn", .into = NJ_INTO(struct lamp, round), .after = "-",
     .check = check_swap},
    {"trim", "?kn", .into = NJ_INTO(struct lamp, round), .before = "-"},
    {"wick", "k", .before = "-", .after = "%k!", .apply = do_next},
    {"say", "t", .before = "-", .after = "-", .apply = do_next},
    {.words = NULL}};
static const struct nj_ruling_row *const tables[] = {seat_rows, house_rows,
                                                     NULL};
static const struct nj_rulings rulings = {tables,
                                          "what",
                                          NJ_RULING_SEATS(struct lamp, seat),
                                          .read = read_wick,
                                          .clean = clean,
                                          .allow = allow,
                                          .note = note};

static const char *read(const struct nj_match *m, const char *text,
                        struct nj_ruling *r)
{
    return nj_ruling_read(m, &rulings, NJ_ARGS(nj_arg_text("text", text)), r);
}

/* Reads what is fine, and compares what is written down. */
static void fine(const struct nj_match *m, const char *text, const char *before,
                 const char *after, struct nj_ruling *r)
{
    const char *fault = read(m, text, r);

    if (fault != NULL)
        fail_msg("'%s': %s", text, fault);
    assert_string_equal(r->before, before);
    assert_string_equal(r->after, after);
}

/* --- the tests --- */

static void a_row_sets_what_it_is_about(void **state)
{
    struct nj_match *m = begun();
    const struct lamp *s = nj_state_const(m);
    struct nj_ruling r;

    NJ_UNUSED(state);
    fine(m, " oil 2 7 ", "0", "7", &r);
    assert_string_equal(r.verb, "oil");
    assert_int_equal(s->seat[1].oil, 0); /* reading changes nothing */
    nj_ruling_run(m, &r);
    assert_int_equal(s->seat[1].oil, 7);
    fine(m, "fill be +2", "7", "9", &r);
    nj_ruling_run(m, &r);
    assert_int_equal(s->seat[1].oil, 9);
    fine(m, "colour blue", "0", "all blue", &r);
    nj_ruling_run(m, &r);
    assert_int_equal(s->colour, 1);
    nj_match_destroy(m);
}

static void what_waits_is_put_down(void **state)
{
    struct nj_match *m = begun();
    const struct lamp *s = nj_state_const(m);
    struct nj_ruling r;

    NJ_UNUSED(state);
    fine(m, "light later 1 atend", "dark", "lit at the end", &r);
    nj_ruling_run(m, &r);
    assert_int_equal(s->light, 0);
    assert_int_equal(s->light_due, 1);
    fine(m, "light later 1", "dark", "lit", &r);
    nj_ruling_run(m, &r);
    assert_int_equal(s->light, 1);
    /* What is switched over has to be only if it stands otherwise. */
    fine(m, "light turn 1 atend", "1", "1 at the end", &r);
    assert_false(nj_ruling_set(m, &r));
    assert_int_equal(s->turned_due, 0);
    fine(m, "light turn 0 atend", "1", "0 at the end", &r);
    assert_false(nj_ruling_set(m, &r));
    assert_int_equal(s->turned_due, 1);
    assert_int_equal(s->light, 1);
    nj_match_destroy(m);
}

static void a_game_reads_and_notes_in_its_own_way(void **state)
{
    struct nj_match *m = begun();
    const struct lamp *s = nj_state_const(m);
    struct nj_ruling r;

    NJ_UNUSED(state);
    fine(m, "wick thick", "-", "wick 2!", &r);
    nj_ruling_run(m, &r);
    assert_int_equal(s->round, 1);
    fine(m, "swap 3 4", "3-4", "-", &r);
    fine(m, "say  good night", "-", "-", &r);
    assert_string_equal(r.text, "good night");
    assert_string_equal(read(m, "say no!", &r), "loud");
    assert_string_equal(read(m, "put out Ann", &r), "dark");
    fine(m, "light 1", "0", "1", &r);
    nj_ruling_run(m, &r);
    fine(m, "put out Ann", "burns", "seat 1 is out", &r);
    nj_match_destroy(m);
}

static void other_words_are_no_decision(void **state)
{
    static const char *const bad[] = {"",
                                      "oi 2 7",
                                      "oil",
                                      "oil 2",
                                      "oil 4 7",
                                      "oil 2 x",
                                      "oil 2 7 8",
                                      "oil 2 10",
                                      "oil 2 -1",
                                      "oil 2 1000",
                                      "oil self 3",
                                      "colour",
                                      "colour green",
                                      "light 1 atend",
                                      "wick red",
                                      "put Ann"};
    struct nj_match *m = begun();
    struct nj_ruling r;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        const char *fault = read(m, bad[i], &r);

        if (fault == NULL || strcmp(fault, "what") != 0)
            fail_msg("'%s': %s", bad[i], fault == NULL ? "fine" : fault);
    }
    assert_string_equal(read(m, "fill 1 10", &r), "full");
    assert_string_equal(nj_ruling_read(m, &rulings, NJ_NO_ARGS, &r), "what");
    nj_match_destroy(m);
}

/* What stands behind a '?' is there up to some letter, or not at all. */
static void the_end_may_be_left_out(void **state)
{
    struct nj_match *m = begun();
    struct nj_ruling r;

    NJ_UNUSED(state);
    fine(m, "trim", "-", "0", &r);
    assert_int_equal(r.kind, 0);
    fine(m, "trim thick 4", "-", "4", &r);
    assert_int_equal(r.kind, 2);
    assert_string_equal(read(m, "trim thick", &r), "what");
    assert_string_equal(read(m, "trim 4", &r), "what");
    assert_string_equal(read(m, "trim thick 4 5", &r), "what");
    assert_string_equal(r.verb, "trim"); /* whose line may help */
    assert_string_equal(read(m, "tr thick", &r), "what");
    assert_string_equal(r.verb, "");
    nj_match_destroy(m);
}

/* The commands know what words mean in any language. */
static void words_are_what_they_mean(void **state)
{
    struct nj_match *m = begun();
    struct nj_ruling r;

    NJ_UNUSED(state);
    assert_null(nj_ruling_read(m, &rulings,
                               NJ_ARGS(nj_arg_text("text", "油 Ben 3"),
                                       nj_arg_words("words", "oil,-,-")),
                               &r));
    assert_int_equal(r.seat, 1);
    assert_null(nj_ruling_read(m, &rulings,
                               NJ_ARGS(nj_arg_text("text", "颜色 蓝"),
                                       nj_arg_words("words", "colour,blue")),
                               &r));
    assert_string_equal(r.after, "all 蓝");
    assert_int_equal(r.n, 1);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_sets_what_it_is_about),
        cmocka_unit_test(what_waits_is_put_down),
        cmocka_unit_test(a_game_reads_and_notes_in_its_own_way),
        cmocka_unit_test(other_words_are_no_decision),
        cmocka_unit_test(the_end_may_be_left_out),
        cmocka_unit_test(words_are_what_they_mean)};

    return cmocka_run_group_tests_name("match/ruling", tests, NULL, NULL);
}
