/* Who plays alone in a private chat (LN-26.1): all of the match is said there,
 * it outlives a restart, and no group hears a word of it. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static void open_alone(struct house *h, const char *name)
{
    house_open(h, name);
    house_private(h, "ann", "我");
    house_forget(h);
    house_private(h, "ann", "新游戏 漫漫长夜 单机");
}

static void a_private_match_is_told_there_alone(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_alone(&h, "alone_told");
    assert_non_null(house_heard(&h, "ann", "轮到 1 席"));
    assert_null(house_heard(&h, "group", ""));
    house_forget(&h);
    house_private(&h, "ann", "停");
    assert_non_null(house_heard(&h, "ann", "第 2 回合"));
    assert_null(house_heard(&h, "ann", "收据"));
    assert_null(house_heard(&h, "group", ""));
    house_close(&h);
}

static void it_goes_on_after_a_restart(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_alone(&h, "alone_restart");
    house_private(&h, "ann", "停");
    house_kill(&h, 1000);
    house_forget(&h);
    house_private(&h, "ann", "停");
    assert_non_null(house_heard(&h, "ann", "第 3 回合"));
    house_private(&h, "ann", "退出");
    house_private(&h, "ann", "确认");
    assert_non_null(house_heard(&h, "ann", "终局："));
    assert_int_equal(h.referee->n_entries, 0);
    house_private(&h, "ann", "战绩");
    assert_non_null(house_heard(&h, "ann", "还没有打完过一局"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_private_match_is_told_there_alone),
        cmocka_unit_test(it_goes_on_after_a_restart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
