/*
 * Rows of matches: what stands for long (matches) and what every input moves
 * (pulses). One struct for the callers, two tables for the disk.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "store/records.h"
#include "store/store_priv.h"

#define RECEIPTS_BYTES 2047

#define MATCH_COLUMNS                                                                                                                  \
 "SELECT m.id, m.code, m.game, m.edition, m.chat, m.host, m.opener,"                                                                   \
 " m.state, m.rules_version, m.rng, m.data_hash, m.commitment, m.secret,"                                                              \
 " m.seed, m.options, m.opened_ms, m.started_ms, m.ended_ms, m.previous,"                                                              \
 " p.seq, p.paused, p.digest, p.timers, p.deadline_ms, p.touched_ms" /* A row without its pulse is read as damage, not passed over. */ \
 " FROM matches AS m LEFT JOIN pulses AS p ON p.match_id = m.id"

/* --- the columns --- */

/* Behind the number, in matches. */
static const struct nj_column standing[] = {
    NJ_COLUMN(struct nj_match_row, code),
    NJ_COLUMN(struct nj_match_row, game),
    NJ_COLUMN(struct nj_match_row, edition),
    NJ_COLUMN(struct nj_match_row, chat),
    NJ_COLUMN(struct nj_match_row, host),
    NJ_COLUMN(struct nj_match_row, opener),
    NJ_COLUMN_IN(struct nj_match_row, state, NJ_MATCH_LOBBY, NJ_MATCH_FROZEN),
    NJ_COLUMN(struct nj_match_row, rules_version),
    NJ_COLUMN(struct nj_match_row, rng),
    NJ_COLUMN(struct nj_match_row, data_hash),
    NJ_COLUMN(struct nj_match_row, commitment),
    NJ_COLUMN(struct nj_match_row, secret),
    NJ_COLUMN(struct nj_match_row, seed),
    NJ_COLUMN(struct nj_match_row, options),
    NJ_COLUMN(struct nj_match_row, opened_ms),
    NJ_COLUMN(struct nj_match_row, started_ms),
    NJ_COLUMN(struct nj_match_row, ended_ms),
    NJ_COLUMN_IN(struct nj_match_row, previous, 0, INT64_MAX),
};

/* In pulses: of a match, and of an input. */
static const struct nj_column moving[] = {
    NJ_COLUMN(struct nj_match_row, seq),
    NJ_COLUMN(struct nj_match_row, paused),
    NJ_COLUMN(struct nj_match_row, digest),
    NJ_COLUMN(struct nj_match_row, timers),
    NJ_COLUMN(struct nj_match_row, deadline_ms),
    NJ_COLUMN(struct nj_match_row, touched_ms),
};
static const struct nj_column pulse[] = {
    NJ_COLUMN(struct nj_match_pulse, seq),
    NJ_COLUMN(struct nj_match_pulse, paused),
    NJ_COLUMN(struct nj_match_pulse, digest),
    NJ_COLUMN(struct nj_match_pulse, timers),
    NJ_COLUMN(struct nj_match_pulse, deadline_ms),
    NJ_COLUMN(struct nj_match_pulse, touched_ms),
};

/* --- writing --- */

/* As seat_rows.c reads them; the caller gives `text` back. */
static const char *receipts_text(const struct nj_match_pulse *p,
                                 struct nj_str *text)
{
    NJ_ASSERT(p->n_receipts == 0 || p->receipts != NULL);
    for (uint32_t i = 0; i < p->n_receipts; i++) {
        if (i > 0)
            nj_str_putc(text, ',');
        nj_str_put_i64(text, p->receipts[i]);
    }
    return text->p;
}

