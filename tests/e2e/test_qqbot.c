/*
 * Six people play 漫漫长夜 to its end in a group of QQ's official bot platform,
 * with the limits of a verified bot: the program is killed with a word on its
 * way, the line breaks and is resumed, the owner stops pushes in the middle, a
 * player stops his, and nothing is lost. At the end the file verifies, the group
 * has heard each public line of the record, and nobody has been told a secret
 * in it. And once more where members of the group are called otherwise than
 * in private, which is told the program by digits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "e2e/table.h"
#include "e2e/walk.h"
#include "kit/nj_test.h"

#define QQ      NJ_EVENING_QQ
#define PUBLIC  "  G    " /* before public lines of `nightjar replay` */
#define GUESSER 5         /* a person */

static const struct nj_evening_person people[] = {
    {501, "阿宁", false}, {502, "小雨", false}, {503, "老王", false},
    {504, "丁四", false}, {505, "何七", false}, {506, "Hugo", false}};

static struct nj_evening e;  /* the teardown has to find it */
static const char *platform; /* "qqbot-few": an unverified bot */
static const char *called;   /* the evening */
static struct walk walk;
static char code[4];
static unsigned answers;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&e, called);
    nj_evening_close(&e);
    return 0;
}

static void is_told_digits(unsigned i, char line[40])
{
    nj_evening_whispers(&e, i, "我");
    (void)snprintf(line, 40, "#绑定 %.6s", nj_evening_hears(&e, i, "#绑定 "));
}

static void guesses(unsigned i)
{
    nj_evening_says(&e, i, "#绑定 000000");
    (void)nj_evening_hears(&e, QQ, "没有绑定：数字不对");
}

/* The group knows him by a name that his private chat has not: digits tell it
 * who he is, and others do not. After three guesses not even the right ones do,
 * until they are too old. */
static void becomes_known(unsigned i)
{
    char line[40];

    is_told_digits(i, line);
    guesses(i);
    if (i == GUESSER) {
        guesses(i);
        guesses(i);
        nj_evening_says(&e, i, line);
        (void)nj_evening_hears(&e, QQ, "没有绑定：错得太多");
        nj_evening_clock(&e, "+10m");
        guesses(i);
        nj_evening_says(&e, i, line);
        (void)nj_evening_hears(&e, QQ, "没有绑定：数字不对");
        is_told_digits(i, line);
    }
    nj_evening_says(&e, i, line);
    (void)snprintf(line, sizeof(line), "%s 的私聊已接通", people[i].name);
    (void)nj_evening_hears(&e, QQ, line);
}

static void six_sit_down(bool others)
{
    char line[40];

    nj_evening_says(&e, 0, "#新游戏 漫漫长夜");
    memcpy(code, nj_evening_hears(&e, QQ, "【漫漫长夜】"), 3);
    for (unsigned i = 0; i < NJ_COUNT(people); i++) {
        if (!others) {
            table_seat(&e, i);
            continue;
        }
        nj_evening_says(&e, i, "#加入 幸运七");
        (void)snprintf(line, sizeof(line), "现在 %u/", i + 1);
        (void)nj_evening_hears(&e, QQ, line);
        becomes_known(i);
    }
    nj_evening_says(&e, 0, "#设置 cap 5");
    (void)nj_evening_hears(&e, QQ, "改为");
    nj_evening_says(&e, 0, "#开始");
    if (others) { /* it took them ten minutes */
        (void)nj_evening_hears(&e, QQ, "还在吗");
        nj_evening_says(&e, 0, "#开始");
    }
    (void)nj_evening_hears(&e, QQ, "轮到 ");
}

static void moves_somewhere(void)
{
    walk_listen(&walk, walk_word(&walk));
}

/* A word is on its way as the program dies; the next life resumes the session
 * and hears it. */
static void killed(void)
{
    uint32_t texts = e.chat[QQ].texts;

    nj_evening_says(&e, walk.mover, "停止");
    nj_evening_crash(&e);
    walk_listen(&walk, texts);
    assert_true(qqbot_server_resumed(e.official, 1, NJ_SERVE_WAIT_MS));
    assert_false(qqbot_server_identified(e.official, 2, 0));
}

static void cut_off(int close_code)
{
    uint32_t texts = e.chat[QQ].texts;
    uint32_t lines = qqbot_server_lines(e.official);

    qqbot_server_close(e.official, close_code);
    nj_evening_says(&e, walk.mover, "停止");
    assert_true(qqbot_server_lined(e.official, lines + 1, NJ_SERVE_WAIT_MS));
    walk_listen(&walk, texts);
}

