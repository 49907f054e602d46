/* A match whose log does not fold any more is frozen by whatever wakes it,
 * and whoever asked for something else hears only that (design 5). */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define HOUR_MS INT64_C(3600000)

/* A match of two with a host. */
static void open_match(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "hugo", "#主持");
    house_group(h, "opener", "#设置 think 12h");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_private(h, "hugo", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "opener", "#开始");
}

static void let_sleep(struct house *h)
{
    house_pass(h, 200000);
    h->referee->setup.idle_ms = 1000;
    house_pass(h, 20000);
    assert_int_equal(nj_referee_awake(h->referee), 0);
}

/* Its first input is not what it was. */
static void spoil(struct house *h)
{
    struct nj_err err = {{0}};
    struct nj_match_row row;

    assert_true(nj_match_load(h->store, 1, &row));
    row.seed.b[0] ^= 1;
    nj_store_begin(h->store);
    nj_match_update(h->store, &row);
    assert_true(nj_store_good(h->store));
    assert_int_equal(nj_store_commit(h->store, &err), NJ_OK);
}

static void open_spoiled(struct house *h, const char *name)
{
    open_match(h, name);
    house_group(h, "bob", "#退出"); /* to be confirmed */
    let_sleep(h);
    spoil(h);
    house_forget(h);
}

static void expect_frozen(struct house *h, const char *what)
{
    struct nj_match_row row;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        if (strstr(nj_memory_get(h->gateway, i)->text, "冻结") == NULL)
            fail_msg("\"%s\" was answered: %s", what,
                     nj_memory_get(h->gateway, i)->text);
    assert_non_null(house_heard(h, "group", "冻结"));
    assert_non_null(house_heard(h, "hugo", "冻结"));
    assert_int_equal(nj_referee_open(h->referee), 0);
    assert_true(nj_match_load(h->store, 1, &row));
    assert_int_equal(row.state, NJ_MATCH_FROZEN);
    assert_int_equal(nj_books_chat(h->referee, "qq:u:ann")->n_entries, 0);
}

static void whatever_wakes_it_freezes_it(void **state)
{
    static const struct {
        const char *who, *text;
    } asked[] = {{"ann", "上"},     {"bob", "上"},
                 {"ann", "#上"},    {"cat", "#赛况"},
                 {"ann", "#退出"},  {"bob", "#确认"},
                 {"hugo", "%暂停"}, {"hugo", "%换人 1 电脑 因 掉线"},
                 {"ann", "#暂停"},  {"ann", "#请假 3m"},
                 {"ann", "右;右"},  {"ann", "#求替补"},
                 {"hugo", "%催"}};

    static const char *const private[] = {"上", "赛况", "墙"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(asked); i++) {
        struct house h = {.paced = false};

        open_spoiled(&h, "spoiled");
        house_group(&h, asked[i].who, asked[i].text);
        expect_frozen(&h, asked[i].text);
        house_close(&h);
    }
    for (size_t i = 0; i < NJ_COUNT(private); i++) {
        struct house h = {.paced = false};

        open_spoiled(&h, "spoiled_private");
        house_private(&h, "ann", private[i]);
        expect_frozen(&h, private[i]);
        house_close(&h);
    }
}

static void its_deadline_freezes_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_spoiled(&h, "spoiled_deadline");
    house_pass(&h, 12 * HOUR_MS);
    expect_frozen(&h, "the deadline");
    house_close(&h);
}

/* In private a match is named by its code, and nothing has woken it before. */
static void whatever_names_it_in_private_freezes_it(void **state)
{
    static const struct {
        const char *who, *text;
    } asked[] = {{"ann", "我"},   {"hugo", "我"},     {"bob", "确认"},
                 {"ann", "墙"},   {"ann", "请假 3m"}, {"ann", "求替补"},
                 {"hugo", "赛况"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(asked); i++) {
        struct house h = {.paced = false};
        char line[40];

        open_spoiled(&h, "spoiled_code");
        (void)snprintf(line, sizeof(line), "#%s %s",
                       h.referee->entries[0]->code, asked[i].text);
        house_private(&h, asked[i].who, line);
        expect_frozen(&h, line);
        house_close(&h);
    }
}

/* The digits came before it was spoiled: they apply nothing. */
static void digits_for_it_freeze_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "spoiled_digits");
    house_group(&h, "hugo", "%换人 1 电脑 因 掉线");
    let_sleep(&h);
    spoil(&h);
    house_confirm(&h, "hugo");
    assert_non_null(house_heard(&h, "group", "冻结"));
    assert_null(house_heard(&h, "group", "掉线"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

/* Help and one's own place can be told without it. */
static void what_needs_no_match_is_told_all_the_same(void **state)
{
    static const struct {
        const char *text, *answer;
    } asked[] = {
        {"帮助", "我是夜鹰"}, {"我", "私聊已接通"}, {"比赛", "没有比赛"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(asked); i++) {
        struct house h = {.paced = false};

        open_spoiled(&h, "spoiled_help");
        house_private(&h, "ann", asked[i].text);
        assert_non_null(house_heard(&h, "ann", asked[i].answer));
        assert_non_null(house_heard(&h, "group", "冻结"));
        house_close(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_wakes_it_freezes_it),
        cmocka_unit_test(whatever_names_it_in_private_freezes_it),
        cmocka_unit_test(digits_for_it_freeze_it),
        cmocka_unit_test(its_deadline_freezes_it),
        cmocka_unit_test(what_needs_no_match_is_told_all_the_same),
    };

    return cmocka_run_group_tests_name("referee/frozen", tests, NULL, NULL);
}
