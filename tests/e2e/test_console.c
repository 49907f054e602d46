/*
 * The terminal: a lobby and first moves played from a file of lines, and guided
 * matches against computer players fed through a pipe.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/serve.h"

#define LINES 300

static struct nj_serve program;

static int begin(void **state)
{
    NJ_UNUSED(state);
    nj_serve_open(&program);
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    return 0;
}

/* All that was printed is shown, which a line of a failure has no room for. */
static void miss(const char *line)
{
    (void)fputs(nj_serve_read(&program, "out"), stdout);
    fail_msg("not printed, or not there: %s", line);
}

/* These lines are printed, in this order, others between them. */
static void printed(const char *const *lines)
{
    const char *at = nj_serve_read(&program, "out");

    for (; *lines != NULL; lines++) {
        const char *found = strstr(at, *lines);

        if (found == NULL)
            miss(*lines);
        else
            at = found + strlen(*lines);
    }
}

static void play_script(const char *script)
{
    static const char *const args[] = {"serve",       "-s", "script.txt",
                                       "--test-seed", "7",  NULL};

    nj_serve_write(&program, "script.txt", script, strlen(script));
    assert_int_equal(nj_serve_run(&program, args), 0);
}

static void a_lobby_from_a_script(void **state)
{
    static const char script[] = "=甲\n"
                                 "大家好\n"
                                 "#新游戏 漫漫长夜\n"
                                 "#加入 今晚\n"
                                 "#加入\n"
                                 "#开始\n"
                                 "=乙\n"
                                 "#加入\n"
                                 "#设置 cap 3\n"
                                 "#没有这条\n"
                                 "#开始\n"
                                 "#上上上上上上上上上上\n"
                                 ">墙\n";
    static const char *const expected[] = {
        "甲: 大家好\n",
        "甲: #新游戏 漫漫长夜\n",
        "[group] 【测试】",
        "[group] 承诺：",
        "[group] 甲 入座 ",
        "，现在 1/6。\n",
        "[group] 你已经在座了。\n",
        "[group] 还不能开始：现在 1 人，需要 2–6 人。",
        "乙: #加入\n",
        "[group] 乙 入座 ",
        "，现在 2/6。\n",
        "乙: #设置 cap 3\n",
        "乙: #没有这条\n",
        "[group] 没认出这条指令。",
        "乙: #开始\n",
        "漫漫长夜 开始。",
        "[group] @",
        " 轮到 1 席·",
        "乙: >墙\n",
        "：上", /* around him, or around the cell that he was last told of */
        NULL};

    NJ_UNUSED(state);
    play_script(script);
    printed(expected);
    assert_int_equal(nj_serve_times(&program, "out", "[group] 你四周"), 0);
}

/* What stands in the database goes on with the next script. */
static void a_match_goes_on_in_the_next_script(void **state)
{
    static const char *const later[] = {"[group] 第 1 回合，轮到 1 席·", NULL};

    NJ_UNUSED(state);
    play_script("=甲\n#新游戏 漫漫长夜\n#加入\n=乙\n#加入\n#开始\n");
    play_script("=乙\n#赛况\n");
    printed(later);
}

static void ends(void)
{
    assert_int_equal(nj_serve_wait(&program, (int64_t)6 * NJ_SERVE_WAIT_MS), 0);
}

/* As the lines typed have it; nobody is told that a chosen seed proves anything,
 * but the file that is left verifies. */
static void verifies(void)
{
    char name[64];
    const char *verify[] = {"verify", name, NULL};
    const char *at;
    size_t n;

    assert_string_equal(nj_serve_read(&program, "log"), "");
    assert_int_equal(nj_serve_times(&program, "out", "证明不了什么"), 1);
    assert_int_equal(nj_serve_times(&program, "out", "任何人都能核对"), 0);
    at = strstr(nj_serve_read(&program, "out"), "比赛文件：");
    assert_non_null(at);
    at += strlen("比赛文件：");
    n = strcspn(at, "\n");
    assert_in_range(n, 1, sizeof(name) - 1);
    memcpy(name, at, n);
    name[n] = '\0';
    assert_int_equal(nj_serve_run(&program, verify), 0);
}

