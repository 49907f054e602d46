/* Words at a table: options, seats, what is given to the draw; and texts that
 * are too long for one message. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "locale/format.h"
#include "referee/commands/commands_priv.h"
#include "referee/referee_priv.h"

static void open_table(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_forget(h);
}

static void options_say_what_would_be_right(void **state)
{
    static const struct {
        const char *text, *answer;
    } cases[] = {
        {"#设置 seed 1", "谁也不能指定"},
        {"#设置 种子 1", "谁也不能指定"},
        {"#设置 種子 1", "谁也不能指定"},
        {"#设置 颜色 红", "颜色"},
        {"#设置 event 太阳", "太阳"},
        {"#设置 event", "雨天"},
        {"#设置 cap 很多", "0 .. 200"},
        {"#设置", "点杀 关闭"},
        {"#设置 隐匿", "隐匿 关闭：每人可以藏起一次行动"},
        {"#设置 隐匿", "可以设成：关闭、回合、单步。"},
        {"#设置 思考时限", "思考时限 3 分钟：轮到你之后"},
        {"#set time to think", "10 秒 .. 14 天"},
        {"#设置 自选区块", "自选区块 无："},
        {"#set walls", "没有「walls」这个选项"},
    };
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    open_table(&h, "words_options");
    assert_true(nj_match_load(h.store, 1, &before));
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        house_group(&h, "opener", cases[i].text);
        if (house_heard(&h, "group", cases[i].answer) == NULL)
            fail_msg("\"%s\" is not answered so", cases[i].text);
        assert_int_equal(nj_memory_count(h.gateway), 1);
        house_forget(&h);
    }
    assert_true(nj_match_load(h.store, 1, &after));
    assert_string_equal(after.options, before.options);
    house_group(&h, "opener", "#设置 EVENT rain");
    assert_true(nj_match_load(h.store, 1, &after));
    assert_non_null(strstr(after.options, "\"event\":\"rain\""));
    house_close(&h);
}

/* On and off in all that people say for them, whatever the choices are called,
 * and lengths as the program prints them (LN review 1.9, 2.12). */
static void a_value_is_read_as_people_say_it(void **state)
{
    static const struct {
        const char *text, *stored;
    } cases[] = {{"#设置 点杀 开", "\"capture\":\"point\""},
                 {"#设置 点杀 关", "\"capture\":\"pass\""},
                 {"#设置 点杀 on", "\"capture\":\"point\""},
                 {"#设置 点杀 否。", "\"capture\":\"pass\""},
                 {"#设置 大乱斗 开启", "\"melee\":\"on\""},
                 {"#设置 大乱斗 关闭", "\"melee\":\"off\""},
                 {"#设置 大乱斗 是", "\"melee\":\"on\""},
                 {"#设置 大乱斗 No", "\"melee\":\"off\""},
                 {"#设置 大乱斗 1", "\"melee\":\"on\""},
                 {"#设置 大乱斗 禁用", "\"melee\":\"off\""},
                 {"#设置 大乱斗 啟用", "\"melee\":\"on\""},
                 {"#设置 大乱斗 0", "\"melee\":\"off\""},
                 {"#设置 隐匿 关", "\"hide\":\"off\""},
                 {"#设置 事件 关掉", "\"event\":\"none\""},
                 {"#设置 思考时限 30 秒", "\"think\":\"30s\""},
                 {"#设置 思考时限 2 分钟", "\"think\":\"2m\""},
                 {"#设置 思考时限：1小时", "\"think\":\"1h\""},
                 {"#设置 思考时限 两分钟半", "\"think\":\"150s\""},
                 {"#设置 思考时限 半小时", "\"think\":\"30m\""},
                 {"#set time to think half an hour", "\"think\":\"30m\""},
                 {"#set time to think 40 s", "\"think\":\"40s\""},
                 {"#set walls when stopping on", "\"stop_walls\":\"on\""},
                 {"#set stop_walls off", "\"stop_walls\":\"off\""}};
    struct house h = {.paced = false};
    struct nj_match_row row;

    NJ_UNUSED(state);
    open_table(&h, "words_values");
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        house_group(&h, "opener", cases[i].text);
        assert_true(nj_match_load(h.store, 1, &row));
        if (strstr(row.options, cases[i].stored) == NULL)
            fail_msg("\"%s\" leads to %s: %s", cases[i].text, row.options,
                     house_heard(&h, "group", ""));
        house_forget(&h);
    }
    house_close(&h);
}

