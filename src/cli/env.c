/*
 * Loads texts, tables and games, and says where a file is wrong.
 */
#include "cli/env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "cli/said.h"
#include "config/embed.h"
#include "config/folder.h"
#include "config/house.h"
#include "config/read.h"
#include "games/registry.h"

/* --- games --- */

#define FILES_MAX (2 + NJ_FOLDER_FILES_MAX) /* the first, a built-in one */

/* The files of one game, as they were when they were read. */
struct nj_env_files {
    struct nj_data_file file[FILES_MAX];
    char *name[FILES_MAX];
    struct nj_blob blob[FILES_MAX];
    uint32_t n;
};

static void free_files(struct nj_env_files *files)
{
    for (uint32_t i = 0; files != NULL && i < files->n; i++) {
        free(files->name[i]);
        nj_blob_fini(&files->blob[i]);
    }
    free(files);
}

static bool is_own(const char *name, const struct nj_blob *blob)
{
    struct nj_blob own = {0};
    struct nj_err err = {{0}};
    bool same = nj_embed_read(NULL, name, &own, &err) == NJ_OK &&
                own.len == blob->len &&
                memcmp(own.text, blob->text, own.len) == 0;

    nj_blob_fini(&own);
    return same;
}

/* Reads one more file and keeps it: it may have to go with a match. */
static enum nj_status keep_file(const struct nj_env *env, const char *name,
                                struct nj_env_files *files, struct nj_err *err)
{
    uint32_t i = files->n;
    struct nj_blob *blob = &files->blob[i];
    enum nj_status st = nj_embed_read(env->data_dir, name, blob, err);

    NJ_ASSERT(i < NJ_COUNT(files->file));
    if (st != NJ_OK)
        return st;
    files->n++;
    files->name[i] = nj_strndup(name, strlen(name));
    if (blob->len > NJ_DATA_FILE_MAX)
        return nj_fail(err, NJ_ERR_LIMIT, "%s: more than %u bytes", name,
                       NJ_DATA_FILE_MAX);
    if (strlen(blob->text) != blob->len)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "%s: a NUL byte in the text",
                       name);
    files->file[i] = (struct nj_data_file){.name = files->name[i],
                                           .text = blob->text,
                                           .len = blob->len,
                                           .own = is_own(name, blob)};
    nj_hash_bytes(blob->text, blob->len, &files->file[i].hash);
    return NJ_OK;
}

struct adding {
    const struct nj_env *env;
    const struct nj_game *game;
    struct nj_env_files *files;
    void *data;
};

static enum nj_status add_one(void *ctx, const char *name, struct nj_err *err)
{
    const struct adding *a = ctx;
    struct nj_str path = NJ_STR_INIT(400);
    const struct nj_data_file *f = &a->files->file[a->files->n];
    enum nj_status st;

    nj_data_name(a->game, name, &path);
    st = keep_file(a->env, path.p, a->files, err);
    if (st == NJ_OK) {
        st = nj_data_add(a->game, a->data, name, f->text, f->len, err);
        if (st != NJ_OK)
            st = nj_fail_in(err, st, "%s", path.p);
    }
    nj_str_fini(&path);
    return st;
}

static bool kept(const struct nj_env_files *files, const char *name)
{
    for (uint32_t i = 0; i < files->n; i++)
        if (strcmp(files->name[i], name) == 0)
            return true;
    return false;
}

/* A file that is compiled in, or an owner's of that name. */
static enum nj_status add_built_in(void *ctx, const char *path,
                                   struct nj_err *err)
{
    const struct adding *a = ctx;
    size_t head = strlen(a->game->data_more);
    size_t tail = strlen(strrchr(a->game->data_name, '.'));
    char *name = nj_strndup(path + head, strlen(path) - head - tail);
    enum nj_status st = add_one(ctx, name, err);

    free(name);
    return st;
}

static enum nj_status add_own(void *ctx, const char *name, struct nj_err *err)
{
    const struct adding *a = ctx;
    struct nj_str path = NJ_STR_INIT(400);
    bool there;

    nj_data_name(a->game, name, &path);
    there = kept(a->files, path.p);
    nj_str_fini(&path);
    return there ? NJ_OK : add_one(ctx, name, err);
}

/* The further data files of a game: those of the program, then the owner's. */
static enum nj_status add_data(const struct nj_env *env,
                               const struct nj_game *game,
                               struct nj_env_files *files, void *data,
                               struct nj_err *err)
{
    struct adding a = {env, game, files, data};
    struct nj_str path = NJ_STR_INIT(4096);
    const char *ending = strrchr(game->data_name, '.');
    enum nj_status st;

