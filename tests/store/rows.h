/*
 * What the tests of the store share: a store in a folder of its own, and rows
 * with something in every field.
 */
#ifndef NJ_TESTS_STORE_ROWS_H
#define NJ_TESTS_STORE_ROWS_H

#include <string.h>

#include <sqlite3.h>

#include "base/database.h"
#include "kit/nj_test.h"
#include "kit/pg_server.h"
#include "kit/tmp_dir.h"
#include "store/store.h"

struct fixture {
    struct nj_tmp_dir dir;
    char path[1024];
    char name[1024]; /* as it stands in lines */
    struct nj_store *s;
    struct nj_err err;
};

struct place {
    const char *file;
    int line;
    const char *call;
};

static inline void expect_well(const struct fixture *f, enum nj_status st,
                               struct place at)
{
    if (st == NJ_OK)
        return;
    print_error("%s: %s\n", at.call, f->err.text);
    _fail(at.file, at.line);
}

static inline void expect_failure(const struct fixture *f, enum nj_status st,
                                  enum nj_status wanted, const char *word,
                                  struct place at)
{
    if (st == wanted && strstr(f->err.text, word) != NULL)
        return;
    print_error("%s: status %d, not %d with '%s': %s\n", at.call, (int)st,
                (int)wanted, word, f->err.text);
    _fail(at.file, at.line);
}

