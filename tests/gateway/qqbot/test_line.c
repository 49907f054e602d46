/*
 * The line to QQ's bot platform: token, door, hello, identify or resume, signs
 * of life, and every way in which it breaks.
 */
#include <string.h>

#include "gateway/qqbot/line.h"
#include "kit/nj_test.h"

#define MIN_MS   1000
#define MAX_MS   600000
#define ALL      100663296
#define LEAST    33554432
#define INTERVAL 45000

struct fixture {
    struct nj_qb_line l;
    int64_t now;
};

static struct fixture begin(const char *session, int64_t s)
{
    struct fixture f = {.now = 5000000};

    nj_qb_line_init(&f.l, session, s);
    f.l.backoff_min_ms = MIN_MS;
    f.l.backoff_max_ms = MAX_MS;
    f.l.intents = ALL;
    f.l.intents_least = LEAST;
    return f;
}

static enum nj_qb_do next(const struct fixture *f, int64_t *due_ms)
{
    return nj_qb_line_next(&f->l, f->now, due_ms);
}

/* It is to be done now, and is. */
static void does(struct fixture *f, enum nj_qb_do what)
{
    int64_t due;

    assert_int_equal(next(f, &due), what);
    nj_qb_line_doing(&f->l, what, f->now);
}

/* Nothing is to be done until so many ms from now. */
static void rests(struct fixture *f, int64_t ms)
{
    int64_t due;

    assert_int_equal(next(f, &due), NJ_QB_DO_NOTHING);
    assert_true(due == f->now + ms);
    f->now += ms;
}

static void token(struct fixture *f, enum nj_qb_token_verdict verdict,
                  int64_t life_s)
{
    struct nj_qb_token t = {.text = "tok", .life_s = life_s};

    nj_qb_line_token(&f->l, verdict, &t, f->now, 0);
}

static void door(struct fixture *f, int64_t left)
{
    struct nj_qb_door d = {.url = "wss://x/", .left = left};

    nj_qb_line_door(&f->l, &d, f->now, 0);
}

static bool hears(struct fixture *f, enum nj_qb_kind kind, int64_t s)
{
    struct nj_qb_frame frame = {
        .kind = kind, .s = s, .interval_ms = INTERVAL, .session = "ses"};

    return nj_qb_line_frame(&f->l, &frame, f->now, 0);
}

static void closed(struct fixture *f, int64_t code)
{
    nj_qb_line_closed(&f->l, code, f->now, 0);
}

static void to_hello(struct fixture *f)
{
    int64_t due;

    if (next(f, &due) == NJ_QB_DO_TOKEN) {
        does(f, NJ_QB_DO_TOKEN);
        token(f, NJ_QB_TOKEN_OK, 7200);
    }
    does(f, NJ_QB_DO_DOOR);
    door(f, 1000);
    does(f, NJ_QB_DO_CONNECT);
    assert_false(hears(f, NJ_QB_HELLO, 0));
}

static struct fixture up(void)
{
    struct fixture f = begin("", 0);

    to_hello(&f);
    does(&f, NJ_QB_DO_IDENTIFY);
    assert_true(hears(&f, NJ_QB_READY, 1));
    return f;
}

/* --- coming up --- */

static void it_comes_up_in_order(void **state)
{
    struct fixture f = begin("", 0);
    int64_t due;

    NJ_UNUSED(state);
    does(&f, NJ_QB_DO_TOKEN);
    assert_int_equal(next(&f, &due), NJ_QB_DO_NOTHING); /* one at a time */
    token(&f, NJ_QB_TOKEN_OK, 7200);
    does(&f, NJ_QB_DO_DOOR);
    door(&f, 1000);
    does(&f, NJ_QB_DO_CONNECT);
    assert_int_equal(next(&f, &due), NJ_QB_DO_NOTHING); /* never before hello */
    assert_false(hears(&f, NJ_QB_READY, 1));
    assert_false(hears(&f, NJ_QB_HELLO, 0));
    does(&f, NJ_QB_DO_IDENTIFY);
    assert_int_not_equal(next(&f, &due), NJ_QB_DO_IDENTIFY); /* once */
    assert_true(hears(&f, NJ_QB_READY, 1));
    assert_string_equal(f.l.session, "ses");
    assert_int_equal(f.l.step, NJ_QB_STEP_UP);
}

