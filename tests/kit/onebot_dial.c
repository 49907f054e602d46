/*
 * The strict OneBot gateway as a client: it connects to the bot, as programs
 * do that are set up for reverse WebSockets, and says who it is.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "kit/onebot_server_priv.h"

/* What a program of that kind says if the test does not. */
static void fill(const struct nj_ob_server *s, struct nj_ob_dialing *d)
{
    bool token = s->token[0] != '\0';

    (void)snprintf(d->number, sizeof(d->number), "%lld", (long long)s->self);
    if (d->dial.host == NULL)
        d->dial.host = "127.0.0.1";
    if (d->dial.path == NULL)
        d->dial.path = "/";
    if (d->dial.self_id == NULL)
        d->dial.self_id = d->number;
    if (d->dial.role == NULL)
        d->dial.role = "Universal";
    /* NapCat and LLOneBot send the scheme even where there is no token. */
    if (d->dial.authorization != NULL)
        (void)snprintf(d->line, sizeof(d->line), "%s", d->dial.authorization);
    else if (token || s->flavour == NJ_OB_NAPCAT ||
             s->flavour == NJ_OB_LLONEBOT)
        (void)snprintf(d->line, sizeof(d->line), "%s %s",
                       s->flavour == NJ_OB_GOCQHTTP ? "Token" : "Bearer",
                       s->token);
}

void nj_ob_server_dial(struct nj_ob_server *s, const struct nj_ob_dial *dial)
{
    struct nj_ob_dialing *d;

    nj_ob_server_lock(s);
    d = &s->dials[s->n_dials++ % NJ_COUNT(s->dials)];
    *d = (struct nj_ob_dialing){.dial = *dial, .wanted = true};
    fill(s, d);
    nj_ob_server_unlock(s);
    lws_cancel_service(s->context);
}

/* The library calls back in here, so the lock is let go. */
void nj_ob_dial_all(struct nj_ob_server *s)
{
    for (size_t i = 0; i < NJ_COUNT(s->dials); i++) {
        struct nj_ob_dialing *d = &s->dials[i];
        struct lws_client_connect_info info = {0};

        if (!d->wanted)
            continue;
        d->wanted = false;
        info.context = s->context;
        info.vhost = s->vhost;
        info.address = d->dial.host;
        info.host = d->dial.host;
        info.port = d->dial.port;
        info.path = d->dial.path;
        info.local_protocol_name = "onebot-server";
        info.opaque_user_data = d;
        nj_ob_server_unlock(s);
        (void)lws_client_connect_via_info(&info);
        nj_ob_server_lock(s);
    }
}

static int add(struct lws *wsi, const char *name, const char *value,
               unsigned char **p, unsigned char *end)
{
    if (value[0] == '\0')
        return 0;
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value,
                                       (int)strlen(value), p, end);
}

int nj_ob_dial_header(struct nj_ob_server *s, struct lws *wsi, void *in,
                      size_t len)
{
    const struct nj_ob_dialing *d = lws_get_opaque_user_data(wsi);
    unsigned char **p = in;
    unsigned char *end = *p + len;

    NJ_ASSERT(d != NULL);
    return add(wsi, "X-Self-ID:", d->dial.self_id, p, end) != 0 ||
                   add(wsi, "X-Client-Role:", d->dial.role, p, end) != 0 ||
                   add(wsi, "Authorization:", d->line, p, end) != 0 ||
                   add(wsi, "User-Agent:",
                       s->flavour == NJ_OB_GOCQHTTP ? "CQHttp/4.15.0"
                                                    : "OneBot/11",
                       p, end) != 0
               ? -1
               : 0;
}
