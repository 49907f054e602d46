/*
 * Powers of a host: what all games have in common (host.h). A refusal comes
 * before the first change, the game's announcement before what it announces.
 */
#include "match/host.h"

#include <string.h>

#include "match/match_priv.h"

bool nj_power_is_confirmed(const struct nj_game *g, const char *verb)
{
    static const char *const plain[] = {"pause", "resume",   "extend",
                                        "nudge", "announce", "answer"};
    const struct nj_power *p = nj_game_power(g, verb);

    if (p != NULL && p->at_once)
        return false;
    for (size_t i = 0; i < NJ_COUNT(plain); i++)
        if (strcmp(verb, plain[i]) == 0)
            return false;
    return true;
}

/* --- reading --- */

static const struct nj_arg *find_arg(struct nj_args args, const char *name,
                                     enum nj_arg_type type)
{
    NJ_ASSERT(args.n == 0 || args.v != NULL);
    for (uint32_t i = 0; i < args.n; i++)
        if (args.v[i].type == type && strcmp(args.v[i].name, name) == 0)
            return &args.v[i];
    return NULL;
}

void nj_deed_read(struct nj_args args, struct nj_deed *out)
{
    const struct nj_arg *seat = find_arg(args, "seat", NJ_ARG_SEAT);
    const struct nj_arg *ms = find_arg(args, "ms", NJ_ARG_INT);
    const struct nj_arg *text = find_arg(args, "text", NJ_ARG_TEXT);
    const struct nj_arg *name = find_arg(args, "name", NJ_ARG_TEXT);
    const struct nj_arg *of = find_arg(args, "of", NJ_ARG_SEAT);
    const struct nj_arg *to = find_arg(args, "to", NJ_ARG_WORD);
    const struct nj_arg *n = find_arg(args, "n", NJ_ARG_INT);

    if (ms == NULL)
        ms = find_arg(args, "ms", NJ_ARG_MS);
    *out = (struct nj_deed){
        .seat = seat != NULL ? (nj_seat)seat->i : NJ_SEAT_NONE,
        .ms = ms != NULL ? ms->i : 0,
        .timed = ms != NULL,
        .n = n != NULL ? n->i : 0,
        .computer = to != NULL && strcmp(to->s, "computer") == 0,
        .text = text != NULL ? text->s : "",
        .name = name != NULL ? name->s : "",
        .of = of != NULL ? (nj_seat)of->i : NJ_SEAT_NONE};
}

/* --- what all games refuse --- */

static enum nj_power_fault seat_fault(const struct nj_match *m,
                                      const struct nj_deed *d)
{
    if (d->seat == NJ_SEAT_NONE)
        return NJ_POWER_NO_SEAT;
    NJ_ASSERT(d->seat < m->c.n_seats); /* fault.c has seen to it */
    return NJ_POWER_FINE;
}

static enum nj_power_fault sub_fault(const struct nj_match *m,
                                     const struct nj_deed *d)
{
    if (d->seat == NJ_SEAT_NONE)
        return NJ_POWER_NO_SEAT;
    NJ_ASSERT(d->seat < m->c.n_seats);
    return d->of == NJ_SEAT_NONE || nj_may_share(m, d->seat, d->of)
               ? NJ_POWER_FINE
               : NJ_POWER_NO_SEAT;
}

static enum nj_power_fault pause_fault(const struct nj_match *m,
                                       const struct nj_deed *d)
{
    (void)d;
    return m->c.paused ? NJ_POWER_PAUSED : NJ_POWER_FINE;
}

static enum nj_power_fault resume_fault(const struct nj_match *m,
                                        const struct nj_deed *d)
{
    (void)d;
    return m->c.paused ? NJ_POWER_FINE : NJ_POWER_NOT_PAUSED;
}

static enum nj_power_fault extend_fault(const struct nj_match *m,
                                        const struct nj_deed *d)
{
    if (!d->timed)
        return NJ_POWER_NO_TIME;
    if (m->c.paused && m->game->power_faults[NJ_POWER_STANDS].code != NULL)
        return NJ_POWER_STANDS;
    return NJ_POWER_FINE;
}

/* --- what is the same in all games --- */

/* What no host has ordered the players have agreed on. */
static int pause_clock(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_accord *accord =
        d->in->by == NJ_BY_PERSON ? nj_match_accord(m) : NULL;

    NJ_ASSERT(m->c.paused == 0 && m->c.resume_ms == 0);
    nj_timer_pause(m);
    if (accord != NULL && accord->at_most_ms > 0)
        nj_deadline_resume(m, accord->at_most_ms);
    return 0;
}

