/* For src/store/check.c. */
#include "store/rows.h"

static void close_store(struct fixture *f)
{
    nj_store_close(f->s);
    f->s = NULL;
}

/* The messages stand in rows of ten. */
static int64_t fill(struct fixture *f)
{
    int64_t match = add_match(f, "K7Q");
    struct nj_match_pulse p = {.id = match, .seq = 3, .timers = "[]"};
    struct nj_seat_row seat = {.match = match};

    WELL(nj_store_begin(f->s));
    for (uint32_t seq = 1; seq <= 3; seq++) {
        struct nj_input_row row = input_row(match, seq);

        WELL(nj_input_insert(f->s, &row));
    }
    WELL(nj_match_pulse(f->s, &p));
    WELL(nj_seat_put(f->s, &seat));
    for (int i = 0; i < 100; i++) {
        struct nj_out_row row = out_row(match, "qq:u:1", NJ_OUT_SENT);

        row.at_ms = i / 10;
        WELL(nj_out_insert(f->s, &row));
    }
    WORKS(nj_store_commit(f->s, &f->err));
    return match;
}

static void a_healthy_store_is_healthy(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_check(f->s, &f->err));
    (void)fill(f);
    WORKS(nj_store_check(f->s, &f->err));
    reopen(f);
    WORKS(nj_store_check(f->s, &f->err));
}

static void meddled(struct fixture *f, const char *sql, const char *word)
{
    close_store(f);
    meddle(f, sql);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    FAILS(nj_store_check(f->s, &f->err), NJ_ERR_CORRUPT, word);
    assert_non_null(strstr(f->err.text, f->name));
}

static void a_gap_in_the_inputs_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM inputs WHERE seq = 2", "match 1 has a gap");
}

static void a_missing_beginning_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM inputs WHERE seq = 1", "match 1 has a gap");
}

static void a_missing_end_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM inputs WHERE seq = 3",
            "match 1 does not end with its last input");
}

static void lost_parts_are_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM matches", "match 1 has lost a part");
    meddled(f, "DELETE FROM inputs", "match 1 has lost a part");
    meddled(f, "DELETE FROM said", "match 1 has lost a part");
    meddled(f, "DELETE FROM seats", "match 1 has lost a part");
}

static void a_missing_message_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM said WHERE id = 51", "has lost a message");
    meddled(f, "DELETE FROM said WHERE id = 1", "has lost a message");
}

static void a_missing_last_message_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM said WHERE id = 91", "has lost a message");
}

static void a_row_that_holds_less_or_more_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    reopen(f);
    meddled(f, "UPDATE said SET many = 9 WHERE id = 51", "has lost a message");
    meddled(f, "UPDATE said SET many = 11 WHERE id = 51", "has lost a message");
    meddled(f, "UPDATE said SET many = 10, body = body || '1;' WHERE id = 51",
            "a row of what was said cannot be read");
    meddled(f, "UPDATE said SET body = substr(body, 2) WHERE id = 51",
            "a row of what was said cannot be read");
}

static void two_rows_with_one_message_are_found(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(0, "qq:u:1", NJ_OUT_SENT);

    (void)fill(f);
    WELL(nj_out_insert(f->s, &row));
    reopen(f);
    meddled(f, "UPDATE said SET id = 100 WHERE id = 101",
            "two rows hold the same message");
}

static void a_fate_without_a_message_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "UPDATE fates SET id = 101 WHERE id = 100", "has a fate");
}

static void a_missing_pulse_is_found(void **state)
{
    struct fixture *f = *state;

    (void)fill(f);
    meddled(f, "DELETE FROM pulses", "match 1 has lost a part");
}

/* PostgreSQL looks after its conditions and its pages itself. */
#define SQLITE_ALONE(f)             \
 if (nj_database_is_url((f)->path)) \
 skip()

static void a_value_that_cannot_be_is_found(void **state)
{
    struct fixture *f = *state;

    SQLITE_ALONE(f);
    (void)fill(f);
    reopen(f); /* else what had not arrived would be read at the start */
    meddled(f,
            "PRAGMA ignore_check_constraints=ON;"
            "UPDATE fates SET state = 9 WHERE id = 50",
            "fates");
}

/* The page where a table begins. */
static long page_of(struct fixture *f, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    long page;

    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    page = sqlite3_column_int(q, 0);
    assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return page;
}

/* Overwrites a page that is not read at the start. */
static void a_damaged_page_is_found(void **state)
{
    struct fixture *f = *state;
    unsigned char noise[4096];
    FILE *file;
    long page;

    SQLITE_ALONE(f);
    (void)fill(f);
    close_store(f);
    page = page_of(f, "SELECT rootpage FROM sqlite_schema"
                      " WHERE name = 'inputs'");
    memset(noise, 0xa5, sizeof(noise));
    file = fopen(f->path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (page - 1) * 4096, SEEK_SET), 0);
    assert_int_equal(fwrite(noise, 1, sizeof(noise), file), sizeof(noise));
    assert_int_equal(fclose(file), 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    FAILS(nj_store_check(f->s, &f->err), NJ_ERR_CORRUPT, f->path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_healthy_store_is_healthy),
        TEST(a_gap_in_the_inputs_is_found),
        TEST(a_missing_beginning_is_found),
        TEST(a_missing_end_is_found),
        TEST(lost_parts_are_found),
        TEST(a_missing_message_is_found),
        TEST(a_missing_last_message_is_found),
        TEST(a_row_that_holds_less_or_more_is_found),
        TEST(two_rows_with_one_message_are_found),
        TEST(a_fate_without_a_message_is_found),
        TEST(a_missing_pulse_is_found),
        TEST(a_value_that_cannot_be_is_found),
        TEST(a_damaged_page_is_found),
    };

    return cmocka_run_group_tests_name("store/check", tests, NULL, NULL);
}
