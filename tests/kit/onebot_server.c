/*
 * The strict OneBot gateway: connections, answers, accidents. The server's
 * thread owns the sockets; everything else stands under one lock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/json.h"
#include "kit/news.h"
#include "kit/onebot_server_priv.h"

#define TICK_US 5000

void nj_ob_server_lock(struct nj_ob_server *s)
{
    int rc = pthread_mutex_lock(&s->lock);

    NJ_ASSERT(rc == 0);
}

void nj_ob_server_unlock(struct nj_ob_server *s)
{
    int rc = pthread_mutex_unlock(&s->lock);

    NJ_ASSERT(rc == 0);
}

/* --- frames on their way out; all under the lock --- */

struct nj_ob_item *nj_ob_enqueue(struct nj_ob_conn *c, const char *text)
{
    struct nj_ob_item *i = nj_alloc(sizeof(*i));
    struct nj_ob_item **end = &c->first;

    i->text = (struct nj_str)NJ_STR_INIT(NJ_OB_SERVER_BYTES);
    nj_str_puts(&i->text, text);
    while (*end != NULL)
        end = &(*end)->next;
    *end = i;
    return i;
}

static void drop_item(struct nj_ob_conn *c)
{
    struct nj_ob_item *i = c->first;

    c->first = i->next;
    nj_str_fini(&i->text);
    free(i);
}

static void clear_conn(struct nj_ob_conn *c)
{
    while (c->first != NULL)
        drop_item(c);
    nj_str_fini(&c->in);
    memset(c, 0, sizeof(*c));
}

/* Writes the next piece of the first frame. -1 closes the connection. */
static int write_piece(struct nj_ob_conn *c)
{
    struct nj_ob_item *i = c->first;
    size_t left = i->text.len - i->at;
    size_t n = i->piece > 0 && i->piece < left ? i->piece : left;
    int flags = i->at == 0 ? LWS_WRITE_TEXT : LWS_WRITE_CONTINUATION;
    unsigned char *padded = nj_alloc(LWS_PRE + n + 1);
    int rc;

    if (n < left)
        flags |= LWS_WRITE_NO_FIN;
    memcpy(padded + LWS_PRE, i->text.p + i->at, n);
    rc = lws_write(c->wsi, padded + LWS_PRE, n, (enum lws_write_protocol)flags);
    free(padded);
    i->at += n;
    if (rc < 0)
        return -1;
    if (i->at == i->text.len) {
        bool close = i->close;

        drop_item(c);
        return close ? -1 : 0;
    }
    return 0;
}

/* Puts the frame that is to go on or to begin now in front; false: none. */
static bool choose(struct nj_ob_conn *c)
{
    struct nj_ob_item **link = &c->first;
    struct nj_ob_item *i;

    if (c->first != NULL && c->first->at > 0)
        return true; /* fragments of two frames do not mix */
    while (*link != NULL && (*link)->due_ms > nj_monotonic_ms())
        link = &(*link)->next;
    i = *link;
    if (i == NULL)
        return false;
    *link = i->next;
    i->next = c->first;
    c->first = i;
    return true;
}

static int pump(struct nj_ob_conn *c)
{
    if (c->frozen || !choose(c))
        return 0;
    if (c->first->text.len == 0)
        return -1; /* an order to close */
    return write_piece(c);
}

/* --- calls --- */

static struct nj_ob_rule take_rule(struct nj_ob_server *s, const char *action)
{
    for (uint32_t i = 0; i < s->n_rules; i++) {
        struct nj_ob_rule *r = &s->rules[i];

        if (r->times > 0 &&
            strncmp(r->action[0] == '\0' ? "send_" : r->action, action,
                    r->action[0] == '\0' ? 5 : sizeof(r->action)) == 0) {
            r->times--;
            return *r;
        }
    }
    return (struct nj_ob_rule){.reply = NJ_OB_REPLY_OK};
}

static bool is_friend(const struct nj_ob_server *s, int64_t user)
{
    for (uint32_t i = 0; i < s->n_friends; i++)
        if (s->friends[i] == user)
            return true;
    return false;
}

/* As NapCat lists them, more or less. */
static void put_friends(const struct nj_ob_server *s, struct nj_json_out *o)
{
    nj_json_arr(o, "data");
    for (uint32_t i = 0; i < s->n_friends; i++) {
        nj_json_obj(o, NULL);
        nj_json_put_text(o, "nickname", "somebody");
        nj_json_put_text(o, "remark", "");
        nj_json_put_i64(o, "user_id", s->friends[i]);
        nj_json_put_text(o, "sex", "unknown");
        nj_json_put_i64(o, "age", 0);
        nj_json_end(o);
    }
    nj_json_end(o);
}

