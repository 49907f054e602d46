/*
 * Between rows and matches: options, timers and inputs as JSON and back, a
 * stored match folded again, a match file written from rows.
 */
#include "referee/archive.h"

#include <string.h>

#include "base/bug.h"
#include "base/json.h"

#define OPTION_TEXT_MAX NJ_OPTION_TEXT_MAX /* bytes of a value as typed */

/* --- options --- */

void nj_archive_options_pack(const struct nj_game *g,
                             const struct nj_options *o, struct nj_str *out)
{
    struct nj_json_out *json = nj_json_out_create();
    struct nj_str value = NJ_STR_INIT(OPTION_TEXT_MAX);

    NJ_ASSERT(g->options != NULL);
    nj_json_obj(json, NULL);
    for (int i = 0; g->options[i].key != NULL; i++) {
        NJ_ASSERT(i < NJ_OPTIONS_MAX);
        nj_str_clear(&value);
        nj_options_print(g, o, i, &value);
        nj_json_put_text(json, g->options[i].key, value.p);
    }
    nj_json_end(json);
    (void)!nj_json_print(json, out); /* out->over says it too */
    nj_json_out_destroy(json);
    nj_str_fini(&value);
}

enum nj_status nj_archive_options_unpack(const struct nj_game *g,
                                         const char *json, struct nj_options *o,
                                         struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    struct nj_options read;
    enum nj_status st;
    struct nj_json v;

    NJ_ASSERT(g->options != NULL);
    st = nj_json_open(&doc, json, strlen(json), &NJ_JSON_FILE, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "options");
    nj_options_default(g, &read);
    v = nj_json_first(nj_json_root(doc));
    for (; nj_json_present(v); v = nj_json_next(v)) {
        const char *text = nj_json_text(v, OPTION_TEXT_MAX);
        int i =
            nj_json_name(v) == NULL ? -1 : nj_option_find(g, nj_json_name(v));

        if (i < 0)
            nj_json_reject(v, "no option of the game");
        else if (!nj_options_put(g, &read, i, text))
            nj_json_reject(v, "no value of this option");
    }
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "options");
    *o = read;
    return NJ_OK;
}

/* --- timers --- */

void nj_archive_timers_pack(const struct nj_timer *timers, struct nj_str *out)
{
    struct nj_json_out *json = nj_json_out_create();

    NJ_ASSERT(timers != NULL);
    nj_json_arr(json, NULL);
    for (int i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        nj_json_obj(json, NULL);
        nj_json_put_text(json, "name", timers[i].name);
        if (timers[i].asked != 0)
            nj_json_put_i64(json, "asked", timers[i].asked);
        nj_json_put_i64(json, "at", timers[i].at_ms);
        nj_json_put_i64(json, "length", timers[i].length_ms);
        nj_json_end(json);
    }
    nj_json_end(json);
    (void)!nj_json_print(json, out);
    nj_json_out_destroy(json);
}

static void read_timer(struct nj_json v, struct nj_timer *t)
{
    const char *name =
        nj_json_text(nj_json_get(v, "name"), sizeof(t->name) - 1);
    struct nj_json asked = nj_json_opt(v, "asked");

    NJ_ASSERT(t->name[0] == '\0');
    NJ_ASSERT(strlen(name) < sizeof(t->name));
    memcpy(t->name, name, strlen(name) + 1);
    if (nj_json_present(asked))
        t->asked = (uint8_t)nj_json_i64(asked, 1, NJ_SEATS_MAX);
    t->at_ms = nj_json_i64(nj_json_get(v, "at"), 0, NJ_JSON_INT_MAX);
    t->length_ms = nj_json_i64(nj_json_get(v, "length"), 0, NJ_JSON_INT_MAX);
}

enum nj_status nj_archive_timers_unpack(const char *json,
                                        struct nj_timer *timers,
                                        struct nj_err *err)
{
    struct nj_timer read[NJ_TIMERS_MAX] = {0};
    struct nj_json_doc *doc = NULL;
    enum nj_status st;
    struct nj_json v;
    int n = 0;

