/* Deadlines as people set them: what is read, what they come to. */
#include "base/clock.h"
#include "base/when.h"
#include "kit/nj_test.h"

#define H   INT64_C(3600000)
#define DAY (24 * H)
#define CN  480 /* minutes east */

/* Monday 2026-11-16 00:00 in China. */
#define MONDAY (INT64_C(1794787200000) - 8 * H)

static int64_t packed(const char *text)
{
    struct nj_when w;

    if (!nj_when_parse(text, strlen(text), CN, 14 * DAY, &w))
        fail_msg("not read: %s", text);
    return nj_when_pack(&w);
}

static void the_dates_of_this_test_are_right(void **state)
{
    char text[32];

    NJ_UNUSED(state);
    nj_time_format(MONDAY, CN, text, sizeof(text));
    assert_string_equal(text, "2026-11-16 00:00");
}

static void a_plain_length_is_itself(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(packed("12h"), 12 * H);
    assert_int_equal(packed("3天"), 3 * DAY);
    assert_int_equal(nj_when_ms(packed("90s"), MONDAY), 90000);
    assert_true(nj_when_is_length(packed("14d")));
}

static void a_time_of_day_is_at_least_an_hour_ahead(void **state)
{
    static const char *const ways[] = {"每天 21:00", "每日21：00",
                                       "21:00",      "daily 21:00",
                                       "21点",       "daily 13:00 +0000"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(ways); i++) {
        assert_int_equal(nj_when_ms(packed(ways[i]), MONDAY), 21 * H);
        assert_int_equal(nj_when_ms(packed(ways[i]), MONDAY + 20 * H), H);
        assert_int_equal(nj_when_ms(packed(ways[i]), MONDAY + 20 * H + 1),
                         25 * H - 1);
        assert_int_equal(nj_when_ms(packed(ways[i]), MONDAY + 21 * H), 24 * H);
    }
}

static void weekends_do_not_count(void **state)
{
    int64_t friday = MONDAY + 4 * DAY, saturday = friday + DAY;

    NJ_UNUSED(state);
    /* A time of day: the next one of a working day. */
    assert_int_equal(nj_when_ms(packed("工作日 21:00"), friday + 20 * H), H);
    assert_int_equal(nj_when_ms(packed("工作日 21:00"), friday + 21 * H),
                     3 * DAY);
    assert_int_equal(nj_when_ms(packed("每天 9:00 工作日"), saturday),
                     2 * DAY + 9 * H);
    /* A length: what falls on a weekend is left out. */
    assert_int_equal(nj_when_ms(packed("12h 工作日"), MONDAY), 12 * H);
    assert_int_equal(nj_when_ms(packed("12h工作日"), friday + 12 * H), 12 * H);
    assert_int_equal(nj_when_ms(packed("12h weekdays"), friday + 13 * H),
                     12 * H + 2 * DAY);
    assert_int_equal(nj_when_ms(packed("工作日 12h"), saturday + 5 * H),
                     2 * DAY - 5 * H + 12 * H);
    assert_int_equal(nj_when_ms(packed("10d weekdays"), MONDAY + H), 14 * DAY);
    assert_int_equal(nj_when_ms(packed("11d weekdays"), friday + H), 17 * DAY);
}

static void it_is_written_as_it_is_read(void **state)
{
    static const char *const texts[] = {"90s",
                                        "90m",
                                        "12h",
                                        "3d",
                                        "daily 21:00 +0800",
                                        "12h weekdays +0800",
                                        "daily 09:30 weekdays -0330"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_str out = NJ_STR_INIT(NJ_WHEN_BYTES - 1);

        nj_when_print(packed(texts[i]), &out);
        assert_string_equal(out.p, texts[i]);
        nj_str_fini(&out);
    }
}

/* An offset of summer time says whose it is. */
static void a_zone_may_be_the_groups_own(void **state)
{
    static const char text[] = "daily 21:00 weekdays +0200 local";
    struct nj_str out = NJ_STR_INIT(NJ_WHEN_BYTES - 1);
    struct nj_when w;

    NJ_UNUSED(state);
    assert_true(nj_when_parse(text, strlen(text), NJ_ZONE_NONE, DAY, &w));
    assert_true(w.local && w.daily && w.workdays);
    assert_int_equal(w.zone_min, 120);
    nj_when_print(nj_when_pack(&w), &out);
    assert_string_equal(out.p, text);
    assert_false(nj_when_is_length(nj_when_pack(&w)));
    w.local = false;
    assert_int_equal(nj_when_ms(nj_when_pack(&w), MONDAY),
                     nj_when_ms(packed(text), MONDAY));
    assert_true(nj_when_parse("21:00", 5, NJ_ZONE_NONE, DAY, &w));
    assert_int_equal(w.zone_min, NJ_ZONE_NONE);
    assert_false(nj_when_parse("21:00 local", 11, CN, DAY, &w));
    nj_str_fini(&out);
}

static void what_is_none_is_refused(void **state)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "24:00",
                                        "21:60",
                                        "21:5",
                                        "21:00:00",
                                        "每天",
                                        "每天 12h",
                                        "工作日",
                                        "12h 21:00",
                                        "21:00 +0817",
                                        "21:00 +15",
                                        "21:00 noon",
                                        "-5h",
                                        "15d",
                                        "99999999999999999999d",
                                        "工作日工作日 21:00 x"};
    struct nj_when w;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++)
        if (nj_when_parse(texts[i], strlen(texts[i]), CN, 14 * DAY, &w))
            fail_msg("read: '%s'", texts[i]);
}

static void zones_are_quarters_of_an_hour(void **state)
{
    static const struct {
        const char *text;
        int zone;
    } good[] = {{"+8", 480},      {"UTC+8", 480}, {"utc", 0},   {"-3:30", -210},
                {"GMT-12", -720}, {"+0545", 345}, {"＋8", 480}, {"+14", 840}};

    static const char *const bad[] = {"",    "8",    "+",     "+14:15",
                                      "-13", "+5:5", "+5:01", "Asia/Shanghai",
                                      "+8 x"};
    int zone;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(good); i++) {
        assert_true(nj_when_zone(good[i].text, strlen(good[i].text), &zone));
        assert_int_equal(zone, good[i].zone);
    }
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        if (nj_when_zone(bad[i], strlen(bad[i]), &zone))
            fail_msg("read: '%s'", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dates_of_this_test_are_right),
        cmocka_unit_test(a_plain_length_is_itself),
        cmocka_unit_test(a_time_of_day_is_at_least_an_hour_ahead),
        cmocka_unit_test(weekends_do_not_count),
        cmocka_unit_test(it_is_written_as_it_is_read),
        cmocka_unit_test(a_zone_may_be_the_groups_own),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(zones_are_quarters_of_an_hour),
    };

    return cmocka_run_group_tests_name("base/when", tests, NULL, NULL);
}
