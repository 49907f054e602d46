/*
 * Rows of people and of what they and their chats have set.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "store/store_priv.h"

static const struct nj_column columns[] = {
    NJ_COLUMN(struct nj_user_row, user),
    NJ_COLUMN(struct nj_user_row, name),
    NJ_COLUMN_IN(struct nj_user_row, reach, NJ_REACH_UNKNOWN, NJ_REACH_REFUSED),
    NJ_COLUMN(struct nj_user_row, seen_ms),
};

void nj_user_put(struct nj_store *s, const struct nj_user_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO people (address, name, reach, seen_ms)"
           " VALUES (?, ?, ?, ?) ON CONFLICT (address) DO UPDATE SET"
           " name = excluded.name, reach = excluded.reach,"
           " seen_ms = excluded.seen_ms");

    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

bool nj_user_load(struct nj_store *s, const char *user, struct nj_user_row *row)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "SELECT address, name, reach, seen_ms FROM people WHERE address = ?");
    bool found;

    nj_bind_text(&q, user);
    found = nj_stmt_step(&q);
    if (found)
        nj_read_row(&q, columns, NJ_COUNT(columns), row);
    return nj_stmt_found(&q, found);
}

void nj_setting_put(struct nj_store *s, const char *scope, const char *key,
                    const char *value)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO settings (scope, name, value) VALUES (?, ?, ?)"
           " ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value");

    nj_bind_text(&q, scope);
    nj_bind_text(&q, key);
    nj_bind_text(&q, value);
    nj_stmt_do(&q);
}

bool nj_setting_get(struct nj_store *s, const char *scope, const char *key,
                    char *value, size_t cap)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT value FROM settings WHERE scope = ? AND name = ?");
    bool found;

    NJ_ASSERT(cap > 0);
    nj_bind_text(&q, scope);
    nj_bind_text(&q, key);
    found = nj_stmt_step(&q);
    if (found) {
        const char *text = nj_read_text(&q);
        size_t len = nj_utf8_cut(text, strlen(text), cap - 1);

        memcpy(value, text, len);
        value[len] = '\0';
    }
    return nj_stmt_found(&q, found);
}
