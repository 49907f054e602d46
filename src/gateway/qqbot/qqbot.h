/*
 * QQ's official bot platform: events by a WebSocket, everything else by calls
 * over HTTP. What the platform makes difficult, and what this gateway does
 * about it, is told at the head of each .c file.
 *
 * The bot's secret stands in guarded memory, nothing of it or of a token is
 * ever logged, and while it is loaded the process leaves no core dump.
 *
 * One process per bot: a second one would take part of its events away.
 */
#ifndef NJ_GATEWAY_QQBOT_QQBOT_H
#define NJ_GATEWAY_QQBOT_QQBOT_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_qqbot_options {
    const char *name;   /* "qqbot" */
    const char *app;    /* AppID, digits */
    const char *secret; /* AppSecret; copied into guarded memory of ours */
    const char *api;    /* https://api.bot.qq.com */
    const char *tokens; /* where tokens are asked for; likewise */
    bool verified;      /* the owner has proved who he is: wider limits */
    bool members;       /* ask to hear of who joins and leaves a group */
    int64_t backoff_min_ms, backoff_max_ms;
    int64_t answer_ms; /* deadline of a call */
    int64_t upload_ms; /* of one with a picture */
    int64_t grace_ms;  /* a line that is back by then was never down */
    int64_t passed_ms; /* tests: how far its clock is ahead (ops.pass) */
    int64_t offset;    /* reading position on disk; 0: none */
    const struct nj_gateway_kept *kept;
    size_t n_kept;
};

/* Everything is copied. Errors: an address, a number or a secret that is none;
 * none repeats the secret. */
NJ_MUST_USE enum nj_status nj_qqbot_create(const struct nj_qqbot_options *o,
                                           uint8_t index,
                                           struct nj_inbox *inbox,
                                           struct nj_gateway **out,
                                           struct nj_err *err);

#endif
