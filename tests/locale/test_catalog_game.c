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
static const struct nj_offer offers[] = {
    {.key = "die.roll", .word = "roll"},
    {.key = "die.roll", .word = "take {n}"},
    {.key = "die.roll", .word = "lay {n}"},
    {.key = "die.roll", .word = "{n}"},
    {.key = "die.roll", .word = NJ_OFFERS_OVER},
    {.key = NULL}};
static const struct nj_verb verbs[] = {{.name = NULL}};
static const struct nj_game game = {.id = "die",
                                    .prefix = "die",
                                    .verbs = verbs,
                                    .messages = messages,
                                    .options = options,
                                    .presets = presets,
                                    .editions = editions,
                                    .powers = powers,
                                    .achievements = achievements,
                                    .offers = offers};

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
                                    "word.deed.die.luck",
                                    "word.feat.die.luck",
                                    "die.roll",
                                    "die.scores",
                                    "die.scores_row",
                                    "die.button.roll",
                                    "die.button.take",
                                    "die.button.lay two"};

/* A language of those keys but `without`, in which `die.roll` says `roll`. */
static enum nj_status check_in(const char *lang, const struct nj_game *g,
                               const char *without, const char *roll,
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
    assert_int_equal(nj_catalog_add(c, lang, json.p, json.len, err), NJ_OK);
    st = nj_catalog_check_game(c, g, err);
    nj_catalog_destroy(c);
    nj_str_fini(&json);
    return st;
}

static enum nj_status check(const char *without, const char *roll,
                            struct nj_err *err)
{
    return check_in("de", &game, without, roll, err);
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
        if (strncmp(texts[i], "die.button.", 11) != 0)
            assert_non_null(strstr(err.text, texts[i]));
        else
            assert_non_null(strstr(err.text, "the label of a button"));
        assert_non_null(strstr(err.text, "'de'"));
    }
}

static void no_query(const struct nj_match *m, struct nj_query *q)
{
    NJ_UNUSED(m);
    NJ_UNUSED(q);
}

/* Where its query answers, a game needs no text. */
static void a_game_that_helps_needs_no_text_of_it(void **state)
{
    const struct nj_verb helping[] = {{.name = "help",
                                       .args = "",
                                       .channel = NJ_CHANNEL_PRIVATE,
                                       .query = no_query},
                                      {.name = NULL}};
    struct nj_game helpful = game;

    NJ_UNUSED(state);
    helpful.verbs = helping;
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_err err = {{0}};
        bool needless = strcmp(texts[i], "die.help.private") == 0;

        assert_int_equal(check_in("de", &helpful, texts[i], "{{n}}", &err),
                         needless ? NJ_OK : NJ_ERR_MISMATCH);
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

/* A choice is what one types in English. */
static void english_needs_no_labels(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(check_in("en", &game, "die.button.roll", "{{n}}", &err),
                     NJ_OK);
}

static void what_a_table_waits_for_is_said(void **state)
{
    static const struct nj_ear ears[] = {{.key = "die.rolled"}, {.key = NULL}};
    static const struct nj_heard heard[] = {{"die.scored", NJ_HEAR_NEWS},
                                            {.key = NULL}};
    static const char *const folds[] = {"die.told", NULL};
    static const struct nj_offer under[] = {
        {.key = NJ_OFFER_ANY, .word = "roll"},
        {.key = "die.asked", .word = "roll"},
        {.key = NULL}};
    struct nj_game wrong[4] = {game, game, game, game};
    static const char *const key[] = {"die.rolled", "die.scored", "die.told",
                                      "die.asked"};

    NJ_UNUSED(state);
    wrong[0].brain.ears = ears;
    wrong[1].heard = heard;
    wrong[2].folds = folds;
    wrong[3].offers = under;
    for (size_t i = 0; i < NJ_COUNT(wrong); i++) {
        struct nj_err err = {{0}};

        assert_int_equal(check_in("de", &wrong[i], "", "{{n}}", &err),
                         NJ_ERR_MISMATCH);
        assert_non_null(strstr(err.text, key[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_language_passes),
        cmocka_unit_test(each_missing_text_is_named),
        cmocka_unit_test(a_game_that_helps_needs_no_text_of_it),
        cmocka_unit_test(a_placeholder_has_to_be_an_argument),
        cmocka_unit_test(english_needs_no_labels),
        cmocka_unit_test(what_a_table_waits_for_is_said),
    };

    return cmocka_run_group_tests_name("locale/catalog_game", tests, NULL,
                                       NULL);
}
