/*
 * The two threads of a desk: one reads what was heard into the inbox, one
 * writes down what is to be said.
 */
#include "relay/desk.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "relay/desk_priv.h"

#define RETRY_MS    300
#define BATCH_BYTES ((size_t)128 << 20)
#define BATCH_FULL  ((size_t)4 << 20) /* what is more goes with the next one */

static void worked(int rc)
{
    NJ_ASSERT(rc == 0);
}

void nj_desk_lock(struct nj_desk *d)
{
    worked(pthread_mutex_lock(&d->lock));
}

void nj_desk_unlock(struct nj_desk *d)
{
    worked(pthread_mutex_unlock(&d->lock));
}

static bool is_over(const struct nj_desk *d)
{
    return atomic_load(&d->ending) || nj_fence_ended();
}

/* --- what was heard --- */

/* Friends as a gateway of its own would know them. */
static void note_people(struct nj_proxy *p, struct nj_wire_heard *h)
{
    const struct nj_event *e = h->event;
    const char *id = nj_address_user_id(e->user);
    bool proved = e->kind == NJ_EVENT_FRIEND ||
                  (e->kind == NJ_EVENT_MESSAGE && !e->group &&
                   e->privacy == NJ_PRIVACY_PROVED);

    if (e->kind == NJ_EVENT_FRIENDS) {
        nj_names_fini(&p->friends);
        p->friends = h->friends;
        h->friends = (struct nj_names){0};
    }
    if (id != NULL && proved)
        nj_names_add(&p->shown, id);
    if (id != NULL && e->kind == NJ_EVENT_LOST) {
        nj_names_drop(&p->shown, id);
        nj_names_drop(&p->friends, id);
    }
}

/* False: nobody waits for that any more; it was called in another life. */
static bool is_ours(struct nj_proxy *p, struct nj_event *e)
{
    int64_t number = (int64_t)e->call;

    if (e->kind != NJ_EVENT_FATE && e->kind != NJ_EVENT_MEMBER)
        return true;
    if (NJ_RELAY_EPOCH(number) != p->desk->books)
        return false;
    e->call = (uint64_t)NJ_RELAY_COUNT(number);
    return nj_proxy_settle(p, e->call);
}

static void take(void *ctx, uint32_t gateway, int64_t number, const char *event,
                 size_t len)
{
    struct nj_desk *d = ctx;
    struct nj_proxy *p = d->proxy[gateway];
    struct nj_wire_heard h;
    bool ours = true;

    NJ_ASSERT(number > d->behind[gateway]);
    d->behind[gateway] = number;
    if (!nj_wire_read(event, len, p->base.index, &h)) {
        nj_log(NJ_LOG_ERROR, "relay", "not_understood",
               NJ_FIELDS(nj_f_word("gateway", p->base.name),
                         nj_f_i64("number", number)));
        return;
    }
    nj_desk_lock(d);
    if (h.event == NULL)
        memcpy(p->link, h.link, sizeof(p->link));
    else {
        note_people(p, &h);
        ours = is_ours(p, h.event);
    }
    nj_desk_unlock(d);
    nj_names_fini(&h.friends);
    if (h.event != NULL && ours) {
        h.event->row = number;
        nj_inbox_push(d->inbox, h.event);
    } else {
        nj_event_destroy(h.event);
    }
}

static bool read_on(void *ctx)
{
    struct nj_desk *d = ctx;
    int64_t before[NJ_DESK_MAX];

    if (is_over(d))
        return false;
    memcpy(before, d->behind, sizeof(before));
    nj_inbox_gather();
    (void)nj_relay_read(d->reader_line, d->names, d->n, before, take, d);
    nj_inbox_gathered(d->inbox);
    if (memcmp(before, d->behind, sizeof(before)) == 0)
        nj_relay_wait(d->reader_line, RETRY_MS);
    return true;
}

/* --- what is to be said --- */

void nj_desk_write(struct nj_desk *d, struct nj_str *object)
{
    struct nj_desk_item *item = nj_alloc(sizeof(*item));

    item->len = object->len;
    item->text = nj_str_take(object);
    *d->end = item;
    d->end = &item->next;
    (void)pthread_cond_broadcast(&d->news);
}

/* Under the lock: as much as goes in one transaction. */
static void gather(struct nj_desk *d)
{
    struct nj_str *batch = &d->batch;

    NJ_ASSERT(batch->len == 0);
    while (d->first != NULL && batch->len < BATCH_FULL) {
        struct nj_desk_item *item = d->first;

        nj_str_putc(batch, batch->len == 0 ? '[' : ',');
        nj_str_add(batch, item->text, item->len);
        d->first = item->next;
        free(item->text);
        free(item);
    }
    if (d->first == NULL)
        d->end = &d->first;
    if (batch->len > 0) {
        nj_str_putc(batch, ']');
        d->batches++;
    }
    NJ_ASSERT(!batch->over);
}

/* Rows that are worked off go; what is in the way of that waits. */
static void sweep(struct nj_desk *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        struct nj_proxy *p = d->proxy[i];
        int64_t done;

        nj_desk_lock(d);
        done = p->done;
        nj_desk_unlock(d);
        if (done > p->told && nj_relay_done(d->writer_line, p->base.name, done))
            p->told = done;
    }
}

