/* Words that stand in commands: each spelling gives its token, and what is
 * wrong with a section is said. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "command/tables.h"

static struct nj_commands *tables;

static int setup(void **state)
{
    NJ_UNUSED(state);
    tables = tables_create();
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(tables);
    return 0;
}

/* How a word of a kind is typed. */
static const struct way {
    const char *kind;
    const char *before; /* the word */
    enum nj_command_place place;
    const char *arg; /* that holds the token */
} ways[] = {
    {"item", "take ", NJ_COMMAND_PRIVATE, "item"},
    {"mechanism", "operate ", NJ_COMMAND_PRIVATE, "mechanism"},
    {"passage", "block ", NJ_COMMAND_PRIVATE, "passage"},
    {"topic", "ask ", NJ_COMMAND_PRIVATE, "topic"},
    {"rule", "裁定 ", NJ_COMMAND_HOST, "words"},
    {"line", "仿 ", NJ_COMMAND_PRIVATE, "words"},
    {"person", "档案 ", NJ_COMMAND_PRIVATE, "words"},
};

static const struct way *find_way(const char *kind)
{
    size_t i = 0;

    while (i < NJ_COUNT(ways) && strcmp(ways[i].kind, kind) != 0)
        i++;
    assert_true(i < NJ_COUNT(ways));
    return &ways[i];
}

static void expect_token(const char *game, const char *kind, const char *token,
                         const char *word)
{
    const struct way *way = find_way(kind);
    const struct nj_command_arg *arg;
    struct nj_command cmd;
    char text[200];

    (void)snprintf(text, sizeof(text), "%s%s", way->before, word);
    if (!nj_commands_parse(tables, text, strlen(text), way->place, game, &cmd))
        fail_msg("'%s' is no command", text);
    if (strcmp(cmd.verb, "log") == 0)
        return; /* asking for the log is a command of its own */
    arg = nj_command_arg(&cmd, way->arg);
    if (arg == NULL || strcmp(arg->text, token) != 0)
        fail_msg("'%s' gives '%s', not '%s'", text,
                 arg == NULL ? "" : arg->text, token);
}

/* words.txt: all that people could type when the words still stood in C, in
 * both scripts. */
static void each_spelling_gives_its_token(void **state)
{
    FILE *f = fopen(NJ_SOURCE_DIR "/tests/command/words.txt", "r");
    char line[200];
    int n = 0;

    NJ_UNUSED(state);
    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL) {
        char game[32], kind[32], token[32];
        char *word = strstr(line, " = ");

        if (line[0] == '#')
            continue;
        assert_non_null(word);
        assert_int_equal(sscanf(line, "%31s %31s %31s", game, kind, token), 3);
        word += 3;
        word[strcspn(word, "\n")] = '\0';
        expect_token(game, kind, token, word);
        n++;
    }
    assert_int_equal(fclose(f), 0);
    assert_true(n > 300);
}

static void tokens_stand_beside_what_was_typed(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(nj_commands_parse(tables, "裁定 给　枪 Key 静默 x",
                                  strlen("裁定 给　枪 Key 静默 x"),
                                  NJ_COMMAND_HOST, "shadow-hotel", &cmd));
    assert_string_equal(nj_command_arg(&cmd, "what")->text,
                        "给　枪 Key 静默 x");
    assert_string_equal(nj_command_arg(&cmd, "words")->text,
                        "give,gun,key,quiet");
    assert_true(nj_commands_parse(tables, "交換 槍 換 小熊 和　黑影",
                                  strlen("交換 槍 換 小熊 和　黑影"),
                                  NJ_COMMAND_PRIVATE, "shadow-hotel", &cmd));
    assert_string_equal(nj_command_arg(&cmd, "item")->text, "gun");
    assert_string_equal(nj_command_arg(&cmd, "item2")->text, "bear");
    assert_string_equal(nj_command_arg(&cmd, "person")->text, "黑影");
    assert_string_equal(nj_command_arg(&cmd, "words")->text, "shadow");
    /* What begins with no decision is none; nor is it one of another game. */
    assert_true(nj_commands_parse(tables, "裁定 枪 静默",
                                  strlen("裁定 枪 静默"), NJ_COMMAND_HOST,
                                  "shadow-hotel", &cmd));
    assert_null(nj_command_arg(&cmd, "words"));
    assert_true(nj_commands_parse(tables, "裁定 给 枪", strlen("裁定 给 枪"),
                                  NJ_COMMAND_HOST, "long-night", &cmd));
    assert_null(nj_command_arg(&cmd, "words"));
}

/* --- sections that are wrong --- */

#define ROW                                                        \
 "\"commands\": [{\"verb\": \"go\", \"of\": \"maze\", \"place\": " \
 "\"prefixed\", \"pattern\": \"go (?<way>.+)\", \"examples\": "    \
 "[{\"type\": \"#go up\", \"is\": \"go way=up\"}]}]"

/* Checks two languages with those sections; what is wrong. */
static enum nj_status check(const char *one, const char *two,
                            struct nj_err *err)
{
    const char *const games[] = {"maze", NULL};
    char text[2][1024];
    struct nj_command_file files[2] = {{.name = "aa.json"},
                                       {.name = "bb.json"}};
    struct nj_commands *c = NULL;
    enum nj_status st;

    for (int i = 0; i < 2; i++) {
        (void)snprintf(text[i], sizeof(text[i]), "{%s, " ROW "}",
                       i == 0 ? one : two);
        files[i].text = text[i];
        files[i].len = strlen(text[i]);
    }
    st = nj_commands_create(files, 2, games, &c, err);
    if (st == NJ_OK)
        st = nj_commands_check(c, err);
    nj_commands_destroy(c);
    return st;
}

static void expect_wrong(const char *one, const char *two, const char *part)
{
    struct nj_err err = {{0}};

    assert_int_not_equal(check(one, two, &err), NJ_OK);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, err.text);
}

#define WORDS(kind) "\"words\": {\"maze\": {" kind "}}"

static void wrong_words_are_named(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(check(WORDS("\"way\": {\"up\": [\"上\"]}"),
                           WORDS("\"way\": {\"up\": []}"), &err),
                     NJ_OK);
    assert_int_equal(
        check(WORDS("\"way\": {\"up\": [\"上\"]}"), "\"like\": \"aa\"", &err),
        NJ_OK);
    expect_wrong(WORDS("\"way\": {\"up\": [\"上\"]}"), WORDS(""),
                 "bb has no word for 'up' (maze, way)");
    expect_wrong(WORDS("\"way\": {\"up\": [\"上\"]}"),
                 WORDS("\"way\": {\"up\": [], \"down\": [\"上\"]}"),
                 "means both");
    expect_wrong(WORDS("\"way\": {\"up\": [\" \"]}"), WORDS(""), "no word");
    expect_wrong(WORDS("\"way\": {\"up\": 7}"), WORDS(""), "words.maze.way.up");
    expect_wrong(WORDS("\"way\": {\"a b\": []}"), WORDS(""), "no token");
    expect_wrong(WORDS("\"way\": []"), WORDS(""), "not an object");
    expect_wrong("\"words\": 7", WORDS(""), "not an object");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_spelling_gives_its_token),
        cmocka_unit_test(tokens_stand_beside_what_was_typed),
        cmocka_unit_test(wrong_words_are_named),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
