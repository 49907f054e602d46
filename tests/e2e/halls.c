/*
 * Three tables, and what was said at them.
 */
#include "e2e/halls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kit/nj_test.h"

#define QQ           NJ_EVENING_QQ
#define HOTEL_GROUP  (NJ_EVENING_QQ_GROUP + 1)
#define MASKED_GROUP (NJ_EVENING_QQ_GROUP + 2)
#define NEXT_PEOPLE  1000 /* between the numbers of one evening and the next */
#define HOTEL_SEATS  6
#define HOTEL_ROUNDS 2 /* at once */
#define MASKED_SEATS 3
#define LINE_BYTES   200
#define PUBLIC       "  G    " /* before public lines of `nightjar replay` */
#define QUIET_MS     200
#define PATIENCE     400

static const struct nj_evening_person card_people[] = {
    {501, "阿宁", false}, {502, "小雨", false}, {503, "丁四", false},
    {504, "何七", false}, {601, "Tara", true},  {602, "Udo", true},
};
static const struct nj_evening_person hotel_people[HOTEL_SEATS] = {
    {511, "阿宝", false}, {512, "江九", false}, {513, "老林", false},
    {514, "薇拉", false}, {515, "Gus", false},  {516, "Ivy", false},
};
static const struct nj_evening_person masked_people[] = {
    {521, "Max", false},
    {522, "小明", false},
    {523, "Ken", false},
    {524, "Hugo", false}, /* hosts */
};

/* The teardowns have to find them. */
static struct {
    struct cards_table t;
    bool day;
    unsigned receipts[NJ_COUNT(card_people)]; /* heard before they typed */
} cards;

static struct {
    struct nj_evening e;
    char code[8];
    unsigned shadow;
} hotel;

static struct {
    struct nj_evening e;
    char code[8];
    unsigned at; /* in the script */
} masked;

static bool opened;

static bool is_over(const struct nj_evening *e)
{
    return strstr(e->chat[QQ].heard.p, "核对") != NULL;
}

static void set(struct nj_evening *e, const char *words)
{
    nj_evening_says(e, 0, words);
    (void)nj_evening_hears(e, QQ, "改为");
}

/* --- 杀手牌 --- */

static struct nj_evening *at_cards(void)
{
    return &cards.t.e;
}

static void open_cards(void)
{
    cards_open(&cards.t, NJ_COUNT(card_people), 0, "#新游戏 杀手牌 现场");
    set(at_cards(), "#设置 night 10m");
    set(at_cards(), "#设置 day 10m");
    cards.t.bell = "+60s";
    for (unsigned i = 0; i < cards.t.seats; i++)
        cards.t.lang[i] = "zh-CN";
    nj_evening_whispers(at_cards(), 5, "/lang en");
    cards.t.lang[5] = "en";
    cards_begin(&cards.t);
    for (unsigned i = 0; i < cards.t.seats; i++)
        cards_whispers(&cards.t, i, i == 5 ? "order default" : "顺序 默认");
    cards_ring(&cards.t);
    cards.day = false;
}

/* In either language. */
static unsigned receipts(unsigned i)
{
    return nj_evening_times(at_cards(), i, "收据 ") +
           nj_evening_times(at_cards(), i, "receipt ");
}

static bool plays_cards(unsigned i)
{
    return cards.t.e.people[i].tg && !cards_dead(&cards.t, i);
}

static void type_cards(void)
{
    for (unsigned i = 0; i < cards.t.seats; i++)
        cards.receipts[i] = plays_cards(i) ? receipts(i) : 0;
    if (cards.day)
        cards_ballots(&cards.t);
    else
        cards_orders(&cards.t);
}

/* What was typed on Telegram while nobody worked waits there. */
static void telegram_lost_nothing(void)
{
    for (unsigned i = 0; i < cards.t.seats; i++)
        if (cards.receipts[i] > 0 && receipts(i) <= cards.receipts[i])
            fail_msg("%s has no receipt: %s", cards.t.e.people[i].name,
                     cards.t.e.chat[i].heard.p + cards.t.e.chat[i].mark);
}

static void go_on_with_cards(void)
{
    cards_ring(&cards.t);
    cards.day = !cards.day;
}

/* --- 黑影杀 --- */

