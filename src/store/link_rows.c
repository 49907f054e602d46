/*
 * Rows of accounts: who has joined whom, and the words by which people of two
 * platforms find one another.
 */
#include <string.h>

#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

/* Reads one text into `out`; *found is false if there is no row. */
static enum nj_status one_text(struct nj_stmt *q, char out[NJ_ADDRESS_MAX],
                               bool *found, struct nj_err *err)
{
    *found = nj_stmt_step(q);
    if (*found)
        nj_copy_text(q, out, NJ_ADDRESS_MAX);
    return nj_stmt_end(q, err);
}

enum nj_status nj_account_of(struct nj_store *s, const char *user,
                             char account[NJ_ADDRESS_MAX], struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT coalesce((SELECT account FROM links"
                         " WHERE address = ?1), ?1)");
    bool found;

    NJ_ASSERT(user[0] != '\0');
    nj_bind_text(&q, user);
    return one_text(&q, account, &found, err);
}

enum nj_status nj_account_each(struct nj_store *s, const char *account,
                               nj_account_fn *fn, void *ctx, struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT ?1 UNION ALL SELECT * FROM (SELECT address"
                         " FROM links WHERE account = ?1 ORDER BY address)");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, account);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        const char *user = nj_read_text(&q);

        if (nj_stmt_good(&q))
            st = fn(ctx, user, err);
    }
    return nj_stmt_close(&q, st, err);
}

enum nj_status nj_account_rated(struct nj_store *s, const char *account,
                                int64_t *n, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM results WHERE account = ? AND sigma > 0");

    nj_bind_text(&q, account);
    return nj_stmt_number(&q, n, err);
}

static enum nj_status run_two(struct nj_store *s, const char *sql,
                              const char *first, const char *second,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, sql);

    nj_bind_text(&q, first);
    nj_bind_text(&q, second);
    return nj_stmt_run(&q, err);
}

static enum nj_status join_both(struct nj_store *s, const char *from,
                                const char *to, struct nj_err *err)
{
    enum nj_status st = run_two(
        s, "UPDATE links SET account = ?2 WHERE account = ?1", from, to, err);

    return st != NJ_OK
               ? st
               : run_two(s,
                         "INSERT INTO links (address, account) VALUES (?, ?)",
                         from, to, err);
}

enum nj_status nj_account_join(struct nj_store *s, const char *from,
                               const char *to, struct nj_err *err)
{
    bool own;
    enum nj_status st;

    NJ_ASSERT(from[0] != '\0' && to[0] != '\0');
    NJ_ASSERT(strcmp(from, to) != 0);
    st = nj_store_enter(s, &own, err);
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, join_both(s, from, to, err), err);
}

static enum nj_status drop(struct nj_store *s, const char *user,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, "DELETE FROM links WHERE address = ?");

    nj_bind_text(&q, user);
    return nj_stmt_run(&q, err);
}

static enum nj_status part(struct nj_store *s, const char *user,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT address FROM links WHERE account = ? ORDER BY address"
           " LIMIT 1");
    char next[NJ_ADDRESS_MAX] = "";
    bool found;
    enum nj_status st;

    nj_bind_text(&q, user);
    st = one_text(&q, next, &found, err);
    if (st == NJ_OK)
        st = drop(s, found ? next : user, err);
    if (st != NJ_OK || !found)
        return st;
    return run_two(s, "UPDATE links SET account = ?2 WHERE account = ?1", user,
                   next, err);
}

enum nj_status nj_account_part(struct nj_store *s, const char *user,
                               struct nj_err *err)
{
    bool own;
    enum nj_status st = nj_store_enter(s, &own, err);

    NJ_ASSERT(user[0] != '\0');
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, part(s, user, err), err);
}

/* --- words --- */

enum nj_status nj_link_put(struct nj_store *s, const struct nj_link_code *row,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO link_codes (address, code, other, until_ms)"
           " VALUES (?, ?, ?, ?) ON CONFLICT (address) DO UPDATE SET"
           " code = excluded.code, other = excluded.other,"
           " until_ms = excluded.until_ms");

    NJ_ASSERT(row->user[0] != '\0');
    NJ_ASSERT(row->code[0] != '\0');
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->code);
    nj_bind_text(&q, row->other);
    nj_bind_i64(&q, row->until_ms);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_link_find(struct nj_store *s, const char *code,
                            struct nj_link_code *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, "SELECT address, code, other, until_ms"
                                        " FROM link_codes WHERE code = ?");
    struct nj_link_code fresh = {.until_ms = 0};
    bool found;
    enum nj_status st;

    nj_bind_text(&q, code);
    found = nj_stmt_step(&q);
    if (found) {
        nj_copy_text(&q, fresh.user, sizeof(fresh.user));
        nj_copy_text(&q, fresh.code, sizeof(fresh.code));
        nj_copy_text(&q, fresh.other, sizeof(fresh.other));
        fresh.until_ms = nj_read_i64(&q, INT64_MIN, INT64_MAX);
    }
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no such word");
    if (st == NJ_OK)
        *row = fresh;
    return st;
}

enum nj_status nj_link_drop(struct nj_store *s, const char *user,
                            struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM link_codes WHERE address = ?");

    nj_bind_text(&q, user);
    return nj_stmt_run(&q, err);
}
