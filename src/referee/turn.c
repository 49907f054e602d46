/*
 * One turn of the loop: take what has arrived, apply it, ONE transaction,
 * only then speak. Also the referee's birth and end.
 */
#include "referee/turn.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "match/match.h"
#include "referee/after.h"
#include "referee/books.h"
#include "referee/computers.h"
#include "referee/confirm.h"
#include "referee/deadline.h"
#include "referee/live.h"
#include "referee/outbox.h"
#include "referee/pacing.h"
#include "referee/pictures.h"
#include "referee/platform.h"
#include "referee/press.h"
#include "referee/pulse.h"
#include "referee/queue.h"
#include "referee/referee_priv.h"
#include "referee/route.h"
#include "referee/send.h"
#include "referee/silence.h"
#include "referee/standing.h"
#include "referee/tell.h"
#include "referee/watch.h"

#define ALIVE_MS      20000    /* how often the store hears that we live */
#define SEEN_MS       86400000 /* message ids are remembered for a day */
#define FORGET_MS     60000    /* how often some older ones are forgotten */
#define FULL_RETRY_MS 5000     /* how often a full disk is tried again */
#define FULL_TOLD_MS  60000    /* a chat hears of it once in so long */
#define FULL_WAIT_MS  250      /* at least between two looks while it is full */

bool nj_turn_ok(struct nj_referee *r, enum nj_status st,
                const struct nj_err *err)
{
    if (st == NJ_OK)
        return true;
    if (r->status == NJ_OK) {
        r->status = st;
        r->err = *err;
    }
    NJ_ASSERT(r->status != NJ_OK);
    return false;
}

static bool begin(struct nj_referee *r)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(!r->writing);
    return nj_turn_ok(r, nj_store_begin(r->store, &err), &err);
}

/* Asked before each row that is written: most often it has begun already. */
bool nj_turn_write(struct nj_referee *r)
{
    NJ_ASSERT(r->store != NULL);
    if (r->status == NJ_OK && !r->writing)
        r->writing = begin(r);
    return r->status == NJ_OK && r->writing;
}

/* Some of the old message ids, so that there are not more and more of them
 * however long we live. */
static void forget_seen(struct nj_referee *r)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(r->writing);
    if (r->status != NJ_OK || r->now_ms - r->forgot_ms < FORGET_MS)
        return;
    if (nj_turn_ok(r, nj_seen_forget(r->store, r->now_ms - SEEN_MS, &err),
                   &err))
        r->forgot_ms = r->now_ms;
}

/* The store learns from time to time that we are alive: the length of an
 * outage is what lies between that and the next start. */
static void note_alive(struct nj_referee *r)
{
    struct nj_err err = {{0}};
    char now[32];

    NJ_ASSERT(r->now_ms >= 0);
    if (!r->writing &&
        (r->n_entries == 0 || r->now_ms - r->alive_ms < ALIVE_MS))
        return;
    if (r->writing && r->now_ms - r->alive_ms < 1000)
        return;
    if (!nj_turn_write(r))
        return;
    (void)snprintf(now, sizeof(now), "%lld", (long long)r->now_ms);
    if (nj_turn_ok(r, nj_setting_put(r->store, "", "alive_ms", now, &err),
                   &err))
        r->alive_ms = r->now_ms;
    forget_seen(r);
}

/* --- a turn that could not be written --- */

/* What a chat knows that the store does not. */
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
            e->card_out = false;
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

/* Everything as the store has it; what this turn did never happened. */
static enum nj_status start_over(struct nj_referee *r, struct nj_err *err)
{
    struct kept_chat *kept = NULL;
    uint32_t n;
    enum nj_status st;

    NJ_ASSERT(r->status != NJ_OK);
    nj_store_rollback(r->store);
    r->writing = false;
    n = save_chats(r, &kept);
    nj_books_free(r);
    r->n_touched = 0;
    r->drawn = r->drawn_before;
    r->status = NJ_OK;
    st = nj_books_read(r, err);
    restore_chats(r, kept, n);
    nj_deadline_again(r);
    nj_platform_recover(r);
    nj_watch_read(r);
    nj_silence_recover(r);
    return st;
}

static void tell_full(struct nj_referee *r, const struct nj_event *events)
{
    NJ_ASSERT(r->full);
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next) {
        struct nj_chat *c;

        if (ev->kind != NJ_EVENT_MESSAGE || !nj_route_asks(r, ev))
            continue;
        c = nj_books_chat(r, ev->chat);
        if (c->full_ms != 0 && r->now_ms - c->full_ms < FULL_TOLD_MS)
            continue;
        c->full_ms = r->now_ms;
        nj_tell_now(r, c, "shell.disk_full");
    }
}

