/*
 * 漫漫长夜 in a whole house: its end, its settings and its help as people read
 * them.
 */
#include <string.h>

#include "cli/texts.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/referee_priv.h"

/* --- the end (LN review 1.6, 2.7) --- */

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* As long as a hash? */
static bool has_hash(const char *text)
{
    size_t n = 0;

    for (; *text != '\0' && n < 32; text++)
        n = is_hex(*text) ? n + 1 : 0;
    return n == 32;
}

static void the_end_says_what_can_be_typed_and_shows_no_hash(void **state)
{
    struct house h = {.paced = false};
    const char *end;

    NJ_UNUSED(state);
    house_open(&h, "maze_end");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    end = house_heard(&h, "group", "#重开");
    assert_non_null(end);
    assert_non_null(strstr(end, "#战绩"));
    assert_non_null(strstr(end, "#验证"));
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
        assert_false(has_hash(nj_memory_get(h.gateway, i)->text));
    house_close(&h);
}

/* Whoever asks, seated in it or not: there is no table to sit down at. */
static void help_after_a_match_offers_what_can_be_done_then(void **state)
{
    static const char *const people[] = {"ann", "cat"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "maze_help_after");
    house_begin(&h, "ann bob", "");
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    assert_non_null(house_heard(&h, "group", "#重开"));
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        const char *help;

        house_forget(&h);
        house_group(&h, people[i], "#帮助");
        help = house_heard(&h, "group", "#重开");
        assert_non_null(help);
        assert_non_null(strstr(help, "#回放"));
        assert_non_null(strstr(help, "#战绩"));
        assert_null(strstr(help, "#加入"));
    }
    house_close(&h);
}

/* How often does it occur? */
static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;

    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        n++;
    }
    return n;
}

/* A chat without pictures gets two boards, more than fit into one message: each
 * stands whole, under its title. */
static void a_board_is_not_cut_in_two(void **state)
{
    static const char *const sizes[] = {"size=9", "size=10"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    for (size_t k = 0; k < NJ_COUNT(sizes); k++) {
        unsigned boards = 0;

        house_open(&h, "maze_boards");
        house_begin(&h, "ann bob cat dan eve fay", sizes[k]);
        for (const char *p = "ann bob cat dan eve"; *p != '\0'; p += 4) {
            char who[4] = {p[0], p[1], p[2], '\0'};

            house_forget(&h);
            house_group(&h, who, "#退出");
            house_group(&h, who, "#确认");
            if (p[3] == '\0')
                break;
        }
        for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
            const char *text = nj_memory_get(h.gateway, i)->text;
            unsigned heads = count(text, "１　２　３");

            assert_int_equal(heads, count(text, "\n９"));
            assert_int_equal(heads, count(text, "的地图\n"));
            boards += heads;
        }
        assert_int_equal(boards, 2);
        house_close(&h);
    }
}

/* --- settings (LN review 2.17) --- */

static void an_open_table_takes_a_preset(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row row;

    NJ_UNUSED(state);
    house_open(&h, "maze_preset");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#设置 点杀 开");
    assert_true(nj_match_load(h.store, 1, &row));
    assert_null(strstr(row.options, "\"think\":\"12h\""));
    house_forget(&h);
    house_group(&h, "ann", "#设置 预设 慢速");
    assert_true(nj_match_load(h.store, 1, &row));

    assert_non_null(strstr(row.options, "\"think\":\"12h\""));
    assert_non_null(
        house_heard(&h, "group", "预设 改为 慢速。按天打：想 12 小时"));
    assert_non_null(strstr(row.options, "\"capture\":\"point\""));
    house_forget(&h);
    house_group(&h, "ann", "#设置 预设 飞快");
    assert_non_null(house_heard(&h, "group", "现场"));
    house_close(&h);
}

/* LN 2.4, 2.20: nothing is cut off on boards of text, neither the name of a block
 * nor the number of the tenth row and column. */
static void boards_of_text_have_whole_names(void **state)
{
    static const char *const blocks[] = {"N1", "N2"};
    struct house h = {.paced = false};
    const char *heard, *board;
    uint32_t n = 0;

    NJ_UNUSED(state);
    house_open(&h, "maze_names");
    house_begin(&h, "ann bob", "blocks=twist size=10");
    house_forget(&h);
    house_private(&h, "ann", "地图 文字");
    heard = house_heard(&h, "ann", "普通 ");
    assert_non_null(heard);
    board = strstr(heard, "区块池\n");
    assert_non_null(board);
    for (size_t k = 0; k < NJ_COUNT(blocks); k++)
        for (const char *p = heard;
             (p = strstr(p, blocks[k])) != NULL && p < board; p++) {
            char label[16];

            if (p[2] < '0' || p[2] > '9')
                continue;
            n++;
            (void)snprintf(label, sizeof(label), " %.3s　", p);
            if (house_heard(&h, "ann", label) == NULL)
                fail_msg("'%s' is on no page of the board", label);
        }
    assert_true(n > 0);
    house_forget(&h);
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    heard = house_heard(&h, "group", "开局的地图\n");
    assert_non_null(heard);
    assert_non_null(strstr(heard, "９　10\n"));
    house_pass(&h, 10000); /* the rest of it */
    assert_true(house_heard(&h, "group", "10　") != NULL ||
                house_heard(&h, "group", "10┃") != NULL);
    house_close(&h);
}

