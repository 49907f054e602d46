/* Commands of the shell in places where they mean less than elsewhere. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static void open_match(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "hugo", "#主持");
    for (const char *const *u =
             (const char *const[]){"ann", "bob", "cat", NULL};
         *u != NULL; u++) {
        house_private(h, *u, "我");
        house_group(h, *u, "#加入");
    }
}

/* gateways.md 4: a platform swallows messages with links. */
static void a_link_in_words_of_players_is_plain_text(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "link");
    house_group(&h, "opener", "#开始");
    house_forget(&h);
    house_group(&h, "hugo", "%公告 看 http://a.b/: 和 x:/y");
    assert_non_null(house_heard(&h, "group", "http: //a.b/: 和 x:/y"));
    assert_null(house_heard(&h, "group", "://"));
    house_close(&h);
}

/* UX-4: what has piled up goes in as many messages as the limit asks for. */
static void what_has_piled_up_is_sent_in_order_and_in_parts(void **state)
{
    struct house h = {.paced = false};
    const char *first = NULL;
    uint32_t at = 0;

    NJ_UNUSED(state);
    open_match(&h, "piled");
    house_group(&h, "opener", "#开始");
    house_forget(&h);
    nj_memory_link(h.gateway, false);
    for (int i = 10; i < 70; i++) {
        char text[64];

        (void)snprintf(text, sizeof(text), "%%公告 第%d次：请大家休息一会", i);
        house_group(&h, "hugo", text);
    }
    assert_int_equal(nj_memory_count(h.gateway), 0);
    nj_memory_link(h.gateway, true);
    house_run(&h);
    assert_true(nj_memory_count(h.gateway) > 1);
    for (int i = 10; i < 70; i++) {
        char part[32];

        (void)snprintf(part, sizeof(part), "第%d次", i);
        while (at < nj_memory_count(h.gateway) &&
               strstr(nj_memory_get(h.gateway, at)->text, part) == NULL)
            at++;
        assert_true(at < nj_memory_count(h.gateway));
        first = nj_memory_get(h.gateway, at)->text;
        assert_true(strlen(first) <= 1500);
    }
    house_close(&h);
}

static void who_is_out_is_told_what_is_left_to_him(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "out");
    house_group(&h, "opener", "#开始");
    house_forget(&h);
    house_private(&h, "cat", "帮助");
    assert_null(house_heard(&h, "cat", "出局"));
    house_group(&h, "cat", "#退出");
    house_group(&h, "cat", "#确认");
    house_forget(&h);
    house_private(&h, "cat", "帮助");
    assert_non_null(house_heard(&h, "cat", "你已出局"));
    house_close(&h);
}

/* A host who does not sit is ready for nothing. */
static void only_who_sits_is_ready(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "ready");
    house_forget(&h);
    house_private(&h, "hugo", "我");
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_forget(&h);
    house_private(&h, "ann", "我");
    assert_int_equal(nj_memory_count(h.gateway), 2);
    house_close(&h);
}

static void nobody_turns_to_a_match_of_others(void **state)
{
    struct house h = {.paced = false};
    char text[32];

    NJ_UNUSED(state);
    open_match(&h, "others");
    (void)snprintf(text, sizeof(text), "切换 %s", h.referee->entries[0]->code);
    house_private(&h, "stranger", text);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:stranger")->wishes.use, 0);
    house_private(&h, "ann", text);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:ann")->wishes.use, 1);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_in_words_of_players_is_plain_text),
        cmocka_unit_test(what_has_piled_up_is_sent_in_order_and_in_parts),
        cmocka_unit_test(who_is_out_is_told_what_is_left_to_him),
        cmocka_unit_test(only_who_sits_is_ready),
        cmocka_unit_test(nobody_turns_to_a_match_of_others),
    };

    return cmocka_run_group_tests_name("referee/commands", tests, NULL, NULL);
}
