/*
 * Folders of tests: made, filled, removed.
 */
#include "kit/tmp_dir.h"

#include <dirent.h>
#include <unistd.h>

#include "kit/nj_test.h"

void nj_tmp_dir_make(struct nj_tmp_dir *d, const char *parent)
{
    int n = snprintf(d->path, sizeof(d->path), "%s/tmp-XXXXXX", parent);

    assert_in_range(n, 1, sizeof(d->path) - 1);
    assert_non_null(mkdtemp(d->path));
}

char *nj_tmp_dir_file(const struct nj_tmp_dir *d, const char *name, char *out,
                      size_t cap)
{
    int n = snprintf(out, cap, "%s/%s", d->path, name);

    assert_in_range(n, 1, cap - 1);
    return out;
}

void nj_tmp_dir_remove(struct nj_tmp_dir *d)
{
    DIR *dir = opendir(d->path);
    struct dirent *e;
    char file[1024];

    assert_non_null(dir);
    while ((e = readdir(dir)) != NULL)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            assert_int_equal(
                unlink(nj_tmp_dir_file(d, e->d_name, file, sizeof(file))), 0);
    assert_int_equal(closedir(dir), 0);
    assert_int_equal(rmdir(d->path), 0);
}
