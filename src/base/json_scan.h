/*
 * Private to base/json: reads a text once, strictly, before cJSON sees it.
 */
#ifndef NJ_BASE_JSON_SCAN_H
#define NJ_BASE_JSON_SCAN_H

#include <stddef.h>

#include "base/json.h"
#include "base/status.h"
#include "base/str.h"

/* First byte of a string that stands for a whole number with many digits. It
 * occurs in no valid UTF-8, hence in no other string. */
#define NJ_JSON_DIGITS '\xff'

/*
 * Checks that the n bytes are one JSON value within the bounds. What cJSON
 * would spoil (see json.h) is rewritten: then `fixed` holds the text to parse
 * instead, else it stays empty. The ceiling of `fixed` must be at least
 * nj_json_scan_ceiling(n).
 */
NJ_MUST_USE enum nj_status nj_json_scan(const char *text, size_t n,
                                        const struct nj_json_bounds *bounds,
                                        struct nj_str *fixed,
                                        struct nj_err *err);

size_t nj_json_scan_ceiling(size_t n);

#endif
