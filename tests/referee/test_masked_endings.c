/*
 * Each ending of 面具杀人魔 (MK-8) at tables of two, three and four: a host puts
 * people where it comes about, and the last step is theirs. The group reads who
 * has won, his way and all hands; at a table of two one person has both seats.
 */
#include <stdio.h>
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"

#define FLOOR_MS 10000 /* of the killer's turn (MK-19.3) */
#define ROUNDS   24    /* no match has more */

static const char *const people[] = {"ann", "bob", "cat", "dan"};

struct table {
    struct house h;
    unsigned players, victims;
};

static void open_table(struct table *t, unsigned players, const char *ending)
{
    char users[64] = "", name[48];
    size_t n = 0;

    *t = (struct table){.players = players,
                        .victims = players == 2 ? 2 : players - 1};
    (void)snprintf(name, sizeof(name), "masked_%s_%u", ending, players);
    house_open(&t->h, name);
    for (unsigned i = 0; i < players; i++)
        n += (size_t)snprintf(users + n, sizeof(users) - n, " qq:u:%s",
                              people[i]);
    house_street(&t->h, "qq:g:1", users, "qq:u:hugo");
}

static void rules(struct table *t, const char *words)
{
    char line[96];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    house_private(&t->h, "hugo", line);
    house_confirm(&t->h, "hugo");
}

/* The victims have done nothing, each in his turn. */
static void victims_pass(struct table *t)
{
    for (unsigned i = 1; i <= t->victims && i < NJ_COUNT(people); i++)
        house_group(&t->h, people[t->players == 2 ? 1 : i], "结束");
}

static bool is_told(struct table *t, const char *part)
{
    return house_heard(&t->h, "group", part) != NULL;
}

/* Who has won, where he was, and as many hands as seats. */
static void ends(struct table *t, const char *how)
{
    unsigned hands = 0;

    if (!is_told(t, how))
        fail_msg("%u players: nobody reads '%s'", t->players, how);
    assert_true(is_told(t, "他的路线（轮:格子）：0"));
    for (uint32_t i = 0; i < nj_memory_count(t->h.gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(t->h.gateway, i);

        for (const char *p = s->text;
             strstr(s->to, ":g:") != NULL && (p = strstr(p, " 手里：")) != NULL;
             p++)
            hands++;
    }
    assert_int_equal(hands, t->victims + 1);
    assert_true(is_told(t, "核对当初的承诺"));
    house_close(&t->h);
}

static void he_falls(unsigned players)
{
    struct table t;

    open_table(&t, players, "damage");
    rules(&t, "伤 杀人魔 11");
    rules(&t, "给 1席 火钳");
    rules(&t, "面 1席 西");
    rules(&t, "放 杀人魔 D19");
    for (int i = 0; i < 2 && !is_told(&t, "杀人魔倒下"); i++) {
        house_group(&t.h, "bob", "打 火钳");
        house_group(&t.h, "bob", "不重掷");
    }
    ends(&t, "杀人魔倒下，受害者赢了");
}

static void they_drive_off(unsigned players)
{
    struct table t;

    open_table(&t, players, "escape");
    rules(&t, "给 1席 汤米");
    rules(&t, "给 1席 琳赛");
    rules(&t, "给 1席 蓝车钥匙");
    rules(&t, "放 1席 E12 面北");
    house_group(&t.h, "bob", "开锁 蓝");
    assert_false(is_told(&t, "赢了"));
    house_group(&t.h, "bob", "走 北");
    ends(&t, "车开走了，受害者赢了");
}

static void nobody_is_left(unsigned players)
{
    struct table t;

    open_table(&t, players, "kills");
    rules(&t, players == 4 ? "阵亡 2" : "阵亡 3");
    rules(&t, "伤 1席 2");
    rules(&t, "放 杀人魔 D19");
    victims_pass(&t);
    for (int i = 0; i < 2 && !is_told(&t, "死在"); i++) {
        house_private(&t.h, "ann", "杀 1席");
        house_group(&t.h, "bob", "挡");
    }
    ends(&t, "再没有人来了，杀人魔赢了");
}

static void no_day_breaks(unsigned players)
{
    struct table t;

    open_table(&t, players, "time");
    for (int i = 0; i < ROUNDS && !is_told(&t, "天还没亮"); i++) {
        house_forget(&t.h);
        victims_pass(&t);
        house_private(&t.h, "ann", "结束");
        house_pass(&t.h, FLOOR_MS);
    }
    ends(&t, "天还没亮：杀人魔赢了");
}

/* --- two, three and four --- */

#define AT_ALL_TABLES(name, ending)                \
 static void name(void **state)                    \
 {                                                 \
  NJ_UNUSED(state);                                \
  for (unsigned n = 2; n <= NJ_COUNT(people); n++) \
   ending(n);                                      \
 }

AT_ALL_TABLES(victims_win_by_damage, he_falls)
AT_ALL_TABLES(victims_win_by_escape, they_drive_off)
AT_ALL_TABLES(the_killer_wins_by_kills, nobody_is_left)
AT_ALL_TABLES(the_killer_wins_by_time, no_day_breaks)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(victims_win_by_damage),
        cmocka_unit_test(victims_win_by_escape),
        cmocka_unit_test(the_killer_wins_by_kills),
        cmocka_unit_test(the_killer_wins_by_time),
    };

    return cmocka_run_group_tests_name("referee/masked_endings", tests, NULL,
                                       NULL);
}
