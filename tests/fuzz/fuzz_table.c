/*
 * Any bytes as a file of commands: refused with a line that says so, or
 * compiled into something that can be matched.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "command/parse.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"g", NULL};
    const struct nj_command_file file = {"f/en.json", (const char *)data, size};
    struct nj_commands *c = NULL;
    struct nj_command cmd;
    struct nj_err err = {{0}};

    if (nj_commands_create(&file, 1, games, &c, &err) != NJ_OK) {
        NJ_ASSERT(c == NULL);
        NJ_ASSERT(err.text[0] != '\0');
        return 0;
    }
    err.text[0] = '\0';
    if (nj_commands_check(c, &err) != NJ_OK)
        NJ_ASSERT(err.text[0] != '\0');
    for (int place = NJ_COMMAND_BARE; place <= (int)NJ_COMMAND_HOST; place++)
        (void)nj_commands_parse(c, "go 12 K7Q", 9, (enum nj_command_place)place,
                                "g", &cmd);
    (void)nj_commands_nearest(c, "go", 2, "en", NULL);
    nj_commands_destroy(c);
    return 0;
}
