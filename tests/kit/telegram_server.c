/*
 * The strict Bot API server: sockets, HTTP and accidents. Its thread owns the
 * sockets; everything else stands under one lock.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "kit/news.h"
#include "kit/telegram_server_priv.h"

#define TICK_MS 10

void nj_tg_server_lock(struct nj_tg_server *s)
{
    int rc = pthread_mutex_lock(&s->lock);

    NJ_ASSERT(rc == 0);
}

void nj_tg_server_unlock(struct nj_tg_server *s)
{
    int rc = pthread_mutex_unlock(&s->lock);

    NJ_ASSERT(rc == 0);
}

/* --- connections --- */

static void clear_conn(struct nj_tg_conn *c)
{
    if (c->fd >= 0)
        (void)close(c->fd);
    nj_str_fini(&c->in);
    nj_str_fini(&c->out);
    memset(c, 0, sizeof(*c));
    c->fd = -1;
    c->in = c->out = (struct nj_str)NJ_STR_INIT(NJ_TG_SERVER_BYTES);
}

static void put_answer(const struct nj_tg_server *s, struct nj_tg_conn *c,
                       const struct nj_tg_reply_text *r, const char *type)
{
    time_t now = time(NULL) + (time_t)s->ahead_s;
    struct tm tm;
    char date[64];

    (void)gmtime_r(&now, &tm);
    (void)strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S GMT", &tm);
    nj_str_addf(&c->out,
                "HTTP/1.1 %d Answer\r\nDate: %s\r\nContent-Type: %s\r\n"
                "Content-Length: %zu\r\nConnection: keep-alive\r\n\r\n",
                r->status, date, type, r->body.len);
    nj_str_add(&c->out, r->body.p, r->body.len);
}

static void take_conn(struct nj_tg_server *s)
{
    int fd = accept(s->listener, NULL, NULL);

    if (fd < 0)
        return;
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < NJ_TG_SERVER_CONNS && !s->away; i++)
        if (s->conns[i].fd < 0) {
            s->conns[i].fd = fd;
            return;
        }
    (void)close(fd);
}

/* --- calls --- */

/* "" is any call that says something. */
static bool rule_fits(const char *rule, const char *method)
{
    if (rule[0] != '\0')
        return strcmp(rule, method) == 0;
    return strncmp(method, "send", 4) == 0 || strncmp(method, "edit", 4) == 0;
}

static struct nj_tg_rule take_rule(struct nj_tg_server *s, const char *method)
{
    for (uint32_t i = 0; i < s->n_rules; i++) {
        struct nj_tg_kept_rule *k = &s->rules[i];

        if (k->rule.times > 0 && rule_fits(k->method, method)) {
            k->rule.times--;
            return k->rule;
        }
    }
    return (struct nj_tg_rule){.reply = NJ_TG_REPLY_OK};
}

static void keep_call(struct nj_tg_server *s, struct nj_tg_checked *call)
{
    s->calls =
        nj_realloc(s->calls, (s->n_calls + 1) * sizeof(struct nj_tg_checked *));
    s->taken = nj_realloc(s->taken, (s->n_calls + 1) * sizeof(bool));
    s->calls[s->n_calls] = call;
    s->taken[s->n_calls] = false;
    s->n_calls++;
    (void)pthread_cond_broadcast(&s->news);
}

void nj_tg_server_limit(struct nj_tg_server *s)
{
    nj_tg_server_lock(s);
    s->limited = true;
    nj_tg_server_unlock(s);
}

void nj_tg_server_pass(struct nj_tg_server *s, int64_t ms)
{
    nj_tg_server_lock(s);
    s->clock_ms += ms;
    nj_tg_server_unlock(s);
}

/* Tests have one group. */
static bool over_the_limit(struct nj_tg_server *s,
                           const struct nj_tg_checked *call)
{
    int64_t *oldest = &s->called_ms[s->n_called % NJ_TG_SERVER_MINUTE];

    if (!s->limited || call->chat >= 0 || !rule_fits("", call->method))
        return false;
    if (s->n_called >= NJ_TG_SERVER_MINUTE && s->clock_ms - *oldest < 60000) {
        nj_str_addf(&s->faults, "%s: more than %d calls a minute\n",
                    call->method, NJ_TG_SERVER_MINUTE);
        return true;
    }
    *oldest = s->clock_ms;
    s->n_called++;
    return false;
}

/* What is not refused happens; what is answered is another question. */
static void react(struct nj_tg_server *s, struct nj_tg_conn *c,
                  struct nj_tg_checked *call, const struct nj_tg_rule *r)
{
    struct nj_tg_reply_text t = {.status = 200,
                                 .body = NJ_STR_INIT(NJ_TG_SERVER_BYTES)};
    const char *type = "application/json";

