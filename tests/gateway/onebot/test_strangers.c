/*
 * Where the gateway listens, and what somebody without a token can do there:
 * nothing that keeps the right program out.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gateway/onebot/talk.h"
#include "kit/crowd.h"
#include "kit/http.h"
#include "kit/kept_log.h"

#define WAVES      20
#define HELD_MOST  ((size_t)64) /* of one address */
#define PATIENCE   200 /* ms for a handshake, where a test waits for its end */
#define LONG_MS    20000
#define ANSWER     4096
#define SLOW_BYTES 70000

struct place {
    struct fixture f;
    struct nj_crowd crowd;
    const char *host;
};

static struct nj_gateway *listen_at(const char *listen, const char *token,
                                    int64_t handshake_ms, struct nj_inbox *in)
{
    struct nj_onebot_options o = hasty("qq", token);
    struct nj_gateway *g = NULL;
    struct nj_err err;

    o.listen = listen;
    o.account = "10000";
    o.handshake_ms = handshake_ms;
    if (nj_onebot_create(&o, EARS_INDEX, in, &g, &err) != NJ_OK ||
        g->ops->start(g, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return g;
}

static struct place *open_place(const char *host, int64_t handshake_ms)
{
    struct place *p = nj_alloc(sizeof(*p));
    char listen[64];

    (void)snprintf(listen, sizeof(listen),
                   strchr(host, ':') != NULL ? "[%s]:0" : "%s:0", host);
    p->host = host;
    p->f.server = nj_ob_server_start(TOKEN);
    p->f.ears.in = nj_inbox_create();
    p->f.ears.g = listen_at(listen, TOKEN, handshake_ms, p->f.ears.in);
    return p;
}

static int setup_four(void **state)
{
    *state = open_place("127.0.0.1", 0);
    return 0;
}

static int setup_six(void **state)
{
    *state = nj_crowd_has_ipv6() ? open_place("::1", 0) : NULL;
    return 0;
}

static int setup_hasty(void **state)
{
    *state = open_place("127.0.0.1", PATIENCE);
    return 0;
}

static int teardown_place(void **state)
{
    struct place *p = *state;
    bool fine;

    if (p == NULL)
        return 0;
    nj_crowd_leave(&p->crowd);
    p->f.ears.g->ops->stop(p->f.ears.g, 0);
    fine = end_talk(&p->f);
    free(p);
    return fine ? 0 : -1;
}

static uint16_t port_of(const struct place *p)
{
    return nj_onebot_port(p->f.ears.g);
}

static void enter(struct place *p)
{
    nj_ob_server_dial(
        p->f.server, &(struct nj_ob_dial){.host = p->host, .port = port_of(p)});
    ears_only(&p->f.ears, NJ_EVENT_UP);
}

static void drop(struct place *p)
{
    nj_ob_server_drop(p->f.server);
    ears_only(&p->f.ears, NJ_EVENT_DOWN);
}

/* --- where it listens --- */

static bool listens_at(const struct place *p, const char *host)
{
    char all[1000], one[80];

    (void)snprintf(one, sizeof(one), "%s:%u ", host, (unsigned)port_of(p));
    nj_crowd_listening(all, sizeof(all));
    return strstr(all, one) != NULL;
}

static void loopback_is_no_more_than_its_one_address(void **state)
{
    struct place *p = *state;
    char other[64];

    assert_true(listens_at(p, "127.0.0.1"));
    assert_false(listens_at(p, "[::]"));
    assert_false(listens_at(p, "0.0.0.0"));
    assert_true(nj_crowd_open("127.0.0.1", port_of(p)));
    assert_false(nj_crowd_open("127.0.0.2", port_of(p)));
    if (nj_crowd_has_ipv6())
        assert_false(nj_crowd_open("::1", port_of(p)));
    if (nj_crowd_other_address(other, sizeof(other)))
        assert_false(nj_crowd_open(other, port_of(p)));
}

static void the_loopback_of_ipv6_is_no_more_either(void **state)
{
    struct place *p = *state;
    char other[64];

    if (p == NULL) {
        skip();
    } else {
        assert_true(listens_at(p, "[::1]"));
        assert_false(nj_crowd_open("127.0.0.1", port_of(p)));
        if (nj_crowd_other_address(other, sizeof(other)))
            assert_false(nj_crowd_open(other, port_of(p)));
        enter(p);
    }
}

static void no_token_is_for_loopback_alone(void **state)
{
    static const char *const outside[] = {"0.0.0.0:0", "[::]:0", "10.0.0.1:0",
                                          "[::2]:0"};
    struct nj_onebot_options o = hasty("qq", "");
    struct nj_gateway *g = NULL;
    struct nj_err err;

    NJ_UNUSED(state);
    o.account = "10000";
    for (size_t i = 0; i < NJ_COUNT(outside); i++) {
        o.listen = outside[i];
        assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err),
                         NJ_ERR_BAD_INPUT);
        assert_non_null(strstr(err.text, "token"));
    }
    o.listen = "300.1.1.1:1";
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "127.0.0.1:8081"));
}

