/*
 * The growing string with a ceiling: growth, appending, handing over.
 */
#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/arena.h"
#include "base/bug.h"

#define FIRST_BYTES 64

char nj_str_empty[1] = "";

bool nj_str_reserve(struct nj_str *s, size_t n)
{
    size_t cap;

    NJ_ASSERT(s->len <= s->max);
    if (n > s->max - s->len || s->max == SIZE_MAX) {
        s->over = true;
        return false;
    }
    if (s->len + n < s->cap)
        return true;
    cap = s->cap < FIRST_BYTES ? FIRST_BYTES : s->cap;
    while (cap <= s->len + n)
        cap = cap > SIZE_MAX / 2 ? SIZE_MAX : cap * 2;
    if (cap > s->max)
        cap = s->max + 1;
    s->p = nj_realloc(s->cap == 0 ? NULL : s->p, cap);
    s->cap = cap;
    return true;
}

void nj_str_room(struct nj_str *s, size_t n)
{
    NJ_ASSERT(s->len <= s->max);
    (void)nj_str_reserve(s, n <= s->max - s->len ? n : s->max - s->len);
    if (s->cap > 0)
        s->p[s->len] = '\0'; /* it may stay empty */
}

/* The room that most appends find: without a call. */
static bool has_room(const struct nj_str *s, size_t n)
{
    return n < s->cap - s->len;
}

void nj_str_add(struct nj_str *s, const char *bytes, size_t n)
{
    if (n == 0 || (!has_room(s, n) && !nj_str_reserve(s, n)))
        return;
    memcpy(s->p + s->len, bytes, n);
    s->len += n;
    s->p[s->len] = '\0';
}

void nj_str_puts(struct nj_str *s, const char *text)
{
    NJ_ASSERT(text != NULL);
    nj_str_add(s, text, strlen(text));
}

#define LETTERS_MAX ((size_t)4096) /* of base64, at once */
#define BYTES_MAX   (LETTERS_MAX / 4 * 3)

void nj_str_add_base64(struct nj_str *s, const unsigned char *p, size_t n)
{
    char part[LETTERS_MAX + 1];

    nj_str_room(s, (n + 2) / 3 * 4);
    for (size_t i = 0; i < n; i += BYTES_MAX) {
        size_t k = n - i < BYTES_MAX ? n - i : BYTES_MAX;

        (void)sodium_bin2base64(part, sizeof(part), p + i, k,
                                sodium_base64_VARIANT_ORIGINAL);
        nj_str_puts(s, part);
    }
}

bool nj_str_add_unbase64(struct nj_str *s, const char *text, size_t n)
{
    unsigned char part[BYTES_MAX];
    size_t before = s->len;

    nj_str_room(s, n / 4 * 3);
    for (size_t i = 0; i < n; i += LETTERS_MAX) {
        size_t k = n - i < LETTERS_MAX ? n - i : LETTERS_MAX;
        size_t bytes = 0;
        bool read =
            sodium_base642bin(part, sizeof(part), text + i, k, NULL, &bytes,
                              NULL, sodium_base64_VARIANT_ORIGINAL) == 0;

        /* Only the end is padded. */
        if (!read || (i + k < n && bytes < sizeof(part))) {
            nj_str_cut(s, before);
            return false;
        }
        nj_str_add(s, (const char *)part, bytes);
    }
    return true;
}

/* What an address has as it is. */
static bool unreserved(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c >= '0' && c <= '9') || strchr("-._~", c) != NULL;
}

void nj_str_add_percent(struct nj_str *s, const char *text)
{
    for (; *text != '\0'; text++) {
        if (unreserved(*text))
            nj_str_putc(s, *text);
        else
            nj_str_addf(s, "%%%02X", (unsigned)(unsigned char)*text);
    }
}

void nj_str_putc(struct nj_str *s, char c)
{
    if (!has_room(s, 1) && !nj_str_reserve(s, 1))
        return;
    s->p[s->len++] = c;
    s->p[s->len] = '\0';
}

/* To the end of the buffer; where they begin. */
static size_t write_digits(char out[NJ_DIGITS_MAX], int64_t v)
{
    size_t at = NJ_DIGITS_MAX;
    uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;

    do
        out[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (v < 0)
        out[--at] = '-';
    return at;
}

void nj_str_put_i64(struct nj_str *s, int64_t v)
{
    char digits[NJ_DIGITS_MAX];
    size_t at = write_digits(digits, v);
    char *to = s->p + s->len;

    if (!has_room(s, sizeof(digits))) {
        nj_str_add(s, digits + at, sizeof(digits) - at);
        return;
    }
    while (at < sizeof(digits)) /* too few for a call of memcpy */
        *to++ = digits[at++];
    *to = '\0';
    s->len = (size_t)(to - s->p);
}

const char *nj_str_digits(char out[NJ_DIGITS_MAX], int64_t v)
{
    size_t at = write_digits(out, v);

    NJ_ASSERT(at > 0);
    memmove(out, out + at, NJ_DIGITS_MAX - at);
    out[NJ_DIGITS_MAX - at] = '\0';
    return out;
}

void nj_str_addf(struct nj_str *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    nj_str_vaddf(s, fmt, ap);
    va_end(ap);
}

/* Writes into the room that there is; most texts fit and are made once. */
void nj_str_vaddf(struct nj_str *s, const char *fmt, va_list ap)
{
    va_list again;
    size_t room = s->cap > 0 ? s->cap - s->len : 0;
    int n;

    NJ_ASSERT(s->cap == 0 || s->len < s->cap);
    va_copy(again, ap);
    n = vsnprintf(room > 0 ? s->p + s->len : NULL, room, fmt, again);
    va_end(again);
    NJ_ASSERT(n >= 0);
    if ((size_t)n >= room) {
        if (room > 0)
            s->p[s->len] = '\0';
        if (n == 0 || !nj_str_reserve(s, (size_t)n))
            return;
        (void)vsnprintf(s->p + s->len, (size_t)n + 1, fmt, ap);
    }
    s->len += (size_t)n;
}

void nj_str_clear(struct nj_str *s)
{
    nj_str_cut(s, 0);
    s->over = false;
    NJ_ASSERT(s->len == 0);
}

void nj_str_cut(struct nj_str *s, size_t len)
{
    NJ_ASSERT(len <= s->len);
    s->len = len;
    if (s->cap > 0) /* the shared empty text is never written to */
        s->p[len] = '\0';
}

char *nj_str_take(struct nj_str *s)
{
    char *bytes = s->cap > 0 ? s->p : nj_strndup("", 0);

    s->p = nj_str_empty;
    s->len = 0;
    s->cap = 0;
    s->over = false;
    NJ_ASSERT(s->cap == 0);
    return bytes;
}

void nj_str_fini(struct nj_str *s)
{
    if (s->cap > 0)
        free(s->p);
    s->p = nj_str_empty;
    s->len = 0;
    s->cap = 0;
    s->over = false;
}

void nj_str_add_escaped(struct nj_str *s, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        switch (text[i]) {
        case '&':
            nj_str_puts(s, "&amp;");
            break;
        case '<':
            nj_str_puts(s, "&lt;");
            break;
        case '>':
            nj_str_puts(s, "&gt;");
            break;
        case '"':
            nj_str_puts(s, "&quot;");
            break;
        default:
            nj_str_putc(s, text[i]);
            break;
        }
    }
}

void nj_str_copy(char *out, size_t cap, const char *text)
{
    size_t n = strlen(text);

    NJ_ASSERT(n < cap);
    memcpy(out, text, n + 1);
}
