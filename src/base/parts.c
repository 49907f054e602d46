/*
 * Numbers and texts in one text: writing, and reading with bounds.
 */
#include "base/parts.h"

#include <string.h>

#include "base/bug.h"

#define BETWEEN ';'
#define LENGTH  ':'

/* --- writing --- */

static uint64_t magnitude(int64_t v)
{
    return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

static size_t count_digits(uint64_t v)
{
    size_t n = 1;

    for (; v > 9; v /= 10)
        n++;
    return n;
}

/* The digits that end in front of `end`; returns where they begin. */
static char *put_digits(char *end, uint64_t v)
{
    do
        *--end = (char)('0' + v % 10);
    while ((v /= 10) != 0);
    return end;
}

/* Most numbers have one digit. */
static void put_digit(struct nj_str *s, int64_t v)
{
    char *to = nj_str_more(s, 2);

    NJ_ASSERT(v >= 0 && v <= 9);
    if (to == NULL)
        return;
    to[0] = (char)('0' + v);
    to[1] = BETWEEN;
}

void nj_parts_put_i64(struct nj_str *s, int64_t v)
{
    char digits[NJ_DIGITS_MAX];
    char *end = digits + sizeof(digits) - 1, *from, *to;

    if (v >= 0 && v <= 9) {
        put_digit(s, v);
        return;
    }
    *end = BETWEEN;
    from = put_digits(end, magnitude(v));
    if (v < 0)
        *--from = '-';
    to = nj_str_more(s, (size_t)(end + 1 - from));
    if (to != NULL)
        memcpy(to, from, (size_t)(end + 1 - from));
}

void nj_parts_put_text(struct nj_str *s, const char *text, size_t n)
{
    size_t k = n <= 9 ? 1 : count_digits(n);
    char *to;

    NJ_ASSERT(n <= INT64_MAX - NJ_DIGITS_MAX);
    to = nj_str_more(s, k + 1 + n + 1);
    if (to == NULL)
        return;
    if (k == 1)
        *to = (char)('0' + n);
    else
        (void)put_digits(to + k, n);
    to[k] = LENGTH;
    if (n > 0)
        memcpy(to + k + 1, text, n);
    to[k + 1 + n] = BETWEEN;
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
