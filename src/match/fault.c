/*
 * Is an input possible now? Asked of every input before it is applied: a live
 * one that is not shows a mistake of ours, one from a match file is refused by
 * whoever reads the file. What the rules of a game forbid is not asked here.
 */
#include <string.h>

#include "match/match_priv.h"

static bool arg_fits(const struct nj_match *m, char letter,
                     const struct nj_arg *a)
{
    switch (letter) {
    case 't':
        return a->type == NJ_ARG_TEXT && strlen(a->s) < NJ_ORDER_TEXT_MAX;
    case 'n':
    case 'o':
        return a->type == NJ_ARG_INT;
    case 'r':
        return a->type == NJ_ARG_PROSE && strlen(a->s) < NJ_ORDER_TEXT_MAX;
    case 'w':
        return a->type == NJ_ARG_WORDS && strlen(a->s) < NJ_ORDER_TEXT_MAX;
    case 's':
        return a->type == NJ_ARG_SEAT && a->i >= 0 && a->i < m->c.n_seats;
    default:
        NJ_UNREACHABLE(); /* the game's table is wrong */
    }
}

bool nj_args_fit(const struct nj_match *m, const struct nj_verb *verb,
                 struct nj_args args)
{
    const char *letters = nj_verb_pieces(verb) ? "tn" : verb->args;
    uint32_t n = 0;

    for (; *letters != '\0'; letters++) {
        if (n < args.n && arg_fits(m, *letters, &args.v[n]))
            n++;
        else if (strchr("owr", *letters) == NULL)
            return false;
    }
    return n == args.n;
}

static const char *order_fault(const struct nj_match *m,
                               const struct nj_input *in)
{
    const struct nj_verb *verb = nj_game_verb(m->game, in->verb);

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (in->seat >= m->c.n_seats)
        return "no such seat";
    if (verb == NULL || verb->query != NULL)
        return "no such verb";
    if (((unsigned)verb->channel & 1U << (unsigned)in->place) == 0)
        return "not a verb of this place";
    if (!nj_args_fit(m, verb, in->args))
        return "wrong arguments";
    if (in->by == NJ_BY_CLOCK && !nj_question_default(m, in))
        return "not the default of an open question";
    return NULL;
}

/* The game reads the arguments of a host's power itself; only what could
 * not stand in any of them is kept away from it. */
static const char *override_fault(const struct nj_match *m,
                                  const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    NJ_ASSERT(in->args.n == 0 || in->args.v != NULL);
    if (in->seat != NJ_SEAT_NONE && in->seat >= m->c.n_seats)
        return "no such seat";
    if (in->by == NJ_BY_CLOCK || in->by == NJ_BY_COMPUTER)
        return "a power that nobody used";
    if ((in->kind == NJ_IN_UNDO) != (strcmp(in->verb, "undo") == 0))
        return "an undo has its own kind";
    for (uint32_t i = 0; i < in->args.n; i++) {
        const struct nj_arg *a = &in->args.v[i];

        if (!nj_arg_is_number(a) && !nj_arg_is_string(a))
            return "wrong arguments";
        if (a->type == NJ_ARG_SEAT && (a->i < 0 || a->i >= m->c.n_seats))
            return "no such seat";
    }
    return NULL;
}

/* Only a grace, which the log does not show, makes deadlines later than it
 * says; nothing makes them earlier. */
static const char *timer_fault(const struct nj_match *m,
                               const struct nj_input *in)
{
    const struct nj_timer *t = nj_deadline_find(m, in->verb, NJ_SEAT_NONE);

    NJ_ASSERT(in->kind == NJ_IN_TIMER);
    if (m->c.resume_ms != 0 && strcmp(in->verb, NJ_RESUME_TIMER) == 0)
        return in->at_ms < m->c.resume_ms ? "a timer before its time" : NULL;
    if (t == NULL)
        return "a timer that is not armed";
    if (m->c.paused)
        return "a timer that stands still";
    if (in->at_ms < t->at_ms)
        return "a timer before its time";
    return NULL;
}

static const char *kind_fault(const struct nj_match *m,
                              const struct nj_input *in)
{
    switch (in->kind) {
    case NJ_IN_START:
        if (in->by == NJ_BY_COMPUTER)
            return "a start that nobody gave";
        return m->c.started ? "a second start" : NULL;
    case NJ_IN_ORDER:
        return order_fault(m, in);
    case NJ_IN_TIMER:
        return timer_fault(m, in);
    case NJ_IN_LEAVE:
        if (in->by == NJ_BY_CLOCK || in->by == NJ_BY_COMPUTER)
            return "a seat that nobody gave up";
        return in->seat >= m->c.n_seats ? "no such seat" : NULL;
    case NJ_IN_OVERRIDE:
    case NJ_IN_UNDO:
        return override_fault(m, in);
    }
    return "no such kind";
}

const char *nj_match_fault(const struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->verb != NULL && in->reason != NULL);
    if (in->at_ms < 0 || in->at_ms > NJ_AT_MAX)
        return "no such time";
    if (in->args.n > NJ_ARGS_MAX)
        return "too many arguments";
    if (strlen(in->reason) > NJ_REASON_MAX)
        return "the reason is too long";
    if (in->kind != NJ_IN_START && !m->c.started)
        return "nothing has started";
    return kind_fault(m, in);
}
