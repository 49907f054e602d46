/*
 * What may stand behind a game's name, and what a group's tables are usually
 * opened with: words that mean nothing, too many of them, words of an earlier
 * program, a game that the program does not have any more.
 */
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/stage.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/referee_priv.h"
#include "store/store.h"

static const char *const editions[] = {"classic", "harsh", NULL};
static const struct nj_game *real;

/* Harsh is for people who do not plan ahead. */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    if (strcmp(nj_edition(m), "harsh") == 0 &&
        o->v[nj_option_find(real, "plan")] != 0)
        return nj_refuse_option(m, "ln.err_too_harsh", "", NJ_NO_ARGS);
    return real->check_options(m, o, seats);
}

static void begin(struct stage *s, const char *name)
{
    stage_open(s, name);
    real = s->h.env.games[0].game;
    s->game.editions = editions;
    s->game.check_options = check_options;
}

static void admin(struct house *h, const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_str_copy(ev->chat, sizeof(ev->chat), "qq:g:1");
    nj_str_copy(ev->user, sizeof(ev->user), "qq:u:boss");
    nj_str_copy(ev->name, sizeof(ev->name), "boss");
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

static void words_that_mean_nothing_open_nothing(void **state)
{
    struct house h = {.paced = false};
    struct nj_str many = NJ_STR_INIT(400);

    NJ_UNUSED(state);
    house_open(&h, "opening_words");
    house_group(
        &h, "ann",
        "#新游戏 漫漫长夜 "
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
        "lmnopqrstuvwxyz");
    assert_non_null(house_heard(&h, "group", "没有开桌：不认识「abcdefgh"));
    house_forget(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜 10*10 浪漫");
    assert_non_null(house_heard(&h, "group", "不认识「浪漫」"));
    nj_str_puts(&many, "#新游戏 漫漫长夜");
    for (int i = 0; i < 33; i++) /* of which a line may have 32 */
        nj_str_puts(&many, " 经典");
    house_forget(&h);
    house_group(&h, "ann", many.p);
    assert_non_null(house_heard(&h, "group", "不认识「经典」"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    nj_str_cut(&many, many.len - strlen(" 经典"));
    house_group(&h, "ann", many.p);
    assert_int_equal(nj_referee_open(h.referee), 1);
    nj_str_fini(&many);
    house_close(&h);
}

/* The only game need not be named. */
static void the_only_game_is_meant(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "opening_only");
    house_group(&s.h, "ann", "#默认玩法");
    assert_non_null(house_heard(&s.h, "group", "没有设默认玩法"));
    house_group(&s.h, "ann", "#新游戏");
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    house_close(&s.h);
}

static void one_of_several_has_to_be_named(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "opening_which");
    house_group(&h, "ann", "#默认玩法");
    assert_non_null(house_heard(&h, "group", "没有改：请写明游戏"));
    house_group(&h, "ann", "#新游戏");
    assert_non_null(house_heard(&h, "group", "没有开桌：请写明游戏"));
    house_close(&h);
}

/* What no table could be opened with is not settled for all tables. */
static void a_usual_way_is_judged_by_the_game(void **state)
{
    struct stage s;
    struct nj_match_row row;

    NJ_UNUSED(state);
    begin(&s, "opening_judged");
    admin(&s.h, "#默认玩法 漫漫长夜 gentle");
    assert_non_null(house_heard(&s.h, "group", "没有改：不认识「gentle」"));
    admin(&s.h, "#默认玩法 漫漫长夜 谋定后动 harsh");
    assert_non_null(house_heard(&s.h, "group", "ln.err_too_harsh"));
    house_forget(&s.h);
    admin(&s.h, "#默认玩法 漫漫长夜 classic 狂野");
    assert_non_null(house_heard(&s.h, "group", "默认这样开桌：classic 狂野"));
    house_group(&s.h, "ann", "#新游戏 漫漫长夜");
    assert_true(nj_match_load(s.h.store, 1, &row));
    assert_string_equal(row.edition, "classic");
    assert_non_null(strstr(row.options, "\"blocks\":\"wild\""));
    house_close(&s.h);
}

/* Words of an earlier program that this one does not know are left out of what
 * is shown, and a table is opened as the rules have it. */
static void what_is_not_known_any_more_is_no_way(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row row;

    NJ_UNUSED(state);
    house_open(&h, "opening_former");
    nj_setting_put(h.store, "qq:g:1", "base.long-night",
                   "size=99 blocks=wild nonsense cap= 狂野 "
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                   "aaaaaaaaaaaa");
    assert_true(nj_store_good(h.store));
    house_group(&h, "ann", "#默认玩法 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "默认这样开桌：狂野"));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_true(nj_match_load(h.store, 1, &row));
    assert_null(strstr(row.options, "\"blocks\":\"wild\""));
    admin(&h, "#取消默认玩法 漫漫长夜");
    house_forget(&h);
    house_group(&h, "ann", "#默认玩法 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "没有设默认玩法"));
    house_close(&h);
}

/* The last match here was of a game, or an edition, that is gone. */
static void what_the_program_has_not_is_not_begun_again(void **state)
{
    static const char *const others[] = {"classic", NULL};
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "opening_gone");
    house_group(&s.h, "ann", "#新游戏 漫漫长夜");
    house_group(&s.h, "ann", "#设置 回合数 5");
    house_group(&s.h, "ann", "#设置 版本 harsh");
    house_group(&s.h, "ann", "#电脑 2");
    house_group(&s.h, "ann", "#开始");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    s.game.editions = others;
    house_kill(&s.h, 1000);
    house_group(&s.h, "ann", "#重开");
    assert_non_null(house_heard(&s.h, "group", "没有重开"));
    s.game.editions = editions;
    s.game.id = "another-night";
    house_kill(&s.h, 1000);
    house_forget(&s.h);
    house_group(&s.h, "ann", "#重开");
    assert_non_null(house_heard(&s.h, "group", "没有重开"));
    house_forget(&s.h);
    house_group(&s.h, "ann", "#验证"); /* nor proved, nor told again */
    assert_non_null(house_heard(&s.h, "group", "另一版规则"));
    house_pass(&s.h, 3000);
    house_forget(&s.h);
    house_group(&s.h, "ann", "#回放");
    assert_non_null(house_heard(&s.h, "group", "另一版规则"));
    s.game.id = real->id;
    house_kill(&s.h, 1000);
    house_group(&s.h, "ann", "#重开");
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    house_close(&s.h);
}

/* So many tables and no more: of one person, in one group, in all. */
static void there_is_an_end_to_tables(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "opening_many");
    h.referee->setup.tables = (struct nj_table_limits){.person = 1};
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "你开的桌已有 1 桌没有结束"));
    house_group(&h, "bob", "#新游戏 漫漫长夜"); /* who has none */
    assert_int_equal(nj_referee_open(h.referee), 2);
    h.referee->setup.tables = (struct nj_table_limits){.group = 2};
    house_group(&h, "cat", "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "这个群已有 2 桌"));
    house_group_at(&h, "qq:g:2", "qq:u:cat", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 3);
    h.referee->setup.tables = (struct nj_table_limits){.house = 3};
    for (int i = 0; i < 2; i++) { /* the log hears of it once */
        house_forget(&h);
        house_group_at(&h, "qq:g:3", "qq:u:dan", "#新游戏 漫漫长夜");
        assert_non_null(house_heard(&h, "qq:g:3", "机器人最多同时开 3 桌"));
    }
    house_group(&h, "bob", "#关闭");
    house_group_at(&h, "qq:g:3", "qq:u:dan", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 3);
    house_close(&h);
}

/* A match that is over is begun again as far as there is room. */
static void again_needs_room_too(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "opening_again");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#电脑 2");
    house_group(&h, "ann", "#开始");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    h.referee->setup.tables = (struct nj_table_limits){.group = 1};
    house_forget(&h);
    house_group(&h, "ann", "#重开");
    assert_non_null(house_heard(&h, "group", "这个群已有 1 桌"));
    house_group(&h, "ann", "#关闭");
    house_group(&h, "ann", "#重开");
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_mean_nothing_open_nothing),
        cmocka_unit_test(the_only_game_is_meant),
        cmocka_unit_test(one_of_several_has_to_be_named),
        cmocka_unit_test(a_usual_way_is_judged_by_the_game),
        cmocka_unit_test(what_is_not_known_any_more_is_no_way),
        cmocka_unit_test(what_the_program_has_not_is_not_begun_again),
        cmocka_unit_test(there_is_an_end_to_tables),
        cmocka_unit_test(again_needs_room_too),
    };

    return cmocka_run_group_tests_name("referee/opening", tests, NULL, NULL);
}
