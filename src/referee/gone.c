/*
 * Groups that the bot is not in any more: the clocks of their matches stand.
 * Their list outlives the process.
 */
#include "referee/gone.h"

#include <stdio.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "referee/books.h"
#include "referee/deadline.h"
#include "referee/fate.h"
#include "referee/homes.h"
#include "referee/owners.h"
#include "referee/referee_priv.h"
#include "referee/turn.h"

#define GONE_MAX 64 /* groups that are remembered to be gone */

/* Their list outlives the process: their clocks must not run again. */
static void store_gone(struct nj_referee *r)
{
    struct nj_str list = NJ_STR_INIT((size_t)GONE_MAX * NJ_ADDRESS_MAX);
    struct nj_err err = {{0}};

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && r->chats[i]->gone)
            nj_str_addf(&list, "%s ", r->chats[i]->address);
    if (nj_turn_write(r))
        (void)nj_turn_ok(r, nj_setting_put(r->store, "", "gone", list.p, &err),
                         &err);
    nj_str_fini(&list);
}

static bool any_gone(const struct nj_entry *e)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i]->gone)
            return true;
    return false;
}

static void set_gone(struct nj_referee *r, struct nj_chat *c, bool gone)
{
    NJ_ASSERT(c->group);
    c->gone = gone;
    r->n_gone = gone ? r->n_gone + 1 : r->n_gone - 1;
    for (uint32_t i = 0; i < c->n_entries && r->status == NJ_OK; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state == NJ_MATCH_RUNNING)
            nj_deadline_hold(r, e, NJ_HOLD_AWAY, any_gone(e));
    }
}

/* Whoever sees words of a group is in it, whatever was said before: some
 * gateways tell old news after a login. */
void nj_gone_back(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = r->n_gone > 0 ? nj_books_find(r, address) : NULL;

    if (c == NULL || !c->gone)
        return;
    nj_log(NJ_LOG_INFO, "chat", "back",
           NJ_FIELDS(nj_f_word("chat", c->address)));
    set_gone(r, c, false);
    store_gone(r);
    nj_fate_try_group(r, c);
}

/* A seat is given up by its owner's word, not by leaving a group; that he
 * left is nobody's news. */
void nj_gone_note(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c;

    nj_log(ev->self ? NJ_LOG_WARN : NJ_LOG_INFO, "chat", "gone",
           NJ_FIELDS(nj_f_word("chat", ev->chat)));
    if (!ev->self)
        return;
    c = nj_books_chat(r, ev->chat);
    if (c->gone || r->n_gone == GONE_MAX)
        return;
    set_gone(r, c, true);
    store_gone(r);
    nj_owners_tell(r, "shell.gone",
                   NJ_ARGS(nj_arg_id("group", nj_address_group_id(c->address)),
                           nj_arg_int("n", c->n_entries)));
    nj_homes_tell_hosts(r, c, "shell.away");
}

void nj_gone_recover(struct nj_referee *r)
{
    char list[GONE_MAX * NJ_ADDRESS_MAX] = "";
    char address[NJ_ADDRESS_MAX];
    struct nj_err err = {{0}};
    int n = 0;
    enum nj_status st =
        nj_setting_get(r->store, "", "gone", list, sizeof(list), &err);

    r->n_gone = 0;
    if (st != NJ_ERR_NOT_FOUND && !nj_turn_ok(r, st, &err))
        return;
    for (const char *p = list; sscanf(p, "%63s%n", address, &n) == 1; p += n)
        if (nj_address_group_id(address) != NULL)
            set_gone(r, nj_books_chat(r, address), true);
}
