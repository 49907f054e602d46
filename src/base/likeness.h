/*
 * What a name looks like: two names that people could take for one another
 * have the same likeness. For comparison alone; it says nothing to people.
 */
#ifndef NJ_BASE_LIKENESS_H
#define NJ_BASE_LIKENESS_H

#include <stddef.h>

/*
 * Width and case are folded (nj_utf8_fold); marks, white space, '@' and what
 * shows nothing are left out; look-alikes of other scripts are one letter. Cut
 * to cap - 1 bytes, always terminated; "" if nothing is left.
 */
void nj_likeness(const char *name, size_t n, char *out, size_t cap);

#endif
