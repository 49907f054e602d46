/*
 * Questions that verbs of a game answer in words of their own: one timer for
 * all, defaults by callback, who is frozen, which clock stands.
 *
 * The toy game with one verb more, "do": its words say what is asked and
 * closed; what the defaults did is said to everybody.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

#define SECOND INT64_C(1000)

static void said(struct nj_match *m, const char *what, nj_seat seat)
{
    nj_emit(m, nj_to_all(), "toy.guess", "",
            NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_text("text", what)));
}

static void by_door(struct nj_match *m, nj_seat seat)
{
    assert_false(nj_prompt_open(m, seat, "door"));
    said(m, "door", seat);
}

static void by_deal(struct nj_match *m, nj_seat seat)
{
    said(m, "deal", seat);
}

/* Its default ends the match. */
static void by_bomb(struct nj_match *m, nj_seat seat)
{
    said(m, "bomb", seat);
    nj_over(m);
}

static const struct nj_question questions[] = {
    {.name = "door", .freezes = true, .otherwise = by_door},
    {.name = "deal", .otherwise = by_deal},
    {.name = "bomb", .otherwise = by_bomb},
    {.name = NULL}};

/* "door 1 30": to seat 1, for so many seconds; then what else it is. */
static void ask(struct nj_match *m, const char *text)
{
    struct nj_ask q = {.seat = (nj_seat)(text[5] - '0')};
    char *how;

    for (size_t i = 0; questions[i].name != NULL; i++)
        if (strncmp(questions[i].name, text, 4) == 0)
            q.name = questions[i].name;
    assert_non_null(q.name);
    q.ms = strtol(text + 7, &how, 10) * SECOND;
    q.silent = strcmp(how, " silent") == 0;
    q.holds = strcmp(how, " holds") == 0;
    if (strcmp(how, " waits") == 0)
        q.waits = nj_bit(2);
    q.in_phase = strcmp(how, " in phase") == 0;
    nj_prompt(m, &q, "toy.double", "",
              NJ_ARGS(nj_arg_at("deadline", nj_ask_deadline(m, &q))));
}

static int apply_do(struct nj_match *m, const struct nj_input *in)
{
    static const uint8_t order[] = {2, 1, 0};
    const char *text = in->args.v[0].s;

    if (strcmp(text, "refuse") == 0)
        return nj_refuse(m, in, "toy.err.turn", "", NJ_NO_ARGS);
    if (strcmp(text, "end") == 0)
        nj_prompts_end(m, order);
    else if (strcmp(text, "long") == 0)
        nj_phase_begin(m, "long", 60 * SECOND);
    else if (strncmp(text, "close ", 6) == 0)
        nj_prompt_close(m, (nj_seat)(text[11] - '0'),
                        text[7] == 'o' ? "door" : "deal");
    else
        ask(m, text);
    return 0;
}

static int on_timer(struct nj_match *m, const struct nj_input *in)
{
    static const uint8_t order[] = {2, 1, 0};

    assert_string_equal(in->verb, NJ_PROMPT_TIMER);
    nj_prompts_due(m, order);
    return 0;
}

static void turn_over(struct nj_match *m)
{
    said(m, "over", 0);
}

static void remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    NJ_UNUSED(left_ms);
    said(m, percent == 50 ? "half" : "late", 0);
}

static const struct nj_phase phases[] = {
    {.timer = "turn", .over = turn_over},
    {"long", {50, 90}, remind, turn_over, 0},
    {.timer = NULL}};
static struct nj_game game;
static struct nj_verb verbs[20];

static void open_log(struct toy_log *l)
{
    int n = 0;

    for (; nj_toy_game.verbs[n].name != NULL; n++)
        verbs[n] = nj_toy_game.verbs[n];
    verbs[n] = (struct nj_verb){.name = "do",
                                .args = "t",
                                .channel = NJ_CHANNEL_GROUP,
                                .apply = apply_do};
    verbs[n + 1] = (struct nj_verb){.name = NULL};
    game = nj_toy_game;
    game.verbs = verbs;
    game.questions = questions;
    game.phases = phases;
    game.timer = on_timer;
    nj_toy_log_init(l);
    nj_match_destroy(l->m);
    l->setup.game = &game;
    l->m = nj_match_create(&l->setup);
    (void)nj_toy_log_start(l);
}

/* The log gives the same digests once more. */
static void close_log(struct toy_log *l)
{
    nj_match_destroy(nj_toy_log_fold(l));
    nj_toy_log_fini(l);
}

static const struct nj_outcome *tell(struct toy_log *l, const char *text)
{
    return nj_toy_log_order(l, 0, NJ_PLACE_GROUP, "do", text);
}

