/*
 * Reverse: OneBot programs connect to us, several at one address, each with
 * the number of its account and that account's token.
 *
 * Who may not enter is turned away before the upgrade; what does not fit an
 * account and a wrong token look the same to whoever knocks. A later
 * connection of an account replaces an earlier one, which may be half-open.
 */
#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/onebot/client_priv.h"

#define HEADER_MAX 1024

static bool is_serving(struct nj_onebot *ob)
{
    bool yes;

    nj_ob_lock(ob);
    yes = ob->serving && !ob->stopping;
    nj_ob_unlock(ob);
    return yes;
}

/* --- knocking --- */

/* Copies a header that is not among those the library knows by name. */
static bool read_header(struct lws *wsi, const char *name, char *out,
                        size_t cap)
{
    int n = lws_hdr_custom_copy(wsi, out, (int)cap, name, (int)strlen(name));

    if (n < 0)
        out[0] = '\0';
    return n >= 0;
}

/* The account it says it is; NULL if it is none of ours. */
static struct nj_onebot *account_of(const struct nj_ob_loop *l, struct lws *wsi)
{
    char id[NJ_OB_ID_MAX];

    if (!read_header(wsi, "x-self-id:", id, sizeof(id)))
        return NULL;
    for (uint32_t i = 0; i < l->n; i++)
        if (strcmp(l->all[i]->account, id) == 0)
            return is_serving(l->all[i]) ? l->all[i] : NULL;
    return NULL;
}

/* 0: none that we know. Without one it is for everything. */
static unsigned role_of(struct lws *wsi)
{
    char role[16];

    if (!read_header(wsi, "x-client-role:", role, sizeof(role)) ||
        strcasecmp(role, "universal") == 0)
        return NJ_OB_SPEAKS | NJ_OB_HEARS;
    if (strcasecmp(role, "api") == 0)
        return NJ_OB_SPEAKS;
    return strcasecmp(role, "event") == 0 ? NJ_OB_HEARS : 0;
}

/* What stands behind the scheme of the header, or in the address if there is
 * no header; "" if neither has one. */
static void read_token(struct lws *wsi, char *out, size_t cap)
{
    static const char *const schemes[] = {"Bearer", "Token"};
    char line[HEADER_MAX] = "";
    const char *value = "";

    out[0] = '\0';
    if (lws_hdr_copy(wsi, line, sizeof(line), WSI_TOKEN_HTTP_AUTHORIZATION) >
        0) {
        for (size_t i = 0; i < NJ_COUNT(schemes); i++) {
            size_t n = strlen(schemes[i]);

            if (strncasecmp(line, schemes[i], n) == 0 && line[n] == ' ')
                value = line + n + strspn(line + n, " ");
        }
    } else {
        const char *arg =
            lws_get_urlarg_by_name(wsi, "access_token=", line, sizeof(line));

        value = arg != NULL ? arg : "";
    }
    if (strlen(value) < cap)
        memcpy(out, value, strlen(value) + 1);
    nj_wipe(line, sizeof(line));
}

static bool token_fits(const struct nj_onebot *ob, struct lws *wsi)
{
    char token[HEADER_MAX];
    bool fits;

    read_token(wsi, token, sizeof(token));
    fits = ob->token[0] == '\0' || nj_secret_equal(token, ob->token);
    nj_wipe(token, sizeof(token));
    return fits;
}

static uint32_t connections_of(const struct nj_onebot *ob)
{
    uint32_t n = 0;

    for (int i = 0; i < NJ_OB_CONNS; i++)
        n += ob->conns[i].wsi != NULL;
    return n;
}

static int turn_away(struct lws *wsi, unsigned status)
{
    (void)lws_return_http_status(wsi, status, NULL);
    return -1;
}

/* A program that is set up wrongly knocks for ever. */
static void log_refusal(struct nj_onebot *ob)
{
    if (nj_log_due(&ob->turned_off))
        nj_log(NJ_LOG_ERROR, "onebot", "token_refused",
               NJ_FIELDS(
                   nj_f_word("gateway", ob->base.name),
                   nj_f_i64("count", (int64_t)ob->turned_off),
                   nj_f_word("way_out", "set the same token on both sides")));
    if (ob->speaks == NULL && ob->hears == NULL)
        nj_ob_trouble(ob, NJ_OB_TROUBLE_TOKEN);
}

