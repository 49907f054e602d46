/*
 * An evening of 杀手牌 for seven seats with nights and days of ten minutes, in a
 * QQ group and a Telegram group: six people and a computer player, somebody who
 * is not there at first, a substitute, a host who rules, a kill of the program.
 * Whatever they do, a phase costs a group two texts.
 */
#include <stdio.h>
#include <string.h>

#include "e2e/cards.h"
#include "kit/nj_test.h"

#define QQ     NJ_EVENING_QQ
#define TG     NJ_EVENING_TG
#define SEATS  6 /* of people */
#define BOTS   1
#define ABSENT 2 /* his seat */
#define TIRED  4 /* whose seat another takes */
#define HOST   6 /* the persons behind the seats */
#define COMER  7

static const struct nj_evening_person people[] = {
    {501, "阿宁", false}, {502, "小雨", false}, {503, "丁四", false},
    {601, "Tara", true},  {602, "Udo", true},   {603, "薇拉", true},
    {504, "Hugo", false}, {604, "Wendy", true},
};

static struct cards_table t; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&t.e, "live");
    nj_evening_close(&t.e);
    return 0;
}

static void set(const char *words)
{
    nj_evening_says(&t.e, 0, words);
    (void)nj_evening_hears(&t.e, QQ, "改为");
}

static void seat_all(void)
{
    nj_evening_open(&t.e, people, NJ_COUNT(people), "+20s");
    cards_open(&t, SEATS, BOTS, "#新游戏 杀手牌 现场");
    cards_hosted(&t, HOST);
    for (unsigned i = 0; i < SEATS; i++)
        t.lang[i] = "zh-CN";
    nj_evening_whispers(&t.e, 3, "/lang en");
    t.lang[3] = "en";
    set("#设置 night 10m");
    set("#设置 day 10m");
    t.e.typing = "+1s";
    t.bell = "+60s";
}

/* All but one are ready, whoever may choose his camp has done so: the deadline
 * ends it. */
static void set_up(void)
{
    t.computer[ABSENT] = true; /* he is not there: nobody types for him */
    for (unsigned i = 0; i < SEATS; i++) {
        if (i == ABSENT)
            continue;
        cards_whispers(&t, i, i == 3 ? "order default" : "顺序 默认");
        cards_whispers(&t, i, "独行"); /* refused to all but one at most */
    }
    nj_evening_settle(&t.e);
    nj_evening_clock(&t.e, "+5m");
    cards_opens(&t, "第 1 夜", "Night 1");
}

static bool has(const char *at, const char *end, const char *part)
{
    const char *found = strstr(at, part);

    return found != NULL && (end == NULL || found < end);
}

/* NC-17.14: what a night has brought and the day that begins are one text. */
static void no_dawn_stands_alone(unsigned chat)
{
    static const char head[] = "\n--- bot";
    bool qq = chat == QQ;
    const char *dawn = qq ? "夜过去，天亮了。" : "] Night ";
    const char *at = strstr(t.e.chat[chat].page.p, head);
    unsigned dawns = 0;

    while (at != NULL) {
        const char *end = strstr(at + 1, head);
        bool over = has(at, end, qq ? "比赛结束" : "match is over");

        if (has(at, end, dawn) && (qq || has(at, end, " is over.\n"))) {
            assert_true(over ||
                        has(at, end, qq ? " 天，在群里投票" : "] Day "));
            dawns++;
        }
        at = end;
    }
    assert_in_range(dawns, 1, 30);
}

/* So far: those with the mark of the host or with ballots in them, but for the
 * ones that manifestos stand in. What the computer player says there is talk. */
static unsigned texts(unsigned chat)
{
    static const char head[] = "\n--- bot";
    const char *mark = chat == QQ ? "\n【天神】" : "\n[God]";
    const char *ballot = chat == QQ ? " 投 " : " votes for ";
    const char *talk = chat == QQ ? "席·电脑1：" : "(电脑1): ";
    const char *at = strstr(t.e.chat[chat].page.p, head);
    unsigned n = 0;

    while (at != NULL) {
        const char *end = strstr(at + 1, head);

        n += !has(at, end, "\n│") &&
             (has(at, end, mark) ||
              (has(at, end, ballot) && !has(at, end, talk)));
        at = end;
    }
    return n;
}

