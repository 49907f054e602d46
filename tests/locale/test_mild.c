/*
 * Milder words: what they take the place of, and that each game of killing has
 * them for what it tells.
 */
#include <string.h>

#include "base/json.h"
#include "base/loose.h"
#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"
#include "locale/mild.h"

static void expect(const char *list, const char *text, const char *mild)
{
    struct nj_str out = NJ_STR_INIT(4096);

    nj_mild_add(list, text, strlen(text), &out);
    assert_string_equal(out.p, mild);
    nj_str_fini(&out);
}

static void the_first_that_stands_there_is_said_otherwise(void **state)
{
    NJ_UNUSED(state);
    expect("dead>out", "dead, and dead", "out, and out");
    expect("deadline|dead>out", "dead by the deadline", "out by the deadline");
    expect("dead>out|deadline", "deadline", "outline");
    expect("dead>out", "dea", "dea");
    expect("dead>", "dead end", " end");
    expect("", "dead", "dead");
    expect("死>出局", "假死", "假出局");
}

static const char *named(void *ctx, nj_seat seat)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(seat);
    return "杀人魔";
}

static void say(void **state, bool mild, const char *text)
{
    struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {
        .catalog = *state, .lang = "zh-CN", .seat_name = named, .mild = mild};

    nj_format_key(&f, "mk.dead",
                  NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_id("cell", "C18"),
                          nj_arg_int("kills", 1), nj_arg_int("limit", 2)),
                  &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

/* Names are people's own. */
static void names_stay_as_they_are(void **state)
{
    say(state, false, "2 席·杀人魔 死在 C18。阵亡 1/2。");
    say(state, true, "2 席·杀人魔 倒在 C18。出局 1/2。");
}

static void call(void **state, bool mild, const char *text)
{
    struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {
        .catalog = *state, .lang = "zh-CN", .seat_name = named, .mild = mild};
    struct nj_args args =
        NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("cause", "shadow"));

    nj_format_key(&f, "sh.died", args, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

static void phrases_have_them_too(void **state)
{
    call(state, false, "1 席·杀人魔 死亡：被黑影杀死");
    call(state, true, "1 席·杀人魔 出局：被黑影带走");
}

/* --- each game's --- */

static const struct {
    const char *folder, *prefix;
} games[] = {{"night-of-cards", "nc."},
             {"masked-killer", "mk."},
             {"shadow-hotel", "sh."}};

/* What is asked for, or stands on buttons and pictures. */
static const char *const asides[] = {
    "about",   "option", "help",        "glyph",   "button", "card_line",
    "card.is", "board",  "word.prices", "picture", "err"};

/* Names of orders and cards that people type, and of a room. */
static const char *const typed[] = {"杀手", "殺手",     "绝杀",     "絕殺",
                                    "必杀", "必殺",     "不死之身", "杀 ",
                                    "殺 ",  "死亡之歌", "自杀",     "自殺"};

static const char *const rough[] = {"杀", "殺",   "死",  "尸",
                                    "屍", "处决", "處決"};

static bool is_aside(const char *key)
{
    for (size_t i = 0; i < NJ_COUNT(asides); i++)
        if (strncmp(key, asides[i], strlen(asides[i])) == 0)
            return true;
    return false;
}

static void blank(char *text, const char *word)
{
    for (char *p; (p = strstr(text, word)) != NULL;)
        memset(p, ' ', strlen(word));
}

struct search {
    const struct nj_catalog *c;
    const char *lang, *prefix, *list;
    uint32_t n; /* texts that have become milder */
};

static void look_at(void *ctx, const char *key, const char *text)
{
    struct search *s = ctx;
    struct nj_str out = NJ_STR_INIT(8192);
    size_t n = strlen(s->prefix);

    if (strncmp(key, s->prefix, n) != 0 || strcmp(key + n, "mild") == 0 ||
        is_aside(key + n))
        return;
    nj_mild_add(s->list, text, strlen(text), &out);
    s->n += strcmp(out.p, text) != 0;
    for (size_t i = 0; i < NJ_COUNT(typed); i++)
        blank(out.p, typed[i]);
    for (size_t i = 0; i < NJ_COUNT(rough); i++)
        if (strstr(out.p, rough[i]) != NULL && strcmp(text, rough[i]) != 0)
            fail_msg("%s, %s: \"%s\" has no milder words", s->lang, key, text);
    nj_str_fini(&out);
}

/* A platform's filters are Chinese; in English there are some of them. */
static void whatever_is_told_has_milder_words(void **state)
{
    static const uint32_t least[] = {5, 20, 20};
    char key[16];

    for (size_t g = 0; g < NJ_COUNT(games); g++)
        for (size_t l = 0; l < NJ_COUNT(nj_texts_langs); l++) {
            struct search s = {.c = *state,
                               .lang = nj_texts_langs[l],
                               .prefix = games[g].prefix};

            (void)snprintf(key, sizeof(key), "%smild", s.prefix);
            s.list = nj_catalog_get(*state, s.lang, key);
            assert_non_null(s.list);
            nj_catalog_each(*state, s.lang, look_at, &s);
            assert_true(s.n >= least[g]);
        }
}

/* --- what people type --- */

static void check_command(struct nj_json c, const char *list)
{
    const char *pattern = nj_json_text(nj_json_opt(c, "pattern"), 65536);

    for (size_t n; (n = strcspn(list, "|")) > 0;
         list += n + (list[n] != '\0')) {
        char from[64] = "";
        size_t len = strcspn(list, ">|");

        assert_true(len < sizeof(from));
        memcpy(from, list, len);
        if (len < n && pattern != NULL && strstr(pattern, from) != NULL)
            fail_msg("'%s' is typed, as in %s", from, pattern);
    }
}

/* Else a text would ask for words that nobody understands. A host's rulings are
 * left out: he is no newcomer. */
static void check_commands(const struct nj_catalog *c, size_t g, size_t l)
{
    struct nj_blob blob = {0};
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    char name[80], key[16];
    const char *list;

    (void)snprintf(name, sizeof(name), "locales/games/%s/%s.json",
                   games[g].folder, nj_texts_langs[l]);
    (void)snprintf(key, sizeof(key), "%smild", games[g].prefix);
    list = nj_catalog_get(c, nj_texts_langs[l], key);
    assert_int_equal(nj_embed_read(NULL, name, &blob, &err), NJ_OK);
    assert_int_equal(
        nj_json_open(&doc, blob.text, blob.len, &NJ_JSON_FILE, &err), NJ_OK);
    for (struct nj_json j =
             nj_json_first(nj_json_opt(nj_json_root(doc), "commands"));
         nj_json_present(j); j = nj_json_next(j))
        if (!nj_loose_is(j, "verb", "rule"))
            check_command(j, list);
    nj_json_close(doc);
    nj_blob_fini(&blob);
}

static void no_milder_word_stands_for_one_that_is_typed(void **state)
{
    for (size_t g = 0; g < NJ_COUNT(games); g++)
        for (size_t l = 0; l < NJ_COUNT(nj_texts_langs); l++)
            check_commands(*state, g, l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_stands_there_is_said_otherwise),
        cmocka_unit_test(names_stay_as_they_are),
        cmocka_unit_test(phrases_have_them_too),
        cmocka_unit_test(whatever_is_told_has_milder_words),
        cmocka_unit_test(no_milder_word_stands_for_one_that_is_typed),
    };

    return cmocka_run_group_tests_name("mild", tests, nj_texts_open,
                                       nj_texts_close);
}
