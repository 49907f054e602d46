/*
 * Four people play a match over a real WebSocket; the program is killed in
 * the middle, more than once, and goes on.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/party.h"

#define KILLS_DEFAULT 200

static struct nj_party p; /* some 40 kB; the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_party_end(&p);
    return 0;
}

static const char *const export_args[] = {"export", "-c", "config.json", NULL,
                                          NULL};
static const char *const verify_args[] = {"verify", "match.jsonl", NULL};

/* `nightjar export CODE` into "match.jsonl". */
static void export_match(struct nj_serve *by)
{
    const char *args[NJ_COUNT(export_args)];
    const char *text;

    memcpy(args, export_args, sizeof(args));
    args[3] = p.code;
    assert_int_equal(nj_serve_run(by, args), 0);
    text = nj_serve_read(by, "out");
    nj_serve_write(&p.program, "match.jsonl", text, strlen(text));
}

/* The value of a member in one line of the match file. */
static const char *after(const char *line, const char *member)
{
    const char *end = strchr(line, '\n');
    const char *at = strstr(line, member);

    return at != NULL && (end == NULL || at < end) ? at + strlen(member) : NULL;
}

static const char *next(const char *line)
{
    line = strchr(line, '\n');
    return line != NULL ? line + 1 : NULL;
}

/* Each move that was said is in the file, once, in order; and no other. */
static void moves_are_all_there(void)
{
    const char *line = nj_serve_read(&p.program, "match.jsonl");
    uint32_t n = 0;

    for (; line != NULL; line = next(line)) {
        const char *seat = after(line, "\"kind\":\"order\",\"seat\":");
        const char *path = after(line, "\"text\":[\"text\",\"");
        const struct nj_party_move *m = &p.moves[n];

        if (seat == NULL)
            continue;
        assert_in_range(n, 0, p.n_moves - 1);
        assert_int_equal(strtoul(seat, NULL, 10), m->seat);
        if (path == NULL)
            assert_string_equal(m->text, "停止");
        else
            assert_memory_equal(path, m->text, strlen(m->text));
        n++;
    }
    assert_int_equal(n, p.n_moves);
}

/* What the group was given is what the owner can export, and its page is
 * whole. */
static void the_group_has_it(void)
{
    const char *file = nj_ob_server_file(p.server, true, NJ_PARTY_GROUP,
                                         ".jsonl", NJ_SERVE_WAIT_MS);
    const char *page = nj_ob_server_file(p.server, true, NJ_PARTY_GROUP,
                                         ".html", NJ_SERVE_WAIT_MS);

    assert_non_null(file);
    assert_non_null(page);
    assert_string_equal(file, nj_serve_read(&p.program, "match.jsonl"));
    assert_memory_equal(page, "<!doctype html>", 15);
    assert_true(strcmp(page + strlen(page) - 8, "</html>\n") == 0);
}

/* A byte changed anywhere must show; a few places stand for all. */
static void changed_bytes_fail(void)
{
    const char *text = nj_serve_read(&p.program, "match.jsonl");
    size_t n = strlen(text);
    char *copy = strdup(text);

    assert_non_null(copy);
    for (unsigned i = 0; i < 12; i++) {
        size_t at = nj_rng_below(&p.chance, (uint32_t)n);
        char was = copy[at];

        copy[at] = (char)(was ^ (1 << (i % 7)));
        nj_serve_write(&p.program, "match.jsonl", copy, n);
        if (nj_serve_run(&p.program, verify_args) != 1)
            fail_msg("byte %zu of %zu changed from %02x, not noticed", at, n,
                     (unsigned char)was);
        copy[at] = was;
    }
    nj_serve_write(&p.program, "match.jsonl", copy, n);
    free(copy);
}

static void the_file_holds(void)
{
    assert_int_equal(nj_serve_stop(&p.program), 0);
    export_match(&p.program);
    assert_int_equal(nj_serve_run(&p.program, verify_args), 0);
    moves_are_all_there();
    changed_bytes_fail();
    nj_party_no_leak(&p);
    print_message("%u moves, %lld us from a move to the group's answer\n",
                  (unsigned)p.n_moves,
                  (long long)(p.waited_us / (p.waits > 0 ? p.waits : 1)));
}

