/*
 * Rows of homes, and groups that the platform calls otherwise from one day to
 * the next.
 */
#include "base/bug.h"
#include "store/store_priv.h"

void nj_home_put(struct nj_store *s, int64_t match, uint8_t place,
                 const char *chat)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO homes (match_id, place, chat) VALUES (?, ?, ?)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(place > 0);
    nj_bind_i64(&q, match);
    nj_bind_i64(&q, place);
    nj_bind_text(&q, chat);
    nj_stmt_do(&q);
}

void nj_home_each_open(struct nj_store *s, nj_home_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT h.match_id, h.chat FROM matches AS m INDEXED BY matches_open"
           " CROSS JOIN homes AS h ON h.match_id = m.id WHERE m.state < 2"
           " ORDER BY h.match_id, h.place");

    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(&q)) {
        int64_t match = nj_read_i64(&q, 1, INT64_MAX);
        const char *chat = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, match, chat);
    }
    nj_stmt_end(&q);
}

void nj_chat_move(struct nj_store *s, const char *from, const char *to)
{
    /* What the new name has already is not overwritten. */
    static const char *const sql[] = {
        "UPDATE matches SET chat = ?2 WHERE chat = ?1",
        "UPDATE homes SET chat = ?2 WHERE chat = ?1",
        "UPDATE buttons SET chat = ?2 WHERE chat = ?1",
        /* names of messages do not move along */
        "DELETE FROM cards WHERE chat = ?1 AND chat <> ?2",
        ("UPDATE fates SET chat = ?2 WHERE state < 4 AND state <> 2"
         " AND chat = ?1"),
        ("UPDATE notices SET chat = ?2 WHERE chat = ?1 AND NOT EXISTS (SELECT"
         " 1 FROM notices AS n WHERE n.chat = ?2 AND n.game = notices.game"
         " AND n.address = notices.address)"),
        ("UPDATE notices SET address = ?2 WHERE address = ?1 AND NOT EXISTS"
         " (SELECT 1 FROM notices AS n WHERE n.address = ?2"
         " AND n.game = notices.game AND n.chat = notices.chat)"),
        ("UPDATE settings SET scope = ?2 WHERE scope = ?1 AND NOT EXISTS"
         " (SELECT 1 FROM settings AS n WHERE n.scope = ?2"
         " AND n.name = settings.name)"),
    };

    NJ_ASSERT(from[0] != '\0' && to[0] != '\0');
    nj_out_move(s, from, to);
    for (size_t i = 0; i < NJ_COUNT(sql); i++) {
        struct nj_stmt q = nj_stmt_write(s, sql[i]);

        nj_bind_text(&q, from);
        nj_bind_text(&q, to);
        nj_stmt_do(&q);
    }
}
