/*
 * The digest chain (design 5). While an input is applied, what it is and what
 * it causes is written into the work area, in the order of the calls; at the
 * end follows what became of the state, and all of it is hashed at once.
 *
 * Covered: the digest before, the input, messages (audience, key, arguments,
 * choices), timers and questions by name and length, who plays for whom, the
 * state and the number of draws. Not covered: clause ids (they only cite; to
 * correct one must not freeze old matches) and deadlines as moments (the grace
 * of design 4 moves them outside the log).
 *
 * The state goes in as the words that differ from the state before the input.
 * Since the digest before it covers that one, and the first state is zero, the
 * chain covers the whole state at every input; hashing all its bytes each time
 * would take longer than the move (goals P5).
 *
 * Numbers are written seven bits at a time, lowest first; texts have their
 * length in front: no two contents give the same bytes, on any machine.
 */
#include <string.h>

#include "match/match_priv.h"

#define STATE_WORD  8   /* bytes of the state that enter a digest together */
#define STATE_LINE  64  /* and that are compared at once, */
#define STATE_BLOCK 512 /* where a whole block is not */

static void grow(struct nj_work *w, size_t n)
{
    while (n > w->cap - w->len)
        w->cap = w->cap == 0 ? 4096 : 2 * w->cap;
    w->bytes = nj_realloc(w->bytes, w->cap);
}

/* Short enough to be part of its callers: it is asked for single bytes. */
static inline uint8_t *room(struct nj_work *w, size_t n)
{
    uint8_t *at;

    if (n > w->cap - w->len)
        grow(w, n);
    at = w->bytes + w->len;
    w->len += n;
    return at;
}

static void put_u8(struct nj_work *w, uint8_t v)
{
    *room(w, 1) = v;
}

static void put_large(struct nj_work *w, uint64_t v)
{
    NJ_ASSERT(v >= 0x80);
    while (v >= 0x80) {
        put_u8(w, (uint8_t)(v | 0x80));
        v >>= 7;
    }
    put_u8(w, (uint8_t)v);
}

/* Nearly all are lengths and small numbers. */
static inline void put_u64(struct nj_work *w, uint64_t v)
{
    if (v < 0x80)
        put_u8(w, (uint8_t)v);
    else
        put_large(w, v);
}

/* Small negative numbers stay short: 0, -1, 1, -2 are 0, 1, 2, 3. */
static void put_i64(struct nj_work *w, int64_t v)
{
    uint64_t doubled = (uint64_t)v << 1;

    put_u64(w, v < 0 ? ~doubled : doubled);
}

static void put_bytes(struct nj_work *w, const void *p, size_t n)
{
    memcpy(room(w, n), p, n);
}

static void put_text(struct nj_work *w, const char *s)
{
    size_t n = strlen(s);

    put_u64(w, n);
    memcpy(room(w, n), s, n);
}

static void put_form(struct nj_work *w, const struct nj_row_form *form)
{
    NJ_ASSERT(form->fields >= 1 && form->fields <= NJ_ROW_FIELDS_MAX);
    put_u8(w, form->fields);
    for (uint8_t f = 0; f < form->fields; f++) {
        put_text(w, form->field[f].name);
        put_u8(w, (uint8_t)form->field[f].type);
        put_u8(w, form->field[f].apart);
    }
}

static void put_value(struct nj_work *w, const struct nj_arg *a)
{
    switch (a->type) {
    case NJ_ARG_INT:
    case NJ_ARG_MS:
    case NJ_ARG_AT:
    case NJ_ARG_SEAT:
        put_i64(w, a->i);
        break;
    case NJ_ARG_SEATS:
        NJ_ASSERT(a->count == 0 || a->seats != NULL);
        put_u64(w, a->count);
        if (a->count > 0)
            put_bytes(w, a->seats, a->count * sizeof(nj_seat));
        break;
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
    case NJ_ARG_PROSE:
        put_text(w, a->s);
        break;
    case NJ_ARG_TEXTS:
        put_u64(w, a->count);
        for (uint32_t i = 0; i < a->count; i++)
            put_text(w, a->texts[i]);
        break;
    case NJ_ARG_ROWS:
        NJ_ASSERT(a->count <= NJ_LIST_MAX);
        put_form(w, a->rows.form);
        put_u64(w, a->count);
        for (size_t i = 0; i < (size_t)a->count * a->rows.form->fields; i++)
            put_i64(w, a->rows.cells[i]);
        break;
    }
}

