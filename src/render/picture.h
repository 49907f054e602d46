/*
 * Pictures of messages: PNG for chats, SVG for files.
 *
 *     struct nj_painter *painter = nj_painter_create();
 *     struct nj_style style = {.game = game, .format = &f, .scratch = &a};
 *     struct nj_scene scene = {.message = msg};
 *     if (painter != NULL && nj_picture_has(game, &scene))
 *         st = nj_picture_png(&style, &scene, painter, &png, &err);
 *
 * A picture shows what its message says and nothing else: the game draws it
 * from the message alone. Its size depends on the kind of message, on the rows
 * and columns of its boards and on how many cards a hand has; who gets it
 * changes nothing. It carries no metadata.
 */
#ifndef NJ_RENDER_PICTURE_H
#define NJ_RENDER_PICTURE_H

#include "locale/format.h"
#include "match/game.h"
#include "render/drawing.h"
#include "render/painter.h"
#include "render/raster.h"

/* How and for whom. */
struct nj_style {
    const struct nj_game *game;
    const struct nj_format *format;
    struct nj_theme theme;
    struct nj_arena *scratch; /* reset after each picture; the caller frees */
};

/* What is drawn: one message, or the course of a match that is over. */
struct nj_scene {
    const struct nj_message *message;       /* NULL for a course */
    const struct nj_message *const *record; /* all messages, oldest first */
    uint32_t n_record;
};

/* Does the game draw anything of it? */
bool nj_picture_has(const struct nj_game *game, const struct nj_scene *scene);

/* What the first board or hand is called; "" if nothing is drawn. */
void nj_picture_title(const struct nj_style *p, const struct nj_scene *scene,
                      char *out, size_t cap);

/* The language of the format, or English where no font has its characters. */
const char *nj_picture_legible(const struct nj_format *f,
                               struct nj_painter *painter);

/* Without a font for the language of the format English is used. The caller
 * frees out->p. NJ_ERR_NOT_FOUND: there is nothing to draw. */
NJ_MUST_USE enum nj_status nj_picture_png(const struct nj_style *p,
                                          const struct nj_scene *scene,
                                          struct nj_painter *painter,
                                          struct nj_png *out,
                                          struct nj_err *err);
NJ_MUST_USE enum nj_status nj_picture_svg(const struct nj_style *p,
                                          const struct nj_scene *scene,
                                          struct nj_str *out,
                                          struct nj_err *err);
/* The same as a list of marks, for whoever writes it down otherwise: owned by
 * the style's arena, which the caller resets. */
NJ_MUST_USE enum nj_status nj_picture_marks(const struct nj_style *p,
                                            const struct nj_scene *scene,
                                            struct nj_drawing *out,
                                            struct nj_err *err);
/* The course in motion: an SVG that plays by itself. */
NJ_MUST_USE enum nj_status nj_picture_motion(const struct nj_style *p,
                                             const struct nj_scene *course,
                                             struct nj_str *out,
                                             struct nj_err *err);

#endif
