/* For src/store/input_rows.c. */
#include "store/rows.h"

struct reader {
    struct fixture *f;
    uint32_t expected;
    int64_t match;
    unsigned nested;
};

static void compare(void *ctx, const struct nj_input_row *row)
{
    struct reader *r = ctx;
    struct nj_input_row want = input_row(r->match, ++r->expected);

    assert_int_equal(row->match, want.match);
    assert_int_equal(row->seq, want.seq);
    assert_int_equal(row->at_ms, want.at_ms);
    assert_int_equal(row->kind, want.kind);
    assert_int_equal(row->place, want.place);
    assert_int_equal(row->by, want.by);
    assert_int_equal(row->seat, want.seat);
    assert_string_equal(row->verb, want.verb);
    assert_string_equal(row->args, want.args);
    assert_string_equal(row->reason, want.reason);
    assert_memory_equal(&row->digest, &want.digest, sizeof(want.digest));
}

static void inputs_come_back_in_order_and_as_given(void **state)
{
    struct fixture *f = *state;
    int64_t a = add_match(f, "AAA"), b = add_match(f, "BBB");
    struct reader r = {.f = f, .match = a};

    for (uint32_t seq = 1; seq <= 50; seq++) {
        struct nj_input_row one = input_row(a, seq), two = input_row(b, seq);

        WELL(nj_input_insert(f->s, &two));
        WELL(nj_input_insert(f->s, &one));
    }
    reopen(f);
    WELL(nj_input_each(f->s, a, compare, &r));
    assert_int_equal(r.expected, 50);
    r = (struct reader){.f = f, .match = b};
    WELL(nj_input_each(f->s, b, compare, &r));
    assert_int_equal(r.expected, 50);
}

static void read_again(void *ctx, const struct nj_input_row *row)
{
    struct reader *r = ctx;
    struct reader inner = {.f = r->f, .match = row->match};

    r->nested++;
    nj_input_each(r->f->s, row->match, compare, &inner);
}

/* Undo reads the log while the log may be read already. */
static void a_log_can_be_read_inside_of_reading_it(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA");
    struct reader r = {.f = f};

    for (uint32_t seq = 1; seq <= 3; seq++) {
        struct nj_input_row row = input_row(match, seq);

        WELL(nj_input_insert(f->s, &row));
    }
    WELL(nj_input_each(f->s, match, read_again, &r));
    assert_int_equal(r.nested, 3);
}

static void a_place_in_the_log_is_given_once(void **state)
{
    struct fixture *f = *state;
    struct nj_input_row row = input_row(add_match(f, "AAA"), 1);

    WELL(nj_input_insert(f->s, &row));
    BREAKS(nj_input_insert(f->s, &row), NJ_ERR_EXISTS, f->name);
    row = input_row(99, 1);
    BREAKS(nj_input_insert(f->s, &row), NJ_ERR_NOT_FOUND, "match");
    row = input_row(1, 0);
    BREAKS(nj_input_insert(f->s, &row), NJ_ERR_BAD_INPUT, f->name);
}

static void a_damaged_digest_is_not_handed_out(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA");
    struct nj_input_row row = input_row(match, 1);
    struct reader r = {.f = f, .match = match};

    WELL(nj_input_insert(f->s, &row));
    nj_store_close(f->s);
    f->s = NULL;
    meddle_unchecked(f, "UPDATE inputs SET digest = substr(digest, 1, 1)");
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    BREAKS(nj_input_each(f->s, match, compare, &r), NJ_ERR_CORRUPT, "'digest'");
    assert_int_equal(r.expected, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(inputs_come_back_in_order_and_as_given),
        TEST(a_log_can_be_read_inside_of_reading_it),
        TEST(a_place_in_the_log_is_given_once),
        TEST(a_damaged_digest_is_not_handed_out),
    };

    return cmocka_run_group_tests_name("store/input_rows", tests, NULL, NULL);
}
