/*
 * A growing string with a ceiling.
 *
 * Invariants: `p` is never NULL and always terminated; `len` excludes the
 * NUL; `len` never exceeds `max`. What does not fit is not added at all (a
 * character is never cut) and sets `over`, which stays set until the string
 * is cleared: append freely and ask once at the end.
 *
 *     struct nj_str s = NJ_STR_INIT(200);
 *     nj_str_addf(&s, "%d of %d", i, n);
 *     if (s.over) ...
 *     nj_str_fini(&s);
 */
#ifndef NJ_BASE_STR_H
#define NJ_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct nj_str {
    char *p;    /* read it; write only through the functions below */
    size_t len; /* bytes before the NUL */
    size_t cap; /* private: bytes owned; 0 while p is the empty constant */
    size_t max; /* ceiling in bytes, given at birth */
    bool over;  /* something did not fit */
};

extern char nj_str_empty[1];

#define NJ_STR_INIT(ceiling)          \
 {                                    \
  .p = nj_str_empty, .max = (ceiling) \
 }

/* Append; each leaves the string as it was and sets `over` if it would not fit. */
void nj_str_add(struct nj_str *s, const char *bytes, size_t n);
void nj_str_puts(struct nj_str *s, const char *text);
/* Text as HTML and XML want it: `&`, `<`, `>` and `"` by their names. */
void nj_str_add_escaped(struct nj_str *s, const char *text, size_t n);
/* Bytes by the usual 64 letters, padded, in one line. */
void nj_str_add_base64(struct nj_str *s, const unsigned char *p, size_t n);
/* Back from it. False, and nothing is added: these are no such letters. */
bool nj_str_add_unbase64(struct nj_str *s, const char *text, size_t n);
/* As a part of an address: what is no letter, digit, '-', '.', '_' or '~' by
 * its number, "%2F". */
void nj_str_add_percent(struct nj_str *s, const char *text);
void nj_str_putc(struct nj_str *s, char c);
void nj_str_put_i64(struct nj_str *s, int64_t v); /* decimal */
/* The same into a buffer; returns it. */
#define NJ_DIGITS_MAX 24
const char *nj_str_digits(char out[NJ_DIGITS_MAX], int64_t v);
void nj_str_addf(struct nj_str *s, const char *fmt, ...) NJ_PRINTF(2, 3);
void nj_str_vaddf(struct nj_str *s, const char *fmt, va_list ap)
    NJ_PRINTF(2, 0);

/* Makes room for `n` bytes more at once, where the ceiling allows it. */
void nj_str_room(struct nj_str *s, size_t n);

/* For nj_str_more() alone: the room that is not there yet; false, and `over`
 * is set: the ceiling forbids it. */
bool nj_str_reserve(struct nj_str *s, size_t n);

/* Appends `n` bytes that the caller writes at once where this points to; NULL,
 * and `over` is set: they do not fit. */
static inline char *nj_str_more(struct nj_str *s, size_t n)
{
    char *to;

    if (n >= s->cap - s->len && !nj_str_reserve(s, n))
        return NULL;
    to = s->p + s->len;
    s->len += n;
    s->p[s->len] = '\0';
    return to;
}

/* Empty again, memory kept, `over` forgotten. */
void nj_str_clear(struct nj_str *s);

/* Shortens to `len` bytes; `len` must not exceed the present length. */
void nj_str_cut(struct nj_str *s, size_t len);

/* Hands the bytes over to the caller, who frees them; the string is empty. */
char *nj_str_take(struct nj_str *s);

/* Frees; the string is empty and can be used again. */
void nj_str_fini(struct nj_str *s);

/* Into an array of `cap` bytes, where the text has to fit. */
void nj_str_copy(char *out, size_t cap, const char *text);

#endif
