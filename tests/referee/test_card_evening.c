/* 杀手牌 among people: help, names, pauses, words in the group (NC-17.7,
 * 17.17, 17.20, 17.28). */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define PLAYERS 7
#define DAY_MS  INT64_C(86400000)

static const char *const players[PLAYERS] = {"ann", "bob", "cat", "dan",
                                             "eve", "fay", "gus"};

static void join_all(struct house *h, const char *lang)
{
    for (size_t i = 0; i < PLAYERS; i++) {
        house_private(h, players[i], "我");
        house_private(h, players[i], lang);
        house_group(h, players[i], "#加入");
    }
}

/* A first night, with as many points as one begins with. */
static void open_night(struct house *h, const char *name, const char *lang)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌");
    join_all(h, lang);
    house_group(h, "ann", "#设置 宣言字数 0");
    house_group(h, "ann", "#开始");
    house_pass(h, DAY_MS + 1000);
    house_forget(h);
}

/* The words of an evening, as they are in a language. */
struct words {
    const char *lang, *help, *points, *of, *price, *more, *noted, *cancel;
};

/* Types the order; it has to be taken, and is taken back. */
static void type(struct house *h, const char *who, const char *order,
                 const struct words *w)
{
    house_forget(h);
    house_private(h, who, order);
    if (house_heard(h, who, w->noted) == NULL)
        fail_msg("%s: %s", who, order);
    house_private(h, who, w->cancel);
}

/* Types all that has a price: behind the name of a card its orders, one after
 * another. Returns how many there are. */
static unsigned type_lines(struct house *h, const char *who, char *text,
                           const struct words *w)
{
    unsigned typed = 0;

    for (char *rest, *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *order = strstr(line, w->of);
        char *price;

        while (order != NULL && (price = strstr(order, w->price)) != NULL) {
            char *next = strstr(price, w->more);

            order += order[0] == w->of[0] ? strlen(w->of) : 0;
            *price = '\0';
            type(h, who, order, w);
            order = next != NULL ? next + strlen(w->more) : NULL;
            typed++;
        }
    }
    return typed;
}

static void help_in(const struct words *w)
{
    struct house h = {.paced = false};
    unsigned typed = 0;

    open_night(&h, "card_help", w->lang);
    for (int phase = 0; phase < 6; phase++) {
        for (size_t i = 0; i < PLAYERS; i++) {
            char text[2000];

            house_forget(&h);
            house_private(&h, players[i], w->help);
            assert_non_null(house_heard(&h, players[i], w->points));
            (void)snprintf(text, sizeof(text), "%s",
                           house_heard(&h, players[i], w->points));
            typed += type_lines(&h, players[i], text, w);
        }
        house_pass(&h, DAY_MS);
    }
    assert_true(typed > 60);
    house_close(&h);
}

static void what_help_names_can_be_typed(void **state)
{
    NJ_UNUSED(state);
    help_in(&(const struct words){"语言 zh-CN", "帮助", "点", "：", "（",
                                  "）、", "记下", "全撤"});
    help_in(&(const struct words){"语言 zh-TW", "帮助", "點", "：", "（",
                                  "）、", "記下", "全撤"});
    help_in(&(const struct words){"语言 en", "help", "points", ": ", " (",
                                  "), ", "Noted", "cancel all"});
}

/* Nobody reads in the group what somebody could order. */
static void in_the_group_help_is_the_same_for_all(void **state)
{
    struct house h = {.paced = false};
    char first[2000];

    NJ_UNUSED(state);
    open_night(&h, "card_help_group", "语言 zh-CN");
    house_group(&h, players[0], "#帮助");
    assert_non_null(house_heard(&h, "group", "私聊"));
    (void)snprintf(first, sizeof(first), "%s",
                   house_heard(&h, "group", "私聊"));
    for (size_t i = 1; i < PLAYERS; i++) {
        house_forget(&h);
        house_group(&h, players[i], "#帮助");
        assert_string_equal(house_heard(&h, "group", "私聊"), first);
    }
    house_close(&h);
}

/* NC-17.20: sixteen columns, a number behind who is called like another, the
 * seat alone for who is called nothing; as it was at the start, to the end. */
static void names_are_told_apart(void **state)
{
    static const char *const called[PLAYERS] = {
        "【│】", "小明", "小 明", "一二三四五六七八九十", "ABCDEFGHIJKLMNOPQR",
        "】",    "fay  "};
    static const char counts[] =
        "1 席 5，2 席·小明 5，3 席·小 明2 5，4 席·一二三四五六七八 5，"
        "5 席·ABCDEFGHIJKLMNOP 5，6 席 5，7 席·fay 5";
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "card_names");
    house_group(&h, "hugo", "#新游戏 杀手牌");
    for (size_t i = 0; i < PLAYERS; i++) {
        nj_memory_private(h.gateway, players[i], called[i], "", "我");
        nj_memory_group(h.gateway, "qq:g:1", players[i], called[i], "",
                        "#加入");
        house_run(&h);
    }
    house_group(&h, "hugo", "#开始");
    house_pass(&h, DAY_MS + 1000);
    assert_non_null(house_heard(&h, "group", counts));
    house_forget(&h);
    nj_memory_group(h.gateway, "qq:g:1", "bob", "小红", "", "#赛况");
    house_run(&h);
    assert_non_null(house_heard(&h, "group", counts));
    house_close(&h);
}

