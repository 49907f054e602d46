/*
 * One input of a match: applied behind the guard, stored with all it caused,
 * told. Every input of every match goes through nj_apply_input().
 */
#include "base/bug.h"
#include "base/str.h"
#include "match/clock.h"
#include "match/emit.h"
#include "match/match.h"
#include "match/messages.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

/* All texts of an order fit; a control character takes six in the row. */
#define ARGS_BYTES ((size_t)8 * NJ_INPUT_TEXTS_MAX * NJ_ORDER_TEXT_MAX)

static bool store_input(struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_input *in, const struct nj_outcome *o)
{
    struct nj_str args = NJ_STR_INIT(ARGS_BYTES);
    struct nj_input_row row = {.match = e->id,
                               .seq = o->seq,
                               .at_ms = in->at_ms,
                               .kind = (int)in->kind,
                               .place = (int)in->place,
                               .by = (int)in->by,
                               .seat = in->seat,
                               .verb = in->verb,
                               .reason = in->reason,
                               .digest = o->digest};
    bool ok;

    NJ_ASSERT(!o->refused);
    NJ_ASSERT(e->id > 0);
    NJ_ASSERT(o->seq == nj_match_seq(e->match));
    nj_args_pack(in->args, &args);
    NJ_ASSERT(!args.over);
    row.args = args.p;
    nj_input_insert(r->store, &row);
    ok = nj_store_good(r->store);
    nj_str_fini(&args);
    return ok;
}

/* The end: from now on `#导出` shows what was promised at the beginning (design
 * 4), to whoever asks; nobody reads hashes behind a result. */
static void finish(struct nj_referee *r, struct nj_entry *e, bool counts)
{
    bool alone = nj_seats(e->match) == 1; /* LN-26.4: shown, and not kept */

    NJ_ASSERT(nj_match_over(e->match));
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    nj_pulse_write(r, e);
    if (!alone && !nj_results_store(r, e, counts))
        return;
    if (!alone)
        nj_ledger_keep(r, e, counts);
    if (counts && !alone)
        nj_results_achieved(r, e);
    nj_announce(r, e,
                e->homes[0]->group ? "shell.reveal" : "shell.reveal_alone",
                NJ_ARGS(nj_arg_id("code", e->code)));
    nj_table_close(r, e, NJ_MATCH_OVER);
    NJ_ASSERT(e->state == NJ_MATCH_OVER);
    if (counts)
        nj_match_files_end(r, e);
}

static uint32_t next_receipt(struct nj_referee *r, struct nj_entry *e,
                             struct nj_sitter *asker)
{
    NJ_ASSERT(asker == NULL || asker->receipts < UINT32_MAX);
    if (asker == NULL || nj_homes_has(e, nj_books_chat(r, asker->user)))
        return 0; /* who plays alone in private hears there what comes of it */
    NJ_ASSERT(r->bundle == NULL || r->bundle->receipt <= asker->receipts);
    if (r->bundle != NULL && r->bundle->receipt != 0)
        return r->bundle->receipt;
    asker->receipts++;
    nj_pulse_touch(r, e);
    if (r->bundle != NULL)
        r->bundle->receipt = asker->receipts;
    return asker->receipts;
}

static void accepted(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_input *in, struct nj_sitter *asker,
                     uint32_t receipt)
{
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(receipt == 0 || asker != NULL);
    if (receipt != 0 && in->kind != NJ_IN_LEAVE &&
        in->place == NJ_PLACE_PRIVATE && r->bundle == NULL)
        nj_tell(r, nj_books_chat(r, asker->user), e, "shell.receipt",
                NJ_ARGS(nj_arg_int("n", receipt)));
    e->last_input_ms = r->now_ms;
    if (nj_match_acts(e->match))
        nj_due_busy(r, e);
    nj_deadline_wait(r, e);
    nj_pulse_note(r, e);
}

/* Did the host call for that person? The call has told the reason. */
static bool was_called(const struct nj_input *in)
{
    return strcmp(in->verb, "sub") == 0 && in->args.n == 3;
}

/* Why a host did something comes before what it did (UX-2.3); of what is
 * secret, only that it was done, unless the game sees to that. */
static void tell_reason(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_input *in)
{
    const struct nj_power *p = nj_game_power(e->game->game, in->verb);
    if (!nj_by_power(in->by))
        return;
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    if (p != NULL && p->secret && e->game->game->own_secrets)
        return;
    if (p != NULL && p->secret)
        nj_announce(r, e, "shell.override_secret", NJ_NO_ARGS);
    else if (in->reason[0] != '\0' && !was_called(in))
        nj_announce(
            r, e, in->by == NJ_BY_HOST ? "shell.reason" : "shell.reason_admin",
            NJ_ARGS(nj_arg_text("reason", in->reason)));
}

