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

/* --- binding and reading, in the order of the columns --- */

static void bind_match(struct nj_stmt *q, const struct nj_match_row *row)
{
    NJ_ASSERT(row->state <= NJ_MATCH_FROZEN);
    nj_bind_text(q, row->code);
    nj_bind_text(q, row->game);
    nj_bind_text(q, row->edition);
    nj_bind_text(q, row->chat);
    nj_bind_text(q, row->host);
    nj_bind_text(q, row->opener);
    nj_bind_i64(q, row->state);
    nj_bind_i64(q, row->rules_version);
    nj_bind_i64(q, row->rng);
    nj_bind_hash(q, &row->data_hash);
    nj_bind_hash(q, &row->commitment);
    nj_bind_hash(q, &row->secret);
    nj_bind_hash(q, &row->seed);
    nj_bind_text(q, row->options);
    nj_bind_i64(q, row->opened_ms);
    nj_bind_i64(q, row->started_ms);
    nj_bind_i64(q, row->ended_ms);
    nj_bind_i64(q, row->previous);
}

static void read_match(struct nj_stmt *q, struct nj_match_row *row)
{
    int64_t state, version;

    row->id = nj_read_i64(q, 1, INT64_MAX);
    nj_copy_text(q, row->code, sizeof(row->code));
    nj_copy_text(q, row->game, sizeof(row->game));
    nj_copy_text(q, row->edition, sizeof(row->edition));
    nj_copy_text(q, row->chat, sizeof(row->chat));
    nj_copy_text(q, row->host, sizeof(row->host));
    nj_copy_text(q, row->opener, sizeof(row->opener));
    state = nj_read_i64(q, NJ_MATCH_LOBBY, NJ_MATCH_FROZEN);
    row->state = (enum nj_match_state)state;
    version = nj_read_i64(q, 0, UINT16_MAX);
    row->rules_version = (uint16_t)version;
    row->rng = nj_read_int(q);
    nj_read_hash(q, &row->data_hash);
    nj_read_hash(q, &row->commitment);
    nj_read_hash(q, &row->secret);
    nj_read_hash(q, &row->seed);
    nj_copy_text(q, row->options, sizeof(row->options));
    row->opened_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->started_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->ended_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->previous = nj_read_i64(q, 0, INT64_MAX);
    NJ_ASSERT(row->state <= NJ_MATCH_FROZEN);
}

static void read_pulse(struct nj_stmt *q, struct nj_match_row *row)
{
    row->seq = nj_read_u32(q);
    row->paused = nj_read_bool(q);
    nj_read_hash(q, &row->digest);
    nj_copy_text(q, row->timers, sizeof(row->timers));
    row->deadline_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->touched_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
}

static struct nj_match_pulse pulse_of(const struct nj_match_row *row)
{
    struct nj_match_pulse p = {
        .id = row->id,
        .seq = row->seq,
        .paused = row->paused,
        .digest = row->digest,
        .timers = row->timers,
        .deadline_ms = row->deadline_ms,
        .touched_ms = row->touched_ms,
    };

    return p;
}

/* --- writing --- */

static void bind_pulse(struct nj_stmt *q, const struct nj_match_pulse *p)
{
    NJ_ASSERT(p->timers != NULL);
    NJ_ASSERT(p->id > 0);
    nj_bind_i64(q, p->seq);
    nj_bind_i64(q, p->paused);
    nj_bind_hash(q, &p->digest);
    nj_bind_text(q, p->timers);
    nj_bind_i64(q, p->deadline_ms);
    nj_bind_i64(q, p->touched_ms);
}

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

enum nj_status nj_match_pulse(struct nj_store *s,
                              const struct nj_match_pulse *p,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "UPDATE pulses SET seq = ?, paused = ?, digest = ?, timers = ?,"
           " deadline_ms = ?, touched_ms = ?,"
           " receipts = coalesce(?, receipts),"
           " last_message = coalesce(?, last_message) WHERE match_id = ?");
    struct nj_str text = NJ_STR_INIT(RECEIPTS_BYTES);
    enum nj_status st;

    NJ_ASSERT(p->id > 0);
    bind_pulse(&q, p);
    nj_bind_rare_text(&q, receipts_text(p, &text));
    nj_bind_rare(&q, nj_out_books_pulse(&s->out, p->id));
    nj_bind_i64(&q, p->id);
    st = nj_stmt_change(&q, "match", p->id, err);
    NJ_ASSERT(!text.over);
    nj_str_fini(&text);
    return st;
}