static void put_data(struct nj_ob_server *s, struct nj_json_out *o,
                     const struct nj_ob_checked *call)
{
    nj_json_obj(o, "data");
    if (call->asked_user != 0) {
        nj_json_put_i64(o, "group_id", call->asked_group);
        nj_json_put_i64(o, "user_id", call->asked_user);
        nj_json_put_text(o, "nickname", "somebody");
        nj_json_put_text(o, "role", s->role);
    } else if (call->to == 0) {
        nj_json_put_i64(o, "user_id", s->self);
        nj_json_put_text(o, "nickname", "bot");
    } else {
        nj_json_put_i64(o, "message_id", --s->message_ids);
    }
    nj_json_end(o);
}

static struct nj_ob_item *answer(struct nj_ob_server *s, struct nj_ob_conn *c,
                                 const struct nj_ob_checked *call,
                                 const struct nj_ob_rule *r)
{
    struct nj_str text = NJ_STR_INIT(NJ_OB_SERVER_BYTES);
    struct nj_json_out o = nj_json_onto(&text);
    bool failed = r->reply == NJ_OB_REPLY_FAIL;
    struct nj_ob_item *i;

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "status", failed ? "failed" : "ok");
    nj_json_put_i64(&o, "retcode", failed ? r->number : 0);
    if (failed)
        nj_json_put_null(&o, "data");
    else if (call->asked_friends)
        put_friends(s, &o);
    else
        put_data(s, &o, call);
    nj_json_put_text(&o, s->flavour == NJ_OB_GOCQHTTP ? "msg" : "message",
                     r->wording);
    nj_json_put_text(&o, "wording", r->wording);
    if (s->flavour == NJ_OB_NAPCAT)
        nj_json_put_text(&o, "stream", "normal-action");
    nj_json_put_text(&o, "echo", call->echo);
    nj_json_end(&o);
    i = nj_ob_enqueue(c, text.p);
    nj_str_fini(&text);
    return i;
}

/* What is answered otherwise than the standard says. */
static void quirks(const struct nj_ob_server *s,
                   const struct nj_ob_checked *call, struct nj_ob_rule *r)
{
    bool nobody = call->asked_user != 0 && s->role[0] == '\0';
    bool through = s->flavour == NJ_OB_GOCQHTTP && call->session != 0;
    bool stranger = s->lists && call->to != 0 && !call->group &&
                    call->session == 0 && !is_friend(s, call->to);

    if (r->reply == NJ_OB_REPLY_OK && call->asked_friends && !s->lists) {
        r->reply = NJ_OB_REPLY_FAIL;
        r->number = 1404;
        return;
    }
    if (r->reply == NJ_OB_REPLY_OK && stranger) {
        r->reply = NJ_OB_REPLY_FAIL;
        r->number = 1200;
        (void)snprintf(r->wording, sizeof(r->wording), "%s",
                       "请先添加对方为好友");
        return;
    }
    if (r->reply != NJ_OB_REPLY_OK || (!nobody && !through))
        return;
    r->reply = NJ_OB_REPLY_FAIL;
    r->number = s->flavour == NJ_OB_GOCQHTTP ? 100 : 1200;
    (void)snprintf(r->wording, sizeof(r->wording), "%s",
                   nobody ? "no such member" : "SEND_MSG_API_ERROR");
}

static void react(struct nj_ob_server *s, struct nj_ob_conn *c,
                  const struct nj_ob_checked *call)
{
    struct nj_ob_rule r = take_rule(s, call->action);

    quirks(s, call, &r);

    switch (r.reply) {
    case NJ_OB_REPLY_NEVER:
        break;
    case NJ_OB_REPLY_SLOW:
        answer(s, c, call, &r)->due_ms = nj_monotonic_ms() + r.number;
        break;
    case NJ_OB_REPLY_TWICE:
        (void)answer(s, c, call, &r);
        (void)answer(s, c, call, &r);
        break;
    case NJ_OB_REPLY_DROP_BEFORE:
        (void)nj_ob_enqueue(c, "");
        break;
    case NJ_OB_REPLY_DROP_AFTER:
        answer(s, c, call, &r)->close = true;
        break;
    case NJ_OB_REPLY_OK:
    case NJ_OB_REPLY_FAIL:
        (void)answer(s, c, call, &r);
        break;
    }
}