static void a_guided_match_is_finished(void **state)
{
    static const char *const args[] = {"play",   "long-night", "--set", "cap=4",
                                       "--seed", "1",          NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    for (int i = 0; i < LINES; i++)
        nj_serve_type(&program, i % 3 == 2 ? "停止" : "上");
    ends();
    verifies();
}

/* In 面具杀人魔 nothing makes a killer wait who is alone with computers. He reads
 * how private words are typed here (UX-5), and at the end his way and all hands
 * (MK-8), for a terminal shows no picture of them. */
static void a_killer_of_the_street_waits_for_nobody(void **state)
{
    static const char *const args[] = {
        "play",         "masked-killer", "--seats", "2", "--set",
        "killer=first", "--seed",        "11",      NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    nj_serve_type(&program, "手牌");
    nj_serve_type(&program, ">起点 J9");
    for (int i = 0; i < LINES; i++)
        nj_serve_type(&program, ">结束");
    ends();
    assert_int_equal(nj_serve_times(&program, "out", "整行前面加 > 再发一次"),
                     1);
    assert_int_equal(nj_serve_times(&program, "out", "他的路线（轮:格子）：0-"),
                     1);
    assert_int_equal(nj_serve_times(&program, "out", " 手里："), 3);
    /* The street once a turn, and in one piece. */
    assert_int_equal(nj_serve_times(&program, "out", " 轮 · 街区\n"),
                     nj_serve_times(&program, "out", "还有 2 个行动（第 "));
    assert_int_equal(nj_serve_times(&program, "out", "+##+\n[你] 19 |"),
                     nj_serve_times(&program, "out", "[你] 19 |"));
    verifies();
}

/* What the terminal tells a victim to try first can be typed as it stands. */
static void a_victim_types_what_the_beginning_shows(void **state)
{
    static const char *const args[] = {
        "play",          "masked-killer", "--seats", "3", "--set",
        "killer=second", "--seed",        "11",      NULL};
    static const char *const lines[] = {"选 安妮", "搜索格", "走 西北",
                                        "搜",      "地图",   "结束"};
    static const char *const expected[] = {"先试：选 安妮",
                                           "2 席·you 选了安妮：",
                                           "西北，牌库 9 张。没搜过 ",
                                           "2 席·安妮 走 西北 → ",
                                           "最近的是 ",
                                           "2 席·安妮 休息。",
                                           NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    for (size_t i = 0; i < NJ_COUNT(lines); i++)
        nj_serve_type(&program, lines[i]);
    nj_serve_end_of_input(&program);
    assert_int_equal(nj_serve_wait(&program, NJ_SERVE_WAIT_MS), 0);
    printed(expected);
    assert_int_equal(nj_serve_times(&program, "out", "没有看懂"), 0);
}

/* In a group who types on unheard is left alone for a while; here nobody else
 * is bothered, and silence would be the end of it (UX-5). */
static void each_word_that_means_nothing_is_answered(void **state)
{
    static const char *const args[] = {"play", "masked-killer", "--seed", "11",
                                       NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    nj_serve_type(&program, "啊呀呀");
    nj_serve_type(&program, "哎哟喂");
    nj_serve_end_of_input(&program);
    assert_int_equal(nj_serve_wait(&program, NJ_SERVE_WAIT_MS), 0);
    assert_int_equal(nj_serve_times(&program, "out", "没认出这条指令"), 2);
}

/* UX: who reads Chinese reads no English in front of each line. */
static void each_line_names_its_chat_in_the_language_of_the_reader(void **state)
{
    static const struct {
        const char *lang, *group, *you;
    } rows[] = {{"zh-CN", "[群] ", "[你] "},
                {"zh-TW", "[群組] ", "[你] "},
                {"en", "[group] ", "[you] "}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const char *args[] = {"play",   "masked-killer", "--seed", "11",
                              "--lang", rows[i].lang,    NULL};

        nj_serve_start(&program, args);
        nj_serve_end_of_input(&program);
        assert_int_equal(nj_serve_wait(&program, NJ_SERVE_WAIT_MS), 0);
        assert_true(nj_serve_times(&program, "out", rows[i].group) > 0);
        assert_true(nj_serve_times(&program, "out", rows[i].you) > 0);
        if (i < 2)
            assert_int_equal(nj_serve_times(&program, "out", "[you] "), 0);
    }
}

/* It is in the pipe before there is a table. */
static void the_first_line_of_a_pipe_is_heard(void **state)
{
    static const char *const args[] = {
        "play", "night-of-cards", "--seats", "7", "--seed", "1", NULL};
    static const char *const expected[] = {"杀手牌开局", "手牌（从前往后丢）",
                                           "剩牌：", NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    nj_serve_type(&program, ">手牌");
    nj_serve_type(&program, "#赛况");
    nj_serve_end_of_input(&program);
    assert_int_equal(nj_serve_wait(&program, NJ_SERVE_WAIT_MS), 0);
    printed(expected);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_lobby_from_a_script),
        TEST(a_match_goes_on_in_the_next_script),
        TEST(a_guided_match_is_finished),
        TEST(a_killer_of_the_street_waits_for_nobody),
        TEST(a_victim_types_what_the_beginning_shows),
        TEST(each_word_that_means_nothing_is_answered),
        TEST(each_line_names_its_chat_in_the_language_of_the_reader),
        TEST(the_first_line_of_a_pipe_is_heard),
    };

    return cmocka_run_group_tests_name("e2e/console", tests, NULL, NULL);
}
