/* Words of a host: how one is written, seats of persons with several, answers
 * to questions (NC-17.12). */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

/* Hugo hosts and holds no seat; seat 3 is the second of somebody. */
static void open_hosted(struct toy_house *t, const char *name)
{
    toy_house_open(t, name);
    house_private(&t->h, "hugo", "我");
    house_group(&t->h, "hugo", "#新游戏 toy");
    house_group(&t->h, "hugo", "#设置 版本 wild");
    house_group(&t->h, "hugo", "#主持");
    house_private(&t->h, "ann", "我");
    house_private(&t->h, "bob", "我");
    house_group(&t->h, "ann", "#加入");
    house_group(&t->h, "bob", "#加入");
    house_group(&t->h, "hugo", "#开始");
    (void)toy_house_seq(t); /* awake */
    assert_int_equal(nj_seats(t->h.referee->entries[0]->match), 3);
    house_forget(&t->h);
}

static void a_power_alone_shows_how_it_is_written(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_hosted(&t, "host_words_form");
    house_private(&t.h, "hugo", "%裁定");
    assert_non_null(house_heard(&t.h, "hugo", "「裁定」这样用："));
    assert_non_null(house_heard(&t.h, "hugo", "%裁定 3 在大厅"));
    house_forget(&t.h);
    house_private(&t.h, "hugo", "%答 什么");
    assert_non_null(house_heard(&t.h, "hugo", "%答 7 能"));
    house_forget(&t.h);
    house_private(&t.h, "hugo", "%没有这个");
    assert_non_null(house_heard(&t.h, "hugo", "没认出"));
    house_close(&t.h);
}

static void a_power_may_name_a_further_seat(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_hosted(&t, "host_words_seat");
    house_private(&t.h, "hugo", "%换人 4 电脑 因 试试");
    assert_non_null(house_heard(&t.h, "hugo", "请写席号 1–3"));
    house_forget(&t.h);
    house_private(&t.h, "hugo", "%换人 3 电脑 因 试试");
    assert_null(house_heard(&t.h, "hugo", "请写席号"));
    assert_non_null(house_heard(&t.h, "hugo", "1 席·"));
    house_close(&t.h);
}

static void an_answer_reaches_the_asker_alone(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    open_hosted(&t, "host_words_answer");
    house_private(&t.h, "ann", "问 谁先");
    assert_non_null(house_heard(&t.h, "hugo", "：谁先"));
    house_forget(&t.h);
    house_private(&t.h, "hugo", "%答 1 你先"); /* no reason, no digits */
    assert_non_null(house_heard(&t.h, "ann", "主持答 1：你先"));
    assert_null(house_heard(&t.h, "bob", ""));
    assert_null(house_heard(&t.h, "group", ""));
    house_forget(&t.h);
    house_private(&t.h, "hugo", "%答 1 再说一次");
    assert_non_null(house_heard(&t.h, "hugo", "主持不能这样做"));
    house_private(&t.h, "bob", "%答 1 我来");
    assert_null(house_heard(&t.h, "ann", ""));
    house_close(&t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_power_alone_shows_how_it_is_written),
        cmocka_unit_test(a_power_may_name_a_further_seat),
        cmocka_unit_test(an_answer_reaches_the_asker_alone),
    };

    return cmocka_run_group_tests_name("referee/host_words", tests, NULL, NULL);
}
