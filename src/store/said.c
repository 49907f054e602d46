/*
 * Rows of `said`: messages gathered into one and read out of it again.
 */
#include "store/said.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/parts.h"
#include "store/store_priv.h"

/* A row is closed before it is long: who wants one message reads all. */
#define ROW_BYTES 16384
#define ROW_MANY  256

#define UNREADABLE "a row of what was said cannot be read"

#define FLAG_REFUSAL  1
#define FLAG_COPIED   2
#define FLAGS_URGENCY 256
#define FLAGS_MAX     (FLAGS_URGENCY * (UINT8_MAX + 1) - 1)

/* --- writing --- */

static void put_text(struct nj_str *body, const char *text)
{
    nj_parts_put_text(body, text, text != NULL ? strlen(text) : 0);
}

static void put(struct nj_str *body, const struct nj_out_row *row)
{
    nj_parts_put_i64(body, row->seq);
    nj_parts_put_i64(body, row->to);
    nj_parts_put_i64(body, row->seats);
    nj_parts_put_i64(body, (row->refusal ? FLAG_REFUSAL : 0) +
                               (row->copy ? FLAG_COPIED : 0) +
                               (int64_t)row->urgency * FLAGS_URGENCY);
    nj_parts_put_i64(body, row->receipt);
    put_text(body, row->chat);
    put_text(body, row->key);
    put_text(body, row->clause);
    put_text(body, row->args);
    put_text(body, row->choices);
    NJ_ASSERT(!body->over);
}

void nj_said_forget(struct nj_said *said)
{
    said->many = 0;
    if (said->body.cap > (size_t)4 * ROW_BYTES)
        nj_str_fini(&said->body); /* one was very long */
    nj_str_clear(&said->body);
}

void nj_said_write(struct nj_store *s)
{
    struct nj_said *said = &s->out.said;
    struct nj_stmt q;

    if (said->many == 0)
        return;
    NJ_ASSERT(s->tx == NJ_TX_OPEN || !nj_store_good(s));
    q = nj_stmt_write(
        s, "INSERT INTO said (id, many, match_id, previous, at_ms, body)"
           " VALUES (?, ?, ?, ?, ?, ?)");
    nj_bind_i64(&q, said->id);
    nj_bind_i64(&q, said->many);
    nj_bind_rare(&q, said->match);
    nj_bind_rare(&q, said->previous);
    nj_bind_i64(&q, said->at_ms);
    nj_bind_text(&q, said->body.p);
    nj_stmt_do(&q);
    nj_said_forget(said);
}

int64_t nj_said_add(struct nj_store *s, const struct nj_out_row *row,
                    int64_t previous)
{
    struct nj_said *said = &s->out.said;

    NJ_ASSERT(s->out.known && previous >= 0);
    if (!nj_store_ready(s))
        return 0;
    if (said->many > 0 &&
        (said->match != row->match || said->at_ms != row->at_ms ||
         said->many == ROW_MANY || said->body.len >= ROW_BYTES))
        nj_said_write(s);
    if (said->many == 0) {
        said->id = s->out.last + 1;
        said->match = row->match;
        said->previous = previous;
        said->at_ms = row->at_ms;
    }
    put(&said->body, row);
    said->many++;
    return ++s->out.last;
}

/* --- reading --- */

int64_t nj_said_latest(struct nj_store *s)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT coalesce((SELECT id + many - 1 FROM said"
                         " ORDER BY id DESC LIMIT 1), 0)");

    return nj_stmt_number(&q);
}

/* What a row holds, by the arena. */
struct found {
    struct nj_said row;
    char *body;
};

