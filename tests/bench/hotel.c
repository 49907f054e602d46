/*
 * H1: whole matches of 黑影杀 a second, played by computer players from the
 * draw of roles to the end. Messages are made and nothing is rendered or kept.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"

#define BEGIN_MS   INT64_C(1760000000000)
#define SEATS      8
#define MATCHES    400
#define INPUTS_MAX 20000

struct hotel {
    const struct nj_loaded_game *game;
    const char *edition;
    struct nj_options options;
    uint32_t number; /* of the match: its chance */
    uint64_t inputs;
};

static struct nj_match *create(struct hotel *h)
{
    static const struct nj_match_seat seats[SEATS] = {
        {"ann", true, 0, ""}, {"bob", true, 1, ""}, {"cat", true, 2, ""},
        {"dan", true, 3, ""}, {"eve", true, 4, ""}, {"fay", true, 5, ""},
        {"gus", true, 6, ""}, {"hal", true, 7, ""}};
    struct nj_hash seed = {{0}};
    struct nj_match_setup setup = {.game = h->game->game,
                                   .data = h->game->data,
                                   .data_hash = &h->game->data_hash,
                                   .edition = h->edition,
                                   .options = h->options,
                                   .seats = seats,
                                   .n_seats = SEATS};

    memcpy(seed.b, &h->number, sizeof(h->number));
    h->number++;
    setup.brain_key = seed;
    nj_commit(&seed, &setup.commitment);
    nj_rng_chacha20(&setup.rng, &seed, NJ_NONCE_PLAY);
    return nj_match_create(&setup);
}

static bool next_input(struct nj_match *m, int64_t *now_ms, struct nj_input *in)
{
    int64_t at_ms;

    *now_ms += 1000;
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

static bool play(struct hotel *h)
{
    struct nj_match *m = create(h);
    int64_t now_ms = BEGIN_MS;
    struct nj_input in = {.kind = NJ_IN_START,
                          .seat = NJ_SEAT_NONE,
                          .at_ms = now_ms,
                          .by = NJ_BY_HOST,
                          .verb = "start",
                          .args = NJ_NO_ARGS,
                          .reason = ""};
    bool over;

    for (uint32_t n = 0; n < INPUTS_MAX && !nj_match_over(m); n++) {
        (void)nj_match_apply(m, &in);
        h->inputs++;
        if (!nj_match_over(m) && !next_input(m, &now_ms, &in))
            break;
    }
    over = nj_match_over(m);
    nj_match_destroy(m);
    return over;
}

static enum nj_status measure(struct nj_bench *b, struct hotel *h,
                              struct nj_bench_samples *out, struct nj_err *err)
{
    uint32_t n = b->quick ? 2 : MATCHES;

    for (uint32_t run = 0; run < b->runs + 1; run++) {
        double from = nj_bench_cpu_ns();

        h->number = run * n;
        for (uint32_t i = 0; i < n; i++)
            if (!play(h))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "match %u of '%s' does not end", h->number,
                               h->edition);
        if (run > 0) /* the first is to warm up */
            nj_bench_add(out, n / ((nj_bench_cpu_ns() - from) / 1e9));
    }
    return NJ_OK;
}

enum nj_status nj_bench_hotel(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_row row = {
        .id = "H1",
        .unit = "1/s",
        .digits = 0,
        .goal = {500, true},
        .method = "8 computer players, the draw to the end, no record; CPU"};
    struct hotel h = {.game = NULL};
    enum nj_status st = nj_env_game(&b->env, "shadow-hotel", &h.game, err);

    if (st != NJ_OK)
        return st;
    nj_options_default(h.game->game, &h.options);
    for (uint32_t i = 0; h.game->game->editions[i] != NULL; i++) {
        struct nj_bench_samples samples = {.n = 0};
        char what[64];

        h.edition = h.game->game->editions[i];
        st = measure(b, &h, &samples, err);
        if (st != NJ_OK)
            return st;
        (void)snprintf(what, sizeof(what), "matches of the hotel, %s",
                       h.edition);
        row.what = what;
        nj_bench_print(&row, &samples);
    }
    return NJ_OK;
}
