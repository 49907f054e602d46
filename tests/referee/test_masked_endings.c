/*
 * Each ending of 面具杀人魔 (MK-8) at tables of two, three and four: a host puts
 * people where it comes about, and the last step is theirs. The group reads who
 * has won, his way and all hands; at a table of two one person has both seats. The
 * replay as a seat has nothing that was not said to who sat there, or to all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/play/archive.h"

#define FLOOR_MS 10000 /* of the killer's turn (MK-19.3) */
#define ROUNDS   24    /* no match has more */

static const char *const people[] = {"ann", "bob", "cat", "dan"};

struct table {
    struct house h;
    unsigned players, victims;
    struct nj_str heard[1 + NJ_COUNT(people)]; /* by the group, by each */
};

/* --- who heard what --- */

/* Keeps what was sent since the last time, in a line a chat: long ones come in
 * several texts. */
static void note_all(struct table *t)
{
    for (uint32_t i = 0; i < nj_memory_count(t->h.gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(t->h.gateway, i);
        size_t who = 0;

        while (!s->group && who < NJ_COUNT(people) &&
               strstr(s->to, people[who]) == NULL)
            who++;
        if (!s->group && who == NJ_COUNT(people))
            continue; /* the host */
        for (const char *p = s->text; *p != '\0'; p++)
            if (*p != '\n')
                nj_str_putc(&t->heard[s->group ? 0 : who + 1], *p);
    }
    house_forget(&t->h);
}

static enum nj_status put(void *ctx, const char *text, size_t n,
                          struct nj_err *err)
{
    (void)err;
    assert_int_equal(fwrite(text, 1, n, ctx), n);
    return NJ_OK;
}

static void write_match(struct table *t, const char *path)
{
    const struct nj_referee_setup *setup = &t->h.in.setup;
    const struct nj_loaded_game *game = setup->games;
    struct nj_match_row *row = calloc(1, sizeof(*row));
    struct nj_err err = {{0}};
    FILE *file = fopen(path, "w");

    assert_non_null(row);
    assert_non_null(file);
    assert_true(nj_match_load(t->h.in.store, 1, row));
    while (strcmp(game->game->id, row->game) != 0)
        game++;
    assert_int_equal(
        nj_match_file_write(t->h.in.store, row, game, put, file, &err), NJ_OK);
    assert_int_equal(fclose(file), 0);
    free(row);
}

/* What `nightjar replay` prints as that seat; the caller frees it. */
static char *replay_as(const char *path, unsigned seat)
{
    char number[12], *text = NULL;
    char *argv[] = {(char[]){"replay"}, strdup(path), (char[]){"--as"}, number,
                    NULL};
    FILE *out = tmpfile();
    int kept = dup(STDOUT_FILENO);
    size_t n;

    assert_non_null(out);
    (void)snprintf(number, sizeof(number), "%u", seat);
    (void)fflush(stdout);
    assert_int_not_equal(dup2(fileno(out), STDOUT_FILENO), -1);
    assert_int_equal(nj_cmd_replay(4, argv), 0);
    (void)fflush(stdout);
    (void)dup2(kept, STDOUT_FILENO);
    (void)close(kept);
    free(argv[1]);
    n = (size_t)ftell(out);
    text = calloc(1, n + 1);
    assert_non_null(text);
    rewind(out);
    assert_int_equal(fread(text, 1, n, out), n);
    (void)fclose(out);
    return text;
}

/* Chats have what is left of a time in words of their own moment. */
static bool is_passing(const char *line)
{
    return strstr(line, "还剩") != NULL || strstr(line, "截止") != NULL;
}

/* Of somebody's second seat a chat has the number alone, where the replay has his
 * name as well. */
static void unname(char *line)
{
    static const char named[] = "2 席·bob", number[] = "2 席";

    for (char *at = strstr(line, named); at != NULL; at = strstr(at, named)) {
        at += strlen(number);
        memmove(at, at + strlen(named) - strlen(number),
                strlen(at + strlen(named) - strlen(number)) + 1);
    }
}

/* Of "[7] 2026-11-28 21:00:00Z 3 move ..." the seat; 0: nobody's. */
static unsigned long typed_by(const char *line)
{
    char *end;
    unsigned long seat;

    if (line[0] != '[')
        return 0;
    for (unsigned words = 0; words < 3; words++) {
        line += strcspn(line, " ");
        line += strspn(line, " ");
    }
    seat = strtoul(line, &end, 10);
    return end != line && *end == ' ' ? seat : 0;
}

static void nobody_saw_more(struct table *t, unsigned seat, unsigned who)
{
    char *text = replay_as("masked_match.jsonl", seat);
    unsigned checked = 0;
    char *next;

    for (char *line = text; *line != '\0'; line = next) {
        size_t n = strcspn(line, "\n");

        next = line + n + (line[n] == '\n');
        line[n] = '\0';
        if (seat <= t->victims && typed_by(line) > t->victims)
            fail_msg("seat %u sees what he typed: %s", seat, line);
        /* "  G    text", "  P2   text", below it "       text" */
        if (line[0] != ' ' || strlen(line) < 8 || is_passing(line))
            continue;
        if (t->players == 2)
            unname(line);
        if (strstr(t->heard[0].p, line + 7) == NULL &&
            strstr(t->heard[who + 1].p, line + 7) == NULL)
            fail_msg("%u players: seat %u never heard: %s", t->players, seat,
                     line);
        checked++;
    }
    assert_in_range(checked, 10, 10000);
    free(text);
}

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
    for (size_t i = 0; i < NJ_COUNT(t->heard); i++) {
        t->heard[i] = (struct nj_str)NJ_STR_INIT(1U << 20);
        nj_str_puts(&t->heard[i], "");
    }
    house_street_told(&t->h, "qq:g:1", users, "qq:u:hugo");
    note_all(t);
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
    note_all(t);
    write_match(t, "masked_match.jsonl");
    for (unsigned seat = 1; seat <= t->victims + 1; seat++)
        nobody_saw_more(t, seat,
                        seat > t->victims ? 0
                        : t->players == 2 ? 1
                                          : seat);
    for (size_t i = 0; i < NJ_COUNT(t->heard); i++)
        nj_str_fini(&t->heard[i]);
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
    ends(&t, "死的人够了，杀人魔赢了");
}

static void no_day_breaks(unsigned players)
{
    struct table t;

    open_table(&t, players, "time");
    for (int i = 0; i < ROUNDS && !is_told(&t, "天还没亮"); i++) {
        note_all(&t);
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
