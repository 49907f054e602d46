/* The canonical form, as scenario files print it. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/message.h"

static const struct nj_row_form scores = {
    .canon = "%:c%,q%=%",
    .sep = ';',
    .fields = 5,
    .field = {{.name = "seat", .type = NJ_ARG_SEAT},
              {.name = "rank", .type = NJ_ARG_INT, .apart = true},
              {.name = "catch", .type = NJ_ARG_INT},
              {.name = "explore", .type = NJ_ARG_INT},
              {.name = "sum", .type = NJ_ARG_INT}}};

static void prints(const struct nj_message *m, const char *want)
{
    struct nj_str s = NJ_STR_INIT(500);

    nj_message_canon(m, &s);
    assert_string_equal(s.p, want);
    nj_str_fini(&s);
}

static void prose_is_printed_behind_bars(void **state)
{
    struct nj_message m = {.key = "nc.x", .clause = ""};

    NJ_UNUSED(state);
    m.args = NJ_ARGS(nj_arg_prose("text", "a\n\nb"), nj_arg_prose("none", ""));
    prints(&m, "G nc.x text=\u2502a\n\u2502\n\u2502b none=\u2502");
}

static void every_type_has_its_form(void **state)
{
    static const nj_seat seats[] = {0, 1, 3};
    static const char *const texts[] = {"a", "b"};
    struct nj_message m = {.key = "ln.x", .clause = ""};

    NJ_UNUSED(state);
    m.args =
        NJ_ARGS(nj_arg_int("n", -3), nj_arg_ms("ms", 1500), nj_arg_at("at", 99),
                nj_arg_seat("seat", 0), nj_arg_seats("alive", seats, 3),
                nj_arg_seats("dead", NULL, 0));
    prints(&m, "G ln.x n=-3 ms=1500 at=99 seat=1 alive=1,2,4 dead=-");
    m.args =
        NJ_ARGS(nj_arg_word("reason", "bump"), nj_arg_words("trace", "R,R#"),
                nj_arg_words("empty", ""), nj_arg_glyphs("udlr", "#..#"),
                nj_arg_id("block", "E1"), nj_arg_text("text", "two words"),
                nj_arg_texts("list", texts, 2), nj_arg_texts("nil", NULL, 0),
                nj_arg_board("map", "..#"));
    prints(&m, "G ln.x reason=bump trace=R,R# empty=- udlr=#..# block=E1 "
               "text=two words list=a,b nil=- map=..#");
}

static void tables_print_rows_and_the_columns_apart(void **state)
{
    static const int64_t cells[] = {0, 1, 100, 2, 102, 1, 2, -100, 0, -100};
    struct nj_message m = {.key = "ln.score", .clause = ""};

    NJ_UNUSED(state);
    m.args = NJ_ARGS(nj_arg_rows("rows", &scores, cells, 2));
    prints(&m, "G ln.score rows=1:c100,q2=102;2:c-100,q0=-100 rank=1,2");
    m.args = NJ_ARGS(nj_arg_rows("rows", &scores, cells, 0));
    prints(&m, "G ln.score rows=- rank=-");
}

static void a_cell_of_words_prints_its_number(void **state)
{
    static const struct nj_row_form ways = {
        .canon = "%=%",
        .sep = ',',
        .fields = 2,
        .field = {{.name = "pos", .type = NJ_ARG_INT},
                  {.name = "room", .type = NJ_ARG_WORD}}};
    static const int64_t cells[] = {3, 22, 4, 0};
    struct nj_message m = {.key = "t.x", .clause = ""};

    NJ_UNUSED(state);
    m.args = NJ_ARGS(nj_arg_rows("ways", &ways, cells, 2));
    prints(&m, "G t.x ways=3=22,4=0");
}

static bool but_rank(void *ctx, const char *name)
{
    NJ_UNUSED(ctx);
    return strcmp(name, "rank") != 0 && strcmp(name, "n") != 0;
}

static void arguments_can_be_left_out_by_name(void **state)
{
    static const int64_t cells[] = {0, 1, 100, 2, 102};
    struct nj_str s = NJ_STR_INIT(200);
    struct nj_message m = {.key = "k", .clause = ""};

    NJ_UNUSED(state);
    m.args =
        NJ_ARGS(nj_arg_int("n", 1), nj_arg_rows("rows", &scores, cells, 1));
    nj_message_canon_if(&m, but_rank, NULL, &s);
    assert_string_equal(s.p, "G k rows=1:c100,q2=102");
    nj_str_fini(&s);
}

static void audiences_have_letters(void **state)
{
    struct nj_message m = {.key = "k", .clause = ""};

    NJ_UNUSED(state);
    m.to = nj_to_all();
    prints(&m, "G k");
    m.to = nj_to_host();
    prints(&m, "H k");
    m.to = nj_to_record();
    prints(&m, "R k");
    m.to = nj_to_seat(2);
    prints(&m, "P3 k");
    m.to = nj_to_seats(nj_bit(0) | nj_bit(11));
    prints(&m, "P1+12 k");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose_is_printed_behind_bars),
        cmocka_unit_test(every_type_has_its_form),
        cmocka_unit_test(tables_print_rows_and_the_columns_apart),
        cmocka_unit_test(a_cell_of_words_prints_its_number),
        cmocka_unit_test(arguments_can_be_left_out_by_name),
        cmocka_unit_test(audiences_have_letters),
    };

    return cmocka_run_group_tests_name("match/canon", tests, NULL, NULL);
}
