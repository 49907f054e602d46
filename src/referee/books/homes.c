/*
 * The homes of a match: the groups that hear what everyone hears. The first
 * is where the table was opened; others join it by #联桌 before the start.
 * Each reads the same messages in the same order, in its own language; the
 * record has each message once.
 */
#include "referee/books/homes.h"

#include "base/bug.h"
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/books/request.h"
#include "referee/commands/confirm.h"
#include "referee/commands/links.h"
#include "referee/commands/standing.h"
#include "referee/play/slate.h"
#include "referee/referee_priv.h"
#include "referee/speech/queue.h"
#include "referee/speech/tell.h"
#include "referee/speech/watch.h"
#include "referee/time/silence.h"

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c)
{
    NJ_ASSERT(e->n_homes >= 1 && e->n_homes <= NJ_HOMES_MAX);
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i] == c)
            return true;
    return false;
}

bool nj_homes_first(const struct nj_request *a)
{
    NJ_ASSERT(a->e->n_homes >= 1);
    return a->e->homes[0] == a->where;
}

void nj_homes_deliver(struct nj_referee *r, struct nj_delivery *d)
{
    NJ_ASSERT(d->e->n_homes >= 1);
    NJ_ASSERT(d->seat == NJ_SEAT_NONE);
    for (uint8_t i = 0; i < d->e->n_homes; i++) {
        d->to = d->e->homes[i];
        d->copy = i > 0;
        nj_books_fill(r, d->to);
        if ((d->course && d->to->customs.hush) ||
            nj_slate_shows(r, d->e, d->to, d->m))
            d->to = NULL; /* in the record all the same */
        nj_tell_message(r, d);
    }
    nj_watch_note(r, d->e);
}

void nj_homes_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_delivery d = {.e = e, .m = &m, .seat = NJ_SEAT_NONE};

    NJ_ASSERT(key[0] != '\0');
    nj_homes_deliver(r, &d);
}

void nj_homes_notice(struct nj_referee *r, struct nj_entry *e, const char *key,
                     struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_delivery d = {
        .e = e, .m = &m, .seat = NJ_SEAT_NONE, .course = true};

    NJ_ASSERT(key[0] != '\0');
    nj_homes_deliver(r, &d);
}

uint32_t nj_homes_queued(const struct nj_entry *e)
{
    uint32_t most = 0;

    for (uint8_t i = 0; i < e->n_homes; i++)
        most = e->homes[i]->queued > most ? e->homes[i]->queued : most;
    return most;
}

void nj_homes_join(struct nj_entry *e, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    if (nj_homes_has(e, c) || e->n_homes == NJ_HOMES_MAX)
        return;
    e->homes[e->n_homes++] = c;
    nj_books_link(c, e);
}

void nj_homes_fill(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->n_homes >= 1);
    for (uint8_t i = 0; i < e->n_homes; i++)
        nj_books_fill(r, e->homes[i]);
}

/* The entry's home `from` is `to` now. */
static void replace(struct nj_entry *e, struct nj_chat *from,
                    struct nj_chat *to)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i] == from)
            e->homes[i] = to;
    nj_books_link(to, e);
    nj_books_unlink(from, e);
}

/*
 * What is under way to the old name keeps it: the gateway knows where that
 * goes, and its fate comes back by its number.
 */
void nj_homes_moved(struct nj_referee *r, const char *from, const char *to)
{
    struct nj_chat *old = nj_books_chat(r, from);
    struct nj_chat *now;

    if (strcmp(from, to) == 0)
        return;
    nj_chat_move(r->store, from, to);
    now = nj_books_chat(r, to);
    nj_silence_end(r, old); /* what it has not heard is tried there */
    (void)snprintf(now->lang, sizeof(now->lang), "%s", old->lang);
    now->customs = old->customs;
    while (old->n_entries > 0)
        replace(old->entries[0], old, now);
    nj_queue_move(r, old, now);
    nj_links_moved(r, old, now);
    nj_standing_moved(r, old, now);
    nj_confirm_moved(r, old, now);
    nj_log(NJ_LOG_INFO, "chat", "moved",
           NJ_FIELDS(nj_f_word("from", from), nj_f_word("to", to)));
}

void nj_homes_tell_hosts(struct nj_referee *r, const struct nj_chat *home,
                         const char *key)
{
    NJ_ASSERT(home->group);
    for (uint32_t i = 0; i < home->n_entries; i++) {
        struct nj_entry *e = home->entries[i];

        if (e->state == NJ_MATCH_RUNNING && e->host[0] != '\0')
            nj_tell(r, nj_books_chat(r, e->host), e, key, NJ_NO_ARGS);
    }
}
