/*
 * The outbox: from stored rows to messages handed to gateways, and what
 * became of them (design 5).
 *
 * Per chat there is at most one call outstanding, so order holds. Before the
 * commit of a turn the messages that will go are chosen, joined into one text
 * and marked `sending`; after it they are handed over. A fate comes back as an
 * event and is marked in the next transaction.
 */
#include "referee/outbox.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "referee/books.h"
#include "referee/fate.h"
#include "referee/pacing.h"
#include "referee/referee_priv.h"
#include "referee/table.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define PUBLIC_BYTES  1500 /* UX-4: hard limits of one message */
#define PRIVATE_BYTES 3500
#define LINES_MAX     40
#define MENTIONS_MAX  4

void nj_outbox_free(struct nj_out *out)
{
    NJ_ASSERT(out != NULL);
    free(out->mention);
    free(out->buttons);
    free(out->picture.p);
    free(out->text);
    free(out);
}

void nj_outbox_activate(struct nj_referee *r, struct nj_chat *c)
{
    if (c->active)
        return;
    c->active = true;
    c->next_active = NULL;
    if (r->active == NULL)
        r->active = c;
    else
        r->active_last->next_active = c; /* who waits longest is first */
    r->active_last = c;
    NJ_ASSERT(c->active);
}

/*
 * Where what has to last goes: behind all that waits, but in front of answers
 * that have waited for a turn or more. Somebody who asks a hundred questions
 * would hold up the match for everybody else.
 */
static struct nj_out **place_of(const struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out **at = NULL;
    struct nj_out **link = &c->head;

    for (; *link != NULL; link = &(*link)->next) {
        const struct nj_out *o = *link;

        if (o->row != 0 || o->whole != 0)
            at = NULL;
        else if (at == NULL && o->queued_ms < r->now_ms && o->part <= 1)
            at = link; /* the rest of a text stays behind its beginning */
    }
    return at != NULL ? at : link;
}

static void append(struct nj_referee *r, struct nj_chat *c, struct nj_out *out)
{
    struct nj_out **at;

    NJ_ASSERT(out->text != NULL);
    NJ_ASSERT((c->head == NULL) == (c->tail == NULL));
    at = c->queued > 0 && out->row + out->whole != 0 ? place_of(r, c)
         : c->tail != NULL                           ? &c->tail->next
                                                     : &c->head;
    out->next = *at;
    *at = out;
    if (out->next == NULL)
        c->tail = out;
    c->queued++;
    r->queued++;
    nj_outbox_activate(r, c);
    NJ_ASSERT(c->tail->next == NULL);
}

/* Back to the front of the queue, in the old order. */
void nj_outbox_prepend(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *list)
{
    struct nj_out *last = list;

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
    nj_outbox_activate(r, c);
}

static size_t limit_of(const struct nj_chat *c)
{
    return c->group ? PUBLIC_BYTES : PRIVATE_BYTES;
}

/* Where to cut a text that is too long: behind a line, else at a character. */
static size_t cut_at(const char *text, size_t max)
{
    size_t lines = 0, end = 0;

    NJ_ASSERT(max > 0);
    for (size_t i = 0; i < max && lines < LINES_MAX; i++) {
        NJ_ASSERT(text[i] != '\0'); /* then it would not be too long */
        if (text[i] == '\n') {
            end = i;
            lines++;
        }
    }
    return end > 0 ? end : nj_utf8_cut(text, strlen(text), max);
}

static size_t lines_of(const char *text)
{
    size_t n = 1;

    NJ_ASSERT(text != NULL);
    while ((text = strchr(text, '\n')) != NULL) {
        n++;
        text++;
    }
    return n;
}

static bool fits(const char *text, size_t max)
{
    NJ_ASSERT(max > 0);
    return strlen(text) <= max && lines_of(text) <= LINES_MAX;
}

uint8_t nj_outbox_urgency(const struct nj_chat *c)
{
    uint8_t best = UINT8_MAX;

    NJ_ASSERT(c->head != NULL);
    for (const struct nj_out *o = c->head; o != NULL; o = o->next)
        best = o->urgency < best ? o->urgency : best;
    return best;
}

