/*
 * What became of a message (design 5), and people who cannot be reached: what
 * the platform refused for them waits, their clocks stand, groups hear of it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define NOT_SENT_MS 1000 /* before what never left us is handed over again */

/* Keeps it until the commit: if the turn is undone, so is the fate. */
static void set_aside(struct nj_chat *c, struct nj_out *o)
{
    struct nj_out **end = &c->fated;

    NJ_ASSERT(c->fated_call != 0 && c->under_way != o);
    while (*end != NULL)
        end = &(*end)->next;
    o->next = NULL;
    *end = o;
    NJ_ASSERT(o->next == NULL);
}

/* --- facts --- */

struct nj_facts {
    struct nj_fact *v;
    uint32_t n, taken;
};

static void note_fact(struct nj_referee *r, struct nj_fact fact)
{
    struct nj_facts *f = r->facts;

    NJ_ASSERT((fact.kind == NJ_FACT_UNREACHED) == (fact.match != 0));
    NJ_ASSERT((fact.kind == NJ_FACT_SLOW) == (fact.ms > 0));
    if (f == NULL)
        f = r->facts = nj_alloc(sizeof(*f));
    f->v = nj_grow(f->v, f->n, sizeof(*f->v));
    f->v[f->n++] = fact;
}

bool nj_fate_fact(struct nj_referee *r, struct nj_fact *out)
{
    struct nj_facts *f = r->facts;

    if (f == NULL || f->taken == f->n) {
        if (f != NULL)
            f->n = f->taken = 0;
        return false;
    }
    *out = f->v[f->taken++];
    return true;
}

void nj_fate_free(struct nj_referee *r)
{
    if (r->facts != NULL)
        free(r->facts->v);
    free(r->facts);
    r->facts = NULL;
}

/* --- what becomes of them --- */

static void refuse_row(struct nj_referee *r, struct nj_chat *c,
                       const struct nj_out *o, const char *reason)
{
    nj_outbox_mark_row(r, o, NJ_OUT_REFUSED, reason);
    if (!c->group && o->match != 0)
        note_fact(r, (struct nj_fact){.kind = NJ_FACT_UNREACHED,
                                      .chat = c,
                                      .match = o->match,
                                      .unspoken = o->unspoken});
}

void nj_fate_set_reach(struct nj_referee *r, struct nj_chat *c,
                       enum nj_reach reach)
{
    struct nj_user_row row = {.reach = reach, .seen_ms = r->now_ms};

    NJ_ASSERT(c->address[0] != '\0' && !c->group);
    nj_books_reach(c, reach, true);
    nj_rest_wake(r, c);
    (void)snprintf(row.user, sizeof(row.user), "%s", c->address);
    (void)snprintf(row.name, sizeof(row.name), "%s", c->name);
    nj_user_put(r->store, &row);
}

/* The chat is left alone for a while, longer each time. */
static void leave_alone(struct nj_referee *r, struct nj_chat *c, uint32_t step)
{
    static const int64_t pause_ms[] = {30000, 120000, 600000};

    NJ_ASSERT(c->call == 0 && c->fated_call != 0);
    step = step < NJ_COUNT(pause_ms) ? step : (uint32_t)NJ_COUNT(pause_ms) - 1;
    c->hold_until_ms = r->steady_ms + pause_ms[step];
    note_fact(r, (struct nj_fact){
                     .kind = NJ_FACT_SLOW, .chat = c, .ms = pause_ms[step]});
    nj_log(NJ_LOG_WARN, "outbox", "cooling",
           NJ_FIELDS(nj_f_word("chat", c->address),
                     nj_f_i64("ms", pause_ms[step])));
}

/* gateways.md 5: three unexplained failures in a row look like risk control. */
static void cool_down(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->fated_call != 0);
    c->failures++;
    if (c->failures >= NJ_FAILURES_MAX)
        leave_alone(r, c, c->failures - NJ_FAILURES_MAX);
}

/* That he cannot be reached shows in where the group gets its answers, which
 * would tell that something was said to him. */
