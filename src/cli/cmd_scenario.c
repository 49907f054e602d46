/*
 * nightjar scenario: runs the records of scenario files. Without a file it
 * runs those that are compiled in. With --rewrite the files get what really
 * happened, and the difference is for a person to review.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/scenario_game.h"
#include "cli/scenario_shell.h"
#include "config/embed.h"

#define FOLDER "tests/scenarios/"

struct tally {
    struct nj_env env;
    bool rewrite;
    uint32_t passed, failed;
};

/* The game whose folder the file is in ("long_night"), or NULL. */
static const struct nj_loaded_game *game_of(const struct nj_env *env,
                                            const char *path)
{
    const char *slash = strrchr(path, '/');

    for (uint32_t i = 0; slash != NULL && i < env->n_games; i++) {
        const char *id = env->games[i].game->id;
        size_t n = strlen(id);
        bool same =
            (size_t)(slash - path) >= n &&
            ((size_t)(slash - path) == n || slash[-(ptrdiff_t)n - 1] == '/');

        for (size_t k = 0; same && k < n; k++)
            same = slash[(ptrdiff_t)k - (ptrdiff_t)n] ==
                   (id[k] == '-' ? '_' : id[k]);
        if (same)
            return &env->games[i];
    }
    return NULL;
}

/* The records of the shell are in a folder of their own. */
static bool is_shell(const char *path)
{
    const char *slash = strrchr(path, '/');
    static const char folder[] = "shell";
    size_t n = sizeof(folder) - 1;

    return slash != NULL && (size_t)(slash - path) >= n &&
           memcmp(slash - n, folder, n) == 0 &&
           ((size_t)(slash - path) == n || slash[-(ptrdiff_t)n - 1] == '/');
}

/* `game` NULL: a record of the shell. */
static bool run_record(struct tally *t, const struct nj_scenario_file *f,
                       const struct nj_scenario *s,
                       const struct nj_loaded_game *game,
                       struct nj_arena *arena,
                       struct nj_scenario_actual *actual)
{
    const struct nj_scenario_world world = {.game = game,
                                            .commands = t->env.commands};
    struct nj_str report = NJ_STR_INIT(4u << 20);
    struct nj_err err = {{0}};
    enum nj_status st =
        game == NULL ? nj_scenario_shell_run(f, s, &t->env, arena, actual, &err)
                     : nj_scenario_game_run(f, s, &world, arena, actual, &err);
    bool passed = st == NJ_OK && nj_scenario_compare(f, s, actual, &report);

    if (st != NJ_OK)
        (void)printf("%s\n", err.text);
    else if (!t->rewrite)
        (void)fputs(report.p, stdout);
    t->passed += passed;
    t->failed += !passed;
    nj_str_fini(&report);
    return st == NJ_OK;
}

static enum nj_status save(const char *path, const struct nj_str *text,
                           struct nj_err *err)
{
    FILE *f = fopen(path, "wbe");
    size_t n = f == NULL ? 0 : fwrite(text->p, 1, text->len, f);
    int closed = f == NULL ? -1 : fclose(f);

    if (n != text->len || closed != 0 || text->over)
        return nj_fail(err, NJ_ERR_IO, "cannot write '%s'", path);
    return NJ_OK;
}

static enum nj_status run_records(struct tally *t,
                                  const struct nj_scenario_file *f,
                                  const struct nj_blob *blob,
                                  const struct nj_loaded_game *game,
                                  struct nj_err *err)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_str anew = NJ_STR_INIT(NJ_FILE_MAX);
    enum nj_status st = NJ_OK;
    size_t at = 0;

    for (uint32_t i = 0; i < f->n_records; i++) {
        const struct nj_scenario *s = &f->records[i];
        struct nj_scenario_actual actual = {0};
        bool ran = run_record(t, f, s, game, &arena, &actual);

        if (ran) {
            nj_str_add(&anew, blob->text + at, s->begin - at);
            nj_scenario_rewrite(blob->text, s, &actual, &anew);
            at = s->end;
        }
        nj_arena_reset(&arena);
    }
    nj_str_add(&anew, blob->text + at, blob->len - at);
    if (t->rewrite &&
        (anew.len != blob->len || memcmp(anew.p, blob->text, blob->len) != 0)) {
        st = save(f->name, &anew, err);
        (void)printf("%s: rewritten\n", f->name);
    }
    nj_arena_fini(&arena);
    nj_str_fini(&anew);
    return st;
}

static enum nj_status run_blob(struct tally *t, const char *name,
                               const struct nj_blob *blob, struct nj_err *err)
{
    const struct nj_loaded_game *game = game_of(&t->env, name);
    struct nj_scenario_file f;
    enum nj_status st;

    if (game == NULL && !is_shell(name))
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "'%s' is in the folder of no game", name);
    st = nj_scenario_file_read(name, blob->text, blob->len, &f, err);
    if (st != NJ_OK)
        return st;
    st = run_records(t, &f, blob, game, err);
    nj_scenario_file_fini(&f);
    return st;
}

static enum nj_status run_file(struct tally *t, const char *path,
                               struct nj_err *err)
{
    struct nj_blob blob = {0};
    enum nj_status st = nj_blob_load(path, &blob, err);

    if (st == NJ_OK)
        st = run_blob(t, path, &blob, err);
    nj_blob_fini(&blob);
    return st;
}

/* One of the files of the program. */
static enum nj_status run_embedded(void *ctx, const char *name,
                                   struct nj_err *err)
{
    struct tally *t = ctx;
    struct nj_blob blob = {0};
    enum nj_status st;

    st = nj_embed_read(t->env.data_dir, name, &blob, err);
    if (st == NJ_OK)
        st = run_blob(t, name, &blob, err);
    nj_blob_fini(&blob);
    return st;
}

static enum nj_status run_all(struct tally *t, struct nj_flags *f, bool *usage,
                              struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    uint32_t files = 0;
    int i;

    while (st == NJ_OK && (i = nj_flags_next(f)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_OPERAND) {
            st = run_file(t, f->value, err);
            files++;
        } else if (i >= 0) {
            t->rewrite = true;
        } else {
            *usage = true;
            return NJ_OK;
        }
    }
    if (st == NJ_OK && files == 0)
        st = nj_embed_each(FOLDER, ".txt", run_embedded, t, err);
    return st;
}

int nj_cmd_scenario(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--rewrite", NULL, false}, {0}};
    struct nj_flags f = {.argc = argc, .argv = argv, .table = table};
    struct tally *t = nj_alloc(sizeof(*t));
    struct nj_err err = {{0}};
    bool usage = false;
    enum nj_status st = nj_env_load(&t->env, NULL, &err);
    int status = NJ_EXIT_USAGE;

    if (st == NJ_OK)
        st = run_all(t, &f, &usage, &err);
    if (st != NJ_OK) {
        status = nj_cli_failed(st, &err);
    } else if (!usage) {
        (void)printf("%u passed, %u failed\n", t->passed, t->failed);
        status = t->failed == 0 ? NJ_EXIT_WELL : NJ_EXIT_NOT_SO;
    }
    nj_env_fini(&t->env);
    free(t);
    return status;
}
