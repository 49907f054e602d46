/*
 * Private to base/json: reads a text once, strictly, and builds the tree.
 */
#ifndef NJ_BASE_JSON_SCAN_H
#define NJ_BASE_JSON_SCAN_H

#include <stddef.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/status.h"

/* First byte of a string that stands for a whole number with many digits. It
 * occurs in no valid UTF-8, hence in no other string. */
#define NJ_JSON_DIGITS '\xff'

struct cJSON;

/*
 * Checks that the n bytes are one JSON value within the bounds and makes a
 * tree of cJSON's nodes of it, with what cJSON would spoil repaired (json.h).
 * The tree lies in `mem` altogether and is never given to cJSON_Delete; its
 * prev links and whole numbers are not set.
 */
NJ_MUST_USE enum nj_status nj_json_scan(const char *text, size_t n,
                                        const struct nj_json_bounds *bounds,
                                        struct nj_arena *mem,
                                        const struct cJSON **root,
                                        struct nj_err *err);

#endif
