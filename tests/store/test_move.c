/*
 * For src/store/move.c: from a file into a file, and with a server of
 * PostgreSQL there and back again.
 */
#include <unistd.h>

#include "kit/pg_proxy.h"
#include "store/move.h"
#include "store/records.h"
#include "store/rows.h"
#include "store/store_priv.h"

#define STEP 7 /* trips between those that fail */

/* Something in most of the tables, with all that a row can have. */
static int64_t fill(struct fixture *f)
{
    struct nj_seat_row seat = {
        .user = "qq:u:1", .name = "小明", .contribution = "a '\"\\ ?"};
    struct nj_ledger_row ledger = {.user = "qq:u:1",
                                   .game = "long-night",
                                   .people = 2,
                                   .level = -0.123456789};
    int64_t match;

    nj_store_begin(f->s);
    match = add_match(f, "K7Q");
    for (uint32_t i = 1; i <= 30; i++) {
        struct nj_input_row row = input_row(match, i);

        nj_input_insert(f->s, &row);
        (void)add_out(f, match, "qq:g:1001", NJ_OUT_SENT);
        (void)add_out(f, 0, "qq:u:1", NJ_OUT_PENDING);
    }
    seat.match = ledger.match = match;
    nj_seat_put(f->s, &seat);
    nj_ledger_put(f->s, &ledger);
    nj_setting_put(f->s, "qq:g:1001", "language", "zh-TW");
    (void)nj_seen_add(f->s, "qq:g:1001", "m-1", 77);
    WORKS(nj_store_commit(f->s, &f->err));
    /* As an input leaves it. */
    nj_store_begin(f->s);
    nj_match_pulse(f->s, &(struct nj_match_pulse){.id = match,
                                                  .seq = 30,
                                                  .digest = hash_of(9),
                                                  .timers = "[]"});
    WORKS(nj_store_commit(f->s, &f->err));
    return match;
}

static void close_store(struct fixture *f)
{
    nj_store_close(f->s);
    f->s = NULL;
}

static void is_as_it_was(struct fixture *f, const char *path, int64_t match)
{
    struct nj_match_row row;
    int64_t again;

    WORKS(nj_store_open(&f->s, path, &f->err));
    WORKS(nj_store_check(f->s, &f->err));
    assert_true(nj_match_by_code(f->s, "k7q", &row));
    assert_true(row.id == match);
    assert_int_equal(row.seq, 30);
    assert_true(nj_seen_has(f->s, "qq:g:1001", "m-1"));
    again = add_match(f, "NEW");
    assert_true(again > match);
    (void)add_out(f, again, "qq:g:1001", NJ_OUT_SENT);
    WORKS(nj_store_check(f->s, &f->err));
    close_store(f);
}

static void beside(const struct fixture *f, const char *name, char path[1024])
{
    (void)nj_tmp_dir_file(&f->dir, name, path, 1024);
}

static void all_of_it_arrives(void **state)
{
    struct fixture *f = *state;
    char from[1024], back[1024];
    int64_t match, rows = 0, copied = 0;

    beside(f, "from.db", from);
    beside(f, "back.db", back);
    WORKS(nj_store_open(&f->s, from, &f->err));
    match = fill(f);
    close_store(f);
    WORKS(nj_store_move(from, f->path, &rows, &copied, &f->err));
    assert_true(rows > 90);
    assert_true(copied == rows);
    WORKS(nj_store_move(f->path, back, &rows, &copied, &f->err));
    assert_true(copied == rows);
    is_as_it_was(f, f->path, match);
    is_as_it_was(f, back, match);
    is_as_it_was(f, from, match);
}

static void nothing_in_use_is_moved(void **state)
{
    struct fixture *f = *state;
    char from[1024];
    int64_t rows = 7, copied = 7;

    beside(f, "from.db", from);
    FAILS(nj_store_move(from, f->path, &rows, &copied, &f->err),
          NJ_ERR_NOT_FOUND, "from.db");
    assert_int_equal(access(from, F_OK), -1);
    WORKS(nj_store_open(&f->s, from, &f->err));
    FAILS(nj_store_move(from, f->path, &rows, &copied, &f->err), NJ_ERR_BUSY,
          "in use");
    FAILS(nj_store_move(f->path, from, &rows, &copied, &f->err),
          nj_database_is_url(f->path) ? NJ_ERR_BUSY : NJ_ERR_NOT_FOUND, "");
    assert_int_equal(rows, 7);
}

static void what_is_there_is_not_written_over(void **state)
{
    struct fixture *f = *state;
    char from[1024];
    int64_t rows, copied;

    beside(f, "from.db", from);
    WORKS(nj_store_open(&f->s, from, &f->err));
    (void)fill(f);
    close_store(f);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "OLD");
    close_store(f);
    FAILS(nj_store_move(from, f->path, &rows, &copied, &f->err), NJ_ERR_EXISTS,
          "something already");
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(nj_match_count_opened(f->s, "qq:u:8"), 1);
}

