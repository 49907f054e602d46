/*
 * nightjar texts: all that is said to people, file by file as the locales
 * keep it, with arguments filled in, so that somebody whose language it is can
 * read it through.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/sample.h"
#include "cli/tongue.h"
#include "config/embed.h"
#include "games/registry.h"

struct page {
    struct nj_sample sample;
    char group[160]; /* of the text before: "shell.button" */
    struct nj_str line;
};

/* A heading where the texts of another group begin. */
static void put_group(struct page *p, const char *key)
{
    const char *end = strrchr(key, '.');
    size_t n = end != NULL ? (size_t)(end - key) : 0;

    n -= n > 0 && end[1] == '\0'; /* the phrase of a dot */
    NJ_ASSERT(n < sizeof(p->group));
    if (strlen(p->group) == n && strncmp(p->group, key, n) == 0)
        return;
    memcpy(p->group, key, n);
    p->group[n] = '\0';
    (void)printf("\n### %s\n\n", p->group);
}

/* One line after the key, several as a quotation below it. */
static void put_text(void *ctx, const char *key, const char *text)
{
    struct page *p = ctx;
    bool lines;

    put_group(p, key);
    nj_str_clear(&p->line);
    nj_sample_text(&p->sample, key, text, &p->line);
    lines = strchr(p->line.p, '\n') != NULL;
    (void)printf("- `%s`%s", key, lines ? "\n" : " ");
    if (!lines) {
        (void)printf("%s\n", p->line.p);
        return;
    }
    for (char *at = p->line.p; at != NULL;) {
        char *next = strchr(at, '\n');

        if (next != NULL)
            *next++ = '\0';
        (void)printf("  > %s%s\n", at, next != NULL ? "\\" : "");
        at = next;
    }
}

/* A file of texts by itself, in its order. */
static enum nj_status put_file(struct page *p, const char *title,
                               const char *name, struct nj_err *err)
{
    struct nj_catalog *own = nj_catalog_create();
    struct nj_blob blob = {0};
    enum nj_status st = nj_embed_read(NULL, name, &blob, err);

    if (st == NJ_OK && p->sample.game == NULL)
        st = nj_catalog_add(own, p->sample.lang, blob.text, blob.len, err);
    if (st == NJ_OK && p->sample.game != NULL)
        st = nj_catalog_add(own, p->sample.lang, "{}", 2, err);
    if (st == NJ_OK && p->sample.game != NULL)
        st = nj_catalog_add_game(own, p->sample.lang, blob.text, blob.len, err);
    if (st == NJ_OK) {
        (void)printf("\n## %s\n", title);
        p->group[0] = '\0';
        nj_catalog_each(own, p->sample.lang, put_text, p);
    }
    nj_blob_fini(&blob);
    nj_catalog_destroy(own);
    return st;
}

static enum nj_status put_shell(struct page *p, struct nj_err *err)
{
    char name[64];

    p->sample.game = NULL;
    (void)snprintf(name, sizeof(name), "locales/%s.json", p->sample.lang);
    return put_file(p, "nightjar", name, err);
}

static enum nj_status put_game(struct page *p, const struct nj_game *g,
                               struct nj_err *err)
{
    char name[96];

    p->sample.game = g;
    (void)snprintf(name, sizeof(name), "locales/games/%s/%s.json", g->id,
                   p->sample.lang);
    return put_file(p, g->id, name, err);
}

/* Without a game the shell and all of them. */
static enum nj_status put_all(struct page *p, const struct nj_game *game,
                              struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    (void)printf("# %s\n", p->sample.lang);
    if (game != NULL)
        return put_game(p, game, err);
    st = put_shell(p, err);
    for (size_t i = 0; nj_games[i] != NULL && st == NJ_OK; i++)
        st = put_game(p, nj_games[i], err);
    return st;
}

static enum nj_status read_values(struct nj_catalog *values, const char *lang,
                                  struct nj_err *err)
{
    struct nj_blob blob = {0};
    char name[64];
    enum nj_status st;

    (void)snprintf(name, sizeof(name), "locales/samples/%s.json", lang);
    st = nj_embed_read(NULL, name, &blob, err);
    if (st == NJ_OK)
        st = nj_catalog_add(values, lang, blob.text, blob.len, err);
    nj_blob_fini(&blob);
    return st;
}

static int run(const char *id, const char *lang)
{
    const struct nj_game *game = id != NULL ? nj_game_find(id) : NULL;
    struct page p = {.line = NJ_STR_INIT(NJ_TEXT_OUT_MAX)};
    struct nj_catalog *values = nj_catalog_create();
    struct nj_env env = {0};
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_load_catalog(&env, &err);
    int status = NJ_EXIT_WELL;

    p.sample = (struct nj_sample){
        .texts = env.catalog, .values = values, .lang = lang};
    if (id != NULL && game == NULL) {
        status = nj_cli_complain("no game '%s'", id);
    } else if (st == NJ_OK && !nj_catalog_has(env.catalog, lang)) {
        status = nj_cli_complain("no language '%s'", lang);
    } else {
        if (st == NJ_OK)
            st = read_values(values, lang, &err);
        if (st == NJ_OK)
            st = put_all(&p, game, &err);
        if (st != NJ_OK)
            status = nj_cli_failed(st, &err);
    }
    nj_str_fini(&p.line);
    nj_catalog_destroy(values);
    nj_env_fini(&env);
    return status;
}

int nj_cmd_texts(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--lang", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *game = NULL, *lang = nj_tongue_of_games();
    int i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        if (i >= 0)
            lang = flags.value;
        else if (game == NULL)
            game = flags.value;
        else
            return nj_cli_complain("usage: nightjar texts [GAME] [--lang L]");
    }
    return run(game, lang);
}
