/* 面具杀人魔 in a whole house: several orders of a message, the moment in which
 * a turn ends, what does not arrive. */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define TURN_MS   180000
#define PROMPT_MS 60000
#define TALES     13 /* fill a text but for two lines */

/* Ann hunts; Bob, whose turn it is, has Laurie, Cat Annie. */
static void begin(struct house *h, const char *name, const char *host)
{
    house_open(h, name);
    house_street(h, "qq:g:1", "qq:u:ann qq:u:bob qq:u:cat qq:u:dan", host);
}

static uint32_t heard_by_group(struct house *h)
{
    char group[NJ_ADDRESS_MAX];
    uint32_t n = 0;

    nj_address_group(group, "qq", "1");
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        n += strcmp(nj_memory_get(h->gateway, i)->to, group) == 0;
    return n;
}

/* MK-19.9: seats have the same form before they have victims, and behind the
 * end, where the house names people. */
static void seats_are_called_alike_before_and_after_the_start(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "masked_called");
    house_street_told(&h, "qq:g:1", "qq:u:ann qq:u:bob qq:u:cat", NULL);
    assert_non_null(house_heard(&h, "group", "其余是受害者：1 席·"));
    assert_non_null(house_heard(&h, "group", " 选了洛莉：E19"));
    assert_non_null(house_heard(&h, "group", "轮到 1 席·洛莉"));
    assert_null(house_heard(&h, "group", "1席"));
    house_close(&h);
}

/* T309, MK-19.14, 19.21: both acts and who is next, in one text. */
static void several_orders_are_one_text(void **state)
{
    struct house h = {.paced = false};
    const char *text;

    NJ_UNUSED(state);
    begin(&h, "masked_batch", NULL);
    house_group(&h, "bob", "走西西北；转身面南");
    assert_int_equal(heard_by_group(&h), 1);
    text = house_heard(&h, "group", "C18");
    assert_non_null(text);
    assert_non_null(strstr(text, "1 席·洛莉 走 西西北 → C18，面北。没看到他。\n"
                                 "1 席·洛莉 转身面南。没看到他。\n"
                                 "轮到 2 席·安妮（第 1 轮，2 个行动），截止"));
    house_close(&h);
}

/* MK-19.17: help says what an attack without a word is, what to ask before a
 * step, and what each of those who can be chosen is good for; in eight lines at
 * most. */
static void help_tells_what_a_newcomer_asked_himself(void **state)
{
    static const char *const words[] = {"搜索格、路 C18、视野、地图、牌表",
                                        "转身面南"};
    struct house h = {.paced = false};
    const char *text = "";
    int lines = 1;

    NJ_UNUSED(state);
    begin(&h, "masked_help", NULL);
    house_group(&h, "bob", "#帮助");
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        assert_non_null(text = house_heard(&h, "group", words[i]));
    for (const char *p = text; *p != '\0'; p++)
        lines += *p == '\n';
    assert_in_range(lines, 3, 8);
    house_close(&h);
}

/* UX-6.5: a deadline at five in the morning is one at the end of the quiet
 * hours, for whoever is asked, in set-up as well. */
static void who_is_asked_hears_when_the_night_is_over(void **state)
{
    static const char *const users[] = {"ann", "bob"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "masked_night");
    house_group(&h, "ann", "#新游戏 面具杀人魔 慢速");
    for (size_t i = 0; i < NJ_COUNT(users); i++) {
        house_private(&h, users[i], "我");
        house_group(&h, users[i], "#加入");
    }
    house_group(&h, "ann", "#开始");
    assert_non_null(strstr(house_heard(&h, "group", "先选人"), "明天 08:00"));
    house_close(&h);
}

/* T303, MK-19.20c: both seats are those of whom he mentions, and neither is
 * guessed. */
static void who_has_two_seats_is_asked_about(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);

    NJ_UNUSED(state);
    house_open(&h, "masked_two");
    house_street(&h, "qq:g:1", "qq:u:ann qq:u:bob", NULL);
    house_group(&h, "bob", "结束");
    house_group(&h, "bob", "结束");
    house_forget(&h);
    nj_address_user(e->user, "qq", "ann");
    nj_address_user(e->chat, "qq", "ann");
    nj_address_user(e->about, "qq", "bob");
    e->privacy = NJ_PRIVACY_PROVED;
    (void)snprintf(e->id, sizeof(e->id), "m-two");
    nj_event_set_text(e, "杀", strlen("杀"));
    nj_inbox_push(h.inbox, e);
    house_run(&h);
    assert_non_null(
        house_heard(&h, "ann", "说的是哪一席？1 席·洛莉、2 席·安妮"));
    house_forget(&h);
    house_private(&h, "ann", "2");
    assert_non_null(house_heard(&h, "ann", "够不着"));
    house_close(&h);
}

