/*
 * Prepared statements: the cache, binding and checked reading. What a failure
 * means is for trouble.c to say.
 */
#include "store/stmt.h"

#include <limits.h>
#include <string.h>

#include "base/bug.h"
#include "store/store_priv.h"

/* --- the cache --- */

static struct nj_stmt_slot *find_idle(struct nj_stmt_cache *c, const char *sql)
{
    uint8_t *hint = &c->hint[((uintptr_t)sql >> 4) % NJ_STMTS_MAX];

    NJ_ASSERT(c->count <= NJ_STMTS_MAX);
    if (c->slots[*hint].sql == sql && !c->slots[*hint].lent)
        return &c->slots[*hint];
    for (size_t i = 0; i < c->count; i++)
        if (c->slots[i].sql == sql && !c->slots[i].lent) {
            *hint = (uint8_t)i;
            return &c->slots[i];
        }
    return NULL;
}

/* A place for a new statement, taken from the one that rested longest. */
static struct nj_stmt_slot *make_room(struct nj_store *s)
{
    struct nj_stmt_cache *c = &s->stmts;
    struct nj_stmt_slot *oldest = NULL;

    NJ_ASSERT(c->count <= NJ_STMTS_MAX);
    if (c->count < NJ_STMTS_MAX)
        return &c->slots[c->count++];
    for (size_t i = 0; i < c->count; i++)
        if (!c->slots[i].lent &&
            (oldest == NULL || c->slots[i].used < oldest->used))
            oldest = &c->slots[i];
    NJ_ASSERT(oldest != NULL); /* callbacks nest a few levels deep, not 64 */
    s->engine->drop(oldest->handle);
    *oldest = (struct nj_stmt_slot){0};
    return oldest;
}

struct nj_stmt nj_stmt_begin(struct nj_store *s, const char *literal)
{
    struct nj_stmt q = {.s = s};

    if (!nj_store_good(s))
        return q;
    q.slot = find_idle(&s->stmts, literal);
    if (q.slot == NULL) {
        q.slot = make_room(s);
        NJ_ASSERT(q.slot->handle == NULL);
        q.slot->sql = literal;
        q.code = s->engine->prepare(s, literal, &q.slot->handle);
    }
    q.slot->lent = true;
    q.slot->used = ++s->stmts.uses;
    return q;
}

struct nj_stmt nj_stmt_stream(struct nj_store *s, const char *literal)
{
    struct nj_stmt q = nj_stmt_begin(s, literal);

    if (s->engine->stream != NULL && nj_stmt_good(&q))
        s->engine->stream(q.slot->handle);
    return q;
}

struct nj_stmt nj_stmt_write(struct nj_store *s, const char *literal)
{
    (void)nj_store_ready(s);
    return nj_stmt_begin(s, literal);
}

void nj_stmt_drop_all(struct nj_store *s)
{
    struct nj_stmt_cache *c = &s->stmts;

    for (size_t i = 0; i < c->count; i++) {
        NJ_ASSERT(!c->slots[i].lent);
        s->engine->drop(c->slots[i].handle);
        c->slots[i] = (struct nj_stmt_slot){0};
    }
    c->count = 0;
}

/* --- binding --- */

bool nj_stmt_good(const struct nj_stmt *q)
{
    return q->slot != NULL && !q->damaged && q->code == 0 &&
           nj_store_good(q->s);
}

void nj_bind_text(struct nj_stmt *q, const char *text)
{
    if (text == NULL)
        text = "";
    if (nj_stmt_good(q))
        q->code = q->s->engine->bind_text(q->slot->handle, ++q->param, text,
                                          strlen(text));
}

void nj_bind_i64(struct nj_stmt *q, int64_t v)
{
    if (nj_stmt_good(q))
        q->code = q->s->engine->bind_i64(q->slot->handle, ++q->param, v);
}

