/*
 * Powers of the host (SH-17): the clock, seats, going back, and what is
 * decided by word (rules.c). Of the clock, of a seat that changes hands and of
 * going back the group hears at once (SH-19.3); that another power was used it
 * learns with the next line sent to it anyway (SH-12.3). Refusals go to the
 * host alone. A host without a seat sees everything, and so may a preview; one
 * who holds a seat may only move deadlines, which the shell sees to.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

static void used(struct nj_match *m, const struct nj_deed *d)
{
    struct sh_state *s = nj_state(m);

    nj_sh_assert(m);
    s->host_used = d->in->by == NJ_BY_ADMIN ? SH_USED_ADMIN : SH_USED_HOST;
}

/* --- the clock --- */

/* In front of all: the time is no secret (SH-15.2), nor who has moved it; the
 * words are the same for a host and for players who agree (SH-19.3). Where it
 * stands now the shell adds, if at all: a grace moves deadlines outside the
 * log, and a moment in the message would be another one when the log is played
 * again. */
static const char *teller(const struct nj_deed *d)
{
    return d->in->by == NJ_BY_ADMIN ? "admin" : NULL;
}

static void pause_clock(struct nj_match *m, const struct nj_deed *d)
{
    say_clock_off(m, teller(d));
}

static void resume_clock(struct nj_match *m, const struct nj_deed *d)
{
    say_clock_on(m, teller(d));
}

static void extend(struct nj_match *m, const struct nj_deed *d)
{
    say_clock_moved(m, teller(d));
}

/* --- the round --- */

/* Which round, or whose turn, would end. */
static void would_skip(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);

    say_would_skip(q, s->round);
}

static int check_skip(struct nj_match *m, const struct nj_deed *d)
{
    const struct sh_state *s = nj_state_const(m);

    return s->stage == SH_RUNNING ? 0 : refuse_no_game(m, d->in, "SH-17.11");
}

/* Of one after another the turn, else the round (SH-17.11). */
static void skip(struct nj_match *m, const struct nj_deed *d)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat slot = nj_sh_slot(s);

    NJ_ASSERT(s->stage == SH_RUNNING && s->busy == 0);
    used(m, d);
    if (slot == NJ_SEAT_NONE) {
        nj_sh_round_end(m);
        return;
    }
    say_host_changed(m, slot);
    nj_sh_turn_over(m, slot);
    nj_sh_round_check(m);
}

/* --- seats --- */

/* Somebody else holds the seat from now on: only absence starts anew. Who of
 * the people has come the shell has said. */
static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(d->seat != NJ_SEAT_NONE);
    s->seat[d->seat].missed = 0;
    s->seat[d->seat].left = 0;
    if (d->computer)
        say_computer(m, d->seat);
}

/* All of it, or what the seat knows, for the host's eyes. */
static void look(struct nj_match *m, const struct nj_deed *d)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_host(m, d->seat);

    if (d->seat == NJ_SEAT_NONE) {
        nj_sh_board(m);
        return;
    }
    nj_sh_status_to(&to);
    if (nj_sh_is_present(s, d->seat))
        nj_sh_view_to(&to);
    if (d->seat == s->brillo)
        nj_sh_album_to(&to);
}

/* --- the match --- */

static void announce(struct nj_match *m, const struct nj_deed *d)
{
    used(m, d);
    say_channel(m, d->text);
}

static void abort_match(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(((const struct sh_state *)nj_state_const(m))->busy == 0);
    used(m, d);
    nj_sh_end(m, SH_LOST);
}

/* SH-17.14: the state before the last input of any kind, but for a look, with
 * which a host makes sure that he was wrong. */
static int check_undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_input *last;

    return nj_seq(m) > 2 && nj_undo_newest(m, nj_seq(m), &last) > 1
               ? 0
               : refuse_no_undo(m, d->in);
}

static void undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_input *last;

    (void)d;
    for (nj_seat i = 0; i < nj_seats(m); i++)
        say_host_changed(m, i);
    nj_undo_before(m, nj_undo_newest(m, nj_seq(m), &last), true);
}

/* Whose step it would be. */
static void would_undo(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_input *last = NULL;

    NJ_ASSERT(nj_seq(m) >= 1);
    (void)nj_undo_newest(m, nj_seq(m) + 1, &last);
    say_would_undo(
        q,
        last->kind == NJ_IN_ORDER || last->kind == NJ_IN_LEAVE     ? "seat"
        : last->kind == NJ_IN_OVERRIDE || last->kind == NJ_IN_UNDO ? "host"
                                                                   : "clock",
        last->kind == NJ_IN_ORDER || last->kind == NJ_IN_LEAVE ? last->seat
                                                               : NJ_SEAT_NONE);
}

void nj_sh_undone(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy == 0);
    /* What waits for the next public line waits on: the state stays. */
    say_undone(m, s->round);
}

/* --- decisions --- */

/* "set_power": what is decided, as one token. */
static void token_of(const struct nj_ruling *r, char out[NJ_RULING_NOTE])
{
    nj_ruling_note(out, "%s", r->row->words);
    NJ_ASSERT(out[0] != '\0');
    for (char *c = strchr(out, ' '); c != NULL; c = strchr(c, ' '))
        *c = '_';
}

