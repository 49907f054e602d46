/*
 * Queues of chats: the order in which messages wait, and texts that are too
 * long for one message.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define PUBLIC_BYTES  1500 /* UX-4: hard limits of one message */
#define PRIVATE_BYTES 3500
#define LINES_MAX     40

void nj_queue_free(struct nj_out *out)
{
    NJ_ASSERT(out->file == NULL || out->picture.p == NULL);
    free(out->mention);
    free(out->asker);
    free(out->buttons);
    free(out->picture.p);
    if (out->file != NULL)
        free(out->file->bytes);
    free(out->file);
    free(out->text);
    free(out);
}

struct nj_out *nj_queue_copy(const struct nj_out *o)
{
    struct nj_out *copy = nj_alloc(sizeof(*copy));

    *copy = *o;
    copy->next = NULL;
    copy->text = nj_strndup(o->text, strlen(o->text));
    if (o->picture.n > 0) {
        copy->picture.p = nj_alloc(o->picture.n);
        memcpy(copy->picture.p, o->picture.p, o->picture.n);
    }
    if (o->file != NULL) {
        copy->file = nj_alloc(sizeof(*copy->file));
        *copy->file = *o->file;
        copy->file->bytes = nj_strndup(o->file->bytes, o->file->n);
    }
    if (o->mention != NULL)
        copy->mention = nj_strndup(o->mention, strlen(o->mention));
    if (o->asker != NULL)
        copy->asker = nj_strndup(o->asker, strlen(o->asker));
    if (o->buttons != NULL) {
        copy->buttons = nj_alloc(sizeof(*copy->buttons));
        *copy->buttons = *o->buttons;
    }
    NJ_ASSERT(copy->next == NULL);
    return copy;
}

/* --- the list --- */

/*
 * Where what has to last goes: behind all that waits, but in front of answers
 * that have waited for a turn or more. Somebody who asks a hundred questions
 * would hold up the match for everybody else.
 */
static struct nj_out **place_of(const struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out **at = NULL;
    struct nj_out **link = &c->head;

    NJ_ASSERT(c->queued > 0);
    for (; *link != NULL; link = &(*link)->next) {
        const struct nj_out *o = *link;

        if (o->row != 0 || o->whole != 0)
            at = NULL;
        else if (at == NULL && o->queued_ms < r->now_ms && o->part <= 1)
            at = link; /* the rest of a text stays behind its beginning */
    }
    NJ_ASSERT(at == NULL || ((*at)->row == 0 && (*at)->whole == 0));
    return at != NULL ? at : link;
}

/* Is it a line of the same turn that has not begun to go out? */
static bool is_said_with(const struct nj_out *o, const struct nj_out *out)
{
    return o->match == out->match && o->row + o->whole != 0 &&
           o->at_ms == out->at_ms && !o->folded && !o->card && !o->begun;
}

/* What is folded is a post of its own: in front of the lines of its turn, which
 * so stay one text. */
static struct nj_out **in_front_of_turn(struct nj_chat *c, struct nj_out **end,
                                        const struct nj_out *out)
{
    struct nj_out **at = end;

    NJ_ASSERT(out->folded && out->match != 0);
    for (struct nj_out **link = &c->head; link != end; link = &(*link)->next)
        if (!is_said_with(*link, out))
            at = end;
        else if (at == end)
            at = link;
    NJ_ASSERT(at == end || is_said_with(*at, out));
    return at;
}

void nj_queue_forget_fated(struct nj_chat *c)
{
    while (c->fated != NULL) {
        struct nj_out *o = c->fated;

        c->fated = o->next;
        nj_queue_free(o);
    }
    c->fated_call = 0;
    NJ_ASSERT(c->fated == NULL);
}

void nj_queue_append(struct nj_referee *r, struct nj_chat *c,
                     struct nj_out *out)
{
    struct nj_out **at;

