/*
 * Rows of notices: who wants to hear of tables that open in a group.
 */
#include "base/bug.h"
#include "store/store_priv.h"

/* `q` waits for the three. */
static void bind_notice(struct nj_stmt *q, const struct nj_notice *n)
{
    NJ_ASSERT(n->chat[0] != '\0' && n->user[0] != '\0');
    nj_bind_text(q, n->chat);
    nj_bind_text(q, n->game);
    nj_bind_text(q, n->user);
}

void nj_notice_put(struct nj_store *s, const struct nj_notice *n)
{
    struct nj_stmt q =
        nj_stmt_write(s, "INSERT INTO notices (chat, game, address)"
                         " VALUES (?, ?, ?) ON CONFLICT DO NOTHING");

    bind_notice(&q, n);
    nj_stmt_do(&q);
}

bool nj_notice_drop(struct nj_store *s, const struct nj_notice *n)
{
    struct nj_stmt q = nj_stmt_write(s, "DELETE FROM notices WHERE chat = ?"
                                        " AND game = ? AND address = ?");

    bind_notice(&q, n);
    return nj_stmt_run(&q) > 0;
}

void nj_notice_leave(struct nj_store *s, const struct nj_notice *of)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM notices WHERE address = ?2 AND (chat = ?1"
                         " OR substr(chat, 1, length(?1) + 1) = ?1 || '.')");

    NJ_ASSERT(of->chat[0] != '\0' && of->user[0] != '\0');
    nj_bind_text(&q, of->chat);
    nj_bind_text(&q, of->user);
    nj_stmt_do(&q);
}

void nj_notice_each(struct nj_store *s, const struct nj_notice *of,
                    uint32_t most, nj_notice_fn *fn, void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT DISTINCT address FROM notices WHERE chat = ?1"
                         " AND game IN ('', ?2) ORDER BY address LIMIT ?3");

    NJ_ASSERT(fn != NULL && of->game[0] != '\0');
    nj_bind_text(&q, of->chat);
    nj_bind_text(&q, of->game);
    nj_bind_i64(&q, most);
    while (nj_stmt_step(&q)) {
        const char *user = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, user);
    }
    nj_stmt_end(&q);
}
