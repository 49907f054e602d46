/* What a group and a person settle for themselves: zone, quiet hours, silence,
 * prefix; and deadlines that keep to them (UX-6.5, 6.7, 6.9). */
#include <stdlib.h>
#include <sys/stat.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/referee_priv.h"

#define H INT64_C(3600000)

/* The house opens on a Thursday at 16:53:20 in China. */
static int64_t until_ms(const struct house *h, int64_t hour)
{
    int64_t of_day = (h->now_ms + 8 * H) % (24 * H);

    return (hour * H - of_day + 24 * H) % (24 * H);
}

static void admin_at(struct house *h, const char *platform, const char *text)
{
    struct nj_event *ev =
        nj_event_create(NJ_EVENT_MESSAGE, strcmp(platform, "qq") != 0);

    nj_address_user(ev->user, platform, "boss");
    nj_address_group(ev->chat, platform, "1");
    (void)snprintf(ev->name, sizeof(ev->name), "boss");
    (void)snprintf(ev->id, sizeof(ev->id), "b%u", (unsigned)++h->ids);
    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

static void admin(struct house *h, const char *text)
{
    admin_at(h, "qq", text);
}

static int64_t deadline(const struct house *h)
{
    return h->referee->entries[0]->deadline_ms;
}

/* The turn's own deadline, whatever reminders stand before it. */
static int64_t turn_ends(const struct house *h)
{
    const struct nj_timer *t = nj_match_timers(h->referee->entries[0]->match);

    while (strcmp(t->name, "turn") != 0)
        t++;
    return t->at_ms;
}

static void one_who_is_no_admin_settles_nothing(void **state)
{
    static const char *const words[] = {"#时区 +9", "#静默 1:00-2:00", "#静默",
                                        "#静默 关", "#前缀 !"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_rights");
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        house_forget(&h);
        house_group(&h, "ann", words[i]);
        assert_non_null(house_heard(&h, "group", "由群管理设定"));
    }
    house_forget(&h);
    house_group(&h, "ann", "#时区");
    assert_non_null(house_heard(&h, "group", "UTC+8"));
    house_close(&h);
}

static void nonsense_changes_nothing(void **state)
{
    static const char *const words[] = {"#时区 上海",
                                        "#时区 +15",
                                        "#静默 25:00-7:00",
                                        "#静默 8:00-8:00",
                                        "#静默 8:00-9:00 谢谢",
                                        "#静默 八点",
                                        "#前缀 hey",
                                        "#前缀 %",
                                        "#前缀 !!!!",
                                        "#前缀"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_nonsense");
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        house_forget(&h);
        admin(&h, words[i]);
        if (house_heard(&h, "group", "没有执行") == NULL)
            fail_msg("%s", words[i]);
    }
    house_forget(&h);
    admin(&h, "#时区");
    assert_non_null(house_heard(&h, "group", "UTC+8"));
    house_close(&h);
}

static void a_zone_is_kept_and_told_in(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_zone");
    admin(&h, "#时区 -3:30");
    assert_non_null(
        house_heard(&h, "group", "UTC-3:30，现在 2025-10-09 05:23"));
    house_kill(&h, 0);
    house_begin(&h, "ann bob", "think=12h act=24h");
    assert_non_null(house_heard(&h, "group", "截止 17:23（还剩 12 小时）"));
    house_close(&h);
}

static void a_night_moves_deadlines_of_slow_matches(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_night");
    house_begin(&h, "ann bob", "think=12h act=24h");
    /* 04:53 would be at night: eight o'clock; and it is said. */
    assert_int_equal(turn_ends(&h) - h.now_ms, until_ms(&h, 8));
    assert_non_null(house_heard(&h, "group", "截止 明天 08:00（还剩 15 小时"));
    house_forget(&h);
    house_pass(&h, until_ms(&h, 0));
    house_forget(&h);
    for (int i = 0; i < 16; i++) {
        house_pass(&h, H / 2 - 1);
        assert_int_equal(nj_memory_count(h.gateway), 0);
    }
    house_pass(&h, H / 2);
    assert_non_null(house_heard(&h, "group", "时间到"));
    house_kill(&h, 0);
    assert_true(nj_referee_open(h.referee) == 1);
    house_close(&h);
}

static void live_play_knows_no_night(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_live");
    house_pass(&h, until_ms(&h, 1));
    house_begin(&h, "ann bob", "think=59m act=59m");
    assert_int_equal(turn_ends(&h) - h.now_ms, 59 * H / 60);
    assert_non_null(house_heard(&h, "group", "59 分钟内走第一步"));
    house_close(&h);
}

static void quiet_hours_can_be_set_and_switched_off(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_hours");
    house_begin(&h, "ann bob", "think=12h act=24h");
    admin(&h, "#静默 关");
    assert_non_null(house_heard(&h, "group", "没有静默时段"));
    admin(&h, "#静默 23:30-9:15");
    assert_non_null(house_heard(&h, "group", "23:30–09:15"));
    house_kill(&h, 0);
    house_group(&h, "ann", "停止"); /* one of the two is to move */
    house_group(&h, "bob", "停止");
    house_group(&h, "ann", "停止");
    house_pass(&h, until_ms(&h, 19));
    admin(&h, "#静默 关");
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    house_forget(&h);
    house_pass(&h, 13 * H);
    assert_non_null(house_heard(&h, "group", "时间到")); /* at night */
    house_close(&h);
}

static void quiet_hours_of_a_person_are_his_own(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_mine");
    house_private(&h, "ann", "静默");
    assert_non_null(house_heard(&h, "ann", "没有静默时段"));
    house_private(&h, "ann", "静默 22:00到7:00");
    assert_non_null(house_heard(&h, "ann", "22:00–07:00"));
    house_kill(&h, 0);
    house_private(&h, "ann", "静默");
    assert_non_null(house_heard(&h, "ann", "22:00–07:00"));
    house_private(&h, "ann", "静默 关");
    assert_non_null(house_heard(&h, "ann", "没有静默时段"));
    house_close(&h);
}

static void a_silent_group_hears_results_alone(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_hush");
    house_begin(&h, "ann bob", "");
    admin(&h, "#静默");
    assert_non_null(house_heard(&h, "group", "只发结果"));
    house_kill(&h, 0);
    house_forget(&h);
    house_group(&h, "ann", "上");
    house_group(&h, "bob", "上");
    assert_null(house_heard(&h, "group", "步"));
    house_group(&h, "ann", "#赛况"); /* who asks is answered */
    assert_non_null(house_heard(&h, "group", "回合"));
    house_forget(&h);
    admin(&h, "%暂停 因 太晚了");
    assert_non_null(house_heard(&h, "group", "太晚了"));
    admin(&h, "%继续");
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    assert_non_null(house_heard(&h, "group", "再来一局"));
    admin(&h, "#静默 关");
    assert_non_null(house_heard(&h, "group", "又能收到"));
    house_close(&h);
}

static void a_group_may_have_its_own_prefix(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_prefix");
    admin(&h, "#前缀 !");
    assert_non_null(house_heard(&h, "group", "!帮助"));
    house_kill(&h, 0);
    house_forget(&h);
    house_group(&h, "ann", "#游戏");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_group(&h, "ann", "！游戏");
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    house_forget(&h);
    admin(&h, "!前缀 #");
    house_group(&h, "ann", "#游戏");
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    admin(&h, "#前缀！"); /* a sign, not the end of a sentence */
    house_forget(&h);
    house_group(&h, "ann", "!游戏");
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    house_close(&h);
}

/* LN 2.2: until somebody sets his own, he reads what his group reads. */
static void a_person_begins_in_the_language_of_his_group(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_first_language");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "语言 繁體中文");
    admin(&h, "#语言 English");
    house_group(&h, "ann", "#new long-night");
    house_forget(&h);
    house_group(&h, "ann", "#join");
    house_group(&h, "bob", "#join");
    assert_non_null(house_heard(&h, "ann", "You are seated"));
    assert_non_null(house_heard(&h, "bob", "入座"));
    house_kill(&h, 0);
    house_private(&h, "ann", "help");
    assert_non_null(house_heard(&h, "ann", "#begin"));
    house_close(&h);
}

/* What people read there is what they have to type. */
static void texts_show_the_groups_own_prefix(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_shown");
    admin(&h, "#前缀 !");
    house_forget(&h);
    house_group(&h, "ann", "!帮助");
    assert_non_null(house_heard(&h, "group", "!新游戏"));
    house_group(&h, "ann", "!帮助 加入");
    assert_non_null(house_heard(&h, "group", "这样用：\n!加入"));
    house_group(&h, "ann", "!新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "!加入"));
    assert_null(house_heard(&h, "group", "#"));
    house_private(&h, "ann", "帮助"); /* no group's: the usual one */
    assert_non_null(house_heard(&h, "ann", "#新游戏"));
    house_close(&h);
}

/* Where the platform has one of its own, the installation's is another, which
 * a group may choose. */
static void a_group_may_leave_the_platforms_prefix(void **state)
{
    static const char group[] = "tg:g:1";
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_slash");
    (void)snprintf(h.second->prefix, sizeof(h.second->prefix), "/");
    admin_at(&h, "tg", "/prefix #");
    assert_non_null(house_heard(&h, group, "#帮助"));
    house_kill(&h, 0);
    (void)snprintf(h.second->prefix, sizeof(h.second->prefix), "/");
    house_forget(&h);
    admin_at(&h, "tg", "#帮助");
    assert_non_null(house_heard(&h, group, "#新游戏"));
    assert_null(house_heard(&h, group, "/新游戏"));
    admin_at(&h, "tg", "/prefix /");
    house_forget(&h);
    admin_at(&h, "tg", "#帮助");
    assert_non_null(house_heard(&h, group, "/新游戏"));
    house_close(&h);
}

static void a_deadline_may_be_a_time_of_day(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_daily");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "opener", "#设置 think 每天 21:00");
    assert_non_null(house_heard(&h, "group", "每天 21:00"));
    house_group(&h, "opener", "#设置 act 12h 工作日");
    assert_non_null(house_heard(&h, "group", "只算工作日"));
    house_group(&h, "opener", "#设置 act 每天 25:00");
    assert_non_null(house_heard(&h, "group", "不能是"));
    assert_non_null(house_heard(&h, "group", "也可以是时刻：每天 21:00"));
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#主持");
    house_group(&h, "opener", "#开始");
    assert_int_equal(turn_ends(&h) - h.now_ms, until_ms(&h, 21));
    assert_non_null(house_heard(&h, "group", "截止 21:00（还剩 4 小时"));
    house_kill(&h, 0);
    house_group(&h, "opener", "#赛况");
    assert_non_null(house_heard(&h, "group", "截止 21:00"));
    /* 延时: until a time of day, or by a length. */
    house_group(&h, "opener", "%延时 22:30");
    assert_int_equal(turn_ends(&h) - h.now_ms, until_ms(&h, 22) + H / 2);
    assert_non_null(house_heard(&h, "group", "把截止时间移到 22:30"));
    house_group(&h, "opener", "%延时 20:00"); /* never earlier */
    assert_non_null(house_heard(&h, "group", "请写时长或时刻"));
    house_group(&h, "opener", "%延时 30m");
    assert_int_equal(turn_ends(&h) - h.now_ms, until_ms(&h, 23));
    assert_true(deadline(&h) <= turn_ends(&h));
    house_kill(&h, 0); /* replayed from the log: the same armed lengths */
    house_group(&h, "opener", "#赛况");
    assert_int_equal(turn_ends(&h) - h.now_ms, until_ms(&h, 23));
    house_close(&h);
}

/* --- zones with a name --- */

/* In Berlin the clocks go back on 2025-10-26 at 01:00 UTC. */
#define AUTUMN INT64_C(1761440400000)

/* It is 10:53 at UTC+2 on the day before, and seats 1 and 2 play until nine in
 * the evening each day. */
static void begin_daily(struct house *h, const char *name, const char *zone)
{
    house_open(h, name);
    admin(h, zone);
    assert_non_null(house_heard(h, "group", "UTC+2，现在 2025-10-09 10:53"));
    house_pass(h, 16 * (24 * H));
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "opener", "#设置 think 每天 21:00");
    house_group(h, "opener", "#设置 act 每天 21:00");
    assert_non_null(house_heard(h, "group", "每天 21:00"));
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "opener", "#主持");
    house_group(h, "opener", "#开始");
}

