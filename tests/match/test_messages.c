/* src/match/messages.c: what is made of a game's list of messages. */
#include "kit/nj_test.h"
#include "match/messages.h"

#define NJ_MESSAGES       "match/die.def"
#define NJ_MESSAGES_TABLE list
#include "match/messages.h"

#define NJ_MESSAGES "match/die.def"
#include "match/messages.h"

static bool allowed(const char *key, const char *clause, struct nj_args args)
{
    const struct nj_message msg = {.key = key, .clause = clause, .args = args};

    return nj_said_fits(list, &msg);
}

static void the_table_has_each_row(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(NJ_COUNT(list), 8);
    assert_string_equal(list[0].key, "die.roll");
    assert_string_equal(list[0].clause, "DIE-2");
    assert_string_equal(list[0].hearer, "ALL");
    assert_string_equal(list[0].arg[1].name, "n");
    assert_int_equal(list[0].arg[1].type, NJ_ARG_INT);
    assert_false(list[0].arg[1].optional);
    assert_true(list[0].arg[2].optional);
    assert_null(list[0].arg[3].name);
    assert_null(list[1].arg[0].name);
    assert_string_equal(list[2].arg[1].name, "*");
    assert_string_equal(list[3].clause, "");
    assert_string_equal(list[4].hearer, "REFUSE");
    assert_string_equal(list[5].key, "die.err_over");
    assert_string_equal(list[6].key, "die.err_late");
    assert_string_equal(list[6].hearer, "REFUSE");
    assert_null(list[6].arg[0].name);
    assert_null(list[7].key);
}

static void a_message_has_to_be_on_the_list(void **state)
{
    NJ_UNUSED(state);
    assert_true(allowed("die.rest", "DIE-3", NJ_NO_ARGS));
    assert_false(allowed("die.rest", "DIE-2", NJ_NO_ARGS));
    assert_false(allowed("die.nap", "DIE-3", NJ_NO_ARGS));
    assert_false(allowed("die.rest", "DIE-3", NJ_ARGS(nj_arg_int("n", 1))));
}

static void a_game_is_asked_whether_it_says_a_key(void **state)
{
    struct nj_game game = {.messages = NULL};

    NJ_UNUSED(state);
    assert_false(nj_game_says(&game, list[0].key));
    game.messages = list;
    assert_true(nj_game_says(&game, list[0].key));
    assert_false(nj_game_says(&game, "die.nothing"));
}

static void arguments_come_in_order_and_some_are_left_out(void **state)
{
    const struct nj_arg seat = nj_arg_seat("seat", 0);
    const struct nj_arg n = nj_arg_int("n", 4);
    const struct nj_arg why = nj_arg_word("why", "luck");
    const struct nj_arg other = nj_arg_word("who", "luck");

    NJ_UNUSED(state);
    assert_true(allowed("die.roll", "DIE-2", NJ_ARGS(seat, n)));
    assert_true(allowed("die.roll", "DIE-2", NJ_ARGS(seat, n, why)));
    assert_false(allowed("die.roll", "DIE-2", NJ_ARGS(n, seat)));
    assert_false(allowed("die.roll", "DIE-2", NJ_ARGS(seat)));
    assert_false(allowed("die.roll", "DIE-2", NJ_ARGS(seat, n, other)));
    assert_false(
        allowed("die.roll", "DIE-2", NJ_ARGS(seat, nj_arg_ms("n", 4))));
}

