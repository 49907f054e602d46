/*
 * Match files on disk.
 */
#include "cli/record.h"

#include "base/bug.h"
#include "cli/cli.h"
#include "config/embed.h"
#include "games/registry.h"
#include "match/export.h"

static void say_other(const char *path, const char *why)
{
    (void)nj_cli_complain("'%s' is not of this program or data: %s", path, why);
}

static void say_untrue(const char *path, const char *why)
{
    (void)nj_cli_complain("'%s' is untrue: %s", path, why);
}

/* Of another format or game nothing can be said; whatever else is wrong with
 * a file is its own fault. */
static int judge_read(const char *path, enum nj_status st,
                      const struct nj_err *err)
{
    NJ_ASSERT(st != NJ_OK);
    if (st == NJ_ERR_NOT_FOUND)
        say_other(path, err->text);
    else
        say_untrue(path, err->text);
    return nj_record_file_status(st == NJ_ERR_NOT_FOUND ? NJ_VERDICT_OTHER
                                                        : NJ_VERDICT_UNTRUE);
}

static bool read_file(struct nj_record_file *f, int *status)
{
    struct nj_blob blob = {0};
    enum nj_status st = nj_blob_load(f->path, &blob, &f->why);

    if (st != NJ_OK) {
        *status = nj_cli_complain("%s", f->why.text);
        return false;
    }
    st = nj_record_read(blob.text, blob.len, nj_game_find, &f->record, &f->why);
    nj_blob_fini(&blob);
    if (st != NJ_OK)
        *status = judge_read(f->path, st, &f->why);
    return st == NJ_OK;
}

bool nj_record_file_open(struct nj_record_file *f, const char *path,
                         int *status)
{
    struct nj_err err = {{0}};
    enum nj_status st;

    f->env = (struct nj_env){0};
    f->path = path;
    st = nj_env_load_games(&f->env, &err);
    if (st != NJ_OK) {
        *status = nj_cli_complain("%s", err.text);
    } else if (read_file(f, status)) {
        st = nj_env_game(&f->env, f->record.head.game, &f->game, &err);
        NJ_ASSERT(st == NJ_OK); /* or it could not have been read */
        return true;
    }
    nj_env_fini(&f->env);
    return false;
}

void nj_record_file_close(struct nj_record_file *f)
{
    nj_record_fini(&f->record);
    nj_env_fini(&f->env);
}

void nj_record_file_untrue(const struct nj_record_file *f, const char *why)
{
    say_untrue(f->path, why);
}

int nj_record_file_status(enum nj_verdict verdict)
{
    switch (verdict) {
    case NJ_VERDICT_TRUE:
        return NJ_EXIT_WELL;
    case NJ_VERDICT_UNFINISHED:
    case NJ_VERDICT_UNTRUE:
        return NJ_EXIT_NOT_SO;
    case NJ_VERDICT_OTHER:
        break;
    }
    return NJ_EXIT_USAGE;
}

enum nj_verdict nj_record_file_verify(const struct nj_record_file *f,
                                      nj_record_each *each, void *ctx,
                                      struct nj_err *err)
{
    const struct nj_record_rules rules = {.game = f->game->game,
                                          .files = f->game->files,
                                          .n_files = f->game->n_files};
    enum nj_verdict v = nj_record_verify(&f->record, &rules, each, ctx, err);

    if (v == NJ_VERDICT_OTHER)
        say_other(f->path, err->text);
    if (v == NJ_VERDICT_UNTRUE)
        say_untrue(f->path, err->text);
    return v;
}
