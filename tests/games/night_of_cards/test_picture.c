/* src/games/night_of_cards/picture.c: what is drawn for whom (NC-17.18). */
#include "nc_kit.h"

/* --- a canvas that writes down what is drawn --- */

struct tracer {
    struct nj_canvas base;
    struct nj_str out;
};

static struct nj_str *traced(struct nj_canvas *c)
{
    return &((struct tracer *)(void *)c)->out;
}

static void on_board(struct nj_canvas *c, const char *title, int64_t n,
                     int rows, int cols)
{
    nj_str_addf(traced(c), "%s %lld %dx%d;", title, (long long)n, rows, cols);
}

static void on_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    NJ_UNUSED(row);
    NJ_UNUSED(col);
    nj_str_addf(traced(c), "seat %u;", seat + 1u);
}

static void on_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    NJ_UNUSED(row);
    NJ_UNUSED(col);
    nj_str_addf(traced(c), "%s;", name);
}

static void on_number(struct nj_canvas *c, int row, int col, int n)
{
    NJ_UNUSED(row);
    NJ_UNUSED(col);
    nj_str_addf(traced(c), "%d cards;", n);
}

static void put_words(struct nj_canvas *c, const char *key, struct nj_args args)
{
    nj_str_puts(traced(c), key);
    for (uint32_t i = 0; i < args.n; i++) {
        nj_str_putc(traced(c), ' ');
        nj_arg_canon(&args.v[i], traced(c));
    }
    nj_str_putc(traced(c), ';');
}

static void on_player(struct nj_canvas *c, nj_seat seat, const char *key,
                      struct nj_args args)
{
    nj_str_addf(traced(c), "%u ", seat + 1u);
    put_words(c, key, args);
}

static void on_note(struct nj_canvas *c, const char *key, struct nj_args args)
{
    put_words(c, key, args);
}

static void on_hand(struct nj_canvas *c, const char *title, int64_t n)
{
    nj_str_addf(traced(c), "%s %lld;", title, (long long)n);
}

static void on_card(struct nj_canvas *c, int number, const char *name,
                    struct nj_args args)
{
    NJ_UNUSED(args);
    nj_str_addf(traced(c), "%d %s;", number, name != NULL ? name : "down");
}

static void on_mark(struct nj_canvas *c, const char *name)
{
    nj_str_addf(traced(c), "%s;", name);
}

static const struct nj_canvas_ops ops = {.board = on_board,
                                         .seat = on_seat,
                                         .glyph = on_glyph,
                                         .number = on_number,
                                         .player = on_player,
                                         .note = on_note,
                                         .hand = on_hand,
                                         .card = on_card,
                                         .mark = on_mark};

/* The picture of the n-th message of that key, from the end, to the seat, or to
 * all (0). */
static void expect_picture(struct kit *k, const char *key, unsigned seat,
                           const char *picture)
{
    struct tracer t = {.base = {&ops}, .out = NJ_STR_INIT(4000)};
    const struct nj_message *last = NULL;

    for (uint32_t i = 0; i < k->n_record; i++) {
        const struct nj_message *x = k->record[i];

        if (strcmp(x->key, key) == 0 &&
            (seat == 0 ? x->to.to == NJ_TO_ALL
                       : x->to.to == NJ_TO_SEATS &&
                             nj_audience_has(x->to, (nj_seat)(seat - 1))))
            last = x;
    }
    assert_non_null(last);
    nj_night_of_cards.picture(last, &t.base);
    assert_string_equal(t.out.len == 0 ? "" : t.out.p, picture);
    nj_str_fini(&t.out);
}

static struct kit *dawn_of_three(void)
{
    struct kit *k = kit_given("manifesto_chars=0",
                              "seats ABCDEF;A hand C,SB,K;B hand "
                              "C,AM[SN:1],BG;C hand W;D hand "
                              "C,C,DP,CB;D pending C;E dead;F hand SN");

    kit_order_by(k, 3, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "bite", "2");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "bind", "6");
    kit_order_by(k, 6, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "snipe", "6");
    kit_fire(k, "night");
    return k;
}

/* --- tests --- */

