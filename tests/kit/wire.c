/*
 * Records of what travels on a wire, compared with what they must become.
 */
#include "kit/wire.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "kit/nj_test.h"

#define WORDS_MAX 65536
#define FILE_MAX  (1u << 20)

void wire_put(struct nj_str *s, const char *name, const char *value)
{
    if (value[0] != '\0')
        nj_str_addf(s, "%s %s\n", name, value);
}

void wire_put_number(struct nj_str *s, const char *name, int64_t v)
{
    if (v != 0)
        nj_str_addf(s, "%s %lld\n", name, (long long)v);
}

void wire_put_text(struct nj_str *s, const char *text)
{
    nj_str_puts(s, text[0] != '\0' ? "text " : "text");
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            nj_str_puts(s, "\\n");
        else
            nj_str_putc(s, *text);
    }
    nj_str_putc(s, '\n');
}

/* --- files of records --- */

static void read_file(const char *path, struct nj_str *s)
{
    FILE *f = fopen(path, "rb");
    char bytes[4096];
    size_t n = sizeof(bytes);

    if (f == NULL)
        fail_msg("%s: cannot be read", path);
    while (n == sizeof(bytes)) {
        n = fread(bytes, 1, sizeof(bytes), f);
        nj_str_add(s, bytes, n);
    }
    (void)fclose(f);
    assert_false(s->over);
}

static void write_file(const char *path, const struct nj_str *s)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_false(s->over);
    assert_int_equal(fwrite(s->p, 1, s->len, f), s->len);
    assert_int_equal(fclose(f), 0);
}

struct record {
    char name[64];
    struct nj_str travels, becomes;
};

static void begin_record(struct record *r)
{
    r->name[0] = '\0';
    r->travels = (struct nj_str)NJ_STR_INIT(NJ_FRAME_MAX);
    r->becomes = (struct nj_str)NJ_STR_INIT(WORDS_MAX);
}

static void end_record(struct record *r)
{
    nj_str_fini(&r->travels);
    nj_str_fini(&r->becomes);
}

/* The line at `at`, its end included. */
static size_t line_length(const char *at, const char *end)
{
    const char *eol = memchr(at, '\n', (size_t)(end - at));

    return (size_t)((eol != NULL ? eol + 1 : end) - at);
}

static bool begins(const char *line, size_t n)
{
    return n > 4 && memcmp(line, "== ", 3) == 0;
}

/* Reads the record that begins at `at`; returns where the next one does. */
static const char *next_record(const char *at, const char *end,
                               struct record *r)
{
    size_t n = line_length(at, end);
    struct nj_str *part = &r->travels;

    nj_str_clear(&r->travels);
    nj_str_clear(&r->becomes);
    assert_true(begins(at, n));
    assert_true(n - 4 < sizeof(r->name));
    memcpy(r->name, at + 3, n - 4);
    r->name[n - 4] = '\0';
    for (at += n; at < end; at += n) {
        n = line_length(at, end);
        if (begins(at, n))
            break;
        if (part == &r->travels && n == 3 && memcmp(at, "--\n", 3) == 0)
            part = &r->becomes;
        else if (part == &r->travels || n > 1)
            nj_str_add(part, at, n);
    }
    return at;
}

static void put_record(const struct record *r, const struct nj_str *got,
                       struct nj_str *out)
{
    nj_str_addf(out, "%s== %s\n", out->len > 0 ? "\n" : "", r->name);
    nj_str_add(out, r->travels.p, r->travels.len);
    nj_str_puts(out, "--\n");
    nj_str_add(out, got->p, got->len);
}

/* --- folders --- */

typedef void visit(void *ctx, const char *path);

static void each_file(const char *folder, visit *look, void *ctx)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;

    assert_non_null(d);
    while ((entry = readdir(d)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        char path[1000];

        if (dot == NULL || strcmp(dot, ".txt") != 0)
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        look(ctx, path);
    }
    (void)closedir(d);
}

struct search {
    const char *name;
    struct nj_str *travels;
    int found;
};

static void look_for(void *ctx, const char *path)
{
    struct search *s = ctx;
    struct nj_str all = NJ_STR_INIT(FILE_MAX);
    struct record r;

    begin_record(&r);
    read_file(path, &all);
    for (const char *at = all.p, *end = all.p + all.len; at < end;) {
        at = next_record(at, end, &r);
        if (strcmp(r.name, s->name) == 0 && s->found++ == 0 &&
            s->travels != NULL)
            nj_str_add(s->travels, r.travels.p, r.travels.len);
    }
    end_record(&r);
    nj_str_fini(&all);
}

static int search(const char *folder, const char *name, struct nj_str *travels)
{
    struct search s = {name, travels, 0};

    each_file(folder, look_for, &s);
    return s.found;
}

void wire_read(const char *folder, const char *name, struct nj_str *s)
{
    if (search(folder, name, s) != 1)
        fail_msg("%s: there is no record '%s', or two", folder, name);
}

struct check {
    const char *folder;
    wire_become *become;
    int records, wrong;
};

/* False if it became something else. */
static bool becomes(const struct record *r, const struct nj_str *got)
{
    bool same = r->becomes.len == got->len &&
                (got->len == 0 || memcmp(r->becomes.p, got->p, got->len) == 0);

    if (!same)
        print_error("%s: expected\n%s--- got\n%s", r->name,
                    r->becomes.len > 0 ? r->becomes.p : "", got->p);
    return same;
}

static void check_file(void *ctx, const char *path)
{
    struct check *c = ctx;
    struct nj_str all = NJ_STR_INIT(FILE_MAX);
    struct nj_str anew = NJ_STR_INIT(FILE_MAX);
    struct nj_str got = NJ_STR_INIT(WORDS_MAX);
    struct record r;

    begin_record(&r);
    read_file(path, &all);
    for (const char *at = all.p, *end = all.p + all.len; at < end;) {
        at = next_record(at, end, &r);
        nj_str_clear(&got);
        c->become(&r.travels, &got);
        put_record(&r, &got, &anew);
        c->records++;
        c->wrong += becomes(&r, &got) ? 0 : 1;
        if (search(c->folder, r.name, NULL) != 1)
            fail_msg("%s: the record stands twice", r.name);
    }
    if (getenv("NJ_REWRITE") != NULL)
        write_file(path, &anew);
    end_record(&r);
    nj_str_fini(&all);
    nj_str_fini(&anew);
    nj_str_fini(&got);
}

void wire_check(const char *folder, int at_least, wire_become *become)
{
    struct check c = {folder, become, 0, 0};

    each_file(folder, check_file, &c);
    assert_int_equal(getenv("NJ_REWRITE") != NULL ? 0 : c.wrong, 0);
    assert_true(c.records >= at_least);
}

void wire_cut(const char *folder, const char *const *names, size_t n,
              bool (*reads)(const char *text, size_t n))
{
    for (size_t i = 0; i < n; i++) {
        struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);

        wire_read(folder, names[i], &text);
        for (size_t len = 0; len + 2 < text.len; len++)
            assert_false(reads(text.p, len));
        nj_str_fini(&text);
    }
}
