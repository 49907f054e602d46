/*
 * A poster: short lists beside and below each other under one title, as a
 * picture (LN-30.4), or a text of any length (LN-31.5). Its words are keys of the locale with arguments, so that
 * it is written where the font is known.
 *
 *     p = nj_poster_create(&arena, (struct nj_poster_text){key, args});
 *     nj_poster_list(p, 0, 2, head);
 *     nj_poster_line(p, name, value);
 */
#ifndef NJ_RENDER_POSTER_H
#define NJ_RENDER_POSTER_H

#include "render/picture.h"

#define NJ_POSTER_ROWS    3 /* of lists */
#define NJ_POSTER_COLUMNS 3
#define NJ_POSTER_LINES   10  /* of one list; further ones are left out */
#define NJ_POSTER_WRITTEN 160 /* lines of a text; earlier ones are left out */

struct nj_poster;

/* The key is lent, a literal. */
struct nj_poster_text {
    const char *key;
    struct nj_args args;
};

/* The arena owns it and copies of all arguments. */
struct nj_poster *nj_poster_create(struct nj_arena *arena,
                                   struct nj_poster_text title);
/* The list in that place, both from 0, begins; lines are those of the latest
 * list. A place that never begins stays empty. */
void nj_poster_list(struct nj_poster *p, uint32_t row, uint32_t column,
                    struct nj_poster_text head);
void nj_poster_line(struct nj_poster *p, struct nj_poster_text left,
                    struct nj_poster_text right);
/* A text in place of lists, which is copied: its lines, folded where they are
 * longer than the page is wide. Where they are too many, `cut` stands for those
 * that are left out. */
void nj_poster_write(struct nj_poster *p, const char *text,
                     struct nj_poster_text cut);

/* What it is called, in the language of the style. */
void nj_poster_title(const struct nj_style *style, const struct nj_poster *p,
                     char *out, size_t cap);
/* As nj_picture_png(); the game of the style is not looked at. A text is in the
 * language it is in: NJ_ERR_NOT_FOUND where no font has its characters. */
NJ_MUST_USE enum nj_status nj_poster_png(const struct nj_style *style,
                                         const struct nj_poster *p,
                                         struct nj_painter *painter,
                                         struct nj_png *out,
                                         struct nj_err *err);

#endif
