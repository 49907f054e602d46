/*
 * What has to be looked at next: deadlines, and matches whose computer players
 * may have something to do. Who looks is above; here stands what is due.
 */
#ifndef NJ_REFEREE_BOOKS_DUE_H
#define NJ_REFEREE_BOOKS_DUE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

#define NJ_STALE_MS INT64_C(86400000) /* a table that nobody comes to: UX-6.8 */

/* The entry's next moment is known anew: the referee wakes for the earliest. */
void nj_due_note(struct nj_referee *r, struct nj_entry *e);
/* The same for all of them. */
void nj_due_find_next(struct nj_referee *r);
/* When a table that was touched then is spoken to. */
int64_t nj_due_stale_ms(int64_t touched_ms);
/* Has that been done already, by what its row says? */
bool nj_due_noticed(int64_t touched_ms, int64_t deadline_ms);
/* Its computer players may have something to do. */
void nj_due_busy(struct nj_referee *r, struct nj_entry *e);
/* Takes those who have not off the list; before an entry is freed. */
void nj_due_idle(struct nj_referee *r);

#endif
