/*
 * Files of the program and of its owner: reading them whole, the compiled-in
 * ones replaced by namesakes on disk.
 */
#include "config/embed.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/zip.h"

#define PATH_BYTES 4096
#define READ_BYTES 16384

/* Appends all of the file; false after a failure of the system. */
static bool read_all(FILE *f, struct nj_str *text)
{
    char *piece = nj_alloc(READ_BYTES);
    size_t n;

    do {
        n = fread(piece, 1, READ_BYTES, f);
        nj_str_add(text, piece, n);
    } while (n > 0 && !text->over);
    free(piece);
    return ferror(f) == 0;
}

enum nj_status nj_blob_load(const char *path, struct nj_blob *out,
                            struct nj_err *err)
{
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);
    enum nj_status st = NJ_OK;
    FILE *f = fopen(path, "rbe");

    if (f == NULL)
        return nj_fail(err, errno == ENOENT ? NJ_ERR_NOT_FOUND : NJ_ERR_IO,
                       "cannot open '%s': %s", path, strerror(errno));
    errno = 0;
    if (!read_all(f, &text))
        st = nj_fail(err, NJ_ERR_IO, "cannot read '%s': %s", path,
                     strerror(errno));
    else if (text.over)
        st = nj_fail(err, NJ_ERR_LIMIT, "'%s' is larger than %u bytes", path,
                     NJ_FILE_MAX);
    (void)fclose(f); /* it was only read */
    if (st == NJ_OK) {
        NJ_ASSERT(text.len <= NJ_FILE_MAX && !text.over);
        out->len = text.len;
        out->owned = nj_str_take(&text);
        out->text = out->owned;
    }
    nj_str_fini(&text);
    return st;
}

void nj_blob_fini(struct nj_blob *b)
{
    free(b->owned);
    b->owned = NULL;
    b->text = NULL;
    b->len = 0;
}

/* What the build has packed cannot be damaged. */
static void unpack(const struct nj_embedded *e, struct nj_blob *out)
{
    out->owned = nj_unzip(e->begin, (size_t)(e->end - e->begin), &out->len);
    NJ_ASSERT(out->owned != NULL);
    out->text = out->owned;
}

static enum nj_status read_compiled_in(const char *name, struct nj_blob *out,
                                       struct nj_err *err)
{
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, name) == 0) {
            if (e->packed) {
                unpack(e, out);
                return NJ_OK;
            }
            out->text = e->begin;
            out->len = (size_t)(e->end - e->begin);
            out->owned = NULL;
            return NJ_OK;
        }
    return nj_fail(err, NJ_ERR_NOT_FOUND, "the program has no file '%s'", name);
}

enum nj_status nj_embed_read(const char *data_dir, const char *name,
                             struct nj_blob *out, struct nj_err *err)
{
    struct nj_str path = NJ_STR_INIT(PATH_BYTES);
    struct nj_err own = {{0}}; /* a file that is not there is no failure */
    enum nj_status st;

    NJ_ASSERT(name[0] != '/');
    NJ_ASSERT(strstr(name, "..") == NULL);
    if (data_dir == NULL || data_dir[0] == '\0')
        return read_compiled_in(name, out, err);
    nj_str_addf(&path, "%s/%s", data_dir, name);
    if (path.over)
        st = nj_fail(&own, NJ_ERR_LIMIT, "the data folder's name is too long");
    else
        st = nj_blob_load(path.p, out, &own);
    if (st == NJ_ERR_NOT_FOUND)
        st = read_compiled_in(name, out, err);
    else if (st != NJ_OK && err != NULL)
        *err = own;
    nj_str_fini(&path);
    return st;
}

static bool fits(const char *name, const char *prefix, const char *suffix)
{
    size_t n = strlen(name);
    size_t front = strlen(prefix);
    size_t back = strlen(suffix);

    return n >= front + back && memcmp(name, prefix, front) == 0 &&
           memcmp(name + n - back, suffix, back) == 0;
}

enum nj_status nj_embed_each(const char *prefix, const char *suffix,
                             enum nj_status (*each)(void *ctx, const char *name,
                                                    struct nj_err *err),
                             void *ctx, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (const struct nj_embedded *e = nj_embedded_files;
         e->name != NULL && st == NJ_OK; e++)
        if (fits(e->name, prefix, suffix))
            st = each(ctx, e->name, err);
    return st;
}
