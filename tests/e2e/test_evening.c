/*
 * An evening of all four games on three workers, an account each, and a
 * database of two servers, of which one follows the other. People play 漫漫长夜
 * to its end, and one person and computers each of the other games, whose phases
 * end by their deadlines. All the while workers are killed, one after the other,
 * and started again; the first server dies in the midst of it, and the second
 * takes writes. At the end each match is over, nobody has spoken beside another,
 * and the files verify.
 *
 * NJ_EVENING_KILL_MS: how long a worker lives until the next one is killed, two
 * minutes for instance; the games are played again and again until each worker
 * has been killed twice. Without it four are killed, each as soon as all is shared
 * out again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_server.h"

#define N           3
#define GROUP       NJ_PARTY_GROUP
#define OTHER_GROUP (NJ_PARTY_GROUP + 1)
#define LOADED_MS   INT64_C(60000)
#define ANSWER_MS   1000
#define ROUNDS_MAX  4000
#define CODES_MAX   64
#define KILLS       6 /* of a long evening */

/* Where each game is played: by which account, in which group. */
static struct hall {
    const char *game;
    unsigned account;
    int64_t group;
    const char *computers;
    char code[8];
    bool over;
} halls[] = {
    {"漫漫长夜", 0, GROUP, NULL, "", false},
    {"黑影杀", 1, GROUP, "#电脑 5", "", false},
    {"杀手牌", 2, GROUP, "#电脑 6", "", false},
    {"面具杀人魔", 2, OTHER_GROUP, "#电脑 2", "", false},
};

static struct nj_party party; /* of the first hall; its server is account 0 */
static struct nj_ob_server *accounts[N];
static struct nj_serve workers[N];
static int64_t killed_ms; /* when the last one was */
static unsigned kills, failed_over;
static char codes[CODES_MAX][8]; /* of all matches of the evening */
static unsigned n_codes;

static const char *const args[] = {
    "serve", "-c", "config.json", "--test-seed", "5e", "--test-clock", NULL};

static int end(void **state)
{
    NJ_UNUSED(state);
    for (unsigned i = 0; i < N; i++) {
        nj_serve_close(&workers[i]);
        nj_ob_server_stop(accounts[i]);
        accounts[i] = NULL;
    }
    return 0;
}

static void nap(void)
{
    const struct timespec t = {.tv_nsec = 20000000};

    (void)nanosleep(&t, NULL);
}

static void give_up(const char *why, unsigned which)
{
    for (unsigned i = 0; i < N; i++) { /* cmocka prints a thousand bytes */
        const char *log = nj_serve_read(&workers[i], "log");
        size_t n = strlen(log);

        print_message("%u: %s\n", i, log + (n > 900 ? n - 900 : 0));
    }
    fail_msg("%s: %u", why, which);
}

/* --- workers --- */

