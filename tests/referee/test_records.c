/*
 * What stays of matches: results, ratings, leaders, achievements, replay and
 * proof, as people see them and after a kill.
 */
#include <sqlite3.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/play/archive.h"
#include "referee/referee_priv.h"

static int64_t number(struct house *h, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    int64_t v;

    assert_int_equal(sqlite3_open(h->in.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    v = sqlite3_column_int64(q, 0);
    (void)sqlite3_finalize(q);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return v;
}

/* A match of these people, opened anew. */
static void begin(struct house *h, const char *users)
{
    house_begin(h, users, "cap 30");
    house_forget(h);
}

static void give_up(struct house *h, const char *user)
{
    house_group(h, user, "#退出");
    house_group(h, user, "#确认");
}

static void expect_well(struct house *h)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_store_check(h->store, &err), NJ_OK);
    assert_int_equal(nj_rating_check(h->store, &err), NJ_OK);
}

static void a_match_is_counted_and_rated(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_counted");
    begin(&h, "ann bob");
    house_group(&h, "ann", "#战绩");
    assert_non_null(house_heard(&h, "group", "ann 在这个群还没有打完过一局"));
    give_up(&h, "bob");
    assert_non_null(house_heard(&h, "group", "成就「守夜人」"));
    house_kill(&h, 1000);
    house_forget(&h);
    house_group(&h, "ann", "#战绩");
    assert_non_null(
        house_heard(&h, "group",
                    "ann · 漫漫长夜：1 局，夺冠 1 次，平均名次 1.0，总分 0。"
                    "评分 1844。\n成就：守夜人"));
    house_group(&h, "ann", "#战绩 bo");
    assert_non_null(
        house_heard(&h, "group",
                    "bob · 漫漫长夜：1 局，夺冠 0 次，平均名次 2.0，总分 −300。"
                    "评分 1317。"));
    house_private(&h, "bob", "战绩");
    assert_non_null(house_heard(&h, "bob", "夺冠 0"));
    house_group(&h, "ann", "#成就");
    assert_non_null(house_heard(&h, "group",
                                "漫漫长夜的成就：\n"
                                "「头班舱」第一个坐进逃生舱\n"));
    assert_non_null(house_heard(
        &h, "group", "「守夜人」独自留到最后，这里 1 人有，你 1 次，最早 "));
    expect_well(&h);
    house_close(&h);
}

static void a_match_that_was_broken_off_is_not_counted(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_broken");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "hugo", "我");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    house_forget(&h);
    house_group(&h, "hugo", "%中止 因 人不齐");
    house_confirm(&h, "hugo");
    if (nj_referee_open(h.referee) > 0)
        fail_msg("the match is not over");
    assert_int_equal(number(&h, "SELECT count(*) FROM results"), 2);
    assert_int_equal(number(&h, "SELECT max(finish) FROM results"), 0);
    assert_null(house_heard(&h, "group", "成就"));
    house_group(&h, "ann", "#战绩");
    assert_non_null(house_heard(&h, "group", "还没有打完过"));
    expect_well(&h);
    house_close(&h);
}

static void computer_players_have_no_record(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_computers");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "opener", "#电脑 1");
    house_group(&h, "opener", "#开始");
    give_up(&h, "ann");
    house_forget(&h);
    house_group(&h, "ann", "#战绩");
    assert_non_null(house_heard(&h, "group", "1 局，夺冠 0"));
    assert_null(house_heard(&h, "group", "评分"));
    assert_null(house_heard(&h, "group", "成就"));
    house_group(&h, "ann", "#战绩 电脑");
    assert_non_null(house_heard(&h, "group", "没有叫「电脑」的人"));
    expect_well(&h);
    house_close(&h);
}

