/* For src/store/schema.c: whose file is it, and how old. */
#include "store/records.h"
#include "store/rows.h"
#include "store/schema.h"
#include "store/store_priv.h"

/* The first step, as src/store/schema.c has it. */
extern const char nj_schema_0001[];

#define LATEST 6

struct bytes {
    unsigned char *p;
    size_t len;
};

static struct bytes slurp(const char *path)
{
    struct bytes b = {.p = malloc(1u << 20)};
    FILE *file = fopen(path, "rb");

    assert_non_null(b.p);
    assert_non_null(file);
    b.len = fread(b.p, 1, 1u << 20, file);
    assert_int_equal(fclose(file), 0);
    return b;
}

static void spill(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

/* Opening fails, says so, and leaves the file as it found it. */
static void refuses(struct fixture *f, enum nj_status st, const char *word)
{
    struct bytes before = slurp(f->path), after;

    FAILS(nj_store_open(&f->s, f->path, &f->err), st, word);
    FAILS(nj_store_open(&f->s, f->path, &f->err), st, f->path);
    assert_null(f->s);
    after = slurp(f->path);
    assert_int_equal(after.len, before.len);
    assert_memory_equal(after.p, before.p, before.len);
    free(before.p);
    free(after.p);
}

static int64_t number(struct fixture *f, const char *sql)
{
    struct nj_stmt q = nj_stmt_begin(f->s, sql);
    int64_t v = -1;

    WELL(v = nj_stmt_number(&q));
    return v;
}

static void a_new_file_gets_the_latest_schema(void **state)
{
    struct fixture *f = *state;
    int64_t version = -1;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(number(f, "PRAGMA user_version"), LATEST);
    assert_int_equal(number(f, "PRAGMA application_id"), 0x4e4a4152);
    assert_int_equal(number(f, "SELECT count(*) FROM sqlite_schema"
                               " WHERE type = 'table'"),
                     25);
    WELL(version = nj_schema_identify(f->s));
    assert_int_equal(version, LATEST);
    WELL(nj_schema_migrate(f->s, version)); /* nothing to do */
}

static void an_empty_file_is_a_new_one(void **state)
{
    struct fixture *f = *state;

    spill(f->path, "", 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "K7Q");
}

/* A database that the first version has made is made to what a new one is, and
 * keeps its rows. */
static void a_file_of_the_first_version_is_carried_on(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row;
    char newer[1100], sql[1300];
    int64_t match;

    (void)snprintf(newer, sizeof(newer), "%s-newer", f->path);
    WORKS(nj_store_open(&f->s, newer, &f->err));
    match = add_match(f, "K7Q");
    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, nj_schema_0001);
    (void)snprintf(sql, sizeof(sql),
                   "ATTACH '%s' AS newer;"
                   "INSERT INTO matches SELECT * FROM newer.matches;"
                   "INSERT INTO pulses SELECT * FROM newer.pulses",
                   newer);
    meddle(f, sql);

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(number(f, "PRAGMA user_version"), LATEST);
    WELL(nj_match_load(f->s, match, &row));
    assert_string_equal(row.code, "K7Q");
    WELL(nj_card_put(f->s, match, "qq:g:1001", "m-1"));
    WELL(nj_notice_put(f->s, &(struct nj_notice){"qq:g:1001", "", "qq:u:1"}));
    WELL(nj_kept_put(f->s, "qqbot", "", "x"));
    WELL(nj_ledger_put(f->s, &(struct nj_ledger_row){.match = match,
                                                     .user = "qq:u:1",
                                                     .game = "long-night",
                                                     .people = 2}));
    nj_store_close(f->s);
    f->s = NULL;
    (void)snprintf(sql, sizeof(sql),
                   "ATTACH '%s' AS newer;"
                   "CREATE TEMP TABLE same (n CHECK (n = 0));"
                   "INSERT INTO same SELECT count(*) FROM"
                   " (SELECT sql FROM newer.sqlite_schema EXCEPT"
                   "  SELECT sql FROM main.sqlite_schema)",
                   newer);
    meddle(f, sql);
}

/* A step that stops half-way is made again as a whole. */
static void a_step_is_applied_at_once_or_not_at_all(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    BREAKS(nj_schema_migrate(f->s, 0), NJ_ERR_CORRUPT, f->path);
    assert_int_equal(f->s->tx, NJ_TX_NONE);
    (void)add_match(f, "K7Q");
}

static void a_newer_file_is_left_alone(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, "PRAGMA user_version = 7");
    refuses(f, NJ_ERR_MISMATCH, "schema 7, this one knows 6");
}

static void the_file_of_another_program_is_left_alone(void **state)
{
    struct fixture *f = *state;

    meddle(f, "CREATE TABLE bookmarks (url TEXT)");
    refuses(f, NJ_ERR_CORRUPT, "another program");
    meddle(f, "PRAGMA user_version = 1");
    refuses(f, NJ_ERR_CORRUPT, "another program");
    meddle(f, "PRAGMA application_id = 0x4e4a4152; PRAGMA user_version = 0");
    refuses(f, NJ_ERR_CORRUPT, "another program");
}

/* Even its log is not moved for it. */
static void the_log_of_another_program_is_left_alone(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = NULL;
    char wal[1100];
    struct bytes before, after;

    (void)snprintf(wal, sizeof(wal), "%s-wal", f->path);
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA journal_mode=WAL;"
                                  "CREATE TABLE bookmarks (url TEXT)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    before = slurp(wal);
    assert_true(before.len > 0);
    refuses(f, NJ_ERR_CORRUPT, "another program");
    after = slurp(wal);
    assert_int_equal(after.len, before.len);
    free(before.p);
    free(after.p);
}

static void garbage_is_left_alone(void **state)
{
    struct fixture *f = *state;
    char noise[8192];

    for (size_t i = 0; i < sizeof(noise); i++)
        noise[i] = (char)(i * 37 % 251);
    spill(f->path, noise, sizeof(noise));
    refuses(f, NJ_ERR_CORRUPT, "no database of ours");
    spill(f->path, "hello", 5);
    refuses(f, NJ_ERR_CORRUPT, "no database of ours");
}

static void a_file_cut_short_is_refused(void **state)
{
    struct fixture *f = *state;
    struct bytes whole;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_close(f->s);
    f->s = NULL;
    whole = slurp(f->path);
    assert_true(whole.len > 8192);
    spill(f->path, whole.p, 8192);
    free(whole.p);
    refuses(f, NJ_ERR_CORRUPT, "restore a backup");
}

/* An empty database beside a log that is not: the log may be all there is. */
static void a_log_without_its_database_is_not_thrown_away(void **state)
{
    struct fixture *f = *state;
    char wal[1100];
    struct bytes log;

    (void)snprintf(wal, sizeof(wal), "%s-wal", f->path);
    spill(f->path, "", 0);
    spill(wal, "precious", 8);
    refuses(f, NJ_ERR_CORRUPT, wal);
    log = slurp(wal);
    assert_int_equal(log.len, 8);
    free(log.p);
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_file_gets_the_latest_schema),
        TEST(a_file_of_the_first_version_is_carried_on),
        TEST(an_empty_file_is_a_new_one),
        TEST(a_step_is_applied_at_once_or_not_at_all),
        TEST(a_newer_file_is_left_alone),
        TEST(the_file_of_another_program_is_left_alone),
        TEST(the_log_of_another_program_is_left_alone),
        TEST(garbage_is_left_alone),
        TEST(a_file_cut_short_is_refused),
        TEST(a_log_without_its_database_is_not_thrown_away),
    };

    return cmocka_run_group_tests_name("store/schema", tests, NULL, NULL);
}
