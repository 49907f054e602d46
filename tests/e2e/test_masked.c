/*
 * Evenings of 面具杀人魔 in a QQ group and a Telegram group: one to each of its
 * endings (MK-8), one that a host leads to the end, and short ones, so that two,
 * three and four people have come to each ending; with a trade, somebody who is
 * not there, a substitute, kills of the program. Afterwards the match as each
 * seat saw it has nothing that it was not told.
 *
 * NJ_TEST_TENTH=1 plays the shortest of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/table.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define QQ    NJ_EVENING_QQ
#define TG    NJ_EVENING_TG
#define WORDS 200 /* bytes of a line that is typed */
#define STEPS 600 /* no evening has more */
#define SEATS 4   /* at most; the killer's is the last */

static const struct nj_evening_person people[] = {
    {501, "阿宁", false}, {601, "Tara", true},  {502, "小雨", false},
    {602, "Udo", true},   {503, "Hugo", false}, {603, "Wendy", true},
};

#define HOST  4 /* the persons behind the seats */
#define COMER 5

/* What is typed when the turn of that seat comes in that round, each line by
 * itself; '>': in private, "@1": by that seat instead. */
struct turn {
    unsigned round, seat;
    const char *lines[6];
};

struct evening {
    const char *name, *open; /* how the table is opened */
    unsigned players;
    bool hosted, slow;
    const char *ending;       /* what the group hears of it */
    const char *pick[3];      /* of the victims */
    const char *start;        /* of the killer */
    const struct turn *turns; /* up to round 0 */
    const char *heirs[4];     /* who comes after the dead, one by one */
    unsigned eager;           /* a seat that types ... */
    const char *again;        /* ... this whenever it may; NULL: none does */
    void (*meanwhile)(unsigned round); /* before a round's first turn */
    const char *idle; /* what the clock moves by, if nothing happens */
};

static struct {
    struct nj_evening e;
    const struct evening *of;
    struct table_seat seat[SEATS];
    unsigned seats, heirs;
    size_t mark; /* how far the group's text has been followed */
    unsigned round, active;
    const char *asked; /* NULL: it is a turn */
    size_t answered;   /* where the question stood that was answered last */
    char code[4];
} t; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&t.e, t.of != NULL ? t.of->name : "masked");
    nj_evening_close(&t.e);
    return 0;
}

/* --- the lobby --- */

static void set(const char *words)
{
    nj_evening_says(&t.e, 0, words);
    (void)nj_evening_hears(&t.e, QQ, "改为");
}

static bool is_tg(unsigned seat)
{
    return t.e.people[t.seat[seat].sits].tg;
}

/* The killer joins first; victims follow in the order of their seats. With two
 * players one of them has two seats (MK-2.1). */
static void seat_all(const struct evening *of)
{
    unsigned victims = of->players == 2 ? 2 : of->players - 1;

    t.of = of;
    t.seats = victims + 1;
    nj_evening_open(&t.e, people, NJ_COUNT(people), "+20s");
    for (unsigned i = 0; i < t.seats; i++) {
        unsigned who = i == victims ? 0 : of->players == 2 ? 1 : i + 1;

        t.seat[i] =
            (struct table_seat){.sits = who,
                                .sat = who,
                                .lang = t.e.people[who].tg ? "en" : "zh-CN"};
    }
    if (t.e.people[1].tg) {
        nj_evening_says(&t.e, 1, "/lang en");
        (void)nj_evening_hears(&t.e, TG, "English");
    }
    nj_evening_says(&t.e, 0, of->open);
    memcpy(t.code, nj_evening_hears(&t.e, QQ, "【面具杀人魔】"), 3);
    if (t.e.people[1].tg)
        table_share(&t.e, 0, 1);
    if (of->hosted) {
        nj_evening_whispers(&t.e, HOST, "我");
        nj_evening_says(&t.e, HOST, "#主持");
        (void)nj_evening_hears(&t.e, QQ, "Hugo");
    }
    for (unsigned i = 0; i < of->players; i++)
        table_seat(&t.e, i);
    for (unsigned i = 1; i < of->players; i += 2)
        if (t.e.people[i].tg)
            nj_evening_whispers(&t.e, i, "/lang en");
    set("#设置 killer first");
    set(of->slow ? "#设置 turn_time 12h" : "#设置 turn_time 1h");
    set("#设置 prompt_time 1h");
    nj_evening_says(&t.e, 0, "#开始");
    nj_evening_settle(&t.e);
}