static bool read_row(struct nj_stmt *q, struct nj_arena *a, struct found *f)
{
    const char *body;

    *f = (struct found){.body = NULL};
    if (!nj_stmt_step(q))
        return false;
    f->row.id = nj_read_i64(q, 1, INT64_MAX - ROW_MANY);
    f->row.many = (uint32_t)nj_read_i64(q, 1, ROW_MANY);
    f->row.match = nj_read_i64(q, 0, INT64_MAX);
    f->row.previous = nj_read_i64(q, 0, INT64_MAX);
    f->row.at_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    body = nj_read_text(q);
    f->body = nj_arena_copy(a, body, strlen(body));
    return nj_stmt_good(q);
}

/* A text of the body, which is ours, with a NUL behind it. */
static const char *text_in(struct nj_parts *p, struct found *f)
{
    struct nj_piece text = nj_parts_text(p, NJ_SAID_BYTES);

    if (p->bad)
        return "";
    f->body[text.p - f->body + (ptrdiff_t)text.n] = '\0';
    return text.p;
}

static void get(struct nj_parts *p, struct found *f, struct nj_out_row *row)
{
    uint32_t flags;

    row->seq = (uint32_t)nj_parts_i64(p, 0, UINT32_MAX);
    row->to = (int)nj_parts_i64(p, INT32_MIN, INT32_MAX);
    row->seats = (uint32_t)nj_parts_i64(p, 0, UINT32_MAX);
    flags = (uint32_t)nj_parts_i64(p, 0, FLAGS_MAX);
    row->refusal = (flags & FLAG_REFUSAL) != 0;
    row->copy = (flags & FLAG_COPIED) != 0;
    row->urgency = (uint8_t)(flags / FLAGS_URGENCY);
    row->receipt = (uint32_t)nj_parts_i64(p, 0, UINT32_MAX);
    row->chat = text_in(p, f);
    row->key = text_in(p, f);
    row->clause = text_in(p, f);
    row->args = text_in(p, f);
    row->choices = text_in(p, f);
    row->reason = "";
    row->match = f->row.match;
    row->at_ms = f->row.at_ms;
}

struct fate {
    int64_t id;
    enum nj_out_state state;
    bool repeat;
    uint8_t tries;
    const char *reason;
};

/* The fates of a row's messages, by number, by the arena; returns how many. */
static uint32_t read_fates(struct nj_store *s, const struct nj_said *row,
                           struct nj_arena *a, struct fate **out)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT id, state, repeat, tries, reason FROM fates"
                         " WHERE id BETWEEN ? AND ? ORDER BY id");
    uint32_t n = 0;

    *out = NULL;
    nj_bind_i64(&q, row->id);
    nj_bind_i64(&q, row->id + row->many - 1);
    while (n < row->many && nj_stmt_step(&q)) {
        struct fate *f;
        const char *reason;
        int64_t state;

        if (n == 0)
            *out = nj_arena_alloc(a, row->many * sizeof(**out));
        f = &(*out)[n++];
        f->id = nj_read_i64(&q, 1, INT64_MAX);
        state = nj_read_i64(&q, 0, NJ_OUT_KEPT);
        f->state = (enum nj_out_state)state;
        f->repeat = nj_read_bool(&q);
        f->tries = nj_read_u8(&q);
        reason = nj_read_text(&q);
        f->reason = nj_arena_copy(a, reason, strlen(reason));
    }
    nj_stmt_end(&q);
    return n;
}

/* All messages of a row, or (`only` not 0) that one. */
static void hand_out(struct nj_store *s, struct found *f, int64_t only,
                     struct nj_arena *a, nj_said_fn *fn, void *ctx)
{
    struct nj_parts p = nj_parts_of(f->body, strlen(f->body));
    int64_t arrived = s->out.known ? s->out.settled : nj_out_settled(s);
    struct fate *fates;
    uint32_t n = read_fates(s, &f->row, a, &fates), at = 0;

