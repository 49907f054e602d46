/*
 * The ledger of the simulation: what must hold, whatever went wrong. It reads
 * the database through a connection of its own, so it sees what is committed
 * and nothing else.
 */
#include <stdlib.h>

#include <sqlite3.h>

#include "fault/outbox_view.h"
#include "games/registry.h"
#include "match/export.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/speech/outbox.h"
#include "simulation/sim_priv.h"

/* --- reading --- */

static sqlite3_stmt *ask(struct sim *s, const char *sql)
{
    sqlite3_stmt *q = NULL;

    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        nj_sim_fail(s, "%s: %s", sql, sqlite3_errmsg(s->db));
    return q;
}

static bool next(struct sim *s, sqlite3_stmt *q)
{
    int rc = sqlite3_step(q);

    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        nj_sim_fail(s, "%s: %s", sqlite3_sql(q), sqlite3_errmsg(s->db));
    return rc == SQLITE_ROW;
}

static int64_t number(struct sim *s, const char *sql)
{
    sqlite3_stmt *q = ask(s, sql);
    int64_t n = next(s, q) ? sqlite3_column_int64(q, 0) : 0;

    (void)sqlite3_finalize(q);
    return n;
}

static const char *text_of(sqlite3_stmt *q, int i)
{
    const void *p = sqlite3_column_text(q, i);

    return p != NULL ? p : "";
}

static int user_of(const struct sim *s, const char *address)
{
    for (int i = 0; i < SIM_USERS; i++)
        if (strcmp(s->chats[SIM_GROUPS + i].address, address) == 0)
            return i;
    return -1;
}

void nj_sim_ledger_open(struct sim *s)
{
    sqlite3 *db = NULL;
    int rc = sqlite3_open_v2(s->path, &db, SQLITE_OPEN_READWRITE, "unix");

    s->db = db;
    if (rc != SQLITE_OK)
        nj_sim_fail(s, "the ledger cannot read: %s", sqlite3_errmsg(db));
    /* Only the program moves its log. */
    (void)sqlite3_wal_autocheckpoint(db, 0);
    nj_outbox_view(db);
}

void nj_sim_ledger_close(struct sim *s)
{
    (void)sqlite3_close(s->db);
    s->db = NULL;
}

/* --- sends --- */

struct sim_row *nj_sim_row(struct sim *s, int64_t id)
{
    if (id >= s->n_rows) {
        int64_t n = 2 * id + 64;

        s->rows = nj_realloc(s->rows, (size_t)n * sizeof(*s->rows));
        memset(s->rows + s->n_rows, 0,
               (size_t)(n - s->n_rows) * sizeof(*s->rows));
        s->n_rows = n;
    }
    return &s->rows[id];
}

/* Stored before it is sent, for this chat, and for nobody else's seat. */
static void check_stored(struct sim *s, const char *address,
                         const struct nj_out *o)
{
    sqlite3_stmt *q =
        ask(s, "SELECT o.chat, o.state, o.repeat, o.audience, m.chat, p.address"
               " FROM outbox o LEFT JOIN matches m ON m.id = o.match_id"
               " LEFT JOIN seats p ON p.match_id = o.match_id"
               " AND o.seats = 1 << p.seat AND o.audience = 1"
               " WHERE o.id = ?1 AND o.row = (SELECT max(id) FROM said"
               " WHERE id <= ?1)");

    (void)sqlite3_bind_int64(q, 1, o->row);
    if (!next(s, q))
        nj_sim_fail(s, "row %lld is sent and not stored", (long long)o->row);
    if (strcmp(text_of(q, 0), address) != 0)
        nj_sim_fail(s, "row %lld goes to %s, not to %s", (long long)o->row,
                    address, text_of(q, 0));
    if (sqlite3_column_int(q, 1) != NJ_OUT_SENDING)
        nj_sim_fail(s, "row %lld is sent in state %d", (long long)o->row,
                    sqlite3_column_int(q, 1));
    if ((sqlite3_column_int(q, 2) != 0) != o->repeat)
        nj_sim_fail(s, "row %lld: the mark differs", (long long)o->row);
    if (sqlite3_column_int(q, 3) == NJ_TO_SEATS &&
        strcmp(text_of(q, 5), address) != 0)
        nj_sim_fail(s, "row %lld: words for %s go to %s", (long long)o->row,
                    text_of(q, 5), address);
    if (sqlite3_column_int(q, 3) == NJ_TO_ALL && text_of(q, 4)[0] != '\0' &&
        nj_address_group_id(address) != NULL &&
        strcmp(text_of(q, 4), address) != 0)
        nj_sim_fail(s, "row %lld: another group's match", (long long)o->row);
    (void)sqlite3_finalize(q);
}