static bool may_show(const struct nj_out *list)
{
    for (const struct nj_out *o = list; o != NULL; o = o->next)
        if (!o->unspoken)
            return true;
    return false;
}

static void refused(struct nj_referee *r, struct nj_chat *c,
                    struct nj_out *list, const char *reason)
{
    NJ_ASSERT(c->fated_call != 0 && list != NULL);
    nj_log(NJ_LOG_WARN, "outbox", "refused",
           NJ_FIELDS(nj_f_word("chat", c->address), nj_f_text("why", reason)));
    if (!c->group && c->reach != NJ_REACH_REFUSED && may_show(list))
        nj_fate_set_reach(r, c, NJ_REACH_REFUSED);
    if (c->group) {
        c->waiting = true;
        note_fact(r, (struct nj_fact){.kind = NJ_FACT_SILENT, .chat = c});
        leave_alone(r, c, c->failures++);
    }
    while (list != NULL) {
        struct nj_out *o = list;

        list = o->next;
        refuse_row(r, c, o, reason);
        set_aside(c, o);
    }
}

void nj_fate_refuse_queue(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out *list = nj_queue_take(r, c);

    NJ_ASSERT(c->group || c->reach != NJ_REACH_PROVED);
    while (list != NULL) {
        struct nj_out *o = list;

        list = o->next;
        refuse_row(r, c, o, "");
        nj_queue_free(o);
    }
}

/* A chat hears this instead of words that its platform does not take. */
static const char neutral[] = "shell.unwanted";

static bool is_neutral(const struct nj_out *o)
{
    return strncmp(o->key, neutral, sizeof(neutral) - 1) == 0;
}

/* It says where to ask, and nothing of what was to be said. */
static void say_neutral(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    struct nj_entry *e = match != 0 ? nj_books_entry(r, match) : NULL;

    if (e == NULL)
        nj_tell_unstored(r, c, NULL, neutral, NJ_NO_ARGS);
    else
        nj_tell(r, c, e,
                c->group ? "shell.unwanted_match" : "shell.unwanted_mine",
                NJ_NO_ARGS);
}

/* Has any of it milder words that have not been tried? */
static bool has_milder(struct nj_referee *r, const struct nj_out *list)
{
    bool any = false;

    for (const struct nj_out *o = list; o != NULL; o = o->next) {
        char *text;

        if (o->mild || o->part != 0)
            return false;
        text = nj_stored_milder(r, o);
        any = any || text != NULL;
        free(text);
    }
    return any;
}

/* Says it in milder words, along with what stood in the same text. Its buttons
 * are words as well, and can be typed. */
static void say_mildly(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *list)
{
    struct nj_out *back = NULL, **end = &back;

    NJ_ASSERT(c->call == 0 && c->fated == NULL);
    while (list != NULL) {
        struct nj_out *o = list;
        char *text = nj_stored_milder(r, o);

        NJ_ASSERT(!o->mild && o->part == 0);
        list = o->next;
        o->next = NULL;
        set_aside(c, nj_queue_copy(o));
        if (text != NULL) {
            free(o->text);
            o->text = text;
        }
        free(o->buttons);
        o->buttons = NULL;
        o->mild = true;
        o->sending = false;
        nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
        *end = o;
        end = &o->next;
    }
    nj_queue_prepend(r, c, back);
}

/* Other words arrive there: no clock stands for these, and they are said no
 * more. A neutral line that is not wanted either stays unsaid. */
static void unwanted(struct nj_referee *r, struct nj_chat *c,
                     struct nj_out *list)
{
    int64_t match = 0;
    bool words = false;

    NJ_ASSERT(c->fated_call != 0 && c->under_way == NULL);
    c->failures = 0;
    if (has_milder(r, list)) {
        say_mildly(r, c, list);
        return;
    }
    while (list != NULL) {
        struct nj_out *o = list;

        list = o->next;
        words = words || !is_neutral(o);
        match = match != 0 ? match : o->match;
        nj_outbox_mark_row(r, o, NJ_OUT_KEPT, "");
        set_aside(c, o);
    }
    if (words)
        say_neutral(r, c, match);
}