/* --- talking --- */

/* In private behind '>'; "@2" in front: the other seat, all being quiet. */
static void types(unsigned seat, const char *line)
{
    bool other = line[0] == '@';

    if (other) {
        nj_evening_settle(&t.e);
        seat = (unsigned)(line[1] - '0');
        line += 2;
    }
    if (line[0] == '>')
        nj_evening_whispers(&t.e, t.seat[seat].sits, line + 1);
    else
        nj_evening_says(&t.e, t.seat[seat].sits, line);
    if (other)
        nj_evening_settle(&t.e);
}

static void ends_turn(unsigned seat)
{
    if (seat == t.seats - 1)
        types(seat, ">结束");
    else
        types(seat, is_tg(seat) ? "end" : "结束");
}

static void rules(const char *words)
{
    char line[WORDS];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    nj_evening_whispers(&t.e, HOST, line);
    (void)snprintf(line, sizeof(line), "确认 %.4s",
                   nj_evening_hears(&t.e, HOST, "「确认 "));
    nj_evening_whispers(&t.e, HOST, line);
    nj_evening_settle(&t.e);
}

static const char *group_text(void)
{
    return t.e.chat[QQ].heard.p;
}

static bool is_over(void)
{
    return strstr(group_text(), "核对") != NULL;
}

/* --- what comes next --- */

/* "轮到 2 席·安妮（第 3 轮，" and "等 2 席·安妮 回答：应对攻击": the newest of them
 * behind the mark. */
static bool something_new(void)
{
    const char *text = group_text();
    const char *at = text + t.mark, *turn = NULL, *wait = NULL;

    for (const char *p = at; (p = strstr(p, "（第 ")) != NULL; p++)
        turn = p;
    for (const char *p = at; (p = strstr(p, " 回答：")) != NULL; p++)
        wait = p;
    if (turn == NULL && wait == NULL)
        return false;
    if (wait == NULL || (turn != NULL && turn > wait)) {
        const char *head = turn;

        while (strncmp(head, "轮到 ", strlen("轮到 ")) != 0)
            head--;
        head += strlen("轮到 ");
        t.round = (unsigned)strtoul(turn + strlen("（第 "), NULL, 10);
        t.active = strncmp(head, "杀人魔", strlen("杀人魔")) == 0
                       ? t.seats - 1
                       : (unsigned)strtoul(head, NULL, 10) - 1;
        t.asked = NULL;
        t.mark = (size_t)(turn - text) + strlen("（第 ");
        return true;
    }
    t.asked = wait + strlen(" 回答：");
    t.mark = (size_t)(t.asked - text);
    return true;
}

/* Whose answer is waited for: "等 2席". */
static unsigned whose_answer(void)
{
    const char *head = t.asked;

    while (strncmp(head, "等 ", strlen("等 ")) != 0)
        head--;
    return (unsigned)strtoul(head + strlen("等 "), NULL, 10) - 1;
}

static void answers(void)
{
    unsigned seat = whose_answer();
    char line[WORDS];

    if (strncmp(t.asked, "应对", strlen("应对")) == 0) {
        types(seat, is_tg(seat) ? "defend counter" : "挡 反击");
    } else if (strncmp(t.asked, "换谁", strlen("换谁")) == 0) {
        assert_in_range(t.heirs, 0, 3);
        (void)snprintf(line, sizeof(line), "%s %s A12",
                       is_tg(seat) ? "replace" : "换人",
                       t.of->heirs[t.heirs++]);
        types(seat, line);
    } else if (strncmp(t.asked, "要不要", strlen("要不要")) == 0) {
        types(seat, is_tg(seat) ? "reroll none" : "重掷 不");
    } else if (strncmp(t.asked, "遗物", strlen("遗物")) == 0) {
        types(seat, is_tg(seat) ? ">death nw" : ">遗物 西北");
    } else { /* what is too much goes back as the deadline has it */
        nj_evening_clock(&t.e, "+1h");
    }
}

/* What is planned for it, and then it is over; the killer goes on as long as
 * he has actions. */
static void takes_turn(void)
{
    if (t.active == 0 && t.of->meanwhile != NULL)
        t.of->meanwhile(t.round);
    for (const struct turn *k = t.of->turns; k->round != 0; k++)
        for (unsigned i = 0;
             k->round == t.round && k->seat == t.active && k->lines[i] != NULL;
             i++)
            types(t.active, k->lines[i]);
    if (t.active == t.of->eager && t.of->again != NULL)
        types(t.active, t.of->again);
    if (!t.seat[t.active].computer)
        ends_turn(t.active);
}

