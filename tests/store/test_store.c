/* For src/store/store.c: transactions, of either engine. */
#include <sys/wait.h>
#include <unistd.h>

#include "store/rows.h"
#include "store/store_priv.h"

static bool has(struct fixture *f, const char *code)
{
    struct nj_match_row row;
    bool found;

    WELL(found = nj_match_by_code(f->s, code, &row));
    return found;
}

static void what_is_committed_survives_a_kill(void **state)
{
    struct fixture *f = *state;
    int status = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        struct nj_match_row one = match_row("AAA"), two = match_row("BBB");
        bool well = nj_store_open(&f->s, f->path, &f->err) == NJ_OK;

        nj_store_begin(f->s);
        well = well && nj_match_insert(f->s, &one) &&
               nj_store_commit(f->s, &f->err) == NJ_OK;
        nj_store_begin(f->s);
        well = well && nj_match_insert(f->s, &two) && nj_store_writing(f->s);
        _exit(well ? 0 : 1); /* in the middle of a transaction */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_true(has(f, "AAA"));
    assert_false(has(f, "BBB"));
    WORKS(nj_store_check(f->s, &f->err));
}

static void a_rollback_undoes_everything(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_rollback(f->s); /* fine without a transaction */
    WELL(nj_store_begin(f->s));
    (void)add_match(f, "AAA");
    (void)add_out(f, 0, "qq:u:1", NJ_OUT_PENDING);
    nj_store_rollback(f->s);
    assert_false(has(f, "AAA"));
    WELL(nj_store_begin(f->s));
    (void)add_match(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    reopen(f);
    assert_false(has(f, "AAA"));
    assert_true(has(f, "BBB"));
}

/* One that wrote nothing has not begun: it costs no lock and no sync. */
static void a_transaction_begins_with_its_first_row(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_begin(f->s);
    assert_false(has(f, "AAA"));
    assert_false(nj_store_writing(f->s));
    WORKS(nj_store_commit(f->s, &f->err));
    nj_store_begin(f->s);
    (void)add_match(f, "AAA");
    assert_true(nj_store_writing(f->s));
    WORKS(nj_store_commit(f->s, &f->err));
    assert_false(nj_store_writing(f->s));
    reopen(f);
    assert_true(has(f, "AAA"));
}

/* Nobody asks behind each row: the end says it, and nothing of it is left. */
static void the_first_failure_is_kept_to_the_end(void **state)
{
    struct fixture *f = *state;
    struct nj_seat_row seat = {.match = 99, .user = "qq:u:1"};
    struct nj_err own = {"the rows contradict one another"};

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_begin(f->s);
    (void)add_match(f, "AAA");
    nj_seat_put(f->s, &seat);
    nj_store_fail(f->s, NJ_ERR_CORRUPT, &own);
    assert_false(nj_match_insert(f->s, &(struct nj_match_row){.code = "BBB"}));
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_NOT_FOUND, "such match");
    assert_true(nj_store_good(f->s));
    assert_false(has(f, "AAA"));
    nj_store_begin(f->s);
    (void)add_match(f, "CCC");
    nj_store_fail(f->s, NJ_ERR_CORRUPT, &own);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_CORRUPT, "contradict");
    assert_false(has(f, "CCC"));
}

static void closing_undoes_what_was_not_committed(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    WELL(nj_store_begin(f->s));
    (void)add_match(f, "AAA");
    reopen(f);
    assert_false(has(f, "AAA"));
    nj_store_close(NULL);
}

static void idle_leaves_a_transaction_alone(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    WELL(nj_store_begin(f->s));
    nj_store_idle(f->s);
    (void)add_match(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    nj_store_idle(f->s);
    nj_store_idle(f->s);
    assert_true(has(f, "BBB"));
}

/* What is written at the end alone says so in time: nothing is left. */
static void a_row_that_is_not_there_undoes_the_rest(void **state)
{
    struct fixture *f = *state;
    struct nj_match_pulse p = {.id = 41, .timers = ""};

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_begin(f->s);
    (void)add_match(f, "AAA");
    nj_match_pulse(f->s, &p);
    nj_seen_add(f->s, "qq:g:1", "m", 5);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_NOT_FOUND, "match 41");
    assert_false(has(f, "AAA"));
    WELL(assert_false(nj_seen_has(f->s, "qq:g:1", "m")));
    nj_store_begin(f->s);
    (void)add_match(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    assert_true(has(f, "BBB"));
}

static void a_second_process_is_kept_out(void **state)
{
    struct fixture *f = *state;
    struct nj_store *second = NULL;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    FAILS(nj_store_open(&second, f->path, &f->err), NJ_ERR_BUSY, "in use");
    FAILS(nj_store_open_to_read(&second, f->path, &f->err), NJ_ERR_BUSY,
          "in use");
    assert_null(second);
    (void)add_match(f, "AAA");
    WORKS(nj_store_open_beside(&second, f->path, &f->err));
    (void)add_match(f, "BBB");
    assert_int_equal(nj_match_count_opened(second, "qq:u:8"), 1);
    WORKS(nj_store_check(second, &f->err));
    nj_store_close(second);
    assert_true(has(f, "BBB"));
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_committed_survives_a_kill),
        TEST(a_rollback_undoes_everything),
        TEST(a_transaction_begins_with_its_first_row),
        TEST(the_first_failure_is_kept_to_the_end),
        TEST(closing_undoes_what_was_not_committed),
        TEST(idle_leaves_a_transaction_alone),
        TEST(a_row_that_is_not_there_undoes_the_rest),
        TEST(a_second_process_is_kept_out),
    };

    return cmocka_run_group_tests_name("store/store", tests, NULL, NULL);
}
