/* The page of all texts: each of them once, filled in, in every language. */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/script.h"
#include "base/utf8.h"
#include "cli/env.h"
#include "kit/nj_test.h"
#include "match/match.h"

#define PAGE_MAX (2u << 20)

static char *page;

static int run(const char *arguments)
{
    char command[1024];
    FILE *from;
    size_t n;

    (void)snprintf(command, sizeof(command), "%s/nightjar texts %s 2>&1",
                   NJ_BINARY_DIR, arguments);
    from = popen(command, "r"); /* NOLINT(cert-env33-c): our own program */
    assert_non_null(from);
    n = fread(page, 1, PAGE_MAX - 1, from);
    page[n] = '\0';
    return pclose(from);
}

static uint32_t times(const char *what)
{
    uint32_t n = 0;

    for (const char *at = strstr(page, what); at != NULL;
         at = strstr(at + 1, what))
        n++;
    return n;
}

struct count {
    uint32_t all, of_night;
};

static void is_on_page(void *ctx, const char *key, const char *text)
{
    struct count *c = ctx;
    char line[256];

    NJ_UNUSED(text);
    (void)snprintf(line, sizeof(line), "\n- `%s`", key);
    if (times(line) != 1)
        fail_msg("'%s' stands there %u times", key, times(line));
    c->all++;
    c->of_night += strncmp(key, "ln.", 3) == 0;
}

/* No place is left open, and nothing that a sentence asks for was missing:
 * that would be logged. */
static void every_text_comes_out_filled_in(void **state)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_env_load_catalog(&env, &err), NJ_OK);
    for (const char *const *l = nj_catalog_langs(env.catalog); *l != NULL;
         l++) {
        struct count c = {0};
        char lang[32];

        (void)snprintf(lang, sizeof(lang), "--lang %s", *l);
        assert_int_equal(run(lang), 0);
        nj_catalog_each(env.catalog, *l, is_on_page, &c);
        assert_true(c.all > 3000);
        assert_int_equal(times("\n- `"), c.all);
        assert_int_equal(times("{{"), 0);
        assert_int_equal(times("locale missing"), 0);
        (void)snprintf(lang, sizeof(lang), "long-night --lang=%s", *l);
        assert_int_equal(run(lang), 0);
        assert_int_equal(times("\n- `ln."), c.of_night);
        assert_int_equal(times("\n- `shell."), 0);
    }
    nj_env_fini(&env);
}

static void has_text(const struct nj_env *env, const char *lang,
                     const struct nj_game *g, const char *table,
                     const char *name)
{
    char key[128];

    (void)snprintf(key, sizeof(key), "%s.%s.%s", g->prefix, table, name);
    if (nj_catalog_get(env->catalog, lang, key) == NULL)
        fail_msg("%s has no '%s'", lang, key);
}

/* #设置 and #预设 say what each option and each preset means. */
static void options_and_presets_have_a_meaning(void **state)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_env_load(&env, NULL, &err), NJ_OK);
    for (const char *const *l = nj_catalog_langs(env.catalog); *l != NULL; l++)
        for (uint32_t k = 0; k < env.n_games; k++) {
            const struct nj_game *g = env.games[k].game;

            for (int i = 0; g->options[i].key != NULL; i++)
                if (nj_option_free(g, i))
                    has_text(&env, *l, g, "about", g->options[i].key);
            for (int i = 0; g->presets[i].name != NULL; i++)
                has_text(&env, *l, g, "about_preset", g->presets[i].name);
        }
    nj_env_fini(&env);
}

/* Declared kinds decide what stands there: seats, words, lengths, tables. */
static void values_are_of_their_kind(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(run("long-night"), 0);
    assert_non_null(strstr(page, "- `ln.catch` 黑暗里一阵扑腾：1 席·阿宁 "
                                 "抓住了 3 席·小明。"));
    assert_non_null(strstr(page, "- `ln.step_rustle` 第 3 步 ↑ 沙沙\n"));
    assert_non_null(strstr(page, "- `ln.chain` 追捕：1 席·阿宁 → 3 席·小明；"
                                 "3 席·小明 → 2 席·小雨\n"));
    assert_int_equal(run("shadow-hotel"), 0);
    assert_non_null(strstr(page, "截止 13:30（还剩 1 小时 30 分钟）"));
    assert_int_equal(run("--lang en long-night"), 0);
    assert_non_null(strstr(page, "seat 1 (Ann)"));
}

/* A value stands there for one text alone where its name says too little. */
static void a_text_may_have_values_of_its_own(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(run(""), 0);
    assert_non_null(
        strstr(page, "- `shell.case_say` ▸ 3 席在群里发：右右上\n"));
    assert_non_null(strstr(page, "- `shell.ledger_row` 1. 阿宁 30"));
}

