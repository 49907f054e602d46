/*
 * Worked examples: every record of every game can be shown to a reader, and
 * what he reads are words for people.
 */
#include <string.h>

#include "cli/cases.h"
#include "cli/env.h"
#include "config/embed.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define CASE_BYTES 65536
#define IDS_MAX    4096

static struct nj_env env;

static int load(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_env_load(&env, NULL, &err), NJ_OK);
    return 0;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_cases_free();
    nj_env_fini(&env);
    return 0;
}

/* "LN-4.3": letters, a hyphen, two numbers. */
static bool is_clause(const char *p, size_t n)
{
    size_t letters = strspn(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

    return letters > 0 && letters < n && p[letters] == '-' &&
           letters + 1 + strspn(p + letters + 1, "0123456789.") == n &&
           memchr(p + letters, '.', n - letters) != NULL;
}

/* A word of a file, or a text with a hole in it, is for nobody to read. */
static void reads_well(const char *text, const char *clause)
{
    static const char *const never[] = {"\ngiven:", "\nout: ", "\nend: ", "{{",
                                        "seat="};

    for (size_t i = 0; i < NJ_COUNT(never); i++)
        if (strstr(text, never[i]) != NULL)
            fail_msg("%s has '%s':\n%s", clause, never[i], text);
}

static void tell_all_of(const struct nj_game *game, const char *clause,
                        const char *lang)
{
    uint32_t of = 1;

    for (uint32_t nth = 1; nth <= of; nth++) {
        struct nj_str out = NJ_STR_INIT(CASE_BYTES);

        of = nj_cases_tell(&env, game->id, clause, lang, nth, &out);
        if (of == 0)
            fail_msg("%s: example %u does not run", clause, nth);
        assert_true(out.len > 0 && out.p[0] != '\n');
        reads_well(out.p, clause);
        nj_str_fini(&out);
    }
}

struct heads {
    const struct nj_game *game;
    const char *lang;
    uint32_t n;
    char done[IDS_MAX][16];
};
static struct heads heads;

/* Tells all that the clause has, unless that has been done: with
 * NJ_TEST_TENTH=1 of each tenth clause. */
static void tell_clause(const char *p, size_t n)
{
    const uint32_t each = nj_from_env("NJ_TEST_TENTH", 0) > 0 ? 10 : 1;
    char id[16];

    if (!is_clause(p, n) || n >= sizeof(id))
        return;
    memcpy(id, p, n);
    id[n] = '\0';
    for (uint32_t i = 0; i < heads.n; i++)
        if (strcmp(heads.done[i], id) == 0)
            return;
    assert_true(heads.n < IDS_MAX);
    memcpy(heads.done[heads.n++], id, n + 1);
    if (heads.n % each == 0)
        tell_all_of(heads.game, id, heads.lang);
}

/* The clauses behind the id of each record of a file. */
static enum nj_status read_heads(void *ctx, const char *name,
                                 struct nj_err *err)
{
    struct nj_blob blob = {0};

    NJ_UNUSED(ctx);
    assert_int_equal(nj_embed_read(NULL, name, &blob, err), NJ_OK);
    for (const char *p = blob.text; *p != '\0';) {
        size_t n = strcspn(p, "\n");
        const char *bar = memchr(p, '|', n);
        const char *at = p + strcspn(p, " \n");

        while (p[0] != '#' && bar != NULL && at < bar) {
            at += strspn(at, " ");
            tell_clause(at, strcspn(at, " |\n"));
            at += strcspn(at, " |\n");
            at += at < bar && *at == '|';
        }
        p += n + (p[n] == '\n');
    }
    nj_blob_fini(&blob);
    return NJ_OK;
}

static void tell_all(const char *lang)
{
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < env.n_games; i++) {
        char prefix[64];

        heads = (struct heads){.game = env.games[i].game, .lang = lang};
        (void)snprintf(prefix, sizeof(prefix), "tests/scenarios/%s/",
                       heads.game->id);
        for (char *p = prefix + strlen("tests/scenarios/"); *p != '\0'; p++)
            if (*p == '-')
                *p = '_';
        assert_int_equal(nj_embed_each(prefix, ".txt", read_heads, NULL, &err),
                         NJ_OK);
        assert_true(heads.n > 30);
    }
}

static void every_record_is_told_as_people_see_it(void **state)
{
    NJ_UNUSED(state);
    tell_all("zh-CN");
}

static void in_other_languages_too(void **state)
{
    NJ_UNUSED(state);
    tell_all("zh-TW");
    tell_all("en");
}

/* Word for word: the board, who typed what, who alone was told what. */
static void a_bump_is_shown(void **state)
{
    struct nj_str out = NJ_STR_INIT(CASE_BYTES);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_cases_tell(&env, "long-night", "LN-4.3", "zh-CN", 1, &out), 3);
    assert_non_null(strstr(out.p, "开始时的局面：\n"));
    assert_non_null(strstr(out.p, "\n１　①　・┃・"));
    assert_non_null(strstr(out.p, "▸ 1 席在群里发：右\n第 1 步 →\n"
                                  "▸ 1 席在群里发：右\n第 2 步 → 撞墙。\n"));
    assert_non_null(
        strstr(out.p, "（只给 1 席）你四周：上墙 下空 左空 右墙\n"));
    nj_str_clear(&out);
    assert_int_equal(
        nj_cases_tell(&env, "shadow-hotel", "SH-5.1", "en", 1, &out),
        nj_cases_tell(&env, "shadow-hotel", "5.1", "en", 1, &out));
    assert_non_null(strstr(out.p, "Seat 2, in private: "));
    nj_str_fini(&out);
}

static void a_clause_without_records_has_none(void **state)
{
    struct nj_str out = NJ_STR_INIT(CASE_BYTES);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_cases_tell(&env, "long-night", "LN-99.9", "en", 1, &out), 0);
    assert_int_equal(nj_cases_tell(&env, "long-night", "", "en", 1, &out), 0);
    assert_int_equal(nj_cases_tell(&env, "chess", "LN-4.3", "en", 1, &out), 0);
    assert_int_equal(out.len, 0);
    nj_str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_is_told_as_people_see_it),
        cmocka_unit_test(in_other_languages_too),
        cmocka_unit_test(a_bump_is_shown),
        cmocka_unit_test(a_clause_without_records_has_none),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
