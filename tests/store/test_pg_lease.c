/*
 * For src/store/pg_lease.c: one worker of several works and speaks. Workers
 * are processes of their own, which say in letters how they fare.
 */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fence.h"
#include "store/rows.h"

#define TAKEOVER_MS 10000 /* what an operator is promised */
#define QUIET_MS    5000  /* nobody else speaks so soon behind a worker */
#define LOADED_MS   20000 /* for what has no promise, on a busy machine */

/* What it says. */
#define WAITS  'w' /* once */
#define OPEN   'o'
#define COMMIT 'c' /* a turn is on disk */
#define SHUT   's' /* it may not speak, when it was asked */
#define LOST   'l' /* another one has the lease, by its own thread */
#define BUSY   'b' /* a commit failed so */
#define FAILED 'f' /* otherwise */

struct process {
    pid_t pid;
    int from, to; /* pipes */
};

struct self {
    int out;
    bool waited;
};

static void say(const struct self *w, char c)
{
    ssize_t n = write(w->out, &c, 1);

    NJ_UNUSED(n);
}

static bool waits(void *ctx)
{
    struct self *w = ctx;

    if (!w->waited)
        say(w, WAITS);
    w->waited = true;
    return true;
}

static void lost(void *ctx)
{
    say(ctx, LOST);
}

static char turn(struct nj_store *s)
{
    struct nj_err err = {{0}};
    enum nj_status st;

    nj_store_begin(s);
    nj_setting_put(s, "", "turn", "done");
    st = nj_store_commit(s, &err);
    if (st == NJ_OK)
        return COMMIT;
    return st == NJ_ERR_BUSY ? BUSY : FAILED;
}

/* Orders: 't' a turn, 'q' whether it may speak, 'e' the end. */
static void serve(const struct fixture *f, struct self *w, int orders)
{
    const struct nj_store_worker worker = {
        .waits = waits, .lost = lost, .ctx = w};
    struct nj_store *s = NULL;
    struct nj_err err = {{0}};
    char order;

    if (nj_store_open_worker(&s, f->path, &worker, &err) != NJ_OK) {
        print_error("%s\n", err.text);
        _exit(1);
    }
    say(w, OPEN);
    while (read(orders, &order, 1) == 1 && order != 'e')
        if (order == 't')
            say(w, turn(s));
        else
            say(w, nj_fence_stands_open() ? OPEN : SHUT);
    nj_store_close(s);
    _exit(0);
}

static struct process start(const struct fixture *f)
{
    struct process p = {0};
    int up[2], down[2];

    assert_int_equal(pipe(up), 0);
    assert_int_equal(pipe(down), 0);
    p.pid = fork();
    assert_true(p.pid >= 0);
    if (p.pid == 0) {
        struct self self = {.out = up[1]};

        (void)close(down[1]);
        serve(f, &self, down[0]);
    }
    (void)close(up[1]);
    (void)close(down[0]);
    p.from = up[0];
    p.to = down[1];
    return p;
}

/* What it says next; 0: nothing in time, or it has ended. */
static char hear(const struct process *p, int64_t wait_ms)
{
    struct pollfd from = {.fd = p->from, .events = POLLIN};
    char c = 0;

    if (poll(&from, 1, (int)wait_ms) <= 0 || read(p->from, &c, 1) != 1)
        return 0;
    return c;
}

static char ask(const struct process *p, char order)
{
    assert_int_equal(write(p->to, &order, 1), 1);
    return hear(p, LOADED_MS);
}

static int end(struct process *p, int how)
{
    int status = 0;

    if (how != 0)
        (void)kill(p->pid, how);
    else
        assert_int_equal(write(p->to, "e", 1), 1);
    (void)close(p->to);
    (void)close(p->from);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    return status;
}

static void rest(int64_t ms)
{
    const struct timespec t = {.tv_sec = ms / 1000,
                               .tv_nsec = ms % 1000 * 1000000};

    (void)nanosleep(&t, NULL);
}

