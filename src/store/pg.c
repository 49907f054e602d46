/*
 * PostgreSQL as an engine: opening and closing, transactions, the schema. The
 * tables stand in the schema of the database that is named first in its search
 * path, under a lock of the session that is gone with the connection.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "store/pg_priv.h"
#include "store/pg_sql.h"
#include "store/schema.h"

#define SQL_BYTES (1 << 20)

/* Statements are planned once, some while their tables are empty, and such a
 * plan, which reads all of a table, would be kept while that grows. Ours ask for
 * few rows, by a key; where none helps all is read in spite of this, and such a
 * plan, which counts as costly, is not worth compiling. */
#define BY_KEYS                                         \
 "SET enable_seqscan = off; SET enable_hashjoin = off;" \
 "SET enable_mergejoin = off; SET jit = off"

/* What changes with every order finds room beside its old row: no index has to
 * be told. Once; whoever looks after the server may choose otherwise. */
#define ROOM                                                           \
 "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_class WHERE"                 \
 " oid = to_regclass(quote_ident(current_schema()) || '.pulses') AND"  \
 " reloptions IS NULL) THEN ALTER TABLE pulses SET (fillfactor = 50);" \
 "ALTER TABLE matches SET (fillfactor = 70); END IF; END $$"
#define DIAL_S "10"

/* Each by the key, however the lists are estimated. */
#define WHICH_SEEN                                                       \
 "SELECT w.chat, w.id FROM unnest(string_to_array(?, chr(10)),"          \
 " string_to_array(?, chr(10))) AS w (chat, id), LATERAL (SELECT 1 FROM" \
 " seen WHERE seen.chat = w.chat AND seen.id = w.id LIMIT 1) AS known"

/* --- opening --- */

/* What it has to say beside answers is for its own log. */
static void ignore(void *ctx, const PGresult *r)
{
    (void)ctx;
    (void)r;
}

static bool plain(struct nj_store *s, const char *sql)
{
    PGresult *r = nj_store_good(s) ? nj_pg_plain(s, sql) : NULL;
    bool done = r != NULL;

    if (done)
        nj_pq.clear(r);
    return done;
}

int64_t nj_pg_number(struct nj_store *s, const char *sql)
{
    PGresult *r = nj_store_good(s) ? nj_pg_plain(s, sql) : NULL;
    int64_t v = 0;

    if (r != NULL && nj_pq.ntuples(r) == 1)
        v = strtoll(nj_pq.getvalue(r, 0, 0), NULL, 10);
    nj_pq.clear(r);
    return v;
}

/* The URL stands last: what the owner says in it counts. */
static void dial(struct nj_store *s)
{
    const char *const names[] = {"fallback_application_name", "connect_timeout",
                                 "client_encoding", "dbname", NULL};
    const char *const values[] = {"nightjar", DIAL_S, "UTF8", s->url, NULL};
    struct nj_pg *pg = s->pg;

    pg->c = nj_pq.connectdbParams(names, values, 1);
    if (pg->c == NULL)
        nj_out_of_memory();
    (void)nj_pq.setNoticeReceiver(pg->c, ignore, NULL);
    (void)nj_pq.setnonblocking(pg->c, 1);
    if (nj_pq.status(pg->c) == CONNECTION_OK)
        return;
    (void)snprintf(pg->message, sizeof(pg->message), "%.199s",
                   nj_pq.errorMessage(pg->c));
    pg->message[strcspn(pg->message, "\n")] = '\0';
    nj_pg_report(s, nj_pg_code(NJ_PG_LOST));
}

/* That of a house is ours to make (base/database.h); who only reads makes
 * nothing, and two may make it at once. */
static void make_schema(struct nj_store *s)
{
    if (s->use != NJ_STORE_READER)
        (void)plain(s, "DO $$ DECLARE named text :="
                       " current_setting('search_path'); BEGIN"
                       " IF named ~ '^nightjar_[a-z0-9_]+$' AND"
                       " to_regnamespace(named) IS NULL THEN"
                       " EXECUTE 'CREATE SCHEMA ' || named; END IF;"
                       " EXCEPTION WHEN duplicate_schema OR unique_violation"
                       " THEN NULL; END $$");
}

static void look_around(struct nj_store *s)
{
    if (nj_pg_number(s, "SELECT count(*) FROM pg_database WHERE"
                        " datname = current_database() AND"
                        " pg_encoding_to_char(encoding) = 'UTF8'") == 0 &&
        nj_store_good(s))
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' does not hold UTF-8: make one that does "
                        "(createdb --encoding UTF8 --template template0)",
                        s->path);
    make_schema(s);
    if (nj_pg_number(s, "SELECT count(current_schema())") == 0 &&
        nj_store_good(s))
        nj_trouble_note(s, NJ_ERR_NOT_FOUND,
                        "database '%s' has no schema that this user may use: "
                        "make one with CREATE SCHEMA",
                        s->path);
    /* What is committed is on the disk, whatever the server's habit is. */
    (void)plain(s, "SELECT set_config('synchronous_commit', 'on', false)"
                   " WHERE current_setting('synchronous_commit') = 'off';"
                   "SET client_min_messages = warning");
}

