/* The command tables of the source tree, for the tests of command/. */
#ifndef NJ_TESTS_COMMAND_TABLES_H
#define NJ_TESTS_COMMAND_TABLES_H

#include "command/parse.h"
#include "config/embed.h"
#include "kit/nj_test.h"

static const char *const table_games[] = {"long-night", "shadow-hotel", NULL};

static inline struct nj_commands *tables_create(void)
{
    static const char *const names[] = {"locales/commands/zh-CN.json",
                                        "locales/commands/zh-TW.json",
                                        "locales/commands/en.json"};
    struct nj_blob blob[NJ_COUNT(names)];
    struct nj_command_file file[NJ_COUNT(names)];
    struct nj_commands *c = NULL;
    struct nj_err err = {{0}};
    enum nj_status st;

    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        assert_int_equal(nj_embed_read(NULL, names[i], &blob[i], &err), NJ_OK);
        file[i] = (struct nj_command_file){names[i], blob[i].text, blob[i].len};
    }
    st = nj_commands_create(file, NJ_COUNT(names), table_games, &c, &err);
    if (st != NJ_OK)
        print_error("%s\n", err.text);
    assert_int_equal(st, NJ_OK);
    for (size_t i = 0; i < NJ_COUNT(names); i++)
        nj_blob_fini(&blob[i]);
    return c;
}

#endif
