/*
 * Objects of a data file by tables (datum.h).
 */
#include "match/datum.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"

#define LINE_BYTES 200
#define WORD_BYTES 64

static void reject(struct nj_json j, const char *fmt, ...) NJ_PRINTF(2, 3);

static void reject(struct nj_json j, const char *fmt, ...)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);
    va_list ap;

    va_start(ap, fmt);
    nj_str_vaddf(&line, fmt, ap);
    va_end(ap);
    nj_json_reject(j, line.p);
    nj_str_fini(&line);
}

struct nj_json nj_datum_items(struct nj_json j, const char *key)
{
    struct nj_json list = nj_json_get(j, key);

    if (!nj_json_present(list) || nj_json_is_array(list))
        return nj_json_first(list);
    nj_json_reject(list, "expected a list");
    return (struct nj_json){.doc = j.doc, .node = NULL};
}

/* --- values --- */

/* Complains with the list of what is right: "expected a, b or c". */
static void expected(struct nj_json j, const char *const *words)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);

    for (size_t i = 0; words[i] != NULL; i++)
        nj_str_addf(&line, "%s%s",
                    i == 0                 ? "expected "
                    : words[i + 1] == NULL ? " or "
                                           : ", ",
                    words[i]);
    nj_json_reject(j, line.p);
    nj_str_fini(&line);
}

/* Returns the index of the word. */
static uint32_t read_word(struct nj_json j, const char *const *words)
{
    const char *text = nj_json_text(j, WORD_BYTES);

    NJ_ASSERT(words[0] != NULL);
    for (uint32_t i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    expected(j, words);
    return 0;
}

static int64_t read_bits(struct nj_json j, const struct nj_datum *row)
{
    int64_t bits = 0;

    for (struct nj_json w = nj_datum_items(j, row->key); nj_json_present(w);
         w = nj_json_next(w))
        bits |= INT64_C(1) << read_word(w, row->words);
    NJ_ASSERT(bits >= 0 && row->kind == NJ_DATUM_IS_BITS);
    return bits;
}

/* Reads a text into an array of `size` bytes, which is zero. */
static void read_text(struct nj_json j, const struct nj_datum *row, char *out)
{
    const char *text = nj_json_text(j, row->into.width - 1);
    const char *fault = row->fault != NULL ? row->fault(text) : NULL;

    NJ_ASSERT(strlen(text) + 1 <= row->into.width); /* longer: read as "" */
    if (fault != NULL)
        nj_json_reject(j, fault);
    memcpy(out, text, strlen(text) + 1);
}

static void read_texts(struct nj_json j, const struct nj_datum *row,
                       char *whole)
{
    int64_t n = 0;

    NJ_ASSERT(row->count.width != 0 && row->into.width > 1);
    for (struct nj_json t = nj_datum_items(j, row->key); nj_json_present(t);
         t = nj_json_next(t)) {
        if (n == row->hi) {
            nj_json_reject(t, row->full);
            return;
        }
        read_text(t, row,
                  whole + row->into.offset + (size_t)n++ * row->into.width);
    }
    nj_into_put(whole, row->count, n);
}

static void put(void *whole, const struct nj_datum *row, int64_t v)
{
    if (row->into.width != 0)
        nj_into_put(whole, row->into, v);
}

static void read_row(struct nj_json j, const struct nj_datum *row, char *whole)
{
    if (row->optional && !nj_json_present(nj_json_opt(j, row->key)))
        return;
    switch (row->kind) {
    case NJ_DATUM_IS_INT:
        put(whole, row,
            nj_json_i64(nj_json_get(j, row->key), row->lo, row->hi));
        return;
    case NJ_DATUM_IS_BOOL:
        put(whole, row, nj_json_bool(nj_json_get(j, row->key)));
        return;
    case NJ_DATUM_IS_TEXT:
        read_text(nj_json_get(j, row->key), row, whole + row->into.offset);
        return;
    case NJ_DATUM_IS_TEXTS:
        read_texts(j, row, whole);
        return;
    case NJ_DATUM_IS_WORD:
        put(whole, row, read_word(nj_json_get(j, row->key), row->words));
        return;
    case NJ_DATUM_IS_BITS:
        put(whole, row, read_bits(j, row));
        return;
    }
    NJ_UNREACHABLE();
}

void nj_datum_read(struct nj_json j, const struct nj_datum *rows, void *out)
{
    for (const struct nj_datum *r = rows; r->key != NULL; r++)
        read_row(j, r, out);
}

void nj_datum_only(struct nj_json j, const struct nj_datum *rows,
                   const char *const *also)
{
    if (!nj_json_is_object(j)) {
        nj_json_reject(j, "expected an object");
        return;
    }
    for (struct nj_json k = nj_json_first(j); nj_json_present(k);
         k = nj_json_next(k)) {
        const char *name = nj_json_name(k);
        const struct nj_datum *row = rows;
        size_t i = 0;

        NJ_ASSERT(name != NULL);
        while (row->key != NULL && strcmp(row->key, name) != 0)
            row++;
        while (also[i] != NULL && strcmp(also[i], name) != 0)
            i++;
        if (row->key == NULL && also[i] == NULL)
            nj_json_reject(k, "there is no such key");
    }
}

/* --- lists --- */

void nj_datum_read_list(struct nj_json j, const struct nj_datum_list *list,
                        void *array)
{
    bool there[UINT8_MAX + 1] = {false};

    NJ_ASSERT(list->n >= 1 && list->size != 0);
    for (struct nj_json e = nj_datum_items(j, list->key); nj_json_present(e);
         e = nj_json_next(e)) {
        struct nj_json number = nj_json_get(e, "id");
        size_t id = (size_t)nj_json_i64(number, 1, list->n);
        char *element = (char *)array + id * list->size;

        NJ_ASSERT(id >= 1 && id <= list->n);
        if (there[id]) {
            reject(number, "this %s is there already", list->thing);
            continue;
        }
        there[id] = true;
        nj_datum_read(e, list->rows, element);
        if (list->check != NULL)
            list->check(e, element);
    }
    for (size_t id = 1; id <= list->n; id++)
        if (!there[id]) {
            reject(nj_json_get(j, list->key), "a %s of 1 to %u is missing",
                   list->thing, (unsigned)list->n);
            return;
        }
}

struct nj_json nj_datum_keyed(struct nj_json j, const char *list,
                              const char *text)
{
    struct nj_json found = {.doc = j.doc, .node = NULL};

    NJ_ASSERT(text[0] != '\0');
    for (struct nj_json e = nj_datum_items(j, list); nj_json_present(e);
         e = nj_json_next(e)) {
        const char *key = nj_json_text(nj_json_get(e, "key"), WORD_BYTES);

        if (strcmp(key, text) != 0)
            continue;
        if (nj_json_present(found))
            nj_json_reject(e, "this key is there already");
        found = e;
    }
    if (!nj_json_present(found))
        reject(nj_json_get(j, list), "'%s' is missing", text);
    return found;
}

enum nj_status nj_datum_load(const struct nj_datum_file *file, const char *text,
                             size_t n, void **data, struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &file->bounds, err);
    void *whole;

    NJ_ASSERT(file->size > 0 && (st == NJ_OK) == (doc != NULL));
    if (st != NJ_OK)
        return st;
    whole = nj_alloc(file->size);
    file->read(nj_json_root(doc), whole);
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st == NJ_OK && file->check != NULL)
        st = file->check(whole, err);
    if (st == NJ_OK)
        *data = whole;
    else
        free(whole);
    return st;
}