    for (uint32_t i = 0; i < f->row.many && nj_store_good(s); i++) {
        struct nj_out_row row = {.id = f->row.id + i};
        bool fated;

        get(&p, f, &row);
        row.state = row.chat[0] == '\0' ? NJ_OUT_KEPT
                    : row.id <= arrived ? NJ_OUT_SENT
                                        : NJ_OUT_SENDING;
        fated = at < n && fates[at].id == row.id;
        if (fated) {
            row.state = fates[at].state;
            row.repeat = fates[at].repeat;
            row.tries = fates[at].tries;
            row.reason = fates[at++].reason;
        }
        if (p.bad || (i + 1 == f->row.many && !nj_parts_end(&p)))
            nj_trouble_damage(s, UNREADABLE);
        else if (only == 0 || only == row.id)
            fn(ctx, &row, fated);
    }
}

void nj_said_each(struct nj_store *s, struct nj_stmt *q, nj_said_fn *fn,
                  void *ctx)
{
    struct nj_arena a = NJ_ARENA_INIT(4096);
    int64_t next = 1;
    struct found f;

    while (read_row(q, &a, &f)) {
        if (f.row.id >= next)
            hand_out(s, &f, 0, &a, fn, ctx);
        else
            nj_trouble_damage(s, "two rows hold the same message");
        next = f.row.id + f.row.many;
        nj_arena_reset(&a);
    }
    nj_stmt_end(q);
    nj_arena_fini(&a);
}

void nj_said_from(struct nj_store *s, int64_t id, nj_said_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, NJ_SAID_COLUMNS " WHERE id >= coalesce((SELECT max(b.id) FROM said"
                           " AS b WHERE b.id <= ?), 0) ORDER BY id");

    nj_bind_i64(&q, id);
    nj_said_each(s, &q, fn, ctx);
}

/* The row that has that message; false: none. Ends the statement. */
static bool find(struct nj_store *s, int64_t id, struct nj_arena *a,
                 struct found *f)
{
    struct nj_stmt q;
    bool found;

    if (s->tx == NJ_TX_OPEN)
        nj_said_write(s);
    q = nj_stmt_begin(s, NJ_SAID_COLUMNS
                      " WHERE id <= ? ORDER BY id DESC LIMIT 1");
    nj_bind_i64(&q, id);
    found = read_row(&q, a, f);
    nj_stmt_end(&q);
    return found && nj_store_good(s) && id < f->row.id + f->row.many;
}

bool nj_said_load(struct nj_store *s, int64_t id, nj_said_fn *fn, void *ctx)
{
    struct nj_arena a = NJ_ARENA_INIT(4096);
    struct found f;
    bool found = find(s, id, &a, &f);

    if (found)
        hand_out(s, &f, id, &a, fn, ctx);
    nj_arena_fini(&a);
    return found && nj_store_good(s);
}

/* --- another chat --- */

static void put_body(struct nj_store *s, int64_t id, const char *body)
{
    struct nj_stmt q =
        nj_stmt_write(s, "UPDATE said SET body = ? WHERE id = ?");

    nj_bind_text(&q, body);
    nj_bind_i64(&q, id);
    nj_stmt_change(&q, "row of what was said", id);
}

void nj_said_move(struct nj_store *s, int64_t id, const char *from,
                  const char *to)
{
    struct nj_arena a = NJ_ARENA_INIT(4096);
    struct nj_str body = NJ_STR_INIT(NJ_SAID_BYTES);
    struct found f;

    if (find(s, id, &a, &f)) {
        struct nj_parts p = nj_parts_of(f.body, strlen(f.body));

        for (uint32_t i = 0; i < f.row.many && !p.bad; i++) {
            struct nj_out_row row = {.id = f.row.id + i};

            get(&p, &f, &row);
            if (row.id == id && strcmp(row.chat, from) == 0)
                row.chat = to;
            put(&body, &row);
        }
        if (p.bad)
            nj_trouble_damage(s, UNREADABLE);
        else
            put_body(s, f.row.id, body.p);
    }
    nj_str_fini(&body);
    nj_arena_fini(&a);
}