static int resume_clock(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    NJ_ASSERT(m->c.paused != 0);
    nj_timer_resume(m);
    return 0;
}

static int extend(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(d->timed && m->c.over == 0);
    nj_timer_extend(m, d->ms);
    return 0;
}

/* The seat leaves, and by its game's rules it may not be able to. */
static int kick(struct nj_match *m, const struct nj_deed *d)
{
    struct nj_input leave = *d->in;

    NJ_ASSERT(d->seat != NJ_SEAT_NONE);
    leave.kind = NJ_IN_LEAVE;
    leave.seat = d->seat;
    return m->game->leave(m, &leave);
}

static int sub(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(d->seat != NJ_SEAT_NONE);
    nj_substitute(m, d->seat, false);
    nj_seat_computer(m, d->seat, d->computer);
    if (d->of != NJ_SEAT_NONE)
        nj_seat_share(m, d->seat, d->of);
    return 0;
}

static const struct common {
    const char *verb;
    enum nj_power_fault (*fault)(const struct nj_match *m,
                                 const struct nj_deed *d);
    int (*apply)(struct nj_match *m, const struct nj_deed *d);
} common[] = {{"pause", pause_fault, pause_clock},
              {"resume", resume_fault, resume_clock},
              {"extend", extend_fault, extend},
              {"kick", seat_fault, kick},
              {"sub", sub_fault, sub},
              {"look", seat_fault, NULL},
              {"act", seat_fault, NULL}};

static const struct common *find_common(const char *verb)
{
    NJ_ASSERT(verb[0] != '\0');
    for (size_t i = 0; i < NJ_COUNT(common); i++)
        if (strcmp(common[i].verb, verb) == 0)
            return &common[i];
    return NULL;
}

/* --- a power is used --- */

static int refuse(struct nj_match *m, const struct nj_input *in,
                  enum nj_power_fault fault)
{
    const struct nj_refusal *no = &m->game->power_faults[fault];

    NJ_ASSERT(fault > NJ_POWER_FINE && fault < NJ_POWER_FAULTS);
    NJ_ASSERT(no->code != NULL && no->clause != NULL);
    return m->game->refuse(m, in, no->code, no->clause);
}

static int use(struct nj_match *m, const struct nj_input *in,
               const struct nj_power *p)
{
    const struct common *c = find_common(p->verb);
    enum nj_power_fault fault = NJ_POWER_FINE;
    struct nj_deed d;
    int refused = 0;

    nj_deed_read(in->args, &d);
    d.in = in;
    if (c != NULL && !(p->whole && d.seat == NJ_SEAT_NONE))
        fault = c->fault(m, &d);
    if (fault != NJ_POWER_FINE)
        return refuse(m, in, fault);
    if (p->check != NULL)
        refused = p->check(m, &d);
    if (refused != 0)
        return refused;
    NJ_ASSERT(refused == 0 && fault == NJ_POWER_FINE);
    if (m->game->announce != NULL)
        m->game->announce(m, &d);
    if (c != NULL && c->apply != NULL)
        refused = c->apply(m, &d);
    if (refused == 0 && p->apply != NULL)
        p->apply(m, &d);
    return refused;
}

/* A seat that takes its own order back says so by the game's verb for it. */
static int take_back(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_verb *verb =
        m->game->take_back == NULL ? NULL
                                   : nj_game_verb(m->game, m->game->take_back);

    if (verb == NULL)
        return refuse(m, in, NJ_POWER_UNKNOWN);
    NJ_ASSERT(in->seat < m->c.n_seats && verb->query == NULL);
    return nj_verb_run(m, verb, in);
}

int nj_host_resume(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_power *p = nj_game_power(m->game, "resume");
    struct nj_input resume = *in;

    NJ_ASSERT(m->c.paused && m->c.resume_ms != 0 && p != NULL);
    resume.kind = NJ_IN_OVERRIDE;
    resume.verb = p->verb;
    return use(m, &resume, p);
}

int nj_host_run(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_power *p = nj_game_power(m->game, in->verb);

    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    if (m->c.over)
        return refuse(m, in, NJ_POWER_OVER);
    if (in->kind == NJ_IN_UNDO && in->seat != NJ_SEAT_NONE)
        return take_back(m, in);
    return p == NULL ? refuse(m, in, NJ_POWER_UNKNOWN) : use(m, in, p);
}
