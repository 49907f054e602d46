/*
 * Three workers on one database of PostgreSQL, three houses, each with an account
 * and a match of 漫漫长夜. Workers come, are killed, stopped and woken again, and
 * end in order: each house is served by exactly one of them, as evenly as can be,
 * and the matches go on. Once with houses alone, once with their gateways shared,
 * which NJ_TEST_TENTH=1 leaves out.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/amount.h"
#include "kit/nap.h"
#include "kit/nj_test.h"
#include "kit/party.h"
#include "kit/pg_server.h"
#include "kit/systemd.h"

#define N           3
#define TAKEOVER_MS 10000 /* what an operator is promised */
#define LOADED_MS   60000 /* for what has no promise, on a busy machine */
#define NOBODY      N
#define PIDS_MAX    8

static const char *const houses[N] = {"red", "green_2", ""};

static struct nj_party parties[N]; /* of each house */
static struct nj_serve workers[N];
static bool shares; /* gateways, too */

static const char *const args[] = {"serve",       "-c", "config.json",
                                   "--test-seed", "2a", NULL};

static int end(void **state)
{
    NJ_UNUSED(state);
    for (unsigned i = 0; i < N; i++) {
        nj_serve_close(&workers[i]);
        nj_ob_server_stop(parties[i].server);
        parties[i].server = NULL;
    }
    return 0;
}

static void show_logs(void)
{
    for (unsigned i = 0; i < N; i++)
        print_message("%u: %s", i, nj_serve_read(&workers[i], "log"));
}

/* What has been waited for should have come by then. */
static void in_time(int64_t until_ms, const char *what)
{
    if (nj_monotonic_ms() <= until_ms)
        return;
    show_logs();
    fail_msg("%s", what);
}

/* --- who serves which house --- */

/* The house without a name is named by nobody, or as "". */
static bool is_of(const char *line, size_t n, unsigned house)
{
    const char *name = houses[house][0] != '\0' ? houses[house] : "\"\"";
    const char *at = strstr(line, " house=");
    size_t len = strlen(name);

    if (at == NULL || at >= line + n)
        return houses[house][0] == '\0';
    at += strlen(" house=");
    return strncmp(at, name, len) == 0 && (at[len] == ' ' || at[len] == '\n');
}

/* The last line of one of these in the log, about that house. */
static const char *last(unsigned worker, unsigned house,
                        const char *const *parts)
{
    const char *line = nj_serve_read(&workers[worker], "log"), *found = "";

    while (*line != '\0') {
        size_t n = strcspn(line, "\n");

        for (const char *const *p = parts; *p != NULL; p++) {
            const char *at = strstr(line, *p);

            if (at != NULL && at < line + n && is_of(line, n, house))
                found = line;
        }
        line += n + (line[n] == '\n');
    }
    return found;
}

static bool serves(unsigned worker, unsigned house)
{
    static const char *const parts[] = {" house starts ", " house ended ",
                                        " lease held ", NULL};
    const char *line = last(worker, house, parts);

    return workers[worker].pid != 0 &&
           strncmp(line + strcspn(line, " "), " I lease held",
                   strlen(" I lease held")) == 0;
}

/* `but`: a worker that stands still, whose log says what is over. */
static unsigned kept_by(unsigned worker, unsigned but)
{
    unsigned n = 0;

    for (unsigned h = 0; worker != but && h < N; h++)
        n += serves(worker, h);
    return n;
}

