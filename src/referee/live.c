/*
 * The part of an entry that may sleep: its match. Every input of every match
 * goes through nj_live_apply().
 */
#include "referee/live.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books.h"
#include "referee/columns.h"
#include "referee/commands.h"
#include "referee/deadline.h"
#include "referee/guard.h"
#include "referee/handover.h"
#include "referee/homes.h"
#include "referee/pictures.h"
#include "referee/quiet.h"
#include "referee/referee_priv.h"
#include "referee/remind.h"
#include "referee/results.h"
#include "referee/sitters.h"
#include "referee/table.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define COMPUTER_SHARE 32 /* inputs of computer players per match and turn */
#define COMPUTER_QUEUE 40 /* they wait while so many messages wait */
#define EVICT_EVERY_MS 10000

/* --- waking and sleeping --- */

/* Replay came out differently: never continued silently (design 5). */
static void freeze(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_err *why)
{
    NJ_ASSERT(e->match == NULL);
    NJ_ASSERT(why->text[0] != '\0');
    nj_log(NJ_LOG_ERROR, "match", "frozen",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_text("why", why->text)));
    nj_homes_tell(r, e, "shell.frozen", NJ_NO_ARGS);
    if (e->host[0] != '\0')
        nj_tell(r, nj_books_chat(r, e->host), e, "shell.frozen", NJ_NO_ARGS);
    nj_table_close(r, e, NJ_MATCH_FROZEN);
}

static void after_wake(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->match != NULL);
    r->awake++;
    e->last_input_ms = e->touched_ms;
    nj_live_busy(r, e); /* asked once; it turns itself off */
    e->rouse = 0;
    nj_remind_plan(r, e);
    nj_deadline_release(r, e);
    NJ_ASSERT(e->rouse == 0);
}

/* Apart from its caller, which is asked for every word that is said: a row is
 * large. */
static bool wake(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;
    struct nj_err err = {{0}};
    enum nj_status st;

    NJ_ASSERT(e->match == NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->touched) /* the replay needs the row as it will be */
        nj_live_pulse_write(r, e);
    if (!nj_table_row(r, e, &row))
        return false;
    st = nj_archive_wake(r->store, &row, e->game, &e->match, &err);
    if (st == NJ_ERR_MISMATCH) {
        freeze(r, e, &err);
        return false;
    }
    if (!nj_turn_ok(r, st, &err))
        return false;
    after_wake(r, e);
    return true;
}

bool nj_live_wake(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->n_homes >= 1);
    if (!nj_sitters_load(r, e))
        return false;
    if (e->match != NULL || e->state != NJ_MATCH_RUNNING)
        return e->state == NJ_MATCH_LOBBY || e->match != NULL;
    return wake(r, e);
}

void nj_live_sleep(struct nj_referee *r, struct nj_entry *e)
{
    if (e->match != NULL) {
        nj_match_destroy(e->match);
        e->match = NULL;
        NJ_ASSERT(r->awake > 0);
        r->awake--;
    }
    nj_sitters_free(e);
    NJ_ASSERT(e->sitters == NULL);
}

void nj_live_free(struct nj_entry *e)
{
    NJ_ASSERT(e->sitters == NULL);
    NJ_ASSERT(e->match == NULL);
    free(e->host);
    free(e);
}

void nj_live_evict_idle(struct nj_referee *r)
{
    NJ_ASSERT(!r->writing);
    if (r->now_ms - r->evict_ms < EVICT_EVERY_MS)
        return;
    r->evict_ms = r->now_ms;
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];

        if (e->sitters != NULL && !e->computers &&
            r->now_ms - e->touched_ms > r->setup.idle_ms)
            nj_live_sleep(r, e);
    }
    nj_store_idle(r->store);
}

/* --- pulses --- */

/* The pulse is written at the end of the turn, once. */
static void touch(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->id > 0);
    NJ_ASSERT(r->n_touched == 0 || r->touched != NULL);
    if (e->touched)
        return;
    e->touched = true;
    if ((r->n_touched & (r->n_touched - 1)) == 0)
        r->touched = nj_realloc(r->touched, 2 * (size_t)(r->n_touched + 1) *
                                                sizeof(*r->touched));
    r->touched[r->n_touched++] = e->id;
}

