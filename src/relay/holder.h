/*
 * A worker's gateways: the part of it that holds connections and keeps no
 * books. It lives as long as the process, whoever keeps the books: what it
 * hears becomes rows, and what rows want to be said it says (store/relay.h).
 *
 * All workers are given the same gateways and share them out: nobody holds more
 * than his part while another could hold one, and what somebody leaves behind
 * is taken by who has room. While its lease lasts the process may speak
 * (base/fence.h, NJ_BAR_HOLD).
 */
#ifndef NJ_RELAY_HOLDER_H
#define NJ_RELAY_HOLDER_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

#define NJ_HOLDER_MAX 8

struct nj_holder;

struct nj_holder_setup {
    const char *url;          /* of the database */
    const char *const *names; /* of all gateways that are shared out */
    uint32_t n;
    /* Makes the gateway `which`, whose events go to that inbox, and which goes
     * on reading behind `position`. Called by a thread of the holder's, for one
     * at a time. */
    enum nj_status (*make)(void *ctx, uint32_t which, int64_t position,
                           struct nj_inbox *inbox, struct nj_gateway **out,
                           struct nj_err *err);
    /* Others have buried this worker: the process is to end. By a thread of the
     * holder's. */
    void (*lost)(void *ctx);
    void *ctx;
};

/* The setup is copied, what it points to is lent. NJ_ERR_NOT_FOUND: there is no
 * library of PostgreSQL; NJ_ERR_IO: no thread. */
NJ_MUST_USE enum nj_status nj_holder_start(const struct nj_holder_setup *setup,
                                           struct nj_holder **out,
                                           struct nj_err *err);
/* Its gateways send what they have for at most `flush_ms` each, and others may
 * take them at once. NULL is fine. */
void nj_holder_stop(struct nj_holder *h, int64_t flush_ms);

#endif
