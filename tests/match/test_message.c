/* Messages as values: building, copying, looking inside. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/message.h"

static const struct nj_row_form form = {
    .canon = "%>%",
    .sep = ',',
    .fields = 2,
    .field = {{.name = "hunter", .type = NJ_ARG_SEAT},
              {.name = "prey", .type = NJ_ARG_SEAT}}};

static void a_copy_shares_nothing_with_its_original(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(256);
    nj_seat seats[] = {0, 2};
    char word[] = "bump", one[] = "x", name[] = "text";
    char key[] = "toy.key", clause[] = "TOY-1";
    const char *texts[] = {one, word};
    int64_t cells[] = {0, 2, 2, 0};
    const struct nj_message m = {
        .key = key,
        .clause = clause,
        .to = nj_to_seats(5),
        .n_choices = 2,
        .choices = texts,
        .args = NJ_ARGS(
            nj_arg_seats("seats", seats, 2), nj_arg_word("reason", word),
            nj_arg_text(name, one), nj_arg_texts("list", texts, 2),
            nj_arg_rows("pairs", &form, cells, 2), nj_arg_int("n", -7))};
    struct nj_message *c = nj_message_copy(&a, &m);
    struct nj_str s = NJ_STR_INIT(500);

    NJ_UNUSED(state);
    seats[0] = 1;
    word[0] = one[0] = name[0] = key[0] = clause[0] = '?';
    cells[0] = 5;
    nj_message_canon(c, &s);
    assert_string_equal(s.p, "P1+3 toy.key seats=1,3 reason=bump text=x "
                             "list=x,bump pairs=1>3,3>1 n=-7");
    assert_string_equal(c->choices[1], "bump");
    assert_string_equal(c->clause, "TOY-1");
    assert_null(c->next);
    nj_str_fini(&s);
    nj_arena_fini(&a);
}

static void one_argument_more_stands_behind_the_others(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(1024);
    const struct nj_message m = {
        .key = "x.go", .clause = "X-1", .args = NJ_ARGS(nj_arg_int("n", 7))};
    const struct nj_message none = {.key = "x.no", .clause = ""};
    const struct nj_message *more =
        nj_message_with(&a, &m, nj_arg_word("to", "east"));

    NJ_UNUSED(state);
    assert_int_equal(m.args.n, 1);
    assert_int_equal(more->args.n, 2);
    assert_string_equal(more->key, "x.go");
    assert_int_equal(nj_message_int(more, "n", 0), 7);
    assert_string_equal(more->args.v[1].name, "to");
    assert_string_equal(nj_message_str(more, "to"), "east");
    more = nj_message_with(&a, &none, nj_arg_int("n", 1));
    assert_int_equal(more->args.n, 1);
    assert_int_equal(nj_message_int(more, "n", 0), 1);
    nj_arena_fini(&a);
}

static void values_are_found_by_name_and_type(void **state)
{
    const struct nj_message m = {
        .key = "k",
        .clause = "",
        .args = NJ_ARGS(nj_arg_seat("seat", 3), nj_arg_id("code", "K7Q"),
                        nj_arg_ms("time", 500), nj_arg_at("at", 7),
                        nj_arg_seats("none", NULL, 0))};

    NJ_UNUSED(state);
    assert_int_equal(nj_message_int(&m, "seat", -1), 3);
    assert_int_equal(nj_message_int(&m, "time", -1), 500);
    assert_int_equal(nj_message_int(&m, "at", -1), 7);
    assert_int_equal(nj_message_int(&m, "code", -1), -1);
    assert_int_equal(nj_message_int(&m, "absent", -2), -2);
    assert_string_equal(nj_message_str(&m, "code"), "K7Q");
    assert_string_equal(nj_message_str(&m, "seat"), "");
    assert_string_equal(nj_message_str(&m, "absent"), "");
    assert_int_equal(nj_message_arg(&m, "none")->count, 0);
    assert_null(nj_message_arg(&m, "absent"));
}

static void rows_words_and_small_numbers_are_read(void **state)
{
    const int64_t cells[] = {0, 2, 2, 1};
    const struct nj_message m = {
        .key = "k",
        .clause = "",
        .args = NJ_ARGS(nj_arg_rows("pairs", &form, cells, 2),
                        nj_arg_int("n", 255), nj_arg_int("many", 256),
                        nj_arg_int("less", -1), nj_arg_word("state", "on"))};

    NJ_UNUSED(state);
    assert_ptr_equal(nj_message_row(&m, "pairs", 1), cells + 2);
    assert_null(nj_message_row(&m, "pairs", 2));
    assert_null(nj_message_row(&m, "n", 0));
    assert_int_equal(nj_message_cell(&m, "pairs", 0, form.field[1].name, -1),
                     2);
    assert_int_equal(nj_message_cell(&m, "pairs", 1, form.field[1].name, -1),
                     1);
    assert_int_equal(nj_message_cell(&m, "pairs", 2, form.field[1].name, -1),
                     -1);
    assert_int_equal(nj_message_cell(&m, "pairs", 0, "absent", -1), -1);
    assert_int_equal(nj_message_cell(&m, "n", 0, "n", -1), -1);
    assert_int_equal(nj_message_u8(&m, "n"), 255);
    assert_int_equal(nj_message_u8(&m, "many"), 0);
    assert_int_equal(nj_message_u8(&m, "less"), 0);
    assert_true(nj_message_is(&m, "state", "on"));
    assert_false(nj_message_is(&m, "state", "o"));
    assert_false(nj_message_is(&m, "n", ""));
    assert_false(nj_message_is(&m, "absent", ""));
}

static void a_word_stands_whole_in_a_list(void **state)
{
    char words[11] = "";

    NJ_UNUSED(state);
    assert_true(nj_words_have("torch,coin", "torch"));
    assert_true(nj_words_have("torch,coin", "coin"));
    assert_false(nj_words_have("torch,coin", "tor"));
    assert_false(nj_words_have("torch,coin", "coins"));
    assert_false(nj_words_have("", "coin"));
    nj_words_add(words, sizeof(words), "coin");
    assert_string_equal(words, "coin");
    nj_words_add(words, sizeof(words), "torch");
    assert_string_equal(words, "coin,torch");
}

static void an_empty_list_of_arguments_stays_empty(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(64);
    struct nj_args args = nj_args_copy(&a, NJ_NO_ARGS);

    NJ_UNUSED(state);
    assert_int_equal(args.n, 0);
    assert_null(args.v);
    nj_arena_fini(&a);
}

static void audiences_say_who_may_read(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_audience_has(nj_to_all(), 3));
    assert_true(nj_audience_has(nj_to_seat(3), 3));
    assert_false(nj_audience_has(nj_to_seat(3), 2));
    assert_true(nj_audience_has(nj_to_seats(6), 2));
    assert_false(nj_audience_has(nj_to_host(), 0));
    assert_false(nj_audience_has(nj_to_record(), 0));
}

static void sets_of_seats_are_counted_and_listed(void **state)
{
    const nj_seat_set set = nj_bit(0) | nj_bit(3) | nj_bit(31);
    nj_seat list[32] = {9, 9, 9, 9};

    NJ_UNUSED(state);
    assert_int_equal(nj_seat_count(0), 0);
    assert_int_equal(nj_seat_count(set), 3);
    assert_int_equal(nj_seat_nth(set, 0), 0);
    assert_int_equal(nj_seat_nth(set, 1), 3);
    assert_int_equal(nj_seat_nth(set, 2), 31);
    assert_int_equal(nj_seat_nth(set, 3), NJ_SEAT_NONE);
    assert_int_equal(nj_seat_nth(0, 0), NJ_SEAT_NONE);
    assert_int_equal(nj_seats_of(set, list), 3);
    assert_int_equal(list[1], 3);
    assert_int_equal(list[2], 31);
    assert_int_equal(list[3], 9);
}

static nj_seat_set read_set(unsigned *times)
{
    ++*times;
    return nj_bit(1) | nj_bit(4) | nj_bit(31);
}

static void a_loop_meets_each_seat_of_a_set_in_order(void **state)
{
    unsigned times = 0;
    nj_seat_set met = 0;
    nj_seat last = NJ_SEAT_NONE;

    NJ_UNUSED(state);
    NJ_FOREACH_SEAT(k, read_set(&times)) {
        assert_true(last == NJ_SEAT_NONE || last < k);
        last = k;
        met |= nj_bit(k);
    }
    assert_int_equal(times, 1);
    assert_int_equal(met, nj_bit(1) | nj_bit(4) | nj_bit(31));
    NJ_FOREACH_SEAT(k, met) {
        if (k == 1)
            continue;
        last = k;
        break;
    }
    assert_int_equal(last, 4);
    NJ_FOREACH_SEAT(k, 0)
        fail_msg("seat %u of an empty set", k);
    assert_true(nj_seat_in(met, 31));
    assert_false(nj_seat_in(met, 2));
    assert_false(nj_seat_in(UINT32_MAX, NJ_SEAT_NONE));
    assert_int_equal(nj_seat_from(met, 5), 31);
    assert_int_equal(nj_seat_from(met, 32), NJ_SEAT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_shares_nothing_with_its_original),
        cmocka_unit_test(one_argument_more_stands_behind_the_others),
        cmocka_unit_test(values_are_found_by_name_and_type),
        cmocka_unit_test(rows_words_and_small_numbers_are_read),
        cmocka_unit_test(a_word_stands_whole_in_a_list),
        cmocka_unit_test(an_empty_list_of_arguments_stays_empty),
        cmocka_unit_test(audiences_say_who_may_read),
        cmocka_unit_test(sets_of_seats_are_counted_and_listed),
        cmocka_unit_test(a_loop_meets_each_seat_of_a_set_in_order),
    };

    return cmocka_run_group_tests_name("match/message", tests, NULL, NULL);
}
