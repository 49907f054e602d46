/* Time zones by name: what people type for them, and when summer time begins
 * and ends. */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/zone.h"
#include "kit/nj_test.h"

#define H INT64_C(3600000)

/* Sunday 2026-03-29 01:00 UTC: summer time begins in Europe; it ends on
 * Sunday 2026-10-25 01:00 UTC. */
#define SPRING INT64_C(1774746000000)
#define AUTUMN INT64_C(1792890000000)

static void a_name_is_found_as_people_type_it(void **state)
{
    static const char *const rows[][2] = {
        {"Europe/Berlin", "Europe/Berlin"},
        {"europe/berlin", "Europe/Berlin"},
        {"berlin", "Europe/Berlin"},
        {"new york", "America/New_York"},
        {"america/new_york", "America/New_York"},
        {"america/argentina/ushuaia", "America/Argentina/Ushuaia"},
        {"port-au-prince", "America/Port-au-Prince"},
        {"SHANGHAI", "Asia/Shanghai"},
        {"utc", "UTC"},
    };

    NJ_UNUSED(state);
    assert_true(nj_zone_data());
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct nj_zone *z = nj_zone_find(rows[i][0]);

        if (z == NULL)
            fail_msg("not found: %s", rows[i][0]);
        assert_string_equal(nj_zone_name(z), rows[i][1]);
        assert_ptr_equal(nj_zone_find(rows[i][1]), z);
    }
}

static void what_is_none_is_not_found(void **state)
{
    static const char *const texts[] = {
        "",
        " ",
        "Europe",
        "Europe/",
        "/Europe/Berlin",
        "Europe/Atlantis",
        "上海",
        "../../../etc/passwd",
        "Europe/../Europe/Berlin",
        "zone.tab",
        "zone1970.tab",
        "tzdata.zi",
        "posixrules",
        "posix/Europe/Berlin",
        "right/Europe/Berlin",
        "localtime",
        "leapseconds",
        "Europe/Berlin/Mitte",
        "a/b/c/d",
        "America/Argentina/ComodRivadavia/and/what/follows/it"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++)
        if (nj_zone_find(texts[i]) != NULL)
            fail_msg("found: '%s'", texts[i]);
}

static void summer_time_begins_and_ends(void **state)
{
    const struct nj_zone *berlin = nj_zone_find("Europe/Berlin");
    const struct nj_zone *china = nj_zone_find("Asia/Shanghai");
    const struct nj_zone *howe = nj_zone_find("Australia/Lord_Howe");

    NJ_UNUSED(state);
    assert_int_equal(nj_zone_offset_min(berlin, SPRING - 1000), 60);
    assert_int_equal(nj_zone_offset_min(berlin, SPRING), 120);
    assert_int_equal(nj_zone_offset_min(berlin, AUTUMN - 1000), 120);
    assert_int_equal(nj_zone_offset_min(berlin, AUTUMN), 60);
    assert_int_equal(nj_zone_offset_min(china, SPRING), 480);
    assert_int_equal(nj_zone_offset_min(howe, SPRING), 660);
    assert_int_equal(nj_zone_offset_min(howe, AUTUMN - 90 * (24 * H)), 630);
}

static void without_zone_data_none_is_found(void **state)
{
    NJ_UNUSED(state);
    (void)mkdir("zone_none", 0755);
    assert_int_equal(setenv("TZDIR", "zone_none", 1), 0);
    assert_false(nj_zone_data());
    assert_null(nj_zone_find("Europe/Paris"));
    assert_int_equal(unsetenv("TZDIR"), 0);
    assert_non_null(nj_zone_find("Europe/Paris"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_found_as_people_type_it),
        cmocka_unit_test(what_is_none_is_not_found),
        cmocka_unit_test(summer_time_begins_and_ends),
        cmocka_unit_test(without_zone_data_none_is_found),
    };

    return cmocka_run_group_tests_name("base/zone", tests, NULL, NULL);
}
