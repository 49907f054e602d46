/*
 * Gateways that other workers hold, as the one who keeps the books sees them:
 * each is a gateway like any other (gateway/gateway.h), whose calls become rows
 * and whose events were rows (store/relay.h). Who holds it may change; all that
 * is seen of that is that the platform is away for a moment.
 *
 *     st = nj_desk_create(url, books, inbox, &desk, err);
 *     g = nj_desk_add(desk, like, index, behind);   for each, then use it
 *     ... ops->stop and ops->destroy of all of them ...
 *     nj_desk_destroy(desk);
 */
#ifndef NJ_RELAY_DESK_H
#define NJ_RELAY_DESK_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_desk;

/* `books`: the epoch under which we keep them (nj_store_epoch). `url` is
 * lent. */
NJ_MUST_USE enum nj_status nj_desk_create(const char *url, int64_t books,
                                          struct nj_inbox *inbox,
                                          struct nj_desk **out,
                                          struct nj_err *err);
/* One more, before any of them is started: it can what `like` can, a gateway of
 * that name and kind that nobody has started, and that is not kept. What was
 * heard up to the row `behind` has been worked off. */
struct nj_gateway *nj_desk_add(struct nj_desk *d, const struct nj_gateway *like,
                               uint8_t index, int64_t behind);
void nj_desk_destroy(struct nj_desk *d); /* NULL is fine */

#endif
