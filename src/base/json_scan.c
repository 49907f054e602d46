/*
 * The strict reader of JSON: grammar, bounds and the tree, all in one pass over
 * the text. Strings are json_string.c's.
 */
#include "base/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/bug.h"
#include "base/json_string.h"
#include "base/limits.h"
#include "base/utf8.h"

#define DIGITS_EXACT 15 /* whole numbers a double surely holds */
#define NUMBER_MAX   60 /* cJSON reads at most 63 bytes of a number */
#define STRINGS_FULL 8  /* strings of full length that a document may have */

static enum nj_status unexpected(struct nj_json_scanner *s, const char *wanted)
{
    unsigned char c = (unsigned char)s->text[s->at];
    char what[80];

    if (c > 0x20 && c < 0x7f)
        (void)snprintf(what, sizeof(what), "expected %s, found '%c'", wanted,
                       c);
    else
        (void)snprintf(what, sizeof(what), "expected %s, found byte 0x%02x",
                       wanted, c);
    return nj_json_complain(s, NJ_ERR_BAD_INPUT, what);
}

/* --- the tree --- */

static cJSON *add_node(struct nj_json_scanner *s, int type)
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

static size_t skip_digits(struct nj_json_scanner *s)
{
    size_t from = s->at;

    while (s->at < s->n && s->text[s->at] >= '0' && s->text[s->at] <= '9')
        s->at++;
    return s->at - from;
}

static bool skip_char(struct nj_json_scanner *s, const char *set)
{
    for (; s->at < s->n && *set != '\0'; set++)
        if (s->text[s->at] == *set) {
            s->at++;
            return true;
        }
    return false;
}

/* Long whole numbers become strings that begin with NJ_JSON_DIGITS. */
static void add_digits(struct nj_json_scanner *s, size_t from)
{
    size_t n = s->at - from;
    char *digits = nj_arena_alloc(s->mem, n + 2);

    digits[0] = NJ_JSON_DIGITS;
    memcpy(digits + 1, s->text + from, n);
    add_node(s, cJSON_String)->valuestring = digits;
}

/* One that a double holds exactly, all digits and a sign. */
static double small_number(const struct nj_json_scanner *s, size_t from)
{
    bool minus = s->text[from] == '-';
    int64_t v = 0;

    for (size_t i = from + minus; i < s->at; i++)
        v = 10 * v + (s->text[i] - '0');
    return minus ? -(double)v : (double)v;
}

static double other_number(const struct nj_json_scanner *s, size_t from)
{
    char text[NUMBER_MAX + 1];
    size_t n = s->at - from;

    NJ_ASSERT(n <= NUMBER_MAX);
    memcpy(text, s->text + from, n);
    text[n] = '\0';
    return strtod(text, NULL);
}

static enum nj_status scan_number(struct nj_json_scanner *s)
{
    size_t from = s->at;
    bool whole = true;
    size_t first;
    size_t digits;

    (void)skip_char(s, "-");
    first = s->at;
    digits = skip_digits(s);
    if (digits == 0 || (digits > 1 && s->text[first] == '0'))
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    if (skip_char(s, ".")) {
        whole = false;
        if (skip_digits(s) == 0)
            return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    }
    if (skip_char(s, "eE")) {
        whole = false;
        (void)skip_char(s, "+-");
        if (skip_digits(s) == 0)
            return nj_json_complain(s, NJ_ERR_BAD_INPUT, "a malformed number");
    }
    if (whole && digits > DIGITS_EXACT) {
        add_digits(s, from);
        return NJ_OK;
    }
    if (s->at - from > NUMBER_MAX)
        return nj_json_complain(s, NJ_ERR_LIMIT,
                                "a number with too many digits");
    add_node(s, cJSON_Number)->valuedouble =
        whole ? small_number(s, from) : other_number(s, from);
    return NJ_OK;
}

static enum nj_status scan_word(struct nj_json_scanner *s)
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

static enum nj_status open_container(struct nj_json_scanner *s, char c)
{
    if (s->depth >= s->bounds->depth_max)
        return nj_json_complain(s, NJ_ERR_LIMIT, "too many levels");
    s->open[s->depth] = add_node(s, c == '{' ? cJSON_Object : cJSON_Array);
    s->last[s->depth++] = NULL;
    s->expect = c == '{' ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    s->at++;
    return NJ_OK;
}

static void value_done(struct nj_json_scanner *s)
{
    s->expect = s->depth == 0 ? EXPECT_NOTHING : EXPECT_MORE;
}

static void close_container(struct nj_json_scanner *s)
{
    NJ_ASSERT(s->depth > 0);
    s->depth--;
    s->at++;
    value_done(s);
}

static void add_text(struct nj_json_scanner *s)
{
    char *text = nj_json_take_text(s);

    add_node(s, cJSON_String)->valuestring = text;
}

/* A string value: it and all of them together have their room. */
static enum nj_status scan_text(struct nj_json_scanner *s)
{
    size_t most = s->bounds->string_max;
    size_t from = s->at;
    size_t left;
    enum nj_status st;

    if (most == 0) {
        st = nj_json_scan_string(s, SIZE_MAX);
        if (st == NJ_OK)
            add_text(s);
        return st;
    }
    left = STRINGS_FULL * most > s->kept ? STRINGS_FULL * most - s->kept : 0;
    if (most > left)
        most = left;
    st = nj_json_scan_string(s, most);
    s->kept += s->at - from < most ? s->at - from : most;
    if (st == NJ_OK)
        add_text(s);
    return st;
}

static enum nj_status scan_value(struct nj_json_scanner *s)
{
    char c = s->text[s->at];
    enum nj_status st;

    if (++s->values > s->bounds->values_max)
        return nj_json_complain(s, NJ_ERR_LIMIT, "too many values");
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

static enum nj_status scan_key(struct nj_json_scanner *s)
{
    enum nj_status st = nj_json_scan_string(s, SIZE_MAX);

    s->expect = EXPECT_COLON;
    if (st == NJ_OK)
        s->name = nj_json_take_text(s);
    return st;
}

static enum nj_status scan_more(struct nj_json_scanner *s, char c)
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
static enum nj_status scan_token(struct nj_json_scanner *s)
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

static enum nj_status scan_all(struct nj_json_scanner *s)
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
        return nj_json_complain(s, NJ_ERR_BAD_INPUT, "the text ends too early");
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
    struct nj_json_scanner s = {.text = text,
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
