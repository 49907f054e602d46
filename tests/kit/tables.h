/* The command tables of the source tree, for tests. */
#ifndef NJ_TESTS_KIT_TABLES_H
#define NJ_TESTS_KIT_TABLES_H

#include <stdlib.h>

#include "base/arena.h"
#include "command/parse.h"
#include "config/embed.h"
#include "kit/nj_test.h"

#define NJ_TABLES_FILES_MAX 64

struct nj_tables {
    struct nj_command_file file[NJ_TABLES_FILES_MAX];
    struct nj_blob blob[NJ_TABLES_FILES_MAX];
    size_t n;
};

static inline enum nj_status nj_tables_file(void *tables, const char *name,
                                            struct nj_err *err)
{
    struct nj_tables *t = tables;
    struct nj_blob *blob = &t->blob[t->n];

    assert_true(t->n < NJ_TABLES_FILES_MAX);
    if (nj_embed_read(NULL, name, blob, err) != NJ_OK)
        fail_msg("%s: %s", name, err->text);
    t->file[t->n++] = (struct nj_command_file){name, blob->text, blob->len};
    return NJ_OK;
}

/* All that people can type in these games and in the shell. */
static inline struct nj_commands *nj_tables_create(const char *const *games)
{
    struct nj_tables *t = nj_alloc(sizeof(*t));
    struct nj_commands *c = NULL;
    struct nj_err err = {{0}};

    if (nj_embed_each("locales/commands/", ".json", nj_tables_file, t, &err) !=
            NJ_OK ||
        nj_embed_each("locales/games/", ".json", nj_tables_file, t, &err) !=
            NJ_OK ||
        nj_commands_create(t->file, t->n, games, &c, &err) != NJ_OK)
        fail_msg("%s", err.text);
    for (size_t i = 0; i < t->n; i++)
        nj_blob_fini(&t->blob[i]);
    free(t);
    return c;
}

#endif
