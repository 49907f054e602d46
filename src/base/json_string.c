/*
 * Strings of a JSON text: their grammar, and the repair of what senders break
 * in them.
 */
#include "base/json_string.h"

#include <string.h>

#include "base/bug.h"
#include "base/json_priv.h"
#include "base/utf8.h"

#define ESCAPE_BYTES 6    /* \uXXXX */
#define REPAIRS_MAX  2000 /* of broken escapes */
#define BROKEN       0xfffd

enum nj_status nj_json_complain(struct nj_json_scanner *s, enum nj_status st,
                                const char *what)
{
    size_t line = 1;
    size_t column = 1;

    for (size_t i = 0; i < s->at; i++) {
        if (s->text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)s->text[i] & 0xc0) != 0x80) {
            column++;
        }
    }
    return nj_fail(s->err, st, "line %zu column %zu: %s", line, column, what);
}

/* Of a hex digit, or 16. */
static unsigned digit_value(char c)
{
    unsigned v = (unsigned char)c;

    if (v - '0' < 10)
        return v - '0';
    v = (v | 0x20) - 'a';
    return v < 6 ? v + 10 : 16;
}

/* The value of \uXXXX at `at`, or -1. */
static int unit_at(const struct nj_json_scanner *s, size_t at)
{
    const char *p = s->copy + at;
    unsigned unit = 0;
    unsigned bad = 0;

    if (s->n - at < ESCAPE_BYTES || p[0] != '\\' || p[1] != 'u')
        return -1;
    for (size_t i = 2; i < ESCAPE_BYTES; i++) {
        unsigned v = digit_value(p[i]);

        bad |= v & 16;
        unit = unit << 4 | (v & 15);
    }
    return bad != 0 ? -1 : (int)unit;
}

/* Some broken characters cost no frame; thousands are nobody's name. */
static enum nj_status repair_unit(struct nj_json_scanner *s)
{
    if (!s->dropping && ++s->repairs > REPAIRS_MAX)
        return nj_json_complain(s, NJ_ERR_LIMIT, "too many broken characters");
    s->at += ESCAPE_BYTES;
    return NJ_OK;
}

static enum nj_status scan_unit(struct nj_json_scanner *s)
{
    int unit = unit_at(s, s->at);

    if (unit < 0)
        return nj_json_complain(s, NJ_ERR_BAD_INPUT,
                                "expected \\u and four hex digits");
    if (unit >= 0xd800 && unit < 0xdc00) {
        int low = unit_at(s, s->at + ESCAPE_BYTES);

        if (low >= 0xdc00 && low < 0xe000) {
            s->at += (size_t)2 * ESCAPE_BYTES;
            return NJ_OK;
        }
    }
    if (unit == 0 || (unit >= 0xd800 && unit < 0xe000))
        return repair_unit(s);
    s->at += ESCAPE_BYTES;
    return NJ_OK;
}

static enum nj_status scan_escape(struct nj_json_scanner *s)
{
    if (s->n - s->at < 2)
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a string does not end");
    s->escaped = true;
    switch (s->copy[s->at + 1]) {
    case 'u':
        return scan_unit(s);
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        s->at += 2;
        return NJ_OK;
    default:
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "an unknown escape");
    }
}

/* Goes on to what ends or interrupts a string: behind the text stand NULs. */
static inline void skip_plain(struct nj_json_scanner *s)
{
    const char *at = s->copy + s->at;
    uint64_t seen = s->seen;
    uint64_t v;
    size_t n;

    do {
        memcpy(&v, at, sizeof(v));
        seen |= v;
        n = nj_json_plain_of(v);
        at += n;
    } while (n == sizeof(v));
    s->seen = seen;
    s->at = (size_t)(at - s->copy);
}

/* The same, but at most to `stop`. */
static void skip_plain_to(struct nj_json_scanner *s, size_t stop)
{
    size_t from = s->at;

    skip_plain(s);
    /* An escape may have gone on past `stop`. */
    if (s->at > stop)
        s->at = from > stop ? from : stop;
}

