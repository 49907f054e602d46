/*
 * One chat's queue, message by message: what stands in front of what, what a
 * picture hangs under, where a long text is cut, what a life that is undone
 * leaves. For src/referee/speech/queue.c, outbox.c, heard.c and pacing.c.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/str.h"
#include "games/registry.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define GROUP "qq:g:1"
#define MATCH 7 /* is nobody's */

static struct house h;
static struct nj_chat *c;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    house_open(&h, "queue");
    c = nj_books_chat(h.referee, GROUP);
    h.referee->now_ms = 1000;
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

/* A message of `like` that says so. */
static struct nj_out *out(struct nj_out like, const char *text)
{
    struct nj_out *o = nj_alloc(sizeof(*o));

    *o = like;
    o->text = nj_strndup(text, strlen(text));
    return o;
}

static struct nj_out *append(struct nj_out like, const char *text)
{
    struct nj_out *o = out(like, text);

    nj_queue_append(h.referee, c, o);
    return o;
}

/* The texts that wait, joined by '|'. */
static void expect(const char *texts)
{
    struct nj_str all = NJ_STR_INIT(65536);

    for (const struct nj_out *o = c->head; o != NULL; o = o->next)
        nj_str_addf(&all, "%s%s", all.len > 0 ? "|" : "", o->text);
    assert_string_equal(all.p, texts);
    nj_str_fini(&all);
}

static void clear(void)
{
    struct nj_out *list = nj_queue_take(h.referee, c);

    while (list != NULL) {
        struct nj_out *o = list;

        list = o->next;
        nj_queue_free(o);
    }
}

/* --- what stands in front --- */

/* What lasts overtakes answers of an earlier turn, but parts no text. */
static void what_lasts_overtakes_old_answers(void **state)
{
    const struct nj_out row = {.row = 5, .match = MATCH};

    NJ_UNUSED(state);
    append((struct nj_out){.queued_ms = 999}, "old");
    append((struct nj_out){.queued_ms = 999}, "older");
    append((struct nj_out){.queued_ms = 1000}, "new");
    append(row, "row");
    expect("row|old|older|new");
    clear();
    append((struct nj_out){.queued_ms = 1000}, "new");
    append(row, "row");
    expect("new|row");
    clear();
    append((struct nj_out){.queued_ms = 999, .part = 2}, "rest");
    append((struct nj_out){.queued_ms = 999, .part = 1}, "begins");
    append(row, "row");
    expect("rest|row|begins");
    clear();
    append((struct nj_out){.whole = 3, .part = 1}, "of a row");
    append((struct nj_out){.queued_ms = 999}, "old");
    append((struct nj_out){.whole = 5, .part = 1}, "of mine");
    expect("of a row|of mine|old");
}

/* What is folded goes in front of the lines of its turn, and of no others. */
static void what_is_folded_goes_in_front_of_its_turn(void **state)
{
    static const struct nj_out others[] = {
        {.row = 1, .match = MATCH + 1, .at_ms = 9},
        {.row = 0, .match = MATCH, .at_ms = 9, .queued_ms = 1000},
        {.row = 1, .match = MATCH, .at_ms = 8},
        {.row = 1, .match = MATCH, .at_ms = 9, .folded = true},
        {.row = 1, .match = MATCH, .at_ms = 9, .card = true},
        {.row = 1, .match = MATCH, .at_ms = 9, .begun = true}};

    const struct nj_out folded = {
        .row = 2, .match = MATCH, .at_ms = 9, .folded = true};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(others); i++) {
        append(others[i], "other");
        append(folded, "folded");
        expect("other|folded");
        clear();
    }
    append(others[2], "before");
    append((struct nj_out){.row = 1, .match = MATCH, .at_ms = 9}, "one");
    append((struct nj_out){.whole = 3, .part = 1, .match = MATCH, .at_ms = 9},
           "two");
    append(folded, "folded");
    expect("before|folded|one|two");
    clear();
    append((struct nj_out){.row = 1, .match = MATCH, .at_ms = 9}, "one");
    append(
        (struct nj_out){
            .folded = true, .match = MATCH, .at_ms = 9, .queued_ms = 1000},
        "-");
    append((struct nj_out){.row = 1, .folded = true, .at_ms = 9}, "no match");
    expect("one|-|no match");
}

