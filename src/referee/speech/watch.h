/*
 * Watchers: who reads in private what everybody hears of a match, later by the
 * match's delay.
 */
#ifndef NJ_REFEREE_SPEECH_WATCH_H
#define NJ_REFEREE_SPEECH_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

#define NJ_WATCHERS_MAX 100

/* Something was said to everybody at that match. */
void nj_watch_note(struct nj_referee *r, const struct nj_entry *e);
/* Tells watchers what is due; before the commit. */
void nj_watch_run(struct nj_referee *r);
/* The match is over: watchers hear the rest at once, and that it was all. */
void nj_watch_end(struct nj_referee *r, struct nj_entry *e);
/* Returns when something is due next; 0: nothing is. */
int64_t nj_watch_due_ms(const struct nj_referee *r);
/* Reads the store, at the start and when books were made anew. */
void nj_watch_read(struct nj_referee *r);
void nj_watch_free(struct nj_referee *r);
/* Counts those who watch, whatever match it is. */
uint32_t nj_watch_count(const struct nj_referee *r);

/* He watches that match from now on, by its delay; false: too many watch. */
bool nj_watch_begin(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, int64_t *delay_ms);
/* He watches nothing any more; false: he did not. */
bool nj_watch_stop(struct nj_referee *r, const char *user);
/* The match's delay is another one; false: the turn has failed. */
bool nj_watch_delay(struct nj_referee *r, int64_t match, int64_t ms);

#endif
