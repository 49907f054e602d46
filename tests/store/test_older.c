/* For src/store/schema/: what a database of the first version holds is there
 * in the latest one. */
#include "store/pg_sql.h"
#include "store/records.h"
#include "store/rows.h"

/* The first step, as src/store/schema.c has it. */
extern const char nj_schema_0001[];

/* Our SQL, as each engine is told it. */
static void meddle_in_ours(const struct fixture *f, const char *sql)
{
    struct nj_str theirs = NJ_STR_INIT(1 << 16);

    if (nj_database_is_url(f->path))
        (void)nj_pg_sql(&theirs, sql);
    else
        nj_str_puts(&theirs, sql);
    meddle(f, theirs.p);
    nj_str_fini(&theirs);
}

static void first_version(const struct fixture *f)
{
    if (nj_database_is_url(f->path))
        meddle(f, "CREATE COLLATION IF NOT EXISTS nocase (provider = icu,"
                  " locale = 'und-u-ks-level2', deterministic = false)");
    meddle_in_ours(f, nj_schema_0001);
}

#define HASH "CAST('0123456789abcdef0123456789abcdef' AS BLOB)"

static const char old_match[] =
    "INSERT INTO matches VALUES (1, 'K7Q', 'long-night', '', '', '', '', 1, 1,"
    " 0, " HASH ", " HASH ", " HASH ", " HASH ", '{}', 1, 1, 0, 0);"
    "INSERT INTO pulses VALUES (1, 0, 0, " HASH ", '[]', 0, 0, '', 0)";

/* Messages as the first version stored them: heard, refused, kept, on its way. */
static const char old_messages[] =
    "INSERT INTO messages VALUES (1, 1, NULL, 5, 0, NULL, NULL, NULL, 77,"
    " 'qq:g:1', 'ln.step', 'LN-4.2', '{\"seat\":[\"seat\",1]}', NULL),"
    " (2, 1, 1, 6, 1, 3, 515, 9, 78, 'qq:u:1', 'ln.上', '',"
    " '{\"a\":[\"text\",\"上;1:\\n\\\\\"]}', '\\x5\\' || 'yes\nno'),"
    " (4, NULL, NULL, 0, 100, NULL, NULL, NULL, 79, '', 'k', '', '{}', NULL),"
    " (5, NULL, NULL, 0, 100, NULL, NULL, NULL, 80, 'qq:u:2', 'k', '', '{}',"
    " NULL);"
    "INSERT INTO fates VALUES (2, 3, 1, 2, 'qq:u:1', 'not a friend');"
    "UPDATE settled SET id = 2;"
    "UPDATE pulses SET last_message = 2;";

struct rows {
    struct nj_out_row want[4];
    size_t n;
};

static void compare(void *ctx, const struct nj_out_row *row)
{
    struct rows *r = ctx;

    same_out(row, &r->want[r->n++]);
}

static void messages_of_an_old_database_are_there(void **state)
{
    static const int64_t ids[] = {1, 2, 4, 5};
    struct fixture *f = *state;
    struct rows r = {.want = {{.id = 1,
                               .match = 1,
                               .seq = 5,
                               .at_ms = 77,
                               .state = NJ_OUT_SENT,
                               .chat = "qq:g:1",
                               .key = "ln.step",
                               .clause = "LN-4.2",
                               .args = "{\"seat\":[\"seat\",1]}",
                               .choices = "",
                               .reason = ""},
                              {.id = 2,
                               .match = 1,
                               .seq = 6,
                               .to = 1,
                               .seats = 3,
                               .refusal = true,
                               .copy = true,
                               .urgency = 2,
                               .receipt = 9,
                               .repeat = true,
                               .tries = 2,
                               .at_ms = 78,
                               .state = NJ_OUT_REFUSED,
                               .chat = "qq:u:1",
                               .key = "ln.上",
                               .clause = "",
                               .args = "{\"a\":[\"text\",\"上;1:\\n\\\\\"]}",
                               .choices = "\\x5\\yes\nno",
                               .reason = "not a friend"},
                              {.id = 4,
                               .to = NJ_OUT_TO_USER,
                               .at_ms = 79,
                               .state = NJ_OUT_KEPT,
                               .chat = "",
                               .key = "k",
                               .clause = "",
                               .args = "{}",
                               .choices = "",
                               .reason = ""},
                              {.id = 5,
                               .to = NJ_OUT_TO_USER,
                               .at_ms = 80,
                               .repeat = true,
                               .state = NJ_OUT_PENDING,
                               .chat = "qq:u:2",
                               .key = "k",
                               .clause = "",
                               .args = "{}",
                               .choices = "",
                               .reason = ""}}};
    struct nj_out_row next = out_row(0, "qq:g:1", NJ_OUT_SENT);

    first_version(f);
    meddle_in_ours(f, old_match);
    meddle_in_ours(f, old_messages);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    for (size_t i = 0; i < NJ_COUNT(ids); i++)
        WELL(nj_out_load(f->s, ids[i], compare, &r));
    assert_int_equal(r.n, 4);
    LACKS(nj_out_load(f->s, 3, compare, &r));
    r.n = 0; /* the second is a copy: no part of the record */
    WELL(nj_out_each_of(f->s, 1, compare, &r));
    assert_int_equal(r.n, 1);
    WELL(nj_out_insert(f->s, &next));
    assert_int_equal(next.id, 6);
    WORKS(nj_store_check(f->s, &f->err));
}

static void it_is_not_read_beside_its_program(void **state)
{
    struct fixture *f = *state;

    first_version(f);
    FAILS(nj_store_open_beside(&f->s, f->path, &f->err), NJ_ERR_MISMATCH,
          "schema 1, this one reads 6");
    assert_null(f->s);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(messages_of_an_old_database_are_there),
        TEST(it_is_not_read_beside_its_program),
    };

    return cmocka_run_group_tests_name("store/older", tests, NULL, NULL);
}
