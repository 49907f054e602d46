/*
 * What the program says when it cannot begin, and how it ends: one line that
 * names the thing, exit status 2; 1 where it breaks off while it runs; 0 in
 * order, in time, whatever the link does.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "kit/nj_test.h"
#include "kit/party.h"

#define WAIT_MS       NJ_SERVE_WAIT_MS
#define USAGE         2
#define BROKE_OFF     1
#define FILES_MOST    600000 /* bytes; a new database and some commands */
#define COMMANDS_MOST 2000
#define IN_ORDER      3000 /* ms that the program may take to end */

static struct nj_party p;
static struct nj_serve second;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&second);
    nj_party_end(&p);
    return 0;
}

/* stderr is one line, and it has that in it. */
static void one_line_with(struct nj_serve *s, const char *part)
{
    const char *log = nj_serve_read(s, "log");
    const char *line_end = strchr(log, '\n');

    if (line_end == NULL || line_end[1] != '\0' || strstr(log, part) == NULL)
        fail_msg("expected one line with '%s': %s", part, log);
}

static void configure(const char *text)
{
    nj_serve_open(&second);
    nj_serve_write(&second, "config.json", text, strlen(text));
}

static void complains(const char *part)
{
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    if (strstr(nj_serve_read(&second, "log"), part) == NULL)
        fail_msg("expected '%s': %s", part, nj_serve_read(&second, "log"));
}

/* --- it cannot begin --- */

static void a_second_process_is_turned_away(void **state)
{
    char text[1200];

    NJ_UNUSED(state);
    nj_serve_file_only();
    nj_party_open(&p, "", 1, NULL);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    (void)snprintf(text, sizeof(text), "{\"database\": \"%s/nightjar.db\"}",
                   p.program.dir.path);
    configure(text);
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    one_line_with(&second, "nightjar.db");
    nj_party_group(&p, 0, "#加入"); /* the first one took no harm */
    (void)nj_party_hears(&p, "Ann 入座");
    nj_party_close(&p);
}

static void a_killed_process_leaves_no_lock(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    for (int i = 0; i < 3; i++)
        nj_party_crash(&p, NULL);
    nj_party_group(&p, 0, "#游戏");
    (void)nj_party_hears(&p, "漫漫长夜（");
    nj_party_close(&p);
}

static void the_database_is_no_database(void **state)
{
    char junk[8192];

    NJ_UNUSED(state);
    nj_serve_file_only();
    memset(junk, 'x', sizeof(junk));
    configure("{}");
    nj_serve_write(&second, "nightjar.db", junk, sizeof(junk));
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    one_line_with(&second, "nightjar.db");
    assert_memory_equal(nj_serve_read(&second, "nightjar.db"), junk, 100);
}

/* Bytes in the middle of a good database are overwritten. */
static void the_database_is_damaged(void **state)
{
    char path[1024];
    char junk[600];
    FILE *f;

    NJ_UNUSED(state);
    nj_serve_file_only();
    nj_party_open(&p, "", 1, NULL);
    nj_party_begin(&p, "cap 3");
    assert_int_equal(nj_serve_stop(&p.program), 0);
    nj_serve_write(&p.program, "log", "", 0);
    memset(junk, 'x', sizeof(junk));
    f = fopen(
        nj_tmp_dir_file(&p.program.dir, "nightjar.db", path, sizeof(path)),
        "r+b");
    assert_non_null(f);
    for (long at = 4096; at < 12 * 4096L; at += 4096) {
        assert_int_equal(fseek(f, at, SEEK_SET), 0);
        assert_int_equal(fwrite(junk, 1, sizeof(junk), f), sizeof(junk));
    }
    assert_int_equal(fclose(f), 0);
    assert_int_equal(nj_serve_run(&p.program, NULL), USAGE);
    one_line_with(&p.program, "nightjar.db");
    nj_party_close(&p);
}

static void the_folder_of_the_database_is_missing(void **state)
{
    NJ_UNUSED(state);
    configure("{\"database\": \"nowhere/nightjar.db\"}");
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    one_line_with(&second, "nowhere/nightjar.db");
}

static void all_mistakes_of_the_configuration(void **state)
{
    NJ_UNUSED(state);
    configure("{\n"
              "  \"databse\": \"x.db\",\n"
              "  \"pacing\": {\"per_second\": 0},\n"
              "  \"gateways\": [\n"
              "    {\"kind\": \"onebot\", \"name\": \"qq\",\n"
              "     \"url\": \"http://127.0.0.1/\", \"ping_ms\": \"20\"}\n"
              "  ]\n"
              "}\n");
    complains("databse");
    complains("database");
    complains("pacing.per_second");
    complains("gateways[0].url");
    complains("gateways[0].ping_ms");
}

static void the_configuration_is_not_there(void **state)
{
    NJ_UNUSED(state);
    nj_serve_open(&second);
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    one_line_with(&second, "config.json");
}

static void the_configuration_is_cut_off(void **state)
{
    NJ_UNUSED(state);
    configure("{\"database\": \"x.db\",");
    complains("config.json");
}

