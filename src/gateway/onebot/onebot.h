/*
 * OneBot v11 over a forward WebSocket: we are the client of NapCat, LLOneBot,
 * Lagrange or go-cqhttp. What can go wrong on that wire, and what this
 * gateway does about it, is told at the head of each .c file.
 */
#ifndef NJ_GATEWAY_ONEBOT_ONEBOT_H
#define NJ_GATEWAY_ONEBOT_ONEBOT_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_onebot_options {
    const char *name;  /* "qq" */
    const char *url;   /* ws://host:port/path or wss:// */
    const char *token; /* "" for none; copied into guarded memory of ours */
    int64_t ping_ms, hangup_ms; /* WebSocket liveness */
    int64_t heartbeat_grace_ms; /* added to 2 x the heartbeat's interval */
    int64_t backoff_min_ms, backoff_max_ms;
    int64_t answer_ms; /* deadline of a call */
};

/* Everything is copied. Errors: an address that is none. */
NJ_MUST_USE enum nj_status nj_onebot_create(const struct nj_onebot_options *o,
                                            uint8_t index,
                                            struct nj_inbox *inbox,
                                            struct nj_gateway **out,
                                            struct nj_err *err);

#endif
