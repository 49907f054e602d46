/*
 * Folding: what is the same to a reader becomes the same to a pattern.
 * Full-width to half-width, case, white space (runs to one space, ends
 * trimmed), zero-width characters dropped. What a pattern sees is Simplified
 * besides (base/script.h), byte by byte beside what was folded: arguments keep
 * the form in which they were typed.
 */
#ifndef NJ_COMMAND_FOLD_H
#define NJ_COMMAND_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_folded {
    char text[NJ_TEXT_IN_MAX + 1];  /* folded, NUL-terminated */
    char plain[NJ_TEXT_IN_MAX + 1]; /* the same, in Simplified form */
    size_t len;
    uint16_t from[NJ_TEXT_IN_MAX + 2]; /* folded byte -> byte in the raw text */
};

/* False (and an empty result) if the text is too long or not valid UTF-8. */
bool nj_fold(const char *text, size_t n, struct nj_folded *out);

#endif