/* Everything that waits has to go in the same text. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency)
{
    size_t bytes = strlen(text) + NJ_TAG_BYTES;
    size_t lines = lines_of(text);

    NJ_ASSERT((to->head == NULL) == (to->queued == 0));
    if (to->head != NULL && nj_outbox_urgency(to) < urgency)
        urgency = nj_outbox_urgency(to);
    if (!nj_pacing_ready(r, to, urgency))
        return false;
    if (to->head == NULL)
        return true;
    for (const struct nj_out *o = to->head; o != NULL; o = o->next) {
        if (o->row != 0 && !o->sending)
            return false;
        bytes += strlen(o->text) + NJ_TAG_BYTES;
        lines += lines_of(o->text);
    }
    return bytes <= limit_of(to) && lines <= LINES_MAX;
}

void nj_outbox_push(struct nj_referee *r, struct nj_chat *to,
                    struct nj_out *out)
{
    /* The tag comes in front of the first line. */
    size_t max = limit_of(to) - NJ_TAG_BYTES;
    struct nj_entry *e;
    uint32_t parts = 0;

    NJ_ASSERT(out->text != NULL);
    while (!out->folded && !fits(out->text, max)) {
        size_t n = cut_at(out->text, max);
        struct nj_out *part = nj_alloc(sizeof(*part));
        char *rest = out->text + n + (out->text[n] == '\n');

        part->whole = out->row;
        part->part = ++parts;
        part->queued_ms = r->now_ms;
        part->repeat = out->repeat;
        part->match = out->match;
        part->urgency = out->urgency;
        part->personal = out->personal;
        part->game = out->game;
        memcpy(part->code, out->code, sizeof(part->code));
        part->text = nj_strndup(out->text, n);
        memmove(out->text, rest, strlen(rest) + 1);
        append(r, to, part);
    }
    if (out->card && (e = nj_books_entry(r, out->match)) != NULL)
        e->card_out = false;
    out->part = parts > 0 ? parts + 1 : 0;
    out->queued_ms = r->now_ms;
    append(r, to, out);
}

void nj_outbox_skip(struct nj_referee *r, struct nj_chat *c, int64_t row,
                    uint32_t parts_gone)
{
    struct nj_out **link = &c->head;

    c->part_row = row;
    c->parts_gone = parts_gone;
    c->tail = NULL;
    while (*link != NULL) {
        struct nj_out *o = *link;

        if (row != 0 && o->whole == row && o->part <= parts_gone) {
            *link = o->next;
            c->queued--;
            r->queued--;
            nj_outbox_free(o);
            continue;
        }
        o->begun = o->begun || (row != 0 && o->row == row);
        c->tail = o;
        link = &o->next;
    }
}

/* The rest of a long text that has left in part is not said any more. */
static void forget_parts(struct nj_chat *c, const struct nj_out *o)
{
    if (o->row == 0 || o->row != c->part_row)
        return;
    c->part_row = 0;
    c->parts_gone = 0;
}

void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    struct nj_out **link = &c->head;

    c->tail = NULL;
    while (*link != NULL) {
        struct nj_out *o = *link;

        if (o->match == match) {
            *link = o->next;
            c->queued--;
            r->queued--;
            forget_parts(c, o);
            nj_outbox_mark_row(r, o, NJ_OUT_KEPT, "");
            nj_outbox_free(o);
            continue;
        }
        c->tail = o;
        link = &o->next;
    }
}

/* --- choosing what goes --- */

void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason)
{
    bool in_part = o->begun && state == NJ_OUT_PENDING;
    const struct nj_out_mark mark = {.id = o->row,
                                     .state = state,
                                     .repeat = o->repeat || in_part,
                                     .tries = o->tries,
                                     .reason = reason};
    struct nj_err err = {{0}};

    NJ_ASSERT(reason != NULL);
    NJ_ASSERT(o->row >= 0);
    if (o->row == 0 || !nj_turn_write(r))
        return;
    (void)nj_turn_ok(r, nj_out_mark(r->store, &mark, &err), &err);
}

/* A part of a long text leaves: should its row be read again, it comes again
 * as a whole, and marked. */
static void begin_row(struct nj_referee *r, const struct nj_chat *c,
                      int64_t row)
{
    struct nj_out *o = c->head;

    while (o != NULL && o->row != row)
        o = o->next;
    if (o == NULL || o->begun)
        return;
    o->begun = true;
    o->sending = false;
    nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
}

/* A table's card replaces the one before it where the platform can do that. */
static bool takes_place(const struct nj_referee *r, const struct nj_chat *c,
                        const struct nj_out *o)
{
    return o->card && nj_table_replaces(r, c);
}

/* So does a picture, with its caption, or a folded record. */
static bool stands_alone(const struct nj_referee *r, const struct nj_chat *c,
                         const struct nj_out *o)
{
    return o->picture.n > 0 || o->folded || takes_place(r, c, o);
}