static void a_time_of_day_keeps_to_summer_time(void **state)
{
    struct house h = {.paced = false};
    int64_t ends;

    NJ_UNUSED(state);
    begin_daily(&h, "place_summer", "#时区 europe/berlin");
    assert_int_equal(turn_ends(&h), AUTUMN - 6 * H);
    assert_non_null(house_heard(&h, "group", "截止 21:00（还剩 10 小时"));
    house_forget(&h);
    house_pass(&h, turn_ends(&h) - h.now_ms + H / 2);
    /* Nine o'clock again, 25 hours later: the log knows of 24, and what a
     * match folded from it arms is put right by the store. */
    ends = turn_ends(&h);
    assert_int_equal(ends, AUTUMN + 19 * H);
    assert_non_null(house_heard(&h, "group", "截止 明天 21:00"));
    house_kill(&h, 0);
    house_group(&h, "opener", "#赛况");
    assert_int_equal(turn_ends(&h), ends);
    house_close(&h);
}

static void a_later_deadline_is_one_of_the_clock_then(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin_daily(&h, "place_extended", "#时区 berlin");
    house_group(&h, "opener", "%延时 9:00");
    assert_int_equal(turn_ends(&h), AUTUMN + 7 * H);
    house_close(&h);
}

/* Twelve hours from 10:53 are in the quiet hours before the clocks go back,
 * from 20:53 behind it; they end at nine by the clock. */