/* What happened out there is true though the turn is undone: a later one
 * hears of it. What people typed is not: they have been told. */
static void keep_facts(struct nj_referee *r, struct nj_event *events)
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

static void destroy_all(struct nj_event *events)
{
    while (events != NULL) {
        struct nj_event *next = events->next;

        nj_event_destroy(events);
        events = next;
    }
}

/* Matches go on when a gateway is up; that they did has been undone. */
static void take_down(struct nj_referee *r, const struct nj_event *events)
{
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        if (ev->kind == NJ_EVENT_UP)
            r->down[ev->gateway] = true;
}

/* What the store has is not known any more: no other turn, no other word. */
static enum nj_status give_up(struct nj_referee *r, struct nj_err *err)
{
    NJ_ASSERT(r->status != NJ_OK);
    nj_store_rollback(r->store);
    r->writing = false;
    r->failed = true;
    *err = r->err;
    return r->status;
}

static enum nj_status disk_full(struct nj_referee *r, struct nj_event *events,
                                struct nj_err *err)
{
    struct nj_err why = {{0}};

    NJ_ASSERT(r->status == NJ_ERR_FULL);
    nj_after_undo(r);
    nj_pictures_undo(r);
    if (!r->full)
        nj_log(NJ_LOG_ERROR, "store", "full",
               NJ_FIELDS(nj_f_text("why", r->err.text)));
    r->full = true;
    r->full_ms = r->now_ms;
    take_down(r, events);
    if (!nj_turn_ok(r, start_over(r, &why), &why)) {
        destroy_all(events);
        return give_up(r, err);
    }
    tell_full(r, events);
    keep_facts(r, events);
    return NJ_OK;
}

/* --- the turn --- */

