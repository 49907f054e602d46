/*
 * The texts of all languages: one hash table per language from the flattened
 * key to the template. The comparison of languages is in catalog_check.c.
 */
#include "locale/catalog.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/str.h"
#include "locale/catalog_priv.h"
#include "locale/template.h"

#define DEPTH_MAX  12
#define SLOTS_MIN  64 /* a power of two */
#define ARENA_STEP 16384

/* Eight bytes at a time: each message looks up a dozen keys. */
static uint32_t hash_key(const char *key)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    size_t n = strlen(key);
    uint64_t h = n;
    uint64_t v = 0;

    for (; n >= sizeof(v); n -= sizeof(v), key += sizeof(v)) {
        memcpy(&v, key, sizeof(v));
        h = (h ^ v) * odd;
        h ^= h >> 32;
    }
    v = 0;
    memcpy(&v, key, n);
    h = (h ^ v) * odd;
    return (uint32_t)(h >> 32);
}

struct nj_catalog *nj_catalog_create(void)
{
    return nj_alloc(sizeof(struct nj_catalog));
}

static void lang_fini(struct nj_catalog_lang *l)
{
    nj_arena_fini(&l->arena);
    free(l->rows);
    free(l->slots);
}

void nj_catalog_destroy(struct nj_catalog *c)
{
    if (c == NULL)
        return;
    for (uint32_t i = 0; i < c->n_langs; i++)
        lang_fini(&c->langs[i]);
    free(c);
}

/* The slot where the key is or would be. */
static uint32_t *find_slot(const struct nj_catalog_lang *l, const char *key)
{
    uint32_t at = hash_key(key) & (l->n_slots - 1);

    while (l->slots[at] != 0 && strcmp(l->rows[l->slots[at] - 1].key, key) != 0)
        at = (at + 1) & (l->n_slots - 1);
    return &l->slots[at];
}

static void grow(struct nj_catalog_lang *l)
{
    l->n_slots = l->n_slots == 0 ? SLOTS_MIN : l->n_slots * 2;
    free(l->slots);
    l->slots = nj_alloc(l->n_slots * sizeof(*l->slots));
    for (uint32_t i = 0; i < l->n_rows; i++)
        *find_slot(l, l->rows[i].key) = i + 1;
}

/* NULL: the language has nothing of the key. */
static const struct nj_catalog_row *find_row(const struct nj_catalog_lang *l,
                                             const char *key)
{
    uint32_t slot = l->n_slots == 0 ? 0 : *find_slot(l, key);

    return slot == 0 ? NULL : &l->rows[slot - 1];
}

const char *nj_catalog_own(const struct nj_catalog_lang *l, const char *key)
{
    const struct nj_catalog_row *row = find_row(l, key);

    return row == NULL ? NULL : row->text;
}

static void add_row(struct nj_catalog_lang *l, const char *key)
{
    if (l->n_rows == l->cap_rows) {
        l->cap_rows = 2 * l->cap_rows + SLOTS_MIN;
        l->rows = nj_realloc(l->rows, l->cap_rows * sizeof(*l->rows));
    }
    l->rows[l->n_rows++] = (struct nj_catalog_row){.key = key};
}

/* The row of the first n bytes of `key`, made if there is none. */
static struct nj_catalog_row *row_of(struct nj_catalog_lang *l, const char *key,
                                     size_t n)
{
    const char *copy = nj_arena_copy(&l->arena, key, n);
    uint32_t *slot;

    if ((l->n_rows + 1) * 2 > l->n_slots)
        grow(l);
    slot = find_slot(l, copy);
    if (*slot == 0) {
        add_row(l, copy);
        *slot = l->n_rows;
    }
    NJ_ASSERT(l->n_rows * 2 <= l->n_slots);
    return &l->rows[*slot - 1];
}

/* The key adds something to that of its first n bytes. */
static void note_addition(struct nj_catalog_lang *l, const char *key, size_t n)
{
    const char *rest = key + n + strlen("_with_");
    struct nj_catalog_addition *a = nj_arena_alloc(&l->arena, sizeof(*a));
    struct nj_catalog_row *row = row_of(l, key, n);

    a->rest = nj_arena_copy(&l->arena, rest, strlen(rest));
    a->next = row->additions;
    row->additions = a;
}

