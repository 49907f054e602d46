/* The ledger (LN-30): its formulas, what enters it, its seasons and lists. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "store/records.h"

/* S-471 to S-476: scores, and what had been before. */
static const struct sum {
    const char *id;
    uint32_t m;
    int64_t score[4];
    double before[4];
    int64_t matches[4];
    int64_t zero[4], top[4], level_c[4];
} sums[] = {
    {"S-471",
     3,
     {102, -100, 0},
     {0},
     {0},
     {1500, -1490, -9},
     {30, -30, 0},
     {6667, -6667, 0}},
    {"S-472",
     2,
     {252, -300},
     {0},
     {0},
     {1000, -1000},
     {20, -20},
     {5000, -5000}},
    {"S-473",
     4,
     {120, 90, 90, -100},
     {0},
     {0},
     {933, 533, 533, -2000},
     {40, 0, 0, -40},
     {7500, 0, 0, -7500}},
    {"S-474", 4, {0}, {0}, {0}, {0}, {0}, {0}},
    {"S-475",
     3,
     {5, 5, 1},
     {0},
     {0},
     {750, 750, -1500},
     {15, 15, -30},
     {3333, 3333, -6667}},
    {"S-476",
     3,
     {102, -100, 0},
     {200, 0, -200},
     {10, 500, 400},
     {1500, -1490, -9},
     {30, -30, 0},
     {4900, -1333, 333}},
};

static void the_three_scores_are_those_of_the_rules(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(sums); i++) {
        const struct sum *s = &sums[i];
        struct nj_ledger_one one[4] = {{0}};

        for (uint32_t k = 0; k < s->m; k++) {
            one[k].score = s->score[k];
            one[k].before = s->before[k];
            one[k].matches = s->matches[k];
        }
        nj_ledger_reckon(one, s->m);
        for (uint32_t k = 0; k < s->m; k++)
            if (one[k].zero != s->zero[k] || one[k].top != s->top[k] ||
                nj_ledger_cents(one[k].level) != s->level_c[k])
                fail_msg("%s, person %u: %lld %lld %lld", s->id, (unsigned)k,
                         (long long)one[k].zero, (long long)one[k].top,
                         (long long)nj_ledger_cents(one[k].level));
    }
}

/* S-478. */
static void grades_go_by_the_level(void **state)
{
    static const struct {
        double level;
        const char *grade;
    } rows[] = {{-300, "E"}, {-299.9, "D"}, {-100, "D"},  {99.9, "C"},
                {100, "B"},  {299.9, "B"},  {300, "A"},   {500, "S"},
                {700, "SS"}, {999.9, "SS"}, {1000, "SSS"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_string_equal(nj_ledger_grade(rows[i].level), rows[i].grade);
}

/* Two play and one leaves. */
static void play(struct house *h, const char *options)
{
    house_begin(h, "ann bob", options);
    house_forget(h);
    house_group(h, "bob", "#退出");
    house_group(h, "bob", "#确认");
}

static void a_match_is_entered_and_told(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "ledger_told");
    play(&h, "ledger=on");
    assert_non_null(house_heard(&h, "group", "零和 1000，头名 20，等级 50.00"));
    assert_non_null(
        house_heard(&h, "group", "零和 −1000，头名 −20，等级 −50.00"));
    house_forget(&h);
    house_group(&h, "cat", "#排行 漫漫长夜 月");
    assert_non_null(house_heard(&h, "group", "本月等级榜（漫漫长夜）"));
    assert_non_null(house_heard(&h, "group", "1. ann 50.00（1 局）"));
    assert_non_null(house_heard(&h, "group", "2. bob −50.00（1 局）"));
    house_forget(&h);
    house_group(&h, "cat", "#排行 年");
    assert_non_null(house_heard(&h, "group", "今年零和榜"));
    assert_non_null(house_heard(&h, "group", "1. ann 1000（1 局）"));
    house_forget(&h);
    house_private(&h, "ann", "战绩 月");
    assert_non_null(house_heard(&h, "ann", "ann · 本月记分：1 局，零和 1000"));
    assert_non_null(house_heard(&h, "ann", "等级 50.00，加权 50.00，评级 C"));
    assert_non_null(house_heard(&h, "ann", "第 1 名 / 2 人"));
    house_close(&h);
}

/* S-477: why = persons, custom, aborted; without the option no word. */
static void what_is_not_entered_says_why(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "ledger_why");
    play(&h, "");
    assert_null(house_heard(&h, "group", "计分"));
    play(&h, "ledger=on blocks=custom");
    assert_non_null(house_heard(&h, "group", "区块是自选的"));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#设置 计分 开");
    house_group(&h, "ann", "#加入");
    house_group(&h, "ann", "#电脑 1");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    assert_non_null(house_heard(&h, "group", "至少要两个人"));
    house_forget(&h);
    house_group(&h, "ann", "#排行 总");
    assert_non_null(house_heard(&h, "group", "还没有记分的比赛"));
    house_close(&h);
}

