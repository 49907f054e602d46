/*
 * Any bytes as a scenario file of 漫漫长夜, and of the toy game, in which people
 * give several orders at once, play several seats and tell long texts: refused
 * with a line that says so, or records that run, as far as what is given can
 * stand; a record written anew with what happened must be read again and pass.
 */
#include <string.h>

#include "base/bug.h"
#include "cli/env.h"
#include "cli/scenario_game.h"
#include "fuzz/fuzz.h"
#include "kit/nj_test.h"
#include "kit/toy_house.h"

#define RECORDS_MAX 3 /* of one file that are run */
#define REPORT_MAX  (4u << 20)

static struct nj_env env;

enum {
    LONG_NIGHT,
    TOY,
    WORLDS
};

static const struct nj_scenario_world *worlds(void)
{
    static const struct nj_loaded_game toy = {.game = &nj_toy_game};
    static struct nj_scenario_world w[WORLDS];
    struct nj_err err = {{0}};

    if (w[TOY].game == NULL) {
        nj_random_init();
        NJ_ASSERT(nj_env_load(&env, NULL, &err) == NJ_OK);
        NJ_ASSERT(nj_env_game(&env, "long-night", &w[LONG_NIGHT].game, &err) ==
                  NJ_OK);
        w[LONG_NIGHT].commands = env.commands;
        w[TOY] = (struct nj_scenario_world){.game = &toy,
                                            .commands = toy_house_commands()};
    }
    return w;
}

/* The record alone with its result, read as a file of its own. */
static void read_anew(const struct nj_scenario_file *f, const char *text,
                      const struct nj_scenario *s,
                      const struct nj_scenario_actual *actual)
{
    struct nj_str anew = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_str report = NJ_STR_INIT(REPORT_MAX);
    struct nj_scenario_file again;
    struct nj_err err = {{0}};

    nj_str_addf(&anew, "omit:");
    for (uint32_t i = 0; i < f->n_omit; i++)
        nj_str_addf(&anew, " %s", f->omit[i]);
    nj_str_addf(&anew, "\n\n");
    nj_scenario_rewrite(text, s, actual, &anew);
    NJ_ASSERT(nj_scenario_file_read("again", anew.p, anew.len, &again, &err) ==
              NJ_OK);
    NJ_ASSERT(again.n_records == 1);
    NJ_ASSERT(nj_scenario_compare(&again, &again.records[0], actual, &report));
    nj_scenario_file_fini(&again);
    nj_str_fini(&anew);
    nj_str_fini(&report);
}

static void try_record(const struct nj_scenario_file *f, const char *text,
                       const struct nj_scenario *s,
                       const struct nj_scenario_world *world)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_str report = NJ_STR_INIT(REPORT_MAX);
    struct nj_scenario_actual actual = {0};
    struct nj_err err = {{0}};

    if (nj_scenario_game_run(f, s, world, &arena, &actual, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
    } else {
        bool passed = nj_scenario_compare(f, s, &actual, &report);

        NJ_ASSERT(passed == (report.len == 0));
        read_anew(f, text, s, &actual);
    }
    nj_str_fini(&report);
    nj_arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct nj_scenario_file f;
    struct nj_err err = {{0}};

    if (nj_scenario_file_read("f", text, size, &f, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        return 0;
    }
    for (uint32_t i = 0; i < f.n_records; i++) {
        NJ_ASSERT(f.records[i].end <= size);
        for (int w = 0; i < RECORDS_MAX && w < WORLDS; w++)
            try_record(&f, text, &f.records[i], &worlds()[w]);
    }
    nj_scenario_file_fini(&f);
    return 0;
}
