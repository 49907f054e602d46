/*
 * Names of the files in a folder of the owner.
 */
#ifndef NJ_CONFIG_FOLDER_H
#define NJ_CONFIG_FOLDER_H

#include "base/status.h"

#define NJ_FOLDER_FILES_MAX 64
#define NJ_FOLDER_NAME_MAX  32 /* with the NUL; without the suffix */

/*
 * Calls `each` with the name, without its suffix, of every file of the folder
 * that ends in `suffix`, in byte order, until it returns something else than
 * NJ_OK. A folder that is not there has none. Errors: NJ_ERR_IO,
 * NJ_ERR_LIMIT for too many files, NJ_ERR_BAD_INPUT for a name that is not
 * made of a-z, 0-9, '-' and '_'.
 */
NJ_MUST_USE enum nj_status nj_folder_each(
    const char *path, const char *suffix,
    enum nj_status (*each)(void *ctx, const char *name, struct nj_err *err),
    void *ctx, struct nj_err *err);

#endif
