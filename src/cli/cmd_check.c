/*
 * nightjar check: everything that can be wrong before a match is played. It
 * looks at all of it, says of each part whether it is well, and touches
 * nothing.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libgen.h>

#include "base/arena.h"
#include "base/random.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/scenario_file.h"
#include "config/embed.h"
#include "config/secret.h"
#include "referee/play/archive.h"

struct check {
    struct nj_env env;
    struct nj_config config;
    uint32_t wrong;
    uint32_t scenarios;
};

/* One line per part; the text of a failure is the line of its error. */
static void report(struct check *c, const char *what, enum nj_status st,
                   const struct nj_err *err)
{
    if (st == NJ_OK) {
        (void)printf("ok     %s\n", what);
        return;
    }
    c->wrong++;
    (void)printf("wrong  %s: %s\n", what, err->text);
}

static bool check_config(struct check *c, const char *path)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_config(path, &c->config, &err);

    report(c, path == NULL ? "configuration (defaults)" : "configuration", st,
           &err);
    c->env.data_dir = c->config.data;
    return st == NJ_OK;
}

static void check_texts(struct check *c)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_load_catalog(&c->env, &err);

    if (st == NJ_OK)
        st = nj_catalog_check(c->env.catalog, &err);
    for (uint32_t i = 0; st == NJ_OK && i < c->env.n_games; i++)
        st = nj_catalog_check_game(c->env.catalog, c->env.games[i].game, &err);
    report(c, "texts", st, &err);
    st = nj_env_load_commands(&c->env, &err);
    if (st == NJ_OK)
        st = nj_commands_check(c->env.commands, &err);
    report(c, "commands", st, &err);
}

static enum nj_status read_scenarios(void *ctx, const char *name,
                                     struct nj_err *err)
{
    struct check *c = ctx;
    struct nj_blob blob = {0};
    struct nj_scenario_file f;
    enum nj_status st = nj_embed_read(c->env.data_dir, name, &blob, err);

    if (st != NJ_OK)
        return st;
    st = nj_scenario_file_read(name, blob.text, blob.len, &f, err);
    if (st == NJ_OK) {
        c->scenarios += f.n_records;
        nj_scenario_file_fini(&f);
    }
    nj_blob_fini(&blob);
    return st;
}

static void check_data(struct check *c)
{
    struct nj_err err = {{0}};

    report(c, "games and their data", nj_env_load_games(&c->env, &err), &err);
    report(c, "scenarios",
           nj_embed_each("tests/scenarios/", ".txt", read_scenarios, c, &err),
           &err);
}

static void check_store(struct check *c)
{
    struct nj_err err = {{0}};
    struct nj_store *s = NULL;
    enum nj_status st;

    if (access(c->config.database, F_OK) != 0) {
        (void)printf("none   database '%s': the first start makes it\n",
                     c->config.database);
        return;
    }
    st = nj_store_open_to_read(&s, c->config.database, &err);
    if (st == NJ_ERR_BUSY) {
        (void)printf("in use database '%s': not looked at\n",
                     c->config.database);
        return;
    }
    if (st == NJ_OK)
        st = nj_store_check(s, &err);
    if (st == NJ_OK)
        st = nj_rating_check(s, &err);
    if (st == NJ_OK && nj_store_older(s) != NULL)
        st = nj_fail(&err, NJ_ERR_MISMATCH, "%s", nj_store_older(s));
    report(c, "database", st, &err);
    nj_store_close(s);
}

/* The token that we have made for who connects, or will make. */
static void check_made(struct check *c, const struct nj_config_gateway *g,
                       char token[NJ_TOKEN_MAX])
{
    char path[NJ_SECRET_PATH_MAX], line[400];
    struct nj_err err = {{0}};
    bool fresh = false;

    nj_secret_path(g, c->config.database, path);
    if (access(path, F_OK) != 0) {
        (void)printf("none   token of gateway '%s': the first start makes "
                     "it and keeps it in '%s'\n",
                     g->name, path);
        return;
    }
    (void)snprintf(line, sizeof(line), "token of gateway '%s' in '%s'", g->name,
                   path);
    report(c, line, nj_secret_make(g, path, token, NJ_TOKEN_MAX, &fresh, &err),
           &err);
}

/* The one that the configuration names the place of: without it nothing
 * starts. */
static void check_given(struct check *c, const struct nj_config_gateway *g,
                        char token[NJ_TOKEN_MAX])
{
    char line[80];
    struct nj_err err = {{0}};

    (void)snprintf(line, sizeof(line), "token of gateway '%s'", g->name);
    report(c, line, nj_secret_token(g, token, NJ_TOKEN_MAX, &err), &err);
}

static void check_tokens(struct check *c)
{
    for (size_t i = 0; i < c->config.gateway_count; i++) {
        const struct nj_config_gateway *g = &c->config.gateways[i];
        char token[NJ_TOKEN_MAX] = "";

        if (nj_secret_is_made(g))
            check_made(c, g, token);
        else if (g->token_env[0] != '\0' || g->token_file[0] != '\0')
            check_given(c, g, token);
        else if (g->listen[0] != '\0')
            (void)printf("ok     gateway '%s' asks for no token: whoever is on "
                         "this machine may connect\n",
                         g->name);
        nj_wipe(token, sizeof(token));
    }
}

/* Of who asks for figures from elsewhere. */
static void check_metrics(struct check *c)
{
    char token[NJ_TOKEN_MAX] = "";
    struct nj_err err = {{0}};

    if (c->config.metrics_listen[0] == '\0')
        return;
    report(c, "token of /metrics",
           nj_secret_metrics(&c->config, token, sizeof(token), &err), &err);
    nj_wipe(token, sizeof(token));
}

/* Where the database is, or will be. */
static void check_folder(struct check *c)
{
    char path[NJ_PATH_MAX];
    const char *folder;

    memcpy(path, c->config.database, sizeof(path));
    folder = dirname(path);
    if (access(folder, W_OK | X_OK) == 0)
        return;
    c->wrong++;
    (void)printf("wrong  folder '%s' of the database: cannot be written to: "
                 "%s\n",
                 folder, strerror(errno));
}

int nj_cmd_check(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--config", "-c", true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *path = NULL;
    struct check *c;
    int status, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_OPERAND)
            return nj_cli_complain("usage: nightjar check [-c FILE]");
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        path = flags.value;
    }
    if (path != NULL && access(path, R_OK) != 0)
        return nj_cli_complain("cannot open '%s'", path);
    c = nj_alloc(sizeof(*c));
    if (check_config(c, path)) {
        check_data(c);
        check_texts(c);
        check_store(c);
        check_folder(c);
        check_tokens(c);
        check_metrics(c);
    }
    status = c->wrong == 0 ? NJ_EXIT_WELL : NJ_EXIT_NOT_SO;
    nj_env_fini(&c->env);
    free(c);
    return status;
}
