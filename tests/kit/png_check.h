/*
 * Is this a whole PNG, as a platform would decode it: signature, chunks in
 * order with their checksums, nothing behind the end, no metadata?
 */
#ifndef NJ_KIT_PNG_CHECK_H
#define NJ_KIT_PNG_CHECK_H

#include <stdbool.h>
#include <stddef.h>

bool nj_png_whole(const void *bytes, size_t n);

/* The same of a file in base64, with its padding. */
bool nj_png_whole_base64(const char *text);

#endif