static void who_has_played_three_is_ranked(void **state)
{
    struct house h = {.paced = false};
    const char *text;

    NJ_UNUSED(state);
    house_open(&h, "rec_top");
    for (int i = 0; i < 3; i++) {
        house_group(&h, "x", "#排行");
        assert_non_null(house_heard(&h, "group", "还排不出名次"));
        begin(&h, "ann bob");
        give_up(&h, i == 1 ? "ann" : "bob");
        house_forget(&h);
    }
    house_group(&h, "x", "#排行 漫漫长夜");
    text = house_heard(&h, "group", "1. ann");
    if (text == NULL)
        fail_msg("nobody leads");
    assert_non_null(house_heard(&h, "group", "2. bob"));
    assert_non_null(house_heard(&h, "group", "（3 局）"));
    house_group(&h, "x", "#排行 围棋");
    assert_non_null(house_heard(&h, "group", "没有叫「围棋」的游戏"));
    house_forget(&h);
    house_group_at(&h, "qq:g:2", "qq:u:ann", "#排行"); /* another group */
    assert_non_null(house_heard(&h, "qq:g:2", "还排不出名次"));
    expect_well(&h);
    house_close(&h);
}

/* UX-3.5: a group hears of its own matches only. */
static void other_groups_see_nothing_of_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_groups");
    begin(&h, "ann bob");
    give_up(&h, "bob");
    house_forget(&h);
    house_group_at(&h, "qq:g:2", "qq:u:ann", "#战绩");
    assert_non_null(house_heard(&h, "qq:g:2", "在这个群还没有打完过"));
    house_group_at(&h, "qq:g:2", "qq:u:ann", "#战绩 bob");
    assert_non_null(house_heard(&h, "qq:g:2", "没有叫「bob」的人"));
    house_private(&h, "ann", "战绩 bob");
    assert_non_null(house_heard(&h, "ann", "要在群里发"));
    house_group_at(&h, "qq:g:2", "qq:u:ann", "#回放");
    assert_non_null(house_heard(&h, "qq:g:2", "还没有打完的比赛"));
    house_private(&h, "cat", "导出");
    assert_non_null(house_heard(&h, "cat", "还没有打完的比赛"));
    house_close(&h);
}

static void names_must_be_plain(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_names");
    begin(&h, "ann anna bob");
    house_group(&h, "x", "#战绩 1");
    assert_non_null(house_heard(&h, "group", "还没有打完过一局"));
    give_up(&h, "ann");
    give_up(&h, "bob");
    house_forget(&h);
    house_group(&h, "x", "#战绩 an");
    assert_non_null(house_heard(&h, "group", "不止一个人"));
    house_group(&h, "x", "#战绩 @ANN");
    assert_non_null(house_heard(&h, "group", "ann · 漫漫长夜"));
    house_group(&h, "x", "#战绩 anna");
    assert_non_null(house_heard(&h, "group", "anna · 漫漫长夜"));
    house_close(&h);
}

