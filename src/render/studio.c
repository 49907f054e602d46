/*
 * The studio's thread and its two lists: what is asked, what is finished. Its
 * painter belongs to the thread; it is made for the first picture, so that a
 * program without pictures never looks for a font.
 */
#include "render/studio.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/bug.h"
#include "base/log.h"
#include "match/match.h"

struct nj_commission_row {
    const char *key, *args;
    struct nj_commission_row *next;
};

struct list {
    struct nj_commission *head, *tail;
    uint32_t n;
};

struct nj_studio {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct list asked, finished;   /* guarded by lock */
    struct nj_commission *in_hand; /* guarded by lock; NULL: none */
    bool stopping, busy, unwanted; /* guarded by lock; what is in hand is */
    void (*ready)(void *ctx);
    void *ctx;
    struct nj_painter *painter; /* the thread's own */
    bool broken;                /* the thread's own: no more pictures */
};

/* --- commissions --- */

static const char *name_of(void *ctx, nj_seat seat)
{
    const struct nj_commission *c = ctx;

    return seat < NJ_SEATS_MAX ? c->name[seat] : "";
}

struct nj_commission *nj_commission_create(const struct nj_game *game,
                                           const struct nj_format *format)
{
    struct nj_commission *c = nj_alloc(sizeof(*c));

    c->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    c->scratch = (struct nj_arena)NJ_ARENA_INIT(65536);
    c->made = (struct nj_str)NJ_STR_INIT(0);
    c->format = *format;
    if (format->lang != NULL) {
        (void)snprintf(c->lang, sizeof(c->lang), "%s", format->lang);
        c->format.lang = c->lang;
    }
    for (nj_seat k = 0; k < NJ_SEATS_MAX && format->seat_name != NULL; k++) {
        const char *name = format->seat_name(format->ctx, k);

        (void)snprintf(c->name[k], sizeof(c->name[k]), "%s",
                       name != NULL ? name : "");
    }
    c->format.seat_name = name_of;
    c->format.ctx = c;
    c->style = (struct nj_style){
        .game = game, .format = &c->format, .scratch = &c->scratch};
    return c;
}

void nj_commission_destroy(struct nj_commission *c)
{
    if (c == NULL)
        return;
    if (c->work.work != NULL)
        c->work.drop(c->work.work);
    nj_str_fini(&c->made);
    nj_arena_fini(&c->arena);
    nj_arena_fini(&c->scratch);
    free(c->png.p);
    free(c);
}

void nj_commission_message(struct nj_commission *c, const struct nj_message *m)
{
    c->scene.message = nj_message_copy(&c->arena, m);
}

void nj_commission_row(struct nj_commission *c, const char *key,
                       const char *args)
{
    struct nj_commission_row *row = nj_arena_alloc(&c->arena, sizeof(*row));

    row->key = nj_arena_copy(&c->arena, key, strlen(key));
    row->args = nj_arena_copy(&c->arena, args, strlen(args));
    NJ_ASSERT((c->row == NULL) == (c->last_row == NULL));
    if (c->last_row != NULL)
        c->last_row->next = row;
    else
        c->row = row;
    c->last_row = row;
    c->rows++;
}

struct nj_poster *nj_commission_poster(struct nj_commission *c,
                                       struct nj_poster_text title)
{
    NJ_ASSERT(c->poster == NULL);
    c->poster = nj_poster_create(&c->arena, title);
    return c->poster;
}

void nj_commission_work(struct nj_commission *c,
                        const struct nj_commission_work *work, size_t max)
{
    NJ_ASSERT(c->work.work == NULL && work->work != NULL);
    c->work = *work;
    c->made = (struct nj_str)NJ_STR_INIT(max);
}

/* Rows to messages. Rows that cannot be read are left out: what is drawn then
 * lacks a line. */
static void unpack(struct nj_commission *c)
{
    const struct nj_message **list = nj_arena_alloc(
        &c->arena, (c->rows + 1) * sizeof(const struct nj_message *));
    uint32_t n = 0;

    for (const struct nj_commission_row *row = c->row; row != NULL;
         row = row->next) {
        struct nj_message *m = nj_arena_alloc(&c->arena, sizeof(*m));
        struct nj_err err;

        m->key = row->key;
        m->clause = "";
        if (nj_args_unpack(row->args, strlen(row->args), &c->arena, &m->args,
                           &err) == NJ_OK)
            list[n++] = m;
    }
    c->scene.record = list;
    c->scene.n_record = n;
}

/* --- the thread --- */