/* Characters that only Simplified writing has, of those that the table knows
 * and that Taiwan does not use beside another form. */
static bool is_only_simplified(int32_t cp)
{
    static const char shared[] = "了系克出制同向合台回家干才旋注累舍致表面只";
    static bool made, image[0x10000];
    const size_t n = sizeof(shared) - 1;

    for (int32_t c = 0x3400; !made && c < 0x10000; c++)
        if (nj_simplified(c) != c)
            image[nj_simplified(c)] = true;
    made = true;
    for (size_t i = 0; i < n;) {
        int32_t kept;

        i += nj_utf8_next(shared + i, n - i, &kept);
        if (kept == cp)
            return false;
    }
    return cp >= 0x3400 && cp < 0x10000 && image[cp] && nj_simplified(cp) == cp;
}

static void is_traditional(void *ctx, const char *key, const char *text)
{
    const size_t n = strlen(text);
    size_t i = 0, len;
    int32_t cp;

    if (strcmp(key, "shell.no_lang") == 0)
        return; /* names the languages as they call themselves */
    for (; i < n; i += len) {
        len = nj_utf8_next(text + i, n - i, &cp);
        if (is_only_simplified(cp))
            fail_msg("%s: '%.*s' is Simplified", key, (int)len, text + i);
    }
    ++*(uint32_t *)ctx;
}

static void texts_for_taiwan_are_traditional(void **state)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};
    uint32_t n = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_env_load_catalog(&env, &err), NJ_OK);
    nj_catalog_each(env.catalog, "zh-TW", is_traditional, &n);
    assert_true(n > 3000);
    nj_env_fini(&env);
}

static void says_what_it_does_not_know(void **state)
{
    NJ_UNUSED(state);
    assert_int_not_equal(run("poker"), 0);
    assert_string_equal(page, "nightjar: no game 'poker'\n");
    assert_int_not_equal(run("--lang fr"), 0);
    assert_string_equal(page, "nightjar: no language 'fr'\n");
    assert_int_not_equal(run("long-night shadow-hotel"), 0);
}

/* Is there an example of the verb, in that language, that begins so? */
static bool begins_an_example(const struct nj_env *env, const char *lang,
                              const char *verb, const char *phrase)
{
    const char *out[16];
    uint32_t n = nj_commands_examples(env->commands, lang, "shadow-hotel",
                                      phrase, out, NJ_COUNT(out));
    struct nj_command cmd;

    for (uint32_t i = 0; i < n; i++)
        if (nj_commands_parse(env->commands, out[i], strlen(out[i]),
                              NJ_COMMAND_PRIVATE, "shadow-hotel", &cmd) &&
            strcmp(cmd.verb, verb) == 0)
            return true;
    return false;
}

/* Has that order, if it keeps what was typed, a word in each language? How many
 * were looked at. */
static unsigned words_of(const struct nj_env *env, const struct nj_verb *verb)
{
    static const char *const langs[] = {"zh-CN", "zh-TW", "en"};
    char key[64];

    if (strchr(verb->args, 'r') == NULL)
        return 0;
    (void)snprintf(key, sizeof(key), "sh.word.order.%s", verb->name);
    for (size_t l = 0; l < NJ_COUNT(langs); l++) {
        const char *phrase = nj_catalog_get(env->catalog, langs[l], key);

        if (phrase == NULL ||
            !begins_an_example(env, langs[l], verb->name, phrase))
            fail_msg("%s of %s", key, langs[l]);
    }
    return NJ_COUNT(langs);
}

/* SH-19.14: what a computer player ordered looks like what people type. */
static void the_archive_has_a_word_for_each_order(void **state)
{
    struct nj_env env;
    struct nj_err err;
    unsigned words = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_env_load(&env, NULL, &err), NJ_OK);
    for (uint32_t g = 0; g < env.n_games; g++)
        for (const struct nj_verb *v = env.games[g].game->verbs;
             v->name != NULL; v++)
            words += words_of(&env, v);
    assert_true(words > 100);
    nj_env_fini(&env);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_comes_out_filled_in),
        cmocka_unit_test(options_and_presets_have_a_meaning),
        cmocka_unit_test(values_are_of_their_kind),
        cmocka_unit_test(a_text_may_have_values_of_its_own),
        cmocka_unit_test(texts_for_taiwan_are_traditional),
        cmocka_unit_test(the_archive_has_a_word_for_each_order),
        cmocka_unit_test(says_what_it_does_not_know),
    };
    int failed;

    page = nj_alloc(PAGE_MAX);
    failed = cmocka_run_group_tests_name("cli/texts", tests, NULL, NULL);
    free(page);
    return failed;
}
