/*
 * Rows of buttons: what the token that comes back with a press stands for.
 */
#include "base/bug.h"
#include "store/store_priv.h"

static const struct nj_column columns[] = {
    NJ_COLUMN(struct nj_button_row, token),
    NJ_COLUMN_IN(struct nj_button_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_button_row, chat),
    NJ_COLUMN(struct nj_button_row, user),
    NJ_COLUMN(struct nj_button_row, says),
    NJ_COLUMN(struct nj_button_row, link),
    NJ_COLUMN_IN(struct nj_button_row, until_ms, 0, INT64_MAX),
};

#define COLUMNS "token, match_id, chat, address, says, link, until_ms"

void nj_button_put(struct nj_store *s, const struct nj_button_row *row)
{
    struct nj_stmt q = nj_stmt_write(s, "INSERT INTO buttons (" COLUMNS ")"
                                        " VALUES (?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(row->match > 0);
    NJ_ASSERT(row->token[0] != '\0');
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

/* Reads the first row that the query finds. */
static bool read_one(struct nj_stmt *q, struct nj_button_row *row)
{
    bool found = nj_stmt_step(q);

    if (found)
        nj_read_row(q, columns, NJ_COUNT(columns), row);
    return nj_stmt_found(q, found);
}

bool nj_button_find(struct nj_store *s, const char *token,
                    struct nj_button_row *row)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT " COLUMNS " FROM buttons WHERE token = ?");

    nj_bind_text(&q, token);
    return read_one(&q, row);
}

bool nj_button_of(struct nj_store *s, int64_t match, const char *chat,
                  const char *says, struct nj_button_row *row)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT " COLUMNS " FROM buttons WHERE match_id = ?1"
                         " AND link = 0 AND chat = ?2"
                         " AND (?3 = '' OR says = ?3)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(chat[0] != '\0');
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    nj_bind_text(&q, says);
    return read_one(&q, row);
}

void nj_button_forget(struct nj_store *s, int64_t match, const char *chat)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM buttons WHERE match_id = ?1 AND link = 0"
                         " AND (?2 = '' OR chat = ?2)");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_text(&q, chat);
    nj_stmt_do(&q);
}

void nj_button_use(struct nj_store *s, const char *token)
{
    struct nj_stmt q = nj_stmt_write(s, "DELETE FROM buttons WHERE token = ?");

    NJ_ASSERT(token[0] != '\0');
    nj_bind_text(&q, token);
    nj_stmt_do(&q);
}
