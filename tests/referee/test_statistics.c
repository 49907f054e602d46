/*
 * What people ask about matches that are over, where the program has changed
 * since: achievements and games that are gone, seats instead of names.
 */
#include "kit/nj_test.h"
#include "kit/stage.h"
#include "store/records.h"

/* Ann and bob play two matches to their ends; ann wins both, and has one feat
 * twice and one that no game knows. */
static void begin(struct stage *s, const char *name)
{
    stage_open(s, name);
    stage_begin(s);
    for (int i = 1; i <= 2; i++) {
        house_group(&s->h, "bob", "#退出");
        house_group(&s->h, "bob", "#确认");
        nj_achievement_put(s->h.store, i, 0, "two_catches");
        nj_achievement_put(s->h.store, i, 0, "of_old_times");
        assert_true(nj_store_good(s->h.store));
        house_group(&s->h, "opener", "#重开");
        house_group(&s->h, "ann", "#加入");
        house_group(&s->h, "bob", "#加入");
        if (i == 1)
            house_group(&s->h, "opener", "#开始");
    }
    house_forget(&s->h);
}

static void what_the_game_does_not_know_any_more_is_left_out(void **state)
{
    static const struct nj_achievement none[] = {{NULL, NULL}};
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "stats_feats");
    house_group(&s.h, "ann", "#战绩");
    assert_non_null(house_heard(&s.h, "group", "2 局，夺冠"));
    assert_non_null(house_heard(&s.h, "group", " ×2"));
    assert_null(house_heard(&s.h, "group", "of_old_times"));
    house_group(&s.h, "ann", "#成就");
    assert_null(house_heard(&s.h, "group", "of_old_times"));
    s.game.achievements = none;
    house_forget(&s.h);
    house_group(&s.h, "ann", "#战绩");
    assert_non_null(house_heard(&s.h, "group", "2 局，夺冠"));
    assert_null(house_heard(&s.h, "group", "×2"));
    s.game.achievements = NULL;
    house_forget(&s.h);
    house_group(&s.h, "ann", "#成就");
    assert_non_null(house_heard(&s.h, "group", "没有成就"));
    house_close(&s.h);
}

/* Of a game that is gone the figures stay. */
static void a_game_that_is_gone_leaves_its_figures(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "stats_gone");
    house_group(&s.h, "opener", "#关闭");
    s.game.id = "another-night";
    house_kill(&s.h, 1000);
    house_group(&s.h, "ann", "#战绩");
    assert_non_null(house_heard(&s.h, "group", "2 局，夺冠"));
    assert_null(house_heard(&s.h, "group", "×2"));
    house_close(&s.h);
}

static void a_game_nobody_knows_has_no_list(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "stats_unknown");
    house_group(&s.h, "ann", "#排行 井字棋 月");
    assert_non_null(house_heard(&s.h, "group", "没有叫「井字棋」的游戏"));
    house_forget(&s.h);
    house_group(&s.h, "ann", "#成就 井字棋");
    assert_non_null(house_heard(&s.h, "group", "没有叫「井字棋」的游戏"));
    house_close(&s.h);
}

/* "3" is a seat while a match is played there, of a person; else it is a name. */
static void a_number_is_a_seat_of_the_match(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "stats_seat");
    house_group(&s.h, "ann", "#战绩 1"); /* a table is no match */
    assert_non_null(house_heard(&s.h, "group", "没有叫「1」的人"));
    house_group(&s.h, "opener", "#电脑 1");
    house_group(&s.h, "opener", "#开始");
    house_forget(&s.h);
    house_group(&s.h, "x", "#战绩 1");
    assert_non_null(house_heard(&s.h, "group", "2 局，夺冠"));
    house_group(&s.h, "x", "#战绩 3"); /* a computer player's */
    assert_non_null(house_heard(&s.h, "group", "没有叫「3」的人"));
    house_group(&s.h, "x", "#战绩 9");
    assert_non_null(house_heard(&s.h, "group", "没有叫「9」的人"));
    house_group(&s.h, "x", "#战绩 12");
    assert_non_null(house_heard(&s.h, "group", "没有叫「12」的人"));
    house_close(&s.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_game_does_not_know_any_more_is_left_out),
        cmocka_unit_test(a_game_that_is_gone_leaves_its_figures),
        cmocka_unit_test(a_game_nobody_knows_has_no_list),
        cmocka_unit_test(a_number_is_a_seat_of_the_match),
    };

    return cmocka_run_group_tests_name("referee/statistics", tests, NULL, NULL);
}
