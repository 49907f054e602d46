/*
 * What people type for others to read: talk, last words, manifestos, names of
 * their own. Cleaned, so that what is printed is what is seen, and judged by
 * what every game asks of such words; what a game forbids beyond that it looks
 * for itself, in the folded text.
 */
#ifndef NJ_MATCH_TYPED_H
#define NJ_MATCH_TYPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

#define NJ_TYPED_BYTES ((size_t)NJ_ORDER_TEXT_MAX * 2) /* composed, at most */

/*
 * Writes the text in composed form (NFC), without controls and without the
 * codes of a chat platform ("[CQ:at,qq=all]"; one that is not closed stays).
 * Line breaks become blanks, and "@" its full-width form, which looks the same
 * and calls nobody. False: there is no room for it.
 */
bool nj_typed_clean(const char *text, char out[NJ_TYPED_BYTES]);

/* Takes the codes of a chat platform out; one that is not closed stays. */
void nj_typed_drop_codes(char *text);

/* Writes the text in which words are looked for: half width, lower case, cut
 * where it does not fit. */
void nj_typed_fold(const char *text, char *out, size_t size);

/* Does a folded text bring a link, or the name of a host? */
bool nj_typed_has_link(const char *folded);

/* Counts code points. */
uint32_t nj_typed_length(const char *text);

#endif
