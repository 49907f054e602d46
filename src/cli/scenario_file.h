/*
 * Scenario files (design 8): reading records, and writing them again with
 * what really happened. Knows neither games nor commands, so the scenarios of
 * the shell use it too.
 *
 *     omit: R ln.reveal ln.turn.think
 *
 *     S-006 LN-4.4 | voluntary stop: no wall information
 *     given: open9; p1 0,0; p2 4,4; p3 7,7
 *     in: 1G stop
 *     out: G ln.stop seat=1
 *     end: turn=2
 *
 * A record ends with a blank line; lines that begin with # are comments.
 * `omit:` stands before the first record.
 */
#ifndef NJ_CLI_SCENARIO_FILE_H
#define NJ_CLI_SCENARIO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

enum nj_scenario_part {
    NJ_SCENARIO_IN,
    NJ_SCENARIO_OUT,
    NJ_SCENARIO_END
};

struct nj_scenario_line {
    enum nj_scenario_part part;
    uint32_t line;    /* in the file, from 1 */
    const char *text; /* behind "in:", trimmed */
};

struct nj_scenario {
    const char *id;      /* "S-006" */
    const char *clauses; /* "LN-4.4 LN-4.5" */
    const char *title;
    uint32_t line;            /* of the head */
    const char *const *given; /* clauses between the ';', trimmed */
    uint32_t n_given;
    uint32_t given_line;
    const struct nj_scenario_line *lines; /* in, out, end as they stand */
    uint32_t n_lines;
    size_t begin, end; /* bytes of the file, from the head to the blank line */
};

struct nj_scenario_file {
    const char *name;        /* as given by the caller, for messages */
    const char *const *omit; /* tokens */
    uint32_t n_omit;
    const struct nj_scenario *records;
    uint32_t n_records;
    struct nj_arena arena; /* owns all of it, the name included */
};

/*
 * Reads n bytes. Errors name line and reason; *out is finished by the caller
 * only after NJ_OK.
 */
NJ_MUST_USE enum nj_status nj_scenario_file_read(const char *name,
                                                 const char *text, size_t n,
                                                 struct nj_scenario_file *out,
                                                 struct nj_err *err);
void nj_scenario_file_fini(struct nj_scenario_file *f);

/* Is this word among the omitted ones: an audience ("R"), a key ("ln.reveal")
 * or, with `arg`, key and argument ("ln.turn" and "think")? */
bool nj_scenario_omits(const struct nj_scenario_file *f, const char *word,
                       const char *arg);

/* The lines of one part, in order: pass NULL first; NULL at the end. */
const struct nj_scenario_line *nj_scenario_next(
    const struct nj_scenario *s, enum nj_scenario_part part,
    const struct nj_scenario_line *after);

/* What a record really said, for the comparison and for rewriting. */
struct nj_scenario_actual {
    const char *const *out;
    uint32_t n_out;
    const char *end; /* the state afterwards */
    bool unchanged;  /* it is what it was before the first input */
};

/*
 * Compares; true if all is equal. Otherwise appends a readable difference to
 * `report`: head with file and line, then the expected lines that are missing
 * (-) and those that were not expected (+) among the others.
 */
bool nj_scenario_compare(const struct nj_scenario_file *f,
                         const struct nj_scenario *s,
                         const struct nj_scenario_actual *actual,
                         struct nj_str *report);

/* Appends the record of `text` with its out and end lines replaced. An `end:
 * unchanged` that is true stays. */
void nj_scenario_rewrite(const char *text, const struct nj_scenario *s,
                         const struct nj_scenario_actual *actual,
                         struct nj_str *out);

#endif
