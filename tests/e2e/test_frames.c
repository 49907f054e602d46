/*
 * A platform that sends rubbish: thousands of frames that no gateway should
 * send. The program stays alive, stays connected where it can, and does what
 * the next good frame asks for.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/party.h"

#define WAIT_MS NJ_SERVE_WAIT_MS
#define FRAMES  2400
#define DEEP    5000

static struct nj_party p;
static struct nj_str frame = NJ_STR_INIT(64u << 20);

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_str_fini(&frame);
    nj_party_end(&p);
    return 0;
}

static void still_works(void)
{
    nj_party_group(&p, 0, "#游戏");
    (void)nj_party_hears(&p, "漫漫长夜（");
    assert_true(nj_serve_runs(&p.program));
}

/* An event as it should be, of somebody in another group. */
static void good_event(const char *id, const char *text)
{
    struct nj_clock clock = nj_clock_system();

    nj_str_clear(&frame);
    nj_str_addf(&frame,
                "{\"time\":%lld,\"self_id\":10000,"
                "\"post_type\":\"message\",\"message_type\":\"group\","
                "\"sub_type\":\"normal\",\"message_id\":\"%s\","
                "\"user_id\":66,\"group_id\":1001,"
                "\"message\":[{\"type\":\"text\",\"data\":{\"text\":\"%s\"}}],"
                "\"sender\":{\"user_id\":66,\"nickname\":\"Eve\","
                "\"card\":\"\",\"role\":\"member\"}}",
                (long long)(nj_now_ms(&clock) / 1000), id, text);
}

static uint32_t below(size_t n)
{
    return nj_rng_below(&p.chance, (uint32_t)n);
}

static void cut_off(void)
{
    good_event("1", "#游戏");
    nj_str_cut(&frame, 1 + below(frame.len - 1));
}

/* A few bytes are others now; none is 0, for frames travel as C texts. */
static void mutated(void)
{
    char *copy;
    size_t n;

    good_event("2", "hello");
    n = frame.len;
    copy = nj_str_take(&frame);
    for (uint32_t i = 1 + below(4); i > 0; i--)
        copy[below(n)] = (char)(1 + below(255));
    frame = (struct nj_str)NJ_STR_INIT(64u << 20);
    nj_str_puts(&frame, copy);
    free(copy);
}

static void noise(void)
{
    nj_str_clear(&frame);
    for (uint32_t i = 1 + below(200); i > 0; i--)
        nj_str_putc(&frame, (char)(1 + below(255)));
}

static void deep(void)
{
    nj_str_clear(&frame);
    for (uint32_t i = 0; i < DEEP; i++)
        nj_str_puts(&frame, below(2) == 0 ? "[" : "{\"a\":");
}

static void long_text(void)
{
    struct nj_str text = NJ_STR_INIT(1u << 20);

    for (uint32_t i = 20000 + below(20000); i > 0; i--)
        nj_str_puts(&text, "长");
    good_event("3", text.p);
    nj_str_fini(&text);
}

static void odd_value(void)
{
    static const char *const odd[] = {
        "null",
        "[]",
        "{}",
        "7",
        "\"\"",
        "true",
        " ",
        "{\"post_type\":7}",
        "{\"post_type\":\"message\"}",
        "{\"post_type\":\"message\",\"message_type\":\"group\",\"user_id\":{}}",
        "{\"retcode\":0,\"status\":\"ok\",\"echo\":{\"a\":[]}}",
        "{\"retcode\":1e400,\"status\":7,\"echo\":\"x\"}",
        ("{\"post_type\":\"meta_event\",\"meta_event_type\":\"heartbeat\","
         "\"interval\":-9e99,\"status\":[]}"),
        "{\"post_type\":\"notice\",\"notice_type\":\"group_ban\"}",
        ("{\"post_type\":\"message\",\"message_type\":\"private\","
         "\"user_id\":-5,\"message_id\":0,\"message\":\"#\\u0000[CQ:at,qq=\"}"),
        ("{\"post_type\":\"message\",\"message_type\":\"private\","
         "\"user_id\":9007199254740993,\"message\":\"\\ud800\"}"),
    };

    nj_str_clear(&frame);
    nj_str_puts(&frame, odd[below(NJ_COUNT(odd))]);
}

static void a_burst_of_bad_frames(void **state)
{
    static void (*const kinds[])(void) = {cut_off,   mutated, noise,   mutated,
                                          odd_value, mutated, cut_off, noise};

    NJ_UNUSED(state);
    nj_party_open(&p, "", 7, NULL);
    for (uint32_t i = 0; i < FRAMES; i++) {
        if (i % 300 == 150)
            deep();
        else if (i % 300 == 0)
            long_text();
        else
            kinds[below(NJ_COUNT(kinds))]();
        nj_ob_server_push(p.server, frame.p, 0);
    }
    still_works();
    assert_int_equal(nj_ob_server_connections(p.server), 1);
    assert_int_not_equal(nj_serve_times(&p.program, "log", "onebot bad_frame"),
                         0);
    /* Not a line per frame: who sends rubbish must not fill the disk. */
    assert_in_range(nj_serve_times(&p.program, "log", "\n"), 1, 60);
    nj_party_close(&p);
}

static void one_byte_at_a_time(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 7, NULL);
    good_event("4", "#游戏");
    nj_ob_server_push(p.server, frame.p, 1);
    assert_non_null(
        nj_ob_server_expect_group(p.server, 1001, "漫漫长夜（", WAIT_MS));
    long_text();
    nj_ob_server_push(p.server, frame.p, 1000);
    still_works();
    nj_party_close(&p);
}

static void a_frame_beyond_all_bounds(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 7, NULL);
    nj_str_clear(&frame);
    while (frame.len < (20u << 20))
        nj_str_puts(&frame, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    nj_ob_server_push(p.server, frame.p, 0);
    assert_true(nj_ob_server_connected(p.server, 2, WAIT_MS));
    still_works();
    nj_ob_server_push(p.server, frame.p, 4000);
    assert_true(nj_ob_server_connected(p.server, 3, WAIT_MS));
    still_works();
    nj_party_close(&p);
}

#define TEST(name) cmocka_unit_test_teardown(name, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_burst_of_bad_frames),
        TEST(one_byte_at_a_time),
        TEST(a_frame_beyond_all_bounds),
    };

    return cmocka_run_group_tests_name("e2e/frames", tests, NULL, NULL);
}