static struct nj_event *kept_first(struct nj_referee *r,
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

static void work(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(r->status == NJ_OK);
    for (struct nj_event *ev = events; ev != NULL && r->status == NJ_OK;
         ev = ev->next) {
        nj_platform_event(r, ev);
        nj_arena_reset(&r->arena);
    }
    if (!r->stopping) {
        nj_deadline_catch_up(r);
        nj_deadline_fire(r);
        nj_computers_act(r);
    }
    nj_watch_run(r);
    nj_silence_try(r);
    nj_pulse_write_all(r);
    nj_outbox_mark(r);
    note_alive(r);
    nj_after_store(r);
    nj_books_sweep(r);
    nj_arena_reset(&r->arena);
}

enum nj_status nj_referee_turn(struct nj_referee *r, struct nj_event *events,
                               struct nj_err *err)
{
    struct nj_err why = {{0}};
    bool wrote;

    NJ_ASSERT(!r->writing);
    NJ_ASSERT(r->now_ms >= 0);
    if (r->failed) {
        destroy_all(events);
        *err = r->err;
        return r->status;
    }
    r->now_ms = nj_now_ms(&r->setup.clock);
    r->status = NJ_OK;
    nj_after_note(r, events);
    if (r->full && r->now_ms - r->full_ms < FULL_RETRY_MS) {
        tell_full(r, events);
        nj_after_commit(r); /* who wrote has been told; it is not read again */
        keep_facts(r, events);
        return NJ_OK;
    }
    r->drawn_before = r->drawn;
    events = kept_first(r, events);
    work(r, events);
    wrote = r->writing;
    if (r->status == NJ_OK && r->writing &&
        nj_turn_ok(r, nj_store_commit(r->store, &why), &why))
        r->writing = false;
    r->count.turns++;
    r->count.commits += wrote && r->status == NJ_OK;
    if (r->status == NJ_ERR_FULL)
        return disk_full(r, events, err);
    destroy_all(events);
    if (r->status != NJ_OK)
        return give_up(r, err);
    r->full = false;
    nj_after_commit(r);
    nj_press_commit(r);
    nj_pictures_commit(r);
    nj_send_marked(r);
    nj_live_evict_idle(r);
    return NJ_OK;
}

int64_t nj_referee_wait_ms(const struct nj_referee *r)
{
    int64_t now = nj_now_ms(&r->setup.clock);
    int64_t until = now + ALIVE_MS;

    NJ_ASSERT(until >= now);
    if (r->more || r->catching_up || r->kept != NULL)
        return r->full ? FULL_RETRY_MS : 0;
    if (r->deadline_ms != 0 && r->deadline_ms < until)
        until = r->deadline_ms;
    if (nj_watch_due_ms(r) != 0 && nj_watch_due_ms(r) < until)
        until = nj_watch_due_ms(r);
    for (const struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->head != NULL || c->waiting) {
            int64_t at = nj_pacing_next_ms(r, c);

            until = at < until ? at : until;
        }
    if (r->full && until < now + FULL_WAIT_MS)
        return FULL_WAIT_MS; /* what waits for the disk is not due before it */
    return until > now ? until - now : 0;
}

bool nj_referee_stopped(const struct nj_referee *r)
{
    return r->stopping;
}

uint32_t nj_referee_awake(const struct nj_referee *r)
{
    NJ_ASSERT(r->awake <= r->n_entries);
    return r->awake;
}

uint32_t nj_referee_open(const struct nj_referee *r)
{
    NJ_ASSERT(r->n_entries == 0 || r->entries != NULL);
    return r->n_entries;
}

uint32_t nj_referee_queued(const struct nj_referee *r)
{
    uint32_t n = r->queued;

    for (const struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        n += c->call != 0;
    return n;
}

void nj_referee_bytes(const struct nj_referee *r, struct nj_referee_bytes *out)
{
    NJ_ASSERT(r->n_entries == 0 || r->entries != NULL);
    *out = (struct nj_referee_bytes){0};
    for (uint32_t i = 0; i < r->n_entries; i++) {
        const struct nj_entry *e = r->entries[i];

        out->books += sizeof(*e) + sizeof(void *) + strlen(e->host) + 1;
        if (e->match != NULL)
            out->live += nj_match_bytes(e->match);
        if (e->sitters == NULL)
            continue;
        out->live += NJ_SEATS_MAX * sizeof(*e->sitters);
        for (uint8_t k = 0; k < e->n_sitters; k++)
            out->live += strlen(e->sitters[k].user) +
                         strlen(e->sitters[k].name) +
                         strlen(e->sitters[k].contribution) + 3;
    }
}

/* --- birth and end --- */

/* When the store heard of us last; 0: never, or it cannot be. */
static int64_t last_alive_ms(struct nj_referee *r)
{
    struct nj_err err = {{0}};
    char text[32] = "0";
    long long alive;

    NJ_ASSERT(r->now_ms >= 0);
    if (nj_setting_get(r->store, "", "alive_ms", text, sizeof(text), &err) !=
        NJ_OK)
        return 0; /* a new database */
    alive = strtoll(text, NULL, 10);
    return alive > 0 && alive < r->now_ms ? alive : 0;
}

static enum nj_status read_all(struct nj_referee *r, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(r->n_entries == 0);
    NJ_ASSERT(!r->writing);
    r->now_ms = nj_now_ms(&r->setup.clock);
    r->total_refill_ms = r->now_ms;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        r->total_tokens[i] = nj_pacing_of(r, (uint8_t)i)->total_per_second;
    st = nj_books_read(r, err);
    if (st != NJ_OK)
        return st;
    nj_deadline_recover(r, last_alive_ms(r));
    nj_platform_recover(r);
    nj_watch_read(r);
    nj_silence_recover(r);
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        nj_deadline_gateway(r, (uint8_t)i, false); /* until it says it is up */
    note_alive(r);
    nj_pulse_write_all(r);
    if (r->status == NJ_OK && r->writing)
        (void)nj_turn_ok(r, nj_store_commit(r->store, err), err);
    r->writing = false;
    if (r->status != NJ_OK)
        *err = r->err;
    return r->status;
}

enum nj_status nj_referee_create(const struct nj_referee_setup *setup,
                                 struct nj_referee **out, struct nj_err *err)
{
    struct nj_referee *r = nj_alloc(sizeof(*r));
    struct nj_arena arena = NJ_ARENA_INIT(16384);
    enum nj_status st;

    NJ_ASSERT(setup->store != NULL);
    NJ_ASSERT(setup->catalog != NULL);
    NJ_ASSERT(setup->n_games == 0 || setup->games != NULL);
    NJ_ASSERT(setup->n_gateways <= NJ_COUNT(r->down));
    NJ_ASSERT(setup->pace.per_second <= 0 || setup->pace.total_per_second > 0);
    r->setup = *setup;
    r->store = setup->store;
    r->arena = arena;
    st = read_all(r, err);
    if (st != NJ_OK) {
        nj_referee_destroy(r);
        return st;
    }
    *out = r;
    return NJ_OK;
}

void nj_referee_destroy(struct nj_referee *r)
{
    if (r == NULL)
        return;
    nj_store_rollback(r->store);
    destroy_all(r->kept);
    nj_after_undo(r);
    nj_pictures_undo(r);
    nj_press_free(r);
    nj_standing_free(r);
    nj_platform_free(r);
    nj_confirm_free(r);
    free(r->watchers);
    nj_books_free(r);
    free(r->touched);
    free(r->busy);
    nj_arena_fini(&r->arena);
    free(r);
}
