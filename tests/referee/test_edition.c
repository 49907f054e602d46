/*
 * A game with several editions: a table has one, which people choose like an
 * option; it is on the card, in the check of the options, in the match and in
 * the next table for the same people.
 */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"
#include "store/store.h"

static const char *const editions[] = {"classic", "harsh", NULL};
static const struct nj_game *real;
static struct nj_game two;
static struct nj_loaded_game loaded;

/* Harsh is for at most thirty rounds, and takes bare letters. */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    int rounds = nj_option_find(real, "cap");
    int letters = nj_option_find(real, "letters");

    if (strcmp(nj_edition(m), "harsh") == 0) {
        if (o->v[rounds] > 30)
            return nj_refuse_option(m, "ln.err_too_harsh", "", NJ_NO_ARGS);
        o->v[letters] = 1;
    }
    return real->check_options(m, o, seats);
}

static void begin(struct house *h)
{
    house_open(h, "edition");
    loaded = h->env.games[0];
    real = loaded.game;
    two = *real;
    two.editions = editions;
    two.check_options = check_options;
    loaded.game = &two;
    house_games(h, &loaded, 1);
}

static void row_says(struct house *h, int64_t id, const char *edition)
{
    struct nj_match_row row;

    assert_true(nj_match_load(h->store, id, &row));
    assert_string_equal(row.edition, edition);
}

static void it_is_set_like_an_option(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "版本 classic"));
    row_says(&h, 1, "classic");
    house_forget(&h);
    house_group(&h, "ann", "#设置 版本 harsh");
    assert_non_null(house_heard(&h, "group", "版本 改为 harsh"));
    row_says(&h, 1, "harsh");
    house_group(&h, "ann", "#设置 edition=Classic");
    assert_non_null(house_heard(&h, "group", "版本 改为 classic"));
    row_says(&h, 1, "classic");
    house_group(&h, "ann", "#设置 版本 gentle");
    assert_non_null(house_heard(
        &h, "group", "版本 不能是「gentle」。可以是：classic, harsh"));
    house_group(&h, "ann", "#设置 版本");
    assert_non_null(
        house_heard(&h, "group", "写上要哪个版本。可以是：classic, harsh"));
    house_group(&h, "ann", "#设置");
    assert_non_null(house_heard(&h, "group", "\n版本 classic"));
    house_group(&h, "eve", "#设置 版本 harsh");
    row_says(&h, 1, "classic");
    house_group(&h, "ann", "#预设");
    assert_non_null(
        house_heard(&h, "group", "漫漫长夜 的版本：classic, harsh"));
    house_close(&h);
}

static void it_may_be_named_when_the_table_is_opened(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜 harsh");
    row_says(&h, 1, "harsh");
    house_group(&h, "ann", "#新游戏 漫漫长夜 慢速 harsh");
    row_says(&h, 2, "harsh");
    house_group(&h, "ann", "#新游戏 漫漫长夜 harsh 慢速");
    row_says(&h, 3, "harsh");
    assert_non_null(house_heard(&h, "group", "版本 harsh、"));
    house_group(&h, "ann", "#新游戏 漫漫长夜 harsh gentle");
    assert_non_null(house_heard(&h, "group", "不认识「gentle」"));
    house_close(&h);
}

static void options_are_judged_by_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#设置 回合数 40");
    house_group(&h, "ann", "#设置 版本 harsh");
    assert_non_null(house_heard(&h, "group", "ln.err_too_harsh"));
    row_says(&h, 1, "classic");
    house_group(&h, "ann", "#设置 回合数 20");
    house_forget(&h);
    house_group(&h, "ann", "#设置 版本 harsh");
    assert_non_null(house_heard(&h, "group", "裸字母 调整为 开"));
    row_says(&h, 1, "harsh");
    house_forget(&h);
    house_group(&h, "ann", "#设置 回合数 40");
    assert_non_null(house_heard(&h, "group", "ln.err_too_harsh"));
    house_close(&h);
}

static void the_match_and_the_next_table_have_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜 harsh");
    house_group(&h, "ann", "#设置 回合数 5");
    house_group(&h, "ann", "#电脑 2");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "再来一局"));
    row_says(&h, 1, "harsh");
    house_kill(&h, 1000);
    house_forget(&h);
    house_group(&h, "ann", "#重开");
    assert_non_null(house_heard(&h, "group", "版本 harsh"));
    row_says(&h, 2, "harsh");
    house_close(&h);
}

static void a_game_with_one_edition_has_no_such_option(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "edition");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_null(house_heard(&h, "group", "版本"));
    house_group(&h, "ann", "#设置 版本 classic");
    assert_non_null(house_heard(&h, "group", "没有「版本」这个选项"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_set_like_an_option),
        cmocka_unit_test(it_may_be_named_when_the_table_is_opened),
        cmocka_unit_test(options_are_judged_by_it),
        cmocka_unit_test(the_match_and_the_next_table_have_it),
        cmocka_unit_test(a_game_with_one_edition_has_no_such_option),
    };

    return cmocka_run_group_tests_name("referee/edition", tests, NULL, NULL);
}