/* Numbers as they are, all else in words; of an answer to a question `before`
 * is its number, and that a change waits is told apart. */
static struct nj_arg stands(const struct nj_ruling *r)
{
    return r->row->names != NULL && r->row->hi == 0
               ? nj_arg_word("before", r->before)
               : nj_arg_id("before", r->before);
}

static struct nj_arg will_stand(struct nj_ruling *r)
{
    NJ_ASSERT(r->row->names == NULL || r->row->choices == NULL);
    if (r->row->choices != NULL)
        return nj_arg_word("after", r->row->choices[r->n]);
    if (r->row->names == NULL)
        return nj_arg_id("after", r->after);
    r->after[strcspn(r->after, " ")] = '\0';
    return nj_arg_word("after", r->after);
}

/* With names: he is to see whether it is what he meant. */
static void would_rule(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &nj_sh_rulings, q->args, &r);
    bool of_item = fault == NULL && strchr(r.row->args, 'i') != NULL;
    const struct sh_item *item = &s->item[r.item];
    char what[NJ_RULING_NOTE];

    if (fault != NULL) {
        nj_answer(q, fault, "SH-17.1", NJ_NO_ARGS);
        return;
    }
    token_of(&r, what);
    say_would_rule(
        q, what, r.seat, of_item ? nj_sh_item_word((enum sh_kind)r.kind) : NULL,
        nj_sh_arg_room(m, "room", r.place), s->pos_of[r.place], stands(&r),
        will_stand(&r), r.text[0] != '\0' ? r.text : NULL,
        of_item && item->where == SH_HELD ? item->at : NJ_SEAT_NONE,
        of_item && item->where == SH_IN_ROOM ? s->pos_of[item->at] : NJ_NO_INT,
        r.extra ? r.row->extra : NULL,
        (r.row->marks & SH_RULE_QUIET) != 0 ? "not" : "used");
}

static int check_rule(struct nj_match *m, const struct nj_deed *d)
{
    const struct sh_state *s = nj_state_const(m);
    struct nj_ruling r;
    const char *fault = "sh.err.no_game";

    if (s->stage == SH_RUNNING)
        fault = nj_ruling_read(m, &nj_sh_rulings, d->in->args, &r);
    NJ_ASSERT(fault != NULL || r.row->words != NULL);
    return fault == NULL ? 0 : nj_sh_refuse(m, d->in, fault, "SH-17.1");
}

static void rule(struct nj_match *m, const struct nj_deed *d)
{
    struct sh_state *s = nj_state(m);
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &nj_sh_rulings, d->in->args, &r);

    NJ_ASSERT(fault == NULL && s->busy == 0); /* else it has been refused */
    if ((r.row->marks & SH_RULE_QUIET) == 0)  /* SH-19.3 */
        used(m, d);
    say_host_rule(m, r.verb, r.before, r.after);
    if ((r.row->marks & SH_RULE_TELLS) != 0)
        say_host_changed(m, r.seat);
    nj_sh_step_begin(s);
    nj_ruling_run(m, &r);
    if (nj_sh_step_end(m))
        return;
    if ((r.row->marks & SH_RULE_ENDS) != 0)
        nj_sh_round_end(m);
    else
        nj_sh_round_check(m);
}

const struct nj_power nj_sh_powers[] = {
    {.verb = "pause", .apply = pause_clock},
    {.verb = "resume", .apply = resume_clock},
    {.verb = "extend", .apply = extend},
    {.verb = "nudge", .secret = true}, /* reminders are the shell's */
    {.verb = "announce", .apply = announce},
    {.verb = "skip",
     .secret = true,
     .preview = would_skip,
     .check = check_skip,
     .apply = skip},
    /* The line is that of any leave (SH-15.6). */
    {.verb = "kick", .secret = true, .apply = used},
    {.verb = "sub", .secret = true, .apply = sub},
    {.verb = "undo",
     .secret = true,
     .preview = would_undo,
     .check = check_undo,
     .apply = undo},
    {.verb = "abort", .apply = abort_match},
    {.verb = "rule",
     .secret = true,
     .preview = would_rule,
     .check = check_rule,
     .apply = rule},
    {.verb = "look",
     .secret = true,
     .at_once = true,
     .whole = true,
     .apply = look},
    {.verb = NULL}};

const struct nj_refusal nj_sh_power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"sh.err.over", "SH-17.1"},
    [NJ_POWER_UNKNOWN] = {"sh.err.no_power", "SH-17.1"},
    [NJ_POWER_NO_SEAT] = {"sh.err.args", "SH-17.1"},
    [NJ_POWER_NO_TIME] = {"sh.err.args", "SH-17.11"},
    [NJ_POWER_PAUSED] = {"sh.err.paused", "SH-15.3"},
    [NJ_POWER_NOT_PAUSED] = {"sh.err.not_paused", "SH-15.3"},
    [NJ_POWER_STANDS] = {"sh.err.args", "SH-17.11"}};