void nj_live_pulse(struct nj_referee *r, struct nj_entry *e)
{
    int64_t at;

    NJ_ASSERT(e->match != NULL);
    e->paused = nj_timer_paused(e->match);
    e->deadline_ms = nj_match_deadline(e->match, &at) ? at : 0;
    e->touched_ms = r->now_ms;
    nj_remind_plan(r, e);
    touch(r, e);
}

/* By order of joining, as they are stored; how many there are. */
static uint32_t receipts_of(const struct nj_entry *e,
                            uint32_t receipts[NJ_SEATS_MAX])
{
    uint32_t n = 0;

    NJ_ASSERT(e->n_sitters <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];

        NJ_ASSERT(s->join < NJ_SEATS_MAX);
        receipts[s->join] = s->receipts;
        n = s->join >= n ? s->join + 1u : n;
    }
    return n;
}

void nj_live_pulse_write(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_str timers = NJ_STR_INIT(2047);
    uint32_t receipts[NJ_SEATS_MAX] = {0};
    struct nj_err err = {{0}};
    struct nj_match_pulse p = {.id = e->id,
                               .seq = nj_match_seq(e->match),
                               .paused = e->paused,
                               .digest = *nj_match_digest(e->match),
                               .deadline_ms = e->deadline_ms,
                               .touched_ms = e->touched_ms,
                               .receipts = receipts,
                               .n_receipts = receipts_of(e, receipts)};

    NJ_ASSERT(e->match != NULL);
    e->touched = false;
    nj_columns_timers_pack(nj_match_timers(e->match), &timers);
    NJ_ASSERT(!timers.over);
    p.timers = timers.p;
    if (nj_turn_write(r))
        (void)nj_turn_ok(r, nj_match_pulse(r->store, &p, &err), &err);
    nj_str_fini(&timers);
}

/* --- one input --- */

static bool store_input(struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_input *in, const struct nj_outcome *o)
{
    struct nj_str args = NJ_STR_INIT((size_t)4 * NJ_ORDER_TEXT_MAX);
    struct nj_err err = {{0}};
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
    NJ_ASSERT(o->seq >= 1);
    NJ_ASSERT(e->id > 0);
    nj_args_pack(in->args, &args);
    NJ_ASSERT(!args.over);
    row.args = args.p;
    ok = nj_turn_write(r) &&
         nj_turn_ok(r, nj_input_insert(r->store, &row, &err), &err);
    nj_str_fini(&args);
    return ok;
}

/* UX-6.6: only who must act now is notified. */
static const char *mention_of(const struct nj_entry *e,
                              const struct nj_message *m, nj_seat_set due)
{
    const struct nj_arg *a = nj_message_arg(m, "seat");
    const struct nj_sitter *s;

    NJ_ASSERT(m->key != NULL);
    if (a == NULL || a->type != NJ_ARG_SEAT || a->i < 0 ||
        (due & nj_bit((nj_seat)a->i)) == 0)
        return NULL;
    s = nj_sitters_at(e, (nj_seat)a->i);
    NJ_ASSERT(s != NULL);
    return s->user[0] != '\0' ? s->user : NULL;
}

/* A message to several seats is one row for each of them. */
static void deliver_seats(struct nj_referee *r, struct nj_delivery *d)
{
    NJ_ASSERT(d->m->to.to == NJ_TO_SEATS);
    for (nj_seat seat = 0; seat < NJ_SEATS_MAX; seat++) {
        const struct nj_sitter *s;

        if ((d->m->to.seats & nj_bit(seat)) == 0)
            continue;
        s = nj_sitters_at(d->e, seat);
        d->seat = seat;
        NJ_ASSERT(s != NULL);
        d->to = !s->computer ? nj_books_chat(r, s->user) : NULL;
        nj_tell_message(r, d);
    }
}

