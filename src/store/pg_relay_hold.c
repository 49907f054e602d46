/*
 * Workers, and who holds which gateway.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "store/pg_relay_priv.h"

#define NAMES_BYTES 200

/* Where nobody has kept books yet there is nothing to add to. The lease is made
 * by the first one who does, and by nobody else: two who make a table at once
 * stand in each other's way. */
#define BEGUN                                             \
 "SELECT count(to_regclass(quote_ident(current_schema())" \
 " || '.lease'))::text || count(to_regclass(quote_ident(" \
 "current_schema()) || '.relay_batch'))::text"

/* They stand beside what a move copies: all in them is on its way. */
#define TABLES                                                             \
 "DO $$ BEGIN "                                                            \
 "CREATE TABLE IF NOT EXISTS relay_worker (id bigint GENERATED ALWAYS AS"  \
 " IDENTITY PRIMARY KEY, until timestamptz NOT NULL);"                     \
 "CREATE TABLE IF NOT EXISTS relay_hold (gateway text PRIMARY KEY,"        \
 " worker bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 0);"    \
 "CREATE TABLE IF NOT EXISTS relay_heard (gateway text NOT NULL, n bigint" \
 " NOT NULL, event text NOT NULL, PRIMARY KEY (gateway, n));"              \
 "CREATE TABLE IF NOT EXISTS relay_said (n bigint PRIMARY KEY, gateway"    \
 " text NOT NULL, call text NOT NULL, bytes bytea, taken bigint NOT NULL"  \
 " DEFAULT 0, batch bigint NOT NULL DEFAULT 0);"                           \
 "CREATE TABLE IF NOT EXISTS relay_batch (books bigint PRIMARY KEY,"       \
 " n bigint NOT NULL);"                                                    \
 "END $$"

/* Nobody keeps the books who speaks on all gateways himself, or did a moment
 * ago (pg_lease.c). */
#define MAY_SPEAK "shared AND hush < clock_timestamp()"

/* Tables are made once, whoever comes first; the loser of a race tries again. */
static bool is_begun(struct nj_relay *r)
{
    const struct nj_pg_ask ask = {.sql = BEGUN};
    const struct nj_pg_ask make = {.sql = TABLES};
    int64_t there = 0;

    return nj_pg_counted(r, &ask, &there) && there >= 10 &&
           (there == 11 || nj_pg_told(r, &make));
}

bool nj_relay_join(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   int64_t *worker)
{
    struct nj_str text = NJ_STR_INIT(NAMES_BYTES);
    struct nj_pg_ask ask = {
        .sql = "WITH g AS (INSERT INTO relay_hold (gateway)"
               " SELECT unnest($1::text[]) ON CONFLICT DO NOTHING)"
               " INSERT INTO relay_worker (until)"
               " SELECT clock_timestamp() + interval '6 s' FROM lease"
               " WHERE " MAY_SPEAK " RETURNING id::text"};
    bool done;

    nj_pg_ask_names(&ask, &text, gateways, n);
    done = is_begun(r) && nj_pg_counted(r, &ask, worker);
    nj_str_fini(&text);
    return done;
}

bool nj_relay_renew(struct nj_relay *r, int64_t worker, bool *lives)
{
    struct nj_pg_ask ask = {
        .sql = "UPDATE relay_worker SET until = clock_timestamp()"
               " + interval '6 s' WHERE id = $1::bigint AND (SELECT " MAY_SPEAK
               " FROM lease) RETURNING 1::text",
        .wait_ms = NJ_RELAY_LEASE_MS - 1000};
    int64_t one = 0;
    bool answered;

    nj_pg_ask_i64(&ask, worker);
    answered = nj_pg_counted(r, &ask, &one);
    *lives = one == 1;
    return answered;
}

bool nj_relay_leave(struct nj_relay *r, int64_t worker)
{
    struct nj_pg_ask ask = {
        .sql = "DELETE FROM relay_worker WHERE id = $1::bigint"};

    nj_pg_ask_i64(&ask, worker);
    return nj_pg_told(r, &ask);
}

/* A row that is being renewed is looked at again once that is done. */
bool nj_relay_bury(struct nj_relay *r, int64_t *buried)
{
    const struct nj_pg_ask ask = {
        .sql = "WITH d AS (DELETE FROM relay_worker WHERE until <"
               " clock_timestamp() RETURNING 1) SELECT count(*)::text FROM d"};

    return nj_pg_counted(r, &ask, buried);
}

bool nj_relay_look(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   struct nj_relay_view *out)
{
    static const struct nj_pg_ask ask = {
        .sql = "SELECT h.gateway, coalesce(w.id, 0)::text,"
               " (SELECT count(*) FROM relay_worker)::text,"
               " (SELECT epoch FROM lease)::text FROM relay_hold AS h"
               " LEFT JOIN relay_worker AS w ON w.id = h.worker"};
    PGresult *said = nj_pg_asked(r, &ask);

    NJ_ASSERT(n <= NJ_COUNT(out->holder));
    *out = (struct nj_relay_view){0};
    for (int row = 0; said != NULL && row < nj_pq.ntuples(said); row++) {
        out->workers = (uint32_t)nj_pg_value(said, row, 2);
        out->books = nj_pg_value(said, row, 3);
        for (uint32_t i = 0; i < n; i++)
            if (strcmp(nj_pq.getvalue(said, row, 0), gateways[i]) == 0)
                out->holder[i] = nj_pg_value(said, row, 1);
    }
    nj_pq.clear(said);
    return said != NULL;
}

/* Its own is taken again: an answer that said so may have been lost. */
bool nj_relay_take(struct nj_relay *r, int64_t worker, const char *gateway,
                   int64_t *epoch, int64_t *position)
{
    struct nj_pg_ask ask = {
        .sql = "WITH f AS (SELECT h.gateway FROM relay_hold AS h"
               " WHERE h.gateway = $1 AND (h.worker = $2::bigint OR NOT EXISTS"
               " (SELECT 1 FROM relay_worker AS w WHERE w.id = h.worker))"
               " FOR UPDATE OF h)"
               " UPDATE relay_hold AS h SET worker = $2::bigint,"
               " epoch = h.epoch + 1 FROM f WHERE h.gateway = f.gateway"
               " AND EXISTS (SELECT 1 FROM relay_worker WHERE id = $2::bigint)"
               " RETURNING h.epoch::text, coalesce((SELECT position FROM"
               " positions WHERE positions.gateway = $1), 0)::text"};
    PGresult *said;

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, worker);
    said = nj_pg_asked(r, &ask);
    *epoch = *position = 0;
    if (said != NULL && nj_pq.ntuples(said) == 1) {
        *epoch = nj_pg_value(said, 0, 0);
        *position = nj_pg_value(said, 0, 1);
    }
    nj_pq.clear(said);
    return said != NULL;
}

bool nj_relay_give(struct nj_relay *r, const char *gateway, int64_t epoch)
{
    struct nj_pg_ask ask = {.sql = "UPDATE relay_hold SET worker = 0 WHERE"
                                   " gateway = $1 AND epoch = $2::bigint"};

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, epoch);
    return nj_pg_told(r, &ask);
}
