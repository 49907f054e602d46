/*
 * Between rows and matches: a match as it stood before its start, and a stored
 * one folded again.
 */
#include "referee/play/archive.h"

#include <string.h>

#include "base/bug.h"
#include "referee/books/books.h"

/* --- its data --- */

void nj_archive_data_hash(const struct nj_loaded_game *game,
                          const struct nj_options *options, struct nj_hash *out)
{
    struct nj_data_set set;

    *out = game->data_hash;
    if (game->n_files == 0)
        return;
    if (nj_data_choose(game->game, options, game->files, game->n_files, &set))
        nj_data_set_hash(&set, out);
    else
        memset(out, 0, sizeof(*out));
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
                                   .data_hash = &row->data_hash,
                                   .number = row->id,
                                   .code = row->code,
                                   .edition = row->edition,
                                   .seats = sitting,
                                   .n_seats = n,
                                   .brain_key = row->seed,
                                   .commitment = row->commitment};
    enum nj_status st;

    NJ_ASSERT(seats != NULL || n == 0);
    NJ_ASSERT(n <= NJ_SEATS_MAX);
    if (n == 0)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld has no seats",
                       (long long)row->id);
    if (row->rng != NJ_RNG_CHACHA20 && row->rng != NJ_RNG_SPLITMIX64)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld: no such stream: %d",
                       (long long)row->id, row->rng);
    st = nj_columns_options_unpack(game->game, row->options, &setup.options,
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
    uint32_t n;
    bool broken; /* a row that cannot be: those before it were folded */
};

/* Waking asks while it folds: what is wrong with later rows is its to say. */
static void keep_input(void *ctx, const struct nj_input_row *row)
{
    struct source *s = ctx;
    struct nj_input_row own = *row;
    struct nj_input *in = nj_arena_alloc(&s->arena, sizeof(*in));

    if (s->broken)
        return;
    s->inputs = nj_grow(s->inputs, s->n, sizeof(void *));
    own.verb = nj_arena_copy(&s->arena, row->verb, strlen(row->verb));
    own.reason = nj_arena_copy(&s->arena, row->reason, strlen(row->reason));
    s->broken = nj_columns_input(&own, &s->arena, in, NULL) != NJ_OK;
    s->inputs[s->n] = in;
    s->n += !s->broken;
}

static const struct nj_input *ask_source(void *ctx, uint32_t seq)
{
    struct source *s = ctx;

    NJ_ASSERT(seq >= 1);
    if (seq > s->n) {
        nj_arena_reset(&s->arena);
        s->n = 0;
        s->broken = false;
        nj_input_each(s->store, s->match, keep_input, s);
    }
    /* What the match was folded from a moment ago cannot be gone. */
    NJ_ASSERT(seq <= s->n);
    NJ_ASSERT(s->inputs[seq - 1]->seq == seq);
    return s->inputs[seq - 1];
}

static void end_source(void *ctx)
{
    struct source *s = ctx;

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

static void take_seat(void *ctx, const struct nj_seat_row *row)
{
    struct nj_seat_list *s = ctx;

    s->over = s->n == NJ_SEATS_MAX;
    if (!s->over)
        s->row[s->n++] = *row;
}

enum nj_status nj_archive_seats(struct nj_store *s, int64_t match,
                                struct nj_seat_list *out, struct nj_err *err)
{
    NJ_ASSERT(out->n == 0);
    nj_seat_each(s, match, take_seat, out);
    if (out->over)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld has too many seats",
                       (long long)match);
    return nj_store_status(s, err);
}

struct fold {
    struct nj_match *match;
    struct nj_arena arena;
    const struct nj_input *in;
    const struct nj_outcome *outcome;
    enum nj_status st; /* how the first row that is wrong is */
    struct nj_err *err;
};

static void fold_one(void *ctx)
{
    struct fold *f = ctx;

    f->outcome = nj_match_apply(f->match, f->in);
}

/* A fault in the match is one of this record (goals R11). It is contained here
 * and not around the reading, whose statement has to come to its end. */
static enum nj_status fold_input(struct fold *f, const struct nj_input_row *row,
                                 struct nj_err *err)
{
    const char *fault;
    char where[256];
    struct nj_input in;
    enum nj_status st;

    NJ_ASSERT(f->st == NJ_OK);
    nj_arena_reset(&f->arena);
    st = nj_columns_input(row, &f->arena, &in, err);
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

static void take_input(void *ctx, const struct nj_input_row *row)
{
    struct fold *f = ctx;

    if (f->st == NJ_OK)
        f->st = fold_input(f, row, f->err);
}

static enum nj_status check_rules(const struct nj_match_row *row,
                                  const struct nj_loaded_game *game,
                                  struct nj_err *err)
{
    struct nj_options options;
    struct nj_hash hash;
    enum nj_status st;

    if (row->rules_version != game->game->rules_version)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "match %lld was played by version %u of the rules of "
                       "'%s', this program has %u",
                       (long long)row->id, row->rules_version, row->game,
                       game->game->rules_version);
    st = nj_columns_options_unpack(game->game, row->options, &options, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "match %lld", (long long)row->id);
    nj_archive_data_hash(game, &options, &hash);
    if (!nj_hash_equal(&row->data_hash, &hash))
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
    struct fold f = {.match = m, .arena = NJ_ARENA_INIT(1024), .err = err};
    enum nj_status st;

    NJ_ASSERT(row->id > 0);
    NJ_ASSERT(nj_match_seq(m) == 0); /* as it stood before its start */
    nj_input_each(s, row->id, take_input, &f);
    nj_arena_fini(&f.arena);
    st = f.st != NJ_OK ? f.st : nj_store_status(s, err);
    if (st == NJ_OK && nj_match_seq(m) != row->seq)
        st = nj_fail(err, NJ_ERR_CORRUPT, "%u inputs instead of %u",
                     nj_match_seq(m), row->seq);
    if (st == NJ_OK)
        st = nj_columns_timers_unpack(row->timers, timers, err);
    if (st == NJ_OK)
        nj_match_set_timers(m, timers);
    return st;
}

enum nj_status nj_archive_wake(struct nj_store *s,
                               const struct nj_match_row *row,
                               const struct nj_loaded_game *game,
                               struct nj_match **out, struct nj_err *err)
{
    struct nj_seat_list *seats = nj_alloc(sizeof(*seats));
    struct nj_match *m = NULL;
    enum nj_status st = check_rules(row, game, err);

    if (st == NJ_OK)
        st = nj_archive_seats(s, row->id, seats, err);
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
