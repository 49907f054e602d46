/*
 * What to show to somebody who looks for a word: the example of a verb, and
 * the word that is nearest to a slip.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "command/command_priv.h"
#include "command/fold.h"

#define WORD_CHARS_MAX 24

const char *nj_commands_example(const struct nj_commands *c, const char *lang,
                                const char *of, const char *verb)
{
    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_table_row *r = &c->table.rows[i];

        if (strcmp(r->lang, lang) != 0 || strcmp(r->of, of) != 0 ||
            strcmp(r->verb, verb) != 0)
            continue;
        for (uint32_t k = 0; k < r->n_examples; k++)
            if (r->examples[k].is[0] != '\0')
                return r->examples[k].type;
    }
    return NULL;
}

static bool is_known(const struct nj_commands *c, const char *lang,
                     const char *word)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        if (strcmp(c->words[i], word) == 0 && strcmp(c->langs[i], lang) == 0)
            return true;
    return false;
}

/* The first word of an example, folded; with digits in it, it is no word but
 * a word and its argument. */
static void add_word(struct nj_commands *c, const char *lang, const char *type)
{
    const char *bare = nj_table_bare(type);
    struct nj_folded f;
    size_t n;

    if (!nj_fold(bare, strlen(bare), &f))
        return;
    n = strcspn(f.text, " ");
    f.text[n] = '\0';
    if (n == 0 || strpbrk(f.text, "0123456789") != NULL ||
        is_known(c, lang, f.text))
        return;
    c->words = nj_realloc(c->words, (c->n_words + 1) * sizeof(*c->words));
    c->langs = nj_realloc(c->langs, (c->n_words + 1) * sizeof(*c->langs));
    c->words[c->n_words] = nj_strndup(f.text, n);
    c->langs[c->n_words++] = lang;
}

/* Rows that begin with a value instead of a word have none to offer, the
 * host's have a prefix of their own, and the owners' are nobody's business. */
static bool has_words(const struct nj_table_row *r)
{
    return !r->otherwise && strcmp(r->of, "owner") != 0 &&
           r->place != NJ_COMMAND_HOST &&
           (r->shape.n_groups == 0 || strcmp(r->shape.name[0], "path") != 0);
}

void nj_nearest_init(struct nj_commands *c)
{
    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_table_row *r = &c->table.rows[i];

        for (uint32_t k = 0; has_words(r) && k < r->n_examples; k++)
            if (r->examples[k].is[0] != '\0')
                add_word(c, r->lang, r->examples[k].type);
    }
}

void nj_nearest_fini(struct nj_commands *c)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        free(c->words[i]);
    free(c->words);
    free(c->langs);
}

/* --- distance --- */

struct chars {
    int32_t at[WORD_CHARS_MAX];
    size_t n;
};

/* False if the word is longer than any of ours can be near to. */
static bool split(const char *text, size_t n, struct chars *out)
{
    out->n = 0;
    while (n > 0) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text, n, &cp);

        if (out->n == WORD_CHARS_MAX)
            return false;
        out->at[out->n++] = cp;
        text += len;
        n -= len;
    }
    return true;
}

static size_t least(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;

    return m < c ? m : c;
}

/* Insertions, deletions, replacements and swaps of neighbours. */
static size_t distance(const struct chars *a, const struct chars *b)
{
    size_t d[WORD_CHARS_MAX + 1][WORD_CHARS_MAX + 1];

    for (size_t i = 0; i <= a->n; i++)
        d[i][0] = i;
    for (size_t k = 0; k <= b->n; k++)
        d[0][k] = k;
    for (size_t i = 1; i <= a->n; i++) {
        for (size_t k = 1; k <= b->n; k++) {
            size_t other = a->at[i - 1] != b->at[k - 1];

            d[i][k] = least(d[i - 1][k] + 1, d[i][k - 1] + 1,
                            d[i - 1][k - 1] + other);
            if (i > 1 && k > 1 && a->at[i - 1] == b->at[k - 2] &&
                a->at[i - 2] == b->at[k - 1])
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1, d[i][k]);
        }
    }
    return d[a->n][b->n];
}

static const char *find_near(const struct nj_commands *c,
                             const struct chars *typed, const char *lang)
{
    const char *best = NULL;
    bool best_even = false;
    size_t limit = (typed->n + 2) / 3 + 1; /* a third, at least one */

    for (uint32_t i = 0; i < c->n_words; i++) {
        struct chars word;
        size_t d;
        bool even;

        if (lang != NULL && strcmp(c->langs[i], lang) != 0)
            continue;
        if (!split(c->words[i], strlen(c->words[i]), &word))
            continue;
        d = distance(typed, &word);
        even = word.n == typed->n; /* letters in disorder before one lost */
        if (d < limit || (d == limit && best != NULL && even && !best_even)) {
            limit = d;
            best = c->words[i];
            best_even = even;
        }
    }
    return best;
}

const char *nj_commands_nearest(const struct nj_commands *c, const char *text,
                                size_t n, const char *lang)
{
    struct nj_folded f;
    struct chars typed;
    const char *best;

    if (!nj_fold(text, n, &f) || !split(f.text, strcspn(f.text, " "), &typed) ||
        typed.n < 2)
        return NULL;
    best = find_near(c, &typed, lang);
    return best != NULL ? best : find_near(c, &typed, NULL);
}