/* --- pictures --- */

static struct nj_png png(unsigned char first)
{
    struct nj_png p = {nj_alloc(1), 1};

    p.p[0] = first;
    return p;
}

/* Under the last line of its match, and one there is enough. */
static void a_picture_hangs_under_the_last_of_its_match(void **state)
{
    struct nj_png p = png(1), q = png(2);
    const struct nj_out *first, *last;

    NJ_UNUSED(state);
    append((struct nj_out){.match = MATCH}, "an answer");
    append((struct nj_out){.row = 1, .match = MATCH + 1}, "another match");
    append((struct nj_out){.row = 2, .match = MATCH, .card = true}, "a card");
    append((struct nj_out){.row = 3, .match = MATCH, .folded = true}, "folded");
    assert_false(nj_queue_hang(c, MATCH, &p));
    first = append((struct nj_out){.row = 4, .match = MATCH}, "one");
    assert_true(nj_queue_hang(c, MATCH, &p));
    assert_int_equal(first->picture.p[0], 1);
    assert_int_equal(p.n, 0); /* it is the queue's */
    last = append((struct nj_out){.row = 5, .match = MATCH}, "two");
    assert_true(nj_queue_hang(c, MATCH, &q));
    assert_int_equal(last->picture.p[0], 2);
    assert_int_equal(first->picture.n, 0);
}

/* --- what takes the place of what --- */

static void what_has_passed_is_not_said_unless_it_has_begun(void **state)
{
    struct nj_store *s = h.store;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_store_begin(s);
    append((struct nj_out){.match = MATCH, .passing = true}, "passing");
    append((struct nj_out){.match = MATCH + 1, .passing = true}, "other's");
    append((struct nj_out){.match = MATCH, .passing = true, .begun = true},
           "begun");
    append((struct nj_out){.match = MATCH, .count = true}, "one of two");
    nj_queue_push(
        h.referee, c,
        out((struct nj_out){.match = MATCH, .urgency = NJ_URGENT_SHELL},
            "answer"));
    expect("passing|other's|begun|one of two|answer");
    nj_queue_push(h.referee, c,
                  out((struct nj_out){.match = MATCH,
                                      .count = true,
                                      .urgency = NJ_URGENT_SHELL},
                      "two of two"));
    expect("passing|other's|begun|answer|two of two");
    nj_queue_push(
        h.referee, c,
        out((struct nj_out){.match = MATCH, .urgency = NJ_URGENT_MATCH},
            "news"));
    expect("other's|begun|answer|two of two|news");
    assert_int_equal(nj_store_commit(s, &err), NJ_OK);
}

/* What waits of a match goes with it, and so does the rest of a long text. */
static void what_waits_of_a_match_is_dropped_with_it(void **state)
{
    NJ_UNUSED(state);
    append((struct nj_out){.match = MATCH + 1}, "another match");
    append((struct nj_out){.match = MATCH}, "an answer");
    append((struct nj_out){.whole = 0, .match = MATCH}, "more");
    c->part_row = 4;
    c->parts_gone = 1;
    nj_outbox_drop(h.referee, c, MATCH);
    expect("another match");
    assert_int_equal(c->part_row, 4);
    clear();
    c->part_row = 0;
    c->parts_gone = 0;
}

/* --- long texts --- */

/* A text of that many lines "x", with `last` behind them. */
static void push_long(const char *head, uint32_t lines, const char *tail)
{
    struct nj_str text = NJ_STR_INIT(65536);

    nj_str_puts(&text, head);
    for (uint32_t i = 0; i < lines; i++)
        nj_str_puts(&text, "x\n");
    nj_str_puts(&text, tail);
    nj_queue_push(h.referee, c, out((struct nj_out){.match = 0}, text.p));
    nj_str_fini(&text);
}

static size_t first_lines(void)
{
    return nj_queue_lines(c->head->text);
}

