/*
 * Deadlines of slow matches and the nights (UX-6.5): none falls into the quiet
 * hours of a home. The log does not know of these moves; the store keeps the
 * moments.
 */
#ifndef NJ_REFEREE_TIME_QUIET_H
#define NJ_REFEREE_TIME_QUIET_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_game;
struct nj_message;
struct nj_referee;
struct nj_timer;

/* Is it an hour or longer? */
bool nj_quiet_slow(const struct nj_game *g, const struct nj_timer *timers);
/* Moves those that fall into quiet hours to their end; true: some did. */
bool nj_quiet_move(struct nj_referee *r, struct nj_entry *e,
                   struct nj_timer *timers);
void nj_quiet_apply(struct nj_referee *r, struct nj_entry *e);
/* Deadlines that are times of day mean the wall clock: after it was set back,
 * and our own time was not (clocks.h), they are later in ours. */
void nj_quiet_set_right(struct nj_referee *r, struct nj_entry *e);
/* By how much "2h", "2h 工作日" or "21:00" moves the deadline. False: that is
 * none of them, or it would not be later. */
bool nj_quiet_extension(struct nj_referee *r, struct nj_entry *e,
                        const char *text, int64_t *ms);
/* Returns that moment, or the end of the quiet hours that it is in. */
int64_t nj_quiet_out(struct nj_referee *r, struct nj_entry *e, int64_t at_ms);
/* When the deadline of a slow match is; 0: live play, none runs, or the clock
 * that runs is a secret. */
int64_t nj_quiet_deadline(const struct nj_entry *e);
/* The message with that moment as `until`, if its text speaks of it, and with
 * moments of its own where the quiet hours put them. What a host has done tells
 * it at live play, too, and what is `left` while the clock stands. */
const struct nj_message *nj_quiet_dated(struct nj_referee *r,
                                        struct nj_entry *e,
                                        const struct nj_message *m,
                                        bool by_host);

#endif
