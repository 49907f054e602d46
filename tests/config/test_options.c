#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "config/embed.h"
#include "config/options.h"
#include "kit/nj_test.h"

static void every_row_is_complete(void **state)
{
    NJ_UNUSED(state);
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        assert_ptr_equal(nj_config_option_find(o->scope, o->name),
                         o); /* no twin */
        assert_true(strlen(o->help) > 10);
        assert_null(strchr(o->help, '|')); /* it stands in a table */
        assert_true(o->fallback != NULL || o->sample != NULL);
        assert_true(o->fits == NULL || o->wants != NULL);
        assert_int_equal(o->choices != NULL, o->type == NJ_CONFIG_CHOICE);
        if (o->type == NJ_CONFIG_NUMBER || o->type == NJ_CONFIG_RANGE)
            assert_true(o->lo < o->hi);
    }
}

static void defaults_are_those_of_the_table(void **state)
{
    struct nj_config *c = malloc(sizeof(*c));

    NJ_UNUSED(state);
    assert_non_null(c);
    memset(c, 0xff, sizeof(*c));
    nj_config_defaults(c);
    assert_string_equal(c->database, "nightjar.db");
    assert_string_equal(c->data, "");
    assert_string_equal(c->language, "zh-CN");
    assert_int_equal(c->log_level, NJ_LOG_INFO);
    assert_string_equal(c->prefix, "#");
    assert_string_equal(c->host_prefix, "%");
    assert_int_equal(c->timezone_minutes, 480);
    assert_int_equal(c->pacing.per_second, 1);
    assert_int_equal(c->pacing.burst, 4);
    assert_int_equal(c->pacing.per_minute, 24);
    assert_int_equal(c->pacing.total_per_second, 3);
    assert_int_equal(c->tables_per_group, 4);
    assert_int_equal(c->tables_per_person, 20);
    assert_int_equal(c->tables_in_all, 100000);
    assert_int_equal(c->grace_ms, 600000);
    assert_int_equal(c->match_idle_ms, 600000);
    assert_int_equal(c->owner_count, 0);
    assert_int_equal(c->gateway_count, 1);
    assert_int_equal(c->gateways[0].kind, NJ_GATEWAY_CONSOLE);
    assert_string_equal(c->gateways[0].name, "tty");
    free(c);
}

static void defaults_of_a_gateway_are_those_of_the_table(void **state)
{
    struct nj_config_gateway g = {0};

    NJ_UNUSED(state);
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, &g);
    assert_string_equal(g.name, "");
    assert_string_equal(g.url, "");
    assert_int_equal(g.ping_ms, 20000);
    assert_int_equal(g.hangup_ms, 35000);
    assert_int_equal(g.heartbeat_grace_ms, 5000);
    assert_int_equal(g.backoff_ms[0], 500);
    assert_int_equal(g.backoff_ms[1], 30000);
    assert_int_equal(g.answer_ms, 15000);
    assert_int_equal(g.poll_s, 25);
}