static void put_args(struct nj_work *w, struct nj_args args)
{
    NJ_ASSERT(args.n <= NJ_ARGS_MAX);
    put_u8(w, (uint8_t)args.n);
    for (uint32_t i = 0; i < args.n; i++) {
        put_text(w, args.v[i].name);
        put_u8(w, (uint8_t)args.v[i].type);
        put_value(w, &args.v[i]);
    }
}

/* What was agreed before the match belongs to its first input. An option at
 * its default leaves no trace: one that a later program adds changes nothing
 * for matches that had no choice. */
static void put_start(struct nj_work *w, const struct nj_match *m)
{
    const struct nj_option *opt = m->game->options;

    NJ_ASSERT(m->seats_room >= 1 && m->seats_room <= NJ_SEATS_MAX);
    put_text(w, m->edition);
    for (size_t i = 0; opt != NULL && opt[i].key != NULL; i++) {
        if (!nj_agreed_off_default(m, (int)i))
            continue;
        put_text(w, opt[i].key);
        if (opt[i].type == NJ_OPTION_TEXT)
            put_text(w, nj_agreed_text(m, opt[i].hi));
        else
            put_i64(w, m->agreed.v[i]);
    }
    put_text(w, "");
    put_u8(w, m->seats_room);
    for (uint8_t i = 0; i < m->seats_room; i++) {
        put_text(w, m->seats[i].name);
        put_u8(w, m->seats[i].computer);
        put_text(w, m->seats[i].contribution);
    }
}

void nj_digest_first(struct nj_match *m, const struct nj_match_setup *setup)
{
    static const struct nj_hash none;
    const struct nj_hash *data =
        setup->data_hash != NULL ? setup->data_hash : &none;
    struct nj_work *w = nj_work_begin(0);

    NJ_ASSERT(m->seq == 0 && !m->c.started);
    NJ_ASSERT(setup->number >= 0 && m->game->rules_version > 0);
    put_text(w, m->game->id);
    put_u64(w, m->game->rules_version);
    put_bytes(w, data->b, NJ_HASH_BYTES);
    put_u64(w, (uint64_t)setup->number);
    put_text(w, setup->code != NULL ? setup->code : "");
    put_bytes(w, setup->commitment.b, NJ_HASH_BYTES);
    nj_hash_bytes(w->bytes, w->len, &m->digest);
}

void nj_digest_input(struct nj_work *w, const struct nj_match *m,
                     const struct nj_input *in)
{
    NJ_ASSERT(w->len == 0 && w->n_messages == 0);
    if (w->quiet)
        return;
    put_bytes(w, m->digest.b, NJ_HASH_BYTES);
    put_u64(w, in->seq);
    put_i64(w, in->at_ms);
    put_u8(w, (uint8_t)in->kind);
    put_u8(w, in->seat);
    put_u8(w, (uint8_t)in->place);
    put_u8(w, (uint8_t)in->by);
    put_text(w, in->verb);
    put_args(w, in->args);
    put_text(w, in->reason);
    if (in->kind == NJ_IN_START)
        put_start(w, m);
}

void nj_digest_message(struct nj_work *w, const struct nj_message *msg)
{
    NJ_ASSERT((msg->to.to == NJ_TO_SEATS) == (msg->to.seats != 0));
    if (w->quiet)
        return;
    put_u8(w, 'M');
    put_u8(w, (uint8_t)msg->to.to);
    put_u64(w, msg->to.to == NJ_TO_SEATS ? msg->to.seats : 0);
    put_text(w, msg->key);
    put_args(w, msg->args);
    put_u8(w, (uint8_t)msg->n_choices);
    for (uint32_t i = 0; i < msg->n_choices; i++)
        put_text(w, msg->choices[i]);
}

