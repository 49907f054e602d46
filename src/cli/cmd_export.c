/*
 * nightjar export: the match file of a stored match.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/database.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "referee/play/archive.h"

static enum nj_status print_piece(void *ctx, const char *text, size_t n,
                                  struct nj_err *err)
{
    if (fwrite(text, 1, n, ctx) != n)
        return nj_fail(err, NJ_ERR_IO, "cannot write the output");
    return NJ_OK;
}

/* By number, else the latest with that code. */
static enum nj_status find_match(struct nj_store *s, const char *name,
                                 struct nj_match_row *row, struct nj_err *err)
{
    bool found = false;
    int64_t id;

    if (nj_cli_number(name, 1, INT64_MAX, &id))
        found = nj_match_load(s, id, row);
    if (!found && !nj_match_by_code(s, name, row) && nj_store_good(s))
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no match '%s'", name);
    return nj_store_status(s, err);
}

static enum nj_status export_match(struct nj_store *s, const struct nj_env *env,
                                   const char *name, struct nj_err *err)
{
    struct nj_match_row *row = nj_alloc(sizeof(*row));
    const struct nj_loaded_game *game = NULL;
    enum nj_status st = find_match(s, name, row, err);

    if (st == NJ_OK)
        st = nj_env_game(env, row->game, &game, err);
    if (st == NJ_OK)
        st = nj_match_file_write(s, row, game, print_piece, stdout, err);
    nj_wipe(row, sizeof(*row)); /* it may hold the secret of a running match */
    free(row);
    return st;
}

static int run(const char *path, const char *name)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};
    struct nj_store *store = NULL;
    enum nj_status st;

    /* Opening would make an empty database where there is none. */
    if (!nj_database_is_url(path) && access(path, R_OK) != 0)
        return nj_cli_complain("cannot read the database '%s'", path);
    st = nj_env_load_games(&env, &err);
    if (st == NJ_OK)
        st = nj_store_open_to_read(&store, path, &err);
    if (st == NJ_ERR_BUSY) /* a program serves it: read beside it */
        st = nj_store_open_beside(&store, path, &err);
    /* What it has of the match is as true as it was. */
    if (st == NJ_OK && nj_store_older(store) != NULL)
        (void)nj_cli_complain("%s", nj_store_older(store));
    if (st == NJ_OK)
        st = export_match(store, &env, name, &err);
    nj_store_close(store);
    nj_env_fini(&env);
    return st == NJ_OK ? NJ_EXIT_WELL : nj_cli_failed(st, &err);
}

int nj_cmd_export(int argc, char **argv)
{
    static const struct nj_flag table[] = {
        {"--config", "-c", true}, {"--house", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    struct nj_config *config;
    const char *path = NULL, *house = "", *name = NULL;
    struct nj_err err = {{0}};
    int status, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD || (i == NJ_FLAG_OPERAND && name != NULL))
            return NJ_EXIT_USAGE;
        if (i == NJ_FLAG_OPERAND)
            name = flags.value;
        else
            *(i == 0 ? &path : &house) = flags.value;
    }
    if (name == NULL)
        return nj_cli_complain(
            "usage: nightjar export [-c FILE] [--house NAME] MATCH");
    config = nj_alloc(sizeof(*config));
    if (nj_env_config(path, house, config, &err) == NJ_OK)
        status = run(config->database, name);
    else
        status = nj_cli_complain("%s", err.text);
    free(config);
    return status;
}
