/*
 * A full disk. The turn that could not be written is undone: all is again as
 * the store has it, but for what the store does not know.
 */
#include "referee/turn/full.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define FULL_TOLD_MS 60000 /* a chat hears of it once in so long */

/* Holds what a chat knows that the store does not. */
struct kept_chat {
    char *address;
    uint64_t call;
    struct nj_out *list;
    int64_t full_ms, limit_ms, hold_until_ms, use, leave, leave_until_ms;
    uint32_t failures;
    int64_t part_row;
    uint32_t parts_gone;
    bool muted;
};

static bool worth_saving(const struct nj_chat *c)
{
    return c != NULL && (c->fated_call != 0 || (c->call != 0 && !c->handing) ||
                         c->full_ms != 0 || c->limit_ms != 0 || c->muted ||
                         c->use != 0 || c->leave != 0 || c->failures > 0 ||
                         c->hold_until_ms != 0 || c->part_row != 0);
}

static void save_chat(struct nj_chat *c, struct kept_chat *k)
{
    *k = (struct kept_chat){.address =
                                nj_strndup(c->address, strlen(c->address)),
                            .full_ms = c->full_ms,
                            .limit_ms = c->limit_ms,
                            .hold_until_ms = c->hold_until_ms,
                            .use = c->use,
                            .leave = c->leave,
                            .leave_until_ms = c->leave_until_ms,
                            .failures = c->failures,
                            .part_row = c->part_row,
                            .parts_gone = c->parts_gone,
                            .muted = c->muted};
    if (c->fated_call != 0) {
        k->call = c->fated_call;
        k->list = c->fated;
        c->fated = NULL;
    } else if (c->call != 0 && !c->handing) {
        k->call = c->call;
        k->list = c->under_way;
        c->under_way = NULL;
    }
}

/*
 * Calls that a gateway has in hand survive the books' being made anew; so do
 * those whose fate was to be marked in this turn: it will be marked again.
 */
static uint32_t save_chats(struct nj_referee *r, struct kept_chat **out)
{
    uint32_t n = 0;

    *out = nj_alloc((r->n_chats + 1) * sizeof(**out));
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (worth_saving(r->chats[i]))
            save_chat(r->chats[i], &(*out)[n++]);
    return n;
}

static void restore_chat(struct nj_referee *r, const struct kept_chat *k)
{
    struct nj_chat *c = nj_books_chat(r, k->address);

    c->full_ms = k->full_ms;
    c->limit_ms = k->limit_ms;
    c->hold_until_ms = k->hold_until_ms;
    c->use = k->use;
    c->leave = k->leave;
    c->leave_until_ms = k->leave_until_ms;
    c->failures = k->failures;
    c->muted = k->muted;
    c->call = k->call;
    c->under_way = k->list;
    for (const struct nj_out *o = c->under_way; o != NULL; o = o->next) {
        struct nj_entry *e = o->card ? nj_books_entry(r, o->match) : NULL;

        if (e != NULL)
            e->card_out = nj_stored_card_out(r, e);
    }
    nj_queue_skip(r, c, k->part_row, k->parts_gone);
    if (c->call != 0)
        nj_queue_activate(r, c);
}

static void restore_chats(struct nj_referee *r, struct kept_chat *kept,
                          uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        restore_chat(r, &kept[i]);
        free(kept[i].address);
    }
    free(kept);
}

/* Makes all anew as the store has it; what this turn did never happened. */
static void start_over(struct nj_referee *r)
{
    struct kept_chat *kept = NULL;
    uint32_t n;

    NJ_ASSERT(!nj_store_writing(r->store));
    n = save_chats(r, &kept);
    nj_share_free(r);
    nj_forget_all(r);
    nj_books_free(r);
    r->n_touched = 0;
    r->drawn = r->drawn_before;
    nj_books_read(r);
    nj_outbox_read(r);
    restore_chats(r, kept, n);
    nj_outage_again(r);
    nj_gone_recover(r);
    nj_watch_read(r);
    nj_silence_recover(r);
}

void nj_full_tell(struct nj_referee *r, const struct nj_event *events)
{
    NJ_ASSERT(r->full);
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next) {
        struct nj_chat *c;

        if (ev->kind != NJ_EVENT_MESSAGE || !nj_route_asks(r, ev))
            continue;
        c = nj_books_chat(r, ev->chat);
        if (c->full_ms != 0 && r->steady_ms - c->full_ms < FULL_TOLD_MS)
            continue;
        c->full_ms = r->steady_ms;
        nj_friends_believe(c, ev);
        nj_tell_now(r, c, "shell.disk_full");
    }
}

void nj_full_keep_facts(struct nj_referee *r, struct nj_event *events)
{
    struct nj_event **end = &r->kept;

    while (*end != NULL)
        end = &(*end)->next;
    while (events != NULL) {
        struct nj_event *ev = events;

        events = ev->next;
        ev->next = NULL;
        r->stopping = r->stopping || ev->kind == NJ_EVENT_STOP;
        if (ev->kind != NJ_EVENT_MESSAGE && ev->kind != NJ_EVENT_CLOCK) {
            *end = ev;
            end = &ev->next;
        } else {
            nj_event_destroy(ev);
        }
    }
}

/* Matches go on when a gateway is up; that they did has been undone. */
static void take_down(struct nj_referee *r, const struct nj_event *events)
{
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        if (ev->kind == NJ_EVENT_UP)
            nj_outage_undo_up(r, ev->gateway);
}

bool nj_full_undo(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    nj_after_undo(r);
    nj_pictures_undo(r);
    nj_confirm_undo(r);
    nj_unsure_drop_all(r);
    nj_standing_undo(r);
    if (!r->full)
        nj_log(NJ_LOG_ERROR, "store", "full",
               NJ_FIELDS(nj_f_text("why", r->err.text)));
    r->full = true;
    r->full_ms = r->steady_ms;
    take_down(r, events);
    start_over(r);
    if (!nj_store_good(r->store))
        return false;
    nj_full_tell(r, events);
    nj_full_keep_facts(r, events);
    return true;
}

struct nj_event *nj_full_kept_first(struct nj_referee *r,
                                    struct nj_event *events)
{
    struct nj_event *first = r->kept;
    struct nj_event **end = &first;

    if (first == NULL)
        return events;
    r->kept = NULL;
    while (*end != NULL)
        end = &(*end)->next;
    *end = events;
    return first;
}
