/*
 * The outbox (design 5): what of the queues goes this turn, what becomes of
 * its rows, and rows of the store that are queued again.
 *
 * Per chat there is at most one call outstanding, so order holds. Before the
 * commit of a turn the messages that will go are chosen and marked `sending`;
 * after it they are handed over (send.c). A fate comes back as an event and is
 * marked in the next transaction (fate.c).
 */
#include "referee/speech/outbox.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define FOLD_BYTES ((size_t)8 * NJ_TEXT_OUT_MAX) /* of folded ones together */

void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason)
{
    bool in_part = o->begun && state == NJ_OUT_PENDING;
    const struct nj_out_mark mark = {.id = o->row,
                                     .state = state,
                                     .repeat = o->repeat || in_part,
                                     .tries = o->tries,
                                     .reason = reason};

    NJ_ASSERT(o->row >= 0);
    if (o->row != 0)
        nj_out_mark(r->store, &mark);
}

/* How much stands in a text, which match spoke last (0: none), and whether what
 * stands last may be a repeat. */
struct filled {
    size_t bytes, lines;
    int64_t thread;
    bool repeats;
};

/* Adds what a message takes at most: a line break, its tag (in private a line)
 * where another match spoke before it, and what says that repeats begin, or that
 * they are over. */
static void fill(struct filled *f, const struct nj_out *o)
{
    bool tagged = o->match != 0 && o->match != f->thread;
    bool repeats = f->repeats && !tagged;
    bool over = repeats && !o->repeat;

    NJ_ASSERT(o->match >= 0);
    f->bytes += strlen(o->text) + 1 + (tagged ? NJ_TAG_BYTES : 0) +
                (o->repeat && !repeats ? NJ_TAG_BYTES : 0) +
                (over ? NJ_LATE_BYTES : 0);
    f->lines += nj_queue_lines(o->text) + tagged + over;
    f->thread = o->match != 0 ? o->match : f->thread;
    f->repeats = o->repeat;
}

/* Everything that waits has to go in the same text. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency)
{
    struct filled f = {.bytes = strlen(text) + NJ_TAG_BYTES + NJ_LATE_BYTES,
                       .lines = nj_queue_lines(text) + 2};

    NJ_ASSERT((to->head == NULL) == (to->queued == 0));
    if (to->missed != NULL)
        return false;
    if (to->head != NULL && nj_queue_urgency(to) < urgency)
        urgency = nj_queue_urgency(to);
    if (!nj_pacing_ready(r, to, urgency))
        return false;
    if (to->head == NULL)
        return true;
    for (const struct nj_out *o = to->head; o != NULL; o = o->next) {
        if (o->row != 0 && !o->sending)
            return false;
        fill(&f, o);
    }
    return nj_queue_fits(to, f.bytes, f.lines);
}

/* The rest of a long text that has left in part is not said any more. */
static void forget_parts(struct nj_chat *c, const struct nj_out *o)
{
    if (o->row == 0 || o->row != c->part_row)
        return;
    c->part_row = 0;
    c->parts_gone = 0;
}

static bool is_dropped(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *o, const void *match)
{
    if (o->match != *(const int64_t *)match)
        return false;
    NJ_ASSERT(o != c->under_way);
    forget_parts(c, o);
    nj_outbox_mark_row(r, o, NJ_OUT_KEPT, "");
    return true;
}

void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    NJ_ASSERT(match != 0); /* or all that the shell says would go */
    nj_queue_sift(r, c, is_dropped, &match);
}

/* --- choosing what goes --- */

/* A part of a long text leaves: should its row be read again, it comes again
 * as a whole, and marked. */
static void begin_row(struct nj_referee *r, const struct nj_chat *c,
                      int64_t row)
{
    struct nj_out *o = c->head;

    NJ_ASSERT(row != 0);
    while (o != NULL && o->row != row)
        o = o->next;
    if (o == NULL || o->begun)
        return;
    o->begun = true;
    o->sending = false;
    nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
}

/* A picture with no more than its title goes alone, as a file and a folded
 * record do. */
static bool stands_alone(const struct nj_referee *r, const struct nj_chat *c,
                         const struct nj_out *o)
{
    return (o->picture.n > 0 && o->row == 0) || o->file != NULL || o->folded ||
           nj_send_takes_place(r, c, o);
}

/* Counts what goes in one text so far. */
struct batch {
    const struct nj_out *first;
    struct filled in;
    bool alone; /* nothing may follow in the same text */
    bool ended; /* buttons or a picture hang under it: no more than a receipt
                 * may follow */
    bool late;
};

/* Is it folded like what is in the text already, and not too much? */
static bool folds_with(const struct nj_out *first, const struct nj_out *o,
                       size_t bytes)
{
    NJ_ASSERT(o != first);
    return first->folded && first->row != 0 && o->folded && o->row != 0 &&
           first->match == o->match && bytes <= FOLD_BYTES;
}

/* Adds it, if it goes in the same text as those before it. */
static bool joins(const struct nj_referee *r, const struct nj_chat *c,
                  struct batch *b, const struct nj_out *o)
{
    struct filled in = b->in;
    bool alone = stands_alone(r, c, o);

    NJ_ASSERT(b->first != NULL || b->in.bytes == 0);
    fill(&in, o);
    b->late = b->late || nj_late_is(r, o);
    in.bytes += b->late ? NJ_LATE_BYTES : 0;
    in.lines += b->late;
    if (b->first != NULL && !folds_with(b->first, o, in.bytes) &&
        (!nj_queue_fits(c, in.bytes, in.lines) || b->alone || alone ||
         (b->ended && !o->receipt)))
        return false;
    b->first = b->first != NULL ? b->first : o;
    b->in = in;
    b->alone = alone;
    b->ended = b->ended || o->buttons != NULL || o->picture.n > 0;
    return true;
}

