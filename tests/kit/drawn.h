/* What a game draws, call by call: "picture: 0,17 hides". */
#ifndef NJ_KIT_DRAWN_H
#define NJ_KIT_DRAWN_H

#include "base/str.h"
#include "match/game.h"

/* Appends what the game draws of that message, a line for each call. */
void kit_draw(const struct nj_game *game, const struct nj_message *msg,
              struct nj_str *out);
/* ... of the course of a match, which it has to have. */
void kit_draw_course(const struct nj_game *game,
                     const struct nj_message *const *record, uint32_t n,
                     struct nj_str *out);

#endif
