/*
 * Pulses: what the row of a match says of where it stands, written once a turn.
 */
#ifndef NJ_REFEREE_TIME_PULSE_H
#define NJ_REFEREE_TIME_PULSE_H

struct nj_entry;
struct nj_referee;

/* Its row is behind: the pulse is written at the end of the turn. */
void nj_pulse_note(struct nj_referee *r, struct nj_entry *e);
/* Notes that, where no deadline can have changed. */
void nj_pulse_touch(struct nj_referee *r, struct nj_entry *e);
/* Writes it at once, for whoever reads the row next. */
void nj_pulse_write(struct nj_referee *r, struct nj_entry *e);
/* Writes all that are behind; before the commit. */
void nj_pulse_write_all(struct nj_referee *r);

#endif
