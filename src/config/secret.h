/*
 * Secrets, fetched at the moment they are needed from where the configuration
 * says. No line of an error ever shows one.
 */
#ifndef NJ_CONFIG_SECRET_H
#define NJ_CONFIG_SECRET_H

#include <stddef.h>

#include "base/status.h"
#include "config/options.h"

/*
 * The gateway's token with a NUL, "" if none is configured; `cap` should be
 * NJ_TOKEN_MAX. White space at the end of a file is dropped. An unset
 * variable, an empty one or an odd character is an error. The caller wipes
 * `out` (nj_wipe) once it has been handed on.
 */
NJ_MUST_USE enum nj_status nj_secret_token(const struct nj_config_gateway *g,
                                           char *out, size_t cap,
                                           struct nj_err *err);

#endif
