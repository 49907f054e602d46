/*
 * Pictures behind texts (UX-11): asked for while the turn works, ordered from
 * the studio once it is on disk, queued for their chats when they come back.
 * By then the text stands before them in the same queue. Nothing is lost with a
 * picture: it has no row, and texts that shall go out with one (MK-19.14) wait
 * for it no longer than a moment.
 *
 * The setting "picture" of a chat says how its pictures look, or "off".
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "render/studio.h"

#define QUEUE_MAX 8    /* a chat that has so much to read needs no picture */
#define DRAW_MS   1000 /* so long texts wait for theirs */
#define LEAP_MS   1500 /* the loop does not sleep so long while one waits */
#define CALLS_MIN 4    /* MK-19.18: with fewer left they go without */

static const struct {
    const char *word;
    struct nj_theme theme;
    const char *said; /* when somebody chooses it */
} looks[] = {{"light", {false, 0}, "shell.pictures_light"},
             {"dark", {true, 0}, "shell.pictures_dark"},
             {"light2", {false, 1}, "shell.pictures_light2"},
             {"dark2", {true, 1}, "shell.pictures_dark2"}};

/* Finds how that chat wants its pictures. False: it wants none. */
static bool look_of(struct nj_referee *r, const struct nj_chat *to,
                    struct nj_theme *theme)
{
    char word[16] = "light";

    *theme = looks[0].theme;
    if (!nj_setting_get(r->store, to->address, "picture", word, sizeof(word)))
        return true;
    for (size_t i = 0; i < NJ_COUNT(looks); i++)
        if (strcmp(looks[i].word, word) == 0)
            *theme = looks[i].theme;
    return strcmp(word, "off") != 0;
}

static bool shows(const struct nj_referee *r, const struct nj_chat *to)
{
    const struct nj_gateway *g = r->setup.gateways[to->gateway];

    NJ_ASSERT(to->gateway < r->setup.n_gateways);
    return r->setup.studio != NULL && (g->can & NJ_CAN_PICTURE) != 0;
}

void nj_pictures_taken(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_gateway *g;

    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    g = r->setup.gateways[ev->gateway];
    g->can = (uint16_t)(ev->here ? g->can | NJ_CAN_PICTURE
                                 : g->can & ~NJ_CAN_PICTURE);
}

bool nj_pictures_wanted(struct nj_referee *r, const struct nj_chat *to)
{
    struct nj_theme theme;

    return shows(r, to) && look_of(r, to, &theme);
}

/* Makes an empty one in that chat's look, of a match or (`e` NULL) of the house;
 * NULL: the chat wants or can show none. */
static struct nj_commission *commission(struct nj_referee *r,
                                        struct nj_entry *e,
                                        const struct nj_chat *to)
{
    struct nj_commission *c;
    struct nj_format f;
    struct nj_theme theme;

    if (!shows(r, to) || !look_of(r, to, &theme))
        return NULL;
    nj_tell_format(r, e, to, &f);
    c = nj_commission_create(e != NULL ? e->game->game : NULL, &f);
    c->theme = theme;
    c->match = e != NULL ? e->id : 0;
    c->aloud = to->group;
    (void)snprintf(c->chat, sizeof(c->chat), "%s", to->address);
    return c;
}

/* A group's are drawn first: more people wait for them, and how long depends on
 * nobody's own. */
void nj_pictures_keep(struct nj_referee *r, struct nj_commission *c)
{
    struct nj_commission **at = &r->pictures;

    NJ_ASSERT(c->next == NULL && c->chat[0] != '\0');
    while (*at != NULL && (!c->aloud || (*at)->aloud))
        at = &(*at)->next;
    NJ_ASSERT(c->aloud || *at == NULL); /* behind all that groups wait for */
    c->next = *at;
    *at = c;
}

