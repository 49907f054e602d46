/*
 * When two words that people type are the same: in any case and width, with or
 * without blanks and the dot inside a name, and in either Chinese script. For
 * comparing alone; nothing that people write is changed by it.
 */
#ifndef NJ_BASE_SCRIPT_H
#define NJ_BASE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a character is in Simplified writing (config/simplified.txt); one that
 * has no other form there is itself. */
int32_t nj_simplified(int32_t cp);

/* The same for all of a valid text; its bytes stay where they were. */
void nj_simplify(char *text, size_t n);

/* Are two words of commands, or names of places, the same? */
bool nj_same_word(const char *a, const char *b);

/* Are two names of people the same? Forms of characters are kept apart. */
bool nj_same_name(const char *a, const char *b);

/*
 * What nj_same_word() compares, as text: two words are the same if their keys
 * are. Returns its length; 0 (and "") if nothing is left or it does not fit
 * into cap bytes with its NUL.
 */
size_t nj_word_key(const char *word, size_t n, char *out, size_t cap);

#endif
