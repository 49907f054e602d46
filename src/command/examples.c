/*
 * Examples for a word: what `#帮助 词` shows.
 */
#include <string.h>

#include "base/bug.h"
#include "command/command_priv.h"

/* A game's own: those of it, with or without an option, and of its hosts. */
static bool is_own(const struct nj_books_row *r, const char *game)
{
    return game != NULL &&
           (strcmp(r->of, game) == 0 || strcmp(nj_table_own(r), game) == 0);
}

/* Does one of the row's examples begin with it? */
static bool begins(const struct nj_books_row *r, const char *word)
{
    size_t n = strlen(word);

    for (uint32_t i = 0; n > 0 && i < r->n_examples; i++)
        if (r->examples[i].is[0] != '\0' &&
            strncmp(nj_table_bare(r->examples[i].type), word, n) == 0)
            return true;
    return false;
}

/* Those of the rows of all, or of a game's own. */
static uint32_t put(const struct nj_table *t, const char *lang,
                    const char *game, const char *word, const char *out[],
                    uint32_t max)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        const struct nj_books_row *r = &t->rows[i];
        bool wanted =
            game == NULL ? nj_table_own(r)[0] == '\0' : is_own(r, game);

        if (!wanted || strcmp(r->lang, lang) != 0 || !begins(r, word))
            continue;
        for (uint32_t k = 0; k < r->n_examples && n < max; k++)
            if (r->examples[k].is[0] != '\0')
                out[n++] = r->examples[k].type;
    }
    return n;
}

/* What a game knows says more than what all of them do. */
uint32_t nj_commands_examples(const struct nj_commands *c, const char *lang,
                              const char *game, const char *word,
                              const char *out[], uint32_t max)
{
    const char *bare = nj_table_bare(word);
    uint32_t n = 0;

    NJ_ASSERT(max > 0);
    if (game != NULL)
        n = put(&c->table, lang, game, bare, out, max);
    return n + put(&c->table, lang, NULL, bare, out + n, max - n);
}