/* Returns NULL if that chat gets none. */
static struct nj_commission *ask(struct nj_referee *r, struct nj_entry *e,
                                 const struct nj_chat *to,
                                 const struct nj_message *m)
{
    struct nj_commission *c =
        to->queued <= QUEUE_MAX ? commission(r, e, to) : NULL;

    if (c == NULL)
        return NULL;
    nj_commission_message(c, m);
    nj_pictures_keep(r, c);
    return c;
}

void nj_pictures_ask(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *to, const struct nj_message *m)
{
    (void)ask(r, e, to, m);
}

struct nj_poster *nj_pictures_poster(struct nj_referee *r, struct nj_entry *e,
                                     const struct nj_chat *to,
                                     struct nj_poster_text title)
{
    struct nj_commission *c =
        to->queued <= QUEUE_MAX ? commission(r, e, to) : NULL;

    if (c == NULL)
        return NULL;
    nj_pictures_keep(r, c);
    return nj_commission_poster(c, title);
}

/* What a later text of the turn shows, the earlier need not. */
static void drop_unasked(struct nj_referee *r, int64_t match, const char *chat)
{
    struct nj_commission **at = &r->pictures;

    NJ_ASSERT(match != 0 && chat[0] != '\0');
    while (*at != NULL) {
        struct nj_commission *c = *at;

        if (!c->unasked || c->match != match || strcmp(c->chat, chat) != 0) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        nj_commission_destroy(c);
    }
}

/* The texts that wait in its chat go out with it, or a moment later alone. */
static void wait_for(struct nj_referee *r, struct nj_chat *to,
                     struct nj_commission *c)
{
    NJ_ASSERT(c->caption == 0 && c->unasked);
    c->caption = ++to->captions;
    to->drawn_by_ms =
        r->steady_ms + DRAW_MS; /* the newest has as long as any */
}

static void wait_no_more(struct nj_referee *r, struct nj_chat *to)
{
    to->drawn_by_ms = 0;
    nj_rest_wake(r, to);
}

void nj_pictures_leapt(struct nj_referee *r, int64_t before_ms)
{
    NJ_ASSERT(before_ms <= r->steady_ms);
    if (r->steady_ms - before_ms < LEAP_MS)
        return;
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && r->chats[i]->drawn_by_ms > before_ms)
            r->chats[i]->drawn_by_ms = r->steady_ms + DRAW_MS;
}

void nj_pictures_bring(struct nj_referee *r, const struct nj_delivery *d)
{
    const struct nj_scene scene = {.message = d->m};
    bool captions = d->e != NULL && d->e->game->game->captions;
    struct nj_commission *c;

    NJ_ASSERT(d->to != NULL && !d->repeat);
    if (d->e == NULL || d->refusal || d->old ||
        !nj_game_lists(d->e->game->game->shown, d->m->key) ||
        !nj_picture_has(d->e->game->game, &scene) ||
        (captions && !nj_pacing_has(r, d->to, CALLS_MIN)))
        return;
    drop_unasked(r, d->e->id, d->to->address);
    c = ask(r, d->e, d->to, d->m);
    if (c == NULL) {
        if (captions)
            wait_no_more(r, d->to);
        return;
    }
    NJ_ASSERT(c->match == d->e->id && c->aloud == d->to->group);
    c->unasked = true;
    if (captions)
        wait_for(r, d->to, c);
}

/* --- the course --- */

struct course {
    struct nj_commission *list[NJ_HOMES_MAX];
    uint8_t n;
};

/* What everyone or nobody heard makes the course; rows are unpacked by the
 * studio, not here. */
static void add_row(void *ctx, const struct nj_out_row *row)
{
    struct course *course = ctx;

    if (row->seq == 0 || row->refusal ||
        (row->to != NJ_TO_ALL && row->to != NJ_TO_RECORD))
        return;
    for (uint8_t i = 0; i < course->n; i++)
        nj_commission_row(course->list[i], row->key, row->args);
}

/* It comes once a match, so it comes however much the last turn has given its
 * chats to read. */
