/* Reading languages, finding texts, comparing languages. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/catalog.h"

static enum nj_status add(struct nj_catalog *c, const char *lang,
                          const char *text, struct nj_err *err)
{
    return nj_catalog_add(c, lang, text, strlen(text), err);
}

static void keys_are_addressed_with_dots(void **state)
{
    struct nj_catalog *c = nj_catalog_create();

    NJ_UNUSED(state);
    assert_int_equal(add(c, "en",
                         "{\"a\": {\"b\": {\"c\": \"deep\"}, \".\": \"dot\"},"
                         " \"x\": \"{{n}} left\"}",
                         NULL),
                     NJ_OK);
    assert_string_equal(nj_catalog_get(c, "en", "a.b.c"), "deep");
    assert_string_equal(nj_catalog_get(c, "en", "a.."), "dot");
    assert_string_equal(nj_catalog_get(c, "en", "x"), "{{n}} left");
    assert_null(nj_catalog_get(c, "en", "a.b"));
    assert_null(nj_catalog_get(c, "en", ""));
    nj_catalog_destroy(c);
}

/* What spares a look-up: that there are no other texts of a key. */
static void a_key_knows_of_its_plural_and_its_additions(void **state)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_catalog_entry e;

    NJ_UNUSED(state);
    assert_int_equal(add(c, "zh", "{\"b_with_x\": \"1\"}", NULL), NJ_OK);
    assert_int_equal(add(c, "en",
                         "{\"a_one\": \"1\", \"a_other\": \"2\","
                         " \"b\": \"3\", \"c_with_x_other\": \"4\"}",
                         NULL),
                     NJ_OK);
    e = nj_catalog_find(c, "en", "a");
    assert_null(e.text);
    assert_true(e.plural);
    assert_null(e.additions[0]);
    e = nj_catalog_find(c, "en", "b");
    assert_string_equal(e.text, "3");
    assert_false(e.plural);
    assert_true(nj_catalog_adds(&e, "x"));
    assert_false(nj_catalog_adds(&e, "xy"));
    assert_false(nj_catalog_adds(&e, ""));
    e = nj_catalog_find(c, "en", "c");
    assert_true(nj_catalog_adds(&e, "x"));
    assert_false(nj_catalog_adds(&e, "x_o"));
    assert_true(nj_catalog_find(c, "en", "c_with_x").plural);
    assert_null(nj_catalog_find(c, "en", "d").additions[0]);
    assert_null(nj_catalog_get(c, "en", "c"));
    nj_catalog_destroy(c);
}

static void the_first_language_is_the_fallback(void **state)
{
    struct nj_catalog *c = nj_catalog_create();

    NJ_UNUSED(state);
    assert_null(nj_catalog_get(c, NULL, "a"));
    assert_int_equal(add(c, "en", "{\"a\": \"A\", \"b\": \"B\"}", NULL), NJ_OK);
    assert_int_equal(add(c, "fr", "{\"a\": \"Ah\"}", NULL), NJ_OK);
    assert_string_equal(nj_catalog_get(c, "fr", "a"), "Ah");
    assert_string_equal(nj_catalog_get(c, "fr", "b"), "B");
    assert_string_equal(nj_catalog_get(c, "de", "a"), "A");
    assert_string_equal(nj_catalog_get(c, NULL, "a"), "A");
    assert_true(nj_catalog_has(c, "fr"));
    assert_false(nj_catalog_has(c, "de"));
    assert_string_equal(nj_catalog_langs(c)[1], "fr");
    assert_null(nj_catalog_langs(c)[2]);
    nj_catalog_destroy(c);
}

static void many_keys_are_all_found(void **state)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_str text = NJ_STR_INIT(100000);
    char key[16];

    NJ_UNUSED(state);
    nj_str_puts(&text, "{");
    for (int i = 0; i < 1000; i++)
        nj_str_addf(&text, "%s\"k%d\": \"v%d\"", i == 0 ? "" : ",", i, i);
    nj_str_puts(&text, "}");
    assert_int_equal(nj_catalog_add(c, "en", text.p, text.len, NULL), NJ_OK);
    for (int i = 0; i < 1000; i++) {
        (void)snprintf(key, sizeof(key), "k%d", i);
        assert_non_null(nj_catalog_get(c, "en", key));
        assert_string_equal(nj_catalog_get(c, "en", key) + 1, key + 1);
    }
    nj_str_fini(&text);
    nj_catalog_destroy(c);
}