/* S-479. */
static void the_weighted_level_counts_matches(void **state)
{
    struct nj_ledger_row row = {.user = "qq:u:ann",
                                .name = "ann",
                                .game = "long-night",
                                .people = 2,
                                .places = 3};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "ledger_weighted");
    for (int64_t k = 1; k <= 9; k++) {
        play(&h, "");
        row.match = k;
        row.level = k <= 3 ? 40 : 0;
        nj_ledger_put(h.store, &row);
    }
    house_private(&h, "ann", "战绩 总");
    assert_non_null(house_heard(&h, "ann", "9 局，等级 120.00，加权 360.00"));
    house_private(&h, "ann", "排行 漫漫长夜 总");
    assert_non_null(house_heard(&h, "ann", "1. ann 360.00（9 局）"));
    house_close(&h);
}

/* A group is told of its own matches alone, in private all count. */
static void a_group_has_its_own_list(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "ledger_group");
    play(&h, "ledger=on");
    house_group_at(&h, "qq:g:2", "qq:u:cat", "#排行 总");
    assert_non_null(house_heard(&h, "qq:g:2", "还没有记分的比赛"));
    house_private(&h, "cat", "排行 总");
    assert_non_null(house_heard(&h, "cat", "1. ann 1000（1 局）"));
    house_close(&h);
}

/* LN-30.4: of two who are equal the one who has played for longer is first,
 * whatever it was. */
static void the_older_account_is_first(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "ledger_older");
    house_begin(&h, "bob cat", "");
    house_group(&h, "cat", "#退出");
    house_group(&h, "cat", "#确认");
    play(&h, "ledger=on");
    house_group(&h, "ann", "#排行 总");
    assert_non_null(house_heard(&h, "group", "1. bob 1 局"));
    assert_non_null(house_heard(&h, "group", "2. ann 1 局"));
    house_close(&h);
}

/* S-480: half an hour into February where the group is, which is still January
 * by UTC. */
static void a_season_is_that_of_the_group(void **state)
{
    static const int64_t january_ms = 1769873400000; /* 31st, 15:30 UTC */
    struct house h = {.paced = false};
    struct nj_entry *e;
    int64_t now_ms, wall_ms;

    NJ_UNUSED(state);
    house_open(&h, "ledger_season");
    house_begin(&h, "ann bob", "ledger=on");
    e = h.referee->entries[0];
    now_ms = h.referee->now_ms;
    wall_ms = h.referee->wall_ms;
    h.referee->now_ms = h.referee->wall_ms = january_ms;
    assert_int_equal(nj_ledger_season(h.referee, e->homes[0], e), 2026 * 12);
    h.referee->now_ms = h.referee->wall_ms = january_ms + 3600000;
    assert_int_equal(nj_ledger_season(h.referee, e->homes[0], e),
                     2026 * 12 + 1);
    e->homes[0]->customs.zone_set = true; /* UTC */
    assert_int_equal(nj_ledger_season(h.referee, e->homes[0], e), 2026 * 12);
    h.referee->now_ms = now_ms;
    h.referee->wall_ms = wall_ms;
    house_close(&h);
}

/* LN-30.4: all three seasons at once are a picture, where pictures are shown. */
static void a_picture_has_the_lists_of_all_seasons(void **state)
{
    struct house h = {.paced = false, .pictures = true};

    NJ_UNUSED(state);
    house_open(&h, "ledger_poster");
    house_private(&h, "tg:u:eve", "我");
    house_private(&h, "tg:u:eve", "排行大图");
    assert_non_null(house_heard(&h, "tg:u:eve", "还没有记分的比赛"));
    play(&h, "ledger=on");
    house_forget(&h);
    house_private(&h, "tg:u:eve", "排行大图 漫漫长夜");
    house_pictures(&h, 1);
    assert_non_null(house_heard(&h, "tg:u:eve", "排行大图画好就发"));
    assert_non_null(house_heard(&h, "tg:u:eve", "排行大图（漫漫长夜）"));
    house_forget(&h);
    house_private(&h, "tg:u:eve", "图片 关");
    house_private(&h, "tg:u:eve", "排行大图");
    assert_non_null(house_heard(&h, "tg:u:eve", "发不了图"));
    house_forget(&h);
    house_group(&h, "ann", "#排行大图"); /* that platform shows none */
    assert_non_null(house_heard(&h, "group", "发不了图"));
    house_forget(&h);
    house_group_at(&h, "tg:g:9", "tg:u:eve", "#排行大图"); /* not played here */
    assert_non_null(house_heard(&h, "tg:g:9", "还没有记分的比赛"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_scores_are_those_of_the_rules),
        cmocka_unit_test(grades_go_by_the_level),
        cmocka_unit_test(a_match_is_entered_and_told),
        cmocka_unit_test(a_picture_has_the_lists_of_all_seasons),
        cmocka_unit_test(what_is_not_entered_says_why),
        cmocka_unit_test(the_weighted_level_counts_matches),
        cmocka_unit_test(a_group_has_its_own_list),
        cmocka_unit_test(the_older_account_is_first),
        cmocka_unit_test(a_season_is_that_of_the_group),
    };

    return cmocka_run_group_tests_name("referee/ledger", tests, NULL, NULL);
}
