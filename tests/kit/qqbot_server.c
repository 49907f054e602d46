/*
 * The strict server of QQ's bot platform: sockets, HTTP and accidents. Its
 * thread owns the sockets; everything else stands under one lock.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/loose.h"
#include "kit/news.h"
#include "kit/qqbot_server_priv.h"

#define TICK_MS 5
#define LEFT    1000 /* identifies of a day */

void qqbot_lock(struct qqbot_server *s)
{
    int rc = pthread_mutex_lock(&s->lock);

    NJ_ASSERT(rc == 0);
}

void qqbot_unlock(struct qqbot_server *s)
{
    int rc = pthread_mutex_unlock(&s->lock);

    NJ_ASSERT(rc == 0);
}

int64_t qqbot_now_ms(const struct qqbot_server *s)
{
    const struct nj_clock clock = nj_clock_system();

    return nj_now_ms(&clock) + s->passed_ms;
}

/* --- connections --- */

static void clear_conn(struct qqbot_server *s, struct qqbot_conn *c)
{
    if (c->fd >= 0)
        (void)close(c->fd);
    if (s->live == c) {
        s->live = NULL;
        s->up = false;
    }
    nj_str_fini(&c->in);
    nj_str_fini(&c->out);
    nj_str_fini(&c->message);
    memset(c, 0, sizeof(*c));
    c->fd = -1;
    c->in = c->out = c->message = (struct nj_str)NJ_STR_INIT(QQBOT_BYTES);
}

static void take_conn(struct qqbot_server *s)
{
    int fd = accept(s->listener, NULL, NULL);
    int one = 1;

    if (fd < 0)
        return;
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    for (int i = 0; i < QQBOT_CONNS && !s->away; i++)
        if (s->conns[i].fd < 0) {
            s->conns[i].fd = fd;
            return;
        }
    (void)close(fd);
}

/* `retry_s` 0: not said. */
static void put_answer(struct qqbot_conn *c, int64_t status,
                       const struct nj_str *body, int64_t retry_s)
{
    nj_str_addf(&c->out,
                "HTTP/1.1 %lld Answer\r\nContent-Type: application/json\r\n"
                "Content-Length: %zu\r\nConnection: keep-alive\r\n",
                (long long)status, body->len);
    if (retry_s > 0)
        nj_str_addf(&c->out, "Retry-After: %lld\r\n", (long long)retry_s);
    nj_str_puts(&c->out, "\r\n");
    nj_str_add(&c->out, body->p, body->len);
}

/* --- calls --- */

struct request {
    char method[8], path[400], authorization[600];
    const char *head, *body;
    size_t n;
};

static void put_error(struct nj_str *out, int64_t code)
{
    nj_str_addf(out,
                "{\"message\":\"no\",\"code\":%lld,\"err_code\":%lld,"
                "\"trace_id\":\"t\"}",
                (long long)code, (long long)code);
}

static int64_t on_door(struct qqbot_server *s, struct nj_str *out)
{
    nj_str_addf(out,
                "{\"url\":\"ws://%s/websocket/\",\"shards\":1,"
                "\"session_start_limit\":{\"total\":%d,\"remaining\":%lld,"
                "\"reset_after\":86400000,\"max_concurrency\":1}}",
                s->host, LEFT, (long long)s->left);
    return 200;
}

/* What stands behind the last '/', its escapes undone. */
static void last_part(const char *path, char out[QQBOT_REF_BYTES])
{
    size_t n = 0;

    for (path = strrchr(path, '/') + 1; *path != '\0' && n + 1 < 64; path++) {
        char hex[3] = "";

        if (*path != '%') {
            out[n++] = *path;
            continue;
        }
        (void)snprintf(hex, sizeof(hex), "%.2s", path + 1);
        out[n++] = (char)strtol(hex, NULL, 16);
        path += 2;
    }
    out[n] = '\0';
}

static bool ends(const char *path, const char *with)
{
    size_t n = strlen(path), m = strlen(with);

    return n >= m && strcmp(path + n - m, with) == 0;
}

/* The group of "/v2/groups/ID/...". */
static void group_of(const char *path, char chat[400])
{
    nj_str_copy(chat, 400, path + strlen("/v2/groups/"));
    chat[strcspn(chat, "/")] = '\0';
}

static int64_t on_withdraw(struct qqbot_server *s, const char *path,
                           struct nj_str *out)
{
    char chat[400], ref[QQBOT_REF_BYTES];
    int64_t code;

