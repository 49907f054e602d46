/*
 * Messages as a string with CQ codes: "[CQ:at,qq=77] hello &#91;x&#93;".
 *
 * Every entity is decoded once and the result is never looked at again, so
 * an escaped bracket stays text and cannot become a code.
 */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"

#define TYPE_MAX  16
#define VALUE_MAX 64 /* of the values that we look at */
#define CODES_MAX 512

/* A code between its brackets, without "CQ:". */
struct code {
    const char *p;
    size_t n;
};

/* The next character, and its length where it is written as an entity. */
static char decode(const char *text, size_t n, bool value, size_t *len)
{
    static const struct {
        const char *name;
        char c;
        bool value; /* only inside values */
    } all[] = {{"&amp;", '&', false},
               {"&#91;", '[', false},
               {"&#93;", ']', false},
               {"&#44;", ',', true}};

    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        size_t l = strlen(all[i].name);

        if (l <= n && memcmp(text, all[i].name, l) == 0 &&
            (value || !all[i].value)) {
            *len = l;
            return all[i].c;
        }
    }
    return text[0];
}

static void add_plain(struct nj_ob_body *b, const char *text, size_t n)
{
    struct nj_str out = NJ_STR_INIT(n);
    size_t at = 0;

    if (n == 0)
        return;
    while (at < n) {
        size_t len = strcspn(text + at, "&");

        if (len > n - at)
            len = n - at;
        nj_str_add(&out, text + at, len);
        at += len;
        if (at < n) {
            len = 1;
            nj_str_putc(&out, decode(text + at, n - at, false, &len));
            at += len;
        }
    }
    nj_ob_body_add(b, "text", out.p, out.len);
    nj_str_fini(&out);
}

/* The decoded value of `key`, "" if the code has none of that name. */
static size_t value_of(struct code code, const char *key, char out[VALUE_MAX])
{
    size_t at = 0;
    size_t key_len = strlen(key);
    size_t n = 0;

    while (at < code.n) {
        const char *part = code.p + at;
        const char *comma = memchr(part, ',', code.n - at);
        size_t len = comma == NULL ? code.n - at : (size_t)(comma - part);

        at += len + 1;
        if (len <= key_len || memcmp(part, key, key_len) != 0 ||
            part[key_len] != '=')
            continue;
        for (size_t i = key_len + 1; i < len && n < VALUE_MAX - 1;) {
            size_t step = 1;

            out[n++] = decode(part + i, len - i, true, &step);
            i += step;
        }
        break;
    }
    out[n] = '\0';
    return n;
}

static void add_code(struct nj_ob_body *b, struct code code)
{
    const char *comma = memchr(code.p, ',', code.n);
    size_t n = comma == NULL ? code.n : (size_t)(comma - code.p);
    char type[TYPE_MAX] = "";
    char qq[VALUE_MAX];
    size_t qq_len;

    if (n < sizeof(type)) {
        memcpy(type, code.p, n);
        type[n] = '\0';
    }
    /* A code cannot pose as text, whatever its name is. */
    if (strcmp(type, "text") == 0)
        return;
    qq_len = value_of(code, "qq", qq);
    nj_ob_body_add(b, type, qq, qq_len);
}

void nj_ob_cq_read(struct nj_ob_body *b, const char *text, size_t n)
{
    static const char head[] = "[CQ:";
    size_t head_len = sizeof(head) - 1;
    size_t from = 0; /* of plain text not added yet */
    size_t at = 0;
    int codes = 0;

    while (at < n && codes < CODES_MAX) {
        const char *end = NULL;

        if (n - at > head_len && memcmp(text + at, head, head_len) == 0)
            end = memchr(text + at, ']', n - at);
        if (end == NULL) { /* a code that does not end is text */
            at++;
            continue;
        }
        add_plain(b, text + from, at - from);
        add_code(b, (struct code){text + at + head_len,
                                  (size_t)(end - text) - at - head_len});
        at = (size_t)(end - text) + 1;
        from = at;
        codes++;
    }
    add_plain(b, text + from, n - from);
}
