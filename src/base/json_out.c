/*
 * Writing JSON: the document grows as text where it is wanted.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"
#include "base/limits.h"
#include "base/utf8.h"

struct nj_json_out nj_json_onto(struct nj_str *to)
{
    struct nj_json_out o = {.to = to, .from = to->len, .over = to->over};

    NJ_ASSERT(to->max < SIZE_MAX);
    to->over = false; /* of this document, until it is complete */
    return o;
}

/* Bytes up to the first that cannot stand as it is. */
static size_t plain_prefix(const char *text, size_t n)
{
    size_t i = 0;

    while (n - i >= sizeof(uint64_t)) {
        size_t plain = nj_json_plain_of_eight(text + i);

        i += plain;
        if (plain < sizeof(uint64_t))
            return i;
    }
    while (i < n && (unsigned char)text[i] >= ' ' && text[i] != '"' &&
           text[i] != '\\')
        i++;
    return i;
}

/* What stands behind the backslash for a byte that cannot stand as it is. */
static void add_escape(struct nj_str *s, char c)
{
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";

    for (const char *at = letters; *at != '\0'; at += 2)
        if (*at == c) {
            nj_str_putc(s, at[1]);
            return;
        }
    nj_str_addf(s, "u%04x", (unsigned)c);
}

static void add_escaped(struct nj_str *s, const char *text, size_t n)
{
    size_t k = plain_prefix(text, n);

    while (k < n) {
        nj_str_add(s, text, k);
        nj_str_putc(s, '\\');
        add_escape(s, text[k]);
        text += k + 1;
        n -= k + 1;
        k = plain_prefix(text, n);
    }
    nj_str_add(s, text, n);
}

/* Is none of these bytes special, and each of them ASCII? */
static bool is_plain(uint64_t v)
{
    return ((v & UINT64_C(0x8080808080808080)) | nj_json_special(v)) == 0;
}

static bool copy_eight(char *to, const char *text)
{
    uint64_t v;

    memcpy(&v, text, sizeof(v));
    memcpy(to, &v, sizeof(v)); /* NOLINT: no NUL is wanted */
    return is_plain(v);
}

static bool copy_four(char *to, const char *text)
{
    uint32_t v;

    memcpy(&v, text, sizeof(v));
    memcpy(to, &v, sizeof(v));                         /* NOLINT: nor here */
    return is_plain(v | UINT64_C(0x3030303000000000)); /* "0000" */
}

/* Copies a text that can stand as it is: false if it cannot, or if that is not
 * sure at a glance. What is left over is read once more with what is in front
 * of it. */
static bool copy_plain(char *to, const char *text, size_t n)
{
    size_t i = 0;

    if (n >= sizeof(uint64_t)) {
        for (; n - i >= sizeof(uint64_t); i += sizeof(uint64_t))
            if (!copy_eight(to + i, text + i))
                return false;
        i = n - sizeof(uint64_t);
        return copy_eight(to + i, text + i);
    }
    if (n >= sizeof(uint32_t)) {
        i = n - sizeof(uint32_t);
        return copy_four(to, text) && copy_four(to + i, text + i);
    }
    for (; i < n; i++) {
        char c = text[i];

        if ((unsigned char)c >= 0x80 || c < ' ' || c == '"' || c == '\\')
            return false;
        to[i] = c;
    }
    return true;
}

/* The text in quotes and, unless they are NUL, marks before and behind it. */
static void add_string(struct nj_json_out *o, char before, const char *text,
                       char behind)
{
    struct nj_str *s = o->to;
    size_t n = strlen(text);
    size_t quote = s->len + (before != '\0');

    if (s->cap - s->len <= n + 4)
        nj_str_room(s, n + 4);
    if (s->cap - s->len > n + 4 && copy_plain(s->p + quote + 1, text, n)) {
        s->p[s->len] = before;
        s->p[quote] = '"';
        s->p[quote + n + 1] = '"';
        s->p[quote + n + 2] = behind;
        s->len = quote + n + 2 + (behind != '\0');
        s->p[s->len] = '\0';
        return;
    }
    NJ_ASSERT(nj_utf8_valid(text, n)); /* the peer refuses anything else */
    if (before != '\0')
        nj_str_putc(s, before);
    nj_str_putc(s, '"');
    add_escaped(s, text, n);
    nj_str_putc(s, '"');
    if (behind != '\0')
        nj_str_putc(s, behind);
}

static void add_mark(struct nj_json_out *o, char mark)
{
    struct nj_str *s = o->to;

    if (s->len + 1 >= s->cap) {
        nj_str_putc(s, mark);
        return;
    }
    NJ_ASSERT(s->len + 1 < s->cap);
    s->p[s->len++] = mark;
    s->p[s->len] = '\0';
}

static bool in_object(const struct nj_json_out *o)
{
    return (o->objects >> (o->depth - 1) & 1) != 0;
}

/* One value is one document. */
static void complete(struct nj_json_out *o)
{
    struct nj_str *s = o->to;

    if (s->over)
        nj_str_cut(s, o->from);
    s->over = s->over || o->over;
    o->to = NULL;
}

static void value_done(struct nj_json_out *o)
{
    o->fresh = false;
    if (o->depth == 0)
        complete(o);
}

/* What stands in front of a value where the document is now. */
static void begin(struct nj_json_out *o, const char *name)
{
    if (o->depth == 0) {
        NJ_ASSERT(o->to != NULL);
        NJ_ASSERT(name == NULL);
        return;
    }
    NJ_ASSERT((name != NULL) == in_object(o));
    if (name != NULL)
        add_string(o, o->fresh ? '\0' : ',', name, ':');
    else if (!o->fresh)
        add_mark(o, ',');
}

static void open_container(struct nj_json_out *o, const char *name, bool object)
{
    NJ_ASSERT(o->depth >= 0);
    NJ_ASSERT(o->depth < NJ_JSON_DEPTH_MAX);
    begin(o, name);
    add_mark(o, object ? '{' : '[');
    o->objects = (o->objects & ~(UINT64_C(1) << o->depth)) | (uint64_t)object
                                                                 << o->depth;
    o->depth++;
    o->fresh = true;
}

void nj_json_obj(struct nj_json_out *o, const char *name)
{
    open_container(o, name, true);
}

void nj_json_arr(struct nj_json_out *o, const char *name)
{
    open_container(o, name, false);
}

void nj_json_end(struct nj_json_out *o)
{
    NJ_ASSERT(o->depth <= NJ_JSON_DEPTH_MAX);
    NJ_ASSERT(o->depth > 0);
    add_mark(o, in_object(o) ? '}' : ']');
    o->depth--;
    value_done(o);
}

void nj_json_put_text(struct nj_json_out *o, const char *name, const char *text)
{
    NJ_ASSERT(text != NULL);
    begin(o, name);
    add_string(o, '\0', text, '\0');
    value_done(o);
}

void nj_json_put_i64(struct nj_json_out *o, const char *name, int64_t v)
{
    begin(o, name);
    nj_str_put_i64(o->to, v);
    value_done(o);
}

void nj_json_put_bool(struct nj_json_out *o, const char *name, bool v)
{
    begin(o, name);
    nj_str_puts(o->to, v ? "true" : "false");
    value_done(o);
}

void nj_json_put_null(struct nj_json_out *o, const char *name)
{
    begin(o, name);
    nj_str_puts(o->to, "null");
    value_done(o);
}
