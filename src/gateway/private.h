/*
 * What a proven private chat is made of. Only who makes one and who looks
 * into one may include this: tests/lint/layers.txt names the files.
 */
#ifndef NJ_GATEWAY_PRIVATE_H
#define NJ_GATEWAY_PRIVATE_H

#include "gateway/gateway.h"

struct nj_private {
    const char *address; /* "qq:u:77", lent */
};

#endif
