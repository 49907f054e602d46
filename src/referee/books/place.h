/*
 * What a conversation has settled for itself besides its language: zone, quiet
 * hours, prefix, results alone (UX-2.1, 6.5, 6.7).
 *
 * All of these want chats that are filled, with the homes of `e`.
 */
#ifndef NJ_REFEREE_BOOKS_PLACE_H
#define NJ_REFEREE_BOOKS_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/books/chat.h"

struct nj_entry;
struct nj_referee;

void nj_place_read(struct nj_referee *r, struct nj_chat *c);
bool nj_place_write(struct nj_referee *r, const struct nj_chat *c);
/* What stands in front of commands there (UX-2.1): a group may have its own,
 * for life beside other bots. */
const char *nj_place_prefix(const struct nj_referee *r,
                            const struct nj_chat *c);
/* What texts show there in front of commands: its own, else the platform's
 * ("/"), else the installation's. */
const char *nj_place_shown_prefix(const struct nj_referee *r,
                                  const struct nj_chat *c);
/* The zone of what is told there, minutes east of UTC: the chat's own, for a
 * person else that of the match's home. `e` may be NULL. */
int nj_place_zone(const struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_entry *e);
/* What makes a moment of the referee's time one of the day there, in minutes:
 * the zone, without what that time is ahead of the wall clock. */
int nj_place_offset(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e);
struct nj_quiet nj_place_quiet(const struct nj_chat *c);
/* Is that moment in the quiet hours of the chat, and when do they end? */
bool nj_place_is_quiet(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_entry *e, int64_t at_ms,
                       int64_t *until_ms);

#endif
