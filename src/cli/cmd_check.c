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
#include "base/bug.h"
#include "base/database.h"
#include "base/random.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/said.h"
#include "cli/scenario_file.h"
#include "cli/tongue.h"
#include "config/embed.h"
#include "config/house.h"
#include "config/secret.h"
#include "locale/template.h"
#include "referee/play/archive.h"

#define LINE_BYTES 2048
#define KEY_BYTES  40

struct check {
    struct nj_env env;
    struct nj_env own; /* its texts, as the program has them */
    struct nj_config config;
    uint32_t wrong;
    uint32_t scenarios;
};

/* "ok     texts", in the language of who asks; `why`: an error, or NULL. */
static void put(const struct check *c, const char *mark, const char *part,
                const char *where, const char *what, const char *why)
{
    const struct nj_fill fills[] = {{"where", where}, {"what", what}};
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);
    char key[KEY_BYTES];

    (void)snprintf(key, sizeof(key), "check.%s", mark);
    nj_str_addf(&line, "%-6s ",
                nj_catalog_get(c->own.catalog, nj_tongue(), key));
    (void)snprintf(key, sizeof(key), "check.%s", part);
    (void)nj_template_fill(nj_catalog_get(c->own.catalog, nj_tongue(), key),
                           fills, NJ_COUNT(fills), &line);
    if (why != NULL) {
        nj_str_puts(&line, ": ");
        nj_said(why, &line);
    }
    nj_str_putc(&line, '\n');
    nj_cli_put(line.p);
    nj_str_fini(&line);
}

/* One line per part; the text of a failure is the line of its error. */
static void report_of(struct check *c, const char *part, const char *where,
                      const char *what, enum nj_status st,
                      const struct nj_err *err)
{
    c->wrong += st != NJ_OK;
    put(c, st == NJ_OK ? "ok" : "wrong", part, where, what,
        st == NJ_OK ? NULL : err->text);
}

static void report(struct check *c, const char *part, enum nj_status st,
                   const struct nj_err *err)
{
    report_of(c, part, "", "", st, err);
}

static bool check_config(struct check *c, const char *path)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_config(path, NULL, &c->config, &err);

    report(c, path == NULL ? "defaults" : "config", st, &err);
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

    report(c, "data", nj_env_load_games(&c->env, &err), &err);
    report(c, "scenarios",
           nj_embed_each("tests/scenarios/", ".txt", read_scenarios, c, &err),
           &err);
}

static void check_store(struct check *c, const char *path)
{
    struct nj_err err = {{0}};
    struct nj_store *s = NULL;
    enum nj_status st;

    if (!nj_database_is_url(path) && access(path, F_OK) != 0) {
        put(c, "none", "database_none", path, "", NULL);
        return;
    }
    st = nj_store_open_to_read(&s, path, &err);
    if (st == NJ_ERR_BUSY) {
        put(c, "busy", "database_busy", path, "", NULL);
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

/* That of each house. */
static void check_stores(struct check *c)
{
    const char *names[NJ_GATEWAYS_ALL];
    uint32_t n = nj_config_houses(&c->config, names);
    struct nj_config *one = nj_alloc(sizeof(*one));
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < n; i++) {
        *one = c->config;
        if (nj_config_take_house(one, names[i], &err) == NJ_OK)
            check_store(c, one->database);
    }
    free(one);
}

/* The token that we have made for who connects, or will make. */
static void check_made(struct check *c, const struct nj_config_gateway *g,
                       char token[NJ_TOKEN_MAX])
{
    char path[NJ_SECRET_PATH_MAX];
    struct nj_err err = {{0}};
    bool fresh = false;

    nj_secret_path(g, c->config.database, path);
    if (access(path, F_OK) != 0) {
        put(c, "none", "unmade", g->name, path, NULL);
        return;
    }
    report_of(c, "made", g->name, path,
              nj_secret_make(g, path, token, NJ_TOKEN_MAX, &fresh, &err), &err);
}

/* The one that the configuration names the place of: without it nothing
 * starts. */
static void check_given(struct check *c, const struct nj_config_gateway *g,
                        char token[NJ_TOKEN_MAX])
{
    struct nj_err err = {{0}};

    report_of(c, "token", g->name, "",
              nj_secret_token(g, token, NJ_TOKEN_MAX, &err), &err);
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
            put(c, "ok", "open", g->name, "", NULL);
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
    report(c, "metrics",
           nj_secret_metrics(&c->config, token, sizeof(token), &err), &err);
    nj_wipe(token, sizeof(token));
}

/* Where the database is, or will be. */
static void check_folder(struct check *c)
{
    char path[NJ_PATH_MAX];
    const char *folder;

    if (nj_database_is_url(c->config.database))
        return;
    memcpy(path, c->config.database, sizeof(path));
    folder = dirname(path);
    if (access(folder, W_OK | X_OK) == 0)
        return;
    c->wrong++;
    put(c, "wrong", "folder", folder, "", strerror(errno));
}

int nj_cmd_check(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--config", "-c", true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *path = NULL;
    struct nj_err err = {{0}};
    enum nj_status st;
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
    st = nj_env_load_catalog(&c->own, &err);
    NJ_ASSERT(st == NJ_OK); /* compiled in */
    if (check_config(c, path)) {
        check_data(c);
        check_texts(c);
        check_stores(c);
        check_folder(c);
        check_tokens(c);
        check_metrics(c);
    }
    status = c->wrong == 0 ? NJ_EXIT_WELL : NJ_EXIT_NOT_SO;
    nj_env_fini(&c->env);
    nj_env_fini(&c->own);
    free(c);
    return status;
}
