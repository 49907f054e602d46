/*
 * OneBot v11 over WebSockets: we are the client of NapCat, LLOneBot, Lagrange
 * or go-cqhttp (forward), or they are ours (reverse). What can go wrong on that wire, and what this
 * gateway does about it, is told at the head of each .c file.
 */
#ifndef NJ_GATEWAY_ONEBOT_ONEBOT_H
#define NJ_GATEWAY_ONEBOT_ONEBOT_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_onebot_options {
    const char *name; /* "qq" */
    const char *url;  /* forward: ws://host:port/path or wss:// */
    /* Reverse instead: "127.0.0.1:8081" or "[::1]:8081", where programs
     * connect to us (port 0: one that is free), and the number of the account
     * that this gateway is for. Another machine may reach it only if there is
     * a token. */
    const char *listen; /* NULL: forward */
    const char *account;
    /* Another gateway that listens at the same address, which both then
     * share, or NULL. It must not have been started yet. */
    struct nj_gateway *beside;
    const char *token; /* "" for none; copied into guarded memory of ours */
    int64_t ping_ms, hangup_ms; /* WebSocket liveness */
    int64_t heartbeat_grace_ms; /* added to 2 x the heartbeat's interval */
    int64_t backoff_min_ms, backoff_max_ms;
    int64_t answer_ms;                    /* deadline of a call */
    int64_t friend_min_ms, friend_max_ms; /* before a request is answered */
    /* How long who connects to us may take to show his token; 0: 5 s. */
    int64_t handshake_ms;
};

/* Everything is copied. Errors: an address that is none, or one that others
 * can reach without a token. */
NJ_MUST_USE enum nj_status nj_onebot_create(const struct nj_onebot_options *o,
                                            uint8_t index,
                                            struct nj_inbox *inbox,
                                            struct nj_gateway **out,
                                            struct nj_err *err);

/* The port it listens at once it was started; 0: none. */
uint16_t nj_onebot_port(const struct nj_gateway *g);

#endif
