/*
 * Three workers on one database of PostgreSQL, three accounts, each held by one
 * of them, and three matches of 漫漫长夜 whose people know nothing of that.
 * Workers are killed, stopped and woken again, cut off from the database, ended
 * in order: others take what they held, accounts and books, nobody speaks beside
 * another, and the matches go on.
 */
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_proxy.h"
#include "kit/pg_server.h"

#define N           3
#define TAKEOVER_MS 10000 /* what an operator is promised */
#define QUIET_NAPS  50
#define LOADED_MS   60000 /* for what has no promise, on a busy machine */

static struct nj_party parties[N];
static struct nj_serve workers[N];
static struct nj_pg_proxy *ways[N]; /* of each worker to the database */

static const char *const args[] = {"serve",       "-c", "config.json",
                                   "--test-seed", "2a", NULL};

static int end(void **state)
{
    NJ_UNUSED(state);
    for (unsigned i = 0; i < N; i++)
        nj_serve_close(&workers[i]);
    for (unsigned i = 0; i < N; i++) {
        if (ways[i] != NULL)
            nj_pg_proxy_stop(ways[i]);
        ways[i] = NULL;
        nj_ob_server_stop(parties[i].server);
        parties[i].server = NULL;
    }
    return 0;
}

static void nap(void)
{
    const struct timespec t = {.tv_nsec = 20000000};

    (void)nanosleep(&t, NULL);
}

/* --- workers --- */

static void configure(struct nj_serve *w)
{
    char text[2000];
    int n = snprintf(text, sizeof(text),
                     "{\"share_gateways\": \"yes\", \"log_level\": \"info\","
                     "\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
                     "\"per_minute\": 60000, \"total_per_second\": 10000},"
                     "\"gateways\": [");

    for (unsigned i = 0; i < N; i++)
        n += snprintf(text + n, sizeof(text) - (size_t)n,
                      "%s{\"kind\": \"onebot\", \"name\": \"q%u\","
                      "\"url\": \"ws://127.0.0.1:%u/\","
                      "\"backoff_ms\": [10, 100], \"token_file\": \"token\"}",
                      i == 0 ? "" : ",", i,
                      (unsigned)nj_ob_server_port(parties[i].server));
    n += snprintf(text + n, sizeof(text) - (size_t)n, "]}");
    nj_serve_write(w, "config.json", text, (size_t)n);
    nj_serve_write(w, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
}

static void show_logs(void)
{
    for (unsigned i = 0; i < N; i++)
        print_message("%u: %s", i, nj_serve_read(&workers[i], "log"));
}

/* How many accounts it holds since its latest start. */
static uint32_t holds(unsigned i)
{
    const char *log = nj_serve_read(&workers[i], "log"), *at, *next = log;
    uint32_t n = 0;

    for (at = log; next != NULL; next = strstr(at + 1, "relay joined"))
        at = next;
    for (next = at; (next = strstr(next, "relay holds")) != NULL; next++)
        n++;
    for (next = at; (next = strstr(next, "relay gives")) != NULL; next++)
        n--;
    return n;
}

static void each_holds_one(void)
{
    int64_t until_ms = nj_monotonic_ms() + LOADED_MS;
    unsigned i = 0;

    while (i < N) {
        if (nj_monotonic_ms() > until_ms) {
            show_logs();
            fail_msg("they do not share");
        }
        nap();
        for (i = 0; i < N && holds(i) == 1; i++)
            continue;
    }
}

/* Who has begun to keep the books last. */
static unsigned keeper(void)
{
    long long latest = -1;
    unsigned who = 0;

    for (unsigned i = 0; i < N; i++) {
        const char *at = nj_serve_read(&workers[i], "log");

        while ((at = strstr(at, "relay keeps_books epoch=")) != NULL) {
            at += strlen("relay keeps_books epoch=");
            if (strtoll(at, NULL, 10) > latest) {
                latest = strtoll(at, NULL, 10);
                who = i;
            }
        }
    }
    return who;
}

static void start_again(unsigned i)
{
    nj_serve_stand_by(&workers[i], args);
    each_holds_one();
}

static void open_all(void)
{
    char url[256];

    nj_pg_server_database(url, sizeof(url));
    memset(parties, 0, sizeof(parties));
    for (unsigned i = 0; i < N; i++) {
        nj_rng_splitmix64(&parties[i].chance, 5 + i);
        parties[i].server = nj_ob_server_start(NJ_SERVE_TOKEN);
    }
    for (unsigned i = 0; i < N; i++) {
        nj_serve_open(&workers[i]);
        ways[i] = nj_pg_proxy_start(url, workers[i].database,
                                    sizeof(workers[i].database));
        configure(&workers[i]);
    }
    nj_serve_start(&workers[0], args);
    for (unsigned i = 0; i < N; i++)
        if (!nj_ob_server_connected(parties[i].server, 1, LOADED_MS / 3)) {
            show_logs();
            fail_msg("account %u is not connected", i);
        }
    nj_serve_stand_by(&workers[1], args);
    nj_serve_stand_by(&workers[2], args);
    each_holds_one();
    assert_int_equal(keeper(), 0);
}

/* --- people --- */

static bool answers(struct nj_party *p, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;
    uint32_t before = nj_ob_server_count(p->server, true, NJ_PARTY_GROUP);

    nj_party_group(p, 0, "#赛况");
    while (nj_ob_server_count(p->server, true, NJ_PARTY_GROUP) == before) {
        if (nj_monotonic_ms() > until_ms)
            return false;
        nap();
    }
    return true;
}

/* Each group is answered; who asks while nobody is connected asks again. */
static void all_answer(int64_t since_ms, const char *how)
{
    for (unsigned i = 0; i < N; i++)
        while (!answers(&parties[i], 1000))
            if (nj_monotonic_ms() > since_ms + LOADED_MS) {
                show_logs();
                fail_msg("%s: group %u is not answered", how, i);
            }
    print_message("%s: all are answered after %lld ms\n", how,
                  (long long)(nj_monotonic_ms() - since_ms));
}

static void play_on(unsigned moves)
{
    for (unsigned i = 0; i < N; i++)
        nj_party_look(&parties[i]);
    for (unsigned n = 0; n < moves; n++)
        for (unsigned i = 0; i < N; i++)
            if (!parties[i].over)
                nj_party_move(&parties[i]);
    for (unsigned i = 0; i < N; i++)
        assert_string_equal(nj_ob_server_violations(parties[i].server), "");
}

static uint32_t texts_in_all(void)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < N; i++)
        n += nj_ob_server_count(parties[i].server, true, NJ_PARTY_GROUP);
    return n;
}

