/*
 * The thread of a gateway that speaks over HTTP: begun, woken while it serves,
 * and ended with some time to send what is left. What it does is the gateway's.
 *
 *     nj_service_init(&s);
 *     st = nj_service_start(&s, serve, gateway, err);   its connections are open
 *     ... from other threads: lock, hand something over, wake, unlock ...
 *     if (nj_service_stop(&s, flush_ms)) ... the connections are closed ...
 *     nj_service_fini(&s);
 */
#ifndef NJ_GATEWAY_WEB_SERVICE_H
#define NJ_GATEWAY_WEB_SERVICE_H

#include <pthread.h>

#include "gateway/web/http.h"

struct nj_service {
    pthread_mutex_t lock;

    /* Under the lock. */
    uint32_t open; /* calls without a fate: the gateway counts them */
    bool serving;  /* it can be woken */
    bool stopping;
    int64_t flush_until_ms;

    /* Its own. */
    struct nj_http http; /* opened and closed by who starts it */
    bool finished;       /* it has nothing to do any more */

    /* Of who starts it. */
    pthread_t thread;
    bool started;
};

/* The struct is zeroed before; it belongs to the gateway it serves. */
void nj_service_init(struct nj_service *s);
/* After it has been stopped, or was never started. */
void nj_service_fini(struct nj_service *s);

void nj_service_lock(struct nj_service *s);
void nj_service_unlock(struct nj_service *s);
/* Both under the lock. It takes a call: it serves, and not too many are open. */
bool nj_service_takes(const struct nj_service *s);
/* Nothing happens unless it serves. */
void nj_service_wake(struct nj_service *s);

/* `ctx` is lent until the stop. NJ_ERR_IO: there is no thread, and nothing has
 * started; `err` says why. */
NJ_MUST_USE enum nj_status nj_service_start(struct nj_service *s,
                                            void *(*serve)(void *ctx),
                                            void *ctx, struct nj_err *err);
/* Gives it `flush_ms` milliseconds for what is left and waits until it has
 * ended, with no call open. False: it was not started. */
bool nj_service_stop(struct nj_service *s, int64_t flush_ms);

/* The thread itself, under the lock: is it to end? `rest`: nothing is left, or
 * nothing can be sent. */
void nj_service_rest(struct nj_service *s, bool rest, int64_t now_ms);
/* The thread itself: nobody may hand over or wake any more. */
void nj_service_leave(struct nj_service *s);

#endif
