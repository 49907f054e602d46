/*
 * A folder of its own for a test that needs files, below the build folder.
 */
#ifndef NJ_KIT_TMP_DIR_H
#define NJ_KIT_TMP_DIR_H

#include <stddef.h>

struct nj_tmp_dir {
    char path[512];
};

/* Makes it below `parent` (NJ_BINARY_DIR); ends the test if it cannot. */
void nj_tmp_dir_make(struct nj_tmp_dir *d, const char *parent);
/* "<folder>/<name>" in `out`, which is returned. */
char *nj_tmp_dir_file(const struct nj_tmp_dir *d, const char *name, char *out,
                      size_t cap);
/* Removes the folder and the files in it; it has no folders inside. */
void nj_tmp_dir_remove(struct nj_tmp_dir *d);

#endif
