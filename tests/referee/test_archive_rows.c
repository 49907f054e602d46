/* Rows that cannot be: each is refused with a line that says which, and no
 * match and no file comes out of them. */
#include "kit/nj_test.h"
#include "kit/shelf.h"
#include "referee/play/archive.h"

static const struct nj_loaded_game toy = {.game = &nj_toy_game};

/* A row that would follow the last one. */
static struct nj_input_row next_row(const struct shelf *s)
{
    return (struct nj_input_row){.match = s->row.id,
                                 .seq = s->row.seq + 1,
                                 .at_ms = s->log.now_ms + 1,
                                 .kind = NJ_IN_ORDER,
                                 .place = NJ_PLACE_PRIVATE,
                                 .by = NJ_BY_PERSON,
                                 .seat = 0,
                                 .verb = "guess",
                                 .args = "{\"text\":[\"text\",\"x\"]}",
                                 .reason = ""};
}

static enum nj_status add_piece(void *ctx, const char *text, size_t n,
                                struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static void no_match(struct shelf *s, const struct nj_match_row *row,
                     const char *what)
{
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    assert_int_not_equal(nj_archive_wake(s->store, row, &toy, &m, &err), NJ_OK);
    assert_null(m);
    if (strstr(err.text, what) == NULL)
        fail_msg("'%s' is not in '%s'", what, err.text);
    assert_non_null(strstr(err.text, "match 1"));
}

static void no_file(struct shelf *s, const struct nj_match_row *row,
                    const char *what)
{
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};

    assert_int_not_equal(
        nj_match_file_write(s->store, row, &toy, add_piece, &file, &err),
        NJ_OK);
    if (strstr(err.text, what) == NULL)
        fail_msg("'%s' is not in '%s'", what, err.text);
    nj_str_fini(&file);
}

static void no_match_with(struct shelf *s, const struct nj_input_row *more,
                          const char *what)
{
    struct nj_match_row row = s->row;

    row.seq++;
    nj_store_begin(s->store);
    nj_input_insert(s->store, more);
    assert_true(nj_store_good(s->store));
    no_match(s, &row, what);
    nj_store_rollback(s->store);
}

static void a_kind_that_does_not_exist_is_refused(void **state)
{
    struct shelf *s = *state;
    struct nj_input_row row;

    shelf_put_away(s);
    row = next_row(s);
    row.kind = -1;
    no_match_with(s, &row, "no such kind");
    row.kind = NJ_IN_UNDO + 1;
    no_match_with(s, &row, "no such kind");
    row = next_row(s);
    row.place = -1;
    no_match_with(s, &row, "no such kind");
    row.place = NJ_PLACE_PRIVATE + 1;
    no_match_with(s, &row, "no such kind");
    row = next_row(s);
    row.by = -1;
    no_match_with(s, &row, "no such kind");
    row.by = NJ_BY_ADMIN + 1;
    no_match_with(s, &row, "no such kind");
}

static void an_input_that_cannot_be_is_refused(void **state)
{
    struct shelf *s = *state;
    struct nj_input_row row;

    shelf_put_away(s);
    row = next_row(s);
    row.args = "[";
    no_match_with(s, &row, "input 10");
    row = next_row(s);
    row.verb = "dance";
    no_match_with(s, &row, "'dance'");
    row = next_row(s);
    row.seq++;
    no_match_with(s, &row, "input 10 is missing");
    row = next_row(s); /* not in its turn, or a question is open */
    row.verb = "answer";
    row.args = "{\"text\":[\"text\",\"perhaps\"]}";
    no_match_with(s, &row, "input 10 is refused now");
}

static void seats_that_cannot_be_are_refused(void **state)
{
    struct shelf *s = *state;
    struct nj_seat_row seat = {.computer = true, .joined_ms = 1};

    shelf_put_away(s);
    seat.match = s->row.id;
    nj_store_begin(s->store);
    for (uint8_t i = 3; i <= NJ_SEATS_MAX; i++) {
        seat.join = i;
        seat.seat = i;
        nj_seat_put(s->store, &seat);
    }
    no_match(s, &s->row, "too many seats");
    no_file(s, &s->row, "too many seats");
    nj_store_rollback(s->store);
    nj_store_begin(s->store);
    for (uint8_t i = 0; i < 3; i++)
        nj_seat_delete(s->store, s->row.id, i);
    no_match(s, &s->row, "no seats");
    nj_store_rollback(s->store);
}