static void log_unknown(struct nj_ob_loop *l)
{
    if (nj_log_due(&l->unknown))
        nj_log(NJ_LOG_INFO, "onebot", "unknown_account",
               NJ_FIELDS(nj_f_i64("count", (int64_t)l->unknown)));
}

static int refuse_odd(const struct nj_ob_callback *c, unsigned status)
{
    struct nj_ob_loop *l = c->loop;

    if (nj_log_due(&l->odd))
        nj_log(NJ_LOG_INFO, "onebot", "odd_request",
               NJ_FIELDS(nj_f_i64("count", (int64_t)l->odd)));
    return turn_away(c->wsi, status);
}

/* Nothing is asked for here: whoever does has the wrong port. */
static int on_request(const struct nj_ob_callback *c)
{
    return refuse_odd(c, HTTP_STATUS_NOT_FOUND);
}

/* The library would also speak HTTP/2, and grants that before any token. */
static int on_upgrade(const struct nj_ob_callback *c)
{
    const char *to = c->in;

    return strcmp(to, "websocket") == 0
               ? 0
               : refuse_odd(c, HTTP_STATUS_BAD_REQUEST);
}

static int on_knock(const struct nj_ob_callback *c)
{
    struct nj_onebot *ob = account_of(c->loop, c->wsi);
    unsigned role = role_of(c->wsi);

    if (ob == NULL) {
        log_unknown(c->loop);
        return turn_away(c->wsi, HTTP_STATUS_UNAUTHORIZED);
    }
    if (!token_fits(ob, c->wsi)) {
        log_refusal(ob);
        return turn_away(c->wsi, HTTP_STATUS_UNAUTHORIZED);
    }
    if (role == 0)
        return refuse_odd(c, HTTP_STATUS_BAD_REQUEST);
    if (connections_of(ob) >= NJ_OB_CONNS)
        return turn_away(c->wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    ob->doors[role] = (struct nj_ob_door){.ob = ob, .role = role};
    lws_set_opaque_user_data(c->wsi, &ob->doors[role]);
    nj_porter_proved(c->loop->porter, c->wsi);
    return 0;
}

/* --- inside --- */

static int on_entered(const struct nj_ob_callback *c)
{
    const struct nj_ob_door *door = lws_get_opaque_user_data(c->wsi);
    struct nj_ob_conn *place = NULL;
    struct nj_onebot *ob;

    if (door == NULL || !is_serving(door->ob))
        return -1;
    ob = door->ob;
    for (int i = 0; i < NJ_OB_CONNS; i++) {
        struct nj_ob_conn *o = &ob->conns[i];

        if (o->wsi == NULL)
            place = o;
        else if ((o->role & door->role) != 0)
            nj_ob_link_hang_up(ob, o, "replaced by another connection");
    }
    if (place == NULL)
        return -1;
    nj_ob_link_up(ob, place, c->wsi, door->role);
    return 0;
}

static int on_closed(const struct nj_ob_callback *c)
{
    struct nj_ob_conn *conn = c->conn;

    if (conn == NULL)
        return 0;
    if (conn->role != 0)
        nj_ob_link_down(c->ob, conn, "closed");
    conn->wsi = NULL;
    return 0;
}

static const struct {
    enum lws_callback_reasons reason;
    int (*on)(const struct nj_ob_callback *c);
} handlers[] = {
    {LWS_CALLBACK_HTTP, on_request},
    {LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, on_upgrade},
    {LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, on_knock},
    {LWS_CALLBACK_ESTABLISHED, on_entered},
    {LWS_CALLBACK_RECEIVE, nj_ob_link_receive},
    {LWS_CALLBACK_SERVER_WRITEABLE, nj_ob_link_writeable},
    {LWS_CALLBACK_CLOSED, on_closed},
    {LWS_CALLBACK_WSI_DESTROY, on_closed},
};

static void find_conn(struct nj_ob_callback *c)
{
    for (uint32_t i = 0; i < c->loop->n; i++)
        for (int k = 0; k < NJ_OB_CONNS; k++)
            if (c->loop->all[i]->conns[k].wsi == c->wsi) {
                c->ob = c->loop->all[i];
                c->conn = &c->ob->conns[k];
            }
}

int nj_ob_server_callback(struct nj_ob_callback *c,
                          enum lws_callback_reasons reason, bool *done)
{
    find_conn(c);
    for (size_t i = 0; i < NJ_COUNT(handlers); i++)
        if (handlers[i].reason == reason)
            return handlers[i].on(c);
    *done = false;
    return 0;
}
