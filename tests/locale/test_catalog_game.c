/* src/locale/catalog_game.c: a text that is missing for a game is named. */
#include <string.h>

#include "kit/nj_test.h"
#include "locale/catalog.h"
#include "match/game.h"
#include "match/messages.h"

static const struct nj_said_arg a_number[] = {{"n", NJ_ARG_INT, false},
                                              {.name = NULL}};
static const struct nj_said_arg some_rows[] = {{"rows", NJ_ARG_ROWS, false},
                                               {.name = NULL}};
static const struct nj_said messages[] = {
    {"die.roll", "DIE-2", "ALL", a_number},
    {"die.scores", "DIE-4", "ALL", some_rows},
    {.key = NULL}};
static const char *const off_on[] = {"off", "on", NULL};
static const struct nj_option options[] = {
    {.key = "fast", .type = NJ_OPTION_WORD, .words = off_on, .hi = 1},
    {.key = NULL}};
static const struct nj_preset presets[] = {{"live", NULL}, {.name = NULL}};
static const char *const editions[] = {"old", "new", NULL};
static const struct nj_power powers[] = {
    {.verb = "pause"}, {.verb = "skip"}, {.verb = NULL}};
static const struct nj_achievement achievements[] = {{.name = "luck"},
                                                     {.name = NULL}};
static const struct nj_game game = {.id = "die",
                                    .prefix = "die",
                                    .messages = messages,
                                    .options = options,
                                    .presets = presets,
                                    .editions = editions,
                                    .powers = powers,
                                    .achievements = achievements};

/* All of it, one key a line. */
static const char *const texts[] = {"word.game.die",
                                    "game.die.summary",
                                    "game.die.players",
                                    "game.die.length",
                                    "die.help.group_turn",
                                    "die.help.group_wait",
                                    "die.help.private",
                                    "die.help.out",
                                    "die.sheet",
                                    "die.preset.live",
                                    "die.edition.old",
                                    "die.edition.new",
                                    "die.option.fast",
                                    "die.option_word.fast.off",
                                    "die.would.skip",
                                    "die.option_word.fast.on",
                                    "die.achievement.luck",
                                    "die.achievement_title.luck",
                                    "die.roll",
                                    "die.scores",
                                    "die.scores_row"};

/* A language of those keys but `without`, in which `die.roll` says `roll`. */
static enum nj_status check(const char *without, const char *roll,
                            struct nj_err *err)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_str json = NJ_STR_INIT(4096);
    enum nj_status st;

    nj_str_putc(&json, '{');
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        if (strcmp(texts[i], without) == 0)
            continue;
        nj_str_addf(&json, "%s\"%s\": \"%s\"", json.len > 1 ? "," : "",
                    texts[i],
                    strcmp(texts[i], "die.roll") == 0 ? roll : "{{rows}}");
    }
    nj_str_putc(&json, '}');
    assert_int_equal(nj_catalog_add(c, "en", json.p, json.len, err), NJ_OK);
    st = nj_catalog_check_game(c, &game, err);
    nj_catalog_destroy(c);
    nj_str_fini(&json);
    return st;
}

static void a_whole_language_passes(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    if (check("", "{{n}}", &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static void each_missing_text_is_named(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_err err = {{0}};

        assert_int_equal(check(texts[i], "{{n}}", &err), NJ_ERR_MISMATCH);
        assert_non_null(strstr(err.text, texts[i]));
        assert_non_null(strstr(err.text, "'en'"));
    }
}

static void a_placeholder_has_to_be_an_argument(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(check("", "{{eyes}}", &err), NJ_ERR_MISMATCH);
    assert_non_null(strstr(err.text, "{{eyes}}"));
    assert_non_null(strstr(err.text, "die.roll"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_language_passes),
        cmocka_unit_test(each_missing_text_is_named),
        cmocka_unit_test(a_placeholder_has_to_be_an_argument),
    };

    return cmocka_run_group_tests_name("locale/catalog_game", tests, NULL,
                                       NULL);
}
