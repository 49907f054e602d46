/*
 * Frames of the WebSocket, byte by byte: so they can be cut anywhere.
 */
#include <string.h>

#include <libwebsockets.h>

#include "kit/qqbot_server_priv.h"

#define MAGIC "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

bool qqbot_ws_accept(const char *head, struct nj_str *out)
{
    const char *key = strstr(head, "Sec-WebSocket-Key:");
    struct nj_str text = NJ_STR_INIT(200);
    unsigned char digest[20];
    char accept[40];

    if (key == NULL)
        return false;
    key += 18;
    key += strspn(key, " ");
    nj_str_add(&text, key, strcspn(key, "\r "));
    nj_str_puts(&text, MAGIC);
    lws_SHA1((const unsigned char *)text.p, text.len, digest);
    nj_str_fini(&text);
    (void)lws_b64_encode_string((const char *)digest, sizeof(digest), accept,
                                sizeof(accept));
    nj_str_addf(out,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                accept);
    return true;
}

/* --- out --- */

static void put_head(struct nj_str *out, unsigned first, size_t n)
{
    char head[10] = {(char)first};
    size_t len = 2;

    if (n < 126) {
        head[1] = (char)n;
    } else if (n < 65536) {
        head[1] = 126;
        head[2] = (char)(n >> 8);
        head[3] = (char)(n & 0xff);
        len = 4;
    } else {
        head[1] = 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (char)(n >> (56 - 8 * i) & 0xff);
        len = 10;
    }
    nj_str_add(out, head, len);
}

void qqbot_ws_put(struct qqbot_conn *c, const char *text, size_t piece)
{
    size_t n = strlen(text);
    size_t at = 0;

    do {
        size_t take = piece > 0 && piece < n - at ? piece : n - at;
        unsigned fin = at + take == n ? 0x80 : 0;

        put_head(&c->out, fin | (at == 0 ? 1u : 0u), take);
        nj_str_add(&c->out, text + at, take);
        at += take;
    } while (at < n);
}

void qqbot_ws_put_close(struct qqbot_conn *c, int code)
{
    const char body[2] = {(char)(code >> 8), (char)(code & 0xff)};

    put_head(&c->out, 0x88, sizeof(body));
    nj_str_add(&c->out, body, sizeof(body));
    c->close = true;
}

/* --- in --- */

struct head {
    unsigned op;
    bool fin;
    size_t len, size; /* of the body; of the head with its mask */
    const unsigned char *mask;
};

/* False: more has to come. */
static bool read_head(const struct nj_str *in, struct head *h)
{
    const unsigned char *p = (const unsigned char *)in->p;

    if (in->len < 2)
        return false;
    h->fin = (p[0] & 0x80) != 0;
    h->op = p[0] & 0x0f;
    h->len = p[1] & 0x7f;
    h->size = 2;
    if (h->len == 126)
        h->size = 4;
    else if (h->len == 127)
        h->size = 10;
    if (in->len < h->size)
        return false;
    if (h->size > 2)
        h->len = 0;
    for (size_t i = 2; i < h->size; i++)
        h->len = h->len << 8 | p[i];
    h->mask = (p[1] & 0x80) != 0 ? p + h->size : NULL;
    h->size += h->mask != NULL ? 4 : 0;
    return in->len >= h->size && in->len - h->size >= h->len;
}

static void drop_front(struct nj_str *in, size_t n)
{
    struct nj_str rest = NJ_STR_INIT(QQBOT_BYTES);

    nj_str_add(&rest, in->p + n, in->len - n);
    nj_str_fini(in);
    *in = rest;
}

bool qqbot_ws_read(struct qqbot_conn *c, struct nj_str *faults,
                   void (*on)(void *ctx, struct qqbot_conn *c, const char *text,
                              size_t n),
                   void *ctx)
{
    struct head h;

    while (read_head(&c->in, &h)) {
        const char *body = c->in.p + h.size;

        if (h.mask == NULL)
            nj_str_puts(faults, "a frame without a mask\n");
        for (size_t i = 0; i < h.len && h.mask != NULL && h.op <= 2; i++) {
            char plain = (char)((unsigned char)body[i] ^ h.mask[i % 4]);

            nj_str_add(&c->message, &plain, 1);
        }
        drop_front(&c->in, h.size + h.len);
        if (h.op == 8)
            return false;
        if (h.op == 2)
            nj_str_puts(faults, "a binary frame\n");
        if (h.op > 2 || !h.fin)
            continue;
        on(ctx, c, c->message.p, c->message.len);
        nj_str_clear(&c->message);
    }
    return true;
}