/* A message has forty lines; a board is not cut if it need not be. */
static void a_long_text_is_cut_where_it_hurts_least(void **state)
{
    NJ_UNUSED(state);
    push_long("", 60, "end");
    assert_int_equal(first_lines(), 40);
    clear();
    push_long("\n\n", 60, "end"); /* no empty line behind anything */
    assert_true(first_lines() >= 38);
    clear();
    /* a board of the figures that boards have: it goes as a whole */
    push_long("", 38, "title\n\xef\xbc\x91\n\xef\xbc\x92\n\xef\xbc\x93\nend");
    assert_int_equal(first_lines(), 38);
    clear();
    /* wide signs that are no figures begin no board */
    push_long("", 38, "t\n\xef\xbc\x88\n\xef\xbc\xa1\n\xef\xbc\xa2\nend");
    assert_int_equal(first_lines(), 40);
    clear();
    /* a text that is all board is cut behind a line all the same */
    push_long("\xe3\x80\x80", 0, "");
    clear();
}

/* --- what a turn that is undone leaves --- */

static bool keeps(struct nj_chat like)
{
    struct nj_queue_kept k;

    return nj_queue_keep(&like, &k);
}

static void whatever_the_store_does_not_know_is_kept(void **state)
{
    NJ_UNUSED(state);
    assert_false(keeps((struct nj_chat){.call = 0}));
    assert_false(keeps((struct nj_chat){.call = 3, .handing = true}));
    assert_true(keeps((struct nj_chat){.call = 3}));
    assert_true(keeps((struct nj_chat){.fated_call = 3}));
    assert_true(keeps((struct nj_chat){.hold_until_ms = 1}));
    assert_true(keeps((struct nj_chat){.part_row = 1}));
    assert_true(keeps((struct nj_chat){.failures = 1}));
    assert_true(keeps((struct nj_chat){.muted = true}));
}

/* Parts that had left are not said again; the rest is marked when it is. */
static void parts_that_have_left_are_not_said_again(void **state)
{
    const struct nj_queue_kept k = {.part_row = 5, .parts_gone = 1};
    const struct nj_out *last;

    NJ_UNUSED(state);
    append((struct nj_out){.whole = 4, .part = 1}, "other");
    append((struct nj_out){.whole = 5, .part = 1}, "one");
    append((struct nj_out){.whole = 5, .part = 2}, "two");
    last = append((struct nj_out){.row = 5, .part = 3}, "three");
    nj_queue_restore(h.referee, c, &k);
    expect("other|two|three");
    assert_true(last->begun);
    clear();
}

/* --- what is heard again --- */

static void only_what_lasts_is_carried(void **state)
{
    struct nj_out o = {.row = 1};

    NJ_UNUSED(state);
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_NOT_SENT, false),
                     NJ_LOT_AGAIN);
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_LOST, false), NJ_LOT_AGAIN);
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, false),
                     NJ_LOT_CARRIED);
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, true), NJ_LOT_AGAIN);
    o.urgency = NJ_URGENT_LAST; /* a refusal is nobody else's business */
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, true), NJ_LOT_STANDS);
    o = (struct nj_out){.whole = 1, .part = 1};
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, false),
                     NJ_LOT_CARRIED);
    o.personal = true;
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, false), NJ_LOT_AGAIN);
    o.tries = 1;
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, false),
                     NJ_LOT_STANDS);
    o = (struct nj_out){.row = 1};
    append((struct nj_out){.row = 2}, "waits");
    assert_int_equal(nj_heard_lot(c, &o, NJ_FATE_UNKNOWN, false), NJ_LOT_AGAIN);
    clear();
}

static void what_goes_along_need_not_be_heard(void **state)
{
    struct nj_out along = {.hear = NJ_HEAR_ALONG};
    struct nj_out tried = {.hear = NJ_HEAR_NEWS, .tries = 1, .next = &along};
    struct nj_out once = {.hear = NJ_HEAR_ONCE, .next = &tried};
    struct nj_out news = {.hear = NJ_HEAR_NEWS, .next = &once};

    NJ_UNUSED(state);
    assert_false(nj_heard_must(&once));
    assert_true(nj_heard_must(&news));
    assert_int_equal(nj_heard_how(nj_game_find("long-night"), "lnx.turn"),
                     NJ_HEAR_ONCE);
}

