/*
 * An evening of 黑影杀 as its host sees it (SH-19.2, 19.3, 19.8, 19.9, 19.14):
 * he answers what he is asked by its number, sees the whole hotel after each
 * round, and nobody learns of it; computer players take their time.
 */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"

#define GROUP "tg:g:9"
#define HOST  "tg:u:eve"

static const char *const people[] = {"tg:u:ann", "tg:u:bob", "tg:u:cat",
                                     "tg:u:dan"};

static void open_table(struct house *h, const char *name, unsigned n,
                       const char *more)
{
    h->pictures = true;
    house_open(h, name);
    house_group_at(h, GROUP, HOST, "#新游戏 黑影杀 level-4016");
    house_private(h, HOST, "我");
    house_group_at(h, GROUP, HOST, "#主持");
    for (unsigned i = 0; i < n; i++) {
        house_private(h, people[i], "我");
        house_group_at(h, GROUP, people[i], "#加入");
    }
    house_group_at(h, GROUP, HOST, "#设置 spawn_secs 0");
    house_group_at(h, GROUP, HOST, "#设置 布莉萝 开");
    house_group_at(h, GROUP, HOST, "#设置 round_secs 600s");
    house_group_at(h, GROUP, HOST, more);
    house_group_at(h, GROUP, HOST, "#开始");
    assert_non_null(house_heard(h, GROUP, "第0回合"));
}

/* Who has been told that, of the four. */
static const char *who(struct house *h, const char *told)
{
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        if (house_heard(h, people[i], told) != NULL)
            return people[i];
    return NULL;
}

static void rule(struct house *h, const char *words)
{
    char line[120];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    house_private(h, HOST, line);
    house_confirm(h, HOST);
}

/* All of the side whose round it is. */
static void end_round(struct house *h, const char *shadow, bool his)
{
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        if ((strcmp(people[i], shadow) == 0) == his)
            house_private(h, people[i], "结束");
}

static void a_host_answers_by_number_and_sees_each_round(void **state)
{
    struct house h = {.paced = false};
    const char *shadow, *brillo;

    NJ_UNUSED(state);
    open_table(&h, "hotel_evening", 4, "#设置 radio_uses 3");
    shadow = who(&h, "你是黑影");
    brillo = who(&h, "你是布莉萝");
    assert_non_null(shadow);
    assert_non_null(brillo);
    house_forget(&h);
    end_round(&h, shadow, true);
    assert_non_null(house_heard(&h, HOST, "第 1 回合，第 1 阶段"));
    assert_non_null(house_heard(&h, HOST, "地上有："));
    house_pictures(&h, 1); /* unasked */
    house_private(&h, brillo, "电台 大堂在一楼吗");
    house_private(&h, brillo, "电台 有人死了吗");
    assert_non_null(house_heard(&h, HOST, "1 号问题"));
    assert_non_null(house_heard(&h, HOST, "2 号问题"));
    house_forget(&h);
    house_private(&h, HOST, "%看");
    assert_non_null(house_heard(&h, HOST, "等你回答的 2 号电台问题"));
    rule(&h, "电台 2 0");
    assert_non_null(house_heard(&h, brillo, "不是（你问的是：「有人死了吗」"));
    house_forget(&h);
    end_round(&h, shadow, false);
    assert_non_null(house_heard(&h, GROUP, "第2回合"));
    assert_null(house_heard(&h, GROUP, "主持动用过权力"));
    assert_non_null(house_heard(&h, HOST, "等你回答的 1 号电台问题"));
    rule(&h, "移动 2 泳池");
    house_forget(&h);
    house_private(&h, HOST, "%公告 喝口水");
    assert_non_null(house_heard(&h, GROUP, "主持动用过权力"));
    house_close(&h);
}

/* SH-19.9: the whole hotel of the largest table is one text, with what waits
 * for the host; tag and limit are one text's too. */
static void a_board_of_sixteen_is_one_text(void **state)
{
    struct house h = {.paced = false};
    const char *board;

    NJ_UNUSED(state);
    open_table(&h, "hotel_board", 4, "#电脑 12");
    house_forget(&h);
    house_private(&h, HOST, "%看");
    board = house_heard(&h, HOST, "集邮册用过 ");
    assert_non_null(board);
    assert_non_null(strstr(board, "\n16 席·"));
    assert_non_null(strstr(board, "各位置现在的房间："));
    assert_non_null(strstr(board, "地上有：金币"));
    house_close(&h);
}

/* SH-19.14: nobody has to ask for it. */
static void the_telescope_is_a_picture(void **state)
{
    struct house h = {.paced = false};
    const char *shadow, *other;
    char line[60];

    NJ_UNUSED(state);
    open_table(&h, "hotel_telescope", 4, "#设置 radio_uses 3");
    shadow = who(&h, "你是黑影");
    other = who(&h, "你是玩家");
    assert_non_null(shadow);
    assert_non_null(other);
    end_round(&h, shadow, true);
    (void)snprintf(line, sizeof(line), "给 %s 望远镜",
                   other == people[0]   ? "1"
                   : other == people[1] ? "2"
                   : other == people[2] ? "3"
                                        : "4");
    rule(&h, line);
    house_private(&h, other, "望远 22");
    house_forget(&h);
    end_round(&h, shadow, false);
    assert_non_null(house_heard(&h, other, "望远镜里的"));
    house_pictures(&h, 2); /* and the host's board */
    house_close(&h);
}

/* SH-19.2: no round of theirs ends in the second in which it begins. */
static void computers_take_their_time(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "hotel_computers", 2, "#电脑 6");
    if (who(&h, "你是黑影") != NULL) {
        house_close(&h);
        fail_msg("a person is the shadow: another seed");
    }
    assert_null(house_heard(&h, GROUP, "第1回合开始"));
    house_pass(&h, 23000);
    assert_null(house_heard(&h, GROUP, "第1回合开始"));
    house_pass(&h, 86000); /* 90% of 120 s */
    assert_non_null(house_heard(&h, GROUP, "第1回合开始"));
    house_close(&h);
}

/* What a host does not do by hand: whoever leaves is replaced by who asks for
 * it, and a step that was a mistake is taken back. */
static void a_seat_is_taken_over_and_a_mistake_undone(void **state)
{
    struct house h = {.paced = false};
    const char *shadow;

    NJ_UNUSED(state);
    open_table(&h, "hotel_takeover", 4, "#设置 radio_uses 3");
    shadow = who(&h, "你是黑影");
    assert_non_null(shadow);
    end_round(&h, shadow, true);
    house_private(&h, people[1], "退出");
    house_private(&h, people[1], "是");
    assert_non_null(house_heard(&h, GROUP, "bob 离席"));
    house_private(&h, "tg:u:fay", "我");
    house_forget(&h);
    house_group_at(&h, GROUP, "tg:u:fay", "#接替");
    assert_non_null(house_heard(&h, "tg:u:fay", "你是"));
    house_private(&h, "tg:u:fay", "状态");
    assert_non_null(house_heard(&h, "tg:u:fay", "第1回合"));
    house_forget(&h);
    house_private(&h, HOST, "%回退 因 手滑");
    house_confirm(&h, HOST);
    assert_non_null(house_heard(&h, GROUP, "现在是第1回合"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_answers_by_number_and_sees_each_round),
        cmocka_unit_test(a_seat_is_taken_over_and_a_mistake_undone),
        cmocka_unit_test(a_board_of_sixteen_is_one_text),
        cmocka_unit_test(the_telescope_is_a_picture),
        cmocka_unit_test(computers_take_their_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
