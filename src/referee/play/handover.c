/*
 * Who takes a seat over gets exactly the seat's own record; who held it keeps
 * what he learned and gets nothing new (UX-3.8, UX-7). The seat's row has to
 * stay as it was at the start (archive.h): who holds it is in another. The
 * result of a match goes to who holds the seat at its end.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

/* --- rows --- */

static bool put_holder(struct nj_referee *r, const struct nj_entry *e,
                       const struct nj_sitter *s)
{
    struct nj_holder_row row = {
        .match = e->id, .join = s->join, .place = s->place};

    NJ_ASSERT(s->wanted != NULL || s->why == NULL);
    (void)snprintf(row.user, sizeof(row.user), "%s", s->user);
    (void)snprintf(row.name, sizeof(row.name), "%s", s->name);
    (void)snprintf(row.wanted, sizeof(row.wanted), "%s",
                   s->wanted != NULL ? s->wanted : "");
    (void)snprintf(row.why, sizeof(row.why), "%s",
                   s->why != NULL ? s->why : "");
    nj_holder_put(r->store, &row);
    return nj_store_good(r->store);
}

/* --- who knows what --- */

struct search {
    const char *user;
    bool found;
};

static void note_holder(void *ctx, const struct nj_holder_row *row)
{
    struct search *s = ctx;

    s->found = s->found || strcmp(row->user, s->user) == 0;
}

bool nj_handover_held(struct nj_referee *r, struct nj_entry *e,
                      const char *user)
{
    struct search s = {.user = user};

    NJ_ASSERT(e->sitters != NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *own = &e->sitters[i];

        if (strcmp(own->user, user) == 0 ||
            (own->first_user != NULL && strcmp(own->first_user, user) == 0))
            return true;
    }
    nj_holder_each(r->store, e->id, note_holder, &s);
    return s.found || !nj_store_good(r->store); /* then nothing is given away */
}

/* --- offering --- */

void nj_handover_offer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s, const char *wanted, const char *why)
{
    struct nj_arg code = nj_arg_id("code", e->code);
    struct nj_arg seat = nj_arg_int("n", s->seat + 1);

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(wanted != NULL || (s->wanted != NULL && why == NULL));
    nj_sitters_text(&s->wanted, wanted);
    nj_sitters_text(&s->why, why);
    if (!put_holder(r, e, s))
        return;
    if (why != NULL)
        nj_announce(r, e, "shell.reason", NJ_ARGS(nj_arg_text("reason", why)));
    if (wanted != NULL && strcmp(wanted, "*") == 0)
        nj_announce(r, e, "shell.sub_wanted", NJ_ARGS(seat, code));
    else if (wanted != NULL)
        nj_announce(r, e, "shell.sub_call",
                    NJ_ARGS(nj_arg_text("name", nj_person_shown(r, wanted)),
                            seat, code));
    else
        nj_announce(r, e, "shell.sub_unwanted", NJ_ARGS(seat));
}

/* --- who goes --- */

/* What had not reached him will not any more. */
static void withdraw(struct nj_referee *r, const struct nj_entry *e,
                     struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    nj_outbox_drop(r, c, e->id);
    nj_out_withdraw(r->store, e->id, c->address);
}

/* The person whose seat it was is out of the match. */
static void mute(struct nj_referee *r, struct nj_entry *e,
                 const struct nj_sitter *s, const char *key)
{
    struct nj_chat *c = nj_books_chat(r, s->user);
    bool home = nj_homes_has(e, c); /* he hears the match all the same */

    NJ_ASSERT(strcmp(e->host, s->user) != 0 || !s->computer);
    if (!home)
        withdraw(r, e, c);
    if ((e->blocked & nj_bit(s->seat)) != 0)
        nj_deadline_unblock(r, e, s->seat);
    e->told &= ~nj_bit(s->seat);
    e->warned &= ~nj_bit(s->seat);
    if (strcmp(e->host, s->user) != 0 && !home)
        nj_books_unlink(c, e);
    nj_books_unwish(r, c, e->id);
    nj_tell(r, c, NULL, key,
            NJ_ARGS(nj_arg_id("code", e->code), nj_arg_int("n", s->seat + 1)));
}

void nj_handover_computer(struct nj_referee *r, struct nj_entry *e,
                          struct nj_sitter *s)
{
    NJ_ASSERT(s->user[0] != '\0'); /* else it was a computer's already */
    s->computer = true;
    nj_sitters_text(&s->wanted, NULL);
    nj_sitters_text(&s->why, NULL);
    if (!nj_sitters_put(r, e, s) || !put_holder(r, e, s))
        return;
    mute(r, e, s, "shell.seat_computer");
    NJ_ASSERT(nj_sitters_of(e, s->user) == NULL); /* nor elsewhere */
    nj_books_replaced(nj_books_chat(r, s->user), e);
}

/* --- who comes --- */

/* Everything the seat's audience got, in order: rows of his own, so that they
 * outlive us, which no record counts twice. The outbox makes pages of it. */