void nj_digest_event(struct nj_work *w, char what, nj_seat seat,
                     const char *name, int64_t ms)
{
    NJ_ASSERT(what >= 'A' && what <= 'Z');
    if (w->quiet)
        return;
    put_u8(w, (uint8_t)what);
    put_u8(w, seat);
    put_text(w, name);
    put_i64(w, ms);
}

static size_t used_bytes(const struct nj_game *game, const void *state)
{
    size_t used =
        game->state_used != NULL ? game->state_used(state) : game->state_size;

    NJ_ASSERT(used <= game->state_size);
    return used;
}

void nj_state_keep(struct nj_work *w, const struct nj_match *m)
{
    size_t n = m->game->state_size;

    NJ_ASSERT(!w->quiet);
    if (n > w->kept_cap) {
        w->kept = nj_realloc(w->kept, n);
        w->kept_cap = n;
    }
    w->kept_used = used_bytes(m->game, m->state);
    NJ_ASSERT(w->kept_used <= n && n <= NJ_STATE_MAX);
    memcpy(w->kept, m->state, w->kept_used);
}

bool nj_state_is_kept(const struct nj_work *w, const struct nj_match *m)
{
    NJ_ASSERT(w->kept_used <= w->kept_cap && !w->quiet);
    return memcmp(w->kept, m->state, w->kept_used) == 0;
}

/* The state as it was and as it is. */
struct states {
    const unsigned char *was, *is;
    size_t used;
};

/* Is there a whole piece of `n` bytes, which is as it was? */
static bool piece_stays(const struct states *s, size_t at, size_t n)
{
    return at % n == 0 && s->used - at >= n + STATE_WORD &&
           memcmp(s->was + at, s->is + at, n) == 0;
}

/* Most of it stays, and is passed over in large pieces. */
static size_t first_changed(const struct states *s, size_t at)
{
    while (piece_stays(s, at, STATE_BLOCK))
        at += STATE_BLOCK;
    while (piece_stays(s, at, STATE_LINE))
        at += STATE_LINE;
    return at;
}

/* The next word at `at` or behind it that differs; `used`: none does. */
static size_t next_word(const struct states *s, size_t at)
{
    while (at < s->used) {
        uint64_t was, is;

        if (at % STATE_LINE == 0)
            at = first_changed(s, at);
        if (s->used - at < STATE_WORD)
            return memcmp(s->was + at, s->is + at, s->used - at) == 0 ? s->used
                                                                      : at;
        memcpy(&was, s->was + at, sizeof(was));
        memcpy(&is, s->is + at, sizeof(is));
        if (was != is)
            return at;
        at += STATE_WORD;
    }
    return s->used;
}

/* Each differing word with the distance from the one before, then a zero. */
static void put_state(struct nj_work *w, const struct nj_match *m)
{
    size_t used = used_bytes(m->game, m->state);
    struct states s = {.was = w->kept, .is = m->state};
    size_t last = 0;

    if (used > w->kept_used) /* what was not used was zero */
        memset(w->kept + w->kept_used, 0, used - w->kept_used);
    else
        used = w->kept_used;
    s.used = used;
    for (size_t at = next_word(&s, 0); at < used;
         at = next_word(&s, at + STATE_WORD)) {
        put_u64(w, at + STATE_WORD - last);
        put_bytes(w, s.is + at,
                  used - at < STATE_WORD ? used - at : STATE_WORD);
        last = at;
    }
    NJ_ASSERT(last <= used);
    put_u64(w, 0);
}

void nj_digest_end(struct nj_work *w, struct nj_match *m)
{
    NJ_ASSERT(!w->quiet && w->len > NJ_HASH_BYTES);
    NJ_ASSERT((m->c.computers | m->c.substituted | m->c.out) >> m->c.n_seats ==
              0);
    put_u8(w, 'S');
    put_u8(w, (uint8_t)((m->c.over ? 1U : 0U) | (m->c.paused ? 2U : 0U)));
    put_u64(w, m->c.computers);
    put_u64(w, m->c.substituted);
    put_u64(w, m->c.out);
    put_u8(w, m->c.n_seats);
    put_bytes(w, m->c.join_of, m->c.n_seats);
    put_u64(w, m->c.rng.draws);
    put_state(w, m);
    nj_hash_bytes(w->bytes, w->len, &m->digest);
}
