/* Clocks that jump, stand, go back or disagree cost nobody his turn, and no
 * word is passed over because of them. */
#include "base/log.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define DELAY  240000 /* four of them */
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)
#define THINK  (3 * MINUTE) /* the first step of a match */

static char logged[16384];

static void keep(void *ctx, const char *line)
{
    size_t n = strlen(logged), more = strlen(line);

    NJ_UNUSED(ctx);
    if (n + more < sizeof(logged))
        memcpy(logged + n, line, more + 1);
}

static int lines(const char *part)
{
    int n = 0;

    for (const char *p = logged; (p = strstr(p, part)) != NULL; p++)
        n++;
    return n;
}

static void open_house(struct house *h, const char *name)
{
    logged[0] = '\0';
    nj_log_set_sink(keep, NULL);
    house_open(h, name);
}

static void close_house(struct house *h)
{
    house_close(h);
    nj_log_set_sink(NULL, NULL);
}

static void begin(struct house *h, const char *name)
{
    open_house(h, name);
    house_begin(h, "ann bob", "");
    house_forget(h);
}

static bool ended_turn(struct house *h)
{
    return house_heard(h, "group", "行动结束") != NULL;
}

/* Nobody's time passes while `what` happens, and then all of it does. */
static void expect_whole_turn(struct house *h)
{
    house_pass(h, THINK - 10 * SECOND);
    assert_false(ended_turn(h));
    house_pass(h, 20 * SECOND);
    assert_true(ended_turn(h));
}

/* --- our own clocks --- */

static void a_clock_set_ahead_is_an_outage_of_that_length(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "ahead");
    house_pass(&h, 10 * SECOND);
    h.wrong_ms += HOUR;
    house_run(&h);
    assert_false(ended_turn(&h));
    assert_non_null(house_heard(&h, "group", "系统中断了 1 小时"));
    assert_int_equal(lines("clock jumped ms=3600000"), 1);
    expect_whole_turn(&h);
    close_house(&h);
}

static void a_clock_set_back_stops_no_deadline(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "back");
    house_pass(&h, 30 * SECOND);
    h.wrong_ms -= HOUR;
    house_run(&h);
    assert_int_equal(lines("clock jumped ms=-3600000"), 1);
    house_pass(&h, THINK - 40 * SECOND);
    assert_false(ended_turn(&h));
    house_pass(&h, 20 * SECOND);
    assert_true(ended_turn(&h));
    assert_null(house_heard(&h, "group", "中断"));
    close_house(&h);
}

/* What a match hears next is no earlier than what it has heard, and a power is
 * tried by the same clock. */
static void a_clock_set_back_between_two_lives_goes_on(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "back_kill");
    house_private(&h, "hugo", "我");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "hugo", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "hugo", "#开始");
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    h.wrong_ms -= HOUR;
    house_kill(&h, SECOND);
    house_forget(&h);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_non_null(house_heard(&h, "group", "停止"));
    house_group(&h, "hugo", "%换人 1 电脑 因 掉线");
    house_confirm(&h, "hugo");
    assert_non_null(house_heard(&h, "group", "掉线"));
    house_group(&h, "hugo", "%中止 因 大家要走了");
    house_confirm(&h, "hugo");
    house_group(&h, "cat", "#验证");
    assert_non_null(house_heard(&h, "group", "抽签证明不了什么"));
    house_close(&h);
}

/* It is put right again a little later: nothing has happened. */
static void there_and_back_again_is_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "there");
    h.wrong_ms -= 5 * HOUR;
    house_pass(&h, 10 * SECOND);
    h.wrong_ms += 5 * HOUR;
    house_pass(&h, 10 * SECOND);
    assert_null(house_heard(&h, "group", "中断"));
    house_pass(&h, THINK - 30 * SECOND);
    assert_false(ended_turn(&h));
    house_pass(&h, 20 * SECOND);
    assert_true(ended_turn(&h));
    close_house(&h);
}

static void a_sleep_of_the_machine_is_an_outage(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "sleep");
    house_pass(&h, 10 * SECOND);
    house_sleep(&h, 8 * HOUR);
    assert_false(ended_turn(&h));
    assert_non_null(house_heard(&h, "group", "系统中断了 8 小时"));
    assert_int_equal(lines("clock slept ms=28800000"), 1);
    assert_int_equal(lines("clock jumped"), 0);
    expect_whole_turn(&h);
    close_house(&h);
}

/* As machines do that lose the date when they sleep. */
static void a_sleep_from_which_the_clock_comes_back_wrong(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "wrong_sleep");
    h.wrong_ms -= 9 * HOUR;
    house_sleep(&h, 8 * HOUR);
    assert_false(ended_turn(&h));
    assert_non_null(house_heard(&h, "group", "系统中断了 8 小时"));
    expect_whole_turn(&h);
    h.wrong_ms = 0;
    house_run(&h);
    close_house(&h);
}

