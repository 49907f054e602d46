/*
 * The part of an entry that may sleep: its match. Every input of every match
 * goes through nj_live_apply().
 */
#ifndef NJ_REFEREE_LIVE_H
#define NJ_REFEREE_LIVE_H

#include <stdbool.h>

struct nj_entry;
struct nj_input;
struct nj_referee;
struct nj_sitter;

/* Sitters (and for a running match the match) in memory. False: the match
 * was frozen or the turn has failed; the entry may be gone. */
bool nj_live_wake(struct nj_referee *r, struct nj_entry *e);
void nj_live_sleep(struct nj_referee *r, struct nj_entry *e);
void nj_live_evict_idle(struct nj_referee *r);
/* Applies one input, stores it with all it caused. True if accepted. */
bool nj_live_apply(struct nj_referee *r, struct nj_entry *e,
                   struct nj_input *in, struct nj_sitter *asker);
/* Its computer players may have something to do. */
void nj_live_busy(struct nj_referee *r, struct nj_entry *e);
/* Lets those who may have something to do act, within the turn's share. */
void nj_live_computers(struct nj_referee *r);
/* Takes those who have not off the list; before an entry is freed. */
void nj_live_idle(struct nj_referee *r);
/* Its row is behind: the pulse is written at the end of the turn. */
void nj_live_pulse(struct nj_referee *r, struct nj_entry *e);
void nj_live_pulse_write(struct nj_referee *r, struct nj_entry *e);
void nj_live_free(struct nj_entry *e);

#endif
