/*
 * Reads a configuration file into struct nj_config.
 *
 * All that is wrong with a file is told at once, a line each, with file and
 * place: `nightjar.json: gateways[0].url: expected ...`. Nothing is opened or
 * connected; secrets are read by secret.h when they are needed.
 */
#ifndef NJ_CONFIG_READ_H
#define NJ_CONFIG_READ_H

#include <stddef.h>

#include "base/status.h"
#include "base/str.h"
#include "config/options.h"

/*
 * Reads n bytes of JSON; `name` stands in messages. What the file does not
 * mention has its default. On failure *out is untouched, `err` holds the first
 * line and how many follow, and `report` (may be NULL) gets all of them, each
 * with a newline.
 */
NJ_MUST_USE enum nj_status nj_config_read(const char *text, size_t n,
                                          const char *name,
                                          struct nj_config *out,
                                          struct nj_str *report,
                                          struct nj_err *err);

#endif
