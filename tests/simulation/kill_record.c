/*
 * Records and what was heard, and whether two of them are the same.
 */
#include "simulation/kill_record.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/str.h"
#include "fault/outbox_view.h"
#include "kit/nj_test.h"
#include "kit/plant.h"

#define MARK     "（可能重复）"
#define OVER     "（以下是新消息）" /* a line behind what may repeat */
#define BACK_MAX 400                /* lines: a repeat goes no further back */

/* --- the database --- */

static const char *const tables[] = {
    "SELECT 'input', match_id, seq, kind, place, by_whom, seat, verb, args,"
    " reason FROM inputs ORDER BY match_id, seq",
    "SELECT 'out', chat, match_id, seq, audience, seats, refusal, receipt,"
    " message, clause, args FROM outbox ORDER BY chat, id",
    "SELECT 'seat', match_id, joined, seat, computer, address"
    " FROM seats ORDER BY match_id, joined",
    "SELECT 'receipts', match_id, receipts FROM pulses ORDER BY match_id",
    "SELECT 'match', id, code, state, hex(seed), options FROM matches"
    " ORDER BY id",
    "SELECT 'seen', chat, id FROM seen ORDER BY chat, id",
};

static const char *const moments[] = {
    "SELECT 'time', match_id, seq, at_ms, hex(digest) FROM inputs"
    " ORDER BY match_id, seq",
    "SELECT 'told', chat, at_ms FROM outbox ORDER BY chat, id",
    "SELECT 'pulse', match_id, seq, paused, hex(digest), timers, deadline_ms"
    " FROM pulses ORDER BY match_id",
};

/* The log that the program left is what its next start has to read. */
static sqlite3 *open_db(const char *path)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL),
                     SQLITE_OK);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    nj_outbox_view(db);
    return db;
}

static void add_rows(sqlite3 *db, const char *sql, struct nj_str *out)
{
    sqlite3_stmt *q = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    while (sqlite3_step(q) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(q); i++) {
            const void *text = sqlite3_column_text(q, i);

            nj_str_puts(out, text != NULL ? text : "");
            nj_str_putc(out, '|');
        }
        nj_str_putc(out, '\n');
    }
    assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
}

char *nj_kill_record(const char *path, bool timed)
{
    struct nj_str out = NJ_STR_INIT((size_t)256 << 20);
    sqlite3 *db = open_db(path);

    for (size_t i = 0; i < NJ_COUNT(tables); i++)
        add_rows(db, tables[i], &out);
    for (size_t i = 0; timed && i < NJ_COUNT(moments); i++)
        add_rows(db, moments[i], &out);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_false(out.over);
    return nj_str_take(&out);
}

/* Two numbers of one row; zero if there is no such table yet. */
static void numbers(const char *path, const char *sql, int64_t out[2])
{
    sqlite3 *db = open_db(path);
    sqlite3_stmt *q = NULL;

    out[0] = out[1] = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(q); i++)
            out[i] = sqlite3_column_int64(q, i);
    (void)sqlite3_finalize(q);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

uint32_t nj_kill_taken(const char *path)
{
    int64_t n[2];

    numbers(path,
            "SELECT count(*), coalesce(max(CAST(id AS INTEGER)), 0) FROM seen"
            " WHERE CAST(id AS INTEGER) > 0",
            n);
    assert_int_equal(n[0], n[1]);
    return (uint32_t)n[0];
}

uint32_t nj_kill_unsent(const char *path)
{
    int64_t n[2];

    numbers(path, "SELECT count(*) FROM outbox WHERE chat <> '' AND state <> 2",
            n);
    return (uint32_t)n[0];
}

/* --- what was heard --- */

/* In front of a text: the tag of its match. */
static const char *behind_tag(const char *text)
{
    const char *end;

    if (*text != '[' || (end = strchr(text, ']')) == NULL)
        return text;
    return end + strlen("] "); /* or the end of its line */
}

