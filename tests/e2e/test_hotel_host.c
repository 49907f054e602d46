/*
 * An evening of 黑影杀 4016 for twelve seats whose host has nothing but what the
 * program sends him (SH-19.9): from his board he answers the radio; he pauses,
 * takes back a mistake and finds a substitute, and the program tells the group.
 * A third of the people play for the first time and have the hints; the others
 * had a short match before. And the same for eight in a group of QQ's official bot
 * platform, with the limits of a verified bot: a kill of the program, resumed
 * sessions, and switches for pushes that are off for two rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/evening.h"
#include "kit/nj_test.h"

#define GROUP  NJ_EVENING_QQ
#define SEATS  12
#define OLD    8  /* of them have played before */
#define HOST   12 /* the persons behind the seats */
#define COMER  13
#define WORDS  200 /* bytes of a line that is typed */
#define ROUNDS 13

static const struct nj_evening_person people[] = {
    {501, "阿宁", false},
    {502, "小明", false},
    {503, "小明", false},
    {504, "老王]】死亡。\n【旅馆广播】x", false},
    {505, "一二三四五六七八九十甲乙", false},
    {506, "丁四", false},
    {507, "3", false},
    {508, "Gus", false},
    {509, "何七", false},
    {510, "小雨", false},
    {511, "江九", false},
    {512, "薇拉", false},
    {513, "老林", false},
    {514, "新来的", false},
};

/* What the evening has come to; the teardown has to find it. */
static struct {
    struct nj_evening e;
    unsigned seats;
    unsigned shadow, brillo;
    unsigned away;        /* who lets this round pass; SEATS: nobody */
    unsigned sits[SEATS]; /* the person at each seat */
} t;

/* Whoever types is answered; on the official platform that has to do, for it
 * lets nobody be told all the time how things stand. */
static void whispers(unsigned seat, const char *text)
{
    const struct nj_evening_chat *own = &t.e.chat[t.sits[seat]];
    uint32_t texts = own->texts;

    nj_evening_whispers(&t.e, t.sits[seat], text);
    if (t.e.official == NULL) {
        nj_evening_settle(&t.e);
        return;
    }
    while (own->texts == texts)
        if (!nj_evening_listen(&t.e, NJ_SERVE_WAIT_MS)) {
            nj_evening_keep(&t.e, "failed");
            fail_msg("no answer to seat %u: %s", seat + 1, text);
        }
    while (nj_evening_listen(&t.e, 20))
        continue;
}

/* Behind the newest such words of that chat; NULL: it never heard them. */
static const char *newest(unsigned chat, const char *part)
{
    const char *at = NULL, *next = t.e.chat[chat].heard.p;

    while (next != NULL && (next = strstr(next, part)) != NULL)
        at = next += strlen(part);
    return at;
}

/* A power of the host that takes digits; they are the newest he was shown. */
static void confirms(const char *line)
{
    char digits[WORDS];

    nj_evening_whispers(&t.e, HOST, line);
    nj_evening_settle(&t.e);
    (void)snprintf(digits, sizeof(digits), "确认 %.4s",
                   newest(HOST, "发「确认 "));
    nj_evening_whispers(&t.e, HOST, digits);
    nj_evening_settle(&t.e);
}

static void rules(const char *words)
{
    char line[2 * WORDS];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 照板子上写的", words);
    confirms(line);
}

/* --- the table --- */

static void sits(unsigned i)
{
    nj_evening_whispers(&t.e, i, "我");
    nj_evening_settle(&t.e);
    nj_evening_says(&t.e, i, i == HOST ? "#主持" : "#加入 幸运七");
    nj_evening_settle(&t.e);
}

static void opens(unsigned n)
{
    nj_evening_says(&t.e, 0, "#新游戏 黑影杀 4016");
    (void)nj_evening_hears(&t.e, GROUP, "开桌");
    nj_evening_says(&t.e, 0, "#设置 预设 现场");
    t.seats = n;
    for (unsigned i = 0; i < n; i++) {
        t.sits[i] = i;
        sits(i);
    }
    sits(HOST);
    nj_evening_says(&t.e, 0, "#开始");
    (void)nj_evening_hears(&t.e, GROUP, "成为黑影");
    nj_evening_settle(&t.e);
    nj_evening_clock(&t.e, "+60s");
    (void)nj_evening_hears(&t.e, GROUP, "第0回合");
    nj_evening_settle(&t.e);
}

