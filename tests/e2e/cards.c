/*
 * The table that evenings of 杀手牌 are played at.
 */
#include "e2e/cards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"

#define WORDS 60 /* bytes of a line that is typed */

/* --- the lobby --- */

void cards_open(struct cards_table *t, unsigned seats, unsigned bots,
                const char *game)
{
    struct nj_evening *e = &t->e;
    unsigned guest = 0;
    char line[WORDS];

    assert_in_range(seats + bots, 1, CARDS_SEATS);
    while (guest < e->n && !e->people[guest].tg)
        guest++;
    if (guest < e->n) {
        nj_evening_says(e, guest, "/lang en");
        (void)nj_evening_hears(e, NJ_EVENING_TG, "English");
    }
    nj_evening_says(e, 0, game);
    memcpy(t->code, nj_evening_hears(e, NJ_EVENING_QQ, "【杀手牌】"), 3);
    if (guest < e->n)
        table_share(e, 0, guest);
    for (unsigned i = 0; i < seats; i++) {
        t->sits[i] = i;
        table_seat(&t->e, i);
    }
    for (unsigned i = 0; i < bots; i++)
        t->computer[seats + i] = true;
    if (bots > 0) {
        (void)snprintf(line, sizeof(line), "#电脑 %u", bots);
        nj_evening_says(e, 0, line);
        nj_evening_settle(e);
    }
    t->seats = seats + bots;
}

void cards_hosted(struct cards_table *t, unsigned i)
{
    nj_evening_whispers(&t->e, i, "我");
    (void)nj_evening_hears(&t->e, i, "✔");
    nj_evening_says(&t->e, i, "#主持");
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, "天神");
}

/* --- the deal --- */

/* Behind the word for "hand" stand the cards, up to the end of the line. */
static void read_deal(struct cards_table *t, unsigned seat)
{
    static const struct {
        const char *hand, *card[CARDS_KINDS], *evil[2];
    } words[] = {
        {"\n手牌", {"杀手", "狼人", "狙击"}, {"杀手阵营。", "狼人阵营。"}},
        {"\n手牌", {"殺手", "狼人", "狙擊"}, {"殺手陣營。", "狼人陣營。"}},
        {"\nHand",
         {"killer", "werewolf", "sniper"},
         {"for the killers", "for the werewolves"}},
    };

    const char *text = t->e.chat[t->sits[seat]].heard.p;

    for (unsigned k = 0; k < NJ_COUNT(words); k++) {
        const char *at = strstr(text, words[k].hand);
        size_t n = at != NULL ? 1 + strcspn(at + 1, "\n") : 0;

        for (unsigned c = 0; at != NULL && c < CARDS_KINDS; c++) {
            const char *card = strstr(at, words[k].card[c]);

            if (card != NULL && card < at + n)
                t->held[seat][c] = true;
        }
        for (unsigned c = 0; c < 2; c++)
            if (strstr(text, words[k].evil[c]) != NULL)
                t->evil[seat] = true;
    }
}

void cards_begin(struct cards_table *t)
{
    nj_evening_settle(&t->e);
    nj_evening_says(&t->e, t->sits[0], "#开始");
    nj_evening_settle(&t->e);
    for (unsigned i = 0; i < t->seats; i++)
        if (!t->computer[i])
            read_deal(t, i);
}

unsigned cards_holder(const struct cards_table *t, enum cards_card card)
{
    for (unsigned i = 0; i < t->seats; i++)
        if (t->held[i][card])
            return i;
    fail_msg("nobody was dealt card %d", (int)card);
    return 0;
}

/* --- talking --- */

void cards_whispers(struct cards_table *t, unsigned seat, const char *text)
{
    nj_evening_whispers(&t->e, t->sits[seat], text);
}

void cards_says(struct cards_table *t, unsigned seat, const char *text)
{
    nj_evening_says(&t->e, t->sits[seat], text);
}

const char *cards_told(struct cards_table *t, unsigned seat, const char *part)
{
    return nj_evening_hears(&t->e, t->sits[seat], part);
}

void cards_aims(struct cards_table *t, unsigned seat, const char *words,
                unsigned at)
{
    char line[WORDS];

    (void)snprintf(line, sizeof(line), "%s %u", words, at + 1);
    if (strncmp(words, "票", strlen("票")) == 0)
        cards_says(t, seat, line);
    else
        cards_whispers(t, seat, line);
}

/* --- who leads, comes and goes --- */

void cards_ruled(struct cards_table *t, unsigned host, const char *words)
{
    char line[200];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 点错了", words);
    nj_evening_whispers(&t->e, host, line);
    (void)snprintf(line, sizeof(line), "确认 %.4s",
                   nj_evening_hears(&t->e, host, "「确认 "));
    nj_evening_whispers(&t->e, host, line);
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, "【主持】");
}

void cards_taken_over(struct cards_table *t, unsigned seat, unsigned comer)
{
    char line[WORDS];

    cards_says(t, seat, "#求替补");
    (void)snprintf(line, sizeof(line), "%u 席找人接替", seat + 1);
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, line);
    (void)snprintf(line, sizeof(line), "/takeover %s %u", t->code, seat + 1);
    nj_evening_says(&t->e, comer, line);
    (void)snprintf(line, sizeof(line), "\n%u 席·%s 接手。", seat + 1,
                   t->e.people[comer].name);
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, line);
    assert_null(strstr(t->e.chat[NJ_EVENING_QQ].heard.p, " 席由 ")); /* once */
    t->sits[seat] = comer;
    (void)cards_told(t, seat, "手牌");
}