/* A question is over when its match is, or when a later turn waits. */
static void a_question_that_is_over_is_left_out(void **state)
{
    const struct nj_out turn = {
        .hear = NJ_HEAR_TURN, .doubtful = true, .queued_ms = INT64_MAX};
    const struct nj_out ask = {
        .hear = NJ_HEAR_ASK, .doubtful = true, .queued_ms = INT64_MAX};
    struct nj_out of = turn, later;
    struct nj_err err = {{0}};
    int64_t match;

    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "");
    match = h.referee->entries[0]->id;
    nj_store_begin(h.store);
    append(turn, "of no match"); /* which is over, then */
    of.match = match;
    append(of, "its turn");
    nj_heard_leave_out(h.referee, c);
    expect("its turn");
    assert_true(c->doubts);
    later = (struct nj_out){
        .hear = NJ_HEAR_TURN, .match = match + 1, .queued_ms = INT64_MAX};
    append(later, "another match");
    later.match = match;
    later.hear = NJ_HEAR_NEWS;
    append(later, "news");
    nj_heard_leave_out(h.referee, c);
    expect("its turn|another match|news");
    later.hear = NJ_HEAR_TURN;
    later.whole = 3; /* another message than the first */
    append(later, "the next");
    nj_heard_leave_out(h.referee, c);
    expect("another match|news|the next");
    clear();
    of = turn;
    of.match = match;
    of.whole = 3;
    append(of, "a part");
    append(of, "and the rest"); /* is no later turn */
    of = ask;
    of.match = match;
    of.card = true; /* of a table that has become a match */
    append(of, "card");
    nj_heard_leave_out(h.referee, c);
    expect("a part|and the rest");
    clear();
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
}

/* --- how fast --- */

static void without_limits_everything_may_go(void **state)
{
    struct nj_referee *r = h.referee;

    NJ_UNUSED(state);
    assert_true(nj_pacing_unlimited(r, c));
    assert_true(nj_pacing_courtesy(r, 0));
    assert_int_equal(nj_pacing_room(r, 0, NJ_LINE_OTHERS), UINT32_MAX);
    assert_int_equal(nj_pacing_room_ms(r, 0, NJ_LINE_OTHERS), r->steady_ms);
    assert_int_equal(nj_pacing_spare_ms(r, c), 0);
    c->muted = true; /* an event tells when */
    assert_int_equal(nj_pacing_spare_ms(r, c), INT64_MAX);
    c->muted = false;
    nj_memory_link(h.gateway, false);
    house_run(&h);
    assert_false(nj_pacing_courtesy(r, 0));
}

/* What is said beside all queues counts as said. */
static void courtesies_count(void **state)
{
    struct nj_referee *r = h.referee;
    int n = 0;

    NJ_UNUSED(state);
    r->setup.pace = (struct nj_pace){1, 2, 100, 4};
    house_pass(&h, 10000); /* all that there can be is there */
    while (n < 10 && nj_pacing_courtesy(r, 0))
        n++;
    assert_int_equal(n, 4);
    house_pass(&h, 1000);
    assert_true(nj_pacing_courtesy(r, 0));
}

/* A minute that takes more than sixty never binds: nothing is evened out, and
 * who sits down waits for nobody. */
static void a_wide_minute_does_not_even_out(void **state)
{
    struct nj_referee *r = h.referee;

    NJ_UNUSED(state);
    r->setup.pace = (struct nj_pace){100, 100, 120, 1000};
    house_pass(&h, 1000);
    c->gather_ms = 0;
    nj_pacing_gathered(r, c);
    assert_int_equal(c->gather_ms, 0);
    for (int i = 0; i < 50; i++) {
        assert_true(nj_pacing_ready(r, c, NJ_URGENT_MATCH));
        nj_pacing_take(r, c);
    }
    r->setup.pace.per_minute = 60;
    assert_false(nj_pacing_ready(r, c, NJ_URGENT_MATCH));
    nj_pacing_gathered(r, c);
    assert_true(c->gather_ms > r->steady_ms);
}

/* Of a gateway that is gone nothing may be said, at nobody's pace. */
static void a_gateway_that_is_gone_is_told_nothing(void **state)
{
    struct nj_chat *gone = nj_books_chat(h.referee, "xx:u:1");

    NJ_UNUSED(state);
    assert_false(nj_pacing_open(h.referee, gone));
    assert_true(nj_pacing_has(h.referee, gone, 1));
    assert_int_equal(nj_pacing_own_ms(h.referee, gone, NJ_URGENT_SHELL),
                     INT64_MAX);
    assert_int_equal(nj_private_asked(h.referee, gone), NJ_PRIVACY_UNSAID);
    assert_false(nj_books_can(h.referee, gone, NJ_CAN_BUTTONS));
}