/* Moves as many messages from the queue to `under_way` as fit one text. */
static void take_batch(struct nj_referee *r, struct nj_chat *c)
{
    size_t bytes = 0, lines = 0;
    struct nj_out **end = &c->under_way;
    bool alone = false; /* nothing may follow in the same text */

    NJ_ASSERT(c->under_way == NULL);
    while (c->head != NULL) {
        struct nj_out *o = c->head;
        size_t more = strlen(o->text) + NJ_TAG_BYTES;
        size_t more_lines = lines_of(o->text);

        if (c->under_way != NULL &&
            (bytes + more > limit_of(c) || lines + more_lines > LINES_MAX ||
             alone || stands_alone(r, c, o)))
            break;
        alone = o->buttons != NULL || stands_alone(r, c, o);
        bytes += more;
        lines += more_lines;
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
}

static void start_call(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->call == 0);
    NJ_ASSERT(c->head != NULL);
    nj_pacing_take(r, c);
    c->call = ++r->calls;
    c->handing = true;
    take_batch(r, c);
    NJ_ASSERT(c->under_way != NULL);
}

/* What was stored as `sending` and had to wait after all: other chats used up
 * the pace of the gateway, or the text was full. */
static void take_back(struct nj_referee *r, struct nj_chat *c)
{
    c->presumed = false;
    for (struct nj_out *o = c->head; o != NULL; o = o->next)
        if (o->sending) {
            o->sending = false;
            nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
        }
}

void nj_outbox_mark(struct nj_referee *r)
{
    NJ_ASSERT(r->active == NULL || r->active->active);
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (!c->group && c->reach == NJ_REACH_REFUSED && c->call == 0)
            nj_fate_refuse_queue(r, c);
    /* Prompts to waiting players before all else: UX-6.2. */
    for (int urgent = 1; urgent >= 0; urgent--)
        for (struct nj_chat *c = r->active; c != NULL; c = c->next_active) {
            if (c->head == NULL ||
                (urgent && nj_outbox_urgency(c) > NJ_URGENT_MATCH) ||
                !nj_pacing_ready(r, c, nj_outbox_urgency(c)))
                continue;
            start_call(r, c);
        }
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->presumed)
            take_back(r, c);
}

/* --- handing over --- */

static bool threads_mix(const struct nj_chat *c)
{
    return !c->group || c->n_entries > 1;
}

static void join_text(struct nj_referee *r, const struct nj_chat *c,
                      struct nj_str *text)
{
    int64_t thread = 0;

    NJ_ASSERT(c->under_way != NULL);
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        if (text->len > 0)
            nj_str_putc(text, '\n');
        if (o->match != thread && o->match != 0 && threads_mix(c))
            nj_tell_tag(r, o, c, text);
        thread = o->match;
        if (o->repeat) {
            const char *mark = nj_catalog_get(
                r->setup.catalog, nj_books_lang(r, c), "shell.repeat");

            NJ_ASSERT(mark != NULL);
            nj_str_puts(text, mark);
        }
        nj_str_puts(text, o->text);
    }
}

static uint32_t mentions_of(const struct nj_chat *c,
                            const char *mentions[MENTIONS_MAX])
{
    uint32_t n = 0;

    NJ_ASSERT(c->under_way != NULL);
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        bool known = o->mention == NULL;

        for (uint32_t i = 0; i < n && !known; i++)
            known = strcmp(mentions[i], o->mention) == 0;
        if (!known && n < MENTIONS_MAX)
            mentions[n++] = o->mention;
    }
    NJ_ASSERT(n <= MENTIONS_MAX);
    return n;
}

static void call_gateway(struct nj_referee *r, const struct nj_chat *c,
                         uint64_t call, const struct nj_say *say)
{
    struct nj_gateway *g = r->setup.gateways[c->gateway];

    if (c->group)
        g->ops->send_group(g, call, (struct nj_group){c->address}, say);
    else
        g->ops->send_private(g, call, (struct nj_person){c->address}, say);
}

/* Buttons end a text: they are those of its last message. */
static void put_buttons(const struct nj_buttons *from,
                        struct nj_button out[NJ_BUTTONS_MAX],
                        struct nj_say *say)
{
    if (from == NULL)
        return;
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

static const struct nj_out *last_of(const struct nj_out *o)
{
    while (o->next != NULL)
        o = o->next;
    return o;
}

/* The card that this one takes the place of; NULL: it is a new message. */
static const char *replaced(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_out *o = c->under_way;

    return takes_place(r, c, o) && c->card_of == o->match && c->card[0] != '\0'
               ? c->card
               : NULL;
}

static void hand_over(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_str text = NJ_STR_INIT((size_t)16 * NJ_TEXT_OUT_MAX);
    const char *mentions[MENTIONS_MAX];
    struct nj_button buttons[NJ_BUTTONS_MAX];
    struct nj_say say = {.mentions = mentions,
                         .replaces = replaced(r, c),
                         .kept = !c->group,
                         .folded = c->under_way->folded};

    NJ_ASSERT(c->gateway < r->setup.n_gateways);
    NJ_ASSERT(c->call != 0);
    join_text(r, c, &text);
    NJ_ASSERT(!text.over);
    say.text = text.p;
    if (c->group)
        say.n_mentions = mentions_of(c, mentions);
    put_buttons(last_of(c->under_way)->buttons, buttons, &say);
    say.picture =
        (struct nj_picture){c->under_way->picture.p, c->under_way->picture.n};
    call_gateway(r, c, c->call, &say);
    nj_str_fini(&text);
}

/* How far a long text has got. */
static void note_parts(struct nj_chat *c)
{
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        if (o->whole != 0) {
            c->part_row = o->whole;
            c->parts_gone = o->part;
        } else if (o->row != 0 && o->row == c->part_row) {
            c->part_row = 0;
        }
    }
}

