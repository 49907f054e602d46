/*
 * Pictures, and files, made off the loop: a thread of its own with a short
 * queue.
 *
 * Whoever wants a picture fills a commission (all of it copied: message,
 * names, language) and asks. When some are finished `ready` is called on the
 * studio's thread; the loop then takes them, oldest first. A full queue says
 * no at once, and a picture that cannot be made comes back empty: the text
 * has gone out before it in any case (UX-11).
 *
 *     c = nj_commission_create(game, &format);
 *     nj_commission_message(c, msg);
 *     if (!nj_studio_ask(s, c)) ... no picture this time
 *     ... ready() ...
 *     while ((c = nj_studio_take(s)) != NULL) {
 *         if (c->png.n > 0) ... send
 *         nj_commission_destroy(c);
 *     }
 */
#ifndef NJ_RENDER_STUDIO_H
#define NJ_RENDER_STUDIO_H

#include "base/limits.h"
#include "render/picture.h"
#include "render/poster.h"

struct nj_studio;

/* What somebody else makes on the studio's thread: `make` appends it to `out`,
 * with the format of the commission; `drop` frees the work. */
struct nj_commission_work {
    enum nj_status (*make)(void *work, const struct nj_format *f,
                           struct nj_str *out, struct nj_err *err);
    void (*drop)(void *work);
    void *work; /* NULL: there is none */
};

struct nj_commission {
    /* The asker's own, untouched by the studio. */
    char chat[NJ_ADDRESS_MAX];
    int64_t match;
    struct nj_theme theme;
    bool unasked, aloud;
    uint32_t caption; /* texts of its chat wait for it, as the how-manieth; 0 */
    char file[NJ_FILE_NAME_MAX]; /* what its work makes is called; "" */
    /* The result; `title` is what its first board is called, or given. */
    struct nj_png png;
    struct nj_str made; /* of a work; .len 0: it failed */
    char title[200];
    /* Private to the studio. */
    struct nj_arena arena, scratch;
    struct nj_style style;
    struct nj_format format;
    char lang[16];
    char name[NJ_SEATS_MAX][NJ_NAME_MAX];
    struct nj_scene scene;
    struct nj_poster *poster; /* NULL: it is a scene */
    struct nj_commission_work work;
    struct nj_commission_row *row, *last_row;
    uint32_t rows;
    struct nj_commission *next; /* for whoever holds it */
};

/* Copies language and names of the format; game (NULL for a poster) and catalog
 * are lent until it has been taken, or the studio rests. */
struct nj_commission *nj_commission_create(const struct nj_game *game,
                                           const struct nj_format *format);
/* NULL is fine. */
void nj_commission_destroy(struct nj_commission *c);
/* What is to be drawn: a message, ... */
void nj_commission_message(struct nj_commission *c, const struct nj_message *m);
/* ... or a course, one row of the record after the other, arguments packed:
 * they are unpacked on the other thread. */
void nj_commission_row(struct nj_commission *c, const char *key,
                       const char *args);
/* ... or a poster, for the caller to fill; the commission owns it. */
struct nj_poster *nj_commission_poster(struct nj_commission *c,
                                       struct nj_poster_text title);

/* ... or a work of at most `max` bytes, which the commission owns from now on. */
void nj_commission_work(struct nj_commission *c,
                        const struct nj_commission_work *work, size_t max);

/* `ready` is called on the studio's thread and must not block. */
struct nj_studio *nj_studio_create(void (*ready)(void *ctx), void *ctx);
/* Waits for the picture in hand; what waits is not made. NULL is fine. */
void nj_studio_destroy(struct nj_studio *s);

/* Drops what waits and waits for the picture in hand: afterwards nothing of
 * catalog and games is in use until somebody asks again. NULL is fine. */
void nj_studio_rest(struct nj_studio *s);

/* Takes the commission over. False: NJ_STUDIO_MAX wait already, and it is
 * gone. */
bool nj_studio_ask(struct nj_studio *s, struct nj_commission *c);
/* Drops those for which `over` holds, whether they wait, are in hand or are
 * finished and not taken: they never come back. */
void nj_studio_drop(struct nj_studio *s,
                    bool (*over)(const struct nj_commission *c,
                                 const void *ctx),
                    const void *ctx);
/* Waits until all that was asked for is finished and `ready` was called. NULL is
 * fine. */
void nj_studio_finish(struct nj_studio *s);
/* The next finished one, the caller's from now on; NULL: none. */
struct nj_commission *nj_studio_take(struct nj_studio *s);

#endif
