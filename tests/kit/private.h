/*
 * Private chats for tests of gateways, which have no referee to prove them.
 */
#ifndef NJ_KIT_PRIVATE_H
#define NJ_KIT_PRIVATE_H

#include "gateway/private.h"

/* Lives as long as the block it stands in. */
#define PRIVATE_CHAT(user) (&(const struct nj_private){user})

#endif
