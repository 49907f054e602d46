/*
 * Words that people type in any of the languages.
 */
#include <stdio.h>
#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "referee/commands/commands_priv.h"
#include "referee/referee_priv.h"

bool nj_phrase_is(struct nj_referee *r, const char *key, const char *word)
{
    const char *const *langs = nj_catalog_langs(r->setup.catalog);

    NJ_ASSERT(key[0] != '\0');
    for (uint32_t i = 0; langs[i] != NULL; i++) {
        const char *text = nj_catalog_get(r->setup.catalog, langs[i], key);

        if (text != NULL && strcasecmp(text, word) == 0)
            return true;
    }
    return false;
}

bool nj_phrase_among(struct nj_referee *r, const char *list, const char *word)
{
    const char *const *langs = nj_catalog_langs(r->setup.catalog);

    for (uint32_t i = 0; langs[i] != NULL; i++) {
        const char *at = nj_catalog_get(r->setup.catalog, langs[i], list);

        while (at != NULL && *at != '\0') {
            size_t n = strcspn(at, " ");

            if (strlen(word) == n && strncasecmp(at, word, n) == 0)
                return true;
            at += n + (at[n] == ' ');
        }
    }
    return false;
}

bool nj_phrase_alike(struct nj_referee *r, const char *list, const char *key,
                     const char *word)
{
    const char *const *langs = nj_catalog_langs(r->setup.catalog);

    NJ_ASSERT(list[0] != '\0' && key[0] != '\0');
    for (uint32_t i = 0; langs[i] != NULL && nj_phrase_among(r, list, word);
         i++) {
        const char *text = nj_catalog_get(r->setup.catalog, langs[i], key);

        if (text != NULL && nj_phrase_among(r, list, text))
            return true;
    }
    return false;
}

bool nj_phrase_of(struct nj_referee *r, const struct nj_game *g,
                  const char *table, const char *name, const char *word)
{
    char key[128];

    NJ_ASSERT(table[0] != '\0');
    if (strcasecmp(name, word) == 0)
        return true;
    (void)snprintf(key, sizeof(key), "%s.%s.%s", g->prefix, table, name);
    return nj_phrase_is(r, key, word);
}

const struct nj_preset *nj_phrase_preset(struct nj_referee *r,
                                         const struct nj_game *g,
                                         const char *word)
{
    for (uint32_t i = 0; g->presets[i].name != NULL; i++)
        if (nj_phrase_of(r, g, "preset", g->presets[i].name, word))
            return &g->presets[i];
    return NULL;
}

const char *nj_phrase_edition(struct nj_referee *r, const struct nj_game *g,
                              const char *word)
{
    for (uint32_t i = 0; g->editions[i] != NULL; i++)
        if (nj_phrase_of(r, g, "edition", g->editions[i], word))
            return g->editions[i];
    return NULL;
}