static void the_token_cannot_be_read(void **state)
{
    NJ_UNUSED(state);
    configure(
        "{\"gateways\": [{\"kind\": \"onebot\", \"name\": \"qq\",\n"
        "  \"url\": \"ws://127.0.0.1:1/\", \"token_file\": \"secret\"}]}");
    assert_int_equal(nj_serve_run(&second, NULL), USAGE);
    one_line_with(&second, "secret");
}

static void nonsense_arguments(void **state)
{
    static const char *const no_such[] = {"serve", "--hurry", NULL};
    static const char *const no_seed[] = {"serve", "--test-seed", "xyz", NULL};
    static const char *const no_script[] = {"serve", "-s", "no.txt", NULL};

    NJ_UNUSED(state);
    nj_serve_open(&second);
    assert_int_equal(nj_serve_run(&second, no_such), USAGE);
    assert_int_equal(nj_serve_run(&second, no_seed), USAGE);
    assert_int_equal(nj_serve_run(&second, no_script), USAGE);
    assert_int_equal(nj_serve_times(&second, "log", "\n"), 3);
    assert_int_equal(nj_serve_times(&second, "log", "--hurry"), 1);
    assert_int_equal(nj_serve_times(&second, "log", "no.txt"), 1);
}

/* --- it ends --- */

static void ends_in_time(void)
{
    int64_t from_ms = nj_monotonic_ms();

    assert_int_equal(nj_serve_stop(&p.program), 0);
    assert_true(nj_monotonic_ms() - from_ms < IN_ORDER);
}

static void it_ends_in_order(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    nj_party_begin(&p, "cap 3");
    ends_in_time();
    nj_serve_start(&p.program, NULL); /* and goes on */
    assert_true(nj_ob_server_connected(p.server, 2, WAIT_MS));
    nj_party_look(&p);
    nj_party_play_on(&p);
    nj_party_close(&p);
}

static void it_ends_though_no_answer_comes(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    nj_ob_server_reply(p.server, "", NJ_OB_REPLY_NEVER, 0, "", 10);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    ends_in_time();
    nj_party_close(&p);
}

static void it_ends_though_the_peer_is_dead(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    nj_party_group(&p, 0, "#游戏");
    (void)nj_party_hears(&p, "漫漫长夜（");
    nj_ob_server_freeze(p.server);
    ends_in_time();
    nj_party_close(&p);
}

static void it_ends_while_it_waits_to_connect(void **state)
{
    NJ_UNUSED(state);
    memset(&p, 0, sizeof(p));
    nj_serve_open(&p.program);
    nj_serve_configure(&p.program, 1, "");
    nj_serve_start(&p.program, NULL);
    assert_true(nj_serve_said(&p.program, "onebot retry", WAIT_MS));
    ends_in_time();
}

/* --- it breaks off --- */

/* No file of the program that starts now grows beyond that: its disk refuses
 * what it writes, and not because it is full. */
static void limit_files(rlim_t bytes)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct rlimit limit;

    assert_int_equal(sigaction(SIGXFSZ, &ignore, NULL), 0); /* inherited */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The unit starts it again with that status, but not with USAGE. */
static void it_says_why_it_breaks_off(void **state)
{
    int status = -1;

    NJ_UNUSED(state);
    nj_serve_file_only();
    limit_files(FILES_MOST);
    nj_party_open(&p, "", 1, NULL);
    limit_files(RLIM_INFINITY);
    for (int i = 0; i < COMMANDS_MOST && status < 0; i++) {
        nj_party_group(&p, (unsigned)i % 2, "#新游戏 漫漫长夜");
        nj_party_group(&p, (unsigned)i % 2, "#解散");
        status = nj_serve_wait(&p.program, 20);
    }
    assert_int_equal(status, BROKE_OFF);
    assert_int_equal(nj_serve_times(&p.program, "log", "nightjar: "), 1);
    assert_int_equal(nj_serve_times(&p.program, "log",
                                    "nightjar: database 'nightjar.db' could "
                                    "not be read or written: check the disk, "
                                    "then start again"),
                     1);
    nj_serve_start(&p.program, NULL); /* as the unit does */
    assert_true(nj_ob_server_connected(p.server, 2, WAIT_MS));
    nj_party_group(&p, 0, "#游戏");
    (void)nj_party_hears(&p, "漫漫长夜（");
    nj_party_close(&p);
}

#define TEST(name) cmocka_unit_test_teardown(name, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_second_process_is_turned_away),
        TEST(a_killed_process_leaves_no_lock),
        TEST(the_database_is_no_database),
        TEST(the_database_is_damaged),
        TEST(the_folder_of_the_database_is_missing),
        TEST(all_mistakes_of_the_configuration),
        TEST(the_configuration_is_not_there),
        TEST(the_configuration_is_cut_off),
        TEST(the_token_cannot_be_read),
        TEST(nonsense_arguments),
        TEST(it_says_why_it_breaks_off),
        TEST(it_ends_in_order),
        TEST(it_ends_though_no_answer_comes),
        TEST(it_ends_though_the_peer_is_dead),
        TEST(it_ends_while_it_waits_to_connect),
    };

    return cmocka_run_group_tests_name("e2e/trouble", tests, NULL, NULL);
}
