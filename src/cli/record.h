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
    const char *path;  /* lent */
    struct nj_record record;
    const struct nj_loaded_game *game;
    struct nj_err why; /* it could not be opened */
};

/*
 * Reads the file. False: it was said on stderr, *status is the exit status
 * (NJ_EXIT_NOT_SO: it is untrue, and `why` has the reason; else it is not there,
 * or not of this program) and nothing is left to be finished.
 */
bool nj_record_file_open(struct nj_record_file *f, const char *path,
                         int *status);
void nj_record_file_close(struct nj_record_file *f);

/* Verifies. What is untrue or of another program is said on stderr; `err` has
 * the reason of anything but true. */
enum nj_verdict nj_record_file_verify(const struct nj_record_file *f,
                                      nj_record_each *each, void *ctx,
                                      struct nj_err *err);
/* Says that it is untrue, and why. */
void nj_record_file_untrue(const struct nj_record_file *f, const char *why);
/* The exit status that goes with a verdict (design 7). */
int nj_record_file_status(enum nj_verdict verdict);

#endif