/* Each house by one, and nobody two more than another. */
static bool is_even(unsigned but)
{
    unsigned all = 0, least = N, most = 0;

    for (unsigned w = 0; w < N; w++) {
        unsigned n = kept_by(w, but);

        if (w == but || workers[w].pid == 0)
            continue;
        all += n;
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    for (unsigned h = 0; h < N; h++) {
        unsigned by = 0;

        for (unsigned w = 0; w < N; w++)
            by += w != but && serves(w, h);
        if (by != 1)
            return false;
    }
    return all == N && most - least <= 1;
}

static void becomes_even(unsigned but)
{
    int64_t until_ms = nj_monotonic_ms() + LOADED_MS;

    while (!is_even(but)) {
        in_time(until_ms, "they do not share");
        nj_nap_ms(NJ_NAP_MS);
    }
}

/* How often a house has been taken, over all workers: each has a lease of its
 * own, whose epochs nobody has twice. */
static void epochs_count_up(void)
{
    static const char *const parts[] = {" lease held ", NULL};

    for (unsigned h = 0; h < N; h++) {
        long long seen[N] = {0};

        for (unsigned w = 0; w < N; w++) {
            const char *at = strstr(last(w, h, parts), "epoch=");

            seen[w] = at != NULL ? strtoll(at + strlen("epoch="), NULL, 10) : 0;
            for (unsigned k = 0; k < w; k++)
                assert_true(seen[w] == 0 || seen[w] != seen[k]);
        }
        for (unsigned w = 0; w < N; w++)
            for (unsigned k = 0; serves(w, h) && k < N; k++)
                assert_true(k == w || seen[k] < seen[w]);
    }
}

/* --- workers --- */

static void configure(struct nj_serve *w)
{
    char text[2000];
    int n = snprintf(text, sizeof(text),
                     "{\"share_gateways\": \"%s\", \"log_level\": \"info\","
                     "\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
                     "\"per_minute\": 60000, \"total_per_second\": 10000},"
                     "\"gateways\": [",
                     shares ? "yes" : "no");

    for (unsigned i = 0; i < N; i++)
        n += snprintf(text + n, sizeof(text) - (size_t)n,
                      "%s{\"kind\": \"onebot\", \"name\": \"q%u\","
                      "\"house\": \"%s\", \"url\": \"ws://127.0.0.1:%u/\","
                      "\"backoff_ms\": [10, 100], \"token_file\": \"token\"}",
                      i == 0 ? "" : ",", i, houses[i],
                      (unsigned)nj_ob_server_port(parties[i].server));
    n += snprintf(text + n, sizeof(text) - (size_t)n, "]}");
    nj_serve_write(w, "config.json", text, (size_t)n);
    nj_serve_write(w, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
}

static void comes(unsigned i)
{
    nj_serve_stand_by(&workers[i], args);
    becomes_even(NOBODY);
    epochs_count_up();
}

static void open_all(void)
{
    char url[256];

    nj_pg_server_whole_database(url, sizeof(url));
    memset(parties, 0, sizeof(parties));
    for (unsigned i = 0; i < N; i++) {
        nj_rng_splitmix64(&parties[i].chance, 5 + i);
        parties[i].server = nj_ob_server_start(NJ_SERVE_TOKEN);
    }
    for (unsigned i = 0; i < N; i++) {
        nj_serve_open(&workers[i]);
        nj_str_copy(workers[i].database, sizeof(workers[i].database), url);
        configure(&workers[i]);
    }
    nj_serve_start(&workers[0], args);
    for (unsigned i = 0; i < N; i++)
        if (!nj_ob_server_connected(parties[i].server, 1, LOADED_MS / 3))
            in_time(0, "not all are connected");
    for (unsigned i = 0; i < N; i++)
        assert_true(serves(0, i));
}

/* Its processes: itself, and what its log names last for each house. */
static unsigned processes(unsigned worker, pid_t pids[PIDS_MAX])
{
    static const char *const parts[] = {" house starts ", NULL};
    unsigned n = 0;

    pids[n++] = workers[worker].pid;
    for (unsigned h = 0; h < N; h++) {
        const char *at = strstr(last(worker, h, parts), "pid=");

        assert_non_null(at);
        pids[n++] = (pid_t)strtol(at + strlen("pid="), NULL, 10);
        assert_true(pids[n - 1] > 1);
    }
    return n;
}

static void signal_all(unsigned worker, int sig)
{
    pid_t pids[PIDS_MAX];
    unsigned n = processes(worker, pids);

    while (n > 0)
        assert_int_equal(kill(pids[--n], sig), 0);
}

/* --- people --- */

/* Each group is answered; who asks while nobody is connected asks again. */
static void all_answer(int64_t since_ms, const char *how)
{
    for (unsigned i = 0; i < N; i++)
        while (!nj_party_answers(&parties[i], 1000))
            in_time(since_ms + LOADED_MS, how);
    print_message("%s: all are answered after %lld ms\n", how,
                  (long long)(nj_monotonic_ms() - since_ms));
}

static void settled(const char *how)
{
    becomes_even(NOBODY);
    all_answer(nj_monotonic_ms(), how);
    nj_parties_play_on(parties, N, 3);
}

/* --- what happens to them --- */

static unsigned who_serves(unsigned house)
{
    unsigned w = 0;

    while (w < N - 1 && !serves(w, house))
        w++;
    return w;
}

static void is_killed(unsigned who)
{
    int64_t at_ms = nj_monotonic_ms();

    nj_serve_kill(&workers[who]); /* its children die with it */
    all_answer(at_ms, "killed");
    assert_in_range(nj_monotonic_ms() - at_ms, 0, TAKEOVER_MS);
    settled("shared out between two");
    comes(who);
    settled("shared out among three");
}

/* Who is woken finds that others go on with his house, and waits. */
static void is_stopped(unsigned who)
{
    int64_t at_ms = nj_monotonic_ms();
    uint32_t texts;

    signal_all(who, SIGSTOP);
    all_answer(at_ms, "stopped");
    becomes_even(who);
    nj_parties_play_on(parties, N, 3);
    texts = nj_parties_hush(parties, N);
    signal_all(who, SIGCONT);
    assert_true(nj_serve_said(&workers[who], "taken over", LOADED_MS));
    assert_int_equal(nj_parties_hush(parties, N), texts);
    assert_true(nj_serve_runs(&workers[who]));
    settled("woken");
    epochs_count_up();
}

static void ends(unsigned who)
{
    int64_t at_ms = nj_monotonic_ms();

    assert_int_equal(nj_serve_stop(&workers[who]), 0);
    all_answer(at_ms, "ended");
    settled("shared out between two");
    comes(who);
    settled("shared out among three");
}

/* --- the files --- */

static void file_verifies(unsigned house)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export",  "-c",          "config.json",
                                  "--house", houses[house], parties[house].code,
                                  NULL};
    struct nj_serve *w = &workers[0];
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
        file_verifies(i);
}

