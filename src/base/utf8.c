/*
 * Text as it comes from people: the only file that knows utf8proc.
 */
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"

#define REPLACEMENT 0xfffd
#define MARKS_MAX   2 /* combining marks kept in a row */

/* Bytes that are surely ASCII at the start, counted eight at a time. */
static size_t ascii_prefix(const char *text, size_t n)
{
    size_t at = 0;
    uint64_t eight;

    while (n - at >= sizeof(eight)) {
        memcpy(&eight, text + at, sizeof(eight));
        if (eight & UINT64_C(0x8080808080808080))
            break;
        at += sizeof(eight);
    }
    NJ_ASSERT(at <= n);
    return at;
}

/* Length of the first character, or 0 if the bytes are no character. */
static size_t decode(const char *text, size_t n, int32_t *cp)
{
    utf8proc_ssize_t len;

    NJ_ASSERT(n > 0);
    if ((unsigned char)text[0] < 0x80) {
        *cp = (unsigned char)text[0];
        return 1;
    }
    len = utf8proc_iterate((const utf8proc_uint8_t *)text,
                           (utf8proc_ssize_t)(n > 4 ? 4 : n), cp);
    return len > 0 ? (size_t)len : 0;
}

static bool follows(unsigned char b)
{
    return (b & 0xc0) == 0x80;
}

/* The least and the greatest second byte behind a first one of three or four:
 * no surrogates, nothing that fewer bytes could say, no plane above 16. */
static bool second_fits(unsigned char first, unsigned char second)
{
    unsigned char least = 0x80;
    unsigned char most = 0xbf;

    if (first == 0xe0)
        least = 0xa0;
    else if (first == 0xed)
        most = 0x9f;
    else if (first == 0xf0)
        least = 0x90;
    else if (first == 0xf4)
        most = 0x8f;
    return second >= least && second <= most;
}

/* Length of the character of several bytes at the start, or 0. What decode()
 * would say, without the library's call: whole frames pass here. */
static size_t long_character(const char *text, size_t n)
{
    const unsigned char *b = (const unsigned char *)text;

    NJ_ASSERT(n > 0);
    if (n >= 2 && b[0] >= 0xc2 && b[0] <= 0xdf)
        return follows(b[1]) ? 2 : 0;
    if (n >= 3 && b[0] >= 0xe0 && b[0] <= 0xef)
        return second_fits(b[0], b[1]) && follows(b[2]) ? 3 : 0;
    if (n >= 4 && b[0] >= 0xf0 && b[0] <= 0xf4)
        return second_fits(b[0], b[1]) && follows(b[2]) && follows(b[3]) ? 4
                                                                         : 0;
    return 0;
}

/* No first byte that needs a closer look. */
static bool begins_three(unsigned char b)
{
    return b > 0xe0 && b < 0xed;
}

/* Do these bytes begin with two characters of three each? */
static bool are_two(const unsigned char *b)
{
    uint64_t v;

    memcpy(&v, b, sizeof(v));
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        v = __builtin_bswap64(v);
    return (v & UINT64_C(0xc0c0f0c0c0f0)) == UINT64_C(0x8080e08080e0) &&
           begins_three(b[0]) && begins_three(b[3]);
}

/* Bytes of characters at the start that have three of them: what Chinese is
 * made of. */
static size_t three_prefix(const char *text, size_t n)
{
    const unsigned char *b = (const unsigned char *)text;
    size_t at = 0;

    while (n - at >= sizeof(uint64_t) && are_two(b + at))
        at += 6;
    while (n - at >= 3 && begins_three(b[at]) &&
           ((b[at + 1] ^ 0x80) | (b[at + 2] ^ 0x80)) < 0x40)
        at += 3;
    NJ_ASSERT(at <= n);
    return at;
}

bool nj_utf8_valid(const char *text, size_t n)
{
    size_t at = 0;

    NJ_ASSERT(text != NULL || n == 0);
    while (at < n) {
        size_t len;

        at += ascii_prefix(text + at, n - at);
        while (at < n && (unsigned char)text[at] < 0x80)
            at++;
        at += three_prefix(text + at, n - at);
        if (at == n)
            break;
        if ((unsigned char)text[at] < 0x80)
            continue;
        len = long_character(text + at, n - at);
        if (len == 0)
            return false;
        at += len;
    }
    return true;
}

size_t nj_utf8_next(const char *text, size_t n, int32_t *cp)
{
    size_t len;

    NJ_ASSERT(text != NULL || n == 0);
    if (n == 0)
        return 0;
    len = decode(text, n, cp);
    if (len > 0)
        return len;
    *cp = REPLACEMENT;
    return 1;
}