static void execute(struct house *h, const char *sql)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(h->in.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* However many names of his own begin like the copied one. */
static void a_copied_name_is_nobodys_record(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_copied");
    begin(&h, "ann bob");
    give_up(&h, "bob");
    execute(&h, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n"
                " WHERE i < 30) INSERT INTO results SELECT match_id, seat + 20"
                " + i, rank, score, 'qq:u:aaa', outcome, substitute, CASE i"
                " WHEN 0 THEN 'bob' ELSE 'bob' || i END, game, finish,"
                " 'qq:u:aaa', mu, sigma FROM results, n"
                " WHERE address = 'qq:u:bob'");
    house_forget(&h);
    house_group(&h, "x", "#战绩 bob");
    assert_non_null(house_heard(&h, "group", "不止一个人"));
    assert_null(house_heard(&h, "group", "bob · 漫漫长夜"));
    house_group(&h, "x", "#战绩 @qq:u:bob");
    assert_non_null(house_heard(&h, "group", "bob · 漫漫长夜"));
    house_close(&h);
}

/* --- the record of a match --- */

static void a_match_is_shown_and_proved_when_it_is_over(void **state)
{
    struct house h = {.paced = false};
    char line[64], code[8];

    NJ_UNUSED(state);
    house_open(&h, "rec_shown");
    house_begin(&h, "ann bob", "cap 30");
    (void)snprintf(code, sizeof(code), "%s", h.referee->entries[0]->code);
    house_forget(&h);
    (void)snprintf(line, sizeof(line), "#回放 %s", code);
    house_group(&h, "ann", line);
    assert_non_null(house_heard(&h, "group", "还没打完"));
    give_up(&h, "bob");
    house_kill(&h, 1000);
    house_forget(&h);
    house_group(&h, "cat", "#导出");
    assert_non_null(house_heard(&h, "group", "结果：1. ann 0、2. bob -300"));
    assert_non_null(house_heard(&h, "group", "nightjar export 1"));
    house_group(&h, "cat", "#验证");
    assert_non_null(house_heard(&h, "group", "抽签证明不了什么"));
    h.referee->setup.test = false;
    house_group(&h, "dan", "#验证");
    assert_non_null(house_heard(&h, "group", "属实"));
    house_forget(&h);
    house_group(&h, "cat", line); /* at once */
    assert_non_null(house_heard(&h, "group", "太快了"));
    house_pass(&h, 3000);
    house_group(&h, "cat", line);
    assert_non_null(house_heard(&h, "group", "第 1/"));
    house_forget(&h);
    (void)snprintf(line, sizeof(line), "#回放 %s 2", code);
    house_group(&h, "cat", line); /* the next page at once */
    assert_non_null(house_heard(&h, "group", "第 2/"));
    assert_null(house_heard(&h, "group", "太快了"));
    house_forget(&h);
    (void)snprintf(line, sizeof(line), "回放 %s 99", code);
    house_private(&h, "ann", line);
    assert_non_null(house_heard(&h, "ann", "没有这一页"));
    house_close(&h);
}

static void pages_follow_one_another(void **state)
{
    struct house h = {.paced = false};
    char line[64];
    bool last = false, secret = false;

    NJ_UNUSED(state);
    house_open(&h, "rec_pages");
    begin(&h, "ann bob cat");
    for (int i = 0; i < 20; i++) {
        house_group(&h, "ann", "停止");
        house_group(&h, "bob", "停止");
        house_group(&h, "cat", "停止");
    }
    give_up(&h, "ann");
    give_up(&h, "bob");
    for (int i = 1; i < 40 && !last; i++) {
        house_pass(&h, 3000);
        house_forget(&h);
        (void)snprintf(line, sizeof(line), "#回放 %d", i);
        house_group(&h, "x", line);
        (void)snprintf(line, sizeof(line), "第 %d/", i);
        assert_non_null(house_heard(&h, "group", line));
        secret = secret || house_heard(&h, "group", "（只给 ") != NULL;
        last = house_heard(&h, "group", "到此结束") != NULL;
        assert_true(last || house_heard(&h, "group", "下一页") != NULL);
        assert_true(i > 1 || !last);
    }
    assert_true(last);
    assert_true(secret); /* what was whispered is public now */
    house_close(&h);
}

static void turn(struct house *h)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_house_turn(&h->in, &err), NJ_OK);
}

/* A course is read in slices, and others are answered between them. */
static void nobody_waits_for_a_long_course(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_slices");
    begin(&h, "ann bob cat");
    for (int i = 0; i < 60; i++)
        house_group(&h,
                    i % 3 == 0   ? "ann"
                    : i % 3 == 1 ? "bob"
                                 : "cat",
                    "停止");
    give_up(&h, "ann");
    give_up(&h, "bob");
    house_pass(&h, 3000);
    house_forget(&h);
    nj_memory_group(h.gateway, "qq:g:1", "qq:u:x", "x", "slices-1", "#回放");
    nj_memory_group(h.gateway, "qq:g:1", "qq:u:y", "y", "slices-2", "#回放 2");
    turn(&h);
    assert_int_equal(nj_referee_wait_ms(h.referee), 0);
    nj_memory_group(h.gateway, "qq:g:2", "qq:u:z", "z", "slices-3", "#帮助");
    turn(&h);
    assert_non_null(house_heard(&h, "qq:g:2", "#新游戏"));
    assert_null(house_heard(&h, "group", "第 1/"));
    house_run(&h);
    assert_non_null(house_heard(&h, "group", "第 1/"));
    assert_non_null(house_heard(&h, "group", "第 2/"));
    assert_true(nj_referee_wait_ms(h.referee) > 0);
    house_forget(&h);
    nj_memory_group(h.gateway, "qq:g:1", "qq:u:y", "y", "slices-4", "#回放 2");
    turn(&h);
    house_kill(&h, 1000); /* whoever has heard nothing asks again */
    assert_null(house_heard(&h, "group", "第 2/"));
    house_group(&h, "y", "#回放 2");
    assert_non_null(house_heard(&h, "group", "第 2/"));
    house_close(&h);
}