/* Nothing new has been heard: who has struck goes on; or it is a computer's turn,
 * one that is held back, or one that waits for an end. */
static void goes_on(unsigned idle)
{
    if (idle % 3 == 1 && t.active == t.of->eager && t.of->again != NULL)
        types(t.active, t.of->again);
    else if (idle % 3 == 2 && !t.seat[t.active].computer)
        ends_turn(t.active);
    else
        nj_evening_clock(&t.e, t.of->idle);
}

static void hear_all(void)
{
    nj_evening_settle(&t.e);
    while (nj_evening_listen(&t.e, 40))
        continue;
}

static void play(void)
{
    unsigned idle = 0;

    for (unsigned i = 0; i < 3 && t.of->pick[i] != NULL; i++)
        types(i, t.of->pick[i]);
    (void)nj_evening_hears(&t.e, t.seat[t.seats - 1].sits, "起点");
    types(t.seats - 1, t.of->start);
    for (unsigned step = 0;; step++) {
        assert_in_range(step, 0, STEPS);
        hear_all();
        if (is_over())
            break;
        if (!something_new()) {
            goes_on(++idle);
            continue;
        }
        idle = 0;
        if (t.asked != NULL)
            answers();
        else
            takes_turn();
    }
}

/* Who is told what, and that it came to that ending. */
static void is_clean(void)
{
    static const char *const aloud[] = {
        "pick",  "move", "cross", "search", "attack", "use",     "unlock",
        "claim", "rest", "end",   "defend", "reroll", "replace", NULL};

    assert_int_equal(nj_evening_times(&t.e, QQ, t.of->ending), 1);
    table_nobody_saw_more(&t.e, t.code, t.seat, t.seats, aloud);
    nj_evening_count(&t.e);
    nj_evening_blameless(&t.e);
}

static void plays(const struct evening *of)
{
    memset(&t, 0, sizeof(t));
    seat_all(of);
    play();
    is_clean();
}

/* --- the killer gets them all: two players --- */

static void crash_once(unsigned round)
{
    if (round == 2)
        nj_evening_crash(&t.e);
}

static void two_until_nobody_comes(void **state)
{
    static const struct turn turns[] = {
        {1, 2, {">跟 北北北"}},
        {1, 0, {"sight", "way C18"}},
        {3, 2, {">跟 到 D16", ">跟 到 G14"}},
        {4, 2, {">跟 到 D12", ">跟 到 B12"}},
        {5, 2, {">跟 到 D16", ">跟 到 G14"}},
        {6, 2, {">跟 到 D12", ">跟 到 B12"}},
        {0},
    };
    static const struct evening of = {
        .name = "kills",
        .open = "#新游戏 面具杀人魔 现场",
        .players = 2,
        .ending = "死的人够了，杀人魔赢了",
        .pick = {"pick laurie", "pick annie"},
        .start = ">起点 D22",
        .turns = turns,
        .heirs = {"lynda", "bob", "loomis"},
        .eager = 2,
        .again = ">杀 1席",
        .meanwhile = crash_once,
        .idle = "+20s",
    };

    NJ_UNUSED(state);
    plays(&of);
}

/* --- they beat him: three players --- */

static void three_until_he_falls(void **state)
{
    static const struct turn turns[] = {
        {1, 2, {">跟 北北北"}},
        {2, 0, {"move . /W"}},
        {4, 2, {">杀 1席"}},
        {1, 1, {">预设 应对 自动", "走 到 N17", "报牌 无"}},
        {0},
    };
    static const struct evening of = {
        .name = "damage",
        .open = "#新游戏 面具杀人魔 现场",
        .players = 3,
        .ending = "杀人魔倒下，受害者赢了",
        .pick = {"pick laurie", "选 安妮"},
        .start = ">起点 D22",
        .turns = turns,
        .heirs = {"bob", "lynda", "loomis"},
        .again = "attack",
        .meanwhile = crash_once,
        .idle = "+20s",
    };

    NJ_UNUSED(state);
    plays(&of);
}

/* --- they get away: three players and a host --- */

static void gives_keys(unsigned round)
{
    if (round != 1)
        return;
    rules("给 1席 汤米");
    rules("给 2席 琳赛");
    rules("给 2席 蓝车钥匙");
    rules("放 2席 D12 面东");
    (void)nj_evening_hears(&t.e, QQ, "【主持裁定】");
}

