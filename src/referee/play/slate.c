/*
 * Slates: which messages a group reads there, and when one is said or changed.
 */
#include "match/slate.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

void nj_slate_note(struct nj_entry *e, const struct nj_message *m)
{
    const struct nj_game *g = e->game->game;
    enum nj_slate_how how =
        g->slate != NULL ? nj_announce_slate(g, m) : NJ_SLATE_STAYS;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (how > e->slate)
        e->slate = (uint8_t)how;
}

/* Says its own words, which the record has already in others. */
static void tell_homes(struct nj_referee *r, struct nj_entry *e, bool begins,
                       const struct nj_message *now)
{
    struct nj_delivery d = {
        .e = e, .m = now, .seat = NJ_SEAT_NONE, .copy = true};

    NJ_ASSERT(now->to.to == NJ_TO_ALL && now->next == NULL);
    for (uint8_t i = 0; i < e->n_homes; i++) {
        d.to = e->homes[i];
        nj_books_fill(r, d.to);
        if (!nj_books_can(r, d.to, NJ_CAN_REPLACE) || d.to->customs.hush)
            continue;
        if (begins)
            nj_posted_begin(r, d.to, e->id);
        nj_tell_message(r, &d);
    }
}

static void tell(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_query q = {
        .asker = NJ_SEAT_NONE, .place = NJ_PLACE_GROUP, .arena = &arena};
    bool begins = e->slate == NJ_SLATE_BEGINS;

    NJ_ASSERT(e->slate != NJ_SLATE_STAYS);
    NJ_ASSERT(!e->touched || e->match != NULL); /* what has moved is awake */
    e->slate = NJ_SLATE_STAYS;
    if (e->touched && nj_guard_query(r, e, nj_match_slate, &q) &&
        q.answers != NULL)
        tell_homes(r, e, begins, q.answers);
    nj_arena_fini(&arena);
}

/* Who has moved is touched; who is over is not any more. */
void nj_slate_tell_all(struct nj_referee *r)
{
    NJ_ASSERT(r->n_touched == 0 || r->touched != NULL);
    for (uint32_t i = 0; i < r->n_touched && nj_store_good(r->store); i++) {
        struct nj_entry *e = nj_books_entry(r, r->touched[i]);

        NJ_ASSERT(e != NULL); /* until the end of the turn */
        if (e->slate != NJ_SLATE_STAYS)
            tell(r, e);
    }
}