/* Those who have played before: their first match is over in a minute. */
static void the_first_match(void)
{
    opens(OLD);
    rules("end lost");
    (void)nj_evening_hears(&t.e, GROUP, "迷失结局");
    nj_evening_settle(&t.e);
}

static void who_is_who(void)
{
    for (unsigned i = 0; i < t.seats; i++) {
        const char *who = newest(t.sits[i], "\n你是");

        assert_non_null(who);
        if (strncmp(who, "黑影", strlen("黑影")) == 0)
            t.shadow = i;
        else if (strncmp(who, "布莉萝", strlen("布莉萝")) == 0)
            t.brillo = i;
    }
}

/* Who plays for the first time is told a little more, and nobody else. */
static void newcomers_have_hints(void)
{
    for (unsigned i = 0; i < t.seats; i++) {
        const char *hint = newest(t.sits[i], "第一次玩：");

        assert_non_null(hint); /* of one match or the other */
        assert_int_equal(hint > newest(t.sits[i], "开局了"), i >= OLD);
    }
}

/* --- rounds --- */

static bool over(void)
{
    const char *last = newest(GROUP, "成为黑影");

    return last != NULL && strstr(last, "游戏结束") != NULL;
}

/* The line that begins so in the newest view of that seat; NULL: none. */
static const char *in_view(unsigned seat, const char *head)
{
    const char *view = newest(t.sits[seat], "，还剩 ");
    const char *at = view != NULL ? strstr(view, head) : NULL;
    const char *ways = view != NULL ? strstr(view, "\n出口：") : NULL;

    return at != NULL && ways != NULL && at <= ways ? at + strlen(head) : NULL;
}

static void does(unsigned seat, const char *verb, const char *words, size_t n)
{
    struct nj_str line = NJ_STR_INIT(WORDS);

    nj_str_addf(&line, "%s ", verb);
    nj_str_add(&line, words, n);
    whispers(seat, line.p);
    nj_str_fini(&line);
}

/* Bytes of the first thing of a list. */
static size_t first_of(const char *list)
{
    size_t n = strcspn(list, "\n");
    const char *sep = strstr(list, "、");

    return sep != NULL && (size_t)(sep - list) < n ? (size_t)(sep - list) : n;
}

/* Takes what lies there, works what is there, and walks on. */
static void acts(unsigned seat, unsigned round)
{
    const char *at = in_view(seat, "\n物品：");

    if (at != NULL)
        does(seat, "拿", at, first_of(at));
    at = in_view(seat, "\n机关：");
    if (at != NULL)
        does(seat, "解", at, first_of(at));
    at = in_view(seat, "\n出口：");
    for (unsigned k = (seat + round) % 3; at != NULL && k > 0; k--) {
        const char *next = strstr(at, "；");

        if (next != NULL && next < at + strcspn(at, "\n"))
            at = next + strlen("；");
    }
    if (at != NULL)
        does(seat, "走", at, strcspn(at, " "));
}

static void ends(unsigned round)
{
    char line[WORDS];

    for (unsigned i = 0; i < t.seats; i++)
        if ((i == t.shadow) == (round % 2 == 0) && i != t.away)
            nj_evening_whispers(&t.e, t.sits[i], "结束");
    nj_evening_settle(&t.e);
    (void)snprintf(line, sizeof(line), "第%u回合结束", round);
    for (int i = 0; i < 12 && !over() && newest(GROUP, line) == NULL; i++) {
        nj_evening_clock(&t.e, "+60s");
        nj_evening_settle(&t.e);
    }
    nj_evening_settle(&t.e);
}

