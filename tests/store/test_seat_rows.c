/* For src/store/seat_rows.c. */
#include "store/records.h"
#include "store/rows.h"

struct list {
    struct nj_seat_row rows[8];
    size_t n;
};

static void note(void *ctx, const struct nj_seat_row *row)
{
    struct list *l = ctx;

    assert_true(l->n < NJ_COUNT(l->rows));
    l->rows[l->n++] = *row;
}

static struct nj_seat_row seat_row(int64_t match, uint8_t join)
{
    struct nj_seat_row row = {
        .match = match,
        .join = join,
        .seat = 0xff,
        .computer = false,
        .left = true,
        .user = "qq:u:77",
        .name = "小明",
        .joined_ms = 5,
    };

    memset(row.contribution, 'w', NJ_CONTRIBUTION_MAX);
    return row;
}

static void assert_same_seat(const struct nj_seat_row *a,
                             const struct nj_seat_row *b)
{
    assert_int_equal(a->match, b->match);
    assert_int_equal(a->join, b->join);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->computer, b->computer);
    assert_int_equal(a->left, b->left);
    assert_string_equal(a->user, b->user);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->contribution, b->contribution);
    assert_int_equal(a->joined_ms, b->joined_ms);
    assert_int_equal(a->receipts, b->receipts);
}

static void seats_come_back_in_the_order_of_joining(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q"), other = add_match(f, "AAA");
    struct nj_seat_row rows[3];
    struct list l = {.n = 0};

    for (uint8_t i = 0; i < 3; i++) {
        rows[i] = seat_row(match, (uint8_t)(2 - i));
        WELL(nj_seat_put(f->s, &rows[i]));
    }
    rows[0] = seat_row(other, 0);
    WELL(nj_seat_put(f->s, &rows[0]));
    reopen(f);
    WELL(nj_seat_each(f->s, match, note, &l));
    assert_int_equal(l.n, 3);
    assert_same_seat(&l.rows[0], &rows[2]);
    assert_same_seat(&l.rows[1], &rows[1]);
    assert_int_equal(l.rows[2].join, 2);
}

static void a_second_put_replaces(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q");
    struct nj_seat_row row = seat_row(match, 1);
    struct list l = {.n = 0};

    WELL(nj_seat_put(f->s, &row));
    row = (struct nj_seat_row){.match = match,
                               .join = 1,
                               .seat = 4,
                               .computer = true,
                               .user = "",
                               .name = "n",
                               .contribution = "c",
                               .joined_ms = 6};
    WELL(nj_seat_put(f->s, &row));
    WELL(nj_seat_each(f->s, match, note, &l));
    assert_int_equal(l.n, 1);
    assert_same_seat(&l.rows[0], &row);
}

static void receipts_come_with_the_pulse_of_the_match(void **state)
{
    static const uint32_t receipts[] = {0, 12, UINT32_MAX};
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q");
    struct nj_match_pulse p = {
        .id = match, .timers = "[]", .receipts = receipts, .n_receipts = 3};
    struct list l = {.n = 0};

    for (uint8_t i = 0; i < 4; i++) {
        struct nj_seat_row row = seat_row(match, i);

        WELL(nj_seat_put(f->s, &row));
    }
    WELL(nj_match_pulse(f->s, &p));
    p.receipts = NULL; /* leaves them alone */
    p.n_receipts = 0;
    WELL(nj_match_pulse(f->s, &p));
    WELL(nj_seat_each(f->s, match, note, &l));
    assert_int_equal(l.n, 4);
    for (uint8_t i = 0; i < 3; i++)
        assert_int_equal(l.rows[i].receipts, receipts[i]);
    assert_int_equal(l.rows[3].receipts, 0);
}

static void a_deleted_seat_is_gone(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q");
    struct nj_seat_row row = seat_row(match, 0);
    struct list l = {.n = 0};

    WELL(nj_seat_put(f->s, &row));
    WELL(nj_seat_delete(f->s, match, 0));
    BREAKS(nj_seat_delete(f->s, match, 0), NJ_ERR_NOT_FOUND, "seat");
    WELL(nj_seat_each(f->s, match, note, &l));
    assert_int_equal(l.n, 0);
}

static void a_seat_needs_its_match(void **state)
{
    struct fixture *f = *state;
    struct nj_seat_row row = seat_row(99, 0);
    struct nj_result_row result = {.match = 99};

    BREAKS(nj_seat_put(f->s, &row), NJ_ERR_NOT_FOUND, "match");
    BREAKS(nj_result_put(f->s, &result), NJ_ERR_NOT_FOUND, "match");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(seats_come_back_in_the_order_of_joining),
        TEST(a_second_put_replaces),
        TEST(receipts_come_with_the_pulse_of_the_match),
        TEST(a_deleted_seat_is_gone),
        TEST(a_seat_needs_its_match),
    };

    return cmocka_run_group_tests_name("store/seat_rows", tests, NULL, NULL);
}
