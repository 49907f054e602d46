/*
 * For src/store/pg_share.c: houses shared out among workers. Each process opens
 * the schema of one house for one worker, and says in letters how it fares.
 */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/rows.h"

#define HOUSES    3
#define LOADED_MS 20000 /* on a busy machine */
#define SURE_MS   6000  /* so long nothing happens */

/* What it says. */
#define WAITS  'w' /* once */
#define OPEN   'o'
#define YIELDS 'y' /* it is to give up its house */

struct process {
    pid_t pid; /* 0: none */
    int from, to;
};

static char urls[HOUSES][256];
static int out;
static bool waited;

static void say(char c)
{
    ssize_t n = write(out, &c, 1);

    NJ_UNUSED(n);
}

static bool waits(void *ctx)
{
    NJ_UNUSED(ctx);
    if (!waited)
        say(WAITS);
    waited = true;
    return true;
}

static void yields(void *ctx)
{
    NJ_UNUSED(ctx);
    say(YIELDS);
}

/* Until it is told to end. */
static void serve(char worker, unsigned house, int orders)
{
    const struct nj_store_worker w = {.waits = waits, .yields = yields};
    struct nj_store *s = NULL;
    struct nj_err err = {{0}};
    char name[48], order;

    (void)snprintf(name, sizeof(name), "nightjar/%c/h%u", worker, house);
    (void)setenv("PGAPPNAME", name, 1);
    if (nj_store_open_worker(&s, urls[house], &w, &err) != NJ_OK) {
        print_error("%s\n", err.text);
        _exit(1);
    }
    say(OPEN);
    while (read(orders, &order, 1) == 1 && order != 'e')
        continue;
    nj_store_close(s);
    _exit(0);
}

static struct process start(char worker, unsigned house)
{
    struct process p = {0};
    int up[2], down[2];

    assert_int_equal(pipe(up), 0);
    assert_int_equal(pipe(down), 0);
    p.pid = fork();
    assert_true(p.pid >= 0);
    if (p.pid == 0) {
        out = up[1];
        (void)close(down[1]);
        serve(worker, house, down[0]);
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

static void end(struct process *p)
{
    int status = 0;

    assert_int_equal(write(p->to, "e", 1), 1);
    (void)close(p->to);
    (void)close(p->from);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    assert_int_equal(status, 0);
    *p = (struct process){0};
}

static void kill_one(struct process *p)
{
    int status = 0;

    (void)kill(p->pid, SIGKILL);
    (void)close(p->to);
    (void)close(p->from);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    *p = (struct process){0};
}

static void open_houses(void)
{
    for (unsigned h = 0; h < HOUSES; h++)
        nj_pg_server_database(urls[h], sizeof(urls[h]));
}

static void starts(struct process *p, char worker, unsigned house, char says)
{
    *p = start(worker, house);
    assert_int_equal(hear(p, LOADED_MS), says);
}

/* Who keeps three gives up one, to a worker that has none and waits; who keeps
 * two beside one keeps them. */
static void who_keeps_too_many_gives_up_one(void **state)
{
    struct process a[HOUSES], b[HOUSES];

    NJ_UNUSED(state);
    open_houses();
    for (unsigned h = 0; h < HOUSES; h++)
        starts(&a[h], 'a', h, OPEN);
    assert_int_equal(hear(&a[0], SURE_MS), 0); /* nobody else is there */
    starts(&b[1], 'b', 1, WAITS);
    starts(&b[2], 'b', 2, WAITS);
    /* The first by name of those that somebody waits for. */
    assert_int_equal(hear(&a[1], LOADED_MS), YIELDS);
    end(&a[1]);
    assert_int_equal(hear(&b[1], LOADED_MS), OPEN);
    assert_int_equal(hear(&a[0], SURE_MS), 0);
    assert_int_equal(hear(&a[2], 0), 0);
    assert_int_equal(hear(&b[2], 0), 0);
    for (unsigned h = 0; h < HOUSES; h++) {
        if (h != 1)
            end(&a[h]);
        if (h == 2)
            assert_int_equal(hear(&b[2], LOADED_MS), OPEN);
        if (h != 0)
            end(&b[h]);
    }
}

/* However often it looks: with this one it would have two, and another worker
 * has none. */
static void who_keeps_more_lets_others_go_first(void **state)
{
    struct process a[HOUSES], b, c;

    NJ_UNUSED(state);
    open_houses();
    starts(&a[0], 'a', 0, OPEN);
    starts(&c, 'c', 2, OPEN);
    starts(&a[2], 'a', 2, WAITS);
    for (unsigned i = 0; i < 4; i++) {
        starts(&b, 'b', 2, WAITS);
        end(&c);
        assert_int_equal(hear(&b, LOADED_MS), OPEN);
        assert_int_equal(hear(&a[2], 1000), 0);
        c = b;
    }
    end(&c); /* nobody else waits */
    assert_int_equal(hear(&a[2], LOADED_MS), OPEN);
    end(&a[0]);
    end(&a[2]);
}

/* It would go first, and does nothing: nobody waits for it for long. */
static void who_stands_still_is_not_waited_for(void **state)
{
    struct process a[HOUSES], b, c;
    int64_t at_ms;

    NJ_UNUSED(state);
    open_houses();
    starts(&a[0], 'a', 0, OPEN);
    starts(&a[1], 'a', 1, OPEN);
    starts(&c, 'c', 2, OPEN);
    starts(&a[2], 'a', 2, WAITS);
    starts(&b, 'b', 2, WAITS);
    assert_int_equal(kill(b.pid, SIGSTOP), 0);
    at_ms = nj_monotonic_ms();
    end(&c);
    assert_int_equal(hear(&a[2], LOADED_MS), OPEN);
    assert_in_range(nj_monotonic_ms() - at_ms, 0, 9999);
    kill_one(&b);
    for (unsigned h = 0; h < HOUSES; h++)
        end(&a[h]);
}

/* Two on one database that know nothing of each other: nobody waits for these
 * houses. */
static void others_do_not_count(void **state)
{
    struct process a[HOUSES], b;

    NJ_UNUSED(state);
    open_houses();
    for (unsigned h = 0; h < 2; h++)
        starts(&a[h], 'a', h, OPEN);
    starts(&b, 'b', 2, OPEN);
    starts(&a[2], 'a', 2, WAITS);
    assert_int_equal(hear(&a[0], SURE_MS), 0);
    assert_int_equal(hear(&a[1], 0), 0);
    end(&b);
    assert_int_equal(hear(&a[2], LOADED_MS), OPEN);
    for (unsigned h = 0; h < HOUSES; h++)
        end(&a[h]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_keeps_too_many_gives_up_one),
        cmocka_unit_test(who_keeps_more_lets_others_go_first),
        cmocka_unit_test(who_stands_still_is_not_waited_for),
        cmocka_unit_test(others_do_not_count),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests_name("store/pg_share", tests, NULL, NULL);
}