static void hand_record(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_sitter *s)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_retold rec = {
        .store = r->store, .arena = &arena, .seat = s->seat};
    struct nj_delivery d = {
        .e = e, .to = nj_books_chat(r, s->user), .copy = true, .old = true};

    NJ_ASSERT(!s->computer && s->user[0] != '\0');
    NJ_ASSERT(nj_sitters_of(e, s->user) == s);
    nj_tell(r, d.to, e, "shell.seat_yours",
            NJ_ARGS(nj_arg_int("n", s->seat + 1)));
    nj_retold_read(&rec, e->id);
    for (uint32_t i = 0; i < rec.n && nj_store_good(r->store); i++) {
        struct nj_message m = *rec.list[i];

        d.m = &m;
        d.seq = rec.seq[i];
        NJ_ASSERT(m.to.to == NJ_TO_ALL || (m.to.seats & nj_bit(s->seat)) != 0);
        d.seat = m.to.to == NJ_TO_ALL ? NJ_SEAT_NONE : s->seat;
        if (d.seat != NJ_SEAT_NONE)
            m.to = nj_to_seat(d.seat);
        nj_tell_message(r, &d);
    }
    if (nj_store_good(r->store))
        nj_tell(r, d.to, e, "shell.seat_record_end", NJ_NO_ARGS);
    free(rec.list);
    free(rec.seq);
    nj_arena_fini(&arena);
}

static void change(struct nj_referee *r, struct nj_entry *e,
                   struct nj_sitter *s, const struct nj_chat *who,
                   const char *name)
{
    NJ_ASSERT(!who->group && e->match != NULL);
    nj_sitters_hand(s, who->address, name);
    nj_recall_read(r, e);
    e->agreed &= ~nj_bit(s->seat); /* that was another person's say */
    e->changed &= ~nj_bit(s->seat);
    nj_recall_keep(r, e);
    s->hints = 0; /* what he knows already is another question */
    if (nj_sitters_put(r, e, s))
        (void)put_holder(r, e, s);
}

/* The input of the change, with three arguments: a host's, if he called for it.
 * The name that the seat has from then on is for readers of the record. */
static struct nj_input input_of(const struct nj_request *a,
                                const struct nj_sitter *s, const char *name,
                                struct nj_arg *args, const char *why)
{
    NJ_ASSERT(s->seat != NJ_SEAT_NONE);
    args[0] = nj_arg_seat("seat", s->seat);
    args[1] = nj_arg_word("to", "person");
    args[2] = nj_arg_text("name", name);
    return (struct nj_input){.kind = NJ_IN_OVERRIDE,
                             .at_ms = a->r->now_ms,
                             .seat = NJ_SEAT_NONE,
                             .place = NJ_PLACE_GROUP,
                             .by = why[0] != '\0' ? NJ_BY_HOST : NJ_BY_PERSON,
                             .verb = "sub",
                             .args = {.v = args, .n = 3},
                             .reason = why};
}

/* The rules allow it? If not, he reads why. */
static bool agreed(struct nj_request *a, const struct nj_input *in,
                   struct nj_arena *arena)
{
    bool ok;
    const struct nj_message *no = nj_trial(a->r, a->e, in, arena, &ok);

    NJ_ASSERT(in->args.n >= 3 && strcmp(in->verb, "sub") == 0);
    if (no != NULL)
        nj_tell_unstored(a->r, a->who, a->e, no->key, no->args);
    else if (!ok && nj_store_good(a->r->store))
        nj_tell_unstored(a->r, a->who, a->e, "shell.confirm_fault", NJ_NO_ARGS);
    return ok && no == NULL;
}

/* Nobody sits there any more: it is one of several of who sits at `mine`. */
static void vacate(struct nj_referee *r, struct nj_entry *e,
                   struct nj_sitter *s, const struct nj_sitter *mine)
{
    NJ_ASSERT(s != mine);
    nj_sitters_hand(s, "", mine->name);
    if (nj_sitters_put(r, e, s))
        (void)put_holder(r, e, s);
}

bool nj_handover_share(struct nj_request *a, struct nj_sitter *s,
                       const struct nj_sitter *mine)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_arg args[4];
    const char *why =
        s->why == NULL ? "" : nj_arena_copy(&arena, s->why, strlen(s->why));
    struct nj_input in = input_of(a, s, mine->name, args, why);
    bool done;

    NJ_ASSERT(nj_may_share(a->e->match, s->seat, mine->seat));
    NJ_ASSERT(s != mine && s->place < UINT8_MAX);
    args[in.args.n++] = nj_arg_seat("of", mine->seat);
    done = agreed(a, &in, &arena);
    if (done) {
        if (!s->computer)
            mute(a->r, a->e, s, "shell.seat_given");
        vacate(a->r, a->e, s, mine);
        done = nj_apply_input(a->r, a->e, &in, NULL);
    }
    NJ_ASSERT(!done || nj_sitters_at(a->e, s->seat) == mine);
    nj_arena_fini(&arena);
    return done;
}

/* The seat changes before the input is applied: what that says to the seat is
 * for who comes. */
bool nj_handover_person(struct nj_request *a, struct nj_sitter *s)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_arg args[3];
    char name[NJ_NAME_MAX];
    const char *why =
        s->why == NULL ? "" : nj_arena_copy(&arena, s->why, strlen(s->why));
    struct nj_input in = input_of(a, s, name, args, why);
    bool done;

    NJ_ASSERT(a->e->match != NULL && s->place < UINT8_MAX);
    NJ_ASSERT(nj_sitters_of(a->e, a->who->address) == NULL);
    nj_person_apart(a->e, a->e->n_sitters, s, a->who->name, name);
    done = agreed(a, &in, &arena);
    if (done) {
        if (!s->computer)
            mute(a->r, a->e, s, "shell.seat_given");
        change(a->r, a->e, s, a->who, name);
        nj_books_link(a->who, a->e);
        if (!a->e->game->game->tells_takeover)
            nj_announce(a->r, a->e, "shell.seat_taken",
                        NJ_ARGS(nj_arg_int("n", s->seat + 1),
                                nj_arg_text("name", s->name)));
        hand_record(a->r, a->e, s);
        done = nj_apply_input(a->r, a->e, &in, NULL);
    }
    nj_arena_fini(&arena);
    return done;
}
