/*
 * People who cannot be reached, and groups that cannot be told anything: what
 * the rooms of time make of the fates of messages, and the turn's last look at
 * who gets what waits for him.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

/* --- facts --- */

/* A host who plays hears no more than the group, for when a secret is told to
 * a seat may be one. */
static void tell_host(struct nj_referee *r, struct nj_entry *e, nj_seat seat)
{
    NJ_ASSERT(seat != NJ_SEAT_NONE);
    if (e->host[0] == '\0' || nj_sitters_of(e, e->host) != NULL)
        return;
    nj_tell(r, nj_books_chat(r, e->host), e,
            e->game->game->absence_secret ? "shell.unreachable_host"
                                          : "shell.unreachable_yet",
            NJ_ARGS(nj_arg_seat("seat", seat)));
}

/* The platform does not let us write to the person: his clock stands if it may,
 * and the group hears of it when it waits for him. What nobody may know of stops
 * nothing. The host hears at once what the group does not. */
static void unreached(struct nj_referee *r, const struct nj_fact *f)
{
    struct nj_entry *e = nj_books_entry(r, f->match);
    const struct nj_sitter *s;

    NJ_ASSERT(!f->chat->group && f->match > 0);
    if (e == NULL || e->state != NJ_MATCH_RUNNING || !nj_live_wake(r, e))
        return;
    s = nj_sitters_of(e, f->chat->address);
    if (s == NULL)
        return;
    NJ_ASSERT(!s->computer && nj_books_has(f->chat, e));
    nj_books_complain(f->chat, true);
    if (!f->unspoken && (e->blocked & nj_bit(s->seat)) == 0) {
        e->blocked |= nj_bit(s->seat);
        nj_deadline_wait(r, e);
    }
    if (((e->told | e->warned) & nj_bit(s->seat)) == 0)
        tell_host(r, e, s->seat);
    e->warned |= nj_bit(s->seat);
}

/* Something has arrived: should it end again, groups hear of it again. */
static void reached(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->complained);
    nj_books_complain(c, false);
    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];
        const struct nj_sitter *s;

        if ((e->told | e->warned) != 0 && nj_live_wake(r, e) &&
            (s = nj_sitters_of(e, c->address)) != NULL) {
            e->told &= ~nj_bit(s->seat);
            e->warned &= ~nj_bit(s->seat);
        }
    }
}

void nj_reach_facts(struct nj_referee *r)
{
    struct nj_fact f;

    while (nj_fate_fact(r, &f))
        switch (f.kind) {
        case NJ_FACT_SILENT:
            nj_silence_begin(r, f.chat);
            break;
        case NJ_FACT_HEARD:
            nj_silence_end(r, f.chat);
            break;
        case NJ_FACT_SLOW:
            nj_silence_slow(r, f.chat, f.ms);
            break;
        case NJ_FACT_UNREACHED:
            unreached(r, &f);
            break;
        case NJ_FACT_REACHED:
            reached(r, f.chat);
            break;
        }
}

/* --- who can be written to --- */

/* What was refused goes out now, and no clock stands because of him. */
static void reachable(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    for (uint32_t i = 0; i < c->n_entries; i++) /* since when he was not */
        if (c->entries[i]->blocked != 0)
            (void)nj_live_wake(r, c->entries[i]);
    nj_fate_set_reach(r, c, NJ_REACH_PROVED);
    NJ_ASSERT(c->reach == NJ_REACH_PROVED && c->known);
    nj_outbox_release(r, c);
    for (uint32_t i = 0; i < c->n_entries && nj_store_good(r->store); i++) {
        struct nj_entry *e = c->entries[i];
        const struct nj_sitter *s;

        if (e->blocked != 0 && nj_live_wake(r, e) &&
            (s = nj_sitters_of(e, c->address)) != NULL)
            nj_deadline_unblock(r, e, s->seat);
    }
}

void nj_reach_note(struct nj_referee *r, struct nj_chat *c,
                   enum nj_privacy said)
{
    NJ_ASSERT(!c->group);
    if (said == NJ_PRIVACY_PROVED && (c->reach != NJ_REACH_PROVED || !c->known))
        reachable(r, c);
    else if (said == NJ_PRIVACY_NONE && c->reach == NJ_REACH_PROVED)
        nj_fate_lost(r, c);
}

bool nj_reach_has(struct nj_referee *r, struct nj_chat *who)
{
    NJ_ASSERT(!who->group);
    if (who->reach == NJ_REACH_UNKNOWN)
        nj_reach_note(r, who, nj_private_asked(r, who));
    else if (who->reach == NJ_REACH_PROVED) /* perhaps it is only believed */
        nj_reach_note(r, who, NJ_PRIVACY_PROVED);
    return who->reach == NJ_REACH_PROVED;
}

/* --- before the commit --- */

/* Whether a reminder is true is asked when it would go: that wakes its match,
 * and as long as nobody can be told, many wait. */
static bool goes_on(struct nj_referee *r, struct nj_chat *c)
{
    return c->group || c->head == NULL ||
           nj_pacing_ready(r, c, nj_queue_urgency(c));
}

static void wake(struct nj_referee *r, int64_t match)
{
    struct nj_entry *e = nj_books_entry(r, match);

    if (e != NULL && e->state == NJ_MATCH_RUNNING)
        (void)nj_live_wake(r, e);
}

static void leave_out(struct nj_referee *r, struct nj_chat *c)
{
    for (const struct nj_out *o = c->head; o != NULL; o = o->next)
        if (o->hear == NJ_HEAR_REMIND)
            wake(r, o->match);
    nj_heard_leave_out(r, c);
}

void nj_reach_mark(struct nj_referee *r)
{
    int64_t asleep;

    for (struct nj_chat *c = r->active; c != NULL; c = c->next_active)
        if (!c->group && c->call == 0 && !nj_reach_has(r, c)) {
            nj_fate_refuse_queue(r, c);
            nj_reach_facts(r);
        } else if (c->doubts && goes_on(r, c)) {
            leave_out(r, c);
        }
    while ((asleep = nj_outbox_mark(r)) != 0 && nj_store_good(r->store))
        wake(r, asleep);
}