/* The whole course in private, page after page. */
static char *whole_replay(struct house *h, const char *user, const char *code)
{
    struct nj_str all = NJ_STR_INIT(1 << 20);
    char line[64];

    for (int i = 1; i < 40; i++) {
        house_pass(h, 3000);
        house_forget(h);
        (void)snprintf(line, sizeof(line), "回放 %s %d", code, i);
        house_private(h, user, line);
        for (uint32_t k = 0; k < nj_memory_count(h->gateway); k++)
            nj_str_puts(&all, nj_memory_get(h->gateway, k)->text);
        if (house_heard(h, user, "到此结束") != NULL)
            break;
    }
    return nj_str_take(&all);
}

/* LN-9.2: what a hide kept from the group is told when it is over, and the
 * layout is a board: its rows stand below one another. */
static void a_replay_shows_hidden_turns_and_the_layout(void **state)
{
    struct house h = {.paced = false, .seed = 1};
    const char *mover;
    char code[8], *all;

    NJ_UNUSED(state);
    house_open(&h, "rec_hidden");
    house_begin(&h, "ann bob", "hide=turn");
    (void)snprintf(code, sizeof(code), "%s", h.referee->entries[0]->code);
    house_forget(&h);
    house_group(&h, "ann", "隐匿");
    mover = house_heard(&h, "group", "没有执行") == NULL ? "ann" : "bob";
    if (strcmp(mover, "bob") == 0)
        house_group(&h, "bob", "隐匿");
    house_forget(&h);
    house_private(&h, mover, "停止");
    assert_non_null(house_heard(&h, mover, "（隐匿，只有你知道）"));
    assert_null(house_heard(&h, "group", "只有你知道"));
    give_up(&h, "bob");
    all = whole_replay(&h, "ann", code);
    assert_non_null(strstr(all, "（隐匿，只有你知道）"));
    assert_non_null(strstr(all, "（只给 1 席·"));
    assert_non_null(strstr(all, "（当时谁也没看到）第 "));
    assert_non_null(strstr(all, "\n１"));
    assert_non_null(strstr(all, "\n９"));
    free(all);
    house_close(&h);
}

