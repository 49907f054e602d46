/*
 * Rows of the outbox that are read again become messages again: arguments and
 * choices out of the row, the match out of the books.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "match/match.h"
#include "match/message.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define BETWEEN '\n' /* choices; none has a line break in it */

/* --- choices --- */

void nj_stored_pack_choices(const struct nj_message *m, struct nj_str *out)
{
    for (uint32_t i = 0; i < m->n_choices; i++) {
        NJ_ASSERT(strchr(m->choices[i], BETWEEN) == NULL);
        if (i > 0)
            nj_str_putc(out, BETWEEN);
        nj_str_puts(out, m->choices[i]);
    }
}

/* A damaged row gives no more of them than a question can have. */
static void unpack_choices(const char *text, struct nj_arena *arena,
                           struct nj_message *m)
{
    const char **list;

    NJ_ASSERT(m->n_choices == 0);
    if (text[0] == '\0')
        return;
    list = nj_arena_alloc(arena, NJ_CHOICES_MAX * sizeof(*list));
    while (m->n_choices < NJ_CHOICES_MAX) {
        const char *end = strchr(text, BETWEEN);
        size_t n = end != NULL ? (size_t)(end - text) : strlen(text);

        list[m->n_choices++] = nj_arena_copy(arena, text, n);
        if (end == NULL)
            break;
        text = end + 1;
    }
    m->choices = list;
}

/* --- cards --- */

static void look_for_card(void *ctx, const struct nj_out_row *row)
{
    bool *out = ctx;

    *out =
        *out || ((row->state == NJ_OUT_SENT || row->state == NJ_OUT_UNKNOWN) &&
                 nj_tell_is_card(row->key));
}

void nj_stored_card(struct nj_referee *r, struct nj_entry *e)
{
    bool out = false;

    nj_out_each_of(r->store, e->id, look_for_card, &out);
    e->card_out = out;
}

/* --- rows --- */

/* A row is a message again, until over(). */
struct reread {
    struct nj_arena arena;
    struct nj_message m;
    struct nj_entry *past; /* of a match that is over; NULL: it is not */
    struct nj_delivery d;
};

static void over(struct reread *w)
{
    nj_books_past_free(w->past);
    nj_arena_fini(&w->arena);
}

/* False: the store fails. */
static bool reread(struct nj_referee *r, const struct nj_out_row *row,
                   struct reread *w)
{
    struct nj_entry *e = row->match != 0 ? nj_books_entry(r, row->match) : NULL;

    NJ_ASSERT(row->chat[0] != '\0');
    *w = (struct reread){.arena = NJ_ARENA_INIT(4096),
                         .m = {.key = row->key, .clause = row->clause}};
    if (row->match != 0 && e == NULL)
        w->past = nj_books_past(r, row->match);
    w->d = (struct nj_delivery){.e = e != NULL ? e : w->past,
                                .m = &w->m,
                                .to = nj_books_chat(r, row->chat),
                                .seat = NJ_SEAT_NONE,
                                .seq = row->seq,
                                .receipt = row->receipt,
                                .refusal = row->refusal,
                                .repeat = row->repeat,
                                .bare = e != NULL,
                                .at_ms = row->at_ms,
                                .tries = row->tries};
    nj_columns_args(r->store, row, &w->arena, &w->m.args);
    unpack_choices(row->choices, &w->arena, &w->m);
    if (e != NULL && nj_tell_is_card(row->key))
        nj_stored_card(r, e);
    return nj_store_good(r->store) &&
           (w->d.e == NULL || nj_sitters_load(r, w->d.e));
}

void nj_stored_queue(struct nj_referee *r, const struct nj_out_row *row)
{
    struct reread w;

    if (reread(r, row, &w))
        nj_tell_again(r, &w.d, row->id);
    over(&w);
}

struct softening {
    struct nj_referee *r;
    char *text;
};

static void soften(void *ctx, const struct nj_out_row *row)
{
    struct softening *s = ctx;
    struct reread w;

    NJ_ASSERT(s->text == NULL);
    if (reread(s->r, row, &w)) {
        char *plain = nj_tell_text(s->r, &w.d);

        w.d.mild = true;
        s->text = nj_tell_text(s->r, &w.d);
        if (strcmp(plain, s->text) == 0) {
            free(s->text);
            s->text = NULL;
        }
        free(plain);
    }
    over(&w);
}

char *nj_stored_milder(struct nj_referee *r, const struct nj_out *o)
{
    struct softening s = {.r = r};

    if (o->row != 0 && o->part == 0)
        (void)nj_out_load(r->store, o->row, soften, &s);
    return s.text;
}

/* --- what hangs under them --- */

struct dressing {
    struct nj_referee *r;
    struct nj_chat *to;
    struct nj_out *o;
};

/* Who is notified; false: the message is of a turn that is over, and nothing
 * hangs under it. */
static bool is_of_now(const struct nj_out *o, struct nj_delivery *d)
{
    const struct nj_arg *seat = nj_message_arg(d->m, "seat");
    nj_seat_set due;

    NJ_ASSERT(d->mention == NULL);
    if (o->hear != NJ_HEAR_TURN || d->seq == 0 || d->e->match == NULL)
        return true;
    due = nj_match_awaited(d->e->match);
    d->mention = nj_tell_mention(d->e, d->m, due);
    return seat == NULL || seat->type != NJ_ARG_SEAT || seat->i < 0 ||
           (due & nj_bit((nj_seat)seat->i)) != 0;
}

/* The match says what may be pressed now: it is awake. */
static void dress(void *ctx, const struct nj_out_row *row)
{
    const struct dressing *w = ctx;
    struct nj_referee *r = w->r;
    struct nj_entry *e = nj_books_entry(r, row->match);
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_message m = {.key = row->key, .clause = row->clause};
    struct nj_delivery d = {
        .e = e, .m = &m, .to = w->to, .seat = NJ_SEAT_NONE, .seq = row->seq};

    NJ_ASSERT(w->o->row == row->id && w->o->buttons == NULL);
    NJ_ASSERT(w->o->match == row->match && !w->o->bare);
    if (e == NULL || !nj_sitters_load(r, e) ||
        (e->match == NULL && e->state != NJ_MATCH_LOBBY))
        return;
    if (row->to <= NJ_TO_RECORD)
        m.to = (struct nj_audience){.to = (enum nj_to)row->to,
                                    .seats = row->seats};
    nj_columns_args(r->store, row, &arena, &m.args);
    unpack_choices(row->choices, &arena, &m);
    if (nj_store_good(r->store) && is_of_now(w->o, &d))
        w->o->buttons = nj_buttons_make(r, &d);
    if (d.mention != NULL)
        w->o->mention = nj_strndup(d.mention, strlen(d.mention));
    nj_arena_fini(&arena);
}

static bool is_asleep(const struct nj_entry *e)
{
    return e != NULL && e->state == NJ_MATCH_RUNNING && e->match == NULL;
}

bool nj_stored_dress(struct nj_referee *r, struct nj_chat *c, struct nj_out *o)
{
    struct dressing w = {.r = r, .to = c, .o = o};
    bool hung = nj_books_can(r, c, NJ_CAN_BUTTONS) || o->hear == NJ_HEAR_TURN;

    NJ_ASSERT(!o->bare || (o->buttons == NULL && o->mention == NULL));
    if (!o->bare || o->row == 0) /* a part has nothing; its last one may */
        return true;
    if (hung && is_asleep(nj_books_entry(r, o->match)))
        return false;
    o->bare = false;
    if (hung)
        (void)nj_out_load(r->store, o->row, dress, &w);
    return true;
}