static bool is_abort(const struct nj_input *in)
{
    return in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "abort") == 0;
}

/* After these nobody remembers whose turn it was; of a resume by vote it is
 * said behind the vote. */
static bool interrupts(const struct nj_input *in)
{
    return in->kind == NJ_IN_UNDO ||
           (in->kind == NJ_IN_OVERRIDE &&
            (strcmp(in->verb, "sub") == 0 ||
             (strcmp(in->verb, "resume") == 0 && nj_by_power(in->by))));
}

/* Returns seats that a computer player acts for, as everybody may know. */
static nj_seat_set away(const struct nj_entry *e)
{
    nj_seat_set set = 0;

    for (uint8_t i = 0; e->game->game->away_public && i < e->n_sitters; i++)
        if (e->sitters[i].seat != NJ_SEAT_NONE && !e->sitters[i].computer &&
            nj_substituted(e->match, e->sitters[i].seat))
            set |= nj_bit(e->sitters[i].seat);
    return set;
}

/* Somebody has left, or let his deadlines pass until a computer player took
 * over: his seat is offered, until he comes back himself; where that is nobody's
 * to know, until he says so. */
static void offer_seats(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_input *in, nj_seat_set before)
{
    nj_seat_set now = away(e);
    nj_seat_set gone = in->kind == NJ_IN_TIMER ? now & ~before
                       : in->kind == NJ_IN_LEAVE
                           ? nj_bit(in->seat) & ~nj_match_out(e->match)
                           : 0;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_sitter *s = &e->sitters[i];
        nj_seat_set bit;

        NJ_ASSERT(s->seat != NJ_SEAT_NONE); /* the match has begun */
        bit = nj_bit(s->seat);
        if ((gone & bit) != 0 && s->wanted == NULL)
            nj_handover_offer(r, e, s, "*", NULL);
        else if ((before & ~now & bit) != 0 && s->wanted != NULL)
            nj_handover_offer(r, e, s, NULL, NULL);
    }
}

/* All seats of a person who is away, if his stand-in has given that input: what
 * it says to them is not for him, but for what a phase begins or ends with. */
static nj_seat_set stood_in_for(const struct nj_match *m,
                                const struct nj_input *in, int64_t ended)
{
    if (in->by != NJ_BY_COMPUTER || !nj_substituted(m, in->seat) ||
        nj_phase_ends(m) != ended)
        return 0;
    NJ_ASSERT((nj_seat_hand(m, in->seat) & nj_bit(in->seat)) != 0);
    return nj_seat_hand(m, in->seat);
}

/* Asked in the group, answered in private, and there is no way to him: then a
 * line that quotes nothing has to do. */
static bool unheard(struct nj_referee *r, const struct nj_input *in,
                    const struct nj_outcome *o, const struct nj_sitter *asker)
{
    NJ_ASSERT(o->refused && o->n_messages == 1);
    return asker != NULL && in->place == NJ_PLACE_GROUP &&
           o->messages->to.to == NJ_TO_SEATS &&
           nj_books_chat(r, asker->user)->reach != NJ_REACH_PROVED;
}

/* One of the orders of a message was applied. What refuses it is kept and not
 * said, since the answer to all will have it. */
static void note_in_bundle(struct nj_referee *r, struct nj_entry *e,
                           const struct nj_input *in,
                           const struct nj_outcome *o)
{
    struct nj_bundle *b = r->bundle;

    NJ_ASSERT(b->where != NULL || b->why.len == 0);
    nj_batch_after(&b->at, e->match, in, o);
    if (o->refused && b->where != NULL)
        nj_tell_render(r, e, b->where, o->messages, &b->why);
    r->withheld = b->at.refused && b->where != NULL;
    b->aside = o->refused && in->place == NJ_PLACE_GROUP &&
               o->messages->to.to == NJ_TO_SEATS;
}

void nj_bundle_open(struct nj_referee *r, struct nj_bundle *b)
{
    NJ_ASSERT(r->bundle == NULL && !r->withheld);
    r->bundle = b;
}

void nj_bundle_close(struct nj_referee *r)
{
    r->bundle = NULL;
    r->withheld = false;
}

/* For what he may type next: the rest of his message, or the number of what he
 * meant. */
static void note(struct nj_referee *r, struct nj_entry *e,
                 const struct nj_input *in, const struct nj_outcome *o,
                 const struct nj_sitter *asker)
{
    if (r->bundle != NULL)
        note_in_bundle(r, e, in, o);
    if (asker != NULL && in->kind == NJ_IN_ORDER)
        nj_unsure_ordered(r, e, asker, in, o->refused ? o->messages : NULL);
}

