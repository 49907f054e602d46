/*
 * The program: finds the subcommand in the table and runs it.
 */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "cli/cli.h"

/* In the order of the usage text. */
/* clang-format off */
static const struct nj_cli_command commands[] = {
    {"serve", "[-c FILE] [-s SCRIPT] [--accept-older] [--test-seed HEX]\n"
              "        [--test-clock]",
     "the referee with all configured gateways", nj_cmd_serve},
    {"play", "GAME [--seats N] [--set K=V]... [--seed HEX] [--lang L]",
     "a match in this terminal against computer players", nj_cmd_play},
    {"simulate", "GAME [--matches N] [--seats N] [--set K=V]... [--seed HEX]\n"
                 "           [--json] [--check] [--record DIR]",
     "computer players only: results, lengths, moves per second",
     nj_cmd_simulate},
    {"scenario", "[--rewrite] [FILE...]",
     "runs scenario files (none named: those of the program)",
     nj_cmd_scenario},
    {"replay",
     "FILE [--as SEAT|all] [--lang L] [--pictures DIR] [--theme "
     "light|dark|light2|dark2]\n"
     "           [--html OUT]",
     "prints a recorded match as one seat saw it, draws it, makes its page", nj_cmd_replay},
    {"verify", "FILE [--commitment HEX] [--digest HEX]",
     "recomputes a recorded match from its seed and inputs", nj_cmd_verify},
    {"export", "[-c FILE] MATCH",
     "prints the match file of a match (number or code)", nj_cmd_export},
    {"rules", "GAME [CLAUSE|WORD] [--lang L]",
     "the rules a player may read", nj_cmd_rules},
    {"texts", "[GAME] [--lang L]",
     "all that is said to people, with arguments filled in", nj_cmd_texts},
    {"check", "[-c FILE]",
     "configuration, data, locales, scenarios, store", nj_cmd_check},
    {"doctor", "[-c FILE] [--alive]",
     "what keeps this installation from working, and the next step",
     nj_cmd_doctor},
    {"backup", "[-c FILE] [--keep N] FILE|FOLDER",
     "copies the database while matches go on, and checks the copy",
     nj_cmd_backup},
    {"restore", "[-c FILE] FILE",
     "puts a copy in the place of the database, which it keeps",
     nj_cmd_restore},
    {"bench", "[NAME] [--runs N] [--matches N] [--dir DIR] [--quick] "
              "[--no-counts]",
     "speed, memory and size here, as a table: P1 to P12",
     nj_cmd_bench},
};

/* clang-format on */

static void print_usage(FILE *to)
{
    (void)fputs("Nightjar, a referee for games played in the dark.\n\n"
                "usage: nightjar COMMAND [ARGUMENTS]\n"
                "       nightjar COMMAND --help | --help | --version\n\n",
                to);
    for (size_t i = 0; i < NJ_COUNT(commands); i++)
        (void)fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].summary);
    (void)fputs("\nExit status: 0 well, 1 the thing asked about is not so, "
                "2 usage or environment.\n",
                to);
}

static const struct nj_cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < NJ_COUNT(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* Whatever the subcommand printed must have arrived: a full disk behind a
 * pipe or a redirection is not "well". */
static int finish(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    return nj_cli_complain("cannot write the output");
}

int main(int argc, char **argv)
{
    const struct nj_cli_command *cmd;

    if (argc < 2) {
        print_usage(stderr);
        return NJ_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_usage(stdout);
        return finish(NJ_EXIT_WELL);
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)printf("nightjar %s\n", NJ_VERSION);
        return finish(NJ_EXIT_WELL);
    }
    cmd = find_command(argv[1]);
    if (cmd == NULL)
        return nj_cli_complain("no command '%s'; see nightjar --help", argv[1]);
    if (argc == 3 && strcmp(argv[2], "--help") == 0) {
        (void)printf("usage: nightjar %s %s\n\n%s\n", cmd->name, cmd->args,
                     cmd->summary);
        return finish(NJ_EXIT_WELL);
    }
    nj_random_init();
    return finish(cmd->run(argc - 1, argv + 1));
}
