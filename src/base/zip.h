/*
 * Bytes made small, and such bytes as they were.
 */
#ifndef NJ_BASE_ZIP_H
#define NJ_BASE_ZIP_H

#include <stddef.h>

/* Packs them as zlib has it, as small as it can; the caller frees `*out_n` bytes.
 */
void *nj_zip(const void *bytes, size_t n, size_t *out_n);

/* What `gzip` has packed, at least NJ_GZIP_LEAST bytes of one file, as it was
 * and with a NUL behind it; the caller frees. NULL: it is damaged. */
char *nj_unzip(const void *packed, size_t n, size_t *out_n);

#define NJ_GZIP_LEAST ((size_t)18) /* a file of nothing: head and tail */

#endif
