/*
 * What every subcommand needs: texts of all languages, command tables, games
 * with their data. Everything comes from the files compiled in, or from the
 * namesakes in the configured data folder.
 *
 *     struct nj_env env;
 *     st = nj_env_load(&env, NULL, &err);
 *     ...
 *     nj_env_fini(&env);
 */
#ifndef NJ_CLI_ENV_H
#define NJ_CLI_ENV_H

#include "command/parse.h"
#include "config/options.h"
#include "locale/catalog.h"
#include "referee/referee.h"

#define NJ_ENV_GAMES_MAX 16
#define NJ_ENV_LANG      "zh-CN" /* where nobody has chosen one */

struct nj_env_files;

struct nj_env {
    const char *data_dir; /* lent by the caller; NULL for none */
    struct nj_catalog *catalog;
    struct nj_commands *commands;
    struct nj_loaded_game games[NJ_ENV_GAMES_MAX];
    void *data[NJ_ENV_GAMES_MAX];                 /* of the games; owned */
    struct nj_env_files *files[NJ_ENV_GAMES_MAX]; /* that they were read from */
    uint32_t n_games;
    const char *game_ids[NJ_ENV_GAMES_MAX + 2]; /* whose words there are,
                                                 * the owners' among them; ends
                                                 * with NULL */
};

/*
 * Loads all of it. Errors name the file, the place in it and the reason; on
 * failure nothing is left to be finished. `data_dir` must outlive env; NULL
 * and "" mean none.
 */
NJ_MUST_USE enum nj_status nj_env_load(struct nj_env *env, const char *data_dir,
                                       struct nj_err *err);
void nj_env_fini(struct nj_env *env);

/* The parts, for tools that need no more and for `check`. Each may be called
 * once on a zeroed env; nj_env_fini() frees what was loaded. */
NJ_MUST_USE enum nj_status nj_env_load_games(struct nj_env *env,
                                             struct nj_err *err);
NJ_MUST_USE enum nj_status nj_env_load_catalog(struct nj_env *env,
                                               struct nj_err *err);
/* The words of all games, loaded or not. */
NJ_MUST_USE enum nj_status nj_env_load_commands(struct nj_env *env,
                                                struct nj_err *err);

/* The game with that id, or an error that names the ones there are. */
NJ_MUST_USE enum nj_status nj_env_game(const struct nj_env *env, const char *id,
                                       const struct nj_loaded_game **out,
                                       struct nj_err *err);

/*
 * The configuration: of the file `path`, or NULL for the defaults. All that is
 * wrong is printed on stderr; err holds the first line. `house`: what of it
 * concerns that one (config/house.h); NULL: all.
 */
NJ_MUST_USE enum nj_status nj_env_config(const char *path, const char *house,
                                         struct nj_config *out,
                                         struct nj_err *err);

/*
 * A referee that plays with these by the defaults of the options, its draws
 * known: for scenarios, benchmarks and tests. Store, clock, gateways and pace
 * are the caller's to set.
 */
struct nj_referee_setup nj_env_trial(const struct nj_env *env);

#endif
