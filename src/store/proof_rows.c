/*
 * Rows of joins and of the files of a match.
 */
#include "base/bug.h"
#include "store/proof.h"
#include "store/store_priv.h"

/* --- joins --- */

enum nj_status nj_join_put(struct nj_store *s, int64_t match, const char *user,
                           const char *words, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO joins (match_id, place, address, words) VALUES (?1,"
           " (SELECT coalesce(max(place), 0) + 1 FROM joins"
           " WHERE match_id = ?1), ?2, ?3)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(user[0] != '\0');
    nj_bind_i64(&q, match);
    nj_bind_text(&q, user);
    nj_bind_text(&q, words);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_join_count(struct nj_store *s, int64_t match,
                             const char *user, uint32_t *all, uint32_t *own,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*), count(*) FILTER (WHERE address = ?2) FROM joins"
           " WHERE match_id = ?1");
    uint32_t n = 0, his = 0;
    enum nj_status st;

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_text(&q, user);
    if (nj_stmt_step(&q)) {
        n = nj_read_u32(&q);
        his = nj_read_u32(&q);
    }
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK) {
        *all = n;
        *own = his;
    }
    return st;
}

enum nj_status nj_join_each(struct nj_store *s, int64_t match, nj_join_fn *fn,
                            void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT words FROM joins WHERE match_id = ? ORDER BY place");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        const char *words = nj_read_text(&q);

        if (nj_stmt_good(&q))
            st = fn(ctx, words, err);
    }
    return nj_stmt_close(&q, st, err);
}

/* --- files --- */

static enum nj_status put_text(struct nj_store *s,
                               const struct nj_file_row *row,
                               struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "INSERT OR IGNORE INTO texts (hash, body)"
                         " VALUES (?, ?)");

    nj_bind_hash(&q, &row->hash);
    nj_bind_text(&q, row->text);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_file_put(struct nj_store *s, const struct nj_file_row *row,
                           struct nj_err *err)
{
    enum nj_status st = put_text(s, row, err);
    struct nj_stmt q;

    NJ_ASSERT(row->match > 0);
    NJ_ASSERT(row->name[0] != '\0');
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s, "INSERT INTO files (match_id, place, name, hash)"
                         " VALUES (?, ?, ?, ?)");
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->place);
    nj_bind_text(&q, row->name);
    nj_bind_hash(&q, &row->hash);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_file_each(struct nj_store *s, int64_t match, nj_file_fn *fn,
                            void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT f.match_id, f.place, f.name, f.hash, t.body FROM files AS f"
           " JOIN texts AS t ON t.hash = f.hash WHERE f.match_id = ?"
           " ORDER BY f.place");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_file_row row;

        row.match = nj_read_i64(&q, 1, INT64_MAX);
        row.place = nj_read_u8(&q);
        row.name = nj_read_text(&q);
        nj_read_hash(&q, &row.hash);
        row.text = nj_read_text(&q);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}