static void a_record_that_was_altered_is_not_true(void **state)
{
    static const char *const harm[] = {
        "UPDATE matches SET secret = randomblob(32)",
        "UPDATE matches SET seed = randomblob(32)",
        "UPDATE seats SET contribution = 'other' WHERE joined = 0",
        "UPDATE joins SET words = 'other' WHERE place = 1",
        "DELETE FROM joins WHERE place = 2",
        "UPDATE inputs SET digest = randomblob(32) WHERE seq = 2",
        "UPDATE pulses SET digest = randomblob(32)",
        NULL};

    NJ_UNUSED(state);
    for (int i = 0; harm[i] != NULL; i++) {
        struct house h = {.paced = false};
        sqlite3 *db = NULL;

        house_open(&h, "rec_altered");
        begin(&h, "ann bob");
        give_up(&h, "bob");
        assert_int_equal(sqlite3_open(h.in.path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, harm[i], NULL, NULL, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        house_forget(&h);
        house_group(&h, "cat", "#验证");
        if (house_heard(&h, "group", "对不上") == NULL)
            fail_msg("not found: %s", harm[i]);
        house_close(&h);
    }
}

static void meddle(struct house *h, const char *sql)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(h->in.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* More results than a match has seats: the first that there can be are shown. */
static void more_results_than_seats_are_cut_off(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_many");
    begin(&h, "ann bob");
    give_up(&h, "bob");
    meddle(&h, "INSERT INTO results SELECT a.match_id, a.seat + 2 * b.place,"
               " a.rank, a.score, a.address, a.outcome, a.substitute, a.name,"
               " a.game, 0, a.account, 0, 0 FROM results a,"
               " (SELECT value AS place FROM json_each("
               "'[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]')) b");
    house_forget(&h);
    house_group(&h, "cat", "#导出");
    assert_non_null(house_heard(&h, "group", "结果：1. ann 0、1. ann 0"));
    house_close(&h);
}

/* It says of itself that its chance was not drawn as that of others. */
static void another_stream_is_another_match(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_stream");
    begin(&h, "ann bob");
    give_up(&h, "bob");
    meddle(&h, "UPDATE matches SET rng = 1");
    house_forget(&h);
    house_group(&h, "cat", "#验证");
    assert_non_null(house_heard(&h, "group", "对不上"));
    house_close(&h);
}

/* One of a known stream is true and proves no draw. */
static void a_given_stream_proves_no_draw(void **state)
{
    struct house h = {.paced = false};
    struct nj_hash seed = {{7}};

    NJ_UNUSED(state);
    house_open(&h, "rec_given");
    h.referee->setup.seed = &seed;
    h.referee->setup.seed_rng = NJ_RNG_SPLITMIX64;
    begin(&h, "ann bob");
    give_up(&h, "bob");
    h.referee->setup.test = false;
    h.referee->drawn = 0;
    house_forget(&h);
    house_group(&h, "cat", "#验证");
    assert_non_null(house_heard(&h, "group", "抽签证明不了什么"));
    house_close(&h);
}

/* A course of hundreds of messages is found in several turns, and who asks in
 * the turn in which the match ends has it, too. */
static void a_very_long_course_is_found_in_parts(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rec_parts");
    begin(&h, "ann bob");
    for (int i = 0; i < 160; i++)
        house_group(&h, i % 2 == 0 ? "ann" : "bob", "停止");
    house_group(&h, "bob", "#退出");
    house_forget(&h);
    nj_memory_group(h.gateway, "qq:g:1", "qq:u:bob", "bob", "parts-1", "#确认");
    nj_memory_group(h.gateway, "qq:g:1", "qq:u:ann", "ann", "parts-2", "#回放");
    turn(&h);
    assert_null(house_heard(&h, "group", "第 1/"));
    turn(&h);
    house_run(&h);
    assert_non_null(house_heard(&h, "group", "第 1/"));
    house_close(&h);
}

static void old_rules_are_said(void **state)
{
    struct house h = {.paced = false};
    sqlite3 *db = NULL;

    NJ_UNUSED(state);
    house_open(&h, "rec_old");
    begin(&h, "ann bob");
    give_up(&h, "bob");
    assert_int_equal(sqlite3_open(h.in.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE matches SET rules_version = 99",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    house_group(&h, "cat", "#验证");
    assert_non_null(house_heard(&h, "group", "另一版规则"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_counted_and_rated),
        cmocka_unit_test(a_match_that_was_broken_off_is_not_counted),
        cmocka_unit_test(computer_players_have_no_record),
        cmocka_unit_test(who_has_played_three_is_ranked),
        cmocka_unit_test(other_groups_see_nothing_of_it),
        cmocka_unit_test(names_must_be_plain),
        cmocka_unit_test(a_copied_name_is_nobodys_record),
        cmocka_unit_test(a_match_is_shown_and_proved_when_it_is_over),
        cmocka_unit_test(pages_follow_one_another),
        cmocka_unit_test(nobody_waits_for_a_long_course),
        cmocka_unit_test(a_replay_shows_hidden_turns_and_the_layout),
        cmocka_unit_test(a_record_that_was_altered_is_not_true),
        cmocka_unit_test(more_results_than_seats_are_cut_off),
        cmocka_unit_test(another_stream_is_another_match),
        cmocka_unit_test(a_given_stream_proves_no_draw),
        cmocka_unit_test(a_very_long_course_is_found_in_parts),
        cmocka_unit_test(old_rules_are_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
