/*
 * Finds an English line among the texts and says it in another language.
 */
#include "cli/said.h"

#include <string.h>

#include "base/bug.h"
#include "cli/env.h"
#include "cli/tongue.h"
#include "locale/template.h"

#define PREFIX     "said."
#define PLACES_MAX 6

/* What the places of a template stand for in a line. */
struct taken {
    struct nj_piece place[PLACES_MAX];
    const char *from[PLACES_MAX];
    size_t len[PLACES_MAX];
    size_t n;
};

/* A search among the English texts. */
struct search {
    const char *line;
    size_t n; /* bytes of it that are looked for */
    const char *key;
    size_t literal; /* bytes that the best found so far has outside places */
    struct taken taken;
};

/* NOLINTBEGIN(misc-no-recursion): a line has few parts, a text few places. */

/* --- matching --- */

/* The rest of a template against the rest of a line; a place takes as little as
 * it can. */
static bool fits(const char *template, const char *line, size_t n,
                 struct taken *t, size_t *literal)
{
    struct nj_piece piece;
    size_t i = t->n, words = *literal;

    if (!nj_template_next(&template, &piece))
        return n == 0;
    if (!piece.place) {
        *literal += piece.len;
        return n >= piece.len && memcmp(line, piece.text, piece.len) == 0 &&
               fits(template, line + piece.len, n - piece.len, t, literal);
    }
    NJ_ASSERT(i < PLACES_MAX);
    for (size_t len = 0; len <= n; len++) {
        *literal = words;
        t->n = i + 1;
        t->place[i] = piece;
        t->from[i] = line;
        t->len[i] = len;
        if (fits(template, line + len, n - len, t, literal))
            return true;
    }
    t->n = i;
    return false;
}

static void look(void *ctx, const char *key, const char *text)
{
    struct search *s = ctx;
    struct taken t = {.n = 0};
    size_t literal = 0;

    if (strncmp(key, PREFIX, strlen(PREFIX)) != 0 ||
        !fits(text, s->line, s->n, &t, &literal) || literal <= s->literal)
        return;
    s->key = key;
    s->literal = literal;
    s->taken = t;
}

/* --- saying --- */

static void put(const struct nj_catalog *c, const char *line, size_t n,
                struct nj_str *out);

/* Each place of a text is one of the English text, too: catalogs are checked. */
static void put_place(const struct nj_catalog *c, const struct taken *t,
                      const struct nj_piece *place, struct nj_str *out)
{
    size_t i = 0;

    while (i < t->n && (t->place[i].len != place->len ||
                        memcmp(t->place[i].text, place->text, place->len) != 0))
        i++;
    NJ_ASSERT(i < t->n);
    put(c, t->from[i], t->len[i], out);
}

/* True: it is among the texts, and has been said. */
static bool put_known(const struct nj_catalog *c, const char *line, size_t n,
                      struct nj_str *out)
{
    struct search s = {.line = line, .n = n};
    struct nj_piece piece;
    const char *text;

    nj_catalog_each(c, "en", look, &s);
    if (s.key == NULL)
        return false;
    text = nj_catalog_get(c, nj_tongue(), s.key);
    while (nj_template_next(&text, &piece))
        if (piece.place)
            put_place(c, &s.taken, &piece, out);
        else
            nj_str_add(out, piece.text, piece.len);
    return true;
}

/* Where ": " stands first; `n` if it does not. */
static size_t colon_in(const char *line, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (line[i] == ':' && line[i + 1] == ' ')
            return i;
    return n;
}

/* The whole, or what stands before and behind the first colon. */
static void put(const struct nj_catalog *c, const char *line, size_t n,
                struct nj_str *out)
{
    size_t first = colon_in(line, n);

    if (n == 0 || put_known(c, line, n, out))
        return;
    if (first == n || !put_known(c, line, first, out))
        nj_str_add(out, line, first);
    if (first == n)
        return;
    nj_str_puts(out, ": ");
    put(c, line + first + 2, n - first - 2, out);
}

/* NOLINTEND(misc-no-recursion) */

void nj_said(const char *english, struct nj_str *out)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};

    if (strcmp(nj_tongue(), "en") == 0 ||
        nj_env_load_catalog(&env, &err) != NJ_OK)
        nj_str_puts(out, english);
    else
        put(env.catalog, english, strlen(english), out);
    nj_env_fini(&env);
}