static enum nj_status put(struct nj_catalog_lang *l, const char *key,
                          const char *text, struct nj_err *err)
{
    static const char other[] = "_other";
    const char *with = strstr(key, "_with_");
    size_t n = strlen(key);
    struct nj_catalog_row *row;

    if (!nj_template_valid(text))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "key '%s': braces that are no {{name}}", key);
    row = row_of(l, key, n);
    if (row->text != NULL)
        return nj_fail(err, NJ_ERR_EXISTS, "key '%s' is there twice", key);
    row->text = nj_arena_copy(&l->arena, text, strlen(text));
    if (n >= sizeof(other) && strcmp(key + n - strlen(other), other) == 0)
        row_of(l, key, n - strlen(other))->plural = true;
    for (; with != NULL; with = strstr(with + 1, "_with_"))
        note_addition(l, key, (size_t)(with - key));
    return NJ_OK;
}

/* Where the reader is: the next child at each depth, and the key so far. */
struct walk {
    struct nj_json next[DEPTH_MAX];
    size_t key_len[DEPTH_MAX];
    int depth;
    struct nj_str key;
};

static enum nj_status enter(struct walk *w, struct nj_json child,
                            struct nj_err *err)
{
    if (w->depth == DEPTH_MAX)
        return nj_fail(err, NJ_ERR_LIMIT, "key '%s': nested too deep",
                       w->key.p);
    w->next[w->depth] = nj_json_first(child);
    w->key_len[w->depth] = w->key.len;
    w->depth++;
    return NJ_OK;
}

static enum nj_status take(struct nj_catalog_lang *l, struct walk *w,
                           struct nj_json child, struct nj_err *err)
{
    if (w->key.len > 0)
        nj_str_putc(&w->key, '.');
    nj_str_puts(&w->key, nj_json_name(child));
    if (w->key.over)
        return nj_fail(err, NJ_ERR_LIMIT, "key '%s...' is too long", w->key.p);
    if (nj_json_is_object(child))
        return enter(w, child, err);
    if (!nj_json_is_string(child))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "key '%s': neither a text nor a group", w->key.p);
    return put(l, w->key.p, nj_json_text(child, NJ_TEXT_OUT_MAX), err);
}

static enum nj_status flatten(struct nj_catalog_lang *l, struct nj_json root,
                              struct nj_err *err)
{
    struct walk w = {.key = NJ_STR_INIT(NJ_CATALOG_KEY_MAX)};
    enum nj_status st = enter(&w, root, err);

    while (st == NJ_OK && w.depth > 0) {
        struct nj_json child = w.next[w.depth - 1];

        nj_str_cut(&w.key, w.key_len[w.depth - 1]);
        if (!nj_json_present(child)) {
            w.depth--;
            continue;
        }
        w.next[w.depth - 1] = nj_json_next(child);
        st = take(l, &w, child, err);
    }
    nj_str_fini(&w.key);
    return st;
}

/* The texts of a file: all of it, or what stands under `section`. */
static enum nj_status read_texts(struct nj_catalog_lang *l, const char *section,
                                 const char *text, size_t n, struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &NJ_JSON_FILE, err);
    struct nj_json root;

    if (st != NJ_OK)
        return nj_fail_in(err, st, "language '%s'", l->name);
    root = nj_json_root(doc);
    if (section != NULL)
        root = nj_json_get(root, section);
    st = nj_json_is_object(root)
             ? flatten(l, root, err)
             : nj_fail(err, NJ_ERR_BAD_INPUT, "not an object of texts");
    if (st == NJ_OK)
        st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (l->n_rows > 0) { /* no more than it needs */
        l->cap_rows = l->n_rows;
        l->rows = nj_realloc(l->rows, l->n_rows * sizeof(*l->rows));
    }
    return st == NJ_OK ? st : nj_fail_in(err, st, "language '%s'", l->name);
}

