/*
 * The powers of a host: their words are read, refused and carried out in one
 * place. A game lists those it has and fills in only where it differs:
 *
 *     const struct nj_power nj_die_powers[] = {
 *         {.verb = "pause"}, {.verb = "resume"}, {.verb = "extend"},
 *         {.verb = "skip", .apply = skip},
 *         {.verb = "kick", .check = still_plays},
 *         {.verb = "abort", .apply = abort_match},
 *         {.verb = NULL}};
 *
 * What the match does by itself: pause, resume and extend move the clock; kick
 * makes the seat leave, as if it had asked to; sub gives it to somebody else,
 * who counts as present. All others do what `apply` does.
 *
 * `answer` has a number and a text: a game that lets its players ask the host
 * numbers their questions, says each to him (HOST) and, when the power comes,
 * what he answers to who asked.
 */
#ifndef NJ_MATCH_HOST_H
#define NJ_MATCH_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "match/input.h"

struct nj_game;
struct nj_match;
struct nj_query;

/* What a host wants done: the arguments of a power. */
struct nj_deed {
    const struct nj_input *in; /* NULL: it is only asked about */
    nj_seat seat;              /* NJ_SEAT_NONE: it names none */
    int64_t ms;                /* to extend by */
    bool timed;                /* `ms` was given */
    int64_t n;                 /* answer: which question; 0: none */
    bool computer;    /* sub: a computer player takes the seat, else a person */
    const char *text; /* "" for none; lent as the arguments are */
    const char *name; /* sub: of the person who comes; "": it is not told */
    nj_seat of; /* sub: he has that seat already; NJ_SEAT_NONE: he has none */
};

/* Reads them; what is not there or of another type is left out, since a match
 * file may hold anything. */
void nj_deed_read(struct nj_args args, struct nj_deed *out);

/*
 * Powers that change something are confirmed by the shell first: `preview`
 * answers, by nj_answer(), what the power would change as far as the host may
 * know it; NULL: the text `<prefix>.would.<verb>` with the power's arguments
 * says it. If the answer is another one when it is confirmed, it is asked anew.
 */
struct nj_power {
    const char *verb; /* of the input: "skip" */
    bool secret;      /* the group hears that it was used (see own_secrets),
                       * not why */
    void (*preview)(const struct nj_match *m, struct nj_query *q);
    bool at_once; /* changes nothing: needs no reason and no confirming */
    bool whole;   /* may name no seat: then it is about all of them */
    /* The game's own reasons against it: 0, or what nj_refuse() returned.
     * NULL: it has none. */
    int (*check)(struct nj_match *m, const struct nj_deed *d);
    /* Behind what the match does by itself; NULL: that is all. */
    void (*apply)(struct nj_match *m, const struct nj_deed *d);
};

/* Does a host give a reason, see what the power would change (`preview`, or the
 * text `<prefix>.would.<verb>`) and confirm it? Not where it moves a clock,
 * speaks, or is `at_once` in that game. */
bool nj_power_is_confirmed(const struct nj_game *g, const char *verb);

/* Why any game refuses a power, in the order in which it is asked. */
enum nj_power_fault {
    NJ_POWER_FINE,
    NJ_POWER_OVER,       /* the match is */
    NJ_POWER_UNKNOWN,    /* the game has no such power */
    NJ_POWER_NO_SEAT,    /* it has to name one */
    NJ_POWER_NO_TIME,    /* it has to say how long */
    NJ_POWER_PAUSED,     /* pause: the clock stands already */
    NJ_POWER_NOT_PAUSED, /* resume: it does not */
    NJ_POWER_STANDS,     /* extend: it stands; without a code that may be */
    NJ_POWER_FAULTS
};

/* How a game says no: the code or key that its `refuse` takes, and the
 * clause. */
struct nj_refusal {
    const char *code, *clause;
};

#endif
