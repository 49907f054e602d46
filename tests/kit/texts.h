/* The texts of the source tree in all languages, for tests. */
#ifndef NJ_TESTS_KIT_TEXTS_H
#define NJ_TESTS_KIT_TEXTS_H

#include <stdio.h>
#include <string.h>

#include "config/embed.h"
#include "kit/nj_test.h"
#include "locale/catalog.h"

static const char *const nj_texts_langs[] = {"zh-CN", "zh-TW", "en"};

/* Adds a file: the shell's, or a game's to a language that is there. */
static inline enum nj_status nj_texts_file(void *catalog, const char *name,
                                           struct nj_err *err)
{
    const char *base = strrchr(name, '/') + 1;
    bool of_game = strstr(name, "/games/") != NULL;
    char lang[16] = "";
    struct nj_blob blob = {0};

    assert_true(strcspn(base, ".") < sizeof(lang));
    memcpy(lang, base, strcspn(base, "."));
    if (nj_embed_read(NULL, name, &blob, err) != NJ_OK ||
        (of_game ? nj_catalog_add_game : nj_catalog_add)(
            catalog, lang, blob.text, blob.len, err) != NJ_OK)
        fail_msg("%s: %s", name, err->text);
    nj_blob_fini(&blob);
    return NJ_OK;
}

/* Adds all that the program says, Simplified first. */
static inline void nj_texts_add(struct nj_catalog *c)
{
    struct nj_err err = {{0}};
    char name[40];

    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++) {
        (void)snprintf(name, sizeof(name), "locales/%s.json",
                       nj_texts_langs[i]);
        assert_int_equal(nj_texts_file(c, name, &err), NJ_OK);
    }
    if (nj_embed_each("locales/games/", ".json", nj_texts_file, c, &err) !=
        NJ_OK)
        fail_msg("%s", err.text);
}

/* Set-up and tear-down of a group of tests: *state is a catalog of them all. */
static inline int nj_texts_open(void **state)
{
    struct nj_catalog *c = nj_catalog_create();

    nj_texts_add(c);
    *state = c;
    return 0;
}

static inline int nj_texts_close(void **state)
{
    nj_catalog_destroy(*state);
    return 0;
}

#endif
