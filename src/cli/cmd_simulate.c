/*
 * nightjar simulate: many matches of computer players, and what they show.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/setup.h"
#include "cli/simulate.h"

#define MATCHES_MAX 1000000
#define PROBLEMS    10 /* shown at most */

struct outcome_count {
    const char *word;
    uint32_t count;
};

struct seat_sum {
    int64_t score;
    uint32_t first; /* how often it was first, ties included */
};

/* Sums over all matches that ended as they should. */
struct totals {
    uint32_t played, failed;
    uint64_t inputs, orders, messages;
    uint32_t *lengths, *rounds; /* one per match */
    struct outcome_count outcomes[NJ_SIM_WORDS_MAX];
    struct seat_sum seats[NJ_SEATS_MAX];
    int64_t took_ms;
    struct nj_str problems; /* a line each */
};

struct simulation {
    struct nj_env env;
    struct nj_sim_setup setup;
    int64_t matches;
    const char *dir; /* of match files; NULL: none */
    const char *seed;
    bool json;
    struct totals t;
};

/* --- adding up --- */

static void count_outcome(struct totals *t, const char *word)
{
    for (size_t i = 0; i < NJ_COUNT(t->outcomes); i++) {
        struct outcome_count *o = &t->outcomes[i];

        if (o->word == NULL)
            o->word = word;
        if (strcmp(o->word, word) != 0)
            continue;
        o->count++;
        return;
    }
}

static void add(struct simulation *sim, const struct nj_sim_result *r)
{
    struct totals *t = &sim->t;

    t->lengths[t->played] = r->inputs;
    t->rounds[t->played] = r->rounds;
    t->played++;
    t->inputs += r->inputs;
    t->orders += r->orders;
    t->messages += r->messages;
    for (uint8_t i = 0; i < sim->setup.seats; i++) {
        count_outcome(t, r->seats[i].outcome);
        t->seats[i].score += r->seats[i].score;
        t->seats[i].first += r->seats[i].rank == 1;
    }
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* --- telling --- */

static uint32_t quantile(const uint32_t *sorted, uint32_t n, uint32_t percent)
{
    NJ_ASSERT(n > 0);
    return sorted[(uint64_t)(n - 1) * percent / 100];
}

static void print_spread(const char *what, const uint32_t *v, uint32_t n)
{
    (void)printf("%-10s %u shortest, %u median, %u in nine of ten, %u "
                 "longest\n",
                 what, v[0], quantile(v, n, 50), quantile(v, n, 90), v[n - 1]);
}

static int64_t per_second(const struct totals *t)
{
    return t->took_ms == 0 ? 0
                           : (int64_t)(t->orders * 1000 / (uint64_t)t->took_ms);
}

static void print_text(const struct simulation *sim)
{
    const struct totals *t = &sim->t;

    (void)printf("%s: %u matches of %u seats, %u failed\n",
                 sim->setup.game->game->id, t->played + t->failed,
                 sim->setup.seats, t->failed);
    if (t->played > 0) {
        print_spread("inputs", t->lengths, t->played);
        if (t->rounds[t->played - 1] > 0)
            print_spread("rounds", t->rounds, t->played);
        (void)fputs("seats      ", stdout);
        for (size_t i = 0; i < NJ_COUNT(t->outcomes); i++)
            if (t->outcomes[i].word != NULL)
                (void)printf("%s%u %s", i == 0 ? "" : ", ",
                             t->outcomes[i].count, t->outcomes[i].word);
        (void)putchar('\n');
        for (uint8_t i = 0; i < sim->setup.seats; i++)
            (void)printf("seat %u     mean score %.1f, first %u times\n",
                         i + 1U, (double)t->seats[i].score / t->played,
                         t->seats[i].first);
    }
    (void)printf("speed      %" PRId64 " moves/s, %" PRIu64 " moves, %" PRIu64
                 " messages in %" PRId64 " ms\n",
                 per_second(t), t->orders, t->messages, t->took_ms);
    (void)fputs(t->problems.p, stdout);
}

static void put_spread(struct nj_json_out *o, const char *name,
                       const uint32_t *v, uint32_t n)
{
    nj_json_obj(o, name);
    nj_json_put_i64(o, "min", v[0]);
    nj_json_put_i64(o, "median", quantile(v, n, 50));
    nj_json_put_i64(o, "p90", quantile(v, n, 90));
    nj_json_put_i64(o, "max", v[n - 1]);
    nj_json_end(o);
}

static void put_seats(struct nj_json_out *o, const struct simulation *sim)
{
    const struct totals *t = &sim->t;

    nj_json_obj(o, "outcomes");
    for (size_t i = 0; i < NJ_COUNT(t->outcomes); i++)
        if (t->outcomes[i].word != NULL)
            nj_json_put_i64(o, t->outcomes[i].word, t->outcomes[i].count);
    nj_json_end(o);
    nj_json_arr(o, "seats");
    for (uint8_t i = 0; i < sim->setup.seats; i++) {
        nj_json_obj(o, NULL);
        nj_json_put_i64(o, "seat", i + 1);
        nj_json_put_i64(o, "score_sum", t->seats[i].score);
        nj_json_put_i64(o, "first", t->seats[i].first);
        nj_json_end(o);
    }
    nj_json_end(o);
}

static void print_json(const struct simulation *sim)
{
    struct nj_str text = NJ_STR_INIT(65536);
    struct nj_json_out o = nj_json_onto(&text);
    const struct totals *t = &sim->t;

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "game", sim->setup.game->game->id);
    nj_json_put_text(&o, "edition", sim->setup.edition);
    nj_json_put_i64(&o, "matches", t->played + t->failed);
    nj_json_put_i64(&o, "failed", t->failed);
    if (t->played > 0) {
        put_spread(&o, "inputs", t->lengths, t->played);
        if (t->rounds[t->played - 1] > 0)
            put_spread(&o, "rounds", t->rounds, t->played);
    }
    put_seats(&o, sim);
    nj_json_put_i64(&o, "moves", (int64_t)t->orders);
    nj_json_put_i64(&o, "messages", (int64_t)t->messages);
    nj_json_put_i64(&o, "ms", t->took_ms);
    nj_json_put_i64(&o, "moves_per_second", per_second(t));
    nj_json_put_text(&o, "problems", t->problems.p);
    nj_json_end(&o);
    if (!text.over)
        (void)puts(text.p);
    nj_str_fini(&text);
}