/* --- what a stranger gets --- */

#define HOST "Host: 127.0.0.1\r\n"
#define KNOCK                                           \
 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

/* Each is answered, or not, and closed: no 101, nothing kept open. */
static void requests_are_answered_and_closed(void **state)
{
    static const char *const odd[] = {
        "GET / HTTP/1.1\r\n" HOST "\r\n",
        "GET / HTTP/1.1\r\n" HOST "Connection: keep-alive\r\n\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: h2c\r\nConnection: Upgrade, "
        "HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: nothing\r\nConnection: Upgrade\r\n"
        "\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n" KNOCK "\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n" KNOCK
        "X-Self-ID: 10000\r\nSec-WebSocket-Protocol: onebot\r\n\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n" KNOCK
        "X-Self-ID: 10000\r\nAuthorization: Bearer wrong\r\n\r\n",
        "POST / HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\nhello",
        "HEAD / HTTP/1.1\r\n" HOST "\r\n",
        "CONNECT example.org:443 HTTP/1.1\r\n" HOST "\r\n",
        "OPTIONS * HTTP/1.1\r\n" HOST "\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "nonsense\r\n\r\n",
        "\r\n\r\n\r\n",
    };
    struct place *p = *state;
    static char answer[ANSWER];

    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        (void)nj_http_ask(port_of(p), odd[i], strlen(odd[i]), answer,
                          sizeof(answer));
        if (strstr(answer, " 101 ") != NULL || strstr(answer, " 200 ") != NULL)
            fail_msg("let in: %s", odd[i]);
    }
    assert_int_equal(nj_ob_server_connections(p->f.server), 0);
}

static void endless_headers_are_cut_off(void **state)
{
    struct place *p = *state;
    char *request = nj_alloc(SLOW_BYTES + 1);
    static const char begin[] = "GET / HTTP/1.1\r\n" HOST "X-Long: ";
    static char answer[ANSWER];

    memset(request, 'x', SLOW_BYTES);
    memcpy(request, begin, sizeof(begin) - 1);
    (void)nj_http_ask(port_of(p), request, SLOW_BYTES, answer, sizeof(answer));
    assert_null(strstr(answer, " 101 "));
    free(request);
}

