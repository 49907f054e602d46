/*
 * What workers of one database of PostgreSQL tell each other by rows: who holds
 * which gateway, what was heard there, what is to be said. Only one of them
 * keeps the books (store.h); each of the others is its ear and mouth on the
 * platforms that it holds.
 *
 * A worker is a row with a time, renewed while it lives. A gateway is held by a
 * worker under an epoch, which is counted up each time that somebody takes it:
 * whatever asks for an older one changes nothing. Who was silent for too long
 * is removed before anything of his is taken, and cannot renew his row any
 * more. Each call below is one statement and one transaction, so nobody who is
 * stopped or cut off in the midst of one stands in another's way.
 *
 * A connection belongs to one thread. It is made when it is needed, and again
 * after a failure. A call that says false has had no answer: what it was to do
 * may have been done, and doing it again is the same as doing it once. It is not
 * done any more once the next call of that connection has been answered.
 */
#ifndef NJ_STORE_RELAY_H
#define NJ_STORE_RELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* How long a worker without a sign of life counts as one. */
#define NJ_RELAY_LEASE_MS 6000
/* A number of a row is an epoch and a count within it. */
#define NJ_RELAY_NUMBER(epoch, count) ((epoch) << 40 | (count))
#define NJ_RELAY_EPOCH(number)        ((number) >> 40)
#define NJ_RELAY_COUNT(number)        ((number) & ((INT64_C(1) << 40) - 1))

struct nj_relay;

/* Once is enough, before any of the others. NJ_ERR_NOT_FOUND: PostgreSQL's
 * library is not installed, or too old. */
NJ_MUST_USE enum nj_status nj_relay_load(struct nj_err *err);

/* `url` is lent; `news`, which news wake it (NJ_RELAY_...), or NULL. Nothing is
 * connected yet. */
#define NJ_RELAY_HEARD "nightjar_heard"
#define NJ_RELAY_SAID  "nightjar_said"
struct nj_relay *nj_relay_create(const char *url, const char *news);
void nj_relay_destroy(struct nj_relay *r); /* NULL is fine */
/* Waits for news, for at most so long. */
void nj_relay_wait(struct nj_relay *r, int64_t ms);
/* Ends a wait, and those to come, from any thread. */
void nj_relay_wake(struct nj_relay *r);

/* --- workers and what they hold --- */

/* Becomes one; `*worker` 0: not yet, for nobody has kept the books so far who
 * has others hold his gateways (nj_store_worker.shares). */
bool nj_relay_join(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   int64_t *worker);
/* Lives on. `*lives` false: others have buried it, or the books are kept by who
 * shares nothing. */
bool nj_relay_renew(struct nj_relay *r, int64_t worker, bool *lives);
/* Its row goes, and with it all that it holds. */
bool nj_relay_leave(struct nj_relay *r, int64_t worker);
/* Removes those whose time is over; for who has been alive for longer. */
bool nj_relay_bury(struct nj_relay *r, int64_t *buried);

struct nj_relay_view {
    uint32_t workers;
    int64_t books; /* the epoch of who keeps them */
    /* Of each of the gateways: who holds it; 0: nobody. */
    int64_t holder[8];
};

bool nj_relay_look(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   struct nj_relay_view *out);
/* What nobody holds; `*epoch` 0: somebody does. `*position`: how far that
 * platform has been read (nj_offset_get). */
bool nj_relay_take(struct nj_relay *r, int64_t worker, const char *gateway,
                   int64_t *epoch, int64_t *position);
bool nj_relay_give(struct nj_relay *r, const char *gateway, int64_t epoch);

/* --- who holds a gateway --- */

/* One call; all is lent. */
struct nj_relay_said {
    int64_t number; /* negative: nobody asks what becomes of it */
    const char *call;
    size_t call_len;
    const unsigned char *bytes; /* of a picture or file */
    size_t n;
};

/* What waits to be said there is his from now on, a few dozens at once. The
 * same `batch` brings the same once more; a later one says that those before
 * have arrived. */
bool nj_relay_claim(struct nj_relay *r, const char *gateway, int64_t epoch,
                    int64_t batch,
                    void (*each)(void *ctx, const struct nj_relay_said *said),
                    void *ctx);
/* What earlier ones have taken, and nobody knows what became of it. */
bool nj_relay_left(struct nj_relay *r, const char *gateway, int64_t epoch,
                   void (*each)(void *ctx, const struct nj_relay_said *said),
                   void *ctx);
/* `events`: an array of JSON objects, numbered from `from` on. Those with a
 * member `call` say what became of that number. `*held` false: it is another's,
 * and nothing was done. */
bool nj_relay_hear(struct nj_relay *r, const char *gateway, int64_t epoch,
                   int64_t from, const char *events, bool *held);

/* --- who keeps the books --- */

/* Nobody claims any more what an earlier one wanted to say. */
bool nj_relay_begin(struct nj_relay *r, int64_t books);
/* `calls`: an array of objects with `gateway`, `number`, `call` (an object) and
 * `bytes` (base 64; may be missing). Nothing is written for who does not keep
 * them any more, nor of a `batch`, counted up from 1, that has been before: what
 * was in it may have been said meanwhile. */
bool nj_relay_say(struct nj_relay *r, int64_t books, int64_t batch,
                  const char *calls);
/* What was heard behind these numbers, in order for each of the gateways. */
bool nj_relay_read(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   const int64_t *behind,
                   void (*each)(void *ctx, uint32_t gateway, int64_t number,
                                const char *event, size_t len),
                   void *ctx);
/* All up to that number has been worked off. */
bool nj_relay_done(struct nj_relay *r, const char *gateway, int64_t number);

#endif