static void open_hotel(void)
{
    struct nj_evening *e = &hotel.e;

    nj_evening_says(e, 0, "#新游戏 黑影杀 classic");
    memcpy(hotel.code, nj_evening_hears(e, QQ, "【黑影杀】"), 3);
    for (unsigned i = 0; i < e->n; i++)
        table_seat(e, i);
    set(e, "#设置 spawn_secs 0");
    nj_evening_says(e, 0, "#开始");
    for (unsigned i = 0; i < e->n; i++)
        if (strncmp(nj_evening_hears(e, i, "\n你是"), "黑影", strlen("黑影")) ==
            0)
            hotel.shadow = i;
    (void)nj_evening_hears(e, QQ, "第0回合");
    nj_evening_says(e, 1, "#走 22"); /* not into the group */
    (void)nj_evening_hears(e, 1, "请私聊");
}

/* Which one is played, after the newest "第3回合结束". */
static unsigned round_now(void)
{
    const char *at = hotel.e.chat[QQ].heard.p;
    unsigned round = 0;

    while ((at = strstr(at, "回合结束")) != NULL) {
        const char *head = at;

        while (strncmp(head, "第", strlen("第")) != 0)
            head--;
        round = (unsigned)strtoul(head + strlen("第"), NULL, 10) + 1;
        at += strlen("回合结束");
    }
    return round;
}

/* Whoever may goes somewhere, and ends his turn; the dead end it as well. */
static void type_hotel(unsigned round)
{
    for (unsigned i = 0; i < hotel.e.n; i++)
        if ((i == hotel.shadow) == (round % 2 == 0)) {
            nj_evening_whispers(&hotel.e, i, i % 2 == 0 ? "走 22" : "状态");
            nj_evening_whispers(&hotel.e, i, "结束");
        }
}

static void go_on_in_hotel(void)
{
    unsigned until = round_now() + HOTEL_ROUNDS;

    for (unsigned round = round_now(); round < until && !is_over(&hotel.e);
         round++) {
        char line[40];

        (void)snprintf(line, sizeof(line), "第%u回合结束", round);
        type_hotel(round);
        while (round_now() == round && !is_over(&hotel.e))
            if (!nj_evening_listen(&hotel.e, NJ_SERVE_WAIT_MS))
                (void)nj_evening_hears(&hotel.e, QQ, line); /* which fails */
        nj_evening_settle(&hotel.e);
    }
}

/* --- 面具杀人魔 --- */

#define KILLER 0 /* the persons; victims have the seats of their numbers */
#define HOST   3

/* Who types what (in private behind '>'), and what the group hears of it or, in
 * front of '@', he himself; nobody: they have played on for a while. */
static const struct line {
    unsigned who;
    const char *typed, *told;
} script[] = {
    {1, "选 洛莉", "选了洛莉"},
    {2, "选 安妮", "选了安妮"},
    {KILLER, ">起点 R1", "已经藏好"},
    {HOST, NULL, NULL},
    {HOST, "给 1席 汤米", "【主持裁定】"},
    {HOST, "给 2席 琳赛", "【主持裁定】"},
    {HOST, "给 2席 蓝车钥匙", "【主持裁定】"},
    {HOST, "放 2席 D12 面东", "【主持裁定】"},
    {1, "走 到 C17", "→ C17"},
    {1, "走 到 F16", "轮到 2 席"},
    {HOST, NULL, NULL},
    {2, ">手牌", "@琳赛"},
    {2, "结束", "轮到 杀人魔"},
    {KILLER, ">试算 尾随 北", "@试算"},
    {KILLER, ">结束", "轮到 1 席"},
    {HOST, NULL, NULL},
    {1, "走 到 G13", "→ G13"},
    {1, "走 到 E12", "轮到 2 席"},
    {2, "结束", "轮到 杀人魔"},
    {KILLER, ">结束", "轮到 1 席"},
    {HOST, NULL, NULL},
    {1, ">trade v2 show tommy", "@"},
    {2, ">拒绝", "@"},
    {1, ">trade v2 take lindsey blue_key", "@"},
    {2, ">同意", "换好了"},
    {1, "unlock blue", "轮到 2 席"},
    {HOST, NULL, NULL},
    {2, "结束", "轮到 杀人魔"},
    {KILLER, ">结束", "轮到 1 席"},
    {1, "走 北", "车开走了，受害者赢了"},
};

/* A ruling is confirmed by the digits that the host is shown. */
static void rules(const char *words)
{
    char line[LINE_BYTES];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    nj_evening_whispers(&masked.e, HOST, line);
    (void)snprintf(line, sizeof(line), "确认 %.4s",
                   nj_evening_hears(&masked.e, HOST, "「确认 "));
    nj_evening_whispers(&masked.e, HOST, line);
}

