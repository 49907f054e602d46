/*
 * Secrets, fetched at the moment they are needed from where the configuration
 * says. No line of an error ever shows one.
 */
#ifndef NJ_CONFIG_SECRET_H
#define NJ_CONFIG_SECRET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"
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

/* The same of the token that /metrics is told for; NJ_OK and "" if no address
 * is configured for it. */
NJ_MUST_USE enum nj_status nj_secret_metrics(const struct nj_config *c,
                                             char *out, size_t cap,
                                             struct nj_err *err);

/* Whoever connects to this gateway has to know a token that we make. */
bool nj_secret_is_made(const struct nj_config_gateway *g);

#define NJ_SECRET_PATH_MAX (NJ_PATH_MAX + 32)

/* The file beside the database that keeps it: "nightjar.db.qq.token", which is
 * also its name in the working folder if the database is on a server. */
void nj_secret_path(const struct nj_config_gateway *g, const char *database,
                    char out[NJ_SECRET_PATH_MAX]);

/*
 * The token in that file, as nj_secret_token() gives it. If there is no file,
 * a token is drawn and kept in it (mode 0600, on the disk before this
 * returns), and *fresh is true: the operator has to be told. NJ_ERR_IO if it
 * cannot be kept.
 */
NJ_MUST_USE enum nj_status nj_secret_make(const struct nj_config_gateway *g,
                                          const char *path, char *out,
                                          size_t cap, bool *fresh,
                                          struct nj_err *err);

#endif
