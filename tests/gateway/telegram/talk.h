/*
 * A conversation of a test with the Telegram gateway over loopback: what the
 * tests of this folder share.
 */
#ifndef NJ_TESTS_GATEWAY_TELEGRAM_TALK_H
#define NJ_TESTS_GATEWAY_TELEGRAM_TALK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/telegram/telegram.h"
#include "kit/ears.h"
#include "kit/kept_log.h"
#include "kit/nj_test.h"
#include "kit/private.h"
#include "kit/telegram_server.h"

#define TOKEN  "8100000001:AAtest-token_of-the-tests"
#define SECRET "AAtest-token_of-the-tests"
#define GROUP  (-1001234567890)
#define SMALL  (-4242)
#define PERSON 77

struct fixture {
    struct nj_tg_server *server;
    struct ears ears;
    struct nj_telegram_options o;
};

static inline int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->server = nj_tg_server_start(TOKEN);
    f->ears.in = nj_inbox_create();
    f->o = (struct nj_telegram_options){.name = "tg",
                                        .url = nj_tg_server_url(f->server),
                                        .token = TOKEN,
                                        .poll_s = 5,
                                        .backoff_min_ms = 20,
                                        .backoff_max_ms = 100,
                                        .answer_ms = 1000,
                                        .upload_ms = 3000,
                                        .refused_ms = 200,
                                        .conflict_ms = 300};
    *state = f;
    return 0;
}

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    char faults[2000];

    if (f->ears.g != NULL)
        f->ears.g->ops->stop(f->ears.g, 0);
    ears_hang_up(&f->ears);
    (void)snprintf(faults, sizeof(faults), "%s",
                   nj_tg_server_violations(f->server));
    nj_tg_server_stop(f->server);
    ears_close(&f->ears);
    free(f);
    if (faults[0] != '\0')
        print_error("%s", faults);
    return faults[0] == '\0' ? 0 : -1;
}

static inline void expect_trouble(struct fixture *f, const char *part)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_TROUBLE);

    assert_non_null(strstr(e->text, part));
    nj_event_destroy(e);
}

static inline void expect_fate(struct fixture *f, uint64_t call,
                               enum nj_fate fate)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    assert_int_equal(e->id[0] != '\0', fate == NJ_FATE_SENT);
    nj_event_destroy(e);
}

static inline void start(struct fixture *f)
{
    struct nj_err err;

    assert_int_equal(
        nj_telegram_create(&f->o, EARS_INDEX, f->ears.in, &f->ears.g, &err),
        NJ_OK);
    assert_int_equal(f->ears.g->ops->start(f->ears.g, &err), NJ_OK);
}

static inline struct fixture *connected(void **state)
{
    struct fixture *f = *state;

    start(f);
    ears_only(&f->ears, NJ_EVENT_UP);
    return f;
}

static inline void say_group(struct fixture *f, uint64_t call,
                             const struct nj_say *say)
{
    f->ears.g->ops->send_group(f->ears.g, call,
                               (struct nj_group){"tg:g:-1001234567890"}, say);
}

static inline void send_group(struct fixture *f, uint64_t call,
                              const char *text)
{
    say_group(f, call, &(struct nj_say){.text = text});
}

static inline void send_private(struct fixture *f, uint64_t call,
                                const char *text)
{
    f->ears.g->ops->send_private(f->ears.g, call, PRIVATE_CHAT("tg:u:77"),
                                 &(struct nj_say){.text = text, .kept = true});
}

static inline const struct nj_tg_checked *came(struct fixture *f,
                                               const char *method,
                                               const char *part)
{
    const struct nj_tg_checked *c =
        nj_tg_server_expect(f->server, method, 0, part, WAIT_MS);

    assert_non_null(c);
    return c;
}

static inline int64_t number(const char *id)
{
    return strtoll(id, NULL, 10);
}

static inline void refuse(struct fixture *f, int64_t code, const char *words,
                          int64_t parameter)
{
    nj_tg_server_reply(f->server,
                       &(struct nj_tg_rule){.method = "",
                                            .reply = NJ_TG_REPLY_FAIL,
                                            .code = code,
                                            .words = words,
                                            .parameter = parameter,
                                            .times = 1});
}

static inline void accident(struct fixture *f, const char *method,
                            enum nj_tg_reply reply, int64_t code)
{
    nj_tg_server_reply(f->server, &(struct nj_tg_rule){.method = method,
                                                       .reply = reply,
                                                       .code = code,
                                                       .times = 1});
}

/* In all that happened the token was never written down. Runs last. */
static inline void the_token_is_in_no_line(void **state)
{
    NJ_UNUSED(state);
    assert_true(kept_log()[0] != '\0');
    assert_null(strstr(kept_log(), SECRET));
    assert_null(strstr(kept_log(), "://"));
    assert_null(strstr(kept_log(), "a secret"));
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

#endif
