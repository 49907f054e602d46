#include "fault/outbox_view.h"

#include <string.h>

#include "base/bug.h"
#include "base/parts.h"
#include "kit/nj_test.h"

#define NUMBERS 5 /* of a message, in front of its texts (store/said.h) */
#define FIELDS  10

/* said_field(body, place, field): one of a message, as a text or a number. */
static void field(sqlite3_context *ctx, int n, sqlite3_value **v)
{
    const char *body = (const char *)sqlite3_value_text(v[0]);
    int at = sqlite3_value_int(v[1]) * FIELDS + sqlite3_value_int(v[2]);
    struct nj_parts p = nj_parts_of(body, strlen(body));

    NJ_ASSERT(n == 3);
    for (int i = 0; i <= at; i++) {
        bool number = i % FIELDS < NUMBERS;
        int64_t value = number ? nj_parts_i64(&p, INT64_MIN, INT64_MAX) : 0;
        struct nj_piece text = {"", 0};

        if (!number)
            text = nj_parts_text(&p, INT32_MAX);
        if (i < at)
            continue;
        if (p.bad)
            sqlite3_result_error(ctx, "no such part", -1);
        else if (number)
            sqlite3_result_int64(ctx, value);
        else
            sqlite3_result_text(ctx, text.p, (int)text.n, SQLITE_TRANSIENT);
    }
}

static const char view[] =
    "CREATE TEMP TABLE places (n INTEGER PRIMARY KEY);"
    "INSERT INTO places WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL"
    " SELECT n + 1 FROM c WHERE n < 255) SELECT n FROM c;"
    "CREATE TEMP VIEW outbox AS SELECT m.id + p.n AS id, m.id AS row,"
    " m.match_id, said_field(m.body, p.n, 0) AS seq,"
    " said_field(m.body, p.n, 1) AS audience,"
    " said_field(m.body, p.n, 2) AS seats,"
    " said_field(m.body, p.n, 3) & 1 AS refusal,"
    " coalesce(f.repeat, 0) AS repeat,"
    " said_field(m.body, p.n, 3) >> 1 & 1 AS copied,"
    " coalesce(f.tries, 0) AS tries,"
    " said_field(m.body, p.n, 3) >> 8 AS urgency,"
    " said_field(m.body, p.n, 4) AS receipt,"
    " CASE WHEN f.id IS NOT NULL THEN f.state"
    " WHEN said_field(m.body, p.n, 5) = '' THEN 5"
    " WHEN m.id + p.n <= (SELECT id FROM settled) THEN 2 ELSE 1 END AS state,"
    " m.at_ms, said_field(m.body, p.n, 5) AS chat,"
    " said_field(m.body, p.n, 6) AS message,"
    " said_field(m.body, p.n, 7) AS clause,"
    " said_field(m.body, p.n, 8) AS args,"
    " said_field(m.body, p.n, 9) AS choices,"
    " coalesce(f.reason, '') AS reason"
    " FROM main.said AS m CROSS JOIN places AS p ON p.n < m.many"
    " LEFT JOIN main.fates AS f ON f.id = m.id + p.n";

void nj_outbox_view(sqlite3 *db)
{
    char *why = NULL;

    if (sqlite3_table_column_metadata(db, "main", "said", NULL, NULL, NULL,
                                      NULL, NULL, NULL) != SQLITE_OK)
        return;
    assert_int_equal(sqlite3_create_function(db, "said_field", 3,
                                             SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                             NULL, field, NULL, NULL),
                     SQLITE_OK);
    (void)sqlite3_exec(db, "PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    if (sqlite3_exec(db, view, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
}
