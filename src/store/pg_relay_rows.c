/*
 * What was heard and what is to be said, on its way between workers.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "store/pg_relay_priv.h"

#define LIST_BYTES 400

/* Whoever takes the gateway waits for these statements, and they for him. */
#define HELD                                                  \
 "WITH h AS (SELECT 1 FROM relay_hold WHERE gateway = $1 AND" \
 " epoch = $2::bigint FOR KEY SHARE)"

/* --- who holds a gateway --- */

static void each_said(PGresult *said,
                      void (*each)(void *ctx, const struct nj_relay_said *said),
                      void *ctx)
{
    for (int row = 0; said != NULL && row < nj_pq.ntuples(said); row++) {
        struct nj_relay_said s = {
            .number = nj_pg_value(said, row, 0),
            .call = nj_pq.getvalue(said, row, 1),
            .call_len = (size_t)nj_pq.getlength(said, row, 1),
            .bytes = (const unsigned char *)nj_pq.getvalue(said, row, 2),
            .n = (size_t)nj_pq.getlength(said, row, 2)};

        each(ctx, &s);
    }
    nj_pq.clear(said);
}

/* What waits from an earlier keeper of the books is not said. All of a batch
 * that has been claimed before stands in front: it comes whole. */
bool nj_relay_claim(struct nj_relay *r, const char *gateway, int64_t epoch,
                    int64_t batch,
                    void (*each)(void *ctx, const struct nj_relay_said *said),
                    void *ctx)
{
    struct nj_pg_ask ask = {
        .sql = HELD
        ", d AS (DELETE FROM relay_said WHERE gateway = $1 AND taken ="
        " $2::bigint AND batch < $3::bigint AND n < 0),"
        " c AS (SELECT n FROM relay_said, h WHERE gateway = $1 AND"
        " ((taken = 0 AND abs(n) >= (SELECT epoch FROM lease) << 40) OR"
        " (taken = $2::bigint AND batch = $3::bigint))"
        " ORDER BY taken = 0, abs(n) LIMIT 64 FOR UPDATE OF relay_said),"
        " u AS (UPDATE relay_said AS s SET taken = $2::bigint, batch ="
        " $3::bigint FROM c WHERE s.n = c.n RETURNING s.n, s.call, s.bytes)"
        " SELECT n::text, call, bytes FROM u ORDER BY abs(n)"};
    PGresult *said;

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, epoch);
    nj_pg_ask_i64(&ask, batch);
    said = nj_pg_asked(r, &ask);
    each_said(said, each, ctx);
    return said != NULL;
}

bool nj_relay_left(struct nj_relay *r, const char *gateway, int64_t epoch,
                   void (*each)(void *ctx, const struct nj_relay_said *said),
                   void *ctx)
{
    struct nj_pg_ask ask = {
        .sql = HELD
        ", d AS (DELETE FROM relay_said USING h WHERE gateway = $1 AND n < 0"
        " AND taken <> 0 AND taken <> $2::bigint)"
        " SELECT n::text, call, NULL::bytea FROM relay_said, h WHERE"
        " gateway = $1 AND n > 0 AND taken <> 0 AND taken <> $2::bigint"
        " ORDER BY n"};
    PGresult *said;

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, epoch);
    said = nj_pg_asked(r, &ask);
    each_said(said, each, ctx);
    return said != NULL;
}

bool nj_relay_hear(struct nj_relay *r, const char *gateway, int64_t epoch,
                   int64_t from, const char *events, bool *held)
{
    struct nj_pg_ask ask = {
        .sql = HELD
        ", e AS (SELECT value, ordinality - 1 AS at FROM"
        " json_array_elements($4::json) WITH ORDINALITY),"
        " i AS (INSERT INTO relay_heard (gateway, n, event) SELECT $1,"
        " $3::bigint + e.at, e.value::text FROM e, h ON CONFLICT DO NOTHING),"
        " d AS (DELETE FROM relay_said AS s USING e, h WHERE s.n ="
        " (e.value->>'call')::bigint)"
        " SELECT count(*)::text, count(pg_notify('" NJ_RELAY_HEARD
        "', ''))::text FROM h"};
    int64_t n = 0;
    bool answered;

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, epoch);
    nj_pg_ask_i64(&ask, from);
    nj_pg_ask_text(&ask, events);
    answered = nj_pg_counted(r, &ask, &n);
    *held = n == 1;
    return answered;
}

