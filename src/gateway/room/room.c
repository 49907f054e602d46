/*
 * The room as a gateway: what the referee says is written into the book, and
 * counts as sent when it stands there, where each page that belongs to the chat
 * finds it.
 */
#include "gateway/room/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "gateway/room/room_priv.h"

#define HEADER_BYTES \
 16384 /* cookies of other servers of this machine come too */
#define GUESTS     128
#define GUEST_MS   8000
#define SHUTDOWN_S 5
#define PING_S     25
#define HANGUP_S   60
#define TALK       "/talk"

static struct nj_room *room_of(struct nj_gateway *g)
{
    return (struct nj_room *)(void *)g;
}

void nj_room_lock(struct nj_room *r)
{
    int rc = pthread_mutex_lock(&r->lock);

    NJ_ASSERT(rc == 0);
}

void nj_room_unlock(struct nj_room *r)
{
    int rc = pthread_mutex_unlock(&r->lock);

    NJ_ASSERT(rc == 0);
}

/* --- addresses and ids --- */

void nj_room_address(const struct nj_room *r, uint32_t chat,
                     char out[NJ_ADDRESS_MAX])
{
    char id[16];

    (void)snprintf(id, sizeof(id), "%u", chat == 0 ? 1U : (unsigned)chat);
    if (chat == 0)
        nj_address_group(out, r->base.name, id);
    else
        nj_address_user(out, r->base.name, id);
}

bool nj_room_chat(const struct nj_room *r, const char *address, uint32_t *chat)
{
    const char *id = nj_address_user_id(address);

    if (!nj_address_is(address, r->base.name))
        return false;
    if (id == NULL) {
        id = nj_address_group_id(address);
        *chat = 0;
        return id != NULL && strcmp(id, "1") == 0;
    }
    *chat = (uint32_t)strtoul(id, NULL, 10);
    return nj_room_person_get(&r->people, *chat) != NULL;
}

void nj_room_line_id(const struct nj_room_line *l, char out[NJ_MSG_ID_MAX])
{
    (void)snprintf(out, NJ_MSG_ID_MAX, "%llu", (unsigned long long)l->n);
}

void nj_room_put_invitation(struct nj_room *r, char out[NJ_ROOM_ADDRESS_MAX])
{
    char at[NJ_ENDPOINT_TEXT_MAX], token[NJ_HEX_BYTES];

    nj_endpoint_text(nj_porter_at(r->porter), at);
    nj_room_token_make(&r->people, token);
    (void)snprintf(out, NJ_ROOM_ADDRESS_MAX, "http://%s/enter/%s", at, token);
    nj_wipe(token, sizeof(token));
}

void nj_room_invite(struct nj_gateway *g, char out[NJ_ROOM_ADDRESS_MAX])
{
    struct nj_room *r = room_of(g);

    NJ_ASSERT(r->porter != NULL);
    nj_room_lock(r);
    nj_room_put_invitation(r, out);
    nj_room_unlock(r);
}

/* --- what is said --- */

/* The text with "@Ann " where somebody is mentioned. */
static void put_words(const struct nj_room *r, const struct nj_say *say,
                      struct nj_room_line *l, struct nj_str *out)
{
    size_t said = 0;

    l->n_calls = 0;
    for (uint32_t i = 0; i < say->n_mentions; i++) {
        size_t at = say->places != NULL ? say->places[i] : 0;
        const struct nj_room_person *p;
        uint32_t id = 0;

        NJ_ASSERT(said <= at);
        nj_str_add(out, say->text + said, at - said);
        said = at;
        p = nj_room_chat(r, say->mentions[i], &id)
                ? nj_room_person_get(&r->people, id)
                : NULL;
        if (p == NULL)
            continue;
        nj_str_addf(out, "@%s ", p->name);
        if (l->n_calls < NJ_ROOM_CALLS_MAX)
            l->calls[l->n_calls++] = id;
    }
    nj_str_puts(out, say->text + said);
}

/* The line that is to be replaced, or a new one. */
static struct nj_room_line *line_for(struct nj_room *r, uint32_t chat,
                                     const struct nj_say *say, bool *old)
{
    struct nj_clock clock = nj_clock_system();
    struct nj_room_line *l = NULL;

    if (say->replaces != NULL)
        l = nj_room_book_find(&r->book, chat,
                              strtoull(say->replaces, NULL, 10));
    *old = l != NULL;
    return l != NULL ? l
                     : nj_room_book_add(&r->book, chat, 0, nj_now_ms(&clock));
}

