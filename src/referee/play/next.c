/*
 * Who is next, told in matches of hours (UX-2.2: #提醒).
 */
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

static void found_one(void *ctx, const char *user)
{
    bool *found = ctx;

    NJ_ASSERT(user[0] != '\0');
    *found = true;
}

static bool wants_next(struct nj_referee *r, const char *user)
{
    bool found = false;
    const struct nj_notice of = {user, NJ_NOTIFY_NEXT, ""};

    nj_notice_each(r->store, &of, 1, found_one, &found);
    return found;
}

/* Finds the seat behind the one whose turn it is; NULL: nobody is told. */
static const struct nj_sitter *next_of(struct nj_entry *e)
{
    const struct nj_game *g = e->game->game;
    const struct nj_sitter *s = NULL;
    nj_seat seat;

    NJ_ASSERT(e->match != NULL);
    if (g->next == NULL || !nj_quiet_slow(g, nj_match_timers(e->match)))
        return NULL;
    seat = g->next(e->match);
    if (seat != NJ_SEAT_NONE)
        s = nj_sitters_at(e, seat);
    return s != NULL && !s->computer ? s : NULL;
}

void nj_next_tell(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_sitter *s = next_of(e);
    nj_seat_set due = nj_match_awaited(e->match);
    struct nj_chat *to;
    int64_t until_ms = 0;

    if (s == NULL || due == 0 || !wants_next(r, s->user))
        return;
    NJ_ASSERT((due & nj_bit(s->seat)) == 0 || (due & (due - 1)) != 0);
    to = nj_books_chat(r, s->user);
    if (nj_private_proved(to) && !to->shut &&
        !nj_place_is_quiet(r, to, NULL, r->now_ms, &until_ms))
        nj_tell(r, to, e, "shell.next_up",
                NJ_ARGS(nj_arg_seat("seat", nj_seat_nth(due, 0))));
}