/* Short of an outage: a bit at a time, so that nobody's turn is shorter. */
static void small_steps_and_drift_are_followed_slowly(void **state)
{
    struct house h = {.paced = false};
    int64_t lead;

    NJ_UNUSED(state);
    begin(&h, "drift");
    h.wrong_ms += 50 * SECOND;
    house_pass(&h, THINK - 10 * SECOND);
    assert_false(ended_turn(&h));
    house_pass(&h, 20 * SECOND);
    assert_true(ended_turn(&h));
    for (int i = 0; i < 4 * 180; i++)
        house_pass(&h, 20 * SECOND);
    lead = h.referee->now_ms - (h.now_ms + h.wrong_ms);
    assert_in_range(lead + SECOND, 0, 2 * SECOND);
    assert_int_equal(lines("clock"), 1);
    close_house(&h);
}

/* A storm of jumps is not one of lines. */
static void jumps_in_the_log_are_limited(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "storm");
    for (int i = 0; i < 1000; i++) {
        h.wrong_ms += i % 2 == 0 ? 5 * SECOND : -5 * SECOND;
        house_pass(&h, 100);
    }
    assert_in_range(lines("clock jumped"), 1, 3);
    assert_non_null(strstr(logged, "times=600"));
    close_house(&h);
}

static void the_log_never_goes_back_and_stays_true(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    begin(&h, "monotone");
    house_group(&h, "ann", "停止");
    before = nj_at(h.referee->entries[0]->match);
    h.wrong_ms -= DAY;
    for (int i = 0; i < 8; i++) {
        house_pass(&h, MINUTE);
        house_group(&h, "ann", "#赛况"); /* it may have slept */
        assert_true(nj_at(h.referee->entries[0]->match) >= before);
        before = nj_at(h.referee->entries[0]->match);
    }
    /* Replayed with the timers that fired: none of them before its time. */
    house_kill(&h, 0);
    house_group(&h, "bob", "停止");
    assert_int_equal(nj_referee_open(h.referee), 1);
    assert_int_equal(h.referee->entries[0]->state, NJ_MATCH_RUNNING);
    close_house(&h);
}

/* --- between two lives only the wall clock is left --- */

static void a_clock_set_back_while_we_were_down(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "back_down");
    house_pass(&h, 30 * SECOND);
    house_group(&h, "ann", "大家好");
    h.wrong_ms -= DAY;
    house_kill(&h, 5 * SECOND);
    assert_int_equal(lines("clock behind_last_run"), 1);
    house_forget(&h);
    house_pass(&h, THINK - 40 * SECOND);
    assert_false(ended_turn(&h));
    house_pass(&h, MINUTE);
    assert_true(ended_turn(&h));
    close_house(&h);
}

static void a_date_of_no_sense_in_the_database(void **state)
{
    static const char *const dates[] = {"-5", "9223372036854775807", "nonsense",
                                        ""};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "nonsense");
    for (size_t i = 0; i < NJ_COUNT(dates); i++) {
        nj_setting_put(h.store, "", "alive_ms", dates[i]);
        house_kill(&h, SECOND);
    }
    expect_whole_turn(&h);
    close_house(&h);
}

/* --- what is measured in lengths --- */

static void what_was_asked_is_still_asked_after_a_jump(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "asked");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_private(&h, "opener", "我");
    house_group(&h, "opener", "#主持");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    house_group(&h, "opener", "%中止 因 散了");
    h.wrong_ms += HOUR;
    house_run(&h);
    house_confirm(&h, "opener");
    assert_int_equal(nj_referee_open(h.referee), 0);
    close_house(&h);
}

static void limits_of_speed_hold_through_jumps(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    open_house(&h, "paced");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_forget(&h);
    for (int i = 0; i < 40; i++) {
        h.wrong_ms += i % 2 == 0 ? HOUR : -HOUR;
        house_group(&h, i % 2 == 0 ? "ann" : "bob", "#赛况");
        house_pass(&h, SECOND);
    }
    /* Twelve a minute in a chat, three at once before. */
    assert_in_range(nj_memory_count(h.gateway), 1, 2 * 15);
    close_house(&h);
}

/* Two days ahead, and a message of a moment ago comes again, to this life or
 * the next. */
static void a_jump_forgets_no_message(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "twice");
    nj_memory_group(h.gateway, "qq:g:1", "ann", "ann", "same", "停止");
    house_run(&h);
    for (int life = 0; life < 2; life++) {
        h.wrong_ms += 2 * DAY;
        house_run(&h);
        for (int i = 0; i < 3; i++) { /* something is written: it forgets */
            house_pass(&h, MINUTE + SECOND);
            house_group(&h, "bob", "#赛况");
        }
        h.wrong_ms += 2 * DAY;
        house_kill(&h, SECOND);
    }
    house_pass(&h, MINUTE + SECOND);
    house_group(&h, "bob", "#赛况");
    assert_true(nj_seen_has(h.store, "qq:g:1", "same"));
    close_house(&h);
}