/* Design 5: nothing is said a third time. */
static void check_again(struct sim *s, int64_t id)
{
    const struct sim_row *row = nj_sim_row(s, id);

    if (row->life == s->sums->kills && row->told > 1)
        nj_sim_fail(s, "row %lld is sent a third time", (long long)id);
}

bool nj_sim_ledger_aside(struct sim *s, const char *address, uint64_t call)
{
    const struct nj_chat *chat = nj_books_find(s->referee, address);

    return s->referee->full && (chat == NULL || chat->call != call);
}

void nj_sim_ledger_sent(struct sim *s, const char *address, struct sim_call *c)
{
    const struct nj_chat *chat = nj_books_find(s->referee, address);

    if (chat == NULL || chat->under_way == NULL || chat->call != c->call)
        nj_sim_fail(s, "a send that no chat has in hand");
    for (const struct nj_out *o = chat->under_way; o != NULL; o = o->next) {
        if (o->row == 0)
            continue;
        check_stored(s, address, o);
        if (c->n_rows == NJ_COUNT(c->rows))
            nj_sim_fail(s, "too many rows in one text");
        check_again(s, o->row);
        c->rows[c->n_rows++] = o->row;
    }
    nj_sim_heard_sent(s, chat);
}

void nj_sim_ledger_delivered(struct sim *s, const char *address,
                             const struct sim_call *c)
{
    const struct nj_chat *chat = nj_books_find(s->referee, address);
    struct sim_chat *to = NULL;

    for (int i = 0; i < SIM_CHATS; i++)
        if (strcmp(s->chats[i].address, address) == 0)
            to = &s->chats[i];
    assert_non_null(to);
    NJ_UNUSED(c);
    for (const struct nj_out *o = chat->under_way; o != NULL; o = o->next) {
        struct sim_row *row = nj_sim_row(s, o->row);

        if (o->row == 0)
            continue;
        s->sums->delivered++;
        s->sums->marked += o->repeat;
        if (row->delivered > 0 && !o->repeat)
            nj_sim_fail(s, "row %lld comes twice, unmarked", (long long)o->row);
        if (!o->repeat && o->row <= to->newest &&
            !(chat->group && row->refused))
            nj_sim_fail(s, "row %lld comes to %s behind row %lld",
                        (long long)o->row, address, (long long)to->newest);
        if (!o->repeat && o->row > to->newest)
            to->newest = o->row;
        row->delivered++;
    }
}

/* --- turns --- */

static void count_by_user(struct sim *s, const char *sql,
                          int64_t out[SIM_USERS])
{
    sqlite3_stmt *q = ask(s, sql);

    memset(out, 0, SIM_USERS * sizeof(*out));
    while (next(s, q)) {
        int user = user_of(s, text_of(q, 0));

        if (user >= 0)
            out[user] = sqlite3_column_int64(q, 1);
    }
    (void)sqlite3_finalize(q);
}

static void count_all(struct sim *s, struct sim_counts *c)
{
    count_by_user(s,
                  "SELECT p.address, count(*) FROM inputs i"
                  " JOIN seats p ON p.match_id = i.match_id"
                  " AND p.seat = i.seat"
                  " WHERE i.by_whom = 0 AND i.kind IN (1, 3)"
                  " GROUP BY p.address",
                  c->orders);
    count_by_user(s, "SELECT opener, count(*) FROM matches GROUP BY opener",
                  c->tables);
    c->powers = number(s, "SELECT count(*) FROM inputs WHERE by_whom = 2");
    c->starts = number(s, "SELECT count(*) FROM inputs WHERE kind = 0");
    c->inputs = number(s, "SELECT count(*) FROM inputs");
}