static void write_down(struct nj_room *r, uint32_t chat,
                       const struct nj_say *say, char id[NJ_MSG_ID_MAX])
{
    struct nj_str words = NJ_STR_INIT((size_t)2 * NJ_TEXT_OUT_MAX +
                                      (size_t)NJ_SEATS_MAX * NJ_NAME_MAX * 2);
    bool old;
    struct nj_room_line *l = line_for(r, chat, say, &old);

    put_words(r, say, l, &words);
    nj_room_book_say(&r->book, l, words.p, say);
    if (old)
        nj_room_book_changed(&r->book, l);
    nj_room_line_id(l, id);
    nj_room_journal_keep(&r->book, r->base.inbox, r->base.index);
    nj_str_fini(&words);
}

static void tell_fate(struct nj_room *r, uint64_t call, enum nj_fate fate,
                      const char *id)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, r->base.index);

    e->call = call;
    e->fate = fate;
    memcpy(e->id, id, strlen(id) + 1);
    nj_inbox_push(r->base.inbox, e);
}

static void send_to(struct nj_gateway *g, uint64_t call, const char *address,
                    const struct nj_say *say)
{
    struct nj_room *r = room_of(g);
    char id[NJ_MSG_ID_MAX] = "";
    uint32_t chat = 0;
    bool known;

    nj_room_lock(r);
    known = nj_room_chat(r, address, &chat);
    if (known)
        write_down(r, chat, say, id);
    nj_room_unlock(r);
    lws_cancel_service(r->context);
    tell_fate(r, call, known ? NJ_FATE_SENT : NJ_FATE_REFUSED, id);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    send_to(g, call, to.address, say);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    send_to(g, call, nj_private_address(to), say);
}

static enum nj_privacy privacy(struct nj_gateway *g, struct nj_person who)
{
    struct nj_room *r = room_of(g);
    uint32_t chat = 0;
    bool known;

    nj_room_lock(r);
    known = nj_room_chat(r, who.address, &chat) && chat != 0;
    nj_room_unlock(r);
    return known ? NJ_PRIVACY_PROVED : NJ_PRIVACY_NONE;
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    struct nj_room *r = room_of(g);
    struct nj_str out = NJ_STR_INIT((size_t)8 * NJ_TEXT_OUT_MAX);
    struct nj_room_conn *c;

    (void)url; /* no chat of the room has to be opened by a link */
    if (text[0] == '\0')
        return;
    nj_room_put_word("toast", "text", text, &out);
    nj_room_lock(r);
    c = nj_room_line_of_person(r, (uint32_t)strtoul(id, NULL, 10));
    if (c != NULL)
        nj_room_line_reply(c, &out);
    nj_room_unlock(r);
    nj_str_fini(&out);
    lws_cancel_service(r->context);
}

static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    struct nj_room *r = room_of(g);
    struct nj_room_line *l = NULL;
    uint32_t place = 0;

    nj_room_lock(r);
    if (nj_room_chat(r, chat, &place))
        l = nj_room_book_find(&r->book, place, strtoull(message, NULL, 10));
    if (l != NULL && l->n_buttons > 0) {
        nj_room_book_unbutton(&r->book, l);
        nj_room_book_changed(&r->book, l);
        nj_room_journal_keep(&r->book, r->base.inbox, r->base.index);
    }
    nj_room_unlock(r);
    lws_cancel_service(r->context);
}

/* --- what the library calls --- */

static int refuse(struct lws *wsi, unsigned code)
{
    (void)lws_return_http_status(wsi, code, NULL);
    return -1;
}

/* Before the upgrade: it is our page that asks, at the one place for it. */
static int knock(const struct nj_room *r, struct lws *wsi)
{
    char path[sizeof(TALK) + 1];

    if (!nj_room_site_asked(r, wsi, true))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (lws_hdr_copy(wsi, path, sizeof(path), WSI_TOKEN_GET_URI) <= 0 ||
        strcmp(path, TALK) != 0)
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    return 0;
}

