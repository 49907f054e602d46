/*
 * Who has been quiet for an hour leaves the memory, unless something waits to
 * be said to him or is known of him that nobody tells twice.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define ROUND_MS   60000 /* how often all are looked at */
#define LOOK_SHARE 4096  /* slots in one turn */

/* What a turn leaves behind is over, and who has lain down waits (rest.c). */
static bool says_something(const struct nj_chat *c)
{
    NJ_ASSERT(c->active || (c->head == NULL && c->call == 0 && !c->waiting));
    NJ_ASSERT(c->fated == NULL && !c->handing && !c->presumed);
    return c->active || c->missed != NULL || c->part_row != 0;
}

/* The platform told it once, and may not tell it again. */
static bool is_marked(const struct nj_chat *c)
{
    return c->muted || c->gone_ms != 0 || c->silent_ms != 0;
}

/* Whatever else he has is over after an hour (tries, holds, the moments of
 * what is told once in a while), or is read again from his row. */
static bool is_quiet(const struct nj_referee *r, const struct nj_chat *c)
{
    return nj_chats_unused(r, c) && !says_something(c) && !is_marked(c) &&
           r->steady_ms >= c->hold_until_ms;
}

static void free_list(struct nj_out *out)
{
    while (out != NULL) {
        struct nj_out *next = out->next;

        nj_queue_free(out);
        out = next;
    }
}

static void fall_silent(struct nj_chat *c)
{
    NJ_ASSERT(c->under_way == NULL || c->call != 0);
    free_list(c->head);
    free_list(c->under_way);
    free_list(c->missed);
    nj_queue_forget_fated(c);
    nj_pacing_forget(c);
    nj_posted_free(c);
    NJ_ASSERT(c->fated_call == 0 && c->n_recent == 0);
}

void nj_forget_quiet(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    NJ_ASSERT(r->asking == NULL);
    if (r->sweep_at == 0 && r->steady_ms - r->swept_ms < ROUND_MS)
        return;
    for (uint32_t looked = 0; looked < LOOK_SHARE && r->sweep_at < r->chats_cap;
         looked++) {
        struct nj_chat *c = r->chats[r->sweep_at];

        if (c != NULL && is_quiet(r, c)) {
            fall_silent(c);
            nj_chats_drop(r, r->sweep_at); /* another may have its slot */
            continue;
        }
        if (c != NULL)
            nj_pacing_quiet(r, c);
        r->sweep_at++;
    }
    if (r->sweep_at < r->chats_cap)
        return;
    nj_chats_shrink(r);
    r->sweep_at = 0;
    r->swept_ms = r->steady_ms;
}

void nj_forget_all(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL)
            fall_silent(r->chats[i]);
    nj_calls_forget(r);
    nj_rest_forget(r);
    NJ_ASSERT(r->active == NULL && nj_calls_count(r) == 0);
    r->queued = 0;
    r->sweep_at = 0;
}
