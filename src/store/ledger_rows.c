/*
 * Rows of the ledger: what matches gave people, and who has most of it.
 */
#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

/* Rows of ?3 ("": all games) in group ?2 ("": anywhere) up to season ?5. */
#define THERE                                                          \
 " (?3 = '' OR g.game = ?3) AND g.season <= ?5 AND (?2 = '' OR EXISTS" \
 " (SELECT 1 FROM matches AS c WHERE c.id = g.match_id"                \
 " AND c.chat = ?2) OR EXISTS (SELECT 1 FROM homes AS h"               \
 " WHERE h.match_id = g.match_id AND h.chat = ?2))"

/* Those of account ?1. */
#define THEIRS                                                              \
 THERE " AND g.address IN (SELECT ?1 UNION SELECT address FROM links WHERE" \
       " account = ?1)"

/* Matches, zero and top since season ?4, and the level of all. */
#define SUMS                                                      \
 " count(*) FILTER (WHERE g.season >= ?4) AS n,"                  \
 " sum(CASE WHEN g.season >= ?4 THEN g.zero ELSE 0 END) AS zero," \
 " sum(CASE WHEN g.season >= ?4 THEN g.top ELSE 0 END) AS top,"   \
 " sum(g.level) AS level"

static void bind_of(struct nj_stmt *q, const struct nj_ledger_of *of)
{
    NJ_ASSERT(of->from <= of->to);
    nj_bind_text(q, of->account);
    nj_bind_text(q, of->chat);
    nj_bind_text(q, of->game);
    nj_bind_i64(q, of->from);
    nj_bind_i64(q, of->to);
}

static void read_sums(struct nj_stmt *q, struct nj_ledger_sum *row)
{
    row->matches = nj_read_i64(q, 0, INT64_MAX);
    row->zero = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->top = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->level = nj_read_double(q);
}

void nj_ledger_put(struct nj_store *s, const struct nj_ledger_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO ledger (match_id, seat, address, name, game,"
           " season, people, places, zero, top, level)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, seat) DO UPDATE SET"
           " address = excluded.address, name = excluded.name,"
           " game = excluded.game, season = excluded.season,"
           " people = excluded.people, places = excluded.places,"
           " zero = excluded.zero, top = excluded.top,"
           " level = excluded.level");

    NJ_ASSERT(row->match > 0 && row->user[0] != '\0' && row->people >= 2);
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->seat);
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->name);
    nj_bind_text(&q, row->game);
    nj_bind_i64(&q, row->season);
    nj_bind_i64(&q, row->people);
    nj_bind_i64(&q, row->places);
    nj_bind_i64(&q, row->zero);
    nj_bind_i64(&q, row->top);
    nj_bind_double(&q, row->level);
    nj_stmt_do(&q);
}

void nj_ledger_each(struct nj_store *s, struct nj_ledger_of of,
                    nj_ledger_sum_fn *fn, void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT g.game," SUMS " FROM ledger AS g WHERE" THEIRS
                         " GROUP BY g.game ORDER BY g.game");

    NJ_ASSERT(fn != NULL);
    bind_of(&q, &of);
    while (nj_stmt_step(&q)) {
        struct nj_ledger_sum row = {.name = ""};

        row.game = nj_read_text(&q);
        read_sums(&q, &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

void nj_ledger_last(struct nj_store *s, struct nj_ledger_of of, uint32_t most,
                    nj_ledger_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT g.match_id, g.seat, g.game, g.season, g.people, g.places,"
           " g.zero, g.top, g.level FROM ledger AS g JOIN matches AS m"
           " ON m.id = g.match_id WHERE" THEIRS " AND g.season >= ?4"
           " ORDER BY m.ended_ms DESC, g.match_id DESC LIMIT ?6");

    NJ_ASSERT(fn != NULL);
    bind_of(&q, &of);
    nj_bind_i64(&q, most);
    while (nj_stmt_step(&q)) {
        struct nj_ledger_row row = {.match = nj_read_i64(&q, 1, INT64_MAX)};

        row.seat = nj_read_u8(&q);
        nj_copy_text(&q, row.game, sizeof(row.game));
        row.season = nj_read_u32(&q);
        row.people = nj_read_u32(&q);
        row.places = nj_read_u32(&q);
        row.zero = nj_read_i64(&q, INT64_MIN, INT64_MAX);
        row.top = nj_read_i64(&q, INT64_MIN, INT64_MAX);
        row.level = nj_read_double(&q);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

/* The order of the weighted level is that of its square with its sign; the older
 * of two accounts is the one that has the earlier match, whatever it was. */
void nj_ledger_list(struct nj_store *s, struct nj_ledger_of of,
                    enum nj_ledger_list by, uint32_t most, nj_ledger_sum_fn *fn,
                    void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT (SELECT b.name FROM ledger AS b LEFT JOIN links AS k"
           " ON k.address = b.address WHERE coalesce(k.account, b.address) ="
           " w.who ORDER BY b.match_id DESC LIMIT 1), w.n, w.zero, w.top,"
           " w.level FROM (SELECT coalesce(l.account, g.address) AS who," SUMS
           " FROM ledger AS g"
           " LEFT JOIN links AS l ON l.address = g.address"
           " WHERE" THERE " AND ?1 IS NOT NULL GROUP BY who) AS w"
           " WHERE w.n > 0 OR ?6 = 3"
           " ORDER BY CASE ?6 WHEN 0 THEN w.zero WHEN 1 THEN w.top"
           " WHEN 2 THEN w.n WHEN 3 THEN w.level"
           " ELSE w.level * abs(w.level) * w.n END DESC,"
           " w.n, (SELECT min(r.match_id) FROM results AS r WHERE r.address IN"
           " (SELECT w.who UNION SELECT address FROM links"
           " WHERE account = w.who)), w.who LIMIT ?7");

    NJ_ASSERT(fn != NULL && by <= NJ_LEDGER_WEIGHTED);
    bind_of(&q, &of);
    nj_bind_i64(&q, by);
    nj_bind_i64(&q, most);
    while (nj_stmt_step(&q)) {
        struct nj_ledger_sum row = {.game = of.game};

        row.name = nj_read_text(&q);
        read_sums(&q, &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

void nj_stats_last_feats(struct nj_store *s, struct nj_stats_of of,
                         uint32_t most, nj_ledger_feat_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT r.game, a.name, m.ended_ms FROM achievements AS a"
           " JOIN results AS r ON r.match_id = a.match_id AND r.seat = a.seat"
           " JOIN matches AS m ON m.id = r.match_id WHERE r.finish > 0"
           " AND (?2 = '' OR m.chat = ?2 OR EXISTS (SELECT 1 FROM homes AS h"
           " WHERE h.match_id = r.match_id AND h.chat = ?2))"
           " AND r.address IN (SELECT ?1 UNION SELECT address FROM links"
           " WHERE account = ?1) ORDER BY r.finish DESC, a.name LIMIT ?3");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.chat);
    nj_bind_i64(&q, most);
    while (nj_stmt_step(&q)) {
        const char *game = nj_read_text(&q);
        const char *name = nj_read_text(&q);
        int64_t ended_ms = nj_read_i64(&q, 0, INT64_MAX);

        if (nj_stmt_good(&q))
            fn(ctx, game, name, ended_ms);
    }
    nj_stmt_end(&q);
}
