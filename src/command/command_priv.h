/* What parse.c, check.c and nearest.c share. */
#ifndef NJ_COMMAND_PRIV_H
#define NJ_COMMAND_PRIV_H

#include <stddef.h>
#include <stdint.h>

#include "command/fold.h"
#include "command/parse.h"
#include "command/table.h"

#define NJ_COMMAND_PLACES 4

/* The rows that count in one state of affairs: no game, a game, a game with an
 * option that adds words. */
struct nj_command_set {
    const struct nj_table *table;
    const char *name; /* "" for the table alone */
    const char *game; /* its id, or "" */
    bool has_words;   /* words.h: for the game */
    const char *ends; /* the list of joints that say nothing; "": none */
    const char *wish; /* ... of words in front of an order that is meant for
                       * us; "": none */
    struct nj_pattern *pattern[NJ_COMMAND_PLACES]; /* NULL: no rows */
    const struct nj_books_row **rows[NJ_COMMAND_PLACES];
    uint32_t n[NJ_COMMAND_PLACES];
};

struct nj_near_word {
    char *text;
    const struct nj_books_row *row;
    size_t chars;     /* code points */
    uint64_t letters; /* which there are: a bit each, and some share one */
};

struct nj_commands {
    struct nj_table table;
    struct nj_folded *folded; /* what is parsed; large, so it is kept */
    struct nj_command_set *sets;
    uint32_t n_sets;
    struct nj_near_word *words; /* for nj_commands_nearest */
    uint32_t n_words;
    /* Which of them have a letter: for each of the 64 bits of `letters` a bit
     * for each word, in `n_blocks` times 64. */
    uint64_t *having;
    uint32_t n_blocks;
};

/* Collects the words of the tables. */
void nj_nearest_init(struct nj_commands *c);
void nj_nearest_fini(struct nj_commands *c);

#endif
