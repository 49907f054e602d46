/* Files of commands that are wrong, and what is said of them. */
#include <stdio.h>
#include <string.h>

#include "command/parse.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_rows_are_named),
        cmocka_unit_test(files_that_are_no_tables_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
