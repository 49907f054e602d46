/*
 * Twelve people and a host play 黑影杀 over a real WebSocket, one match of each
 * edition: a shot, the cross, the album, the radio, a reboot, rulings, a mistake
 * taken back, a kill of the program in the midst of it. The host sees the hotel
 * after each round and answers what he is asked by its number. Afterwards the course as each seat saw it has
 * nothing that its chats did not have.
 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"

#define WAIT_MS NJ_SERVE_WAIT_MS
#define GROUP   INT64_C(4123456789)
#define SEATS   12
#define HOST    SEATS       /* the last person */
#define HALL    (SEATS + 1) /* the group, where chats are counted */
#define BYTES   (4u << 20)  /* of all that a chat hears */

static const char *const names[SEATS + 1] = {
    "Ann",  "阿宝", "Cat",  "丁四", "Eve",  "Fay", "Gus",
    "何七", "Ivy",  "江九", "Ken",  "老林", "Max"};
/* The clock stands and nobody's message number enters the draw: who is who, and
 * where, is the same in each run. */
static const char *const serve_args[] = {
    "serve", "-c", "config.json", "--test-seed", "5e", "--test-clock", NULL};

/* What the match has come to; the teardown has to find it. */
static struct {
    struct nj_ob_server *server;
    struct nj_serve program;
    uint32_t heard; /* texts taken from the server */
    struct nj_str said[HALL + 1];
    size_t mark[HALL + 1]; /* how far it has been looked at */
    char code[8];
    unsigned shadow, brillo;
    unsigned player[SEATS]; /* the others, in order of their seats */
} g;

/* --- talking and listening --- */

static int64_t user(unsigned i)
{
    return 500 + (int64_t)i;
}

static void say(unsigned i, const char *text)
{
    nj_ob_server_say_private(g.server, user(i), names[i], text);
}

static void say_aloud(unsigned i, const char *text)
{
    nj_ob_server_say_group(g.server, GROUP, user(i), names[i], text);
}

static bool listen(int64_t wait_ms)
{
    bool group = false;
    int64_t id = 0;
    const char *text =
        nj_ob_server_text(g.server, g.heard, wait_ms, &group, &id);
    unsigned chat;

    if (text == NULL)
        return false;
    g.heard++;
    chat = group ? HALL : (unsigned)(id - user(0));
    assert_in_range(chat, 0, HALL);
    nj_str_addf(&g.said[chat], "%s\n", text);
    return true;
}

/* What that chat has heard from there on; waits until it has. */
static const char *told(unsigned chat, const char *part)
{
    const char *at;

    while (g.said[chat].p == NULL ||
           (at = strstr(g.said[chat].p + g.mark[chat], part)) == NULL) {
        if (listen(WAIT_MS))
            continue;
        if (g.said[chat].len > 900) /* cmocka prints a thousand bytes */
            print_message("%s", g.said[chat].p + g.said[chat].len - 900);
        fail_msg("chat %u never heard: %s", chat, part);
    }
    g.mark[chat] = (size_t)(at - g.said[chat].p) + strlen(part);
    return at + strlen(part);
}

/* A ruling of the host, confirmed by the digits that he is shown. */
static void rule(const char *words)
{
    char line[200];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    say(HOST, line);
    (void)snprintf(line, sizeof(line), "确认 %.4s", told(HOST, "发「确认 "));
    say(HOST, line);
    (void)told(HOST, "（主持）裁定照办了");
}

static void rule_seat(const char *what, unsigned seat, const char *rest)
{
    char words[100];

    (void)snprintf(words, sizeof(words), "%s %u %s", what, seat + 1, rest);
    rule(words);
}

static void say_to(unsigned i, const char *verb, unsigned whom)
{
    char words[100];

    (void)snprintf(words, sizeof(words), "%s %s", verb, names[whom]);
    say(i, words);
}

/* --- the table --- */

static void open_house(void)
{
    memset(&g, 0, sizeof(g));
    for (unsigned i = 0; i <= HALL; i++)
        g.said[i] = (struct nj_str)NJ_STR_INIT(BYTES);
    g.server = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&g.program);
    nj_serve_configure(&g.program, nj_ob_server_port(g.server), "");
    nj_serve_start(&g.program, serve_args);
    assert_true(nj_ob_server_connected(g.server, 1, WAIT_MS));
}

static int close_house(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&g.program);
    nj_ob_server_stop(g.server);
    for (unsigned i = 0; i <= HALL; i++)
        nj_str_fini(&g.said[i]);
    return 0;
}

