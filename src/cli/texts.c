/*
 * Texts that the referee asks for: rules for players. What was read once is
 * kept as long as the process.
 */
#include "cli/texts.h"

#include <stdio.h>
#include <string.h>

#include "cli/env.h"
#include "config/embed.h"

#define RULES_MAX 64

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

void nj_texts_free(void)
{
    while (n_rules > 0)
        nj_blob_fini(&rules[--n_rules].blob);
}
