/*
 * What `nightjar help` says, in the language of who asks: texts `help.*` of the
 * locales.
 */
#ifndef NJ_CLI_HELP_H
#define NJ_CLI_HELP_H

#include <stdio.h>

#include "cli/cli.h"

/* All commands, a line each; `commands` ends with a row without a name. */
void nj_help_all(FILE *to, const struct nj_cli_command *commands);
/* One command, with each of its flags. */
void nj_help_one(FILE *to, const struct nj_cli_command *command);

#endif