/* --- who keeps the books --- */

bool nj_relay_begin(struct nj_relay *r, int64_t books)
{
    struct nj_pg_ask ask = {
        .sql = "WITH b AS (DELETE FROM relay_batch WHERE books < $1::bigint)"
               " DELETE FROM relay_said WHERE taken = 0 AND"
               " abs(n) < $1::bigint << 40"};

    nj_pg_ask_i64(&ask, books);
    return nj_pg_told(r, &ask);
}

bool nj_relay_say(struct nj_relay *r, int64_t books, int64_t batch,
                  const char *calls)
{
    struct nj_pg_ask ask = {
        .sql = "WITH h AS (SELECT 1 FROM lease WHERE epoch = $1::bigint"
               " FOR KEY SHARE), b AS (INSERT INTO relay_batch AS o (books, n)"
               " SELECT $1::bigint, $2::bigint FROM h ON CONFLICT (books)"
               " DO UPDATE SET n = excluded.n WHERE o.n < excluded.n"
               " RETURNING 1), i AS (INSERT INTO relay_said"
               " (n, gateway, call, bytes) SELECT (value->>'number')::bigint,"
               " value->>'gateway', (value->'call')::text,"
               " decode(value->>'bytes', 'base64')"
               " FROM json_array_elements($3::json), b ON CONFLICT DO NOTHING)"
               " SELECT count(pg_notify('" NJ_RELAY_SAID "', ''))::text"
               " FROM h"};

    nj_pg_ask_i64(&ask, books);
    nj_pg_ask_i64(&ask, batch);
    nj_pg_ask_text(&ask, calls);
    return nj_pg_told(r, &ask);
}

bool nj_relay_read(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   const int64_t *behind,
                   void (*each)(void *ctx, uint32_t gateway, int64_t number,
                                const char *event, size_t len),
                   void *ctx)
{
    struct nj_str names = NJ_STR_INIT(LIST_BYTES);
    struct nj_str numbers = NJ_STR_INIT(LIST_BYTES);
    struct nj_pg_ask ask = {
        .sql = "SELECT (w.at - 1)::text, e.n::text, e.event FROM"
               " unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS"
               " w (gateway, behind, at), LATERAL (SELECT n, event FROM"
               " relay_heard AS h WHERE h.gateway = w.gateway AND"
               " h.n > w.behind ORDER BY n LIMIT 500) AS e"
               " ORDER BY w.at, e.n"};
    PGresult *said;

    nj_pg_ask_names(&ask, &names, gateways, n);
    for (uint32_t i = 0; i < n; i++)
        nj_str_addf(&numbers, "%c%lld", i == 0 ? '{' : ',',
                    (long long)behind[i]);
    nj_str_puts(&numbers, n == 0 ? "{}" : "}");
    nj_pg_ask_text(&ask, numbers.p);
    said = nj_pg_asked(r, &ask);
    for (int row = 0; said != NULL && row < nj_pq.ntuples(said); row++)
        each(ctx, (uint32_t)nj_pg_value(said, row, 0),
             nj_pg_value(said, row, 1), nj_pq.getvalue(said, row, 2),
             (size_t)nj_pq.getlength(said, row, 2));
    nj_pq.clear(said);
    nj_str_fini(&names);
    nj_str_fini(&numbers);
    return said != NULL;
}

bool nj_relay_done(struct nj_relay *r, const char *gateway, int64_t number)
{
    struct nj_pg_ask ask = {.sql = "DELETE FROM relay_heard WHERE gateway = $1"
                                   " AND n <= $2::bigint"};

    nj_pg_ask_text(&ask, gateway);
    nj_pg_ask_i64(&ask, number);
    return nj_pg_told(r, &ask);
}
