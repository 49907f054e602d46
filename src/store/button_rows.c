/*
 * Rows of buttons: what the token that comes back with a press stands for.
 */
#include "base/bug.h"
#include "store/store_priv.h"

enum nj_status nj_button_put(struct nj_store *s,
                             const struct nj_button_row *row,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO buttons (token, match_id, chat, address, says, link,"
           " until_ms) VALUES (?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(row->match > 0);
    NJ_ASSERT(row->token[0] != '\0');
    nj_bind_text(&q, row->token);
    nj_bind_i64(&q, row->match);
    nj_bind_text(&q, row->chat);
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->says);
    nj_bind_i64(&q, row->link);
    nj_bind_i64(&q, row->until_ms);
    return nj_stmt_run(&q, err);
}

/* The first row that the query finds. */
static enum nj_status read_one(struct nj_stmt *q, struct nj_button_row *row,
                               struct nj_err *err)
{
    bool found = nj_stmt_step(q);
    enum nj_status st;

    if (found) {
        nj_copy_text(q, row->token, sizeof(row->token));
        row->match = nj_read_i64(q, 1, INT64_MAX);
        nj_copy_text(q, row->chat, sizeof(row->chat));
        nj_copy_text(q, row->user, sizeof(row->user));
        nj_copy_text(q, row->says, sizeof(row->says));
        row->link = nj_read_bool(q);
        row->until_ms = nj_read_i64(q, 0, INT64_MAX);
    }
    st = nj_stmt_end(q, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no such button");
    return st;
}

enum nj_status nj_button_find(struct nj_store *s, const char *token,
                              struct nj_button_row *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT token, match_id, chat, address, says, link, until_ms"
           " FROM buttons WHERE token = ?");

    nj_bind_text(&q, token);
    return read_one(&q, row, err);
}

enum nj_status nj_button_of(struct nj_store *s, int64_t match, const char *chat,
                            const char *says, struct nj_button_row *row,
                            struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT token, match_id, chat, address, says, link, until_ms"
           " FROM buttons WHERE match_id = ?1 AND link = 0 AND chat = ?2"
           " AND (?3 = '' OR says = ?3)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(chat[0] != '\0');
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    nj_bind_text(&q, says);
    return read_one(&q, row, err);
}

enum nj_status nj_button_forget(struct nj_store *s, int64_t match,
                                const char *chat, struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM buttons WHERE match_id = ?1 AND link = 0"
                         " AND (?2 = '' OR chat = ?2)");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_button_use(struct nj_store *s, const char *token,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, "DELETE FROM buttons WHERE token = ?");

    NJ_ASSERT(token[0] != '\0');
    nj_bind_text(&q, token);
    return nj_stmt_run(&q, err);
}
