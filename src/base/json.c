/*
 * JSON documents: opened from a text, closed, and what was wrong with them.
 * The tree is made by json_scan.c, values are lent by json_value.c.
 */
#include "base/json.h"

#include <pthread.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json_priv.h"
#include "base/json_scan.h"

#define CHUNK_MIN 4096
#define CHUNK_MAX (1u << 20)

struct nj_json_doc {
    struct nj_arena mem;
    const cJSON *root;
    enum nj_status st; /* of the first read that failed */
    struct nj_err err;
};

/* --- memory of cJSON --- */

static _Thread_local struct nj_arena *memory;
static pthread_once_t hooked = PTHREAD_ONCE_INIT;

static void *take_piece(size_t size)
{
    NJ_ASSERT(memory != NULL);
    return nj_arena_alloc(memory, size);
}

static void keep_piece(void *p)
{
    NJ_ASSERT(p != NULL);
    (void)p;
}

static void hook(void)
{
    cJSON_Hooks hooks = {take_piece, keep_piece};

    cJSON_InitHooks(&hooks);
}

struct nj_arena *nj_json_memory(struct nj_arena *a)
{
    struct nj_arena *before = memory;

    int rc = pthread_once(&hooked, hook);

    NJ_ASSERT(rc == 0);
    memory = a;
    return before;
}

/* --- opening --- */

static size_t chunk_bytes(size_t n)
{
    size_t guess = 4 * n;

    NJ_ASSERT(n <= SIZE_MAX / 4);
    if (guess < CHUNK_MIN)
        return CHUNK_MIN;
    return guess > CHUNK_MAX ? CHUNK_MAX : guess;
}

static enum nj_status parse(struct nj_json_doc *d, const char *text, size_t n,
                            const struct nj_json_bounds *bounds,
                            struct nj_err *err)
{
    enum nj_status st = nj_json_scan(text, n, bounds, &d->mem, &d->root, err);

    NJ_ASSERT(bounds != NULL);
    return st == NJ_OK ? nj_json_twins(d->root, err) : st;
}

enum nj_status nj_json_open(struct nj_json_doc **doc, const char *text,
                            size_t n, const struct nj_json_bounds *bounds,
                            struct nj_err *err)
{
    struct nj_json_doc *d = nj_alloc(sizeof(*d));
    enum nj_status st;

    d->mem = (struct nj_arena)NJ_ARENA_INIT(chunk_bytes(n));
    st = parse(d, text, n, bounds, err);
    if (st == NJ_OK)
        *doc = d;
    else
        nj_json_close(d);
    return st;
}

void nj_json_close(struct nj_json_doc *doc)
{
    if (doc == NULL)
        return;
    nj_arena_fini(&doc->mem);
    free(doc);
}

struct nj_json nj_json_root(struct nj_json_doc *doc)
{
    NJ_ASSERT(doc->root != NULL);
    return (struct nj_json){.doc = doc, .node = doc->root};
}

/* --- failures --- */

enum nj_status nj_json_status(struct nj_json_doc *doc, struct nj_err *err)
{
    NJ_ASSERT(doc->st == NJ_OK || doc->err.text[0] != '\0');
    if (doc->st != NJ_OK && err != NULL)
        *err = doc->err;
    return doc->st;
}

bool nj_json_take_failure(struct nj_json_doc *doc, struct nj_err *err)
{
    if (doc->st == NJ_OK)
        return false;
    if (err != NULL)
        *err = doc->err;
    doc->st = NJ_OK;
    doc->err.text[0] = '\0';
    return true;
}

void nj_json_fail(struct nj_json j, enum nj_status st, const char *what)
{
    struct nj_str path = NJ_STR_INIT(NJ_JSON_PATH_MAX);

    NJ_ASSERT(st != NJ_OK);
    NJ_ASSERT(what[0] != '\0');
    if (j.doc->st != NJ_OK)
        return;
    nj_json_path(j, &path);
    j.doc->st = nj_fail(&j.doc->err, st, "%s%s%s", path.p,
                        path.len == 0 ? "" : ": ", what);
    nj_str_fini(&path);
}

void nj_json_reject(struct nj_json j, const char *what)
{
    NJ_ASSERT(what[0] != '\0');
    nj_json_fail(j, NJ_ERR_BAD_INPUT, what);
}