static void add_line(struct nj_kill_heard *h, const char *text, size_t n,
                     bool first)
{
    const char *p = text, *end = text + n;
    struct nj_kill_line *l;

    if ((h->n & (h->n - 1)) == 0)
        h->lines =
            nj_realloc(h->lines, (size_t)2 * (h->n + 1) * sizeof(*h->lines));
    l = &h->lines[h->n++];
    *l = (struct nj_kill_line){.first = first};
    l->marked = (size_t)(end - p) >= strlen(MARK) &&
                strncmp(p, MARK, strlen(MARK)) == 0;
    if (l->marked)
        p += strlen(MARK);
    p += p < end && *p == ' '; /* behind a mention, whoever else was merged */
    l->text = nj_strndup(p, (size_t)(end - p));
}

void nj_kill_listen(struct nj_ob_server *s, bool group, int64_t id,
                    struct nj_kill_heard *out)
{
    static uint32_t listened; /* so that a planted gap is never the same */
    uint32_t gap =
        nj_planted("text-that-nobody-hears") ? 3 + listened++ % 5 : UINT32_MAX;
    bool to_group = false;
    int64_t to = 0;
    uint32_t n = 0;
    const char *text;

    *out = (struct nj_kill_heard){.group = group, .id = id};
    for (uint32_t i = 0;
         (text = nj_ob_server_text(s, i, 0, &to_group, &to)) != NULL; i++) {
        bool first = true;

        if (to_group != group || to != id || n++ == gap)
            continue;
        text = behind_tag(text);
        while (text != NULL) {
            const char *end = strchr(text, '\n');

            if (strncmp(text, OVER, strlen(OVER)) != 0)
                add_line(out, text,
                         end != NULL ? (size_t)(end - text) : strlen(text),
                         first);
            first = false;
            text = end != NULL ? end + 1 : NULL;
        }
    }
}

void nj_kill_forget(struct nj_kill_heard *h)
{
    for (uint32_t i = 0; i < h->n; i++)
        free(h->lines[i].text);
    free(h->lines);
    *h = (struct nj_kill_heard){.n = 0};
}

/* The same lines from `q` of `was` and from `i` of `is` on. */
static bool match(const struct nj_kill_heard *was, uint32_t q,
                  const struct nj_kill_heard *is, uint32_t i, uint32_t n)
{
    if (q + n > was->n)
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (strcmp(was->lines[q + k].text, is->lines[i + k].text) != 0)
            return false;
    return true;
}

/* From each number of lines heard so far to those it may be after a text. */
static bool step(const struct nj_kill_heard *was,
                 const struct nj_kill_heard *is, uint32_t i, uint32_t n,
                 const bool *before, bool *after)
{
    bool any = false;

    for (uint32_t h = 0; h <= was->n; h++) {
        uint32_t low = h > BACK_MAX ? h - BACK_MAX : 0;

        if (!before[h])
            continue;
        for (uint32_t q = is->lines[i].marked ? low : h; q <= h; q++)
            if (match(was, q, is, i, n)) {
                after[q + n > h ? q + n : h] = true;
                any = true;
            }
    }
    return any;
}

bool nj_kill_same(const struct nj_kill_heard *was,
                  const struct nj_kill_heard *is, uint32_t *at)
{
    bool *now = nj_alloc((was->n + 1) * sizeof(*now));
    bool *next = nj_alloc((was->n + 1) * sizeof(*next));
    bool good = true;
    uint32_t n = 0;

    now[0] = true;
    for (*at = 0; *at < is->n && good; *at += good ? n : 0) {
        for (n = 1; *at + n < is->n && !is->lines[*at + n].first;)
            n++;
        memset(next, 0, (was->n + 1) * sizeof(*next));
        good = step(was, is, *at, n, now, next);
        memcpy(now, next, (was->n + 1) * sizeof(*next));
    }
    good = good && now[was->n];
    free(now);
    free(next);
    return good;
}
