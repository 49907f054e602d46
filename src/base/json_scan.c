/*
 * The strict reader of JSON: grammar, bounds and the list of values, all in
 * one pass over the text. Strings are json_string.c's.
 */
#include "base/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json_string.h"
#include "base/limits.h"
#include "base/utf8.h"

#define DIGITS_EXACT 15 /* whole numbers a double surely holds */
#define NUMBER_MAX   60 /* bytes of one that is not whole, or short */
#define STRINGS_FULL 8  /* strings of full length that a document may have */
#define VALUES_FIRST 16 /* there is room for so many */
#define VALUE_BYTES  16 /* and for one more for so many bytes of text */
#define NAMES_FEW    24 /* of which a new one is compared with each */
#define TOPS         UINT64_C(0x8080808080808080)

/* The next byte that is no blank; a NUL at the end of the text. */
static inline char peek(struct nj_json_scanner *s)
{
    const char *at = s->copy + s->at;

    if ((unsigned char)*at > ' ')
        return *at; /* as nearly everywhere */
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    s->at = (size_t)(at - s->copy);
    return *at;
}

static enum nj_status unexpected(struct nj_json_scanner *s, const char *wanted)
{
    unsigned char c = (unsigned char)s->copy[s->at];
    char what[80];

    if (s->at == s->n)
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "the text ends too early");
    if (c > 0x20 && c < 0x7f)
        (void)snprintf(what, sizeof(what), "expected %s, found '%c'", wanted,
                       c);
    else
        (void)snprintf(what, sizeof(what), "expected %s, found byte 0x%02x",
                       wanted, c);
    return nj_json_complain(s, NJ_ERR_BAD_INPUT, what);
}

/* --- the list --- */

static struct nj_json_level *innermost(struct nj_json_scanner *s)
{
    return &s->open[s->depth - 1];
}

static void make_room(struct nj_json_scanner *s)
{
    s->room = s->room == 0 ? VALUES_FIRST + s->n / VALUE_BYTES : 2 * s->room;
    if (s->room > s->bounds->values_max)
        s->room = s->bounds->values_max;
    NJ_ASSERT(s->room > s->count);
    s->values = nj_realloc(s->values, s->room * sizeof(s->values[0]));
}

static struct nj_json_value *add_value(struct nj_json_scanner *s,
                                       enum nj_json_kind kind)
{
    uint32_t at = (uint32_t)s->count;

    if (s->count == s->room)
        make_room(s);
    if (s->depth > 0) {
        struct nj_json_level *in = innermost(s);

        if (in->last != 0)
            s->values[in->last].next = at - in->last;
        in->last = at;
        s->values[in->at].members++;
    }
    s->values[at] = (struct nj_json_value){.name = s->name, .kind = kind};
    s->name = NULL;
    s->count++;
    return &s->values[at];
}

/* --- numbers --- */

/* Their value goes to *v, if it is one of few digits. */
static size_t skip_digits(struct nj_json_scanner *s, uint64_t *v)
{
    const char *from = s->copy + s->at;
    const char *at = from;

    for (*v = 0; *at >= '0' && *at <= '9'; at++)
        *v = 10 * *v + (uint64_t)(*at - '0');
    s->at += (size_t)(at - from);
    return (size_t)(at - from);
}

static bool skip_char(struct nj_json_scanner *s, const char *set)
{
    for (; *set != '\0'; set++)
        if (s->copy[s->at] == *set) {
            s->at++;
            return true;
        }
    return false;
}

/* The digits move one byte to the front, over what has been read, since what
 * comes behind them has not. */
static void add_digits(struct nj_json_scanner *s, size_t from)
{
    size_t n = s->at - from;
    char *digits = s->copy + from - 1;

    memmove(digits, digits + 1, n);
    digits[n] = '\0';
    add_value(s, NJ_JSON_DIGITS)->text = digits;
}