static void a_game_brings_texts_of_its_own(void **state)
{
    static const char shell[] = "{\"a\": {\"b\": \"one\"}}";
    static const char game[] =
        "{\"texts\": {\"a\": {\"c\": \"two\"}}, \"commands\": []}";
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_catalog_add_game(c, "en", game, strlen(game), &err),
                     NJ_ERR_NOT_FOUND);
    assert_int_equal(nj_catalog_add(c, "en", shell, strlen(shell), &err),
                     NJ_OK);
    assert_int_equal(nj_catalog_add_game(c, "en", game, strlen(game), &err),
                     NJ_OK);
    assert_string_equal(nj_catalog_get(c, "en", "a.b"), "one");
    assert_string_equal(nj_catalog_get(c, "en", "a.c"), "two");
    assert_int_equal(nj_catalog_add_game(c, "en", game, strlen(game), &err),
                     NJ_ERR_EXISTS);
    assert_non_null(strstr(err.text, "'a.c'"));
    assert_int_not_equal(nj_catalog_add_game(c, "en", "{}", 2, &err), NJ_OK);
    assert_non_null(strstr(err.text, "texts"));
    nj_catalog_destroy(c);
}

static void bad_files_are_refused(void **state)
{
    const char *const bad[][2] = {
        {"", "'en'"},
        {"[]", "object"},
        {"{\"a\": 7}", "'a'"},
        {"{\"a\": {\"b\": []}}", "'a.b'"},
        {"{\"a\": \"{{n}\"}", "'a'"},
        {"{\"a\": {\"b\": \"x\"}, \"a.b\": \"y\"}", "twice"},
        {"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{"
         "\"a\":{\"a\":{\"a\":{\"a\":\"x\"}}}}}}}}}}}}}",
         "deep"},
    };
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        err.text[0] = '\0';
        assert_int_not_equal(add(c, "en", bad[i][0], &err), NJ_OK);
        if (strstr(err.text, bad[i][1]) == NULL)
            fail_msg("'%s' is not in '%s'", bad[i][1], err.text);
        assert_false(nj_catalog_has(c, "en"));
    }
    assert_int_equal(add(c, "en", "{}", NULL), NJ_OK);
    assert_int_equal(add(c, "en", "{}", NULL), NJ_ERR_EXISTS);
    nj_catalog_destroy(c);
}

static void compare(const char *en, const char *zh, const char *part)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err = {{0}};
    enum nj_status st;

    assert_int_equal(add(c, "zh-CN", zh, NULL), NJ_OK);
    assert_int_equal(add(c, "en", en, NULL), NJ_OK);
    st = nj_catalog_check(c, &err);
    if (part == NULL) {
        assert_string_equal(err.text, "");
        assert_int_equal(st, NJ_OK);
    } else if (st == NJ_OK || strstr(err.text, part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, err.text);
    }
    nj_catalog_destroy(c);
}

static void languages_are_compared(void **state)
{
    NJ_UNUSED(state);
    compare("{\"a\": \"{{x}} {{y}}\"}", "{\"a\": \"{{y}}{{x}}{{x}}\"}", NULL);
    compare("{\"a\": \"\"}", "{\"a\": \"\", \"b\": \"\"}",
            "'en' has no key 'b'");
    compare("{\"a\": \"\", \"b\": \"\"}", "{\"a\": \"\"}",
            "'zh-CN' has no key 'b'");
    compare("{\"a\": \"{{x}}\"}", "{\"a\": \"{{y}}\"}", "{{x}}");
    compare("{\"a\": \"{{x}}\"}", "{\"a\": \"\"}", "key 'a'");
    compare("{\"a\": \"\"}", "{\"a\": \"{{x}}\"}", "key 'a'");
}

static void plural_forms_are_compared(void **state)
{
    NJ_UNUSED(state);
    compare("{\"a_one\": \"one\", \"a_other\": \"{{n}}\"}",
            "{\"a_other\": \"{{n}}\"}", NULL);
    compare("{\"a_other\": \"{{n}}\"}", "{\"a_other\": \"{{n}}\"}", "'a_one'");
    compare("{\"a_one\": \"\", \"a_other\": \"\"}",
            "{\"a_one\": \"\", \"a_other\": \"\"}", "no plural form");
    compare("{\"a_one\": \"{{m}}\", \"a_other\": \"{{n}}\"}",
            "{\"a_other\": \"{{n}}\"}", "{{m}}");
    compare("{\"a_one\": \"\", \"a_other\": \"\"}", "{\"a\": \"\"}", "no key");
}

static void the_three_languages_agree(void **state)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_texts_add(c);
    if (nj_catalog_check(c, &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_catalog_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_addressed_with_dots),
        cmocka_unit_test(a_key_knows_of_its_plural_and_its_additions),
        cmocka_unit_test(the_first_language_is_the_fallback),
        cmocka_unit_test(many_keys_are_all_found),
        cmocka_unit_test(a_game_brings_texts_of_its_own),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(languages_are_compared),
        cmocka_unit_test(plural_forms_are_compared),
        cmocka_unit_test(the_three_languages_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