/* Silent ones, slow ones, and those whom an answer was given. */
static void who_does_not_say_who_he_is_has_to_go(void **state)
{
    static const char *const says[] = {
        "", "G", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\n" HOST "\r\n"};
    struct place *p = *state;

    for (size_t i = 0; i < NJ_COUNT(says); i++)
        nj_crowd_come(&p->crowd, "127.0.0.1", "127.0.0.1", port_of(p), 5,
                      says[i]);
    assert_int_equal(nj_crowd_held(&p->crowd, 0, LONG_MS), 0);
    enter(p);
}

/* --- many strangers --- */

/* They come in waves and hold what they have; after each wave the right
 * program finds its way in at its first try. */
static void withstand(struct place *p, const char *const from[3])
{
    static const char *const says[] = {
        "", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"};
    size_t wave = nj_crowd_size() / WAVES;

    for (size_t i = 0; i < WAVES; i++) {
        nj_crowd_come(&p->crowd, from[i % 3], p->host, port_of(p), wave,
                      says[i % NJ_COUNT(says)]);
        enter(p);
        drop(p);
    }
    assert_in_range(nj_crowd_held(&p->crowd, 3 * HELD_MOST, LONG_MS), 0,
                    3 * HELD_MOST);
    enter(p);
}

static void a_crowd_from_elsewhere_keeps_nobody_out(void **state)
{
    static const char *const from[3] = {"127.0.0.2", "127.0.0.3", "127.0.0.4"};

    withstand(*state, from);
}

static void a_crowd_from_the_same_address_keeps_nobody_out(void **state)
{
    static const char *const from[3] = {"127.0.0.1", "127.0.0.1", "127.0.0.1"};

    withstand(*state, from);
}

static void a_crowd_over_ipv6_keeps_nobody_out(void **state)
{
    static const char *const from[3] = {"::1", "::1", "::1"};

    if (*state != NULL)
        withstand(*state, from);
    else
        skip();
}

/* Somebody who has just come is not pushed out by whoever comes from another
 * address, however many. */
static void a_crowd_pushes_out_its_own_only(void **state)
{
    static const char *const from[] = {"127.0.0.2", "127.0.0.3", "127.0.0.4",
                                       "127.0.0.5", "127.0.0.6"};
    struct place *p = *state;
    struct nj_crowd *quiet = nj_alloc(sizeof(*quiet));

    nj_crowd_come(quiet, "127.0.0.1", p->host, port_of(p), 1, "");
    for (size_t i = 0; i < NJ_COUNT(from); i++)
        nj_crowd_come(&p->crowd, from[i], p->host, port_of(p), 100, "");
    (void)nj_crowd_held(&p->crowd, 4 * HELD_MOST, LONG_MS);
    assert_int_equal(nj_crowd_held(quiet, 0, 0), 1);
    nj_crowd_leave(quiet);
    free(quiet);
    enter(p);
}

/* The process is not given one more: nobody waits in the queue for ever, and
 * nothing is lost once there are some again. */
static void without_descriptors_strangers_are_closed(void **state)
{
    struct place *p = *state;
    struct sockaddr_in to = {.sin_family = AF_INET};
    struct rlimit was, none;

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(port_of(p));
    for (p->crowd.n = 0; p->crowd.n < 8; p->crowd.n++)
        p->crowd.fds[p->crowd.n] = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = was;
    none.rlim_cur = (rlim_t)dup(0);
    assert_int_equal(close((int)none.rlim_cur), 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    for (size_t i = 0; i < p->crowd.n; i++) {
        int fd = p->crowd.fds[i];

        assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
        assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    }
    assert_int_equal(nj_crowd_held(&p->crowd, 0, LONG_MS), 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    enter(p);
}

static uint32_t lines_with(const char *part)
{
    uint32_t n = 0;

    for (const char *at = kept_log(); (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

static void the_log_does_not_grow_with_refusals(void **state)
{
    static const char *const asks[] = {
        "GET / HTTP/1.1\r\n" HOST "\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n" KNOCK "\r\n",
        "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n" KNOCK
        "X-Self-ID: 10000\r\n\r\n",
        "nonsense\r\n\r\n",
    };
    struct place *p = *state;
    static char answer[ANSWER];

    kept_log_begin();
    for (int i = 0; i < 100; i++)
        for (size_t k = 0; k < NJ_COUNT(asks); k++)
            (void)nj_http_ask(port_of(p), asks[k], strlen(asks[k]), answer,
                              sizeof(answer));
    assert_int_equal(lines_with("onebot odd_request"), 7); /* 1, 2, ... 64 */
    assert_int_equal(lines_with("onebot unknown_account"), 7);
    assert_int_equal(lines_with("onebot token_refused"), 7);
    assert_in_range(
        lines_with("Z I ") + lines_with("Z W ") + lines_with("Z E "), 21, 40);
    expect_trouble(&p->f, "token");
}

#define PLACE(test, setup) \
 cmocka_unit_test_setup_teardown(test, setup, teardown_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE(loopback_is_no_more_than_its_one_address, setup_four),
        PLACE(the_loopback_of_ipv6_is_no_more_either, setup_six),
        cmocka_unit_test(no_token_is_for_loopback_alone),
        PLACE(requests_are_answered_and_closed, setup_hasty),
        PLACE(endless_headers_are_cut_off, setup_hasty),
        PLACE(who_does_not_say_who_he_is_has_to_go, setup_hasty),
        PLACE(a_crowd_from_elsewhere_keeps_nobody_out, setup_four),
        PLACE(a_crowd_from_the_same_address_keeps_nobody_out, setup_four),
        PLACE(a_crowd_over_ipv6_keeps_nobody_out, setup_six),
        PLACE(a_crowd_pushes_out_its_own_only, setup_four),
        PLACE(without_descriptors_strangers_are_closed, setup_four),
        PLACE(the_log_does_not_grow_with_refusals, setup_four),
    };

    return cmocka_run_group_tests_name("onebot/strangers", tests, NULL, NULL);
}