/* The rest of a text that has left in part is not waited for any more. */
static void a_text_that_is_dropped_has_no_rest(void **state)
{
    NJ_UNUSED(state);
    nj_store_begin(h.store);
    append((struct nj_out){.row = 3, .match = MATCH}, "another of it");
    append((struct nj_out){.row = 4, .match = MATCH, .part = 2},
           "its last part");
    c->part_row = 4;
    c->parts_gone = 1;
    nj_outbox_drop(h.referee, c, MATCH);
    expect("");
    assert_int_equal(c->part_row, 0);
    assert_int_equal(c->parts_gone, 0);
    nj_store_rollback(h.store); /* there are no such rows */
}

/* Its own pace or not: of a gateway that is gone it is the common one. */
static void a_gateway_without_a_pace_has_the_common_one(void **state)
{
    static const struct nj_pace own[] = {{1, 2, 7, 4}, {1, 2, 9, 4}};
    struct nj_referee *r = h.referee;
    struct nj_chat *gone = nj_books_chat(r, "xx:u:1");

    NJ_UNUSED(state);
    r->setup.pace = (struct nj_pace){1, 2, 3, 4};
    r->setup.paces = own;
    assert_true(nj_pacing_has(r, gone, 3));
    assert_false(nj_pacing_has(r, gone, 4));
    assert_true(nj_pacing_has(r, c, 7));
    assert_false(nj_pacing_has(r, c, 8));
    r->setup.paces = NULL;
}

/* A minute of two texts is too short to be parted: the first goes at once. */
static void a_narrow_minute_holds_up_no_first_text(void **state)
{
    struct nj_referee *r = h.referee;

    NJ_UNUSED(state);
    r->setup.pace = (struct nj_pace){1, 2, 2, 4};
    house_pass(&h, 120000);
    assert_true(nj_pacing_ready(r, c, NJ_URGENT_MATCH));
    assert_true(nj_pacing_own_ms(r, c, NJ_URGENT_MATCH) <= r->steady_ms);
}

/* A line that begins with a wide letter is no row of a board. */
static void a_wide_letter_begins_no_board(void **state)
{
    NJ_UNUSED(state);
    push_long("", 40, "\xef\xbc\xa1 tail"); /* U+FF21 */
    assert_int_equal(first_lines(), 40);
    clear();
    push_long("", 40, "\xef\xbc\x91 tail"); /* U+FF11: a row, with its title */
    assert_int_equal(first_lines(), 39);
    clear();
}

int main(void)
{
#define QUEUE_TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        QUEUE_TEST(what_lasts_overtakes_old_answers),
        QUEUE_TEST(what_is_folded_goes_in_front_of_its_turn),
        QUEUE_TEST(a_picture_hangs_under_the_last_of_its_match),
        QUEUE_TEST(what_has_passed_is_not_said_unless_it_has_begun),
        QUEUE_TEST(what_waits_of_a_match_is_dropped_with_it),
        QUEUE_TEST(a_long_text_is_cut_where_it_hurts_least),
        QUEUE_TEST(whatever_the_store_does_not_know_is_kept),
        QUEUE_TEST(parts_that_have_left_are_not_said_again),
        QUEUE_TEST(only_what_lasts_is_carried),
        QUEUE_TEST(what_goes_along_need_not_be_heard),
        QUEUE_TEST(a_question_that_is_over_is_left_out),
        QUEUE_TEST(without_limits_everything_may_go),
        QUEUE_TEST(courtesies_count),
        QUEUE_TEST(a_wide_minute_does_not_even_out),
        QUEUE_TEST(a_gateway_that_is_gone_is_told_nothing),
        QUEUE_TEST(a_text_that_is_dropped_has_no_rest),
        QUEUE_TEST(a_gateway_without_a_pace_has_the_common_one),
        QUEUE_TEST(a_narrow_minute_holds_up_no_first_text),
        QUEUE_TEST(a_wide_letter_begins_no_board),
    };

    return cmocka_run_group_tests_name("referee/queue", tests, NULL, NULL);
}
