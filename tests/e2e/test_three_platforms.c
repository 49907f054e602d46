/*
 * One match of 漫漫长夜 in three groups at once: QQ by OneBot, QQ by its
 * official bot platform, and Telegram, two people each. The program is killed in the
 * midst of it, the official line breaks and is resumed. All three groups hear
 * who has won.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/table.h"
#include "e2e/walk.h"
#include "kit/nj_test.h"

#define QQ  NJ_EVENING_QQ
#define TG  NJ_EVENING_TG
#define BOT NJ_EVENING_BOT

static const struct nj_evening_person people[] = {
    {501, "阿宁", false}, {502, "小雨", false}, {701, "丁四", false},
    {702, "何七", false}, {601, "Tara", true},  {602, "Udo", true}};

static struct nj_evening e; /* the teardown has to find it */
static struct walk walk;

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
    for (unsigned i = 0; i < NJ_COUNT(people); i++)
        table_seat(&e, i);
    nj_evening_says(&e, 0, "#设置 cap 5");
    (void)nj_evening_hears(&e, QQ, "改为");
    nj_evening_says(&e, 0, "#开始");
    (void)nj_evening_hears(&e, QQ, "轮到 ");
}

/* --- the course --- */

static void moves_somewhere(void)
{
    uint32_t texts = walk_word(&walk);

    if (walk.moves == 5)
        nj_evening_crash(&e); /* the word is on its way */
    if (walk.moves == 9)
        qqbot_server_close(e.official, 0);
    walk_listen(&walk, texts);
}

static void three_platforms_play_one_match(void **state)
{
    NJ_UNUSED(state);
    nj_evening_beside(1u << 2 | 1u << 3);
    nj_evening_open(&e, people, NJ_COUNT(people), "+10s");
    walk_begin(&walk, &e);
    all_sit_down();
    while (!walk_over(&walk))
        moves_somewhere();
    assert_in_range(walk.moves, 10, 600);
    (void)nj_evening_hears(&e, BOT, "核对当初的承诺");
    nj_evening_clock(&e, "+2m"); /* Telegram's minute */
    (void)nj_evening_hears(&e, TG, "核对当初的承诺");
    assert_true(qqbot_server_resumed(e.official, 2, NJ_SERVE_WAIT_MS));
    nj_evening_blameless(&e);
    print_message("%u moves\n", walk.moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(three_platforms_play_one_match, end),
    };

    return cmocka_run_group_tests_name("e2e/three_platforms", tests, NULL,
                                       NULL);
}
