/*
 * Where a text stands in a table of ours: FNV-1a with 64 bits. Quick and the
 * same everywhere, no secret; digests and commitments are in base/random.h.
 */
#ifndef NJ_BASE_TEXT_HASH_H
#define NJ_BASE_TEXT_HASH_H

#include <stdint.h>

uint64_t nj_text_hash(const char *text);
/* The hash of a pair, given that of its first text. Where one ends and the
 * other begins counts: "ab", "c" is another pair than "a", "bc". */
uint64_t nj_text_hash_pair(uint64_t first, const char *second);

#endif
