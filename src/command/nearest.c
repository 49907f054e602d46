/*
 * What to show to somebody who looks for a word: the example of a verb, and
 * the word that is nearest to a slip.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "command/command_priv.h"
#include "command/fold.h"

#define WORD_CHARS_MAX 24

const char *nj_commands_example(const struct nj_commands *c, const char *lang,
                                const char *of, const char *verb)
{
    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_books_row *r = &c->table.rows[i];

        if (strcmp(r->lang, lang) != 0 || strcmp(r->of, of) != 0 ||
            strcmp(r->verb, verb) != 0)
            continue;
        for (uint32_t k = 0; k < r->n_examples; k++)
            if (r->examples[k].is[0] != '\0')
                return r->examples[k].type;
    }
    return NULL;
}

/* A word with its argument glued to it: with digits, or a row that takes one
 * from a text without a space. */
static bool is_glued(const struct nj_books_row *r,
                     const struct nj_table_example *e, const char *folded)
{
    return folded[strcspn(folded, "0123456789 ")] != ' ' &&
           (strpbrk(folded, "0123456789") != NULL ||
            (r->shape.n_groups > 0 && strchr(e->is, '=') != NULL));
}

static uint64_t letter_bit(int32_t cp)
{
    return UINT64_C(1) << (cp & 63);
}

/* The number of the lowest bit. */
static uint32_t first_letter(uint64_t letters)
{
    NJ_ASSERT(letters != 0);
    return (uint32_t)__builtin_ctzll(letters);
}

static struct nj_near_word near_word(const char *text, size_t n,
                                     const struct nj_books_row *r)
{
    struct nj_near_word w = {.text = nj_strndup(text, n), .row = r};
    int32_t cp = 0;

    for (size_t at = 0; at < n; w.chars++) {
        at += nj_utf8_next(text + at, n - at, &cp);
        w.letters |= letter_bit(cp);
    }
    return w;
}

/* Numbers are compared first: hundreds of words are met by each. */
static bool is_known(const struct nj_commands *c, const struct nj_near_word *w)
{
    for (uint32_t i = 0; i < c->n_words; i++) {
        const struct nj_near_word *k = &c->words[i];

        if (k->letters == w->letters && k->chars == w->chars &&
            strcmp(k->text, w->text) == 0 &&
            strcmp(k->row->lang, w->row->lang) == 0 &&
            strcmp(k->row->of, w->row->of) == 0)
            return true;
    }
    return false;
}

/* The first word of an example, folded. One of a single letter is near to
 * every other. */
static void add_word(struct nj_commands *c, const struct nj_books_row *r,
                     const struct nj_table_example *e)
{
    const char *bare = nj_table_bare(e->type);
    struct nj_folded f;
    struct nj_near_word w;
    int32_t cp;
    size_t n;

    if (!nj_fold(bare, strlen(bare), &f) || is_glued(r, e, f.text))
        return;
    n = strcspn(f.text, " ");
    f.text[n] = '\0';
    if (n <= nj_utf8_next(f.text, n, &cp))
        return;
    NJ_ASSERT(n > 0 && f.text[0] != ' ');
    w = near_word(f.text, n, r);
    if (is_known(c, &w)) {
        free(w.text);
        return;
    }
    c->words = nj_realloc(c->words, (c->n_words + 1) * sizeof(*c->words));
    c->words[c->n_words++] = w;
}

/* Rows that begin with a value instead of a word have none to offer, the
 * host's have a prefix of their own, and the owners' are nobody's business. */
static bool has_words(const struct nj_books_row *r)
{
    return !r->otherwise && strcmp(r->of, "owner") != 0 &&
           r->place != NJ_COMMAND_HOST &&
           (r->shape.n_groups == 0 || strcmp(r->shape.name[0], "path") != 0);
}

static void sort_by_letters(struct nj_commands *c)
{
    c->n_blocks = c->n_words / 64 + 1;
    c->having = nj_alloc(sizeof(*c->having) * 64 * c->n_blocks);
    for (uint32_t i = 0; i < c->n_words; i++)
        for (uint64_t left = c->words[i].letters; left != 0; left &= left - 1)
            c->having[first_letter(left) * c->n_blocks + i / 64] |= UINT64_C(1)
                                                                    << i % 64;
}

void nj_nearest_init(struct nj_commands *c)
{
    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_books_row *r = &c->table.rows[i];

        for (uint32_t k = 0; has_words(r) && k < r->n_examples; k++)
            if (r->examples[k].is[0] != '\0')
                add_word(c, r, &r->examples[k]);
    }
    sort_by_letters(c);
}

