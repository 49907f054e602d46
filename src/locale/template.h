/*
 * The pieces of a template: words as they stand and `{{name}}` places.
 *
 *     const char *at = "seat {{n}} of {{list.2}}";
 *     struct nj_piece p;
 *     while (nj_template_next(&at, &p)) ...
 *
 * Places are written {{name}} or {{name.item}}: name of a-z, 0-9, _, item a
 * number from 1 on. Anything else between braces makes the template bad; a
 * bad place is shown as it stands, as words of their own.
 */
#ifndef NJ_LOCALE_TEMPLATE_H
#define NJ_LOCALE_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct nj_piece {
    const char *text; /* words, or the name of the place */
    size_t len;
    bool place;
    uint32_t item; /* 0: the whole argument */
};

/* Takes the next piece off *at; false at the end. */
bool nj_template_next(const char **at, struct nj_piece *out);

/* True if every "{{" begins a place. */
bool nj_template_valid(const char *text);

/* True if the place's name is `name`. */
bool nj_template_is(const struct nj_piece *p, const char *name);

/* True if `text` has a place of that name. */
bool nj_template_names(const char *text, const struct nj_piece *place);

/* A name and what to put there, for templates of our own. */
struct nj_fill {
    const char *name;
    const char *text;
};

/* Appends `text` with its places filled; false if one had no value. */
bool nj_template_fill(const char *text, const struct nj_fill *fills, size_t n,
                      struct nj_str *out);

#endif
