/*
 * A WebSocket to a server, with a thread of its own: one connection at a time,
 * made when its owner says so, text frames both ways.
 *
 *     nj_dial_connect(d, &url);            opens, in a while
 *     nj_dial_take(d, &n)                  OPEN, FRAME, FRAME, CLOSED
 *     nj_dial_send(d, text, n);            while it is open
 *     nj_dial_close(d);                    CLOSED follows
 *
 * Its owner is woken when there is something to take. Who takes nothing is
 * sent nothing: the peer is not read while much waits.
 */
#ifndef NJ_GATEWAY_WEB_DIAL_H
#define NJ_GATEWAY_WEB_DIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "gateway/web/url.h"

#define NJ_DIAL_WHY_MAX 160

enum nj_dial_kind {
    NJ_DIAL_OPEN,
    NJ_DIAL_FRAME, /* `text`, whole; nobody has looked into it */
    NJ_DIAL_CLOSED /* or could not be had; once for each connect */
};

struct nj_dial_news {
    enum nj_dial_kind kind;
    struct nj_str text;        /* the taker's: nj_str_fini() */
    int64_t code;              /* what the peer has closed with; 0: nothing */
    char why[NJ_DIAL_WHY_MAX]; /* for the log */
};

struct nj_dial;

struct nj_dial_options {
    size_t frame_max; /* bytes of a frame that comes */
    /* There is something to take; from its own thread. */
    void (*wake)(void *ctx);
    void *ctx;
};

/* *out is the caller's until nj_dial_destroy(). NJ_ERR_IO: no connections or no
 * thread can be had, and *out is not set. */
NJ_MUST_USE enum nj_status nj_dial_create(const struct nj_dial_options *o,
                                          struct nj_dial **out,
                                          struct nj_err *err);
/* Hangs up and ends the thread; NULL is fine. */
void nj_dial_destroy(struct nj_dial *d);

/* The last CLOSED has been taken, or there was no connect yet. */
void nj_dial_connect(struct nj_dial *d, const struct nj_ws_url *url);
/* Queues; what is not out when it closes is lost, and without a connection
 * nothing is queued. The text may be a secret: it is wiped. */
void nj_dial_send(struct nj_dial *d, const char *text, size_t n);
/* Hangs up without a farewell, after which a session could not be resumed. */
void nj_dial_close(struct nj_dial *d);
/* False: there is nothing. */
bool nj_dial_take(struct nj_dial *d, struct nj_dial_news *out);

#endif
