/*
 * nightjar rules: what a player may read, whole, by clause or by word.
 */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "cli/tongue.h"
#include "config/embed.h"
#include "games/registry.h"
#include "locale/rules.h"

static int print_rules(const char *text, const char *want)
{
    const char *found;

    if (want == NULL) {
        (void)fputs(text, stdout);
        return NJ_EXIT_WELL;
    }
    found = nj_rules_find(text, want);
    if (found != NULL) {
        (void)fwrite(found, 1, nj_rules_length(found), stdout);
        return NJ_EXIT_WELL;
    }
    (void)nj_cli_complain("nothing about '%s' in these rules", want);
    return NJ_EXIT_NOT_SO;
}

static int run(const char *game, const char *want, const char *lang)
{
    struct nj_str name = NJ_STR_INIT(300);
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};
    int status = NJ_EXIT_USAGE;

    if (nj_game_find(game) == NULL)
        return nj_cli_complain("no game '%s'", game);
    nj_str_addf(&name, "locales/rules/%s/%s.md", game, lang);
    if (name.over || strchr(lang, '/') != NULL || strstr(lang, "..") != NULL ||
        nj_embed_read(NULL, name.p, &blob, &err) != NJ_OK)
        (void)nj_cli_complain("no rules of '%s' in '%s'", game, lang);
    else
        status = print_rules(blob.text, want);
    nj_blob_fini(&blob);
    nj_str_fini(&name);
    return status;
}

int nj_cmd_rules(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--lang", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *operand[2] = {NULL, NULL};
    const char *lang = nj_tongue_of_games();
    int n = 0, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        if (i >= 0)
            lang = flags.value;
        else if (n < 2)
            operand[n++] = flags.value;
        else
            n = 3;
    }
    if (n < 1 || n > 2)
        return nj_cli_complain(
            "usage: nightjar rules GAME [CLAUSE|WORD] [--lang L]");
    return run(operand[0], operand[1], lang);
}
