/*
 * Long texts of people for which no state has room: manifestos, last letters,
 * tales. Each is a *page*, which stands outside the state; the state keeps its
 * number.
 *
 *     struct state {
 *         ...
 *         uint16_t piece[SEATS][PIECES];  // pages; 0: none
 *     };
 *
 *     piece = nj_page_new(m, text);       // 0: there is no room for it
 *     if (!nj_page_add(m, piece, more))   // ... for this behind it
 *     say_manifesto(m, n, nj_page(m, piece));
 *     nj_page_drop(m, piece);
 *
 * A match that has none needs no memory for them; one that sleeps has none. An
 * input is digested with what it does to pages; an undo gives back those that
 * there were, with their numbers. Like everything that changes, they are
 * changed by orders that are not refused.
 *
 * What fits the state stands there: match/heap.h.
 */
#ifndef NJ_MATCH_PAGES_H
#define NJ_MATCH_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nj_match;

/* Copies a text that is not empty onto a new page and returns its number, from
 * 1: the lowest that is free. 0: one of the ceilings is reached (base/limits.h,
 * NJ_PAGE...), and nothing has changed. */
uint16_t nj_page_new(struct nj_match *m, const char *text);
/* Adds to its end; false as above. */
bool nj_page_add(struct nj_match *m, uint16_t page, const char *text);
/* The text, valid until a page changes; of page 0 "". */
const char *nj_page(const struct nj_match *m, uint16_t page);
/* Bytes of a page; of page 0 none. */
size_t nj_page_bytes(const struct nj_match *m, uint16_t page);
/* Takes it away; its number may be given anew. Page 0 stays. */
void nj_page_drop(struct nj_match *m, uint16_t page);

#endif
