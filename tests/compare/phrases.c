/*
 * Reads the examples out of the command tables as they are compiled in.
 */
#include "compare/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "config/embed.h"
#include "kit/nj_test.h"

#define TYPE_MAX 400

/* "long-night" and "long-night+plan" are the game's; an owner's words would
 * only stop the evening. */
static bool is_of(const char *of, const char *game)
{
    size_t n = strlen(game);

    return strncmp(of, game, n) == 0 && (of[n] == '\0' || of[n] == '+');
}

static void add(struct phrases *p, const char *type, const char *of,
                const char *place)
{
    p->all = nj_realloc(p->all, (p->n + 1) * sizeof(*p->all));
    p->all[p->n++] = (struct phrase){.type = nj_strndup(type, strlen(type)),
                                     .game = strcmp(of, "table") != 0 &&
                                             strcmp(of, "host") != 0,
                                     .power = strcmp(of, "host") == 0,
                                     .private = strcmp(place, "private") == 0};
}

static void add_row(struct phrases *p, struct nj_json row, const char *game)
{
    const char *of = nj_json_text(nj_json_get(row, "of"), 60);
    const char *place = nj_json_text(nj_json_get(row, "place"), 20);

    if (strcmp(of, "table") != 0 && strcmp(of, "host") != 0 && !is_of(of, game))
        return;
    for (struct nj_json x = nj_json_first(nj_json_get(row, "examples"));
         nj_json_present(x); x = nj_json_next(x))
        add(p, nj_json_text(nj_json_get(x, "type"), TYPE_MAX), of, place);
}

static void add_file(struct phrases *p, const char *name, const char *game)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    struct nj_blob blob;

    if (nj_embed_read(NULL, name, &blob, &err) != NJ_OK ||
        nj_json_open(&doc, blob.text, blob.len, &NJ_JSON_FILE, &err) != NJ_OK)
        fail_msg("%s: %s", name, err.text);
    for (struct nj_json row =
             nj_json_first(nj_json_get(nj_json_root(doc), "commands"));
         nj_json_present(row); row = nj_json_next(row))
        add_row(p, row, game);
    if (nj_json_status(doc, &err) != NJ_OK)
        fail_msg("%s: %s", name, err.text);
    nj_json_close(doc);
    nj_blob_fini(&blob);
}

static void add_language(struct phrases *p, const char *lang, const char *game)
{
    char name[80];

    (void)snprintf(name, sizeof(name), "locales/commands/%s.json", lang);
    add_file(p, name, game);
    (void)snprintf(name, sizeof(name), "locales/games/%s/%s.json", game, lang);
    add_file(p, name, game);
}

void phrases_load(struct phrases *p, const char *game)
{
    *p = (struct phrases){0};
    add_language(p, "zh-CN", game);
    add_language(p, "zh-TW", game);
    add_language(p, "en", game);
    assert_true(p->n > 0);
}

void phrases_fini(struct phrases *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        free(p->all[i].type);
    free(p->all);
}