/* NC-17.15: who declares an order costs the group no text: the number goes along
 * with the next one. */
static void orders_of_loss_are_counted_in_the_next_text(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "card_setup");
    house_group(&h, "ann", "#新游戏 杀手牌 现场");
    join_all(&h, "语言 zh-CN");
    house_group(&h, "ann", "#开始");
    h.referee->setup.pace = (struct nj_pace){1, 3, 12, 3};
    house_pass(&h, 60000);
    house_forget(&h);
    for (size_t i = 0; i < PLAYERS; i++)
        house_private(&h, players[i], "顺序 默认");
    house_pass(&h, 10000);
    assert_non_null(house_heard(&h, players[0], "丢牌顺序"));
    assert_null(house_heard(&h, "group", "已排好顺序"));
    house_pass(&h, 241000);
    assert_non_null(house_heard(&h, "group", "已排好顺序 7/7"));
    assert_null(house_heard(&h, "group", "已排好顺序 6/7")); /* only the last */
    assert_non_null(house_heard(&h, "group", "第 1 夜"));
    house_close(&h);
}

/* A live match, in the night that follows its setup. */
static void open_live(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌 现场");
    join_all(h, "语言 zh-CN");
    house_group(h, "ann", "#开始");
    house_pass(h, 301000);
    assert_non_null(house_heard(h, "group", "第 1 夜"));
    house_forget(h);
}

static bool stands(const struct house *h)
{
    return h->referee->entries[0]->paused;
}

static void says_all(struct house *h, const char *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        house_group(h, players[i], text);
}

/* NC-17.28: four of seven, each within a minute of the first. */
static void most_of_a_live_match_stop_its_clock(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_live(&h, "card_pause");
    says_all(&h, "#暂停", 0, 3);
    assert_non_null(house_heard(&h, "group", "3/4"));
    house_pass(&h, 61000);
    says_all(&h, "#暂停", 3, 6);
    assert_false(stands(&h));
    says_all(&h, "#暂停", 6, 7);
    assert_true(stands(&h));
    assert_non_null(house_heard(&h, "group", "30 分钟后自动继续"));
    house_private(&h, "ann", "完毕");
    assert_non_null(house_heard(&h, "ann", "比赛暂停着"));
    says_all(&h, "#继续", 0, 4);
    assert_false(stands(&h));
    assert_non_null(house_heard(&h, "group", "过半同意：比赛继续"));
    house_close(&h);
}

/* ... and nobody has to think of going on; nor does a restart forget it. */
static void a_pause_of_a_live_match_ends_by_itself(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_live(&h, "card_pause_ends");
    says_all(&h, "#暂停", 0, 4);
    assert_true(stands(&h));
    house_pass(&h, 900000);
    house_kill(&h, 1000);
    house_forget(&h);
    house_pass(&h, 890000);
    assert_null(house_heard(&h, "group", "比赛继续"));
    house_pass(&h, 20000);
    assert_non_null(house_heard(&h, "group", "比赛继续"));
    assert_false(stands(&h));
    house_kill(&h, 1000); /* the log says the same */
    house_forget(&h);
    house_private(&h, "ann", "手牌");
    assert_non_null(house_heard(&h, "ann", "截止"));
    house_close(&h);
}

/* Of days all have to agree, as in any other game. */
static void a_match_of_days_stands_if_all_agree(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "card_pause_days", "语言 zh-CN");
    says_all(&h, "#暂停", 0, 6);
    assert_non_null(house_heard(&h, "group", "6/7"));
    assert_false(stands(&h));
    says_all(&h, "#暂停", 6, 7);
    assert_true(stands(&h));
    house_pass(&h, 2 * DAY_MS);
    assert_true(stands(&h));
    house_close(&h);
}

/* NC-17.7: once a night and person; with a prefix each time; by day talk. */
static void secret_words_in_the_group_are_answered_once_a_night(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "card_talk", "语言 zh-CN");
    for (int night = 1; night <= 2; night++) {
        house_forget(&h);
        house_group(&h, "ann", "验 3");
        assert_non_null(house_heard(&h, "ann", "私聊"));
        house_group(&h, "bob", "验 3");
        assert_non_null(house_heard(&h, "bob", "私聊"));
        house_forget(&h);
        house_group(&h, "ann", "验 3");
        house_group(&h, "ann", "杀 4");
        assert_int_equal(nj_memory_count(h.gateway), 0);
        house_group(&h, "ann", "#法医 3");
        assert_non_null(house_heard(&h, "ann", "私聊"));
        assert_null(house_heard(&h, "group", "私聊"));
        house_pass(&h, DAY_MS);
        house_forget(&h);
        house_group(&h, "ann", "验 3");
        assert_int_equal(nj_memory_count(h.gateway), 0);
        house_group(&h, "ann", "#法医 3");
        assert_non_null(house_heard(&h, "ann", "私聊"));
        house_pass(&h, DAY_MS);
        house_pass(&h, DAY_MS / 2); /* a life-or-death vote */
    }
    house_close(&h);
}

