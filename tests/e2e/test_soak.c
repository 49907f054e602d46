/*
 * Very many orders in groups of two platforms at once, against the two strict
 * servers, with kills and cuts; each order is accounted for on both sides: it
 * names itself, and so does its answer.
 *
 * Between accidents each order is answered, without exception. What was in the
 * air at an accident may be lost with it (a link that is cut, an answer that
 * changes nothing and so is in no database): who gets no answer then asks
 * again, and gets one.
 *
 * NJ_SOAK: how many orders, 3000 without it. NJ_TEST_TENTH=1: a tenth.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define TG_TOKEN "8100000001:AAtest-token_of-the-tests"
#define FLIGHT   300 /* orders in the air, of both platforms */
#define GROUPS   50  /* of each platform */
#define PEOPLE   2000
#define ACTS     15   /* looks at a calm sea and accidents, about */
#define CALM     500  /* orders between two of them; fewer in a short run */
#define QUIET_MS 1000 /* nothing comes any more */
#define LOOK_MS  INT64_C(5) /* for news of one platform */
#define ASKS_MAX 5

enum accident {
    KILL,
    CUT_QQ,
    CUT_TG,
    ACCIDENTS
};

struct order {
    uint8_t asked;
    uint8_t answers;
};

static struct {
    struct nj_ob_server *qq;
    struct nj_tg_server *tg;
    struct nj_serve program;
    struct order *orders;
    uint32_t n, sent, answered; /* sent and answered at least once */
    uint32_t first;             /* no order before it waits */
    uint32_t again, doubled, busy, accidents[ACCIDENTS];
} soak;

/* --- the program --- */

static void configure(void)
{
    char text[1500];
    int n = snprintf(
        text, sizeof(text),
        "{\"log_level\": \"warn\","
        "\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
        "\"per_minute\": 60000, \"total_per_second\": 10000},"
        "\"gateways\": [{\"kind\": \"onebot\", \"name\": \"qq\","
        "\"url\": \"ws://127.0.0.1:%u/\", \"backoff_ms\": [10, 100],"
        "\"token_file\": \"token\"},"
        "{\"kind\": \"telegram\", \"name\": \"tg\", \"url\": \"%s\","
        "\"token_file\": \"token2\", \"backoff_ms\": [20, 100],"
        "\"poll_s\": 1}]}",
        (unsigned)nj_ob_server_port(soak.qq), nj_tg_server_url(soak.tg));

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(&soak.program, "config.json", text, (size_t)n);
    nj_serve_write(&soak.program, "token", NJ_SERVE_TOKEN,
                   strlen(NJ_SERVE_TOKEN));
    nj_serve_write(&soak.program, "token2", TG_TOKEN, strlen(TG_TOKEN));
}

static void wait_for_link(uint32_t before)
{
    if (!nj_ob_server_connected(soak.qq, before + 1, NJ_SERVE_WAIT_MS))
        fail_msg("%s", nj_serve_read(&soak.program, "log"));
}

static void start(void)
{
    uint32_t before = nj_ob_server_connections(soak.qq);

    nj_serve_start(&soak.program, NULL);
    wait_for_link(before);
}

/* --- orders --- */

static void ask(uint32_t i)
{
    uint32_t group = i / 2 % GROUPS;
    char text[64];

    (void)snprintf(text, sizeof(text), "#新游戏 漫漫长夜 w%07u", i);
    if (i % 2 == 0)
        nj_ob_server_say_group(soak.qq, 1000 + group, 5000 + i % PEOPLE, "Ann",
                               text);
    else
        nj_tg_server_say(soak.tg, -1000 - (int64_t)group, 0, 5000 + i % PEOPLE,
                         "Tara", text);
    soak.orders[i].asked++;
}

/* "...没有「w0000012」这个预设", more than one of them in a text. */
static void hear(void *ctx, const char *text)
{
    NJ_UNUSED(ctx);
    soak.busy += strstr(text, "不再接他的新问题") != NULL;
    while ((text = strstr(text, "「w")) != NULL) {
        uint32_t i = (uint32_t)strtoul(text + strlen("「w"), NULL, 10);

        text += strlen("「w");
        if (i >= soak.sent)
            continue; /* no answer of ours */
        soak.doubled += soak.orders[i].answers > 0;
        soak.answered += soak.orders[i].answers == 0;
        soak.orders[i].answers = 1;
    }
    while (soak.first < soak.sent && soak.orders[soak.first].answers > 0)
        soak.first++;
}

