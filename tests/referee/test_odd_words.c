/* What people type beside the point: each is answered with what would be
 * right, or not at all, and changes nothing. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"
#include "match/emit.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static void open_match(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "hugo", "#主持");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "opener", "#开始");
    house_forget(h);
}

static void take_row(struct house *h, struct nj_match_row *row)
{
    assert_true(nj_match_load(h->store, 1, row));
}

/* The one answer, where it was asked; "" for none. */
static void expect_answer(struct house *h, const char *asked, const char *where,
                          const char *answer)
{
    uint32_t n = nj_memory_count(h->gateway);

    if (answer[0] == '\0' && n > 0)
        fail_msg("\"%s\" was answered: %s", asked,
                 nj_memory_get(h->gateway, 0)->text);
    if (answer[0] != '\0' && (n != 1 || !house_heard(h, where, answer)))
        fail_msg("\"%s\": %u answers: %s", asked, (unsigned)n,
                 n > 0 ? nj_memory_get(h->gateway, 0)->text : "");
    house_forget(h);
}

static void powers_want_what_they_need(void **state)
{
    static const struct {
        const char *text, *answer;
    } cases[] = {
        {"%换人 9 电脑 因 掉线", "席号 1–2"},
        {"%换人 0 电脑 因 掉线", "席号 1–2"},
        {"%踢 3 因 掉线", "席号 1–2"},
        {"%延时 很久", "请写时长"},
        {"%公告", "没有公告"},
        {"%跳过", "请写理由"},
    };
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    open_match(&h, "odd_powers");
    take_row(&h, &before);
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        house_group(&h, "hugo", cases[i].text);
        expect_answer(&h, cases[i].text, "group", cases[i].answer);
    }
    house_private(&h, "hugo", "%公告"); /* he may do it from there too */
    expect_answer(&h, "%公告", "hugo", "没有公告");
    take_row(&h, &after);
    assert_int_equal(after.seq, before.seq);
    house_close(&h);
}

static void what_begins_like_a_command_may_be_none(void **state)
{
    static const char *const talk[] = {" ", "\xe3\x80\x80", "#", "ß上", "上ß"};
    struct house h = {.paced = false};
    char line[64];

    NJ_UNUSED(state);
    open_match(&h, "odd_talk");
    for (size_t i = 0; i < NJ_COUNT(talk); i++) {
        house_group(&h, "cat", talk[i]);
        expect_answer(&h, talk[i], "group", "");
    }
    house_private(&h, "cat", "  ");
    expect_answer(&h, "  ", "cat", "");
    (void)snprintf(line, sizeof(line), "#%s", h.referee->entries[0]->code);
    house_group(&h, "cat", line); /* a code and nothing behind it */
    expect_answer(&h, line, "group", "");
    (void)snprintf(line, sizeof(line), "#%s赛况", h.referee->entries[0]->code);
    house_group(&h, "dan", line); /* no space behind it: no code */
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_null(house_heard(&h, "group", "ann")); /* not how things stand */
    house_forget(&h);
    house_group(&h, "eve", "#ßab 赛况"); /* one letter that folds to two */
    assert_null(house_heard(&h, "group", "ann"));
    house_forget(&h);
    house_group(&h, "fay", "#!!! 赛况");
    expect_answer(&h, "#!!! 赛况", "group", "没认出");
    house_close(&h);
}

static void a_match_elsewhere_is_nobodys_to_see(void **state)
{
    struct house h = {.paced = false};
    char line[64];

    NJ_UNUSED(state);
    open_match(&h, "odd_elsewhere");
    (void)snprintf(line, sizeof(line), "#%s 赛况", h.referee->entries[0]->code);
    house_group_at(&h, "qq:g:2", "qq:u:cat", line);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
        assert_null(strstr(nj_memory_get(h.gateway, i)->text, "ann"));
    house_forget(&h);
    house_group_at(&h, "qq:g:2", "qq:u:ann", line); /* she plays it */
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(strstr(nj_memory_get(h.gateway, 0)->text, "ann"));
    house_forget(&h);
    (void)snprintf(line, sizeof(line), "#加入 %s", h.referee->entries[0]->code);
    house_group(&h, "cat", line); /* it has begun */
    expect_answer(&h, line, "group", "没有入座");
    house_close(&h);
}