size_t nj_utf8_put(int32_t cp, char out[4])
{
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t len;

    if (!utf8proc_codepoint_valid(cp))
        cp = REPLACEMENT;
    len = utf8proc_encode_char(cp, bytes);
    NJ_ASSERT(len > 0);
    memcpy(out, bytes, (size_t)len);
    NJ_ASSERT(len <= 4);
    return (size_t)len;
}

static size_t fold(int32_t cp, unsigned more, int32_t *out, size_t cap)
{
    const unsigned options = UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                             UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | more;
    utf8proc_int32_t folded[32];
    const utf8proc_ssize_t room = (utf8proc_ssize_t)NJ_COUNT(folded);
    int boundary = 0;
    utf8proc_ssize_t n = utf8proc_decompose_char(
        cp, folded, room, (utf8proc_option_t)options, &boundary);

    if (n < 0 || n > room) {
        folded[0] = cp;
        n = 1;
    }
    if ((size_t)n > cap)
        n = (utf8proc_ssize_t)cap;
    if (n > 0)
        memcpy(out, folded, (size_t)n * sizeof(folded[0]));
    NJ_ASSERT((size_t)n <= cap);
    return (size_t)n;
}

size_t nj_utf8_fold(int32_t cp, int32_t *out, size_t cap)
{
    return fold(cp, 0, out, cap);
}

size_t nj_utf8_bare(int32_t cp, int32_t *out, size_t cap)
{
    return fold(cp, UTF8PROC_STRIPMARK, out, cap);
}

size_t nj_utf8_compose(const char *text, size_t n, char *out, size_t cap)
{
    const unsigned options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    utf8proc_uint8_t *made = NULL;
    utf8proc_ssize_t len;

    NJ_ASSERT(cap > 0);
    out[0] = '\0';
    len = utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)n,
                       &made, (utf8proc_option_t)options);
    if (len == UTF8PROC_ERROR_NOMEM)
        nj_out_of_memory();
    if (len > 0 && (size_t)len < cap) {
        memcpy(out, made, (size_t)len);
        out[len] = '\0';
    } else {
        len = 0;
    }
    free(made);
    return (size_t)len;
}

bool nj_utf8_space(int32_t cp)
{
    utf8proc_category_t kind;

    if (cp == ' ' || (cp >= '\t' && cp <= '\r'))
        return true;
    if (cp < 0x80)
        return false;
    kind = utf8proc_category(cp);
    return cp == 0x85 || kind == UTF8PROC_CATEGORY_ZS ||
           kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

size_t nj_utf8_word(const char *text, size_t n)
{
    size_t at = 0, len;
    int32_t cp = 0;

    while ((len = nj_utf8_next(text + at, n - at, &cp)) > 0 &&
           !nj_utf8_space(cp))
        at += len;
    return at;
}

/* What shows nothing or moves its neighbours, beside C0 and C1. In order. */
static const struct range {
    int32_t first, last;
} unseen[] = {
    {0x00ad, 0x00ad},   /* soft hyphen */
    {0x034f, 0x034f},   /* grapheme joiner */
    {0x061c, 0x061c},   /* Arabic letter mark */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer inherent vowels */
    {0x180b, 0x180f},   /* Mongolian separators */
    {0x200b, 0x200f},   /* zero width, left-to-right and right-to-left */
    {0x2028, 0x202e},   /* separators, embeddings, overrides */
    {0x2060, 0x206f},   /* joiners, isolates, old format characters */
    {0x2800, 0x2800},   /* a Braille cell without dots */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xffa0, 0xffa0},   /* half-width Hangul filler */
    {0xfff0, 0xfffb},   /* interlinear annotation */
    {0x1bca0, 0x1bca3}, /* shorthand format controls */
    {0x1d173, 0x1d17a}, /* musical format controls */
    {0xe0000, 0xe0fff}, /* tags, more variation selectors */
};

bool nj_utf8_control(int32_t cp)
{
    if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
        return true;
    for (size_t i = 0; i < NJ_COUNT(unseen) && cp >= unseen[i].first; i++)
        if (cp <= unseen[i].last)
            return true;
    return false;
}

/* Bytes of the first grapheme cluster; n must not be 0. */
static size_t cluster(const char *text, size_t n)
{
    int32_t last = 0;
    int32_t cp = 0;
    utf8proc_int32_t state = 0;
    size_t at = nj_utf8_next(text, n, &last);

    NJ_ASSERT(n > 0);
    while (at < n) {
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        if (utf8proc_grapheme_break_stateful(last, cp, &state))
            break;
        last = cp;
        at += len;
    }
    NJ_ASSERT(at <= n);
    return at;
}

