/*
 * Rows that somebody altered: what the house makes of tables, seats, groups and
 * customs of which the database says what cannot be.
 */
#include <sqlite3.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define DAY_MS INT64_C(86400000)

static void meddle(struct house *h, const char *sql)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(h->in.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* A table at which ann sits, and what the next life of the process reads. */
static void open_meddled(struct house *h, const char *name, const char *sql)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 漫漫长夜");
    house_private(h, "ann", "我");
    house_group(h, "ann", "#加入");
    meddle(h, sql);
    house_kill(h, 1000);
    house_forget(h);
}

static void a_table_without_a_deadline_has_the_usual_one(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_meddled(&h, "damaged_deadline", "UPDATE pulses SET deadline_ms = 0");
    assert_true(h.referee->entries[0]->deadline_ms > h.referee->now_ms);
    house_pass(&h, 2 * DAY_MS);
    assert_int_equal(nj_referee_open(h.referee), 1); /* it has been told */
    house_pass(&h, 2 * DAY_MS);
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

/* The same twice, and more than there may be: they are groups of it all the
 * same, as many as have room. */
static void groups_that_cannot_be_are_left_out(void **state)
{
    struct house h = {.paced = false};
    const struct nj_entry *e;

    NJ_UNUSED(state);
    open_meddled(&h, "damaged_homes",
                 "INSERT INTO homes VALUES (1, 1, 'qq:g:1'), (1, 2, 'qq:g:2'),"
                 " (1, 3, 'qq:g:3'), (1, 4, 'qq:g:4'), (1, 5, 'qq:g:5')");
    e = h.referee->entries[0];
    assert_int_equal(e->n_homes, NJ_HOMES_MAX);
    assert_false(nj_homes_has(e, nj_books_chat(h.referee, "qq:g:5")));
    house_group(&h, "bob", "#加入");
    assert_non_null(house_heard(&h, "qq:g:4", "bob"));
    house_close(&h);
}

/* What is not understood is not there; the rest of the line counts. */
static void customs_that_nobody_can_read_are_none(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_meddled(&h, "damaged_customs",
                 "INSERT INTO settings VALUES ('qq:g:1', 'place',"
                 " 'quiet=60 strange zone=60')");
    house_group(&h, "ann", "#时区");
    assert_non_null(house_heard(&h, "group", "UTC+1"));
    assert_int_equal(nj_place_quiet(nj_books_chat(h.referee, "qq:g:1")).to, 0);
    house_close(&h);
}

/* Seats that contradict the game or one another are no seats: nothing is made
 * of half of them. */
static void seats_that_cannot_be_are_not_read(void **state)
{
    static const char *const harm[] = {
        ("INSERT INTO seats SELECT match_id, joined + b.value, seat, computer,"
         " gone, address || b.value, name, contribution, joined_ms FROM seats,"
         " json_each('[1,2,3,4,5,6,7,8,9]') b"),
        "UPDATE seats SET address = ''", "UPDATE seats SET joined = 3",
        ("UPDATE matches SET state = 1;"
         "INSERT INTO holders VALUES (1, 9, 1, 'qq:u:x', 'x', '', '')")};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(harm); i++) {
        struct house h = {.paced = false};
        struct nj_entry *e;
        struct nj_err err = {{0}};

        open_meddled(&h, "damaged_seats", harm[i]);
        e = h.referee->entries[0];
        nj_store_begin(h.store);
        assert_false(nj_sitters_load(h.referee, e));
        assert_int_equal(e->n_sitters, 0);
        assert_int_equal(nj_store_status(h.store, &err), NJ_ERR_CORRUPT);
        house_close(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_without_a_deadline_has_the_usual_one),
        cmocka_unit_test(groups_that_cannot_be_are_left_out),
        cmocka_unit_test(customs_that_nobody_can_read_are_none),
        cmocka_unit_test(seats_that_cannot_be_are_not_read),
    };

    return cmocka_run_group_tests_name("referee/damaged", tests, NULL, NULL);
}
