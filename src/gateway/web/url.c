/*
 * The address of the peer: scheme, host, port and path, nothing else.
 */
#include "gateway/web/url.h"

#include <stdlib.h>
#include <string.h>

#define PORT_WS  80
#define PORT_WSS 443

/* How much of an address may be shown: not what could be a secret. */
static int shown(const char *text)
{
    size_t n = strcspn(text, "?@#");

    return n > 120 ? 120 : (int)n;
}

static enum nj_status refuse(struct nj_err *err, const char *text,
                             const char *why)
{
    return nj_fail(err, NJ_ERR_BAD_INPUT,
                   "not an address of a WebSocket: '%.*s': %s", shown(text),
                   text, why);
}

/* Visible ASCII without what has a meaning elsewhere. */
static bool plain(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text <= ' ' || *text >= 0x7f || strchr("?#@\\\"<>", *text) != NULL)
            return false;
    return true;
}

static bool read_port(const char *text, size_t n, uint16_t *port)
{
    char digits[6];
    unsigned long v;

    if (n == 0 || n >= sizeof(digits))
        return false;
    memcpy(digits, text, n);
    digits[n] = '\0';
    if (strspn(digits, "0123456789") != n)
        return false;
    v = strtoul(digits, NULL, 10);
    if (v < 1 || v > UINT16_MAX)
        return false;
    *port = (uint16_t)v;
    return true;
}

/* "host", "host:port", "[::1]:port" of n bytes. */
static const char *read_place(const char *text, size_t n, struct nj_ws_url *url)
{
    size_t host = 0;
    size_t skip = 0; /* brackets */

    if (n > 0 && text[0] == '[') {
        const char *end = memchr(text, ']', n);

        if (end == NULL)
            return "'[' without ']'";
        skip = 1;
        host = (size_t)(end - text) - 1;
    } else {
        while (host < n && text[host] != ':')
            host++;
    }
    if (host == 0)
        return "the host is missing";
    if (host >= sizeof(url->host))
        return "the host is too long";
    memcpy(url->host, text + skip, host);
    url->host[host] = '\0';
    host += 2 * skip;
    if (host < n && (text[host] != ':' ||
                     !read_port(text + host + 1, n - host - 1, &url->port)))
        return "the port is none (1 to 65535)";
    return NULL;
}

enum nj_status nj_ws_url_parse(const char *text, struct nj_ws_url *url,
                               struct nj_err *err)
{
    struct nj_ws_url u = {.port = PORT_WS};
    const char *at = text;
    const char *why;
    size_t n;

    if (strncmp(text, "ws://", 5) == 0) {
        at += 5;
    } else if (strncmp(text, "wss://", 6) == 0) {
        at += 6;
        u.tls = true;
        u.port = PORT_WSS;
    } else {
        return refuse(err, text, "it begins with ws:// or wss://");
    }
    if (!plain(at))
        return refuse(err, text,
                      "no spaces and no '?', '@' or '#'; the token has a "
                      "setting of its own");
    n = strcspn(at, "/");
    why = read_place(at, n, &u);
    if (why != NULL)
        return refuse(err, text, why);
    at += n;
    if (strlen(at) >= sizeof(u.path))
        return refuse(err, text, "the path is too long");
    (void)snprintf(u.path, sizeof(u.path), "%s", at[0] == '\0' ? "/" : at);
    *url = u;
    return NJ_OK;
}