size_t nj_utf8_trim(const char **text, size_t n)
{
    const char *p = *text;
    size_t from = n; /* where the first visible character begins */
    size_t to = 0;   /* where the last one ends */
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(p + at, n - at, &cp);

        if (!nj_utf8_space(cp) && !nj_utf8_control(cp)) {
            from = from < at ? from : at;
            to = at + len;
        }
        at += len;
    }
    NJ_ASSERT(to <= n && at == n);
    *text = p + from;
    return to > from ? to - from : 0;
}

size_t nj_utf8_count(const char *text, size_t n)
{
    size_t count = 0;

    for (size_t at = 0; at < n; count++)
        at += cluster(text + at, n - at);
    NJ_ASSERT(count <= n);
    return count;
}

size_t nj_utf8_width(const char *text, size_t n)
{
    size_t columns = 0;
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;

        at += nj_utf8_next(text + at, n - at, &cp);
        columns += (size_t)utf8proc_charwidth(cp);
    }
    NJ_ASSERT(at == n);
    return columns;
}

size_t nj_utf8_cut(const char *text, size_t n, size_t max_bytes)
{
    size_t at = 0;

    if (n <= max_bytes)
        return n;
    while (at < max_bytes) {
        size_t len = cluster(text + at, n - at);

        if (len > max_bytes - at)
            break;
        at += len;
    }
    NJ_ASSERT(at <= max_bytes);
    return at;
}

size_t nj_utf8_cut_count(const char *text, size_t n, size_t count)
{
    size_t at = 0;

    for (; count > 0 && at < n; count--)
        at += cluster(text + at, n - at);
    NJ_ASSERT(at <= n);
    return at;
}

static bool is_mark(int32_t cp)
{
    utf8proc_category_t kind;

    if (cp < 0x300)
        return false;
    kind = utf8proc_category(cp);
    return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME;
}

bool nj_utf8_silent(int32_t cp)
{
    return is_mark(cp) || utf8proc_category(cp) == UTF8PROC_CATEGORY_CF;
}

/*
 * What is visible of the text, without bounds. A mark without a letter is
 * dropped, since it would settle on whatever we print before the name.
 */
static void add_visible(struct nj_str *s, const char *text, size_t n)
{
    bool gap = false;      /* white space came since the last character */
    int marks = MARKS_MAX; /* marks since the last letter */
    size_t len = 0;

    NJ_ASSERT(s->max >= n);
    for (size_t at = 0; at < n; at += len) {
        int32_t cp = 0;

        len = nj_utf8_next(text + at, n - at, &cp);
        if (nj_utf8_space(cp)) {
            gap = true;
            marks = MARKS_MAX;
            continue;
        }
        if (nj_utf8_control(cp) || (cp == REPLACEMENT && len == 1))
            continue;
        marks = is_mark(cp) ? marks + 1 : 0;
        if (marks > MARKS_MAX)
            continue;
        if (gap && s->len > 0)
            nj_str_putc(s, ' ');
        gap = false;
        nj_str_add(s, text + at, len);
    }
}

/* Nothing to clean: visible ASCII, spaces alone and not in front. */
static bool is_clean(const char *text, size_t n)
{
    bool gap = true;

    for (size_t i = 0; i < n; i++) {
        if (text[i] < ' ' || text[i] > '~' || (gap && text[i] == ' '))
            return false;
        gap = text[i] == ' ';
    }
    return true;
}

/* Where every byte is a character: the shortest of three lengths. */
static size_t cut_clean(const char *text, size_t n, size_t count, char *out,
                        size_t cap)
{
    size_t len = n < count ? n : count;

    NJ_ASSERT(cap > 0);
    len = len < cap ? len : cap - 1;
    while (len > 0 && text[len - 1] == ' ')
        len--;
    memcpy(out, text, len);
    out[len] = '\0';
    NJ_ASSERT(len < cap);
    return len;
}

size_t nj_utf8_clean(const char *text, size_t n, size_t count, char *out,
                     size_t cap)
{
    struct nj_str s = NJ_STR_INIT(n);
    size_t len;

    NJ_ASSERT(cap > 0);
    if (is_clean(text, n))
        return cut_clean(text, n, count, out, cap);
    add_visible(&s, text, n);
    NJ_ASSERT(!s.over);
    len = nj_utf8_cut_count(s.p, s.len, count);
    len = nj_utf8_cut(s.p, len, cap - 1);
    while (len > 0 && s.p[len - 1] == ' ')
        len--;
    memcpy(out, s.p, len);
    out[len] = '\0';
    nj_str_fini(&s);
    NJ_ASSERT(len < cap);
    return len;
}
