/*
 * The texts of all languages, by language and key.
 *
 * Files are locales/<language>.json in the i18next v4 layout: nested objects,
 * `{{name}}` placeholders, `_one`/`_other` plural forms chosen by the argument
 * `count` (or the only number the text names). Keys are addressed with dots:
 * "ln.turn_end". All languages have the same keys and the same placeholders
 * in each, which nj_catalog_check() shows. What one game says stands in a file
 * of its own, locales/games/<game>/<language>.json, under `texts`.
 */
#ifndef NJ_LOCALE_CATALOG_H
#define NJ_LOCALE_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/status.h"

struct nj_catalog;

/* An empty catalog; the first language added is the fallback. */
struct nj_catalog *nj_catalog_create(void);
void nj_catalog_destroy(struct nj_catalog *c);

/* Adds a language from its file's bytes. Errors name the key. */
NJ_MUST_USE enum nj_status nj_catalog_add(struct nj_catalog *c,
                                          const char *lang, const char *text,
                                          size_t n, struct nj_err *err);

/* Adds to a language that is there the `texts` of a game's file. Errors name
 * the key; a part may have been added. */
NJ_MUST_USE enum nj_status nj_catalog_add_game(struct nj_catalog *c,
                                               const char *lang,
                                               const char *text, size_t n,
                                               struct nj_err *err);

/* The template of a key, in `lang` or the fallback; NULL if there is none.
 * `lang` NULL: the fallback. Lives as long as the catalog. */
const char *nj_catalog_get(const struct nj_catalog *c, const char *lang,
                           const char *key);

/* The same, and what else there is of the key, in `lang` or the fallback. */
struct nj_catalog_addition; /* opaque */

struct nj_catalog_entry {
    const char *text; /* NULL: no text of exactly this key */
    bool plural;      /* there is `<key>_other` */
    /* Texts `<key>_with_<argument>`, of `lang` and of the fallback. */
    const struct nj_catalog_addition *additions[2];
};
struct nj_catalog_entry nj_catalog_find(const struct nj_catalog *c,
                                        const char *lang, const char *key);

/* Is there a text `<key>_with_<name>`, or `<key>_with_<name>_<anything>`? */
bool nj_catalog_adds(const struct nj_catalog_entry *e, const char *name);

/* Calls `visit` for each text of the language, in the order of its files. */
typedef void nj_catalog_visit(void *ctx, const char *key, const char *text);
void nj_catalog_each(const struct nj_catalog *c, const char *lang,
                     nj_catalog_visit *visit, void *ctx);

/* Puts the texts of the language whose keys begin with `prefix` into the object
 * that is open, each under the rest of its key. */
void nj_catalog_put(const struct nj_catalog *c, const char *lang,
                    const char *prefix, struct nj_json_out *o);

/* True if the language was added. */
bool nj_catalog_has(const struct nj_catalog *c, const char *lang);
/* Languages in the order of adding; NULL at the end. */
const char *const *nj_catalog_langs(const struct nj_catalog *c);

/* Same keys, same placeholders, known plural forms everywhere; err names the
 * language, the key and the difference. */
NJ_MUST_USE enum nj_status nj_catalog_check(const struct nj_catalog *c,
                                            struct nj_err *err);

struct nj_game;

/*
 * Whether every language has what the game can say (its list of messages, and
 * a text for each of their tables) and what is said about it: title, options,
 * presets, editions, powers, help, achievements. Placeholders of a message are
 * arguments of it. err names the language, the key and what is missing.
 */
NJ_MUST_USE enum nj_status nj_catalog_check_game(const struct nj_catalog *c,
                                                 const struct nj_game *g,
                                                 struct nj_err *err);

#endif
