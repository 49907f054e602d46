/*
 * The files compiled into the program, and their replacements on disk.
 *
 * Names are paths of the source tree ("locales/en.json"). A file of the same
 * name below the configured data folder replaces its namesake (design 7).
 */
#ifndef NJ_CONFIG_EMBED_H
#define NJ_CONFIG_EMBED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct nj_embedded {
    const char *name;
    const char *begin, *end; /* *end is a NUL */
    bool packed;             /* by gzip: nj_embed_read() unpacks it */
};

/* Sorted by name; ends with a row of NULLs. Written by the build. */
extern const struct nj_embedded nj_embedded_files[];

/* Bytes of one file. `text` is NUL-terminated; free with nj_blob_fini(). */
struct nj_blob {
    const char *text;
    size_t len;
    char *owned; /* private: NULL if the text is the compiled-in one */
};

/*
 * Reads `name` from below `data_dir` (NULL: none) or, if it is not there,
 * from the program. A file that is there and cannot be read is an error.
 */
NJ_MUST_USE enum nj_status nj_embed_read(const char *data_dir, const char *name,
                                         struct nj_blob *out,
                                         struct nj_err *err);
void nj_blob_fini(struct nj_blob *b); /* zeroed and finished ones are fine */

/*
 * Reads one file of at most NJ_FILE_MAX bytes, wherever it is. NJ_ERR_NOT_FOUND
 * if there is none. The line names the file.
 */
NJ_MUST_USE enum nj_status nj_blob_load(const char *path, struct nj_blob *out,
                                        struct nj_err *err);

/*
 * Calls `each` for all compiled-in names that begin with `prefix` and end
 * with `suffix`, in order, until it returns something else than NJ_OK.
 */
NJ_MUST_USE enum nj_status nj_embed_each(
    const char *prefix, const char *suffix,
    enum nj_status (*each)(void *ctx, const char *name, struct nj_err *err),
    void *ctx, struct nj_err *err);

#endif