static void check_echo(struct nj_ob_server *s, const struct nj_ob_checked *call)
{
    if (call->echo[0] == '\0')
        nj_str_addf(&s->faults, "%s: no echo\n", call->action);
    for (uint32_t i = 0; i < s->n_calls; i++)
        if (strcmp(s->calls[i].echo, call->echo) == 0)
            nj_str_addf(&s->faults, "%s: the echo '%s' repeats\n", call->action,
                        call->echo);
}

/* Who may be answered through a group: whoever wrote through it on this
 * connection and was asked for there since. */
static void check_session(struct nj_ob_server *s,
                          const struct nj_ob_checked *call)
{
    bool fine = call->session == 0;

    for (uint32_t i = 0; i < s->n_through; i++) {
        struct nj_ob_through *t = &s->through[i];

        if (t->connection != s->connections)
            continue;
        if (t->group == call->asked_group && t->user == call->asked_user)
            t->asked = s->role[0] != '\0';
        fine = fine ||
               (t->asked && t->group == call->session && t->user == call->to);
    }
    if (!fine)
        nj_str_addf(&s->faults,
                    "%s: names a group: the text could be posted there\n",
                    call->action);
}

/* Who has been followed by another one on the account says nothing more. */
static void check_speaker(struct nj_ob_server *s, const struct nj_ob_conn *c,
                          const struct nj_ob_checked *call)
{
    if (c->number < s->speaker)
        nj_str_addf(&s->faults, "%s: connection %u speaks after %u has\n",
                    call->action, (unsigned)c->number, (unsigned)s->speaker);
    else
        s->speaker = c->number;
}

static void on_call(struct nj_ob_server *s, struct nj_ob_conn *c)
{
    struct nj_ob_checked call;

    nj_ob_check(c->in.p, c->in.len, &call, &s->faults);
    check_speaker(s, c, &call);
    check_echo(s, &call);
    check_session(s, &call);
    if (c->mute)
        nj_str_addf(&s->faults, "%s: on a connection for events\n",
                    call.action);
    react(s, c, &call);
    if (s->careless && call.session != 0) {
        call.group = true;
        call.to = call.session;
    }
    s->calls =
        nj_realloc(s->calls, (s->n_calls + 1) * sizeof(struct nj_ob_checked));
    s->taken = nj_realloc(s->taken, (s->n_calls + 1) * sizeof(bool));
    s->calls[s->n_calls] = call;
    s->taken[s->n_calls] = false;
    s->n_calls++;
    (void)pthread_cond_broadcast(&s->news);
}

/* --- connections; callbacks run with the lock held --- */

static struct nj_ob_conn *conn_of(struct nj_ob_server *s, const struct lws *wsi)
{
    for (int i = 0; i < NJ_OB_SERVER_CONNS; i++)
        if (s->conns[i].wsi == wsi)
            return &s->conns[i];
    return NULL;
}

static bool token_right(struct nj_ob_server *s, struct lws *wsi, bool *given)
{
    char header[200] = "";
    char expected[100];

    *given = lws_hdr_copy(wsi, header, sizeof(header),
                          WSI_TOKEN_HTTP_AUTHORIZATION) > 0;
    (void)snprintf(expected, sizeof(expected), "Bearer %s", s->token);
    return s->token[0] == '\0' || strcmp(header, expected) == 0;
}

static void check_url(struct nj_ob_server *s, struct lws *wsi)
{
    char value[200];

    if (lws_get_urlarg_by_name(wsi, "access_token=", value, sizeof(value)) !=
        NULL)
        nj_str_puts(&s->faults, "the token is in the address\n");
}

static int on_handshake(struct nj_ob_server *s, struct lws *wsi)
{
    bool given = false;
    bool right = token_right(s, wsi, &given);

    check_url(s, wsi);
    if (right || s->gate == NJ_OB_GATE_LATE)
        return 0;
    s->refusals++;
    (void)pthread_cond_broadcast(&s->news);
    (void)lws_return_http_status(wsi, given ? 403 : 401, NULL);
    return -1;
}

/* We have connected to the bot. */
static int on_entered(struct nj_ob_server *s, struct lws *wsi)
{
    const struct nj_ob_dialing *d = lws_get_opaque_user_data(wsi);
    struct nj_ob_conn *c = conn_of(s, NULL);

    NJ_ASSERT(c != NULL);
    c->wsi = wsi;
    c->in = (struct nj_str)NJ_STR_INIT(NJ_OB_SERVER_BYTES);
    c->mute = strcasecmp(d->dial.role, "event") == 0;
    c->deaf = strcasecmp(d->dial.role, "api") == 0;
    c->number = ++s->connections;
    (void)pthread_cond_broadcast(&s->news);
    if (!c->deaf) {
        s->latest = c;
        if (!s->quiet)
            nj_ob_enqueue_lifecycle(s, c);
    }
    (void)lws_callback_on_writable(wsi);
    return 0;
}