static void a_row_that_cannot_be_is_refused(void **state)
{
    struct shelf *s = *state;
    struct nj_match_row row;

    shelf_put_away(s);
    row = s->row;
    row.rng = NJ_RNG_SCRIPT; /* of tests only */
    no_match(s, &row, "no such stream");
    row = s->row;
    (void)snprintf(row.options, sizeof(row.options), "{\"goal\":\"many\"}");
    no_match(s, &row, "options");
    no_file(s, &row, "options");
    row = s->row;
    (void)snprintf(row.timers, sizeof(row.timers), "[1]");
    no_match(s, &row, "timers");
    row = s->row;
    row.seq = 0;
    no_file(s, &row, "it has not started");
}

/* Whoever makes one of rows that he has not checked hears which it is. */
static void options_that_nobody_knows_make_no_match(void **state)
{
    struct shelf *s = *state;
    struct nj_seat_list *seats = nj_alloc(sizeof(*seats));
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    shelf_put_away(s);
    assert_int_equal(nj_archive_seats(s->store, s->row.id, seats, &err), NJ_OK);
    (void)snprintf(s->row.options, sizeof(s->row.options), "{\"nix\":\"1\"}");
    assert_int_not_equal(
        nj_archive_create(&s->row, seats->row, seats->n, &toy, &m, &err),
        NJ_OK);
    assert_null(m);
    assert_non_null(strstr(err.text, "no option of the game"));
    free(seats);
}

static void a_bad_input_ends_the_match_file(void **state)
{
    struct shelf *s = *state;
    struct nj_input_row row;

    shelf_put_away(s);
    row = next_row(s);
    row.kind = -1;
    nj_store_begin(s->store);
    nj_input_insert(s->store, &row);
    assert_true(nj_store_good(s->store));
    no_file(s, &s->row, "input 10: no such kind");
    nj_store_rollback(s->store);
}

/* Counts down the pieces that are taken. */
static enum nj_status take_some(void *ctx, const char *text, size_t n,
                                struct nj_err *err)
{
    int *left = ctx;

    NJ_UNUSED(text);
    assert_true(n > 0);
    return (*left)-- > 0 ? NJ_OK : nj_fail(err, NJ_ERR_FULL, "no room");
}

static void a_match_file_stops_where_it_cannot_be_written(void **state)
{
    struct shelf *s = *state;
    int left, pieces = 0;
    enum nj_status st;

    shelf_put_away(s);
    do {
        struct nj_err err = {{0}};

        left = pieces;
        st = nj_match_file_write(s->store, &s->row, &toy, take_some, &left,
                                 &err);
        if (st != NJ_OK) {
            assert_int_equal(st, NJ_ERR_FULL);
            assert_int_equal(left, -1); /* it asked once in vain, no more */
            assert_non_null(strstr(err.text, "no room"));
            pieces++;
        }
    } while (st != NJ_OK);
    assert_int_equal(pieces, s->row.seq + 2); /* head, inputs, end */
}

/* More inputs than the first room for them. */
static void a_long_match_can_be_taken_back(void **state)
{
    struct shelf *s = *state;
    const struct nj_input undo = {.kind = NJ_IN_UNDO,
                                  .seat = NJ_SEAT_NONE,
                                  .by = NJ_BY_HOST,
                                  .verb = "undo",
                                  .reason = ""};
    struct nj_input in = undo;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};
    const struct nj_outcome *o;
    struct nj_hash digest;

    for (int i = 0; i < 200; i++) {
        s->log.now_ms += 10;
        o = nj_toy_log_order(&s->log, 0, NJ_PLACE_PRIVATE, "guess", "more");
        assert_false(o->refused);
    }
    shelf_put_away(s);
    shelf_must(nj_archive_wake(s->store, &s->row, &toy, &m, &err), &err);
    s->log.now_ms += 5;
    in.at_ms = s->log.now_ms;
    o = nj_match_apply(m, &in);
    assert_false(o->refused);
    digest = o->digest;
    o = nj_toy_log_apply(&s->log, &in);
    assert_true(nj_hash_equal(&digest, &o->digest));
    nj_match_destroy(m);
}

int main(void)
{
#define SHELF_TEST(f) \
 cmocka_unit_test_setup_teardown(f, shelf_open, shelf_close)
    const struct CMUnitTest tests[] = {
        SHELF_TEST(a_kind_that_does_not_exist_is_refused),
        SHELF_TEST(an_input_that_cannot_be_is_refused),
        SHELF_TEST(seats_that_cannot_be_are_refused),
        SHELF_TEST(a_row_that_cannot_be_is_refused),
        SHELF_TEST(options_that_nobody_knows_make_no_match),
        SHELF_TEST(a_bad_input_ends_the_match_file),
        SHELF_TEST(a_match_file_stops_where_it_cannot_be_written),
        SHELF_TEST(a_long_match_can_be_taken_back),
    };

    return cmocka_run_group_tests_name("referee/archive_rows", tests, NULL,
                                       NULL);
}