static void plays(unsigned round)
{
    for (unsigned i = 0; i < t.seats; i++)
        if ((i == t.shadow) == (round % 2 == 0) && i != t.away)
            acts(i, round);
}

/* --- what a host does --- */

static void looks(void)
{
    nj_evening_whispers(&t.e, HOST, "%看");
    nj_evening_settle(&t.e);
}

/* Where his board says that this seat is; 0: it is out, or
 * lies as if dead. */
static unsigned stands(unsigned seat)
{
    char head[WORDS];
    const char *at, *place;

    (void)snprintf(head, sizeof(head), "\n%u 席·", seat + 1);
    at = strstr(newest(HOST, "集邮册用过 "), head);
    assert_non_null(at);
    place = strstr(at, "）在 ");
    if (place == NULL || place > at + 1 + strcspn(at + 1, "\n"))
        return 0;
    return (unsigned)strtoul(strstr(place, "（") + strlen("（"), NULL, 10);
}

/* Where it says that the room lies. */
static unsigned lies(const char *room)
{
    const char *at = strstr(newest(HOST, "各位置现在的房间："), room);

    assert_non_null(at);
    while (at[-1] == ' ' || (at[-1] >= '0' && at[-1] <= '9'))
        at--;
    return (unsigned)strtoul(at, NULL, 10);
}

/* What that seat was told last of where it is. */
static unsigned knows(unsigned seat)
{
    const char *view = newest(t.sits[seat], "，还剩 ");

    while (strncmp(view, "（", strlen("（")) != 0)
        view--;
    return (unsigned)strtoul(view + strlen("（"), NULL, 10);
}

/* Brillo asks, the host looks at his board, and the answer is true. */
static void the_radio_is_answered_from_the_board(void)
{
    char line[WORDS], want[WORDS];
    unsigned other = (t.brillo + 1) % t.seats == t.shadow
                         ? (t.brillo + 2) % t.seats
                         : (t.brillo + 1) % t.seats;
    unsigned pos = knows(other);

    (void)snprintf(line, sizeof(line), "电台 %u 席在 %u 号位置吗", other + 1,
                   pos);
    whispers(t.brillo, line);
    whispers(t.brillo, "电台 大堂在一楼吗");
    assert_non_null(newest(HOST, "1 号问题"));
    assert_non_null(newest(HOST, "2 号问题"));
    rules(lies("一楼·大堂") <= 8 ? "电台 2 1" : "电台 2 0");
    (void)snprintf(want, sizeof(want),
                   "求救电台的回答：%s（你问的是：「大堂在一楼吗」）",
                   lies("一楼·大堂") <= 8 ? "是" : "不是");
    assert_non_null(newest(t.sits[t.brillo], want));
    looks();
    rules(stands(other) == pos ? "电台 1 1" : "电台 1 0");
    assert_non_null(newest(t.sits[t.brillo], "求救电台的回答：是（"));
    assert_null(newest(GROUP, "动用过权力。\n【主持】第"));
}

static void a_mistake_is_taken_back(void)
{
    char line[WORDS];
    unsigned seat = 3, was;

    rules("移动 3 7"); /* a seat, and somebody's name */
    assert_non_null(newest(HOST, "这个号码也是别人的名字"));
    looks();
    while (stands(seat) == 0 || stands(seat) == 7)
        seat++;
    was = stands(seat);
    (void)snprintf(line, sizeof(line), "移动 %u 7 安静", seat + 1);
    rules(line);
    looks();
    assert_int_equal(stands(seat), 7);
    confirms("%回退 因 写错了席号");
    assert_non_null(newest(GROUP, "【主持】撤回了最近的一步"));
    looks();
    assert_int_equal(stands(seat), was);
}

static unsigned somebody_alive(void)
{
    unsigned seat = 0;

    looks();
    while (stands(seat) == 0 || seat == t.shadow)
        seat++;
    return seat;
}

