/*
 * Codes of open tables and matches, "K7Q": which are in use, and new ones.
 *
 * A code is letter, digit, letter, and as many more in turn as the number of
 * open tables asks for: "K7Q4", "K7Q4M", up to NJ_CODE_MAX. It never is a word,
 * and has none of I, L, O, 0 and 1, which look alike.
 */
#ifndef NJ_REFEREE_BOOKS_CODES_H
#define NJ_REFEREE_BOOKS_CODES_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

/* How many letters and digits a new code has while `open` tables are: three of
 * four such codes are free. */
uint32_t nj_codes_length(uint32_t open);
/* Draws a code of that many letters and digits, as nobody can foretell it; out
 * has room for len + 1. It may be in use. */
void nj_codes_draw(struct nj_referee *r, uint32_t len, char *out);
/* The entry's code is in use, by it alone; from then on it is found. */
void nj_codes_add(struct nj_referee *r, struct nj_entry *e);
void nj_codes_drop(struct nj_referee *r, struct nj_entry *e);
/* Finds a code in upper case; NULL: nothing that is open has it. */
struct nj_entry *nj_codes_find(const struct nj_referee *r, const char *code);
void nj_codes_free(struct nj_referee *r);

#endif