/* --- match files --- */

static enum nj_status write_record(void *ctx, uint32_t match, const char *text,
                                   size_t n, struct nj_err *err)
{
    const struct simulation *sim = ctx;
    struct nj_str path = NJ_STR_INIT(4096);
    enum nj_status st = NJ_OK;
    FILE *f;

    nj_str_addf(&path, "%s/", sim->dir);
    for (const char *c = sim->setup.game->game->id; *c != '\0'; c++)
        nj_str_putc(&path, (char)(*c == '-' ? '_' : *c));
    nj_str_addf(&path, "-%u.jsonl", match + 1);
    f = path.over ? NULL : fopen(path.p, "wbe");
    if (f == NULL || fwrite(text, 1, n, f) != n)
        st = nj_fail(err, NJ_ERR_IO, "cannot write '%s'", path.p);
    if (f != NULL && fclose(f) != 0 && st == NJ_OK)
        st = nj_fail(err, NJ_ERR_IO, "cannot write '%s'", path.p);
    nj_str_fini(&path);
    return st;
}

/* --- arguments --- */

static enum nj_status take_number(const char *name, const char *text,
                                  int64_t hi, int64_t *out, struct nj_err *err)
{
    if (nj_cli_number(text, 1, hi, out))
        return NJ_OK;
    return nj_fail(err, NJ_ERR_RANGE, "'%s %s': expected 1 to %" PRId64, name,
                   text, hi);
}

enum flag {
    FLAG_MATCHES,
    FLAG_SEATS,
    FLAG_SET,
    FLAG_SEED,
    FLAG_JSON,
    FLAG_CHECK,
    FLAG_RECORD
};

static const struct nj_flag flag_table[] = {
    {"--matches", NULL, true}, {"--seats", NULL, true},
    {"--set", NULL, true},     {"--seed", NULL, true},
    {"--json", NULL, false},   {"--check", NULL, false},
    {"--record", NULL, true},  {0}};

static enum nj_status take_flag(struct simulation *sim, enum flag flag,
                                const char *value, struct nj_err *err)
{
    int64_t n = 0;
    enum nj_status st = NJ_OK;

    switch (flag) {
    case FLAG_MATCHES:
        return take_number("--matches", value, MATCHES_MAX, &sim->matches, err);
    case FLAG_SEATS:
        st = take_number("--seats", value, NJ_SEATS_MAX, &n, err);
        sim->setup.seats = (uint8_t)n;
        return st;
    case FLAG_SET:
        return nj_setup_set(sim->setup.game->game, value, &sim->setup.options,
                            &sim->setup.edition, err);
    case FLAG_SEED:
        sim->seed = value;
        return nj_setup_seed(value, &sim->setup.rng, &sim->setup.seed, err);
    case FLAG_JSON:
        sim->json = true;
        return NJ_OK;
    case FLAG_CHECK:
        sim->setup.check = true;
        return NJ_OK;
    case FLAG_RECORD:
        sim->dir = value;
        sim->setup.record = write_record;
        sim->setup.ctx = sim;
        return NJ_OK;
    }
    return st;
}