static void configure(struct nj_serve *w)
{
    struct nj_str text = NJ_STR_INIT(4000);

    nj_str_puts(&text, "{\"share_gateways\": \"yes\", \"pacing\": {"
                       "\"per_second\": 1000, \"burst\": 1000,"
                       "\"per_minute\": 60000, \"total_per_second\": 10000},"
                       "\"gateways\": [");
    for (unsigned i = 0; i < N; i++)
        nj_str_addf(&text,
                    "%s{\"kind\": \"onebot\", \"name\": \"q%u\","
                    "\"url\": \"ws://127.0.0.1:%u/\","
                    "\"backoff_ms\": [10, 100], \"token_file\": \"token\"}",
                    i == 0 ? "" : ",", i,
                    (unsigned)nj_ob_server_port(accounts[i]));
    nj_str_puts(&text, "]}");
    nj_serve_write(w, "config.json", text.p, text.len);
    nj_serve_write(w, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    nj_str_fini(&text);
}

/* How many accounts it holds since its latest start. */
static unsigned holds(unsigned i)
{
    const char *at = nj_serve_read(&workers[i], "log");
    unsigned n = 0;

    for (const char *next = strstr(at, "relay joined"); next != NULL;
         next = strstr(at + 1, "relay joined"))
        at = next;
    for (const char *next = at; (next = strstr(next, "relay holds")) != NULL;
         next++)
        n++;
    for (const char *next = at; (next = strstr(next, "relay gives")) != NULL;
         next++)
        n--;
    return n;
}

/* Under which epoch it has begun to keep the books last; -1: never. */
static long long books_of(unsigned i)
{
    static const char words[] = "relay keeps_books epoch=";
    const char *at = nj_serve_read(&workers[i], "log");
    long long latest = -1;

    while ((at = strstr(at, words)) != NULL) {
        at += strlen(words);
        latest = strtoll(at, NULL, 10);
    }
    return latest;
}

/* Who has begun to keep the books last, and takes the clock's orders. */
static unsigned keeper(void)
{
    long long latest = -1;
    unsigned who = 0;

    for (unsigned i = 0; i < N; i++) {
        long long epoch = books_of(i);

        if (epoch > latest) {
            latest = epoch;
            who = i;
        }
    }
    return who;
}

static bool is_shared_out(void)
{
    unsigned i = 0;

    while (i < N && nj_serve_runs(&workers[i]) && holds(i) == 1)
        i++;
    return i == N;
}

/* As the unit of a machine does it. */
static void restart_ended(void)
{
    for (unsigned i = 0; i < N; i++)
        if (!nj_serve_runs(&workers[i]))
            nj_serve_start(&workers[i], args);
}

static void await_sharing(void)
{
    int64_t until_ms = nj_monotonic_ms() + LOADED_MS;

    while (!is_shared_out()) {
        if (nj_monotonic_ms() > until_ms)
            give_up("not shared out", holds(0));
        restart_ended();
        nap();
    }
}

static void open_house(void)
{
    char url[256];

    nj_pg_server_stand_by(url, sizeof(url));
    for (unsigned i = 0; i < N; i++) {
        accounts[i] = nj_ob_server_start(NJ_SERVE_TOKEN);
        nj_ob_server_timeless(accounts[i]);
    }
    for (unsigned i = 0; i < N; i++) {
        nj_serve_open(&workers[i]);
        (void)snprintf(workers[i].database, sizeof(workers[i].database), "%s",
                       url);
        configure(&workers[i]);
        nj_serve_start(&workers[i], args);
        if (i == 0 && !nj_ob_server_connected(accounts[0], 1, LOADED_MS))
            give_up("not connected", i);
    }
    await_sharing();
    memset(&party, 0, sizeof(party));
    nj_rng_splitmix64(&party.chance, 5);
    party.server = accounts[0];
}

/* --- people --- */

static void say(const struct hall *h, const char *text)
{
    nj_ob_server_say_group(accounts[h->account], h->group, 500, "Ann", text);
}

static const char *hears(const struct hall *h, const char *part)
{
    const char *text = nj_ob_server_expect_group(accounts[h->account], h->group,
                                                 part, LOADED_MS);

    if (text == NULL)
        give_up(part, h->account);
    return text;
}

static void note_code(const char *code)
{
    assert_in_range(n_codes, 0, CODES_MAX - 1);
    (void)snprintf(codes[n_codes++], sizeof(codes[0]), "%s", code);
}

static void open_hall(struct hall *h)
{
    char words[64];
    const char *card, *at;

    h->over = false;
    if (h->computers == NULL) {
        party.over = party.shown = false;
        nj_party_begin(&party, "cap 20");
        note_code(party.code);
        return;
    }
    (void)snprintf(words, sizeof(words), "#新游戏 %s", h->game);
    say(h, words);
    card = hears(h, "开桌");
    at = strstr(card, " 开桌");
    assert_non_null(at);
    memcpy(h->code, at - 3, 3);
    h->code[3] = '\0';
    note_code(h->code);
    nj_ob_server_say_private(accounts[h->account], 500, "Ann", "我");
    say(h, "#加入");
    (void)hears(h, "入座");
    say(h, h->computers);
    (void)hears(h, "电脑玩家");
    say(h, "#开始");
    (void)hears(h, "开始。");
}

/* Time goes on where the books are, so far as somebody keeps them. */
static void pass(const char *by)
{
    unsigned who = keeper();

    if (nj_serve_runs(&workers[who]))
        nj_serve_type(&workers[who], by);
}

/* Asks there what is always answered, again a while later where nobody was
 * connected. Has it been told of the end by then? */
static bool is_over(const struct hall *h)
{
    struct nj_ob_server *s = accounts[h->account];
    int64_t until_ms = nj_monotonic_ms() + LOADED_MS;

    while (nj_monotonic_ms() < until_ms) {
        uint32_t before = nj_ob_server_count(s, true, h->group);
        int64_t again_ms = nj_monotonic_ms() + ANSWER_MS;

        say(h, "#时区");
        while (nj_monotonic_ms() < again_ms)
            if (nj_ob_server_count(s, true, h->group) == before)
                nap();
            else
                return nj_ob_server_expect_group(s, h->group, "结束。再来一局",
                                                 0) != NULL;
        pass("+1s"); /* a text waits so long for a picture that is lost */
    }
    give_up("not answered", h->account);
    return false;
}

static void play_hall(struct hall *h)
{
    if (h->computers != NULL) {
        h->over = h->over || is_over(h);
        return;
    }
    (void)is_over(h); /* all is connected again */
    nj_party_look(&party);
    for (unsigned i = 0; i < 6 && !party.over; i++)
        nj_party_move(&party);
    h->over = party.over;
}

/* --- accidents --- */

static int64_t kill_ms(void)
{
    const char *text = getenv("NJ_EVENING_KILL_MS");

    return text != NULL ? strtoll(text, NULL, 10) : 0;
}

static unsigned kills_wanted(void)
{
    return kill_ms() > 0 ? KILLS : N + 1;
}

static void kill_one(void)
{
    unsigned who = kills % N;

    if (kills == kills_wanted() || nj_monotonic_ms() - killed_ms < kill_ms() ||
        !is_shared_out())
        return;
    print_message("%u is killed%s\n", who,
                  who == keeper() ? ", which keeps the books" : "");
    nj_serve_kill(&workers[who]);
    killed_ms = nj_monotonic_ms();
    kills++;
}

static void fail_over(void)
{
    int64_t at_ms = nj_monotonic_ms();

    failed_over++;
    nj_pg_server_fail_over();
    for (size_t i = 0; i < NJ_COUNT(halls); i++)
        (void)is_over(&halls[i]);
    print_message("the other server takes writes: all are answered after %lld "
                  "ms\n",
                  (long long)(nj_monotonic_ms() - at_ms));
}

static bool all_over(void)
{
    bool over = true;

    for (size_t i = 0; i < NJ_COUNT(halls); i++)
        over = over && halls[i].over;
    return over;
}

static void one_round(unsigned round)
{
    for (size_t i = 0; i < NJ_COUNT(halls); i++)
        if (!halls[i].over)
            play_hall(&halls[i]);
    if (round == 4)
        fail_over();
    else
        kill_one();
    restart_ended();
    pass("+12h");
}

/* --- the files --- */

static void file_verifies(const char *code)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export", "-c", "config.json", code, NULL};
    struct nj_serve *w = &workers[0];
    const char *text;

    assert_int_equal(nj_serve_run(w, export), 0);
    text = nj_serve_read(w, "out");
    nj_serve_write(w, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(w, verify), 0);
}

static void all_files_verify(void)
{
    await_sharing();
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(nj_serve_stop(&workers[i]), 0);
    for (unsigned i = 0; i < n_codes; i++)
        file_verifies(codes[i]);
    for (unsigned i = 0; i < N; i++)
        assert_string_equal(nj_ob_server_violations(accounts[i]), "");
}

static void four_games_on_three_workers(void **state)
{
    unsigned round = 0;

    NJ_UNUSED(state);
    open_house();
    killed_ms = nj_monotonic_ms();
    for (size_t i = 0; i < NJ_COUNT(halls); i++)
        open_hall(&halls[i]);
    while (!all_over() || kills < kills_wanted() || failed_over == 0) {
        for (size_t i = 0; i < NJ_COUNT(halls) && kill_ms() > 0; i++)
            if (halls[i].over && kills < kills_wanted())
                open_hall(&halls[i]);
        one_round(round++);
        assert_in_range(round, 0, ROUNDS_MAX);
    }
    all_files_verify();
    print_message("%u rounds, %u matches, %u kills\n", round, n_codes, kills);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(four_games_on_three_workers, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