    group_of(path, chat);
    last_part(path, ref);
    code = qqbot_withdraw(s->platform, chat, ref, qqbot_now_ms(s));
    s->withdrawn += code == 0;
    if (code != 0)
        put_error(out, code);
    return code == 0 ? 200 : 403;
}

static int64_t on_state(struct qqbot_server *s, const char *path,
                        struct nj_str *out)
{
    char chat[400];

    group_of(path, chat);
    nj_str_addf(out,
                "{\"member_openid\":\"" QQBOT_SELF "\","
                "\"allow_proactive_msg\":%s,\"recv_msg_setting\":\"all\","
                "\"member_role\":\"member\"}",
                qqbot_may_push(s->platform, QQBOT_GROUP, chat) ? "true"
                                                               : "false");
    return 200;
}

/* A link that opens the bot's card; what it brings along is short. */
static int64_t on_share(const struct request *r, struct nj_str *out)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    bool fits =
        nj_json_open(&doc, r->body, r->n, &NJ_JSON_WIRE, &err) == NJ_OK &&
        strlen(nj_loose_text(nj_json_root(doc), "callback_data")) <= 32;

    nj_json_close(doc);
    if (fits)
        nj_str_puts(out, "{\"data\":{\"url\":\"https://qun.qq.com/bot/1\"}}");
    else
        put_error(out, 40034001);
    return fits ? 200 : 400;
}

/* How `path` is called. */
static const char *method_of(const char *path)
{
    if (ends(path, "/bot_state") || ends(path, "/info"))
        return "GET";
    return strstr(path, "/messages/") != NULL ? "DELETE" : "POST";
}

static int64_t answer(struct qqbot_server *s, const struct request *r,
                      struct nj_str *out)
{
    int64_t now_ms = qqbot_now_ms(s);
    char id[QQBOT_REF_BYTES];

    if (strcmp(r->path, "/app/getAppAccessToken") == 0) {
        if (s->banned)
            nj_str_puts(out, "{\"code\":100007,\"message\":\"no\"}");
        else
            qqbot_token(s->platform, r->body, r->n, now_ms, out);
        return 200;
    }
    if (s->banned || !qqbot_authorized(s->platform, r->authorization, now_ms)) {
        put_error(out, s->banned ? 40054016 : 11244);
        return s->banned ? 400 : 401;
    }
    if (strcmp(r->path, "/gateway/bot") == 0)
        return on_door(s, out);
    if (ends(r->path, "/bot_state"))
        return on_state(s, r->path, out);
    if (strcmp(r->method, "DELETE") == 0)
        return on_withdraw(s, r->path, out);
    if (strcmp(r->path, "/users/@me") == 0) {
        nj_str_puts(out,
                    "{\"id\":\"1122334455\",\"username\":\"\u591c\u9e26\"}");
        return 200;
    }
    if (strcmp(r->path, "/v2/generate_url_link") == 0)
        return on_share(r, out);
    if (ends(r->path, "/info")) { /* for bots on a list */
        put_error(out, 11253);
        return 403;
    }
    if (strncmp(r->path, "/interactions/", 14) == 0) {
        last_part(r->path, id);
        return qqbot_touch(s, id);
    }
    return qqbot_post(
        s->platform,
        &(struct qqbot_post){r->path, r->authorization, r->body, r->n}, now_ms,
        out);
}

static struct qqbot_rule *rule_for(struct qqbot_server *s, const char *path)
{
    for (uint32_t i = 0; i < s->n_rules; i++)
        if (s->rules[i].times > 0 && strstr(path, s->rules[i].part) != NULL) {
            s->rules[i].times--;
            return &s->rules[i];
        }
    return NULL;
}

static void react(struct qqbot_server *s, struct qqbot_conn *c,
                  const struct request *r)
{
    struct nj_str body = NJ_STR_INIT(QQBOT_BYTES);
    const struct qqbot_rule *rule = rule_for(s, r->path);
    int64_t status = 0;

    if (rule != NULL && rule->reply == QQBOT_REPLY_DROP_BEFORE) {
        c->close = true;
        return;
    }
    if (rule != NULL && rule->reply == QQBOT_REPLY_FAIL) {
        put_error(&body, rule->code);
        status = rule->status;
    } else if (rule != NULL && rule->reply == QQBOT_REPLY_RAW) {
        nj_str_puts(&body, rule->words != NULL ? rule->words : "");
        status = rule->status;
    } else {
        status = answer(s, r, &body);
    }
    if (status == 0 || (rule != NULL && rule->reply == QQBOT_REPLY_DROP_AFTER))
        c->close = true;
    else
        put_answer(c, status, &body, rule != NULL ? rule->retry_s : 0);
    if (rule != NULL && rule->reply == QQBOT_REPLY_SLOW)
        c->due_ms = nj_monotonic_ms() + rule->code;
    nj_str_fini(&body);
    (void)pthread_cond_broadcast(&s->news);
}