/* Was he taught behind the newest sheet that he was given? */
static bool is_taught(unsigned i)
{
    const char *sheet = NULL, *next = t.e.chat[i].heard.p;

    while ((next = strstr(next, "【私密】面具杀人魔")) != NULL)
        sheet = next++;
    assert_non_null(sheet);
    return sheet != NULL && strstr(sheet, "第一次玩：") != NULL;
}

/* Two who have just played, and one who never has: he alone is
 * taught, and what he asks first is answered. */
static void a_third_is_new_to_the_next_table(void)
{
    static const unsigned sit[] = {HOST, 0, 2};

    nj_evening_says(&t.e, 0, "#新游戏 面具杀人魔 现场");
    (void)nj_evening_hears(&t.e, QQ, "开桌");
    nj_evening_says(&t.e, 0, "#设置 killer first");
    for (size_t i = 0; i < NJ_COUNT(sit); i++) {
        nj_evening_whispers(&t.e, sit[i], "我");
        nj_evening_settle(&t.e);
        nj_evening_says(&t.e, sit[i], "#加入 幸运七");
        nj_evening_settle(&t.e);
    }
    nj_evening_says(&t.e, 0, "#开始");
    (void)nj_evening_hears(&t.e, QQ, "受害者先选人");
    nj_evening_says(&t.e, 0, "选 洛莉");
    nj_evening_says(&t.e, 2, "选 安妮");
    nj_evening_settle(&t.e);
    nj_evening_whispers(&t.e, HOST, "起点 R1");
    nj_evening_settle(&t.e);
    for (size_t i = 0; i < NJ_COUNT(sit); i++)
        assert_int_equal(is_taught(sit[i]), sit[i] == HOST);
    nj_evening_whispers(&t.e, HOST, "怎么赢");
    (void)nj_evening_hears(&t.e, HOST, "MK-");
    nj_evening_whispers(&t.e, HOST, "帮助");
    (void)nj_evening_hears(&t.e, HOST, "牌表");
}

static void three_until_the_car_leaves(void **state)
{
    static const struct turn turns[] = {
        {1, 0, {"move to C17", "move to F16"}},
        {2, 0, {"move to G13", "move to E12"}},
        {3,
         0,
         {">trade v2 show tommy", "@1>拒绝", ">trade v2 take lindsey blue_key",
          "@1>同意", "unlock blue"}},
        {4, 0, {"move N"}},
        {0},
    };
    static const struct evening of = {
        .name = "escape",
        .open = "#新游戏 面具杀人魔 现场",
        .players = 3,
        .hosted = true,
        .ending = "车开走了，受害者赢了",
        .pick = {"pick laurie", "选 安妮"},
        .start = ">起点 R1",
        .turns = turns,
        .meanwhile = gives_keys,
        .idle = "+20s",
    };

    NJ_UNUSED(state);
    memset(&t, 0, sizeof(t));
    seat_all(&of);
    play();
    if (t.e.official == NULL)
        a_third_is_new_to_the_next_table();
    is_clean();
}

/* --- nobody finds anybody: four players, over days --- */

/* One is not there, and comes back; then another takes that seat. */
static void comes_and_goes(unsigned round)
{
    char line[WORDS];

    t.seat[1].computer = round == 3 || round == 4;
    if (round == 3 || round == 7) /* he stops pushes, and the group */
        nj_evening_resumes(&t.e, round == 3 ? 0 : 4009);
    if (round == 3 || round == 7) {
        nj_evening_pushes(&t.e, round == 7);
        nj_evening_lets(&t.e, 2, round == 7);
    }
    if (round == 5) {
        types(1, "#回来");
        (void)nj_evening_hears(&t.e, QQ, "回来了");
        nj_evening_crash(&t.e);
    }
    if (round != 8)
        return;
    types(1, "#求替补");
    (void)nj_evening_hears(&t.e, QQ, "2 席找人接替");
    (void)snprintf(line, sizeof(line), "/takeover %.3s 2", t.code);
    nj_evening_says(&t.e, COMER, line);
    (void)nj_evening_hears(&t.e, QQ, "Wendy");
    t.seat[1].sits = COMER;
}