void nj_pictures_course(struct nj_referee *r, struct nj_entry *e)
{
    struct course course = {.n = 0};

    NJ_ASSERT(nj_match_over(e->match));
    if (r->setup.studio == NULL || e->game->game->course == NULL)
        return;
    for (uint8_t i = 0; i < e->n_homes; i++) {
        struct nj_commission *c = commission(r, e, e->homes[i]);

        if (c != NULL)
            course.list[course.n++] = c;
    }
    if (course.n == 0)
        return;
    nj_out_each_of(r->store, e->id, add_row, &course);
    for (uint8_t i = 0; i < course.n; i++)
        nj_pictures_keep(r, course.list[i]);
}

/* --- turns --- */

static struct nj_commission *take(struct nj_referee *r)
{
    struct nj_commission *c = r->pictures;

    if (c != NULL)
        r->pictures = c->next;
    return c;
}

static bool is_overtaken(const struct nj_commission *c, const void *ctx)
{
    const struct nj_commission *by = ctx;

    return c->unasked && c->match == by->match &&
           strcmp(c->chat, by->chat) == 0;
}

static bool shows_older(struct nj_referee *r, struct nj_chat *c,
                        struct nj_out *o, const void *ctx)
{
    const struct nj_commission *by = ctx;

    (void)r;
    (void)c;
    NJ_ASSERT(!o->unasked || (o->row == 0 && o->picture.n > 0));
    return o->unasked && o->match == by->match;
}

/* What nobody asked for and has not gone out when the news has changed would
 * come behind a text that says otherwise. */
static void overtake(struct nj_referee *r, const struct nj_commission *by)
{
    struct nj_chat *to = nj_books_find(r, by->chat);

    NJ_ASSERT(by->unasked && by->match != 0);
    NJ_ASSERT(to != NULL); /* it was asked for this turn */
    nj_studio_drop(r->setup.studio, is_overtaken, by);
    nj_queue_sift(r, to, shows_older, by);
}

void nj_pictures_commit(struct nj_referee *r)
{
    struct nj_commission *c;

    NJ_ASSERT(!nj_store_writing(r->store));
    while ((c = take(r)) != NULL) {
        struct nj_chat *to = c->caption != 0 ? nj_books_find(r, c->chat) : NULL;

        if (c->unasked)
            overtake(r, c);
        if (!nj_studio_ask(r->setup.studio, c) && to != NULL)
            wait_no_more(r, to);
    }
    NJ_ASSERT(r->pictures == NULL);
}

void nj_pictures_undo(struct nj_referee *r)
{
    struct nj_commission *c;

    while ((c = take(r)) != NULL)
        nj_commission_destroy(c);
    NJ_ASSERT(r->pictures == NULL);
}

/* What waited for it may go, with it. False: it goes by itself, or nowhere. */
static bool hangs(struct nj_referee *r, struct nj_commission *c)
{
    struct nj_chat *to = c->caption != 0 ? nj_books_find(r, c->chat) : NULL;

    if (to == NULL)
        return false;
    NJ_ASSERT(c->unasked && c->match != 0);
    if (c->caption == to->captions) /* else a later one is on its way */
        wait_no_more(r, to);
    return c->png.n > 0 && nj_queue_hang(to, c->match, &c->png);
}

void nj_pictures_ready(struct nj_referee *r)
{
    struct nj_commission *c;

    while (r->setup.studio != NULL &&
           (c = nj_studio_take(r->setup.studio)) != NULL) {
        NJ_ASSERT(c->next == NULL && c->chat[0] != '\0');
        if (!hangs(r, c) && (c->png.n > 0 || c->made.len > 0))
            nj_tell_picture(r, c);
        nj_commission_destroy(c);
    }
}

/* --- the setting --- */

const char *nj_pictures_said(const char *look)
{
    for (size_t i = 0; i < NJ_COUNT(looks); i++)
        if (strcmp(looks[i].word, look) == 0)
            return looks[i].said;
    return "shell.pictures_off";
}
