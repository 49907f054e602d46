/*
 * Where a value stands in its document, and names that stand twice in one
 * object. Trees are walked without recursion.
 */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"
#include "base/text_hash.h"
#include "base/utf8.h"

#define SCRATCH_BYTES 4096
#define NAME_SHOWN    40 /* bytes of a foreign name inside a path */
#define PAIRS_MAX     12 /* members compared one with each other */

int nj_json_shown(const char *name)
{
    NJ_ASSERT(name != NULL);
    return (int)nj_utf8_cut(name, strlen(name), NAME_SHOWN);
}

/* --- walking without recursion --- */

struct walk {
    const cJSON *path[NJ_JSON_DEPTH_MAX + 1]; /* from the root downwards */
    int depth;
};

static const cJSON *here(const struct walk *w)
{
    NJ_ASSERT(w->depth >= 0);
    NJ_ASSERT(w->depth <= NJ_JSON_DEPTH_MAX);
    return w->path[w->depth];
}

/* The next value in the order of the text; false after the last one. */
static bool walk_on(struct walk *w)
{
    const cJSON *child = here(w)->child;

    if (child != NULL) {
        NJ_ASSERT(w->depth < NJ_JSON_DEPTH_MAX);
        w->path[++w->depth] = child;
        return true;
    }
    while (w->depth > 0 && here(w)->next == NULL)
        w->depth--;
    if (w->depth == 0)
        return false;
    w->path[w->depth] = here(w)->next;
    NJ_ASSERT(w->depth > 0);
    return true;
}

static size_t index_in(const cJSON *parent, const cJSON *child)
{
    size_t i = 0;

    NJ_ASSERT(parent->child != NULL);
    for (const cJSON *c = parent->child; c != child; c = c->next)
        i++;
    return i;
}

static void add_path(const struct walk *w, struct nj_str *s)
{
    NJ_ASSERT(w->depth >= 0);
    for (int i = 1; i <= w->depth; i++) {
        const char *name = w->path[i]->string;

        if (name == NULL)
            nj_str_addf(s, "[%zu]", index_in(w->path[i - 1], w->path[i]));
        else
            nj_str_addf(s, "%s%.*s", i == 1 ? "" : ".", nj_json_shown(name),
                        name);
    }
}

void nj_json_path(struct nj_json j, struct nj_str *s)
{
    struct walk w = {.path = {nj_json_root(j.doc).node}};

    if (j.node == NULL)
        return;
    while (here(&w) != j.node) {
        bool more = walk_on(&w);

        NJ_ASSERT(more); /* a cursor points into its own document */
    }
    add_path(&w, s);
}

/* --- names that repeat --- */

/* A member whose name came before, or NULL; quadratic, for the usual few. */
static const cJSON *twin_of_few(const cJSON *object)
{
    for (const cJSON *a = object->child; a != NULL; a = a->next)
        for (const cJSON *b = object->child; b != a; b = b->next)
            if (a->string[0] == b->string[0] &&
                strcmp(a->string, b->string) == 0)
                return a;
    return NULL;
}

/* The same by a table, for crowded objects. */
static const cJSON *twin_of_many(const cJSON *object, size_t count,
                                 struct nj_arena *scratch)
{
    size_t slots = 1;
    const cJSON **table;

    NJ_ASSERT(count > PAIRS_MAX);
    while (slots < 2 * count)
        slots *= 2;
    nj_arena_reset(scratch);
    table = nj_arena_alloc(scratch, slots * sizeof(const cJSON *));
    for (const cJSON *c = object->child; c != NULL; c = c->next) {
        uint64_t h = nj_text_hash(c->string);
        size_t at = (h ^ h >> 29) & (slots - 1);

        for (; table[at] != NULL; at = (at + 1) & (slots - 1))
            if (strcmp(table[at]->string, c->string) == 0)
                return c;
        table[at] = c;
    }
    return NULL;
}

static const cJSON *twin(const cJSON *object, struct nj_arena *scratch)
{
    size_t count = 0;

    for (const cJSON *c = object->child; c != NULL; c = c->next)
        count++;
    return count <= PAIRS_MAX ? twin_of_few(object)
                              : twin_of_many(object, count, scratch);
}

enum nj_status nj_json_twins(const cJSON *root, struct nj_err *err)
{
    struct nj_arena scratch = NJ_ARENA_INIT(SCRATCH_BYTES);
    struct nj_str path = NJ_STR_INIT(NJ_JSON_PATH_MAX);
    struct walk w = {.path = {root}};
    enum nj_status st = NJ_OK;

    do {
        const cJSON *found =
            cJSON_IsObject(here(&w)) ? twin(here(&w), &scratch) : NULL;

        if (found != NULL) {
            add_path(&w, &path);
            st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s%sthe name '%.*s' repeats",
                         path.p, path.len == 0 ? "" : ": ",
                         nj_json_shown(found->string), found->string);
        }
    } while (st == NJ_OK && walk_on(&w));
    nj_str_fini(&path);
    nj_arena_fini(&scratch);
    return st;
}
