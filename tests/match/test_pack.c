/* Argument lists as columns of rows: there and back, as old rows hold them, and
 * what strangers may send. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/message.h"

static const struct nj_row_form form = {
    .canon = "%>%",
    .sep = ';',
    .fields = 3,
    .field = {{.name = "hunter", .type = NJ_ARG_SEAT},
              {.name = "left", .type = NJ_ARG_MS},
              {.name = "rank", .type = NJ_ARG_INT, .apart = true}}};

static const struct nj_row_form words = {
    .canon = "%",
    .sep = ';',
    .fields = 2,
    .field = {{.name = "way", .type = NJ_ARG_WORD},
              {.name = "room", .type = NJ_ARG_WORD, .apart = true}}};

/* Packed, unpacked and packed again it is the same text. */
static void survives(struct nj_args args, const char *canon)
{
    struct nj_arena a = NJ_ARENA_INIT(512);
    struct nj_str one = NJ_STR_INIT(2000), two = NJ_STR_INIT(2000);
    struct nj_str shown = NJ_STR_INIT(2000);
    struct nj_message m = {.key = "k", .clause = ""};
    struct nj_err err = {{0}};

    nj_args_pack(args, &one);
    assert_int_equal(nj_args_unpack(one.p, one.len, &a, &m.args, &err), NJ_OK);
    assert_int_equal(m.args.called, args.called);
    nj_args_pack(m.args, &two);
    assert_string_equal(one.p, two.p);
    nj_message_canon(&m, &shown);
    assert_string_equal(shown.p, canon);
    nj_str_fini(&one);
    nj_str_fini(&two);
    nj_str_fini(&shown);
    nj_arena_fini(&a);
}

static void every_type_survives(void **state)
{
    static const nj_seat seats[] = {0, 1, 11};
    static const char *const texts[] = {"a\"b", "", "\xe6\xbc\xab"};
    static const int64_t cells[] = {0, -5, 1, 2, INT64_MAX, INT64_MIN};
    static const int64_t nobody[] = {NJ_NOBODY, 5, 1};

    NJ_UNUSED(state);
    survives(NJ_NO_ARGS, "G k");
    {
        struct nj_args args = NJ_ARGS(nj_arg_seat("seat", 0));

        args.called = UINT32_MAX;
        survives(args, "G k seat=1");
    }
    survives(NJ_ARGS(nj_arg_int("n", INT64_MIN), nj_arg_ms("ms", INT64_MAX),
                     nj_arg_at("at", 0), nj_arg_seat("seat", 11),
                     nj_arg_seats("seats", seats, 3),
                     nj_arg_seats("none", NULL, 0)),
             "G k n=-9223372036854775808 ms=9223372036854775807 at=0 seat=12 "
             "seats=1,2,12 none=-");
    survives(NJ_ARGS(nj_arg_word("w", "bump"), nj_arg_words("ws", "a,b"),
                     nj_arg_glyphs("g", "#."), nj_arg_id("id", "E1"),
                     nj_arg_text("t", "\xe4\xb8\x8a\n"),
                     nj_arg_texts("ts", texts, 3), nj_arg_board("b", "x")),
             "G k w=bump ws=a,b g=#. id=E1 t=\xe4\xb8\x8a\n "
             "ts=a\"b,,\xe6\xbc\xab b=x");
    survives(NJ_ARGS(nj_arg_rows("rows", &form, cells, 2)),
             "G k rows=1>-5;3>9223372036854775807 "
             "rank=1,-9223372036854775808");
    survives(NJ_ARGS(nj_arg_rows("rows", &form, nobody, 1)),
             "G k rows=0>5 rank=1");
    survives(NJ_ARGS(nj_arg_rows("ways", &words, cells, 3)),
             "G k ways=0;1;9223372036854775807 "
             "room=-5,2,-9223372036854775808");
}

