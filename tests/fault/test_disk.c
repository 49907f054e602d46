/*
 * The n-th call to the disk fails, every n of a match that is played: the
 * process says so and stops, or says that the disk is full and goes on; the
 * next one loses nothing (goals R4).
 *
 * NJ_DISK_COMMANDS: commands to play, 16 without it. NJ_TEST_TENTH=1: a tenth
 * of the calls.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/log.h"
#include "fault/trial.h"
#include "fault/trial_rows.h"
#include "fault/vfs_shim.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define COMMANDS 16
#define FULL_MS  5000 /* before a full disk is tried again */

static void no_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
}

struct run {
    struct trial *t;
    struct nj_vfs_fault fault;
    const char *full; /* what is said when the disk is full */
    bool is_full;
    unsigned rooms; /* how often there was no room */
    bool after;     /* something was said behind the failure */
    char what[64];
};

static void saying(void *ctx, const char *text)
{
    struct run *r = ctx;

    if (strstr(text, r->full) != NULL) {
        r->is_full = true;
        r->rooms++;
        nj_vfs_clear(); /* somebody has made room */
    } else if (nj_vfs_failed() > nj_vfs_harmless()) {
        r->after = true;
    }
}

/* Who is told that the disk is full says it again, a little later; for the
 * comparison at the same time, which is why the machine sleeps meanwhile. */
static enum nj_status say_until_heard(struct run *r, uint32_t i,
                                      struct nj_err *err)
{
    struct trial *t = r->t;
    enum nj_status st;

    r->is_full = false;
    st = nj_trial_say(t, i, err);
    if (st != NJ_OK || !r->is_full)
        return st;
    t->life.slept_ms += FULL_MS;
    st = nj_trial_rest(t, err);
    return st == NJ_OK ? nj_trial_say(t, i, err) : st;
}

enum outcome {
    NEVER_FAILED,
    LIVED,
    DIED
};

/* Who runs the program may turn to it once more while it ends. By then the disk
 * may be well again; it does not write and it does not speak. */
static void ask_once_more(struct run *r)
{
    struct trial *t = r->t;
    uint32_t said = t->life.said.n, calls = nj_disk_calls();
    struct nj_err err = {{0}};

    nj_vfs_clear();
    if (nj_trial_say(t, t->n_commands - 1, &err) == NJ_OK)
        fail_msg("%s: another turn succeeds", r->what);
    assert_string_not_equal(err.text, "");
    if (t->life.said.n != said || nj_disk_calls() != calls)
        fail_msg("%s: it goes on after the failure", r->what);
}

/* A life that plays the whole script, on the disk as it is. */
static enum nj_status live(struct run *r, struct nj_err *err)
{
    struct trial *t = r->t;
    enum nj_status st;

    t->life.ctx = r;
    t->life.saying = saying;
    t->life.now_ms = t->commands[0].at_ms;
    r->after = false;
    st = nj_trial_begin(t, err);
    if (st != NJ_OK)
        return st;
    for (uint32_t i = 0; i < t->n_commands && st == NJ_OK; i++)
        st = say_until_heard(r, i, err);
    if (st != NJ_OK)
        ask_once_more(r);
    if (st == NJ_OK && r->fault.for_ever && nj_vfs_failed() > 0) {
        r->rooms++; /* at last, though nobody had asked for it */
        nj_vfs_clear();
        t->life.now_ms += FULL_MS;
        st = nj_trial_rest(t, err);
    }
    nj_trial_end(t);
    return st;
}

static enum outcome fail_once(struct run *r)
{
    struct nj_err err = {{0}};
    enum nj_status st;
    bool failed;

    nj_disk_wipe();
    nj_disk_record(true);
    r->rooms = 0;
    nj_vfs_fail(&r->fault);
    st = live(r, &err);
    failed = nj_vfs_failed() > 0 || r->rooms > 0;
    nj_vfs_clear();
    nj_disk_record(false);
    r->t->life.saying = NULL;
    if (st != NJ_OK)
        return DIED;
    nj_trial_check_end(r->t, r->what);
    return failed ? LIVED : NEVER_FAILED;
}

/* The process has stopped: what its disk may hold, and the next process. */
static void check(struct run *r)
{
    static const enum nj_cut hows[] = {NJ_CUT_KEPT, NJ_CUT_LOST, NJ_CUT_MIXED};
    struct trial *t = r->t;
    uint32_t turns = t->life.turns;
    struct trial_known k = {.first = turns,
                            .last = turns + 1,
                            .calls = t->turns[turns].calls,
                            .heard = true,
                            .more = 1};

    for (size_t i = 0; i < NJ_COUNT(hows); i++) {
        nj_disk_cut(nj_disk_calls(), hows[i], r->fault.nth);
        nj_trial_check(t, &k, r->what);
    }
}