static double real_number(const struct nj_json_scanner *s, size_t from)
{
    char text[NUMBER_MAX + 1];
    size_t n = s->at - from;

    NJ_ASSERT(n <= NUMBER_MAX);
    memcpy(text, s->copy + from, n);
    text[n] = '\0';
    return strtod(text, NULL);
}

/* What may follow the first digits; *whole: nothing did. */
static bool scan_fraction(struct nj_json_scanner *s, bool *whole)
{
    char c = s->copy[s->at];
    uint64_t v;

    *whole = c != '.' && c != 'e' && c != 'E';
    if (*whole)
        return true;
    if (skip_char(s, ".")) {
        if (skip_digits(s, &v) == 0)
            return false;
    }
    if (skip_char(s, "eE")) {
        (void)skip_char(s, "+-");
        return skip_digits(s, &v) > 0;
    }
    return true;
}

static enum nj_status scan_number(struct nj_json_scanner *s)
{
    size_t from = s->at;
    bool minus = s->copy[s->at] == '-';
    size_t first = s->at += minus;
    uint64_t v;
    size_t digits = skip_digits(s, &v);
    bool whole;

    if (digits == 0 || (digits > 1 && s->copy[first] == '0') ||
        !scan_fraction(s, &whole))
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    if (whole && digits <= DIGITS_EXACT) {
        add_value(s, NJ_JSON_WHOLE)->whole = minus ? -(int64_t)v : (int64_t)v;
        return NJ_OK;
    }
    if (whole) {
        add_digits(s, from);
        return NJ_OK;
    }
    if (s->at - from > NUMBER_MAX)
        return nj_json_complain(s, NJ_ERR_LIMIT,
                                "a number with too many digits");
    add_value(s, NJ_JSON_REAL)->real = real_number(s, from);
    return NJ_OK;
}

/* --- other values --- */

static enum nj_status scan_word(struct nj_json_scanner *s)
{
    static const char *const words[] = {"true", "false", "null"};

    static const enum nj_json_kind kinds[] = {NJ_JSON_TRUE, NJ_JSON_FALSE,
                                              NJ_JSON_NULL};

    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        size_t len = strlen(words[i]);

        if (strncmp(s->copy + s->at, words[i], len) == 0) {
            s->at += len;
            (void)add_value(s, kinds[i]);
            return NJ_OK;
        }
    }
    return unexpected(s, "a value");
}

/* A string value: it and all of them together have their room. */
static enum nj_status scan_text(struct nj_json_scanner *s)
{
    size_t most = s->bounds->string_max;
    size_t from = s->at;
    size_t left;
    enum nj_status st;
    char *text;

    if (most == 0) {
        st = nj_json_take_string(s, SIZE_MAX, &text);
    } else {
        left =
            STRINGS_FULL * most > s->kept ? STRINGS_FULL * most - s->kept : 0;
        if (most > left)
            most = left;
        st = nj_json_take_string(s, most, &text);
        s->kept += s->at - from < most ? s->at - from : most;
    }
    if (st == NJ_OK)
        add_value(s, NJ_JSON_STRING)->text = text;
    return st;
}

static enum nj_status open_container(struct nj_json_scanner *s, char c)
{
    uint32_t at = (uint32_t)s->count;

    if (s->depth >= s->bounds->depth_max)
        return nj_json_complain(s, NJ_ERR_LIMIT, "too many levels");
    add_value(s, c == '{' ? NJ_JSON_OBJECT : NJ_JSON_ARRAY)->members = 0;
    s->open[s->depth++] = (struct nj_json_level){.at = at};
    s->at++;
    return NJ_OK;
}

static enum nj_status scan_value(struct nj_json_scanner *s)
{
    char c = peek(s);

    if (s->count == s->bounds->values_max && s->at < s->n)
        return nj_json_complain(s, NJ_ERR_LIMIT, "too many values");
    if (c == '"')
        return scan_text(s);
    if (c == '{' || c == '[')
        return open_container(s, c);
    if (c == '-' || (c >= '0' && c <= '9'))
        return scan_number(s);
    return scan_word(s);
}

/* --- what stands in an object or array --- */

