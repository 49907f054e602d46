/*
 * A conversation of a test with the gateway of QQ's bot platform over
 * loopback: what the tests of this folder share.
 */
#ifndef NJ_TESTS_GATEWAY_QQBOT_TALK_H
#define NJ_TESTS_GATEWAY_QQBOT_TALK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "gateway/qqbot/qqbot.h"
#include "kit/ears.h"
#include "kit/kept_log.h"
#include "kit/nj_test.h"
#include "kit/private.h"
#include "kit/qqbot_server.h"

#define GROUP     "6A1F00000000000000000000000000A1"
#define USER      "7B2E00000000000000000000000000B2"
#define GROUP_AT  "qqbot:g:" GROUP
#define USER_AT   "qqbot:u:" USER
#define KEPT_MAX  32
#define KEPT_TEXT 2048

/* What an NJ_EVENT_KEEP of the test's time has kept. */
struct kept {
    char name[NJ_ADDRESS_MAX], value[KEPT_TEXT];
};

struct fixture {
    struct qqbot_server *server;
    struct ears ears;
    struct nj_qqbot_options o;
    struct kept kept[KEPT_MAX];
    struct nj_gateway_kept given[KEPT_MAX];
    uint32_t n_kept;
    int64_t offset;
    uint32_t calls;
};

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    char faults[2000];

    if (f->ears.g != NULL)
        f->ears.g->ops->stop(f->ears.g, 0);
    ears_hang_up(&f->ears);
    (void)snprintf(faults, sizeof(faults), "%s",
                   qqbot_server_violations(f->server));
    qqbot_server_stop(f->server);
    ears_close(&f->ears);
    free(f);
    if (faults[0] != '\0')
        print_error("%s", faults);
    return faults[0] == '\0' ? 0 : -1;
}

static inline void note_offset(struct fixture *f, const struct nj_event *e)
{
    f->offset = e->offset > f->offset ? e->offset : f->offset;
}

static inline void keep(void *fixture, const struct nj_event *e)
{
    struct fixture *f = fixture;
    uint32_t i = 0;

    while (i < f->n_kept && strcmp(f->kept[i].name, e->chat) != 0)
        i++;
    assert_true(i < KEPT_MAX);
    if (i == f->n_kept)
        f->n_kept++;
    nj_str_copy(f->kept[i].name, NJ_ADDRESS_MAX, e->chat);
    nj_str_copy(f->kept[i].value, KEPT_TEXT, e->text != NULL ? e->text : "");
    note_offset(f, e);
}

/* The next event, which must be of that kind; the caller owns it. */
static inline struct nj_event *expect(struct fixture *f,
                                      enum nj_event_kind kind)
{
    struct nj_event *e = ears_expect(&f->ears, kind);

    note_offset(f, e);
    return e;
}

static inline void only(struct fixture *f, enum nj_event_kind kind)
{
    nj_event_destroy(expect(f, kind));
}

/* Waits for that message, whatever comes before it. */
static inline void hears_at_last(struct fixture *f, const char *text)
{
    bool found = false;

    while (!found) {
        struct nj_event *e = expect(f, NJ_EVENT_MESSAGE);

        found = strcmp(e->text, text) == 0;
        nj_event_destroy(e);
    }
}

static inline int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->server = qqbot_server_start(true);
    qqbot_server_meet(f->server, QQBOT_GROUP, GROUP);
    qqbot_server_meet(f->server, QQBOT_USER, USER);
    f->ears.in = nj_inbox_create();
    f->ears.keep = keep;
    f->ears.ctx = f;
    f->o = (struct nj_qqbot_options){.name = "qqbot",
                                     .app = QQBOT_APP,
                                     .secret = QQBOT_SECRET,
                                     .api = qqbot_server_url(f->server),
                                     .tokens = qqbot_server_url(f->server),
                                     .verified = true,
                                     .backoff_min_ms = 20,
                                     .backoff_max_ms = 100,
                                     .answer_ms = 1000,
                                     .upload_ms = 3000,
                                     .grace_ms = 2000};
    *state = f;
    return 0;
}

static inline void hears(struct fixture *f, const char *text)
{
    struct nj_event *e = expect(f, NJ_EVENT_MESSAGE);

    assert_string_equal(e->text, text);
    nj_event_destroy(e);
}