static void card_is_out(struct nj_referee *r, const struct nj_out *o)
{
    struct nj_entry *e = o->card ? nj_books_entry(r, o->match) : NULL;

    NJ_ASSERT(!o->card || o->match != 0);
    if (e != NULL)
        e->card_out = true;
}

static void settle(struct nj_referee *r, struct nj_chat *c, struct nj_out *list,
                   enum nj_out_state state)
{
    NJ_ASSERT(state == NJ_OUT_SENT || state == NJ_OUT_UNKNOWN);
    while (list != NULL) {
        struct nj_out *o = list;

        list = o->next;
        nj_outbox_mark_row(r, o, state, "");
        card_is_out(r, o);
        set_aside(c, o);
    }
}

/* Those that may be tried again go back to the queue, or wait for the next
 * text; the others stand. */
static void again(struct nj_referee *r, struct nj_chat *c, struct nj_out *list,
                  enum nj_fate fate)
{
    struct nj_out *back = NULL, **end = &back;
    bool must = nj_heard_must(list);

    NJ_ASSERT(fate == NJ_FATE_LOST || fate == NJ_FATE_UNKNOWN ||
              fate == NJ_FATE_NOT_SENT);
    c->part_row = 0; /* should the rest be read again, then as a whole */
    while (list != NULL) {
        struct nj_out *o = list;
        enum nj_lot lot = nj_heard_lot(c, o, fate, must);

        list = o->next;
        o->next = NULL;
        if (lot == NJ_LOT_STANDS) {
            settle(r, c, o, NJ_OUT_UNKNOWN);
            continue;
        }
        set_aside(c, nj_queue_copy(o));
        if (fate != NJ_FATE_NOT_SENT) {
            NJ_ASSERT(o->tries == 0); /* no text is said three times */
            o->repeat = true;
            o->tries++;
            o->doubtful = c->group && fate == NJ_FATE_UNKNOWN;
        }
        o->sending = false;
        nj_outbox_mark_row(r, o, NJ_OUT_PENDING, "");
        if (lot == NJ_LOT_CARRIED) {
            nj_heard_miss(c, o);
            continue;
        }
        *end = o;
        end = &o->next;
    }
    if (back != NULL && back->doubtful)
        nj_heard_wait(r, c);
    nj_queue_prepend(r, c, back);
}

/* Keeps it in the store as well, so that a later life changes the same one. */
static void note_card(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      const char *id)
{
    const struct nj_entry *e = nj_books_entry(r, match);
    struct nj_posted *p = nj_posted_note(c, match);

    NJ_ASSERT(c->group && c->fated_call != 0);
    if (c->fated_call < p->since_call || strcmp(p->card, id) == 0)
        return;
    nj_str_copy(p->card, sizeof(p->card), id);
    if (e != NULL && nj_homes_has(e, c))
        nj_card_put(r->store, match, c->address, id);
}

/* The platform's name for what was sent: cards are replaced by it, buttons
 * taken away. */
static void note_id(struct nj_referee *r, struct nj_chat *c,
                    const struct nj_out *list, const char *id)
{
    const struct nj_out *last = list, *pressed = nj_queue_pressed(list);

    NJ_ASSERT(c->fated_call != 0);
    if (id[0] == '\0')
        return;
    while (last->next != NULL)
        last = last->next;
    if (last->card)
        note_card(r, c, last->match, id);
    if (pressed != NULL && pressed->buttons->url[0] == '\0' &&
        !pressed->buttons->aside)
        nj_buttons_stand(r, c, pressed->match, id, pressed->buttons->menu);
}

static void count(struct nj_referee *r, enum nj_fate fate)
{
    r->count.sent += fate == NJ_FATE_SENT;
    r->count.refused += fate == NJ_FATE_REFUSED || fate == NJ_FATE_UNWANTED;
    r->count.unknown += fate == NJ_FATE_UNKNOWN;
    r->count.lost += fate == NJ_FATE_LOST;
}

/* A file goes out once or not at all, and says nothing about its chat. False: it
 * never left, and goes again. */
