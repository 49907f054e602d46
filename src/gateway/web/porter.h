/*
 * Who lets people into a server: he watches a listening socket of ours, hands
 * its connections to libwebsockets, and keeps a bound on those that have not
 * shown who they are.
 *
 * Such a connection is a guest. Guests cost a descriptor and a buffer each
 * and may be anybody's, so that
 *   1. there are never more than `guests` of them, and never more than a
 *      quarter of that from one address (of IPv6: from one network of 64
 *      bits);
 *   2. a new one is let in all the same: the oldest of its own address has to
 *      go, or, where all places are taken, the oldest of the address that
 *      has the most;
 *   3. whoever is no more than a guest after `patience_ms` has to go;
 *   4. so few are let in at a time that whoever has spoken already is heard
 *      before anybody can push him out;
 *   5. where the process has no descriptors left, connections are closed at
 *      once instead of being left in the queue for ever.
 * Who has shown who he is (nj_porter_proved) is a guest no more and counts no
 * more; of those the server itself knows the bound.
 *
 * The life of a porter is that of the library's context, in its thread:
 *
 *     nj_porter_open(&options, &porter, &err);
 *     ... lws_service(), nj_porter_callback() ...
 *     lws_context_destroy(context);     (closes the socket)
 *     nj_porter_free(porter);
 */
#ifndef NJ_GATEWAY_WEB_PORTER_H
#define NJ_GATEWAY_WEB_PORTER_H

#include <stdint.h>

#include <libwebsockets.h>

#include "base/status.h"
#include "gateway/web/listen.h"

#define NJ_PORTER_GUESTS_MAX 256
/* What libwebsockets may hold beside guests and those proved: the listening
 * socket, its own pipe, and connections on their way out. */
#define NJ_PORTER_SPARE (NJ_PORTER_GUESTS_MAX / 4 + 16)

struct nj_porter;

struct nj_porter_options {
    const char *area; /* of the lines in the log; a literal */
    struct nj_endpoint at;
    struct lws_context *context;
    struct lws_vhost *vhost; /* made with CONTEXT_PORT_NO_LISTEN_SERVER */
    const char *protocol;    /* of the vhost; the only one */
    uint32_t guests;         /* 8 to NJ_PORTER_GUESTS_MAX */
    int64_t patience_ms;
};

/* Listens, before the first lws_service(). NJ_ERR_IO: as nj_listen(). */
NJ_MUST_USE enum nj_status nj_porter_open(const struct nj_porter_options *o,
                                          struct nj_porter **out,
                                          struct nj_err *err);
/* Once the context is gone; NULL is fine. */
void nj_porter_free(struct nj_porter *p);

/* Where it listens. Lent; constant, and so for any thread. */
const struct nj_endpoint *nj_porter_at(const struct nj_porter *p);

/* To be given every callback of that protocol, from the first lws_service()
 * on: he lets in who knocks and notices who is gone. */
void nj_porter_callback(struct nj_porter *p, const struct lws *wsi,
                        enum lws_callback_reasons reason);
/* The connection has shown who it is. */
void nj_porter_proved(struct nj_porter *p, const struct lws *wsi);
/* How many guests there are. */
uint32_t nj_porter_guests(const struct nj_porter *p);

/* What the library has to say goes to our log, lines 1, 2, 4, 8, ... of it:
 * it is for peers to cause. Nothing with an address in it. */
void nj_porter_log(void);

#endif