/* Votes' cards in the Telegram group: new ones, or changes of one. */
static unsigned cards(bool changed)
{
    static const char head[] = "\n--- bot";
    static const char edited[] = "\n--- bot (edited)";
    const char *at = strstr(t.e.chat[TG].page.p, head);
    unsigned n = 0;

    while (at != NULL) {
        const char *end = strstr(at + 1, head);

        n += has(at, end, "Ballots until") &&
             (strncmp(at, edited, sizeof(edited) - 1) == 0) == changed;
        at = end;
    }
    return n;
}

static unsigned openings(void)
{
    return nj_evening_times(&t.e, QQ, "截止 ");
}

/* NC-17.15, T305: of each phase the text that opens it, with all ballots of the
 * one before, and at most a reminder. */
static void costs_two(void (*phase)(struct cards_table *t))
{
    unsigned before[2] = {texts(QQ), texts(TG)};
    unsigned phases = openings();

    phase(&t);
    for (unsigned k = 0; k < 2 && !cards_over(&t); k++)
        assert_in_range(texts(QQ + k) - before[k], 0,
                        2 * (openings() - phases));
}

/* In the first night, whatever the program was killed in front of. */
static void a_manifesto_is_too_short(void)
{
    unsigned killer = cards_holder(&t, CARDS_KILLER);

    cards_aims(&t, killer, "杀", killer == 0 ? 1 : 0);
    cards_whispers(&t, killer, "宣言 今夜月色真好");
    (void)cards_told(&t, killer, "还缺 100 字");
    nj_evening_settle(&t.e);
    nj_evening_crash(&t.e);
    cards_whispers(&t, killer, "完毕");
    (void)cards_told(&t, killer, "还不能完毕");
    cards_whispers(&t, killer, "命令");
    (void)cards_told(&t, killer, "（待宣言）");
}

/* The ballot that the host has cleared was cast anew. Who has given no sign in
 * three phases is played from the next one on, and all hear it as that opens. */
static void the_first_day_went_so(void)
{
    const char *ruled =
        strstr(t.e.chat[QQ].heard.p, "【主持】1 席·阿宁 的票不算了");

    assert_non_null(ruled);
    assert_non_null(strstr(ruled, "\n1 席·阿宁 投 "));
    assert_non_null(strstr(t.e.chat[QQ].heard.p, "3 席·丁四 现在由电脑代打。"));
    assert_non_null(strstr(t.e.chat[t.sits[ABSENT]].heard.p,
                           "再没有动静，下一阶段起电脑就替你打"));
}

/* Who came in first thinks again, once; the host takes that for a slip. */
static void a_ballot_is_changed(void)
{
    cards_aims(&t, 0, "票", 1);
    cards_aims(&t, 0, "票", 0);
    cards_aims(&t, 0, "票", 2);
    (void)cards_told(&t, 0, "票已经改过一次");
    cards_ruled(&t, HOST, "票 1 清");
}

static void seven_seats_of_ten_minutes(void **state)
{
    NJ_UNUSED(state);
    seat_all();
    cards_begin(&t);
    set_up();
    a_manifesto_is_too_short();
    for (unsigned round = 1; !cards_over(&t); round++) {
        assert_in_range(round, 1, 30);
        if (round == 2)
            cards_taken_over(&t, TIRED, COMER);
        costs_two(cards_night);
        if (round == 1)
            a_ballot_is_changed();
        if (round == 2)
            cards_back(&t, ABSENT);
        if (!cards_over(&t))
            costs_two(cards_day);
        if (round == 1)
            the_first_day_went_so();
    }
    nj_evening_settle(&t.e);
    /* A card a vote, on which its ballots stand, whoever cast them where. */
    assert_int_equal(cards(false),
                     nj_evening_times(&t.e, TG, "is a vote. To be executed"));
    assert_true(cards(true) > cards(false));
    assert_non_null(strstr(t.e.chat[TG].page.p, " → "));
    assert_null(strstr(t.e.chat[TG].page.p, " now votes for "));
    no_dawn_stands_alone(QQ);
    no_dawn_stands_alone(TG);
    cards_nobody_saw_more(&t);
    nj_evening_blameless(&t.e);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(seven_seats_of_ten_minutes, end),
    };

    nj_evening_by(argc > 1 ? argv[1] : "");
    return cmocka_run_group_tests_name("e2e/cards_live", tests, NULL, NULL);
}
