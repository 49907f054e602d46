/*
 * Numbers and texts in one text: writing, and reading with bounds.
 */
#include "base/parts.h"

#include "base/bug.h"

#define BETWEEN ';'
#define LENGTH  ':'

/* --- writing --- */

/* Digits and what ends them, from the end of the buffer; returns how many. */
static size_t digits(char out[NJ_DIGITS_MAX], int64_t v, char ends)
{
    uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;
    size_t at = NJ_DIGITS_MAX;

    out[--at] = ends;
    do
        out[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (v < 0)
        out[--at] = '-';
    return NJ_DIGITS_MAX - at;
}

void nj_parts_put_i64(struct nj_str *s, int64_t v)
{
    char out[NJ_DIGITS_MAX];
    size_t n = digits(out, v, BETWEEN);

    nj_str_add(s, out + sizeof(out) - n, n);
}

void nj_parts_put_text(struct nj_str *s, const char *text, size_t n)
{
    char out[NJ_DIGITS_MAX];
    size_t k = digits(out, (int64_t)n, LENGTH);

    NJ_ASSERT(n <= INT64_MAX);
    nj_str_add(s, out + sizeof(out) - k, k);
    nj_str_add(s, text, n);
    nj_str_putc(s, BETWEEN);
}

/* --- reading --- */

struct nj_parts nj_parts_of(const char *text, size_t n)
{
    NJ_ASSERT(text != NULL);
    return (struct nj_parts){.at = text, .end = text + n};
}

bool nj_parts_more(const struct nj_parts *p)
{
    return !p->bad && p->at < p->end;
}

void nj_parts_reject(struct nj_parts *p)
{
    p->bad = true;
}

bool nj_parts_end(const struct nj_parts *p)
{
    return !p->bad && p->at == p->end;
}

char nj_parts_mark(struct nj_parts *p)
{
    if (nj_parts_more(p))
        return *p->at++;
    p->bad = true;
    return '\0';
}

/* Digits up to what ends them; false: none, or more than a number has. */
static bool read_digits(struct nj_parts *p, uint64_t most, char ends,
                        uint64_t *out)
{
    const char *from = p->at;
    uint64_t v = 0;

    NJ_ASSERT(most <= (uint64_t)INT64_MAX + 1);
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) {
        uint64_t digit = (uint64_t)(*p->at - '0');

        if (digit > most || v > (most - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *out = v;
    return p->at > from && p->at < p->end && *p->at++ == ends;
}

int64_t nj_parts_i64(struct nj_parts *p, int64_t lo, int64_t hi)
{
    bool minus = nj_parts_more(p) && *p->at == '-';
    uint64_t v = 0;
    int64_t n;

    NJ_ASSERT(lo <= hi);
    p->at += minus;
    p->bad =
        p->bad || !read_digits(p, (uint64_t)INT64_MAX + minus, BETWEEN, &v);
    if (p->bad)
        return lo;
    n = minus ? (int64_t)-v : (int64_t)v;
    if (n >= lo && n <= hi)
        return n;
    p->bad = true;
    return lo;
}

struct nj_piece nj_parts_text(struct nj_parts *p, size_t most)
{
    struct nj_piece text = {p->end, 0};
    uint64_t n = 0;

    NJ_ASSERT(most <= INT64_MAX);
    p->bad = p->bad || !read_digits(p, most, LENGTH, &n) ||
             n >= (uint64_t)(p->end - p->at) || p->at[n] != BETWEEN;
    if (p->bad)
        return text;
    text = (struct nj_piece){p->at, (size_t)n};
    p->at += n + 1;
    return text;
}
