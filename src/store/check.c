/*
 * Reading everything: what the engine and the conditions in the schema can say
 * of the database, and whether the rows of a match agree with one another.
 */
#include "base/bug.h"
#include "base/str.h"
#include "store/store_priv.h"

/* Runs a query that names the match with the first finding, if any. */
static void check_rows(struct nj_store *s, struct nj_stmt q,
                       const char *finding)
{
    struct nj_str line = NJ_STR_INIT(400);
    bool found = nj_stmt_step(&q);

    NJ_ASSERT(finding[0] != '\0');
    if (found)
        nj_str_addf(&line, "match %lld %s",
                    (long long)nj_read_i64(&q, INT64_MIN, INT64_MAX), finding);
    if (nj_stmt_found(&q, found))
        nj_trouble_damage(s, line.p);
    nj_str_fini(&line);
}

/* The messages of a match are one chain, and its pulse holds the end. */
static void check_chains(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "SELECT m.match_id FROM said AS m LEFT JOIN said AS b"
        " ON b.id = (SELECT max(id) FROM said WHERE id <= m.previous)"
        " WHERE m.previous IS NOT NULL AND (b.match_id IS DISTINCT FROM"
        " m.match_id OR b.id >= m.id OR b.id + b.many - 1 <> m.previous) UNION ALL"
        " SELECT p.match_id FROM pulses AS p LEFT JOIN (SELECT match_id,"
        " max(id + many - 1) AS id, count(*) - count(previous) AS starts"
        " FROM said WHERE match_id IS NOT NULL GROUP BY match_id) AS l"
        " ON l.match_id = p.match_id WHERE p.last_message <>"
        " coalesce(l.id, 0) OR coalesce(l.starts, 1) <> 1 LIMIT 1");

    check_rows(s, q, "has lost a message");
}

static void look_at(void *ctx, struct nj_out_row *row, bool fated)
{
    int64_t *latest = ctx;

    NJ_ASSERT(row->chat != NULL);
    (void)fated;
    *latest = row->id;
}

/* Each message is in one row, and can be read. */
static void check_said(struct nj_store *s)
{
    struct nj_stmt q;
    int64_t latest = 0;

    nj_said_from(s, 0, look_at, &latest);
    q = nj_stmt_begin(s, "SELECT coalesce(max(id), 0) FROM fates");
    if (nj_stmt_number(&q) > latest && nj_store_good(s))
        nj_trouble_damage(s, "a message has a fate and is not there");
}

static void check_relations(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT i.match_id FROM inputs AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT i.match_id FROM seats AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT i.match_id FROM holders AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT i.match_id FROM joins AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT i.match_id FROM files AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id LEFT JOIN texts AS t ON t.hash = i.hash"
           " WHERE m.id IS NULL OR t.hash IS NULL UNION ALL"
           " SELECT i.match_id FROM results AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT i.match_id FROM said AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL"
           " AND i.match_id IS NOT NULL UNION ALL"
           " SELECT p.match_id FROM pulses AS p LEFT JOIN matches AS m"
           " ON m.id = p.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT m.id FROM matches AS m LEFT JOIN pulses AS p"
           " ON m.id = p.match_id WHERE p.match_id IS NULL LIMIT 1");

    check_rows(s, q, "has lost a part of itself");
    q = nj_stmt_begin(s, "SELECT match_id FROM inputs GROUP BY match_id"
                         " HAVING max(seq) <> count(*) LIMIT 1");
    check_rows(s, q, "has a gap in its inputs");
    q = nj_stmt_begin(
        s, "SELECT p.match_id FROM pulses AS p WHERE p.seq <> coalesce((SELECT"
           " max(i.seq) FROM inputs AS i WHERE i.match_id = p.match_id), 0)"
           " LIMIT 1");
    check_rows(s, q, "does not end with its last input");
}

enum nj_status nj_store_check(struct nj_store *s, struct nj_err *err)
{
    s->engine->check(s);
    check_relations(s);
    check_chains(s);
    check_said(s);
    return nj_store_status(s, err);
}
