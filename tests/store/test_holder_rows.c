/* For src/store/holder_rows.c. */
#include "store/rows.h"

struct list {
    struct nj_holder_row rows[8];
    size_t n;
};

static void note(void *ctx, const struct nj_holder_row *row)
{
    struct list *l = ctx;

    assert_true(l->n < NJ_COUNT(l->rows));
    l->rows[l->n++] = *row;
}

static struct nj_holder_row holder(int64_t match, uint8_t join, uint8_t place)
{
    return (struct nj_holder_row){.match = match,
                                  .join = join,
                                  .place = place,
                                  .user = "qq:u:78",
                                  .name = "小红",
                                  .wanted = "*",
                                  .why = "有事先走"};
}

static void holders_come_in_order_and_change(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q"), other = add_match(f, "AAA");
    struct nj_holder_row row = holder(match, 1, 2);
    struct list l = {.n = 0};

    WELL(nj_holder_put(f->s, &row));
    row = holder(match, 1, 0);
    WELL(nj_holder_put(f->s, &row));
    row = holder(other, 0, 0);
    WELL(nj_holder_put(f->s, &row));
    row = holder(match, 0, 1);
    WELL(nj_holder_put(f->s, &row));
    row.wanted[0] = row.why[0] = '\0';
    WELL(nj_holder_put(f->s, &row));
    WELL(nj_holder_each(f->s, match, note, &l));
    assert_int_equal(l.n, 3);
    assert_int_equal(l.rows[0].join, 0);
    assert_string_equal(l.rows[0].wanted, "");
    assert_string_equal(l.rows[0].why, "");
    assert_int_equal(l.rows[1].place, 0);
    assert_int_equal(l.rows[2].place, 2);
    assert_string_equal(l.rows[2].user, "qq:u:78");
    assert_string_equal(l.rows[2].name, "小红");
    assert_string_equal(l.rows[2].wanted, "*");
    assert_string_equal(l.rows[2].why, "有事先走");
}

static void whose(void *ctx, const struct nj_open_seat *row)
{
    (void)snprintf(ctx, NJ_ADDRESS_MAX, "%s", row->user);
}

/* The books of a new life know the newest holder, not the first. */
static void the_latest_holder_sits(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q");
    struct nj_seat_row seat = {.match = match, .user = "qq:u:77", .name = "a"};
    struct nj_holder_row row = holder(match, 0, 1);
    char user[NJ_ADDRESS_MAX] = "";

    WELL(nj_seat_put(f->s, &seat));
    WELL(nj_seat_each_open(f->s, whose, user));
    assert_string_equal(user, "qq:u:77");
    WELL(nj_holder_put(f->s, &row));
    row = holder(match, 0, 2);
    (void)snprintf(row.user, sizeof(row.user), "qq:u:79");
    WELL(nj_holder_put(f->s, &row));
    WELL(nj_seat_each_open(f->s, whose, user));
    assert_string_equal(user, "qq:u:79");
}

static struct nj_out_row secret(int64_t match, const char *chat)
{
    return (struct nj_out_row){.match = match,
                               .seq = 1,
                               .to = 1,
                               .seats = 1,
                               .state = NJ_OUT_REFUSED,
                               .chat = chat,
                               .key = "ln.walls",
                               .clause = "",
                               .args = "{}",
                               .choices = "",
                               .reason = "blocked"};
}

static uint32_t waiting(struct fixture *f, const char *chat)
{
    uint32_t n = 0;

    WELL(n = nj_out_refused(f->s, chat));
    return n;
}

static void what_is_withdrawn_waits_no_more(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q"), other = add_match(f, "AAA");
    struct nj_out_row row = secret(match, "qq:u:77");

    WELL(nj_out_insert(f->s, &row));
    row = secret(match, "qq:u:78");
    WELL(nj_out_insert(f->s, &row));
    row = secret(other, "qq:u:77");
    WELL(nj_out_insert(f->s, &row));
    assert_int_equal(waiting(f, "qq:u:77"), 2);
    WELL(nj_out_withdraw(f->s, match, "qq:u:77"));
    assert_int_equal(waiting(f, "qq:u:77"), 1);
    assert_int_equal(waiting(f, "qq:u:78"), 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(holders_come_in_order_and_change),
        TEST(the_latest_holder_sits),
        TEST(what_is_withdrawn_waits_no_more),
    };

    return cmocka_run_group_tests_name("store/holder_rows", tests, NULL, NULL);
}