    if (r->reply == NJ_TG_REPLY_FAIL) {
        nj_tg_server_fail(&t, r->code, r->words, r->parameter);
    } else if (over_the_limit(s, call)) {
        nj_tg_server_fail(&t, 429, "Too Many Requests: retry after 30", 30);
    } else if (r->reply == NJ_TG_REPLY_HTML || r->reply == NJ_TG_REPLY_RAW) {
        t.status = (int)r->code;
        type = r->reply == NJ_TG_REPLY_HTML ? "text/html" : type;
        nj_str_puts(&t.body, r->reply == NJ_TG_REPLY_HTML
                                 ? "<html><body>Bad Gateway</body></html>"
                                 : r->words);
    } else if (!nj_tg_server_answer(s, call, c, &t)) {
        c->asks = true;
        c->until_ms = nj_monotonic_ms() + call->timeout * 1000;
        nj_str_fini(&t.body);
        return;
    }
    if (r->reply == NJ_TG_REPLY_DROP_AFTER)
        c->close = true;
    else
        put_answer(s, c, &t, type);
    if (r->reply == NJ_TG_REPLY_SLOW)
        c->due_ms = nj_monotonic_ms() + r->code;
    if (r->reply == NJ_TG_REPLY_CUT) {
        nj_str_cut(&c->out, c->out.len - t.body.len / 2);
        c->close = true;
    }
    nj_str_fini(&t.body);
}

static void on_call(struct nj_tg_server *s, struct nj_tg_conn *c,
                    const char *method, const char *type, size_t head)
{
    struct nj_tg_rule r = take_rule(s, method);
    struct nj_tg_checked *call;

    if (r.reply == NJ_TG_REPLY_DROP_BEFORE) {
        c->close = true;
        return;
    }
    call = nj_alloc(sizeof(*call));
    nj_tg_check(method, type, c->in.p + head, c->in.len - head, call,
                &s->faults);
    react(s, c, call, &r);
    keep_call(s, call);
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

static void check_head(struct nj_tg_server *s, const char *head)
{
    char value[300];

    if (strncmp(head, "POST ", 5) != 0)
        nj_str_puts(&s->faults, "a request that is no POST\n");
    header(head, "Expect", value, sizeof(value));
    if (value[0] != '\0')
        nj_str_puts(&s->faults, "a request that expects to be asked\n");
    if (strstr(strstr(head, "\r\n"), s->token) != NULL)
        nj_str_puts(&s->faults, "the token is in a header\n");
}

/* "/bot<token>/<method>": false if the token is another. */
static bool read_path(const struct nj_tg_server *s, const char *head,
                      char method[40])
{
    char start[120];
    size_t n = (size_t)snprintf(start, sizeof(start), "/bot%s/", s->token);
    const char *path = strchr(head, ' ');

    if (path == NULL || strncmp(path + 1, start, n) != 0)
        return false;
    copy(method, 40, path + 1 + n, strcspn(path + 1 + n, " ?"));
    return true;
}

/* One whole request, of which `head` bytes come before the body. */
static void on_request(struct nj_tg_server *s, struct nj_tg_conn *c,
                       size_t head)
{
    struct nj_tg_reply_text t = {.body = NJ_STR_INIT(1000)};
    char *text = nj_strndup(c->in.p, head);
    char type[300];
    char method[40];

    check_head(s, text);
    header(text, "Content-Type", type, sizeof(type));
    if (read_path(s, text, method)) {
        on_call(s, c, method, type, head);
    } else {
        nj_tg_server_fail(&t, 401, "Unauthorized", 0);
        put_answer(s, c, &t, "application/json");
    }
    free(text);
    nj_str_fini(&t.body);
    nj_str_clear(&c->in);
}

static void on_bytes(struct nj_tg_server *s, struct nj_tg_conn *c)
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

static void on_readable(struct nj_tg_server *s, struct nj_tg_conn *c)
{
    char bytes[8192];
    ssize_t n = recv(c->fd, bytes, sizeof(bytes), 0);

    if (n <= 0) {
        clear_conn(c);
        return;
    }
    nj_str_add(&c->in, bytes, (size_t)n);
    on_bytes(s, c);
}

static bool has_output(const struct nj_tg_conn *c)
{
    return c->at < c->out.len && nj_monotonic_ms() >= c->due_ms;
}

static void on_writable(struct nj_tg_conn *c)
{
    ssize_t n = send(c->fd, c->out.p + c->at, c->out.len - c->at, MSG_NOSIGNAL);

    if (n <= 0) {
        clear_conn(c);
        return;
    }
    c->at += (size_t)n;
    if (c->at < c->out.len)
        return;
    c->at = 0;
    nj_str_clear(&c->out);
}

/* Questions that have waited long enough, or for which there is news now. */
static void look_at_ask(struct nj_tg_server *s, struct nj_tg_conn *c)
{
    struct nj_tg_reply_text t = {.body = NJ_STR_INIT(NJ_TG_SERVER_BYTES)};

    if (c->asks && (nj_tg_server_updates(s, c->offset, c->limit, &t) ||
                    nj_monotonic_ms() >= c->until_ms)) {
        c->asks = false;
        put_answer(s, c, &t, "application/json");
    }
    nj_str_fini(&t.body);
}

/* --- the thread --- */

static void look_at(struct nj_tg_server *s, struct nj_tg_conn *c, short events)
{
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0)
        on_readable(s, c);
    if (c->fd < 0)
        return;
    look_at_ask(s, c);
    if (has_output(c))
        on_writable(c);
    if (c->fd >= 0 && (s->dropping || (c->close && c->out.len == 0)))
        clear_conn(c);
}

