/*
 * A full disk. The turn that could not be written is undone: all is again as
 * the store has it, but for what the store does not know.
 */
#include "referee/turn/full.h"

#include <string.h>

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
    struct nj_queue_kept queue;
    struct nj_chat_kept chat;
};

/* Calls that a gateway has in hand survive the books' being made anew. */
static uint32_t save_chats(struct nj_referee *r, struct kept_chat **out)
{
    uint32_t n = 0;

    NJ_ASSERT(!nj_store_writing(r->store));
    *out = nj_alloc((r->n_chats + 1) * sizeof(**out));
    for (uint32_t i = 0; i < r->chats_cap; i++) {
        struct nj_chat *c = r->chats[i];
        struct kept_chat *k = &(*out)[n];

        if (c == NULL)
            continue;
        k->chat =
            (struct nj_chat_kept){c->wishes, c->told.full_ms, c->told.limit_ms};
        if (!nj_queue_keep(c, &k->queue) && k->chat.full_ms == 0 &&
            k->chat.limit_ms == 0 && c->wishes.use == 0 && c->wishes.leave == 0)
            continue;
        k->address = nj_strndup(c->address, strlen(c->address));
        n++;
    }
    return n;
}

static void restore_chats(struct nj_referee *r, struct kept_chat *kept,
                          uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct nj_chat *c = nj_books_chat(r, kept[i].address);

        nj_books_restore(c, &kept[i].chat);
        nj_queue_restore(r, c, &kept[i].queue);
        NJ_ASSERT(c->call == kept[i].queue.call);
        free(kept[i].address);
    }
    free(kept);
}

/* --- what was stored to be said, and nobody handed over --- */

struct unsent {
    int64_t *ids;
    uint32_t n;
};

static void note_unsent(void *ctx, int64_t id)
{
    struct unsent *u = ctx;

    u->ids = nj_grow(u->ids, u->n, sizeof(*u->ids));
    u->ids[u->n++] = id;
}

static bool is_in_hand(const struct kept_chat *kept, uint32_t n, int64_t id)
{
    for (uint32_t i = 0; i < n; i++)
        for (const struct nj_out *o = kept[i].queue.list; o != NULL;
             o = o->next)
            if (o->row == id)
                return true;
    return false;
}

/* All that a gateway has in hand is kept; the rest never left. */
static void take_back(struct nj_referee *r, const struct kept_chat *kept,
                      uint32_t n)
{
    struct unsent u = {.n = 0};
    struct nj_err err = {{0}};
    enum nj_status st;

    NJ_ASSERT(r->away);
    nj_out_each_sending(r->store, note_unsent, &u);
    nj_store_begin(r->store);
    for (uint32_t i = 0; i < u.n; i++)
        if (!is_in_hand(kept, n, u.ids[i]))
            nj_out_never_left(r->store, u.ids[i]);
    st = nj_store_commit(r->store, &err);
    if (st != NJ_OK)
        nj_store_fail(r->store, st, &err);
    free(u.ids);
}

bool nj_full_start_over(struct nj_referee *r)
{
    struct kept_chat *kept = NULL;
    uint32_t n;

    NJ_ASSERT(r->full || r->away);
    NJ_ASSERT(!nj_store_writing(r->store));
    n = save_chats(r, &kept);
    nj_share_free(r);
    nj_forget_all(r);
    nj_books_free(r);
    nj_pulse_forget(r);
    r->drawn = r->drawn_before;
    nj_books_read(r);
    if (r->away)
        take_back(r, kept, n);
    nj_outbox_read(r);
    restore_chats(r, kept, n);
    nj_outage_again(r);
    nj_gone_recover(r);
    nj_watch_read(r);
    nj_silence_recover(r);
    return nj_store_good(r->store);
}

void nj_full_tell(struct nj_referee *r, const struct nj_event *events)
{
    NJ_ASSERT(r->full);
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next) {
        struct nj_chat *c;

        if (ev->kind != NJ_EVENT_MESSAGE || !nj_route_asks(r, ev))
            continue;
        c = nj_books_chat(r, ev->chat);
        if (nj_books_lately(r, &c->told.full_ms, FULL_TOLD_MS))
            continue;
        nj_friends_believe(c, ev);
        nj_tell_now(r, c, "shell.disk_full");
    }
}

/* The words are gone, and who wrote them is told so. That he can be written to
 * is news, which comes but once. NULL: there is none, or it is kept already. */
static struct nj_event *news_of(const struct nj_referee *r,
                                const struct nj_event *ev)
{
    struct nj_event *news;

    if (ev->kind != NJ_EVENT_MESSAGE || ev->group ||
        ev->privacy != NJ_PRIVACY_PROVED)
        return NULL;
    for (const struct nj_event *k = r->kept; k != NULL; k = k->next)
        if (k->kind == NJ_EVENT_FRIEND && strcmp(k->user, ev->user) == 0)
            return NULL;
    news = nj_event_create(NJ_EVENT_FRIEND, ev->gateway);
    memcpy(news->user, ev->user, sizeof(news->user));
    memcpy(news->name, ev->name, sizeof(news->name));
    return news;
}

/* Returns what of it is heard again. */
static struct nj_event *fact_of(const struct nj_referee *r, struct nj_event *ev)
{
    struct nj_event *news;

    NJ_ASSERT(ev->next == NULL);
    if (ev->kind != NJ_EVENT_MESSAGE && ev->kind != NJ_EVENT_CLOCK)
        return ev;
    news = news_of(r, ev);
    nj_event_destroy(ev);
    return news;
}

void nj_full_keep_facts(struct nj_referee *r, struct nj_event *events)
{
    struct nj_event **end = &r->kept;

    NJ_ASSERT(r->full && !r->away);
    while (*end != NULL)
        end = &(*end)->next;
    while (events != NULL) {
        struct nj_event *ev = events;

        events = ev->next;
        ev->next = NULL;
        r->stopping = r->stopping || ev->kind == NJ_EVENT_STOP;
        *end = fact_of(r, ev);
        if (*end != NULL)
            end = &(*end)->next;
    }
}

/* Matches go on when a gateway is up; that they did has been undone. */
static void take_down(struct nj_referee *r, const struct nj_event *events)
{
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        if (ev->kind == NJ_EVENT_UP)
            nj_outage_undo_up(r, ev->gateway);
}

void nj_full_forget(struct nj_referee *r, const struct nj_event *events)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    nj_after_undo(r);
    nj_books_wished(r, true);
    nj_pictures_undo(r);
    nj_confirm_undo(r);
    nj_unsure_drop_all(r);
    nj_replay_drop_all(r);
    nj_standing_undo(r);
    take_down(r, events);
    NJ_ASSERT(r->after == NULL && r->pictures == NULL);
}

bool nj_full_undo(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(!r->away);
    nj_full_forget(r, events);
    if (!r->full)
        nj_log(NJ_LOG_ERROR, "store", "full",
               NJ_FIELDS(nj_f_text("why", r->err.text)));
    r->full = true;
    r->full_ms = r->steady_ms;
    if (!nj_full_start_over(r))
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

    NJ_ASSERT(first != NULL && !r->away && !nj_store_writing(r->store));
    r->kept = NULL;
    while (*end != NULL)
        end = &(*end)->next;
    *end = events;
    return first;
}
