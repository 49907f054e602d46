/*
 * What the tools that read match files share.
 */
#ifndef NJ_CLI_RECORD_H
#define NJ_CLI_RECORD_H

#include "cli/env.h"
#include "match/export.h"

/* A match file, read and checked for form and sum, with its game. */
struct nj_record_file {
    struct nj_env env; /* games only, unless the caller loads more */
    struct nj_record record;
    const struct nj_loaded_game *game;
};

/*
 * Reads the file. False: it was said on stderr, *status is the exit status
 * (a file that is not what it says: NJ_EXIT_NOT_SO) and nothing is left to be
 * finished.
 */
bool nj_record_file_open(struct nj_record_file *f, const char *path,
                         int *status);
void nj_record_file_close(struct nj_record_file *f);

/* Verifies; what fails is said on stderr. Returns the exit status. */
int nj_record_file_verify(const struct nj_record_file *f, nj_record_each *each,
                          void *ctx);

#endif