static bool ends_file(struct nj_referee *r, struct nj_chat *c, struct nj_out *o,
                      enum nj_fate fate)
{
    if (fate == NJ_FATE_NOT_SENT || fate == NJ_FATE_LATER)
        return false;
    if (fate == NJ_FATE_REFUSED || fate == NJ_FATE_UNWANTED)
        nj_files_refused(r, c, o);
    NJ_ASSERT(o->next == NULL && o->row == 0);
    set_aside(c, o);
    return true;
}

void nj_fate_apply(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_calls_chat(r, ev->call);
    struct nj_out *list;

    NJ_ASSERT(ev->kind == NJ_EVENT_FATE);
    if (c == NULL)
        return; /* a late answer of an earlier life */
    NJ_ASSERT(c->fated_call == 0 && c->fated == NULL);
    list = c->under_way;
    NJ_ASSERT(list != NULL && !c->handing); /* a call has its texts */
    c->under_way = NULL;
    c->fated_call = c->call;
    nj_calls_end(r, c);
    nj_rest_wake(r, c);
    count(r, ev->fate);
    if (list->file != NULL && ends_file(r, c, list, ev->fate))
        return;
    switch (ev->fate) {
    case NJ_FATE_SENT:
        c->failures = 0;
        if (!c->muted && r->steady_ms >= c->hold_until_ms)
            note_fact(r, (struct nj_fact){.kind = NJ_FACT_HEARD, .chat = c});
        note_id(r, c, list, ev->id);
        settle(r, c, list, NJ_OUT_SENT);
        if (c->complained)
            note_fact(r, (struct nj_fact){.kind = NJ_FACT_REACHED, .chat = c});
        break;
    case NJ_FATE_REFUSED:
        refused(r, c, list, ev->text != NULL ? ev->text : "");
        break;
    case NJ_FATE_UNWANTED:
        unwanted(r, c, list);
        break;
    case NJ_FATE_UNKNOWN:
        cool_down(r, c);
        again(r, c, list, ev->fate);
        break;
    case NJ_FATE_NOT_SENT: /* nobody there, or a full queue: not at once */
        c->hold_until_ms = r->steady_ms + NOT_SENT_MS;
        again(r, c, list, ev->fate);
        break;
    case NJ_FATE_LATER: /* the platform's own limit: it says how long */
        c->failures = 0;
        c->hold_until_ms = r->steady_ms + (ev->ms > 0 ? ev->ms : NOT_SENT_MS);
        again(r, c, list, NJ_FATE_NOT_SENT);
        break;
    case NJ_FATE_LOST:
        again(r, c, list, ev->fate);
        break;
    }
    NJ_ASSERT(c->under_way == NULL && c->fated != NULL);
}

void nj_fate_lost(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    if (c->reach != NJ_REACH_REFUSED) /* since when, it says */
        nj_fate_set_reach(r, c, NJ_REACH_REFUSED);
}

void nj_fate_heard(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    nj_rest_wake(r, c);
    if (c->failures >= NJ_FAILURES_MAX)
        c->hold_until_ms = 0;
    c->failures = 0;
}

/* What has no row was an answer of its moment: it is over. */
bool nj_fate_try_group(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    NJ_ASSERT(c->call == 0 || c->under_way != NULL);
    c->waiting = false;
    nj_fate_refuse_queue(r, c);
    nj_outbox_release(r, c);
    return c->head != NULL;
}

void nj_fate_wait(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    c->waiting = !c->muted; /* else the platform says when */
    nj_rest_activate(r, c);
    NJ_ASSERT(c->active && !c->resting);
}

void nj_fate_room(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!c->muted);
    c->hold_until_ms = 0;
    nj_rest_wake(r, c);
}

/* A ban of some length ends without a word from the platform. */
void nj_fate_muted(struct nj_referee *r, struct nj_chat *c,
                   const struct nj_event *ev)
{
    NJ_ASSERT(c->under_way == NULL || c->call != 0);
    c->muted = ev->muted && ev->ms == 0;
    c->hold_until_ms = ev->muted ? r->steady_ms + ev->ms : 0;
    nj_rest_wake(r, c);
    if (!ev->muted) {
        c->failures = 0;
        return;
    }
    nj_fate_wait(r, c);
}
