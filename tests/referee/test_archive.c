/* Matches out of rows: what is woken is what was put to sleep, what was
 * played by other rules is noticed. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/shelf.h"
#include "match/emit.h"

static const struct nj_loaded_game toy = {.game = &nj_toy_game};

static void a_match_wakes_as_it_slept(void **state)
{
    struct shelf *s = *state;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    shelf_put_away(s);
    shelf_must(nj_archive_wake(s->store, &s->row, &toy, &m, &err), &err);
    assert_int_equal(nj_match_seq(m), s->log.n);
    assert_true(nj_hash_equal(nj_match_digest(m), nj_match_digest(s->log.m)));
    assert_memory_equal(nj_state_const(m), nj_state_const(s->log.m),
                        sizeof(struct nj_toy));
    assert_memory_equal(nj_match_timers(m), nj_match_timers(s->log.m),
                        NJ_TIMERS_MAX * sizeof(struct nj_timer));
    nj_match_destroy(m);
}

static void deadlines_come_from_the_row(void **state)
{
    struct shelf *s = *state;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};
    int64_t at_ms = 0, moved_ms = 0;

    assert_true(nj_match_deadline(s->log.m, &at_ms));
    nj_match_grace(s->log.m, s->log.now_ms, 90000, 600000);
    shelf_put_away(s);
    shelf_must(nj_archive_wake(s->store, &s->row, &toy, &m, &err), &err);
    assert_true(nj_match_deadline(m, &moved_ms));
    assert_true(moved_ms >= at_ms + 90000);
    nj_match_destroy(m);
}

static void a_woken_match_can_be_taken_back(void **state)
{
    struct shelf *s = *state;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};
    const struct nj_input undo = {.at_ms = s->log.now_ms + 5,
                                  .kind = NJ_IN_UNDO,
                                  .seat = NJ_SEAT_NONE,
                                  .by = NJ_BY_HOST,
                                  .verb = "undo",
                                  .reason = ""};
    const struct nj_outcome *o;
    struct nj_hash digest;

    shelf_put_away(s);
    shelf_must(nj_archive_wake(s->store, &s->row, &toy, &m, &err), &err);
    o = nj_match_apply(m, &undo);
    assert_false(o->refused);
    digest = o->digest;
    s->log.now_ms += 5;
    o = nj_toy_log_apply(&s->log, &undo);
    assert_true(nj_hash_equal(&digest, &o->digest));
    nj_match_destroy(m);
}

static void expect_mismatch(struct shelf *s, const struct nj_match_row *row,
                            const struct nj_loaded_game *game, const char *what)
{
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    assert_int_equal(nj_archive_wake(s->store, row, game, &m, &err),
                     NJ_ERR_MISMATCH);
    assert_null(m);
    assert_non_null(strstr(err.text, what));
}

static void other_rules_are_noticed(void **state)
{
    struct shelf *s = *state;
    struct nj_loaded_game other = toy;
    struct nj_match_row row;

    shelf_put_away(s);
    row = s->row;
    row.rules_version++;
    expect_mismatch(s, &row, &toy, "rules");
    other.data_hash.b[0] = 1;
    expect_mismatch(s, &s->row, &other, "data");
    row = s->row;
    row.commitment.b[0] = 1; /* it begins another chain */
    expect_mismatch(s, &row, &toy, "input 1: the digest differs");
    row = s->row;
    row.seed.b[0] = 2;
    expect_mismatch(s, &row, &toy, "digest differs");
}

static void an_altered_input_is_noticed(void **state)
{
    struct shelf *s = *state;

    s->log.digests[3].b[5] ^= 1;
    shelf_put_away(s);
    expect_mismatch(s, &s->row, &toy, "input 4: the digest differs");
}

static void a_missing_input_is_noticed(void **state)
{
    struct shelf *s = *state;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    s->log.n--; /* the last row is not written, the match counts it */
    shelf_put_away(s);
    s->row.seq++;
    assert_int_equal(nj_archive_wake(s->store, &s->row, &toy, &m, &err),
                     NJ_ERR_CORRUPT);
    assert_null(m);
}

int main(void)
{
#define SHELF_TEST(f) \
 cmocka_unit_test_setup_teardown(f, shelf_open, shelf_close)
    const struct CMUnitTest tests[] = {
        SHELF_TEST(a_match_wakes_as_it_slept),
        SHELF_TEST(deadlines_come_from_the_row),
        SHELF_TEST(a_woken_match_can_be_taken_back),
        SHELF_TEST(other_rules_are_noticed),
        SHELF_TEST(an_altered_input_is_noticed),
        SHELF_TEST(a_missing_input_is_noticed),
    };

    return cmocka_run_group_tests_name("referee/archive", tests, NULL, NULL);
}
