/*
 * Forward: we connect, and connect again.
 *
 * An attempt can end in four ways (connection error, close, an upgrade that
 * is never answered, no handle at all), and some ends are told twice. So each
 * attempt has a name, its end counts once, and what still comes from an
 * earlier attempt is not listened to.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/onebot/client_priv.h"

/* --- connecting --- */

static void on_retry(lws_sorted_usec_list_t *sul)
{
    const struct nj_ob_timer *t = (const void *)sul;

    if (!t->ob->closing)
        nj_ob_client_connect(t->ob);
}

void nj_ob_client_retry(struct nj_onebot *ob, const char *why)
{
    uint32_t chance = 0;
    uint32_t tries = ob->refused ? UINT32_MAX : ob->tries;
    int64_t ms;

    if (ob->attempt == NULL)
        return;
    ob->attempt = NULL;
    (void)lws_get_random(ob->loop->context, &chance, sizeof(chance));
    ms =
        nj_ob_backoff_ms(ob->backoff_min_ms, ob->backoff_max_ms, tries, chance);
    /* The first failure is news; that it still fails is not. */
    nj_log(ob->tries == 0 ? NJ_LOG_WARN : NJ_LOG_INFO, "onebot", "retry",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name), nj_f_text("why", why),
                     nj_f_i64("wait_ms", ms), nj_f_i64("tries", ob->tries)));
    ob->tries++;
    lws_sul_schedule(ob->loop->context, 0, &ob->retry.sul, on_retry,
                     ms * NJ_OB_MS);
}

/* Once per attempt, however many callbacks tell of its end. */
static void attempt_over(struct nj_onebot *ob, const char *attempt,
                         const char *why)
{
    if (attempt != NULL && attempt == ob->attempt)
        nj_ob_link_down(ob, &ob->conns[0], why);
}

void nj_ob_client_connect(struct nj_onebot *ob)
{
    struct lws_client_connect_info i = {0};

    ob->attempt = &ob->attempts[ob->attempt_n++ % NJ_OB_ATTEMPTS];
    i.context = ob->loop->context;
    i.address = ob->url.host;
    i.host = ob->url.host;
    i.port = ob->url.port;
    i.path = ob->url.path;
    i.ssl_connection = ob->url.tls ? LCCSCF_USE_SSL : 0;
    i.local_protocol_name = "onebot";
    i.opaque_user_data = ob->attempt;
    i.retry_and_idle_policy = &ob->idle;
    if (lws_client_connect_via_info(&i) == NULL)
        attempt_over(ob, i.opaque_user_data, "cannot connect");
}

/* --- callbacks --- */

static int on_header(const struct nj_ob_callback *c)
{
    unsigned char **p = c->in;
    unsigned char *end = *p + c->len;
    struct nj_str line = NJ_STR_INIT(4096);
    int rc;

    if (c->ob->token[0] == '\0')
        return 0;
    nj_str_addf(&line, "Bearer %s", c->ob->token);
    rc = lws_add_http_header_by_name(
        c->wsi,
        (const unsigned char *)"authorization:", (const unsigned char *)line.p,
        (int)line.len, p, end);
    nj_wipe(line.p, line.len);
    nj_str_fini(&line);
    return rc == 0 ? 0 : -1;
}

static int on_established(const struct nj_ob_callback *c)
{
    if (c->conn == NULL)
        return -1;
    nj_ob_link_up(c->ob, c->conn, c->wsi, NJ_OB_SPEAKS | NJ_OB_HEARS);
    return 0;
}

/* 401 and 403 before the upgrade are about the token, too. */
static int on_error(const struct nj_ob_callback *c)
{
    char why[160] = "no connection";

    if (c->in != NULL && c->len > 0)
        (void)snprintf(why, sizeof(why), "%.*s",
                       (int)(c->len < 120 ? c->len : 120), (const char *)c->in);
    if (c->conn != NULL && !c->ob->complained &&
        strstr(why, "ws upgrade") != NULL) {
        c->ob->complained = true;
        nj_log(
            NJ_LOG_ERROR, "onebot", "upgrade_refused",
            NJ_FIELDS(nj_f_word("gateway", c->ob->base.name),
                      nj_f_word("way_out", "set the address and the token")));
        nj_ob_trouble(c->ob, NJ_OB_TROUBLE_TOKEN);
    }
    attempt_over(c->ob, c->attempt, why);
    return 0;
}

static int on_closed(const struct nj_ob_callback *c)
{
    attempt_over(c->ob, c->attempt, "closed");
    return 0;
}

static int on_unanswered(const struct nj_ob_callback *c)
{
    attempt_over(c->ob, c->attempt, "the upgrade was not answered");
    return 0;
}

static const struct {
    enum lws_callback_reasons reason;
    int (*on)(const struct nj_ob_callback *c);
} handlers[] = {
    {LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, on_header},
    {LWS_CALLBACK_CLIENT_ESTABLISHED, on_established},
    {LWS_CALLBACK_CLIENT_RECEIVE, nj_ob_link_receive},
    {LWS_CALLBACK_CLIENT_WRITEABLE, nj_ob_link_writeable},
    {LWS_CALLBACK_CLIENT_CONNECTION_ERROR, on_error},
    {LWS_CALLBACK_CLIENT_CLOSED, on_closed},
    {LWS_CALLBACK_CLOSED_CLIENT_HTTP, on_unanswered},
    {LWS_CALLBACK_WSI_DESTROY, on_closed},
};

int nj_ob_client_callback(struct nj_ob_callback *c,
                          enum lws_callback_reasons reason, bool *done)
{
    c->ob = c->loop->all[0];
    c->attempt = lws_get_opaque_user_data(c->wsi);
    if (c->attempt != NULL && c->attempt == c->ob->attempt)
        c->conn = &c->ob->conns[0];
    for (size_t i = 0; i < NJ_COUNT(handlers); i++)
        if (handlers[i].reason == reason)
            return handlers[i].on(c);
    *done = false;
    return 0;
}