static void turn(struct nj_tg_server *s)
{
    struct pollfd fds[NJ_TG_SERVER_CONNS + 2] = {{0}};
    char bytes[64];

    fds[0] = (struct pollfd){.fd = s->listener, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = s->wake[0], .events = POLLIN};
    for (int i = 0; i < NJ_TG_SERVER_CONNS; i++)
        fds[i + 2] = (struct pollfd){.fd = s->conns[i].fd, .events = POLLIN};
    nj_tg_server_unlock(s);
    (void)poll(fds, NJ_TG_SERVER_CONNS + 2, TICK_MS);
    nj_tg_server_lock(s);
    if (fds[1].revents != 0)
        (void)!read(s->wake[0], bytes, sizeof(bytes));
    for (int i = 0; i < NJ_TG_SERVER_CONNS; i++)
        if (s->conns[i].fd >= 0)
            look_at(s, &s->conns[i], fds[i + 2].revents);
    s->dropping = false;
    if (fds[0].revents != 0)
        take_conn(s);
}

static void *serve(void *arg)
{
    struct nj_tg_server *s = arg;

    nj_tg_server_lock(s);
    while (!s->stopping)
        turn(s);
    nj_tg_server_unlock(s);
    return NULL;
}

/* --- life --- */

struct nj_tg_server *nj_tg_server_start(const char *token)
{
    struct nj_tg_server *s = nj_alloc(sizeof(*s));
    uint16_t port;
    int rc;

    (void)snprintf(s->token, sizeof(s->token), "%s", token);
    s->update_ids = 700000000;
    s->message_ids = 1000;
    s->faults = (struct nj_str)NJ_STR_INIT(65536);
    s->shown = (struct nj_str)NJ_STR_INIT(65536);
    for (int i = 0; i < NJ_TG_SERVER_CONNS; i++) {
        s->conns[i].fd = -1;
        clear_conn(&s->conns[i]);
    }
    (void)pthread_mutex_init(&s->lock, NULL);
    nj_news_init(&s->news);
    s->listener = nj_news_listen(&port);
    (void)snprintf(s->url, sizeof(s->url), "http://127.0.0.1:%u", port);
    rc = pipe(s->wake);
    NJ_ASSERT(rc == 0);
    rc = pthread_create(&s->thread, NULL, serve, s);
    NJ_ASSERT(rc == 0);
    return s;
}

void nj_tg_server_stop(struct nj_tg_server *s)
{
    int rc;

    if (s == NULL)
        return;
    nj_tg_server_lock(s);
    s->stopping = true;
    nj_tg_server_unlock(s);
    rc = pthread_join(s->thread, NULL);
    NJ_ASSERT(rc == 0);
    for (int i = 0; i < NJ_TG_SERVER_CONNS; i++)
        clear_conn(&s->conns[i]);
    for (uint32_t i = 0; i < s->n_updates; i++)
        free(s->updates[i].members);
    for (uint32_t i = 0; i < s->n_calls; i++) {
        nj_tg_checked_fini(s->calls[i]);
        free(s->calls[i]);
    }
    free(s->calls);
    free(s->taken);
    nj_str_fini(&s->faults);
    nj_str_fini(&s->shown);
    (void)close(s->listener);
    (void)close(s->wake[0]);
    (void)close(s->wake[1]);
    (void)pthread_cond_destroy(&s->news);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}

const char *nj_tg_server_url(const struct nj_tg_server *s)
{
    return s->url;
}