static void deliver(struct nj_referee *r, struct nj_delivery *d)
{
    NJ_ASSERT(d->e->n_homes >= 1);
    NJ_ASSERT(d->m->to.to <= NJ_TO_RECORD);
    d->seat = NJ_SEAT_NONE;
    switch (d->m->to.to) {
    case NJ_TO_ALL:
        nj_homes_deliver(r, d);
        break;
    case NJ_TO_SEATS:
        deliver_seats(r, d);
        break;
    case NJ_TO_HOST:
        if (d->refusal && d->e->acting != NULL)
            d->to = d->e->acting; /* an administrator, or who takes a seat */
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

static void deliver_all(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_outcome *o, nj_seat_set due,
                        uint32_t receipt, bool by_host)
{
    NJ_ASSERT(!o->refused || o->n_messages == 1);
    for (const struct nj_message *m = o->messages; m != NULL; m = m->next) {
        struct nj_delivery d = {.e = e,
                                .m = o->refused ? m : nj_quiet_dated(r, e, m),
                                .seq = o->refused ? 0 : o->seq,
                                .course = !o->refused && !o->over && !by_host,
                                .refusal = o->refused,
                                .receipt = o->refused ? receipt : 0};

        if (m->to.to == NJ_TO_ALL && !o->refused)
            d.mention = mention_of(e, m, due);
        deliver(r, &d);
    }
}

/* While a seat that must act cannot be reached its clock stands. */
static void update_hold(struct nj_referee *r, struct nj_entry *e)
{
    bool wait = (nj_match_awaited(e->match) & e->blocked) != 0;

    NJ_ASSERT(e->match != NULL);
    if (wait != ((e->hold & NJ_HOLD_SEAT) != 0))
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, wait);
}

/* The end: what was promised at the beginning is shown (design 4). */
static void finish(struct nj_referee *r, struct nj_entry *e, bool counts)
{
    struct nj_match_row row;
    char secret[NJ_HEX_BYTES], seed[NJ_HEX_BYTES], digest[NJ_HEX_BYTES];

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    nj_live_pulse_write(r, e);
    if (!nj_results_store(r, e, counts) || !nj_table_row(r, e, &row))
        return;
    if (counts)
        nj_results_achieved(r, e);
    nj_hash_hex(&row.secret, secret);
    nj_hash_hex(&row.seed, seed);
    nj_hash_hex(nj_match_digest(e->match), digest);
    nj_homes_tell(r, e, "shell.reveal",
                  NJ_ARGS(nj_arg_id("code", e->code),
                          nj_arg_id("secret", secret), nj_arg_id("seed", seed),
                          nj_arg_id("digest", digest)));
    nj_table_close(r, e, NJ_MATCH_OVER);
    NJ_ASSERT(e->state == NJ_MATCH_OVER);
}

static uint32_t next_receipt(struct nj_referee *r, struct nj_entry *e,
                             struct nj_sitter *asker)
{
    NJ_ASSERT(asker == NULL || asker->receipts < UINT32_MAX);
    if (asker == NULL)
        return 0;
    asker->receipts++;
    touch(r, e);
    return asker->receipts;
}

static void accepted(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_input *in, struct nj_sitter *asker,
                     uint32_t receipt)
{
    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(in->at_ms >= 0);
    if (asker != NULL && in->kind != NJ_IN_LEAVE &&
        in->place == NJ_PLACE_PRIVATE)
        nj_tell(r, nj_books_chat(r, asker->user), e, "shell.receipt",
                NJ_ARGS(nj_arg_int("n", receipt)));
    e->last_input_ms = r->now_ms;
    nj_live_busy(r, e);
    update_hold(r, e);
    nj_live_pulse(r, e);
}

/* Why a host did something comes before what it did (UX-2.3); of what is
 * secret, only that it was done. */
static void tell_reason(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_input *in)
{
    const struct nj_power *p = nj_game_power(e->game->game, in->verb);
    bool host = e->acting == NULL || strcmp(e->host, e->acting->address) == 0;

    if (in->by != NJ_BY_HOST)
        return;
    if (p != NULL && p->secret)
        nj_homes_tell(r, e, "shell.override_secret", NJ_NO_ARGS);
    else if (in->reason[0] != '\0')
        nj_homes_tell(r, e, host ? "shell.reason" : "shell.reason_admin",
                      NJ_ARGS(nj_arg_text("reason", in->reason)));
}

static bool is_abort(const struct nj_input *in)
{
    return in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "abort") == 0;
}

/* Seats for which a computer player acts, where everybody may know that. */
static nj_seat_set away(const struct nj_entry *e)
{
    nj_seat_set set = 0;

    for (uint8_t i = 0; e->game->game->away_public && i < e->n_sitters; i++)
        if (e->sitters[i].seat != NJ_SEAT_NONE && !e->sitters[i].computer &&
            nj_substituted(e->match, e->sitters[i].seat))
            set |= nj_bit(e->sitters[i].seat);
    return set;
}

