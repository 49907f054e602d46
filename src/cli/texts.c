/*
 * Texts that the referee asks for: rules for players and scenarios as worked
 * examples. What was read once is kept as long as the process.
 */
#include "cli/texts.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/str.h"
#include "cli/env.h"
#include "config/embed.h"

#define RULES_MAX 64

/* --- rules for players, kept as long as the process --- */

struct rules {
    char name[96];
    struct nj_blob blob;
};
static struct rules rules[RULES_MAX];
static uint32_t n_rules;

const char *nj_texts_rules(void *ctx, const char *game, const char *lang)
{
    const struct nj_env *env = ctx;
    struct nj_err err = {{0}};
    struct rules *r;
    char name[96];

    (void)snprintf(name, sizeof(name), "locales/rules/%s/%s.md", game, lang);
    for (uint32_t i = 0; i < n_rules; i++)
        if (strcmp(rules[i].name, name) == 0)
            return rules[i].blob.text;
    if (n_rules == RULES_MAX)
        return NULL;
    r = &rules[n_rules];
    if (nj_embed_read(env->data_dir, name, &r->blob, &err) != NJ_OK)
        return NULL;
    (void)snprintf(r->name, sizeof(r->name), "%s", name);
    n_rules++;
    return r->blob.text;
}

/* --- scenarios, as worked examples --- */

struct cases {
    char game[32];
    struct nj_str text; /* all files of the game */
    const char *data_dir;
};
static struct cases cases[NJ_ENV_GAMES_MAX];
static uint32_t n_cases;

static enum nj_status add_cases(void *ctx, const char *name, struct nj_err *err)
{
    struct cases *c = ctx;
    struct nj_blob blob = {0};
    enum nj_status st = nj_embed_read(c->data_dir, name, &blob, err);

    if (st == NJ_OK) {
        nj_str_add(&c->text, blob.text, blob.len);
        nj_str_puts(&c->text, "\n\n");
    }
    nj_blob_fini(&blob);
    return st;
}

/* Folders write `_` for the `-` of a game's id. */
const char *nj_texts_cases(void *ctx, const char *game)
{
    const struct nj_env *env = ctx;
    struct nj_err err = {{0}};
    struct cases *c;
    char prefix[64];

    for (uint32_t i = 0; i < n_cases; i++)
        if (strcmp(cases[i].game, game) == 0)
            return cases[i].text.p;
    if (n_cases == NJ_COUNT(cases))
        return NULL;
    c = &cases[n_cases];
    c->text = (struct nj_str)NJ_STR_INIT(NJ_FILE_MAX);
    c->data_dir = env->data_dir;
    (void)snprintf(c->game, sizeof(c->game), "%s", game);
    (void)snprintf(prefix, sizeof(prefix), "tests/scenarios/%s/", game);
    for (char *q = prefix + strlen("tests/scenarios/"); *q != '\0'; q++)
        if (*q == '-')
            *q = '_';
    if (nj_embed_each(prefix, ".txt", add_cases, c, &err) != NJ_OK) {
        nj_str_fini(&c->text);
        return NULL;
    }
    n_cases++;
    return c->text.p;
}

void nj_texts_free(void)
{
    while (n_cases > 0)
        nj_str_fini(&cases[--n_cases].text);
    while (n_rules > 0)
        nj_blob_fini(&rules[--n_rules].blob);
}
