/*
 * Who sits at a table or plays a match: rows of the store in memory. Sitters
 * belong to their entry; a pointer to one holds until the entry's are loaded or
 * freed.
 */
#ifndef NJ_REFEREE_BOOKS_SITTERS_H
#define NJ_REFEREE_BOOKS_SITTERS_H

#include <stdbool.h>

#include "match/audience.h"

struct nj_entry;
struct nj_referee;
struct nj_sitter;

/* Loads sitters without waking the match. False: the turn has failed. */
bool nj_sitters_load(struct nj_referee *r, struct nj_entry *e);
void nj_sitters_free(struct nj_entry *e);
/* Finds one of those loaded; NULL if there is no such. */
struct nj_sitter *nj_sitters_of(const struct nj_entry *e, const char *user);
/* Finds one whose seat a computer player holds: he sits no more. */
struct nj_sitter *nj_sitters_replaced(const struct nj_entry *e,
                                      const char *user);
/* Finds who plays that seat, which may be one of several of his. */
struct nj_sitter *nj_sitters_at(const struct nj_entry *e, nj_seat seat);
/* Writes one's row. */
bool nj_sitters_put(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_sitter *s);

#endif
