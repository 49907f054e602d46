/* What the catalog and its check share. */
#ifndef NJ_LOCALE_CATALOG_PRIV_H
#define NJ_LOCALE_CATALOG_PRIV_H

#include <stdint.h>

#include "base/arena.h"
#include "base/limits.h"
#include "locale/catalog.h"

#define NJ_CATALOG_LANGS_MAX 8
#define NJ_CATALOG_KEY_MAX   160 /* bytes of a flattened key */

/* Of a key `<key>_with_<rest>`. */
struct nj_catalog_addition {
    const char *rest;
    const struct nj_catalog_addition *next; /* of the same <key> */
};

struct nj_catalog_row {
    const char *key;
    const char *text; /* NULL: the key has variants or additions only */
    const struct nj_catalog_addition *additions; /* NULL: it has none */
    bool plural;                                 /* there is `<key>_other` */
};

/* Rows as they were read, found by open addressing, at most half full; keys and
 * texts are owned by the arena. */
struct nj_catalog_lang {
    const char *name;
    struct nj_catalog_row *rows;
    uint32_t n_rows, cap_rows;
    uint32_t n_slots; /* 0 or a power of two */
    uint32_t *slots;  /* 1 + the place of a row; 0: empty */
    struct nj_arena arena;
};

struct nj_catalog {
    struct nj_catalog_lang langs[NJ_CATALOG_LANGS_MAX];
    const char *names[NJ_CATALOG_LANGS_MAX + 1];
    uint32_t n_langs;
};

/* The language's own template, without fallback; NULL if it has none. */
const char *nj_catalog_own(const struct nj_catalog_lang *l, const char *key);

#endif
