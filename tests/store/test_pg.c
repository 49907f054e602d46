/*
 * For src/store/pg*.c: what is PostgreSQL's alone. Rows and transactions are
 * tested with those of SQLite (tests/CMakeLists.txt).
 */
#include <sys/wait.h>
#include <unistd.h>

#include "store/rows.h"
#include "store/schema.h"
#include "store/store_priv.h"

static void a_new_database_gets_the_latest_schema(void **state)
{
    struct fixture *f = *state;
    int64_t version = -1;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    WELL(version = nj_schema_identify(f->s));
    assert_true(version >= 5);
    WELL(nj_schema_migrate(f->s, version)); /* nothing to do */
    reopen(f);
    WELL(assert_int_equal(nj_schema_identify(f->s), version));
}

/* Both wait for the lock, and the second finds all done. */
static void two_starts_at_once_make_one_schema(void **state)
{
    struct fixture *f = *state;
    pid_t child = fork();
    int status = 0;

    assert_true(child >= 0);
    if (child == 0) {
        struct nj_store *s = NULL;

        if (nj_store_open(&s, f->path, &f->err) != NJ_OK)
            _exit(1);
        nj_store_close(s);
        _exit(0);
    }
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_close(f->s);
    f->s = NULL;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
}

static void a_step_is_applied_at_once_or_not_at_all(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    BREAKS(nj_schema_migrate(f->s, 0), NJ_ERR_CORRUPT, f->name);
    (void)add_match(f, "K7Q");
}

static void a_newer_database_is_left_alone(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, "UPDATE nightjar SET version = 99");
    FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_MISMATCH,
          "newer nightjar (schema 99");
}

static void the_database_of_another_program_is_left_alone(void **state)
{
    struct fixture *f = *state;

    meddle(f, "CREATE TABLE bookmarks (url text)");
    FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_CORRUPT,
          "another program");
    FAILS(nj_store_open_beside(&f->s, f->path, &f->err), NJ_ERR_CORRUPT,
          "another program");
}

static void what_is_not_there_is_said(void **state)
{
    struct fixture *f = *state;
    char url[1024];

    (void)snprintf(url, sizeof(url),
                   "postgresql://somebody:geheim@127.0.0.1:1/nowhere"
                   "?connect_timeout=2");
    FAILS(nj_store_open(&f->s, url, &f->err), NJ_ERR_IO,
          "'postgresql://127.0.0.1:1/nowhere' cannot be reached");
    assert_null(strstr(f->err.text, "geheim"));
    FAILS(nj_store_open_beside(&f->s, f->path, &f->err), NJ_ERR_NOT_FOUND,
          "is empty");
}

/* A reference that cannot be seen from here, a row that cannot be, one twice:
 * each is a failure of the commit, and the store goes on. */
static void what_the_server_refuses_is_said_at_the_end(void **state)
{
    struct fixture *f = *state;
    struct nj_seat_row seat = {.match = 99, .user = "qq:u:1"};
    struct nj_input_row row;
    int64_t match;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    match = add_match(f, "AAA");
    row = input_row(match, 1);
    nj_store_begin(f->s);
    nj_seat_put(f->s, &seat);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_NOT_FOUND, "no such match");
    nj_store_begin(f->s);
    nj_input_insert(f->s, &row);
    nj_input_insert(f->s, &row);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_EXISTS, "already");
    row.seq = 0;
    nj_store_begin(f->s);
    nj_input_insert(f->s, &row);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_BAD_INPUT, "such a row");
    row.seq = 1;
    nj_store_begin(f->s);
    nj_input_insert(f->s, &row);
    WORKS(nj_store_commit(f->s, &f->err));
}

/* Whether it was carried out is not known: nothing is done any more. */
static void a_lost_connection_ends_the_store(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    nj_store_begin(f->s);
    (void)add_match(f, "BBB");
    nj_pg_server_kill();
    nj_pg_server_start();
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, "cannot be reached");
    FAILS(nj_store_status(f->s, &f->err), NJ_ERR_IO, "connection was lost");
    nj_store_begin(f->s);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, "connection was lost");
    reopen(f);
    assert_int_equal(nj_match_count_opened(f->s, "qq:u:8"), 1);
}

/* Numbers to their limits, and texts that no letter of ASCII is in. */
static void values_come_back_as_they_were(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    q = nj_stmt_begin(f->s, "SELECT ?, ?, ?, ?, sum(v), sum(-v), 7, true"
                            " FROM (VALUES (?), (?)) AS l (v)");
    nj_bind_i64(&q, INT64_MIN);
    nj_bind_i64(&q, INT64_MAX);
    nj_bind_double(&q, -0.1);
    nj_bind_text(&q, "漫漫长夜 ' \" \\ ?");
    nj_bind_i64(&q, INT64_C(999900010002));
    nj_bind_i64(&q, 100000000);
    assert_true(nj_stmt_step(&q));
    assert_true(nj_read_i64(&q, INT64_MIN, INT64_MAX) == INT64_MIN);
    assert_true(nj_read_i64(&q, INT64_MIN, INT64_MAX) == INT64_MAX);
    assert_true(nj_read_double(&q) == -0.1);
    assert_string_equal(nj_read_text(&q), "漫漫长夜 ' \" \\ ?");
    assert_int_equal(nj_read_i64(&q, INT64_MIN, INT64_MAX), 1000000010002);
    assert_int_equal(nj_read_i64(&q, INT64_MIN, INT64_MAX), -1000000010002);
    assert_int_equal(nj_read_int(&q), 7);
    assert_true(nj_read_bool(&q));
    assert_false(nj_stmt_step(&q));
    WELL(nj_stmt_end(&q));
}

/* So many more messages, each a row of its own. */
static void say_some(struct fixture *f, int64_t match, int n, int64_t *last)
{
    static int64_t at_ms;

    for (int i = 0; i < n; i++) {
        struct nj_out_row row = out_row(match, "qq:g:1", NJ_OUT_SENT);

        row.at_ms = ++at_ms;
        WELL(nj_out_insert(f->s, &row));
        *last = row.id;
    }
}

/* A plan that was made while there was little to read is kept. */
static void what_is_asked_by_a_key_is_found_by_it(void **state)
{
    struct fixture *f = *state;
    int64_t match, last = 0, found = 0;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    match = add_match(f, "K7Q");
    say_some(f, match, 3, &last);
    meddle(f, "VACUUM ANALYZE said");
    for (int i = 0; i < 10; i++)
        WELL((void)nj_out_before(f->s, last, 1));
    say_some(f, match, 300, &last);
    for (int i = 0; i < 20; i++)
        WELL(found = nj_out_before(f->s, last, 1));
    assert_int_equal(found, last - 1);
    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, "DO $$ BEGIN ASSERT (SELECT seq_tup_read < 300 FROM"
              " pg_stat_user_tables WHERE relname = 'said' AND"
              " schemaname = current_schema()); END $$");
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_database_gets_the_latest_schema),
        TEST(two_starts_at_once_make_one_schema),
        TEST(a_step_is_applied_at_once_or_not_at_all),
        TEST(a_newer_database_is_left_alone),
        TEST(the_database_of_another_program_is_left_alone),
        TEST(what_is_not_there_is_said),
        TEST(what_the_server_refuses_is_said_at_the_end),
        TEST(a_lost_connection_ends_the_store),
        TEST(values_come_back_as_they_were),
        TEST(what_is_asked_by_a_key_is_found_by_it),
    };

    return cmocka_run_group_tests_name("store/pg", tests, NULL, NULL);
}
