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

/* For who only reads and changes nothing: notes NJ_ERR_MISMATCH if `version`,
 * which is not 0, is older than what the rows are read by. */
void nj_schema_recent(struct nj_store *s, int64_t version);

/* Applies the steps after `version`, each in a transaction of its own. */
void nj_schema_migrate(struct nj_store *s, int64_t version);

#endif