/* The killer takes his time (MK-5), which the clock has to bring. */
static void awaits(unsigned chat, const char *part)
{
    struct nj_evening *e = &masked.e;

    for (unsigned i = 0; i < PATIENCE && !nj_evening_heard(e, chat, part); i++)
        if (!nj_evening_listen(e, QUIET_MS))
            nj_evening_clock(e, "+20s");
    (void)nj_evening_hears(e, chat, part);
}

static void play_line(const struct line *l)
{
    struct nj_evening *e = &masked.e;
    bool aloud = l->typed[0] != '>';

    if (l->who == HOST)
        rules(l->typed);
    else if (aloud)
        nj_evening_says(e, l->who, l->typed);
    else
        nj_evening_whispers(e, l->who, l->typed + 1);
    if (l->told[0] == '@')
        awaits(l->who, l->told + 1);
    else
        awaits(QQ, l->told);
    nj_evening_settle(e);
}

static void go_on_behind_masks(void)
{
    for (; masked.at < NJ_COUNT(script) && script[masked.at].typed != NULL;
         masked.at++)
        play_line(&script[masked.at]);
    if (masked.at < NJ_COUNT(script))
        masked.at++;
    else
        (void)nj_evening_hears(&masked.e, QQ, "核对");
}

static void open_masked(void)
{
    struct nj_evening *e = &masked.e;

    nj_evening_says(e, 0, "#新游戏 面具杀人魔 现场");
    memcpy(masked.code, nj_evening_hears(e, QQ, "【面具杀人魔】"), 3);
    nj_evening_whispers(e, HOST, "我");
    (void)nj_evening_hears(e, HOST, "✔");
    nj_evening_says(e, HOST, "#主持");
    (void)nj_evening_hears(e, QQ, "Hugo 主持");
    for (unsigned i = 0; i < MASKED_SEATS; i++)
        table_seat(e, i);
    set(e, "#设置 killer first");
    set(e, "#设置 turn_time 50m"); /* no hour is too quiet for that */
    set(e, "#设置 prompt_time 50m");
    nj_evening_says(e, 0, "#开始");
    (void)nj_evening_hears(e, QQ, "受害者先选人");
    masked.at = 0;
    go_on_behind_masks();
}

/* --- all --- */

static void visit(struct nj_evening *e, const struct nj_evening_person *people,
                  unsigned n, const struct nj_evening_house *house,
                  int64_t group)
{
    static int64_t later; /* than the first people */
    struct nj_evening_person now[NJ_EVENING_PEOPLE];

    for (unsigned i = 0; i < n; i++) {
        now[i] = people[i];
        now[i].id += later;
    }
    later += NEXT_PEOPLE;
    nj_evening_visit(e, now, n, house, group);
}

void halls_open(const struct nj_evening_house *house)
{
    struct nj_evening_house qq = *house; /* without Telegram */

    qq.tg = NULL;
    memset(&cards, 0, sizeof(cards));
    memset(&hotel, 0, sizeof(hotel));
    memset(&masked, 0, sizeof(masked));
    visit(&cards.t.e, card_people, NJ_COUNT(card_people), house,
          NJ_EVENING_QQ_GROUP);
    visit(&hotel.e, hotel_people, HOTEL_SEATS, &qq, HOTEL_GROUP);
    visit(&masked.e, masked_people, NJ_COUNT(masked_people), &qq, MASKED_GROUP);
    opened = true;
    open_hotel();
    open_masked();
    open_cards();
}

void halls_close(void)
{
    if (!opened)
        return;
    opened = false;
    nj_evening_keep(&cards.t.e, "hall-cards");
    nj_evening_keep(&hotel.e, "hall-hotel");
    nj_evening_keep(&masked.e, "hall-masked");
    nj_evening_close(&cards.t.e);
    nj_evening_close(&hotel.e);
    nj_evening_close(&masked.e);
}

const char *halls_code(unsigned table)
{
    const char *const codes[HALLS_TABLES] = {cards.t.code, hotel.code,
                                             masked.code};

    assert_in_range(table, 0, HALLS_TABLES - 1);
    return codes[table];
}

void halls_type(void)
{
    if (!cards_over(&cards.t))
        type_cards();
    if (!is_over(&hotel.e))
        type_hotel(round_now());
}

