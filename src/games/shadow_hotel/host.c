/*
 * Powers of the host (SH-17): the clock, seats, going back, and what is
 * decided by word (rules.c). Of the clock, of a seat that changes hands and of
 * going back the group hears at once (SH-19.3); that another power was used it
 * learns with the next line sent to it anyway (SH-12.3). Refusals go to the
 * host alone.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

/* The argument, if it is there and of that type: a match file may hold
 * anything. */
static const struct nj_arg *find_arg(const struct nj_input *in,
                                     const char *name, enum nj_arg_type type)
{
    NJ_ASSERT(name[0] != '\0');
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == type && strcmp(in->args.v[i].name, name) == 0)
            return &in->args.v[i];
    return NULL;
}

static const char *text_of(const struct nj_input *in)
{
    const struct nj_arg *text = find_arg(in, "text", NJ_ARG_TEXT);

    return text != NULL ? text->s : "";
}

/* The seat a power names; else the refusal. */
static int named_seat(struct nj_match *m, const struct nj_input *in,
                      nj_seat *seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_arg *arg = find_arg(in, "seat", NJ_ARG_SEAT);

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    if (arg == NULL || arg->i < 0 || arg->i >= s->n)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-17.1");
    *seat = (nj_seat)arg->i;
    return 0;
}

static void used(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);

    s->host_used = in->by == NJ_BY_ADMIN ? SH_USED_ADMIN : SH_USED_HOST;
}

static void tell_seat(struct nj_match *m, nj_seat seat)
{
    nj_sh_tell(m, seat, "sh.host.changed", "SH-12.3", NJ_NO_ARGS);
}

/* --- the clock --- */

/* In front of all: the time is no secret (SH-15.2), nor who has moved it; the
 * words are the same for a host and for players who agree (SH-19.3). Where it
 * stands now the shell adds, if at all: a grace moves deadlines outside the
 * log, and a moment in the message would be another one when the log is played
 * again. */
static void tell_clock(struct nj_match *m, const struct nj_input *in,
                       const char *key)
{
    if (in->by == NJ_BY_ADMIN)
        nj_sh_public(m, key, NJ_ARGS(nj_arg_word("by", "admin")));
    else
        nj_sh_public(m, key, NJ_NO_ARGS);
}

static int pause_clock(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);

    if (nj_timer_paused(m))
        return nj_sh_refuse(m, in, "sh.err.paused", "SH-15.3");
    s->paused_ms = nj_at(m);
    nj_timer_pause(m);
    tell_clock(m, in, "sh.clock_off");
    return 0;
}

static int resume_clock(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);

    if (!nj_timer_paused(m))
        return nj_sh_refuse(m, in, "sh.err.not_paused", "SH-15.3");
    nj_timer_resume(m);
    nj_sh_prompts_shift(s, nj_at(m) - s->paused_ms);
    s->paused_ms = 0;
    tell_clock(m, in, "sh.clock_on");
    return 0;
}

static int extend(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_arg *ms = find_arg(in, "ms", NJ_ARG_INT);

    if (ms == NULL)
        ms = find_arg(in, "ms", NJ_ARG_MS);
    if (ms == NULL || nj_timer_paused(m))
        return nj_sh_refuse(m, in, "sh.err.args", "SH-17.11");
    nj_timer_extend(m, ms->i);
    nj_sh_prompts_shift(nj_state(m), ms->i);
    tell_clock(m, in, "sh.clock_moved");
    return 0;
}

/* Reminders are the shell's; nobody else learns of them. */
static int nudge(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(m != NULL);
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    return 0;
}

/* --- the round --- */

static void end_round(struct nj_match *m)
{
    NJ_ASSERT(((const struct sh_state *)nj_state_const(m))->busy == 0);
    nj_sh_round_end(m);
}

/* Of one after another the turn, else the round (SH-17.11). */
static int skip(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    nj_seat slot = nj_sh_slot(s);

    if (s->stage != SH_RUNNING)
        return nj_sh_refuse(m, in, "sh.err.no_game", "SH-17.11");
    used(m, in);
    if (slot == NJ_SEAT_NONE) {
        end_round(m);
        return 0;
    }
    tell_seat(m, slot);
    nj_sh_turn_over(m, slot);
    nj_sh_round_check(m);
    return 0;
}

/* --- seats --- */