/* As rows hold it, and as those did that are older. */
static void what_it_looks_like(void **state)
{
    static const int64_t cells[] = {0, 5, 1};
    static const char old[] =
        "1298~{\"seat\":[\"seat\",2],\"trace\":[\"words\",\"R,R#\"],"
        "\"rows\":[\"rows\",\"%>%\",\";\",[\"hunter\",\"seat\","
        "\"left\",\"ms\",\"rank\",\"+int\"],1,5,1]}";
    static const char now[] =
        "1298~=3;s4:seat;2;W5:trace;4:R,R#;r4:rows;3:%>%;;3;"
        "s6:hunter;m4:left;+i4:rank;1;1;5;1;";
    struct nj_args args =
        NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_words("trace", "R,R#"),
                nj_arg_rows("rows", &form, cells, 1));
    struct nj_arena a = NJ_ARENA_INIT(512);
    struct nj_str s = NJ_STR_INIT(500);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    args.called = 1298;
    nj_args_pack(args, &s);
    assert_string_equal(s.p, now);
    assert_int_equal(nj_args_unpack(old, strlen(old), &a, &args, &err), NJ_OK);
    nj_str_clear(&s);
    nj_args_pack(args, &s);
    assert_string_equal(s.p, now);
    assert_int_equal(nj_args_unpack("{}", 2, &a, &args, &err), NJ_OK);
    assert_int_equal(args.n, 0);
    nj_str_fini(&s);
    nj_arena_fini(&a);
}

static const char nine_columns[] =
    "{\"a\":[\"rows\",\"%\",\",\",[\"1\",\"int\",\"2\",\"int\",\"3\","
    "\"int\",\"4\",\"int\",\"5\",\"int\",\"6\",\"int\",\"7\",\"int\","
    "\"8\",\"int\",\"9\",\"int\"],1,2,3,4,5,6,7,8,9]}";
static const char seventeen[] =
    "{\"1\":[\"int\",1],\"2\":[\"int\",1],\"3\":[\"int\",1],"
    "\"4\":[\"int\",1],\"5\":[\"int\",1],\"6\":[\"int\",1],"
    "\"7\":[\"int\",1],\"8\":[\"int\",1],\"9\":[\"int\",1],"
    "\"10\":[\"int\",1],\"11\":[\"int\",1],\"12\":[\"int\",1],"
    "\"13\":[\"int\",1],\"14\":[\"int\",1],\"15\":[\"int\",1],"
    "\"16\":[\"int\",1],\"17\":[\"int\",1]}";

