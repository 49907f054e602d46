/* #提醒: who asked for it hears in private that a table opens in the group. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static const char *told(struct house *h, const char *user)
{
    return house_heard(h, user, "开了一桌");
}

/* Opens a table, and closes it so that the next can open. */
static void open_table(struct house *h, const char *user, const char *line)
{
    house_forget(h);
    house_group(h, user, line);
    house_group(h, user, "#关闭");
}

static void who_asked_hears_of_each_table(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "notify");
    house_group(&h, "bob", "#提醒");
    assert_non_null(house_heard(&h, "group", "bob，我还不能私聊你"));
    house_private(&h, "bob", "我");
    house_private(&h, "cleo", "我");
    house_group(&h, "bob", "#提醒");
    assert_non_null(house_heard(&h, "group", "这个群有人开桌，我就私聊告诉"));
    house_group(&h, "cleo", "#提醒 黑影杀");
    assert_non_null(house_heard(&h, "group", "这个群有人开黑影杀"));
    house_group(&h, "cleo", "#提醒 围棋");
    assert_non_null(house_heard(&h, "group", "没有叫「围棋」的游戏"));
    house_private(&h, "bob", "#提醒");
    assert_non_null(house_heard(&h, "bob", "群里"));
    house_kill(&h, 1000);

    open_table(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(told(&h, "bob"));
    assert_non_null(house_heard(&h, "bob", "ann 开了一桌漫漫长夜"));
    assert_null(told(&h, "cleo"));
    assert_null(told(&h, "ann"));
    open_table(&h, "ann", "#新游戏 黑影杀");
    assert_non_null(told(&h, "bob"));
    assert_non_null(told(&h, "cleo"));
    open_table(&h, "bob", "#新游戏 漫漫长夜"); /* he knows */
    assert_null(told(&h, "bob"));

    house_group(&h, "bob", "#提醒");
    assert_non_null(house_heard(&h, "group", "取消了"));
    open_table(&h, "ann", "#新游戏 黑影杀");
    assert_null(told(&h, "bob"));
    assert_non_null(told(&h, "cleo"));
    house_group(&h, "cleo", "#提醒 黑影杀");
    assert_non_null(house_heard(&h, "group", "这个群开黑影杀不再"));
    house_close(&h);
}

static void nobody_is_told_in_his_quiet_hours(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "notify_quiet");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#提醒");
    house_private(&h, "bob", "静默 0:00-23:59");
    open_table(&h, "ann", "#新游戏 漫漫长夜");
    assert_null(told(&h, "bob"));
    house_private(&h, "bob", "静默 关");
    open_table(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(told(&h, "bob"));
    house_close(&h);
}

/* A round again opens a table, too. */
static void a_round_again_is_a_table(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "notify_again");
    house_private(&h, "cleo", "我");
    house_group(&h, "cleo", "#提醒 漫漫长夜");
    house_begin(&h, "ann bob", "");
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    house_forget(&h);
    house_group(&h, "ann", "#重开");
    assert_non_null(told(&h, "cleo"));
    house_close(&h);
}

/* Nor when he comes back: he asks again. */
static void who_left_the_group_hears_nothing(void **state)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_GONE, 0);
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "notify_left");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#提醒");
    house_group(&h, "bob", "#提醒 漫漫长夜");
    open_table(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(told(&h, "bob"));
    e->group = true;
    (void)snprintf(e->chat, sizeof(e->chat), "qq:g:1");
    (void)snprintf(e->user, sizeof(e->user), "qq:u:bob");
    nj_inbox_push(h.inbox, e);
    house_run(&h);
    open_table(&h, "ann", "#新游戏 漫漫长夜");
    assert_null(told(&h, "bob"));
    house_close(&h);
}

/* In a match of hours, three in play; the group knows the order of seats. */
static void who_is_next_is_told_if_he_likes(void **state)
{
    static const char *const all[] = {"ann", "bob", "cleo"};
    struct house h = {.paced = false};
    uint32_t told_once = 0;

    NJ_UNUSED(state);
    house_open(&h, "notify_next");
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        house_private(&h, all[i], "我");
    house_private(&h, "bob", "提醒 下一个");
    assert_non_null(house_heard(&h, "bob", "提前私聊告诉你"));
    house_private(&h, "bob", "提醒");
    assert_non_null(house_heard(&h, "bob", "要在群里"));
    house_group(&h, "ann", "#新游戏 漫漫长夜 慢速");
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        house_group(&h, all[i], "#加入");
    house_kill(&h, 0);
    house_group(&h, "ann", "#开始");
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < NJ_COUNT(all); i++) {
            told_once += house_heard(&h, "bob", "下一个就是你") != NULL;
            assert_null(house_heard(&h, "ann", "下一个就是你"));
            house_forget(&h);
            for (size_t k = 0; k < NJ_COUNT(all); k++)
                house_group(&h, all[(i + k) % 3], "停止");
        }
    assert_true(told_once >= 2); /* once a round */
    house_private(&h, "bob", "提醒 下一个");
    assert_non_null(house_heard(&h, "bob", "不再提前"));
    house_forget(&h);
    for (size_t i = 0; i < 9; i++)
        house_group(&h, all[i % 3], "停止");
    assert_null(house_heard(&h, "bob", "下一个就是你"));
    house_close(&h);
}

/* He has quiet hours, cannot be written to, or is not to be heard: nothing is
 * said, and the match goes on; of a computer player nobody is told. */
static void who_is_next_is_not_told_where_he_would_not_read_it(void **state)
{
    static const char *const why[] = {"quiet", "refused", "shut", "free"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(why); i++) {
        struct house h = {.paced = false};
        struct nj_chat *bob;
        bool told = false;

        house_open(&h, "notify_next_not");
        house_private(&h, "ann", "我");
        house_private(&h, "bob", "我");
        house_private(&h, "bob", "提醒 下一个");
        house_group(&h, "ann", "#新游戏 漫漫长夜 慢速");
        house_group(&h, "ann", "#加入");
        house_group(&h, "bob", "#加入");
        house_group(&h, "ann", "#电脑 1");
        house_group(&h, "ann", "#开始");
        bob = nj_books_chat(h.referee, "qq:u:bob");
        if (i == 0)
            house_private(&h, "bob", "静默 00:00-23:59");
        else if (i == 1)
            nj_books_reach(bob, NJ_REACH_REFUSED, true);
        else if (i == 2)
            nj_books_shut(h.referee, bob, true);
        house_forget(&h);
        for (int n = 0; n < 8; n++) {
            house_group(&h, n % 2 == 0 ? "ann" : "bob", "停止");
            told = told || house_heard(&h, "bob", "下一个就是你") != NULL;
        }
        if (told != (i == 3))
            fail_msg("%s: %s", why[i], told ? "told" : "not told");
        assert_null(house_heard(&h, "ann", "下一个就是你"));
        house_close(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_asked_hears_of_each_table),
        cmocka_unit_test(nobody_is_told_in_his_quiet_hours),
        cmocka_unit_test(a_round_again_is_a_table),
        cmocka_unit_test(who_left_the_group_hears_nothing),
        cmocka_unit_test(who_is_next_is_told_if_he_likes),
        cmocka_unit_test(who_is_next_is_not_told_where_he_would_not_read_it),
    };

    return cmocka_run_group_tests_name("referee/notify", tests, NULL, NULL);
}
