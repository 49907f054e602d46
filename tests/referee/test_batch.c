/* Several orders in one message (house.md 2.7; NC-11.1, MK-9.7): all are read
 * before one is given, each is an input, and one answer says what stands. */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/match.h"
#include "referee/referee_priv.h"

static const char *other(struct toy_house *t)
{
    return strcmp(toy_house_turn(t), "ann") == 0 ? "bob" : "ann";
}

/* Without the code of the match in front. */
static const char *untagged(const char *text)
{
    const char *end = text[0] == '[' ? strstr(text, "]\n") : NULL;

    return end != NULL ? end + 2 : text;
}

/* All that was sent to a chat since the last house_forget(). */
static const char *all_to(struct toy_house *t, const char *chat)
{
    static char text[4096];
    char address[NJ_ADDRESS_MAX];
    size_t at = 0;

    if (strcmp(chat, "group") == 0)
        nj_address_group(address, "qq", "1");
    else
        nj_address_user(address, "qq", chat);
    text[0] = '\0';
    for (uint32_t i = 0; i < nj_memory_count(t->h.gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(t->h.gateway, i);

        if (strcmp(s->to, address) == 0)
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s",
                                   at > 0 ? "\n" : "", untagged(s->text));
    }
    house_forget(&t->h);
    return text;
}

static void expect(struct toy_house *t, const char *chat, const char *part)
{
    const char *text = all_to(t, chat);

    if (strstr(text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, text);
}

static void open_match(struct toy_house *t, const char *name)
{
    toy_house_open(t, name);
    toy_house_begin(t, 2);
}

static void each_is_an_input_and_all_have_one_receipt(void **state)
{
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_all");
    before = toy_house_seq(&t);
    house_private(&t.h, "ann", "许愿 1；许愿 2 ; 许愿3\n许愿 4");
    assert_int_equal(toy_house_seq(&t), before + 4);
    assert_string_equal(all_to(&t, "ann"), "你许下 1\n你许下 2\n你许下 3\n"
                                           "你许下 4\n已收到 · 收据 1");
    house_private(&t.h, "ann", "许愿 5");
    expect(&t, "ann", "收据 2");
    house_close(&t.h);
}

static void a_group_hears_what_was_done_and_nothing_more(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_match(&t, "batch_group");
    house_group(&t.h, toy_house_turn(&t), "记1;记 2");
    assert_int_equal(nj_memory_count(t.h.gateway), 1); /* one message */
    expect(&t, "group", "记下 1\n");
    house_group(&t.h, toy_house_turn(&t), "#记 3\n#记 4");
    expect(&t, "group", "记下 4");
    house_close(&t.h);
}

static void what_does_not_parse_refuses_all(void **state)
{
    static const struct {
        const char *typed, *answer;
    } cases[] = {
        {"许愿 1; 许怨 2; 许愿 3", "第 2 条没看懂，所以一条也没做"},
        {"什么; 许愿 1", "第 1 条没看懂"},
        {"许愿 1; 比分", "第 2 条要单独发"},
        {"许愿 1; #帮助", "第 2 条要单独发"},
        {"许愿 1; 记", "第 2 条少了数字或席号"},
        {"许愿 1; 许愿 2 x16", "一次最多写 16 条"},
        {"许愿 1 x0; 许愿 2", "第 1 条没看懂"},
    };
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_parse");
    before = toy_house_seq(&t);
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        house_private(&t.h, "ann", cases[i].typed);
        assert_int_equal(nj_memory_count(t.h.gateway), 1);
        expect(&t, "ann", cases[i].answer);
        assert_int_equal(toy_house_seq(&t), before);
    }
    house_private(&t.h, "ann", "这个; 那个"); /* no batch at all */
    expect(&t, "ann", "没认出这条指令");
    house_group(&t.h, toy_house_turn(&t), "记 1；再说吧"); /* talk */
    assert_int_equal(nj_memory_count(t.h.gateway), 0);
    house_close(&t.h);
}