/* Two of them: the first one works, the second one waits. */
static void start_two(const struct fixture *f, struct process p[2])
{
    p[0] = start(f);
    assert_int_equal(hear(&p[0], LOADED_MS), OPEN);
    assert_int_equal(ask(&p[0], 't'), COMMIT);
    p[1] = start(f);
    assert_int_equal(hear(&p[1], LOADED_MS), WAITS);
}

static void who_ends_in_order_is_followed_at_once(void **state)
{
    struct fixture *f = *state;
    struct process p[2];
    int64_t at_ms;

    start_two(f, p);
    assert_int_equal(hear(&p[1], 3000), 0);
    at_ms = nj_monotonic_ms();
    assert_int_equal(end(&p[0], 0), 0);
    assert_int_equal(hear(&p[1], LOADED_MS), OPEN);
    assert_in_range(nj_monotonic_ms() - at_ms, 0, QUIET_MS - 1);
    assert_int_equal(ask(&p[1], 't'), COMMIT);
    p[0] = start(f);
    assert_int_equal(hear(&p[0], LOADED_MS), WAITS);
    at_ms = nj_monotonic_ms(); /* soon behind its own taking over, too */
    assert_int_equal(end(&p[1], 0), 0);
    assert_int_equal(hear(&p[0], LOADED_MS), OPEN);
    assert_in_range(nj_monotonic_ms() - at_ms, 0, QUIET_MS - 1);
    assert_int_equal(end(&p[0], 0), 0);
}

/* Nobody can know that it says nothing more: its time has to pass. */
static void who_is_killed_is_followed_when_its_time_is_over(void **state)
{
    struct fixture *f = *state;
    struct process p[2];
    int64_t at_ms, took_ms;

    start_two(f, p);
    at_ms = nj_monotonic_ms();
    (void)end(&p[0], SIGKILL);
    assert_int_equal(hear(&p[1], TAKEOVER_MS), OPEN);
    took_ms = nj_monotonic_ms() - at_ms;
    print_message("killed: taken over in %lld ms\n", (long long)took_ms);
    assert_in_range(took_ms, 3000, TAKEOVER_MS);
    assert_int_equal(ask(&p[1], 't'), COMMIT);
    assert_int_equal(end(&p[1], 0), 0);
}

/* It wakes to find that it may not speak, and that nothing is committed. */
static void who_was_stopped_does_nothing_more(void **state)
{
    struct fixture *f = *state;
    struct process p[2];
    int64_t at_ms;
    char c;

    start_two(f, p);
    at_ms = nj_monotonic_ms();
    assert_int_equal(kill(p[0].pid, SIGSTOP), 0);
    assert_int_equal(hear(&p[1], TAKEOVER_MS), OPEN);
    print_message("stopped: taken over in %lld ms\n",
                  (long long)(nj_monotonic_ms() - at_ms));
    assert_int_equal(ask(&p[1], 't'), COMMIT);
    assert_int_equal(write(p[0].to, "qt", 2), 2);
    assert_int_equal(kill(p[0].pid, SIGCONT), 0);
    /* Its thread may find out first. */
    c = hear(&p[0], LOADED_MS);
    if (c == LOST)
        c = hear(&p[0], LOADED_MS);
    assert_int_equal(c, SHUT);
    c = hear(&p[0], LOADED_MS);
    if (c == LOST)
        c = hear(&p[0], LOADED_MS);
    assert_true(c == FAILED || c == BUSY);
    assert_int_equal(ask(&p[1], 't'), COMMIT);
    (void)end(&p[0], 0);
    assert_int_equal(end(&p[1], 0), 0);
}

#define SESSION_OF_THE_WORKER \
 "SELECT pg_terminate_backend(session::int) FROM lease"