/* What is left of a timer, in seconds; -1: it does not run. */
static int64_t left(const struct toy_log *l, const char *name)
{
    int64_t at = nj_timer_at(l->m, name);

    return at == 0 ? -1 : (at - l->now_ms) / SECOND;
}

/* The next deadline, at its moment and `late` seconds more: what was said. */
static const char *wait_late(struct toy_log *l, int64_t late)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(l->m, &at));
    l->now_ms = at + late * SECOND;
    assert_true(nj_match_due(l->m, l->now_ms, &in));
    return nj_toy_lines(nj_toy_log_apply(l, &in));
}

static const char *wait(struct toy_log *l)
{
    return wait_late(l, 0);
}

static void one_timer_takes_the_oldest(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    assert_int_equal(left(&l, "prompt"), 30);
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 2 30");
    (void)tell(&l, "deal 0 30");
    assert_int_equal(left(&l, "prompt"), 20);
    assert_string_equal(wait(&l), "G toy.guess seat=2 text=door\n");
    assert_int_equal(left(&l, "prompt"), 10);
    assert_true(nj_prompt_seats(l.m, "deal") == (nj_bit(0) | nj_bit(2)));
    /* Equally old ones together, in the order of the seats. */
    assert_string_equal(wait(&l), "G toy.guess seat=3 text=deal\n"
                                  "G toy.guess seat=1 text=deal\n");
    assert_int_equal(left(&l, "prompt"), -1);
    close_log(&l);
}

static void an_answer_arms_it_for_the_next(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 1 40");
    (void)tell(&l, "close door 1");
    assert_false(nj_prompt_open(l.m, 1, "door"));
    assert_true(nj_prompt_open(l.m, 1, "deal"));
    assert_int_equal(left(&l, "prompt"), 40);
    (void)tell(&l, "bomb 1 15"); /* a shorter one goes in front */
    assert_int_equal(left(&l, "prompt"), 15);
    (void)tell(&l, "close deal 1");
    (void)tell(&l, "close deal 1"); /* not open any more: nothing happens */
    assert_int_equal(left(&l, "prompt"), 15);
    close_log(&l);
}

/* An outage moves timers outside the log; what is armed afterwards, and with
 * it the digest, is the same. */
static void a_grace_leaves_no_trace(void **state)
{
    struct toy_log l;
    struct nj_match *twin;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 2 30");
    nj_match_grace(l.m, l.now_ms, 500 * SECOND, 0);
    l.now_ms += 5 * SECOND;
    (void)tell(&l, "close door 1");
    assert_int_equal(left(&l, "prompt"), 25);
    (void)tell(&l, "deal 0 30");
    nj_match_grace(l.m, l.now_ms, 60 * SECOND, 0);
    (void)wait(&l); /* 85 s later; the other is overdue by the log */
    assert_false(nj_prompt_open(l.m, 2, "deal"));
    assert_true(nj_prompt_open(l.m, 0, "deal"));
    assert_int_equal(left(&l, "prompt"), 30); /* all of it is fair */
    twin = nj_toy_log_fold(&l); /* asserts each digest: it had no grace */
    assert_int_equal(nj_timer_at(twin, "prompt"), nj_timer_at(l.m, "prompt"));
    nj_match_destroy(twin);
    nj_toy_log_fini(&l);
}

static void a_pause_and_an_extension_move_them(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 2 30");
    (void)nj_toy_log_power(&l, "pause", -1);
    l.now_ms += 1000 * SECOND;
    (void)tell(&l, "bomb 2 50"); /* put while the clock stands */
    l.now_ms += 1000 * SECOND;
    (void)nj_toy_log_power(&l, "resume", -1);
    assert_int_equal(left(&l, "prompt"), 20);
    l.now_ms += 5 * SECOND;
    (void)nj_toy_log_power(&l, "extend", 100 * SECOND);
    assert_int_equal(left(&l, "prompt"), 115);
    (void)tell(&l, "close door 1");
    assert_int_equal(left(&l, "prompt"), 125);
    (void)tell(&l, "close deal 2");
    assert_int_equal(left(&l, "prompt"), 145);
    close_log(&l);
}

static void an_undo_gives_back_what_was_left(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 2 30");
    l.now_ms += 5 * SECOND;
    (void)tell(&l, "close door 1"); /* input 4 */
    l.now_ms += 900 * SECOND;
    (void)nj_toy_log_power(&l, "undo", 4);
    assert_true(nj_prompt_open(l.m, 1, "door"));
    assert_int_equal(left(&l, "prompt"), 15);
    (void)tell(&l, "close door 1");
    assert_int_equal(left(&l, "prompt"), 25);
    close_log(&l);
}