static void the_first_refusal_stops(void **state)
{
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_refused");
    before = toy_house_seq(&t);
    house_private(&t.h, "ann", "许愿 1; 许愿 2; 许愿 1; 许愿 3; 许愿 4");
    assert_int_equal(toy_house_seq(&t), before + 2);
    assert_string_equal(all_to(&t, "ann"),
                        "你许下 1\n你许下 2\n已收到 · 收据 1\n"
                        "算数：许愿 1、许愿 2\n"
                        "没有执行：许愿 1 — 1 已经记过\n"
                        "后面没有读：许愿 3、许愿 4");
    house_private(&t.h, "ann", "许愿 2; 许愿 3");
    assert_string_equal(all_to(&t, "ann"), "没有执行：许愿 2 — 2 已经记过\n"
                                           "后面没有读：许愿 3（收据 2）");
    house_private(&t.h, "ann", "许愿 3; 许愿 2");
    expect(&t, "ann", "算数：许愿 3\n没有执行：许愿 2 — 2 已经记过");
    assert_int_equal(toy_house_seq(&t), before + 3);
    house_private(&t.h, "ann", "为什么 2"); /* the ruling is on record */
    expect(&t, "ann", "TOY-8");
    house_close(&t.h);
}

static void repeats_are_orders_of_their_own(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_match(&t, "batch_repeat");
    house_private(&t.h, "ann", "许愿 1 x2");
    expect(&t, "ann", "算数：许愿 1\n没有执行：许愿 1 — 1 已经记过");
    house_private(&t.h, "ann", "许愿2×２；许愿 3");
    expect(&t, "ann", "后面没有读：许愿 3");
    house_private(&t.h, "ann", "WISH 4 X1");
    expect(&t, "ann", "你许下 4\n已收到");
    house_close(&t.h);
}

static void a_stop_of_the_game_leaves_the_rest_unread(void **state)
{
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_stop");
    before = toy_house_seq(&t);
    house_private(&t.h, "ann", "许愿 1; 许愿 7; 许愿 2");
    expect(&t, "ann", "算数：许愿 1、许愿 7\n到这里停住了，后面没有读：许愿 2");
    assert_int_equal(toy_house_seq(&t), before + 2);
    house_private(&t.h, "bob", "许愿 1; 许愿 7"); /* nothing was behind it */
    assert_null(strstr(all_to(&t, "bob"), "算数"));
    house_close(&t.h);
}

static void the_end_of_a_turn_or_a_question_stops(void **state)
{
    struct toy_house t;
    const char *who;

    NJ_UNUSED(state);
    open_match(&t, "batch_turn");
    who = toy_house_turn(&t);
    house_group(&t.h, who, "记 1; 走一步; 记 2");
    expect(&t, "group", "算数：记 1、走一步\n到这里停住了，后面没有读：记 2");
    house_group(&t.h, toy_house_turn(&t), "走一步");
    house_forget(&t.h);
    who = toy_house_turn(&t);
    house_group(&t.h, who, "走一步; 记 3"); /* the third: asked "double?" */
    expect(&t, "group", "后面没有读：记 3");
    assert_string_equal(toy_house_turn(&t), who);
    house_close(&t.h);
}

/* MK-9.4: from then on everybody waits for an answer. */
static void a_question_to_another_stops_if_it_halts_all(void **state)
{
    struct toy_house t;
    char line[64];
    const char *who;

    NJ_UNUSED(state);
    open_match(&t, "batch_halt");
    who = toy_house_turn(&t);
    (void)snprintf(line, sizeof(line), "#记 1; #挑战 %d; #记 2",
                   toy_house_seat(&t, other(&t)) + 1);
    house_group(&t.h, who, line);
    expect(&t, "group", "到这里停住了，后面没有读：记 2");
    house_group(&t.h, who, "记 3; 记 4");
    expect(&t, "group", "没有执行：记 3 — 先等");
    house_private(&t.h, other(&t), "许愿 1; 挡 2 high; 许愿 2");
    assert_null(strstr(all_to(&t, other(&t)), "没有"));
    house_close(&t.h);
}