/* It lives, and its thread would renew: the other one waits for its time. */
static void who_loses_its_session_keeps_its_time(void **state)
{
    struct fixture *f = *state;
    struct process p[2];
    int64_t at_ms;

    start_two(f, p);
    at_ms = nj_monotonic_ms();
    nj_pg_server_run(f->path, SESSION_OF_THE_WORKER);
    assert_int_equal(hear(&p[1], TAKEOVER_MS), OPEN);
    assert_in_range(nj_monotonic_ms() - at_ms, 3000, TAKEOVER_MS);
    assert_int_equal(hear(&p[0], LOADED_MS), LOST);
    assert_int_equal(ask(&p[0], 'q'), SHUT);
    assert_int_equal(ask(&p[0], 't'), FAILED);
    (void)end(&p[0], 0);
    assert_int_equal(end(&p[1], 0), 0);
}

/* Even where its session lives: each transaction asks for the epoch. */
static void an_older_epoch_commits_nothing(void **state)
{
    struct fixture *f = *state;
    struct process p = start(f);
    char c;

    assert_int_equal(hear(&p, LOADED_MS), OPEN);
    assert_int_equal(ask(&p, 't'), COMMIT);
    nj_pg_server_run(f->path, "DELETE FROM settings");
    nj_pg_server_run(f->path, "UPDATE lease SET epoch = epoch + 1");
    c = ask(&p, 't');
    if (c == LOST)
        c = hear(&p, LOADED_MS);
    assert_int_equal(c, BUSY);
    assert_int_equal(ask(&p, 'q'), SHUT);
    (void)end(&p, 0);
    nj_pg_server_run(f->path,
                     "DO $$BEGIN ASSERT (SELECT count(*) FROM settings)"
                     " = 0; END$$");
}

/* The database is silent for longer than the lease, and nobody else is there. */
static void who_cannot_renew_is_silent_until_it_can(void **state)
{
    struct fixture *f = *state;
    struct process p = start(f);
    pid_t blocker;
    int status;

    assert_int_equal(hear(&p, LOADED_MS), OPEN);
    blocker = fork();
    if (blocker == 0) {
        nj_pg_server_run(f->path, "BEGIN; LOCK TABLE lease; SELECT"
                                  " pg_sleep(9); COMMIT");
        _exit(0);
    }
    rest(7500);
    assert_int_equal(ask(&p, 'q'), SHUT);
    assert_int_equal(waitpid(blocker, &status, 0), blocker);
    rest(4500);
    assert_int_equal(ask(&p, 'q'), OPEN);
    assert_int_equal(ask(&p, 't'), COMMIT);
    assert_int_equal(end(&p, 0), 0);
}

/* Others than workers do not wait, and are not driven away. */
static void what_is_no_worker_is_refused_and_left_alone(void **state)
{
    struct fixture *f = *state;
    struct process p = start(f);
    struct process second;

    assert_int_equal(hear(&p, LOADED_MS), OPEN);
    FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_BUSY, "in use");
    (void)end(&p, SIGKILL);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    second = start(f);
    assert_int_equal(hear(&second, LOADED_MS), WAITS);
    assert_int_equal(hear(&second, 8000), 0);
    WELL(nj_setting_put(f->s, "", "turn", "done"));
    nj_store_close(f->s);
    f->s = NULL;
    assert_int_equal(hear(&second, LOADED_MS), OPEN);
    assert_int_equal(end(&second, 0), 0);
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_ends_in_order_is_followed_at_once),
        TEST(who_is_killed_is_followed_when_its_time_is_over),
        TEST(who_was_stopped_does_nothing_more),
        TEST(who_loses_its_session_keeps_its_time),
        TEST(an_older_epoch_commits_nothing),
        TEST(who_cannot_renew_is_silent_until_it_can),
        TEST(what_is_no_worker_is_refused_and_left_alone),
    };

    return cmocka_run_group_tests_name("store/pg_lease", tests, NULL, NULL);
}