static void a_phase_ends_in_the_order_of_the_game(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "deal 0 30");
    (void)tell(&l, "deal 1 0"); /* without a deadline: its phase ends it */
    assert_int_equal(left(&l, "prompt"), 30);
    (void)tell(&l, "door 0 30");
    (void)tell(&l, "door 2 30");
    assert_string_equal(nj_toy_lines(tell(&l, "end")),
                        "G toy.guess seat=3 text=door\n"
                        "G toy.guess seat=1 text=door\n"
                        "G toy.guess seat=2 text=deal\n"
                        "G toy.guess seat=1 text=deal\n");
    assert_int_equal(left(&l, "prompt"), -1);
    close_log(&l);
}

static void nothing_is_done_behind_the_end(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "bomb 0 30");
    (void)tell(&l, "bomb 1 30");
    (void)tell(&l, "deal 1 30");
    o = tell(&l, "end");
    assert_true(o->over);
    assert_non_null(strstr(nj_toy_lines(o), "seat=2 text=bomb"));
    assert_null(strstr(nj_toy_lines(o), "seat=1 text=bomb"));
    close_log(&l);
}

static void who_is_asked_or_waits_is_frozen(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "deal 1 30 waits");
    assert_false(nj_frozen(l.m, 1)); /* this kind does not freeze */
    assert_true(nj_frozen(l.m, 2));
    (void)tell(&l, "door 1 30 waits");
    assert_true(nj_frozen(l.m, 1));
    (void)tell(&l, "close deal 1");
    assert_true(nj_frozen(l.m, 2)); /* for the other one */
    (void)tell(&l, "close door 1");
    assert_false(nj_frozen(l.m, 1));
    assert_false(nj_frozen(l.m, 2));
    close_log(&l);
}

/* Nobody learns of it, and its time is the same. */
static void a_silent_one_runs_to_its_time(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    assert_string_equal(nj_toy_lines(tell(&l, "deal 1 30 silent")), "");
    assert_true(nj_prompt_open(l.m, 1, "deal"));
    assert_int_equal(left(&l, "prompt"), 30);
    assert_string_equal(wait(&l), "G toy.guess seat=2 text=deal\n");
    close_log(&l);
}

static void it_ends_with_its_phase_at_the_latest(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "long");
    l.now_ms += 40 * SECOND;
    o = tell(&l, "deal 1 30 in phase");
    assert_int_equal(left(&l, "prompt"), 20);
    assert_int_equal(nj_message_int(o->messages, "deadline", 0),
                     l.now_ms + 20 * SECOND);
    (void)tell(&l, "door 1 10 in phase");
    assert_int_equal(left(&l, "prompt"), 10);
    close_log(&l);
}

/* A grace, and quiet hours, move the end of a phase outside the log. Questions
 * go by the end that the log knows, or by none: a replay has no other. */
static void a_grace_bounds_no_question(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "long");
    nj_match_grace(l.m, l.now_ms, 100 * SECOND, 0);
    assert_int_equal(left(&l, "long"), 160);
    l.now_ms += 40 * SECOND;
    (void)tell(&l, "deal 1 30 in phase");
    assert_int_equal(left(&l, "prompt"), 20);
    (void)tell(&l, "close deal 1");
    l.now_ms += 60 * SECOND;
    (void)tell(&l, "deal 1 30 in phase");
    assert_int_equal(left(&l, "prompt"), 30);
    close_log(&l);
}

static void a_clock_stands_while_another_is_asked(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "long");
    l.now_ms += 20 * SECOND;
    (void)tell(&l, "door 1 30 holds");
    assert_true(left(&l, "long") == 70); /* at the latest */
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 2 30 holds"); /* until 40 s from the first on */
    l.now_ms += 5 * SECOND;
    (void)tell(&l, "close door 1");
    assert_int_equal(left(&l, "long"), 65); /* the other one still holds it */
    l.now_ms += 5 * SECOND;
    (void)tell(&l, "close deal 2");
    assert_int_equal(left(&l, "long"), 40);
    assert_int_equal(left(&l, "remind"), 10); /* it stood as well */
    (void)tell(&l, "close deal 2");
    assert_int_equal(left(&l, "long"), 40);
    close_log(&l);
}

static void a_default_lets_it_go_on(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "long");
    assert_string_equal(wait(&l), "G toy.guess seat=1 text=half\n");
    (void)tell(&l, "deal 1 30 holds");
    assert_string_equal(wait(&l), "G toy.guess seat=2 text=deal\n");
    assert_int_equal(left(&l, "long"), 30);
    assert_string_equal(wait(&l), "G toy.guess seat=1 text=late\n");
    assert_int_equal(left(&l, "long"), 6);
    /* One that is armed meanwhile stands as well. */
    (void)tell(&l, "deal 1 30 holds");
    (void)tell(&l, "long");
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "close deal 1");
    assert_int_equal(left(&l, "long"), 60);
    assert_int_equal(left(&l, "remind"), 30);
    close_log(&l);
}