static void set_defaults(struct simulation *sim)
{
    const struct nj_game *g = sim->setup.game->game;

    sim->matches = 100;
    sim->setup.edition = g->editions[0];
    sim->setup.seats = g->seats_max < 4 ? g->seats_max : 4;
    if (sim->setup.seats < g->seats_min)
        sim->setup.seats = g->seats_min;
    sim->setup.rng = NJ_RNG_CHACHA20;
    nj_options_default(g, &sim->setup.options);
}

static enum nj_status take_flags(struct simulation *sim, int argc, char **argv,
                                 struct nj_err *err)
{
    struct nj_flags f = {.argc = argc, .argv = argv, .table = flag_table};
    enum nj_status st = NJ_OK;
    int i;

    while (st == NJ_OK && (i = nj_flags_next(&f)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_OPERAND)
            st = nj_fail(err, NJ_ERR_BAD_INPUT, "'%s': one game is enough",
                         f.value);
        else if (i == NJ_FLAG_BAD)
            st = nj_fail(err, NJ_ERR_BAD_INPUT, "nothing was simulated");
        else
            st = take_flag(sim, (enum flag)i, f.value, err);
    }
    if (st == NJ_OK && sim->dir != NULL && sim->seed != NULL &&
        sim->setup.rng == NJ_RNG_CHACHA20)
        st = nj_fail(err, NJ_ERR_BAD_INPUT,
                     "--record needs a secret behind the seed: leave --seed "
                     "out, or give at most 16 digits");
    sim->setup.secret = sim->seed == NULL;
    if (st == NJ_OK)
        st = nj_setup_check(sim->setup.game, sim->setup.edition,
                            &sim->setup.options, sim->setup.seats, err);
    return st;
}

/* --- all --- */

static enum nj_status play_all(struct simulation *sim, struct nj_err *err)
{
    struct totals *t = &sim->t;
    int64_t begin_ms = nj_monotonic_ms();

    for (uint32_t i = 0; i < (uint32_t)sim->matches; i++) {
        struct nj_sim_result r;
        enum nj_status st = nj_sim_play(&sim->setup, i, &r, err);

        if (st == NJ_OK) {
            add(sim, &r);
        } else if (st == NJ_ERR_MISMATCH) {
            if (t->failed++ < PROBLEMS)
                nj_str_addf(&t->problems, "%s\n", err->text);
        } else {
            return st;
        }
    }
    t->took_ms = nj_monotonic_ms() - begin_ms;
    qsort(t->lengths, t->played, sizeof(t->lengths[0]), by_size);
    qsort(t->rounds, t->played, sizeof(t->rounds[0]), by_size);
    return NJ_OK;
}

static int run(struct simulation *sim, struct nj_err *err)
{
    struct totals *t = &sim->t;
    enum nj_status st;

    t->lengths = nj_alloc((size_t)sim->matches * sizeof(t->lengths[0]));
    t->rounds = nj_alloc((size_t)sim->matches * sizeof(t->rounds[0]));
    t->problems = (struct nj_str)NJ_STR_INIT(PROBLEMS * sizeof(err->text));
    st = play_all(sim, err);
    if (st == NJ_OK && sim->json)
        print_json(sim);
    else if (st == NJ_OK)
        print_text(sim);
    nj_str_fini(&t->problems);
    free(t->lengths);
    free(t->rounds);
    if (st != NJ_OK)
        return nj_cli_failed(st, err);
    return t->failed == 0 ? NJ_EXIT_WELL : NJ_EXIT_NOT_SO;
}

int nj_cmd_simulate(int argc, char **argv)
{
    struct simulation *sim;
    struct nj_err err = {{0}};
    enum nj_status st;
    int status;

    if (argc < 2 || argv[1][0] == '-')
        return nj_cli_complain("usage: nightjar simulate GAME [OPTIONS]");
    sim = nj_alloc(sizeof(*sim));
    st = nj_env_load_games(&sim->env, &err);
    if (st == NJ_OK)
        st = nj_env_game(&sim->env, argv[1], &sim->setup.game, &err);
    if (st == NJ_OK) {
        set_defaults(sim);
        st = take_flags(sim, argc - 1, argv + 1, &err);
    }
    status = st == NJ_OK ? run(sim, &err) : nj_cli_failed(st, &err);
    nj_env_fini(&sim->env);
    free(sim);
    return status;
}