    NJ_ASSERT((c->head == NULL) == (c->tail == NULL));
    NJ_ASSERT(out->row == 0 || out->whole == 0);
    if (r->asking != NULL && out->urgency != NJ_URGENT_MATCH &&
        out->asker == NULL)
        out->asker = nj_strndup(r->asking->address, strlen(r->asking->address));
    at = c->queued > 0 && out->row + out->whole != 0 ? place_of(r, c)
         : c->tail != NULL                           ? &c->tail->next
                                                     : &c->head;
    if (out->folded && out->row != 0 && out->match != 0)
        at = in_front_of_turn(c, at, out);
    out->next = *at;
    *at = out;
    if (out->next == NULL)
        c->tail = out;
    c->queued++;
    r->queued++;
    nj_rest_activate(r, c);
    NJ_ASSERT(c->tail->next == NULL);
}

const struct nj_out *nj_queue_pressed(const struct nj_out *list)
{
    while (list != NULL && list->buttons == NULL)
        list = list->next;
    return list;
}

bool nj_queue_hang(struct nj_chat *c, int64_t match, struct nj_png *picture)
{
    struct nj_out *last = NULL;

    NJ_ASSERT(match != 0 && picture->n > 0);
    for (struct nj_out *o = c->head; o != NULL; o = o->next) {
        if (o->row == 0 || o->match != match || o->card || o->folded)
            continue;
        if (last != NULL) { /* what it showed has changed */
            free(last->picture.p);
            last->picture = (struct nj_png){NULL, 0};
        }
        last = o;
    }
    if (last == NULL)
        return false;
    free(last->picture.p);
    NJ_ASSERT(last->row != 0);
    last->picture = *picture;
    *picture = (struct nj_png){NULL, 0};
    return true;
}

void nj_queue_prepend(struct nj_referee *r, struct nj_chat *c,
                      struct nj_out *list)
{
    struct nj_out *last = list;

    NJ_ASSERT(c->head == NULL || c->tail->next == NULL);
    NJ_ASSERT((c->head == NULL) == (c->tail == NULL));
    if (list == NULL)
        return;
    for (;; last = last->next) {
        c->queued++;
        r->queued++;
        if (last->next == NULL)
            break;
    }
    last->next = c->head;
    c->head = list;
    if (c->tail == NULL)
        c->tail = last;
    NJ_ASSERT((c->head == NULL) == (c->queued == 0));
    nj_rest_activate(r, c);
}

struct nj_out *nj_queue_take(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out *list = c->head;

    NJ_ASSERT(r->queued >= c->queued);
    NJ_ASSERT((c->head == NULL) == (c->queued == 0));
    r->queued -= c->queued;
    c->queued = 0;
    nj_rest_wake(r, c);
    c->head = c->tail = NULL;
    return list;
}

void nj_queue_move(struct nj_referee *r, struct nj_chat *from,
                   struct nj_chat *to)
{
    NJ_ASSERT(from != to && from->group == to->group);
    nj_heard_carry(r, from);
    nj_queue_prepend(r, to, nj_queue_take(r, from));
    if (from->waiting) {
        to->waiting = true;
        nj_rest_activate(r, to); /* or nobody asks what it waits for */
    }
    from->waiting = false;
    NJ_ASSERT(from->head == NULL && from->missed == NULL);
}

void nj_queue_sift(struct nj_referee *r, struct nj_chat *c,
                   bool (*goes)(struct nj_referee *r, struct nj_chat *c,
                                struct nj_out *o, const void *ctx),
                   const void *ctx)
{
    struct nj_out **link = &c->head;

    c->tail = NULL;
    while (*link != NULL) {
        struct nj_out *o = *link;

        if (!goes(r, c, o, ctx)) {
            c->tail = o;
            link = &o->next;
            continue;
        }
        *link = o->next;
        c->queued--;
        r->queued--;
        nj_queue_free(o);
        nj_rest_wake(r, c);
    }
    NJ_ASSERT((c->head == NULL) == (c->queued == 0));
    NJ_ASSERT((c->head == NULL) == (c->tail == NULL));
}

