/*
 * Scenarios as worked examples, told as people see them: the board, what is
 * typed, what everybody hears (UX-10).
 */
#ifndef NJ_CLI_CASES_H
#define NJ_CLI_CASES_H

#include <stdint.h>

#include "base/str.h"

/* As struct nj_referee_setup says of `cases`; the context is the struct nj_env
 * with games, texts and commands. Runs the record: a few milliseconds. */
uint32_t nj_cases_tell(void *ctx, const char *game, const char *clause,
                       const char *lang, uint32_t nth, struct nj_str *out);
/* Frees the files that were read. */
void nj_cases_free(void);

#endif
