/*
 * Lists a folder: names are collected, judged and sorted before the first is
 * handed out, so that the order is the same on every system.
 */
#include "config/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

struct names {
    char name[NJ_FOLDER_FILES_MAX][NJ_FOLDER_NAME_MAX];
    size_t n;
};

static int by_bytes(const void *a, const void *z)
{
    return strcmp(a, z);
}

static enum nj_status add_name(struct names *list, const char *path,
                               const char *name, size_t n, struct nj_err *err)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";

    NJ_ASSERT(list->n <= NJ_FOLDER_FILES_MAX);
    if (n == 0 || n >= NJ_FOLDER_NAME_MAX || strspn(name, letters) < n)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "'%s/%s': a name is 1 to %d of a-z, 0-9, '-' and '_'",
                       path, name, NJ_FOLDER_NAME_MAX - 1);
    if (list->n == NJ_FOLDER_FILES_MAX)
        return nj_fail(err, NJ_ERR_LIMIT, "'%s' has more than %d files", path,
                       NJ_FOLDER_FILES_MAX);
    memcpy(list->name[list->n], name, n);
    list->name[list->n++][n] = '\0';
    return NJ_OK;
}

static enum nj_status collect(const char *path, const char *suffix,
                              struct names *list, struct nj_err *err)
{
    size_t back = strlen(suffix);
    enum nj_status st = NJ_OK;
    DIR *dir = opendir(path);
    const struct dirent *entry;

    NJ_ASSERT(list->n == 0);
    if (dir == NULL && (errno == ENOENT || errno == ENOTDIR))
        return NJ_OK;
    if (dir == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot list '%s': %s", path,
                       strerror(errno));
    while (st == NJ_OK && (entry = readdir(dir)) != NULL) {
        size_t n = strlen(entry->d_name);

        if (n >= back && strcmp(entry->d_name + n - back, suffix) == 0)
            st = add_name(list, path, entry->d_name, n - back, err);
    }
    (void)closedir(dir); /* it was only read */
    qsort(list->name, list->n, sizeof(list->name[0]), by_bytes);
    return st;
}

enum nj_status nj_folder_each(const char *path, const char *suffix,
                              enum nj_status (*each)(void *ctx,
                                                     const char *name,
                                                     struct nj_err *err),
                              void *ctx, struct nj_err *err)
{
    struct names list = {.n = 0};
    enum nj_status st = collect(path, suffix, &list, err);

    NJ_ASSERT(suffix[0] != '\0');
    for (size_t i = 0; i < list.n && st == NJ_OK; i++)
        st = each(ctx, list.name[i], err);
    return st;
}