/* MK-19.9, 11.7: one board, and both hands once. */
static void who_has_two_seats_hears_of_each_once(void **state)
{
    struct house h = {.paced = false};
    uint32_t hands = 0, boards = 0;

    NJ_UNUSED(state);
    house_open(&h, "masked_me");
    house_street(&h, "qq:g:1", "qq:u:ann qq:u:bob", NULL);
    house_private(&h, "bob", "我");
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
        const char *text = nj_memory_get(h.gateway, i)->text;

        for (const char *p = text; (p = strstr(p, "手牌：")) != NULL; p++)
            hands++;
        for (const char *p = text; (p = strstr(p, "阵亡 ")) != NULL; p++)
            boards++;
    }
    assert_int_equal(hands, 2);
    assert_int_equal(boards, 1);
    house_close(&h);
}

/* UX-4: he attacks, she is turned round and asked: the line that asks her is
 * the one that notifies, though so much waits that it goes in a text of its own. */
static void who_is_attacked_is_notified_by_the_question(void **state)
{
    static const char *const acts[][2] = {{"尾随 到 I8", "潜入 西"},
                                          {"尾随 到 C8", "尾随 到 C4"}};
    struct house h = {.paced = true};
    uint32_t found = 0;

    NJ_UNUSED(state);
    begin(&h, "masked_asked", "hugo");
    for (size_t i = 0; i <= NJ_COUNT(acts); i++) {
        house_pass(&h, 60000); /* his turn takes ten seconds at least */
        house_group(&h, "bob", "结束");
        house_group(&h, "cat", "结束");
        house_group(&h, "dan", "结束");
        house_pass(&h, 60000);
        for (size_t k = 0; k < 2 && i < NJ_COUNT(acts); k++)
            house_private(&h, "ann", acts[i][k]);
    }
    house_forget(&h);
    for (int i = 0; i <= TALES; i++) /* the first leaves at once */
        house_group(&h, "hugo", "%公告 都别急，慢慢想，想好了再走。");
    house_private(&h, "ann", "杀 琳达");
    for (int i = 0; i < 6; i++)
        house_pass(&h, 5000);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
        const struct nj_memory_sent *sent = nj_memory_get(h.gateway, i);

        if (sent->mentions[0] == '\0')
            continue;
        assert_string_equal(sent->mentions, "qq:u:dan");
        assert_non_null(strstr(sent->text, "等 3 席·琳达"));
        assert_ptr_equal(strstr(sent->text, "等 3 席·琳达"),
                         sent->text + sent->place);
        found++;
    }
    assert_int_equal(found, 1);
    house_close(&h);
}

/* MK-9.8: T261. */
static void nobody_takes_a_step_back(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "masked_back", NULL);
    house_group(&h, "bob", "走西");
    house_group(&h, "bob", "#撤销");
    assert_non_null(
        house_heard(&h, "qq:u:bob", "走过的格子已经说明他不在那里，不能撤"));
    assert_non_null(house_heard(&h, "group", "还有 1 个行动"));
    house_close(&h);
}

/* T323, MK-19.28: who types in the last millisecond is in time; one later his
 * turn is over. */
static void the_last_millisecond_counts(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "masked_tie", NULL);
    h.now_ms += TURN_MS;
    house_group(&h, "bob", "走西");
    assert_non_null(house_heard(&h, "group", "D19"));
    house_close(&h);
    begin(&h, "masked_late", NULL);
    house_pass(&h, TURN_MS);
    h.now_ms += 1;
    house_group(&h, "bob", "#走西");
    assert_null(house_heard(&h, "group", "D19"));
    house_close(&h);
}

/* Cat stands beside Bob, and cannot be told anything. */
static void cut_off(struct house *h, const char *name)
{
    begin(h, name, "qq:u:eve");
    house_private(h, "eve", "%裁定 放 2席 D19 因 记错");
    house_confirm(h, "eve");
    nj_memory_fate(h->gateway, "qq:u:cat", NJ_FATE_REFUSED, false);
    house_forget(h);
}

/* T290, MK-19.1: an offer that does not arrive is told to the host alone, stops
 * no clock and is refused at its deadline; of what all know of, the group hears
 * when it waits for her. */
static void an_offer_that_does_not_arrive_is_not_told(void **state)
{
    static const char missing[] = "私聊发不出去";
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    cut_off(&h, "masked_offer");
    house_private(&h, "bob", "交易 2席 看");
    assert_non_null(house_heard(&h, "eve", missing));
    assert_int_equal(heard_by_group(&h), 0);
    assert_int_equal(h.referee->entries[0]->hold, 0);
    house_forget(&h);
    house_pass(&h, PROMPT_MS);
    assert_non_null(house_heard(&h, "bob", "没有换成"));
    assert_null(house_heard(&h, "eve", missing)); /* she knows */
    assert_int_equal(heard_by_group(&h), 0);
    house_group(&h, "bob", "结束");
    assert_null(house_heard(&h, "group", missing)); /* it would tell of it */
    house_pass(&h, TURN_MS / 2); /* what reminds her does not arrive */
    assert_non_null(house_heard(&h, "group", missing));
    assert_int_equal(h.referee->entries[0]->hold, NJ_HOLD_SEAT);
    house_close(&h);
}

