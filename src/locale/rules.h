/*
 * The rules as players read them: a text of sections, each below a line
 * "## LN-4.3 TITLE", and in the last of them lines "→LN-4.3 WORD、WORD" that say
 * which section a word is looked up in when its title does not tell; so do the
 * numbers of clauses that have no section of their own.
 */
#ifndef NJ_LOCALE_RULES_H
#define NJ_LOCALE_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* The heading at or behind `p`, a place in the text; NULL: there is none. */
const char *nj_rules_next(const char *p);
/* The bytes of a section, from its heading to the next. */
size_t nj_rules_length(const char *heading);

/* Is "4.3" or "LN-4.3" the id of `n` bytes? */
bool nj_rules_is_clause(const char *id, size_t n, const char *word);
/* Is the word there, in any case? */
bool nj_rules_contains(const char *from, size_t n, const char *word);

/* The heading of the section that the word means: its clause; else what the
 * words behind "→" say; else the title that is the word, or the shortest that
 * has it; else the section that has it most often. NULL: none has it, or it is
 * the number of a clause that there is not. */
const char *nj_rules_find(const char *text, const char *word);

/* The same of words alone that are looked up for their own sake: what "→" says
 * of them, or a title that is the word itself. */
const char *nj_rules_term(const char *text, const char *word);

#endif
