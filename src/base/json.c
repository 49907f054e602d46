/*
 * Reading JSON: opens a document and lends its values with bounds. Its tree
 * is made by json_scan.c.
 */
#include "base/json.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json_priv.h"
#include "base/json_scan.h"
#include "base/limits.h"
#include "base/utf8.h"

#define CHUNK_MIN    4096
#define CHUNK_MAX    (1u << 20)
#define PATH_MAX_LEN 200
#define NAME_SHOWN   40 /* bytes of a foreign name inside a path */
#define PAIRS_MAX    12 /* members compared one with each other */

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

/* Bytes of a name that messages show: whole characters. */
static int shown(const char *name)
{
    NJ_ASSERT(name != NULL);
    return (int)nj_utf8_cut(name, strlen(name), NAME_SHOWN);
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
            nj_str_addf(s, "%s%.*s", i == 1 ? "" : ".", shown(name), name);
    }
}

void nj_json_path(struct nj_json j, struct nj_str *s)
{
    struct walk w = {.path = {j.doc->root}};

    if (j.node == NULL)
        return;
    while (here(&w) != j.node) {
        bool more = walk_on(&w);

        NJ_ASSERT(more); /* a cursor points into its own document */
    }
    add_path(&w, s);
}

/* --- opening --- */

static uint64_t name_hash(const char *name)
{
    uint64_t h = UINT64_C(14695981039346656037);

    NJ_ASSERT(name != NULL);
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return h ^ h >> 29;
}

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
        size_t at = name_hash(c->string) & (slots - 1);

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

/* cJSON would quietly give out the first of two. */
static enum nj_status check_twins(const cJSON *root, struct nj_err *err)
{
    struct nj_arena scratch = NJ_ARENA_INIT(CHUNK_MIN);
    struct nj_str path = NJ_STR_INIT(PATH_MAX_LEN);
    struct walk w = {.path = {root}};
    enum nj_status st = NJ_OK;

    do {
        const cJSON *found =
            cJSON_IsObject(here(&w)) ? twin(here(&w), &scratch) : NULL;

        if (found != NULL) {
            add_path(&w, &path);
            st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s%sthe name '%.*s' repeats",
                         path.p, path.len == 0 ? "" : ": ",
                         shown(found->string), found->string);
        }
    } while (st == NJ_OK && walk_on(&w));
    nj_str_fini(&path);
    nj_arena_fini(&scratch);
    return st;
}

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
    return st == NJ_OK ? check_twins(d->root, err) : st;
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

/* Keeps the first failure: the later ones mostly follow from it. */
static void reject(struct nj_json j, enum nj_status st, const char *what)
{
    struct nj_str path = NJ_STR_INIT(PATH_MAX_LEN);

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
    reject(j, NJ_ERR_BAD_INPUT, what);
}

static void reject_missing(struct nj_json j, const char *name)
{
    struct nj_str what = NJ_STR_INIT(NAME_SHOWN + 32);

    NJ_ASSERT(name[0] != '\0');
    nj_str_addf(&what, "'%.*s' is missing", shown(name), name);
    reject(j, NJ_ERR_NOT_FOUND, what.p);
    nj_str_fini(&what);
}

/* --- children --- */

static struct nj_json place(struct nj_json j, const cJSON *node)
{
    return (struct nj_json){.doc = j.doc, .node = node};
}

/* Most names differ in their first letter. */
static const cJSON *find_child(const cJSON *object, const char *name)
{
    const cJSON *c = object->child;

    while (c != NULL &&
           (c->string[0] != name[0] || strcmp(c->string, name) != 0))
        c = c->next;
    return c;
}

struct nj_json nj_json_get(struct nj_json j, const char *name)
{
    const cJSON *child;

    NJ_ASSERT(name[0] != '\0');
    if (j.node == NULL)
        return j;
    if (!nj_json_is_object(j)) {
        reject(j, NJ_ERR_BAD_INPUT, "expected an object");
        return place(j, NULL);
    }
    child = find_child(j.node, name);
    if (child == NULL)
        reject_missing(j, name);
    return place(j, child);
}

struct nj_json nj_json_opt(struct nj_json j, const char *name)
{
    const cJSON *child = NULL;

    NJ_ASSERT(name[0] != '\0');
    if (nj_json_is_object(j))
        child = find_child(j.node, name);
    if (child != NULL && cJSON_IsNull(child))
        child = NULL;
    return place(j, child);
}

bool nj_json_present(struct nj_json j)
{
    return j.node != NULL;
}

bool nj_json_is_object(struct nj_json j)
{
    return cJSON_IsObject(j.node);
}