static void append(struct list *l, struct nj_commission *c)
{
    c->next = NULL;
    NJ_ASSERT((l->head == NULL) == (l->n == 0));
    if (l->tail != NULL)
        l->tail->next = c;
    else
        l->head = c;
    l->tail = c;
    l->n++;
}

static struct nj_commission *pop(struct list *l)
{
    struct nj_commission *c = l->head;

    if (c == NULL)
        return NULL;
    l->head = c->next;
    NJ_ASSERT(l->n > 0);
    if (l->head == NULL)
        l->tail = NULL;
    l->n--;
    c->next = NULL;
    return c;
}

struct work {
    struct nj_studio *s;
    struct nj_commission *c;
};

static enum nj_status paint(struct nj_commission *c, struct nj_painter *painter,
                            struct nj_err *err)
{
    return c->poster != NULL
               ? nj_poster_png(&c->style, c->poster, painter, &c->png, err)
               : nj_picture_png(&c->style, &c->scene, painter, &c->png, err);
}

static void complain(const char *what, const struct nj_err *err)
{
    nj_log(NJ_LOG_WARN, "picture", what,
           NJ_FIELDS(nj_f_text("why", err->text)));
}

/* Half a file is none. */
static void carry_out(struct nj_commission *c)
{
    struct nj_err err = {{0}};
    enum nj_status st = c->work.make(c->work.work, &c->format, &c->made, &err);

    if (st == NJ_OK && c->made.over)
        st = nj_fail(&err, NJ_ERR_LIMIT, "larger than %zu bytes", c->made.max);
    if (st == NJ_OK)
        return;
    nj_str_fini(&c->made);
    c->made = (struct nj_str)NJ_STR_INIT(0);
    complain("cannot be made", &err);
}

static void draw(void *ctx)
{
    struct work *w = ctx;
    struct nj_commission *c = w->c;
    struct nj_err err = {{0}};

    if (c->work.work != NULL) {
        carry_out(c);
        return;
    }
    if (w->s->painter == NULL)
        w->s->painter = nj_painter_create();
    if (w->s->painter == NULL)
        return;
    if (c->poster == NULL && c->scene.message == NULL)
        unpack(c);
    c->style.theme = c->theme;
    if (paint(c, w->s->painter, &err) != NJ_OK) {
        c->png = (struct nj_png){NULL, 0};
        complain("cannot be drawn", &err);
        return;
    }
    nj_arena_fini(&c->scratch); /* it may wait long to be taken */
    if (c->poster != NULL)
        nj_poster_title(&c->style, c->poster, c->title, sizeof(c->title));
    else
        nj_picture_title(&c->style, &c->scene, c->title, sizeof(c->title));
}

/* A fault of ours in a picture ends pictures, not matches. */
static void make(struct nj_studio *s, struct nj_commission *c)
{
    struct work w = {s, c};
    char where[200] = "";

    if (s->broken)
        return;
    if (nj_bug_contain(draw, &w, where, sizeof(where)))
        return;
    s->broken = true;
    nj_painter_destroy(s->painter);
    s->painter = NULL;
    c->png = (struct nj_png){NULL, 0};
    c->made = (struct nj_str)NJ_STR_INIT(0); /* torn in the middle: not ours */
    nj_log(NJ_LOG_ERROR, "picture", "fault",
           NJ_FIELDS(nj_f_text("where", where)));
}

static struct nj_commission *next_asked(struct nj_studio *s)
{
    struct nj_commission *c;

    (void)pthread_mutex_lock(&s->lock);
    while (s->asked.head == NULL && !s->stopping)
        (void)pthread_cond_wait(&s->changed, &s->lock);
    c = s->stopping ? NULL : pop(&s->asked);
    s->busy = c != NULL;
    s->in_hand = c;
    s->unwanted = false;
    (void)pthread_mutex_unlock(&s->lock);
    return c;
}

static void hand_in(struct nj_studio *s, struct nj_commission *c)
{
    bool unwanted;

    (void)pthread_mutex_lock(&s->lock);
    NJ_ASSERT(s->in_hand == c);
    unwanted = s->unwanted;
    s->in_hand = NULL;
    if (!unwanted)
        append(&s->finished, c);
    (void)pthread_mutex_unlock(&s->lock);
    if (unwanted)
        nj_commission_destroy(c);
}

#define BEHIND 10 /* nice: where cores are few, answers come first */

