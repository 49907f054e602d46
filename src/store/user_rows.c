/*
 * Rows of people and of what they and their chats have set.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "store/store_priv.h"

enum nj_status nj_user_put(struct nj_store *s, const struct nj_user_row *row,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO people (address, name, reach, seen_ms)"
           " VALUES (?, ?, ?, ?) ON CONFLICT (address) DO UPDATE SET"
           " name = excluded.name, reach = excluded.reach,"
           " seen_ms = excluded.seen_ms");

    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->name);
    nj_bind_i64(&q, row->reach);
    nj_bind_i64(&q, row->seen_ms);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_user_load(struct nj_store *s, const char *user,
                            struct nj_user_row *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "SELECT address, name, reach, seen_ms FROM people WHERE address = ?");
    struct nj_user_row fresh = {.reach = NJ_REACH_UNKNOWN};
    int64_t reach;
    bool found;
    enum nj_status st;

    nj_bind_text(&q, user);
    found = nj_stmt_step(&q);
    if (found) {
        nj_copy_text(&q, fresh.user, sizeof(fresh.user));
        nj_copy_text(&q, fresh.name, sizeof(fresh.name));
        reach = nj_read_i64(&q, NJ_REACH_UNKNOWN, NJ_REACH_REFUSED);
        fresh.reach = (enum nj_reach)reach;
        fresh.seen_ms = nj_read_i64(&q, INT64_MIN, INT64_MAX);
    }
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "'%s' has never been seen", user);
    if (st == NJ_OK)
        *row = fresh;
    return st;
}

enum nj_status nj_setting_put(struct nj_store *s, const char *scope,
                              const char *key, const char *value,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO settings (scope, name, value) VALUES (?, ?, ?)"
           " ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value");

    nj_bind_text(&q, scope);
    nj_bind_text(&q, key);
    nj_bind_text(&q, value);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_setting_get(struct nj_store *s, const char *scope,
                              const char *key, char *value, size_t cap,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT value FROM settings WHERE scope = ? AND name = ?");
    bool found;
    enum nj_status st;

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
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "'%s' has no setting '%s'", scope,
                       key);
    return st;
}
