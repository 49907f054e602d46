/* Text over several messages (house.md 2.7; NC-9.2): while a game collects,
 * private words without a prefix are text, as they were typed. */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/match.h"
#include "referee/referee_priv.h"

struct pieces {
    char text[8192];
    size_t n;
};

static enum nj_status add_piece(void *ctx, const struct nj_out_row *row,
                                struct nj_err *err)
{
    struct pieces *p = ctx;
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_message m = {.key = row->key};

    if (strncmp(row->key, "toy.line", 8) != 0)
        return NJ_OK;
    assert_int_equal(
        nj_args_unpack(row->args, strlen(row->args), &arena, &m.args, err),
        NJ_OK);
    p->n += (size_t)snprintf(p->text + p->n, sizeof(p->text) - p->n, "%s%s",
                             nj_message_arg(&m, "text")->s,
                             strcmp(row->key, "toy.line") == 0 ? "|" : "");
    nj_arena_fini(&arena);
    return NJ_OK;
}

/* What the record has, each message ended by '|'. */
static void expect_tale(struct toy_house *t, const char *tale)
{
    struct pieces p = {.n = 0};
    struct nj_err err = {{0}};

    assert_int_equal(nj_out_each_of(t->h.store, 1, add_piece, &p, &err), NJ_OK);
    assert_string_equal(p.text, tale);
}

static void open_tale(struct toy_house *t, const char *name)
{
    toy_house_open(t, name);
    toy_house_begin(t, 2);
    house_private(&t->h, "ann", "讲开始");
    assert_non_null(house_heard(&t->h, "ann", "请讲"));
    house_forget(&t->h);
}

static void words_are_text_as_they_were_typed(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_tale(&t, "collect_words");
    house_private(&t.h, "ann", "  从前，有  Ａ山；\n 赛况");
    assert_non_null(house_heard(&t.h, "ann", "已收到 · 收据 2"));
    assert_int_equal(nj_memory_count(t.h.gateway), 1);
    house_private(&t.h, "ann", "帮助");
    house_private(&t.h, "ann", "许愿 1; 许愿 2");
    house_private(&t.h, "ann", "%50 的人");
    assert_null(house_heard(&t.h, "ann", "收进文章"));
    house_private(&t.h, "ann", "讲结束"); /* without a prefix: text, too */
    assert_non_null(house_heard(&t.h, "ann", "收进文章"));
    house_forget(&t.h);
    house_private(&t.h, "ann", "#讲结束");
    assert_non_null(house_heard(&t.h, "ann", "讲完了"));
    house_private(&t.h, "ann", "许愿 1");
    assert_non_null(house_heard(&t.h, "ann", "你许下 1"));
    expect_tale(&t, "  从前，有  Ａ山；\n 赛况|帮助|许愿 1; 许愿 2|%50 的人|"
                    "讲结束|");
    house_close(&t.h);
}

static void commands_have_a_prefix_meanwhile(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_tale(&t, "collect_prefix");
    house_private(&t.h, "ann", "＃许愿 3");
    assert_non_null(house_heard(&t.h, "ann", "你许下 3"));
    house_private(&t.h, "ann", "#赛况什么");
    assert_non_null(house_heard(&t.h, "ann", "没认出"));
    house_group(&t.h, "ann", "#记 4"); /* a group is never meant */
    assert_non_null(house_heard(&t.h, "group", "记下 4"));
    house_private(&t.h, "bob", "许愿 5"); /* nor is anybody else */
    assert_non_null(house_heard(&t.h, "bob", "你许下 5"));
    expect_tale(&t, "");
    house_close(&t.h);
}

static void a_kill_loses_nothing(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_tale(&t, "collect_kill");
    house_private(&t.h, "ann", "一");
    house_kill(&t.h, 1000);
    house_private(&t.h, "ann", "二");
    for (int i = 0; i < 2; i++) { /* what comes twice counts once */
        nj_memory_private(t.h.gateway, "ann", "ann", "same-id", "三");
        house_run(&t.h);
    }
    house_kill(&t.h, 1000);
    house_private(&t.h, "ann", "#讲结束");
    assert_non_null(house_heard(&t.h, "ann", "共 9 字节"));
    expect_tale(&t, "一|二|三|");
    house_close(&t.h);
}