void nj_nearest_fini(struct nj_commands *c)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        free(c->words[i].text);
    free(c->words);
    free(c->having);
}

/* --- distance --- */

struct chars {
    int32_t at[WORD_CHARS_MAX];
    size_t n;
    uint64_t letters; /* as in struct nj_near_word */
};

/* False if the word is longer than any of ours can be near to. */
static bool split(const char *text, size_t n, struct chars *out)
{
    out->n = 0;
    out->letters = 0;
    while (n > 0) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text, n, &cp);

        if (out->n == WORD_CHARS_MAX)
            return false;
        out->at[out->n++] = cp;
        out->letters |= letter_bit(cp);
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

/* May it be typed in that language (NULL: in any) where the game is played? */
static bool may_be_meant(const struct nj_near_word *w, const char *lang,
                         const char *game)
{
    return (lang == NULL || strcmp(w->row->lang, lang) == 0) &&
           (strcmp(w->row->of, "table") == 0 ||
            (game != NULL && strcmp(w->row->of, game) == 0));
}

static size_t count_bits(uint64_t set)
{
    size_t n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* Is it surely more than `most` changes away? Each letter too few or too many is
 * an insertion or a deletion, and each that the other has not at all is a
 * change of its own. */
static bool too_far(const struct nj_near_word *w, const struct chars *typed,
                    size_t most)
{
    size_t more =
        w->chars > typed->n ? w->chars - typed->n : typed->n - w->chars;

    return more > most || count_bits(typed->letters & ~w->letters) > most ||
           count_bits(w->letters & ~typed->letters) > most;
}

/* A word of at most `most` changes has all letters that were typed but so many:
 * one of any that are one more. Those are taken that stand first. */
static uint64_t letters_to_have(const struct chars *typed, size_t most)
{
    uint64_t left = typed->letters, taken = 0;

    for (size_t i = 0; i <= most && left != 0; i++) {
        taken |= UINT64_C(1) << first_letter(left);
        left &= left - 1;
    }
    return count_bits(taken) > most ? taken : 0;
}

/* The words of a block that have one of the letters; no letters: all. */
static uint64_t words_having(const struct nj_commands *c, uint64_t letters,
                             uint32_t block)
{
    uint64_t words = letters == 0 ? UINT64_MAX : 0;

    for (; letters != 0; letters &= letters - 1)
        words |= c->having[first_letter(letters) * c->n_blocks + block];
    if (block == c->n_words / 64) /* the last one is not full */
        words &= (UINT64_C(1) << c->n_words % 64) - 1;
    return words;
}

/* What is looked for, and the nearest so far. */
struct search {
    const struct chars *typed;
    const char *lang, *game;
    const struct nj_near_word *best;
    size_t limit; /* a word has to be nearer than that */
};

static void compare(struct search *s, const struct nj_near_word *w)
{
    bool even = w->chars == s->typed->n;
    bool tie = s->best != NULL && even && s->best->chars != s->typed->n;
    struct chars word;
    size_t d;

    /* Letters in disorder are nearer than one lost. */
    if (too_far(w, s->typed, tie ? s->limit : s->limit - 1) ||
        !may_be_meant(w, s->lang, s->game) ||
        !split(w->text, strlen(w->text), &word))
        return;
    d = distance(s->typed, &word);
    if (d < s->limit || (d == s->limit && tie)) {
        s->limit = d;
        s->best = w;
    }
}

static const char *find_near(const struct nj_commands *c,
                             const struct chars *typed, const char *lang,
                             const char *game)
{
    struct search s = {.typed = typed,
                       .lang = lang,
                       .game = game,
                       .limit =
                           (typed->n + 2) / 3 + 1}; /* a third, at least 1 */
    uint64_t letters = letters_to_have(typed, s.limit - 1);

    for (uint32_t block = 0; block < c->n_blocks; block++)
        for (uint64_t left = words_having(c, letters, block); left != 0;
             left &= left - 1)
            compare(&s, &c->words[block * 64 + first_letter(left)]);
    return s.best != NULL ? s.best->text : NULL;
}

const char *nj_commands_nearest(const struct nj_commands *c, const char *text,
                                size_t n, const char *lang, const char *game)
{
    struct nj_folded *f = c->folded;
    struct chars typed;
    const char *best;

    if (!nj_fold(text, n, f) ||
        !split(f->text, strcspn(f->text, " "), &typed) || typed.n < 2)
        return NULL;
    best = find_near(c, &typed, lang, game);
    return best != NULL ? best : find_near(c, &typed, NULL, game);
}