    st = nj_json_open(&doc, json, strlen(json), &NJ_JSON_FILE, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "timers");
    v = nj_json_first(nj_json_root(doc));
    for (; nj_json_present(v); v = nj_json_next(v)) {
        if (n < NJ_TIMERS_MAX)
            read_timer(v, &read[n++]);
        else
            nj_json_reject(v, "one timer too many");
    }
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "timers");
    memcpy(timers, read, sizeof(read));
    NJ_ASSERT(n <= NJ_TIMERS_MAX);
    return NJ_OK;
}

/* --- a match as it stood before its start --- */

static void set_rng(const struct nj_match_row *row, struct nj_rng *rng)
{
    uint64_t start = 0;

    NJ_ASSERT(row->rng == NJ_RNG_CHACHA20 || row->rng == NJ_RNG_SPLITMIX64);
    if (row->rng == NJ_RNG_CHACHA20) {
        nj_rng_chacha20(rng, &row->seed, NJ_NONCE_PLAY);
        return;
    }
    for (int i = 8; i-- > 0;) /* little-endian, as in a match file */
        start = start << 8 | row->seed.b[i];
    nj_rng_splitmix64(rng, start);
}

enum nj_status nj_archive_create(const struct nj_match_row *row,
                                 const struct nj_seat_row *seats, uint8_t n,
                                 const struct nj_loaded_game *game,
                                 struct nj_match **out, struct nj_err *err)
{
    struct nj_match_seat sitting[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = game->game,
                                   .data = game->data,
                                   .data_hash = &game->data_hash,
                                   .edition = row->edition,
                                   .seats = sitting,
                                   .n_seats = n,
                                   .brain_key = row->seed,
                                   .commitment = row->commitment};
    enum nj_status st;

    NJ_ASSERT(game->game != NULL);
    NJ_ASSERT(seats != NULL || n == 0);
    NJ_ASSERT(n <= NJ_SEATS_MAX);
    if (n == 0)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld has no seats",
                       (long long)row->id);
    if (row->rng != NJ_RNG_CHACHA20 && row->rng != NJ_RNG_SPLITMIX64)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld: no such stream: %d",
                       (long long)row->id, row->rng);
    st = nj_archive_options_unpack(game->game, row->options, &setup.options,
                                   err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "match %lld", (long long)row->id);
    for (uint8_t i = 0; i < n; i++)
        sitting[i] =
            (struct nj_match_seat){.name = seats[i].name,
                                   .computer = seats[i].user[0] == '\0',
                                   .join = i,
                                   .contribution = seats[i].contribution};
    set_rng(row, &setup.rng);
    *out = nj_match_create(&setup);
    nj_wipe(&setup.rng, sizeof(setup.rng));
    nj_wipe(&setup.brain_key, sizeof(setup.brain_key));
    NJ_ASSERT(*out != NULL);
    return NJ_OK;
}

/* --- inputs --- */

/* Lends its texts from the row, its arguments from the arena. */
static enum nj_status input_of_row(const struct nj_input_row *row,
                                   struct nj_arena *arena, struct nj_input *in,
                                   struct nj_err *err)
{
    struct nj_args args = NJ_NO_ARGS;
    enum nj_status st;

    NJ_ASSERT(row->args != NULL);
    NJ_ASSERT(row->verb != NULL);
    if (row->kind < NJ_IN_START || row->kind > NJ_IN_UNDO ||
        row->place < NJ_PLACE_GROUP || row->place > NJ_PLACE_PRIVATE ||
        row->by < NJ_BY_PERSON || row->by > NJ_BY_CLOCK)
        return nj_fail(err, NJ_ERR_CORRUPT, "input %u: no such kind", row->seq);
    st = nj_args_unpack(row->args, strlen(row->args), arena, &args, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "input %u", row->seq);
    *in = (struct nj_input){.seq = row->seq,
                            .at_ms = row->at_ms,
                            .kind = (enum nj_input_kind)row->kind,
                            .seat = row->seat,
                            .place = (enum nj_place)row->place,
                            .by = (enum nj_by)row->by,
                            .verb = row->verb,
                            .args = args,
                            .reason = row->reason};
    return NJ_OK;
}