static void any_clause_and_any_argument_may_be_left_open(void **state)
{
    static const struct nj_row_form form = {
        "%", ',', 1, {{"n", NJ_ARG_INT, false}}};
    static const int64_t cells[] = {1, 2};
    struct nj_arg rows =
        nj_arg_named("scores", NJ_ARG_ROWS, nj_rows(&form, cells, 2));

    NJ_UNUSED(state);
    assert_true(allowed("die.moved", "DIE-9", NJ_ARGS(nj_arg_ms("think", 1))));
    assert_true(allowed("die.scores", "DIE-4",
                        NJ_ARGS(rows, nj_arg_seat("leader", 1))));
    assert_true(allowed("die.scores", "DIE-4",
                        NJ_ARGS(rows, nj_arg_word("none", "x"))));
    assert_false(allowed("die.scores", "DIE-4", NJ_ARGS(rows)));
    assert_true(allowed("die.err_late", "DIE-9", NJ_NO_ARGS));
    assert_false(allowed("die.err_late", "DIE-9", NJ_ARGS(nj_arg_int("n", 1))));
}

static void what_is_left_out_is_not_said(void **state)
{
    struct nj_arg v[] = {
        {.name = NULL}, nj_arg_int("a", 1), {.name = NULL}, nj_arg_int("b", 2)};
    struct nj_args args = nj_args_given(v, NJ_COUNT(v));

    NJ_UNUSED(state);
    assert_int_equal(args.n, 2);
    assert_string_equal(args.v[0].name, "a");
    assert_string_equal(args.v[1].name, "b");
}

static void a_set_is_told_in_the_order_of_its_seats(void **state)
{
    nj_seat room[NJ_SEATS_MAX];
    struct nj_arg arg =
        nj_arg_seat_set("left", nj_bit(5) | nj_bit(0) | nj_bit(15), room);

    NJ_UNUSED(state);
    assert_string_equal(arg.name, "left");
    assert_int_equal(arg.type, NJ_ARG_SEATS);
    assert_int_equal(arg.count, 3);
    assert_int_equal(arg.seats[0], 0);
    assert_int_equal(arg.seats[1], 5);
    assert_int_equal(arg.seats[2], 15);
    assert_int_equal(nj_arg_seat_set("left", 0, room).count, 0);
}

static void rows_of_a_form_are_put_one_behind_the_other(void **state)
{
    int64_t cells[2 * 4] = {0};
    int64_t *c = cells;
    struct nj_arg arg;

    NJ_UNUSED(state);
    assert_int_equal(rows_throw(cells, c).count, 0);
    c = put_throw(c, 2, 6, 1, 800);
    c = put_throw(c, NJ_SEAT_NONE, -1, 0, 0);
    arg = rows_throw(cells, c);
    assert_int_equal(arg.type, NJ_ARG_ROWS);
    assert_int_equal(arg.count, 2);
    assert_int_equal(arg.rows.cells[1], 6);
    assert_int_equal(arg.rows.cells[3], 800);
    assert_int_equal(arg.rows.cells[4], NJ_NOBODY);
    assert_string_equal(arg.rows.form->canon, "%@%=%");
    assert_int_equal(arg.rows.form->sep, ';');
    assert_int_equal(arg.rows.form->fields, 4);
    assert_string_equal(arg.rows.form->field[0].name, "by");
    assert_int_equal(arg.rows.form->field[0].type, NJ_ARG_SEAT);
    assert_int_equal(arg.rows.form->field[2].type, NJ_ARG_WORD);
    assert_int_equal(arg.rows.form->field[3].type, NJ_ARG_MS);
    assert_true(arg.rows.form->field[3].apart);
    assert_false(arg.rows.form->field[0].apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_each_row),
        cmocka_unit_test(a_message_has_to_be_on_the_list),
        cmocka_unit_test(a_game_is_asked_whether_it_says_a_key),
        cmocka_unit_test(arguments_come_in_order_and_some_are_left_out),
        cmocka_unit_test(any_clause_and_any_argument_may_be_left_open),
        cmocka_unit_test(what_is_left_out_is_not_said),
        cmocka_unit_test(a_set_is_told_in_the_order_of_its_seats),
        cmocka_unit_test(rows_of_a_form_are_put_one_behind_the_other),
    };

    return cmocka_run_group_tests_name("match/messages", tests, NULL, NULL);
}