static void four_until_the_night_is_over(void **state)
{
    static const struct turn turns[] = {
        {1, 0, {"move WWN", "search"}},
        {1, 1, {"走 北；转身面南", ">手牌"}},
        {1, 2, {"pass", "sight"}},
        {2, 0, {"search", "claim none"}},
        {2, 3, {">试算 跟 南", ">跟 南", ">记录"}},
        {0},
    };
    static const struct evening of = {
        .name = "time",
        .open = "#新游戏 面具杀人魔",
        .slow = true,
        .players = 4,
        .ending = "天还没亮：杀人魔赢了",
        .pick = {"pick laurie", "选 安妮", "pick lynda south"},
        .start = ">起点 J9",
        .turns = turns,
        .meanwhile = comes_and_goes,
        .idle = "+3h",
    };

    NJ_UNUSED(state);
    plays(&of);
}

/* --- a host leads it with nothing but what he is told: three players --- */

/* What the host types in private, and what he or a group is told then. */
struct word {
    const char *typed;
    unsigned chat;
    const char *told;
};

static void leads(const struct word *words)
{
    for (; words->typed != NULL; words++) {
        nj_evening_whispers(&t.e, HOST, words->typed);
        (void)nj_evening_hears(&t.e, words->chat, words->told);
    }
    nj_evening_settle(&t.e);
}

static void confirms(const char *words, unsigned chat, const char *told)
{
    char line[WORDS];

    nj_evening_whispers(&t.e, HOST, words);
    (void)snprintf(line, sizeof(line), "确认 %.4s",
                   nj_evening_hears(&t.e, HOST, "「确认 "));
    nj_evening_whispers(&t.e, HOST, line);
    (void)nj_evening_hears(&t.e, chat, told);
    nj_evening_settle(&t.e);
}

/* The clock, his board, and decisions of every kind; those that cannot be are
 * refused with the reason. */
static void rules_on_all(void)
{
    static const struct word asks[] = {
        {"%看", HOST, "西北牌库，从顶："},
        {"%看 2席", HOST, "2 席·安妮 手牌：无"},
        {"帮助 裁定", HOST, "放 2席 C18 面北"},
        {"%暂停", QQ, "主持暂停。1 席·洛莉 还剩 "},
        {"%继续", QQ, "继续：1 席·洛莉，截止 "},
        {"%延时 30m", QQ, "主持改了截止时间："},
        {"%裁定 放 1席 N20 因 试", HOST, "两个人不能同格"},
        {"%裁定 伤 2席 因 试", HOST, "没有这样的裁定"},
        {"%裁定 给 2席 汤米 西北 因 试", HOST, "没有这样的裁定"},
        {"%公告 走慢点没关系", QQ, "走慢点没关系"},
        {NULL, 0, NULL}};

    leads(asks);
    confirms("%裁定 放 2席 M20 面北 因 记错", QQ,
             "2 席·安妮 从 N20 挪到 M20。面北。因：记错");
    confirms("%裁定 伤 2席 1 因 误伤", QQ, "2 席·安妮 伤 0 → 1。因：误伤");
    confirms("%裁定 发力 1席 1 因 试", QQ, "1 席·洛莉 发力 0 → 1。");
    confirms("%裁定 面 1席 西 因 试", QQ, "1 席·洛莉 朝向 北 → 西。");
    confirms("%裁定 标记 B18 已搜 因 试", QQ, "B18：没搜过 → 搜过一次。");
    confirms("%裁定 车 黄 开 因 试", QQ, "黄车：锁着 → 开着。");
    confirms("%裁定 影 C16 因 试", QQ, "C16");
    confirms("%裁定 给 2席 汽水 因 试", QQ, "2 席·安妮 手牌 0 → 1 张。");
    confirms("%裁定 叠 西北 顶 汤米 因 试", QQ,
             "主持改了一个你们看不到的地方。");
    confirms("%裁定 放 杀人魔 J9 因 试", QQ, "主持改了一个你们看不到的地方。");
}

/* A rest is taken back, a moment is skipped, somebody comes for another. */
static void mends(void)
{
    char line[WORDS];

    types(0, "rest");
    (void)nj_evening_hears(&t.e, QQ, "1 席·洛莉 休息。");
    confirms("%回退 因 手滑", QQ, "主持撤回：1 席·洛莉 的休息。");
    confirms("%跳过 因 等太久", QQ, "主持跳过：1 席·洛莉 按默认。");
    types(1, "#求替补");
    (void)nj_evening_hears(&t.e, QQ, "2 席找人接替");
    (void)snprintf(line, sizeof(line), "/takeover %.3s 2", t.code);
    nj_evening_says(&t.e, COMER, line);
    (void)nj_evening_hears(&t.e, QQ, "2 席·安妮 改由 Wendy 操作。");
    t.seat[1].sits = COMER;
}

