/*
 * For nj_store_away and nj_store_return: what becomes of a commit whose server
 * is lost, refuses, stalls or stops in the middle of it.
 */
#include "kit/pg_proxy.h"
#include "store/rows.h"
#include "store/store_priv.h"

#define PATIENCE_MS 150

static struct nj_pg_proxy *proxy;
static char direct[1024]; /* the database without it */

static int open_behind_proxy(void **state)
{
    struct fixture *f;

    (void)make_folder(state);
    f = *state;
    memcpy(direct, f->path, sizeof(direct));
    proxy = nj_pg_proxy_start(direct, f->path, sizeof(f->path));
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_patience(f->s, PATIENCE_MS);
    return 0;
}

static int close_both(void **state)
{
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
    (void)remove_all(state);
    nj_pg_proxy_stop(proxy);
    return 0;
}

static void put(struct fixture *f, const char *key, const char *value)
{
    nj_setting_put(f->s, "", key, value);
}

static bool has(struct fixture *f, const char *key, const char *value)
{
    char text[64] = "";

    (void)nj_setting_get(f->s, "", key, text, sizeof(text));
    WELL((void)0);
    return strcmp(text, value) == 0;
}

/* A commit that fails because of that, and what the store says of it. */
static void lose(struct fixture *f, enum nj_pg_act act, const char *state,
                 enum nj_status status, const char *word)
{
    nj_store_begin(f->s);
    put(f, "lost", "yes");
    nj_pg_proxy_at(proxy, 1, act, state);
    FAILS(nj_store_commit(f->s, &f->err), status, word);
    assert_true(nj_store_away(f->s));
    assert_false(nj_store_writing(f->s));
}

static void goes_on(struct fixture *f)
{
    WORKS(nj_store_return(f->s, &f->err));
    assert_false(nj_store_away(f->s));
    nj_store_begin(f->s);
    put(f, "after", "yes");
    WORKS(nj_store_commit(f->s, &f->err));
    assert_true(has(f, "after", "yes"));
}

static void a_cut_in_front_of_a_commit_takes_it_back(void **state)
{
    struct fixture *f = *state;

    lose(f, NJ_PG_ACT_CUT_BEFORE, "", NJ_ERR_IO, "cannot be reached");
    goes_on(f);
    assert_true(has(f, "lost", ""));
}

static void a_cut_behind_a_commit_leaves_it(void **state)
{
    struct fixture *f = *state;

    lose(f, NJ_PG_ACT_CUT_BEHIND, "", NJ_ERR_IO, "cannot be reached");
    goes_on(f);
    assert_true(has(f, "lost", "yes"));
}

/* The server still has the connection, and our lock with it: that one ends,
 * and the next one has the lock. */
static void a_stall_is_an_end(void **state)
{
    struct fixture *f = *state;
    struct nj_store *second = NULL;

    lose(f, NJ_PG_ACT_STALL_BEFORE, "", NJ_ERR_IO, "no answer for 150 ms");
    goes_on(f);
    assert_true(has(f, "lost", ""));
    lose(f, NJ_PG_ACT_STALL_BEHIND, "", NJ_ERR_IO, "no answer");
    goes_on(f);
    assert_true(has(f, "lost", "yes"));
    FAILS(nj_store_open(&second, f->path, &f->err), NJ_ERR_BUSY, "in use");
}

static void what_the_server_takes_back_is_tried_again(void **state)
{
    struct fixture *f = *state;

    lose(f, NJ_PG_ACT_FAIL, "40001", NJ_ERR_BUSY, "40001");
    goes_on(f);
    lose(f, NJ_PG_ACT_FAIL, "40P01", NJ_ERR_BUSY, "40P01");
    goes_on(f);
    lose(f, NJ_PG_ACT_FAIL, "25006", NJ_ERR_IO, "standby");
    goes_on(f);
    lose(f, NJ_PG_ACT_FAIL, "57P01", NJ_ERR_IO, "was stopped");
    goes_on(f);
    assert_true(has(f, "lost", ""));
}

static void a_full_disk_is_no_loss(void **state)
{
    struct fixture *f = *state;

    nj_store_begin(f->s);
    put(f, "lost", "yes");
    nj_pg_proxy_at(proxy, 1, NJ_PG_ACT_FAIL, "53100");
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_FULL, "no space left");
    assert_false(nj_store_away(f->s));
    nj_store_begin(f->s);
    put(f, "after", "yes");
    WORKS(nj_store_commit(f->s, &f->err));
}

/* Each try fails with a line of its own, until one does not. */
static void it_is_away_until_it_is_not(void **state)
{
    struct fixture *f = *state;

    nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT);
    nj_store_begin(f->s);
    put(f, "lost", "yes");
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, "cannot be reached");
    FAILS(nj_store_return(f->s, &f->err), NJ_ERR_IO, "cannot be reached");
    assert_true(nj_store_away(f->s));
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_FULL);
    FAILS(nj_store_return(f->s, &f->err), NJ_ERR_IO, "as the test wants");
    assert_true(nj_store_away(f->s));
    assert_false(nj_store_good(f->s));
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
    for (uint32_t nth = 1; nth <= 4; nth++) { /* not even half way back */
        nj_pg_proxy_at(proxy, nth, NJ_PG_ACT_STALL_BEHIND, "");
        FAILS(nj_store_return(f->s, &f->err), NJ_ERR_IO, "no answer");
        assert_true(nj_store_away(f->s));
    }
    nj_pg_proxy_at(proxy, 0, NJ_PG_ACT_FAIL, "");
    goes_on(f);
    assert_true(has(f, "lost", ""));
}