/* Somebody has let his deadlines pass until a computer player took over: his
 * seat is offered, until he comes back himself. */
static void offer_seats(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_input *in, nj_seat_set before)
{
    nj_seat_set now = away(e);

    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_sitter *s = &e->sitters[i];
        nj_seat_set bit = s->seat != NJ_SEAT_NONE ? nj_bit(s->seat) : 0;

        if (in->kind == NJ_IN_TIMER && (now & ~before & bit) != 0 &&
            s->wanted == NULL)
            nj_handover_offer(r, e, s, "*", NULL);
        else if ((before & ~now & bit) != 0 && s->wanted != NULL)
            nj_handover_offer(r, e, s, NULL, NULL);
    }
}

bool nj_live_apply(struct nj_referee *r, struct nj_entry *e,
                   struct nj_input *in, struct nj_sitter *asker)
{
    nj_seat_set were_away;
    nj_seat_set before;
    const struct nj_outcome *o;
    uint32_t receipt;
    bool refused;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(asker == NULL || in->seat == asker->seat);
    NJ_ASSERT(e->match != NULL);
    if (!nj_turn_write(r)) /* a match runs ahead of the disk by no input */
        return false;
    if (in->at_ms < nj_at(e->match)) /* the system's clock was set back */
        in->at_ms = nj_at(e->match);
    before = nj_match_awaited(e->match);
    were_away = away(e);
    o = nj_guard_apply(r, e, in);
    if (o == NULL)
        return false;
    refused = o->refused;
    r->count.inputs += !refused;
    r->count.refusals += refused;
    receipt = next_receipt(r, e, asker);
    if (e->starting != NULL && !refused)
        nj_begin_seats(e->starting); /* names before the first message */
    if (!refused && !store_input(r, e, in, o))
        return false;
    if (!refused) {
        nj_quiet_apply(r, e);
        tell_reason(r, e, in);
    }
    deliver_all(r, e, o, nj_match_awaited(e->match) & ~before, receipt,
                in->by == NJ_BY_HOST);
    if (refused)
        return false;
    accepted(r, e, in, asker, receipt);
    if (o->over) {
        nj_pictures_course(r, e);
        finish(r, e, !is_abort(in));
    } else {
        offer_seats(r, e, in, were_away);
    }
    return true;
}

/* --- computer players --- */

void nj_live_busy(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(r->n_busy == 0 || r->busy != NULL);
    r->more = true;
    if (e->computers)
        return;
    e->computers = true;
    for (uint32_t i = 0; i < r->n_busy; i++)
        if (r->busy[i] == e)
            return; /* still on the list from before */
    if ((r->n_busy & (r->n_busy - 1)) == 0)
        r->busy =
            nj_realloc(r->busy, 2 * (size_t)(r->n_busy + 1) * sizeof(void *));
    r->busy[r->n_busy++] = e;
    NJ_ASSERT(e->computers);
}

static void let_act(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_input in;

    NJ_ASSERT(e->computers);
    if (e->state != NJ_MATCH_RUNNING || !nj_live_wake(r, e)) {
        e->computers = false;
        return;
    }
    for (int i = 0; i < COMPUTER_SHARE; i++) {
        if (e->paused || e->hold != 0 || !nj_guard_computer(r, e, &in)) {
            e->computers = false;
            return;
        }
        if (nj_homes_queued(e) > COMPUTER_QUEUE)
            return; /* the chat has to catch up; its pacing wakes us */
        in.at_ms = r->now_ms;
        if (!nj_live_apply(r, e, &in, NULL) || e->state != NJ_MATCH_RUNNING) {
            e->computers = false;
            return;
        }
    }
    r->more = true;
}

void nj_live_idle(struct nj_referee *r)
{
    uint32_t keep = 0;

    for (uint32_t i = 0; i < r->n_busy; i++)
        if (r->busy[i]->computers)
            r->busy[keep++] = r->busy[i];
    r->n_busy = keep;
    NJ_ASSERT(keep <= r->n_busy);
}

void nj_live_computers(struct nj_referee *r)
{
    r->more = false;
    for (uint32_t i = 0; i < r->n_busy && r->status == NJ_OK; i++)
        if (r->busy[i]->computers)
            let_act(r, r->busy[i]);
    nj_live_idle(r);
}