/* All databases are looked at by one command; others name a house. */
static void commands_know_houses(void)
{
    static const char *const check[] = {"check", "-c", "config.json", NULL};
    static const char *const no_house[] = {
        "export", "-c", "config.json", "--house", "blue", "1", NULL};
    struct nj_serve *w = &workers[0];

    assert_int_equal(nj_serve_run(w, check), 0);
    assert_int_equal(nj_serve_times(w, "out", "ok     database\n"), N);
    assert_int_equal(nj_serve_run(w, no_house), 2);
    assert_true(
        nj_serve_said(w, "no house 'blue'; there are: red, green_2", 0));
}

static void play_in_houses(void)
{
    open_all();
    for (unsigned i = 0; i < N; i++)
        nj_party_begin(&parties[i], "cap 20");
    nj_parties_play_on(parties, N, 3);
    comes(1);
    settled("a second one comes");
    comes(2);
    settled("a third one comes");
    is_killed(who_serves(0));
    is_stopped(who_serves(1));
    ends(who_serves(2));
    they_play_to_the_end();
    commands_know_houses();
}

static void houses_are_shared_out(void **state)
{
    NJ_UNUSED(state);
    shares = false;
    play_in_houses();
}

static void and_their_gateways(void **state)
{
    NJ_UNUSED(state);
    shares = true;
    play_in_houses();
}

/* --- the process that looks after them --- */

/* Starts once more, and says that it is ready. */
static void starts_again(unsigned house, unsigned times, pid_t was, int systemd)
{
    int64_t until_ms = nj_monotonic_ms() + LOADED_MS;
    uint32_t connections = nj_ob_server_connections(parties[house].server);
    pid_t pids[PIDS_MAX];

    while (nj_serve_times(&workers[0], "log", "house ended") < times ||
           processes(0, pids) != N + 1 || pids[house + 1] == was) {
        in_time(until_ms, "it does not start again");
        nj_systemd_hears(systemd, "WATCHDOG=1");
    }
    assert_true(nj_ob_server_connected(parties[house].server, connections + 1,
                                       LOADED_MS));
    assert_true(nj_party_answers(&parties[house], NJ_SERVE_WAIT_MS));
}

static void it_looks_after_them(void **state)
{
    char path[64];
    int fd = nj_systemd_open(path, sizeof(path));
    pid_t pids[PIDS_MAX];

    NJ_UNUSED(state);
    shares = false;
    assert_int_equal(setenv("WATCHDOG_USEC", "3000000", 1), 0);
    open_all();
    (void)unsetenv("NOTIFY_SOCKET");
    (void)unsetenv("WATCHDOG_USEC");
    nj_systemd_hears(fd, "READY=1");
    nj_systemd_hears(fd, "WATCHDOG=1");
    assert_int_equal(processes(0, pids), N + 1);
    assert_int_equal(kill(pids[1], SIGKILL), 0);
    starts_again(0, 1, pids[1], fd);
    assert_int_equal(kill(pids[2], SIGSTOP), 0); /* it hangs */
    starts_again(1, 2, pids[2], fd);
    assert_true(nj_serve_said(&workers[0], "house hangs house=green_2", 0));
    assert_int_equal(kill(pids[0], SIGHUP), 0);
    for (unsigned i = 0;
         i < 500 && nj_serve_times(&workers[0], "log", "config reloaded") < N;
         i++)
        nj_nap_ms(NJ_NAP_MS);
    assert_int_equal(nj_serve_times(&workers[0], "log", "config reloaded"), N);
    assert_int_equal(nj_serve_stop(&workers[0]), 0);
    nj_systemd_hears(fd, "STOPPING=1");
    (void)close(fd);
    (void)unlink(path);
}

/* What would not mend itself is told to who has started it. */
static void a_house_that_cannot_start_ends_all(void **state)
{
    char path[1024];

    NJ_UNUSED(state);
    open_all();
    assert_int_equal(nj_serve_stop(&workers[0]), 0);
    assert_int_equal(
        remove(nj_tmp_dir_file(&workers[0].dir, "token", path, sizeof(path))),
        0);
    nj_serve_start(&workers[0], args);
    assert_int_equal(nj_serve_wait(&workers[0], LOADED_MS), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(houses_are_shared_out, end),
        cmocka_unit_test_teardown(it_looks_after_them, end),
        cmocka_unit_test_teardown(a_house_that_cannot_start_ends_all, end),
        cmocka_unit_test_teardown(and_their_gateways, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return _cmocka_run_group_tests(
        "tests", tests, NJ_COUNT(tests) - (nj_from_env("NJ_TEST_TENTH", 0) > 0),
        NULL, NULL);
}