bool nj_json_is_array(struct nj_json j)
{
    return cJSON_IsArray(j.node);
}

/* The digits of a whole number that is too long for a double, or NULL. */
static const char *long_digits(struct nj_json j)
{
    const cJSON *c = j.node;

    if (!cJSON_IsString(c) || c->valuestring[0] != NJ_JSON_DIGITS)
        return NULL;
    return c->valuestring + 1;
}

bool nj_json_is_string(struct nj_json j)
{
    return cJSON_IsString(j.node) && long_digits(j) == NULL;
}

bool nj_json_is_number(struct nj_json j)
{
    return cJSON_IsNumber(j.node) || long_digits(j) != NULL;
}

bool nj_json_is_bool(struct nj_json j)
{
    return cJSON_IsBool(j.node);
}

struct nj_json nj_json_first(struct nj_json j)
{
    const cJSON *c = j.node;

    return place(j, c == NULL ? NULL : c->child);
}

struct nj_json nj_json_next(struct nj_json child)
{
    const cJSON *c = child.node;

    return place(child, c == NULL ? NULL : c->next);
}

const char *nj_json_name(struct nj_json child)
{
    const cJSON *c = child.node;

    return c == NULL ? NULL : c->string;
}

size_t nj_json_size(struct nj_json j)
{
    return (size_t)cJSON_GetArraySize(j.node);
}

/* --- values --- */

/* True if the value is a whole number that fits; cJSON's own integers stop
 * at 2^31 and its doubles may be infinite. */
static bool whole(struct nj_json j, int64_t *v)
{
    const cJSON *c = j.node;
    const char *digits = long_digits(j);

    if (digits != NULL) {
        errno = 0;
        *v = strtoll(digits, NULL, 10);
        return errno == 0;
    }
    if (!cJSON_IsNumber(c) || !(c->valuedouble >= -(double)NJ_JSON_INT_MAX) ||
        !(c->valuedouble <= (double)NJ_JSON_INT_MAX))
        return false;
    *v = (int64_t)c->valuedouble;
    return (double)*v == c->valuedouble;
}

int64_t nj_json_i64(struct nj_json j, int64_t lo, int64_t hi)
{
    int64_t v = 0;
    char what[96];

    NJ_ASSERT(lo <= hi);
    if (whole(j, &v) && v >= lo && v <= hi)
        return v;
    (void)snprintf(what, sizeof(what),
                   "expected a whole number from %lld to %lld", (long long)lo,
                   (long long)hi);
    reject(j, nj_json_is_number(j) ? NJ_ERR_RANGE : NJ_ERR_BAD_INPUT, what);
    return lo;
}

bool nj_json_bool(struct nj_json j)
{
    if (!cJSON_IsBool(j.node)) {
        reject(j, NJ_ERR_BAD_INPUT, "expected true or false");
        return false;
    }
    return cJSON_IsTrue(j.node);
}

const char *nj_json_text(struct nj_json j, size_t max_bytes)
{
    const cJSON *c = j.node;
    char what[64];

    NJ_ASSERT(max_bytes > 0);
    if (!nj_json_is_string(j)) {
        reject(j, NJ_ERR_BAD_INPUT, "expected a string");
        return "";
    }
    if (strlen(c->valuestring) > max_bytes) {
        (void)snprintf(what, sizeof(what), "longer than %zu bytes", max_bytes);
        reject(j, NJ_ERR_LIMIT, what);
        return "";
    }
    return c->valuestring;
}

/* 64 bits with or without sign: ids above 2^63 exist. */
static bool fits_64_bits(const char *digits)
{
    NJ_ASSERT(digits[0] != '\0');
    errno = 0;
    if (digits[0] == '-')
        (void)strtoll(digits, NULL, 10);
    else
        (void)strtoull(digits, NULL, 10);
    return errno == 0;
}

void nj_json_id(struct nj_json j, char *out, size_t cap)
{
    const char *text = long_digits(j);
    char digits[NJ_DIGITS_MAX];
    int64_t v = 0;

    NJ_ASSERT(cap > 0);
    out[0] = '\0';
    if (text != NULL) {
        if (!fits_64_bits(text))
            text = NULL;
    } else if (nj_json_is_string(j)) {
        text = ((const cJSON *)j.node)->valuestring;
    } else if (whole(j, &v)) {
        text = nj_str_digits(digits, v);
    }
    if (text == NULL || text[0] == '\0') {
        reject(j, NJ_ERR_BAD_INPUT, "expected an id");
        return;
    }
    if (strlen(text) >= cap) {
        reject(j, NJ_ERR_LIMIT, "an id that is too long");
        return;
    }
    memcpy(out, text, strlen(text) + 1);
}