static void host_leads(unsigned round)
{
    if (round == 1)
        rules_on_all();
    else if (round == 2)
        mends();
    else
        confirms("%裁定 终 受害者 因 天晚了", QQ, "比赛到此为止：受害者赢了");
}

static void a_host_leads_the_evening(void **state)
{
    static const struct turn turns[] = {{0}};
    static const struct evening of = {
        .name = "host",
        .open = "#新游戏 面具杀人魔 现场",
        .players = 3,
        .hosted = true,
        .ending = "比赛到此为止：受害者赢了。",
        .pick = {"pick laurie", "选 安妮"},
        .start = ">起点 R1",
        .turns = turns,
        .meanwhile = host_leads,
        .idle = "+20s",
    };

    NJ_UNUSED(state);
    plays(&of);
}

/* --- each other ending at each other table, which a host brings about --- */

static void nearly_beaten(unsigned round)
{
    if (round != 1)
        return;
    rules("伤 杀人魔 11");
    rules("给 1席 火钳");
    rules("面 1席 西");
    rules("放 杀人魔 D19");
}

static void all_at_the_car(unsigned round)
{
    if (round != 1)
        return;
    rules("给 1席 汤米");
    rules("给 1席 琳赛");
    rules("给 1席 蓝车钥匙");
    rules("放 1席 E12 面北");
}

static void one_is_left(unsigned round)
{
    if (round != 1)
        return;
    rules(t.of->players == 4 ? "阵亡 2" : "阵亡 3");
    rules("伤 1席 2");
    rules("放 杀人魔 D19");
}

static void the_last_round(unsigned round)
{
    if (round == 1)
        rules(t.of->players == 4 ? "轮 18" : "轮 24");
}

static const struct turn nothing[] = {{0}};
static const struct turn to_the_car[] = {{1, 0, {"unlock blue", "move N"}},
                                         {0}};

static const struct ending {
    const char *name, *told, *again;
    const struct turn *turns;
    void (*meanwhile)(unsigned round);
    unsigned first, last; /* tables, by players */
    unsigned but;         /* which has an evening of its own */
} endings[] = {
    {"damage", "杀人魔倒下，受害者赢了", "attack poker", nothing, nearly_beaten,
     2, 4, 3},
    {"escape", "车开走了，受害者赢了", NULL, to_the_car, all_at_the_car, 2, 4,
     3},
    {"kills", "死的人够了，杀人魔赢了", ">杀 1席", nothing, one_is_left, 3, 4,
     2},
    {"time", "天还没亮：杀人魔赢了", NULL, nothing, the_last_round, 2, 3, 4},
};

static void comes_to(const struct ending *is, unsigned players)
{
    static struct evening of; /* of the last until it has been closed */
    static char name[32];

    if (of.name != NULL)
        (void)end(NULL);
    (void)snprintf(name, sizeof(name), "%s-%u", is->name, players);
    of = (struct evening){
        .name = name,
        .open = "#新游戏 面具杀人魔 现场",
        .players = players,
        .hosted = true,
        .ending = is->told,
        .pick = {"pick laurie", players == 2 ? "pick annie" : "选 安妮",
                 players == 4 ? "pick lynda" : NULL},
        .start = ">起点 R1",
        .turns = is->turns,
        .eager = is->meanwhile == one_is_left ? players == 4 ? 3 : 2 : 0,
        .again = is->again,
        .meanwhile = is->meanwhile,
        .idle = "+20s"};
    plays(&of);
}

static void each_table_comes_to_each_ending(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(endings); i++)
        for (unsigned n = endings[i].first; n <= endings[i].last; n++)
            if (n != endings[i].but)
                comes_to(&endings[i], n);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(three_until_the_car_leaves, end),
        cmocka_unit_test_teardown(two_until_nobody_comes, end),
        cmocka_unit_test_teardown(three_until_he_falls, end),
        cmocka_unit_test_teardown(four_until_the_night_is_over, end),
        cmocka_unit_test_teardown(a_host_leads_the_evening, end),
        cmocka_unit_test_teardown(each_table_comes_to_each_ending, end),
    };

    nj_evening_by(argc > 1 ? argv[1] : "");
    return _cmocka_run_group_tests(
        "e2e/masked", tests,
        nj_from_env("NJ_TEST_TENTH", 0) > 0 ? 1 : NJ_COUNT(tests), NULL, NULL);
}