/* As one that was killed in the middle leaves it: the beginning of the tables
 * is there and stays, a row that is not right goes. */
static void one_that_broke_off_goes_on(void **state)
{
    struct fixture *f = *state;
    char from[1024];
    int64_t match, rows = 0, copied = 0;

    beside(f, "from.db", from);
    WORKS(nj_store_open(&f->s, from, &f->err));
    match = fill(f);
    close_store(f);
    WORKS(nj_store_move(from, f->path, &rows, &copied, &f->err));
    meddle(f, "UPDATE settled SET id = -1;"
              "DELETE FROM inputs WHERE seq > 20;"
              "DELETE FROM seen");
    if (nj_database_is_url(f->path)) /* nor was that heard of */
        meddle(f, "ALTER SEQUENCE matches_id_seq RESTART");
    FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_MISMATCH,
          "run nightjar move again");
    FAILS(nj_store_open_to_read(&f->s, f->path, &f->err), NJ_ERR_MISMATCH,
          "half");
    WORKS(nj_store_move(from, f->path, &rows, &copied, &f->err));
    assert_true(copied > 0);
    assert_true(copied < rows);
    is_as_it_was(f, f->path, match);
}

/* More than goes together, in one table. */
static void however_many_there_are(void **state)
{
    struct fixture *f = *state;
    char from[1024], args[1024];
    int64_t match, rows = 0, copied = 0;

    beside(f, "from.db", from);
    WORKS(nj_store_open(&f->s, from, &f->err));
    match = fill(f);
    memset(args, 'x', sizeof(args));
    args[sizeof(args) - 1] = '\0';
    nj_store_begin(f->s);
    for (uint32_t i = 31; i <= 2000; i++) {
        struct nj_input_row row = input_row(match, i);

        row.args = args + i % sizeof(args);
        nj_input_insert(f->s, &row);
    }
    nj_match_pulse(f->s, &(struct nj_match_pulse){.id = match,
                                                  .seq = 2000,
                                                  .digest = hash_of(9),
                                                  .timers = "[]"});
    WORKS(nj_store_commit(f->s, &f->err));
    close_store(f);
    WORKS(nj_store_move(from, f->path, &rows, &copied, &f->err));
    assert_true(copied > 2000);
    /* As whoever has not heard of the end of it does. */
    WORKS(nj_store_move(from, f->path, &rows, &copied, &f->err));
    assert_true(rows > 2000);
    assert_int_equal(copied, 0);
}

/* --- a server that fails in the middle --- */

static struct nj_pg_proxy *proxy;

/* Again and again from `from` to `to`, of which one is behind the proxy, and
 * each time another trip fails, until none does. Returns how many had failed. */
static uint32_t move_through(struct fixture *f, const char *from,
                             const char *to)
{
    static const enum nj_pg_act acts[] = {NJ_PG_ACT_FAIL, NJ_PG_ACT_CUT_BEFORE,
                                          NJ_PG_ACT_CUT_BEHIND};

    int64_t rows = 0, copied = 0;
    uint32_t failed = 0;

    for (uint32_t nth = 1;; nth += STEP) {
        enum nj_status st;

        nj_pg_proxy_at(proxy, nth, acts[nth % NJ_COUNT(acts)], "53100");
        f->err.text[0] = '\0';
        st = nj_store_move(from, to, &rows, &copied, &f->err);
        if (nj_pg_proxy_trips(proxy) < nth) {
            WORKS(st);
            return failed;
        }
        assert_int_equal(st == NJ_OK, f->err.text[0] == '\0');
        failed += st != NJ_OK;
    }
}

static void a_server_that_fails_does_not_keep_it(void **state)
{
    struct fixture *f = *state;
    char from[1024], back[1024], url[1024];
    int64_t match;

    if (!nj_database_is_url(f->path))
        skip();
    proxy = nj_pg_proxy_start(f->path, url, sizeof(url));
    beside(f, "from.db", from);
    beside(f, "back.db", back);
    WORKS(nj_store_open(&f->s, from, &f->err));
    match = fill(f);
    close_store(f);
    assert_true(move_through(f, from, url) > 10);
    assert_true(move_through(f, url, back) > 5);
    nj_pg_proxy_stop(proxy);
    is_as_it_was(f, f->path, match);
    is_as_it_was(f, back, match);
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_of_it_arrives),
        TEST(nothing_in_use_is_moved),
        TEST(what_is_there_is_not_written_over),
        TEST(one_that_broke_off_goes_on),
        TEST(however_many_there_are),
        TEST(a_server_that_fails_does_not_keep_it),
    };

    return cmocka_run_group_tests_name("store/move", tests, NULL, NULL);
}
