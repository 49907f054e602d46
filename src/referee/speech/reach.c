/*
 * Who can be written to.
 */
#include "referee/speech/reach.h"

#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/speech/fate.h"

void nj_reach_note(struct nj_referee *r, struct nj_chat *c,
                   enum nj_privacy said)
{
    NJ_ASSERT(!c->group);
    if (said == NJ_PRIVACY_PROVED && (c->reach != NJ_REACH_PROVED || !c->known))
        nj_fate_reachable(r, c, NJ_REACH_PROVED);
    else if (said == NJ_PRIVACY_NONE && c->reach == NJ_REACH_PROVED)
        nj_fate_lost(r, c);
}

enum nj_privacy nj_reach_asked(const struct nj_referee *r,
                               const struct nj_chat *c)
{
    struct nj_gateway *g =
        c->gateway < r->setup.n_gateways ? r->setup.gateways[c->gateway] : NULL;

    return g != NULL && g->ops->privacy != NULL
               ? g->ops->privacy(g, (struct nj_person){c->address})
               : NJ_PRIVACY_UNSAID;
}

bool nj_reach_has(struct nj_referee *r, struct nj_chat *who)
{
    if (who->reach == NJ_REACH_UNKNOWN)
        nj_reach_note(r, who, nj_reach_asked(r, who));
    else if (who->reach == NJ_REACH_PROVED) /* perhaps it is only believed */
        nj_reach_note(r, who, NJ_PRIVACY_PROVED);
    return who->reach == NJ_REACH_PROVED;
}
