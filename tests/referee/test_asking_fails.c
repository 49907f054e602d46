/*
 * An evening of questions and small commands, most of them the first thing that
 * a life of the process is asked: each call to the store fails once, matches
 * that sleep cannot be woken, and in the end the record is that of an evening
 * without any trouble (goals R4, design 5).
 */
#include "fault/evening.h"
#include "kit/nj_test.h"

static const struct step evening[] = {
    {PRIVATE, "ann", "我"},
    {PRIVATE, "bob", "我"},
    {PRIVATE, "dan", "我"},
    {PRIVATE, "hugo", "我"},
    {PRIVATE, "wanda", "我"},
    {ADMIN, "boss", "#默认玩法 漫漫长夜 狂野"},
    {GROUP, "ann", "#默认玩法 漫漫长夜"},
    {ADMIN, "boss", "#取消默认玩法 漫漫长夜"},
    {GROUP, "bob", "#提醒"},
    {GROUP, "opener", "#新游戏 漫漫长夜"},
    {RESTART, "", ""},
    {GROUP, "ann", "#加入"},
    {RESTART, "", ""},
    {GROUP, "opener", "#电脑 1"},
    {RESTART, "", ""},
    {GROUP, "opener", "#减电脑 1"},
    {RESTART, "", ""},
    {GROUP, "opener", "#设置 预设 狂野"},
    {GROUP, "opener", "#设置 隐匿"},
    {RESTART, "", ""},
    {GROUP, "ann", "#预设"},
    {GROUP, "bob", "#加入"},
    {RESTART, "", ""},
    {GROUP, "dan", "#加入"},
    {GROUP, "hugo", "#主持"},
    {RESTART, "", ""},
    {GROUP, "ann", "#完成"},
    {RESTART, "", ""},
    {GROUP, "opener", "#开始"},
    {RESTART, "", ""},
    {GROUP, "ann", "#完成"},
    {RESTART, "", ""},
    {GROUP, "bob", "#完成"},
    {RESTART, "", ""},
    {GROUP, "stranger", "#完成"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "请假 3m"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "请假"},
    {RESTART, "", ""},
    {GROUP, "ann", "#暂停"},
    {RESTART, "", ""},
    {GROUP, "ann", "#暂停"},
    {GROUP, "bob", "#暂停"},
    {GROUP, "dan", "#暂停"},
    {RESTART, "", ""},
    {GROUP, "ann", "#请假 5m"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%继续"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "为什么"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "为什么 1"},
    {RESTART, "", ""},
    {GROUP, "ann", "#我"},
    {PRIVATE, "ann", "我"},
    {RESTART, "", ""},
    {PRIVATE, "ann", "比赛"},
    {RESTART, "", ""},
    {PRIVATE, "hugo", "比赛"},
    {RESTART, "", ""},
    {GROUP, "ann", "#设置"},
    {RESTART, "", ""},
    {GROUP, "ann", "#战绩 1"},
    {RESTART, "", ""},
    {GROUP, "wanda", "#观战"},
    {GROUP, "hugo", "#观战 延迟 1分钟"},
    {RESTART, "", ""},
    {GROUP, "ann", "#求替补"},
    {RESTART, "", ""},
    {GROUP, "ann", "#求替补"},
    {RESTART, "", ""},
    {PRIVATE, "bob", "求替补"},
    {RESTART, "", ""},
    {GROUP, "wanda", "#接替"},
    {RESTART, "", ""},
    {PRIVATE, "wanda", "历史"},
    {RESTART, "", ""},
    {GROUP, "bob", "#回来"},
    {RESTART, "", ""},
    {GROUP, "ann", "停止"},
    {GROUP, "wanda", "停止"},
    {GROUP, "dan", "停止"},
    {RESTART, "", ""},
    {GROUP, "ann", "#帮助"},
    {RESTART, "", ""},
    {ADMIN, "boss", "#静默 22:00-23:00"},
    {RESTART, "", ""},
    {GROUP, "ann", "#反馈 第 3 回合"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%催"},
    {RESTART, "", ""},
    {GROUP, "hugo", "%代行 1 停止 因 断线"},
    {RESTART, "", ""},
    {AHEAD, "ann", "#退出"},
    {GROUP, "ann", "#确认"},
    {RESTART, "", ""},
    {GROUP, "ann", "#退出"},
    {RESTART, "", ""},
    {GROUP, "stranger", "#回来"},
    {WAIT, "", "120"},
    {RESTART, "", ""},
    {GROUP, "wanda", "#结束游戏"},
    {GROUP, "dan", "#结束游戏"},
    {GROUP, "wanda", "#成就"},
    {GROUP, "wanda", "#排行 月"},
    {GROUP, "wanda", "#战绩 总"},
    {GROUP, "wanda", "#文件"},
    {GROUP, "wanda", "#判例 4.3"},
    {GROUP, "wanda", "#重开"},
    {END, "", ""},
};

static void a_full_disk_changes_no_answer(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, FULL, 300, "asking_full");
}

static void a_broken_store_changes_no_answer(void **state)
{
    NJ_UNUSED(state);
    evening_same(evening, BROKEN, 300, "asking_broken");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_changes_no_answer),
        cmocka_unit_test(a_broken_store_changes_no_answer),
    };

    return cmocka_run_group_tests_name("referee/asking_fails", tests, NULL,
                                       NULL);
}
