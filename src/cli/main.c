/*
 * The program: finds the subcommand in the table and runs it.
 */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/help.h"

/* In the order of the usage text. */
/* clang-format off */
static const struct nj_cli_command commands[] = {
    {"serve",
     "[-c FILE | --console | --listen ADDRESS:PORT] [-s SCRIPT]\n"
     "        [--house NAME] [--accept-older] [--test-seed HEX] [--test-clock]",
     nj_cmd_serve},
    {"play",
     "GAME [--seats N] [--set K=V]... [--seed HEX] [--lang L]",
     nj_cmd_play},
    {"simulate",
     "GAME [--matches N] [--seats N] [--set K=V]... [--seed HEX]\n"
     "           [--json] [--check] [--record DIR]",
     nj_cmd_simulate},
    {"scenario",
     "[--rewrite] [FILE...]",
     nj_cmd_scenario},
    {"replay",
     "FILE [--as SEAT|all] [--lang L] [--pictures DIR] [--theme "
     "light|dark|light2|dark2]\n"
     "           [--html OUT]",
     nj_cmd_replay},
    {"verify",
     "FILE [--commitment HEX] [--digest HEX]",
     nj_cmd_verify},
    {"export",
     "[-c FILE] [--house NAME] MATCH",
     nj_cmd_export},
    {"rules",
     "GAME [CLAUSE|WORD] [--lang L]",
     nj_cmd_rules},
    {"texts",
     "[GAME] [--lang L]",
     nj_cmd_texts},
    {"check",
     "[-c FILE]",
     nj_cmd_check},
    {"doctor",
     "[-c FILE] [--house NAME] [--alive|--live]",
     nj_cmd_doctor},
    {"backup",
     "[-c FILE] [--keep N] FILE|FOLDER",
     nj_cmd_backup},
    {"restore",
     "[-c FILE] FILE",
     nj_cmd_restore},
    {"move",
     "FROM TO",
     nj_cmd_move},
    {"bench",
     "[NAME] [--runs N] [--matches N] [--dir DIR] [--database URL] "
     "[--workers N] [--quick] [--stored] [--no-counts] [--beside FILE]",
     nj_cmd_bench},
    {0},
};

/* clang-format on */

static const struct nj_cli_command *find_command(const char *name)
{
    const struct nj_cli_command *c = commands;

    while (c->name != NULL && strcmp(c->name, name) != 0)
        c++;
    return c->name != NULL ? c : NULL;
}

/* Whatever the subcommand printed must have arrived: a full disk behind a
 * pipe or a redirection is not "well". */
static int finish(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    return nj_cli_complain("cannot write the output");
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* It may stand anywhere in front of a lone "--". */
static bool asks_help(int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i]))
            return true;
    return false;
}

/* Words that are no commands; -1: it is none of them. */
static int answer(int argc, char **argv)
{
    const struct nj_cli_command *cmd;

    if (argc < 2) {
        nj_help_all(stderr, commands);
        return NJ_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0) {
        (void)printf("nightjar %s\n", nj_program());
        return NJ_EXIT_WELL;
    }
    if (!is_help(argv[1]) && strcmp(argv[1], "help") != 0)
        return -1;
    cmd = argc > 2 ? find_command(argv[2]) : NULL;
    if (argc > 2 && cmd == NULL)
        return nj_cli_complain("no command '%s'; see nightjar help", argv[2]);
    if (cmd != NULL)
        nj_help_one(stdout, cmd);
    else
        nj_help_all(stdout, commands);
    return NJ_EXIT_WELL;
}

int main(int argc, char **argv)
{
    const struct nj_cli_command *cmd;
    int status;

    nj_random_init();
    status = answer(argc, argv);
    if (status >= 0)
        return finish(status);
    cmd = find_command(argv[1]);
    if (cmd == NULL)
        return nj_cli_complain("no command '%s'; see nightjar --help", argv[1]);
    if (asks_help(argc, argv)) {
        nj_help_one(stdout, cmd);
        return finish(NJ_EXIT_WELL);
    }
    return finish(cmd->run(argc - 1, argv + 1));
}