/* MK-19.28: of a killer who cannot be told anything the group hears as of any
 * seat, and his clock stands. */
static void a_killer_out_of_reach_stops_his_clock(void **state)
{
    static const char *const users[] = {"bob", "cat", "dan"};
    struct house h = {.paced = false};
    const char *text;

    NJ_UNUSED(state);
    begin(&h, "masked_reach", NULL);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    for (size_t i = 0; i < NJ_COUNT(users); i++)
        house_group(&h, users[i], "结束");
    text = house_heard(&h, "group", "请 杀人魔 加我好友后私聊发「我」");
    assert_non_null(text);
    assert_null(strstr(text, "ann"));
    assert_null(strstr(text, "4 席"));
    assert_int_equal(h.referee->entries[0]->hold, NJ_HOLD_SEAT);
    house_forget(&h);
    house_pass(&h, 2 * INT64_C(180000)); /* two turns */
    assert_int_equal(heard_by_group(&h), 0);
    house_close(&h);
}

static void press(struct house *h, const char *user, const char *label)
{
    assert_true(nj_memory_press(h->second, user, label));
    house_run(h);
}

static void rules(struct house *h, const char *words)
{
    house_private(h, "tg:u:eve", words);
    house_confirm(h, "tg:u:eve");
}

/* MK-11.6: answers to a question can be pressed, and are gone behind it. */
static void questions_are_answered_by_a_press(void **state)
{
    static const char *const gifts[] = {
        "%裁定 给 1席 汽水 因 试", "%裁定 给 1席 火柴 因 试",
        "%裁定 给 1席 锅盖 因 试", "%裁定 给 1席 绷带 因 试",
        "%裁定 给 1席 汤米 因 试"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "masked_press");
    h.second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    house_street(&h, "tg:g:9", "tg:u:ann tg:u:bob tg:u:cat tg:u:dan",
                 "tg:u:eve");
    rules(&h, "%裁定 放 2席 D19 因 试");
    rules(&h, "%裁定 放 杀人魔 E20 因 试");
    house_private(&h, "tg:u:bob", "交易 2席 看");
    press(&h, "tg:u:cat", "拒绝");
    assert_non_null(house_heard(&h, "tg:u:bob", "没有换成"));
    press(&h, "tg:u:cat", "同意"); /* it is over */
    assert_null(house_heard(&h, "tg:g:9", "换好了"));
    house_group_at(&h, "tg:g:9", "tg:u:bob", "结束");
    house_group_at(&h, "tg:g:9", "tg:u:cat", "结束");
    house_group_at(&h, "tg:g:9", "tg:u:dan", "结束");
    house_private(&h, "tg:u:ann", "杀 洛莉");
    press(&h, "tg:u:bob", "反击"); /* with no knife: as if not said */
    assert_non_null(house_heard(&h, "tg:g:9", "1 席·洛莉 受伤"));
    for (size_t i = 0; i < NJ_COUNT(gifts); i++) /* one too many */
        rules(&h, gifts[i]);
    press(&h, "tg:u:bob", "汽水");
    press(&h, "tg:u:bob", "放底下");
    assert_non_null(house_heard(&h, "tg:g:9", "1 席·洛莉 放回西南牌库 1 张"));
    rules(&h, "%裁定 伤 1席 3 因 试");
    press(&h, "tg:u:bob", "都放顶上");
    assert_non_null(house_heard(&h, "tg:g:9", "遗物回到西南牌库"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_called_alike_before_and_after_the_start),
        cmocka_unit_test(questions_are_answered_by_a_press),
        cmocka_unit_test(several_orders_are_one_text),
        cmocka_unit_test(help_tells_what_a_newcomer_asked_himself),
        cmocka_unit_test(who_is_asked_hears_when_the_night_is_over),
        cmocka_unit_test(who_has_two_seats_is_asked_about),
        cmocka_unit_test(who_has_two_seats_hears_of_each_once),
        cmocka_unit_test(who_is_attacked_is_notified_by_the_question),
        cmocka_unit_test(nobody_takes_a_step_back),
        cmocka_unit_test(the_last_millisecond_counts),
        cmocka_unit_test(an_offer_that_does_not_arrive_is_not_told),
        cmocka_unit_test(a_killer_out_of_reach_stops_his_clock),
    };

    return cmocka_run_group_tests_name("referee/masked_words", tests, NULL,
                                       NULL);
}