/* So that its size tells nothing; the bottom card is marked. */
static void a_hand_is_drawn_as_large_as_any(void **state)
{
    struct kit *k = dawn_of_three();

    NJ_UNUSED(state);
    expect_picture(k, "nc.sheet", 1,
                   "nc.board.hand 18;1 C;2 SB;3 K;bottom;0 down;0 down;");
    expect_picture(k, "nc.sheet", 2,
                   "nc.board.hand 20;1 AM-SN;2 BG;bottom;0 down;0 down;0 "
                   "down;");
    expect_picture(k, "nc.sheet", 3,
                   "nc.board.hand 19;1 W;bottom;0 down;0 down;0 down;0 down;");
    kit_free(k);
}

/* How many cards, who is dead, who is soul-lost, and no card's name. */
static void the_table_shows_what_all_know(void **state)
{
    struct kit *k = dawn_of_three();

    NJ_UNUSED(state);
    expect_picture(
        k, "nc.day.open", 0,
        "nc.board.table 3 3x3;seat 1;3 cards;"
        "1 nc.picture_seat 3;seat 2;2 cards;"
        "2 nc.picture_seat 2;seat 3;1 cards;"
        "3 nc.picture_seat 1;seat 4;4 cards;"
        "4 nc.picture_seat 4;seat 5;dead;5 nc.picture_dead 0;"
        "seat 6;1 cards;soulless;6 nc.picture_soulless 1;nc.picture_lost 2 n3;");
    kit_free(k);
}

static void a_dusk_shows_who_voted_for_whom(void **state)
{
    struct kit *k = dawn_of_three();

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "3");
    kit_order_by(k, 4, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "3");
    kit_fire(k, "day");
    expect_picture(k, "nc.tally", 0,
                   "nc.board.votes 0;1 nc.picture_vote 3 3 0;"
                   "2 nc.picture_vote 2 2 2;3 nc.picture_vote 1 3 8;"
                   "4 nc.picture_vote 4 3 0;6 nc.picture_no_vote 0;");
    kit_free(k);
}

/* A candidate's row tells what he got though he did not vote himself. */
static void who_cast_no_ballot_has_a_row(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0",
                              "seats ABCD;day 2;verdict 2 BC places 1");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_GROUP, NJ_BY_PERSON, "verdict", "3");
    kit_fire(k, "verdict");
    expect_picture(k, "nc.ld.result", 0,
                   "nc.board.votes 0;1 nc.picture_vote 4 3 0;"
                   "2 nc.picture_no_vote 0;3 nc.picture_no_vote 4;"
                   "4 nc.picture_no_vote 0;");
    kit_free(k);
}

/* All that the deck has teaches the game; a first hand is of its size. */
static void the_setup_shows_the_deck(void **state)
{
    struct kit *k = kit_new(8, 0, "", 1);

    NJ_UNUSED(state);
    kit_begin(k);
    expect_picture(k, "nc.setup.open", 0,
                   "nc.board.deck 8;1 K;1 W;2 SN;2 SB;2 SH;2 VW;"
                   "2 CF;2 DP;2 CB;2 CA;3 BG;3 AM;16 C;");
    kit_free(k);
}

/* An execution, which is told behind what the next night took, stands in front
 * of it. */
static void the_course_goes_night_by_night(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0 novote=none",
                              "seats ABCDEF;day 3;A dead;C hand SN,W;"
                              "E hand C,SB;E side wolf");
    struct tracer t = {.base = {&ops}, .out = NJ_STR_INIT(4000)};

    NJ_UNUSED(state);
    kit_order_by(k, 3, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "5");
    kit_fire(k, "day");
    kit_order_by(k, 3, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "bite", "5");
    kit_fire(k, "night");
    nj_night_of_cards.course((const struct nj_message *const *)k->record,
                             k->n_record, &t.base);
    if (strstr(t.out.p, ";5 nc.course.player wolf D3,N4;") == NULL)
        fail_msg("%s", t.out.p);
    nj_str_fini(&t.out);
    kit_free(k);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_drawn_as_large_as_any),
        cmocka_unit_test(the_table_shows_what_all_know),
        cmocka_unit_test(a_dusk_shows_who_voted_for_whom),
        cmocka_unit_test(who_cast_no_ballot_has_a_row),
        cmocka_unit_test(the_setup_shows_the_deck),
        cmocka_unit_test(the_course_goes_night_by_night),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