/* --- HTTP --- */

static void copy(char *out, size_t cap, const char *text, size_t n)
{
    n = n < cap - 1 ? n : cap - 1;
    memcpy(out, text, n);
    out[n] = '\0';
}

/* The value of a header line, "" if there is none. */
static void header(const char *head, const char *name, char *out, size_t cap)
{
    const char *line = strstr(head, "\r\n");
    size_t n = strlen(name);

    out[0] = '\0';
    for (; line != NULL; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, n) != 0 || line[2 + n] != ':')
            continue;
        line += 3 + n;
        line += strspn(line, " ");
        copy(out, cap, line, strcspn(line, "\r"));
        return;
    }
}

static void check_head(struct qqbot_server *s, const struct request *r)
{
    char value[100];
    bool post =
        strcmp(r->method, "GET") != 0 && strcmp(r->method, "DELETE") != 0;

    header(r->head, "Content-Type", value, sizeof(value));
    if (post && strcmp(value, "application/json") != 0)
        nj_str_addf(&s->faults, "%s: '%s' is no JSON\n", r->path, value);
    if (strpbrk(r->path, "!:") != NULL)
        nj_str_addf(&s->faults, "an id as it stands: %s\n", r->path);
    if (strstr(r->path, "t1") != NULL && strstr(r->path, "access") != NULL)
        nj_str_puts(&s->faults, "a token in an address\n");
    if (strncmp(r->path, "/v2/", 4) == 0 &&
        strcmp(r->method, method_of(r->path)) != 0)
        nj_str_addf(&s->faults, "%s %s\n", r->method, r->path);
    if (strncmp(r->path, "/inter", 6) == 0 && strcmp(r->method, "PUT") != 0)
        nj_str_addf(&s->faults, "%s %s\n", r->method, r->path);
}

/* Whom a group is shown as mentioned, it has to know. */
static void check_tags(struct qqbot_server *s, const struct request *r)
{
    static const char tag[] = "<qqbot-at-user id=";
    const char *at = r->body;

    if (!s->others || strncmp(r->path, "/v2/groups/", 11) != 0)
        return;
    while ((at = strstr(at, tag)) != NULL) {
        at += sizeof(tag) - 1;
        at += strspn(at, "\\\"");
        if (*at != 'M')
            nj_str_addf(&s->faults, "a mention of nobody: %.20s\n", at);
    }
}

static void on_request(struct qqbot_server *s, struct qqbot_conn *c,
                       size_t head)
{
    char *text = nj_strndup(c->in.p, head);
    struct request r = {
        .head = text, .body = c->in.p + head, .n = c->in.len - head};
    const char *path = text + strcspn(text, " ");

    copy(r.method, sizeof(r.method), text, strcspn(text, " "));
    path += *path == ' ';
    copy(r.path, sizeof(r.path), path, strcspn(path, " "));
    header(text, "Authorization", r.authorization, sizeof(r.authorization));
    if (strcmp(r.path, "/websocket/") == 0) {
        c->ws = qqbot_ws_accept(text, &c->out);
        if (c->ws)
            qqbot_greet(s, c);
    } else {
        check_head(s, &r);
        check_tags(s, &r);
        react(s, c, &r);
    }
    free(text);
    nj_str_clear(&c->in);
}

static void on_bytes(struct qqbot_server *s, struct qqbot_conn *c)
{
    const char *end = strstr(c->in.p, "\r\n\r\n");
    char length[40];
    char *text;
    size_t head;

    if (end == NULL)
        return;
    head = (size_t)(end + 4 - c->in.p);
    text = nj_strndup(c->in.p, head);
    header(text, "Content-Length", length, sizeof(length));
    free(text);
    if (c->in.len - head >= strtoul(length, NULL, 10))
        on_request(s, c, head);
}