/* --- a match with everything people do --- */

static void the_lobby_is_strict(void)
{
    nj_party_group(&p, 0, "今晚玩吗？");
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    nj_party_group(&p, 0, "#开始");
    (void)nj_party_hears(&p, "还不能开始：现在 0 人");
    nj_party_group(&p, 0, "#加入");
    (void)nj_party_hears(&p, "Ann 入座");
    nj_party_group(&p, 1, "#加入");
    (void)nj_party_hears(&p, "阿宝 入座");
    nj_party_group(&p, 0, "#开始");
    (void)nj_party_hears(&p, "我无法私聊 Ann、阿宝");
    nj_party_group(&p, 0, "#设置 cap 没有");
    (void)nj_party_hears(&p, "回合数 不能是");
    nj_party_group(&p, 0, "#关闭");
    (void)nj_party_hears(&p, "已撤桌");
}

/* Somebody who does not have the turn. */
static unsigned other(void)
{
    return nj_party_user(0) == p.user ? 1 : 0;
}

static unsigned mover(void)
{
    unsigned i = 0;

    while (nj_party_user(i) != p.user)
        i++;
    return i;
}

static void odd_words_change_nothing(void)
{
    unsigned idle = other();

    nj_party_group(&p, idle, "上"); /* talk, for all we know */
    nj_party_group(&p, idle, "#上");
    assert_null(strstr(nj_party_hears(&p, "没有移动：还没轮到你"), "收据"));
    nj_party_private(&p, mover(), "上");
    (void)nj_party_told(&p, mover(), "这一步要发在群里");
    nj_party_group(&p, idle, "#墙");
    (void)nj_party_hears(&p, "墙壁信息只在私聊里给");
    nj_party_private(&p, idle, "墙");
    (void)nj_party_told(&p, idle, "你四周");
    nj_party_private(&p, idle, "赛况");
    (void)nj_party_told(&p, idle, "第 1 回合");
    nj_party_private(&p, idle, "帮助");
    (void)nj_party_told(&p, idle, "私聊里可以问我");
    nj_party_look(&p);
}

static void from_lobby_to_reveal(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    the_lobby_is_strict();
    nj_party_begin(&p, "cap 3");
    odd_words_change_nothing();
    nj_party_play_on(&p);
    (void)nj_ob_server_file(p.server, true, NJ_PARTY_GROUP, ".jsonl",
                            NJ_SERVE_WAIT_MS);
    the_file_holds();
    the_group_has_it();
    nj_party_close(&p);
}

/* --- exported beside the program that serves --- */

/* What it says of a match under way: all that was said so far, no secret. */
static void exported_under_way(struct nj_serve *beside)
{
    export_match(beside);
    assert_int_equal(nj_serve_run(beside, verify_args), 1);
    assert_non_null(
        strstr(nj_serve_read(beside, "out"), "true but unfinished"));
    assert_null(strstr(nj_serve_read(beside, "match.jsonl"), "\"secret\":"));
    moves_are_all_there();
}

static void exported_while_people_play(void **state)
{
    struct nj_serve beside = {.in = -1};
    uint32_t exported = 0;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 40, NULL);
    nj_party_begin(&p, "cap 3");
    beside.dir = p.program.dir;
    while (!p.over) {
        nj_party_move(&p);
        if (p.over || p.n_moves % 4 != 0)
            continue;
        exported_under_way(&beside);
        exported++;
    }
    assert_true(exported > 1);
    nj_party_play_on(&p);
    export_match(&beside);
    assert_int_equal(nj_serve_run(&beside, verify_args), 0);
    moves_are_all_there();
    assert_true(nj_serve_runs(&p.program));
    free(beside.shown);
    nj_party_close(&p);
}

/* --- killed --- */

/*
 * A move is said, and some time later, anywhere between its arrival and the
 * answer's, the program dies. The gateway repeats the message afterwards: it
 * must count once, whether it had been taken in or not.
 */
