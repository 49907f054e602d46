/*
 * Matches of computer players; and for the engine's figures what they would
 * do, done by people, so that nobody has to think while the clock runs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define BEGIN_MS INT64_C(1760000000000)
#define STEP_MS  1000

static void set_options(const struct nj_bench *b, const struct nj_game *game,
                        struct nj_options *o)
{
    for (uint32_t i = 0; b->options != NULL && b->options[i] != NULL; i += 2) {
        int at = nj_option_find(game, b->options[i]);
        bool legal;

        NJ_ASSERT(at >= 0);
        legal = nj_options_put(game, o, at, b->options[i + 1]);
        NJ_ASSERT(legal);
    }
}

struct nj_match *nj_bench_match(const struct nj_match_setup *setup,
                                const struct nj_hash *seed, uint8_t seats,
                                bool computers)
{
    struct nj_match_seat list[NJ_SEATS_MAX];
    struct nj_match_setup whole = *setup;

    NJ_ASSERT(seats <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < seats; i++)
        list[i] = (struct nj_match_seat){.name = "player",
                                         .computer = computers,
                                         .join = i,
                                         .contribution = ""};
    whole.seats = list;
    whole.n_seats = seats;
    whole.brain_key = *seed;
    nj_commit(seed, &whole.commitment);
    nj_rng_chacha20(&whole.rng, seed, NJ_NONCE_PLAY);
    return nj_match_create(&whole);
}

static bool next_input(struct nj_match *m, int64_t *now_ms, struct nj_input *in)
{
    int64_t at_ms;

    *now_ms += STEP_MS;
    if (!nj_match_computer(m, in)) {
        if (!nj_match_deadline(m, &at_ms))
            return false;
        if (at_ms > *now_ms)
            *now_ms = at_ms;
        if (!nj_match_due(m, *now_ms, in))
            return false;
    }
    in->at_ms = *now_ms;
    return true;
}

bool nj_bench_play(struct nj_match *m, uint32_t max, nj_bench_heard *heard,
                   void *ctx)
{
    int64_t now_ms = BEGIN_MS;
    struct nj_input in = {.kind = NJ_IN_START,
                          .seat = NJ_SEAT_NONE,
                          .at_ms = now_ms,
                          .by = NJ_BY_HOST,
                          .verb = "start",
                          .args = NJ_NO_ARGS,
                          .reason = ""};

    for (uint32_t n = 0; n < max && !nj_match_over(m); n++) {
        const struct nj_outcome *o = nj_match_apply(m, &in);

        if (heard != NULL)
            heard(ctx, &in, o);
        if (!nj_match_over(m) && !next_input(m, &now_ms, &in))
            break;
    }
    return nj_match_over(m);
}

struct nj_match *nj_bench_record_match(struct nj_bench *b,
                                       const struct nj_bench_record *rec,
                                       bool computers)
{
    const struct nj_loaded_game *game = &b->env.games[0];
    struct nj_match_setup setup = {.game = game->game,
                                   .data = game->data,
                                   .data_hash = &game->data_hash,
                                   .number = rec->number,
                                   .code = rec->code,
                                   .edition = game->game->editions[0]};

    nj_options_default(game->game, &setup.options);
    set_options(b, game->game, &setup.options);
    return nj_bench_match(&setup, &rec->seed, rec->seats, computers);
}

static void keep(void *ctx, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    struct nj_bench_record *rec = ctx;
    uint32_t i = rec->n++;
    const char *text = in->args.n > 0 ? in->args.v[0].s : "";

    (void)o;
    (void)snprintf(rec->text[i], sizeof(rec->text[i]), "%s", text);
    rec->args[i] = nj_arg_text("text", rec->text[i]);
    rec->in[i] = *in;
    rec->in[i].by = NJ_BY_PERSON;
    rec->in[i].args = (struct nj_args){.v = rec->args + i, .n = in->args.n};
}

/* Again with people on the seats: the digests that a database would hold. */
static void fold(struct nj_bench *b, struct nj_bench_record *rec)
{
    struct nj_match *m = nj_bench_record_match(b, rec, false);
    uint32_t i = 0;

    for (; i < rec->n; i++) {
        const struct nj_outcome *o = nj_match_apply(m, &rec->in[i]);

        if (o->refused || o->over)
            break;
        rec->digest[i] = o->digest;
    }
    rec->n = i;
    nj_match_destroy(m);
}

struct nj_bench_record *nj_bench_record_make(struct nj_bench *b, uint64_t seed,
                                             uint8_t seats, uint32_t least,
                                             uint32_t max)
{
    struct nj_bench_record *rec = nj_alloc(sizeof(*rec));
    struct nj_match *m;

    NJ_ASSERT(max <= NJ_BENCH_INPUTS_MAX);
    memcpy(rec->seed.b, &seed, sizeof(seed));
    rec->seats = seats;
    m = nj_bench_record_match(b, rec, true);
    (void)nj_bench_play(m, max, keep, rec);
    nj_match_destroy(m);
    fold(b, rec);
    if (rec->n >= least)
        return rec;
    free(rec);
    return NULL;
}
