/*
 * The strict reader of JSON: grammar, bounds, the repair of what senders
 * break, and the tree, all in one pass over the text.
 */
#include "base/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/bug.h"
#include "base/json_priv.h"
#include "base/limits.h"
#include "base/utf8.h"

#define DIGITS_EXACT 15   /* whole numbers a double surely holds */
#define NUMBER_MAX   60   /* cJSON reads at most 63 bytes of a number */
#define ESCAPE_BYTES 6    /* \uXXXX */
#define STRINGS_FULL 8    /* strings of full length that a document may have */
#define REPAIRS_MAX  2000 /* of broken escapes */
#define BROKEN       0xfffd

enum expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY,
    EXPECT_KEY_OR_END,
    EXPECT_COLON,
    EXPECT_MORE,
    EXPECT_NOTHING
};

struct scan {
    const char *text;
    size_t n;
    size_t at;
    const struct nj_json_bounds *bounds;
    enum expect expect;
    int depth;
    size_t values;
    size_t repairs;
    size_t kept;   /* bytes of strings, where they are bounded */
    bool dropping; /* behind string_max: nothing is repaired any more */
    struct nj_err *err;
    struct nj_arena *mem;
    cJSON *root;
    char *name;     /* of the value that comes next, in an object */
    size_t text_at; /* the latest string: where its kept bytes begin */
    size_t text_n;  /* how many of them there are */
    bool escaped;   /* it has a backslash */
    cJSON *open[NJ_JSON_DEPTH_MAX];
    cJSON *last[NJ_JSON_DEPTH_MAX]; /* the latest child of each; NULL: none */
};

