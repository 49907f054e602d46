/*
 * What an input has caused, to everybody who may hear it: one message after
 * the other, each to its own audience.
 */
#include <string.h>

#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

/* Returns the message with the seats it is for, as their person reads it. */
static const struct nj_message *for_seats(struct nj_referee *r,
                                          const struct nj_message *m,
                                          nj_seat_set mine)
{
    nj_seat *list = nj_arena_alloc(&r->arena, NJ_SEATS_MAX * sizeof(list[0]));
    uint32_t n = 0;

    NJ_ASSERT(mine != 0 && m->args.n < NJ_ARGS_MAX);
    for (nj_seat s = 0; s < NJ_SEATS_MAX; s++)
        if ((mine & nj_bit(s)) != 0)
            list[n++] = s;
    return nj_message_with(&r->arena, m, nj_arg_seats(NJ_FOR_SEATS, list, n));
}

/* A message to several seats is one row for each person who plays them; those
 * of `away` are not told. */
static void deliver_seats(struct nj_referee *r, struct nj_delivery *d,
                          nj_seat_set away)
{
    const struct nj_message *m = d->m;
    nj_seat_set left = m->to.seats;

    NJ_ASSERT(m->to.to == NJ_TO_SEATS);
    for (nj_seat seat = 0; seat < NJ_SEATS_MAX; seat++) {
        nj_seat_set hand;
        const struct nj_sitter *s;

        if ((left & nj_bit(seat)) == 0)
            continue;
        s = nj_sitters_at(d->e, seat);
        NJ_ASSERT(s != NULL);
        hand = nj_seat_hand(d->e->match, seat);
        NJ_ASSERT((hand & nj_bit(seat)) != 0);
        NJ_ASSERT((hand & nj_bit(s->seat)) != 0);
        d->seat = s->seat;
        d->m = hand != nj_bit(seat) ? for_seats(r, m, left & hand) : m;
        d->to = !s->computer && (away & nj_bit(seat)) == 0
                    ? nj_books_chat(r, s->user)
                    : NULL;
        d->m = nj_hints_add(r, d);
        nj_tell_message(r, d);
        left &= ~hand;
    }
    NJ_ASSERT(left == 0); /* everybody it is for has it */
    d->m = m;
}

static void deliver(struct nj_referee *r, struct nj_delivery *d,
                    nj_seat_set away)
{
    NJ_ASSERT(d->m->to.to <= NJ_TO_RECORD);
    d->seat = NJ_SEAT_NONE;
    switch (d->m->to.to) {
    case NJ_TO_ALL:
        nj_announce_message(r, d);
        break;
    case NJ_TO_SEATS:
        deliver_seats(r, d, away);
        break;
    case NJ_TO_HOST:
        if (d->refusal && d->e == r->acted_on)
            d->to = r->acting; /* an administrator, or who takes a seat */
        else
            d->to = d->e->host[0] != '\0' ? nj_books_chat(r, d->e->host) : NULL;
        nj_tell_message(r, d);
        break;
    case NJ_TO_RECORD:
        d->to = NULL;
        nj_tell_message(r, d);
        break;
    }
}

/* UX-4: of several messages about a seat that has to act, the last is the one
 * that asks it; the others notify nobody. */
static const char *mention_of(const struct nj_entry *e,
                              const struct nj_message *m, nj_seat_set due)
{
    const char *who = nj_tell_mention(e, m, due);

    NJ_ASSERT(m->to.to == NJ_TO_ALL);
    for (m = m->next; who != NULL && m != NULL; m = m->next)
        if (m->to.to == NJ_TO_ALL && nj_tell_mention(e, m, due) == who)
            return NULL;
    return who;
}

void nj_deliver_outcome(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_outcome *o, const struct nj_hearers *to)
{
    bool turned = false;

    NJ_ASSERT(!o->refused || o->n_messages == 1);
    NJ_ASSERT(!o->refused || to->due == 0); /* it is nobody's turn by that */
    for (const struct nj_message *m = o->messages; m != NULL; m = m->next) {
        struct nj_delivery d = {
            .e = e,
            .m = o->refused ? m : nj_quiet_dated(r, e, m, to->by_host),
            .seq = o->refused ? 0 : o->seq,
            .course = !o->refused && !o->over && !to->by_host,
            .refusal = o->refused,
            .receipt = o->refused ? to->receipt : 0};

        if (m->to.to == NJ_TO_ALL && !o->refused) {
            d.mention = mention_of(e, m, to->due);
            nj_slate_note(e, m);
            turned =
                turned || nj_heard_how(e->game->game, m->key) == NJ_HEAR_TURN;
        }
        deliver(r, &d, to->away);
    }
    if (turned && !o->over)
        nj_next_tell(r, e);
}

void nj_deliver_turn(struct nj_referee *r, struct nj_entry *e)
{
    nj_seat_set due = nj_match_awaited(e->match);

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && e->match != NULL);
    if (e->game->game->absence_secret || nj_timer_paused(e->match) ||
        due == 0 || (due & (due - 1)) != 0)
        return;
    nj_announce_seat(r, e, "turn_now", nj_seat_from(due, 0), due);
}
