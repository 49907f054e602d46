/* Matches out of rows: what is woken is what was put to sleep, what was
 * played by other rules is noticed, and the match file is true. */
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

static enum nj_status add_piece(void *ctx, const char *text, size_t n,
                                struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static enum nj_status verify(const struct nj_str *file, bool *over)
{
    const struct nj_record_rules rules = {.game = &nj_toy_game};
    struct nj_record r;
    struct nj_err err = {{0}};
    enum nj_status st;

    shelf_must(nj_record_read(file->p, file->len, nj_toy_find, &r, &err), &err);
    *over = r.over;
    st = nj_record_verify(&r, &rules, NULL, NULL, &err);
    nj_record_fini(&r);
    return st;
}

static void the_match_file_of_a_finished_match_is_true(void **state)
{
    struct shelf *s = *state;
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};
    bool over = false;

    (void)nj_toy_log_power(&s->log, "abort", -1);
    shelf_put_away(s);
    s->row.state = NJ_MATCH_OVER;
    shelf_must(
        nj_archive_write(s->store, &s->row, &toy, add_piece, &file, &err),
        &err);
    assert_int_equal(verify(&file, &over), NJ_OK);
    assert_true(over);
    assert_null(strstr(file.p, "qq:u:")); /* no user ids */
    nj_str_fini(&file);
}

static void a_running_match_keeps_its_secret(void **state)
{
    struct shelf *s = *state;
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};
    char hex[NJ_HEX_BYTES];
    bool over = true;

    shelf_put_away(s);
    memset(s->row.secret.b, 0xab, sizeof(s->row.secret.b));
    shelf_must(
        nj_archive_write(s->store, &s->row, &toy, add_piece, &file, &err),
        &err);
    assert_int_equal(verify(&file, &over), NJ_ERR_NOT_FOUND);
    assert_false(over);
    nj_hash_hex(&s->row.secret, hex);
    assert_null(strstr(file.p, hex));
    nj_str_fini(&file);
}

static void options_and_timers_are_read_with_bounds(void **state)
{
    static const char *const bad_options[] = {"",
                                              "[",
                                              "{\"colour\": \"red\"}",
                                              "{\"goal\": \"0\"}",
                                              "{\"goal\": 7}",
                                              "[\"goal\"]"};
    static const char *const bad_timers[] = {
        "",
        "{",
        "[1]",
        "[{\"name\": \"a\", \"at\": 1}]",
        "[{\"name\": \"a\", \"at\": -1, \"length\": 1}]",
        "[{\"name\": \"abcdefghijklmnopqrstuvwx\",\"at\":1,\"length\":1}]",
        "[{\"name\": \"a\", \"asked\": 99, \"at\": 1, \"length\": 1}]"};
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct nj_options o;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    memset(&o, 0x55, sizeof(o));
    for (size_t i = 0; i < NJ_COUNT(bad_options); i++)
        assert_int_not_equal(
            nj_archive_options_unpack(&nj_toy_game, bad_options[i], &o, &err),
            NJ_OK);
    assert_int_equal(o.v[0], 0x5555555555555555); /* untouched */
    shelf_must(nj_archive_options_unpack(&nj_toy_game, "{}", &o, &err), &err);
    assert_int_equal(o.v[nj_option_find(&nj_toy_game, "goal")], 20);
    for (size_t i = 0; i < NJ_COUNT(bad_timers); i++)
        assert_int_not_equal(
            nj_archive_timers_unpack(bad_timers[i], timers, &err), NJ_OK);
    shelf_must(nj_archive_timers_unpack("[]", timers, &err), &err);
    assert_string_equal(timers[0].name, "");
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
        SHELF_TEST(the_match_file_of_a_finished_match_is_true),
        SHELF_TEST(a_running_match_keeps_its_secret),
        cmocka_unit_test(options_and_timers_are_read_with_bounds),
    };

    return cmocka_run_group_tests_name("referee/archive", tests, NULL, NULL);
}
