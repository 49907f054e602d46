/*
 * Milder words in reserve: a platform may refuse a text for its words, and a
 * game of killing has such. `<prefix>.mild` of a language lists what is said
 * instead, "dead>out|killed>taken", in the order in which they are looked for:
 * of two that begin alike the longer stands first. A word without '>' stays as
 * it is, for the sake of a shorter one: "deadline|dead>out". Words that people
 * type have no milder ones; nor have names and texts of people.
 */
#ifndef NJ_LOCALE_MILD_H
#define NJ_LOCALE_MILD_H

#include <stddef.h>

#include "base/str.h"

/* Appends `n` bytes of our own words, in the milder ones of `list`. */
void nj_mild_add(const char *list, const char *text, size_t n,
                 struct nj_str *out);

#endif
