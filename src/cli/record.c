/*
 * Match files on disk.
 */
#include "cli/record.h"

#include "cli/cli.h"
#include "config/embed.h"
#include "games/registry.h"
#include "match/export.h"

/* An altered file is "not so", a missing one or an unknown game is not the
 * file's fault. */
static int status_of_read(enum nj_status st)
{
    return st == NJ_ERR_NOT_FOUND ? NJ_EXIT_USAGE : NJ_EXIT_NOT_SO;
}

bool nj_record_file_open(struct nj_record_file *f, const char *path,
                         int *status)
{
    struct nj_err err = {{0}};
    struct nj_blob blob = {0};
    enum nj_status st;

    f->env = (struct nj_env){0};
    *status = NJ_EXIT_USAGE;
    st = nj_env_load_games(&f->env, &err);
    if (st == NJ_OK)
        st = nj_blob_load(path, &blob, &err);
    if (st == NJ_OK) {
        st =
            nj_record_read(blob.text, blob.len, nj_game_find, &f->record, &err);
        *status = status_of_read(st);
        if (st != NJ_OK)
            st = nj_fail_in(&err, st, "'%s'", path);
        nj_blob_fini(&blob);
    }
    if (st == NJ_OK) {
        st = nj_env_game(&f->env, f->record.head.game, &f->game, &err);
        if (st != NJ_OK)
            nj_record_fini(&f->record);
    }
    if (st == NJ_OK)
        return true;
    nj_env_fini(&f->env);
    (void)nj_cli_complain("%s", err.text);
    return false;
}

void nj_record_file_close(struct nj_record_file *f)
{
    nj_record_fini(&f->record);
    nj_env_fini(&f->env);
}

int nj_record_file_verify(const struct nj_record_file *f, nj_record_each *each,
                          void *ctx)
{
    struct nj_err err = {{0}};
    const struct nj_record_rules rules = {.game = f->game->game,
                                          .data = f->game->data,
                                          .data_hash = &f->game->data_hash};
    enum nj_status st = nj_record_verify(&f->record, &rules, each, ctx, &err);

    if (st == NJ_OK)
        return NJ_EXIT_WELL;
    (void)nj_cli_complain("%s", err.text);
    return NJ_EXIT_NOT_SO;
}
