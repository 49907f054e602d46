/*
 * Rows of seats.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "store/store_priv.h"

enum nj_status nj_seat_put(struct nj_store *s, const struct nj_seat_row *row,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO seats (match_id, joined, seat, computer, gone, address,"
           " name, contribution, joined_ms)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, joined) DO UPDATE SET"
           " seat = excluded.seat, computer = excluded.computer,"
           " gone = excluded.gone, address = excluded.address,"
           " name = excluded.name, contribution = excluded.contribution,"
           " joined_ms = excluded.joined_ms");

    NJ_ASSERT(row->match > 0);
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->join);
    nj_bind_i64(&q, row->seat);
    nj_bind_i64(&q, row->computer);
    nj_bind_i64(&q, row->left);
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->name);
    nj_bind_text(&q, row->contribution);
    nj_bind_i64(&q, row->joined_ms);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_seat_delete(struct nj_store *s, int64_t match, uint8_t join,
                              struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM seats WHERE match_id = ? AND joined = ?");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_i64(&q, join);
    return nj_stmt_change(&q, "such seat in match", match, err);
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

static void read_seat(struct nj_stmt *q, struct nj_seat_row *row)
{
    row->match = nj_read_i64(q, 1, INT64_MAX);
    row->join = nj_read_u8(q);
    row->seat = nj_read_u8(q);
    row->computer = nj_read_bool(q);
    row->left = nj_read_bool(q);
    nj_copy_text(q, row->user, sizeof(row->user));
    nj_copy_text(q, row->name, sizeof(row->name));
    nj_copy_text(q, row->contribution, sizeof(row->contribution));
    row->joined_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->receipts = receipts_of(nj_read_text(q), row->join);
}

enum nj_status nj_seat_each(struct nj_store *s, int64_t match, nj_seat_fn *fn,
                            void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT match_id, joined, seat, computer, gone, address, name,"
           " contribution, joined_ms, coalesce((SELECT p.receipts FROM pulses"
           " AS p WHERE p.match_id = seats.match_id), '') FROM seats"
           " WHERE match_id = ? ORDER BY joined");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_seat_row row = {.match = 0};

        read_seat(&q, &row);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}

enum nj_status nj_seat_each_open(struct nj_store *s, nj_open_seat_fn *fn,
                                 void *ctx, struct nj_err *err)
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
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_open_seat row;
        int64_t reach;

        row.match = nj_read_i64(&q, 1, INT64_MAX);
        row.seat = nj_read_u8(&q);
        row.computer = nj_read_bool(&q);
        reach = nj_read_i64(&q, NJ_REACH_UNKNOWN, NJ_REACH_REFUSED);
        row.reach = (enum nj_reach)reach;
        row.user = nj_read_text(&q);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}
