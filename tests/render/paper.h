/*
 * What tests of pictures share: a game's texts and painter, its pictures as
 * SVG and as pixels, and the files that they are compared with.
 */
#ifndef NJ_TESTS_RENDER_PAPER_H
#define NJ_TESTS_RENDER_PAPER_H

#include "render/layout.h"
#include "render/picture.h"

/* One at a time: texts in Chinese as JSON, and a game with prefix "p". */
void nj_paper_begin(const struct nj_game *game, const char *texts);
void nj_paper_end(void);

/* How pictures are made; a test may change the theme. */
struct nj_style *nj_paper_style(void);
/* What seats are called; without, they have numbers alone. */
void nj_paper_names(const char *(*name_of)(void *ctx, nj_seat seat));

/* The picture of a message without arguments; the caller frees. */
char *nj_paper_svg(const char *key);
char *nj_paper_text(const char *key);
/* ... as a terminal shows it. */
char *nj_paper_wide(const char *key);
/* The same of a course, still and in motion: one message of that key is all
 * that was told. */
char *nj_paper_course(const char *key);
char *nj_paper_motion(const char *key);
/* ... as pixels, to be released with nj_raster_fini(). */
void nj_paper_raster(const char *key, struct nj_raster *out);
/* Colours become greys. */
void nj_paper_grey(struct nj_raster *r);
/* ... as marks, in the arena of the style until the next picture. */
void nj_paper_layout(const char *key, struct nj_drawing *out);

/* The first text mark of those words, or the next one behind `from`; NULL:
 * there is none. */
const struct nj_mark *nj_paper_find(const struct nj_drawing *d,
                                    const struct nj_mark *from,
                                    const char *text);

/* How often `what` stands in a text. */
unsigned nj_paper_times(const char *text, const char *what);

/* What is drawn stands in files of tests/render. NJ_REWRITE=1 writes them
 * anew: then somebody looks at the new pictures. */
void nj_paper_expect(const char *file, const char *text);

/* NJ_ALBUM=folder: writes the picture there as PNG, in each theme, to be
 * looked at. Else nothing. */
void nj_paper_show(const char *key, const char *name);
/* The same of a course, in one theme. */
void nj_paper_show_course(const char *key, const char *name);

#endif