/* What is on its way has come. */
static uint32_t hushed(void)
{
    uint32_t before, now = texts_in_all();

    do {
        before = now;
        for (unsigned k = 0; k < QUIET_NAPS; k++)
            nap();
        now = texts_in_all();
    } while (now != before);
    return now;
}

/* --- accidents --- */

static void is_killed(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    nj_serve_kill(&workers[who]);
    all_answer(at_ms, how);
    assert_in_range(nj_monotonic_ms() - at_ms, 0, TAKEOVER_MS);
    play_on(3);
    start_again(who);
}

static void is_stopped(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();
    uint32_t texts;

    assert_int_equal(kill(workers[who].pid, SIGSTOP), 0);
    all_answer(at_ms, how);
    play_on(3);
    texts = hushed();
    assert_int_equal(kill(workers[who].pid, SIGCONT), 0);
    assert_int_equal(nj_serve_wait(&workers[who], LOADED_MS), 1);
    assert_int_equal(hushed(), texts);
    start_again(who);
}

static void is_cut_off(unsigned who, enum nj_pg_door door, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    nj_pg_proxy_door(ways[who], door);
    all_answer(at_ms, how);
    play_on(3);
    nj_pg_proxy_door(ways[who], NJ_PG_DOOR_OPEN);
    assert_int_equal(nj_serve_wait(&workers[who], LOADED_MS), 1);
    start_again(who);
}

static void ends(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    assert_int_equal(nj_serve_stop(&workers[who]), 0);
    all_answer(at_ms, how);
    play_on(3);
    start_again(who);
}

/* --- the files --- */

static void file_verifies(const struct nj_party *p, struct nj_serve *w)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export", "-c", "config.json", p->code, NULL};
    const char *text;

    assert_int_equal(nj_serve_run(w, export), 0);
    text = nj_serve_read(w, "out");
    nj_serve_write(w, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(w, verify), 0);
}

static void they_play_to_the_end(void)
{
    for (unsigned i = 0; i < N; i++) {
        nj_party_play_on(&parties[i]);
        nj_party_no_leak(&parties[i]);
        assert_string_equal(nj_ob_server_violations(parties[i].server), "");
    }
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(nj_serve_stop(&workers[i]), 0);
    for (unsigned i = 0; i < N; i++)
        file_verifies(&parties[i], &workers[0]);
}

static unsigned another(void)
{
    return (keeper() + 1) % N;
}

static void accounts_are_shared_out(void **state)
{
    NJ_UNUSED(state);
    open_all();
    for (unsigned i = 0; i < N; i++)
        nj_party_begin(&parties[i], "cap 20");
    play_on(3);
    is_killed(another(), "killed");
    is_killed(keeper(), "killed with the books");
    is_stopped(another(), "stopped");
    is_stopped(keeper(), "stopped with the books");
    is_cut_off(another(), NJ_PG_DOOR_SHUT, "cut off");
    is_cut_off(keeper(), NJ_PG_DOOR_SILENT,
               "cut off in silence with the books");
    ends(another(), "ended");
    ends(keeper(), "ended with the books");
    they_play_to_the_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(accounts_are_shared_out, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
