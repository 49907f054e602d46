/*
 * A record of a game while it is run: what its files share.
 */
#ifndef NJ_CLI_SCENARIO_RUN_H
#define NJ_CLI_SCENARIO_RUN_H

#include "cli/scenario_game.h"
#include "cli/scenario_given.h"
#include "command/batch.h"
#include "match/emit.h"
#include "match/match.h"

#define NJ_SCENARIO_LOG_MAX 4096 /* accepted inputs of a record */

/* What stands behind a backslash in a file, and for which character. */
static const struct {
    char mark, is;
} nj_scenario_marks[] = {
    {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'s', ' '}, {'\\', '\\'}};

struct nj_scenario_run {
    const struct nj_scenario_file *file;
    const struct nj_scenario *s;
    const struct nj_loaded_game *game;
    const struct nj_commands *commands;
    const struct nj_scenario_witness *witness; /* may be NULL */
    struct nj_arena *arena;
    struct nj_err *err;
    uint32_t line; /* for errors */

    struct nj_scenario_given given;
    struct nj_match *match;
    struct nj_hushed hushed;
    int64_t now_ms;
    struct nj_message *first, *last; /* all accepted ones: the records */
    uint32_t n_messages;
    const struct nj_message *outcome; /* of the last input, while it is lent */
    struct nj_input *log[NJ_SCENARIO_LOG_MAX]; /* for undo */
    const char **out;
    uint32_t n_out, cap_out;
};

/* The record itself is wrong: says where, what, and in which words. */
NJ_MUST_USE enum nj_status nj_scenario_wrong(struct nj_scenario_run *r,
                                             const char *what,
                                             const char *subject);
/* Writes down what was said, if the file does not omit it. */
void nj_scenario_note(struct nj_scenario_run *r, const struct nj_message *m);
/* Gives an input to the match and writes down what comes of it; `course` (NULL:
 * it stands alone) has the orders of one message. */
NJ_MUST_USE enum nj_status nj_scenario_apply(struct nj_scenario_run *r,
                                             const struct nj_input *in,
                                             struct nj_batch_course *course);
/* An answer to a query, at once. */
NJ_MUST_USE enum nj_status nj_scenario_ask(struct nj_scenario_run *r,
                                           const struct nj_verb *verb,
                                           nj_seat seat, enum nj_place place,
                                           struct nj_args args);

/* --- scenario_typed.c --- */

/* "1G text", "1P text": what somebody types, as the shell reads it. */
NJ_MUST_USE enum nj_status nj_scenario_typed(struct nj_scenario_run *r,
                                             const char *line);

#endif
