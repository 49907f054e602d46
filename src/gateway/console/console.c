/*
 * The console gateway: typed lines to events, texts to printed lines. One
 * thread reads; whoever sends prints.
 *
 * Where the input is no terminal the reader goes on to the next line only
 * when the last one has been answered, so that a script's course is the same
 * each time.
 */
#include "gateway/console/console.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/fence.h"
#include "base/str.h"
#include "base/utf8.h"

#define LINE_MAX_BYTES \
 ((size_t)2 * NJ_TEXT_PRIVATE_MAX) /* the rest of a line is dropped */
#define READ_BYTES     1024
#define CLOCK_MAX_MS   (366 * INT64_C(86400000))
#define USER_CHARS_MAX 16
#define RELEASED       '>' /* in `wake`, to a reader that is held */

struct console {
    struct nj_gateway base;
    bool others;
    bool clock;
    bool echo;
    bool addressed;
    bool aside;
    bool script; /* the input is no terminal */
    bool held;
    int in;
    FILE *out;
    char group[NJ_NAME_MAX], you[NJ_NAME_MAX]; /* in front of what is said */
    int wake[2]; /* a byte in it ends the reader, or releases it */
    pthread_t reader;
    bool reading;            /* the reader was started */
    pthread_mutex_t lock;    /* of `out` and `user` */
    char user[NJ_NAME_MAX];  /* who types now */
    char first[NJ_NAME_MAX]; /* who typed at first */
    struct nj_str line;      /* the reader's: not complete yet */
    int64_t started_ms;      /* makes message ids new in each run */
    uint64_t messages;
};

static struct console *console_of(struct nj_gateway *g)
{
    return (struct console *)(void *)g;
}

static void lock(struct console *c)
{
    int rc = pthread_mutex_lock(&c->lock);

    NJ_ASSERT(rc == 0);
}

static void unlock(struct console *c)
{
    int rc = pthread_mutex_unlock(&c->lock);

    NJ_ASSERT(rc == 0);
}

/* --- what is typed --- */

/* A name that can stand in an address: no spaces, no colons, nothing that
 * does not show. False if nothing is left. */
static bool clean_user(const char *text, size_t n, char out[NJ_NAME_MAX])
{
    char clean[NJ_NAME_MAX];
    size_t len = nj_utf8_clean(text, n, USER_CHARS_MAX, clean,
                               NJ_ADDRESS_MAX - sizeof("console:u:"));
    size_t kept = 0;

    for (size_t i = 0; i < len; i++)
        if (clean[i] != ' ' && clean[i] != ':')
            out[kept++] = clean[i];
    out[kept] = '\0';
    return kept > 0;
}

/* Shows a typed line; in a script nothing else would. */
static void echo_line(struct console *c, const char *text)
{
    if (!c->echo)
        return;
    lock(c);
    (void)fprintf(c->out, "%s: %s\n", c->user, text);
    (void)fflush(c->out);
    unlock(c);
}

static void push_message(struct console *c, const char *text, bool group)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, c->base.index);

    e->group = group;
    e->at_me = group && c->addressed;
    nj_address_user(e->user, c->base.name, c->user);
    if (group)
        nj_address_group(e->chat, c->base.name, "1");
    else
        memcpy(e->chat, e->user, sizeof(e->chat));
    e->privacy = group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
    memcpy(e->name, c->user, sizeof(e->name));
    e->role = strcmp(c->user, c->first) == 0 ? NJ_ROLE_OWNER : NJ_ROLE_MEMBER;
    c->messages++;
    (void)snprintf(e->id, sizeof(e->id), "%llx-%llx",
                   (unsigned long long)c->started_ms,
                   (unsigned long long)c->messages);
    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(c->base.inbox, e);
}

static bool push_clock(struct console *c, const char *text)
{
    struct nj_event *e;
    int64_t ms;

    if (!c->clock || text[0] != '+' ||
        !nj_duration_parse(text + 1, strlen(text + 1), CLOCK_MAX_MS, &ms))
        return false;
    e = nj_event_create(NJ_EVENT_CLOCK, c->base.index);
    e->ms = ms;
    nj_inbox_push(c->base.inbox, e);
    return true;
}

static bool change_user(struct console *c, const char *text)
{
    char name[NJ_NAME_MAX];

    if (!c->others || text[0] != '=' ||
        !clean_user(text + 1, strlen(text + 1), name))
        return false;
    lock(c);
    memcpy(c->user, name, sizeof(name));
    unlock(c);
    return true;
}