static int on_established(struct nj_ob_server *s, struct lws *wsi)
{
    static const char refusal[] =
        "{\"status\":\"failed\",\"retcode\":1403,\"data\":null,"
        "\"message\":\"token验证失败\",\"wording\":\"token验证失败\","
        "\"echo\":null,\"stream\":\"normal-action\"}";
    struct nj_ob_conn *c = conn_of(s, NULL);
    bool given = false;

    NJ_ASSERT(c != NULL);
    c->wsi = wsi;
    c->in = (struct nj_str)NJ_STR_INIT(NJ_OB_SERVER_BYTES);
    c->number = ++s->connections;
    (void)pthread_cond_broadcast(&s->news);
    if (!token_right(s, wsi, &given)) {
        s->refusals++;
        c->refused = true;
        nj_ob_enqueue(c, refusal)->close = true;
    } else {
        s->latest = c;
        if (!s->quiet)
            nj_ob_enqueue_lifecycle(s, c);
    }
    (void)lws_callback_on_writable(wsi);
    return 0;
}

static int on_receive(struct nj_ob_server *s, struct nj_ob_conn *c,
                      const char *in, size_t len)
{
    if (c == NULL)
        return -1;
    if (lws_is_first_fragment(c->wsi))
        nj_str_clear(&c->in);
    if (len > 0)
        nj_str_add(&c->in, in, len);
    if (lws_is_final_fragment(c->wsi) && !c->refused)
        on_call(s, c);
    (void)lws_callback_on_writable(c->wsi);
    return 0;
}

static int on_writeable(struct nj_ob_conn *c)
{
    int rc = c == NULL ? -1 : pump(c);

    if (rc == 0 && c->first != NULL && c->first->due_ms == 0 && !c->frozen)
        (void)lws_callback_on_writable(c->wsi);
    return rc;
}

/* Looks at what the test's thread and the clock have ordered. */
static void look_round(struct nj_ob_server *s)
{
    for (int i = 0; i < NJ_OB_SERVER_CONNS; i++) {
        struct nj_ob_conn *c = &s->conns[i];

        if (c->wsi == NULL)
            continue;
        if (s->freezing && !c->frozen) {
            c->frozen = true;
            (void)lws_rx_flow_control(c->wsi, 0);
        }
        if (s->dropping && !c->frozen)
            (void)nj_ob_enqueue(c, ""); /* behind what is on its way */
        if (c->first != NULL)
            (void)lws_callback_on_writable(c->wsi);
    }
    if (s->freezing)
        s->latest = NULL;
    s->freezing = false;
    s->dropping = false;
    nj_ob_dial_all(s);
}

static void on_closed(struct nj_ob_server *s, struct nj_ob_conn *c)
{
    if (c == NULL)
        return;
    if (s->latest == c)
        s->latest = NULL;
    clear_conn(c);
    (void)pthread_cond_broadcast(&s->news);
}

static int dispatch(struct nj_ob_server *s, struct lws *wsi,
                    enum lws_callback_reasons reason, void *in, size_t len)
{
    struct nj_ob_conn *c = conn_of(s, wsi);

    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION)
        return on_handshake(s, wsi);
    if (reason == LWS_CALLBACK_ESTABLISHED)
        return on_established(s, wsi);
    if (reason == LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER)
        return nj_ob_dial_header(s, wsi, in, len);
    if (reason == LWS_CALLBACK_CLIENT_ESTABLISHED)
        return on_entered(s, wsi);
    if (reason == LWS_CALLBACK_RECEIVE || reason == LWS_CALLBACK_CLIENT_RECEIVE)
        return on_receive(s, c, in, len);
    if (reason == LWS_CALLBACK_SERVER_WRITEABLE ||
        reason == LWS_CALLBACK_CLIENT_WRITEABLE)
        return on_writeable(c);
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED)
        look_round(s);
    if (reason == LWS_CALLBACK_CLOSED || reason == LWS_CALLBACK_CLIENT_CLOSED)
        on_closed(s, c);
    if (reason == LWS_CALLBACK_CLIENT_CONNECTION_ERROR) {
        s->refusals++;
        (void)pthread_cond_broadcast(&s->news);
    }
    return 0;
}