/* True as soon as an answer comes, on whichever platform. */
static bool listen(int64_t wait_ms)
{
    uint32_t before = soak.answered + soak.doubled;

    for (int64_t waited = 0; waited <= wait_ms; waited += 2 * LOOK_MS) {
        nj_ob_server_take(soak.qq, LOOK_MS, hear, NULL);
        nj_tg_server_take(soak.tg, LOOK_MS, hear, NULL);
        if (soak.answered + soak.doubled != before)
            return true;
    }
    return false;
}

static uint32_t in_air(void)
{
    return soak.sent - soak.answered;
}

/* Until all are answered, or nothing has come for a long time. */
static void settle(int64_t wait_ms)
{
    while (in_air() > 0)
        if (!listen(wait_ms))
            return;
}

static void fail_for(uint32_t i)
{
    print_message("sent %u, answered %u, asked again %u\n", soak.sent,
                  soak.answered, soak.again);
    fail_msg("order %u, asked %u times, got no answer\n%s", i,
             soak.orders[i].asked, nj_serve_read(&soak.program, "log"));
}

/* No accident since they were asked: each of them is answered. */
static void all_are_answered(void)
{
    settle(2 * NJ_SERVE_WAIT_MS);
    if (in_air() > 0)
        fail_for(soak.first);
}

/* --- accidents --- */

static void happen(enum accident what)
{
    uint32_t before = nj_ob_server_connections(soak.qq);

    switch (what) {
    case KILL:
        nj_serve_kill(&soak.program);
        start();
        break;
    case CUT_QQ:
        nj_ob_server_drop(soak.qq);
        wait_for_link(before);
        break;
    case CUT_TG:
        nj_tg_server_drop(soak.tg);
        break;
    case ACCIDENTS:
        fail();
    }
    soak.accidents[what]++;
}

/* Who has no answer asks again, until he has one. */
static void ask_again(void)
{
    settle(QUIET_MS);
    for (int round = 0; round < ASKS_MAX && in_air() > 0; round++) {
        for (uint32_t i = soak.first; i < soak.sent; i++)
            if (soak.orders[i].answers == 0) {
                ask(i);
                soak.again++;
            }
        settle(NJ_SERVE_WAIT_MS);
    }
    if (in_air() > 0)
        fail_for(soak.first);
}

static void run(void)
{
    uint32_t calm = 0, turn = 0;
    uint32_t enough = soak.n / ACTS < CALM ? soak.n / ACTS : CALM;
    uint32_t flight = enough < FLIGHT ? enough : FLIGHT;

    while (soak.sent < soak.n) {
        while (soak.sent < soak.n && in_air() < flight) {
            soak.sent++;
            ask(soak.sent - 1);
            calm++;
        }
        (void)listen(NJ_SERVE_WAIT_MS);
        if (calm < enough || in_air() == 0)
            continue;
        if (turn % 2 == 0) {
            all_are_answered(); /* nothing happened */
        } else {
            happen((enum accident)(turn / 2 % ACCIDENTS));
            ask_again();
        }
        turn++;
        calm = 0;
    }
    all_are_answered();
}

static void each_order_is_accounted_for(void **state)
{
    NJ_UNUSED(state);
    soak.n = (uint32_t)nj_amount("NJ_SOAK", 3000);
    soak.orders = nj_alloc(soak.n * sizeof(*soak.orders));
    soak.qq = nj_ob_server_start(NJ_SERVE_TOKEN);
    soak.tg = nj_tg_server_start(TG_TOKEN);
    nj_serve_open(&soak.program);
    configure();
    start();
    run();
    assert_int_equal(soak.answered, soak.n);
    assert_int_equal(soak.busy, 0); /* nobody asked too much */
    assert_string_equal(nj_ob_server_violations(soak.qq), "");
    assert_string_equal(nj_tg_server_violations(soak.tg), "");
    print_message("%u orders answered; %u kills, %u and %u cuts; asked again "
                  "after them %u; answered twice %u\n",
                  soak.answered, soak.accidents[KILL], soak.accidents[CUT_QQ],
                  soak.accidents[CUT_TG], soak.again, soak.doubled);
    assert_int_equal(nj_serve_stop(&soak.program), 0);
    nj_serve_close(&soak.program);
    nj_ob_server_stop(soak.qq);
    nj_tg_server_stop(soak.tg);
    free(soak.orders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_order_is_accounted_for),
    };

    return cmocka_run_group_tests_name("e2e/soak", tests, NULL, NULL);
}