static bool has_left(struct nj_referee *r, struct nj_chat *c, struct nj_out *o,
                     const void *ctx)
{
    NJ_ASSERT(o->whole == 0 || o->part > 0);
    (void)r;
    (void)ctx;
    o->begun = o->begun || (c->part_row != 0 && o->row == c->part_row);
    return c->part_row != 0 && o->whole == c->part_row &&
           o->part <= c->parts_gone;
}

/* The queue has been read again, in a process that has handed over parts of
 * that row already: the rest of it is enough. */
static void skip(struct nj_referee *r, struct nj_chat *c, int64_t row,
                 uint32_t parts_gone)
{
    c->part_row = row;
    c->parts_gone = parts_gone;
    nj_queue_sift(r, c, has_left, NULL);
}

bool nj_queue_keep(struct nj_chat *c, struct nj_queue_kept *k)
{
    bool fated = c->fated_call != 0;
    struct nj_out **list = fated ? &c->fated : &c->under_way;

    NJ_ASSERT(!fated || c->call == 0 || c->handing);
    *k = (struct nj_queue_kept){.hold_until_ms = c->hold_until_ms,
                                .part_row = c->part_row,
                                .failures = c->failures,
                                .parts_gone = c->parts_gone,
                                .muted = c->muted};
    if (fated || (c->call != 0 && !c->handing)) {
        k->call = fated ? c->fated_call : c->call;
        k->list = *list;
        *list = NULL;
    }
    NJ_ASSERT(k->call != 0 || k->list == NULL);
    return k->call != 0 || k->hold_until_ms != 0 || k->part_row != 0 ||
           k->failures > 0 || k->muted;
}

void nj_queue_restore(struct nj_referee *r, struct nj_chat *c,
                      const struct nj_queue_kept *k)
{
    NJ_ASSERT(k->call != 0 || k->list == NULL);
    NJ_ASSERT(c->call == 0 && c->under_way == NULL);
    c->hold_until_ms = k->hold_until_ms;
    c->failures = k->failures;
    c->muted = k->muted;
    if (k->call != 0)
        nj_calls_begin(r, c, k->call);
    c->under_way = k->list;
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        struct nj_entry *e = o->card ? nj_books_entry(r, o->match) : NULL;

        if (e != NULL)
            nj_stored_card(r, e);
    }
    skip(r, c, k->part_row, k->parts_gone);
    if (c->call != 0)
        nj_rest_activate(r, c);
}

uint8_t nj_queue_urgency(const struct nj_chat *c)
{
    uint8_t best = UINT8_MAX;

    NJ_ASSERT(c->head != NULL);
    for (const struct nj_out *o = c->head; o != NULL; o = o->next)
        best = o->urgency < best ? o->urgency : best;
    return best;
}

/* --- long texts --- */

uint32_t nj_queue_owed(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_chat *who)
{
    uint32_t n = 0;

    for (const struct nj_out *o = c->head; o != NULL; o = o->next)
        n += o->asker != NULL && o->queued_ms < r->now_ms &&
             strcmp(o->asker, who->address) == 0;
    return n;
}

static size_t limit_of(const struct nj_chat *c)
{
    return c->group ? PUBLIC_BYTES : PRIVATE_BYTES;
}

size_t nj_queue_lines(const char *text)
{
    size_t n = 1;

    while ((text = strchr(text, '\n')) != NULL) {
        n++;
        text++;
    }
    return n;
}

bool nj_queue_fits(const struct nj_chat *c, size_t bytes, size_t lines)
{
    return bytes <= limit_of(c) && lines <= LINES_MAX;
}

/* A line of a board of text begins with a wide blank or a wide figure. */
static bool is_drawn(const char *line)
{
    static const char blank[] = "\xe3\x80\x80"; /* U+3000 */
    static const char wide[] = "\xef\xbc";      /* U+FF10 to FF19 */

    return strncmp(line, blank, sizeof(blank) - 1) == 0 ||
           (strncmp(line, wide, sizeof(wide) - 1) == 0 &&
            (uint8_t)line[2] >= 0x90 && (uint8_t)line[2] <= 0x99);
}

