/* Tables: opening, joining, leaving, options, starting. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static void a_table_is_opened_joined_and_begun(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "lobby");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "开桌"));
    assert_non_null(house_heard(&h, "group", "承诺"));
    house_group(&h, "ann", "#加入 幸运");
    assert_non_null(house_heard(&h, "group", "ann 入座"));
    house_group(&h, "ann", "#加入");
    assert_non_null(house_heard(&h, "group", "已经在座"));
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "还不能开始：现在 1 人"));
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "我无法私聊 ann、bob"));
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "漫漫长夜 开始"));
    assert_non_null(house_heard(&h, "ann", "开局了"));
    assert_non_null(house_heard(&h, "bob", "开局了"));
    house_close(&h);
}

/* Design 4: what each has given to the draw stands at the start: his words, or
 * the platform's number of his message. */
static void whoever_joins_adds_to_the_draw(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "lobby_draw");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入 幸运");
    nj_memory_group(h.gateway, "qq:g:1", "bob", "bob", "bobs-4711", "#加入");
    house_run(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "参与抽签的话：幸运、bobs-4711"));
    house_close(&h);
}

static void computers_play_a_match_to_its_end(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "bots");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#电脑 3");
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "当初的承诺"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

static uint32_t times(const char *text, const char *part)
{
    uint32_t n = 0;

    for (; text != NULL && (text = strstr(text, part)) != NULL; n++)
        text += strlen(part);
    return n;
}

/* Of two who play 面具杀人魔, one has two seats. */
static void who_had_two_seats_is_asked_again_once(void **state)
{
    struct house h = {.paced = false};
    const char *text;

    NJ_UNUSED(state);
    house_open(&h, "lobby_again");
    house_group(&h, "ann", "#新游戏 面具杀人魔");
    for (int i = 0; i < 2; i++) {
        const char *who = i == 0 ? "ann" : "bob";

        house_private(&h, who, "我");
        house_group(&h, who, "#加入");
    }
    house_group(&h, "ann", "#开始");
    for (int i = 0; i < 2; i++) {
        house_group(&h, i == 0 ? "ann" : "bob", "#退出");
        house_group(&h, i == 0 ? "ann" : "bob", "#确认");
    }
    house_forget(&h);
    house_group(&h, "ann", "#重开");
    text = house_heard(&h, "group", "再来一局");
    assert_int_equal(times(text, "ann，再来一局"), 1);
    assert_int_equal(times(text, "bob，再来一局"), 1);
    house_close(&h);
}

/* MK-19.10: what a host reads of a game before people sit down. */
static void a_card_says_what_its_game_says(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "lobby_note");
    house_group(&h, "ann", "#新游戏 面具杀人魔");
    house_group(&h, "hugo", "#主持");
    assert_non_null(house_heard(&h, "group", "，看得见一切"));
    house_group(&h, "ann", "#关闭");
    house_close(&h);
}

/* Each join stays in the draw, so there is an end to them: of one person, and
 * of all. */
static void nobody_comes_and_goes_for_ever(void **state)
{
    struct house h = {.paced = false};
    char who[16];

    NJ_UNUSED(state);
    house_open(&h, "lobby_joins");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    for (int i = 0; i < NJ_JOINS_OF_ONE; i++) {
        house_group(&h, "bob", "#加入");
        house_group(&h, "bob", "#退出");
    }
    house_forget(&h);
    house_group(&h, "bob", "#加入");
    assert_non_null(house_heard(&h, "group", "你在这一桌进出太多次了"));
    for (int i = NJ_JOINS_OF_ONE; i < NJ_JOINS_MAX; i++) {
        (void)snprintf(who, sizeof(who), "p%d", i);
        house_group(&h, who, "#加入");
        house_group(&h, who, "#退出");
    }
    house_group(&h, "cat", "#加入");
    assert_non_null(house_heard(&h, "group", "抽签记不下了"));
    assert_int_equal(h.referee->entries[0]->n_sitters, 0);
    house_close(&h);
}

/* A code names the table where there are several; letters that are no code
 * are words for the draw. */
static void a_code_names_the_table(void **state)
{
    struct house h = {.paced = false};
    char line[40];

    NJ_UNUSED(state);
    house_open(&h, "lobby_code");
    house_group(&h, "ann", "#加入");
    assert_non_null(house_heard(&h, "group", "没有"));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    (void)snprintf(line, sizeof(line), "#加入 %s", h.referee->entries[0]->code);
    house_group(&h, "bob", line);
    assert_int_equal(h.referee->entries[0]->n_sitters, 1);
    house_group_at(&h, "qq:g:2", "qq:u:cat", line); /* not theirs to see */
    assert_int_equal(h.referee->entries[0]->n_sitters, 1);
    house_group(&h, "cat", "#加入 777");
    house_group(&h, "dan", "#加入 777 好运");
    assert_int_equal(h.referee->entries[1]->n_sitters, 2);
    assert_string_equal(h.referee->entries[1]->sitters[0].contribution, "777");
    assert_string_equal(h.referee->entries[1]->sitters[1].contribution,
                        "777 好运");
    house_close(&h);
}

/* Computer players come and go within the seats there are. */
static void computers_have_the_seats_there_are(void **state)
{
    struct house h = {.paced = false};
    const struct nj_entry *e;

    NJ_UNUSED(state);
    house_open(&h, "lobby_computers");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    e = h.referee->entries[0];
    house_group(&h, "ann", "#电脑");
    house_group(&h, "ann", "#电脑 2");
    assert_int_equal(e->n_sitters, 3);
    house_group(&h, "ann", "#电脑 90");
    assert_non_null(house_heard(&h, "group", "没有执行：最多"));
    assert_int_equal(e->n_sitters, 3);
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#减电脑");
    assert_int_equal(e->n_sitters, 3);
    house_group(&h, "ann", "#减电脑 9"); /* more than there are: all */
    assert_int_equal(e->n_sitters, 1);
    assert_string_equal(e->sitters[0].user, "qq:u:bob");
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_opened_joined_and_begun),
        cmocka_unit_test(whoever_joins_adds_to_the_draw),
        cmocka_unit_test(computers_play_a_match_to_its_end),
        cmocka_unit_test(who_had_two_seats_is_asked_again_once),
        cmocka_unit_test(a_card_says_what_its_game_says),
        cmocka_unit_test(nobody_comes_and_goes_for_ever),
        cmocka_unit_test(a_code_names_the_table),
        cmocka_unit_test(computers_have_the_seats_there_are),
    };

    return cmocka_run_group_tests_name("referee/lobby", tests, NULL, NULL);
}