void nj_bind_double(struct nj_stmt *q, double v)
{
    if (nj_stmt_good(q))
        q->code = q->s->engine->bind_double(q->slot->handle, ++q->param, v);
}

/* What is not bound is NULL (give_back). */
void nj_bind_rare(struct nj_stmt *q, int64_t v)
{
    if (v != 0)
        nj_bind_i64(q, v);
    else if (nj_stmt_good(q))
        q->param++;
}

void nj_bind_rare_text(struct nj_stmt *q, const char *text)
{
    if (text != NULL && text[0] != '\0')
        nj_bind_text(q, text);
    else if (nj_stmt_good(q))
        q->param++;
}

void nj_bind_hash(struct nj_stmt *q, const struct nj_hash *h)
{
    if (nj_stmt_good(q))
        q->code = q->s->engine->bind_bytes(q->slot->handle, ++q->param, h->b,
                                           sizeof(h->b));
}

/* --- reading --- */

bool nj_stmt_step(struct nj_stmt *q)
{
    if (!nj_stmt_good(q))
        return false;
    NJ_ASSERT(q->param == q->s->engine->parameters(q->slot->handle));
    q->column = 0;
    return q->s->engine->step(q->slot->handle, &q->code);
}

int64_t nj_read_i64(struct nj_stmt *q, int64_t lo, int64_t hi)
{
    int64_t v;

    NJ_ASSERT(lo <= hi);
    NJ_ASSERT(q->column >= 0);
    if (!nj_stmt_good(q))
        return lo;
    v = q->s->engine->read_i64(q->slot->handle, q->column++);
    if (v >= lo && v <= hi)
        return v;
    q->damaged = true;
    return lo;
}

uint32_t nj_read_u32(struct nj_stmt *q)
{
    int64_t v = nj_read_i64(q, 0, UINT32_MAX);

    return (uint32_t)v;
}

uint8_t nj_read_u8(struct nj_stmt *q)
{
    int64_t v = nj_read_i64(q, 0, UINT8_MAX);

    return (uint8_t)v;
}

int nj_read_int(struct nj_stmt *q)
{
    int64_t v = nj_read_i64(q, INT_MIN, INT_MAX);

    return (int)v;
}

bool nj_read_bool(struct nj_stmt *q)
{
    return nj_read_i64(q, 0, 1) == 1;
}

double nj_read_double(struct nj_stmt *q)
{
    double v;

    if (!nj_stmt_good(q))
        return 0;
    v = q->s->engine->read_double(q->slot->handle, q->column++);
    if (v - v == 0)
        return v;
    q->damaged = true;
    return 0;
}

const char *nj_read_text(struct nj_stmt *q)
{
    const char *text;

    if (!nj_stmt_good(q))
        return "";
    text = q->s->engine->read_text(q->slot->handle, q->column++);
    if (text != NULL)
        return text;
    q->damaged = true;
    return "";
}

void nj_copy_text(struct nj_stmt *q, char *out, size_t cap)
{
    const char *text = nj_read_text(q);
    size_t len = strlen(text);

    NJ_ASSERT(cap > 0);
    if (len < cap)
        memcpy(out, text, len + 1);
    else
        q->damaged = true;
}

void nj_read_hash(struct nj_stmt *q, struct nj_hash *out)
{
    const void *bytes;
    size_t n = 0;

    if (!nj_stmt_good(q))
        return;
    bytes = q->s->engine->read_bytes(q->slot->handle, q->column++, &n);
    if (bytes != NULL && n == sizeof(out->b))
        memcpy(out->b, bytes, sizeof(out->b));
    else
        q->damaged = true;
}

/* --- values --- */