enum nj_status nj_catalog_add(struct nj_catalog *c, const char *lang,
                              const char *text, size_t n, struct nj_err *err)
{
    struct nj_catalog_lang l = {.arena = NJ_ARENA_INIT(ARENA_STEP)};
    enum nj_status st;

    if (nj_catalog_has(c, lang))
        return nj_fail(err, NJ_ERR_EXISTS, "language '%s' is there twice",
                       lang);
    if (c->n_langs == NJ_CATALOG_LANGS_MAX)
        return nj_fail(err, NJ_ERR_LIMIT, "language '%s': more than %d", lang,
                       NJ_CATALOG_LANGS_MAX);
    l.name = nj_arena_copy(&l.arena, lang, strlen(lang));
    st = read_texts(&l, NULL, text, n, err);
    if (st != NJ_OK) {
        lang_fini(&l);
        return st;
    }
    c->names[c->n_langs] = l.name;
    c->langs[c->n_langs++] = l;
    return NJ_OK;
}

enum nj_status nj_catalog_add_game(struct nj_catalog *c, const char *lang,
                                   const char *text, size_t n,
                                   struct nj_err *err)
{
    for (uint32_t i = 0; i < c->n_langs; i++)
        if (strcmp(c->langs[i].name, lang) == 0)
            return read_texts(&c->langs[i], "texts", text, n, err);
    return nj_fail(err, NJ_ERR_NOT_FOUND, "no language '%s'", lang);
}

static const struct nj_catalog_lang *find_lang(const struct nj_catalog *c,
                                               const char *lang)
{
    for (uint32_t i = 0; lang != NULL && i < c->n_langs; i++)
        if (strcmp(c->langs[i].name, lang) == 0)
            return &c->langs[i];
    return NULL;
}

/* Adds what the language has of the key to what is known of it. */
static void add_entry(const struct nj_catalog_lang *l, const char *key,
                      struct nj_catalog_entry *e)
{
    const struct nj_catalog_row *row = find_row(l, key);

    if (row == NULL)
        return;
    if (e->text == NULL)
        e->text = row->text;
    e->plural = e->plural || row->plural;
    e->additions[e->additions[0] != NULL] = row->additions;
}

struct nj_catalog_entry nj_catalog_find(const struct nj_catalog *c,
                                        const char *lang, const char *key)
{
    const struct nj_catalog_lang *l = find_lang(c, lang);
    struct nj_catalog_entry e = {0};

    if (l != NULL)
        add_entry(l, key, &e);
    if (c->n_langs > 0 && l != &c->langs[0])
        add_entry(&c->langs[0], key, &e);
    return e;
}

bool nj_catalog_adds(const struct nj_catalog_entry *e, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0; i < NJ_COUNT(e->additions); i++)
        for (const struct nj_catalog_addition *a = e->additions[i]; a != NULL;
             a = a->next)
            if (strncmp(a->rest, name, n) == 0 &&
                (a->rest[n] == '\0' || a->rest[n] == '_'))
                return true;
    return false;
}

const char *nj_catalog_get(const struct nj_catalog *c, const char *lang,
                           const char *key)
{
    const struct nj_catalog_lang *l = find_lang(c, lang);
    const char *text = l == NULL ? NULL : nj_catalog_own(l, key);

    if (text == NULL && c->n_langs > 0 && l != &c->langs[0])
        text = nj_catalog_own(&c->langs[0], key);
    return text;
}

void nj_catalog_each(const struct nj_catalog *c, const char *lang,
                     nj_catalog_visit *visit, void *ctx)
{
    const struct nj_catalog_lang *l = find_lang(c, lang);

    for (uint32_t i = 0; l != NULL && i < l->n_rows; i++)
        if (l->rows[i].text != NULL)
            visit(ctx, l->rows[i].key, l->rows[i].text);
}

void nj_catalog_put(const struct nj_catalog *c, const char *lang,
                    const char *prefix, struct nj_json_out *o)
{
    const struct nj_catalog_lang *l = find_lang(c, lang);
    size_t n = strlen(prefix);

    for (uint32_t i = 0; l != NULL && i < l->n_rows; i++)
        if (l->rows[i].text != NULL && strncmp(l->rows[i].key, prefix, n) == 0)
            nj_json_put_text(o, l->rows[i].key + n, l->rows[i].text);
}

bool nj_catalog_has(const struct nj_catalog *c, const char *lang)
{
    return find_lang(c, lang) != NULL;
}

const char *const *nj_catalog_langs(const struct nj_catalog *c)
{
    return c->names;
}
