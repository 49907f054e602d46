/*
 * JSON from outside, read with bounds; JSON of ours, written safely.
 *
 * A text is read once: size, depth, number of values, UTF-8, control
 * characters, the grammar, text behind the value. A byte order mark is skipped.
 * Lone surrogate escapes and \u0000 become U+FFFD, since one broken nickname
 * must not cost a whole frame; thousands of them are refused. Whole numbers of
 * more than 15 digits are kept as exact decimal text (a double would round
 * them), so ids of 64 bits survive.
 * Repeated keys in one object are an error.
 *
 * Reading: a cursor (struct nj_json) names a place in the document. A failed
 * read leaves a line such as `message[3].data.qq: expected a string` in the
 * document, returns a harmless value, and every later read of the document
 * goes on the same way: read a whole record, then ask nj_json_status() once.
 *
 *     struct nj_json_doc *doc = NULL;
 *     st = nj_json_open(&doc, text, n, &NJ_JSON_WIRE, err);
 *     struct nj_json root = nj_json_root(doc);
 *     int64_t seats = nj_json_i64(nj_json_get(root, "seats"), 2, 6);
 *     const char *name = nj_json_text(nj_json_get(root, "name"), 64);
 *     st = nj_json_status(doc, err);     // before any of it is used
 *     nj_json_close(doc);                // strings lent out die here
 */
#ifndef NJ_BASE_JSON_H
#define NJ_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "base/str.h"

#define NJ_JSON_INT_MAX 9007199254740991 /* 2^53 - 1 */

struct nj_json_doc; /* opaque: owns the parsed document */

struct nj_json_bounds {
    size_t bytes_max;
    int depth_max;     /* at most NJ_JSON_DEPTH_MAX */
    size_t values_max; /* at most NJ_JSON_VALUES_MAX */
    size_t string_max; /* of a longer string only so many bytes are kept (and
                        * of all strings together eight times as many), up to
                        * a character's end; 0: all */
};

/* For frames of a gateway, and for files of the installation. A frame holds
 * one message, of which a short text may be a command: what has thousands of
 * values is refused and long strings are cut, so that a frame cannot keep us
 * busy (goals R8). */
#define NJ_JSON_WIRE                                             \
 ((const struct nj_json_bounds){NJ_FRAME_MAX, NJ_JSON_DEPTH_MAX, \
                                NJ_FRAME_VALUES_MAX, NJ_FRAME_STRING_MAX})
#define NJ_JSON_FILE                                            \
 ((const struct nj_json_bounds){NJ_FILE_MAX, NJ_JSON_DEPTH_MAX, \
                                NJ_JSON_VALUES_MAX, 0})

/* A place in a document; `node` NULL: absent. A value, copy it freely. */
struct nj_json {
    struct nj_json_doc *doc;
    const void *node;
};

/*
 * Parses n bytes. On failure *doc is untouched and err says what and, where
 * it can be told, the line and column. The caller closes the document.
 */
NJ_MUST_USE enum nj_status nj_json_open(struct nj_json_doc **doc,
                                        const char *text, size_t n,
                                        const struct nj_json_bounds *bounds,
                                        struct nj_err *err);
void nj_json_close(struct nj_json_doc *doc); /* NULL is fine */

struct nj_json nj_json_root(struct nj_json_doc *doc);

/* The first read that failed, or NJ_OK. */
NJ_MUST_USE enum nj_status nj_json_status(struct nj_json_doc *doc,
                                          struct nj_err *err);

/* Lets the reader itself complain about a value: "<path>: <what>". */
void nj_json_reject(struct nj_json j, const char *what);

/* For readers that list all errors of a file: hands over the failure that
 * nj_json_status() would report and forgets it. False if there is none. */
bool nj_json_take_failure(struct nj_json_doc *doc, struct nj_err *err);

/* Appends the place of a value, `gateways[0].url`; nothing for the root. It
 * searches the document, so it is for messages only. */
void nj_json_path(struct nj_json j, struct nj_str *s);

/* Children. `get` makes absence an error, `opt` gives an absent cursor. JSON
 * null counts as absent for `opt`. */
struct nj_json nj_json_get(struct nj_json j, const char *name);
struct nj_json nj_json_opt(struct nj_json j, const char *name);
bool nj_json_present(struct nj_json j);

bool nj_json_is_object(struct nj_json j);
bool nj_json_is_array(struct nj_json j);
bool nj_json_is_string(struct nj_json j);
bool nj_json_is_number(struct nj_json j);
bool nj_json_is_bool(struct nj_json j);

/* Children in order, for arrays and objects: first(j), then next(child) until
 * absent. `name` is NULL in arrays. Both are O(1). */
struct nj_json nj_json_first(struct nj_json j);
struct nj_json nj_json_next(struct nj_json child);
const char *nj_json_name(struct nj_json child);
size_t nj_json_size(struct nj_json j);

/* Values; an absent cursor from `opt` is an error here, so test presence. */
/* A whole number is compared exactly, however many digits it has. */
int64_t nj_json_i64(struct nj_json j, int64_t lo, int64_t hi);
/* For who takes whatever comes: false, and no failure, if it is no whole number
 * of 64 bits. */
bool nj_json_whole(struct nj_json j, int64_t *v);
bool nj_json_bool(struct nj_json j);
/* A string of at most max_bytes; lent until the document is closed. Contains
 * no NUL inside. Returns "" after an error. */
const char *nj_json_text(struct nj_json j, size_t max_bytes);
/* An id: a string or a whole number of up to 64 bits, written to out as text
 * (numbers in decimal). Never empty on success. */
void nj_json_id(struct nj_json j, char *out, size_t cap);

/* --- writing --- */

/*
 * Builds a document from the outside in, at the end of a string. Texts must be
 * valid UTF-8. Misuse (a key in an array, ends that do not match) is a bug and
 * asserts.
 *
 *     struct nj_json_out o = nj_json_onto(&s);
 *     nj_json_obj(&o, NULL);
 *     nj_json_put_i64(&o, "n", 3);
 *     nj_json_arr(&o, "list");
 *     nj_json_put_text(&o, NULL, "a");
 *     nj_json_end(&o);
 *     nj_json_end(&o);          // compact, one line
 *
 * With the end of the outermost value it is complete. If it does not fit,
 * nothing of it is left in the string, whose `over` says so.
 */
struct nj_json_out {
    struct nj_str *to; /* has to stay where it is; all else is private */
    size_t from;
    uint64_t objects; /* a bit for each level that is open: is it one? */
    int depth;
    bool fresh; /* nothing stands in the innermost one yet */
    bool over;  /* the string was, before */
};
struct nj_json_out nj_json_onto(struct nj_str *to);
void nj_json_obj(struct nj_json_out *o, const char *name);
void nj_json_arr(struct nj_json_out *o, const char *name);
void nj_json_end(struct nj_json_out *o);
void nj_json_put_text(struct nj_json_out *o, const char *name,
                      const char *text);
void nj_json_put_i64(struct nj_json_out *o, const char *name, int64_t v);
void nj_json_put_bool(struct nj_json_out *o, const char *name, bool v);
void nj_json_put_null(struct nj_json_out *o, const char *name);

#endif
