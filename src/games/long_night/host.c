/*
 * Powers of the host (LN-10.7) and leaving (LN-7.8). Every accepted power is
 * announced before it takes effect; a refusal goes to the host alone.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

/* LN-7.8; what comes first was announced by the caller. */
static void leave(struct nj_match *m, struct ln_state *s,
                  const struct nj_input *in, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(s->seat[seat].fate == LN_IN_PLAY);
    NJ_ASSERT(!s->over);
    NJ_ASSERT(in->seq > 0);
    s->last_seq = in->seq;
    s->seat[seat].quit_points = -300;
    nj_ln_out(m, s, seat, LN_DEPARTED);
    nj_emit(m, nj_to_all(), "ln.left", "LN-7.8",
            NJ_ARGS(nj_arg_seat("seat", seat)));
    if (seat == s->turn) {
        nj_ln_turn_end(m, s, LN_GONE, 0);
        return;
    }
    nj_ln_chain_tell(m, s);
    (void)nj_ln_check_over(m, s);
}

int nj_ln_leave(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);

    nj_ln_check(s);
    NJ_ASSERT(in->seat < s->n);
    NJ_ASSERT(in->kind == NJ_IN_LEAVE);
    if (s->over)
        return nj_ln_refuse(m, in, "LN-10.4", "over");
    if (s->seat[in->seat].fate != LN_IN_PLAY)
        return nj_ln_refuse(m, in, "LN-10.4", "out");
    leave(m, s, in, in->seat);
    return 0;
}

/* --- powers --- */

/* The argument, if it is there and of that type: a match file may hold
 * anything. */
static const struct nj_arg *find_arg(const struct nj_input *in,
                                     const char *name, enum nj_arg_type type)
{
    NJ_ASSERT(name[0] != '\0');
    NJ_ASSERT(in->args.n == 0 || in->args.v != NULL);
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == type && strcmp(in->args.v[i].name, name) == 0)
            return &in->args.v[i];
    return NULL;
}

static void announce(struct nj_match *m, const struct nj_input *in)
{
    struct nj_arg args[4];
    uint32_t n = 0;
    const struct nj_arg *seat = find_arg(in, "seat", NJ_ARG_SEAT);
    const struct nj_arg *text = find_arg(in, "text", NJ_ARG_TEXT);

    NJ_ASSERT(in->by != NJ_BY_CLOCK);
    if (in->by == NJ_BY_PERSON) /* a seat given and taken without a host */
        return;
    if (in->by == NJ_BY_ADMIN) /* in front: it chooses the sentence */
        args[n++] = nj_arg_word("by", "admin");
    args[n++] = nj_arg_word("verb", in->kind == NJ_IN_UNDO ? "undo" : in->verb);
    if (seat != NULL)
        args[n++] = nj_arg_seat("seat", (nj_seat)seat->i);
    if (text != NULL)
        args[n++] = nj_arg_text("text", text->s);
    nj_emit(m, nj_to_all(), "ln.host", "LN-10.7",
            (struct nj_args){.v = args, .n = n});
    NJ_ASSERT(n <= NJ_COUNT(args));
}

static int say(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    announce(m, in);
    return 0;
}

static int pause_clock(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    if (nj_timer_paused(m))
        return nj_ln_refuse(m, in, "LN-10.7", "paused");
    announce(m, in);
    nj_timer_pause(m);
    return 0;
}

static int resume_clock(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    if (!nj_timer_paused(m))
        return nj_ln_refuse(m, in, "LN-10.7", "not_paused");
    announce(m, in);
    nj_timer_resume(m);
    return 0;
}

static int extend(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_arg *ms = find_arg(in, "ms", NJ_ARG_INT);

    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    if (ms == NULL)
        ms = find_arg(in, "ms", NJ_ARG_MS);
    if (ms == NULL)
        return nj_ln_refuse(m, in, "LN-10.7", "no_power");
    announce(m, in);
    nj_timer_extend(m, ms->i);
    return 0;
}

static int skip(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    announce(m, in);
    nj_ln_timeout(m, nj_state(m), true);
    return 0;
}

/* The seat a power names, if it is in play; else the refusal. */
static int named_seat(struct nj_match *m, const struct nj_input *in,
                      nj_seat *seat)
{
    const struct ln_state *s = nj_state_const(m);
    const struct nj_arg *arg = find_arg(in, "seat", NJ_ARG_SEAT);

    NJ_ASSERT(s->n <= LN_SEATS_MAX);
    if (arg == NULL || arg->i < 0 || arg->i >= s->n ||
        s->seat[arg->i].fate != LN_IN_PLAY)
        return nj_ln_refuse(m, in, "LN-10.7", "out");
    *seat = (nj_seat)arg->i;
    NJ_ASSERT(*seat < s->n);
    return 0;
}

static int kick(struct nj_match *m, const struct nj_input *in)
{
    nj_seat seat = NJ_SEAT_NONE;
    int refused = named_seat(m, in, &seat);

    NJ_ASSERT(seat < LN_SEATS_MAX || refused != 0);
    if (refused != 0)
        return refused;
    announce(m, in);
    leave(m, nj_state(m), in, seat);
    return 0;
}

/* A reminder in front of all, of whose turn everybody knows. */
static int nudge(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    announce(m, in);
    return 0;
}

/* Somebody else holds the seat from now on: only absence starts anew. */
static int sub(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);
    const struct nj_arg *to = find_arg(in, "to", NJ_ARG_WORD);
    nj_seat seat = NJ_SEAT_NONE;
    int refused = named_seat(m, in, &seat);

    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    if (refused != 0)
        return refused;
    announce(m, in);
    s->last_seq = in->seq;
    s->seat[seat].afk = 0;
    s->seat[seat].timeouts = 0;
    s->seat[seat].idle = 0;
    nj_substitute(m, seat, false);
    nj_seat_computer(m, seat, to != NULL && strcmp(to->s, "computer") == 0);
    return 0;
}

static int undo(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(in->kind == NJ_IN_UNDO);
    NJ_ASSERT(!s->over);
    if (s->last_seq == 0 || s->hiding != LN_OPENLY)
        return nj_ln_refuse(m, in, "LN-10.7", "no_undo");
    announce(m, in);
    nj_undo_before(m, s->last_seq);
    return 0;
}

static int abort_match(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE);
    announce(m, in);
    nj_ln_over(m, nj_state(m), "aborted");
    return 0;
}

int nj_ln_override(struct nj_match *m, const struct nj_input *in)
{
    static const struct {
        const char *verb;
        nj_step *apply;
    } powers[] = {
        {"pause", pause_clock}, {"resume", resume_clock}, {"extend", extend},
        {"skip", skip},         {"kick", kick},           {"sub", sub},
        {"abort", abort_match}, {"announce", say},        {"nudge", nudge},
    };
    const struct ln_state *s = nj_state_const(m);

    nj_ln_check(s);
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    if (in->kind == NJ_IN_UNDO && in->seat != NJ_SEAT_NONE)
        return nj_ln_undo(m, in);
    if (s->over)
        return nj_ln_refuse(m, in, "LN-10.4", "over");
    if (in->kind == NJ_IN_UNDO)
        return undo(m, in);
    for (size_t i = 0; i < NJ_COUNT(powers); i++)
        if (strcmp(powers[i].verb, in->verb) == 0)
            return powers[i].apply(m, in);
    return nj_ln_refuse(m, in, "LN-10.7", "no_power");
}
