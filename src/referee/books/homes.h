/*
 * The homes of a match: the groups that hear what everyone hears, the same
 * messages in the same order, each in its own language.
 */
#ifndef NJ_REFEREE_BOOKS_HOMES_H
#define NJ_REFEREE_BOOKS_HOMES_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_entry;
struct nj_referee;
struct nj_request;

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c);
/* Was it typed where the table was opened? There alone admins of the group
 * have a say: who brings a table to his own group gains nothing over it. */
bool nj_homes_first(const struct nj_request *a);
/* Counts what waits in the fullest queue of a home. */
uint32_t nj_homes_queued(const struct nj_entry *e);
/* Changes the books only. */
void nj_homes_join(struct nj_entry *e, struct nj_chat *c);
/* The home `from` is `to` now. */
void nj_homes_replace(struct nj_entry *e, struct nj_chat *from,
                      struct nj_chat *to);
/* Calls nj_books_fill() for each. */
void nj_homes_fill(struct nj_referee *r, struct nj_entry *e);

#endif