static void a_session_on_disk_is_resumed(void **state)
{
    struct fixture f = begin("old", INT64_C(4294967300));

    NJ_UNUSED(state);
    to_hello(&f);
    does(&f, NJ_QB_DO_RESUME);
    f.now += 29000; /* what was missed comes first, and takes its time */
    assert_false(hears(&f, NJ_QB_EVENT, INT64_C(4294967301)));
    does(&f, NJ_QB_DO_BEAT);
    (void)hears(&f, NJ_QB_ACK, 0);
    f.now += 29000;
    rests(&f, 1000); /* silence would end it, no sooner than 30 s behind that */
    assert_true(hears(&f, NJ_QB_RESUMED, INT64_C(4294967302)));
    assert_string_equal(f.l.session, "old");
    assert_true(f.l.s == INT64_C(4294967300)); /* not stored yet */
    nj_qb_line_stored(&f.l, INT64_C(4294967301));
    nj_qb_line_stored(&f.l, 7); /* never back */
    assert_true(f.l.s == INT64_C(4294967301));
    assert_true(f.l.heard == INT64_C(4294967302));
}

static void silence_before_it_is_up_ends_it(void **state)
{
    struct fixture f = begin("", 0);

    NJ_UNUSED(state);
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 7200);
    does(&f, NJ_QB_DO_DOOR);
    door(&f, -1);
    does(&f, NJ_QB_DO_CONNECT);
    rests(&f, 30000);
    does(&f, NJ_QB_DO_CLOSE);
    closed(&f, 0);
    rests(&f, MIN_MS);
    to_hello(&f);
    does(&f, NJ_QB_DO_IDENTIFY);
    does(&f, NJ_QB_DO_BEAT);
    (void)hears(&f, NJ_QB_ACK, 0); /* alive, but it does not greet */
    rests(&f, 30000);
    does(&f, NJ_QB_DO_CLOSE);
}

/* --- signs of life --- */

static void each_beat_wants_an_acknowledgement(void **state)
{
    struct fixture f = up();

    NJ_UNUSED(state);
    for (int i = 0; i < 3; i++) {
        does(&f, NJ_QB_DO_BEAT);
        (void)hears(&f, NJ_QB_ACK, 0);
        rests(&f, INTERVAL);
    }
    does(&f, NJ_QB_DO_BEAT);
    rests(&f, INTERVAL);
    does(&f, NJ_QB_DO_CLOSE); /* none came: a dead line */
    closed(&f, 0);
    rests(&f, MIN_MS);
    to_hello(&f);
    does(&f, NJ_QB_DO_RESUME);
}

static void the_server_may_ask_for_a_beat(void **state)
{
    struct fixture f = up();

    NJ_UNUSED(state);
    does(&f, NJ_QB_DO_BEAT);
    (void)hears(&f, NJ_QB_ACK, 0);
    f.now += 10;
    (void)hears(&f, NJ_QB_BEAT, 0);
    does(&f, NJ_QB_DO_BEAT);
    rests(&f, INTERVAL - 10); /* which is none of ours */
    does(&f, NJ_QB_DO_BEAT);
}

/* --- breaking --- */