static bool has_swept(const struct nj_desk *d)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (d->proxy[i]->done > d->proxy[i]->told)
            return false;
    return true;
}

/* Waits for at most a moment if there is nothing to do. */
static void collect(struct nj_desk *d)
{
    nj_desk_lock(d);
    if (d->first == NULL && has_swept(d))
        nj_steps_doze(&d->news, &d->lock, RETRY_MS);
    gather(d);
    d->writing = d->batch.len > 0;
    nj_desk_unlock(d);
}

/* False: it has to be said again. */
static bool say(struct nj_desk *d)
{
    if (d->batch.len > 0 &&
        !nj_relay_say(d->writer_line, d->books, d->batches, d->batch.p))
        return false;
    nj_str_clear(&d->batch);
    nj_desk_lock(d);
    d->writing = false;
    nj_desk_unlock(d);
    return true;
}

static bool write_on(void *ctx)
{
    struct nj_desk *d = ctx;

    if (is_over(d))
        return false;
    if (!d->begun)
        d->begun = nj_relay_begin(d->writer_line, d->books);
    if (d->begun && d->batch.len == 0)
        collect(d);
    if (d->begun && say(d))
        sweep(d);
    else
        nj_steps_rest(RETRY_MS);
    return true;
}

/* --- its life --- */

enum nj_status nj_desk_create(const char *url, int64_t books,
                              struct nj_inbox *inbox, struct nj_desk **out,
                              struct nj_err *err)
{
    enum nj_status st = nj_relay_load(err);
    pthread_condattr_t attr;
    struct nj_desk *d;

    if (st != NJ_OK)
        return st;
    NJ_ASSERT(books > 0);
    d = nj_alloc(sizeof(*d));
    d->url = url;
    d->books = books;
    d->inbox = inbox;
    d->end = &d->first;
    d->batch = (struct nj_str)NJ_STR_INIT(BATCH_BYTES);
    worked(pthread_mutex_init(&d->lock, NULL));
    worked(pthread_condattr_init(&attr));
    worked(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC));
    worked(pthread_cond_init(&d->news, &attr));
    (void)pthread_condattr_destroy(&attr);
    d->reader_line = nj_relay_create(url, NJ_RELAY_HEARD);
    d->writer_line = nj_relay_create(url, NULL);
    *out = d;
    return NJ_OK;
}

void nj_desk_destroy(struct nj_desk *d)
{
    if (d == NULL)
        return;
    NJ_ASSERT(!d->running);
    while (d->first != NULL) {
        struct nj_desk_item *item = d->first;

        d->first = item->next;
        free(item->text);
        free(item);
    }
    nj_relay_destroy(d->reader_line);
    nj_relay_destroy(d->writer_line);
    nj_str_fini(&d->batch);
    (void)pthread_cond_destroy(&d->news);
    (void)pthread_mutex_destroy(&d->lock);
    free(d);
}

static void end(struct nj_desk *d)
{
    atomic_store(&d->ending, true);
    nj_relay_wake(d->reader_line);
    nj_relay_wake(d->writer_line);
    nj_desk_lock(d);
    (void)pthread_cond_broadcast(&d->news);
    nj_desk_unlock(d);
}

enum nj_status nj_desk_start(struct nj_desk *d, struct nj_err *err)
{
    if (d->running)
        return NJ_OK;
    if (!nj_steps_begin(&d->reader, read_on, d))
        return nj_fail(err, NJ_ERR_IO, "no thread can be had for gateways");
    if (!nj_steps_begin(&d->writer, write_on, d)) {
        end(d);
        nj_steps_end(&d->reader);
        return nj_fail(err, NJ_ERR_IO, "no thread can be had for gateways");
    }
    d->running = true;
    return NJ_OK;
}

/* Nobody will hear any more what became of these. */
static void lose_open(struct nj_desk *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        struct nj_proxy *p = d->proxy[i];

        for (; p->n_open > 0; p->n_open--) {
            struct nj_event *e = nj_event_create(NJ_EVENT_FATE, p->base.index);

            e->call = p->open[p->n_open - 1];
            e->fate = NJ_FATE_LOST;
            nj_inbox_push(d->inbox, e);
        }
    }
}

static bool all_stopped(const struct nj_desk *d)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (!d->proxy[i]->stopped)
            return false;
    return true;
}

void nj_desk_leave(struct nj_proxy *p, int64_t flush_ms)
{
    struct nj_desk *d = p->desk;
    int64_t until_ms = nj_fence_now_ms() + flush_ms;

    p->stopped = true;
    nj_desk_lock(d);
    while (d->running && (p->n_open > 0 || d->first != NULL || d->writing) &&
           nj_fence_now_ms() < until_ms)
        nj_steps_doze(&d->news, &d->lock, RETRY_MS);
    nj_desk_unlock(d);
    if (!d->running || !all_stopped(d))
        return;
    end(d);
    nj_steps_end(&d->reader);
    nj_steps_end(&d->writer);
    d->running = false;
    lose_open(d);
}