static void the_nearest_name_is_the_one_meant(void **state)
{
    static const struct {
        enum nj_config_scope scope;
        const char *typed;
        const char *meant;
    } rows[] = {
        {NJ_CONFIG_IN_ROOT, "langauge", "language"},
        {NJ_CONFIG_IN_ROOT, "databse", "database"},
        {NJ_CONFIG_IN_ROOT, "gateway", "gateways"},
        {NJ_CONFIG_IN_ROOT, "loglevel", "log_level"},
        {NJ_CONFIG_IN_ROOT, "Prefix", "prefix"},
        {NJ_CONFIG_IN_ROOT, "timezone_minute", "timezone_minutes"},
        {NJ_CONFIG_IN_PACING, "per_secnod", "per_second"},
        {NJ_CONFIG_IN_GATEWAY, "uri", "url"},
        {NJ_CONFIG_IN_GATEWAY, "token-file", "token_file"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct nj_config_option *o =
            nj_config_option_nearest(rows[i].scope, rows[i].typed);

        assert_string_equal(o->name, rows[i].meant);
        assert_int_equal(o->scope, rows[i].scope);
    }
    assert_non_null(nj_config_option_nearest(NJ_CONFIG_IN_ROOT, ""));
    assert_null(nj_config_option_find(NJ_CONFIG_IN_ROOT, "url"));
}

/* Rewrites the file if NJ_REWRITE is set, so that a change of the table shows
 * in the review of that file. */
static void assert_file(const char *path, const char *text)
{
    struct nj_blob file = {0};
    FILE *f;

    if (getenv("NJ_REWRITE") != NULL) {
        f = fopen(path, "wb");
        assert_non_null(f);
        assert_true(fputs(text, f) >= 0);
        assert_int_equal(fclose(f), 0);
    }
    assert_int_equal(nj_blob_load(path, &file, NULL), NJ_OK);
    assert_string_equal(file.text, text);
    nj_blob_fini(&file);
}

static void the_sample_file_is_that_of_the_table(void **state)
{
    struct nj_str sample = NJ_STR_INIT(10000);

    NJ_UNUSED(state);
    nj_config_sample(&sample);
    assert_false(sample.over);
    assert_file(NJ_SOURCE_DIR "/config/nightjar.json", sample.p);
    nj_str_fini(&sample);
}

static void the_list_for_people_has_all_options(void **state)
{
    struct nj_str list = NJ_STR_INIT(20000);

    NJ_UNUSED(state);
    nj_config_markdown(&list);
    assert_false(list.over);
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        assert_non_null(strstr(list.p, o->name));
        assert_non_null(strstr(list.p, o->help));
    }
    assert_non_null(strstr(list.p, "| `gateways[].name` | text, at most 8 "
                                   "bytes | must be given |"));
    assert_non_null(strstr(list.p, "| `pacing.burst` | whole number, 1 to "
                                   "1000 | `4` |"));
    nj_str_fini(&list);
}

static void the_readme_lists_the_table(void **state)
{
    struct nj_str list = NJ_STR_INIT(20000);
    struct nj_blob readme = {0};

    NJ_UNUSED(state);
    assert_int_equal(nj_blob_load(NJ_SOURCE_DIR "/README.md", &readme, NULL),
                     NJ_OK);
    nj_config_markdown(&list);
    if (strstr(readme.text, list.p) == NULL)
        fail_msg("README.md must contain\n%s", list.p);
    nj_str_fini(&list);
    nj_blob_fini(&readme);
}

static void gateways_differ_in_any_value(void **state)
{
    struct nj_config_gateway a, b;

    NJ_UNUSED(state);
    memset(&a, 0x5a, sizeof(a)); /* what lies between members is no value */
    memset(&b, 0xa5, sizeof(b));
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, &a);
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, &b);
    a.kind = b.kind = NJ_GATEWAY_ONEBOT; /* has no default, nor has a name */
    (void)snprintf(a.name, sizeof(a.name), "qq");
    (void)snprintf(b.name, sizeof(b.name), "qq");
    assert_true(nj_config_option_same(NJ_CONFIG_IN_GATEWAY, &a, &b));
    b.answer_ms++;
    assert_false(nj_config_option_same(NJ_CONFIG_IN_GATEWAY, &a, &b));
    b.answer_ms--;
    b.url[0] = 'x';
    assert_false(nj_config_option_same(NJ_CONFIG_IN_GATEWAY, &a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gateways_differ_in_any_value),
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(defaults_of_a_gateway_are_those_of_the_table),
        cmocka_unit_test(the_nearest_name_is_the_one_meant),
        cmocka_unit_test(the_sample_file_is_that_of_the_table),
        cmocka_unit_test(the_list_for_people_has_all_options),
        cmocka_unit_test(the_readme_lists_the_table),
    };

    return cmocka_run_group_tests_name("config/options", tests, NULL, NULL);
}
