/*
 * nightjar move: an installation from one database into another.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/database.h"
#include "cli/cli.h"
#include "store/move.h"

static void tell(int64_t rows, int64_t copied, const char *to)
{
    char *shown = nj_database_shown(to);

    (void)printf("%s has all %lld rows, %lld of them copied now\n", shown,
                 (long long)rows, (long long)copied);
    free(shown);
}

/* Without the words that a password must not stand in. */
static bool is_named_well(const char *name)
{
    return name[0] != '\0' &&
           (!nj_database_is_url(name) || !nj_database_has_password(name));
}

int nj_cmd_move(int argc, char **argv)
{
    static const struct nj_flag table[] = {{0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *names[2] = {NULL, NULL};
    struct nj_err err = {{0}};
    int64_t rows = 0, copied = 0;
    enum nj_status st;
    int n = 0, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        if (n < 2)
            names[n] = flags.value;
        n++;
    }
    if (n != 2)
        return nj_cli_complain("usage: nightjar move FROM TO");
    for (n = 0; n < 2; n++)
        if (!is_named_well(names[n]))
            return nj_cli_complain("a database is a path, or "
                                   "postgresql://HOST/NAME without a password, "
                                   "which has its place in ~/.pgpass or "
                                   "PGPASSWORD");
    st = nj_store_move(names[0], names[1], &rows, &copied, &err);
    if (st != NJ_OK)
        return nj_cli_failed(st, &err);
    tell(rows, copied, names[1]);
    return NJ_EXIT_WELL;
}
