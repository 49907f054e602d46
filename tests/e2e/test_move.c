/*
 * nightjar move from a file into PostgreSQL and back: refused while a program
 * serves either, killed again and again in the middle, and what people had is
 * there afterwards.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/pg_proxy.h"
#include "kit/pg_server.h"
#include "kit/serve.h"

#define ROOM 1001
#define STEP 23 /* trips between those at which it is killed */

static struct nj_ob_server *onebot;
static struct nj_serve program;
static struct nj_pg_proxy *proxy;
static uint32_t links;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    nj_pg_proxy_stop(proxy);
    nj_ob_server_stop(onebot);
    return 0;
}

/* On that database from now on. */
static void serve(const char *database)
{
    (void)snprintf(program.database, sizeof(program.database), "%s", database);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
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

/* A process of its own in that folder. */
static struct nj_serve mover(void)
{
    return (struct nj_serve){.dir = program.dir, .in = -1};
}

static void is_refused(const char *from, const char *to)
{
    const char *const args[] = {"move", from, to, NULL};
    struct nj_serve m = mover();

    assert_int_equal(nj_serve_run(&m, args), 2);
    assert_true(nj_serve_said(&m, "in use", 0));
    nj_serve_write(&program, "log", "", 0);
    free(m.shown);
}

/* Killed at one trip after the other, until it comes to its end. */
static uint32_t moves_through_kills(const char *from, const char *to)
{
    const char *const args[] = {"move", from, to, NULL};
    uint32_t kills = 0;
    int status = -1;

    for (uint32_t nth = STEP; status < 0; nth += STEP) {
        struct nj_serve m = mover();

        nj_pg_proxy_at(proxy, nth, NJ_PG_ACT_STALL_BEHIND, "");
        nj_serve_start(&m, args);
        while (nj_pg_proxy_trips(proxy) < nth && status < 0)
            status = nj_serve_wait(&m, 10);
        if (status < 0) {
            nj_serve_kill(&m);
            kills++;
        }
        nj_serve_end_of_input(&m);
        nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT); /* as its system does */
        nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
    }
    if (status != 0)
        fail_msg("status %d: %s", status, nj_serve_read(&program, "log"));
    return kills;
}

static void there_and_back(void **state)
{
    char url[256], way[256];

    NJ_UNUSED(state);
    links = 0;
    onebot = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&program);
    memcpy(url, program.database, sizeof(url));
    proxy = nj_pg_proxy_start(url, way, sizeof(way));
    serve("nightjar.db");
    ask("#new long-night", "#");
    is_refused("nightjar.db", url);
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_true(moves_through_kills("nightjar.db", way) > 2);
    serve(url);
    ask("#join", "1");
    is_refused(url, "back.db");
    is_refused("nightjar.db", url);
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_true(moves_through_kills(way, "back.db") > 1);
    serve("back.db");
    ask("#close", "");
    assert_int_equal(nj_serve_stop(&program), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(there_and_back, end),
    };

    if (!nj_pg_server_wanted())
        return 77;
    return cmocka_run_group_tests_name("e2e/move", tests, NULL, NULL);
}
