/*
 * An evening during which each call to the store fails once: then the turn
 * says so, nothing that it would have told has been sent, and in the end the
 * record is that of an evening without any trouble (goals R4, design 5).
 */
#include "fault/evening.h"
#include "kit/nj_test.h"

/* {A}, {B}: codes of the first and the second match; {C}: the digits that the
 * host is to type. */
static const struct step evening[] = {
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {GROUP, "ann", "#加入"},
    {PRIVATE, "ann", "我"},
    {GROUP, "ann", "#加入"},
    {PRIVATE, "bob", "我"},
    {GROUP, "bob", "#加入 幸运七"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "cat", "我"},
    {GROUP, "cat", "#加入"},
    {GROUP, "cat", "#退出"},
    {GROUP, "cat", "#加入 三只猫"},
    {GROUP, "hugo", "#主持"},
    {GROUP, "opener", "#电脑 2"},
    {GROUP, "opener", "#电脑 1"},
    {GROUP, "opener", "#设置 cap 6"},
    {GROUP, "opener", "#设置 cap 很多"},
    {GROUP, "opener", "#设置"},
    {GROUP, "opener", "#预设"},
    {GROUP, "stranger", "#赛况"},
    {ADMIN, "boss", "#语言 English"},
    {ADMIN, "boss", "#语言 简体中文"},
    {ADMIN, "boss", "#时区 +9"},
    {ADMIN, "boss", "#静默 23:00-07:30"},
    {ADMIN, "boss", "#前缀 !"},
    {ADMIN, "boss", "!前缀 #"},
    {PRIVATE, "ann", "静默 22:00-7:00"},
    {PRIVATE, "ann", "语言 English"},
    {PRIVATE, "ann", "语言 简体中文"},
    {RESTART, "", ""},
    {GROUP, "opener", "#开始"},
    {GROUP, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {GROUP, "cat", "停止"},
    {PRIVATE, "ann", "停止"},
    {PRIVATE, "bob", "停止"},
    {RESTART, "", ""},
    {GROUP, "ann", "#赛况"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "bob", "赛况"},
    {PRIVATE, "bob", "历史"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "比赛"},
    {PRIVATE, "bob", "切换 {A}"},
    {RESTART, "", ""},
    {GROUP, "ann", "#帮助"},
    {PRIVATE, "ann", "帮助"},
    {GROUP, "ann", "#游戏"},
    {GROUP, "ann", "#规则"},
    {GROUP, "ann", "#导出"},
    {FATE, "qq:u:ann", "refused"},
    {PRIVATE, "ann", "停止"},
    {PRIVATE, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {GROUP, "cat", "停止"},
    {RESTART, "", ""},
    {WAIT, "", "60"},
    {FATE, "qq:u:ann", "sent"},
    {FRIEND, "ann", ""},
    {PRIVATE, "ann", "帮助"},
    {FATE, "qq:u:hugo", "refused"},
    {GROUP, "hugo", "%暂停"},
    {GROUP, "hugo", "%暂停"},
    {FATE, "qq:u:hugo", "sent"},
    {PRIVATE, "hugo", "我"},
    {GROUP, "hugo", "%继续"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%延时 5m"},
    {GROUP, "hugo", "%公告 休息五分钟"},
    {PRIVATE, "ann", "请假 3m"},
    {ADMIN, "boss", "#静默"},
    {ADMIN, "boss", "#静默 关"},
    {GROUP, "hugo", "%催"},
    {GROUP, "hugo", "%看 1 因 好奇"},
    {GROUP, "hugo", "%跳过 因 断线了"},
    {AHEAD, "hugo", "%跳过 因 断线了"},
    {PRIVATE, "hugo", "确认 {C}"},
    {GROUP, "hugo", "%回退 因 误会"},
    {PRIVATE, "hugo", "确认 0000"},
    {PRIVATE, "dan", "我"},
    {GROUP, "bob", "#求替补"},
    {RESTART, "", ""},
    {GROUP, "dan", "#接替"},
    {RESTART, "", ""},
    {GROUP, "dan", "停止"},
    {GROUP, "ann", "#撤销"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "owner", "封禁 qq:u:stranger"},
    {GROUP, "stranger", "#赛况"},
    {RESTART, "", ""},
    {GROUP, "stranger", "#赛况"},
    {PRIVATE, "owner", "解封 qq:u:stranger"},
    {PRIVATE, "owner", "通告 今晚升级"},
    {PRIVATE, "owner", "站况"},
    {FATE, "qq:g:1", "unknown"},
    {GROUP, "ann", "上"},
    {GROUP, "bob", "上"},
    {GROUP, "cat", "上"},
    {FATE, "qq:g:1", "lost"},
    {GROUP, "ann", "左"},
    {GROUP, "bob", "左"},
    {GROUP, "cat", "左"},
    {FATE, "qq:g:1", "sent"},
    {LINK, "", "down"},
    {WAIT, "", "100"},
    {LINK, "", "up"},
    {AHEAD, "hugo", "%换人 2 电脑 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {GROUP, "ann", "#回来"},
    {GROUP, "dan", "#回来"},
    {GROUP, "cat", "#回来"},
    {AHEAD, "hugo", "%换人 2 @bob 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {AHEAD, "hugo", "%换人 2 电脑 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {AHEAD, "cat", "#退出"},
    {GROUP, "cat", "#确认"},
    {WAIT, "", "86400"},
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {GROUP, "ann", "#{B} 加入"},
    {PRIVATE, "ann", "比赛"},
    {PRIVATE, "ann", "切换 {B}"},
    {GROUP, "opener", "#{B} 关闭"},
    {RESTART, "", ""},
    {AHEAD, "hugo", "%中止 因 大家要走了"},
    {PRIVATE, "hugo", "确认 {C}"},
    {RESTART, "", ""},
    {GROUP, "ann", "#重开"},
    {GROUP, "bob", "#加入"},
    {GROUP, "ann", "#开始"},
    {GROUP, "ann", "停止"},
    {GROUP, "bob", "停止"},
    {AHEAD, "bob", "#退出"},
    {GROUP, "bob", "#确认"},
    {GROUP, "ann", "#战绩"},
    {GROUP, "ann", "#战绩 bo"},
    {GROUP, "ann", "#排行"},
    {GROUP, "ann", "#导出"},
    {GROUP, "ann", "#验证"},
    {GROUP, "bob", "#回放"},
    {PRIVATE, "ann", "战绩"},
    {PRIVATE, "ann", "绑定"},
    {PRIVATE, "ann", "解绑"},
    {PRIVATE, "tg:tara", "绑定 {L}"},
    {PRIVATE, "ann", "绑定 {L}"},
    {PRIVATE, "tg:tara", "解绑"},
    {WAIT, "", "86400"},
    {END, "", ""},
};

static void a_full_disk_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, FULL, 500, "store_full");
}

static void a_broken_store_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, BROKEN, 500, "store_broken");
}

static void books_that_cannot_be_read_change_nothing(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, FULL_BROKEN, 500, "store_full_broken");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_changes_nothing),
        cmocka_unit_test(a_broken_store_changes_nothing),
        cmocka_unit_test(books_that_cannot_be_read_change_nothing),
    };

    return cmocka_run_group_tests_name("referee/store_fails", tests, NULL,
                                       NULL);
}
