/*
 * Buttons under messages (UX-8). What travels is a token that says nothing;
 * what it stands for is in the store.
 */
#ifndef NJ_REFEREE_SPEECH_BUTTONS_H
#define NJ_REFEREE_SPEECH_BUTTONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_button_row;
struct nj_buttons;
struct nj_chat;
struct nj_delivery;
struct nj_entry;
struct nj_referee;

/* Words of a button or a link that takes a seat over: its number follows. */
#define NJ_LINK_TAKEOVER "\x1f"

/* What stands under a message in that chat; NULL: nothing. The caller owns
 * it. Older buttons of the match there are dead from then on; those of a
 * table's card live as long as its lobby, for it is changed while people press
 * them. */
struct nj_buttons *nj_buttons_make(struct nj_referee *r,
                                   const struct nj_delivery *d);
/* All buttons of a match that is over are dead, links apart. */
void nj_buttons_retire(struct nj_referee *r, struct nj_entry *e);
/* The platform has a message with the newest row of that match there: the row
 * before it is taken away. */
void nj_buttons_stand(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      const char *message);
/* A button under that message in that chat means nothing: its row is taken
 * away, unless it is, or may be, one that others can still press. */
void nj_buttons_drop_stale(struct nj_referee *r, struct nj_chat *c,
                           const char *message);

/* Draws a token that nobody can guess. */
void nj_buttons_draw_token(struct nj_referee *r, char out[NJ_TOKEN_OUT_MAX]);
/* Returns false if the turn has failed. */
bool nj_buttons_store(struct nj_referee *r, const struct nj_button_row *row);

#endif
