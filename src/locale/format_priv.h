/* What the files of the formatter share. */
#ifndef NJ_LOCALE_FORMAT_PRIV_H
#define NJ_LOCALE_FORMAT_PRIV_H

#include "locale/format.h"
#include "locale/template.h"

/* One text in the making. */
struct nj_format_job {
    const struct nj_format *f;
    const char *key; /* of the message, for prefix, rows and the log */
    struct nj_args args;
    struct nj_str *out; /* plain; escaped when it is complete */
    size_t start;       /* where this text begins in it */
    bool fault;         /* something was missing: show the canonical form */
};

/* Logs what the catalog lacks; the text itself is never logged. */
void nj_format_miss(const char *what, const char *key);

/* The template of one of the formatter's own keys; "" if it is missing. */
const char *nj_format_core(const struct nj_format *f, const char *key);

/* Appends words of ours, the milder ones if these are wanted. */
void nj_format_ours(const struct nj_format_job *j, const char *text, size_t n);

/* Appends a phrase of ours with its places filled. */
void nj_format_phrase(const struct nj_format_job *j, const char *text,
                      const struct nj_fill *fills, size_t n);

/* Appends the phrase of a WORD, the phrases of WORDS or GLYPHS (`item` 0: all,
 * else that one). */
void nj_format_words(struct nj_format_job *j, const struct nj_arg *a,
                     uint32_t item);

/* Appends a moment with what is left until then. */
void nj_format_at(const struct nj_format *f, int64_t at_ms, struct nj_str *out);

/* Appends a value that is no list, table or phrase. */
void nj_format_scalar(struct nj_format_job *j, const struct nj_arg *a);

/* Appends a table, a sentence per row. */
void nj_format_rows(struct nj_format_job *j, const struct nj_arg *a);

#endif
