/*
 * A course that plays by itself.
 */
#ifndef NJ_RENDER_MOTION_H
#define NJ_RENDER_MOTION_H

#include "render/layout.h"

/* Appends the SVG; the sheet has at least one board, the drawing is empty. */
void nj_motion_svg(struct nj_layout *l, struct nj_theme theme,
                   const char *title, struct nj_str *out);

#endif
