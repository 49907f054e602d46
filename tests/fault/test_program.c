/*
 * The whole program on a disk that fails, every n of what it writes and syncs
 * from its start to its end: it ends in order and says nothing more, though
 * its gateways are still there when they are taken down (goals R4).
 * NJ_TEST_TENTH=1: a tenth of them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/log.h"
#include "cli/program.h"
#include "fault/vfs_shim.h"
#include "gateway/memory/memory.h"
#include "kit/nj_test.h"

static const char *const lines[] = {
    "#新游戏 漫漫长夜", "#加入", "#电脑 2", "#开始", "右", "停止"};

static struct nj_gateway_ops ops;
static void (*real_destroy)(struct nj_gateway *g);
static uint32_t said; /* by a gateway, until it was destroyed */

static char path[300];

struct life {
    struct nj_gateway *g;
    uint32_t next; /* of the lines */
};

static void no_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
}

static void note_and_destroy(struct nj_gateway *g)
{
    said = nj_memory_count(g);
    real_destroy(g);
}

static void add_gateway(struct nj_program *p, struct life *l)
{
    l->g = nj_memory_create("qq", 0, p->inbox);
    ops = *l->g->ops;
    real_destroy = ops.destroy;
    ops.destroy = note_and_destroy;
    l->g->ops = &ops;
    nj_program_add(p, l->g);
    p->setup.private_proved = true;
    p->setup.pace = (struct nj_pace){0};
}

/* The next line is typed, until there is none. */
static bool type(void *ctx)
{
    struct life *l = ctx;

    if (l->next == NJ_COUNT(lines))
        return true;
    nj_memory_group(l->g, "1", "ann", "Ann", "", lines[l->next++]);
    return false;
}

/* The program from its start to its end. */
static enum nj_status live(struct nj_err *err)
{
    struct nj_program p;
    struct life l = {.next = 0};
    uint32_t before;
    enum nj_status st;

    said = 0;
    st = nj_program_open(&p, NULL, NULL, path, false, err);
    if (st != NJ_OK)
        return st;
    add_gateway(&p, &l);
    st = nj_program_start(&p, err);
    if (st == NJ_OK)
        st = nj_program_run(&p, type, &l, err);
    before = nj_memory_count(l.g);
    nj_program_close(&p);
    if (st != NJ_OK)
        assert_int_equal(said, before);
    return st;
}

static void each(struct nj_vfs_fault fault)
{
    uint32_t step = getenv("NJ_TEST_TENTH") != NULL ? 10 : 1;
    uint32_t lives = 0, failed = 0;

    for (fault.nth = 1;; fault.nth += step) {
        struct nj_err err = {{0}};
        enum nj_status st;

        nj_store_remove(path);
        nj_vfs_fail(&fault);
        st = live(&err);
        if (nj_vfs_failed() == 0)
            break;
        lives++;
        failed += st != NJ_OK;
        assert_int_equal(st == NJ_OK, err.text[0] == '\0');
        nj_vfs_clear();
        if (live(&err) != NJ_OK)
            fail_msg("failure %u: the next start: %s", fault.nth, err.text);
    }
    assert_true(failed > lives / 2);
    print_message("%u failures, %u of them the end\n", lives, failed);
}

static void a_failed_sync_is_the_end_and_it_is_in_order(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_vfs_fault){
        .calls = NJ_VFS_SYNC, .rc = SQLITE_IOERR_FSYNC, .system = EIO});
}

static void a_failed_write_is_the_end_and_it_is_in_order(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_vfs_fault){
        .calls = NJ_VFS_WRITE, .rc = SQLITE_IOERR_WRITE, .system = EIO});
}

static int set_up(void **state)
{
    NJ_UNUSED(state);
    nj_log_set_sink(no_line, NULL);
    nj_random_init();
    (void)snprintf(path, sizeof(path), "%s/program.%ld.db", NJ_BINARY_DIR,
                   (long)getpid());
    nj_vfs_install();
    nj_vfs_lazy(true);
    return 0;
}

static int tear_down(void **state)
{
    NJ_UNUSED(state);
    nj_store_remove(path);
    nj_vfs_remove();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_sync_is_the_end_and_it_is_in_order),
        cmocka_unit_test(a_failed_write_is_the_end_and_it_is_in_order),
    };

    return cmocka_run_group_tests_name("fault/program", tests, set_up,
                                       tear_down);
}