static void quiet_hours_end_by_the_clock(void **state)
{
    NJ_UNUSED(state);
    for (int64_t later = 0; later <= 10 * H; later += 10 * H) {
        struct house h = {.paced = false};

        house_open(&h, "place_quiet_summer");
        admin(&h, "#时区 Berlin");
        admin(&h, "#静默 22:00-9:00");
        house_pass(&h, 16 * (24 * H) + later);
        house_begin(&h, "ann bob", "think=12h act=24h");
        assert_int_equal(turn_ends(&h), AUTUMN + 7 * H);
        house_close(&h);
    }
}

/* A database of earlier days has minutes alone. */
static void an_offset_stays_what_it_was(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin_daily(&h, "place_offset", "#时区 +2");
    assert_int_equal(turn_ends(&h), AUTUMN - 6 * H);
    house_pass(&h, turn_ends(&h) - h.now_ms + H / 2);
    assert_int_equal(turn_ends(&h), AUTUMN + 18 * H);
    house_close(&h);
}

/* What is left of a zone whose data are gone is the offset it had. */
static void a_name_without_data_is_refused(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "place_no_data");
    admin(&h, "#时区 Atlantis");
    assert_non_null(house_heard(&h, "group", "例如「#时区 Europe/Berlin」"));
    admin(&h, "#时区 berlin");
    (void)mkdir("place_zone_none", 0755);
    assert_int_equal(setenv("TZDIR", "place_zone_none", 1), 0);
    house_kill(&h, 0);
    house_forget(&h);
    admin(&h, "#时区 paris");
    assert_non_null(house_heard(&h, "group", "没有城市的时区资料"));
    admin(&h, "#时区");
    assert_non_null(
        house_heard(&h, "group", "时区 UTC+2，现在 2025-10-09 10:53"));
    assert_int_equal(unsetenv("TZDIR"), 0);
    house_kill(&h, 0);
    admin(&h, "#时区");
    assert_non_null(house_heard(&h, "group", "时区 Europe/Berlin, UTC+2"));
    house_close(&h);
}