/* --- the log as a source for undo --- */

/* Read whole when an input is asked for that is not there yet: a match that
 * was taken back once may be again, most never are. */
struct source {
    struct nj_store *store;
    int64_t match;
    struct nj_arena arena;
    struct nj_input **inputs;
    uint32_t n, cap;
    bool broken; /* a row that cannot be: those before it were folded */
};

/* Waking asks while it folds: what is wrong with later rows is its to say. */
static enum nj_status keep_input(void *ctx, const struct nj_input_row *row,
                                 struct nj_err *err)
{
    struct source *s = ctx;
    struct nj_input_row own = *row;
    struct nj_input *in = nj_arena_alloc(&s->arena, sizeof(*in));

    NJ_ASSERT(s->n <= s->cap);
    if (s->broken)
        return NJ_OK;
    if (s->n == s->cap) {
        s->cap = s->cap == 0 ? 64 : 2 * s->cap;
        s->inputs = nj_realloc(s->inputs, s->cap * sizeof(void *));
    }
    own.verb = nj_arena_copy(&s->arena, row->verb, strlen(row->verb));
    own.reason = nj_arena_copy(&s->arena, row->reason, strlen(row->reason));
    s->broken = input_of_row(&own, &s->arena, in, err) != NJ_OK;
    s->inputs[s->n] = in;
    s->n += !s->broken;
    return NJ_OK;
}

static const struct nj_input *ask_source(void *ctx, uint32_t seq)
{
    struct source *s = ctx;
    struct nj_err err = {{0}};
    enum nj_status st = NJ_OK;

    NJ_ASSERT(seq >= 1);
    if (seq > s->n) {
        nj_arena_reset(&s->arena);
        s->n = 0;
        s->broken = false;
        st = nj_input_each(s->store, s->match, keep_input, s, &err);
    }
    /* What the match was folded from a moment ago cannot be gone. */
    NJ_ASSERT(st == NJ_OK);
    NJ_ASSERT(seq <= s->n);
    NJ_ASSERT(s->inputs[seq - 1]->seq == seq);
    return s->inputs[seq - 1];
}

static void end_source(void *ctx)
{
    struct source *s = ctx;

    NJ_ASSERT(s != NULL);
    nj_arena_fini(&s->arena);
    free(s->inputs);
    free(s);
}

void nj_archive_set_source(struct nj_match *m, struct nj_store *s,
                           int64_t match)
{
    struct source *source = nj_alloc(sizeof(*source));

    NJ_ASSERT(match > 0);
    *source = (struct source){
        .store = s, .match = match, .arena = NJ_ARENA_INIT(4096)};
    nj_match_own_source(m, ask_source, source, end_source);
}

/* --- waking --- */

struct seats {
    struct nj_seat_row row[NJ_SEATS_MAX];
    uint8_t n;
};

static enum nj_status take_seat(void *ctx, const struct nj_seat_row *row,
                                struct nj_err *err)
{
    struct seats *s = ctx;

    NJ_ASSERT(s->n <= NJ_SEATS_MAX);
    if (s->n == NJ_SEATS_MAX)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld has too many seats",
                       (long long)row->match);
    s->row[s->n++] = *row;
    return NJ_OK;
}

struct fold {
    struct nj_match *match;
    struct nj_arena arena;
    const struct nj_input *in;
    const struct nj_outcome *outcome;
};

static void fold_one(void *ctx)
{
    struct fold *f = ctx;

    NJ_ASSERT(f->in != NULL);
    f->outcome = nj_match_apply(f->match, f->in);
    NJ_ASSERT(f->outcome != NULL);
}

/* A fault in the match is one of this record (goals R11). It is contained here
 * and not around the reading, whose statement has to come to its end. */
static enum nj_status fold_input(void *ctx, const struct nj_input_row *row,
                                 struct nj_err *err)
{
    struct fold *f = ctx;
    const char *fault;
    char where[256];
    struct nj_input in;
    enum nj_status st;