/* Hangs under those that were read again what belongs there, as far as they go
 * in the next text. Returns a match that is to be woken first, or 0. */
static int64_t dress_batch(struct nj_referee *r, struct nj_chat *c)
{
    struct batch b = {.first = NULL};
    struct nj_out *o = c->head;

    NJ_ASSERT(c->call == 0 && c->under_way == NULL);
    while (o != NULL && !o->bare)
        o = o->next;
    if (o == NULL)
        return 0;
    for (o = c->head; o != NULL; o = o->next) {
        if (!nj_stored_dress(r, c, o))
            return o->match;
        if (!joins(r, c, &b, o))
            break;
    }
    return 0;
}

/* Moves as many messages from the queue to `under_way` as fit one text. */
static void take_batch(struct nj_referee *r, struct nj_chat *c)
{
    struct batch b = {.first = NULL};
    struct nj_out **end = &c->under_way;

    NJ_ASSERT(c->under_way == NULL);
    while (c->head != NULL) {
        struct nj_out *o = c->head;

        if (o->urgency == NJ_URGENT_GATHER || o->card)
            nj_pacing_gathered(r, c);
        if (!joins(r, c, &b, o))
            break;
        c->head = o->next;
        if (c->head == NULL)
            c->tail = NULL;
        o->next = NULL;
        *end = o;
        end = &o->next;
        c->queued--;
        r->queued--;
        if (!o->sending)
            nj_outbox_mark_row(r, o, NJ_OUT_SENDING, "");
        o->sending = true;
        if (o->whole != 0)
            begin_row(r, c, o->whole);
    }
    NJ_ASSERT((c->head == NULL) == (c->queued == 0));
}

static void start_call(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->call == 0);
    NJ_ASSERT(c->head != NULL);
    nj_pacing_take(r, c);
    nj_calls_begin(r, c, ++r->calls);
    c->handing = true;
    take_batch(r, c);
    NJ_ASSERT(c->under_way != NULL);
}

/* What was stored as `sending` and had to wait after all: other chats used up
 * the pace of the gateway, or the text was full. */
static void take_back(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->call == 0 || c->under_way != NULL);
    c->presumed = false;
    for (struct nj_out *o = c->head; o != NULL; o = o->next)
        if (o->sending) {
            o->sending = false;
            nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
        }
}

int64_t nj_outbox_mark(struct nj_referee *r)
{
    NJ_ASSERT(r->active == NULL || r->active->active);
    nj_rest_order(r);
    /* Prompts to waiting players go before all else: UX-6.2. */
    for (int urgent = 1; urgent >= 0; urgent--)
        for (struct nj_chat *c = r->active; c != NULL; c = c->next_active) {
            int64_t asleep;

            if (c->head == NULL ||
                (urgent && nj_queue_urgency(c) > NJ_URGENT_MATCH) ||
                !nj_pacing_ready(r, c, nj_queue_urgency(c)))
                continue;
            asleep = dress_batch(r, c);
            if (asleep != 0)
                return asleep;
            start_call(r, c);
        }
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->presumed)
            take_back(r, c);
    return 0;
}

/* --- from the store --- */

struct reading {
    struct nj_referee *r;
    int64_t *ids;
    uint32_t n;
};

static void note_id(void *ctx, const struct nj_out_row *row)
{
    struct reading *rd = ctx;

    rd->ids = nj_grow(rd->ids, rd->n, sizeof(*rd->ids));
    rd->ids[rd->n++] = row->id;
}

static void push_row(void *ctx, const struct nj_out_row *row)
{
    struct reading *rd = ctx;

    nj_stored_queue(rd->r, row);
}

/* Rendering may wake a match, which reads the store: ids first, then rows. */
static void push_all(struct reading *rd)
{
    NJ_ASSERT(rd->n == 0 || rd->ids != NULL);
    for (uint32_t i = 0; i < rd->n; i++)
        (void)nj_out_load(rd->r->store, rd->ids[i], push_row, rd);
    free(rd->ids);
}

/* What stands in a group is changed there, not said anew. */
static void link_card(void *ctx, int64_t match, const char *chat,
                      const char *message)
{
    const struct nj_entry *e = nj_books_entry(ctx, match);

    for (uint8_t i = 0; e != NULL && i < e->n_homes; i++)
        if (strcmp(e->homes[i]->address, chat) == 0)
            nj_str_copy(nj_posted_note(e->homes[i], match)->card, NJ_MSG_ID_MAX,
                        message);
}

void nj_outbox_read(struct nj_referee *r)
{
    struct reading rd = {.r = r};

    NJ_ASSERT(r->queued == 0);
    nj_card_each_open(r->store, link_card, r);
    NJ_ASSERT(r->active == NULL && nj_calls_count(r) == 0);
    nj_out_each_pending(r->store, note_id, &rd);
    push_all(&rd);
}

void nj_outbox_release(struct nj_referee *r, struct nj_chat *c)
{
    struct reading rd = {.r = r};
    struct nj_out *newer;

    if (nj_out_refused(r->store, c->address) == 0)
        return;
    newer = nj_queue_take(r, c);
    NJ_ASSERT(c->queued == 0 && c->tail == NULL);
    nj_out_release(r->store, c->address, note_id, &rd);
    push_all(&rd);
    while (newer != NULL) {
        struct nj_out *o = newer;

        newer = o->next;
        nj_queue_append(r, c, o);
    }
}