static void each(struct trial *t, const char *name, struct nj_vfs_fault fault)
{
    const char *full =
        nj_catalog_get(t->env.catalog, "zh-CN", "shell.disk_full");
    struct run r = {.t = t, .fault = fault, .full = full};
    uint32_t step = nj_from_env("NJ_TEST_TENTH", 0) > 0 ? 10 : 1;
    unsigned outcomes[3] = {0};
    enum outcome o;

    assert_non_null(full);
    for (uint32_t n = 1;; n += step) {
        r.fault.nth = n;
        (void)snprintf(r.what, sizeof(r.what), "%s %u", name, (unsigned)n);
        o = fail_once(&r);
        outcomes[o]++;
        if (r.after && r.fault.system == EIO)
            fail_msg("%s: it speaks after the failure", r.what);
        if (o == NEVER_FAILED)
            break;
        if (o == DIED)
            check(&r);
    }
    assert_true(outcomes[LIVED] + outcomes[DIED] > 0);
    print_message("%s: stopped %u times, went on %u times\n", name,
                  outcomes[DIED], outcomes[LIVED]);
}

static int open_trial(void **state)
{
    static struct trial t;

    nj_log_set_sink(no_line, NULL);
    nj_trial_open(&t, "disk");
    nj_trial_record(&t, (uint32_t)nj_from_env("NJ_DISK_COMMANDS", COMMANDS));
    nj_vfs_install_over(NJ_DISK_VFS);
    *state = &t;
    return 0;
}

static int close_trial(void **state)
{
    nj_vfs_clear();
    nj_vfs_remove();
    nj_trial_close(*state);
    return 0;
}

static void a_write_fails(void **state)
{
    each(*state, "write",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_WRITE, .rc = SQLITE_IOERR_WRITE, .system = EIO});
}

static void a_write_fails_half_way(void **state)
{
    each(*state, "torn write",
         (struct nj_vfs_fault){.calls = NJ_VFS_WRITE,
                               .torn = true,
                               .rc = SQLITE_IOERR_WRITE,
                               .system = EIO});
}

static void the_disk_is_full(void **state)
{
    each(*state, "full",
         (struct nj_vfs_fault){.calls = NJ_VFS_WRITE,
                               .for_ever = true,
                               .torn = true,
                               .rc = SQLITE_FULL,
                               .system = ENOSPC});
}

static void a_full_disk_does_not_keep_the_process_from_ending(void **state)
{
    const struct nj_vfs_fault fault = {.calls = NJ_VFS_WRITE,
                                       .nth = 1,
                                       .for_ever = true,
                                       .rc = SQLITE_FULL,
                                       .system = ENOSPC};
    struct trial *t = *state;
    struct nj_err err = {{0}};

    nj_disk_wipe();
    t->life.now_ms = t->commands[0].at_ms;
    assert_int_equal(nj_trial_begin(t, &err), NJ_OK);
    nj_vfs_fail(&fault);
    assert_int_equal(nj_trial_say(t, 0, &err), NJ_OK);
    assert_false(nj_referee_stopped(t->life.house.referee));
    nj_inbox_push(t->life.house.inbox, nj_event_create(NJ_EVENT_STOP, 0));
    assert_int_equal(nj_trial_rest(t, &err), NJ_OK);
    assert_true(nj_referee_stopped(t->life.house.referee));
    nj_vfs_clear();
    nj_trial_end(t);
}

static void a_sync_fails(void **state)
{
    each(*state, "sync",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_SYNC, .rc = SQLITE_IOERR_FSYNC, .system = EIO});
}

static void a_read_fails(void **state)
{
    each(*state, "read",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_READ, .rc = SQLITE_IOERR_READ, .system = EIO});
}

static void another_call_fails(void **state)
{
    each(*state, "open",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_OPEN, .rc = SQLITE_CANTOPEN, .system = EIO});
    each(*state, "delete",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_DELETE, .rc = SQLITE_IOERR_DELETE, .system = 0});
    each(*state, "truncate",
         (struct nj_vfs_fault){.calls = NJ_VFS_TRUNCATE,
                               .rc = SQLITE_IOERR_TRUNCATE,
                               .system = 0});
    each(*state, "index",
         (struct nj_vfs_fault){
             .calls = NJ_VFS_INDEX, .rc = SQLITE_IOERR_SHMMAP, .system = 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_fails),
        cmocka_unit_test(a_write_fails_half_way),
        cmocka_unit_test(the_disk_is_full),
        cmocka_unit_test(a_full_disk_does_not_keep_the_process_from_ending),
        cmocka_unit_test(a_sync_fails),
        cmocka_unit_test(a_read_fails),
        cmocka_unit_test(another_call_fails),
    };

    return cmocka_run_group_tests_name("fault/disk", tests, open_trial,
                                       close_trial);
}
