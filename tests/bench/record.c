/*
 * Matches for the engine's figures: what computer players would do, done by
 * people, so that nobody has to think while the clock runs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define BEGIN_MS INT64_C(1760000000000)
#define STEP_MS  1000

static void set_option(const struct nj_bench *b, const struct nj_game *game,
                       struct nj_options *o)
{
    int i;
    bool legal;

    if (b->option == NULL)
        return;
    i = nj_option_find(game, b->option);
    NJ_ASSERT(i >= 0);
    legal = nj_option_parse(&game->options[i], b->word, &o->v[i]);
    NJ_ASSERT(legal);
}

struct nj_match *nj_bench_record_match(struct nj_bench *b,
                                       const struct nj_bench_record *rec,
                                       bool computers)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    const struct nj_loaded_game *game = &b->env.games[0];
    struct nj_match_setup setup = {.game = game->game,
                                   .data = game->data,
                                   .data_hash = &game->data_hash,
                                   .number = rec->number,
                                   .code = rec->code,
                                   .edition = game->game->editions[0],
                                   .seats = seats,
                                   .n_seats = rec->seats,
                                   .brain_key = rec->seed};

    nj_options_default(game->game, &setup.options);
    set_option(b, game->game, &setup.options);
    nj_commit(&rec->seed, &setup.commitment);
    nj_rng_chacha20(&setup.rng, &rec->seed, NJ_NONCE_PLAY);
    for (uint8_t i = 0; i < rec->seats; i++)
        seats[i] = (struct nj_match_seat){.name = "player",
                                          .computer = computers,
                                          .join = i,
                                          .contribution = ""};
    return nj_match_create(&setup);
}

static void keep(struct nj_bench_record *rec, const struct nj_input *in)
{
    uint32_t i = rec->n++;
    const char *text = in->args.n > 0 ? in->args.v[0].s : "";

    (void)snprintf(rec->text[i], sizeof(rec->text[i]), "%s", text);
    rec->args[i] = nj_arg_text("text", rec->text[i]);
    rec->in[i] = *in;
    rec->in[i].by = NJ_BY_PERSON;
    rec->in[i].args = (struct nj_args){rec->args + i, in->args.n};
}

static void play(struct nj_bench *b, struct nj_bench_record *rec, uint32_t max)
{
    struct nj_match *m = nj_bench_record_match(b, rec, true);
    struct nj_input in = {.kind = NJ_IN_START,
                          .seat = NJ_SEAT_NONE,
                          .at_ms = BEGIN_MS,
                          .by = NJ_BY_HOST,
                          .verb = "start",
                          .args = NJ_NO_ARGS,
                          .reason = ""};

    do {
        keep(rec, &in);
        (void)nj_match_apply(m, &in);
        if (!nj_match_computer(m, &in))
            break;
        in.at_ms = BEGIN_MS + STEP_MS * (int64_t)rec->n;
    } while (rec->n < max);
    nj_match_destroy(m);
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

    NJ_ASSERT(max <= NJ_BENCH_INPUTS_MAX);
    memcpy(rec->seed.b, &seed, sizeof(seed));
    rec->seats = seats;
    play(b, rec, max);
    fold(b, rec);
    if (rec->n >= least)
        return rec;
    free(rec);
    return NULL;
}
