/* For src/store/stmt.c. */
#include "store/rows.h"
#include "store/stmt.h"
#include "store/store_priv.h"

static void a_statement_is_prepared_once(void **state)
{
    static const char sql[] = "SELECT ?";
    struct fixture *f = *state;
    size_t before = f->s->stmts.count;
    int64_t v = 0;

    for (int i = 0; i < 10; i++) {
        struct nj_stmt q = nj_stmt_begin(f->s, sql);

        nj_bind_i64(&q, i);
        WELL(v = nj_stmt_number(&q));
        assert_int_equal(v, i);
    }
    assert_int_equal(f->s->stmts.count, before + 1);
}

static void the_cache_has_a_limit(void **state)
{
    static char sql[200][32];
    struct fixture *f = *state;
    int64_t v = 0;

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 200; i++) {
            struct nj_stmt q;

            (void)snprintf(sql[i], sizeof(sql[i]), "SELECT %d", i);
            q = nj_stmt_begin(f->s, sql[i]);
            WELL(v = nj_stmt_number(&q));
            assert_int_equal(v, i);
            assert_true(f->s->stmts.count <= NJ_STMTS_MAX);
        }
    assert_int_equal(f->s->stmts.count, NJ_STMTS_MAX);
}

/* One that is in use is neither lent again nor thrown out. */
static void a_lent_statement_stays_with_its_borrower(void **state)
{
    static const char sql[] = "SELECT ?";
    static char others[NJ_STMTS_MAX][32];
    struct fixture *f = *state;
    struct nj_stmt outer = nj_stmt_begin(f->s, sql), inner;
    int64_t v = 0;

    nj_bind_i64(&outer, 1);
    assert_true(nj_stmt_step(&outer));
    inner = nj_stmt_begin(f->s, sql);
    nj_bind_i64(&inner, 2);
    WELL(v = nj_stmt_number(&inner));
    assert_int_equal(v, 2);
    for (int i = 0; i < NJ_STMTS_MAX; i++) {
        (void)snprintf(others[i], sizeof(others[i]), "SELECT %d", i);
        inner = nj_stmt_begin(f->s, others[i]);
        WELL(v = nj_stmt_number(&inner));
    }
    assert_int_equal(nj_read_i64(&outer, 0, 9), 1);
    WELL(nj_stmt_end(&outer));
}

static void reading_checks_ranges_and_lengths(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q =
        nj_stmt_begin(f->s, "SELECT 7 AS fits, 300 AS large, 'later' AS later");
    char text[8] = "before";

    assert_true(nj_stmt_step(&q));
    assert_int_equal(nj_read_u8(&q), 7);
    assert_true(nj_stmt_good(&q));
    assert_int_equal(nj_read_u8(&q), 0);
    assert_false(nj_stmt_good(&q));
    nj_copy_text(&q, text, sizeof(text));
    assert_string_equal(text, "");
    assert_false(nj_stmt_step(&q));
    BREAKS(nj_stmt_end(&q), NJ_ERR_CORRUPT, "'large'");
}

static void numbers_are_read_to_their_limits(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q = nj_stmt_begin(
        f->s, "SELECT 4294967295, -2147483648, 2147483647, 255, 1, 0");

    assert_true(nj_stmt_step(&q));
    assert_int_equal(nj_read_u32(&q), UINT32_MAX);
    assert_int_equal(nj_read_int(&q), INT32_MIN);
    assert_int_equal(nj_read_int(&q), INT32_MAX);
    assert_int_equal(nj_read_u8(&q), UINT8_MAX);
    assert_true(nj_read_bool(&q));
    assert_false(nj_read_bool(&q));
    WELL(nj_stmt_end(&q));
}

static void a_text_or_hash_that_is_not_there_is_damage(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q = nj_stmt_begin(f->s, "SELECT NULL AS blank");
    struct nj_hash h = hash_of(9);

    assert_true(nj_stmt_step(&q));
    assert_string_equal(nj_read_text(&q), "");
    BREAKS(nj_stmt_end(&q), NJ_ERR_CORRUPT, "'blank'");
    q = nj_stmt_begin(f->s, "SELECT x'0102' AS small");
    assert_true(nj_stmt_step(&q));
    nj_read_hash(&q, &h);
    assert_int_equal(h.b[0], 9);
    BREAKS(nj_stmt_end(&q), NJ_ERR_CORRUPT, "'small'");
}

static void a_number_that_does_not_come_is_an_error(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q = nj_stmt_begin(f->s, "SELECT 1 WHERE 0");
    int64_t v = 5;

    BREAKS(v = nj_stmt_number(&q), NJ_ERR_CORRUPT, f->path);
    assert_int_equal(v, 0);
}