static void seat_all(const char *edition)
{
    char words[100];

    (void)snprintf(words, sizeof(words), "#新游戏 黑影杀 %s", edition);
    say_aloud(0, words);
    (void)told(HALL, "【黑影杀】");
    memcpy(g.code, g.said[HALL].p + g.mark[HALL], 3);
    (void)told(HALL, "开桌");
    for (unsigned i = 0; i <= HOST; i++) {
        say(i, "我");
        (void)told(i, "私聊已接通");
        say_aloud(i, i == HOST ? "#主持" : "#加入 幸运七");
        (void)told(HALL, names[i]);
    }
    say_aloud(0, "#设置 spawn_secs 0");
    (void)told(HALL, "改为");
    say_aloud(0, "#设置 radio_uses 3");
    (void)told(HALL, "改为");
}

/* Everybody hears in private who he is, the group who the shadow is. */
static void begin(void)
{
    unsigned n = 0;

    say_aloud(0, "#开始");
    for (unsigned i = 0; i < SEATS; i++) {
        const char *who;

        who = told(i, "\n你是");
        if (strncmp(who, "黑影", strlen("黑影")) == 0)
            g.shadow = i;
        else if (strncmp(who, "布莉萝", strlen("布莉萝")) == 0)
            g.brillo = i;
        else
            g.player[n++] = i;
    }
    assert_int_equal(n, SEATS - 2);
    assert_int_equal(strncmp(told(HALL, "【旅馆广播】【"), names[g.shadow],
                             strlen(names[g.shadow])),
                     0);
    (void)told(HALL, "第0回合");
}

/* --- rounds --- */

static bool over(void)
{
    return g.said[HALL].p != NULL && strstr(g.said[HALL].p, "游戏结束") != NULL;
}

/* Whoever may, ends his turn; the others are told why they may not. */
static void end_round(unsigned round)
{
    char line[40];

    for (unsigned i = 0; i < SEATS; i++)
        if ((i == g.shadow) == (round % 2 == 0))
            say(i, "结束");
    (void)snprintf(line, sizeof(line), "第%u回合结束", round);
    while (!over() && strstr(g.said[HALL].p, line) == NULL)
        if (!listen(WAIT_MS))
            (void)told(HALL, line); /* which fails, with all that was said */
}

/* R1: two die at once or soon, one of the cross, one of the album. */
static void play_first(bool level)
{
    rule_seat("move", g.shadow, "娱乐室 quiet"); /* out of everybody's way */
    rule_seat("move", g.brillo, "健身室 quiet");
    rule_seat("move", g.player[5], "书房 quiet"); /* 402 will be gas */
    rule_seat("move", g.player[0], "会议室 quiet");
    rule_seat("move", g.player[1], "会议室 quiet");
    rule_seat("give", g.player[0], "霰弹枪");
    say_to(g.player[0], "开枪", g.player[1]);
    (void)told(g.player[0], level ? "记下了" : "砰！");
    rule_seat("move", g.player[2], "死亡之歌 quiet");
    say_to(g.player[2], "处决", g.player[3]);
    (void)told(g.player[2], "照办了");
    (void)told(g.player[3], "你死了");
    rule_seat("give", g.brillo, "集邮册");
    say_to(g.brillo, "盖章", g.player[4]);
    (void)told(g.brillo, "照办了");
    (void)told(g.player[4], "你死了");
    say(g.brillo, "电台 大堂在一楼吗");
    (void)told(HOST, "1 号问题");
    (void)told(HOST, "大堂在一楼吗");
    rule("电台 1 1");
    (void)told(g.brillo, "求救电台的回答：是（你问的是：「大堂在一楼吗」");
    say_aloud(g.player[5], "#走 22");
    (void)told(g.player[5], "请私聊");
}

/* The hall of memories: what somebody who has died was told. What the log gave
 * once it has to give again when the program wakes. */
static void remember(void)
{
    rule_seat("move", g.player[0], "档案室 quiet");
    say_to(g.player[0], "档案", g.player[3]);
    (void)told(g.player[0], "第一阶段每回合");
    (void)told(g.player[0], "你死了");
}

/* The whole hotel, which nobody asked for: who is where, and what lies there. */
static void host_sees(unsigned round)
{
    char line[40];

    (void)snprintf(line, sizeof(line), "第 %u 回合，第 ", round);
    (void)told(HOST, line);
    (void)told(HOST, "（布莉萝）");
    (void)told(HOST, "地上有：");
}

static void host_takes_back(void)
{
    char line[40];

    say(HOST, "%回退 因 手滑");
    (void)snprintf(line, sizeof(line), "确认 %.4s", told(HOST, "发「确认 "));
    say(HOST, line);
    (void)told(HALL, "撤回了最近的一步");
}

/* Killed in the midst of the second round; nobody loses anything. */
static void crash(void)
{
    uint32_t before = nj_ob_server_connections(g.server);

    nj_serve_kill(&g.program);
    nj_serve_start(&g.program, serve_args);
    assert_true(nj_ob_server_connected(g.server, before + 1, WAIT_MS));
    say(g.player[5], "状态");
    (void)told(g.player[5], "第2回合");
}