static enum nj_status insert_pulse(struct nj_store *s,
                                   const struct nj_match_pulse *p,
                                   struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO pulses (seq, paused, digest, timers, deadline_ms,"
           " touched_ms, match_id) VALUES (?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(p->id > 0);
    bind_pulse(&q, p);
    nj_bind_i64(&q, p->id);
    return nj_stmt_run(&q, err);
}

static enum nj_status say_taken(const struct nj_match_row *row,
                                enum nj_status st, struct nj_err *err)
{
    NJ_ASSERT(row->code[0] != '\0');
    if (st == NJ_ERR_EXISTS)
        return nj_fail(err, st, "an open match has the code '%s' already",
                       row->code);
    return st;
}

static enum nj_status insert_both(struct nj_store *s, struct nj_match_row *row,
                                  struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO matches (code, game, edition, chat, host, opener,"
           " state, rules_version, rng, data_hash, commitment, secret, seed,"
           " options, opened_ms, started_ms, ended_ms, previous)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct nj_match_pulse p = pulse_of(row);
    enum nj_status st;

    bind_match(&q, row);
    st = say_taken(row, nj_stmt_run(&q, err), err);
    if (st != NJ_OK)
        return st;
    p.id = sqlite3_last_insert_rowid(s->db);
    st = insert_pulse(s, &p, err);
    if (st == NJ_OK)
        row->id = p.id;
    return st;
}

enum nj_status nj_match_insert(struct nj_store *s, struct nj_match_row *row,
                               struct nj_err *err)
{
    bool own;
    enum nj_status st;

    if (row->code[0] == '\0')
        return nj_fail(err, NJ_ERR_BAD_INPUT, "a match needs a code, not ''");
    st = nj_store_enter(s, &own, err);
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, insert_both(s, row, err), err);
}

static enum nj_status update_both(struct nj_store *s,
                                  const struct nj_match_row *row,
                                  struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "UPDATE matches SET code = ?, game = ?, edition = ?, chat = ?,"
           " host = ?, opener = ?, state = ?, rules_version = ?, rng = ?,"
           " data_hash = ?, commitment = ?, secret = ?, seed = ?, options = ?,"
           " opened_ms = ?, started_ms = ?, ended_ms = ?, previous = ?"
           " WHERE id = ?");
    struct nj_match_pulse p = pulse_of(row);
    enum nj_status st;

    NJ_ASSERT(row->id > 0);
    bind_match(&q, row);
    nj_bind_i64(&q, row->id);
    st = say_taken(row, nj_stmt_change(&q, "match", row->id, err), err);
    return st == NJ_OK ? nj_match_pulse(s, &p, err) : st;
}

enum nj_status nj_match_update(struct nj_store *s,
                               const struct nj_match_row *row,
                               struct nj_err *err)
{
    bool own;
    enum nj_status st = nj_store_enter(s, &own, err);

    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, update_both(s, row, err), err);
}

/* --- reading --- */

/* Reads the one row of `q`; *found is false if there is none. */
static enum nj_status load(struct nj_stmt *q, struct nj_match_row *row,
                           bool *found, struct nj_err *err)
{
    struct nj_match_row fresh = {.id = 0};
    enum nj_status st;

    NJ_ASSERT(row != NULL);
    *found = nj_stmt_step(q);
    if (*found) {
        read_match(q, &fresh);
        read_pulse(q, &fresh);
    }
    st = nj_stmt_end(q, err);
    if (st == NJ_OK && *found)
        *row = fresh;
    return st;
}

enum nj_status nj_match_load(struct nj_store *s, int64_t id,
                             struct nj_match_row *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, MATCH_COLUMNS " WHERE m.id = ?");
    bool found;
    enum nj_status st;

    nj_bind_i64(&q, id);
    st = load(&q, row, &found, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "there is no match %lld",
                       (long long)id);
    return st;
}

