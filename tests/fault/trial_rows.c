/*
 * Reading a database with nothing between SQLite and us.
 */
#include "fault/trial_rows.h"

#include <string.h>

#include <sqlite3.h>

#include "base/bug.h"
#include "fault/outbox_view.h"
#include "kit/nj_test.h"

static sqlite3_stmt *query(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return q;
}

static void add_row(struct nj_hasher *h, sqlite3_stmt *q)
{
    for (int i = 0; i < sqlite3_column_count(q); i++) {
        const void *bytes = sqlite3_column_blob(q, i);
        int n = sqlite3_column_bytes(q, i);

        nj_hasher_add_u64(h, (uint64_t)n);
        if (n > 0)
            nj_hasher_add(h, bytes, (size_t)n);
    }
}

static void add_query(struct nj_hasher *h, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = query(db, sql);
    int rc;

    while ((rc = sqlite3_step(q)) == SQLITE_ROW)
        add_row(h, q);
    if (rc != SQLITE_DONE)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    (void)sqlite3_finalize(q);
}

static void check_pages(sqlite3 *db)
{
    sqlite3_stmt *q = query(db, "PRAGMA integrity_check");

    if (sqlite3_step(q) != SQLITE_ROW)
        fail_msg("integrity_check: %s", sqlite3_errmsg(db));
    assert_string_equal((const char *)sqlite3_column_text(q, 0), "ok");
    (void)sqlite3_finalize(q);
}

static bool has_tables(sqlite3 *db)
{
    sqlite3_stmt *q =
        query(db, "SELECT 1 FROM sqlite_schema WHERE name = 'settings'");
    bool yes = sqlite3_step(q) == SQLITE_ROW;

    (void)sqlite3_finalize(q);
    return yes;
}

static void add_all(struct nj_hasher *h, sqlite3 *db)
{
    static const char *const tables[] = {
        "SELECT * FROM matches", "SELECT * FROM pulses",
        "SELECT * FROM seats",   "SELECT * FROM inputs",
        "SELECT * FROM outbox",  "SELECT * FROM seen",
        "SELECT * FROM people",  "SELECT * FROM settings",
        "SELECT * FROM results", "SELECT * FROM positions",
        "SELECT * FROM holders", "SELECT * FROM homes",
        "SELECT * FROM buttons", "SELECT * FROM achievements",
        "SELECT * FROM links",   "SELECT * FROM link_codes",
        "SELECT * FROM joins",   "SELECT * FROM texts",
        "SELECT * FROM files",
    };

    for (size_t i = 0; i < NJ_COUNT(tables); i++) {
        nj_hasher_add_u64(h, i); /* so that empty tables are not no tables */
        add_query(h, db, tables[i]);
    }
}

/* Whether a message has left already is no part of what lasts, but that none
 * still waits is. */
static void add_lasting(struct nj_hasher *h, sqlite3 *db)
{
    add_query(h, db, "SELECT count(*) FROM matches WHERE state = 4");
    add_query(h, db, "SELECT * FROM inputs");
    add_query(h, db,
              "SELECT match_id, seq, digest, receipts, last_message"
              " FROM pulses");
    add_query(h, db,
              "SELECT id, match_id, seq, audience, seats, refusal, copied,"
              " receipt, state, chat, message, clause, args, choices FROM"
              " outbox ORDER BY id");
    add_query(h, db,
              "SELECT match_id, seat, rank, score, address, outcome"
              " FROM results");
    add_query(h, db, "SELECT id, code, state, seed, options FROM matches");
    add_query(h, db, "SELECT * FROM seats");
    add_query(h, db, "SELECT * FROM holders");
    add_query(h, db, "SELECT * FROM achievements");
    add_query(h, db, "SELECT * FROM links");
    add_query(h, db, "SELECT * FROM joins");
    add_query(h, db, "SELECT * FROM files");
}

static sqlite3 *open_file(const char *path)
{
    sqlite3 *db = NULL;
    int rc = sqlite3_open_v2(path, &db,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);

    if (rc != SQLITE_OK)
        fail_msg("%s: %s", path, sqlite3_errmsg(db));
    /* The log stays for the referee, which has to cope with it by itself. */
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    (void)sqlite3_exec(db, "PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    nj_outbox_view(db);
    return db;
}

void nj_trial_rows_read(const char *path, struct nj_hash *all,
                        struct nj_hash *lasting)
{
    struct nj_hasher a, l;
    sqlite3 *db = open_file(path);

    nj_hasher_init(&a, NULL);
    nj_hasher_init(&l, NULL);
    check_pages(db);
    if (has_tables(db)) {
        add_all(&a, db);
        add_lasting(&l, db);
    }
    nj_hasher_end(&a, all);
    nj_hasher_end(&l, lasting);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

void nj_trial_rows_fates(const char *path, int64_t *sending, int64_t *sent)
{
    sqlite3 *db = open_file(path);

    *sending = *sent = 0;
    if (has_tables(db)) {
        sqlite3_stmt *q =
            query(db, "SELECT total(state = 1), total(state = 2) FROM outbox");

        assert_int_equal(sqlite3_step(q), SQLITE_ROW);
        *sending = sqlite3_column_int64(q, 0);
        *sent = sqlite3_column_int64(q, 1);
        (void)sqlite3_finalize(q);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

bool nj_trial_rows_sending(const char *path, const char *chat)
{
    sqlite3 *db = open_file(path);
    sqlite3_stmt *q =
        query(db, "SELECT 1 FROM outbox WHERE (state = 1 OR (state = 0"
                  " AND repeat = 1)) AND chat = ?");
    bool yes;

    (void)sqlite3_bind_text(q, 1, chat, -1, SQLITE_STATIC);
    yes = sqlite3_step(q) == SQLITE_ROW;
    (void)sqlite3_finalize(q);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return yes;
}
