/*
 * Handing over: after the commit, what is under way in a chat becomes one text
 * with its mentions, buttons and picture, and one call of the gateway.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define MENTIONS_MAX 4
#define JOINED_BYTES 700 /* most texts need no more, and get it in one piece */

static void call_gateway(struct nj_referee *r, const struct nj_chat *c,
                         uint64_t call, const struct nj_say *say)
{
    struct nj_gateway *g = r->setup.gateways[c->gateway];

    NJ_ASSERT(call != 0);
    if (c->group)
        g->ops->send_group(g, call, (struct nj_group){c->address}, say);
    else
        nj_private_send(r, c, call, say);
}

void nj_send_now(struct nj_referee *r, struct nj_chat *c, const char *text)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    if (!nj_pacing_open(r, c))
        return;
    nj_pacing_take(r, c);
    call_gateway(r, c, ++r->calls, &(struct nj_say){.text = text});
}

bool nj_send_takes_place(const struct nj_referee *r, const struct nj_chat *c,
                         const struct nj_out *o)
{
    NJ_ASSERT(!o->card || c->group);
    return (o->card || o->replaces[0] != '\0') &&
           nj_books_can(r, c, NJ_CAN_REPLACE);
}

/* --- one text out of what is under way --- */

static bool threads_mix(const struct nj_chat *c)
{
    return !c->group || c->n_entries > 1;
}

/* Says who is notified, and where in the text he is asked for something. */
struct mentioned {
    const char *who[MENTIONS_MAX];
    size_t at[MENTIONS_MAX];
    uint32_t n;
};

/* Each stands there once, where he is asked last: that is what counts. */
static void note_mention(const struct nj_out *o, size_t at, struct mentioned *m)
{
    uint32_t known = 0, kept = 0;

    if (o->mention == NULL)
        return;
    for (; known < m->n; known++) {
        if (strcmp(m->who[known], o->mention) == 0)
            continue;
        m->who[kept] = m->who[known];
        m->at[kept++] = m->at[known];
    }
    m->n = kept;
    if (m->n == MENTIONS_MAX)
        return;
    m->who[m->n] = o->mention;
    m->at[m->n++] = at;
    NJ_ASSERT(m->n == 1 || m->at[m->n - 2] <= at);
}

/* Knows what stands above the lines of a text so far. */
struct heads {
    int64_t thread, late_min;
    bool repeats; /* what stands last may be a repeat */
};

/* Says once where what may repeat begins, and where it ends. */
static void put_repeat(struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_out *o, bool repeat, bool is_new,
                       struct nj_str *text)
{
    const char *mark =
        nj_catalog_get(r->setup.catalog, nj_books_lang(r, c), "shell.repeat");

    NJ_ASSERT(mark != NULL);
    if (repeat)
        nj_str_puts(text, mark);
    else if (!is_new)
        nj_late_over(r, c, o, text);
}

static void put_heads(struct nj_referee *r, const struct nj_chat *c,
                      const struct nj_out *o, bool repeat, struct heads *h,
                      struct nj_str *text)
{
    bool late = h->late_min != 0;

    NJ_ASSERT((o->match == 0) == (o->game == NULL));
    if (o->match != h->thread && o->match != 0 && threads_mix(c)) {
        nj_tell_tag(r, o, c, text);
        h->repeats = false; /* another thread says so again */
    }
    h->thread = o->match != 0 ? o->match : h->thread; /* once: UX-4 */
    nj_late_head(r, c, o, &h->late_min, text);
    if (repeat != h->repeats)
        put_repeat(r, c, o, repeat, late && h->late_min == 0, text);
    h->repeats = repeat;
}

/* `edit`: it takes the place of what it may repeat, so nothing is there
 * twice. */
static void join_text(struct nj_referee *r, const struct nj_chat *c, bool edit,
                      struct nj_str *text, struct mentioned *m)
{
    struct heads h = {.thread = 0};

    NJ_ASSERT(c->under_way != NULL);
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        if (text->len > 0)
            nj_str_putc(text, '\n');
        put_heads(r, c, o, o->repeat && !edit, &h, text);
        note_mention(o, text->len, m);
        nj_str_puts(text, o->text);
    }
}