static const char *const strangers[] = {
    "",
    "[]",
    "1",
    "{\"a\":1}",
    "{\"a\":[]}",
    "{\"a\":[1]}",
    "{\"a\":[\"int\"]}",
    "{\"a\":[\"int\",\"1\"]}",
    "{\"a\":[\"int\",1.5]}",
    "{\"a\":[\"int\",1,2]}",
    "{\"a\":[\"int\",99999999999999999999]}",
    "{\"a\":[\"integer\",1]}",
    "{\"a\":[\"seat\",0]}",
    "{\"a\":[\"seat\",17]}",
    "{\"a\":[\"seats\",1,0]}",
    "{\"a\":[\"seats\",\"1\"]}",
    "{\"a\":[\"word\",1]}",
    "{\"a\":[\"word\",\"x\",\"y\"]}",
    "{\"a\":[\"texts\",1]}",
    "{\"a\":[\"rows\"]}",
    "{\"a\":[\"rows\",\"%\"]}",
    "{\"a\":[\"rows\",\"%\",\",\"]}",
    "{\"a\":[\"rows\",\"%\",\",\",[]]}",
    "{\"a\":[\"rows\",\"%\",\",\",{}]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\"],1]}",
    "{\"a\":[\"rows\",\"%\",\"\",[\"x\",\"int\"],1]}",
    "{\"a\":[\"rows\",\"%\",\",,\",[\"x\",\"int\"],1]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\",\"text\"],1]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\",\"+\"],1]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\",\"seat\"],17]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\",\"seat\"],-1]}",
    "{\"a\":[\"rows\",\"%\",\",\",[\"x\",\"int\",\"y\",\"int\"],1,2,3]}",
    nine_columns,
    "{\"a\":[\"int\",1],\"a\":[\"int\",1]}",
    "{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":[\"int\",1]}",
    seventeen,
    "{\"a\":[\"int\",1]",
    "=",
    "=0",
    "=-1;",
    "=17;",
    "=0;x",
    "=1;",
    "=1;i1:a",
    "=1;i1:a;",
    "=1;i1:a;1",
    "=1;i1:a;1;1;",
    "=1;i1:a;1.5;",
    "=1;i1:a;-;",
    "=1;i1:a;9223372036854775808;",
    "=1;i1:a;-9223372036854775809;",
    "=1;i1:a;99999999999999999999;",
    "=1;x1:a;1;",
    "=1;i2:a;1;",
    "=1;i0:a;1;",
    "=1;i41:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;1;",
    "=1;s1:a;0;",
    "=1;s1:a;17;",
    "=1;S1:a;2;1;0;",
    "=1;S1:a;2;1;",
    "=1;S1:a;2049;",
    "=1;w1:a;1;",
    "=1;w1:a;-1:;",
    "=1;w1:a;9:x;",
    "=1;w1:a;1:\xff;",
    "=1;T1:a;2;1:x;",
    "=1;r1:a;1:%;",
    "=1;r1:a;1:%;,0;0;",
    "=1;r1:a;1:%;,9;",
    "=1;r1:a;1:%;,1;t1:x;0;",
    "=1;r1:a;1:%;,1;+1:x;0;",
    "=1;r1:a;1:%;,1;s1:x;1;17;",
    "=1;r1:a;1:%;,1;s1:x;1;-1;",
    "=1;r1:a;1:%;,2;i1:x;i1:y;2;1;2;3;",
    "=1;r1:a;1:%;,1;i1:x;2049;",
    "=2;i1:a;1;i1:a;1;",
    "7~",
    "7~=",
    "~=0;",
};

static void strangers_get_an_error_and_change_nothing(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(strangers); i++) {
        struct nj_arena a = NJ_ARENA_INIT(512);
        struct nj_args args = {.n = 77};
        struct nj_err err = {{0}};

        assert_int_not_equal(
            nj_args_unpack(strangers[i], strlen(strangers[i]), &a, &args, &err),
            NJ_OK);
        assert_int_equal(args.n, 77);
        assert_true(strlen(err.text) > 0);
        nj_arena_fini(&a);
    }
}

static void lists_have_a_ceiling(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(512);
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_args args = NJ_NO_ARGS;

    NJ_UNUSED(state);
    nj_str_puts(&s, "{\"a\":[\"seats\"");
    for (int i = 0; i < NJ_LIST_MAX; i++)
        nj_str_puts(&s, ",1");
    nj_str_puts(&s, "]}");
    assert_int_equal(nj_args_unpack(s.p, s.len, &a, &args, NULL), NJ_OK);
    assert_int_equal(args.v[0].count, NJ_LIST_MAX);
    nj_str_cut(&s, s.len - 2);
    nj_str_puts(&s, ",1]}");
    assert_int_not_equal(nj_args_unpack(s.p, s.len, &a, &args, NULL), NJ_OK);
    nj_str_clear(&s);
    nj_str_puts(&s, "=1;S1:a;2048;");
    for (int i = 0; i < NJ_LIST_MAX; i++)
        nj_str_puts(&s, "1;");
    assert_int_equal(nj_args_unpack(s.p, s.len, &a, &args, NULL), NJ_OK);
    assert_int_equal(args.v[0].count, NJ_LIST_MAX);
    nj_str_puts(&s, "1;");
    assert_int_not_equal(nj_args_unpack(s.p, s.len, &a, &args, NULL), NJ_OK);
    nj_str_fini(&s);
    nj_arena_fini(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_survives),
        cmocka_unit_test(what_it_looks_like),
        cmocka_unit_test(strangers_get_an_error_and_change_nothing),
        cmocka_unit_test(lists_have_a_ceiling),
    };

    return cmocka_run_group_tests_name("match/pack", tests, NULL, NULL);
}
