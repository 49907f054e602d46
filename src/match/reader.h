/*
 * The words of a text, read one after another: clauses of scenarios
 * (match/given.h), what a host decides. Blanks are those of any script. Each
 * reader moves on if what it asks for is there; if not, it returns false and
 * the place where reading stands means nothing any more.
 */
#ifndef NJ_MATCH_READER_H
#define NJ_MATCH_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NJ_WORD_BYTES 128 /* of one word, with its NUL */

struct nj_reader {
    const char *at; /* not read yet */
    /* What these words mean, as the commands know it, "move,-,-,quiet": a "-"
     * means itself. NULL: all do, and are compared letter by letter. */
    const char *tokens;
};

/* A word as it was typed, and as it is meant: its token, or the same. */
struct nj_word {
    char typed[NJ_WORD_BYTES];
    char token[NJ_WORD_BYTES];
};

/* Reads a word. */
bool nj_reader_word(struct nj_reader *r, struct nj_word *out);
/* Does the word mean that? In any case, width and script. */
bool nj_word_is(const struct nj_word *word, const char *meaning);
/* Reads these words ("power off") if they follow, and else stays where it is.
 * One that ends neither in a letter nor a digit ("target=") is also found at
 * the beginning of a longer word, unless there are tokens. */
bool nj_reader_follows(struct nj_reader *r, const char *words);
/* The place of what the word means in a list that ends with NULL; 0xff: it is none
 * of these. */
uint8_t nj_word_among(const struct nj_word *word, const char *const *list);
/* ... of its first n, or the only one of them that begins with the token. */
uint8_t nj_word_begins(const struct nj_word *word, const char *const *list,
                       uint8_t n);
/* Reads one of these words if it follows, and else stays where it is. */
uint8_t nj_reader_among(struct nj_reader *r, const char *const *list);
/* Are they all read? */
bool nj_reader_end(const struct nj_reader *r);

/* --- parts of words: of a text without tokens --- */

/* Reads a number, "3", "+1", "-2"; what stands behind it may touch it. */
bool nj_reader_number(struct nj_reader *r, int64_t lo, int64_t hi,
                      int64_t *out);
/* Reads that character. */
bool nj_reader_sign(struct nj_reader *r, char sign);
/* Reads all that is left, at least one character; fills `out` with NULs. */
bool nj_reader_rest(struct nj_reader *r, char *out, size_t size);

#endif