void nj_match_pulse(struct nj_store *s, const struct nj_match_pulse *p)
{
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE pulses SET seq = ?, paused = ?, digest = ?, timers = ?,"
           " deadline_ms = ?, touched_ms = ?,"
           " receipts = coalesce(?, receipts),"
           " last_message = coalesce(?, last_message) WHERE match_id = ?");
    struct nj_str text = NJ_STR_INIT(RECEIPTS_BYTES);

    NJ_ASSERT(p->id > 0);
    nj_bind_row(&q, pulse, NJ_COUNT(pulse), p);
    nj_bind_rare_text(&q, receipts_text(p, &text));
    nj_bind_rare(&q, nj_out_books_pulse(&s->out, p->id));
    nj_bind_i64(&q, p->id);
    nj_stmt_change(&q, "match", p->id);
    NJ_ASSERT(!text.over);
    nj_str_fini(&text);
}

static void insert_pulse(struct nj_store *s, const struct nj_match_row *row,
                         int64_t id)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO pulses (seq, paused, digest, timers, deadline_ms,"
           " touched_ms, match_id) VALUES (?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(id > 0);
    nj_bind_row(&q, moving, NJ_COUNT(moving), row);
    nj_bind_i64(&q, id);
    nj_stmt_do(&q);
}

/* False: an open match has that code. */
static bool insert_both(struct nj_store *s, struct nj_match_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO matches (code, game, edition, chat, host, opener,"
           " state, rules_version, rng, data_hash, commitment, secret, seed,"
           " options, opened_ms, started_ms, ended_ms, previous)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT DO NOTHING");
    int64_t id;

    nj_bind_row(&q, standing, NJ_COUNT(standing), row);
    id = nj_stmt_insert(&q);
    if (id == 0)
        return false;
    insert_pulse(s, row, id);
    if (nj_store_good(s))
        row->id = id;
    return nj_store_good(s);
}

bool nj_match_insert(struct nj_store *s, struct nj_match_row *row)
{
    bool own = nj_store_enter(s);
    bool done;

    if (row->code[0] == '\0')
        nj_trouble_note(s, NJ_ERR_BAD_INPUT, "a match needs a code, not ''");
    done = insert_both(s, row);
    nj_store_leave(s, own);
    return done;
}

void nj_match_update(struct nj_store *s, const struct nj_match_row *row)
{
    bool own = nj_store_enter(s);
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE matches SET code = ?, game = ?, edition = ?, chat = ?,"
           " host = ?, opener = ?, state = ?, rules_version = ?, rng = ?,"
           " data_hash = ?, commitment = ?, secret = ?, seed = ?, options = ?,"
           " opened_ms = ?, started_ms = ?, ended_ms = ?, previous = ?"
           " WHERE id = ?");
    struct nj_match_pulse p = {.id = row->id,
                               .seq = row->seq,
                               .paused = row->paused,
                               .digest = row->digest,
                               .timers = row->timers,
                               .deadline_ms = row->deadline_ms,
                               .touched_ms = row->touched_ms};

    NJ_ASSERT(row->id > 0);
    nj_bind_row(&q, standing, NJ_COUNT(standing), row);
    nj_bind_i64(&q, row->id);
    nj_stmt_change(&q, "match", row->id);
    nj_match_pulse(s, &p);
    nj_store_leave(s, own);
}

/* --- reading --- */

/* Reads the one row of `q`, which waits for nothing but, first, `text`
 * (NULL: not even that); false if there is none. */
static bool load(struct nj_stmt *q, const char *text, struct nj_match_row *row)
{
    struct nj_match_row fresh = {.id = 0};
    bool found;

    NJ_ASSERT(row != NULL);
    if (text != NULL)
        nj_bind_text(q, text);
    found = nj_stmt_step(q);
    if (found) {
        fresh.id = nj_read_i64(q, 1, INT64_MAX);
        nj_read_row(q, standing, NJ_COUNT(standing), &fresh);
        nj_read_row(q, moving, NJ_COUNT(moving), &fresh);
    }
    if (!nj_stmt_found(q, found))
        return false;
    *row = fresh;
    return true;
}

bool nj_match_load(struct nj_store *s, int64_t id, struct nj_match_row *row)
{
    struct nj_stmt q = nj_stmt_begin(s, MATCH_COLUMNS " WHERE m.id = ?");

    nj_bind_i64(&q, id);
    return load(&q, NULL, row);
}

