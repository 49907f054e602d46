/*
 * A group is silent because the bot may not speak there or the platform refuses
 * what it says. Which groups these are outlives the process, and since when.
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define AGAIN_MS INT64_C(3600000) /* a host is not told sooner once more */

static int64_t silent_ms(const struct nj_chat *c)
{
    return c->silent_ms;
}

static void set_matches(struct nj_referee *r, const struct nj_chat *c)
{
    nj_stood_groups_keep(r, "silent", silent_ms);
    nj_stood_groups_hold(r, c, NJ_HOLD_SILENT, silent_ms);
}

/* It may come and go, as with a bot that may answer and not speak by itself. */
static bool has_heard(const struct nj_referee *r, const struct nj_chat *c,
                      const struct nj_entry *e)
{
    return e->silence_told && r->now_ms - c->silence_told_ms < AGAIN_MS;
}

static void tell_hosts(struct nj_referee *r, struct nj_chat *c)
{
    bool any = false;

    NJ_ASSERT(c->silent_ms != 0);
    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state != NJ_MATCH_RUNNING || has_heard(r, c, e))
            continue;
        nj_announce_host(r, e, "shell.silenced");
        e->silence_told = any = true;
    }
    if (any)
        c->silence_told_ms = r->now_ms;
}

void nj_silence_begin(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    if (c->silent_ms != 0 || c->n_entries == 0 ||
        r->n_silent == NJ_STOOD_GROUPS_MAX)
        return;
    c->silent_ms = r->now_ms;
    r->n_silent++;
    set_matches(r, c);
    tell_hosts(r, c);
    nj_log(NJ_LOG_WARN, "chat", "silent",
           NJ_FIELDS(nj_f_word("chat", c->address)));
}

void nj_silence_end(struct nj_referee *r, struct nj_chat *c)
{
    if (c->silent_ms == 0)
        return;
    NJ_ASSERT(c->group);
    c->silent_ms = 0;
    NJ_ASSERT(r->n_silent > 0);
    r->n_silent--;
    set_matches(r, c);
}

void nj_silence_try_group(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    NJ_ASSERT(c->silent_ms == 0 || r->n_silent > 0);
    if (!nj_fate_try_group(r, c)) /* else its fate will tell */
        nj_silence_end(r, c);
}

void nj_silence_muted(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->chat);

    if (ev->muted)
        nj_silence_begin(r, c);
    nj_fate_muted(r, c, ev);
    if (ev->muted)
        nj_silence_slow(r, c, ev->ms);
    else
        nj_silence_try_group(r, c);
}

void nj_silence_room(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->chat);

    NJ_ASSERT(c->group || !c->waiting);
    if (c->muted)
        return; /* that is another matter */
    nj_fate_room(r, c);
    if (!c->group)
        return;
    if (c->waiting)
        nj_silence_try_group(r, c);
    else
        nj_outbox_release(r, c); /* what an earlier life could not say */
}

void nj_silence_try(struct nj_referee *r)
{
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->waiting && nj_pacing_ready(r, c, NJ_URGENT_MATCH))
            nj_silence_try_group(r, c);
}

static void restore(struct nj_referee *r, struct nj_chat *c, int64_t since_ms)
{
    NJ_ASSERT(c->group && since_ms > 0);
    c->silent_ms = since_ms;
    r->n_silent++;
    nj_fate_wait(r, c);
    nj_stood_group(c, NJ_HOLD_SILENT, since_ms);
}

void nj_silence_recover(struct nj_referee *r)
{
    r->n_silent = 0;
    nj_stood_groups_read(r, "silent", restore);
}

void nj_silence_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    if (!c->group)
        return;
    for (uint32_t i = 0; i < c->n_entries; i++) {
        nj_grace_extend(r, c->entries[i], ms);
        if (c->failures == NJ_FAILURES_MAX && !has_heard(r, c, c->entries[i]))
            nj_announce_host(r, c->entries[i], "shell.slow");
    }
}
