/*
 * Rows of notices: who wants to hear of tables that open in a group.
 */
#include "base/bug.h"
#include "store/store_priv.h"

enum nj_status nj_notice_put(struct nj_store *s, const struct nj_notice *n,
                             struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "INSERT OR IGNORE INTO notices (chat, game, address)"
                         " VALUES (?, ?, ?)");

    NJ_ASSERT(n->chat[0] != '\0' && n->user[0] != '\0');
    nj_bind_text(&q, n->chat);
    nj_bind_text(&q, n->game);
    nj_bind_text(&q, n->user);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_notice_drop(struct nj_store *s, const struct nj_notice *n,
                              bool *was, struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM notices WHERE chat = ? AND game = ?"
                         " AND address = ? RETURNING 1");

    nj_bind_text(&q, n->chat);
    nj_bind_text(&q, n->game);
    nj_bind_text(&q, n->user);
    *was = nj_stmt_step(&q);
    return nj_stmt_close(&q, NJ_OK, err);
}

enum nj_status nj_notice_leave(struct nj_store *s, const struct nj_notice *of,
                               struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM notices WHERE address = ?2 AND (chat = ?1"
                         " OR substr(chat, 1, length(?1) + 1) = ?1 || '.')");

    NJ_ASSERT(of->chat[0] != '\0' && of->user[0] != '\0');
    nj_bind_text(&q, of->chat);
    nj_bind_text(&q, of->user);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_notice_each(struct nj_store *s, const struct nj_notice *of,
                              uint32_t most, nj_notice_fn *fn, void *ctx,
                              struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT DISTINCT address FROM notices WHERE chat = ?1"
                         " AND game IN ('', ?2) ORDER BY address LIMIT ?3");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL && of->game[0] != '\0');
    nj_bind_text(&q, of->chat);
    nj_bind_text(&q, of->game);
    nj_bind_i64(&q, most);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        const char *user = nj_read_text(&q);

        if (nj_stmt_good(&q))
            st = fn(ctx, user, err);
    }
    return nj_stmt_close(&q, st, err);
}