void cards_back(struct cards_table *t, unsigned seat)
{
    char words[WORDS];

    cards_says(t, seat, "#回来");
    (void)snprintf(words, sizeof(words), "%u 席·%s 接手。", seat + 1,
                   t->e.people[t->sits[seat]].name);
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, words);
    t->computer[seat] = false;
    cards_whispers(t, seat, "手牌");
    (void)cards_told(t, seat, "手牌");
    for (int page = 8; page > 0; page--) {
        (void)snprintf(words, sizeof(words), "#历史 %d", page);
        cards_whispers(t, seat, words);
    }
    nj_evening_settle(&t->e);
}

/* --- how it stands --- */

/* "3 席·Ann 出局。" begins a line of what the group heard. */
bool cards_dead(const struct cards_table *t, unsigned seat)
{
    const char *line = t->e.chat[NJ_EVENING_QQ].heard.p;
    char head[WORDS];

    (void)snprintf(head, sizeof(head), "%u 席·", seat + 1);
    while (line != NULL) {
        const char *out = strstr(line, "出局");
        size_t n = strcspn(line, "\n");

        if (strncmp(line, head, strlen(head)) == 0 && out != NULL &&
            out < line + n)
            return true;
        line = line[n] == '\n' ? line + n + 1 : NULL;
    }
    return false;
}

bool cards_over(const struct cards_table *t)
{
    return strstr(t->e.chat[NJ_EVENING_QQ].heard.p, "核对") != NULL;
}

unsigned cards_victim(const struct cards_table *t, unsigned skip)
{
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < t->seats; i++)
            if (t->evil[i] == (round == 0) && !cards_dead(t, i) && skip-- == 0)
                return i;
    return 0;
}

/* --- nights and days --- */

static bool plays(const struct cards_table *t, unsigned seat)
{
    return !t->computer[seat] && !cards_dead(t, seat);
}

/* In both groups, if there are two. */
static bool heard(const struct nj_evening *e, const char *zh, const char *en)
{
    return nj_evening_heard(e, NJ_EVENING_QQ, zh) &&
           (!nj_evening_has(e, NJ_EVENING_TG) ||
            nj_evening_heard(e, NJ_EVENING_TG, en));
}

/* What opens the next phase, or tells that the match is over, stands there. */
static bool opened(const struct cards_table *t)
{
    return heard(&t->e, "截止 ", "until ") || heard(&t->e, "核对", "commit");
}

void cards_opens(struct cards_table *t, const char *zh, const char *en)
{
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, zh);
    (void)nj_evening_hears(&t->e, NJ_EVENING_QQ, "截止 ");
    if (!nj_evening_has(&t->e, NJ_EVENING_TG))
        return;
    (void)nj_evening_hears(&t->e, NJ_EVENING_TG, en);
    (void)nj_evening_hears(&t->e, NJ_EVENING_TG, "until ");
}

/* A bell after the other, of which the second ends what all have done with. */
static void ring_once(struct cards_table *t)
{
    struct nj_evening *e = &t->e;

    for (unsigned bells = 0; !opened(t); bells++) {
        assert_in_range(bells, 0, 10);
        nj_evening_clock(e, t->bell);
        nj_evening_settle(e);
        while (nj_evening_listen(e, 20))
            continue;
    }
    if (!cards_over(t))
        cards_opens(t, "", "");
}

void cards_ring(struct cards_table *t)
{
    const struct nj_evening_chat *c = &t->e.chat[NJ_EVENING_QQ];
    size_t from = c->mark;

    ring_once(t);
    if (strstr(c->heard.p + from, "生死投票：") != NULL)
        ring_once(t);
}

void cards_orders(struct cards_table *t)
{
    static const char *const verbs[CARDS_KINDS] = {"杀", "咬", "狙"};

    for (unsigned i = 0; i < t->seats; i++) {
        unsigned at = cards_victim(t, 0);

        if (!plays(t, i))
            continue;
        for (unsigned c = 0; c < CARDS_KINDS; c++)
            if (t->held[i][c]) {
                cards_aims(t, i, verbs[c], at == i ? cards_victim(t, 1) : at);
                cards_whispers(t, i, "#宣言 代写");
            }
        cards_whispers(t, i, "完毕");
    }
}

void cards_ballots(struct cards_table *t)
{
    for (unsigned i = 0; i < t->seats; i++)
        if (plays(t, i)) {
            cards_aims(t, i, "票", cards_victim(t, i % 2));
            cards_whispers(t, i, "完毕"); /* who has no ballot says so */
        }
}

void cards_night(struct cards_table *t)
{
    cards_orders(t);
    cards_ring(t);
}

void cards_day(struct cards_table *t)
{
    cards_ballots(t);
    cards_ring(t);
}

/* --- afterwards --- */

void cards_nobody_saw_more(struct cards_table *t)
{
    /* What is said in the group, such as a ballot, is everybody's to see. */
    static const char *const aloud[] = {"vote", "verdict", "chat", NULL};
    struct table_seat seats[CARDS_SEATS];

    for (unsigned i = 0; i < t->seats; i++)
        seats[i] = (struct table_seat){.sits = t->sits[i],
                                       .sat = i,
                                       .computer = t->computer[i],
                                       .lang = t->lang[i]};
    table_nobody_saw_more(&t->e, t->code, seats, t->seats, aloud);
}