/* What was asked twice is answered twice: that is heard, too. */
static void settle(struct nj_evening *e)
{
    nj_evening_settle(e);
    while (nj_evening_listen(e, QUIET_MS))
        continue;
    nj_evening_settle(e);
}

void halls_settle(void)
{
    settle(&hotel.e);
    settle(&masked.e);
    settle(&cards.t.e);
    if (!cards_over(&cards.t))
        telegram_lost_nothing();
}

void halls_go_on(void)
{
    if (!cards_over(&cards.t))
        go_on_with_cards();
    if (!is_over(&hotel.e))
        go_on_in_hotel();
    if (!is_over(&masked.e))
        go_on_behind_masks();
}

bool halls_over(void)
{
    return cards_over(&cards.t) && is_over(&hotel.e) && is_over(&masked.e);
}

/* --- what was said --- */

/* How often that line stands there, from its beginning to its end. */
static unsigned times(const char *text, const char *line, size_t n)
{
    unsigned found = 0;

    for (; *text != '\0'; text += *text == '\n') {
        size_t len = strcspn(text, "\n");

        found += len == n && strncmp(text, line, n) == 0;
        text += len;
    }
    return found;
}

/* Of a public line; it comes in the group as often as in the record. */
static void was_heard_once(const char *group, const char *record,
                           const char *line, size_t n)
{
    size_t head = strlen(PUBLIC);

    if (times(group, line + head, n - head) > times(record, line, n))
        fail_msg("it came twice: %.*s", (int)n, line);
}

static void group_heard_once(const char *group, const char *record)
{
    size_t n;

    for (const char *line = record; *line != '\0'; line += n) {
        n = strcspn(line, "\n");
        if (n > strlen(PUBLIC) && strncmp(line, PUBLIC, strlen(PUBLIC)) == 0)
            was_heard_once(group, record, line, n);
        n += line[n] == '\n';
    }
}

/* Each receipt has a number of its own. */
static void receipts_came_once(const struct nj_evening *e, unsigned i)
{
    static const char *const words[] = {"收据 ", "receipt "};
    const char *fresh = e->chat[i].fresh.p;

    for (size_t k = 0; k < NJ_COUNT(words); k++)
        for (const char *at = fresh; (at = strstr(at, words[k])) != NULL;) {
            size_t n =
                strlen(words[k]) + strspn(at + strlen(words[k]), "0123456789");
            char *receipt = nj_strndup(at, n);

            at += n;
            for (const char *next = at; (next = strstr(next, receipt)) != NULL;
                 next += n)
                if (strspn(next + n, "0123456789") == 0)
                    fail_msg("%s has it twice: %s", e->people[i].name, receipt);
            free(receipt);
        }
}

static void nothing_came_twice(struct nj_evening *e)
{
    static const char *const replay[] = {"replay", "match.jsonl", "--lang",
                                         "zh-CN", NULL};

    assert_int_equal(nj_serve_run(&e->program, replay), 0);
    group_heard_once(e->chat[QQ].fresh.p, nj_serve_read(&e->program, "out"));
    for (unsigned i = 0; i < e->n; i++)
        receipts_came_once(e, i);
}

static void check_seats(struct nj_evening *e, const char *code, unsigned first,
                        unsigned n, const char *const *aloud)
{
    struct table_seat seats[NJ_EVENING_PEOPLE];

    for (unsigned i = 0; i < n; i++) {
        unsigned who = (i + first) % n;

        seats[i] =
            (struct table_seat){.sits = who, .sat = who, .lang = "zh-CN"};
    }
    table_nobody_saw_more(e, code, seats, n, aloud);
}

void halls_check(struct nj_serve *program)
{
    static const char *const hotel_aloud[] = {NULL};
    static const char *const masked_aloud[] = {"pick", "move",   "end",
                                               "rest", "unlock", NULL};
    struct nj_evening *const all[] = {&cards.t.e, &hotel.e, &masked.e};

    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        while (nj_evening_listen(all[i], 0))
            continue;
        all[i]->program = *program;
        program->shown = NULL; /* that one's for now */
        if (all[i] == &cards.t.e)
            cards_nobody_saw_more(&cards.t);
        else if (all[i] == &hotel.e)
            check_seats(all[i], hotel.code, 0, HOTEL_SEATS, hotel_aloud);
        else
            check_seats(all[i], masked.code, 1, MASKED_SEATS, masked_aloud);
        nothing_came_twice(all[i]);
        *program = all[i]->program;
        memset(&all[i]->program, 0, sizeof(all[i]->program));
    }
}