/* Does the innermost object hold this name? Of many only that it may. */
static bool has_name(struct nj_json_scanner *s, const char *name)
{
    const struct nj_json_value *object = &s->values[innermost(s)->at];

    if (object->members > NAMES_FEW)
        return true;
    for (const struct nj_json_value *v = nj_json_inner(object); v != NULL;
         v = nj_json_behind(v))
        if (nj_json_named(v, name))
            return true;
    return false;
}

static void note_name(struct nj_json_scanner *s, char *name)
{
    struct nj_json_level *in = innermost(s);
    size_t n = s->text_n;
    unsigned sum = n == 0 ? 0
                          : (unsigned char)name[0] * 7u +
                                (unsigned char)name[n - 1] * 31u +
                                (unsigned)n * 13u;
    uint64_t bit = UINT64_C(1) << sum % 64;

    if ((in->names & bit) != 0 && !s->twins)
        s->twins = has_name(s, name);
    in->names |= bit;
    s->name = name;
}

static enum nj_status scan_member(struct nj_json_scanner *s)
{
    enum nj_status st;
    char *name;

    if (peek(s) != '"')
        return unexpected(s, "a name in quotes");
    st = nj_json_take_string(s, SIZE_MAX, &name);
    if (st != NJ_OK)
        return st;
    note_name(s, name);
    if (peek(s) != ':')
        return unexpected(s, "':'");
    s->at++;
    return scan_value(s);
}

/* The next of the innermost, or its end. */
static enum nj_status scan_inside(struct nj_json_scanner *s)
{
    const struct nj_json_level *in = innermost(s);
    bool object = s->values[in->at].kind == NJ_JSON_OBJECT;
    char c = peek(s);

    if (c == (object ? '}' : ']')) {
        s->depth--;
        s->at++;
        return NJ_OK;
    }
    if (in->last != 0) {
        if (c != ',')
            return unexpected(s, object ? "',' or '}'" : "',' or ']'");
        s->at++;
    }
    return object ? scan_member(s) : scan_value(s);
}

static enum nj_status scan_all(struct nj_json_scanner *s)
{
    enum nj_status st = scan_value(s);

    while (st == NJ_OK && s->depth > 0)
        st = scan_inside(s);
    if (st != NJ_OK)
        return st;
    (void)peek(s);
    return s->at == s->n ? NJ_OK : unexpected(s, "the end of the text");
}

static bool has_mark(const char *text, size_t n)
{
    return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
}

/* Outside of strings nothing but ASCII passes. */
static bool may_be_wide(const struct nj_json_scanner *s, enum nj_status st)
{
    return st != NJ_OK || (s->seen & TOPS) != 0;
}

enum nj_status nj_json_scan(const char *text, size_t n,
                            const struct nj_json_bounds *bounds, char *room,
                            struct nj_json_value **values, struct nj_err *err)
{
    NJ_UNCLEARED struct nj_json_scanner s;
    enum nj_status st;

    NJ_ASSERT(bounds->depth_max <= NJ_JSON_DEPTH_MAX);
    NJ_ASSERT(bounds->values_max <= NJ_JSON_VALUES_MAX);
    if (n > bounds->bytes_max)
        return nj_fail(err, NJ_ERR_LIMIT, "%zu bytes, at most %zu are read", n,
                       bounds->bytes_max);
    memset(&s, 0, offsetof(struct nj_json_scanner, open));
    s.text = text;
    s.copy = room + NJ_JSON_BEFORE;
    s.n = n;
    s.bounds = bounds;
    s.err = err;
    if (n > 0)
        memcpy(s.copy, text, n);
    memset(s.copy + n, 0, NJ_JSON_BEHIND);
    if (has_mark(text, n)) /* editors on some systems put it there */
        s.at = 3;
    st = scan_all(&s);
    *values = s.values;
    if (may_be_wide(&s, st) && !nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "not UTF-8");
    NJ_ASSERT(st != NJ_OK || s.count > 0);
    return st == NJ_OK && s.twins ? nj_json_twins(s.values, s.count, err) : st;
}
