/*
 * What the referee tells of itself, and what it can be told while it runs.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/time/time.h"

void nj_referee_figures(const struct nj_referee *r,
                        struct nj_referee_figures *out)
{
    NJ_ASSERT(!r->full || !r->away);
    *out = r->count;
    out->open = nj_referee_open(r);
    out->awake = nj_referee_awake(r);
    out->queued = nj_referee_queued(r);
    out->full = r->full;
    out->away = r->away;
    out->clock_lead_ms = r->now_ms - r->wall_ms;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        out->skew_ms[i] = nj_skew_ms(r, (uint8_t)i);
        if (!r->down[i])
            out->gateways_up |= 1u << i;
    }
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
    NJ_ASSERT(r->queued == 0 || r->n_chats > 0);
    return r->queued + nj_calls_count(r);
}

void nj_referee_bytes(const struct nj_referee *r, struct nj_referee_bytes *out)
{
    NJ_ASSERT(r->n_entries == 0 || r->entries != NULL);
    *out = (struct nj_referee_bytes){0};
    for (uint32_t i = 0; i < r->n_entries; i++) {
        const struct nj_entry *e = r->entries[i];

        out->books += sizeof(*e) + 2 * sizeof(void *) + strlen(e->host) + 1;
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

void nj_referee_reload(struct nj_referee *r,
                       const struct nj_referee_setup *setup)
{
    struct nj_referee_setup *s = &r->setup;

    NJ_ASSERT(!nj_store_writing(r->store));
    NJ_ASSERT(r->asking == NULL && r->bundle == NULL);
    s->catalog = setup->catalog;
    s->commands = setup->commands;
    s->lang = setup->lang;
    s->prefix = setup->prefix;
    s->host_prefix = setup->host_prefix;
    s->owners = setup->owners;
    s->pace = setup->pace;
    s->paces = setup->paces;
    s->tables = setup->tables;
    s->zone_min = setup->zone_min;
    s->zone = setup->zone;
    s->grace_ms = setup->grace_ms;
    s->leave_ms = setup->leave_ms;
    s->idle_ms = setup->idle_ms;
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_books_words_again(r, r->entries[i]);
    if (r->failed == NJ_OK)
        r->failed = nj_store_status(r->store, &r->err);
    nj_pacing_again(r);
}
