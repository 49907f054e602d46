/*
 * The same for an evening on two platforms, one of which has buttons, links
 * and groups that move: each call to the store fails once, and in the end the
 * record is that of an evening without any trouble (goals R4, UX-8).
 */
#include "fault/evening.h"
#include "fault/store_calls.h"
#include "kit/nj_test.h"

static const struct step evening[] = {
    {PRIVATE, "owner", "我"},
    {GROUP, "tg:opener", "#新游戏 漫漫长夜"},
    {PRIVATE, "tg:opener", "我"},
    {PRESS, "tg:ann", "加入"},
    {FOLLOW, "tg:ann", ""},
    {PRESS, "tg:ann", "退出"},
    {PRESS, "tg:ann", "加入"},
    {GROUP, "tg:bob", "#加入"},
    {PRIVATE, "tg:bob", "/start"},
    {PRIVATE, "tg:bob", "/start nothing"},
    {GROUP, "tg:bob", "#加入"},
    {AHEAD, "tg:opener", "#联桌"},
    {GROUP, "gus", "#联桌 {W}"},
    {AHEAD, "tg:opener", "#联桌"},
    {AHEAD, "gus", "#联桌 {W}"},
    {GROUP, "tg:opener", "#联桌 同意 1"},
    {GROUP, "gus", "#联桌 {W}"},
    {GROUP, "gus", "#加入"},
    {PRIVATE, "gus", "我"},
    {GROUP, "gus", "#加入"},
    {RESTART, "", ""},
    {ADMIN, "tg:boss", "#时区 +9"},
    {ADMIN, "tg:boss", "#静默 23:00-07:30"},
    {ADMIN, "tg:boss", "#静默"},
    {ADMIN, "tg:boss", "#静默 关"},
    {ADMIN, "boss", "#前缀 !"},
    {ADMIN, "boss", "!前缀 #"},
    {ADMIN, "tg:boss", "#图片 深色"},
    {PRIVATE, "tg:ann", "图片 关"},
    {GROUP, "tg:opener", "#设置 hide turn"},
    {MOVE, "tg:", "109"},
    {PRESS, "tg:opener", "开始"},
    {RESTART, "", ""},
    {GROUP, "tg:ann", "#为什么"},
    {PRIVATE, "tg:bob", "为什么 1"},
    {GROUP, "tg:ann", "#判例 LN-4.3"},
    {PRIVATE, "tg:bob", "历史"},
    {PRIVATE, "tg:bob", "帮助 为什么"},
    {PRESS, "tg:ann", "停止"},
    {PRESS, "tg:bob", "停止"},
    {GROUP, "gus", "停止"},
    {PRESS, "tg:ann", "赛况"},
    {PRESS, "tg:ann", "⬆"},
    {CHANGE, "gus", "3"},
    {PRESS, "tg:ann", "停止"},
    {RESTART, "", ""},
    {PRESS, "tg:bob", "⬇"},
    {PRESS, "tg:bob", "停止"},
    {OWNER, "tg:", "token"},
    {OWNER, "tg:", "the roof is leaking"},
    {MUTE, "tg:", "5000"},
    {MUTE, "tg:", ""},
    {ROOM, "tg:", ""},
    {KEEP, "tg:", "what the gateway says"},
    {AWAY, "tg:", ""},
    {GROUP, "gus", "停止"},
    {BACK, "tg:", ""},
    {FATE, "tg:u:ann", "refused"},
    {PRIVATE, "tg:ann", "赛况"},
    {PRIVATE, "tg:ann", "墙"},
    {FATE, "tg:u:ann", "sent"},
    {FRIEND, "tg:ann", ""},
    {LOST, "tg:ann", ""},
    {PRIVATE, "tg:ann", "我"},
    {PRESS, "tg:ann", "停止"},
    {PRESS, "tg:bob", "停止"},
    {RESTART, "", ""},
    {GROUP, "gus", "停止"},
    {MOVE, "tg:", "110"},
    {GROUP, "tg:ann", "停止"},
    {PRESS, "tg:bob", "隐匿"},
    {PRIVATE, "tg:bob", "上"},
    {RESTART, "", ""},
    {PRIVATE, "tg:bob", "停止"},
    {GROUP, "gus", "停止"},
    {GROUP, "tg:ann", "#历史"},
    {GROUP, "tg:ann", "#求替补"},
    {PRESS, "tg:dan", "接替"},
    {FOLLOW, "tg:dan", ""},
    {WAIT, "", "86400"},
    {WAIT, "", "86400"},
    {GROUP, "tg:opener", "#新游戏 漫漫长夜"},
    {PRESS, "tg:bob", "加入"},
    {GROUP, "tg:opener", "#关闭"},
    {PRESS, "tg:bob", "加入"},
    {END, "", ""},
};

static void a_full_disk_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, FULL, 300, "two_full");
}

static void a_broken_store_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, BROKEN, 300, "two_broken");
}

/* New words for old matches are found in their rows. */
static void a_reload_that_cannot_read_ends_the_program(void **state)
{
    struct house h = {.paced = false};
    struct nj_referee_setup setup = {.store = NULL};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    house_open(&h, "two_reload");
    house_begin(&h, "ann bob", "");
    setup.catalog = h.env.catalog;
    setup.commands = h.env.commands;
    setup.lang = "zh-CN";
    setup.prefix = "#";
    setup.host_prefix = "%";
    store_calls_fail(1, NJ_ERR_IO, NULL);
    nj_referee_reload(h.referee, &setup);
    assert_string_equal(store_calls_failed(), "nj_match_load");
    assert_int_equal(nj_referee_turn(h.referee, NULL, &err), NJ_ERR_IO);
    assert_non_null(strstr(err.text, "nj_match_load"));
    store_calls_fail(0, NJ_OK, NULL);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_changes_nothing),
        cmocka_unit_test(a_broken_store_changes_nothing),
        cmocka_unit_test(a_reload_that_cannot_read_ends_the_program),
    };

    return cmocka_run_group_tests_name("referee/two_fail", tests, NULL, NULL);
}