static int kick(struct nj_match *m, const struct nj_input *in)
{
    struct nj_input leave = *in;
    nj_seat seat = NJ_SEAT_NONE;
    int refused = named_seat(m, in, &seat);

    if (refused != 0)
        return refused;
    leave.kind = NJ_IN_LEAVE;
    leave.seat = seat;
    refused = nj_sh_leave(m, &leave);
    if (refused == 0) /* the line itself is that of any leave (SH-15.6) */
        used(m, in);
    return refused;
}

/* Somebody else holds the seat from now on: only absence starts anew. */
static int sub(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const struct nj_arg *to = find_arg(in, "to", NJ_ARG_WORD);
    bool computer = to != NULL && strcmp(to->s, "computer") == 0;
    nj_seat seat = NJ_SEAT_NONE;
    int refused = named_seat(m, in, &seat);

    if (refused != 0)
        return refused;
    s->seat[seat].missed = 0;
    s->seat[seat].left = 0;
    nj_substitute(m, seat, false);
    nj_seat_computer(m, seat, computer);
    if (computer) /* who of the people has come the shell has said */
        nj_sh_public(m, "sh.computer", NJ_ARGS(nj_arg_seat("seat", seat)));
    return 0;
}

/* --- the match --- */

static int announce(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    used(m, in);
    nj_sh_public(m, "sh.channel", NJ_ARGS(nj_arg_text("text", text_of(in))));
    return 0;
}

static int abort_match(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    used(m, in);
    nj_sh_end(m, SH_LOST);
    return 0;
}

/* SH-17.14: the state before the last input of any kind. */
static int undo(struct nj_match *m, const struct nj_input *in)
{
    const struct sh_state *s = nj_state_const(m);

    if (in->seat != NJ_SEAT_NONE || nj_seq(m) <= 2)
        return nj_sh_refuse(m, in, "sh.err.no_undo", "SH-17.14");
    for (nj_seat i = 0; i < s->n; i++)
        tell_seat(m, i);
    nj_undo_before(m, nj_seq(m) - 1);
    return 0;
}

void nj_sh_undone(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    /* What waits for the next public line waits on: the state stays. */
    nj_emit(m, nj_to_all(), "sh.undone", "SH-12.5",
            NJ_ARGS(nj_arg_int("round", s->round)));
}

/* What the seat knows, for the host's eyes. */
static int look(struct nj_match *m, const struct nj_input *in)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_out o = {.m = m, .q = NULL, .from = m, .host = true};
    int refused = named_seat(m, in, &o.seat);

    if (refused != 0)
        return refused;
    nj_sh_status_to(&o);
    if (nj_sh_is_present(s, o.seat))
        nj_sh_view_to(&o);
    if (o.seat == s->brillo)
        nj_sh_album_to(&o);
    return 0;
}

/* --- decisions --- */

static int rule(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_ruling r;
    const char *fault;

    if (s->stage != SH_RUNNING)
        return nj_sh_refuse(m, in, "sh.err.no_game", "SH-17.1");
    fault = nj_sh_rule_read(m, in->args, &r);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-17.1");
    used(m, in);
    nj_emit(m, nj_to_host(), "sh.host.rule", "SH-17.1",
            NJ_ARGS(nj_arg_text("verb", r.rule->word),
                    nj_arg_text("before", r.before),
                    nj_arg_text("after", r.after)));
    if (r.rule->tells)
        tell_seat(m, r.seat);
    nj_sh_step_begin(s);
    r.rule->apply(m, &r);
    if (nj_sh_step_end(m))
        return 0;
    if (r.end_round)
        end_round(m);
    else
        nj_sh_round_check(m);
    return 0;
}

int nj_sh_override(struct nj_match *m, const struct nj_input *in)
{
    static const struct {
        const char *verb;
        nj_step *apply;
    } powers[] = {
        {"pause", pause_clock}, {"resume", resume_clock}, {"extend", extend},
        {"skip", skip},         {"kick", kick},           {"sub", sub},
        {"abort", abort_match}, {"announce", announce},   {"nudge", nudge},
        {"rule", rule},         {"look", look},
    };
    const struct sh_state *s = nj_state_const(m);

    nj_sh_assert(m);
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    if (s->stage == SH_ENDED)
        return nj_sh_refuse(m, in, "sh.err.over", "SH-17.1");
    if (in->kind == NJ_IN_UNDO)
        return undo(m, in);
    for (size_t i = 0; i < NJ_COUNT(powers); i++)
        if (strcmp(powers[i].verb, in->verb) == 0)
            return powers[i].apply(m, in);
    return nj_sh_refuse(m, in, "sh.err.no_power", "SH-17.1");
}
