/*
 * One match of 漫漫长夜 in three groups at once: QQ by OneBot, QQ by its
 * official bot platform, and Telegram, two people each. The program is killed in the
 * midst of it, the official line breaks and is resumed. All three groups hear
 * who has won.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "kit/evening.h"
#include "kit/nj_test.h"

#define QQ        NJ_EVENING_QQ
#define TG        NJ_EVENING_TG
#define BOT       NJ_EVENING_BOT
#define MOVES_MAX 400

static const struct nj_evening_person people[] = {
    {501, "阿宁", false}, {502, "小雨", false}, {701, "丁四", false},
    {702, "何七", false}, {601, "Tara", true},  {602, "Udo", true}};

static struct nj_evening e; /* the teardown has to find it */
static struct nj_rng chance;
static unsigned mover, moves;
static size_t read_up_to;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&e, "three");
    nj_evening_close(&e);
    return 0;
}

/* --- the lobby --- */

/* A group asks to sit at the table too, and the opener agrees. */
static void joined_by(unsigned guest, const char *share, const char *address,
                      unsigned chat, const char *open)
{
    const char *word;
    char line[120];

    nj_evening_says(&e, 0, "#联桌");
    word = nj_evening_hears(&e, QQ, "在另一个群发「#联桌 ");
    (void)snprintf(line, sizeof(line), "%s %.6s", share, word);
    nj_evening_says(&e, guest, line);
    (void)nj_evening_hears(&e, QQ, "想让群");
    (void)snprintf(line, sizeof(line), "#联桌 同意 %s", address);
    nj_evening_says(&e, 0, line);
    (void)nj_evening_hears(&e, chat, open);
}

static void all_sit_down(void)
{
    char line[40];

    nj_evening_says(&e, 0, "#新游戏 漫漫长夜");
    (void)nj_evening_hears(&e, QQ, "开桌");
    (void)snprintf(line, sizeof(line), "%lld", (long long)NJ_EVENING_TG_GROUP);
    joined_by(4, "/share", line, TG, "开桌");
    (void)snprintf(line, sizeof(line), "%lld", (long long)NJ_EVENING_QQ_GROUP);
    joined_by(2, "#联桌", line, BOT, "开桌");
    for (unsigned i = 0; i < NJ_COUNT(people); i++) {
        if (people[i].tg) {
            nj_evening_says(&e, i, "/join lucky");
            nj_evening_is_led(&e, i);
        } else {
            nj_evening_whispers(&e, i, "我");
            (void)nj_evening_hears(&e, i, "✔");
            nj_evening_says(&e, i, "#加入 幸运七");
        }
        (void)snprintf(line, sizeof(line), "现在 %u/", i + 1);
        (void)nj_evening_hears(&e, QQ, line);
    }
    nj_evening_says(&e, 0, "#设置 cap 5");
    (void)nj_evening_hears(&e, QQ, "改为");
    nj_evening_says(&e, 0, "#开始");
    (void)nj_evening_hears(&e, QQ, "轮到 ");
}

/* --- the course --- */

/* "轮到 3 席·老王": the last that was said. */
static bool is_over(void)
{
    const char *at = e.chat[QQ].heard.p + read_up_to;

    while ((at = strstr(at, "轮到 ")) != NULL) {
        at += strlen("轮到 ");
        read_up_to = (size_t)(at - e.chat[QQ].heard.p);
        at = strstr(at, "席·");
        assert_non_null(at);
        at += strlen("席·");
        for (unsigned i = 0; i < NJ_COUNT(people); i++)
            if (strncmp(at, people[i].name, strlen(people[i].name)) == 0)
                mover = i;
    }
    return strstr(e.chat[QQ].heard.p, "核对当初的承诺") != NULL;
}

static void listen(uint32_t texts)
{
    while (e.chat[QQ].texts == texts)
        if (!nj_evening_listen(&e, NJ_SERVE_WAIT_MS)) {
            nj_evening_keep(&e, "failed");
            fail_msg("no answer to move %u of %s", moves, people[mover].name);
        }
    while (nj_evening_listen(&e, 40))
        continue;
}

static void moves_somewhere(void)
{
    static const char *const words[] = {"上", "下", "左", "右右", "停止"};
    uint32_t texts = e.chat[QQ].texts;

    assert_in_range(++moves, 1, MOVES_MAX);
    nj_evening_says(&e, mover, words[nj_rng_below(&chance, NJ_COUNT(words))]);
    if (moves == 5)
        nj_evening_crash(&e); /* the word is on its way */
    if (moves == 9)
        qqbot_server_close(e.official, 0);
    listen(texts);
}

static void three_platforms_play_one_match(void **state)
{
    NJ_UNUSED(state);
    nj_rng_splitmix64(&chance, 11);
    nj_evening_beside(1u << 2 | 1u << 3);
    nj_evening_open(&e, people, NJ_COUNT(people), "+10s");
    all_sit_down();
    while (!is_over())
        moves_somewhere();
    assert_in_range(moves, 10, MOVES_MAX);
    (void)nj_evening_hears(&e, BOT, "核对当初的承诺");
    nj_evening_clock(&e, "+2m"); /* Telegram's minute */
    (void)nj_evening_hears(&e, TG, "核对当初的承诺");
    assert_true(qqbot_server_resumed(e.official, 2, NJ_SERVE_WAIT_MS));
    nj_evening_blameless(&e);
    print_message("%u moves\n", moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(three_platforms_play_one_match, end),
    };

    return cmocka_run_group_tests_name("e2e/three_platforms", tests, NULL,
                                       NULL);
}