bool nj_match_by_code(struct nj_store *s, const char *code,
                      struct nj_match_row *row)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS " WHERE m.code = ? ORDER BY m.id DESC LIMIT 1");

    NJ_ASSERT(code != NULL);
    return load(&q, code, row);
}

bool nj_match_latest(struct nj_store *s, const char *chat,
                     struct nj_match_row *row)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS " WHERE m.chat = ? ORDER BY m.id DESC LIMIT 1");

    NJ_ASSERT(chat != NULL);
    return load(&q, chat, row);
}

bool nj_match_latest_over(struct nj_store *s, const char *chat,
                          struct nj_match_row *row)
{
    struct nj_stmt q =
        nj_stmt_begin(s, MATCH_COLUMNS " WHERE m.chat = ? AND m.state = 2"
                                       " ORDER BY m.id DESC LIMIT 1");

    NJ_ASSERT(chat != NULL);
    return load(&q, chat, row);
}

uint32_t nj_match_count_opened(struct nj_store *s, const char *opener)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM matches WHERE opener = ? AND state < 2");
    int64_t n;

    nj_bind_text(&q, opener);
    n = nj_stmt_number(&q);
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

bool nj_record_find(struct nj_store *s, const char *chat, const char *code,
                    struct nj_match_row *row)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS
        " WHERE m.id = (SELECT max(o.id) FROM matches AS o WHERE o.state = 2"
        " AND (?2 = '' OR o.code = ?2) AND o.id IN (SELECT id FROM matches"
        " WHERE chat = ?1 UNION SELECT match_id FROM homes WHERE chat = ?1"
        " UNION SELECT match_id FROM results WHERE address = ?1"
        " UNION SELECT id FROM matches WHERE ?2 <> '' AND code = ?2"
        " AND host = ?1))");

    nj_bind_text(&q, chat);
    nj_bind_text(&q, code);
    return load(&q, NULL, row);
}

static const struct nj_column open_columns[] = {
    NJ_COLUMN_IN(struct nj_open_row, id, 1, INT64_MAX),
    NJ_COLUMN(struct nj_open_row, code),
    NJ_COLUMN(struct nj_open_row, game),
    NJ_COLUMN(struct nj_open_row, chat),
    NJ_COLUMN(struct nj_open_row, host),
    NJ_COLUMN(struct nj_open_row, options),
    NJ_COLUMN_IN(struct nj_open_row, state, NJ_MATCH_LOBBY, NJ_MATCH_RUNNING),
    NJ_COLUMN(struct nj_open_row, rules_version),
    NJ_COLUMN(struct nj_open_row, data_hash),
    NJ_COLUMN(struct nj_open_row, paused),
    NJ_COLUMN(struct nj_open_row, deadline_ms),
    NJ_COLUMN(struct nj_open_row, touched_ms),
};

/*
 * The numbers are sorted and not the rows: those may be long and many; LIMIT
 * keeps SQLite from taking that order for one that nobody asked for. A row
 * without its pulse is damage: -1 is no value of `paused`.
 */
void nj_match_each_open(struct nj_store *s, nj_open_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "WITH open (id) AS MATERIALIZED (SELECT id FROM matches"
        " INDEXED BY matches_open WHERE state < 2 ORDER BY id LIMIT -1)"
        " SELECT m.id, m.code, m.game, m.chat, m.host, m.options, m.state,"
        " m.rules_version, m.data_hash, coalesce(p.paused, -1), coalesce(p.deadline_ms, 0),"
        " coalesce(p.touched_ms, 0) FROM open CROSS JOIN matches AS m"
        " ON m.id = open.id LEFT JOIN pulses AS p ON p.match_id = m.id");

    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(&q)) {
        struct nj_open_row row;

        nj_read_row(&q, open_columns, NJ_COUNT(open_columns), &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