void nj_read_value(struct nj_stmt *q, enum nj_value_kind kind,
                   struct nj_value *out)
{
    *out = (struct nj_value){.kind = kind, .null = true};
    if (!nj_stmt_good(q))
        return;
    if (q->s->engine->is_null(q->slot->handle, q->column)) {
        q->column++;
        return;
    }
    out->null = false;
    switch (kind) {
    case NJ_VALUE_NUMBER:
        out->number = nj_read_i64(q, INT64_MIN, INT64_MAX);
        break;
    case NJ_VALUE_REAL:
        out->real = nj_read_double(q);
        break;
    case NJ_VALUE_TEXT:
        out->bytes = nj_read_text(q);
        out->n = strlen(out->bytes);
        break;
    case NJ_VALUE_BYTES:
        out->bytes =
            q->s->engine->read_bytes(q->slot->handle, q->column++, &out->n);
    }
}

void nj_bind_value(struct nj_stmt *q, const struct nj_value *v)
{
    if (!nj_stmt_good(q))
        return;
    if (v->null)
        q->param++;
    else if (v->kind == NJ_VALUE_NUMBER)
        nj_bind_i64(q, v->number);
    else if (v->kind == NJ_VALUE_REAL)
        nj_bind_double(q, v->real);
    else if (v->kind == NJ_VALUE_TEXT)
        nj_bind_text(q, v->bytes);
    else
        q->code =
            q->s->engine->bind_bytes(q->slot->handle, ++q->param,
                                     v->bytes == NULL ? "" : v->bytes, v->n);
}

/* --- rows --- */

/* A number as it lies in a row, by its size. */
static int64_t number_in(const struct nj_column *c, const void *at)
{
    int64_t whole;
    uint32_t word;
    uint16_t half;

    switch (c->size) {
    case sizeof(whole):
        memcpy(&whole, at, sizeof(whole));
        return whole;
    case sizeof(word):
        memcpy(&word, at, sizeof(word));
        return c->kind == NJ_COLUMN_SIGNED ? (int32_t)word : (int64_t)word;
    case sizeof(half):
        memcpy(&half, at, sizeof(half));
        return half;
    default:
        NJ_ASSERT(c->size == 1);
        return *(const uint8_t *)at;
    }
}

void nj_bind_row(struct nj_stmt *q, const struct nj_column *columns, size_t n,
                 const void *row)
{
    NJ_FOREACH(const struct nj_column, c, columns, n) {
        const void *at = (const char *)row + c->at;

        if (c->kind == NJ_COLUMN_CHARS)
            nj_bind_text(q, at);
        else if (c->kind == NJ_COLUMN_LENT)
            nj_bind_text(q, *(const char *const *)at);
        else if (c->kind == NJ_COLUMN_HASH)
            nj_bind_hash(q, at);
        else
            nj_bind_i64(q, number_in(c, at));
    }
}

