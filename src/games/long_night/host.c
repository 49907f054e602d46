/*
 * Powers of the host (LN-10.7) and leaving (LN-7.8). Every accepted power is
 * announced before it takes effect; a refusal goes to the host alone. Of what a
 * power would change a host hears what everybody may know already: he learns
 * nothing by asking (LN-9.1).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

int nj_ln_leave(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);

    nj_ln_check(s);
    NJ_ASSERT(in->kind == NJ_IN_LEAVE);
    if (s->over)
        return nj_ln_refuse(m, in, "over", "LN-10.4");
    if (s->seat[in->seat].fate != LN_IN_PLAY)
        return nj_ln_refuse(m, in, "out", "LN-10.4");
    s->last_seq = in->seq;
    nj_ln_out(m, s, in->seat, LN_DEPARTED);
    say_left(m, in->seat);
    NJ_ASSERT((nj_ln_in_play(s) & nj_bit(in->seat)) == 0);
    if (in->seat == s->turn) {
        nj_ln_turn_end(m, s, LN_GONE, 0);
        return 0;
    }
    nj_ln_chain_tell(m, s, nj_bit(in->seat));
    (void)nj_ln_check_over(m, s, false);
    return 0;
}

/* --- powers --- */

void nj_ln_announce(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_input *in = d->in;

    nj_ln_check(nj_state_const(m));
    NJ_ASSERT(in->by != NJ_BY_CLOCK);
    if (in->by != NJ_BY_PERSON) /* a seat given and taken without a host */
        say_host(m, in->by == NJ_BY_ADMIN ? "admin" : NULL, in->verb, d->seat,
                 d->text[0] != '\0' ? d->text : NULL);
}

/* Whose turn would end. */
static void would_skip(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(!s->over && s->seat[s->turn].fate == LN_IN_PLAY);
    say_would_skip(q, s->turn);
}

static void skip(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_ln_timeout(m, nj_state(m), true);
}

static int check_seat(struct nj_match *m, const struct nj_deed *d)
{
    const struct ln_state *s = nj_state_const(m);

    if (s->seat[d->seat].fate != LN_IN_PLAY)
        return nj_ln_refuse(m, d->in, "out", "LN-10.7");
    return 0;
}

/* Somebody else holds the seat from now on: only absence starts anew. */
static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct ln_state *s = nj_state(m);

    NJ_ASSERT(s->seat[d->seat].fate == LN_IN_PLAY); /* checked */
    s->last_seq = d->in->seq;
    s->seat[d->seat].afk = 0;
    s->seat[d->seat].timeouts = 0;
    s->seat[d->seat].idle = 0;
}

/* Only steps that everybody has seen can be taken back. */
static int check_undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct ln_state *s = nj_state_const(m);

    (void)d;
    if (s->last_seq == 0 || s->hiding != LN_OPENLY)
        return nj_ln_refuse(m, d->in, "no_undo", "LN-10.7");
    return 0;
}

static void would_undo(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->hiding == LN_OPENLY); /* else it has been refused */
    say_would_undo(q, s->turn, s->steps);
}

static void undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct ln_state *s = nj_state_const(m);

    (void)d;
    NJ_ASSERT(s->last_seq > 0 && s->hiding == LN_OPENLY); /* checked */
    nj_undo_before(m, s->last_seq, true);
}

static void abort_match(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_ln_over(m, nj_state(m), "aborted");
}

const struct nj_power nj_ln_powers[] = {
    {.verb = "pause"},
    {.verb = "resume"},
    {.verb = "extend"},
    {.verb = "nudge"},
    {.verb = "announce"},
    {.verb = "skip", .preview = would_skip, .apply = skip},
    {.verb = "kick", .check = check_seat},
    {.verb = "sub", .check = check_seat, .apply = sub},
    {.verb = "undo", .preview = would_undo, .check = check_undo, .apply = undo},
    {.verb = "abort", .apply = abort_match},
    {.verb = NULL}};

const struct nj_refusal nj_ln_power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"over", "LN-10.4"},
    [NJ_POWER_UNKNOWN] = {"no_power", "LN-10.7"},
    [NJ_POWER_NO_SEAT] = {"out", "LN-10.7"},
    [NJ_POWER_NO_TIME] = {"no_power", "LN-10.7"},
    [NJ_POWER_PAUSED] = {"paused", "LN-10.7"},
    [NJ_POWER_NOT_PAUSED] = {"not_paused", "LN-10.7"}};
