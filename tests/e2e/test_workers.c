/*
 * Three workers on one database of PostgreSQL, and four people who play 漫漫长夜
 * through a strict gateway that finds fault with a second speaker. Whoever
 * works is killed, stopped and woken again, cut off from the database, ended in
 * order: another one goes on.
 */
#include <signal.h>
#include <string.h>

#include "base/clock.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_proxy.h"
#include "kit/pg_server.h"

#define WORKERS     3
#define TAKEOVER_MS 10000 /* what an operator is promised */
#define LOADED_MS   60000 /* for what has no promise, on a busy machine */

static struct nj_party p; /* some 40 kB; the teardown has to find it */
static struct nj_serve workers[WORKERS];
static struct nj_pg_proxy *ways[WORKERS]; /* of each to the database */
static unsigned works;                    /* which of them */
static uint32_t ups[WORKERS];             /* how often each was connected */

static const char *const args[] = {"serve",       "-c", "config.json",
                                   "--test-seed", "2a", NULL};

static int end(void **state)
{
    NJ_UNUSED(state);
    for (unsigned i = 0; i < WORKERS; i++)
        nj_serve_close(&workers[i]);
    for (unsigned i = 0; i < WORKERS; i++) {
        if (ways[i] != NULL)
            nj_pg_proxy_stop(ways[i]);
        ways[i] = NULL;
    }
    nj_party_end(&p);
    return 0;
}

/* It has been connected once more. */
static bool is_up(unsigned i)
{
    uint32_t before = ups[i];

    ups[i] = nj_serve_times(&workers[i], "log", "onebot up");
    return ups[i] > before;
}

static void open_all(void)
{
    char url[256];

    nj_pg_server_database(url, sizeof(url));
    memset(&p, 0, sizeof(p));
    nj_rng_splitmix64(&p.chance, 5);
    p.server = nj_ob_server_start(NJ_SERVE_TOKEN);
    for (unsigned i = 0; i < WORKERS; i++) {
        nj_serve_open(&workers[i]);
        ways[i] = nj_pg_proxy_start(url, workers[i].database,
                                    sizeof(workers[i].database));
        nj_serve_configure(&workers[i], nj_ob_server_port(p.server), "");
    }
    works = 0;
    nj_serve_start(&workers[0], args);
    assert_true(nj_ob_server_connected(p.server, 1, LOADED_MS));
    assert_true(nj_serve_said(&workers[0], "onebot up", LOADED_MS));
    (void)is_up(0);
    nj_serve_stand_by(&workers[1], args);
    nj_serve_stand_by(&workers[2], args);
    assert_int_equal(nj_ob_server_connections(p.server), 1);
}

/* Another one has connected by then; which one, its log says. */
static void taken_over(uint32_t connections, int64_t since_ms, const char *how)
{
    unsigned was = works;

    if (!nj_ob_server_connected(p.server, connections + 1, TAKEOVER_MS)) {
        for (unsigned i = 0; i < WORKERS; i++)
            print_message("%u: %s", i, nj_serve_read(&workers[i], "log"));
        fail_msg("%s: nobody has taken over", how);
    }
    print_message("%s: another one is connected after %lld ms\n", how,
                  (long long)(nj_monotonic_ms() - since_ms));
    while (works == was && nj_monotonic_ms() < since_ms + LOADED_MS)
        for (unsigned i = 0; i < WORKERS; i++)
            if (is_up(i) && i != was)
                works = i;
    assert_int_not_equal(works, was);
}

static void some_moves(unsigned n)
{
    while (n-- > 0 && !p.over)
        nj_party_move(&p);
}

static void play_on(void)
{
    nj_party_look(&p);
    some_moves(6);
    assert_string_equal(nj_ob_server_violations(p.server), "");
}

static void the_worker_is_killed(void)
{
    uint32_t connections = nj_ob_server_connections(p.server);
    int64_t at_ms = nj_monotonic_ms();
    unsigned was = works;

    nj_serve_kill(&workers[was]);
    taken_over(connections, at_ms, "killed");
    play_on();
    nj_serve_stand_by(&workers[was], args);
}

/* Who is woken finds words that were for him, and the time has passed. */
static void the_worker_is_stopped_and_woken(void)
{
    uint32_t connections = nj_ob_server_connections(p.server);
    int64_t at_ms = nj_monotonic_ms();
    unsigned was = works;
    uint32_t texts;

    assert_int_equal(kill(workers[was].pid, SIGSTOP), 0);
    nj_party_group(&p, 0, "#赛况");
    taken_over(connections, at_ms, "stopped");
    play_on();
    texts = nj_ob_server_count(p.server, true, NJ_PARTY_GROUP);
    assert_int_equal(kill(workers[was].pid, SIGCONT), 0);
    assert_int_equal(nj_serve_wait(&workers[was], LOADED_MS), 1);
    assert_true(nj_serve_said(&workers[was], "taken over", 0) ||
                nj_serve_said(&workers[was], "another worker", 0));
    assert_int_equal(nj_ob_server_count(p.server, true, NJ_PARTY_GROUP), texts);
    play_on();
    nj_serve_stand_by(&workers[was], args);
}

/* It lives, and hears what people say: it keeps that to itself for ever. */
static void the_worker_is_cut_off(enum nj_pg_door door, const char *how)
{
    uint32_t connections = nj_ob_server_connections(p.server);
    int64_t at_ms = nj_monotonic_ms();
    unsigned was = works;

    nj_pg_proxy_door(ways[was], door);
    nj_party_group(&p, 0, "#赛况");
    taken_over(connections, at_ms, how);
    play_on();
    assert_true(nj_serve_runs(&workers[was]));
    nj_pg_proxy_door(ways[was], NJ_PG_DOOR_OPEN);
    assert_int_equal(nj_serve_wait(&workers[was], LOADED_MS), 1);
    play_on();
    nj_serve_stand_by(&workers[was], args);
}

/* Nobody has to wait for the time of who has given it back. */
static void the_worker_ends_in_order(void)
{
    uint32_t connections = nj_ob_server_connections(p.server);
    int64_t at_ms = nj_monotonic_ms();
    unsigned was = works;

    assert_int_equal(nj_serve_stop(&workers[was]), 0);
    taken_over(connections, at_ms, "ended");
    play_on();
    nj_serve_stand_by(&workers[was], args);
}

/* What was played is one match, whoever ruled it. */
static void the_file_verifies(void)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export", "-c", "config.json", p.code, NULL};
    struct nj_serve *w = &workers[works];
    const char *text;

    assert_int_equal(nj_serve_stop(w), 0);
    assert_int_equal(nj_serve_run(w, export), 0);
    text = nj_serve_read(w, "out");
    nj_serve_write(w, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(w, verify), 0);
}

static void others_go_on(void **state)
{
    NJ_UNUSED(state);
    open_all();
    nj_party_begin(&p, "cap 20");
    some_moves(5);
    the_worker_is_killed();
    the_worker_is_stopped_and_woken();
    the_worker_is_cut_off(NJ_PG_DOOR_SHUT, "cut off");
    the_worker_is_cut_off(NJ_PG_DOOR_SILENT, "cut off in silence");
    the_worker_ends_in_order();
    nj_party_play_on(&p);
    nj_party_no_leak(&p);
    assert_string_equal(nj_ob_server_violations(p.server), "");
    for (unsigned i = 0; i < WORKERS; i++)
        if (i != works)
            assert_int_equal(nj_serve_stop(&workers[i]), 0);
    the_file_verifies();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(others_go_on, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