/* --- times of day --- */

static int64_t until_deadline(const struct house *h)
{
    const struct nj_entry *e = h->referee->entries[0];

    return nj_timer_main(e->game->game, nj_match_timers(e->match))->at_ms -
           h->referee->now_ms;
}

/* It is 16:53 in Beijing as the tests begin, 4 h and 7 min to nine. */
static void a_time_of_day_is_one_of_the_wall_clock(void **state)
{
    struct house h = {.paced = false};
    int64_t left;

    NJ_UNUSED(state);
    open_house(&h, "daily");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "opener", "#设置 think 每天 21:00");
    house_group(&h, "opener", "#设置 act 每天 21:00");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    left = until_deadline(&h);
    assert_in_range(left, 4 * HOUR, 5 * HOUR);
    h.wrong_ms -= 2 * HOUR; /* it was two hours fast */
    house_run(&h);
    assert_int_equal(until_deadline(&h), left + 2 * HOUR);
    house_kill(&h, 0);
    house_group(&h, "ann", "#赛况"); /* woken, it is the same */
    assert_in_range(until_deadline(&h), left + 2 * HOUR - 5 * SECOND,
                    left + 2 * HOUR + 5 * SECOND);
    house_forget(&h);
    house_group(&h, "ann", "停止"); /* and so is the next one */
    house_group(&h, "bob", "停止");
    assert_in_range(until_deadline(&h), left + 2 * HOUR - 5 * SECOND,
                    left + 2 * HOUR + 5 * SECOND);
    assert_non_null(house_heard(&h, "group", "21:00"));
    house_forget(&h);
    house_pass(&h, left + 2 * HOUR - MINUTE);
    assert_false(ended_turn(&h));
    house_pass(&h, 15 * MINUTE); /* our own time is not yet quite right */
    assert_true(ended_turn(&h));
    close_house(&h);
}

/* --- the platforms' clocks --- */

static const char *const owners[] = {"qq:u:boss", NULL};

static void open_owned(struct house *h, const char *name)
{
    open_house(h, name);
    h->owners = owners;
    h->stamped = true;
    house_kill(h, 0);
    house_private(h, "boss", "#帮助");
}

static void a_clock_minutes_off_costs_no_command(void **state)
{
    static const int64_t off[] = {3 * MINUTE, -3 * MINUTE, 400 * DAY,
                                  -400 * DAY};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(off); i++) {
        struct house h = {.paced = false};

        open_house(&h, "skewed");
        h.stamped = true;
        h.wrong_ms = off[i];
        house_kill(&h, SECOND);
        house_group(&h, "ann", "#新游戏 漫漫长夜");
        assert_int_equal(nj_referee_open(h.referee), 1);
        house_private(&h, "ann", "我");
        house_group(&h, "ann", "#加入");
        house_pass(&h, 15 * SECOND);
        assert_non_null(house_heard(&h, "group", "加入"));
        house_group(&h, "ann", "#赛况");
        assert_int_equal(lines("clock skew"), 1);
        /* And the next life knows from its first message on. */
        house_kill(&h, SECOND);
        house_forget(&h);
        house_group(&h, "ann", "#关闭");
        assert_int_equal(nj_referee_open(h.referee), 0);
        close_house(&h);
    }
}

static void owners_hear_of_a_wrong_clock_once(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_owned(&h, "owners");
    h.skew_ms = -180000;
    for (int i = 0; i < 30; i++) {
        house_group(&h, "ann", "hello");
        house_pass(&h, 4 * SECOND);
    }
    assert_non_null(house_heard(&h, "boss", "快了 3 分"));
    assert_int_equal(lines("clock skew gateway=qq ms=180000"), 1);
    house_forget(&h);
    for (int i = 0; i < 30; i++) { /* there and back, in the same hour */
        h.skew_ms = i % 20 < 10 ? 0 : DELAY;
        house_group(&h, "ann", "hello");
        house_pass(&h, 4 * SECOND);
    }
    assert_null(house_heard(&h, "boss", "时钟"));
    close_house(&h);
}

/* Typed while the link was down: with what has been learnt of the clocks taken
 * out, and with an answer. */
