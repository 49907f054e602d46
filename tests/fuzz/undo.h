/*
 * Undoes all that a store has written, by one rollback: its transactions are
 * made parts (savepoints) of a larger one. Linked with --wrap for the calls of
 * SQLite that begin and end transactions (undo.c).
 */
#ifndef NJ_FUZZ_UNDO_H
#define NJ_FUZZ_UNDO_H

#include "store/store.h"

/* From here on; the store is in no transaction, one store at a time. */
void fuzz_undo_begin(struct nj_store *s);
/* The store is as it was then. */
void fuzz_undo_end(struct nj_store *s);

#endif