/* How many texts the platform has shown as answers, or as pushes. */
static uint32_t said(uint32_t (*count)(const struct qqbot_platform *p))
{
    uint32_t n = count(qqbot_server_enter(e.official));

    qqbot_server_leave(e.official);
    return n;
}

/* What befalls them, by the number of the move. */
static void befall(void)
{
    switch (walk.moves) {
    case 4:
        killed();
        break;
    case 8:
        nj_evening_pushes(&e, false);
        answers = said(qqbot_answers);
        break;
    case 10: /* a player whose pushes are off asks, and is told all */
        qqbot_server_switch(e.official, QQBOT_USER, "502", false, true);
        break;
    case 12:
        cut_off(0);
        break;
    case 14:
        assert_true(said(qqbot_answers) > answers + 4);
        nj_evening_pushes(&e, true);
        qqbot_server_switch(e.official, QQBOT_USER, "502", true, true);
        break;
    case 16:
        qqbot_server_op(e.official, 7);
        break;
    case 18:
        cut_off(4009);
        break;
    default:
        break;
    }
}

/* --- the end --- */

static void the_file_verifies(void)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export", "-c", "config.json", code, NULL};
    const char *text;

    assert_int_equal(nj_serve_stop(&e.program), 0);
    assert_int_equal(nj_serve_run(&e.program, export), 0);
    text = nj_serve_read(&e.program, "out");
    nj_serve_write(&e.program, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(&e.program, verify), 0);
}

/* Behind that line; fails if it is not there. */
static const char *finds(const char *from, const char *line, size_t n)
{
    char *want = nj_strndup(line, n);
    const char *at = strstr(from, want);

    if (at == NULL)
        print_error("missing, or not where it should be: %s\n", want);
    free(want);
    assert_non_null(at);
    return at + n;
}

/* Each public line of the record is, in order, among what the group heard. */
static void the_group_heard_the_course(void)
{
    static const char *const replay[] = {"replay", "match.jsonl", "--lang",
                                         "zh-CN", NULL};
    const char *at = e.chat[QQ].heard.p;
    unsigned n = 0;

    assert_int_equal(nj_serve_run(&e.program, replay), 0);
    for (const char *line = nj_serve_read(&e.program, "out"); *line != '\0';) {
        size_t len = strcspn(line, "\n");

        if (strncmp(line, PUBLIC, strlen(PUBLIC)) == 0) {
            at = finds(at, line + strlen(PUBLIC), len - strlen(PUBLIC));
            n++;
        }
        line += len + (line[len] == '\n');
    }
    assert_in_range(n, 40, 10000);
}

static void opens(bool others)
{
    called = others ? "qqbot-others" : "qqbot";
    nj_evening_by(platform);
    nj_evening_open(&e, people, NJ_COUNT(people), "+5s");
    walk_begin(&walk, &e);
    if (others)
        qqbot_server_others(e.official);
    six_sit_down(others);
}

static void six_people_to_the_end(void **state)
{
    NJ_UNUSED(state);
    opens(false);
    while (!walk_over(&walk)) {
        moves_somewhere();
        if (!walk_over(&walk))
            befall();
    }
    assert_in_range(walk.moves, 19, 600);
    nj_evening_settle(&e);
    nj_evening_blameless(&e);
    print_message("%u moves\n", walk.moves);
    nj_evening_count(&e);
    the_file_verifies();
    the_group_heard_the_course();
}

/* QB-1: members are called otherwise than users are, whatever happens. */
static void six_others_to_the_end(void **state)
{
    NJ_UNUSED(state);
    opens(true);
    while (!walk_over(&walk)) {
        moves_somewhere();
        if (walk.moves == 4)
            killed();
    }
    nj_evening_settle(&e);
    nj_evening_blameless(&e);
    assert_int_equal(qqbot_refused(qqbot_server_enter(e.official), 40054004),
                     0);
    qqbot_server_leave(e.official);
    for (unsigned i = 0; i < NJ_COUNT(people); i++)
        assert_non_null(strstr(e.chat[i].heard.p, "漫漫长夜]"));
    the_file_verifies();
    the_group_heard_the_course();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(six_people_to_the_end, end),
        cmocka_unit_test_teardown(six_others_to_the_end, end),
    };

    platform = argc > 1 ? argv[1] : "qqbot";
    return cmocka_run_group_tests_name("e2e/qqbot", tests, NULL, NULL);
}
