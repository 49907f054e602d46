/*
 * Rows of joins and of the files of a match.
 */
#include "base/bug.h"
#include "store/proof.h"
#include "store/store_priv.h"

/* --- joins --- */

void nj_join_put(struct nj_store *s, int64_t match, const char *user,
                 const char *words)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO joins (match_id, place, address, words) VALUES (?1,"
           " (SELECT coalesce(max(place), 0) + 1 FROM joins"
           " WHERE match_id = ?1), ?2, ?3)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(user[0] != '\0');
    nj_bind_i64(&q, match);
    nj_bind_text(&q, user);
    nj_bind_text(&q, words);
    nj_stmt_do(&q);
}

struct nj_join_counts nj_join_count(struct nj_store *s, int64_t match,
                                    const char *user)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*), count(*) FILTER (WHERE address = ?2) FROM joins"
           " WHERE match_id = ?1");
    struct nj_join_counts n = {0, 0};

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_text(&q, user);
    if (nj_stmt_step(&q)) {
        n.all = nj_read_u32(&q);
        n.own = nj_read_u32(&q);
    }
    nj_stmt_end(&q);
    return n;
}

void nj_join_each(struct nj_store *s, int64_t match, nj_join_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT words FROM joins WHERE match_id = ? ORDER BY place");

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (nj_stmt_step(&q)) {
        const char *words = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, words);
    }
    nj_stmt_end(&q);
}

/* --- files --- */

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_file_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_file_row, place),
    NJ_COLUMN(struct nj_file_row, name),
    NJ_COLUMN(struct nj_file_row, hash),
};

static void put_text(struct nj_store *s, const struct nj_file_row *row)
{
    struct nj_stmt q =
        nj_stmt_write(s, "INSERT INTO texts (hash, body)"
                         " VALUES (?, ?) ON CONFLICT DO NOTHING");

    nj_bind_hash(&q, &row->hash);
    nj_bind_text(&q, row->text);
    nj_stmt_do(&q);
}

void nj_file_put(struct nj_store *s, const struct nj_file_row *row)
{
    struct nj_stmt q;

    NJ_ASSERT(row->match > 0);
    NJ_ASSERT(row->name[0] != '\0');
    put_text(s, row);
    q = nj_stmt_write(s, "INSERT INTO files (match_id, place, name, hash)"
                         " VALUES (?, ?, ?, ?)");
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

void nj_file_each(struct nj_store *s, int64_t match, nj_file_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT f.match_id, f.place, f.name, f.hash, t.body FROM files AS f"
           " JOIN texts AS t ON t.hash = f.hash WHERE f.match_id = ?"
           " ORDER BY f.place");

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (nj_stmt_step(&q)) {
        struct nj_file_row row;

        nj_read_row(&q, columns, NJ_COUNT(columns), &row);
        row.text = nj_read_text(&q);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