/* NC-17.15: who asks how things stand reads all ballots together. */
static void ballots_are_told_together(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_live(&h, "card_ballots");
    house_pass(&h, 361000);
    assert_non_null(house_heard(&h, "group", "第 1 天"));
    house_forget(&h);
    house_private(&h, "gus", "赛况");
    assert_null(house_heard(&h, "gus", "已投"));
    house_group(&h, "bob", "票 1");
    house_group(&h, "cat", "票 2");
    house_private(&h, "gus", "赛况");
    assert_non_null(
        house_heard(&h, "gus", "已投：2 席·bob → 1 席·ann，3 席·cat → 2"));
    house_close(&h);
}

/* NC-17.15, 17.19: what was written is a post of its own, and each of its lines
 * behind a bar. */
static void manifestos_are_a_post_of_their_own(void **state)
{
    static const char tale[] =
        "今夜我从屋顶上走过看见每一扇窗都亮着灯可是没有人抬头看我一眼于是我把手里的"
        "刀又磨了一遍等到钟敲十二下才慢慢推开第三家的门桌上的茶还是温的椅子却已经空了"
        "我在那里坐到天快要亮听见远处有狗叫才想起来今晚要找的那个人其实就是我自己";
    struct house h = {.paced = false};
    char text[1000];
    const char *post;

    NJ_UNUSED(state);
    open_live(&h, "card_manifesto");
    h.gateway->can |= NJ_CAN_FOLD;
    for (size_t i = 0; i < PLAYERS; i++) {
        house_private(&h, players[i], "攻击 1");
        (void)snprintf(text, sizeof(text), "宣言 %s", tale);
        house_private(&h, players[i], text);
    }
    house_forget(&h);
    house_pass(&h, 361000);
    post = house_heard(&h, "group", "宣言 1/");
    assert_non_null(post);
    assert_non_null(strstr(post, "│今夜我从屋顶"));
    assert_null(strstr(post, "【天神】"));
    /* NC-17.14: in front of what they have come to, which is one text. */
    post = house_heard(&h, "group", "第 1 夜过去");
    assert_non_null(post);
    assert_non_null(strstr(post, "第 1 天"));
    house_close(&h);
}

/* UX-6.5: a night of ten hours that opens before seven in the evening ends at
 * eight in the morning, and what opens it says so, to all and to each. */
static void a_deadline_is_told_where_the_night_puts_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "card_deadline");
    house_group(&h, "ann", "#新游戏 杀手牌");
    join_all(&h, "#语言 zh-CN");
    house_group(&h, "ann", "#设置 night 10h");
    house_group(&h, "ann", "#开始");
    house_forget(&h);
    house_pass(&h, DAY_MS + 1000);
    assert_non_null(house_heard(&h, "group", "第 1 夜"));
    assert_non_null(house_heard(&h, "group", "截止 明天 08:00"));
    assert_non_null(house_heard(&h, "ann", "截止 明天 08:00"));
    house_forget(&h);
    house_private(&h, "ann", "#历史"); /* as it was told */
    assert_non_null(
        house_heard(&h, "ann", "第 1 夜，私聊我下命令，截止 明天 08:00"));
    house_close(&h);
}

/* NC-17.7: an order that the group could read is taken out of its sight, and
 * talk stays. */
static void a_secret_order_in_the_group_is_withdrawn(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_night(&h, "nc_withdrawn", "#语言 zh-CN");
    house_group(&h, "ann", "#赛况");
    house_group(&h, "ann", "你们好");
    assert_string_equal(nj_memory_withdrawn(h.gateway), "");
    house_group(&h, "ann", "#bind 2");
    assert_non_null(house_heard(&h, "ann", "这一条请私聊发给我"));
    assert_non_null(strstr(nj_memory_withdrawn(h.gateway), "qq:g:1 "));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_secret_order_in_the_group_is_withdrawn),
        cmocka_unit_test(what_help_names_can_be_typed),
        cmocka_unit_test(in_the_group_help_is_the_same_for_all),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(orders_of_loss_are_counted_in_the_next_text),
        cmocka_unit_test(most_of_a_live_match_stop_its_clock),
        cmocka_unit_test(a_pause_of_a_live_match_ends_by_itself),
        cmocka_unit_test(a_match_of_days_stands_if_all_agree),
        cmocka_unit_test(secret_words_in_the_group_are_answered_once_a_night),
        cmocka_unit_test(ballots_are_told_together),
        cmocka_unit_test(manifestos_are_a_post_of_their_own),
        cmocka_unit_test(a_deadline_is_told_where_the_night_puts_it),
    };

    return cmocka_run_group_tests_name("referee/card_evening", tests, NULL,
                                       NULL);
}
