/* Lengths of time and moments, in the words of the source tree. */
#include <stdio.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"

#define S INT64_C(1000)
#define M (60 * S)
#define H (60 * M)
#define D (24 * H)
/* Friday, 20 November 2026, 19:00 in Shanghai. */
#define NOW INT64_C(1795172400000)

static struct nj_catalog *catalog;

static int setup(void **state)
{
    static const char at[] = "{\"at\": \"{{at}}\"}";

    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    /* The fallback brings a key that shows nothing but the moment. */
    assert_int_equal(nj_catalog_add(catalog, "x", at, strlen(at), NULL), NJ_OK);
    nj_texts_add(catalog);
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_catalog_destroy(catalog);
    return 0;
}

static void length(const char *lang, int64_t ms, const char *text)
{
    const struct nj_format f = {.catalog = catalog, .lang = lang};
    struct nj_str out = NJ_STR_INIT(100);

    nj_format_ms(&f, ms, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

static void lengths_have_two_units(void **state)
{
    NJ_UNUSED(state);
    length("zh-CN", 3 * M, "3 分钟");
    length("zh-CN", 90 * S, "1 分钟 30 秒");
    length("zh-CN", 12 * H, "12 小时");
    length("zh-TW", 26 * H + 5 * M, "26 小時 5 分鐘");
    length("en", 90 * M, "1 h 30 min");
    length("en", 2 * D, "2 days");
    length("en", 3 * D + 1 * H + 5 * M, "3 days 1 h");
    length("en", 47 * H, "47 h");
    length("en", 0, "0 s");
    length("en", -5, "0 s");
    length("en", 1, "1 s");
    length("en", 59999, "1 min");
    length("en", INT64_MAX, "106751991167 days 7 h");
}

static void moment(const char *lang, int64_t at_ms, const char *text)
{
    const struct nj_format f = {
        .catalog = catalog, .lang = lang, .now_ms = NOW, .offset_min = 480};
    struct nj_str out = NJ_STR_INIT(200);

    nj_format_key(&f, "at", NJ_ARGS(nj_arg_at("at", at_ms)), &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

/* What was said then does not say how much is left now. */
static void moments_of_a_record_have_their_date(void **state)
{
    const struct nj_format f = {.catalog = catalog,
                                .lang = "zh-CN",
                                .now_ms = NOW,
                                .past = true,
                                .offset_min = 480};
    struct nj_str out = NJ_STR_INIT(200);

    NJ_UNUSED(state);
    nj_format_key(&f, "at", NJ_ARGS(nj_arg_at("at", NOW + 26 * H)), &out);
    assert_string_equal(out.p, "明天 21:00");
    nj_str_fini(&out);
}

static void moments_have_date_and_rest(void **state)
{
    NJ_UNUSED(state);
    moment("zh-CN", NOW + 5 * M, "19:05（还剩 5 分钟）");
    moment("zh-CN", NOW + 5 * M + 30 * S, "19:05（还剩 5 分钟 30 秒）");
    moment("zh-CN", NOW + 26 * H, "明天 21:00（还剩 26 小时）");
    moment("zh-CN", NOW + 4 * D, "周二 19:00（还剩 4 天）");
    moment("zh-TW", NOW + 4 * D, "週二 19:00（還剩 4 天）");
    moment("zh-CN", NOW + 13 * D, "12月3日 19:00（还剩 13 天）");
    moment("en", NOW + 4 * D + 90 * M, "Tue 20:30 (4 days 1 h left)");
    moment("en", NOW + 13 * D, "3 Dec 19:00 (13 days left)");
    moment("en", NOW + 60 * D, "19 Jan 2027 19:00 (60 days left)");
    moment("en", NOW + 11 * M + 59 * S, "19:11 (11 min left)");
    moment("en", NOW, "19:00");
    moment("en", NOW - 3 * D, "17 Nov 19:00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_have_two_units),
        cmocka_unit_test(moments_have_date_and_rest),
        cmocka_unit_test(moments_of_a_record_have_their_date),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