static inline void expect_trouble(struct fixture *f, const char *word)
{
    struct nj_event *e = expect(f, NJ_EVENT_TROUBLE);

    assert_string_equal(e->text, word);
    nj_event_destroy(e);
}

static inline void expect_fate(struct fixture *f, uint64_t call,
                               enum nj_fate fate)
{
    struct nj_event *e = expect(f, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    nj_event_destroy(e);
}

static inline void start(struct fixture *f)
{
    struct nj_err err;

    for (uint32_t i = 0; i < f->n_kept; i++)
        f->given[i] =
            (struct nj_gateway_kept){f->kept[i].name, f->kept[i].value};
    f->o.kept = f->given;
    f->o.n_kept = f->n_kept;
    f->o.offset = f->offset;
    assert_int_equal(
        nj_qqbot_create(&f->o, EARS_INDEX, f->ears.in, &f->ears.g, &err),
        NJ_OK);
    assert_int_equal(f->ears.g->ops->start(f->ears.g, &err), NJ_OK);
}

static inline struct fixture *connected(void **state)
{
    struct fixture *f = *state;

    start(f);
    only(f, NJ_EVENT_UP);
    return f;
}

/* The process ends and another begins; what was kept by then is known. */
static inline void live_again(struct fixture *f)
{
    f->ears.g->ops->stop(f->ears.g, 0);
    ears_hang_up(&f->ears);
    f->ears.g = NULL;
    start(f);
}

static inline void say_group(struct fixture *f, uint64_t call,
                             const struct nj_say *say)
{
    f->ears.g->ops->send_group(f->ears.g, call, (struct nj_group){GROUP_AT},
                               say);
}

static inline void send_group(struct fixture *f, uint64_t call,
                              const char *text)
{
    say_group(f, call, &(struct nj_say){.text = text});
}

static inline void send_private(struct fixture *f, uint64_t call,
                                const char *text)
{
    f->ears.g->ops->send_private(f->ears.g, call, PRIVATE_CHAT(USER_AT),
                                 &(struct nj_say){.text = text});
}

/* Somebody has to listen meanwhile: what carries a text is kept before it goes.
 */
static inline const char *came(struct fixture *f, enum qqbot_scene scene,
                               const char *part)
{
    const char *chat = scene == QQBOT_GROUP ? GROUP : USER;
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;
    const char *text = NULL;

    while (text == NULL && nj_monotonic_ms() < until_ms) {
        ears_open(&f->ears, 0);
        text = qqbot_server_expect(f->server, scene, chat, part, 10);
    }
    assert_non_null(text);
    return text;
}

static inline void group_says(struct fixture *f, const char *text)
{
    qqbot_server_say(f->server, QQBOT_GROUP, GROUP, USER, "Ann", text);
}

static inline void user_says(struct fixture *f, const char *text)
{
    qqbot_server_say(f->server, QQBOT_USER, USER, USER, "Ann", text);
}

static inline void accident(struct fixture *f, const char *part,
                            enum qqbot_reply reply, int64_t code, int status)
{
    qqbot_server_rule(f->server, &(struct qqbot_rule){.part = part,
                                                      .reply = reply,
                                                      .code = code,
                                                      .status = status,
                                                      .times = 1});
}

static inline uint32_t shown(struct fixture *f, enum qqbot_scene scene,
                             const char *part)
{
    const struct qqbot_platform *p = qqbot_server_enter(f->server);
    uint32_t n =
        qqbot_shown(p, scene, scene == QQBOT_GROUP ? GROUP : USER, part);

    qqbot_server_leave(f->server);
    return n;
}

static inline uint32_t refused(struct fixture *f, int64_t code)
{
    const struct qqbot_platform *p = qqbot_server_enter(f->server);
    uint32_t n = qqbot_refused(p, code);

    qqbot_server_leave(f->server);
    return n;
}

/* In all that happened no secret was ever written down. Runs last. */
static inline void no_secret_is_in_a_line(void **state)
{
    NJ_UNUSED(state);
    assert_true(kept_log()[0] != '\0');
    assert_null(strstr(kept_log(), QQBOT_SECRET));
    assert_null(strstr(kept_log(), "QQBot t"));
    assert_null(strstr(kept_log(), "a secret"));
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

#endif
