/*
 * The room: a page of our own in which people play, several of them in one
 * window, in several or on several machines of the house.
 *
 * It is one group, "room:g:1", and a private pane for each person, served over
 * HTTP and a WebSocket on one address. Who comes in shows a secret:
 *   1. an address that works once (nj_room_invite) gives its browser a key;
 *   2. with a key new persons are made, each with a secret of its own, and
 *      more addresses of the first kind;
 *   3. with a person's secret he comes back, in whatever window, and hears
 *      what he has missed.
 * Only hashes of keys and secrets are kept. Nobody is asked by a page that
 * another site has sent: Host is an address of numbers or localhost with our
 * port, and Origin is that Host.
 */
#ifndef NJ_GATEWAY_ROOM_ROOM_H
#define NJ_GATEWAY_ROOM_ROOM_H

#include <stddef.h>

#include "base/status.h"
#include "gateway/gateway.h"
#include "gateway/loop.h"

#define NJ_ROOM_ADDRESS_MAX 192 /* bytes of a one-time address with its NUL */

struct nj_room_options {
    const char *name;   /* "room" */
    const char *listen; /* "127.0.0.1:8420"; port 0: any that is free */
    const char *words;  /* JSON: what the page says, by language; copied */
    const struct nj_gateway_kept *kept; /* by its earlier lives */
    size_t n_kept;
};

/* NJ_ERR_BAD_INPUT: the name or the address is none, or stands for all
 * addresses of this machine. Nothing listens before start. */
NJ_MUST_USE enum nj_status nj_room_create(const struct nj_room_options *o,
                                          uint8_t index, struct nj_inbox *inbox,
                                          struct nj_gateway **out,
                                          struct nj_err *err);

/* After start: an address that lets one browser in, "http://127.0.0.1:8420/
 * enter/...". Of those not used yet the last sixteen count. */
void nj_room_invite(struct nj_gateway *g, char out[NJ_ROOM_ADDRESS_MAX]);

#endif
