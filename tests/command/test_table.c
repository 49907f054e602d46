/* Files of commands that are wrong, and what is said of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/script.h"
#include "base/str.h"
#include "base/utf8.h"
#include "command/parse.h"
#include "config/embed.h"
#include "kit/nj_test.h"

static void expect_error(const char *rows, const char *part)
{
    const char *const games[] = {NULL};
    char text[1024];
    struct nj_command_file file = {.name = "locales/commands/en.json",
                                   .text = text};
    struct nj_commands *c = NULL;
    struct nj_err err = {{0}};

    (void)snprintf(text, sizeof(text), "{\"commands\": [%s]}", rows);
    file.len = strlen(text);
    assert_int_not_equal(nj_commands_create(&file, 1, games, &c, &err), NJ_OK);
    assert_null(c);
    assert_non_null(strstr(err.text, "en.json"));
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, err.text);
}

#define HEAD "\"verb\": \"go\", \"of\": \"table\", "
#define TAIL "\"examples\": [{\"type\": \"#go\", \"is\": \"go\"}]"

static void wrong_rows_are_named(void **state)
{
    NJ_UNUSED(state);
    expect_error("{" HEAD "\"place\": \"prefixed\", \"pattern\": \"(go\", " TAIL
                 "}",
                 "table 'go'");
    expect_error("{" HEAD "\"place\": \"there\", \"pattern\": \"go\", " TAIL
                 "}",
                 "commands[0].place");
    expect_error("{" HEAD "\"place\": \"bare\", " TAIL "}", "pattern");
    expect_error("{" HEAD "\"place\": \"bare\", \"pattern\": \"go\", "
                 "\"patern\": \"x\", " TAIL "}",
                 "patern");
    expect_error("{" HEAD
                 "\"place\": \"bare\", \"pattern\": \"go\", \"examples\": []}",
                 "examples");
    expect_error("{" HEAD "\"place\": \"bare\", \"pattern\": \"go\", "
                 "\"with\": \"x\", " TAIL "}",
                 "with");
    expect_error("7", "commands[0]");
    expect_error("[7]", "commands[0]: not an object");
    expect_error("{" HEAD "\"place\": \"bare\", \"pattern\": "
                 "\"(?<a>1)(?<b>2)(?<c>3)(?<d>4)(?<e>5)(?<f>6)(?<g>7)\", " TAIL
                 "}",
                 "arguments");
}

static void files_that_are_no_tables_are_named(void **state)
{
    const char *const games[] = {NULL};
    const char *const texts[] = {"",
                                 "[]",
                                 "{}",
                                 "{\"commands\": {\"a\": 1}}",
                                 "{\"commands\": 7}",
                                 "{\"commands\": [{}]}"};
    struct nj_commands *c = NULL;
    struct nj_err err;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_command_file file = {"en.json", texts[i], strlen(texts[i])};

        err.text[0] = '\0';
        assert_int_not_equal(nj_commands_create(&file, 1, games, &c, &err),
                             NJ_OK);
        assert_null(c);
        assert_non_null(strstr(err.text, "en.json"));
    }
}

static void a_row_may_have_the_pattern_of_a_like_file(void **state)
{
    static const char first[] =
        "{\"commands\": [{" HEAD "\"place\": \"prefixed\", "
        "\"pattern\": \"開|go\", " TAIL "}]}";
    static const char like[] = "{\"like\": \"aa\", \"commands\": [{" HEAD
                               "\"place\": \"prefixed\", \"examples\": "
                               "[{\"type\": \"#开\", \"is\": \"go\"}]}]}";
    static const char unlike[] = "{\"like\": \"aa\", \"commands\": [{" HEAD
                                 "\"place\": \"bare\", \"examples\": "
                                 "[{\"type\": \"#开\", \"is\": \"go\"}]}]}";
    const char *const games[] = {NULL};
    struct nj_command_file files[] = {{"aa.json", first, sizeof(first) - 1},
                                      {"bb.json", like, sizeof(like) - 1}};
    struct nj_commands *c = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_commands_create(files, 2, games, &c, &err), NJ_OK);
    assert_int_equal(nj_commands_check(c, &err), NJ_OK);
    assert_string_equal(nj_commands_example(c, "bb", "table", "go"), "#开");
    nj_commands_destroy(c);
    c = NULL;
    files[1] = (struct nj_command_file){"bb.json", unlike, sizeof(unlike) - 1};
    assert_int_not_equal(nj_commands_create(files, 2, games, &c, &err), NJ_OK);
    assert_non_null(strstr(err.text, "pattern"));
}

/* --- what the table of forms does not cover --- */

struct seen {
    bool at[0x10000];
};

static void see(struct seen *seen, const char *text, size_t n)
{
    while (n > 0) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text, n, &cp);

        if (cp >= 0x4e00 && cp <= 0x9fff)
            seen->at[cp] = true;
        text += len;
        n -= len;
    }
}

/* A game's file has words and commands behind its texts. */
static void see_file(struct seen *seen, const char *name)
{
    struct nj_blob blob;
    struct nj_err err = {{0}};
    const char *from;
    char path[512];

    /* As it was written: a level of it by its white space. */
    (void)snprintf(path, sizeof(path), NJ_SOURCE_DIR "/%s", name);
    assert_int_equal(nj_blob_load(path, &blob, &err), NJ_OK);
    from = strstr(blob.text, "\n  \"words\"");
    if (from == NULL)
        from = strstr(blob.text, "\n  \"commands\"");
    assert_non_null(from);
    see(seen, from, blob.len - (size_t)(from - blob.text));
    nj_blob_fini(&blob);
}

static struct seen *see_lang(const char *lang)
{
    static const char *const folders[] = {"commands", "games/long-night",
                                          "games/shadow-hotel"};
    struct seen *seen = nj_alloc(sizeof(*seen));
    char name[60];

    for (size_t i = 0; i < NJ_COUNT(folders); i++) {
        (void)snprintf(name, sizeof(name), "locales/%s/%s.json", folders[i],
                       lang);
        see_file(seen, name);
    }
    return seen;
}

/* Characters of zh-TW.json whose Simplified form is none of zh-CN.json's: words
 * that Taiwan alone has, and those whose form the table does not know (遊) or
 * gives otherwise (託). Where one is of the second kind, zh-TW.json has a
 * pattern of its own. */
static void characters_that_are_not_covered_are_named(void **state)
{
    static const char known[] = "勿匯檢目立紀繁訊託遊體";
    struct seen *cn = see_lang("zh-CN");
    struct seen *tw = see_lang("zh-TW");
    struct nj_str found = NJ_STR_INIT(4096);

    NJ_UNUSED(state);
    for (int32_t cp = 0x4e00; cp <= 0x9fff; cp++) {
        char bytes[5] = "";

        if (!tw->at[cp] || cn->at[nj_simplified(cp)])
            continue;
        nj_utf8_put(cp, bytes);
        nj_str_puts(&found, bytes);
    }
    assert_string_equal(found.p, known);
    nj_str_fini(&found);
    free(cn);
    free(tw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_rows_are_named),
        cmocka_unit_test(files_that_are_no_tables_are_named),
        cmocka_unit_test(a_row_may_have_the_pattern_of_a_like_file),
        cmocka_unit_test(characters_that_are_not_covered_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