static void a_server_that_crashes_is_found_again(void **state)
{
    struct fixture *f = *state;

    put(f, "before", "yes");
    WELL((void)0);
    nj_pg_server_kill();
    nj_store_begin(f->s);
    put(f, "lost", "yes");
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, "cannot be reached");
    FAILS(nj_store_return(f->s, &f->err), NJ_ERR_IO, "cannot be reached");
    nj_pg_server_start();
    goes_on(f);
    assert_true(has(f, "before", "yes"));
    assert_true(has(f, "lost", ""));
}

/* What comes back may be another database, with which nobody can go on. */
static void another_database_is_no_way_back(void **state)
{
    struct fixture *f = *state;

    lose(f, NJ_PG_ACT_CUT_BEFORE, "", NJ_ERR_IO, "cannot be reached");
    nj_pg_server_run(direct, "UPDATE nightjar SET version = 99");
    FAILS(nj_store_return(f->s, &f->err), NJ_ERR_MISMATCH, "newer nightjar");
    assert_false(nj_store_away(f->s));
}

static void note(void *ctx, int64_t id)
{
    int64_t *sum = ctx;

    *sum = *sum * 1000 + id;
}

static void count_repeats(void *ctx, const struct nj_out_row *row)
{
    uint32_t *n = ctx;

    *n += row->repeat ? 100 : 1;
}

/* A new message, and one that had gone before and goes again. */
static void what_was_stored_to_be_sent_has_not_left(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA"), first, under_way = 0;
    struct nj_out_row row = out_row(match, "qq:g:1", NJ_OUT_SENDING);
    struct nj_out_mark m = {
        .state = NJ_OUT_SENDING, .repeat = true, .tries = 1};
    uint32_t n = 0;

    first = add_out(f, match, "qq:g:1", NJ_OUT_PENDING);
    m.id = first;
    WELL(nj_out_mark(f->s, &m));
    row.tries = 0; /* its first one is under way */
    WELL(nj_out_insert(f->s, &row));
    WELL(nj_out_each_sending(f->s, note, &under_way));
    assert_int_equal(under_way, row.id * 1000 + first);
    nj_store_begin(f->s);
    nj_out_never_left(f->s, first);
    nj_out_never_left(f->s, row.id);
    WORKS(nj_store_commit(f->s, &f->err));
    under_way = 0;
    WELL(nj_out_each_sending(f->s, note, &under_way));
    assert_int_equal(under_way, 0);
    WELL(nj_out_each_pending(f->s, count_repeats, &n));
    assert_int_equal(n, 101);
}

/* What arrives together is looked at together: however much it is, a turn takes
 * one trip for that and one for all that it writes. */
static void a_turn_takes_two_trips(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA");
    struct nj_input_row row = input_row(match, 1);

    assert_true(nj_seen_add(f->s, "qq:g:1", "1", 5));
    nj_pg_proxy_at(proxy, 0, NJ_PG_ACT_FAIL, "");
    nj_store_begin(f->s);
    assert_true(nj_seen_ahead(f->s));
    nj_seen_expect(f->s, "qq:g:1", "1");
    nj_seen_expect(f->s, "qq:g:2", "1");
    nj_seen_expect(f->s, "qq:g:2", "2");
    nj_seen_look(f->s);
    assert_false(nj_seen_add(f->s, "qq:g:1", "1", 6));
    assert_true(nj_seen_add(f->s, "qq:g:2", "1", 6));
    assert_true(nj_seen_add(f->s, "qq:g:2", "2", 6));
    assert_false(nj_seen_add(f->s, "qq:g:2", "2", 6));
    nj_input_insert(f->s, &row);
    WORKS(nj_store_commit(f->s, &f->err));
    assert_int_equal(nj_pg_proxy_trips(proxy), 2);
    assert_true(nj_seen_has(f->s, "qq:g:2", "2"));
}

/* What was not looked at is asked for, and what was undone is not known. */
static void what_was_undone_has_not_been_seen(void **state)
{
    struct fixture *f = *state;

    nj_store_begin(f->s);
    (void)nj_seen_ahead(f->s);
    nj_seen_expect(f->s, "qq:g:1", "1");
    nj_seen_expect(f->s, "qq:g:1", "2\n3"); /* no line: it is asked for alone */
    nj_seen_look(f->s);
    assert_true(nj_seen_add(f->s, "qq:g:1", "1", 5));
    assert_true(nj_seen_add(f->s, "qq:g:1", "2\n3", 5));
    nj_store_rollback(f->s);
    nj_store_begin(f->s);
    assert_true(nj_seen_add(f->s, "qq:g:1", "1", 5));
    assert_false(nj_seen_add(f->s, "qq:g:1", "1", 5));
    WORKS(nj_store_commit(f->s, &f->err));
}

int main(void)
{
#define WITH_PROXY(test) \
 cmocka_unit_test_setup_teardown(test, open_behind_proxy, close_both)
    const struct CMUnitTest tests[] = {
        WITH_PROXY(a_cut_in_front_of_a_commit_takes_it_back),
        WITH_PROXY(a_cut_behind_a_commit_leaves_it),
        WITH_PROXY(a_stall_is_an_end),
        WITH_PROXY(what_the_server_takes_back_is_tried_again),
        WITH_PROXY(a_full_disk_is_no_loss),
        WITH_PROXY(it_is_away_until_it_is_not),
        WITH_PROXY(a_server_that_crashes_is_found_again),
        WITH_PROXY(another_database_is_no_way_back),
        WITH_PROXY(what_was_stored_to_be_sent_has_not_left),
        WITH_PROXY(a_turn_takes_two_trips),
        WITH_PROXY(what_was_undone_has_not_been_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