/* The cut in front of the board, title included, that one at `end` would part;
 * `end` if it parts none, or the board begins the text. */
static size_t spare_board(const char *text, size_t end)
{
    size_t at = end;

    NJ_ASSERT(text[end] == '\n');
    while (at > 0 && is_drawn(text + at + 1)) {
        do
            at--;
        while (at > 0 && text[at] != '\n');
    }
    return at > 0 ? at : end;
}

/* Where to cut a text that is too long: at an empty line if that leaves half a
 * message or more, in front of a board, behind a line, else at a character. */
static size_t cut_at(const char *text, size_t max)
{
    size_t lines = 0, end = 0, empty = 0;

    NJ_ASSERT(max > 0);
    for (size_t i = 0; i < max && lines < LINES_MAX; i++) {
        NJ_ASSERT(text[i] != '\0'); /* then it would not be too long */
        if (text[i] == '\n') {
            if (i > 0 && text[i + 1] == '\n')
                empty = i;
            end = i;
            lines++;
        }
    }
    if (empty > end / 2)
        return empty;
    return end > 0 ? spare_board(text, end)
                   : nj_utf8_cut(text, strlen(text), max);
}

static bool fits(const char *text, size_t max)
{
    NJ_ASSERT(max > 0);
    return strlen(text) <= max && nj_queue_lines(text) <= LINES_MAX;
}

/* A card that still waits says less than the one that will take its place:
 * six people who sit down within a second cost one edit. And what has passed
 * is not said any more. */
static bool is_overtaken(struct nj_referee *r, struct nj_chat *c,
                         struct nj_out *o, const void *ctx)
{
    const struct nj_out *by = ctx;
    bool over = o->match == by->match && !o->begun &&
                ((o->card && by->card && nj_send_takes_place(r, c, by)) ||
                 (o->count && by->count) ||
                 (o->passing && by->urgency == NJ_URGENT_MATCH));

    NJ_ASSERT(o != by);
    if (over)
        nj_outbox_mark_row(r, o, NJ_OUT_KEPT, "");
    return over;
}

void nj_queue_push(struct nj_referee *r, struct nj_chat *to, struct nj_out *out)
{
    NJ_ASSERT(out->part == 0 && out->next == NULL);
    NJ_ASSERT(out->whole == 0 && !out->begun);
    /* Tag and lateness come in front of the first line. */
    size_t max = limit_of(to) - NJ_TAG_BYTES - (to->group ? 0 : NJ_LATE_BYTES);
    /* A terminal knows no messages, and so no longest one. */
    bool whole = out->folded || nj_books_can(r, to, NJ_CAN_WIDE);
    uint32_t parts = 0;

    r->said++;
    if (out->at_ms == 0)
        out->at_ms = r->now_ms;
    if (out->hear == NJ_HEAR_REMIND)
        to->doubts = true;
    if (to->missed != NULL)
        nj_heard_carry(r, to);
    NJ_ASSERT(to->missed == NULL); /* that stands in front */
    while (!whole && !fits(out->text, max)) {
        size_t n = cut_at(out->text, max);
        struct nj_out *part = nj_alloc(sizeof(*part));
        char *rest = out->text + n + strspn(out->text + n, "\n");

        NJ_ASSERT(n > 0); /* or there would be no end of parts */

        part->whole = out->row;
        part->part = ++parts;
        part->queued_ms = r->now_ms;
        part->at_ms = out->at_ms;
        part->repeat = out->repeat;
        part->match = out->match;
        part->urgency = out->urgency;
        part->personal = out->personal;
        part->hear = out->hear;
        part->game = out->game;
        memcpy(part->code, out->code, sizeof(part->code));
        memcpy(part->key, out->key, sizeof(part->key));
        part->text = nj_strndup(out->text, n);
        memmove(out->text, rest, strlen(rest) + 1);
        nj_queue_append(r, to, part);
    }
    nj_queue_sift(r, to, is_overtaken, out);
    out->part = parts > 0 ? parts + 1 : 0;
    out->queued_ms = r->now_ms;
    nj_queue_append(r, to, out);
}