static void kill_during_a_move(void)
{
    struct timespec t = {0};

    nj_party_say_move(&p);
    t.tv_nsec = (long)nj_rng_below(&p.chance, 60) * 50000;
    (void)nanosleep(&t, NULL);
    nj_party_crash(&p, NULL);
    nj_ob_server_repeat(p.server);
}

static uint32_t play_with_crashes(uint64_t chance, const char *option,
                                  uint32_t period)
{
    uint32_t crashes = 0;

    nj_party_open(&p, "", chance, NULL);
    nj_party_begin(&p, option);
    while (!p.over) {
        if (nj_rng_below(&p.chance, period) != 0) {
            nj_party_move(&p);
            continue;
        }
        crashes++;
        kill_during_a_move();
        nj_party_look(&p);
    }
    nj_party_play_on(&p);
    the_file_holds();
    nj_party_close(&p);
    return crashes;
}

static void killed_in_a_long_match(void **state)
{
    NJ_UNUSED(state);
    assert_true(play_with_crashes(100, "cap 30", 12) > 0);
}

/* As many crashes as NJ_KILLS says, in short matches; NJ_TEST_TENTH=1: a tenth
 * of them. */
static void killed_many_times(void **state)
{
    uint64_t most = nj_amount("NJ_KILLS", KILLS_DEFAULT), crashes = 0;

    NJ_UNUSED(state);
    for (uint64_t chance = 10; crashes < most; chance++)
        crashes += play_with_crashes(chance, "cap 6", 3);
    print_message("%" PRIu64 " crashes\n", crashes);
}

/*
 * Something is said, the program dies at some instant, the gateway repeats
 * the message: the answer comes, before or after.
 */
static const char *said_and_killed(unsigned i, const char *text,
                                   const char *answer)
{
    struct timespec t = {.tv_nsec = (long)nj_rng_below(&p.chance, 60) * 50000};

    nj_party_group(&p, i, text);
    (void)nanosleep(&t, NULL);
    nj_party_crash(&p, NULL);
    nj_ob_server_repeat(p.server);
    return nj_party_hears(&p, answer);
}

/* Who joins while the card is on its way once more is asked for patience. */
static void seated_and_killed(unsigned i)
{
    char seated[32];
    const char *answer;

    (void)snprintf(seated, sizeof(seated), "，现在 %u/6", i + 1);
    answer = said_and_killed(i, "#加入", "");
    while (strstr(answer, seated) == NULL) {
        if (strstr(answer, "稍等") != NULL)
            nj_party_group(&p, i, "#加入");
        answer = nj_party_hears(&p, "");
    }
    nj_party_private(&p, i, "我");
    (void)nj_party_told(&p, i, "私聊已接通");
}

static void kill_all_the_way(uint64_t chance)
{
    nj_party_open(&p, "", chance, NULL);
    (void)said_and_killed(0, "#新游戏 漫漫长夜", "开桌");
    nj_party_group(&p, 0, "#赛况"); /* the card's answer comes before it */
    (void)nj_party_hears(&p, "人已入座");
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++)
        seated_and_killed(i);
    (void)said_and_killed(1, "#设置 cap 3", "改为");
    (void)said_and_killed(2, "#开始", "参与抽签的话");
    nj_party_look(&p);
    p.code[0] = '1'; /* the first match of this database */
    p.code[1] = '\0';
    while (!p.over) { /* the last move and the reveal, too */
        kill_during_a_move();
        nj_party_look(&p);
    }
    nj_party_play_on(&p);
    the_file_holds();
    nj_party_close(&p);
}

static void killed_at_every_step(void **state)
{
    NJ_UNUSED(state);
    for (uint64_t chance = 20; chance < 22; chance++)
        kill_all_the_way(chance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(from_lobby_to_reveal, end),
        cmocka_unit_test_teardown(exported_while_people_play, end),
        cmocka_unit_test_teardown(killed_many_times, end),
        cmocka_unit_test_teardown(killed_at_every_step, end),
        cmocka_unit_test_teardown(killed_in_a_long_match, end),
    };

    return cmocka_run_group_tests_name("e2e/match", tests, NULL, NULL);
}