static void the_clock_is_told(void)
{
    nj_evening_whispers(&t.e, HOST, "%暂停");
    nj_evening_settle(&t.e);
    assert_non_null(newest(GROUP, "【主持】比赛暂停"));
    nj_evening_whispers(&t.e, HOST, "%继续");
    nj_evening_settle(&t.e);
    assert_non_null(newest(GROUP, "【主持】计时恢复"));
    nj_evening_whispers(&t.e, HOST, "%延时 5m");
    nj_evening_settle(&t.e);
    assert_non_null(newest(GROUP, "【主持】截止时间移到 "));
}

static void a_substitute_is_found(unsigned seat)
{
    char line[WORDS];

    whispers(seat, "退出");
    nj_evening_whispers(&t.e, t.sits[seat], "是");
    nj_evening_settle(&t.e);
    assert_non_null(newest(GROUP, "离席"));
    (void)snprintf(line, sizeof(line), "%u 席·", seat + 1);
    assert_non_null(strstr(newest(HOST, "（主持）"), "离席"));
    nj_evening_whispers(&t.e, COMER, "我");
    nj_evening_settle(&t.e);
    nj_evening_says(&t.e, COMER, "#接替");
    nj_evening_settle(&t.e);
    t.sits[seat] = COMER;
    assert_non_null(newest(COMER, "你是"));
    assert_non_null(newest(COMER, "请黑影行动。截止"));
    assert_int_equal(nj_evening_times(&t.e, COMER, "（还剩"), 0);
    whispers(seat, "看看");
    assert_non_null(newest(COMER, "出口："));
}

/* --- the evening --- */

static const char *platform; /* "qqbot-few": an unverified bot */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&t.e, t.e.official == NULL ? "hotel" : "hotel-official");
    nj_evening_close(&t.e);
    return 0;
}

/* What befalls the line, and the switches for what a bot says by itself. */
static void befalls(unsigned round)
{
    if (round == 2)
        nj_evening_crash(&t.e);
    if (round == 2 || round == 6)
        nj_evening_resumes(&t.e, round == 2 ? 0 : 4009);
    if (round == 4 || round == 6) {
        nj_evening_pushes(&t.e, round == 6);
        nj_evening_lets(&t.e, 1, round == 6);
    }
}

static void plays_to_the_end(void)
{
    who_is_who();
    assert_non_null(newest(HOST, "你主持这一局"));
    assert_non_null(newest(HOST, "各位置现在的房间："));
    for (unsigned round = 0; !over() && round <= ROUNDS; round++) {
        if (t.e.official != NULL)
            befalls(round);
        if (round == 1)
            the_radio_is_answered_from_the_board();
        if (round == 2 && t.seats > OLD)
            newcomers_have_hints();
        if (round == 2)
            the_clock_is_told();
        t.away = round == 5 ? somebody_alive() : SEATS;
        plays(round);
        if (round == 3) {
            a_mistake_is_taken_back();
            a_substitute_is_found(t.shadow == t.seats - 2 ? t.seats - 1
                                                          : t.seats - 2);
        }
        ends(round);
    }
    assert_true(over());
    assert_non_null(newest(HOST, "没有行动（缺席 1/2）"));
    nj_evening_count(&t.e);
    nj_evening_blameless(&t.e);
}

static void an_evening_of_twelve_and_a_host(void **state)
{
    NJ_UNUSED(state);
    nj_evening_open(&t.e, people, NJ_COUNT(people), "+1s");
    the_first_match();
    opens(SEATS);
    plays_to_the_end();
}

/* All of them for the first time, each within what a verified bot may say. */
static void an_evening_of_eight_and_a_host(void **state)
{
    NJ_UNUSED(state);
    nj_evening_by(platform);
    nj_evening_open(&t.e, people, NJ_COUNT(people), "+3s");
    opens(OLD);
    plays_to_the_end();
    assert_non_null(newest(GROUP, "第6回合结束")); /* behind all that befell */
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_evening_of_twelve_and_a_host, end),
        cmocka_unit_test_teardown(an_evening_of_eight_and_a_host, end),
    };

    platform = argc > 1 ? argv[1] : "qqbot";
    return cmocka_run_group_tests_name("e2e/hotel_host", tests, NULL, NULL);
}