/* Buttons end a text, as its picture does: no more than a receipt stands
 * behind the message that has them. */
static void put_buttons(const struct nj_buttons *from,
                        struct nj_button out[NJ_BUTTONS_MAX],
                        struct nj_say *say)
{
    NJ_ASSERT(from->n <= NJ_BUTTONS_MAX); /* 0: none any more */
    NJ_ASSERT(from->url[0] == '\0' || from->n == 1);
    for (uint32_t i = 0; i < from->n; i++) {
        out[i] = (struct nj_button){.label = from->item[i].label,
                                    .token = from->item[i].token};
        if (i == 0 && from->url[0] != '\0')
            out[i] = (struct nj_button){.label = from->item[i].label,
                                        .url = from->url};
    }
    say->buttons = out;
    say->n_buttons = from->n;
    say->columns = from->columns;
}

static const struct nj_out *with_picture(const struct nj_out *o)
{
    while (o != NULL && o->picture.n == 0)
        o = o->next;
    return o;
}

/* Finds the card or menu that this one replaces; NULL: it is a new message. */
static const char *replaced(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_out *o = c->under_way;
    const struct nj_posted *p;

    NJ_ASSERT(o != NULL && (!o->card || c->group));
    p = nj_posted_of(c, o->match);
    if (!nj_send_takes_place(r, c, o))
        return NULL;
    if (o->replaces[0] != '\0')
        return o->replaces;
    return p != NULL && p->card[0] != '\0' ? p->card : NULL;
}

static void hand_over(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_str text = NJ_STR_INIT(2 * NJ_TELL_MAX);
    struct mentioned m = {.n = 0};
    struct nj_button buttons[NJ_BUTTONS_MAX];
    const struct nj_out *pressed = nj_queue_pressed(c->under_way);
    const struct nj_out *shown = with_picture(c->under_way);
    struct nj_say say = {.mentions = m.who,
                         .places = m.at,
                         .replaces = replaced(r, c),
                         .kept = !c->group,
                         .folded = c->under_way->folded};

    NJ_ASSERT(c->gateway < r->setup.n_gateways);
    NJ_ASSERT(c->call != 0);
    NJ_ASSERT(c->under_way->file == NULL || c->under_way->next == NULL);
    NJ_ASSERT(say.replaces == NULL || c->under_way->next == NULL);
    nj_str_room(&text, JOINED_BYTES);
    join_text(r, c, say.replaces != NULL, &text, &m);
    NJ_ASSERT(!text.over);
    say.text = text.p;
    if (c->group) {
        say.key = c->under_way->key;
        say.n_mentions = m.n;
    } else if (nj_books_can(r, c, NJ_CAN_FETCH)) {
        say.fetch = nj_catalog_get(r->setup.catalog, nj_books_lang(r, c),
                                   "shell.button.fetch");
    }
    if (pressed != NULL)
        put_buttons(pressed->buttons, buttons, &say);
    if (shown != NULL)
        say.picture = (struct nj_picture){shown->picture.p, shown->picture.n};
    if (c->under_way->file != NULL)
        say.file = (struct nj_file){
            .name = c->under_way->file->name,
            .bytes = (const unsigned char *)c->under_way->file->bytes,
            .n = c->under_way->file->n};
    call_gateway(r, c, c->call, &say);
    nj_str_fini(&text);
}

/* --- all chats --- */

/* Notes how far a long text has got. */
static void note_parts(struct nj_chat *c)
{
    NJ_ASSERT(c->handing && c->call != 0);
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        if (o->whole != 0) {
            c->part_row = o->whole;
            c->parts_gone = o->part;
        } else if (o->row != 0 && o->row == c->part_row) {
            c->part_row = 0;
        }
    }
}

/* What is said aloud goes before what follows from it in private (MK-10.3),
 * whichever chat has waited longer. */
static void hand_all_over(struct nj_referee *r, bool groups)
{
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->handing && c->group == groups) {
            NJ_ASSERT(c->under_way != NULL && c->active);
            note_parts(c);
            hand_over(r, c);
        }
}

void nj_send_marked(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    hand_all_over(r, true);
    hand_all_over(r, false);
    nj_rest_begin(r);
}
