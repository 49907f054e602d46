/*
 * Writing JSON: a document is built as cJSON values and printed once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"
#include "base/limits.h"
#include "base/utf8.h"

#define CHUNK_BYTES 4096

struct nj_json_out {
    struct nj_arena mem;
    cJSON *root;
    cJSON *open[NJ_JSON_DEPTH_MAX];
    int depth;
};

struct nj_json_out *nj_json_out_create(void)
{
    struct nj_json_out *o = nj_alloc(sizeof(*o));

    o->mem = (struct nj_arena)NJ_ARENA_INIT(CHUNK_BYTES);
    return o;
}

void nj_json_out_destroy(struct nj_json_out *o)
{
    if (o == NULL)
        return;
    nj_arena_fini(&o->mem);
    free(o);
}

/* Puts a value where the document stands now. */
static void put(struct nj_json_out *o, const char *name, cJSON *value)
{
    cJSON *parent = o->depth == 0 ? NULL : o->open[o->depth - 1];
    cJSON_bool added = 1;

    NJ_ASSERT(value != NULL);
    if (parent == NULL) {
        NJ_ASSERT(o->root == NULL); /* one value is one document */
        NJ_ASSERT(name == NULL);
        o->root = value;
    } else if (cJSON_IsObject(parent)) {
        NJ_ASSERT(name != NULL);
        NJ_ASSERT(nj_utf8_valid(name, strlen(name)));
        added = cJSON_AddItemToObject(parent, name, value);
    } else {
        NJ_ASSERT(name == NULL);
        added = cJSON_AddItemToArray(parent, value);
    }
    NJ_ASSERT(added);
}

static void put_container(struct nj_json_out *o, const char *name,
                          cJSON *(*create)(void))
{
    struct nj_arena *before = nj_json_memory(&o->mem);
    cJSON *value = create();

    NJ_ASSERT(o->depth < NJ_JSON_DEPTH_MAX);
    put(o, name, value);
    o->open[o->depth++] = value;
    (void)nj_json_memory(before);
}

void nj_json_obj(struct nj_json_out *o, const char *name)
{
    put_container(o, name, cJSON_CreateObject);
}

void nj_json_arr(struct nj_json_out *o, const char *name)
{
    put_container(o, name, cJSON_CreateArray);
}

void nj_json_end(struct nj_json_out *o)
{
    NJ_ASSERT(o->depth > 0);
    o->depth--;
}

void nj_json_put_text(struct nj_json_out *o, const char *name, const char *text)
{
    struct nj_arena *before = nj_json_memory(&o->mem);

    /* cJSON prints bad bytes as they are, and the peer refuses the frame. */
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
    put(o, name, cJSON_CreateString(text));
    (void)nj_json_memory(before);
}

/* Raw digits, since cJSON would write a large number with an exponent. */
void nj_json_put_i64(struct nj_json_out *o, const char *name, int64_t v)
{
    struct nj_arena *before = nj_json_memory(&o->mem);
    char digits[24];

    (void)snprintf(digits, sizeof(digits), "%lld", (long long)v);
    put(o, name, cJSON_CreateRaw(digits));
    (void)nj_json_memory(before);
}

void nj_json_put_bool(struct nj_json_out *o, const char *name, bool v)
{
    struct nj_arena *before = nj_json_memory(&o->mem);

    put(o, name, cJSON_CreateBool(v));
    (void)nj_json_memory(before);
}

void nj_json_put_null(struct nj_json_out *o, const char *name)
{
    struct nj_arena *before = nj_json_memory(&o->mem);

    put(o, name, cJSON_CreateNull());
    (void)nj_json_memory(before);
}

bool nj_json_print(const struct nj_json_out *o, struct nj_str *s)
{
    struct nj_arena scratch = NJ_ARENA_INIT(CHUNK_BYTES);
    struct nj_arena *before = nj_json_memory(&scratch);
    bool over_before = s->over;
    bool fits;
    const char *text;

    NJ_ASSERT(o->root != NULL);
    NJ_ASSERT(o->depth == 0);
    text = cJSON_PrintUnformatted(o->root);
    (void)nj_json_memory(before);
    NJ_ASSERT(text != NULL);
    s->over = false;
    nj_str_puts(s, text);
    fits = !s->over;
    s->over = s->over || over_before;
    nj_arena_fini(&scratch);
    return fits;
}