/* `n` new effects by that user (-1: anybody), of words that have this part. */
static void attribute(struct sim *s, int64_t n, int user, const char *part)
{
    for (uint32_t i = 0; i < s->n_turn && n > 0; i++) {
        struct sim_said *m = &s->said[s->turn[i]];

        if ((user >= 0 && m->user != user) ||
            (strstr(m->text, part) == NULL &&
             (part[0] != '%' || !nj_sim_is_power(m->text))))
            continue;
        n--;
        if (++m->effects > 1)
            nj_sim_fail(s, "message m%u, '%s', has an effect once more",
                        s->turn[i], m->text);
    }
    if (n > 0)
        nj_sim_fail(s, "%lld effects that nobody asked for ('%s', user %d)",
                    (long long)n, part, user);
}

static void check_log(struct sim *s)
{
    if (number(s, "SELECT count(*) FROM pulses p WHERE p.seq <> (SELECT"
                  " count(*) FROM inputs i WHERE i.match_id = p.match_id)") > 0)
        nj_sim_fail(s, "a match counts other inputs than its log has");
    if (number(s, "SELECT count(*) FROM matches WHERE state = 4") > 0)
        nj_sim_fail(s, "a match is frozen");
}

void nj_sim_ledger_turn(struct sim *s)
{
    struct sim_counts now;

    nj_sim_heard_turn(s);
    count_all(s, &now);
    if (now.inputs < s->counts.inputs)
        nj_sim_fail(s, "inputs are gone: %lld of %lld",
                    (long long)(s->counts.inputs - now.inputs),
                    (long long)s->counts.inputs);
    for (int u = 0; u < SIM_USERS; u++) {
        attribute(s, now.orders[u] - s->counts.orders[u], u, "");
        attribute(s, now.tables[u] - s->counts.tables[u], u, "#");
    }
    attribute(s, now.powers - s->counts.powers, -1, "%");
    attribute(s, now.starts - s->counts.starts, -1, "开始");
    s->counts = now;
    s->n_turn = 0;
    nj_sim_timers_turn(s);
    if (nj_sim_below(s, 8) == 0)
        check_log(s);
}

/* --- the end --- */

/* Rows, and whether each was for somebody whose seat has since been given to a
 * computer player: what had not reached him then never will. */
#define ROWS_SQL                                                           \
 "SELECT o.id, o.state, o.chat, o.message, EXISTS (SELECT 1 FROM seats p"  \
 " JOIN inputs i ON i.match_id = p.match_id WHERE p.match_id = o.match_id" \
 " AND p.address = o.chat AND p.computer = 1 AND i.kind = 4"               \
 " AND i.verb = 'sub' AND i.seq > o.seq) FROM outbox o ORDER BY o.id"

static bool ends_well(struct sim *s, int64_t id, int state, const char *chat,
                      bool withdrawn)
{
    if (chat[0] == '\0')
        return state == NJ_OUT_KEPT && nj_sim_row(s, id)->delivered == 0;
    return state == NJ_OUT_SENT || state == NJ_OUT_UNKNOWN ||
           (state == NJ_OUT_KEPT && withdrawn) ||
           nj_sim_heard_waits(s, chat, id);
}

static void check_rows(struct sim *s)
{
    sqlite3_stmt *q = ask(s, ROWS_SQL);

    while (next(s, q)) {
        int64_t id = sqlite3_column_int64(q, 0);
        int state = sqlite3_column_int(q, 1);
        const char *chat = text_of(q, 2);
        bool group = nj_address_group_id(chat) != NULL;
        const struct sim_row *row = nj_sim_row(s, id);

        if (!ends_well(s, id, state, chat, sqlite3_column_int(q, 4) != 0))
            nj_sim_fail(s, "row %lld (%s to %s) is left in state %d",
                        (long long)id, text_of(q, 3), chat, state);
        if (state == NJ_OUT_SENT && row->delivered == 0)
            nj_sim_fail(s, "row %lld (%s to %s) was never delivered",
                        (long long)id, text_of(q, 3), chat);
        if (state == NJ_OUT_UNKNOWN && row->doubtful < (group ? 1 : 2))
            nj_sim_fail(s, "row %lld (%s to %s) was given up too early",
                        (long long)id, text_of(q, 3), chat);
    }
    (void)sqlite3_finalize(q);
}