static void a_mention_is_as_good_as_the_prefix(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    NJ_UNUSED(state);
    house_open(&h, "odd_mention");
    nj_address_user(ev->user, "qq", "ann"); /* without a name and an id */
    nj_address_group(ev->chat, "qq", "1");
    ev->group = true;
    ev->at_me = true;
    nj_event_set_text(ev, "新游戏 漫漫长夜", strlen("新游戏 漫漫长夜"));
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_non_null(house_heard(&h, "group", "开桌"));
    house_close(&h);
}

static void languages_codes_and_games_have_to_be_named(void **state)
{
    struct house h = {.paced = false};
    struct nj_loaded_game games[2];
    char line[64];

    NJ_UNUSED(state);
    house_open(&h, "odd_names");
    house_private(&h, "ann", "语言");
    expect_answer(&h, "语言", "ann", "可以是简体中文");
    house_private(&h, "ann", "语言 en");
    assert_string_equal(nj_books_chat(h.referee, "qq:u:ann")->lang, "en");
    house_private(&h, "ann", "语言 zh-CN");
    house_forget(&h);
    house_private(&h, "ann", "导出");
    expect_answer(&h, "导出", "ann", "还没有打完");
    house_private(&h, "ann", "导出 K7Q");
    expect_answer(&h, "导出 K7Q", "ann", "没有编号为「K7Q」");
    house_private(&h, "ann", "切换 K7Q");
    expect_answer(&h, "切换 K7Q", "ann", "「K7Q」");
    games[0] = h.env.games[0];
    games[1] = (struct nj_loaded_game){.game = &nj_toy_game};
    house_games(&h, games, 2);
    house_group(&h, "ann", "#新游戏");
    expect_answer(&h, "#新游戏", "group", "请写明游戏");
    house_group(&h, "ann", "#游戏"); /* one has no title anywhere */
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    house_group(&h, "ann", "#新游戏 toy quick");
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_group(&h, "ann", "#设置 questions off"); /* nor its options */
    house_forget(&h);
    house_group(&h, "ann", "#赛况");
    (void)snprintf(line, sizeof(line), "questions off");
    assert_non_null(house_heard(&h, "group", line));
    house_group(&h, "ann", "#预设");
    assert_non_null(house_heard(&h, "group", "quick"));
    house_close(&h);
}

static void a_confirmation_comes_in_time(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    open_match(&h, "odd_confirm");
    house_group(&h, "hugo", "%暂停");
    house_private(&h, "ann", "退出");
    take_row(&h, &before);
    house_pass(&h, 310000);
    house_forget(&h);
    house_private(&h, "ann", "确认");
    expect_answer(&h, "确认", "ann", "没有要确认的事");
    house_group(&h, "ann", "#确认"); /* in a group it is talk */
    expect_answer(&h, "#确认", "group", "");
    take_row(&h, &after);
    assert_int_equal(after.seq, before.seq);
    house_close(&h);
}

static void a_clock_that_is_set_back_takes_nothing_back(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    open_match(&h, "odd_clock");
    take_row(&h, &before);
    h.now_ms -= 3600000;
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    take_row(&h, &after);
    assert_true(after.seq > before.seq);
    assert_true(nj_at(h.referee->entries[0]->match) > h.now_ms);
    house_close(&h);
}

static void a_given_seed_is_the_seed(void **state)
{
    struct house h = {.paced = false};
    const struct nj_hash seed = {{42}};
    struct nj_match_row row;

    NJ_UNUSED(state);
    house_open(&h, "odd_seed");
    h.referee->setup.seed = &seed;
    h.referee->setup.seed_rng = NJ_RNG_SPLITMIX64;
    house_begin(&h, "ann bob", "");
    take_row(&h, &row);
    assert_memory_equal(&row.seed, &seed, sizeof(seed));
    assert_int_equal(row.rng, NJ_RNG_SPLITMIX64);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_want_what_they_need),
        cmocka_unit_test(what_begins_like_a_command_may_be_none),
        cmocka_unit_test(a_match_elsewhere_is_nobodys_to_see),
        cmocka_unit_test(a_mention_is_as_good_as_the_prefix),
        cmocka_unit_test(languages_codes_and_games_have_to_be_named),
        cmocka_unit_test(a_confirmation_comes_in_time),
        cmocka_unit_test(a_clock_that_is_set_back_takes_nothing_back),
        cmocka_unit_test(a_given_seed_is_the_seed),
    };

    return cmocka_run_group_tests_name("referee/odd_words", tests, NULL, NULL);
}