    NJ_ASSERT(f->match != NULL);
    nj_arena_reset(&f->arena);
    st = input_of_row(row, &f->arena, &in, err);
    if (st != NJ_OK)
        return st;
    if (row->seq != nj_match_seq(f->match) + 1)
        return nj_fail(err, NJ_ERR_CORRUPT, "input %u is missing",
                       nj_match_seq(f->match) + 1);
    fault = nj_match_fault(f->match, &in);
    if (fault != NULL)
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u: %s: '%s'", row->seq,
                       fault, row->verb);
    f->in = &in;
    if (!nj_bug_contain(fold_one, f, where, sizeof(where)))
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u: a fault at %s",
                       row->seq, where);
    if (f->outcome->refused)
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u is refused now",
                       row->seq);
    if (!nj_hash_equal(&f->outcome->digest, &row->digest))
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u: the digest differs",
                       row->seq);
    return NJ_OK;
}

static enum nj_status check_rules(const struct nj_match_row *row,
                                  const struct nj_loaded_game *game,
                                  struct nj_err *err)
{
    NJ_ASSERT(game->game != NULL);
    if (row->rules_version != game->game->rules_version)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "match %lld was played by version %u of the rules of "
                       "'%s', this program has %u",
                       (long long)row->id, row->rules_version, row->game,
                       game->game->rules_version);
    if (!nj_hash_equal(&row->data_hash, &game->data_hash))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "match %lld was played with other data of '%s'",
                       (long long)row->id, row->game);
    return NJ_OK;
}

static enum nj_status fold_all(struct nj_store *s,
                               const struct nj_match_row *row,
                               struct nj_match *m, struct nj_err *err)
{
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct fold f = {.match = m, .arena = NJ_ARENA_INIT(1024)};
    enum nj_status st = nj_input_each(s, row->id, fold_input, &f, err);

    NJ_ASSERT(m != NULL);
    NJ_ASSERT(row->id > 0);
    nj_arena_fini(&f.arena);
    if (st == NJ_OK && nj_match_seq(m) != row->seq)
        st = nj_fail(err, NJ_ERR_CORRUPT, "%u inputs instead of %u",
                     nj_match_seq(m), row->seq);
    if (st == NJ_OK)
        st = nj_archive_timers_unpack(row->timers, timers, err);
    if (st == NJ_OK)
        nj_match_set_timers(m, timers);
    return st;
}

enum nj_status nj_archive_wake(struct nj_store *s,
                               const struct nj_match_row *row,
                               const struct nj_loaded_game *game,
                               struct nj_match **out, struct nj_err *err)
{
    struct seats *seats = nj_alloc(sizeof(*seats));
    struct nj_match *m = NULL;
    enum nj_status st = check_rules(row, game, err);

    NJ_ASSERT(row->id > 0);
    NJ_ASSERT(game->game != NULL);
    if (st == NJ_OK)
        st = nj_seat_each(s, row->id, take_seat, seats, err);
    if (st == NJ_OK)
        st = nj_archive_create(row, seats->row, seats->n, game, &m, err);
    free(seats);
    if (st != NJ_OK)
        return st;
    nj_archive_set_source(m, s, row->id);
    st = fold_all(s, row, m, err);
    if (st == NJ_OK) {
        *out = m;
        return NJ_OK;
    }
    nj_match_destroy(m);
    return nj_fail_in(err, st, "match %lld", (long long)row->id);
}

/* --- the match file --- */

struct writing {
    struct nj_record_writer w;
    struct nj_record_head head;
    struct nj_arena arena;
    struct nj_str text;
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err);
    void *ctx;
};

static enum nj_status hand_on(struct writing *w, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(w->put != NULL);
    NJ_ASSERT(!w->text.over); /* a row is far smaller than NJ_FILE_MAX */
    st = w->put(w->ctx, w->text.p, w->text.len, err);
    nj_str_clear(&w->text);
    NJ_ASSERT(w->text.len == 0);
    return st;
}