/* Fails the test with the line of the error. `f` is the fixture. */
#define WORKS(call) \
 expect_well(f, (call), (struct place){__FILE__, __LINE__, #call})

/* The line must have `word`: what it is about, or the way out. */
#define FAILS(call, status, word)             \
 (f->err.text[0] = '\0',                      \
  expect_failure(f, (call), (status), (word), \
                 (struct place){__FILE__, __LINE__, #call}))

/* The same of calls whose failure the store keeps; behind BREAKS it is
 * forgotten, unless a transaction has it. */
#define WELL(call)                                             \
 ((void)(call), expect_well(f, nj_store_status(f->s, &f->err), \
                            (struct place){__FILE__, __LINE__, #call}))
#define BREAKS(call, status, word)                                    \
 ((void)(call), f->err.text[0] = '\0',                                \
  expect_failure(f, nj_store_status(f->s, &f->err), (status), (word), \
                 (struct place){__FILE__, __LINE__, #call}),          \
  nj_store_writing(f->s) ? (void)0 : nj_store_rollback(f->s))
/* It answers no, and that is no failure. */
#define LACKS(call) (assert_false(call), WELL((void)0))

static inline int make_folder(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    assert_non_null(f);
    nj_tmp_dir_make(&f->dir, NJ_BINARY_DIR);
    if (nj_pg_server_wanted()) {
        nj_pg_server_database(f->path, sizeof(f->path));
        (void)snprintf(f->name, sizeof(f->name), "%s", NJ_PG_SERVER_NAME);
    } else {
        (void)nj_tmp_dir_file(&f->dir, "nightjar.db", f->path, sizeof(f->path));
        memcpy(f->name, f->path, sizeof(f->name));
    }
    *state = f;
    return 0;
}

static inline int make_store(void **state)
{
    struct fixture *f;

    (void)make_folder(state);
    f = *state;
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    return 0;
}

static inline int remove_all(void **state)
{
    struct fixture *f = *state;

    nj_store_close(f->s);
    nj_tmp_dir_remove(&f->dir);
    free(f);
    return 0;
}

static inline void reopen(struct fixture *f)
{
    nj_store_close(f->s);
    f->s = NULL;
    WORKS(nj_store_open(&f->s, f->path, &f->err));
}

/* SQL of a test, through a connection of its own to a closed store. */
static inline void meddle(const struct fixture *f, const char *sql)
{
    sqlite3 *db = NULL;
    char *text = NULL;

    if (nj_database_is_url(f->path)) {
        nj_pg_server_run(f->path, sql);
        return;
    }
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &text) != SQLITE_OK)
        fail_msg("%s: %s", sql, text);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The same, past all conditions that the tables put on values. */
static inline void meddle_unchecked(const struct fixture *f, const char *sql)
{
    char text[1024];

    (void)snprintf(text, sizeof(text), "%s%s",
                   nj_database_is_url(f->path)
                       ? "DO $$DECLARE c record; BEGIN FOR c IN SELECT"
                         " conrelid::regclass AS t, conname FROM pg_constraint"
                         " WHERE contype = 'c' AND connamespace ="
                         " current_schema()::regnamespace LOOP EXECUTE"
                         " format('ALTER TABLE %s DROP CONSTRAINT %I', c.t,"
                         " c.conname); END LOOP; END$$;"
                       : "PRAGMA ignore_check_constraints=ON;",
                   sql);
    meddle(f, text);
}

static inline struct nj_hash hash_of(uint8_t byte)
{
    struct nj_hash h;

    memset(h.b, byte, sizeof(h.b));
    return h;
}

/* Rows of matches are large: one in every caller would not fit the stack that
 * a function may have. */
#define APART __attribute__((noinline, unused)) static

APART struct nj_match_row match_row(const char *code)
{
    struct nj_match_row row = {
        .game = "long-night",
        .edition = "classic",
        .chat = "qq:g:1001",
        .host = "qq:u:7",
        .opener = "qq:u:8",
        .state = NJ_MATCH_LOBBY,
        .rules_version = 3,
        .rng = NJ_RNG_SPLITMIX64,
        .paused = true,
        .data_hash = hash_of(1),
        .commitment = hash_of(2),
        .secret = hash_of(3),
        .seed = hash_of(4),
        .options = "{\"event\":\"rain\"}",
        .timers = "[{\"name\":\"turn\"}]",
        .opened_ms = 11,
        .started_ms = 12,
        .ended_ms = 13,
        .touched_ms = 14,
        .deadline_ms = 15,
        .seq = 0,
        .digest = hash_of(5),
        .previous = 4,
    };

    (void)snprintf(row.code, sizeof(row.code), "%s", code);
    return row;
}

APART int64_t add_match(struct fixture *f, const char *code)
{
    struct nj_match_row row = match_row(code);

    WELL(nj_match_insert(f->s, &row));
    return row.id;
}

static inline struct nj_input_row input_row(int64_t match, uint32_t seq)
{
    struct nj_input_row row = {
        .match = match,
        .seq = seq,
        .at_ms = 1000 + seq,
        .kind = 1,
        .place = 1,
        .by = 2,
        .seat = 3,
        .verb = "move",
        .args = "{\"way\":\"上\"}",
        .reason = "'); DROP TABLE inputs; --",
        .digest = hash_of((uint8_t)seq),
    };

    return row;
}

static inline struct nj_out_row out_row(int64_t match, const char *chat,
                                        enum nj_out_state state)
{
    struct nj_out_row row = {
        .match = match,
        .seq = 5,
        .to = 2,
        .seats = 0x80000001u,
        .refusal = true,
        .tries = 1,
        .urgency = 2,
        .receipt = 9,
        .state = state,
        .at_ms = 77,
        .chat = chat,
        .key = "ln.turn.move",
        .clause = "LN-4.2",
        .args = "{\"seat\":1}",
        .choices = "[\"上\"]",
        .reason = "",
    };

    return row;
}

static inline void same_out(const struct nj_out_row *row,
                            const struct nj_out_row *want)
{
    assert_int_equal(row->id, want->id);
    assert_int_equal(row->match, want->match);
    assert_int_equal(row->seq, want->seq);
    assert_int_equal(row->to, want->to);
    assert_int_equal(row->seats, want->seats);
    assert_int_equal(row->refusal, want->refusal);
    assert_int_equal(row->repeat, want->repeat);
    assert_int_equal(row->copy, want->copy);
    assert_int_equal(row->tries, want->tries);
    assert_int_equal(row->urgency, want->urgency);
    assert_int_equal(row->receipt, want->receipt);
    assert_int_equal(row->state, want->state);
    assert_int_equal(row->at_ms, want->at_ms);
    assert_string_equal(row->chat, want->chat);
    assert_string_equal(row->key, want->key);
    assert_string_equal(row->clause, want->clause);
    assert_string_equal(row->args, want->args);
    assert_string_equal(row->choices, want->choices);
    assert_string_equal(row->reason, want->reason);
}

static inline int64_t add_out(struct fixture *f, int64_t match,
                              const char *chat, enum nj_out_state state)
{
    struct nj_out_row row = out_row(match, chat, state);

    WELL(nj_out_insert(f->s, &row));
    return row.id;
}

#endif
