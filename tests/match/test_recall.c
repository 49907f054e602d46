/* Reading the past again: what a seat typed and was told, and nothing else. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* --- the toy with an archive: `recall SEAT [UNTIL]` --- */

struct reader {
    struct nj_match *m;
    nj_seat asker;
};

static void read_line(void *ctx, const struct nj_past_line *line)
{
    const struct reader *r = ctx;

    assert_true((line->order == NULL) != (line->message == NULL));
    if (line->order != NULL)
        nj_emit(r->m, nj_to_seat(r->asker), "toy.typed", "TOY-8",
                NJ_ARGS(nj_arg_int("seq", line->seq),
                        nj_arg_id("verb", line->order->verb),
                        nj_arg_text("text", line->order->args.n > 0
                                                ? line->order->args.v[0].s
                                                : "")));
    else if (line->message != NULL)
        nj_emit(r->m, nj_to_seat(r->asker), line->message->key,
                line->message->clause, line->message->args);
}

static int recall(struct nj_match *m, const struct nj_input *in)
{
    struct reader r = {.m = m, .asker = in->seat};
    const char *text = in->args.v[0].s;
    uint32_t until = nj_seq(m);
    struct nj_toy *s = nj_state(m);
    char before[32];

    (void)snprintf(before, sizeof(before), "%s", text);
    if (strlen(text) > 2)
        until = (uint32_t)strtoul(text + 2, NULL, 10);
    nj_emit(m, nj_to_seat(in->seat), "toy.archive", "TOY-8", NJ_NO_ARGS);
    nj_recall(m, (nj_seat)(text[0] - '1'), until, read_line, &r);
    /* The input in hand is as good as it was. */
    assert_string_equal(in->args.v[0].s, before);
    s->heard_order += nj_random(m, 1000);
    return 0;
}

static struct nj_verb verbs[20];
static struct nj_game archive_game;

static void begin(struct toy_log *l)
{
    size_t n = 0;

    nj_toy_log_init(l);
    while (nj_toy_game.verbs[n].name != NULL) {
        verbs[n] = nj_toy_game.verbs[n];
        n++;
    }
    verbs[n] = (struct nj_verb){.name = "recall",
                                .args = "t",
                                .channel = NJ_CHANNEL_PRIVATE,
                                .apply = recall};
    archive_game = nj_toy_game;
    archive_game.verbs = verbs;
    l->setup.game = &archive_game;
    nj_match_destroy(l->m);
    l->m = nj_match_create(&l->setup);
}

static const struct nj_toy *toy(const struct toy_log *l)
{
    return nj_state_const(l->m);
}

static const char *say(struct toy_log *l, nj_seat seat, const char *verb,
                       const char *text)
{
    l->now_ms += 1000;
    return nj_toy_lines(
        nj_toy_log_order(l, seat, NJ_PLACE_PRIVATE, verb, text));
}

static void step(struct toy_log *l)
{
    l->now_ms += 1000;
    assert_false(nj_toy_log_order(l, toy(l)->turn, NJ_PLACE_GROUP, "step", NULL)
                     ->refused);
}

/* --- what comes back --- */