/* A page begins with names, behind its tag if it has one, never with a row of
 * walls. Ordinary blocks have three cells a side, and the wall below. */
static void expect_names_first(const char *page)
{
    static const char row[] = "＋　＋";
    const char *under = strchr(page, '\n');

    if (page[0] == '[' && under != NULL)
        page = under + 1;
    assert_int_not_equal(strncmp(page, row, sizeof(row) - 1), 0);
    assert_int_equal(strncmp(page, "　", 3), 0);
}

#define WIDE "　　　　　　"
#define EMPTY_ROW \
 "\n" WIDE WIDE WIDE "　\n" /* of a pool: nine cells, ten sides */

/* LN 2.4: no page of the pool ends inside a block. */
static void no_page_ends_inside_a_block(void **state)
{
    static const char *const modes[] = {"blocks=standard", "blocks=twist",
                                        "blocks=crazy"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    for (size_t k = 0; k < NJ_COUNT(modes); k++) {
        uint32_t pages = 0;

        house_open(&h, "maze_pages");
        house_begin(&h, "ann bob", modes[k]);
        house_forget(&h);
        house_private(&h, "ann", "地图 文字");
        for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
            const char *text = nj_memory_get(h.gateway, i)->text;

            if (strstr(text, "＋") != NULL && pages++ > 0)
                expect_names_first(text);
            assert_null(strstr(text, EMPTY_ROW)); /* no block follows */
        }
        assert_true(pages > 1);
        house_close(&h);
    }
}

/* LN-24.3: a list of 48 blocks is shown as any other pool, as text and as a
 * picture. */
static void the_longest_list_is_shown(void **state)
{
    static const char *const people[] = {"tg:u:ann", "tg:u:bob"};
    static const char group[] = "tg:g:9";
    struct house h = {.paced = false, .pictures = true};
    struct nj_str list = NJ_STR_INIT(200);

    NJ_UNUSED(state);
    house_open(&h, "maze_longest");
    house_group_at(&h, group, people[0], "#新游戏 漫漫长夜 社区");
    nj_str_puts(&list, "#设置 自选区块");
    for (int i = 1; i <= 44; i++)
        nj_str_addf(&list, " %d", i);
    nj_str_puts(&list, " E1 E2 E3 E4");
    house_group_at(&h, group, people[0], list.p);
    nj_str_fini(&list);
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(&h, people[i], "我");
        house_group_at(&h, group, people[i], "#加入");
    }
    house_group_at(&h, group, people[0], "#开始");
    house_pictures(&h, 1);
    house_forget(&h);
    house_private(&h, people[0], "地图 文字");
    assert_non_null(house_heard(&h, people[0], "　E4"));
    house_close(&h);
}

/* LN 3, 2.11: what a newcomer asks in private is answered, whether he knows the
 * words of commands or not; talk still is no command. */
static void a_newcomer_is_answered(void **state)
{
    static const struct {
        const char *typed, *answer;
    } cases[] = {
        {"谁追我", "你追 "},           {"我追谁？", "；追你的是 "},
        {"沙沙是什么", "LN-6.1 声响"}, {"啪啪？", "LN-6.1 声响"},
        {"亚空间", "LN-5.5 亚空间"},   {"怎么赢", "分高的名次在前"},
        {"怎么玩", "摸黑走迷宫"},      {"what is a portal?", "LN-5.4 传送门"},
        {"splash", "LN-6.1 声响"},     {"哈哈", "没认出这条指令"}};
    struct house h = {.paced = false};
    const char *heard;

    NJ_UNUSED(state);
    house_open(&h, "maze_newcomer");
    h.referee->setup.rules = nj_texts_rules;
    h.referee->setup.rules_ctx = &h.env;
    house_begin(&h, "ann bob cat", "");
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        house_forget(&h);
        house_private(&h, "ann", cases[i].typed);
        heard = house_heard(&h, "ann", "");
        if (heard == NULL || strstr(heard, cases[i].answer) == NULL)
            fail_msg("\"%s\" gave: %s", cases[i].typed, heard);
    }
    house_forget(&h);
    house_private(&h, "ann", "我");
    heard = house_heard(&h, "ann", "你四周：");
    assert_non_null(heard);
    heard = strstr(heard, "你四周：");
    assert_null(strstr(heard + 1, "你四周：")); /* once */
    house_forget(&h);
    house_group(&h, "ann", "亚空间");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
    nj_texts_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_after_a_match_offers_what_can_be_done_then),
        cmocka_unit_test(the_end_says_what_can_be_typed_and_shows_no_hash),
        cmocka_unit_test(a_board_is_not_cut_in_two),
        cmocka_unit_test(an_open_table_takes_a_preset),
        cmocka_unit_test(boards_of_text_have_whole_names),
        cmocka_unit_test(no_page_ends_inside_a_block),
        cmocka_unit_test(the_longest_list_is_shown),
        cmocka_unit_test(a_newcomer_is_answered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
