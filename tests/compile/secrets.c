/*
 * What the compiler has to refuse: a secret on any way but a private chat that
 * is proven to be private. WAY 0 is the right way and has to compile; each
 * other one is a mistake that somebody could make.
 */
#include "gateway/gateway.h"

void try_way(struct nj_gateway *g, const struct nj_private *proved,
             struct nj_person person, struct nj_group group,
             const struct nj_say *secret);

void try_way(struct nj_gateway *g, const struct nj_private *proved,
             struct nj_person person, struct nj_group group,
             const struct nj_say *secret)
{
    const struct nj_courtesy courtesy = {"please befriend me"};

    g->ops->send_group(g, 1, group, secret);
    g->ops->send_courtesy(g, 2, person, &courtesy);
#if WAY == 0
    g->ops->send_private(g, 3, proved, secret);
#elif WAY == 1 /* anybody's address */
    g->ops->send_private(g, 3, person, secret);
#elif WAY == 2
    g->ops->send_private(g, 3, &person, secret);
#elif WAY == 3
    g->ops->send_private(g, 3, &group, secret);
#elif WAY == 4
    g->ops->send_private(g, 3, person.address, secret);
#elif WAY == 5 /* a proof of one's own making */
    struct nj_private made = {person.address};
    g->ops->send_private(g, 3, &made, secret);
#elif WAY == 6
    g->ops->send_private(g, 3, &(struct nj_private){person.address}, secret);
#elif WAY == 7 /* to who has proved nothing */
    g->ops->send_courtesy(g, 3, person, secret);
#elif WAY == 8 /* to everybody */
    g->ops->send_group(g, 3, proved, secret);
#elif WAY == 9
    g->ops->send_courtesy(g, 3, proved, &courtesy);
#endif
    (void)proved;
    (void)secret;
}