static int on_callback(struct lws *wsi, enum lws_callback_reasons reason,
                       void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    struct nj_room *r = context == NULL ? NULL : lws_context_user(context);

    if (r == NULL || r->porter == NULL)
        return 0; /* while the context is made */
    nj_porter_callback(r->porter, wsi, reason);
    switch ((int)reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        nj_room_line_news(r);
        return 0;
    case LWS_CALLBACK_HTTP:
        return nj_room_site_answer(r, wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return nj_room_site_write(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        nj_room_site_drop(user);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return strcmp(in, "websocket") == 0
                   ? 0
                   : refuse(wsi, HTTP_STATUS_BAD_REQUEST);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return knock(r, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return nj_room_line_open(r, wsi);
    case LWS_CALLBACK_RECEIVE:
        return nj_room_line_receive(r, wsi, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return nj_room_line_write(r, wsi);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        nj_room_line_closed(r, wsi);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "room",
     .callback = on_callback,
     .per_session_data_size = sizeof(struct nj_room_page)},
    {.name = NULL},
};

static const lws_retry_bo_t idle = {.secs_since_valid_ping = PING_S,
                                    .secs_since_valid_hangup = HANGUP_S};

/* --- life --- */

static void *serve(void *ctx)
{
    struct nj_room *r = ctx;
    bool stopping = false;

    while (!stopping && lws_service(r->context, 0) >= 0) {
        nj_room_lock(r);
        stopping = r->stopping;
        nj_room_unlock(r);
    }
    return NULL;
}

static enum nj_status listen_at(struct nj_room *r, struct nj_err *err)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = r,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .fd_limit_per_thread = GUESTS + NJ_PORTER_SPARE + NJ_ROOM_CONNS_MAX,
        .max_http_header_data = HEADER_BYTES,
        .timeout_secs = SHUTDOWN_S,
        .retry_and_idle_policy = &idle,
    };
    struct nj_porter_options o = {.area = "room",
                                  .at = r->want,
                                  .protocol = protocols[0].name,
                                  .guests = GUESTS,
                                  .patience_ms = GUEST_MS};

    nj_porter_log();
    r->context = lws_create_context(&info);
    o.context = r->context;
    if (r->context != NULL)
        o.vhost = lws_create_vhost(r->context, &info);
    if (o.vhost == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot make an HTTP server");
    return nj_porter_open(&o, &r->porter, err);
}

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    struct nj_room *r = room_of(g);
    enum nj_status st = listen_at(r, err);
    int rc;

    if (st != NJ_OK)
        return st;
    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_UP, g->index));
    rc = pthread_create(&r->thread, NULL, serve, r);
    if (rc != 0)
        return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s",
                       strerror(rc));
    r->running = true;
    return NJ_OK;
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct nj_room *r = room_of(g);
    int rc;

    (void)flush_ms; /* what is in the book has been sent */
    if (!r->running)
        return;
    nj_inbox_flow(g->inbox);
    nj_room_lock(r);
    r->stopping = true;
    nj_room_unlock(r);
    lws_cancel_service(r->context);
    rc = pthread_join(r->thread, NULL);
    NJ_ASSERT(rc == 0);
    r->running = false;
}

static void destroy(struct nj_gateway *g)
{
    struct nj_room *r;

    if (g == NULL)
        return;
    r = room_of(g);
    NJ_ASSERT(!r->running);
    if (r->context != NULL)
        lws_context_destroy(r->context);
    nj_porter_free(r->porter);
    nj_room_book_fini(&r->book);
    (void)pthread_mutex_destroy(&r->lock);
    nj_wipe(&r->people, sizeof(r->people));
    free(r->words);
    free(r);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .privacy = privacy,
    .answer_press = answer_press,
    .drop_buttons = drop_buttons,
    .stop = stop,
    .destroy = destroy,
};

static bool is_wildcard(const struct nj_endpoint *e)
{
    char text[NJ_ENDPOINT_TEXT_MAX];

    nj_endpoint_text(e, text);
    return strncmp(text, "0.0.0.0:", 8) == 0 || strncmp(text, "[::]:", 5) == 0;
}

static enum nj_status read_options(const struct nj_room_options *o,
                                   struct nj_endpoint *at, struct nj_err *err)
{
    enum nj_status st;

    if (!nj_gateway_name_fits(o->name))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    st = nj_endpoint_read(o->listen, at, err);
    if (st == NJ_OK && is_wildcard(at))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "'%s' is every address of this machine; give the one "
                       "that the others reach, such as 192.168.1.5:8420",
                       o->listen);
    return st;
}

enum nj_status nj_room_create(const struct nj_room_options *o, uint8_t index,
                              struct nj_inbox *inbox, struct nj_gateway **out,
                              struct nj_err *err)
{
    struct nj_clock clock = nj_clock_system();
    struct nj_endpoint at;
    enum nj_status st = read_options(o, &at, err);
    struct nj_room *r;

    if (st != NJ_OK)
        return st;
    r = nj_alloc(sizeof(*r));
    r->base.ops = &ops;
    r->base.inbox = inbox;
    r->base.index = index;
    r->base.can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_PICTURE |
                  NJ_CAN_FOLD | NJ_CAN_FILE;
    memcpy(r->base.name, o->name, strlen(o->name) + 1);
    r->want = at;
    r->words = nj_strndup(o->words, strlen(o->words));
    r->people_seq = 1;
    (void)snprintf(r->life, sizeof(r->life), "%llx",
                   (unsigned long long)nj_now_ms(&clock));
    (void)pthread_mutex_init(&r->lock, NULL);
    for (size_t i = 0; i < o->n_kept; i++) {
        nj_room_people_read(&r->people, o->kept[i].name, o->kept[i].value);
        nj_room_journal_read(&r->book, o->kept[i].name, o->kept[i].value);
    }
    *out = &r->base;
    return NJ_OK;
}
