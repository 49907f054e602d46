/*
 * Reading everything: what SQLite and the conditions in the schema can say of
 * the file, and whether the rows of a match agree with one another.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "store/store_priv.h"

static enum nj_status say(const struct nj_store *s, const struct nj_str *lines,
                          struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_CORRUPT,
                   "database '%s' is damaged: %s; restore a backup", s->path,
                   lines->p);
}

/* A healthy file answers with the single word "ok"; a damaged one with a line
 * per finding, of which the first few tell enough. */
static enum nj_status check_pages(struct nj_store *s, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, "PRAGMA integrity_check(3)");
    struct nj_str lines = NJ_STR_INIT(400);
    enum nj_status st;

    while (nj_stmt_step(&q))
        nj_str_addf(&lines, "%s%s", lines.len > 0 ? ", " : "",
                    nj_read_text(&q));
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && strcmp(lines.p, "ok") != 0)
        st = say(s, &lines, err);
    nj_str_fini(&lines);
    return st;
}

/* Runs a query that names the match with the first finding, if any. */
static enum nj_status check_rows(struct nj_store *s, struct nj_stmt q,
                                 const char *finding, struct nj_err *err)
{
    struct nj_str line = NJ_STR_INIT(400);
    bool found = nj_stmt_step(&q);
    enum nj_status st;

    NJ_ASSERT(finding[0] != '\0');
    if (found)
        nj_str_addf(&line, "match %lld %s",
                    (long long)nj_read_i64(&q, INT64_MIN, INT64_MAX), finding);
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && found)
        st = say(s, &line, err);
    nj_str_fini(&line);
    return st;
}

/* The messages of a match are one chain, and its pulse holds the end. */
static enum nj_status check_chains(struct nj_store *s, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT m.match_id FROM messages AS m LEFT JOIN messages AS b"
           " ON b.id = m.previous WHERE m.previous IS NOT NULL AND"
           " (b.match_id IS NOT m.match_id OR b.id >= m.id) UNION ALL"
           " SELECT p.match_id FROM pulses AS p LEFT JOIN (SELECT match_id,"
           " max(id) AS id, count(*) - count(previous) AS starts FROM messages"
           " WHERE match_id IS NOT NULL GROUP BY match_id) AS l"
           " ON l.match_id = p.match_id WHERE p.last_message <>"
           " coalesce(l.id, 0) OR coalesce(l.starts, 1) <> 1 LIMIT 1");

    return check_rows(s, q, "has lost a message", err);
}

static enum nj_status check_relations(struct nj_store *s, struct nj_err *err)
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
           " SELECT i.match_id FROM messages AS i LEFT JOIN matches AS m"
           " ON m.id = i.match_id WHERE m.id IS NULL"
           " AND i.match_id IS NOT NULL UNION ALL"
           " SELECT p.match_id FROM pulses AS p LEFT JOIN matches AS m"
           " ON m.id = p.match_id WHERE m.id IS NULL UNION ALL"
           " SELECT m.id FROM matches AS m LEFT JOIN pulses AS p"
           " ON m.id = p.match_id WHERE p.match_id IS NULL LIMIT 1");
    enum nj_status st = check_rows(s, q, "has lost a part of itself", err);

    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s, "SELECT match_id FROM inputs GROUP BY match_id"
                         " HAVING max(seq) <> count(*) LIMIT 1");
    st = check_rows(s, q, "has a gap in its inputs", err);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(
        s, "SELECT p.match_id FROM pulses AS p WHERE p.seq <> coalesce((SELECT"
           " max(i.seq) FROM inputs AS i WHERE i.match_id = p.match_id), 0)"
           " LIMIT 1");
    st = check_rows(s, q, "does not end with its last input", err);
    return st == NJ_OK ? check_chains(s, err) : st;
}

enum nj_status nj_store_check(struct nj_store *s, struct nj_err *err)
{
    enum nj_status st = check_pages(s, err);

    return st == NJ_OK ? check_relations(s, err) : st;
}
