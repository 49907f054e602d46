/*
 * The grace (design 4): deadlines that passed while nobody could be heard, or
 * that come too soon after, are moved.
 */
#ifndef NJ_REFEREE_TIME_GRACE_H
#define NJ_REFEREE_TIME_GRACE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;
struct nj_timer;

/* How deadlines move: those that stood since `held_ms` by what they stood, one
 * that was armed meanwhile since then; and all of them by `more_ms`. */
struct nj_grace {
    int64_t held_ms, more_ms;
    bool stands; /* and goes on standing: none is near, or in a night, yet */
};

/* Moves one set of timers, NJ_TIMERS_MAX of them. */
void nj_grace_timers(struct nj_timer *timers, int64_t now_ms,
                     const struct nj_grace *by, int64_t least_ms);
/* Moves the deadlines of a match whose clock stood since `held_ms`. `key` tells
 * the group why, if it is worth telling. */
void nj_grace_move(struct nj_referee *r, struct nj_entry *e, int64_t held_ms,
                   const char *key);
/* Moves the deadlines of a match whose clock stands by what it has stood so
 * far: the match does not know that it stands, and an input that lengthens,
 * pauses or goes back has to find them where they truly are; nor does the
 * store, when one of two reasons is over. */
void nj_grace_reckon(struct nj_referee *r, struct nj_entry *e);
/* Moves the deadlines of a match that goes on: something was not heard. */
void nj_grace_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms);

#endif
