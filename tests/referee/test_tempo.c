/* Computer players that have a moment of their own wait for it, whatever else
 * happens to the match meanwhile (NC-17.6). */
#include "kit/house.h"
#include "kit/nj_test.h"

/* Two persons and five computers; a setup of 300 seconds has begun. */
static void begin(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌 live");
    house_private(h, "ann", "我");
    house_group(h, "ann", "#加入");
    house_private(h, "bob", "我");
    house_group(h, "bob", "#加入");
    house_group(h, "ann", "#电脑 5");
    house_forget(h);
    house_group(h, "ann", "#开始");
}

static void they_act_one_by_one_within_their_time(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "tempo");
    assert_non_null(house_heard(&h, "group", "杀手牌开局"));
    assert_null(house_heard(&h, "group", "已排好顺序 2/7"));
    for (int s = 0; s < 60; s++) { /* a fifth */
        assert_null(house_heard(&h, "group", "已排好顺序 5/7"));
        house_pass(&h, 1000);
        if (house_heard(&h, "group", "已排好顺序 5/7") != NULL)
            break;
    }
    assert_non_null(house_heard(&h, "group", "已排好顺序 1/7"));
    assert_non_null(house_heard(&h, "group", "已排好顺序 5/7"));
    house_close(&h);
}

/* Seconds until the group hears that. */
static int seconds_to(struct house *h, const char *text)
{
    int s = 0;

    while (house_heard(h, "group", text) == NULL && s < 400) {
        house_pass(h, 1000);
        s++;
    }
    return s;
}

/* T277: six people are done at once, and the computer has ordered by the second
 * bell: that is the dawn. */
static void the_second_bell_of_a_night_waits_for_no_computer(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat",
                                         "dan", "eve", "fay"};
    struct house h = {.paced = false};
    int s;

    NJ_UNUSED(state);
    house_open(&h, "tempo_bells");
    house_group(&h, "ann", "#新游戏 杀手牌 live");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(&h, people[i], "我");
        house_group(&h, people[i], "#加入");
    }
    house_group(&h, "ann", "#电脑 1");
    house_group(&h, "ann", "#开始");
    assert_in_range(seconds_to(&h, "第 1 夜"), 1, 301);
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        house_private(&h, people[i], "好了");
    s = seconds_to(&h, "第 1 夜过去");
    assert_in_range(s, 70, 74);
    house_close(&h);
}

static void a_restart_leaves_them_their_moments(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "tempo_kill");
    house_kill(&h, 400); /* no grace is due */
    house_pass(&h, 60000);
    assert_non_null(house_heard(&h, "group", "已排好顺序 5/7"));
    house_close(&h);
    begin(&h, "tempo_grace");
    house_kill(&h, 100000); /* what was left is left */
    house_forget(&h);
    house_pass(&h, 60000);
    assert_non_null(house_heard(&h, "group", "已排好顺序 5/7"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_act_one_by_one_within_their_time),
        cmocka_unit_test(the_second_bell_of_a_night_waits_for_no_computer),
        cmocka_unit_test(a_restart_leaves_them_their_moments),
    };

    return cmocka_run_group_tests_name("referee/tempo", tests, NULL, NULL);
}