static void joints_part_only_in_front_of_an_order(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_match(&t, "batch_joints");
    house_private(&t.h, "ann", "许愿 1，许愿 2 然後 许愿3 THEN 许愿 4");
    expect(&t, "ann", "你许下 4\n已收到 · 收据 1");
    house_private(&t.h, "ann", "许愿 5，很多");
    expect(&t, "ann", "没认出这条指令");
    house_private(&t.h, "ann", "许愿 5；许愿 6，很多");
    expect(&t, "ann", "第 2 条没看懂");
    house_private(&t.h, "ann", "猜 甲；许愿 5，许愿 6"); /* his own words */
    expect(&t, "ann", "你猜：甲；许愿 5，许愿 6");
    house_close(&t.h);
}

/* UX-3.1: one secret among them, and the group learns nothing of any. */
static void a_secret_among_them_is_not_done_in_the_group(void **state)
{
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_secret");
    before = toy_house_seq(&t);
    house_group(&t.h, "ann", "#记 1；#许愿 2");
    assert_null(house_heard(&t.h, "group", ""));
    expect(&t, "ann", "这一步请私聊发给我");
    house_group(&t.h, "ann", "#许愿 1；#许愿 x");
    assert_null(house_heard(&t.h, "group", ""));
    expect(&t, "ann", "这一步请私聊发给我");
    assert_int_equal(toy_house_seq(&t), before);
    /* Where the platform lets us, nobody goes on reading it. */
    assert_non_null(strstr(nj_memory_withdrawn(t.h.gateway), "qq:g:1 "));
    /* Refused aside: the answer to all of them is his alone. */
    house_group(&t.h, "ann", "#记 1；#记 99；#记 2");
    assert_null(house_heard(&t.h, "group", "没有"));
    expect(&t, "ann", "没有执行：记 99");
    assert_int_equal(toy_house_seq(&t), before + 1);
    house_close(&t.h);
}

static void a_message_counts_once(void **state)
{
    struct toy_house t;
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&t, "batch_twice");
    before = toy_house_seq(&t);
    for (int i = 0; i < 2; i++) {
        nj_memory_private(t.h.gateway, "ann", "ann", "same-id",
                          "许愿 1; 许愿 2");
        house_run(&t.h);
    }
    assert_int_equal(toy_house_seq(&t), before + 2);
    assert_null(strstr(all_to(&t, "ann"), "已经记过"));
    house_kill(&t.h, 1000);
    assert_int_equal(toy_house_seq(&t), before + 2);
    house_close(&t.h);
}

static void only_who_sits_and_only_in_a_match(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    toy_house_open(&t, "batch_who");
    house_group(&t.h, "ann", "#新游戏 toy");
    house_forget(&t.h);
    house_group(&t.h, "ann", "#记 1；记 2");
    expect(&t, "group", "还没开始");
    toy_house_begin(&t, 2);
    house_forget(&t.h);
    house_close(&t.h);
}

static void a_game_that_wants_none_has_none(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    toy_house_open(&t, "batch_none");
    t.game.batch = NULL;
    toy_house_begin(&t, 2);
    house_private(&t.h, "ann", "许愿 1; 许愿 2");
    expect(&t, "ann", "没认出这条指令");
    house_group(&t.h, other(&t), "记 1; 记 2");
    assert_int_equal(nj_memory_count(t.h.gateway), 0);
    house_close(&t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_an_input_and_all_have_one_receipt),
        cmocka_unit_test(a_group_hears_what_was_done_and_nothing_more),
        cmocka_unit_test(what_does_not_parse_refuses_all),
        cmocka_unit_test(the_first_refusal_stops),
        cmocka_unit_test(repeats_are_orders_of_their_own),
        cmocka_unit_test(a_stop_of_the_game_leaves_the_rest_unread),
        cmocka_unit_test(the_end_of_a_turn_or_a_question_stops),
        cmocka_unit_test(a_question_to_another_stops_if_it_halts_all),
        cmocka_unit_test(joints_part_only_in_front_of_an_order),
        cmocka_unit_test(a_secret_among_them_is_not_done_in_the_group),
        cmocka_unit_test(a_message_counts_once),
        cmocka_unit_test(only_who_sits_and_only_in_a_match),
        cmocka_unit_test(a_game_that_wants_none_has_none),
    };

    return cmocka_run_group_tests_name("referee/batch", tests, NULL, NULL);
}
