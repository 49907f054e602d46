/*
 * Files of what travels on a wire, compared with what they must become.
 */
#include "kit/wire.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "kit/nj_test.h"

#define WORDS_MAX 65536

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
    nj_str_puts(s, "text ");
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            nj_str_puts(s, "\\n");
        else
            nj_str_putc(s, *text);
    }
    nj_str_putc(s, '\n');
}

static FILE *open_file(const char *folder, const char *name, const char *suffix,
                       const char *mode)
{
    char path[1000];
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/%s%s", folder, name, suffix);
    f = fopen(path, mode);
    if (f == NULL)
        print_error("%s: missing\n", path);
    assert_non_null(f);
    return f;
}

void wire_read(const char *folder, const char *name, const char *suffix,
               struct nj_str *s)
{
    FILE *f = open_file(folder, name, suffix, "rb");
    char bytes[4096];
    size_t n = sizeof(bytes);

    while (n == sizeof(bytes)) {
        n = fread(bytes, 1, sizeof(bytes), f);
        nj_str_add(s, bytes, n);
    }
    (void)fclose(f);
    assert_false(s->over);
}

static void rewrite(const char *folder, const char *name,
                    const struct nj_str *got)
{
    FILE *f = open_file(folder, name, ".expect", "wb");

    assert_int_equal(fwrite(got->p, 1, got->len, f), got->len);
    assert_int_equal(fclose(f), 0);
}

/* False if it became something else. */
static bool becomes(const char *folder, const char *name, wire_become *become)
{
    struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_str expected = NJ_STR_INIT(WORDS_MAX);
    struct nj_str got = NJ_STR_INIT(WORDS_MAX);
    bool same;

    wire_read(folder, name, ".json", &text);
    become(&text, &got);
    if (getenv("NJ_REWRITE") != NULL)
        rewrite(folder, name, &got);
    wire_read(folder, name, ".expect", &expected);
    same = strcmp(got.p, expected.p) == 0;
    if (!same)
        print_error("%s: expected\n%s--- got\n%s", name, expected.p, got.p);
    nj_str_fini(&text);
    nj_str_fini(&expected);
    nj_str_fini(&got);
    return same;
}

void wire_check(const char *folder, int at_least, wire_become *become)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;
    int files = 0;
    int wrong = 0;

    assert_non_null(d);
    while ((entry = readdir(d)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        char *name;

        if (dot == NULL || strcmp(dot, ".json") != 0)
            continue;
        name = nj_strndup(entry->d_name, (size_t)(dot - entry->d_name));
        files++;
        wrong += becomes(folder, name, become) ? 0 : 1;
        free(name);
    }
    (void)closedir(d);
    assert_int_equal(wrong, 0);
    assert_true(files >= at_least);
}
