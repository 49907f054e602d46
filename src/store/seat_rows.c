/*
 * Rows of seats.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "store/store_priv.h"

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_seat_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_seat_row, join),
    NJ_COLUMN(struct nj_seat_row, seat),
    NJ_COLUMN(struct nj_seat_row, computer),
    NJ_COLUMN(struct nj_seat_row, left),
    NJ_COLUMN(struct nj_seat_row, user),
    NJ_COLUMN(struct nj_seat_row, name),
    NJ_COLUMN(struct nj_seat_row, contribution),
    NJ_COLUMN(struct nj_seat_row, joined_ms),
};

#define COLUMNS                                           \
 "match_id, joined, seat, computer, gone, address, name," \
 " contribution, joined_ms"

void nj_seat_put(struct nj_store *s, const struct nj_seat_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO seats (" COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, joined) DO UPDATE SET"
           " seat = excluded.seat, computer = excluded.computer,"
           " gone = excluded.gone, address = excluded.address,"
           " name = excluded.name, contribution = excluded.contribution,"
           " joined_ms = excluded.joined_ms");

    NJ_ASSERT(row->match > 0);
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

void nj_seat_delete(struct nj_store *s, int64_t match, uint8_t join)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM seats WHERE match_id = ? AND joined = ?");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_i64(&q, join);
    nj_stmt_change(&q, "such seat in match", match);
}

/* The number of that seat in "3,0,12"; those that are not there are 0. */
static uint32_t receipts_of(const char *list, uint8_t join)
{
    for (uint8_t i = 0; i < join; i++) {
        list = strchr(list, ',');
        if (list == NULL)
            return 0;
        list++;
    }
    return (uint32_t)strtoul(list, NULL, 10);
}

void nj_seat_each(struct nj_store *s, int64_t match, nj_seat_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT " COLUMNS ", coalesce((SELECT p.receipts FROM pulses"
           " AS p WHERE p.match_id = seats.match_id), '') FROM seats"
           " WHERE match_id = ? ORDER BY joined");

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (nj_stmt_step(&q)) {
        struct nj_seat_row row = {.match = 0};

        nj_read_row(&q, columns, NJ_COUNT(columns), &row);
        row.receipts = receipts_of(nj_read_text(&q), row.join);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}

static const struct nj_column open_columns[] = {
    NJ_COLUMN_IN(struct nj_open_seat, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_open_seat, seat),
    NJ_COLUMN(struct nj_open_seat, computer),
    NJ_COLUMN_IN(struct nj_open_seat, reach, NJ_REACH_UNKNOWN,
                 NJ_REACH_REFUSED),
    NJ_COLUMN(struct nj_open_seat, user),
};

void nj_seat_each_open(struct nj_store *s, nj_open_seat_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "WITH open (id) AS MATERIALIZED (SELECT id FROM matches"
        " INDEXED BY matches_open WHERE state < 2 ORDER BY id LIMIT -1)"
        " SELECT s.match_id, s.seat, s.computer, coalesce(p.reach, 0),"
        " coalesce(h.address, s.address) AS holder"
        " FROM open CROSS JOIN seats AS s ON s.match_id = open.id"
        " LEFT JOIN holders AS h ON h.match_id = s.match_id AND"
        " h.joined = s.joined AND h.place = (SELECT max(place) FROM holders"
        " WHERE match_id = s.match_id AND joined = s.joined)"
        " LEFT JOIN people AS p ON p.address = coalesce(h.address, s.address)"
        " WHERE s.gone = 0");

    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(&q)) {
        struct nj_open_seat row;

        nj_read_row(&q, open_columns, NJ_COUNT(open_columns), &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
