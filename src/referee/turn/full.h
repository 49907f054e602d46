/*
 * A store that does not take a turn. A full disk: nothing is accepted, people
 * are told, nothing is lost. A server that is away: all waits until it is back.
 */
#ifndef NJ_REFEREE_TURN_FULL_H
#define NJ_REFEREE_TURN_FULL_H

#include <stdbool.h>

struct nj_event;
struct nj_referee;

/* The turn with these events could not be written: everything is as the store
 * has it, who wrote is told, and what happened is kept. False: the store can
 * not be read either; the events are still the caller's. */
bool nj_full_undo(struct nj_referee *r, struct nj_event *events);
/* Who asks for something hears that nothing is accepted. */
void nj_full_tell(struct nj_referee *r, const struct nj_event *events);
/* What happened out there is true though the turn is undone: a later one
 * hears of it. What people typed is not: they have been told; that they can be
 * written to, as it shows, is. Takes the events. */
void nj_full_keep_facts(struct nj_referee *r, struct nj_event *events);
/* Makes all anew as the store has it; what this turn did never happened. With
 * the store away until now it may have: what it stored to be said has not
 * left. False: the store can not be read. */
bool nj_full_start_over(struct nj_referee *r);
/* What is known of this turn besides the store is undone; before the other. */
void nj_full_forget(struct nj_referee *r, const struct nj_event *events);
/* Returns the events with what was kept, which is something, in front. */
struct nj_event *nj_full_kept_first(struct nj_referee *r,
                                    struct nj_event *events);

/* The store went away with these events, which it takes: they are heard when
 * it is back, and until then no turn does anything. */
void nj_away_begin(struct nj_referee *r, struct nj_event *events);
/* One try to get it back; false: it is away still, and the events have been
 * taken, or of no use any more (nj_store_status). */
bool nj_away_over(struct nj_referee *r, struct nj_event *events);

#endif
