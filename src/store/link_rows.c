/*
 * Rows of accounts: who has joined whom, and the words by which people of two
 * platforms find one another.
 */
#include <string.h>

#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

/* Reads one text into `out`; false if there is no row. */
static bool one_text(struct nj_stmt *q, char out[NJ_ADDRESS_MAX])
{
    bool found = nj_stmt_step(q);

    if (found)
        nj_copy_text(q, out, NJ_ADDRESS_MAX);
    return nj_stmt_found(q, found);
}

void nj_account_of(struct nj_store *s, const char *user,
                   char account[NJ_ADDRESS_MAX])
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT coalesce((SELECT account FROM links"
                         " WHERE address = ?1), ?1)");

    NJ_ASSERT(user[0] != '\0');
    nj_bind_text(&q, user);
    if (!one_text(&q, account))
        account[0] = '\0';
}

void nj_account_each(struct nj_store *s, const char *account, nj_account_fn *fn,
                     void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT ?1 UNION ALL SELECT * FROM (SELECT address"
                         " FROM links WHERE account = ?1 ORDER BY address)"
                         " AS linked");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, account);
    while (nj_stmt_step(&q)) {
        const char *user = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, user);
    }
    nj_stmt_end(&q);
}

int64_t nj_account_rated(struct nj_store *s, const char *account)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM results WHERE account = ? AND sigma > 0");

    nj_bind_text(&q, account);
    return nj_stmt_number(&q);
}

/* `q` waits for the two. */
static void run_two(struct nj_stmt q, const char *first, const char *second)
{
    nj_bind_text(&q, first);
    nj_bind_text(&q, second);
    nj_stmt_do(&q);
}

static void rename_account(struct nj_store *s, const char *from, const char *to)
{
    run_two(
        nj_stmt_write(s, "UPDATE links SET account = ?2 WHERE account = ?1"),
        from, to);
}

void nj_account_join(struct nj_store *s, const char *from, const char *to)
{
    bool own = nj_store_enter(s);

    NJ_ASSERT(from[0] != '\0' && to[0] != '\0');
    NJ_ASSERT(strcmp(from, to) != 0);
    rename_account(s, from, to);
    run_two(
        nj_stmt_write(s, "INSERT INTO links (address, account) VALUES (?, ?)"),
        from, to);
    nj_store_leave(s, own);
}

static void drop(struct nj_store *s, const char *user)
{
    struct nj_stmt q = nj_stmt_write(s, "DELETE FROM links WHERE address = ?");

    nj_bind_text(&q, user);
    nj_stmt_do(&q);
}

void nj_account_part(struct nj_store *s, const char *user)
{
    bool own = nj_store_enter(s);
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT address FROM links WHERE account = ? ORDER BY address"
           " LIMIT 1");
    char next[NJ_ADDRESS_MAX] = "";

    NJ_ASSERT(user[0] != '\0');
    nj_bind_text(&q, user);
    if (one_text(&q, next)) {
        drop(s, next);
        rename_account(s, user, next);
    } else {
        drop(s, user);
    }
    nj_store_leave(s, own);
}

/* --- words --- */

static const struct nj_column columns[] = {
    NJ_COLUMN(struct nj_link_code, user),
    NJ_COLUMN(struct nj_link_code, code),
    NJ_COLUMN(struct nj_link_code, other),
    NJ_COLUMN(struct nj_link_code, until_ms),
};

void nj_link_put(struct nj_store *s, const struct nj_link_code *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO link_codes (address, code, other, until_ms)"
           " VALUES (?, ?, ?, ?) ON CONFLICT (address) DO UPDATE SET"
           " code = excluded.code, other = excluded.other,"
           " until_ms = excluded.until_ms");

    NJ_ASSERT(row->user[0] != '\0');
    NJ_ASSERT(row->code[0] != '\0');
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

bool nj_link_find(struct nj_store *s, const char *code,
                  struct nj_link_code *row)
{
    struct nj_stmt q = nj_stmt_begin(s, "SELECT address, code, other, until_ms"
                                        " FROM link_codes WHERE code = ?");
    bool found;

    nj_bind_text(&q, code);
    found = nj_stmt_step(&q);
    if (found)
        nj_read_row(&q, columns, NJ_COUNT(columns), row);
    return nj_stmt_found(&q, found);
}

void nj_link_drop(struct nj_store *s, const char *user)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM link_codes WHERE address = ?");

    nj_bind_text(&q, user);
    nj_stmt_do(&q);
}
