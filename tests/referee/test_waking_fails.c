/*
 * An evening in which nearly each word is the first that a life of the process
 * hears, so that whoever it concerns has to be read for it: each call to the
 * store fails once, and in the end the record is that of an evening without any
 * trouble (goals R4, design 5).
 */
#include "fault/evening.h"
#include "kit/nj_test.h"

static const struct step evening[] = {
    {PRIVATE, "ann", "我"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "dan", "我"},
    {PRIVATE, "hugo", "我"},
    {PRIVATE, "wanda", "我"},
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {RESTART, "", ""},
    {GROUP, "hugo", "#主持"},
    {RESTART, "", ""},
    {GROUP, "opener", "#设置 隐匿 回合"},
    {RESTART, "", ""},
    {GROUP, "opener", "#设置 预设 社区"},
    {RESTART, "", ""},
    {GROUP, "opener", "#狂野"},
    {RESTART, "", ""},
    {GROUP, "opener", "#设置 预设 现场"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "地图"},
    {RESTART, "", ""},
    {GROUP, "ann", "#加入"},
    {GROUP, "bob", "#加入"},
    {GROUP, "dan", "#加入"},
    {RESTART, "", ""},
    {GROUP, "tg:tom", "#绑定 123456"},
    {RESTART, "", ""},
    {PRIVATE, "wanda", "我"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "绑定"},
    {RESTART, "", ""},
    {PRIVATE, "tg:tara", "绑定 {L}"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "绑定 {L}"},
    {RESTART, "", ""},
    {GROUP, "opener", "#开始"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%催 1"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%催"},
    {RESTART, "", ""},
    {GROUP, "bob", "#求替补"},
    {RESTART, "", ""},
    {GROUP, "hugo", "#接替"},
    {RESTART, "", ""},
    {GROUP, "wanda", "#{A} 接替"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "历史"},
    {RESTART, "", ""},
    {GROUP, "bob", "#历史"},
    {RESTART, "", ""},
    {AHEAD, "hugo", "%换人 1 电脑 因 掉线"},
    {PRIVATE, "hugo", "确认 {C}"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "#{A} 回来"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "回来"},
    {RESTART, "", ""},
    {GROUP, "dan", "#回来"},
    {RESTART, "", ""},
    {GROUP, "ann", "停止；停止"},
    {RESTART, "", ""},
    {GROUP, "dan", "停止"},
    {RESTART, "", ""},
    {PRIVATE, "dan", "为什么 1"},
    {RESTART, "", ""},
    {GROUP, "dan", "#设置 隐匿"},
    {RESTART, "", ""},
    {GROUP, "dan", "#战绩 2"},
    {RESTART, "", ""},
    {PRIVATE, "hugo", "帮助"},
    {RESTART, "", ""},
    {PRIVATE, "dan", "帮助"},
    {RESTART, "", ""},
    {GROUP, "dan", "#完整赛况"},
    {RESTART, "", ""},
    {GROUP, "dan", "这步可以吗？"},
    {RESTART, "", ""},
    {PRIVATE, "dan", "可以停止吗"},
    {RESTART, "", ""},
    {GROUP, "dan", "#退出"},
    {RESTART, "", ""},
    {FATE, "qq:u:dan", "refused"},
    {PRIVATE, "dan", "墙"},
    {FATE, "qq:u:dan", "sent"},
    {RESTART, "", ""},
    {FRIEND, "dan", ""},
    {RESTART, "", ""},
    {LOST, "dan", ""},
    {RESTART, "", ""},
    {PRIVATE, "dan", "我"},
    {RESTART, "", ""},
    {WAIT, "", "400"},
    {RESTART, "", ""},
    {AHEAD, "hugo", "%中止 因 大家要走了"},
    {PRIVATE, "hugo", "确认 {C}"},
    {RESTART, "", ""},
    {GROUP, "dan", "#回放"},
    {RESTART, "", ""},
    {GROUP, "dan", "#导出 {A}"},
    {RESTART, "", ""},
    {GROUP, "dan", "#验证"},
    {RESTART, "", ""},
    {GROUP, "dan", "#图片 深色"},
    {RESTART, "", ""},
    {GROUP, "dan", "#重开"},
    {END, "", ""},
};

static void a_full_disk_changes_no_word(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, FULL, 300, "waking_full");
}

static void a_broken_store_changes_no_word(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, BROKEN, 300, "waking_broken");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_changes_no_word),
        cmocka_unit_test(a_broken_store_changes_no_word),
    };

    return cmocka_run_group_tests_name("referee/waking_fails", tests, NULL,
                                       NULL);
}