/* The largest value of a member. */
static int64_t most_of(const struct nj_column *c)
{
    int bits = 8 * c->size;

    if (c->kind == NJ_COLUMN_BOOL)
        return 1;
    if (c->kind == NJ_COLUMN_SIGNED)
        bits--;
    return bits == 63 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

static void read_number(struct nj_stmt *q, const struct nj_column *c, void *at)
{
    int64_t most = most_of(c);
    int64_t least = c->kind == NJ_COLUMN_SIGNED ? -most - 1 : 0;
    int64_t whole = nj_read_i64(q, c->lo > least ? c->lo : least,
                                c->hi < most ? c->hi : most);
    uint32_t word = (uint32_t)whole;
    uint16_t half = (uint16_t)whole;
    uint8_t byte = (uint8_t)whole;

    switch (c->size) {
    case sizeof(whole):
        memcpy(at, &whole, sizeof(whole));
        break;
    case sizeof(word):
        memcpy(at, &word, sizeof(word));
        break;
    case sizeof(half):
        memcpy(at, &half, sizeof(half));
        break;
    default:
        memcpy(at, &byte, sizeof(byte));
    }
}

void nj_read_row(struct nj_stmt *q, const struct nj_column *columns, size_t n,
                 void *row)
{
    NJ_FOREACH(const struct nj_column, c, columns, n) {
        void *at = (char *)row + c->at;

        if (c->kind == NJ_COLUMN_CHARS)
            nj_copy_text(q, at, c->size);
        else if (c->kind == NJ_COLUMN_LENT)
            *(const char **)at = nj_read_text(q);
        else if (c->kind == NJ_COLUMN_HASH)
            nj_read_hash(q, at);
        else
            read_number(q, c, at);
    }
}

/* --- the end --- */

static void note_damage(const struct nj_stmt *q)
{
    const char *name =
        q->s->engine->column_name(q->slot->handle, q->column - 1);

    NJ_ASSERT(q->column > 0);
    nj_trouble_note(q->s, NJ_ERR_CORRUPT,
                    "database '%s' is damaged: '%s' of a row holds what was "
                    "never written there; restore a backup",
                    q->s->path, name == NULL ? "?" : name);
}

/* A statement that was left at a row ends only here, and with it perhaps a
 * transaction of its own: returns what the engine says of that. */
static int give_back(const struct nj_engine *engine, struct nj_stmt_slot *slot)
{
    int code = 0;

    NJ_ASSERT(slot->lent);
    if (slot->handle == NULL)
        slot->sql = NULL; /* it could not be prepared: not to be found again */
    else
        code = engine->reset(slot->handle);
    slot->lent = false;
    return code;
}

void nj_stmt_end(struct nj_stmt *q)
{
    const struct nj_engine *engine = q->s->engine;
    int code;

    if (q->slot == NULL)
        return;
    if (q->damaged)
        note_damage(q);
    /* Before the reset: it would overwrite the words of the failure. */
    if (q->code != 0)
        engine->report(q->s, q->code);
    code = give_back(engine, q->slot);
    if (q->code == 0 && code != 0)
        engine->report(q->s, code);
    q->slot = NULL;
}

bool nj_stmt_found(struct nj_stmt *q, bool found)
{
    nj_stmt_end(q);
    return found && nj_store_good(q->s);
}

int64_t nj_stmt_run(struct nj_stmt *q)
{
    (void)nj_stmt_step(q);
    nj_stmt_end(q);
    return nj_store_good(q->s) ? q->s->engine->changes(q->s) : 0;
}

int64_t nj_stmt_insert(struct nj_stmt *q)
{
    int64_t id = 0;

    if (nj_stmt_good(q))
        id = q->s->engine->insert(q->slot->handle, &q->code);
    nj_stmt_end(q);
    return nj_store_good(q->s) ? id : 0;
}

/* False: the engine has no such thing. */
static bool run_later(struct nj_stmt *q, const char *what, int64_t id)
{
    const struct nj_engine *engine = q->s->engine;

    if (engine->later == NULL)
        return false;
    if (nj_stmt_good(q))
        engine->later(q->slot->handle, what, id, &q->code);
    nj_stmt_end(q);
    return true;
}

void nj_stmt_do(struct nj_stmt *q)
{
    if (run_later(q, NULL, 0))
        return;
    (void)nj_stmt_step(q);
    nj_stmt_end(q);
}

void nj_stmt_change(struct nj_stmt *q, const char *what, int64_t id)
{
    NJ_ASSERT(what[0] != '\0');
    if (!run_later(q, what, id) && nj_stmt_run(q) == 0 && nj_store_good(q->s))
        nj_trouble_missing(q->s, what, id);
}

int64_t nj_stmt_number(struct nj_stmt *q)
{
    bool found = nj_stmt_step(q);
    int64_t v = found ? nj_read_i64(q, INT64_MIN, INT64_MAX) : 0;
    struct nj_store *s = q->s;

    nj_stmt_end(q);
    if (!found && nj_store_good(s))
        nj_trouble_note(s, NJ_ERR_CORRUPT,
                        "database '%s' does not answer; restore a backup",
                        s->path);
    return nj_store_good(s) ? v : 0;
}