/* What stands has its own time behind a pause, and one outage is no gift
 * twice. */
static void it_stands_through_pause_and_grace(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "long");
    l.now_ms += 20 * SECOND;
    (void)tell(&l, "deal 1 30 holds");
    l.now_ms += 10 * SECOND;
    (void)nj_toy_log_power(&l, "pause", -1);
    l.now_ms += 700 * SECOND;
    (void)nj_toy_log_power(&l, "resume", -1);
    assert_int_equal(left(&l, "prompt"), 20);
    nj_match_grace(l.m, l.now_ms + 100 * SECOND, 100 * SECOND, 0);
    (void)wait(&l); /* 120 s later */
    assert_int_equal(left(&l, "long"), 40);
    close_log(&l);
}

static void a_refused_order_changes_nothing(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    (void)tell(&l, "door 1 30");
    assert_true(tell(&l, "refuse")->refused);
    assert_true(nj_prompt_open(l.m, 1, "door"));
    assert_int_equal(left(&l, "prompt"), 30);
    close_log(&l);
}

static void given_done(struct nj_match *m, int64_t at_ms)
{
    NJ_UNUSED(at_ms);
    nj_given_prompt(
        m, &(struct nj_ask){.seat = 1, .name = "door", .ms = 30 * SECOND});
}

/* One that stands on a given board is there again behind an undo. */
static void a_given_one_comes_back(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l);
    game.given_done = given_done;
    nj_match_destroy(l.m);
    l.n = 0;
    l.m = nj_match_create(&l.setup);
    nj_match_given_done(l.m, l.now_ms);
    assert_int_equal(left(&l, "prompt"), 30);
    l.now_ms += 10 * SECOND;
    (void)tell(&l, "deal 1 30");
    (void)tell(&l, "close door 1");
    l.now_ms += 5 * SECOND;
    (void)nj_toy_log_power(&l, "undo", 2);
    assert_true(nj_prompt_open(l.m, 1, "door"));
    assert_true(nj_prompt_open(l.m, 1, "deal"));
    assert_int_equal(left(&l, "prompt"), 20);
    assert_string_equal(wait(&l), "G toy.guess seat=2 text=door\n");
    nj_toy_log_fini(&l);
}

/* Many are open at once: one timer, little memory. */
static void many_cost_little(void **state)
{
    struct toy_log l;
    size_t before;

    NJ_UNUSED(state);
    open_log(&l);
    before = nj_match_bytes(l.m);
    (void)tell(&l, "refuse");
    assert_true(nj_match_bytes(l.m) == before);
    for (nj_seat i = 0; i < 3; i++) {
        char text[32];

        (void)snprintf(text, sizeof(text), "door %d 30", i);
        (void)tell(&l, text);
        (void)snprintf(text, sizeof(text), "deal %d 40", i);
        (void)tell(&l, text);
    }
    assert_string_equal(nj_match_timers(l.m)[1].name, "prompt");
    assert_string_equal(nj_match_timers(l.m)[2].name, "");
    assert_true(nj_match_bytes(l.m) - before <= 640);
    close_log(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_timer_takes_the_oldest),
        cmocka_unit_test(an_answer_arms_it_for_the_next),
        cmocka_unit_test(a_grace_leaves_no_trace),
        cmocka_unit_test(a_pause_and_an_extension_move_them),
        cmocka_unit_test(an_undo_gives_back_what_was_left),
        cmocka_unit_test(a_phase_ends_in_the_order_of_the_game),
        cmocka_unit_test(nothing_is_done_behind_the_end),
        cmocka_unit_test(who_is_asked_or_waits_is_frozen),
        cmocka_unit_test(a_silent_one_runs_to_its_time),
        cmocka_unit_test(it_ends_with_its_phase_at_the_latest),
        cmocka_unit_test(a_grace_bounds_no_question),
        cmocka_unit_test(a_clock_stands_while_another_is_asked),
        cmocka_unit_test(a_default_lets_it_go_on),
        cmocka_unit_test(it_stands_through_pause_and_grace),
        cmocka_unit_test(a_refused_order_changes_nothing),
        cmocka_unit_test(a_given_one_comes_back),
        cmocka_unit_test(many_cost_little),
    };

    return cmocka_run_group_tests_name("match/prompt_words", tests, NULL, NULL);
}