static void check_entries(struct sim *s)
{
    const struct nj_referee *r = s->referee;

    if (nj_referee_queued(r) > 0)
        nj_sim_fail(s, "%u messages wait for ever", nj_referee_queued(r));
    for (uint32_t i = 0; i < r->n_entries; i++) {
        const struct nj_entry *e = r->entries[i];

        if (e->hold != 0 || e->blocked != 0)
            nj_sim_fail(s, "match %lld is held for ever (%u)", (long long)e->id,
                        (unsigned)e->hold);
        if (e->state == NJ_MATCH_RUNNING && !e->paused &&
            (e->deadline_ms == 0 || e->deadline_ms <= s->referee->now_ms))
            nj_sim_fail(s, "match %lld has a deadline that never fires",
                        (long long)e->id);
    }
}

struct file {
    struct nj_str text;
};

static enum nj_status put(void *ctx, const char *text, size_t n,
                          struct nj_err *err)
{
    struct file *f = ctx;

    NJ_UNUSED(err);
    nj_str_add(&f->text, text, n);
    return NJ_OK;
}

static const struct nj_loaded_game *game_of(const struct sim *s, const char *id)
{
    for (uint32_t i = 0; i < s->env->n_games; i++)
        if (strcmp(s->env->games[i].game->id, id) == 0)
            return &s->env->games[i];
    nj_sim_fail(s, "a match of an unknown game, '%s'", id);
}

/* The match file of a match that is over is true. */
static void verify(struct sim *s, const struct nj_match_row *row,
                   const struct nj_loaded_game *game)
{
    struct file f = {.text = NJ_STR_INIT(16u << 20)};
    struct nj_record rec;
    struct nj_err err = {{0}};
    const struct nj_record_rules rules = {game->game, game->files,
                                          game->n_files};
    enum nj_status st = nj_match_file_write(s->store, row, game, put, &f, &err);

    if (st == NJ_OK)
        st = nj_record_read(f.text.p, f.text.len, nj_game_find, &rec, &err);
    if (st != NJ_OK)
        nj_sim_fail(s, "match %lld is not exported: %s", (long long)row->id,
                    err.text);
    if (nj_record_verify(&rec, &rules, NULL, NULL, &err) != NJ_VERDICT_TRUE)
        nj_sim_fail(s, "match %lld is not true: %s", (long long)row->id,
                    err.text);
    nj_record_fini(&rec);
    nj_str_fini(&f.text);
}

/* Folding the log again gives the same digests. */
static void replay(struct sim *s, const struct nj_match_row *row,
                   const struct nj_loaded_game *game)
{
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};

    if (nj_archive_wake(s->store, row, game, &m, &err) != NJ_OK)
        nj_sim_fail(s, "match %lld is not the same again: %s",
                    (long long)row->id, err.text);
    nj_match_destroy(m);
}

static void check_matches(struct sim *s)
{
    int64_t last = number(s, "SELECT max(id) FROM matches");

    for (int64_t id = 1; id <= last; id++) {
        struct nj_match_row *row = nj_alloc(sizeof(*row));

        if (!nj_match_load(s->store, id, row))
            nj_sim_fail(s, "match %lld is not there", (long long)id);
        if (row->state == NJ_MATCH_RUNNING)
            replay(s, row, game_of(s, row->game));
        else if (row->state == NJ_MATCH_OVER)
            verify(s, row, game_of(s, row->game));
        free(row);
    }
    s->sums->matches +=
        (uint32_t)number(s, "SELECT count(*) FROM matches WHERE state = 2");
}

void nj_sim_ledger_end(struct sim *s)
{
    struct nj_err err = {{0}};

    nj_sim_ledger_turn(s);
    check_log(s);
    check_rows(s);
    nj_sim_heard_end(s);
    check_entries(s);
    check_matches(s);
    nj_sim_timers_end(s);
    if (nj_store_check(s->store, &err) != NJ_OK)
        nj_sim_fail(s, "the database is damaged: %s", err.text);
    s->sums->inputs += (uint32_t)s->counts.inputs;
}