    if (game->data_more == NULL)
        return NJ_OK;
    st = nj_embed_each(game->data_more, ending, add_built_in, &a, err);
    if (st != NJ_OK || env->data_dir == NULL || env->data_dir[0] == '\0')
        return st;
    nj_str_addf(&path, "%s/%s", env->data_dir, game->data_more);
    if (!path.over)
        st = nj_folder_each(path.p, ending, add_own, &a, err);
    nj_str_fini(&path);
    return st;
}

static enum nj_status load_data(struct nj_env *env, const struct nj_game *game,
                                struct nj_loaded_game *out, struct nj_err *err)
{
    struct nj_data_set first = {.n = 1};
    struct nj_env_files *files;
    void *data = NULL;
    enum nj_status st;

    if (game->data_load == NULL)
        return NJ_OK;
    files = nj_alloc(sizeof(*files));
    env->files[env->n_games] = files;
    st = keep_file(env, game->data_name, files, err);
    if (st != NJ_OK)
        return st;
    first.file[0] = &files->file[0];
    st = nj_data_make(game, &first, &data, err);
    if (st != NJ_OK)
        return st;
    out->data = data;
    env->data[env->n_games] = data;
    nj_data_set_hash(&first, &out->data_hash);
    st = add_data(env, game, files, data, err);
    out->files = files->file;
    out->n_files = files->n;
    return st;
}

enum nj_status nj_env_load_games(struct nj_env *env, struct nj_err *err)
{
    NJ_ASSERT(env->n_games == 0);
    for (size_t i = 0; nj_games[i] != NULL; i++) {
        struct nj_loaded_game *g = &env->games[env->n_games];
        enum nj_status st;

        NJ_ASSERT(i < NJ_ENV_GAMES_MAX);
        *g = (struct nj_loaded_game){.game = nj_games[i]};
        st = load_data(env, nj_games[i], g, err);
        env->n_games++; /* what was read is freed with the rest */
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}

enum nj_status nj_env_game(const struct nj_env *env, const char *id,
                           const struct nj_loaded_game **out,
                           struct nj_err *err)
{
    struct nj_str ids = NJ_STR_INIT(400);
    enum nj_status st;

    for (uint32_t i = 0; i < env->n_games; i++)
        if (strcmp(env->games[i].game->id, id) == 0) {
            *out = &env->games[i];
            return NJ_OK;
        }
    for (uint32_t i = 0; i < env->n_games; i++)
        nj_str_addf(&ids, "%s%s", i == 0 ? "" : ", ", env->games[i].game->id);
    st = nj_fail(err, NJ_ERR_NOT_FOUND, "no game '%s'; there are: %s", id,
                 ids.p);
    nj_str_fini(&ids);
    return st;
}

/* --- texts --- */

struct loading {
    struct nj_env *env;
    struct nj_command_file files[64];
    struct nj_blob blobs[64];
    size_t n;
};

/* "locales/en.json" -> "en"; false if that is too long for a language. */
static bool lang_of(const char *name, char out[16])
{
    const char *base = strrchr(name, '/') + 1;
    size_t n = strcspn(base, ".");

    if (n >= 16)
        return false;
    memcpy(out, base, n);
    out[n] = '\0';
    return true;
}

static enum nj_status add_lang(struct nj_env *env, const char *name,
                               const char *lang, struct nj_err *err)
{
    struct nj_blob blob = {0};
    enum nj_status st = nj_embed_read(env->data_dir, name, &blob, err);

    if (st != NJ_OK)
        return st;
    st = nj_catalog_add(env->catalog, lang, blob.text, blob.len, err);
    nj_blob_fini(&blob);
    return st == NJ_OK ? st : nj_fail_in(err, st, "%s", name);
}

static enum nj_status each_lang(void *ctx, const char *name, struct nj_err *err)
{
    struct nj_env *env = ctx;
    char lang[16];

    /* Those in folders below are no languages of their own. */
    if (strchr(name + strlen("locales/"), '/') != NULL ||
        !lang_of(name, lang) || strcmp(lang, NJ_ENV_LANG) == 0)
        return NJ_OK;
    return add_lang(env, name, lang, err);
}

/* "locales/games/long-night/en.json": its texts go to the language "en". */
static enum nj_status each_game_lang(void *ctx, const char *name,
                                     struct nj_err *err)
{
    const struct nj_env *env = ctx;
    char lang[16];
    struct nj_blob blob = {0};
    enum nj_status st;

    if (!lang_of(name, lang))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "%s: no language", name);
    st = nj_embed_read(env->data_dir, name, &blob, err);
    if (st != NJ_OK)
        return st;
    st = nj_catalog_add_game(env->catalog, lang, blob.text, blob.len, err);
    nj_blob_fini(&blob);
    return st == NJ_OK ? st : nj_fail_in(err, st, "%s", name);
}

