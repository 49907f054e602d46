/* Where the platform lets the bot answer alone, or say little: what a match
 * needs is said before it starts, with what would help. */
#include <stdio.h>
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"

#define STALE "已撤桌"

static void a_table(struct house *h, const char *name, const char *setting)
{
    house_open(h, name);
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_private(h, "cat", "我");
    house_group(h, "ann", "#新游戏 漫漫长夜");
    house_group(h, "ann", "#加入 a");
    house_group(h, "bob", "#加入 b");
    house_group(h, "cat", "#加入 c");
    if (setting != NULL)
        house_group(h, "ann", setting);
    house_forget(h);
}

static void a_group_that_takes_answers_alone(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes", NULL);
    nj_memory_pushes(h.gateway, "qq:g:1", NJ_PUSHES_NONE);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "机器人主动发言"));
    assert_null(house_heard(&h, "group", "轮到"));
    nj_memory_pushes(h.gateway, "qq:g:1", NJ_PUSHES_FREE); /* the way out */
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

static void a_seat_that_takes_answers_alone(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes", NULL);
    nj_memory_pushes(h.gateway, "qq:u:bob", NJ_PUSHES_NONE);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "bob 关了我的主动消息"));
    assert_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

/* Whoever has hours can be answered when he comes. */
static void slow_matches_start_all_the_same(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes", "#设置 think=4h");
    house_group(&h, "ann", "#设置 act=4h");
    nj_memory_pushes(h.gateway, "", NJ_PUSHES_NONE);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

static void a_slow_bot_says_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes", NULL);
    nj_memory_pushes(h.gateway, "", NJ_PUSHES_FEW);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "没做主体认证"));
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

/* Everybody mentions the bot, as where it hears nothing else. */
static void mentions(struct house *h, const char *user, const char *text)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, h->gateway->index);
    static int number;

    e->group = e->at_me = true;
    nj_address_group(e->chat, "qq", "1");
    nj_address_user(e->user, "qq", user);
    (void)snprintf(e->id, sizeof(e->id), "at%d", ++number);
    nj_str_copy(e->name, sizeof(e->name), user);
    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

static const char mentions_only[] = "只听得到 @我 的话";

static void who_hears_mentions_alone_says_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "pushes_mentions");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    mentions(&h, "ann", "新游戏 漫漫长夜");
    mentions(&h, "ann", "加入");
    mentions(&h, "bob", "加入");
    assert_null(house_heard(&h, "group", mentions_only));
    mentions(&h, "ann", "开始");
    assert_non_null(house_heard(&h, "group", mentions_only));
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

/* One word that does not mention it is enough to know better. */
static void who_hears_all_does_not(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes_all", NULL);
    mentions(&h, "ann", "开始");
    assert_null(house_heard(&h, "group", mentions_only));
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_close(&h);
}

static void help_names_the_switches_that_are_off(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "pushes_help");
    mentions(&h, "ann", "帮助");
    assert_non_null(house_heard(&h, "group", mentions_only));
    assert_null(house_heard(&h, "group", "只能回话"));
    nj_memory_pushes(h.gateway, "qq:g:1", NJ_PUSHES_NONE);
    house_forget(&h);
    house_group(&h, "ann", "#帮助");
    assert_non_null(house_heard(&h, "group", "只能回话"));
    assert_null(house_heard(&h, "group", mentions_only));
    house_close(&h);
}

static void there_is_room_in(struct house *h, const char *group)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_ROOM, h->gateway->index);

    e->group = true;
    nj_str_copy(e->chat, sizeof(e->chat), group);
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

/* The table is gone and so is the process that knew of it: the group hears that
 * once it can be told anything. */
static void what_an_earlier_life_could_not_say_is_said(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    a_table(&h, "pushes", NULL);
    for (int hour = 0; hour < 72; hour++) {
        if (hour == 36)
            nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_REFUSED, false);
        house_pass(&h, 3600000);
    }
    house_kill(&h, 1000);
    house_forget(&h);
    house_pass(&h, 3600000);
    assert_null(house_heard(&h, "group", STALE));
    there_is_room_in(&h, "qq:g:1");
    assert_non_null(house_heard(&h, "group", STALE));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_that_takes_answers_alone),
        cmocka_unit_test(what_an_earlier_life_could_not_say_is_said),
        cmocka_unit_test(a_seat_that_takes_answers_alone),
        cmocka_unit_test(slow_matches_start_all_the_same),
        cmocka_unit_test(a_slow_bot_says_so),
        cmocka_unit_test(who_hears_mentions_alone_says_so),
        cmocka_unit_test(who_hears_all_does_not),
        cmocka_unit_test(help_names_the_switches_that_are_off),
    };

    return cmocka_run_group_tests_name("referee/pushes", tests, NULL, NULL);
}