/* --- sessions --- */

static void note_session(struct nj_store *s)
{
    struct nj_pg_session *now = &s->pg->session;
    PGresult *r =
        nj_pg_plain(s, "SELECT pid, backend_start FROM pg_stat_activity"
                       " WHERE pid = pg_backend_pid()");

    if (r != NULL && nj_pq.ntuples(r) == 1) {
        now->pid = strtoll(nj_pq.getvalue(r, 0, 0), NULL, 10);
        (void)snprintf(now->since, sizeof(now->since), "%s",
                       nj_pq.getvalue(r, 0, 1));
    }
    nj_pq.clear(r);
}

/* One process holds it. Whoever has just died may still be on the way out. */
static void take_lock(struct nj_store *s)
{
    if (s->worker != NULL)
        nj_pg_lease_wait(s);
    else
        (void)plain(s, "SET lock_timeout = '3s';"
                       "SELECT pg_advisory_lock(1313489234,"
                       " hashtext(current_schema()));"
                       "SET lock_timeout = 0");
    if (nj_store_good(s))
        (void)plain(s, BY_KEYS);
    if (nj_store_good(s))
        note_session(s);
}

/* A server that cannot be heard may be carrying out our last commit: it is
 * stopped, and gives up the lock. On another server there is no such session. */
static void end_session(struct nj_store *s, const struct nj_pg_session *old)
{
    struct nj_str sql = NJ_STR_INIT(400);

    if (old->pid == 0)
        return;
    nj_str_addf(&sql,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                " pid = %lld AND backend_start = '%s'",
                (long long)old->pid, old->since);
    (void)plain(s, sql.p);
    nj_str_fini(&sql);
}

static void connect_to(struct nj_store *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_pq_load(&err);

    if (st != NJ_OK) {
        nj_store_fail(s, st, &err);
        return;
    }
    s->pg = nj_alloc(sizeof(*s->pg));
    dial(s);
    if (nj_store_good(s))
        look_around(s);
}

static int64_t identify(struct nj_store *s)
{
    bool ours =
        nj_pg_number(s, "SELECT count(to_regclass("
                        "quote_ident(current_schema()) || '.nightjar'))") > 0;
    int64_t tables;

    if (ours)
        return nj_pg_number(s, "SELECT version FROM nightjar");
    tables =
        nj_pg_number(s, "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND"
                        " relnamespace = to_regnamespace("
                        "quote_ident(current_schema()))");
    if (tables > 0)
        nj_trouble_note(s, NJ_ERR_CORRUPT,
                        "database '%s' belongs to another program: name "
                        "another one, or another schema",
                        s->path);
    return 0;
}

static void apply(struct nj_store *s, const char *sql)
{
    struct nj_str text = NJ_STR_INIT(SQL_BYTES);

    (void)nj_pg_sql(&text, sql);
    (void)plain(s, text.p);
    nj_str_fini(&text);
}

static void open_all(struct nj_store *s)
{
    int64_t version;

    connect_to(s);
    if (nj_store_good(s))
        take_lock(s);
    version = nj_store_good(s) ? nj_schema_identify(s) : 0;
    /* Codes are the same in large and small letters. */
    if (nj_store_good(s) && version == 0)
        (void)plain(s, "CREATE COLLATION IF NOT EXISTS nocase (provider = icu,"
                       " locale = 'und-u-ks-level2', deterministic = false)");
    if (!nj_store_good(s))
        return;
    nj_schema_migrate(s, version);
    if (nj_store_good(s))
        (void)plain(s, ROOM);
    if (nj_store_good(s) && s->worker != NULL)
        nj_pg_lease_begin(s);
}

static void close_all(struct nj_store *s)
{
    if (s->pg == NULL)
        return;
    nj_pg_drop(s->pg->check);
    nj_pq.finish(s->pg->c);
    free(s->pg->sent);
    free(s->pg);
    s->pg = NULL;
}

static void close_for_good(struct nj_store *s)
{
    nj_pg_lease_end(s);
    close_all(s);
}

/* Nothing is said on the strength of a commit that a standby may not have: the
 * one that is made here comes behind it, and says whether there is room. */
static void prove(struct nj_store *s)
{
    if (nj_store_good(s))
        (void)plain(s, "UPDATE settled SET id = id");
    if (s->failed == NJ_ERR_FULL)
        nj_trouble_forget(s);
}

static void settle_again(struct nj_store *s)
{
    int64_t version = nj_store_good(s) ? nj_schema_identify(s) : 0;

    if (nj_store_good(s) && version == 0)
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' is empty, and the one that was here was "
                        "not",
                        s->path);
    if (nj_store_good(s))
        nj_schema_migrate(s, version);
    prove(s);
}

/* It stays away, unless another database is there. */
static bool is_another(const struct nj_store *s)
{
    return s->failed == NJ_ERR_MISMATCH || s->failed == NJ_ERR_CORRUPT;
}