/* LN-28.2: what a group has set outlives a restart and is shown in whatever
 * language it speaks now. */
static void a_groups_own_way_outlives_a_restart(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row row;

    NJ_UNUSED(state);
    house_open(&h, "words_base");
    admin(&h, "#base long-night community 12x12 hide-turn");
    assert_non_null(house_heard(&h, "group", "社区 12*12 回合隐匿"));
    admin(&h, "#语言 en");
    admin(&h, "#base long-night");
    assert_non_null(house_heard(&h, "group", "community 12x12 hide-turn"));
    house_kill(&h, 1000);
    house_group(&h, "opener", "#新游戏 漫漫长夜 谋定后动");
    assert_true(nj_match_load(h.store, 1, &row));
    assert_non_null(strstr(row.options, "\"target\":\"previous\""));
    assert_non_null(strstr(row.options, "\"size\":\"12\""));
    assert_non_null(strstr(row.options, "\"hide\":\"turn\""));
    assert_non_null(strstr(row.options, "\"plan\":\"on\""));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_who_is_no_admin_settles_nothing),
        cmocka_unit_test(nonsense_changes_nothing),
        cmocka_unit_test(a_zone_is_kept_and_told_in),
        cmocka_unit_test(a_night_moves_deadlines_of_slow_matches),
        cmocka_unit_test(live_play_knows_no_night),
        cmocka_unit_test(quiet_hours_can_be_set_and_switched_off),
        cmocka_unit_test(quiet_hours_of_a_person_are_his_own),
        cmocka_unit_test(a_silent_group_hears_results_alone),
        cmocka_unit_test(a_group_may_have_its_own_prefix),
        cmocka_unit_test(texts_show_the_groups_own_prefix),
        cmocka_unit_test(a_person_begins_in_the_language_of_his_group),
        cmocka_unit_test(a_group_may_leave_the_platforms_prefix),
        cmocka_unit_test(a_deadline_may_be_a_time_of_day),
        cmocka_unit_test(a_time_of_day_keeps_to_summer_time),
        cmocka_unit_test(a_later_deadline_is_one_of_the_clock_then),
        cmocka_unit_test(quiet_hours_end_by_the_clock),
        cmocka_unit_test(an_offset_stays_what_it_was),
        cmocka_unit_test(a_name_without_data_is_refused),
        cmocka_unit_test(a_groups_own_way_outlives_a_restart),
    };

    return cmocka_run_group_tests_name("referee/place", tests, NULL, NULL);
}
