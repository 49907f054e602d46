/*
 * Boards as text: the answer to the drawing calls of match/canvas.h that
 * every chat can show. Full-width characters throughout, so that columns
 * stand under each other; one column and one row of numbers (but not on a sheet
 * of labelled pieces); a legend of what occurs (UX-11).
 */
#ifndef NJ_RENDER_BOARD_H
#define NJ_RENDER_BOARD_H

#include "locale/format.h"
#include "match/game.h"

/*
 * Appends the boards of a message as lines of text. Glyphs are looked up as
 * `<prefix>.glyphs.<name>` (the character) and `<prefix>.glyph.<name>` (what
 * it means); titles are message keys. The game must have `picture`.
 */
void nj_board_text(const struct nj_game *game, const struct nj_message *msg,
                   const struct nj_format *f, struct nj_str *out);

#endif