static bool is_ours(enum lws_callback_reasons reason)
{
    static const enum lws_callback_reasons all[] = {
        LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION,
        LWS_CALLBACK_ESTABLISHED,
        LWS_CALLBACK_RECEIVE,
        LWS_CALLBACK_SERVER_WRITEABLE,
        LWS_CALLBACK_CLOSED,
        LWS_CALLBACK_EVENT_WAIT_CANCELLED,
        LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER,
        LWS_CALLBACK_CLIENT_ESTABLISHED,
        LWS_CALLBACK_CLIENT_RECEIVE,
        LWS_CALLBACK_CLIENT_WRITEABLE,
        LWS_CALLBACK_CLIENT_CLOSED,
        LWS_CALLBACK_CLIENT_CONNECTION_ERROR};

    for (size_t i = 0; i < NJ_COUNT(all); i++)
        if (all[i] == reason)
            return true;
    return false;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    struct nj_ob_server *s = context == NULL ? NULL : lws_context_user(context);
    int rc;

    if (s == NULL || s->context == NULL)
        return 0;
    if (!is_ours(reason))
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    nj_ob_server_lock(s);
    rc = dispatch(s, wsi, reason, in, len);
    nj_ob_server_unlock(s);
    return rc;
}

static const struct lws_protocols protocols[] = {
    {.name = "onebot-server", .callback = callback, .rx_buffer_size = 65536},
    {.name = NULL},
};

static void on_tick(lws_sorted_usec_list_t *sul)
{
    struct nj_ob_server *s = (void *)sul; /* its first member */

    nj_ob_server_lock(s);
    look_round(s);
    nj_ob_server_unlock(s);
    lws_sul_schedule(s->context, 0, &s->tick, on_tick, TICK_US);
}

static bool stopped(struct nj_ob_server *s)
{
    bool stopping;

    nj_ob_server_lock(s);
    stopping = s->stopping;
    nj_ob_server_unlock(s);
    return stopping;
}

static void *serve(void *arg)
{
    struct nj_ob_server *s = arg;

    lws_sul_schedule(s->context, 0, &s->tick, on_tick, TICK_US);
    while (!stopped(s) && lws_service(s->context, 0) >= 0)
        continue;
    lws_sul_cancel(&s->tick);
    return NULL;
}

/* --- life --- */

struct nj_ob_server *nj_ob_server_start(const char *token)
{
    struct lws_context_creation_info info = {0};
    struct nj_ob_server *s = nj_alloc(sizeof(*s));
    struct lws_context *context;
    int rc;

    lws_set_log_level(LLL_ERR, NULL);
    (void)snprintf(s->token, sizeof(s->token), "%s", token);
    (void)snprintf(s->role, sizeof(s->role), "member");
    s->self = NJ_OB_SERVER_SELF;
    s->last = (struct nj_str)NJ_STR_INIT(NJ_OB_SERVER_BYTES);
    s->faults = (struct nj_str)NJ_STR_INIT(65536);
    s->shown = (struct nj_str)NJ_STR_INIT(65536);
    s->mentions = (struct nj_str)NJ_STR_INIT(1000);
    (void)pthread_mutex_init(&s->lock, NULL);
    nj_news_init(&s->news);
    info.port = 0; /* any that is free */
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.user = s;
    info.fd_limit_per_thread = 64;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    context = lws_create_context(&info);
    NJ_ASSERT(context != NULL);
    s->vhost = lws_create_vhost(context, &info);
    NJ_ASSERT(s->vhost != NULL);
    s->context = context;
    rc = pthread_create(&s->thread, NULL, serve, s);
    NJ_ASSERT(rc == 0);
    return s;
}

void nj_ob_server_stop(struct nj_ob_server *s)
{
    int rc;

    if (s == NULL)
        return;
    nj_ob_server_lock(s);
    s->stopping = true;
    nj_ob_server_unlock(s);
    lws_cancel_service(s->context);
    rc = pthread_join(s->thread, NULL);
    NJ_ASSERT(rc == 0);
    lws_context_destroy(s->context);
    for (int i = 0; i < NJ_OB_SERVER_CONNS; i++)
        clear_conn(&s->conns[i]);
    for (uint32_t i = 0; i < s->n_calls; i++)
        nj_ob_checked_fini(&s->calls[i]);
    free(s->calls);
    free(s->taken);
    nj_str_fini(&s->last);
    nj_str_fini(&s->faults);
    nj_str_fini(&s->shown);
    nj_str_fini(&s->mentions);
    (void)pthread_cond_destroy(&s->news);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}

uint16_t nj_ob_server_port(const struct nj_ob_server *s)
{
    return (uint16_t)lws_get_vhost_listen_port(s->vhost);
}
