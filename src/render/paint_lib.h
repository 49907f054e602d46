/*
 * The libraries that draw letters and shapes, loaded with the first picture:
 * cairo, pango and what looks for fonts.
 */
#ifndef NJ_RENDER_PAINT_LIB_H
#define NJ_RENDER_PAINT_LIB_H

#include <stdbool.h>

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

#include "base/status.h"

#define NJ_PAINT_CALLS(X)                    \
 X(FcConfigGetFonts)                         \
 X(cairo_arc)                                \
 X(cairo_arc_negative)                       \
 X(cairo_close_path)                         \
 X(cairo_create)                             \
 X(cairo_curve_to)                           \
 X(cairo_destroy)                            \
 X(cairo_fill)                               \
 X(cairo_font_options_create)                \
 X(cairo_font_options_destroy)               \
 X(cairo_font_options_set_antialias)         \
 X(cairo_font_options_set_hint_style)        \
 X(cairo_get_target)                         \
 X(cairo_image_surface_create)               \
 X(cairo_image_surface_get_data)             \
 X(cairo_image_surface_get_stride)           \
 X(cairo_line_to)                            \
 X(cairo_move_to)                            \
 X(cairo_scale)                              \
 X(cairo_set_dash)                           \
 X(cairo_set_line_join)                      \
 X(cairo_set_line_width)                     \
 X(cairo_stroke)                             \
 X(cairo_surface_destroy)                    \
 X(cairo_surface_flush)                      \
 X(cairo_translate)                          \
 X(g_object_unref)                           \
 X(pango_cairo_context_set_font_options)     \
 X(pango_cairo_context_set_resolution)       \
 X(pango_cairo_font_map_new)                 \
 X(pango_cairo_show_layout)                  \
 X(pango_font_description_free)              \
 X(pango_font_description_from_string)       \
 X(pango_font_description_set_absolute_size) \
 X(pango_font_map_create_context)            \
 X(pango_layout_get_baseline)                \
 X(pango_layout_get_pixel_extents)           \
 X(pango_layout_get_unknown_glyphs_count)    \
 X(pango_layout_new)                         \
 X(pango_layout_set_auto_dir)                \
 X(pango_layout_set_ellipsize)               \
 X(pango_layout_set_font_description)        \
 X(pango_layout_set_single_paragraph_mode)   \
 X(pango_layout_set_text)                    \
 X(pango_layout_set_width)

/* Each by its own name: nj_paint.cairo_fill(). */
struct nj_paint {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares a member. */
#define NJ_PAINT_MEMBER(name) __typeof__(&name) name;
    NJ_PAINT_CALLS(NJ_PAINT_MEMBER)
#undef NJ_PAINT_MEMBER
};

extern struct nj_paint nj_paint;

/* Before any of them is called, from any thread; again does nothing. Says in
 * the log, once, what is missing; false: then there are no pictures. */
NJ_MUST_USE bool nj_paint_load(void);

#endif