enum nj_status nj_match_by_code(struct nj_store *s, const char *code,
                                struct nj_match_row *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS " WHERE m.code = ? ORDER BY m.id DESC LIMIT 1");
    bool found;
    enum nj_status st;

    NJ_ASSERT(code != NULL);
    nj_bind_text(&q, code);
    st = load(&q, row, &found, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "there is no match '%s'", code);
    return st;
}

/* `q` waits for the chat. */
static enum nj_status load_of(struct nj_stmt *q, const char *chat,
                              struct nj_match_row *row, struct nj_err *err)
{
    bool found;
    enum nj_status st;

    nj_bind_text(q, chat);
    st = load(q, row, &found, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "'%s' has had no match", chat);
    return st;
}

enum nj_status nj_match_latest(struct nj_store *s, const char *chat,
                               struct nj_match_row *row, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS " WHERE m.chat = ? ORDER BY m.id DESC LIMIT 1");

    NJ_ASSERT(chat != NULL);
    return load_of(&q, chat, row, err);
}

enum nj_status nj_match_latest_over(struct nj_store *s, const char *chat,
                                    struct nj_match_row *row,
                                    struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, MATCH_COLUMNS " WHERE m.chat = ? AND m.state = 2"
                                       " ORDER BY m.id DESC LIMIT 1");

    return load_of(&q, chat, row, err);
}

enum nj_status nj_match_count_opened(struct nj_store *s, const char *opener,
                                     uint32_t *out, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM matches WHERE opener = ? AND state < 2");
    uint32_t n = 0;
    enum nj_status st;

    nj_bind_text(&q, opener);
    if (nj_stmt_step(&q))
        n = nj_read_u32(&q);
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK)
        *out = n;
    return st;
}

enum nj_status nj_record_find(struct nj_store *s, const char *chat,
                              const char *code, struct nj_match_row *row,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, MATCH_COLUMNS
        " WHERE m.id = (SELECT max(o.id) FROM matches AS o WHERE o.state = 2"
        " AND (?2 = '' OR o.code = ?2) AND o.id IN (SELECT id FROM matches"
        " WHERE chat = ?1 UNION SELECT match_id FROM homes WHERE chat = ?1"
        " UNION SELECT match_id FROM results WHERE address = ?1"
        " UNION SELECT id FROM matches WHERE ?2 <> '' AND code = ?2"
        " AND host = ?1))");
    bool found;
    enum nj_status st;

    nj_bind_text(&q, chat);
    nj_bind_text(&q, code);
    st = load(&q, row, &found, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no match of '%s' is over", chat);
    return st;
}

static void read_open(struct nj_stmt *q, struct nj_open_row *row)
{
    int64_t state, version;

    row->id = nj_read_i64(q, 1, INT64_MAX);
    row->code = nj_read_text(q);
    row->game = nj_read_text(q);
    row->chat = nj_read_text(q);
    row->host = nj_read_text(q);
    row->options = nj_read_text(q);
    state = nj_read_i64(q, NJ_MATCH_LOBBY, NJ_MATCH_RUNNING);
    row->state = (enum nj_match_state)state;
    version = nj_read_i64(q, 0, UINT16_MAX);
    row->rules_version = (uint16_t)version;
    nj_read_hash(q, &row->data_hash);
    row->paused = nj_read_i64(q, 0, 1) == 1;
    row->deadline_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->touched_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    NJ_ASSERT(row->state <= NJ_MATCH_RUNNING);
}

/*
 * The numbers are sorted and not the rows: those may be long and many; LIMIT
 * keeps SQLite from taking that order for one that nobody asked for. A row
 * without its pulse is damage: -1 is no value of `paused`.
 */
enum nj_status nj_match_each_open(struct nj_store *s, nj_open_fn *fn, void *ctx,
                                  struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s,
        "WITH open (id) AS MATERIALIZED (SELECT id FROM matches"
        " INDEXED BY matches_open WHERE state < 2 ORDER BY id LIMIT -1)"
        " SELECT m.id, m.code, m.game, m.chat, m.host, m.options, m.state,"
        " m.rules_version, m.data_hash, coalesce(p.paused, -1), coalesce(p.deadline_ms, 0),"
        " coalesce(p.touched_ms, 0) FROM open CROSS JOIN matches AS m"
        " ON m.id = open.id LEFT JOIN pulses AS p ON p.match_id = m.id");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_open_row row;

        read_open(&q, &row);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}
