/*
 * Which tables a database has: recognising ours, and bringing it up to date.
 */
#ifndef NJ_STORE_SCHEMA_H
#define NJ_STORE_SCHEMA_H

#include <stdint.h>

#include "base/status.h"

struct nj_store;

/*
 * Reads the version of the schema, 0 for an empty database, and changes
 * nothing. NJ_ERR_CORRUPT: the file belongs to another program or is no
 * database; NJ_ERR_MISMATCH: a newer program has written it.
 */
NJ_MUST_USE enum nj_status nj_schema_identify(struct nj_store *s,
                                              int64_t *version,
                                              struct nj_err *err);

/* Applies the steps after `version`, each in a transaction of its own. */
NJ_MUST_USE enum nj_status nj_schema_migrate(struct nj_store *s,
                                             int64_t version,
                                             struct nj_err *err);

#endif
