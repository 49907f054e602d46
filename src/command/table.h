/*
 * The rows of locales/commands/<language>.json and of the games' files, read
 * and checked, not yet joined into patterns. Private to command/.
 */
#ifndef NJ_COMMAND_TABLE_H
#define NJ_COMMAND_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "command/parse.h"
#include "command/patterns.h"

#define NJ_TABLE_ROWS_MAX     1024
#define NJ_TABLE_EXAMPLES_MAX 24
#define NJ_TABLE_WITH_MAX     2

struct nj_table_example {
    const char *type; /* with prefix: "#加入" */
    const char *is;   /* "join code=K7Q"; "" if it must be no command */
};

/* An argument that a row always has. */
struct nj_table_with {
    const char *name, *value;
};

struct nj_books_row {
    const char *lang; /* of its file */
    const char *verb;
    const char *of;  /* "table", "host", a game's id */
    const char *set; /* `of`, "<game>+<option>", or "host+<game>" */
    enum nj_command_place place;
    bool otherwise; /* counts only where no other row matches */
    bool repeated;  /* an earlier row is the same: examples only */
    const char *pattern;
    struct nj_pattern_shape shape;
    uint32_t n_with;
    struct nj_table_with with[NJ_TABLE_WITH_MAX];
    uint32_t n_examples;
    const struct nj_table_example *examples;
};

/* A spelling of a word that stands in commands (words.h). */
struct nj_table_word {
    const char *lang; /* of its file */
    const char *of, *kind, *token;
    const char *key; /* nj_word_key() */
    const char
        *text; /* as it is shown: the first of a token's; else "" or NULL */
    uint32_t place; /* in the order of the files */
};

/* Words of a game that part orders in one message (joints.h), folded. */
struct nj_table_joint {
    const char *of, *text;
    size_t len; /* of the text; it is not empty */
};

struct nj_table_file {
    const char *lang;
    const char *like; /* the language that it refers to, or "" */
};

#define NJ_TABLE_FILES_MAX 64

struct nj_table {
    struct nj_arena arena; /* owns all strings, examples and names */
    struct nj_books_row *rows;
    uint32_t n;
    struct nj_table_word *words;
    uint32_t n_words;
    struct nj_table_joint *joints;
    uint32_t n_joints;
    struct nj_table_file files[NJ_TABLE_FILES_MAX]; /* the last is being read */
    uint32_t n_files;
};

/* Adds the rows of a file; err names file, row and verb. */
NJ_MUST_USE enum nj_status nj_table_read(struct nj_table *t,
                                         const struct nj_command_file *file,
                                         struct nj_err *err);
void nj_table_fini(struct nj_table *t);

/* The set in which alone the row counts; "": it counts in all. */
const char *nj_table_own(const struct nj_books_row *r);

/* Is what the group took kept as it was typed, with tokens beside it? */
bool nj_table_beside(const char *group);

/* The text of an example without its prefix. */
const char *nj_table_bare(const char *type);

#endif
