/*
 * What people ask of the results: sums per game, achievements, leaders of a
 * group. A group sees its own matches only: those that were opened there and
 * those that it joined (homes).
 */
#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

/* The matches of group ?1. */
#define HERE                                                 \
 "WITH here (id) AS (SELECT id FROM matches WHERE chat = ?1" \
 " UNION SELECT match_id FROM homes WHERE chat = ?1)"

/* Counted, in group ?2 or, if that is "", anywhere. */
#define COUNTED                                                     \
 " r.finish > 0 AND (?2 = '' OR EXISTS (SELECT 1 FROM matches AS c" \
 " WHERE c.id = r.match_id AND c.chat = ?2) OR EXISTS (SELECT 1"    \
 " FROM homes AS h WHERE h.match_id = r.match_id AND h.chat = ?2))"

/* The same of account ?1. */
#define THEIRS                                               \
 COUNTED " AND r.address IN (SELECT ?1 UNION SELECT address" \
         " FROM links WHERE account = ?1)"

void nj_stats_each(struct nj_store *s, struct nj_stats_of of, nj_stats_fn *fn,
                   void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT r.game, count(*), count(*) FILTER (WHERE r.rank = 1),"
           " sum(r.rank),"
           " sum(r.score), sum(r.substitute) FROM results AS r WHERE" THEIRS
           " GROUP BY r.game ORDER BY r.game");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.chat);
    while (nj_stmt_step(&q)) {
        struct nj_stats_row row;

        row.game = nj_read_text(&q);
        row.matches = nj_read_i64(&q, 1, INT64_MAX);
        row.wins = nj_read_i64(&q, 0, row.matches);
        row.ranks = nj_read_i64(&q, 0, INT64_MAX);
        row.points = nj_read_i64(&q, INT64_MIN, INT64_MAX);
        row.substituted = nj_read_i64(&q, 0, row.matches);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

int64_t nj_result_count(struct nj_store *s, const char *account,
                        const char *game)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM results WHERE game = ?2 AND address IN"
           " (SELECT ?1 UNION SELECT address FROM links WHERE account = ?1)");

    NJ_ASSERT(account[0] != '\0' && game[0] != '\0');
    nj_bind_text(&q, account);
    nj_bind_text(&q, game);
    return nj_stmt_number(&q);
}

void nj_stats_each_achievement(struct nj_store *s, struct nj_stats_of of,
                               const char *game, nj_stats_achievement_fn *fn,
                               void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT a.name, count(*) FROM results AS r JOIN achievements AS a"
           " ON a.match_id = r.match_id AND a.seat = r.seat WHERE" THEIRS
           " AND r.game = ?3 GROUP BY a.name ORDER BY a.name");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.chat);
    nj_bind_text(&q, game);
    while (nj_stmt_step(&q)) {
        const char *name = nj_read_text(&q);
        int64_t times = nj_read_i64(&q, 1, INT64_MAX);

        if (nj_stmt_good(&q))
            fn(ctx, name, times);
    }
    nj_stmt_end(&q);
}

void nj_stats_each_feat(struct nj_store *s, struct nj_stats_of of,
                        const char *game, nj_feat_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT e.name, count(DISTINCT e.who),"
           " count(*) FILTER (WHERE e.who = ?1),"
           " coalesce(min(CASE e.who WHEN ?1 THEN e.ended END), 0) FROM ("
           "SELECT a.name AS name, coalesce(l.account, r.address) AS who,"
           " m.ended_ms AS ended FROM achievements AS a"
           " JOIN results AS r ON r.match_id = a.match_id AND r.seat = a.seat"
           " JOIN matches AS m ON m.id = r.match_id"
           " LEFT JOIN links AS l ON l.address = r.address"
           " WHERE" COUNTED " AND r.game = ?3) AS e"
           " GROUP BY e.name ORDER BY e.name");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.chat);
    nj_bind_text(&q, game);
    while (nj_stmt_step(&q)) {
        struct nj_feat_row row;

        row.name = nj_read_text(&q);
        row.people = nj_read_i64(&q, 1, INT64_MAX);
        row.mine = nj_read_i64(&q, 0, INT64_MAX);
        row.first_ms = nj_read_i64(&q, 0, INT64_MAX);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

void nj_stats_each_named(struct nj_store *s, struct nj_named_of of,
                         nj_stats_person_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, HERE " SELECT who, name FROM (SELECT DISTINCT"
                " coalesce(l.account, r.address) AS who, r.name AS name,"
                " r.name = ?2 COLLATE NOCASE AS whole"
                " FROM here JOIN results AS r ON r.match_id = here.id"
                " LEFT JOIN links AS l ON l.address = r.address"
                " WHERE r.finish > 0 AND r.address <> ''"
                " AND substr(r.name, 1, length(?2)) = ?2 COLLATE NOCASE)"
                " AS found ORDER BY whole DESC, who, name LIMIT ?3");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.chat);
    nj_bind_text(&q, of.name);
    nj_bind_i64(&q, of.most);
    while (nj_stmt_step(&q)) {
        const char *account = nj_read_text(&q);
        const char *shown = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, account, shown);
    }
    nj_stmt_end(&q);
}

/* Who has had no rating yet in his account's name begins like everybody. */
void nj_top_each(struct nj_store *s, struct nj_top_of of, nj_top_fn *fn,
                 void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, HERE ", played (who, name, finish) AS ("
                "SELECT coalesce(l.account, r.address), r.name, r.finish"
                " FROM here JOIN results AS r ON r.match_id = here.id"
                " LEFT JOIN links AS l ON l.address = r.address"
                " WHERE r.game = ?2 AND r.sigma > 0),"
                " people (who, n, last) AS (SELECT who, count(*), max(finish)"
                " FROM played GROUP BY who HAVING count(*) >= ?3)"
                " SELECT (SELECT p.name FROM played AS p WHERE p.who = w.who"
                " AND p.finish = w.last LIMIT 1), w.n,"
                " coalesce(g.mu, 25000000) AS mu,"
                " coalesce(g.sigma, 8333333) AS sigma FROM people AS w"
                " LEFT JOIN results AS g ON g.account = w.who AND g.game = ?2"
                " AND g.sigma > 0 AND g.finish = (SELECT max(b.finish)"
                " FROM results AS b WHERE b.account = w.who AND b.game = ?2"
                " AND b.sigma > 0)"
                " ORDER BY coalesce(g.mu, 25000000) - 3 * coalesce(g.sigma,"
                " 8333333) DESC, w.who LIMIT ?4");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.chat);
    nj_bind_text(&q, of.game);
    nj_bind_i64(&q, of.least);
    nj_bind_i64(&q, of.most);
    while (nj_stmt_step(&q)) {
        struct nj_top_row row;

        row.name = nj_read_text(&q);
        row.matches = nj_read_i64(&q, 1, INT64_MAX);
        row.mu = nj_read_i64(&q, INT64_MIN, INT64_MAX);
        row.sigma = nj_read_i64(&q, 0, INT64_MAX);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