static enum nj_status scan_special(struct nj_json_scanner *s)
{
    char c = s->copy[s->at];

    if (c == '\\')
        return scan_escape(s);
    return nj_json_complain(s, NJ_ERR_BAD_INPUT,
                            c == '\0' ? "a NUL character"
                                      : "a raw control character in a string");
}

/* At most to the closing quote or `stop`. */
static enum nj_status scan_part(struct nj_json_scanner *s, size_t stop)
{
    for (;;) {
        enum nj_status st;

        skip_plain_to(s, stop);
        if (s->at >= stop || s->copy[s->at] == '"')
            return NJ_OK;
        st = scan_special(s);
        if (st != NJ_OK)
            return st;
    }
}

/* A string with an escape in it, or of which a part is dropped. */
static enum nj_status scan_careful(struct nj_json_scanner *s, size_t max)
{
    size_t from = s->at;
    enum nj_status st = scan_part(s, max < s->n - from ? from + max : s->n);

    while (s->at < s->n && ((unsigned char)s->copy[s->at] & 0xc0) == 0x80)
        s->at++; /* the rest of a character */
    s->text_n = s->at - from;
    if (st == NJ_OK && s->at < s->n && s->copy[s->at] != '"') {
        s->dropping = true;
        st = scan_part(s, s->n);
        s->dropping = false;
    }
    if (st != NJ_OK)
        return st;
    if (s->at >= s->n)
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a string does not end");
    s->at++;
    return NJ_OK;
}

/* --- a string as it was meant --- */

/* The character that an escape at `from` stands for; *len: its bytes there. */
static int32_t escaped_char(const struct nj_json_scanner *s, size_t from,
                            size_t *len)
{
    static const char from_letter[] = "b\bf\fn\nr\rt\t";
    char letter = s->copy[from + 1];
    const char *at;
    int unit, low;

    *len = 2;
    if (letter != 'u') {
        at = strchr("bfnrt", letter) == NULL ? NULL
                                             : strchr(from_letter, letter);
        return at == NULL ? letter : at[1];
    }
    *len = ESCAPE_BYTES;
    unit = unit_at(s, from);
    NJ_ASSERT(unit >= 0);
    if (unit == 0 || (unit >= 0xdc00 && unit < 0xe000))
        return BROKEN;
    if (unit < 0xd800 || unit >= 0xe000)
        return unit;
    low = unit_at(s, from + ESCAPE_BYTES);
    if (low < 0xdc00 || low >= 0xe000)
        return BROKEN;
    *len = (size_t)2 * ESCAPE_BYTES;
    return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

/* In the same place: an escape is longer than what it stands for. */
static void unescape(struct nj_json_scanner *s)
{
    size_t end = s->text_at + s->text_n;
    char *to = s->copy + s->text_at;

    for (size_t at = s->text_at; at < end;) {
        size_t len = 1;

        if (s->copy[at] != '\\')
            *to++ = s->copy[at];
        else
            to += nj_utf8_put(escaped_char(s, at, &len), to);
        at += len;
    }
    s->text_n = (size_t)(to - s->copy) - s->text_at;
}

/* Most strings are none of these: as short as they are, and plain. */
static enum nj_status take_careful(struct nj_json_scanner *s, size_t max)
{
    enum nj_status st;

    s->at = s->text_at;
    s->escaped = false;
    st = scan_careful(s, max);
    if (st != NJ_OK)
        return st;
    if (s->escaped)
        unescape(s);
    NJ_ASSERT(s->text_at + s->text_n < s->at);
    s->copy[s->text_at + s->text_n] = '\0';
    return NJ_OK;
}

enum nj_status nj_json_take_string(struct nj_json_scanner *s, size_t max,
                                   char **text)
{
    s->text_at = ++s->at;
    *text = s->copy + s->text_at;
    skip_plain(s);
    s->text_n = s->at - s->text_at;
    if (s->copy[s->at] != '"' || s->text_n > max)
        return take_careful(s, max);
    s->copy[s->at++] = '\0';
    return NJ_OK;
}
