/* The command tables of the source tree, for the tests of command/. */
#ifndef NJ_TESTS_COMMAND_TABLES_H
#define NJ_TESTS_COMMAND_TABLES_H

#include "kit/tables.h"

static const char *const table_games[] = {"long-night", "shadow-hotel", NULL};

static inline struct nj_commands *tables_create(void)
{
    return nj_tables_create(table_games);
}

#endif
