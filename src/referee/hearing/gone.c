/*
 * Groups that the bot is not in any more: the clocks of their matches stand.
 * Which groups these are outlives the process, and since when.
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/hearing/hearing.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

static int64_t gone_ms(const struct nj_chat *c)
{
    return c->gone_ms;
}

static void set_gone(struct nj_referee *r, struct nj_chat *c, bool gone)
{
    NJ_ASSERT(c->group);
    NJ_ASSERT((c->gone_ms != 0) != gone);
    NJ_ASSERT(gone || r->n_gone > 0);
    c->gone_ms = gone ? r->now_ms : 0;
    r->n_gone = gone ? r->n_gone + 1 : r->n_gone - 1;
    nj_rest_wake(r, c);
    nj_stood_groups_hold(r, c, NJ_HOLD_AWAY, gone_ms);
    nj_stood_groups_keep(r, "gone", gone_ms); /* also in another life */
}

/* Whoever sees words of a group is in it, whatever was said before: some
 * gateways tell old news after a login. */
void nj_gone_back(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = r->n_gone > 0 ? nj_books_find(r, address) : NULL;

    if (c == NULL || c->gone_ms == 0)
        return;
    nj_log(NJ_LOG_INFO, "chat", "back",
           NJ_FIELDS(nj_f_word("chat", c->address)));
    NJ_ASSERT(c->group && r->n_gone > 0);
    set_gone(r, c, false);
    nj_silence_try_group(r, c);
}

/* A seat is given up by its owner's word, not by leaving a group; that he
 * left is nobody's news, and the group's tables are none of his any more. */
void nj_gone_note(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c;

    NJ_ASSERT(ev->kind == NJ_EVENT_GONE);
    nj_log(ev->self ? NJ_LOG_WARN : NJ_LOG_INFO, "chat", "gone",
           NJ_FIELDS(nj_f_word("chat", ev->chat)));
    if (!ev->self) {
        if (ev->user[0] != '\0')
            nj_notify_left(r, ev->chat, ev->user);
        return;
    }
    c = nj_books_chat(r, ev->chat);
    if (c->gone_ms != 0 || r->n_gone == NJ_STOOD_GROUPS_MAX)
        return;
    set_gone(r, c, true);
    nj_owners_tell(r, "shell.gone",
                   NJ_ARGS(nj_arg_id("group", nj_address_group_id(c->address)),
                           nj_arg_int("n", c->n_entries)));
    nj_announce_hosts(r, c, "shell.away");
}

static void restore(struct nj_referee *r, struct nj_chat *c, int64_t since_ms)
{
    NJ_ASSERT(c->group && since_ms > 0);
    c->gone_ms = since_ms;
    r->n_gone++;
    nj_stood_group(c, NJ_HOLD_AWAY, since_ms);
}

void nj_gone_recover(struct nj_referee *r)
{
    r->n_gone = 0;
    nj_stood_groups_read(r, "gone", restore);
}