static void only_that_seats_lines_come_back(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    begin(&l);
    (void)nj_toy_log_start(&l);          /* 1 */
    (void)say(&l, 0, "guess", "apples"); /* 2 */
    (void)say(&l, 1, "guess", "pears");  /* 3 */
    (void)say(&l, 0, "guess", "plums");  /* 4 */
    assert_string_equal(say(&l, 1, "recall", "1 3"),
                        "P2 toy.archive\n"
                        "P2 toy.typed seq=2 verb=guess text=apples\n"
                        "P2 toy.guessed text=apples\n");
    assert_string_equal(say(&l, 1, "recall", "1"),
                        "P2 toy.archive\n"
                        "P2 toy.typed seq=2 verb=guess text=apples\n"
                        "P2 toy.guessed text=apples\n"
                        "P2 toy.typed seq=4 verb=guess text=plums\n"
                        "P2 toy.guessed text=plums\n");
    assert_string_equal(say(&l, 1, "recall", "3"), "P2 toy.archive\n");
    assert_string_equal(say(&l, 1, "recall", "1 0"), "P2 toy.archive\n");
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* The question went to the seat with its choices, by a step of its own. */
static void questions_and_answers_are_lines(void **state)
{
    struct toy_log l;
    nj_seat asked;
    char text[] = "? 5";

    NJ_UNUSED(state);
    begin(&l);
    (void)nj_toy_log_start(&l); /* 1 */
    step(&l);
    step(&l);
    asked = toy(&l)->turn;
    step(&l); /* 4 */
    (void)say(&l, asked, "answer", "yes");
    text[0] = (char)('1' + asked);
    assert_non_null(strstr(say(&l, 0, "recall", text),
                           "toy.typed seq=4 verb=step text=\n"
                           "P1 toy.double die="));
    assert_non_null(strstr(say(&l, 0, "recall", text),
                           "toy.typed seq=5 verb=answer text=yes\n"));
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* An own reading is a part of the past like any other, the one in hand
 * included as far as it has come. */
static void readings_are_read_again(void **state)
{
    struct toy_log l;
    const char *lines;
    size_t n = 0;

    NJ_UNUSED(state);
    begin(&l);
    (void)nj_toy_log_start(&l);                      /* 1 */
    (void)say(&l, 0, "guess", "apples");             /* 2 */
    (void)say(&l, 1, "recall", "1 2");               /* 3 */
    assert_string_equal(say(&l, 0, "recall", "2 3"), /* 4 */
                        "P1 toy.archive\n"
                        "P1 toy.typed seq=3 verb=recall text=1 2\n"
                        "P1 toy.archive\n"
                        "P1 toy.typed seq=2 verb=guess text=apples\n"
                        "P1 toy.guessed text=apples\n");
    lines = say(&l, 1, "recall", "2"); /* 5: 4 lines of 3, 2 of its own */
    for (; (lines = strstr(lines, "P2 ")) != NULL; lines++)
        n++;
    assert_int_equal(n, 1 + 4 + 2);
    /* Twenty of them, each reading all before: one pass each. */
    for (int i = 0; i < 20; i++)
        (void)say(&l, 2, "recall", "2");
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* --- what is left alone --- */

/* Two matches differ in nothing but that one reads: dice, deadlines, computer
 * players and state go on alike. */
static void reading_changes_nothing(void **state)
{
    struct toy_log with, without;
    int64_t at[2] = {0, 0};

    NJ_UNUSED(state);
    begin(&with);
    begin(&without);
    (void)nj_toy_log_start(&with);
    (void)nj_toy_log_start(&without);
    for (int i = 0; i < 6; i++) {
        (void)say(&with, 0, "recall", "2");
        (void)say(&without, 0, "recall", "2 0");
        (void)nj_toy_log_computers(&with);
        (void)nj_toy_log_computers(&without);
        if (!toy(&with)->asked)
            step(&with);
        if (!toy(&without)->asked)
            step(&without);
        assert_memory_equal(toy(&with), toy(&without), sizeof(struct nj_toy));
        assert_int_equal(nj_match_draws(with.m), nj_match_draws(without.m));
        assert_int_equal(nj_match_deadline(with.m, &at[0]),
                         nj_match_deadline(without.m, &at[1]));
        assert_int_equal(at[0], at[1]);
    }
    nj_match_destroy(nj_toy_log_fold(&with));
    nj_toy_log_fini(&with);
    nj_toy_log_fini(&without);
}

/* --- undo, given boards --- */

/* A log that lends one input at a time: the one before it is gone. */
struct one_at_a_time {
    const struct toy_log *log;
    struct nj_input in;
    struct nj_arg arg;
    char verb[16], text[32];
};

static const struct nj_input *lend_one(void *ctx, uint32_t seq)
{
    struct one_at_a_time *o = ctx;
    const struct nj_input *in = &o->log->inputs[seq - 1];

    o->in = *in;
    (void)snprintf(o->verb, sizeof(o->verb), "%s", in->verb);
    o->in.verb = o->verb;
    if (in->args.n == 0)
        return &o->in;
    o->arg = in->args.v[0];
    if (nj_arg_is_string(&o->arg)) {
        (void)snprintf(o->text, sizeof(o->text), "%s", o->arg.s);
        o->arg.s = o->text;
    }
    o->in.args.v = &o->arg;
    return &o->in;
}

static void fold_one_at_a_time(const struct toy_log *l)
{
    struct one_at_a_time lender = {.log = l};
    struct nj_match *m = nj_match_create(&l->setup);

    nj_match_set_source(m, lend_one, &lender);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct nj_outcome *o = nj_match_apply(m, &l->inputs[i]);

        assert_memory_equal(&o->digest, &l->digests[i], sizeof(o->digest));
    }
    nj_match_destroy(m);
}

static void what_was_undone_is_left_out(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    begin(&l);
    (void)nj_toy_log_start(&l);            /* 1 */
    (void)say(&l, 0, "guess", "apples");   /* 2 */
    (void)say(&l, 0, "guess", "pears");    /* 3 */
    (void)say(&l, 1, "recall", "1");       /* 4 */
    (void)nj_toy_log_power(&l, "undo", 3); /* 5 */
    assert_string_equal(say(&l, 1, "recall", "1"),
                        "P2 toy.archive\n"
                        "P2 toy.typed seq=2 verb=guess text=apples\n"
                        "P2 toy.guessed text=apples\n");
    assert_string_equal(say(&l, 0, "recall", "2 5"), "P1 toy.archive\n");
    (void)say(&l, 0, "guess", "plums");    /* 8 */
    (void)nj_toy_log_power(&l, "undo", 8); /* the fold reads twice (6, 7) */
    assert_string_equal(say(&l, 2, "recall", "1 2"),
                        "P3 toy.archive\n"
                        "P3 toy.typed seq=2 verb=guess text=apples\n"
                        "P3 toy.guessed text=apples\n");
    nj_match_destroy(nj_toy_log_fold(&l));
    fold_one_at_a_time(&l);
    nj_toy_log_fini(&l);
}

static void a_given_board_is_where_the_past_begins(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    begin(&l);
    assert_int_equal(nj_match_given(l.m, "seats 2", NULL), NJ_OK);
    assert_int_equal(nj_match_given(l.m, "turn 2", NULL), NJ_OK);
    nj_match_given_done(l.m, l.now_ms);
    step(&l); /* 1: refused in the second state, were the turn not given */
    (void)say(&l, 0, "guess", "apples");
    assert_string_equal(say(&l, 0, "recall", "2"),
                        "P1 toy.archive\n"
                        "P1 toy.typed seq=1 verb=step text=\n");
    assert_string_equal(say(&l, 1, "recall", "1 2"),
                        "P2 toy.archive\n"
                        "P2 toy.typed seq=2 verb=guess text=apples\n"
                        "P2 toy.guessed text=apples\n");
    nj_toy_log_fini(&l);
}

/* --- without a log --- */

static void read_without_log(void *ctx)
{
    struct toy_log *l = ctx;

    nj_match_set_source(l->m, NULL, NULL);
    (void)nj_match_apply(
        l->m, &(struct nj_input){.kind = NJ_IN_ORDER,
                                 .place = NJ_PLACE_PRIVATE,
                                 .verb = "recall",
                                 .args = NJ_ARGS(nj_arg_text("text", "1")),
                                 .at_ms = l->now_ms,
                                 .reason = ""});
}

static void without_a_log_it_is_a_fault(void **state)
{
    struct toy_log l;
    char where[256];

    NJ_UNUSED(state);
    begin(&l);
    (void)nj_toy_log_start(&l);
    assert_false(nj_bug_contain(read_without_log, &l, where, sizeof(where)));
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_that_seats_lines_come_back),
        cmocka_unit_test(questions_and_answers_are_lines),
        cmocka_unit_test(readings_are_read_again),
        cmocka_unit_test(reading_changes_nothing),
        cmocka_unit_test(what_was_undone_is_left_out),
        cmocka_unit_test(a_given_board_is_where_the_past_begins),
        cmocka_unit_test(without_a_log_it_is_a_fault),
    };

    return cmocka_run_group_tests_name("match/recall", tests, NULL, NULL);
}