static enum nj_status write_input(void *ctx, const struct nj_input_row *row,
                                  struct nj_err *err)
{
    struct writing *w = ctx;
    struct nj_record_input in = {.digest = row->digest};
    enum nj_status st;

    NJ_ASSERT(w->head.n_seats <= NJ_SEATS_MAX);
    nj_arena_reset(&w->arena);
    st = input_of_row(row, &w->arena, &in.in, err);
    if (st != NJ_OK)
        return st;
    nj_record_put(&w->w, &w->head, &in, &w->text);
    return hand_on(w, err);
}

static void copy_text(char *to, size_t cap, const char *from)
{
    size_t n = strlen(from);

    NJ_ASSERT(cap > 0);
    NJ_ASSERT(n < cap);
    memcpy(to, from, n + 1);
}

static void set_head(const struct nj_match_row *row, const struct seats *seats,
                     struct nj_record_head *head)
{
    NJ_ASSERT(seats->n <= NJ_SEATS_MAX);
    head->match = row->id;
    copy_text(head->code, sizeof(head->code), row->code);
    copy_text(head->game, sizeof(head->game), row->game);
    copy_text(head->edition, sizeof(head->edition), row->edition);
    head->rules_version = row->rules_version;
    head->data_hash = row->data_hash;
    head->rng = (enum nj_rng_kind)row->rng;
    head->commitment = row->commitment;
    head->revealed = row->state == NJ_MATCH_OVER;
    if (head->revealed) {
        head->secret = row->secret;
        head->seed = row->seed;
    }
    head->n_seats = seats->n;
    for (uint8_t i = 0; i < seats->n; i++) {
        const struct nj_seat_row *from = &seats->row[i];
        struct nj_record_seat *to = &head->seats[i];

        to->seat = from->seat;
        to->join = i;
        to->computer = from->user[0] == '\0';
        copy_text(to->name, sizeof(to->name), from->name);
        copy_text(to->contribution, sizeof(to->contribution),
                  from->contribution);
    }
    NJ_ASSERT(head->revealed == (row->state == NJ_MATCH_OVER));
}

static enum nj_status write_all(struct nj_store *s,
                                const struct nj_match_row *row,
                                const struct nj_loaded_game *game,
                                struct writing *w, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(w->put != NULL);
    nj_record_begin(&w->w, game->game, &w->head, &w->text);
    st = hand_on(w, err);
    if (st == NJ_OK)
        st = nj_input_each(s, row->id, write_input, w, err);
    if (st != NJ_OK)
        return st;
    nj_record_end(&w->w, row->state == NJ_MATCH_OVER, &w->text);
    return hand_on(w, err);
}

enum nj_status nj_archive_write(
    struct nj_store *s, const struct nj_match_row *row,
    const struct nj_loaded_game *game,
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err),
    void *ctx, struct nj_err *err)
{
    struct seats *seats = nj_alloc(sizeof(*seats));
    struct writing *w = nj_alloc(sizeof(*w));
    enum nj_status st;

    NJ_ASSERT(put != NULL);
    NJ_ASSERT(game->game != NULL);
    w->arena = (struct nj_arena)NJ_ARENA_INIT(1024);
    w->text = (struct nj_str)NJ_STR_INIT(NJ_FILE_MAX);
    w->put = put;
    w->ctx = ctx;
    if (row->seq == 0)
        st = nj_fail(err, NJ_ERR_NOT_FOUND, "it has not started");
    else
        st = nj_archive_options_unpack(game->game, row->options,
                                       &w->head.options, err);
    if (st == NJ_OK)
        st = nj_seat_each(s, row->id, take_seat, seats, err);
    if (st == NJ_OK) {
        set_head(row, seats, &w->head);
        st = write_all(s, row, game, w, err);
    }
    if (st != NJ_OK)
        st = nj_fail_in(err, st, "match %lld", (long long)row->id);
    nj_arena_fini(&w->arena);
    nj_str_fini(&w->text);
    nj_wipe(&w->head, sizeof(w->head));
    free(w);
    free(seats);
    return st;
}