/* The tables are not what this program made: damage, and no crash. */
static void a_statement_that_cannot_be_prepared_reports(void **state)
{
    struct fixture *f = *state;
    struct nj_stmt q = nj_stmt_begin(f->s, "SELECT a FROM no_such_table");

    nj_bind_i64(&q, 1);
    assert_false(nj_stmt_step(&q));
    BREAKS(nj_stmt_end(&q), NJ_ERR_CORRUPT, "no_such_table");
    WELL(nj_stmt_end(&q)); /* ended already: harmless */
}

struct mixed {
    int64_t whole;
    int number;
    unsigned word;
    uint16_t half;
    uint8_t byte;
    bool flag;
    char text[8];
    const char *lent;
    struct nj_hash hash;
};

static const struct nj_column columns[] = {
    NJ_COLUMN(struct mixed, whole), NJ_COLUMN_IN(struct mixed, number, -5, 5),
    NJ_COLUMN(struct mixed, word),  NJ_COLUMN(struct mixed, half),
    NJ_COLUMN(struct mixed, byte),  NJ_COLUMN(struct mixed, flag),
    NJ_COLUMN(struct mixed, text),  NJ_COLUMN(struct mixed, lent),
    NJ_COLUMN(struct mixed, hash),
};

static void a_row_comes_back_as_it_was_bound(void **state)
{
    static const struct mixed extremes[] = {
        {INT64_MIN, -5, 0, 0, 0, false, "", "", {{0}}},
        {INT64_MAX,
         5,
         UINT32_MAX,
         UINT16_MAX,
         UINT8_MAX,
         true,
         "1234567",
         "小明",
         {{0xff, 1}}},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < NJ_COUNT(extremes); i++) {
        const struct mixed *a = &extremes[i];
        struct nj_stmt q =
            nj_stmt_begin(f->s, "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?");
        struct mixed b = {.whole = 77};

        nj_bind_row(&q, columns, NJ_COUNT(columns), a);
        assert_true(nj_stmt_step(&q));
        nj_read_row(&q, columns, NJ_COUNT(columns), &b);
        assert_true(nj_stmt_good(&q));
        assert_int_equal(b.whole, a->whole);
        assert_int_equal(b.number, a->number);
        assert_int_equal(b.word, a->word);
        assert_int_equal(b.half, a->half);
        assert_int_equal(b.byte, a->byte);
        assert_int_equal(b.flag, a->flag);
        assert_string_equal(b.text, a->text);
        assert_string_equal(b.lent, a->lent);
        assert_memory_equal(&b.hash, &a->hash, sizeof(a->hash));
        WELL(nj_stmt_end(&q));
    }
}

/* Beyond its type, and beyond the range of its column. */
static void what_a_column_cannot_hold_is_damage(void **state)
{
    static const char *const rows[] = {
        "SELECT 0, 6 AS bad, 0, 0, 0, 0, '', '', zeroblob(32)",
        "SELECT 0, -6 AS bad, 0, 0, 0, 0, '', '', zeroblob(32)",
        "SELECT 0, 0, -1 AS bad, 0, 0, 0, '', '', zeroblob(32)",
        "SELECT 0, 0, 0, 65536 AS bad, 0, 0, '', '', zeroblob(32)",
        "SELECT 0, 0, 0, 0, 256 AS bad, 0, '', '', zeroblob(32)",
        "SELECT 0, 0, 0, 0, 0, 2 AS bad, '', '', zeroblob(32)",
        "SELECT 0, 0, 0, 0, 0, 0, '12345678' AS bad, '', zeroblob(32)",
        "SELECT 0, 0, 0, 0, 0, 0, '', NULL AS bad, zeroblob(32)",
        "SELECT 0, 0, 0, 0, 0, 0, '', '', zeroblob(31) AS bad",
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_stmt q = nj_stmt_begin(f->s, rows[i]);
        struct mixed b = {.whole = 0};

        assert_true(nj_stmt_step(&q));
        nj_read_row(&q, columns, NJ_COUNT(columns), &b);
        assert_false(nj_stmt_good(&q));
        BREAKS(nj_stmt_end(&q), NJ_ERR_CORRUPT, "'bad'");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_statement_is_prepared_once),
        TEST(the_cache_has_a_limit),
        TEST(a_lent_statement_stays_with_its_borrower),
        TEST(reading_checks_ranges_and_lengths),
        TEST(numbers_are_read_to_their_limits),
        TEST(a_text_or_hash_that_is_not_there_is_damage),
        TEST(a_row_comes_back_as_it_was_bound),
        TEST(what_a_column_cannot_hold_is_damage),
        TEST(a_number_that_does_not_come_is_an_error),
        TEST(a_statement_that_cannot_be_prepared_reports),
    };

    return cmocka_run_group_tests_name("store/stmt", tests, NULL, NULL);
}