/* What stands and what it means: of what was changed in the group, of all in
 * private, while it is played too, and to whom the table does not belong. */
static void settings_are_told_with_their_meaning(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "words_settings");
    house_begin(&h, "ann bob", "hide=turn");
    house_forget(&h);
    house_group(&h, "eve", "#设置");
    assert_non_null(
        house_heard(&h, "group", "这一局的设置：\n隐匿 回合：每人可以藏起"));
    assert_null(house_heard(&h, "group", "追下一席还是上一席"));
    house_private(&h, "ann", "设置");
    assert_non_null(
        house_heard(&h, "ann", "\n捕捉目标 下家：追下一席还是上一席\n"));
    house_forget(&h);
    house_group(&h, "eve", "#设置 隐匿");
    assert_non_null(house_heard(&h, "group", "隐匿 回合：每人可以藏起"));
    assert_non_null(house_heard(&h, "group", "。\n开局以后不能改。"));
    house_forget(&h);
    house_group(&h, "ann", "#设置 隐匿 关");
    assert_non_null(house_heard(&h, "group", "已经开始了"));
    house_close(&h);
}

/* Each of them sets an option of the game, and the list of words names it. */
static uint32_t try_words(struct house *h, const struct nj_game *game,
                          const char *lang)
{
    const char *words[2 * NJ_OPENING_WORDS];
    const struct nj_format f = {.catalog = h->referee->setup.catalog,
                                .lang = lang};
    struct nj_str list = NJ_STR_INIT(2000);
    uint32_t n = nj_commands_words(h->referee->setup.commands, game->id,
                                   "setting", lang, words, NJ_COUNT(words));

    nj_opening_list(h->referee, game, &f, &list);
    for (uint32_t i = 0; i < n; i++) {
        const char *value;
        int option;

        if (!nj_opening_word(h->referee, game, words[i], &option, &value))
            fail_msg("%s, %s: '%s' sets nothing", game->id, lang, words[i]);
        assert_non_null(strstr(list.p, words[i]));
    }
    nj_str_fini(&list);
    return n;
}

/* SH 4.7: nothing of another game is named at a table of the hotel. */
static void settings_are_those_of_the_game(void **state)
{
    static const char *const typed[] = {"#设置", "#帮助", "#预设"};
    static const char *const others[] = {"点杀", "漫漫长夜", "隐匿", "炸弹"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "table_hotel");
    house_group(&h, "ann", "#新游戏 黑影杀");
    for (size_t i = 0; i < NJ_COUNT(typed); i++) {
        house_forget(&h);
        house_group(&h, "ann", typed[i]);
        assert_non_null(house_heard(&h, "group", ""));
        for (size_t k = 0; k < NJ_COUNT(others); k++)
            if (house_heard(&h, "group", others[k]) != NULL)
                fail_msg("%s names %s", typed[i], others[k]);
    }
    house_close(&h);
}

/* LN-28.1: behind a game's name, in each language. */
static void every_word_for_a_table_sets_an_option(void **state)
{
    struct house h = {.paced = false};
    uint32_t all = 0;

    NJ_UNUSED(state);
    house_open(&h, "words_opening");
    for (uint32_t g = 0; g < h.referee->setup.n_games; g++) {
        const char *const *langs = nj_catalog_langs(h.referee->setup.catalog);

        for (uint32_t l = 0; langs[l] != NULL; l++)
            all += try_words(&h, h.referee->setup.games[g].game, langs[l]);
    }
    assert_true(all >= 3 * 25);
    house_close(&h);
}

