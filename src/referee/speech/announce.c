/*
 * What is said to every home of a match. Each group reads the same messages in
 * the same order, in its own language; the record has each message once.
 */
#include <string.h>

#include "base/bug.h"
#include "match/game.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

enum nj_slate_how nj_announce_slate(const struct nj_game *g,
                                    const struct nj_message *m)
{
    const struct nj_slate_row *row = g->slate->rows;

    while (row != NULL && row->key != NULL && strcmp(row->key, m->key) != 0)
        row++;
    return row != NULL && row->key != NULL && m->to.to == NJ_TO_ALL
               ? row->how
               : NJ_SLATE_STAYS;
}

/* Does that chat read it on the slate, and there alone? */
static bool slate_shows(const struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_chat *to, const struct nj_message *m)
{
    return to->group && e->game->game->slate != NULL &&
           nj_announce_slate(e->game->game, m) == NJ_SLATE_SHOWS &&
           nj_books_can(r, to, NJ_CAN_REPLACE);
}

void nj_announce_message(struct nj_referee *r, struct nj_delivery *d)
{
    NJ_ASSERT(d->seat == NJ_SEAT_NONE && d->m->to.to == NJ_TO_ALL);
    for (uint8_t i = 0; i < d->e->n_homes; i++) {
        d->to = d->e->homes[i];
        d->copy = i > 0;
        NJ_ASSERT(nj_books_has(d->to, d->e)); /* both books say so */
        nj_books_fill(r, d->to);
        if ((d->course && d->to->customs.hush) ||
            slate_shows(r, d->e, d->to, d->m))
            d->to = NULL; /* in the record all the same */
        nj_tell_message(r, d);
    }
    nj_watch_note(r, d->e);
}

/* Says words of the shell; `course`: not where only results are wanted. */
static void announce(struct nj_referee *r, struct nj_entry *e, const char *key,
                     struct nj_args args, bool course)
{
    struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_delivery d = {
        .e = e, .m = &m, .seat = NJ_SEAT_NONE, .course = course};

    NJ_ASSERT(key[0] != '\0');
    nj_announce_message(r, &d);
}

void nj_announce(struct nj_referee *r, struct nj_entry *e, const char *key,
                 struct nj_args args)
{
    announce(r, e, key, args, false);
}

void nj_announce_notice(struct nj_referee *r, struct nj_entry *e,
                        const char *key, struct nj_args args)
{
    announce(r, e, key, args, true);
}

void nj_announce_seat(struct nj_referee *r, struct nj_entry *e,
                      const char *what, nj_seat seat, nj_seat_set due)
{
    const struct nj_game *g = e->game->game;
    char key[64];
    struct nj_arg arg = nj_arg_seat("seat", seat);
    struct nj_message m = {.key = key, .clause = ""};
    struct nj_delivery d = {.e = e, .m = &m, .seat = NJ_SEAT_NONE};

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT((due & ~nj_match_awaited(e->match)) == 0);
    m.args = (struct nj_args){.v = &arg, .n = 1};
    (void)snprintf(key, sizeof(key), "%s.%s", g->prefix, what);
    if (nj_catalog_get(r->setup.catalog, r->setup.lang, key) == NULL)
        (void)snprintf(key, sizeof(key), "shell.%s", what);
    else if (g->called != NULL)
        m.args.called = g->called(e->match);
    if (due != 0)
        d.mention = nj_tell_mention(e, &m, due);
    nj_announce_message(r, &d);
}

void nj_announce_host(struct nj_referee *r, struct nj_entry *e, const char *key)
{
    NJ_ASSERT(key[0] != '\0');
    if (e->state == NJ_MATCH_RUNNING && e->host[0] != '\0')
        nj_tell(r, nj_books_chat(r, e->host), e, key, NJ_NO_ARGS);
}

void nj_announce_hosts(struct nj_referee *r, const struct nj_chat *home,
                       const char *key)
{
    NJ_ASSERT(home->group);
    for (uint32_t i = 0; i < home->n_entries; i++)
        nj_announce_host(r, home->entries[i], key);
}
