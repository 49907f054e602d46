/*
 * Records of what travels on a wire, and what each must become. A folder has a
 * few files (*.txt) of them, each record as
 *
 *     == its_name
 *     what travels, byte for byte
 *     --
 *     what it becomes
 *
 * with an empty line behind it, but for the last. A new quirk is a new record
 * without its last lines: NJ_REWRITE=1 writes what came as what is expected;
 * look at the difference.
 */
#ifndef NJ_TESTS_KIT_WIRE_H
#define NJ_TESTS_KIT_WIRE_H

#include <stdbool.h>

#include "base/str.h"

/* Appends in words what the text became. */
typedef void wire_become(const struct nj_str *text, struct nj_str *got);

/* What travels in the record of that name, which has to be there. */
void wire_read(const char *folder, const char *name, struct nj_str *s);
/* Every record of the folder, and there are `at_least` so many, becomes what
 * stands beneath it; no name stands twice. */
void wire_check(const char *folder, int at_least, wire_become *become);

/* Each of these records cut at every byte is none: `reads` says of such a text
 * whether it is taken all the same. */
void wire_cut(const char *folder, const char *const *names, size_t n,
              bool (*reads)(const char *text, size_t n));

/* --- words for values: one line each, none for what is empty --- */

void wire_put(struct nj_str *s, const char *name, const char *value);
void wire_put_number(struct nj_str *s, const char *name, int64_t v);
/* On one line, whatever is in it. */
void wire_put_text(struct nj_str *s, const char *text);

#endif
