/*
 * Writing JSON: the document grows as text. cJSON prints what needs care, a
 * string with characters to escape; everything between is plain.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"
#include "base/limits.h"
#include "base/utf8.h"

#define CHUNK_BYTES 4096
#define FIRST_BYTES 500 /* most documents grow no further */

struct nj_json_out {
    struct nj_str text;
    char close[NJ_JSON_DEPTH_MAX]; /* '}' or ']' of what is open */
    int depth;
    bool fresh; /* nothing stands in the innermost one yet */
};

struct nj_json_out *nj_json_out_create(void)
{
    struct nj_json_out *o = nj_alloc(sizeof(*o));

    o->text = (struct nj_str)NJ_STR_INIT(SIZE_MAX - 1);
    nj_str_room(&o->text, FIRST_BYTES);
    return o;
}

void nj_json_out_destroy(struct nj_json_out *o)
{
    if (o == NULL)
        return;
    nj_str_fini(&o->text);
    free(o);
}

/* Bytes up to the first that cannot stand as it is. */
static size_t plain_prefix(const char *text, size_t n)
{
    size_t i = 0;

    while (n - i >= sizeof(uint64_t) && !nj_json_eight_special(text + i))
        i += sizeof(uint64_t);
    while (i < n && (unsigned char)text[i] >= ' ' && text[i] != '"' &&
           text[i] != '\\')
        i++;
    return i;
}

static void add_careful(struct nj_str *s, const char *text)
{
    struct nj_arena scratch = NJ_ARENA_INIT(CHUNK_BYTES);
    struct nj_arena *before = nj_json_memory(&scratch);
    const cJSON *value = cJSON_CreateStringReference(text);
    const char *printed;

    NJ_ASSERT(text != NULL);
    NJ_ASSERT(value != NULL);
    printed = cJSON_PrintUnformatted(value);
    (void)nj_json_memory(before);
    NJ_ASSERT(printed != NULL);
    nj_str_add(s, printed + 1, strlen(printed) - 2); /* without its quotes */
    nj_arena_fini(&scratch);
}

/* Lines and quotes are what texts of ours have; the rest is rare. */
static void add_escaped(struct nj_str *s, const char *text, size_t n)
{
    size_t k = plain_prefix(text, n);

    while (k < n && (text[k] == '\n' || text[k] == '"' || text[k] == '\\')) {
        nj_str_add(s, text, k);
        nj_str_putc(s, '\\');
        nj_str_putc(s, (char)(text[k] == '\n' ? 'n' : text[k]));
        text += k + 1;
        n -= k + 1;
        k = plain_prefix(text, n);
    }
    if (k == n)
        nj_str_add(s, text, n);
    else
        add_careful(s, text);
}

/* Copies a text that can stand as it is: false if it cannot, or if that is not
 * sure at a glance. */
static bool copy_plain(char *to, const char *text, size_t n)
{
    size_t i = 0;

    for (; n - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        uint64_t eight;

        memcpy(&eight, text + i, sizeof(eight));
        if ((eight & UINT64_C(0x8080808080808080)) != 0 ||
            nj_json_eight_special(text + i))
            return false;
        memcpy(to + i, &eight, sizeof(eight)); /* NOLINT: no NUL is wanted */
    }
    for (; i < n; i++) {
        char c = text[i];

        if ((unsigned char)c >= 0x80 || c < ' ' || c == '"' || c == '\\')
            return false;
        to[i] = c;
    }
    return true;
}

/* Room for n bytes more and the NUL, all but always there already. */
static char *end_with_room(struct nj_str *s, size_t n)
{
    if (s->cap - s->len <= n)
        nj_str_room(s, n);
    return s->p + s->len;
}

/* The text in quotes and, unless it is NUL, a mark behind it. */
static void add_string(struct nj_json_out *o, const char *text, char mark)
{
    struct nj_str *s = &o->text;
    size_t n = strlen(text);
    char *to = end_with_room(s, n + 3);

    if (copy_plain(to + 1, text, n)) {
        to[0] = '"';
        to[n + 1] = '"';
        to[n + 2] = mark;
        s->len += n + 2 + (mark != '\0');
        s->p[s->len] = '\0';
        return;
    }
    to[0] = '\0';
    NJ_ASSERT(nj_utf8_valid(text, n)); /* the peer refuses anything else */
    nj_str_putc(s, '"');
    add_escaped(s, text, n);
    nj_str_putc(s, '"');
    if (mark != '\0')
        nj_str_putc(s, mark);
}

static void add_mark(struct nj_json_out *o, char mark)
{
    char *to = end_with_room(&o->text, 1);

    to[0] = mark;
    to[1] = '\0';
    o->text.len++;
}

/* What stands in front of a value where the document is now. */
static void begin(struct nj_json_out *o, const char *name)
{
    if (o->depth == 0) {
        NJ_ASSERT(o->text.len == 0); /* one value is one document */
        NJ_ASSERT(name == NULL);
        return;
    }
    NJ_ASSERT((name != NULL) == (o->close[o->depth - 1] == '}'));
    if (!o->fresh)
        add_mark(o, ',');
    o->fresh = false;
    if (name != NULL)
        add_string(o, name, ':');
}

static void open_container(struct nj_json_out *o, const char *name, char open,
                           char close)
{
    NJ_ASSERT(o->depth >= 0);
    NJ_ASSERT(o->depth < NJ_JSON_DEPTH_MAX);
    begin(o, name);
    add_mark(o, open);
    o->close[o->depth++] = close;
    o->fresh = true;
}

void nj_json_obj(struct nj_json_out *o, const char *name)
{
    open_container(o, name, '{', '}');
}

void nj_json_arr(struct nj_json_out *o, const char *name)
{
    open_container(o, name, '[', ']');
}

void nj_json_end(struct nj_json_out *o)
{
    NJ_ASSERT(o->depth <= NJ_JSON_DEPTH_MAX);
    NJ_ASSERT(o->depth > 0);
    add_mark(o, o->close[--o->depth]);
    o->fresh = false;
}

void nj_json_put_text(struct nj_json_out *o, const char *name, const char *text)
{
    NJ_ASSERT(text != NULL);
    begin(o, name);
    add_string(o, text, '\0');
}

void nj_json_put_i64(struct nj_json_out *o, const char *name, int64_t v)
{
    begin(o, name);
    nj_str_put_i64(&o->text, v);
}

void nj_json_put_bool(struct nj_json_out *o, const char *name, bool v)
{
    begin(o, name);
    nj_str_puts(&o->text, v ? "true" : "false");
}

void nj_json_put_null(struct nj_json_out *o, const char *name)
{
    begin(o, name);
    nj_str_puts(&o->text, "null");
}

bool nj_json_print(const struct nj_json_out *o, struct nj_str *s)
{
    bool over_before = s->over;
    bool fits;

    NJ_ASSERT(o->text.len > 0);
    NJ_ASSERT(o->depth == 0);
    s->over = false;
    nj_str_add(s, o->text.p, o->text.len);
    fits = !s->over;
    s->over = s->over || over_before;
    return fits;
}
