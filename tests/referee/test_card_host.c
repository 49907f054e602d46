/* A host of 杀手牌 among people: what he sees, rules and is told (NC-17.9 to
 * 17.11). */
#include "kit/house.h"
#include "kit/nj_test.h"

#define PLAYERS 7
#define DAY_MS  INT64_C(86400000)

static const char *const players[PLAYERS] = {"ann", "bob", "cat", "dan",
                                             "eve", "fay", "gus"};

/* A first night with a host who holds no seat. */
static void open_night(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "hugo", "#新游戏 杀手牌");
    house_group(h, "hugo", "#主持");
    house_private(h, "hugo", "我");
    for (size_t i = 0; i < PLAYERS; i++) {
        house_private(h, players[i], "我");
        house_group(h, players[i], "#加入");
    }
    house_group(h, "hugo", "#设置 宣言字数 0");
    house_group(h, "hugo", "#开始");
    house_pass(h, DAY_MS + 1000);
}

/* A deadline that a grace has moved is none that a log knows: what a host is
 * shown of a seat must not be told with it. */
static void a_host_looks_behind_an_outage(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "card_look");
    house_kill(&h, 600000);
    house_forget(&h);
    house_private(&h, "hugo", "%看 3");
    assert_non_null(house_heard(&h, "hugo", "手牌"));
    house_kill(&h, 1000);
    house_forget(&h);
    house_private(&h, "ann", "手牌");
    assert_non_null(house_heard(&h, "ann", "截止"));
    house_close(&h);
}

/* NC-17.9, UX-2.3: the host looks without reason and digits, at a seat or at
 * all of them, and nobody else hears of it. */
static void a_host_looks_when_he_likes(void **state)
{
    static const char *const looks[] = {"%看", "%看 2", "%看 2 因 有争议",
                                        "%look", "%look 2"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "card_board");
    for (size_t i = 0; i < NJ_COUNT(looks); i++) {
        bool one = strchr(looks[i], '2') != NULL;

        house_forget(&h);
        house_private(&h, "hugo", looks[i]);
        assert_null(house_heard(&h, "hugo", "确认"));
        assert_non_null(house_heard(&h, "hugo", one ? "手牌" : "2 席·bob（"));
        assert_true(one || house_heard(&h, "hugo", "6 席·") != NULL);
        assert_null(house_heard(&h, "group", ""));
        assert_null(house_heard(&h, "bob", ""));
    }
    house_close(&h);
}

/* What is and what will be, by names; and what has been done, also of that which
 * the group hears at once. */
static void rulings_are_told_in_words(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "card_rule");
    house_private(&h, "hugo", "%裁定 点数 2 17 因 漏发");
    assert_non_null(house_heard(&h, "hugo", "2 席·bob：点数"));
    house_confirm(&h, "hugo");
    assert_non_null(house_heard(&h, "hugo", "已照办：2 席·bob 的点数"));
    house_private(&h, "hugo", "%回退 因 看错了");
    assert_non_null(
        house_heard(&h, "hugo", "会收回刚才对 2 席·bob 的裁定（改点数）"));
    house_confirm(&h, "hugo");
    assert_non_null(
        house_heard(&h, "hugo", "收回了对 2 席·bob 的裁定（改点数）"));
    house_pass(&h, DAY_MS);
    house_group(&h, "ann", "票 3");
    house_forget(&h);
    house_private(&h, "hugo", "%裁定 票 1 清 因 点错了");
    assert_non_null(house_heard(&h, "hugo", "清掉投给 3 席·cat 的票"));
    assert_null(house_heard(&h, "hugo", "已照办"));
    house_confirm(&h, "hugo");
    assert_non_null(
        house_heard(&h, "hugo", "已照办：1 席·ann 投给 3 席·cat 的票清了"));
    assert_null(house_heard(&h, "group", "已照办"));
    house_close(&h);
}

/* NC-17.8: before people sit down they read who sees all cards; where the
 * platform has a prefix of its own, texts show that (UX-2.1). */
static void a_card_says_who_sees_everything(void **state)
{
    static const char group[] = "tg:g:7";
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "card_card");
    h.second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    (void)snprintf(h.second->prefix, sizeof(h.second->prefix), "/");
    house_group(&h, "hugo", "#新游戏 杀手牌");
    assert_non_null(house_heard(&h, "group", "发「#加入」"));
    house_group(&h, "hugo", "#设置");
    assert_non_null(house_heard(&h, "group", "这一桌的设置。"));
    assert_null(house_heard(&h, "group", "没有「"));
    house_group(&h, "hugo", "#主持");
    assert_non_null(house_heard(&h, "group", "的天神，看得见全部牌"));
    house_group_at(&h, group, "tg:u:ann", "/lang zh-CN");
    house_group_at(&h, group, "tg:u:ann", "/new night-of-cards");
    assert_non_null(house_heard(&h, group, "发「/加入」"));
    house_group_at(&h, group, "tg:u:bob", "/host");
    assert_non_null(house_heard(&h, group, "（看得见全部牌）"));
    assert_null(house_heard(&h, group, "发「#加入」"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_looks_behind_an_outage),
        cmocka_unit_test(a_host_looks_when_he_likes),
        cmocka_unit_test(rulings_are_told_in_words),
        cmocka_unit_test(a_card_says_who_sees_everything),
    };

    return cmocka_run_group_tests_name("referee/card_host", tests, NULL, NULL);
}