static void *run(void *ctx)
{
    struct nj_studio *s = ctx;
    struct nj_commission *c;

    /* 0 is the calling thread here, and no other. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BEHIND);
    while ((c = next_asked(s)) != NULL) {
        make(s, c);
        hand_in(s, c);
        s->ready(s->ctx);
        (void)pthread_mutex_lock(&s->lock);
        s->busy = false;
        (void)pthread_cond_broadcast(&s->changed);
        (void)pthread_mutex_unlock(&s->lock);
    }
    nj_painter_destroy(s->painter);
    nj_match_thread_done(); /* a work may have played one */
    return NULL;
}

/* --- for the loop --- */

/* Signals are for the thread that waits for them, never for this one. */
static int begin_thread(struct nj_studio *s)
{
    sigset_t all, before;
    int rc;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    rc = pthread_create(&s->thread, NULL, run, s);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

struct nj_studio *nj_studio_create(void (*ready)(void *ctx), void *ctx)
{
    struct nj_studio *s = nj_alloc(sizeof(*s));
    int rc;

    s->ready = ready;
    s->ctx = ctx;
    (void)pthread_mutex_init(&s->lock, NULL);
    (void)pthread_cond_init(&s->changed, NULL);
    rc = begin_thread(s);
    if (rc != 0) {
        nj_log(NJ_LOG_WARN, "picture", "no_thread",
               NJ_FIELDS(nj_f_text("why", strerror(rc))));
        (void)pthread_cond_destroy(&s->changed);
        (void)pthread_mutex_destroy(&s->lock);
        free(s);
        return NULL;
    }
    return s;
}

void nj_studio_destroy(struct nj_studio *s)
{
    struct nj_commission *c;

    if (s == NULL)
        return;
    (void)pthread_mutex_lock(&s->lock);
    s->stopping = true;
    (void)pthread_cond_broadcast(&s->changed);
    (void)pthread_mutex_unlock(&s->lock);
    (void)pthread_join(s->thread, NULL);
    while ((c = pop(&s->asked)) != NULL)
        nj_commission_destroy(c);
    while ((c = pop(&s->finished)) != NULL)
        nj_commission_destroy(c);
    (void)pthread_cond_destroy(&s->changed);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}

void nj_studio_rest(struct nj_studio *s)
{
    struct nj_commission *c;

    if (s == NULL)
        return;
    (void)pthread_mutex_lock(&s->lock);
    while ((c = pop(&s->asked)) != NULL)
        nj_commission_destroy(c);
    while (s->busy)
        (void)pthread_cond_wait(&s->changed, &s->lock);
    (void)pthread_mutex_unlock(&s->lock);
}

static void sift(struct list *l,
                 bool (*over)(const struct nj_commission *c, const void *ctx),
                 const void *ctx)
{
    struct list all = *l;
    struct nj_commission *c;

    *l = (struct list){.n = 0};
    while ((c = pop(&all)) != NULL)
        if (over(c, ctx))
            nj_commission_destroy(c);
        else
            append(l, c);
}

void nj_studio_drop(struct nj_studio *s,
                    bool (*over)(const struct nj_commission *c,
                                 const void *ctx),
                    const void *ctx)
{
    (void)pthread_mutex_lock(&s->lock);
    sift(&s->asked, over, ctx);
    sift(&s->finished, over, ctx);
    if (s->in_hand != NULL && over(s->in_hand, ctx))
        s->unwanted = true;
    (void)pthread_mutex_unlock(&s->lock);
}

void nj_studio_finish(struct nj_studio *s)
{
    if (s == NULL)
        return;
    (void)pthread_mutex_lock(&s->lock);
    while (s->asked.head != NULL || s->busy)
        (void)pthread_cond_wait(&s->changed, &s->lock);
    (void)pthread_mutex_unlock(&s->lock);
}

bool nj_studio_ask(struct nj_studio *s, struct nj_commission *c)
{
    bool room;

    (void)pthread_mutex_lock(&s->lock);
    NJ_ASSERT(!s->stopping);
    room = s->asked.n < NJ_STUDIO_MAX;
    if (room)
        append(&s->asked, c);
    (void)pthread_cond_broadcast(&s->changed);
    (void)pthread_mutex_unlock(&s->lock);
    if (!room)
        nj_commission_destroy(c);
    return room;
}

struct nj_commission *nj_studio_take(struct nj_studio *s)
{
    struct nj_commission *c;

    (void)pthread_mutex_lock(&s->lock);
    c = pop(&s->finished);
    (void)pthread_mutex_unlock(&s->lock);
    NJ_ASSERT(c == NULL || c->next == NULL);
    return c;
}
