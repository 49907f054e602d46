/*
 * The homes of a match: the groups that hear what everyone hears, the same
 * messages in the same order, each in its own language.
 */
#ifndef NJ_REFEREE_BOOKS_HOMES_H
#define NJ_REFEREE_BOOKS_HOMES_H

#include <stdbool.h>
#include <stdint.h>

#include "match/message.h"

struct nj_chat;
struct nj_delivery;
struct nj_entry;
struct nj_referee;
struct nj_request;

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c);
/* Was it typed where the table was opened? There alone admins of the group
 * have a say: who brings a table to his own group gains nothing over it. */
bool nj_homes_first(const struct nj_request *a);
/* Delivers to every home; sets `d->to` and `d->copy`. */
void nj_homes_deliver(struct nj_referee *r, struct nj_delivery *d);
/* Says the shell's own word to every home. */
void nj_homes_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args);
/* Says there what a group may have silenced (UX-6.7). */
void nj_homes_notice(struct nj_referee *r, struct nj_entry *e, const char *key,
                     struct nj_args args);
/* Counts what waits in the fullest queue of a home. */
uint32_t nj_homes_queued(const struct nj_entry *e);
/* Changes the books only. */
void nj_homes_join(struct nj_entry *e, struct nj_chat *c);
/* A group has a new address: tables, matches, settings and what waits to be
 * said go with it. */
void nj_homes_moved(struct nj_referee *r, const char *from, const char *to);
/* Calls nj_books_fill() for each. */
void nj_homes_fill(struct nj_referee *r, struct nj_entry *e);

/* Tells the hosts of the running matches of that home. */
void nj_homes_tell_hosts(struct nj_referee *r, const struct nj_chat *home,
                         const char *key);

#endif
