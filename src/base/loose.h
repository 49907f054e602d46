/*
 * Members of objects from outside, read so that nothing odd can hurt: what is
 * not of the expected kind counts as not there. For readers of frames that
 * other programs wrote, of which a field more or less breaks nothing; files of
 * the installation are read strictly (base/json.h).
 */
#ifndef NJ_BASE_LOOSE_H
#define NJ_BASE_LOOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"

#define NJ_LOOSE_CHARS 24 /* of a number of 64 bits, with sign and NUL */

/* The whole number at the beginning of a text, which begins with a digit or
 * with '-' and one: where it ends. NULL: there is none of 64 bits. */
const char *nj_loose_digits(const char *text, int64_t *v);
/* A whole number of 64 bits; 0 if it is none. */
int64_t nj_loose_whole(struct nj_json object, const char *name);
/* The same; a text of digits counts, too. */
int64_t nj_loose_number(struct nj_json object, const char *name);
/* A text; "" if it is none. Lent until the document is closed. */
const char *nj_loose_text(struct nj_json object, const char *name);
/* True only for true. */
bool nj_loose_true(struct nj_json object, const char *name);
/* True if the text of that name is `word`. */
bool nj_loose_is(struct nj_json object, const char *name, const char *word);

#endif
