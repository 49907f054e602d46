/*
 * Three workers on one database of PostgreSQL, three accounts, each held by one
 * of them, and three matches of 漫漫长夜 whose people know nothing of that.
 * Workers are killed, stopped and woken again, cut off from the database, ended
 * in order: others take what they held, accounts and books, nobody speaks beside
 * another, and the matches go on.
 */
#include <signal.h>
#include <string.h>

#include "base/clock.h"
#include "kit/nap.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_server.h"
#include "kit/workers.h"

#define N           3
#define TAKEOVER_MS 10000 /* what an operator is promised */

static struct nj_party parties[N];
static struct nj_workers workers; /* each with a way to the database */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_workers_close(&workers);
    for (unsigned i = 0; i < N; i++) {
        nj_ob_server_stop(parties[i].server);
        parties[i].server = NULL;
    }
    return 0;
}

/* --- workers --- */

static unsigned keeper(void)
{
    return nj_workers_keeper(&workers);
}

static void start_again(void)
{
    nj_workers_restart(&workers);
    nj_workers_await_sharing(&workers);
}

static void open_all(void)
{
    struct nj_str accounts = NJ_STR_INIT(2000);
    char url[256], name[8];

    nj_pg_server_database(url, sizeof(url));
    memset(parties, 0, sizeof(parties));
    for (unsigned i = 0; i < N; i++) {
        nj_rng_splitmix64(&parties[i].chance, 5 + i);
        parties[i].server = nj_ob_server_start(NJ_SERVE_TOKEN);
        (void)snprintf(name, sizeof(name), "q%u", i);
        nj_workers_onebot(&accounts, name, parties[i].server);
    }
    nj_workers_open(
        &workers, &(struct nj_workers_setup){
                      .n = N, .url = url, .accounts = &accounts, .ways = true});
    nj_str_fini(&accounts);
    for (unsigned i = 0; i < N; i++)
        if (!nj_ob_server_open(parties[i].server, 1, NJ_WORKERS_WAIT_MS))
            nj_workers_give_up(&workers, "not connected", i);
    assert_int_equal(keeper(), 0);
}

/* --- people --- */

/* Each group is answered; who asks while nobody is connected asks again. */
static void all_answer(int64_t since_ms, const char *how)
{
    for (unsigned i = 0; i < N; i++)
        while (!nj_party_answers(&parties[i], 1000))
            if (nj_monotonic_ms() > since_ms + NJ_WORKERS_WAIT_MS)
                nj_workers_give_up(&workers, how, i);
    print_message("%s: all are answered after %lld ms\n", how,
                  (long long)(nj_monotonic_ms() - since_ms));
}

/* --- accidents --- */

static void is_killed(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    nj_serve_kill(&workers.at[who]);
    all_answer(at_ms, how);
    assert_in_range(nj_monotonic_ms() - at_ms, 0, TAKEOVER_MS);
    nj_parties_play_on(parties, N, 3);
    start_again();
}

static void is_stopped(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();
    uint32_t texts;

    assert_int_equal(kill(workers.at[who].pid, SIGSTOP), 0);
    all_answer(at_ms, how);
    nj_parties_play_on(parties, N, 3);
    texts = nj_parties_hush(parties, N);
    assert_int_equal(kill(workers.at[who].pid, SIGCONT), 0);
    assert_int_equal(nj_serve_wait(&workers.at[who], NJ_WORKERS_WAIT_MS), 1);
    assert_int_equal(nj_parties_hush(parties, N), texts);
    start_again();
}

static void is_cut_off(unsigned who, enum nj_pg_door door, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    nj_pg_proxy_door(workers.way[who], door);
    all_answer(at_ms, how);
    nj_parties_play_on(parties, N, 3);
    nj_pg_proxy_door(workers.way[who], NJ_PG_DOOR_OPEN);
    assert_int_equal(nj_serve_wait(&workers.at[who], NJ_WORKERS_WAIT_MS), 1);
    start_again();
}

static void ends(unsigned who, const char *how)
{
    int64_t at_ms = nj_monotonic_ms();

    assert_int_equal(nj_serve_stop(&workers.at[who]), 0);
    all_answer(at_ms, how);
    nj_parties_play_on(parties, N, 3);
    start_again();
}

/* --- the end --- */

static void they_play_to_the_end(void)
{
    for (unsigned i = 0; i < N; i++) {
        nj_party_play_on(&parties[i]);
        nj_party_no_leak(&parties[i]);
        assert_string_equal(nj_ob_server_violations(parties[i].server), "");
    }
    nj_workers_stop(&workers);
    for (unsigned i = 0; i < N; i++)
        nj_workers_verify(&workers, parties[i].code);
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
    nj_parties_play_on(parties, N, 3);
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
