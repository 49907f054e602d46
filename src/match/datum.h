/*
 * Objects of a data file (match/data.h), read by tables: a row says which key,
 * of what kind, within which bounds, and where in a struct its value belongs.
 *
 *     struct card { uint8_t id, suit, cost; char name[40]; };
 *     static const struct nj_datum rows[] = {
 *         {"suit", NJ_DATUM_WORD(struct card, suit, suits)},
 *         {"cost", NJ_DATUM_INT(struct card, cost, 0, 9), .optional = true},
 *         {"name", NJ_DATUM_TEXT(struct card, name, no_name)},
 *         {.key = NULL}};
 *     static const struct nj_datum_list cards = {
 *         "cards", "card", rows, sizeof(struct card), 108, NULL};
 *
 *     nj_datum_read_list(root, &cards, pack->card); // card[1] to card[108]
 *
 * Complaints go to the document with their place, "cards[3].cost: ..."; after
 * one the values mean nothing, and nj_json_status() says so.
 */
#ifndef NJ_MATCH_DATUM_H
#define NJ_MATCH_DATUM_H

#include "base/json.h"
#include "match/into.h"

enum nj_datum_kind {
    NJ_DATUM_IS_INT,
    NJ_DATUM_IS_BOOL,
    NJ_DATUM_IS_TEXT,
    NJ_DATUM_IS_TEXTS, /* a list */
    NJ_DATUM_IS_WORD,  /* one of `words`: its index */
    NJ_DATUM_IS_BITS   /* a list of `words`: their bits */
};

struct nj_datum {
    const char *key; /* NULL: the last row */
    enum nj_datum_kind kind;
    /* Width 0: checked alone. Texts: an array of chars. */
    struct nj_into into;
    int64_t lo, hi;           /* INT; TEXTS: at most `hi` */
    const char *const *words; /* NULL-terminated */
    /* Texts: what is wrong with this one, or NULL. NULL: all are fine. */
    const char *(*fault)(const char *text);
    const char *full;     /* TEXTS: the complaint about one too many */
    struct nj_into count; /* TEXTS: how many there are */
    bool optional;        /* the key may be missing: nothing changes */
};

#define NJ_DATUM_INT(type, name, l, h) \
 .kind = NJ_DATUM_IS_INT, .into = NJ_INTO(type, name), .lo = (l), .hi = (h)
#define NJ_DATUM_BOOL(type, name) \
 .kind = NJ_DATUM_IS_BOOL, .into = NJ_INTO(type, name)
#define NJ_DATUM_TEXT(type, name, wrong)                                 \
 .kind = NJ_DATUM_IS_TEXT,                                               \
 .into = {(uint32_t)offsetof(type, name), sizeof(((type *)NULL)->name)}, \
 .fault = (wrong)
#define NJ_DATUM_TEXTS(type, name, n, most, wrong, complaint)               \
 .kind = NJ_DATUM_IS_TEXTS,                                                 \
 .into = {(uint32_t)offsetof(type, name), sizeof(((type *)NULL)->name[0])}, \
 .hi = (most), .fault = (wrong), .full = (complaint),                       \
 .count = NJ_INTO(type, n)
#define NJ_DATUM_WORD(type, name, w) \
 .kind = NJ_DATUM_IS_WORD, .into = NJ_INTO(type, name), .words = (w)
#define NJ_DATUM_BITS(type, name, w) \
 .kind = NJ_DATUM_IS_BITS, .into = NJ_INTO(type, name), .words = (w)

/* Reads the keys of the table, in its order, into the struct. */
void nj_datum_read(struct nj_json j, const struct nj_datum *rows, void *out);

/* Complains of each key of the object that is neither in the table nor one of
 * `also`, which ends with NULL. */
void nj_datum_only(struct nj_json j, const struct nj_datum *rows,
                   const char *const *also);

/* A list of objects that are numbered by their key `id`: 1..n, each once. */
struct nj_datum_list {
    const char *key, *thing; /* "cards", "card" */
    const struct nj_datum *rows;
    size_t size; /* of an element of the array */
    uint8_t n;
    /* Complains of an object that has been read; NULL: nothing can be wrong. */
    void (*check)(struct nj_json j, const void *element);
};

/* Reads it into an array whose element 0 stays free. */
void nj_datum_read_list(struct nj_json j, const struct nj_datum_list *list,
                        void *array);

/* --- a whole file --- */

struct nj_datum_file {
    struct nj_json_bounds bounds;
    size_t size; /* of the struct, which is zero in front of `read` */
    void (*read)(struct nj_json root, void *out);
    /* Judges the whole once each value is fine; NULL: nothing can be wrong. */
    enum nj_status (*check)(const void *whole, struct nj_err *err);
};

/* Reads a file into a block of its own, as `data_load` of a game does. Refused,
 * it leaves *data as it was. */
NJ_MUST_USE enum nj_status nj_datum_load(const struct nj_datum_file *file,
                                         const char *text, size_t n,
                                         void **data, struct nj_err *err);

/* --- lists --- */

/* Returns the first child of a list, for nj_json_next(); none, and a complaint,
 * if it is no list. */
struct nj_json nj_datum_items(struct nj_json j, const char *key);

/* Returns the one object of a list whose key `key` is that text; none, and a
 * complaint, if there is none or a second one. */
struct nj_json nj_datum_keyed(struct nj_json j, const char *list,
                              const char *text);

#endif
