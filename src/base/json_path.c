/*
 * Where a value stands in its document, and names that stand twice in one
 * object.
 */
#include <string.h>

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

/* From the root downwards: at each level the last that does not begin behind
 * `v` is `v` or holds it. */
static void add_path(const struct nj_json_value *root,
                     const struct nj_json_value *v, struct nj_str *s)
{
    for (const struct nj_json_value *at = root; at != v;) {
        bool outer = at == root;
        size_t index = 0;

        NJ_ASSERT(nj_json_holds(at)); /* a cursor points into its document */
        for (at++; at->next != 0 && v >= at + at->next; at += at->next)
            index++;
        if (at->name == NULL)
            nj_str_addf(s, "[%zu]", index);
        else
            nj_str_addf(s, "%s%.*s", outer ? "" : ".", nj_json_shown(at->name),
                        at->name);
    }
}

void nj_json_path(struct nj_json j, struct nj_str *s)
{
    if (j.node != NULL)
        add_path(nj_json_root(j.doc).node, j.node, s);
}

/* --- names that repeat --- */

/* A member whose name came before, or NULL; quadratic, for the usual few. */
static const struct nj_json_value *twin_of_few(
    const struct nj_json_value *object)
{
    const struct nj_json_value *first = nj_json_inner(object);

    for (const struct nj_json_value *a = first; a != NULL;
         a = nj_json_behind(a))
        for (const struct nj_json_value *b = first; b != a; b += b->next)
            if (nj_json_named(a, b->name))
                return a;
    return NULL;
}

/* The same by a table, for crowded objects. */
static const struct nj_json_value *twin_of_many(
    const struct nj_json_value *object, struct nj_arena *scratch)
{
    size_t slots = 1;
    const struct nj_json_value **table;

    NJ_ASSERT(object->members > PAIRS_MAX);
    while (slots < 2 * object->members)
        slots *= 2;
    nj_arena_reset(scratch);
    table =
        nj_arena_alloc(scratch, slots * sizeof(const struct nj_json_value *));
    for (const struct nj_json_value *v = nj_json_inner(object); v != NULL;
         v = nj_json_behind(v)) {
        uint64_t h = nj_text_hash(v->name);
        size_t at = (h ^ h >> 29) & (slots - 1);

        for (; table[at] != NULL; at = (at + 1) & (slots - 1))
            if (strcmp(table[at]->name, v->name) == 0)
                return v;
        table[at] = v;
    }
    return NULL;
}

enum nj_status nj_json_twins(const struct nj_json_value *values, size_t count,
                             struct nj_err *err)
{
    struct nj_arena scratch = NJ_ARENA_INIT(SCRATCH_BYTES);
    struct nj_str path = NJ_STR_INIT(NJ_JSON_PATH_MAX);
    const struct nj_json_value *found = NULL;
    enum nj_status st = NJ_OK;
    size_t i;

    for (i = 0; i < count && found == NULL; i++)
        if (values[i].kind == NJ_JSON_OBJECT)
            found = values[i].members <= PAIRS_MAX
                        ? twin_of_few(&values[i])
                        : twin_of_many(&values[i], &scratch);
    if (found != NULL) {
        add_path(values, &values[i - 1], &path);
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s%sthe name '%.*s' repeats",
                     path.p, path.len == 0 ? "" : ": ",
                     nj_json_shown(found->name), found->name);
    }
    nj_str_fini(&path);
    nj_arena_fini(&scratch);
    return st;
}
