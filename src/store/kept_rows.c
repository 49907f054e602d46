/*
 * What gateways have to know in their next life.
 */
#include "base/bug.h"
#include "store/store_priv.h"

static void put(struct nj_store *s, const char *gateway, const char *name,
                const char *value)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO kept (gateway, name, value) VALUES (?, ?, ?)"
           " ON CONFLICT (gateway, name) DO UPDATE SET value = excluded.value");

    nj_bind_text(&q, gateway);
    nj_bind_text(&q, name);
    nj_bind_text(&q, value);
    nj_stmt_do(&q);
}

static void drop(struct nj_store *s, const char *gateway, const char *name)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM kept WHERE gateway = ? AND name = ?");

    nj_bind_text(&q, gateway);
    nj_bind_text(&q, name);
    nj_stmt_do(&q);
}

void nj_kept_put(struct nj_store *s, const char *gateway, const char *name,
                 const char *value)
{
    NJ_ASSERT(gateway[0] != '\0');
    if (value[0] != '\0')
        put(s, gateway, name, value);
    else
        drop(s, gateway, name);
}

void nj_kept_each(struct nj_store *s, const char *gateway, nj_kept_fn *fn,
                  void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT name, value FROM kept WHERE gateway = ? ORDER BY name");

    NJ_ASSERT(fn != NULL);
    nj_bind_text(&q, gateway);
    while (nj_stmt_step(&q)) {
        const char *name = nj_read_text(&q);
        const char *value = nj_read_text(&q);

        if (nj_stmt_good(&q))
            fn(ctx, name, value);
    }
    nj_stmt_end(&q);
}