static void repeat(char *out, const char *text, size_t n)
{
    size_t len = strlen(text);

    for (size_t i = 0; i < n; i++)
        memcpy(out + i * len, text, len);
    out[n * len] = '\0';
}

static void a_long_message_is_several_orders(void **state)
{
    static char text[2200], tale[2300];
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_tale(&t, "collect_long");
    before = toy_house_seq(&t);
    repeat(text, "很", 600);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before + 3);
    assert_int_equal(nj_memory_count(t.h.gateway), 1); /* one receipt */
    (void)snprintf(tale, sizeof(tale), "%s|", text);
    expect_tale(&t, tale);
    house_forget(&t.h);
    house_private(&t.h, "ann", text); /* 1,200 are left: none of it counts */
    assert_int_equal(toy_house_seq(&t), before + 3);
    assert_non_null(house_heard(&t.h, "ann", "太长，还能讲 1200 字节"));
    assert_int_equal(nj_memory_count(t.h.gateway), 1);
    expect_tale(&t, tale);
    house_close(&t.h);
}

/* Typed behind a word: as much as an order holds is one, more are several. */
static void a_text_behind_a_word_is_taken_whole(void **state)
{
    static char text[2200], tale[2300], typed[2300];
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_tale(&t, "collect_typed");
    before = toy_house_seq(&t);
    house_private(&t.h, "ann", "#讲道：从前；有  山");
    assert_int_equal(toy_house_seq(&t), before + 1);
    expect_tale(&t, "从前；有  山|");
    repeat(text, "很", 600);
    (void)snprintf(typed, sizeof(typed), "#讲道：%s", text);
    house_private(&t.h, "ann", typed);
    assert_int_equal(toy_house_seq(&t), before + 4);
    (void)snprintf(tale, sizeof(tale), "从前；有  山|%s|", text);
    expect_tale(&t, tale);
    house_close(&t.h);
}

/* Of what is longer than we look at some has never come. */
static void what_was_cut_is_refused(void **state)
{
    static char text[4000];
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_tale(&t, "collect_cut");
    before = toy_house_seq(&t);
    repeat(text, "x", NJ_TEXT_IN_MAX);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before + 3);
    repeat(text, "y", NJ_TEXT_IN_MAX + 1);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before + 3);
    assert_non_null(house_heard(&t.h, "ann", "一条最多 2048 字节"));
    house_close(&t.h);
}

/* One sign with more marks on it than an order has room for, and bytes that
 * take the most room in the log. */
static void odd_text_finds_room(void **state)
{
    static char text[2200];
    struct toy_house t;

    NJ_UNUSED(state);
    open_tale(&t, "collect_odd");
    text[0] = 'e';
    repeat(text + 1, "\xcc\x81", 900);
    house_private(&t.h, "ann", text);
    assert_non_null(house_heard(&t.h, "ann", "收据 2"));
    house_private(&t.h, "ann", "#讲结束");
    house_private(&t.h, "ann", "讲开始");
    repeat(text, "\x01", 800);
    house_private(&t.h, "ann", text);
    assert_non_null(house_heard(&t.h, "ann", "收据 5"));
    memcpy(text, "#猜 a", strlen("#猜 a")); /* in any text of a person */
    house_private(&t.h, "ann", text);
    assert_non_null(house_heard(&t.h, "ann", "你猜：a"));
    house_close(&t.h);
}

static void a_game_that_wants_none_gets_none(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    toy_house_open(&t, "collect_none");
    t.game.collects = NULL;
    toy_house_begin(&t, 2);
    house_private(&t.h, "ann", "讲开始");
    house_private(&t.h, "ann", "从前有座山");
    assert_non_null(house_heard(&t.h, "ann", "没认出"));
    expect_tale(&t, "");
    house_close(&t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_text_as_they_were_typed),
        cmocka_unit_test(commands_have_a_prefix_meanwhile),
        cmocka_unit_test(a_kill_loses_nothing),
        cmocka_unit_test(a_long_message_is_several_orders),
        cmocka_unit_test(a_text_behind_a_word_is_taken_whole),
        cmocka_unit_test(what_was_cut_is_refused),
        cmocka_unit_test(odd_text_finds_room),
        cmocka_unit_test(a_game_that_wants_none_gets_none),
    };

    return cmocka_run_group_tests_name("referee/collect", tests, NULL, NULL);
}
