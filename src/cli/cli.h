/*
 * What the subcommands share: their table, flags, exit statuses.
 *
 * A subcommand is one file, cmd_<name>.c, and one row in main.c. It prints
 * its answer on stdout and, where it fails, one line on stderr.
 */
#ifndef NJ_CLI_CLI_H
#define NJ_CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

/* Exit statuses (design 7). */
enum {
    NJ_EXIT_WELL = 0,
    NJ_EXIT_NOT_SO = 1, /* the thing asked about is not so */
    NJ_EXIT_USAGE = 2   /* the call was wrong, or the world did not do */
};

struct nj_cli_command {
    const char *name;
    const char *args; /* as shown behind the name in the usage line */
    /* argv[0] is the name of the subcommand. Returns the exit status. */
    int (*run)(int argc, char **argv);
};

int nj_cmd_serve(int argc, char **argv);
int nj_cmd_play(int argc, char **argv);
int nj_cmd_scenario(int argc, char **argv);
int nj_cmd_simulate(int argc, char **argv);
int nj_cmd_restore(int argc, char **argv);
int nj_cmd_replay(int argc, char **argv);
int nj_cmd_verify(int argc, char **argv);
int nj_cmd_export(int argc, char **argv);
int nj_cmd_rules(int argc, char **argv);
int nj_cmd_texts(int argc, char **argv);
int nj_cmd_backup(int argc, char **argv);
int nj_cmd_move(int argc, char **argv);
int nj_cmd_check(int argc, char **argv);
int nj_cmd_doctor(int argc, char **argv);
int nj_cmd_bench(int argc, char **argv);

/* --- flags --- */

struct nj_flag {
    const char *name;   /* "--seats" */
    const char *letter; /* "-s", or NULL */
    bool value;         /* takes one: `--seats 4` or `--seats=4` */
};

/*
 * A walk over the arguments behind the name of the subcommand.
 *
 *     struct nj_flags f = {.argc = argc, .argv = argv, .table = table};
 *     while ((i = nj_flags_next(&f)) != NJ_FLAG_END) ...
 */
struct nj_flags {
    int argc;
    char **argv;
    const struct nj_flag *table; /* ends with {0} */
    int at;                      /* private */
    bool plain;                  /* private: after `--` */
    const char *value;           /* of the flag, or the operand itself */
};

enum {
    NJ_FLAG_END = -1,
    NJ_FLAG_OPERAND = -2,
    NJ_FLAG_BAD = -3 /* said on stderr; the status is NJ_EXIT_USAGE */
};

/* The index of the flag in the table, or one of the above. */
int nj_flags_next(struct nj_flags *f);

/* A whole decimal number within lo..hi; false: *out is untouched. */
bool nj_cli_number(const char *text, int64_t lo, int64_t hi, int64_t *out);

/* --- what stands in foreign files --- */

/* Appends a text that anybody may have written, without the characters that
 * steer a terminal; line breaks stay. */
void nj_cli_clean(const char *text, struct nj_str *out);
/* The same to stdout. */
void nj_cli_put(const char *text);

/* --- stderr --- */

/* Prints "nightjar: " and the line, cleaned, as it is said to the operator
 * (cli/said.h); returns NJ_EXIT_USAGE. */
int nj_cli_complain(const char *fmt, ...) NJ_PRINTF(1, 2);

/* The same for a failed call: its status decides between NJ_EXIT_NOT_SO
 * (NJ_ERR_MISMATCH) and NJ_EXIT_USAGE. */
int nj_cli_failed(enum nj_status st, const struct nj_err *err);

#endif