/* UX-7: the first private message: your seat, three things to type. A game that
 * has a message of this key says it itself. */
static void tell_sheets(struct nj_referee *r, struct nj_entry *e)
{
    char key[64];

    NJ_ASSERT(e->match != NULL);
    (void)snprintf(key, sizeof(key), "%s.sheet", e->game->game->prefix);
    if (nj_game_says(e->game->game, key))
        return;
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];
        struct nj_chat *to = s->computer ? NULL : nj_books_chat(r, s->user);

        if (to != NULL && !nj_homes_has(e, to)) /* else there is no group */
            nj_tell(r, to, e, key,
                    NJ_ARGS(nj_arg_seat("seat", s->seat),
                            nj_arg_id("code", e->code)));
    }
}

/* The draw of seats is known once the start has been applied. */
static void take_seats(struct nj_referee *r, struct nj_entry *e)
{
    nj_seat_set taken = 0;

    NJ_ASSERT(nj_match_seq(e->match) == 1);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_sitter *s = &e->sitters[i];

        NJ_ASSERT(s->seat == NJ_SEAT_NONE && s->place == 0);
        s->seat = nj_match_seat_of(e->match, s->join);
        NJ_ASSERT((taken & nj_bit(s->seat)) == 0);
        taken |= nj_bit(s->seat);
        (void)nj_sitters_put(r, e, s);
    }
}

/* An input is no earlier than what the match has heard. */
static void set_time(struct nj_referee *r, struct nj_entry *e,
                     struct nj_input *in)
{
    if (in->at_ms < nj_at(e->match)) /* the system's clock was set back */
        in->at_ms = nj_at(e->match);
    if (e->hold != 0)
        nj_grace_reckon(r, e);
    NJ_ASSERT(in->at_ms >= nj_at(e->match));
}

/* What was accepted is stored, its clocks are put right, and its reason told.
 * False: it cannot be stored. */
static bool keep(struct nj_referee *r, struct nj_entry *e,
                 const struct nj_input *in, const struct nj_outcome *o)
{
    NJ_ASSERT(!o->refused);
    if (in->kind == NJ_IN_START) {
        take_seats(r, e);
        tell_sheets(r, e); /* names before the first message */
    }
    if (!store_input(r, e, in, o))
        return false;
    nj_quiet_apply(r, e);
    tell_reason(r, e, in);
    return true;
}

bool nj_apply_input(struct nj_referee *r, struct nj_entry *e,
                    struct nj_input *in, struct nj_sitter *asker)
{
    nj_seat_set were_away;
    nj_seat_set before;
    int64_t ends;
    const struct nj_outcome *o;
    uint32_t receipt, seq;
    bool refused;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(!r->withheld || r->bundle != NULL);
    NJ_ASSERT(asker == NULL ||
              nj_match_main(e->match, in->seat) == asker->seat);
    /* A match runs ahead of the disk by no input. */
    if (!nj_store_ready(r->store))
        return false;
    set_time(r, e, in);
    before = nj_match_awaited(e->match);
    were_away = away(e);
    ends = nj_phase_ends(e->match);
    seq = nj_match_seq(e->match);
    o = nj_guard_apply(r, e, in);
    if (o == NULL)
        return false;
    refused = o->refused;
    NJ_ASSERT(nj_match_seq(e->match) == seq + !refused);
    NJ_ASSERT(o->over == nj_match_over(e->match));
    r->misplaced = refused && in->place == NJ_PLACE_GROUP &&
                   nj_game_lists(e->game->game->misplaced, o->messages->key);
    r->count.inputs += !refused;
    r->count.refusals += refused;
    receipt = next_receipt(r, e, asker);
    note(r, e, in, o, asker);
    if (!refused && !keep(r, e, in, o))
        return false;
    if (refused && unheard(r, in, o, asker)) {
        nj_announce(r, e, "shell.need_private", NJ_NO_ARGS);
        return false;
    }
    nj_deliver_outcome(
        r, e, o,
        &(struct nj_hearers){.due = nj_match_awaited(e->match) & ~before,
                             .away = stood_in_for(e->match, in, ends),
                             .receipt = receipt,
                             .by_host = nj_by_power(in->by)});
    if (refused)
        return false;
    accepted(r, e, in, asker, receipt);
    if (o->over) {
        nj_pictures_course(r, e);
        finish(r, e, !is_abort(in));
    } else {
        offer_seats(r, e, in, were_away);
        if (interrupts(in))
            nj_deliver_turn(r, e);
    }
    return true;
}