static void on_readable(struct qqbot_server *s, struct qqbot_conn *c)
{
    char bytes[8192];
    ssize_t n = recv(c->fd, bytes, sizeof(bytes), 0);

    if (n <= 0) {
        clear_conn(s, c);
        return;
    }
    nj_str_add(&c->in, bytes, (size_t)n);
    if (!c->ws)
        on_bytes(s, c);
    else if (!qqbot_ws_read(c, &s->faults, qqbot_on_frame, s))
        clear_conn(s, c);
}

static bool has_output(const struct qqbot_conn *c)
{
    return c->at < c->out.len && nj_monotonic_ms() >= c->due_ms;
}

static void on_writable(struct qqbot_server *s, struct qqbot_conn *c)
{
    size_t left = c->out.len - c->at;
    size_t most = s->piece > 0 && s->piece < left ? s->piece : left;
    ssize_t n = send(c->fd, c->out.p + c->at, most, MSG_NOSIGNAL);

    if (n <= 0) {
        clear_conn(s, c);
        return;
    }
    c->at += (size_t)n;
    if (c->at < c->out.len)
        return;
    c->at = 0;
    nj_str_clear(&c->out);
}

/* --- the thread --- */

static void look_at(struct qqbot_server *s, struct qqbot_conn *c, short events)
{
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0)
        on_readable(s, c);
    for (int i = 0; i < 64 && c->fd >= 0 && has_output(c); i++)
        on_writable(s, c);
    if (c->fd >= 0 && (s->away || (c->close && c->out.len == 0)))
        clear_conn(s, c);
}

static void turn(struct qqbot_server *s)
{
    struct pollfd fds[QQBOT_CONNS + 1] = {{0}};
    bool busy = false;

    fds[0] = (struct pollfd){.fd = s->listener, .events = POLLIN};
    for (int i = 0; i < QQBOT_CONNS; i++) {
        fds[i + 1] = (struct pollfd){.fd = s->conns[i].fd, .events = POLLIN};
        busy = busy || (s->conns[i].fd >= 0 && has_output(&s->conns[i]));
    }
    qqbot_unlock(s);
    (void)poll(fds, QQBOT_CONNS + 1, busy ? 0 : TICK_MS);
    qqbot_lock(s);
    for (int i = 0; i < QQBOT_CONNS; i++)
        if (s->conns[i].fd >= 0)
            look_at(s, &s->conns[i], fds[i + 1].revents);
    if (fds[0].revents != 0)
        take_conn(s);
}

static void *serve(void *arg)
{
    struct qqbot_server *s = arg;

    qqbot_lock(s);
    while (!s->stopping)
        turn(s);
    qqbot_unlock(s);
    return NULL;
}

/* --- life --- */

struct qqbot_server *qqbot_server_start(bool verified)
{
    struct qqbot_server *s = nj_alloc(sizeof(*s));
    uint16_t port;
    int rc;

    s->platform = qqbot_platform_create(verified);
    s->interval_ms = 45000;
    s->left = LEFT;
    s->faults = (struct nj_str)NJ_STR_INIT(65536);
    s->shown = (struct nj_str)NJ_STR_INIT(65536);
    for (int i = 0; i < QQBOT_CONNS; i++) {
        s->conns[i].fd = -1;
        clear_conn(s, &s->conns[i]);
    }
    (void)pthread_mutex_init(&s->lock, NULL);
    nj_news_init(&s->news);
    s->listener = nj_news_listen(&port);
    (void)snprintf(s->host, sizeof(s->host), "127.0.0.1:%u", port);
    (void)snprintf(s->url, sizeof(s->url), "http://%s", s->host);
    rc = pthread_create(&s->thread, NULL, serve, s);
    NJ_ASSERT(rc == 0);
    return s;
}

void qqbot_server_stop(struct qqbot_server *s)
{
    int rc;

    if (s == NULL)
        return;
    qqbot_lock(s);
    s->stopping = true;
    qqbot_unlock(s);
    rc = pthread_join(s->thread, NULL);
    NJ_ASSERT(rc == 0);
    for (int i = 0; i < QQBOT_CONNS; i++)
        clear_conn(s, &s->conns[i]);
    for (size_t i = 0; i < s->n_events; i++)
        free(s->events[i].frame);
    free(s->events);
    free(s->taken);
    nj_str_fini(&s->faults);
    nj_str_fini(&s->shown);
    (void)close(s->listener);
    qqbot_platform_destroy(s->platform);
    (void)pthread_cond_destroy(&s->news);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}

const char *qqbot_server_url(const struct qqbot_server *s)
{
    return s->url;
}
