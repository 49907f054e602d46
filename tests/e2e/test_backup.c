/*
 * nightjar backup and restore: beside a program that plays, refused where they
 * would harm, and whole or not at all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/pg_server.h"
#include "kit/serve.h"

#define ROOM 1001
#define PAGE 4096 /* bytes of one of the database */

static const char *const backup_args[] = {"backup", "-c", "config.json",
                                          "copy.db", NULL};
static const char *const restore_args[] = {"restore", "-c", "config.json",
                                           "copy.db", NULL};

static struct nj_ob_server *onebot;
static struct nj_serve program;
static uint32_t links;

static void serve(void)
{
    nj_serve_start(&program, NULL);
    assert_true(nj_ob_server_connected(onebot, ++links, NJ_SERVE_WAIT_MS));
}

static void ask(const char *text, const char *answer)
{
    nj_ob_server_say_group(onebot, ROOM, 1, "Ann", text);
    if (nj_ob_server_expect_group(onebot, ROOM, answer, NJ_SERVE_WAIT_MS) ==
        NULL)
        fail_msg("no '%s': %s", answer, nj_serve_read(&program, "log"));
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    links = 0;
    onebot = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&program);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
    serve();
    ask("#new long-night", "#");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    nj_ob_server_stop(onebot);
    return 0;
}

static bool exists(const char *name)
{
    char path[600];
    struct stat info;

    return stat(nj_tmp_dir_file(&program.dir, name, path, sizeof(path)),
                &info) == 0;
}

/* Another process than the one that plays; it has ended afterwards. */
static int beside(const char *const *args)
{
    struct nj_serve other = {.dir = program.dir, .in = -1};
    int status = nj_serve_run(&other, args);

    (void)nj_serve_read(&other, "out");
    free(other.shown);
    return status;
}

static void a_copy_is_made_while_it_plays(void **state)
{
    char path[600];
    struct stat info;

    NJ_UNUSED(state);
    assert_int_equal(beside(backup_args), 0);
    assert_false(exists("copy.db.part"));
    assert_false(exists("copy.db-wal"));
    (void)nj_tmp_dir_file(&program.dir, "copy.db", path, sizeof(path));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    ask("#join", "1");                        /* it still plays */
    assert_int_equal(beside(backup_args), 2); /* never over another */
    assert_true(nj_serve_said(&program, "is there already", 0));
    assert_int_equal(nj_serve_stop(&program), 0);
}

#define SOMEBODY 65534

/* Whoever restores as root leaves a database that the service can write. */
static void what_is_restored_belongs_to_whom_it_did(void **state)
{
    char path[600];
    struct stat info;

    NJ_UNUSED(state);
    if (geteuid() != 0)
        skip();
    assert_int_equal(beside(backup_args), 0);
    assert_int_equal(nj_serve_stop(&program), 0);
    (void)nj_tmp_dir_file(&program.dir, "nightjar.db", path, sizeof(path));
    assert_int_equal(chown(path, SOMEBODY, SOMEBODY), 0);
    assert_int_equal(nj_serve_run(&program, restore_args), 0);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_uid, SOMEBODY);
    assert_int_equal(info.st_gid, SOMEBODY);
}

/* What was said after the copy is gone, what was said before is there. */
static void it_goes_on_from_a_copy(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(beside(backup_args), 0);
    ask("#close", "");
    assert_int_equal(beside(restore_args), 2);
    assert_true(nj_serve_said(&program, "is in use by process", 0));
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_int_equal(nj_serve_run(&program, restore_args), 0);
    assert_non_null(strstr(nj_serve_read(&program, "out"),
                           "copy.db is in the place of nightjar.db, which is "
                           "now nightjar.db.before-"));
    assert_false(exists("nightjar.db-promised"));
    assert_false(exists("nightjar.db.part"));
    serve(); /* and nobody has to accept anything */
    ask("#join", "1");
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* A byte of the table of rows: the copy is damaged, and nothing is changed. */
/* Damages the last page of that file alone: it opens, its schema is whole,
 * and nothing but a check of all pages finds it. */
static void damage(const char *name)
{
    char path[600], rubbish[PAGE];
    FILE *f =
        fopen(nj_tmp_dir_file(&program.dir, name, path, sizeof(path)), "r+b");

    assert_non_null(f);
    memset(rubbish, 0x5a, sizeof(rubbish));
    assert_int_equal(fseek(f, -(long)sizeof(rubbish), SEEK_END), 0);
    assert_int_equal(fwrite(rubbish, 1, sizeof(rubbish), f), sizeof(rubbish));
    assert_int_equal(fclose(f), 0);
}

static void a_damaged_copy_changes_nothing(void **state)
{
    static const char *const check_args[] = {"check", "-c", "config.json",
                                             NULL};

    NJ_UNUSED(state);
    assert_int_equal(beside(backup_args), 0);
    assert_int_equal(nj_serve_stop(&program), 0);
    damage("copy.db");
    assert_int_equal(nj_serve_run(&program, restore_args), 2);
    assert_true(exists("nightjar.db-promised"));
    assert_false(exists("nightjar.db.part"));
    assert_int_equal(nj_serve_run(&program, check_args), 0);
    serve();
    ask("#join", "1");
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* In a folder the copies are named by time, and the oldest go. */
static void a_folder_keeps_the_newest(void **state)
{
    static const char *const args[] = {"backup", "-c", "config.json", "--keep",
                                       "2",      ".",  NULL};
    static const char *const names[] = {"nightjar-20200101T000000Z.db",
                                        "nightjar-20210101T000000Z.db",
                                        "nightjar-notes.db"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(names); i++)
        nj_serve_write(&program, names[i], "x", 1);
    assert_int_equal(beside(args), 0);
    assert_false(exists(names[0]));
    assert_true(exists(names[1]));
    assert_true(exists(names[2]));
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* A database of PostgreSQL has its own way: refused beside a program and
 * without one. */
static void a_server_has_copies_of_its_own(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(beside(backup_args), 2);
    assert_true(nj_serve_said(&program, "pg_dump", 0));
    ask("#join", "1");
    assert_int_equal(nj_serve_stop(&program), 0);
    nj_serve_write(&program, "copy.db", "x", 1);
    assert_int_equal(nj_serve_run(&program, restore_args), 2);
    assert_int_equal(nj_serve_times(&program, "log", "pg_dump"), 2);
    serve();
    ask("#close", "");
    assert_int_equal(nj_serve_stop(&program), 0);
}

static int on_a_server(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_server_has_copies_of_its_own, begin,
                                        end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_copy_is_made_while_it_plays, begin,
                                        end),
        cmocka_unit_test_setup_teardown(what_is_restored_belongs_to_whom_it_did,
                                        begin, end),
        cmocka_unit_test_setup_teardown(it_goes_on_from_a_copy, begin, end),
        cmocka_unit_test_setup_teardown(a_damaged_copy_changes_nothing, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_folder_keeps_the_newest, begin, end),
    };

    if (nj_pg_server_wanted())
        return on_a_server();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