enum nj_status nj_env_load_catalog(struct nj_env *env, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(env->catalog == NULL);
    env->catalog = nj_catalog_create();
    st = add_lang(env, "locales/" NJ_ENV_LANG ".json", NJ_ENV_LANG, err);
    if (st != NJ_OK)
        return st;
    st = nj_embed_each("locales/", ".json", each_lang, env, err);
    if (st != NJ_OK)
        return st;
    return nj_embed_each("locales/games/", ".json", each_game_lang, env, err);
}

static enum nj_status each_table(void *ctx, const char *name,
                                 struct nj_err *err)
{
    struct loading *l = ctx;
    struct nj_blob *blob = &l->blobs[l->n];
    enum nj_status st;

    NJ_ASSERT(l->n < NJ_COUNT(l->files));
    st = nj_embed_read(l->env->data_dir, name, blob, err);
    if (st != NJ_OK)
        return st;
    l->files[l->n++] = (struct nj_command_file){name, blob->text, blob->len};
    return NJ_OK;
}

enum nj_status nj_env_load_commands(struct nj_env *env, struct nj_err *err)
{
    struct loading l = {.env = env};
    enum nj_status st;
    size_t n = 0;

    NJ_ASSERT(env->commands == NULL);
    for (; nj_games[n] != NULL; n++)
        env->game_ids[n] = nj_games[n]->id;
    env->game_ids[n++] = "owner";
    env->game_ids[n] = NULL;
    st = nj_embed_each("locales/commands/", ".json", each_table, &l, err);
    if (st == NJ_OK)
        st = nj_embed_each("locales/games/", ".json", each_table, &l, err);
    if (st == NJ_OK)
        st = nj_commands_create(l.files, l.n, env->game_ids, &env->commands,
                                err);
    for (size_t i = 0; i < l.n; i++)
        nj_blob_fini(&l.blobs[i]);
    return st;
}

/* --- all --- */

enum nj_status nj_env_load(struct nj_env *env, const char *data_dir,
                           struct nj_err *err)
{
    enum nj_status st;

    *env = (struct nj_env){.data_dir = data_dir};
    st = nj_env_load_games(env, err);
    if (st == NJ_OK)
        st = nj_env_load_catalog(env, err);
    if (st == NJ_OK)
        st = nj_env_load_commands(env, err);
    if (st != NJ_OK)
        nj_env_fini(env);
    return st;
}

void nj_env_fini(struct nj_env *env)
{
    for (uint32_t i = 0; i < env->n_games; i++) {
        nj_data_drop(env->data[i]);
        free_files(env->files[i]);
    }
    nj_catalog_destroy(env->catalog);
    nj_commands_destroy(env->commands);
    *env = (struct nj_env){0};
}

#define REPORT_BYTES ((size_t)16384)

/* All that is wrong, a line each. */
static void say_lines(const char *report)
{
    while (*report != '\0') {
        struct nj_str line = NJ_STR_INIT(REPORT_BYTES);
        struct nj_str said = NJ_STR_INIT(2 * REPORT_BYTES);
        size_t n = strcspn(report, "\n");

        nj_str_add(&line, report, n);
        nj_said(line.p, &said);
        (void)fprintf(stderr, "%s\n", said.p);
        nj_str_fini(&line);
        nj_str_fini(&said);
        report += n + (report[n] == '\n');
    }
}

enum nj_status nj_env_config(const char *path, const char *house,
                             struct nj_config *out, struct nj_err *err)
{
    struct nj_str report = NJ_STR_INIT(REPORT_BYTES);
    struct nj_blob blob = {0};
    enum nj_status st;

    nj_config_defaults(out);
    if (path == NULL)
        return house != NULL ? nj_config_take_house(out, house, err) : NJ_OK;
    st = nj_blob_load(path, &blob, err);
    if (st != NJ_OK)
        return st;
    st = nj_config_read(blob.text, blob.len, path, out, &report, err);
    say_lines(report.p);
    if (st == NJ_OK && house != NULL) {
        st = nj_config_take_house(out, house, err);
        if (st != NJ_OK)
            st = nj_fail_in(err, st, "%s", path);
    }
    nj_blob_fini(&blob);
    nj_str_fini(&report);
    return st;
}

struct nj_referee_setup nj_env_trial(const struct nj_env *env)
{
    return (struct nj_referee_setup){.catalog = env->catalog,
                                     .commands = env->commands,
                                     .games = env->games,
                                     .n_games = env->n_games,
                                     .lang = NJ_ENV_LANG,
                                     .prefix = "#",
                                     .host_prefix = "%",
                                     .tables = {.group = 4},
                                     .zone_min = 480,
                                     .grace_ms = 600000,
                                     .leave_ms = 259200000,
                                     .idle_ms = 600000,
                                     .test = true};
}
