/*
 * Pictures of a match as files: for every message that has one, a PNG and an
 * SVG, and at the end the course, at rest and in motion.
 */
#ifndef NJ_CLI_ALBUM_H
#define NJ_CLI_ALBUM_H

#include "base/arena.h"
#include "render/picture.h"

struct nj_album {
    const char *dir; /* NULL: no pictures */
    struct nj_style how;
    struct nj_painter *painter; /* NULL: SVG only, no font was found */
    uint32_t pictures;
    struct nj_arena arena; /* the messages, for the course */
    struct nj_arena scratch;
    const struct nj_message **record;
    uint32_t n_record, cap_record;
};

/* Makes the folder, in one that exists. `how` is copied; its format is lent until
 * the album is closed. */
void nj_album_open(struct nj_album *a, const char *dir,
                   const struct nj_style *how);
void nj_album_close(struct nj_album *a);

/* Keeps the message for the course; `shown`: writes its picture too. */
NJ_MUST_USE enum nj_status nj_album_add(struct nj_album *a,
                                        const struct nj_message *m, bool shown,
                                        struct nj_err *err);
/* Writes course.png, course.svg and motion.svg, if the match is over. */
NJ_MUST_USE enum nj_status nj_album_finish(struct nj_album *a,
                                           struct nj_err *err);

#endif
