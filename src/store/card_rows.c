/*
 * Rows of cards: which messages of ours are changed later.
 */
#include "base/bug.h"
#include "store/store_priv.h"

void nj_card_put(struct nj_store *s, int64_t match, const char *chat,
                 const char *message)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO cards (match_id, chat, message) VALUES (?, ?, ?)"
           " ON CONFLICT (match_id, chat) DO UPDATE SET"
           " message = excluded.message");

    NJ_ASSERT(match > 0 && chat[0] != '\0');
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    nj_bind_text(&q, message);
    nj_stmt_do(&q);
}

void nj_card_forget(struct nj_store *s, int64_t match, const char *chat)
{
    struct nj_stmt q = nj_stmt_write(s, "DELETE FROM cards WHERE match_id = ?1"
                                        " AND (?2 = '' OR chat = ?2)");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    nj_stmt_do(&q);
}

void nj_card_each_open(struct nj_store *s, nj_card_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT c.match_id, c.chat, c.message FROM matches AS m INDEXED BY"
           " matches_open CROSS JOIN cards AS c ON c.match_id = m.id"
           " WHERE m.state < 2 ORDER BY c.match_id, c.chat");

    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(&q)) {
        int64_t match = nj_read_i64(&q, 1, INT64_MAX);
        const char *chat = nj_read_text(&q);
        const char *message = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, match, chat, message);
    }
    nj_stmt_end(&q);
}