/* One line without its end, valid UTF-8. */
static void on_line(struct console *c, const char *text)
{
    if (text[strspn(text, " \t")] == '\0')
        return;
    if (change_user(c, text))
        return;
    echo_line(c, text);
    if (push_clock(c, text))
        return;
    if (text[0] == '>' || (text[0] == '<' && c->aside))
        push_message(c, text + 1 + strspn(text + 1, " "), text[0] == '<');
    else
        push_message(c, text, !c->aside);
}

/* Bad bytes become U+FFFD, so that what they stood in is still read. */
static void repair(const struct nj_str *raw, struct nj_str *out)
{
    size_t at = 0;

    while (at < raw->len) {
        int32_t cp = 0;
        char bytes[4];

        at += nj_utf8_next(raw->p + at, raw->len - at, &cp);
        if (cp != '\r' && cp != 0)
            nj_str_add(out, bytes, nj_utf8_put(cp, bytes));
    }
}

static void end_line(struct console *c)
{
    struct nj_str text = NJ_STR_INIT(3 * LINE_MAX_BYTES);

    repair(&c->line, &text);
    nj_str_clear(&c->line);
    on_line(c, text.p);
    nj_str_fini(&text);
    if (c->script)
        nj_inbox_settle(c->base.inbox);
}

static void take_bytes(struct console *c, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n')
            end_line(c);
        else
            nj_str_putc(&c->line, bytes[i]);
    }
}

/* --- the reader's thread --- */

/* Waits for input: false when it is time to go. */
static bool wait_for_input(struct console *c)
{
    struct pollfd fds[2] = {{.fd = c->in, .events = POLLIN},
                            {.fd = c->wake[0], .events = POLLIN}};
    int rc;

    do
        rc = poll(fds, 2, -1);
    while (rc < 0 && errno == EINTR);
    return rc > 0 && fds[1].revents == 0;
}

/* False when it is time to go. */
static bool wait_for_release(const struct console *c)
{
    char byte = '\0';
    ssize_t n;

    do
        n = read(c->wake[0], &byte, 1);
    while (n < 0 && errno == EINTR);
    return n == 1 && byte == RELEASED;
}

static void *read_lines(void *arg)
{
    struct console *c = arg;
    char bytes[READ_BYTES];
    ssize_t n = 1;

    if (c->held && !wait_for_release(c))
        return NULL;
    while (n > 0) {
        if (!wait_for_input(c))
            return NULL;
        do
            n = read(c->in, bytes, sizeof(bytes));
        while (n < 0 && errno == EINTR);
        if (n > 0)
            take_bytes(c, bytes, (size_t)n);
    }
    if (c->line.len > 0)
        end_line(c);
    nj_inbox_push(c->base.inbox, nj_event_create(NJ_EVENT_STOP, c->base.index));
    return NULL;
}

/* --- what is said --- */

/* One text, each line with its chat in front. */
static void print_text(struct console *c, const char *chat, const char *text)
{
    struct nj_str out = NJ_STR_INIT((size_t)64 * NJ_TEXT_OUT_MAX);
    size_t n = strlen(text);
    size_t at = 0;

    nj_str_addf(&out, "[%s] ", chat);
    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        if (cp == '\n')
            nj_str_addf(&out, "\n[%s] ", chat);
        else if (!nj_utf8_control(cp)) /* nobody steers this terminal */
            nj_str_add(&out, text + at, len);
        at += len;
    }
    nj_str_putc(&out, '\n');
    (void)fwrite(out.p, 1, out.len, c->out);
    (void)fflush(c->out);
    nj_str_fini(&out);
}

static void push_fate(struct nj_gateway *g, uint64_t call, enum nj_fate fate)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, g->index);

    e->call = call;
    e->fate = fate;
    nj_inbox_push(g->inbox, e);
}