static void late_words_are_told_apart_from_wrong_clocks(void **state)
{
    static const int32_t skews[] = {0, 600000, -600000};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(skews); i++) {
        struct house h = {.paced = false};

        open_owned(&h, "late");
        h.skew_ms = skews[i];
        for (int k = 0; k < 5; k++) {
            house_private(&h, "ann", "我");
            house_pass(&h, 5 * SECOND);
        }
        nj_memory_link(h.gateway, false);
        house_pass(&h, 5 * MINUTE);
        nj_memory_link(h.gateway, true);
        h.delay_ms = DELAY;
        house_forget(&h);
        house_group(&h, "ann", "#新游戏 漫漫长夜");
        assert_int_equal(nj_referee_open(h.referee), 0);
        assert_non_null(house_heard(&h, "ann", "来得太晚"));
        house_forget(&h);
        house_group(&h, "ann", "#新游戏 漫漫长夜"); /* once is enough */
        assert_null(house_heard(&h, "ann", "来得太晚"));
        h.delay_ms = 0;
        house_group(&h, "ann", "#新游戏 漫漫长夜");
        assert_int_equal(nj_referee_open(h.referee), 1);
        close_house(&h);
    }
}

/* Who cannot be written to is told where he asked. */
static void late_words_of_a_stranger_are_answered_too(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_owned(&h, "stranger");
    house_private(&h, "ann", "我");
    nj_memory_fate(h.gateway, "qq:u:", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "#帮助");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    nj_memory_link(h.gateway, false);
    house_pass(&h, 5 * MINUTE);
    nj_memory_link(h.gateway, true);
    h.delay_ms = DELAY;
    house_forget(&h);
    house_group(&h, "ann", "#关闭");
    assert_int_equal(nj_referee_open(h.referee), 1);
    assert_non_null(house_heard(&h, "group", "来得太晚"));
    close_house(&h);
}

/* The link stood all the time: slow it may be, but nothing was missed. */
static void without_an_interruption_nothing_is_late(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_owned(&h, "slow");
    house_pass(&h, 20 * MINUTE);
    h.delay_ms = DELAY;
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 1);
    close_house(&h);
}

static void what_was_typed_while_the_machine_slept_is_late(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_owned(&h, "typed_asleep");
    house_sleep(&h, 30 * MINUTE);
    h.delay_ms = DELAY;
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 0);
    assert_non_null(house_heard(&h, "group", "来得太晚"));
    close_house(&h);
}

/* A stamp that is nonsense is none; one that stands says nothing new. */
static void odd_stamps_are_borne(void **state)
{
    static const int64_t stamps[] = {INT64_MIN, -1,           0,
                                     1,         NJ_STAMP_MAX, INT64_MAX};
    struct house h = {.paced = false};
    char id[16];

    NJ_UNUSED(state);
    open_owned(&h, "odd");
    for (size_t i = 0; i < NJ_COUNT(stamps); i++)
        for (int k = 0; k < 4; k++) {
            (void)snprintf(id, sizeof(id), "odd%zu.%d", i, k);
            house_pass(&h, 7 * SECOND);
            nj_memory_stamp(h.gateway, stamps[i]);
            nj_memory_group(h.gateway, "qq:g:1", "ann", "ann", id, "#游戏");
            house_run(&h);
            assert_true(nj_memory_count(h.gateway) > 0);
            house_forget(&h);
        }
    h.stamped = true;
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 1);
    close_house(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_set_ahead_is_an_outage_of_that_length),
        cmocka_unit_test(a_clock_set_back_stops_no_deadline),
        cmocka_unit_test(a_clock_set_back_between_two_lives_goes_on),
        cmocka_unit_test(there_and_back_again_is_nothing),
        cmocka_unit_test(a_sleep_of_the_machine_is_an_outage),
        cmocka_unit_test(a_sleep_from_which_the_clock_comes_back_wrong),
        cmocka_unit_test(small_steps_and_drift_are_followed_slowly),
        cmocka_unit_test(jumps_in_the_log_are_limited),
        cmocka_unit_test(the_log_never_goes_back_and_stays_true),
        cmocka_unit_test(a_clock_set_back_while_we_were_down),
        cmocka_unit_test(a_date_of_no_sense_in_the_database),
        cmocka_unit_test(what_was_asked_is_still_asked_after_a_jump),
        cmocka_unit_test(limits_of_speed_hold_through_jumps),
        cmocka_unit_test(a_jump_forgets_no_message),
        cmocka_unit_test(a_time_of_day_is_one_of_the_wall_clock),
        cmocka_unit_test(a_clock_minutes_off_costs_no_command),
        cmocka_unit_test(owners_hear_of_a_wrong_clock_once),
        cmocka_unit_test(late_words_are_told_apart_from_wrong_clocks),
        cmocka_unit_test(late_words_of_a_stranger_are_answered_too),
        cmocka_unit_test(without_an_interruption_nothing_is_late),
        cmocka_unit_test(what_was_typed_while_the_machine_slept_is_late),
        cmocka_unit_test(odd_stamps_are_borne),
    };

    return cmocka_run_group_tests_name("referee/clocks", tests, NULL, NULL);
}
