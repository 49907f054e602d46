/*
 * Private to base/json: reads a text once, strictly, and lists its values.
 */
#ifndef NJ_BASE_JSON_SCAN_H
#define NJ_BASE_JSON_SCAN_H

#include <stddef.h>

#include "base/json.h"
#include "base/json_priv.h"
#include "base/status.h"

/* What nj_json_room() leaves in front of the text, and NULs behind it. */
#define NJ_JSON_BEFORE 1
#define NJ_JSON_BEHIND sizeof(uint64_t)

/*
 * Checks that the n bytes are one JSON value within the bounds and lists the
 * values in it. `room` has NJ_JSON_BEFORE + n + NJ_JSON_BEHIND bytes, in which
 * the texts of the values lie, with what senders break repaired (json.h). The
 * caller frees *values, whatever the outcome.
 */
NJ_MUST_USE enum nj_status nj_json_scan(const char *text, size_t n,
                                        const struct nj_json_bounds *bounds,
                                        char *room,
                                        struct nj_json_value **values,
                                        struct nj_err *err);

#endif
