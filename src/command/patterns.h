/*
 * Many rows, one match: the only user of PCRE2.
 *
 * Rows are joined into anchored patterns, each alternative with a MARK that
 * says which row it was. The first row that matches the whole text wins.
 * Most rows are of games that nobody plays in this process: they are joined
 * and compiled when the first text comes.
 * Matching has limits on work and memory; a text that exceeds them is no
 * command. Without JIT (a kernel that forbids writable code) the same pattern
 * is interpreted.
 *
 * A pattern may be matched by one thread at a time: its match data is part of
 * it.
 */
#ifndef NJ_COMMAND_PATTERNS_H
#define NJ_COMMAND_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

#define NJ_PATTERN_GROUPS_MAX 8 /* named groups of a row */

/* What a row captures: its named groups, in order. */
struct nj_pattern_shape {
    size_t bytes; /* of the row compiled alone, or of its text: what is more */
    uint32_t captures; /* unnamed ones included */
    uint32_t n_groups;
    const char *name[NJ_PATTERN_GROUPS_MAX];
    uint32_t number[NJ_PATTERN_GROUPS_MAX]; /* 1-based inside the row */
};

/*
 * Compiles one row alone: errors give the offset and the reason. Names go
 * into the arena. References to groups by number, verbs and \Q are refused,
 * because they would mean something else in the joined pattern.
 */
NJ_MUST_USE enum nj_status nj_pattern_probe(const char *row, struct nj_arena *a,
                                            struct nj_pattern_shape *out,
                                            struct nj_err *err);

struct nj_pattern;

struct nj_pattern_row {
    const char *text; /* probed before */
    const struct nj_pattern_shape *shape;
};

/* What the rows point to must outlive the pattern; the array need not. */
struct nj_pattern *nj_pattern_create(const struct nj_pattern_row *rows,
                                     uint32_t n);
void nj_pattern_destroy(struct nj_pattern *p);

struct nj_pattern_span {
    const char *name; /* of the group */
    size_t begin, end;
};

struct nj_pattern_hit {
    uint32_t row;
    uint32_t n; /* groups that took part */
    struct nj_pattern_span span[NJ_PATTERN_GROUPS_MAX];
};

/* Matches the whole text, valid UTF-8. *out is written only on true. */
bool nj_pattern_match(const struct nj_pattern *p, const char *text, size_t n,
                      struct nj_pattern_hit *out);

#endif
