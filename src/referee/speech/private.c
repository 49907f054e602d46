/*
 * The one place where a private chat is taken for private.
 *
 * struct nj_private can be made only by who includes gateway/private.h, which
 * is this file: senders of secrets take nothing else, so a secret cannot go to
 * a group, to a stranger or through a group, and the compiler holds that.
 */
#include "gateway/private.h"

#include "base/bug.h"
#include "referee/books/chat.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

bool nj_private_proved(const struct nj_chat *c)
{
    return !c->group && c->reach == NJ_REACH_PROVED;
}

void nj_private_send(struct nj_referee *r, const struct nj_chat *c,
                     uint64_t call, const struct nj_say *say)
{
    struct nj_gateway *g = r->setup.gateways[c->gateway];
    const struct nj_private to = {c->address};

    NJ_ASSERT(nj_private_proved(c));
    NJ_ASSERT(call != 0);
    g->ops->send_private(g, call, &to, say);
}

enum nj_privacy nj_private_asked(const struct nj_referee *r,
                                 const struct nj_chat *c)
{
    struct nj_gateway *g =
        c->gateway < r->setup.n_gateways ? r->setup.gateways[c->gateway] : NULL;

    NJ_ASSERT(!c->group);
    return g != NULL && g->ops->privacy != NULL
               ? g->ops->privacy(g, (struct nj_person){c->address})
               : NJ_PRIVACY_UNSAID;
}
