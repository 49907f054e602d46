/*
 * Examples for a word: what `#帮助 词` shows.
 */
#include <string.h>

#include "base/bug.h"
#include "command/command_priv.h"

static bool wanted(const struct nj_table_row *r, const char *lang,
                   const char *game)
{
    if (strcmp(r->lang, lang) != 0)
        return false;
    return strcmp(r->of, "table") == 0 || strcmp(r->of, "host") == 0 ||
           (game != NULL && strcmp(r->of, game) == 0);
}

/* Does one of the row's examples begin with it? */
static bool begins(const struct nj_table_row *r, const char *word)
{
    size_t n = strlen(word);

    for (uint32_t i = 0; n > 0 && i < r->n_examples; i++)
        if (r->examples[i].is[0] != '\0' &&
            strncmp(nj_table_bare(r->examples[i].type), word, n) == 0)
            return true;
    return false;
}

uint32_t nj_commands_examples(const struct nj_commands *c, const char *lang,
                              const char *game, const char *word,
                              const char *out[], uint32_t max)
{
    const char *bare = nj_table_bare(word);
    uint32_t n = 0;

    NJ_ASSERT(max > 0);
    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_table_row *r = &c->table.rows[i];

        if (!wanted(r, lang, game) || !begins(r, bare))
            continue;
        for (uint32_t k = 0; k < r->n_examples && n < max; k++)
            if (r->examples[k].is[0] != '\0')
                out[n++] = r->examples[k].type;
    }
    return n;
}