void nj_outbox_say_now(struct nj_referee *r, struct nj_chat *c,
                       const char *text)
{
    if (!nj_pacing_open(r, c))
        return;
    nj_pacing_take(r, c);
    call_gateway(r, c, ++r->calls, &(struct nj_say){.text = text});
}

/* Chats in which something has just been said go behind those that wait. */
void nj_outbox_send(struct nj_referee *r)
{
    struct nj_chat *served = NULL, *next;
    struct nj_chat **end = &r->active, **last = &served;

    NJ_ASSERT(!r->writing);
    r->active_last = NULL;
    for (struct nj_chat *c = r->active; c != NULL; c = next) {
        struct nj_chat ***to = c->handing ? &last : &end;

        next = c->next_active;
        if (c->handing) {
            c->handing = false;
            note_parts(c);
            hand_over(r, c);
        }
        nj_fate_forget(c);
        if (c->head == NULL && c->under_way == NULL && !c->waiting) {
            c->active = false;
            continue;
        }
        **to = c;
        *to = &c->next_active;
    }
    *last = NULL;
    *end = served;
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        r->active_last = c;
}

/* --- from the store --- */

struct reading {
    struct nj_referee *r;
    int64_t *ids;
    uint32_t n;
};

static enum nj_status note_id(void *ctx, const struct nj_out_row *row,
                              struct nj_err *err)
{
    struct reading *rd = ctx;

    NJ_ASSERT(row->id > 0);
    (void)err;
    if ((rd->n & (rd->n - 1)) == 0)
        rd->ids =
            nj_realloc(rd->ids, 2 * (size_t)(rd->n + 1) * sizeof(*rd->ids));
    rd->ids[rd->n++] = row->id;
    return NJ_OK;
}

static enum nj_status push_row(void *ctx, const struct nj_out_row *row,
                               struct nj_err *err)
{
    struct reading *rd = ctx;

    return nj_tell_stored(rd->r, row, err);
}

/* Rendering may wake a match, which reads the store: ids first, then rows. */
static enum nj_status push_all(struct reading *rd, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    NJ_ASSERT(rd->n == 0 || rd->ids != NULL);
    for (uint32_t i = 0; st == NJ_OK && i < rd->n; i++)
        st = nj_out_load(rd->r->store, rd->ids[i], push_row, rd, err);
    free(rd->ids);
    return st;
}

enum nj_status nj_outbox_read(struct nj_referee *r, struct nj_err *err)
{
    struct reading rd = {.r = r};
    enum nj_status st = nj_out_each_pending(r->store, note_id, &rd, err);

    NJ_ASSERT(r->queued == 0);
    if (st == NJ_OK)
        return push_all(&rd, err);
    free(rd.ids);
    return st;
}

/* What was queued since is newer than what was refused. */
static struct nj_out *take_queue(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out *list = c->head;

    r->queued -= c->queued;
    c->queued = 0;
    c->head = c->tail = NULL;
    return list;
}

void nj_outbox_move(struct nj_referee *r, struct nj_chat *from,
                    struct nj_chat *to)
{
    nj_outbox_prepend(r, to, take_queue(r, from));
    if (from->waiting) {
        to->waiting = true;
        nj_outbox_activate(r, to); /* or nobody asks what it waits for */
    }
    from->waiting = false;
}

void nj_outbox_release(struct nj_referee *r, struct nj_chat *c)
{
    struct reading rd = {.r = r};
    struct nj_err err = {{0}};
    struct nj_out *newer;
    uint32_t waiting = 0;

    if (!nj_turn_ok(r, nj_out_refused(r->store, c->address, &waiting, &err),
                    &err) ||
        waiting == 0 || !nj_turn_write(r))
        return;
    newer = take_queue(r, c);
    if (nj_turn_ok(r, nj_out_release(r->store, c->address, note_id, &rd, &err),
                   &err))
        (void)nj_turn_ok(r, push_all(&rd, &err), &err);
    else
        free(rd.ids);
    while (newer != NULL) {
        struct nj_out *o = newer;

        newer = o->next;
        append(r, c, o);
    }
}