static void play(bool level)
{
    end_round(0);
    host_sees(1);
    play_first(level);
    end_round(1);
    host_sees(2);
    (void)told(g.player[1], "你死了");
    (void)told(HALL, "枪声");
    if (level)
        remember();
    crash();
    host_takes_back();
    end_round(2);
    host_sees(3);
    if (level) {
        rule_seat("move", g.player[5], "研究室");
        (void)told(g.player[5], "你死了");
    }
    end_round(3);
    if (level)
        (void)told(HALL, "系统重启");
    for (unsigned round = 4; !over(); round++) {
        assert_in_range(round, 4, 13);
        end_round(round);
    }
    (void)told(HALL, "游戏结束");
    (void)told(HALL, "核对当初的承诺");
    while (listen(500))
        continue;
}

/* --- afterwards --- */

static void export_match(void)
{
    const char *const export_args[] = {"export", "-c", "config.json", g.code,
                                       NULL};
    static const char *const verify_args[] = {"verify", "match.jsonl", NULL};
    const char *text;

    assert_int_equal(nj_serve_stop(&g.program), 0);
    assert_int_equal(nj_serve_run(&g.program, export_args), 0);
    text = nj_serve_read(&g.program, "out");
    nj_serve_write(&g.program, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(&g.program, verify_args), 0);
}

/* Lines of a chat are said in its own time: "1 分钟" is another one later, and an
 * undo tells it from when on the clock runs again. */
static bool has_time(const char *line)
{
    return strstr(line, "还剩") != NULL || strstr(line, "截止") != NULL ||
           strstr(line, "撤回了最近的一步") != NULL;
}

static bool heard(unsigned seat, const char *line)
{
    return strstr(g.said[seat].p, line) != NULL ||
           strstr(g.said[HALL].p, line) != NULL;
}

/* "[12] 2026-11-21 10:00:00 3 go 22": whose order is it? 0: nobody's. */
static unsigned long whose(const char *line)
{
    const char *at = strchr(line, ' ');

    for (int blanks = 0; at != NULL && blanks < 2; blanks++)
        at = strchr(at + 1, ' ');
    return at != NULL ? strtoul(at, NULL, 10) : 0;
}

/* `next` is the line behind it. */
static void check_line(unsigned seat, const char *line, const char *next)
{
    unsigned long by;

    if (line[0] == '[') {
        by = whose(line);
        if (by == 0 && next[0] != ' ')
            fail_msg("seat %u sees a clock that tells it nothing: %s", seat + 1,
                     line);
        if (by != 0 && by != seat + 1)
            fail_msg("seat %u sees what %lu typed: %s", seat + 1, by, line);
        return;
    }
    if (strlen(line) > 7 && line[0] == ' ' && !has_time(line) &&
        !heard(seat, line + 7))
        fail_msg("seat %u never heard: %s", seat + 1, line);
}

static void each_saw_only_his_own(void)
{
    char seat[4];
    const char *const args[] = {"replay", "match.jsonl", "--as", seat,
                                "--lang", "zh-CN",       NULL};

    for (unsigned i = 0; i < SEATS; i++) {
        char *copy, *next;

        (void)snprintf(seat, sizeof(seat), "%u", i + 1);
        assert_int_equal(nj_serve_run(&g.program, args), 0);
        copy = strdup(nj_serve_read(&g.program, "out"));
        assert_non_null(copy);
        assert_true(strlen(copy) > 1000);
        for (char *line = copy; *line != '\0'; line = next) {
            size_t n = strcspn(line, "\n");

            next = line + n + (line[n] == '\n');
            line[n] = '\0';
            check_line(i, line, next);
        }
        free(copy);
    }
}

/* The group never reads what is meant for one. */
static void the_group_reads_no_secrets(void)
{
    static const char *const secrets[] = {
        "出口：",         "你在 ",        "你死了",     "照办了",
        "第一阶段每回合", "大堂在一楼吗", "权力，内容", "求救电台的回答"};

    for (size_t i = 0; i < NJ_COUNT(secrets); i++)
        if (strstr(g.said[HALL].p, secrets[i]) != NULL)
            fail_msg("the group read '%s'", secrets[i]);
    assert_string_equal(nj_ob_server_violations(g.server), "");
}

static char level_4016[] = "level-4016";
static char classic[] = "classic";

static void a_match(void **state)
{
    const char *edition = *state;

    open_house();
    seat_all(edition);
    begin();
    play(edition == level_4016);
    the_group_reads_no_secrets();
    export_match();
    each_saw_only_his_own();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a_match_of_the_classic_edition", a_match, NULL, close_house, classic},
        {"a_match_of_level_4016", a_match, NULL, close_house, level_4016},
    };

    return cmocka_run_group_tests_name("e2e/hotel", tests, NULL, NULL);
}