/* To a person, or the group (NULL), unless another process speaks by now. */
static void say_to(struct console *c, uint64_t call, const char *name,
                   const char *text)
{
    bool may = nj_fence_pass();

    lock(c);
    if (may)
        print_text(c,
                   name == NULL                 ? c->group
                   : strcmp(name, c->user) == 0 ? c->you
                                                : name,
                   text);
    unlock(c);
    push_fate(&c->base, call, may ? NJ_FATE_SENT : NJ_FATE_NOT_SENT);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct console *c = console_of(g);
    struct nj_str whole = NJ_STR_INIT((size_t)2 * NJ_TEXT_OUT_MAX);
    size_t said = 0;

    NJ_ASSERT(nj_address_group_id(to.address) != NULL);
    for (uint32_t i = 0; i < say->n_mentions; i++) {
        const char *name = nj_address_user_id(say->mentions[i]);
        size_t at = say->places != NULL ? say->places[i] : 0;

        NJ_ASSERT(name != NULL && said <= at);
        nj_str_add(&whole, say->text + said, at - said);
        nj_str_addf(&whole, "@%s ", name);
        said = at;
    }
    nj_str_puts(&whole, say->text + said);
    say_to(c, call, NULL, whole.p);
    nj_str_fini(&whole);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    struct console *c = console_of(g);
    const char *name = nj_address_user_id(nj_private_address(to));

    NJ_ASSERT(name != NULL);
    say_to(c, call, name, say->text);
}

/* --- life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    struct console *c = console_of(g);
    int rc;

    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_UP, g->index));
    rc = pthread_create(&c->reader, NULL, read_lines, c);
    if (rc != 0)
        return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s",
                       strerror(rc));
    c->reading = true;
    return NJ_OK;
}

static void put_byte(const struct console *c, char byte)
{
    ssize_t n;

    do
        n = write(c->wake[1], &byte, 1);
    while (n < 0 && errno == EINTR);
}

void nj_console_release(struct nj_gateway *g)
{
    const struct console *c = console_of(g);

    NJ_ASSERT(c->held && c->reading);
    put_byte(c, RELEASED);
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct console *c = console_of(g);
    int rc;

    (void)flush_ms; /* nothing is ever queued */
    if (!c->reading)
        return;
    nj_inbox_flow(g->inbox);
    put_byte(c, '\0');
    rc = pthread_join(c->reader, NULL);
    NJ_ASSERT(rc == 0);
    c->reading = false;
}

static void destroy(struct nj_gateway *g)
{
    struct console *c;

    if (g == NULL)
        return;
    c = console_of(g);
    NJ_ASSERT(!c->reading);
    (void)close(c->wake[0]);
    (void)close(c->wake[1]);
    nj_str_fini(&c->line);
    (void)pthread_mutex_destroy(&c->lock);
    free(c);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .stop = stop,
    .destroy = destroy,
};

static struct console *console_create(const struct nj_console_options *o,
                                      uint8_t index, struct nj_inbox *inbox)
{
    struct console *c = nj_alloc(sizeof(*c));
    struct nj_clock clock = nj_clock_system();

    c->base.ops = &ops;
    c->base.inbox = inbox;
    c->base.index = index;
    c->base.can = NJ_CAN_WIDE;
    memcpy(c->base.name, o->name, strlen(o->name) + 1);
    (void)snprintf(c->group, sizeof(c->group), "%s",
                   o->group != NULL ? o->group : "group");
    (void)snprintf(c->you, sizeof(c->you), "%s",
                   o->you != NULL ? o->you : "you");
    c->others = o->others;
    c->clock = o->clock;
    c->echo = o->echo;
    c->addressed = o->addressed;
    c->aside = o->aside;
    c->held = o->held;
    c->script = isatty(o->in) == 0;
    c->in = o->in;
    c->out = o->out;
    c->line = (struct nj_str)NJ_STR_INIT(LINE_MAX_BYTES);
    c->started_ms = nj_now_ms(&clock);
    (void)pthread_mutex_init(&c->lock, NULL);
    return c;
}

enum nj_status nj_console_create(const struct nj_console_options *o,
                                 uint8_t index, struct nj_inbox *inbox,
                                 struct nj_gateway **out, struct nj_err *err)
{
    struct console *c;
    char user[NJ_NAME_MAX] = "";
    size_t n = strlen(o->name);

    if (n == 0 || n >= sizeof(c->base.name) || strchr(o->name, ':') != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    if (!clean_user(o->user, strlen(o->user), user))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "not a name of a person: '%s'",
                       o->user);
    c = console_create(o, index, inbox);
    memcpy(c->user, user, sizeof(user));
    memcpy(c->first, user, sizeof(user));
    if (pipe(c->wake) != 0) {
        enum nj_status st =
            nj_fail(err, NJ_ERR_IO, "cannot open a pipe: %s", strerror(errno));

        (void)pthread_mutex_destroy(&c->lock);
        free(c);
        return st;
    }
    *out = &c->base;
    return NJ_OK;
}
