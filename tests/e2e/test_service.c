/*
 * The program as a service: the health port, systemd's socket, texts and
 * configuration read again.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/http.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/qqbot_server.h"
#include "kit/serve.h"
#include "kit/systemd.h"

#define GROUP  1001
#define PERSON 77

static struct nj_serve program;
static struct nj_ob_server *server;
static uint16_t health;

static void configure(const char *more)
{
    char text[1024];
    int n = snprintf(
        text, sizeof(text),
        "{\n  \"data\": \"data\", \"health_port\": %u, %s\n"
        "  \"gateways\": [{\"kind\": \"onebot\", \"name\": \"qq\",\n"
        "    \"url\": \"ws://127.0.0.1:%u/\", \"token_file\": \"token\",\n"
        "    \"backoff_ms\": [10, 100]}]\n}\n",
        (unsigned)health, more, (unsigned)nj_ob_server_port(server));

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(&program, "config.json", text, (size_t)n);
}

static void make_folder(const char *name)
{
    char path[600];

    assert_int_equal(
        mkdir(nj_tmp_dir_file(&program.dir, name, path, sizeof(path)), 0700),
        0);
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    nj_serve_open(&program);
    server = nj_ob_server_start(NJ_SERVE_TOKEN);
    health = nj_http_free_port();
    make_folder("data");
    nj_serve_write(&program, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    configure("");
    return 0;
}

static int end(void **state)
{
    static const char *const made[] = {"data/locales/en.json", "data/locales",
                                       "data"};
    char path[600];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(made); i++)
        (void)remove(
            nj_tmp_dir_file(&program.dir, made[i], path, sizeof(path)));
    nj_serve_close(&program);
    nj_ob_server_stop(server);
    return 0;
}

static void start(void)
{
    nj_serve_start(&program, NULL);
    assert_true(nj_ob_server_connected(server, 1, NJ_SERVE_WAIT_MS));
}

static void ask(const char *text, const char *answer)
{
    nj_ob_server_say_group(server, GROUP, PERSON, "Ann", text);
    assert_non_null(
        nj_ob_server_expect_group(server, GROUP, answer, NJ_SERVE_WAIT_MS));
}

static void the_health_port_tells_how_the_house_is(void **state)
{
    char body[8192];

    NJ_UNUSED(state);
    start();
    ask("#新游戏 漫漫长夜", "开桌");
    assert_int_equal(nj_http_get(health, "/healthz", body, sizeof(body)), 200);
    ask("#赛况", "开桌");
    assert_int_equal(nj_http_get(health, "/metrics", body, sizeof(body)), 200);
    assert_non_null(strstr(body, "# TYPE nightjar_matches_open gauge\n"));
    assert_non_null(strstr(body, "nightjar_gateway_up{gateway=\"qq\"} "));
    assert_non_null(strstr(body, "nightjar_build_info{version=\"0."));
    assert_null(strstr(body, "1001"));
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* Nothing happens, and what is told of it is of this second. */
static void figures_are_fresh_while_nothing_turns(void **state)
{
    static const char name[] = "\nnightjar_turns_total ";
    int64_t until_ms = nj_monotonic_ms() + NJ_SERVE_WAIT_MS;
    char body[8192];
    long first = 0, then = 0;

    NJ_UNUSED(state);
    start();
    while (then < first + 3 && nj_monotonic_ms() < until_ms) {
        assert_int_equal(nj_http_get(health, "/metrics", body, sizeof(body)),
                         200);
        assert_non_null(strstr(body, name));
        then = strtol(strstr(body, name) + sizeof(name) - 1, NULL, 10);
        first = first == 0 ? then : first;
    }
    assert_true(then >= first + 3);
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* At an address of choice, for who has the token; its other page is open. */
static void figures_go_to_who_has_the_token(void **state)
{
    static const char right[] =
        "GET /metrics HTTP/1.1\r\nHost: nightjar.lan\r\n"
        "Authorization: Bearer " NJ_SERVE_TOKEN "\r\n\r\n";
    uint16_t port = nj_http_free_port();
    static char body[16384];
    char more[160];

    NJ_UNUSED(state);
    (void)snprintf(more, sizeof(more),
                   "\"metrics_listen\": \"127.0.0.1:%u\","
                   "\"metrics_token_file\": \"token\",",
                   (unsigned)port);
    configure(more);
    start();
    assert_int_equal(nj_http_get(port, "/metrics", body, sizeof(body)), 401);
    assert_non_null(strstr(body, "metrics_token_file"));
    (void)nj_http_ask(port, right, sizeof(right) - 1, body, sizeof(body));
    assert_non_null(strstr(body, "\nnightjar_build_info{version="));
    assert_non_null(strstr(body, "\nnightjar_figures_age_seconds "));
    assert_int_equal(nj_http_get(port, "/healthz", body, sizeof(body)), 200);
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_null(strstr(nj_serve_read(&program, "log"), NJ_SERVE_TOKEN));
}

/* --- what a platform counts --- */

#define QQ_GROUP "6A1F00000000000000000000000000A1"
#define QQ_USER  "7B2E00000000000000000000000000B2"

static struct qqbot_server *official; /* the teardown has to find it */

static int end_counted(void **state)
{
    bool blameless = qqbot_server_violations(official)[0] == '\0';

    (void)end(state);
    qqbot_server_stop(official);
    return blameless ? 0 : -1;
}

static void configure_counted(const char *verified)
{
    char text[800];

    (void)snprintf(text, sizeof(text),
                   "{\"health_port\":%u,\"gateways\":[{\"kind\":\"qqbot\","
                   "\"name\":\"bot\",\"app\":\"" QQBOT_APP "\",\"url\":\"%s\","
                   "\"verified\":\"%s\",\"backoff_ms\":[10,100],"
                   "\"token_file\":\"token3\"}]}",
                   (unsigned)health, qqbot_server_url(official), verified);
    nj_serve_write(&program, "config.json", text, strlen(text));
    nj_serve_write(&program, "token3", QQBOT_SECRET, strlen(QQBOT_SECRET));
}

static int begin_counted(void **state)
{
    (void)begin(state);
    official = qqbot_server_start(true);
    qqbot_server_meet(official, QQBOT_GROUP, QQ_GROUP);
    qqbot_server_meet(official, QQBOT_USER, QQ_USER);
    return 0;
}

static void start_counted(const char *verified)
{
    static const char *const args[] = {"serve", "-c", "config.json",
                                       "--test-clock", NULL};
    uint32_t lines = qqbot_server_lines(official);

    configure_counted(verified);
    nj_serve_start(&program, args);
    assert_true(qqbot_server_lined(official, lines + 1, NJ_SERVE_WAIT_MS));
}

/* It is told when the program turns, once a second at most: a line of the clock
 * makes it. */
static void counts(const char *name, unsigned value)
{
    int64_t until_ms = nj_monotonic_ms() + NJ_SERVE_WAIT_MS;
    int64_t turn_ms = 0;
    static char body[16384];
    char line[100];

    (void)snprintf(line, sizeof(line), "\nnightjar_%s{gateway=\"bot\"} %u\n",
                   name, value);
    do {
        if (nj_monotonic_ms() >= turn_ms) {
            turn_ms = nj_monotonic_ms() + 1000;
            nj_serve_type(&program, "+1s");
        }
        assert_int_equal(nj_http_get(health, "/metrics", body, sizeof(body)),
                         200);
    } while (strstr(body, line) == NULL && nj_monotonic_ms() < until_ms);
    if (strstr(body, line) == NULL)
        fail_msg("no '%s' in: %s", line, body);
}

static void speaks_by_itself(void)
{
    qqbot_server_say(official, QQBOT_GROUP, QQ_GROUP, QQ_USER, "Ann",
                     "#新游戏 漫漫长夜");
    assert_non_null(qqbot_server_expect(official, QQBOT_GROUP, QQ_GROUP,
                                        "漫漫长夜", NJ_SERVE_WAIT_MS));
    qqbot_server_pass(official, 25 * INT64_C(3600000));
    nj_serve_type(&program, "+25h");
    assert_non_null(qqbot_server_expect(official, QQBOT_GROUP, QQ_GROUP,
                                        "没有动静", NJ_SERVE_WAIT_MS));
}

/* Whatever rules and pages of ours ask for is in the figures. */
static void has_all_that_is_asked_for(const char *file, unsigned least)
{
    static char body[16384], wanted[65536];
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    unsigned names = 0;
    FILE *f = fopen(file, "rb");
    size_t n;

    assert_non_null(f);
    n = fread(wanted, 1, sizeof(wanted) - 1, f);
    assert_int_equal(fclose(f), 0);
    wanted[n] = '\0';
    assert_true(n < sizeof(wanted) - 1);
    assert_int_equal(nj_http_get(health, "/metrics", body, sizeof(body)), 200);
    for (const char *at = strstr(wanted, "nightjar_"); at != NULL;
         at = strstr(at, "nightjar_")) {
        size_t len = strspn(at, letters);
        struct nj_str line = NJ_STR_INIT(200);

        nj_str_addf(&line, "# TYPE %.*s ", (int)len, at);
        if (strstr(body, line.p) == NULL)
            fail_msg("%s: no '%s' in: %s", file, line.p, body);
        nj_str_fini(&line);
        at += len;
        names++;
    }
    assert_in_range(names, least, UINT16_MAX);
}

static void alerts_and_pages_ask_for_figures_that_there_are(void **state)
{
    NJ_UNUSED(state);
    start_counted("yes");
    counts("pushes_group_minute", 0); /* told by now */
    has_all_that_is_asked_for(NJ_SOURCE_DIR "/deploy/alerts.yml", 8);
    has_all_that_is_asked_for(NJ_SOURCE_DIR "/deploy/dashboard.json", 20);
    assert_int_equal(nj_serve_stop(&program), 0);
}

static void the_metrics_tell_what_a_platform_lets_it_say(void **state)
{
    NJ_UNUSED(state);
    start_counted("yes");
    counts("pushes_group_minute", 0);
    counts("pushes_group_minute_most", 45);
    counts("pushes_person_minute", 0);
    counts("pushes_person_minute_most", 480);
    speaks_by_itself();
    counts("pushes_group_minute", 1);
    counts("pushes_person_minute", 0);
    qqbot_server_switch(official, QQBOT_USER, QQ_USER, false, true);
    counts("chats_replies_only", 1);
    counts("chats_closed", 0);
    qqbot_server_part(official, QQBOT_GROUP, QQ_GROUP);
    counts("chats_closed", 1);
    assert_int_equal(nj_serve_stop(&program), 0);
    start_counted("no");
    counts("pushes_group_minute_most", 22);
    counts("pushes_person_minute_most", 22);
    counts("chats_replies_only", 1);
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* What a container's HEALTHCHECK runs, with that in its configuration. */
static int alive(const char *config)
{
    static const char *const args[] = {"doctor", "--alive", "-c", "config.json",
                                       NULL};
    static struct nj_serve asker;
    int status;

    nj_serve_open(&asker);
    nj_serve_write(&asker, "config.json", config, strlen(config));
    status = nj_serve_run(&asker, args);
    nj_serve_close(&asker);
    return status;
}

static void doctor_tells_whether_it_is_alive(void **state)
{
    char config[64], elsewhere[120];

    NJ_UNUSED(state);
    (void)snprintf(config, sizeof(config), "{\"health_port\": %u}\n",
                   (unsigned)health);
    (void)snprintf(elsewhere, sizeof(elsewhere),
                   "{\"metrics_listen\": \"127.0.0.1:%u\","
                   "\"metrics_token_env\": \"UNSET\"}\n",
                   (unsigned)health);
    assert_int_equal(alive(config), 1);
    start();
    assert_int_equal(alive(config), 0);
    assert_int_equal(alive(elsewhere), 0); /* it needs no token for that */
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_int_equal(alive(config), 1);
    assert_int_equal(alive("{}\n"), 2); /* no port to ask at */
}

/* --- SIGHUP --- */

static void reload(const char *said)
{
    assert_int_equal(kill(program.pid, SIGHUP), 0);
    assert_true(nj_serve_said(&program, said, NJ_SERVE_WAIT_MS));
}

static void configuration_is_read_again(void **state)
{
    NJ_UNUSED(state);
    start();
    ask("#新游戏 漫漫长夜", "开桌");
    configure("\"prefix\": \"!\",");
    reload("config reloaded");
    ask("!帮助", "");
    assert_int_equal(nj_serve_stop(&program), 0);
}

static void what_is_wrong_is_told_and_the_old_stays(void **state)
{
    static const char broken[] = "{\"shell\": ";

    NJ_UNUSED(state);
    start();
    ask("#新游戏 漫漫长夜", "开桌");
    configure("\"prefix\": \"letters\",");
    reload("config not_reloaded");
    ask("#赛况", "开桌");
    configure("");
    make_folder("data/locales");
    nj_serve_write(&program, "data/locales/en.json", broken, strlen(broken));
    reload("en.json");
    ask("#赛况", "开桌");
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* --- systemd --- */

static void systemd_hears_of_start_life_and_end(void **state)
{
    char path[64];
    int fd = nj_systemd_open(path, sizeof(path));

    NJ_UNUSED(state);
    assert_int_equal(setenv("WATCHDOG_USEC", "600000", 1), 0);
    nj_serve_start(&program, NULL);
    (void)unsetenv("NOTIFY_SOCKET");
    (void)unsetenv("WATCHDOG_USEC");
    nj_systemd_hears(fd, "READY=1");
    nj_systemd_hears(fd, "WATCHDOG=1");
    nj_systemd_hears(fd, "WATCHDOG=1"); /* with nothing else to do */
    assert_int_equal(kill(program.pid, SIGHUP), 0);
    nj_systemd_hears(fd, "RELOADING=1");
    nj_systemd_hears(fd, "READY=1");
    assert_int_equal(nj_serve_stop(&program), 0);
    nj_systemd_hears(fd, "STOPPING=1");
    (void)close(fd);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_health_port_tells_how_the_house_is,
                                        begin, end),
        cmocka_unit_test_setup_teardown(figures_are_fresh_while_nothing_turns,
                                        begin, end),
        cmocka_unit_test_setup_teardown(figures_go_to_who_has_the_token, begin,
                                        end),
        cmocka_unit_test_setup_teardown(
            alerts_and_pages_ask_for_figures_that_there_are, begin_counted,
            end_counted),
        cmocka_unit_test_setup_teardown(
            the_metrics_tell_what_a_platform_lets_it_say, begin_counted,
            end_counted),
        cmocka_unit_test_setup_teardown(doctor_tells_whether_it_is_alive, begin,
                                        end),
        cmocka_unit_test_setup_teardown(configuration_is_read_again, begin,
                                        end),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told_and_the_old_stays,
                                        begin, end),
        cmocka_unit_test_setup_teardown(systemd_hears_of_start_life_and_end,
                                        begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
