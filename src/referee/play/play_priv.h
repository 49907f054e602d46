/*
 * What the files of play/ share among themselves.
 */
#ifndef NJ_REFEREE_PLAY_PLAY_PRIV_H
#define NJ_REFEREE_PLAY_PLAY_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_arena;
struct nj_delivery;
struct nj_entry;
struct nj_input;
struct nj_match;
struct nj_message;
struct nj_outcome;
struct nj_query;
struct nj_referee;
struct nj_store;

/*
 * --- guard ---
 *
 * Matches are run behind a guard: a failed invariant inside one freezes that
 * match and tells its people; all others go on (R11).
 */

/* Applies as nj_match_apply(); NULL: the match met a fault and is frozen. */
const struct nj_outcome *nj_guard_apply(struct nj_referee *r,
                                        struct nj_entry *e,
                                        struct nj_input *in);
bool nj_guard_computer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_input *in);
/* Has the match answer: nj_match_query() or nj_match_slate(). */
typedef void nj_guard_ask(const struct nj_match *m, struct nj_query *q);
bool nj_guard_query(struct nj_referee *r, struct nj_entry *e, nj_guard_ask *ask,
                    struct nj_query *q);
/* The match, which cannot be trusted any more, leaves memory and never goes on;
 * its people and its host hear the text of that key. */
void nj_guard_freeze(struct nj_referee *r, struct nj_entry *e, const char *key);

/* --- answer: A record, read again --- */

/* Notes what a seat's audience was told, in order, and behind which input. */
struct nj_retold {
    struct nj_store *store;
    struct nj_arena *arena; /* owns the messages */
    nj_seat seat;           /* whose record; NJ_SEAT_NONE: the public one */
    const struct nj_message **list;
    uint32_t *seq;
    uint32_t n;
};

/* Reads all of a match; *t says of which store and seat. Damaged rows fail the
 * store. The caller frees `list` and `seq`. */
void nj_retold_read(struct nj_retold *t, int64_t match);

/*
 * --- hints ---
 *
 * What somebody who plays a game for the first time reads besides: one or two
 * sentences behind private messages that go out anyway.
 */

/* The message of that delivery to one person, with its hint if the game has one
 * for it (`hints` in match/game.h) and this is his first match of the game, its
 * first two rounds, and his first message of this key. */
const struct nj_message *nj_hints_add(struct nj_referee *r,
                                      const struct nj_delivery *d);

/* Read again, a message has no hint any more. */
void nj_hints_drop(struct nj_message *m);

/* --- next: Who is next --- */

/* A turn has begun: tells who is next, if he wants to know and there are hours. */
void nj_next_tell(struct nj_referee *r, struct nj_entry *e);

/*
 * --- stale ---
 *
 * Tables that nobody comes to (UX-6.8): after a day without activity they say
 * so, a day later they are closed.
 */

/* Something happens at the table. */
void nj_stale_touch(struct nj_referee *r, struct nj_entry *e);
/* Its deadline has passed. */
void nj_stale_fire(struct nj_referee *r, struct nj_entry *e);

/*
 * --- results ---
 *
 * What stays of a match that ends: results, ratings, achievements, in the
 * transaction of its last input.
 */

/* Stores its results; `counts`: not broken off. False: the turn failed. */
bool nj_results_store(struct nj_referee *r, struct nj_entry *e, bool counts);
/* Keeps and tells what its people have achieved. */
void nj_results_achieved(struct nj_referee *r, struct nj_entry *e);

/*
 * --- ledger ---
 *
 * Three scores of the people of a match (LN-30), which stand beside the rating
 * and replace nothing.
 */

/* Is one of them; what stands behind `matches` is reckoned. */
struct nj_ledger_one {
    uint8_t sitter;  /* its place in the entry's list */
    int64_t score;   /* of this match */
    double before;   /* level of all matches of this game before */
    int64_t matches; /* how many these are */
    uint32_t places; /* 2 for each who had less, 1 for each who had as much */
    int64_t zero, top;
    double level;
};

/* Reckons LN-30.2 for 2 or more. */
void nj_ledger_reckon(struct nj_ledger_one *p, uint32_t m);
/* Of a match that is over: enters it if the table wants that, or says why not;
 * `counts`: not broken off. */
void nj_ledger_keep(struct nj_referee *r, struct nj_entry *e, bool counts);

#endif
