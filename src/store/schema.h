/*
 * Which tables a database has: recognising ours, and bringing it up to date.
 */
#ifndef NJ_STORE_SCHEMA_H
#define NJ_STORE_SCHEMA_H

#include <stdint.h>

struct nj_store;

/*
 * Returns the version of the schema, 0 for an empty database (and after a
 * failure), and changes nothing. Notes NJ_ERR_CORRUPT: the file belongs to
 * another program or is no database; NJ_ERR_MISMATCH: a newer program has
 * written it.
 */
int64_t nj_schema_identify(struct nj_store *s);

/* Applies the steps after `version`, each in a transaction of its own. */
void nj_schema_migrate(struct nj_store *s, int64_t version);

#endif