static void the_server_may_send_us_away(void **state)
{
    struct fixture f = up();

    NJ_UNUSED(state);
    (void)hears(&f, NJ_QB_RECONNECT, 0);
    does(&f, NJ_QB_DO_CLOSE);
    closed(&f, 1000);
    rests(&f, MIN_MS);
    to_hello(&f);
    does(&f, NJ_QB_DO_RESUME);
    (void)hears(&f, NJ_QB_INVALID, 0);
    does(&f, NJ_QB_DO_CLOSE);
    assert_string_equal(f.l.session, "");
    assert_int_equal(f.l.s, 0);
    closed(&f, 1000);
    rests(&f, 3000);
    to_hello(&f);
    does(&f, NJ_QB_DO_IDENTIFY);
}

static void a_close_has_a_reason(void **state)
{
    static const struct {
        int64_t code;
        enum nj_qb_do then;
        enum nj_qb_trouble trouble;
        int64_t ms;
    } rows[] = {
        {0, NJ_QB_DO_RESUME, NJ_QB_FINE, MIN_MS},
        {1006, NJ_QB_DO_RESUME, NJ_QB_FINE, MIN_MS},
        {4009, NJ_QB_DO_RESUME, NJ_QB_FINE, MIN_MS},
        {4006, NJ_QB_DO_IDENTIFY, NJ_QB_FINE, MIN_MS},
        {4007, NJ_QB_DO_IDENTIFY, NJ_QB_FINE, MIN_MS},
        {4900, NJ_QB_DO_IDENTIFY, NJ_QB_FINE, MIN_MS},
        {4913, NJ_QB_DO_IDENTIFY, NJ_QB_FINE, MIN_MS},
        {4008, NJ_QB_DO_RESUME, NJ_QB_FINE, 60000},
        {4001, NJ_QB_DO_IDENTIFY, NJ_QB_OUR_FAULT, MAX_MS},
        {4002, NJ_QB_DO_IDENTIFY, NJ_QB_OUR_FAULT, MAX_MS},
        {4010, NJ_QB_DO_IDENTIFY, NJ_QB_OUR_FAULT, MAX_MS},
        {4011, NJ_QB_DO_IDENTIFY, NJ_QB_OUR_FAULT, MAX_MS},
        {4012, NJ_QB_DO_IDENTIFY, NJ_QB_OUR_FAULT, MAX_MS},
        {4914, NJ_QB_DO_RESUME, NJ_QB_OFFLINE, MAX_MS},
        {4915, NJ_QB_DO_RESUME, NJ_QB_OFFLINE, MAX_MS},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct fixture f = up();

        closed(&f, rows[i].code);
        assert_int_equal(f.l.trouble, rows[i].trouble);
        rests(&f, rows[i].ms);
        to_hello(&f);
        does(&f, rows[i].then);
        assert_true(hears(&f, NJ_QB_READY, 1));
        assert_int_equal(f.l.trouble, NJ_QB_FINE);
    }
}

static void a_refused_token_is_renewed(void **state)
{
    struct fixture f = up();

    NJ_UNUSED(state);
    closed(&f, 4004);
    rests(&f, MIN_MS);
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 7200);
    to_hello(&f);
    does(&f, NJ_QB_DO_RESUME);
}

static void a_refused_intent_is_left_out_once(void **state)
{
    NJ_UNUSED(state);
    for (int64_t code = 4013; code <= 4014; code++) {
        struct fixture f = up();

        closed(&f, code);
        assert_true(f.l.less);
        assert_int_equal(f.l.trouble, NJ_QB_FINE);
        rests(&f, MIN_MS);
        to_hello(&f);
        does(&f, NJ_QB_DO_IDENTIFY);
        closed(&f, code);
        assert_int_equal(f.l.trouble, NJ_QB_WRONG_RIGHTS);
        rests(&f, MAX_MS);
    }
}