/* The line says where, in characters as an editor counts them. */
static enum nj_status complain(struct scan *s, enum nj_status st,
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

static enum nj_status unexpected(struct scan *s, const char *wanted)
{
    unsigned char c = (unsigned char)s->text[s->at];
    char what[80];

    if (c > 0x20 && c < 0x7f)
        (void)snprintf(what, sizeof(what), "expected %s, found '%c'", wanted,
                       c);
    else
        (void)snprintf(what, sizeof(what), "expected %s, found byte 0x%02x",
                       wanted, c);
    return complain(s, NJ_ERR_BAD_INPUT, what);
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
static int unit_at(const struct scan *s, size_t at)
{
    const char *p = s->text + at;
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
static enum nj_status repair_unit(struct scan *s)
{
    if (!s->dropping && ++s->repairs > REPAIRS_MAX)
        return complain(s, NJ_ERR_LIMIT, "too many broken characters");
    s->at += ESCAPE_BYTES;
    return NJ_OK;
}

static enum nj_status scan_unit(struct scan *s)
{
    int unit = unit_at(s, s->at);

    if (unit < 0)
        return complain(s, NJ_ERR_BAD_INPUT,
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

static enum nj_status scan_escape(struct scan *s)
{
    if (s->n - s->at < 2)
        return complain(s, NJ_ERR_BAD_INPUT, "a string does not end");
    s->escaped = true;
    switch (s->text[s->at + 1]) {
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
        return complain(s, NJ_ERR_BAD_INPUT, "an unknown escape");
    }
}

/* Goes on to what ends or interrupts a string, at most to `stop`. */
static void skip_plain(struct scan *s, size_t stop)
{
    /* An escape may have gone on past `stop`. */
    while (s->at + sizeof(uint64_t) <= stop &&
           !nj_json_eight_special(s->text + s->at))
        s->at += sizeof(uint64_t);
    while (s->at < stop) {
        unsigned char c = (unsigned char)s->text[s->at];

        if (c == '"' || c == '\\' || c < 0x20)
            return;
        s->at++;
    }
}

static enum nj_status scan_special(struct scan *s)
{
    char c = s->text[s->at];

    if (c == '\\')
        return scan_escape(s);
    return complain(s, NJ_ERR_BAD_INPUT,
                    c == '\0' ? "a NUL character"
                              : "a raw control character in a string");
}

/* At most to the closing quote or `stop`. */
static enum nj_status scan_part(struct scan *s, size_t stop)
{
    for (;;) {
        enum nj_status st;

        skip_plain(s, stop);
        if (s->at >= stop || s->text[s->at] == '"')
            return NJ_OK;
        st = scan_special(s);
        if (st != NJ_OK)
            return st;
    }
}

/* With at most `max` bytes kept. */
static enum nj_status scan_string(struct scan *s, size_t max)
{
    size_t from = ++s->at;
    enum nj_status st;

    s->escaped = false;
    st = scan_part(s, max < s->n - from ? from + max : s->n);
    while (s->at < s->n && ((unsigned char)s->text[s->at] & 0xc0) == 0x80)
        s->at++; /* the rest of a character */
    s->text_at = from;
    s->text_n = s->at - from;
    if (st == NJ_OK && s->at < s->n && s->text[s->at] != '"') {
        s->dropping = true;
        st = scan_part(s, s->n);
        s->dropping = false;
    }
    if (st != NJ_OK)
        return st;
    if (s->at >= s->n)
        return complain(s, NJ_ERR_BAD_INPUT, "a string does not end");
    s->at++;
    return NJ_OK;
}

/* --- the tree --- */

/* The character that an escape at `from` stands for; *len: its bytes there. */
static int32_t escaped_char(const struct scan *s, size_t from, size_t *len)
{
    static const char from_letter[] = "b\bf\fn\nr\rt\t";
    char letter = s->text[from + 1];
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

/* The latest string as it was meant. */
static char *take_text(struct scan *s)
{
    size_t end = s->text_at + s->text_n;
    char *out, *to;

    if (!s->escaped)
        return nj_arena_copy(s->mem, s->text + s->text_at, s->text_n);
    out = to = nj_arena_alloc(s->mem, s->text_n + 1); /* escapes only shrink */
    for (size_t at = s->text_at; at < end;) {
        size_t len = 1;

        if (s->text[at] != '\\')
            *to++ = s->text[at];
        else
            to += nj_utf8_put(escaped_char(s, at, &len), to);
        at += len;
    }
    *to = '\0';
    return out;
}

static cJSON *add_node(struct scan *s, int type)
{
    cJSON *node = nj_arena_alloc(s->mem, sizeof(*node));

    node->type = type;
    node->string = s->name;
    s->name = NULL;
    if (s->depth == 0)
        s->root = node;
    else if (s->last[s->depth - 1] != NULL)
        s->last[s->depth - 1]->next = node;
    else
        s->open[s->depth - 1]->child = node;
    if (s->depth > 0)
        s->last[s->depth - 1] = node;
    return node;
}

static size_t skip_digits(struct scan *s)
{
    size_t from = s->at;

    while (s->at < s->n && s->text[s->at] >= '0' && s->text[s->at] <= '9')
        s->at++;
    return s->at - from;
}

static bool skip_char(struct scan *s, const char *set)
{
    for (; s->at < s->n && *set != '\0'; set++)
        if (s->text[s->at] == *set) {
            s->at++;
            return true;
        }
    return false;
}

/* Long whole numbers become strings that begin with NJ_JSON_DIGITS. */
static void add_digits(struct scan *s, size_t from)
{
    size_t n = s->at - from;
    char *digits = nj_arena_alloc(s->mem, n + 2);

    digits[0] = NJ_JSON_DIGITS;
    memcpy(digits + 1, s->text + from, n);
    add_node(s, cJSON_String)->valuestring = digits;
}

/* One that a double holds exactly, all digits and a sign. */
static double small_number(const struct scan *s, size_t from)
{
    bool minus = s->text[from] == '-';
    int64_t v = 0;

    for (size_t i = from + minus; i < s->at; i++)
        v = 10 * v + (s->text[i] - '0');
    return minus ? -(double)v : (double)v;
}

static double other_number(const struct scan *s, size_t from)
{
    char text[NUMBER_MAX + 1];
    size_t n = s->at - from;

    NJ_ASSERT(n <= NUMBER_MAX);
    memcpy(text, s->text + from, n);
    text[n] = '\0';
    return strtod(text, NULL);
}

static enum nj_status scan_number(struct scan *s)
{
    size_t from = s->at;
    bool whole = true;
    size_t first;
    size_t digits;

    (void)skip_char(s, "-");
    first = s->at;
    digits = skip_digits(s);
    if (digits == 0 || (digits > 1 && s->text[first] == '0'))
        return complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    if (skip_char(s, ".")) {
        whole = false;
        if (skip_digits(s) == 0)
            return complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    }
    if (skip_char(s, "eE")) {
        whole = false;
        (void)skip_char(s, "+-");
        if (skip_digits(s) == 0)
            return complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    }
    if (whole && digits > DIGITS_EXACT) {
        add_digits(s, from);
        return NJ_OK;
    }
    if (s->at - from > NUMBER_MAX)
        return complain(s, NJ_ERR_LIMIT, "a number with too many digits");
    add_node(s, cJSON_Number)->valuedouble =
        whole ? small_number(s, from) : other_number(s, from);
    return NJ_OK;
}

static enum nj_status scan_word(struct scan *s)
{
    static const char *const words[] = {"true", "false", "null"};
    static const int types[] = {cJSON_True, cJSON_False, cJSON_NULL};

    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        size_t len = strlen(words[i]);

        if (s->n - s->at >= len &&
            memcmp(s->text + s->at, words[i], len) == 0) {
            s->at += len;
            (void)add_node(s, types[i]);
            return NJ_OK;
        }
    }
    return unexpected(s, "a value");
}

static enum nj_status open_container(struct scan *s, char c)
{
    if (s->depth >= s->bounds->depth_max)
        return complain(s, NJ_ERR_LIMIT, "too many levels");
    s->open[s->depth] = add_node(s, c == '{' ? cJSON_Object : cJSON_Array);
    s->last[s->depth++] = NULL;
    s->expect = c == '{' ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    s->at++;
    return NJ_OK;
}

static void value_done(struct scan *s)
{
    s->expect = s->depth == 0 ? EXPECT_NOTHING : EXPECT_MORE;
}

static void close_container(struct scan *s)
{
    NJ_ASSERT(s->depth > 0);
    s->depth--;
    s->at++;
    value_done(s);
}

static void add_text(struct scan *s)
{
    char *text = take_text(s);

    add_node(s, cJSON_String)->valuestring = text;
}

/* A string value: it and all of them together have their room. */
static enum nj_status scan_text(struct scan *s)
{
    size_t most = s->bounds->string_max;
    size_t from = s->at;
    size_t left;
    enum nj_status st;

    if (most == 0) {
        st = scan_string(s, SIZE_MAX);
        if (st == NJ_OK)
            add_text(s);
        return st;
    }
    left = STRINGS_FULL * most > s->kept ? STRINGS_FULL * most - s->kept : 0;
    if (most > left)
        most = left;
    st = scan_string(s, most);
    s->kept += s->at - from < most ? s->at - from : most;
    if (st == NJ_OK)
        add_text(s);
    return st;
}

static enum nj_status scan_value(struct scan *s)
{
    char c = s->text[s->at];
    enum nj_status st;

    if (++s->values > s->bounds->values_max)
        return complain(s, NJ_ERR_LIMIT, "too many values");
    if (c == '{' || c == '[')
        return open_container(s, c);
    if (c == '"')
        st = scan_text(s);
    else if (c == '-' || (c >= '0' && c <= '9'))
        st = scan_number(s);
    else
        st = scan_word(s);
    value_done(s);
    return st;
}

static enum nj_status scan_key(struct scan *s)
{
    enum nj_status st = scan_string(s, SIZE_MAX);

    s->expect = EXPECT_COLON;
    if (st == NJ_OK)
        s->name = take_text(s);
    return st;
}

static enum nj_status scan_more(struct scan *s, char c)
{
    bool object = s->open[s->depth - 1]->type == cJSON_Object;
    char closer = object ? '}' : ']';

    if (c == closer) {
        close_container(s);
        return NJ_OK;
    }
    if (c != ',')
        return unexpected(s, object ? "',' or '}'" : "',' or ']'");
    s->expect = object ? EXPECT_KEY : EXPECT_VALUE;
    s->at++;
    return NJ_OK;
}

/* One token; white space before it is gone already. */
static enum nj_status scan_token(struct scan *s)
{
    char c = s->text[s->at];

    if ((c == ']' && s->expect == EXPECT_VALUE_OR_END) ||
        (c == '}' && s->expect == EXPECT_KEY_OR_END)) {
        close_container(s);
        return NJ_OK;
    }
    switch (s->expect) {
    case EXPECT_VALUE:
    case EXPECT_VALUE_OR_END:
        return scan_value(s);
    case EXPECT_KEY:
    case EXPECT_KEY_OR_END:
        return c == '"' ? scan_key(s) : unexpected(s, "a name in quotes");
    case EXPECT_COLON:
        if (c != ':')
            return unexpected(s, "':'");
        s->expect = EXPECT_VALUE;
        s->at++;
        return NJ_OK;
    case EXPECT_MORE:
        return scan_more(s, c);
    case EXPECT_NOTHING:
        return unexpected(s, "the end of the text");
    }
    NJ_UNREACHABLE();
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static enum nj_status scan_all(struct scan *s)
{
    for (;;) {
        enum nj_status st;

        while (s->at < s->n && is_blank(s->text[s->at]))
            s->at++;
        if (s->at == s->n)
            break;
        st = scan_token(s);
        if (st != NJ_OK)
            return st;
    }
    if (s->expect != EXPECT_NOTHING)
        return complain(s, NJ_ERR_BAD_INPUT, "the text ends too early");
    return NJ_OK;
}

static bool has_mark(const char *text, size_t n)
{
    return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
}

enum nj_status nj_json_scan(const char *text, size_t n,
                            const struct nj_json_bounds *bounds,
                            struct nj_arena *mem, const cJSON **root,
                            struct nj_err *err)
{
    struct scan s = {.text = text,
                     .n = n,
                     .bounds = bounds,
                     .expect = EXPECT_VALUE,
                     .err = err,
                     .mem = mem};
    enum nj_status st;

    NJ_ASSERT(bounds->depth_max <= NJ_JSON_DEPTH_MAX);
    NJ_ASSERT(bounds->values_max <= NJ_JSON_VALUES_MAX);
    if (n > bounds->bytes_max)
        return nj_fail(err, NJ_ERR_LIMIT, "%zu bytes, at most %zu are read", n,
                       bounds->bytes_max);
    if (!nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "not UTF-8");
    if (has_mark(text, n)) /* editors on some systems put it there */
        s.at = 3;
    st = scan_all(&s);
    NJ_ASSERT(st != NJ_OK || s.root != NULL);
    *root = s.root;
    return st;
}
