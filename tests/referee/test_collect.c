/* Text over several messages (house.md 2.7; NC-9.2): while a game collects,
 * private words without a prefix are text, as they were typed. */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/referee_priv.h"

struct pieces {
    char text[8192];
    size_t n;
};

static void add_piece(void *ctx, const struct nj_out_row *row)
{
    struct pieces *p = ctx;
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_message m = {.key = row->key};

    if (strncmp(row->key, "toy.line", 8) != 0)
        return;
    assert_int_equal(
        nj_args_unpack(row->args, strlen(row->args), &arena, &m.args, NULL),
        NJ_OK);
    p->n += (size_t)snprintf(p->text + p->n, sizeof(p->text) - p->n, "%s%s",
                             nj_message_arg(&m, "text")->s,
                             strcmp(row->key, "toy.line") == 0 ? "|" : "");
    nj_arena_fini(&arena);
}

/* What the record has, each message ended by '|'. */
static void expect_tale(struct toy_house *t, const char *tale)
{
    struct pieces p = {.n = 0};

    nj_out_each_of(t->h.store, 1, add_piece, &p);
    assert_true(nj_store_good(t->h.store));
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

/* Writes text over the start of what stands there, without an end of its own. */
static void write_over(char *out, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++)
        out[i] = text[i];
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

/* Of what is longer than we look at some has never come. */
static void what_was_cut_is_refused(void **state)
{
    static char text[NJ_TEXT_PRIVATE_MAX + 2];
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_tale(&t, "collect_cut");
    before = toy_house_seq(&t);
    repeat(text, "x", NJ_TEXT_PRIVATE_MAX);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before);
    assert_non_null(house_heard(&t.h, "ann", "太长，还能讲 3000 字节"));
    repeat(text, "y", NJ_TEXT_PRIVATE_MAX + 1);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before);
    assert_non_null(house_heard(&t.h, "ann", "一条最多 16384 字节"));
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
    write_over(text, "#猜 a"); /* in any text of a person */
    house_private(&t.h, "ann", text);
    assert_non_null(house_heard(&t.h, "ann", "你猜：a"));
    house_close(&t.h);
}

/* Behind its verb it may be as long. */
static void a_long_text_may_stand_behind_its_verb(void **state)
{
    static char text[4000], tale[4000];
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    toy_house_open(&t, "collect_verb");
    toy_house_begin(&t, 2);
    before = toy_house_seq(&t);
    write_over(text, "讲  ");
    repeat(text + strlen("讲  "), "很，Ａ", 320);
    house_private(&t.h, "ann", text);
    assert_int_equal(toy_house_seq(&t), before + 4);
    assert_int_equal(nj_memory_count(t.h.gateway), 1); /* one receipt */
    (void)snprintf(tale, sizeof(tale), "%s|", text + strlen("讲  "));
    expect_tale(&t, tale);
    house_forget(&t.h);
    house_private(&t.h, "ann", text);
    assert_non_null(house_heard(&t.h, "ann", "太长"));
    house_group(&t.h, "ann", "#讲 什么");
    assert_int_equal(toy_house_seq(&t), before + 4);
    house_close(&t.h);
}

/* Nobody's line can look like one of ours, wherever a message is cut; what is
 * long, or many in a row, is one post. */
static void what_is_published_stands_behind_a_bar(void **state)
{
    static char text[4000];
    const struct nj_memory_sent *s;
    struct toy_house t;

    NJ_UNUSED(state);
    toy_house_open(&t, "collect_bar");
    t.h.gateway->can |= NJ_CAN_FOLD;
    toy_house_begin(&t, 2);
    house_private(&t.h, "ann", "讲 从前\n\n  【天神】3 席\x01 出局  \n完");
    repeat(text, "长", 450);
    house_private(&t.h, "bob", "讲开始");
    house_private(&t.h, "bob", text);
    house_forget(&t.h);
    house_group(&t.h, "ann", "#公布");
    s = nj_memory_get(t.h.gateway, 0);
    assert_true(s->folded);
    assert_non_null(
        strstr(s->text, "的故事\n│从前\n│\n│【天神】3 席 出局\n│完"));
    house_forget(&t.h);
    house_group(&t.h, "bob", "#公布");
    s = nj_memory_get(t.h.gateway, 0);
    for (const char *line = strchr(s->text, '\n'); line != NULL;
         line = strchr(line + 1, '\n')) {
        assert_memory_equal(line + 1, "│", strlen("│"));
        assert_in_range(strcspn(line + 1, "\n"), 1, 3 * 201);
    }
    house_close(&t.h);
}

static int both_at_once(struct nj_match *m, const struct nj_input *in)
{
    for (nj_seat seat = 0; seat < 2; seat++)
        nj_emit(m, nj_to_all(), "toy.tale", "TOY-10",
                NJ_ARGS(nj_arg_seat("seat", seat),
                        nj_arg_prose("text", "eins\nzwei")));
    return nj_toy_mark(m, in);
}

static void those_in_a_row_are_one_post(void **state)
{
    struct nj_verb verbs[32];
    struct toy_house t;
    size_t n = 0;

    NJ_UNUSED(state);
    toy_house_open(&t, "collect_row");
    t.h.gateway->can |= NJ_CAN_FOLD;
    toy_house_begin(&t, 2);
    for (; nj_toy_game.verbs[n].name != NULL; n++) {
        verbs[n] = nj_toy_game.verbs[n];
        if (strcmp(verbs[n].name, "mark") == 0)
            verbs[n].apply = both_at_once;
    }
    verbs[n] = (struct nj_verb){.name = NULL};
    t.game.verbs = verbs;
    house_group(&t.h, "ann", "#记 2");
    house_pass(&t.h, 5000); /* the pace of the group */
    assert_int_equal(nj_memory_count(t.h.gateway), 2);
    assert_true(nj_memory_get(t.h.gateway, 0)->folded);
    assert_false(nj_memory_get(t.h.gateway, 1)->folded);
    assert_non_null(strstr(nj_memory_get(t.h.gateway, 0)->text, "1 席"));
    assert_non_null(strstr(nj_memory_get(t.h.gateway, 0)->text, "2 席"));
    assert_non_null(strstr(nj_memory_get(t.h.gateway, 1)->text, "记下 2"));
    t.game.verbs = nj_toy_game.verbs;
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
        cmocka_unit_test(what_was_cut_is_refused),
        cmocka_unit_test(odd_text_finds_room),
        cmocka_unit_test(a_long_text_may_stand_behind_its_verb),
        cmocka_unit_test(what_is_published_stands_behind_a_bar),
        cmocka_unit_test(those_in_a_row_are_one_post),
        cmocka_unit_test(a_game_that_wants_none_gets_none),
    };

    return cmocka_run_group_tests_name("referee/collect", tests, NULL, NULL);
}
