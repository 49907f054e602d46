#include <string.h>

#include "base/clock.h"
#include "kit/nj_test.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static void a_manual_clock_moves_when_told(void **state)
{
    int64_t now_ms = 5;
    struct nj_clock c = nj_clock_manual(&now_ms);

    NJ_UNUSED(state);
    assert_int_equal(nj_now_ms(&c), 5);
    now_ms += 7;
    assert_int_equal(nj_now_ms(&c), 12);
}

static void real_clocks_do_not_run_backwards(void **state)
{
    struct nj_clock c = nj_clock_system();
    int64_t before = nj_monotonic_ms();

    NJ_UNUSED(state);
    assert_true(nj_now_ms(&c) > INT64_C(1600000000000));
    assert_true(nj_monotonic_ms() >= before);
}

static void lengths_of_time_are_read(void **state)
{
    static const struct {
        const char *text;
        int64_t ms;
    } good[] = {
        {"90s", 90 * SECOND},
        {"20m", 20 * MINUTE},
        {"12h", 12 * HOUR},
        {"3d", 3 * DAY},
        {"3天", 3 * DAY},
        {"2小时", 2 * HOUR},
        {"2小時", 2 * HOUR},
        {"1h30m", 90 * MINUTE},
        {"30 秒", 30 * SECOND},
        {"1 小时 30 分钟", 90 * MINUTE},
        {"1天2小时3分4秒", DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND},
        {"5分钟", 5 * MINUTE},
        {"5分鐘", 5 * MINUTE},
        {"45秒钟", 45 * SECOND},
        {"1D2H", DAY + 2 * HOUR},
        {"10min", 10 * MINUTE},
        {"2days", 2 * DAY},
        {"1hour", HOUR},
        {"007s", 7 * SECOND},
        {"0s", 0},
        {"30d", 30 * DAY},
        {"三天", 3 * DAY},
        {"半小时", 30 * MINUTE},
        {"半小時", 30 * MINUTE},
        {"半个小时", 30 * MINUTE},
        {"半天", 12 * HOUR},
        {"半分钟", 30 * SECOND},
        {"两分钟半", 150 * SECOND},
        {"兩分鐘半", 150 * SECOND},
        {"2分钟半", 150 * SECOND},
        {"两个小时", 2 * HOUR},
        {"一个半小时", 90 * MINUTE},
        {"1个半小时", 90 * MINUTE},
        {"一個半鐘頭", 90 * MINUTE},
        {"十分钟", 10 * MINUTE},
        {"十五分钟", 15 * MINUTE},
        {"二十分钟", 20 * MINUTE},
        {"四十五秒", 45 * SECOND},
        {"一天半", 36 * HOUR},
        {"一天十二小时", 36 * HOUR},
        {"1.5h", 90 * MINUTE},
        {"0.5 小时", 30 * MINUTE},
        {"half an hour", 30 * MINUTE},
        {"Half a day", 12 * HOUR},
        {"an hour", HOUR},
        {"2 hours and a half", 150 * MINUTE},
        {"10 minutes", 10 * MINUTE},
        {"90 secs", 90 * SECOND},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(good); i++) {
        int64_t ms = -1;

        assert_true(nj_duration_parse(good[i].text, strlen(good[i].text),
                                      30 * DAY, &ms));
        assert_int_equal(ms, good[i].ms);
    }
}

static void what_is_no_length_of_time_is_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "3",
        "d",
        "h3",
        "-3d",
        "+3d",
        " 3d",
        "3d ",
        "3x",
        "1h30",
        "30m1h",
        "1h1h",
        "31d",
        "30d1s",
        "1.55h",
        "1.h",
        ".5h",
        "半",
        "十",
        "半半天",
        "半天半",
        "半十天",
        "一二天",
        "半个半天",
        "个天",
        "half",
        "三十一天",
        "三十天半",
        "3\xe5\xa4",
        "1h-5m",
        "99999999999999999999s",
        "9223372036854775807d",
        "5mm",
        "3dd",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        int64_t ms = 77;

        assert_false(nj_duration_parse(bad[i], strlen(bad[i]), 30 * DAY, &ms));
        assert_int_equal(ms, 77);
    }
}

static void only_the_given_bytes_are_read(void **state)
{
    int64_t ms = 0;

    NJ_UNUSED(state);
    assert_true(nj_duration_parse("12h30m", 3, DAY, &ms));
    assert_int_equal(ms, 12 * HOUR);
    assert_false(nj_duration_parse("12h", 2, DAY, &ms));
    assert_false(nj_duration_parse("3天", 3, 9 * DAY, &ms));
}

static void the_longest_allowed_length_is_allowed(void **state)
{
    int64_t ms = 0;

    NJ_UNUSED(state);
    assert_true(nj_duration_parse("24h", 3, DAY, &ms));
    assert_int_equal(ms, DAY);
    assert_false(nj_duration_parse("24h", 3, DAY - 1, &ms));
    assert_true(nj_duration_parse("9223372036854775s", 17, INT64_MAX, &ms));
    assert_false(nj_duration_parse("9223372036854776s", 17, INT64_MAX, &ms));
}

static void dates_are_those_of_the_zone(void **state)
{
    static const struct {
        int64_t at_ms;
        int offset;
        const char *text;
    } rows[] = {
        {0, 0, "1970-01-01 00:00"},
        {0, 480, "1970-01-01 08:00"},
        {-1, 0, "1969-12-31 23:59"},
        {-60000, 0, "1969-12-31 23:59"},
        {-60001, 0, "1969-12-31 23:58"},
        {INT64_C(1709164799999), 0, "2024-02-28 23:59"},
        {INT64_C(1709164800000), 0, "2024-02-29 00:00"},
        {INT64_C(1795266000000), 480, "2026-11-21 21:00"},
        {INT64_C(1709164800000), -90, "2024-02-28 22:30"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char out[32];

        nj_time_format(rows[i].at_ms, rows[i].offset, out, sizeof(out));
        assert_string_equal(out, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_manual_clock_moves_when_told),
        cmocka_unit_test(real_clocks_do_not_run_backwards),
        cmocka_unit_test(lengths_of_time_are_read),
        cmocka_unit_test(what_is_no_length_of_time_is_refused),
        cmocka_unit_test(only_the_given_bytes_are_read),
        cmocka_unit_test(the_longest_allowed_length_is_allowed),
        cmocka_unit_test(dates_are_those_of_the_zone),
    };

    return cmocka_run_group_tests_name("base/clock", tests, NULL, NULL);
}
