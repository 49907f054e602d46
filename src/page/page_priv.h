/*
 * What the files of the page share.
 */
#ifndef NJ_PAGE_PAGE_PRIV_H
#define NJ_PAGE_PAGE_PRIV_H

#include "base/arena.h"
#include "base/json.h"
#include "locale/format.h"
#include "page/page.h"
#include "render/picture.h"

#define NJ_PAGE_PART_MAX (64U << 20) /* of what is packed */

/* --- pack.c --- */

/* Appends the bytes deflated (with zlib's header), in base64. False: there is
 * no room for them. */
bool nj_page_pack(const void *bytes, size_t n, struct nj_str *out);

/* --- boards.c --- */

/* Pictures as lists of numbers into one list of different marks. */
struct nj_page_boards {
    struct nj_style style;
    struct nj_arena scratch;
    struct nj_str marks; /* each with a NUL behind it */
    uint32_t *slot;      /* a hash table: 1 + place in `marks` */
    uint32_t *number;    /* of the mark in that slot */
    uint32_t n_slots, n_marks;
    const struct nj_shape *shape[128];
    uint32_t n_shapes;
    struct nj_str runs; /* of each picture, as JSON */
    struct nj_json_out list;
    uint32_t n;
};

#define NJ_PAGE_NO_BOARD (-1)

void nj_page_boards_open(struct nj_page_boards *b, const struct nj_game *game,
                         const struct nj_format *format);
void nj_page_boards_close(struct nj_page_boards *b);
/* Draws it and returns its number, or NJ_PAGE_NO_BOARD. */
int32_t nj_page_boards_add(struct nj_page_boards *b,
                           const struct nj_scene *scene);
/* Puts what all of them are made of into an object: marks, shapes, boards. */
void nj_page_boards_put(struct nj_page_boards *b, struct nj_json_out *o);

/* --- head.c --- */

/* Puts texts of the page, and what of a record enters commitment, seed and the
 * first digest. */
void nj_page_put_texts(const struct nj_format *f, struct nj_json_out *o);
void nj_page_put_head(const struct nj_record *r, const struct nj_game *game,
                      struct nj_json_out *o);

/* --- course.c --- */

/* What has been seen of a match so far. */
struct nj_page_course {
    const struct nj_record *record;
    const struct nj_page_how *how;
    const struct nj_game *game;
    struct nj_format format;
    char name[NJ_SEATS_MAX][NJ_NAME_MAX];
    struct nj_page_boards boards;
    struct nj_str steps; /* JSON */
    struct nj_json_out step_list;
    struct nj_str chain; /* bytes that were hashed, each with their number */
    struct nj_arena arena, query;
    const struct nj_message **said; /* all of it, for the course */
    uint32_t n_said, cap_said;
    const char **clause; /* cited so far */
    uint32_t n_clauses, cap_clauses;
    struct nj_str whole; /* the board as it stood last, in canonical form */
    uint32_t n_steps;
    uint8_t n_seats;
};

void nj_page_course_open(struct nj_page_course *c);
void nj_page_course_close(struct nj_page_course *c);
/* Adds an input and what it caused (nj_record_each). */
void nj_page_course_step(void *ctx, const struct nj_match *m,
                         const struct nj_record_input *in,
                         const struct nj_outcome *o);
/* Puts seats, steps, clauses and boards into an object. */
void nj_page_course_put(struct nj_page_course *c, bool over,
                        struct nj_json_out *o);

#endif