static void a_table_has_so_many_seats(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "words_seats");
    house_group(&h, "opener", "#电脑 9");
    assert_non_null(house_heard(&h, "group", "最多 6 席"));
    assert_int_equal(h.referee->entries[0]->n_sitters, 0);
    house_group(&h, "opener", "#电脑");
    house_group(&h, "opener", "#电脑 5");
    assert_int_equal(h.referee->entries[0]->n_sitters, 6);
    house_forget(&h);
    house_group(&h, "ann", "#加入");
    assert_non_null(house_heard(&h, "group", "最多 6 席"));
    assert_int_equal(h.referee->entries[0]->n_sitters, 6);
    house_group(&h, "opener", "#减电脑");
    assert_int_equal(h.referee->entries[0]->n_sitters, 5);
    house_group(&h, "opener", "#减电脑 9");
    assert_int_equal(h.referee->entries[0]->n_sitters, 0);
    house_close(&h);
}

/* Three letters that are no table's code were meant as words. */
static void words_go_into_the_draw(void **state)
{
    struct house h = {.paced = false};
    char line[64];

    NJ_UNUSED(state);
    open_table(&h, "words_draw");
    house_group(&h, "ann", "#加入 777");
    house_group(&h, "bob", "#加入 777 幸运");
    (void)snprintf(line, sizeof(line), "#加入 %s 三只猫",
                   h.referee->entries[0]->code);
    house_group(&h, "cat", line);
    assert_int_equal(h.referee->entries[0]->n_sitters, 3);
    assert_string_equal(h.referee->entries[0]->sitters[0].contribution, "777");
    assert_string_equal(h.referee->entries[0]->sitters[1].contribution,
                        "777 幸运");
    assert_string_equal(h.referee->entries[0]->sitters[2].contribution,
                        "三只猫");
    house_close(&h);
}

/* --- texts that are too long --- */

static const char *long_text;

static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(game);
    NJ_UNUSED(lang);
    return long_text;
}

/* Everything arrives, in pieces that a platform takes. */
static void expect_pieces(struct house *h, size_t letters)
{
    size_t heard = 0;

    house_forget(h);
    house_group(h, "opener", "#规则");
    assert_true(nj_memory_count(h->gateway) > 1);
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const char *text = nj_memory_get(h->gateway, i)->text;
        size_t lines = 1;

        assert_true(strlen(text) <= 1500);
        for (; *text != '\0'; text++) {
            heard += *text == 'x';
            lines += *text == '\n';
        }
        assert_true(lines <= 40);
    }
    assert_int_equal(heard, letters);
}

static void what_is_too_long_comes_in_pieces(void **state)
{
    struct house h = {.paced = false};
    static char one_line[2801], many_lines[241];

    NJ_UNUSED(state);
    memset(one_line, 'x', 2800);
    for (size_t i = 0; i < 120; i++) {
        many_lines[2 * i] = 'x';
        many_lines[2 * i + 1] = '\n';
    }
    open_table(&h, "words_long");
    h.referee->setup.rules = rules;
    long_text = one_line;
    expect_pieces(&h, 2800);
    long_text = many_lines;
    expect_pieces(&h, 120);
    house_close(&h);
}

static void a_platform_that_wants_time_gets_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "words_later");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_LATER, false);
    house_group(&h, "ann", "#加入");
    assert_int_equal(nj_memory_count(h.gateway), 1); /* tried once */
    house_forget(&h);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_run(&h);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_pass(&h, 60000);
    assert_non_null(house_heard(&h, "group", "ann 入座"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_say_what_would_be_right),
        cmocka_unit_test(a_value_is_read_as_people_say_it),
        cmocka_unit_test(settings_are_told_with_their_meaning),
        cmocka_unit_test(settings_are_those_of_the_game),
        cmocka_unit_test(every_word_for_a_table_sets_an_option),
        cmocka_unit_test(a_table_has_so_many_seats),
        cmocka_unit_test(words_go_into_the_draw),
        cmocka_unit_test(what_is_too_long_comes_in_pieces),
        cmocka_unit_test(a_platform_that_wants_time_gets_it),
    };

    return cmocka_run_group_tests_name("referee/table_words", tests, NULL,
                                       NULL);
}
