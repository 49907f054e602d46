/*
 * The lock file that keeps a second process away from a database. SQLite's
 * own locks would let two in (goals 3: that can damage the file).
 */
#ifndef NJ_STORE_LOCK_H
#define NJ_STORE_LOCK_H

#include "base/status.h"

/*
 * Takes `<database>.lock` and writes our process number into it. The file
 * stays when we go, emptied: removing it could take the lock away under
 * somebody who has just opened it. NJ_ERR_BUSY names who holds it.
 * NJ_ERR_BAD_INPUT: the database has more names than one (hard links; symbolic
 * ones have to be resolved by the caller).
 */
NJ_MUST_USE enum nj_status nj_lock_take(const char *database, int *fd,
                                        struct nj_err *err);
void nj_lock_drop(int fd); /* -1 is fine */

#endif
