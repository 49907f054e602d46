/*
 * nightjar simulate: many matches of computer players, and what they show.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bug.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/setup.h"
#include "cli/simulate.h"
#include "cli/sums.h"

#define MATCHES_MAX 1000000
#define PROBLEMS    10 /* shown at most */

struct simulation {
    struct nj_env env;
    struct nj_sim_setup setup;
    int64_t matches;
    const char *dir; /* of match files; NULL: none */
    const char *seed;
    bool json;
    struct nj_sim_totals t;
};

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
    struct nj_sim_totals *t = &sim->t;
    int64_t begin_ms = nj_monotonic_ms();

    if (sim->dir != NULL)
        (void)mkdir(sim->dir, 0777); /* writing into it says what is wrong */
    for (uint32_t i = 0; i < (uint32_t)sim->matches; i++) {
        struct nj_sim_result r;
        enum nj_status st = nj_sim_play(&sim->setup, i, &r, err);

        if (st == NJ_OK) {
            nj_sim_add(t, &r);
        } else if (st == NJ_ERR_MISMATCH) {
            if (t->failed++ < PROBLEMS)
                nj_str_addf(&t->problems, "%s\n", err->text);
        } else {
            return st;
        }
    }
    t->took_ms = nj_monotonic_ms() - begin_ms;
    nj_sim_sort(t);
    return NJ_OK;
}

static int run(struct simulation *sim, struct nj_err *err)
{
    struct nj_sim_totals *t = &sim->t;
    enum nj_status st;

    t->setup = &sim->setup;
    t->lengths = nj_alloc((size_t)sim->matches * sizeof(t->lengths[0]));
    t->rounds = nj_alloc((size_t)sim->matches * sizeof(t->rounds[0]));
    t->problems = (struct nj_str)NJ_STR_INIT(PROBLEMS * sizeof(err->text));
    st = play_all(sim, err);
    if (st == NJ_OK && sim->json)
        nj_sim_print_json(t);
    else if (st == NJ_OK)
        nj_sim_print(t);
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
