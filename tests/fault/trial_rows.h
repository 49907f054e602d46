/*
 * What stands in a database, as two hashes, read past the store.
 */
#ifndef NJ_FAULT_TRIAL_ROWS_H
#define NJ_FAULT_TRIAL_ROWS_H

#include "base/random.h"

/*
 * `all`: every row of every table. `lasting`: inputs and messages as they
 * will stand for good, whatever happened on the way to their readers; asserts
 * that no match is frozen. Asserts that integrity_check finds nothing. The
 * file may be missing, which is an empty database.
 */
void nj_trial_rows_read(const char *path, struct nj_hash *all,
                        struct nj_hash *lasting);

/* How many messages are on their way, and how many have been sent. */
void nj_trial_rows_fates(const char *path, int64_t *sending, int64_t *sent);

/* True if a message to that chat is on its way, or a part of one. */
bool nj_trial_rows_sending(const char *path, const char *chat);

#endif
