/*
 * Nightjar's own drawing language: what things in cells and seats look like.
 *
 * A shape is a stack of layers on a square of 24 by 24 units. The same path
 * data goes into an SVG as it stands and is traced by cairo for a PNG: M, L,
 * H, V, C and Z, absolute, and A for half circles only (rx = ry, flags 0 s).
 */
#ifndef NJ_RENDER_SHAPES_H
#define NJ_RENDER_SHAPES_H

#include "match/canvas.h"
#include "render/theme.h"

#define NJ_SHAPE_UNITS  24
#define NJ_SHAPE_LAYERS 3

struct nj_layer {
    const char *path;
    float stroke;    /* width; 0: filled */
    enum nj_ink ink; /* ignored where the shape takes the ink of its place */
    bool fixed;      /* never takes another ink */
};

struct nj_shape {
    const char *name;
    struct nj_layer layer[NJ_SHAPE_LAYERS]; /* ends with a NULL path */
};

/* The shape of a thing ("grass"); NULL if there is none of that name. */
const struct nj_shape *nj_shape_find(const char *name);
/* The pattern of a tint, for one cell: it goes on in the next one. NULL: it is
 * one colour. */
const struct nj_shape *nj_shape_tint(enum nj_tint tint);
/* An arrowhead at a side of a cell. */
const struct nj_shape *nj_shape_wedge(enum nj_side side);
/* The badge of a seat, in the seat's ink. Six forms; from the seventh seat on
 * they come again, hollow; beyond the twelfth there are four more. */
const struct nj_shape *nj_shape_seat(nj_seat seat);
/* Is the badge hollow, so that its number is written in dark ink? */
bool nj_shape_seat_hollow(nj_seat seat);

/* All of them, one by one; NULL behind the last. For tests and samples. */
const struct nj_shape *nj_shape_at(uint32_t i);

#endif
