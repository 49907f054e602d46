/*
 * Groups that cannot be told anything, because the bot may not speak there or
 * the platform refuses what it says (UX-6.10): the clocks of their matches
 * stand until something arrives again, and the hosts are told. Which groups
 * these are outlives the process, and since when.
 */
#include "referee/silence.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "referee/books.h"
#include "referee/deadline.h"
#include "referee/fate.h"
#include "referee/pacing.h"
#include "referee/queue.h"
#include "referee/referee_priv.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define SILENT_MAX 64 /* groups that are remembered */
#define ROW_BYTES  (NJ_ADDRESS_MAX + 24)

static void store_list(struct nj_referee *r)
{
    struct nj_str list = NJ_STR_INIT((size_t)SILENT_MAX * ROW_BYTES);
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && r->chats[i]->silent_ms != 0)
            nj_str_addf(&list, "%s %" PRId64 " ", r->chats[i]->address,
                        r->chats[i]->silent_ms);
    if (nj_turn_write(r))
        (void)nj_turn_ok(
            r, nj_setting_put(r->store, "", "silent", list.p, &err), &err);
    nj_str_fini(&list);
}

static bool any_silent(const struct nj_entry *e)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i]->silent_ms != 0)
            return true;
    return false;
}

static void hold_matches(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    for (uint32_t i = 0; i < c->n_entries && r->status == NJ_OK; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state == NJ_MATCH_RUNNING)
            nj_deadline_hold(r, e, NJ_HOLD_SILENT, any_silent(e));
    }
}

static void tell_hosts(struct nj_referee *r, const struct nj_chat *c)
{
    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state == NJ_MATCH_RUNNING && e->host[0] != '\0')
            nj_tell(r, nj_books_chat(r, e->host), e, "shell.silenced",
                    NJ_NO_ARGS);
    }
}

void nj_silence_begin(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    if (c->silent_ms != 0 || c->n_entries == 0 || r->n_silent == SILENT_MAX)
        return;
    c->silent_ms = r->now_ms;
    r->n_silent++;
    store_list(r);
    hold_matches(r, c);
    tell_hosts(r, c);
    nj_log(NJ_LOG_WARN, "chat", "silent",
           NJ_FIELDS(nj_f_word("chat", c->address)));
}

void nj_silence_end(struct nj_referee *r, struct nj_chat *c)
{
    if (c->silent_ms == 0)
        return;
    c->silent_ms = 0;
    NJ_ASSERT(r->n_silent > 0);
    r->n_silent--;
    store_list(r);
    hold_matches(r, c);
}

void nj_silence_try(struct nj_referee *r)
{
    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (c->waiting && nj_pacing_ready(r, c, NJ_URGENT_MATCH))
            nj_fate_try_group(r, c);
}

/* Their clocks stand since then, whatever else has happened meanwhile. */
static void restore(struct nj_referee *r, const char *address, int64_t since_ms)
{
    struct nj_chat *c = nj_books_chat(r, address);

    c->silent_ms = since_ms;
    c->waiting = !c->muted; /* it is tried */
    r->n_silent++;
    nj_queue_activate(r, c);
    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state != NJ_MATCH_RUNNING)
            continue;
        if (e->hold == 0 || since_ms < e->held_ms)
            e->held_ms = since_ms;
        e->hold |= NJ_HOLD_SILENT;
    }
}

void nj_silence_recover(struct nj_referee *r)
{
    char list[SILENT_MAX * ROW_BYTES] = "";
    char address[NJ_ADDRESS_MAX];
    struct nj_err err = {{0}};
    char *rest = list;
    int n = 0;
    enum nj_status st =
        nj_setting_get(r->store, "", "silent", list, sizeof(list), &err);

    r->n_silent = 0;
    if (st != NJ_ERR_NOT_FOUND && !nj_turn_ok(r, st, &err))
        return;
    while (sscanf(rest, "%63s%n", address, &n) == 1) {
        long long since = strtoll(rest + n, &rest, 10);

        if (nj_address_group_id(address) != NULL && since > 0)
            restore(r, address, since);
    }
}