static void each_try_waits_twice_as_long(void **state)
{
    struct fixture f = up();
    int64_t ms = MIN_MS;

    NJ_UNUSED(state);
    for (int i = 0; i < 40; i++) {
        closed(&f, 0);
        rests(&f, ms);
        ms = ms * 2 < MAX_MS ? ms * 2 : MAX_MS;
        if (i < 3)
            to_hello(&f); /* which proves nothing */
        f.now += 1;
    }
    to_hello(&f);
    does(&f, NJ_QB_DO_RESUME);
    assert_true(hears(&f, NJ_QB_RESUMED, 9));
    closed(&f, 0);
    rests(&f, MIN_MS);
}

/* --- token and door --- */

static void a_token_is_renewed_before_its_end(void **state)
{
    struct fixture f = up();
    int64_t from = f.now;

    NJ_UNUSED(state);
    while (f.now < from + 7150000) {
        does(&f, NJ_QB_DO_BEAT);
        (void)hears(&f, NJ_QB_ACK, 0);
        f.now += f.now + INTERVAL < from + 7150000 ? INTERVAL
                                                   : from + 7150000 - f.now;
    }
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_ODD, 0);
    f.now += MIN_MS - 1;
    assert_int_not_equal(next(&f, &from), NJ_QB_DO_TOKEN);
    f.now++;
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 756);
    assert_true(f.l.token_until_ms == f.now + 706000);
    assert_int_equal(f.l.step, NJ_QB_STEP_UP); /* all the while */
    nj_qb_line_token_old(&f.l, f.now);
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 20);
    assert_true(f.l.token_until_ms == f.now + 10000);
}

static void a_wrong_secret_is_a_humans_affair(void **state)
{
    struct fixture f = begin("", 0);

    NJ_UNUSED(state);
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_WRONG, 0);
    assert_int_equal(f.l.trouble, NJ_QB_WRONG_SECRET);
    f.now += MAX_MS;
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 7200);
    assert_int_equal(f.l.trouble, NJ_QB_FINE);
}

static void questions_are_not_hurried(void **state)
{
    struct fixture f = begin("", 0);
    int64_t due;

    NJ_UNUSED(state);
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_FAST, 0);
    f.now += 59999;
    assert_int_equal(next(&f, &due), NJ_QB_DO_NOTHING);
    f.now++;
    does(&f, NJ_QB_DO_TOKEN);
    token(&f, NJ_QB_TOKEN_OK, 7200);
    does(&f, NJ_QB_DO_DOOR);
    nj_qb_line_door(&f.l, NULL, f.now, 0);
    assert_int_equal(next(&f, &due), NJ_QB_DO_NOTHING);
    f.now = due;
    does(&f, NJ_QB_DO_DOOR);
    door(&f, 5); /* few are left of today */
    rests(&f, MAX_MS);
    does(&f, NJ_QB_DO_CONNECT);
}

static void chance_spreads_tries_and_beats(void **state)
{
    struct fixture f = up();

    NJ_UNUSED(state);
    nj_qb_line_closed(&f.l, 0, f.now, 99);
    assert_true(f.l.at_ms > f.now + MIN_MS);
    assert_true(f.l.at_ms <= f.now + MIN_MS + MIN_MS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_up_in_order),
        cmocka_unit_test(a_session_on_disk_is_resumed),
        cmocka_unit_test(silence_before_it_is_up_ends_it),
        cmocka_unit_test(each_beat_wants_an_acknowledgement),
        cmocka_unit_test(the_server_may_ask_for_a_beat),
        cmocka_unit_test(the_server_may_send_us_away),
        cmocka_unit_test(a_close_has_a_reason),
        cmocka_unit_test(a_refused_token_is_renewed),
        cmocka_unit_test(a_refused_intent_is_left_out_once),
        cmocka_unit_test(each_try_waits_twice_as_long),
        cmocka_unit_test(a_token_is_renewed_before_its_end),
        cmocka_unit_test(a_wrong_secret_is_a_humans_affair),
        cmocka_unit_test(questions_are_not_hurried),
        cmocka_unit_test(chance_spreads_tries_and_beats),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/line", tests, NULL, NULL);
}