static void open_again(struct nj_store *s)
{
    struct nj_pg_session old = s->pg->session;
    bool lost = s->pg->lost;

    s->away = s->broken = false;
    nj_trouble_forget(s);
    if (!lost)
        return;
    nj_stmt_drop_all(s);
    close_all(s);
    connect_to(s);
    if (nj_store_good(s))
        end_session(s, &old);
    if (nj_store_good(s))
        take_lock(s);
    nj_pg_lease_again(s);
    settle_again(s);
    if (nj_store_good(s))
        return;
    if (s->pg->session.pid == 0) /* else that one is over */
        s->pg->session = old;
    s->pg->lost = s->broken = true;
    s->away = !is_another(s);
}

static void open_beside(struct nj_store *s)
{
    int64_t version;

    connect_to(s);
    if (nj_store_good(s))
        (void)plain(s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    version = nj_store_good(s) ? nj_schema_identify(s) : 0;
    if (nj_store_good(s) && version == 0)
        nj_trouble_note(s, NJ_ERR_NOT_FOUND, "database '%s' is empty", s->path);
    nj_schema_recent(s, version);
}

/* --- transactions --- */

/* What a call on the pipeline says is noted by its wait, or here. */
static void note(struct nj_store *s, int code)
{
    if (code != 0)
        nj_pg_report(s, code);
}

static void catch_up(struct nj_store *s)
{
    if (s->pg != NULL && s->pg->n_sent > 0)
        (void)nj_pg_wait(s, false);
}

static void begin(struct nj_store *s)
{
    note(s, nj_pg_send(s, "BEGIN"));
    if (nj_store_good(s))
        note(s, nj_pg_lease_check(s));
    s->pg->in_tx = nj_store_good(s);
}

static void commit(struct nj_store *s)
{
    if (nj_store_good(s))
        note(s, nj_pg_send(s, "COMMIT"));
    if (nj_store_good(s) && nj_pg_wait(s, false) == 0)
        s->pg->in_tx = false;
}

static void undo(struct nj_store *s)
{
    struct nj_pg *pg = s->pg;

    if (pg == NULL || pg->lost || !pg->piped)
        return;
    (void)nj_pg_wait(s, true);
    if (pg->in_tx && !pg->lost && nj_pg_send(s, "ROLLBACK") == 0)
        (void)nj_pg_wait(s, true);
    pg->in_tx = false;
}

/* --- the rest --- */

/* A table without numbers of its own has no sequence, and nothing is set. */
static void numbered(struct nj_store *s, const char *table)
{
    struct nj_str sql = NJ_STR_INIT(400);

    nj_str_addf(&sql,
                "SELECT setval(pg_get_serial_sequence('%s', 'id'), max(id))"
                " FROM %s",
                table, table);
    (void)plain(s, sql.p);
    nj_str_fini(&sql);
}

static int64_t bytes(struct nj_store *s)
{
    return nj_pg_number(s, "SELECT pg_database_size(current_database())");
}

/* PostgreSQL looks after its pages itself. */
static void check_pages(struct nj_store *s)
{
    NJ_ASSERT(s->pg != NULL);
}

/* It has its own log and moves it itself. */
static void idle(struct nj_store *s)
{
    NJ_ASSERT(!s->pg->in_tx);
}

static void set_sync(struct nj_store *s, bool full)
{
    (void)plain(s, full ? "SET synchronous_commit = on"
                        : "SET synchronous_commit = off");
}

const struct nj_engine nj_postgresql = {
    .open = open_all,
    .open_beside = open_beside,
    .close = close_for_good,
    .prepare = nj_pg_prepare,
    .drop = nj_pg_drop,
    .reset = nj_pg_reset,
    .parameters = nj_pg_parameters,
    .bind_text = nj_pg_bind_text,
    .bind_i64 = nj_pg_bind_i64,
    .bind_double = nj_pg_bind_double,
    .bind_bytes = nj_pg_bind_bytes,
    .stream = nj_pg_stream,
    .step = nj_pg_step,
    .read_i64 = nj_pg_read_i64,
    .read_double = nj_pg_read_double,
    .read_text = nj_pg_read_text,
    .read_bytes = nj_pg_read_bytes,
    .is_null = nj_pg_is_null,
    .column_name = nj_pg_column_name,
    .changes = nj_pg_changes,
    .insert = nj_pg_insert,
    .later = nj_pg_later,
    .catch_up = catch_up,
    .broken = "since its connection was lost: start again",
    .which_seen = WHICH_SEEN,
    .again = open_again,
    .report = nj_pg_report,
    .begin = begin,
    .commit = commit,
    .undo = undo,
    .identify = identify,
    .apply = apply,
    .pour_begin = nj_pg_pour_begin,
    .pour_row = nj_pg_pour_row,
    .pour_end = nj_pg_pour_end,
    .numbered = numbered,
    .bytes = bytes,
    .check = check_pages,
    .idle = idle,
    .set_sync = set_sync,
};
