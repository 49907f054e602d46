/*
 * The address of a WebSocket: scheme, host, port and path, nothing else.
 */
#ifndef NJ_GATEWAY_WEB_URL_H
#define NJ_GATEWAY_WEB_URL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct nj_ws_url {
    bool tls;
    uint16_t port;
    char host[256];
    char path[512]; /* begins with '/' */
};

/* ws://host[:port][/path] or wss://. Errors never repeat what stands behind
 * '?', which is where people put tokens. */
NJ_MUST_USE enum nj_status nj_ws_url_parse(const char *text,
                                           struct nj_ws_url *url,
                                           struct nj_err *err);

#endif
