/*
 * The pieces of a template: finds places, fills the simple ones.
 */
#include "locale/template.h"

#include <string.h>

#define ITEM_MAX 9999

static bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Reads ".12" into *item; returns the bytes read, 0 if there is none. */
static size_t read_item(const char *text, uint32_t *item)
{
    size_t at = 1;
    uint32_t n = 0;

    if (text[0] != '.')
        return 0;
    while (text[at] >= '0' && text[at] <= '9' && n <= ITEM_MAX)
        n = n * 10 + (uint32_t)(text[at++] - '0');
    if (n == 0 || n > ITEM_MAX)
        return 0;
    *item = n;
    return at;
}

/* The bytes of the place that begins at `text`; 0: none does. */
static size_t read_place(const char *text, struct nj_piece *out)
{
    size_t at = 2;
    uint32_t item = 0;

    if (text[0] != '{' || text[1] != '{')
        return 0;
    while (name_char(text[at]))
        at++;
    if (at == 2)
        return 0;
    *out = (struct nj_piece){.text = text + 2, .len = at - 2, .place = true};
    at += read_item(text + at, &item);
    out->item = item;
    if (text[at] != '}' || text[at + 1] != '}')
        return 0;
    return at + 2;
}

/* Bytes up to the next pair of braces, which a bad place may have, too. */
static size_t count_words(const char *from)
{
    const char *brace = strchr(from + 1, '{');

    while (brace != NULL && brace[1] != '{')
        brace = strchr(brace + 1, '{');
    return brace != NULL ? (size_t)(brace - from) : strlen(from);
}

bool nj_template_next(const char **at, struct nj_piece *out)
{
    const char *from = *at;
    size_t len;

    if (from[0] == '\0')
        return false;
    len = read_place(from, out);
    if (len == 0) {
        len = count_words(from);
        *out = (struct nj_piece){.text = from, .len = len};
    }
    *at = from + len;
    return true;
}

bool nj_template_valid(const char *text)
{
    struct nj_piece p;

    while (nj_template_next(&text, &p)) {
        for (size_t i = 0; !p.place && i + 1 < p.len; i++)
            if (p.text[i] == '{' && p.text[i + 1] == '{')
                return false;
    }
    return true;
}

bool nj_template_is(const struct nj_piece *p, const char *name)
{
    return p->place && strncmp(p->text, name, p->len) == 0 &&
           name[p->len] == '\0';
}

bool nj_template_names(const char *text, const struct nj_piece *place)
{
    struct nj_piece p;

    while (nj_template_next(&text, &p))
        if (p.place && p.len == place->len &&
            memcmp(p.text, place->text, p.len) == 0)
            return true;
    return false;
}

static const char *find_fill(const struct nj_piece *p,
                             const struct nj_fill *fills, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (nj_template_is(p, fills[i].name))
            return fills[i].text;
    return NULL;
}

bool nj_template_fill(const char *text, const struct nj_fill *fills, size_t n,
                      struct nj_str *out)
{
    struct nj_piece p;
    bool all = true;

    while (nj_template_next(&text, &p)) {
        const char *fill = p.place ? find_fill(&p, fills, n) : NULL;

        if (!p.place)
            nj_str_add(out, p.text, p.len);
        else if (fill != NULL)
            nj_str_puts(out, fill);
        else
            all = false;
    }
    return all;
}
