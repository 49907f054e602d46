/*
 * The room over real sockets: who comes in and who does not, what each hears,
 * and what is there when he comes back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/room/room.h"
#include "gateway/room/room_priv.h"
#include "kit/http.h"
#include "kit/nj_test.h"
#include "kit/page_line.h"
#include "kit/private.h"

#define FRAME_BYTES 65536
#define KEPT_MAX    32

struct fixture {
    struct nj_inbox *inbox;
    struct nj_gateway *g;
    uint16_t port;
    char token[NJ_HEX_BYTES];
    char in[FRAME_BYTES];
    struct nj_gateway_kept kept[KEPT_MAX]; /* what it has asked to keep */
    size_t n_kept;
    struct nj_arena arena; /* where their texts lie */
};

static void begin(struct fixture *f)
{
    struct nj_room_options o = {.name = "room",
                                .listen = "127.0.0.1:0",
                                .words = "{\"en\":{}}",
                                .kept = f->kept,
                                .n_kept = f->n_kept};
    char address[NJ_ROOM_ADDRESS_MAX];
    struct nj_err err = {{0}};

    if (f->n_kept == 0)
        f->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    f->inbox = nj_inbox_create();
    assert_int_equal(nj_room_create(&o, 3, f->inbox, &f->g, &err), NJ_OK);
    assert_int_equal(f->g->ops->start(f->g, &err), NJ_OK);
    nj_room_invite(f->g, address);
    f->port = (uint16_t)strtoul(strrchr(address, ':') + 1, NULL, 10);
    memcpy(f->token, strrchr(address, '/') + 1, sizeof(f->token));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct nj_gateway_kept *)a)->name,
                  ((const struct nj_gateway_kept *)b)->name);
}

static void forget_all(struct fixture *f)
{
    f->n_kept = 0;
    nj_arena_fini(&f->arena);
}

/* As the store keeps it: by its name, in their order. */
static void note(struct fixture *f, const struct nj_event *e)
{
    size_t i = 0;

    if (e->kind != NJ_EVENT_KEEP)
        return;
    while (i < f->n_kept && strcmp(f->kept[i].name, e->chat) != 0)
        i++;
    if (i < f->n_kept)
        f->kept[i] = f->kept[--f->n_kept];
    if (e->text == NULL)
        return;
    assert_in_range(f->n_kept, 0, KEPT_MAX - 1);
    f->kept[f->n_kept++] = (struct nj_gateway_kept){
        nj_arena_copy(&f->arena, e->chat, strlen(e->chat)),
        nj_arena_copy(&f->arena, e->text, strlen(e->text))};
    qsort(f->kept, f->n_kept, sizeof(f->kept[0]), by_name);
}

/* The first of these of that kind, or NULL; the others are gone. */
static struct nj_event *pick(struct fixture *f, struct nj_event *all,
                             enum nj_event_kind kind)
{
    struct nj_event *found = NULL;

    while (all != NULL) {
        struct nj_event *e = all;

        all = e->next;
        note(f, e);
        if (e->kind == kind && found == NULL)
            found = e;
        else
            nj_event_destroy(e);
    }
    return found;
}

static void end(struct fixture *f)
{
    f->g->ops->stop(f->g, 0);
    nj_event_destroy(pick(f, nj_inbox_take(f->inbox, 0), NJ_EVENT_STOP));
    f->g->ops->destroy(f->g);
    nj_inbox_destroy(f->inbox);
}

/* The next event of that kind; what is to be kept is noted on the way. */
static struct nj_event *await(struct fixture *f, enum nj_event_kind kind)
{
    for (int i = 0; i < 100; i++) {
        struct nj_event *e = pick(f, nj_inbox_take(f->inbox, 100), kind);

        if (e != NULL)
            return e;
    }
    fail_msg("no such event came");
    return NULL;
}

static void open_line(struct fixture *f, struct nj_page_line *l)
{
    assert_int_equal(nj_page_line_open(l, f->port, NULL, "", "/talk"), 101);
}

/* What stands behind "secret":" in the last frame. */
static void secret_of(const struct fixture *f, char out[NJ_HEX_BYTES])
{
    const char *at = strstr(f->in, "\"secret\":\"");

    assert_non_null(at);
    memcpy(out, at + 10, NJ_HEX_BYTES - 1);
    out[NJ_HEX_BYTES - 1] = '\0';
}

static void wish(const struct nj_page_line *l, const char *what,
                 const char *secret, const char *text)
{
    char frame[512];

    (void)snprintf(frame, sizeof(frame),
                   "{\"do\":\"%s\",\"secret\":\"%s\"%s%s%s}", what, secret,
                   text != NULL ? ",\"text\":\"" : "", text != NULL ? text : "",
                   text != NULL ? "\"" : "");
    nj_page_line_say(l, frame);
}

/* A new person on a line of his own. */
static void come(struct fixture *f, struct nj_page_line *l, const char *key,
                 const char *name, char secret[NJ_HEX_BYTES])
{
    open_line(f, l);
    wish(l, "new", key, name);
    nj_page_line_await(l, "\"is\":\"you\"", f->in, sizeof(f->in));
    secret_of(f, secret);
}

static void enter(struct fixture *f, char key[NJ_HEX_BYTES])
{
    struct nj_page_line l;

    open_line(f, &l);
    wish(&l, "enter", f->token, NULL);
    nj_page_line_await(&l, "\"is\":\"key\"", f->in, sizeof(f->in));
    secret_of(f, key);
    nj_page_line_close(&l);
}

static void back(struct fixture *f, struct nj_page_line *l, const char *secret,
                 const char *life, unsigned since)
{
    char frame[256];

    open_line(f, l);
    (void)snprintf(
        frame, sizeof(frame),
        "{\"do\":\"back\",\"secret\":\"%s\",\"life\":\"%s\",\"since\":%u}",
        secret, life, since);
    nj_page_line_say(l, frame);
}

/* The line says no for that reason, and ends. */
static void is_refused(struct fixture *f, struct nj_page_line *l,
                       const char *why)
{
    nj_page_line_await(l, "\"is\":\"no\"", f->in, sizeof(f->in));
    assert_non_null(strstr(f->in, why));
    assert_int_equal(nj_page_line_take(l, f->in, sizeof(f->in)), -1);
    nj_page_line_close(l);
}

/* --- the door --- */

/* GET as a browser asks; the status. */
static int get(struct fixture *f, const char *path)
{
    char head[512];
    int n = snprintf(head, sizeof(head),
                     "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", path,
                     (unsigned)f->port);

    assert_in_range(n, 1, sizeof(head) - 1);
    assert_true(nj_http_ask(f->port, head, (size_t)n, f->in, sizeof(f->in)) >
                12);
    return (int)strtol(f->in + 9, NULL, 10);
}

static void other_hosts_and_origins_are_refused(void **state)
{
    static const char *const hosts[] = {"evil.example:%u", "127.0.0.1:1",
                                        "127.0.0.1", "localhost.evil:1"};
    static struct fixture f;
    struct nj_page_line l;

    NJ_UNUSED(state);
    begin(&f);
    for (size_t i = 0; i < NJ_COUNT(hosts); i++) {
        char host[64], origin[80];

        (void)snprintf(host, sizeof(host), "evil.example:%u", (unsigned)f.port);
        if (i > 0)
            (void)snprintf(host, sizeof(host), "%s", hosts[i]);
        (void)snprintf(origin, sizeof(origin), "http://%s", host);
        assert_int_equal(nj_page_line_open(&l, f.port, host, origin, "/talk"),
                         403);
    }
    assert_int_equal(nj_page_line_open(&l, f.port, NULL, NULL, "/talk"), 403);
    assert_int_equal(
        nj_page_line_open(&l, f.port, NULL, "http://evil.example", "/talk"),
        403);
    assert_int_equal(nj_page_line_open(&l, f.port, NULL, "null", "/talk"), 403);
    assert_int_equal(nj_page_line_open(&l, f.port, NULL, "", "/other"), 404);
    end(&f);
}

static void a_host_is_numbers_or_localhost(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_room_host_fits("127.0.0.1:80", 80));
    assert_true(nj_room_host_fits("192.168.1.5:80", 80));
    assert_true(nj_room_host_fits("localhost:80", 80));
    assert_true(nj_room_host_fits("[::1]:80", 80));
    assert_false(nj_room_host_fits("127.0.0.1:81", 80));
    assert_false(nj_room_host_fits("127.0.0.1", 80));
    assert_false(nj_room_host_fits("a.127.0.0.1:80", 80));
    assert_false(nj_room_host_fits("localhost.a:80", 80));
    assert_false(nj_room_host_fits("::1:80", 80));
    assert_false(nj_room_host_fits("", 80));
    assert_false(nj_room_host_fits(":80", 80));
}

static void the_page_is_served_and_nothing_else(void **state)
{
    static const char *const none[] = {"/room", "/../room.c", "/enter", "/talk",
                                       "/used.html"};
    static struct fixture f;

    NJ_UNUSED(state);
    begin(&f);
    assert_int_equal(get(&f, "/"), 200);
    assert_non_null(strstr(f.in, "default-src 'none'; script-src 'self'"));
    assert_non_null(strstr(f.in, "frame-ancestors 'none'"));
    assert_int_equal(get(&f, "/room.js"), 200);
    assert_int_equal(get(&f, "/words.json"), 200);
    assert_non_null(strstr(f.in, "{\"en\":{}}"));
    for (size_t i = 0; i < NJ_COUNT(none); i++)
        assert_int_equal(get(&f, none[i]), 404);
    assert_int_equal(get(&f, "/enter/none"), 403);
    end(&f);
}

static void an_address_works_once(void **state)
{
    static struct fixture f;
    char path[128], key[NJ_HEX_BYTES];
    struct nj_page_line l;

    NJ_UNUSED(state);
    begin(&f);
    (void)snprintf(path, sizeof(path), "/enter/%s", f.token);
    assert_int_equal(get(&f, path), 200);
    assert_int_equal(get(&f, path), 200);
    enter(&f, key);
    assert_int_equal(get(&f, path), 403);
    assert_non_null(strstr(f.in, "was used already"));
    open_line(&f, &l);
    wish(&l, "enter", f.token, NULL);
    is_refused(&f, &l, "token");
    end(&f);
}

static void nothing_is_said_to_who_shows_nothing(void **state)
{
    static const char *const frames[] = {
        "{\"do\":\"say\",\"to\":\"group\",\"text\":\"hi\"}",
        "{\"do\":\"invite\"}",
        "{\"do\":\"press\",\"to\":\"me\",\"n\":1,\"token\":\"a\"}",
        "{\"do\":\"know\",\"secret\":\"\"}",
        "{\"do\":\"enter\",\"secret\":\"\"}",
        "{\"do\":\"new\",\"secret\":\"\",\"text\":\"Ann\"}",
        "{\"do\":\"back\",\"secret\":\"\",\"life\":\"\",\"since\":0}",
        "{\"do\":\"say\"}",
        "[]",
        "{",
        "",
        "{\"do\":\"invite\",\"more\":1}",
        "{\"do\":\"enter\",\"secret\":[[[[]]]]}"};
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, l;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    for (size_t i = 0; i < NJ_COUNT(frames); i++) {
        open_line(&f, &l);
        nj_page_line_say(&l, frames[i]);
        is_refused(&f, &l, "");
    }
    open_line(&f, &l);
    nj_page_line_send(&l, 2, "{}", 2);
    assert_int_equal(nj_page_line_take(&l, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&l);
    nj_page_line_close(&ann);
    end(&f);
}

static void a_frame_that_is_too_big_ends_the_line(void **state)
{
    static struct fixture f;
    char *big = malloc(NJ_ROOM_FRAME_MAX + 1U);
    struct nj_page_line l;

    NJ_UNUSED(state);
    assert_non_null(big);
    memset(big, ' ', NJ_ROOM_FRAME_MAX + 1U);
    begin(&f);
    open_line(&f, &l);
    nj_page_line_send(&l, 1, big, NJ_ROOM_FRAME_MAX + 1U);
    assert_int_equal(nj_page_line_take(&l, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&l);
    free(big);
    end(&f);
}

static void names_are_clean_and_taken_once(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, l;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "<b>\\u202eAnn", secret);
    assert_non_null(strstr(f.in, "\"name\":\"<b>Ann\""));
    open_line(&f, &l);
    wish(&l, "new", key, "<b>Ann");
    nj_page_line_await(&l, "taken", f.in, sizeof(f.in));
    wish(&l, "new", key, "\\u200b");
    nj_page_line_await(&l, "\"why\":\"name\"", f.in, sizeof(f.in));
    wish(&l, "new", key, "Nightjar");
    nj_page_line_await(&l, "taken", f.in, sizeof(f.in));
    nj_page_line_close(&l);
    nj_page_line_close(&ann);
    end(&f);
}

/* --- what is said --- */

static void words_become_events(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    e = await(&f, NJ_EVENT_FRIEND);
    assert_string_equal(e->user, "room:u:1");
    nj_event_destroy(e);
    come(&f, &bob, key, "Bob", secret);
    nj_page_line_say(&bob, "{\"do\":\"say\",\"to\":\"group\",\"text\":"
                           "\"@Nightjar ask @Ann\"}");
    e = await(&f, NJ_EVENT_MESSAGE);
    assert_true(e->group && e->at_me);
    assert_string_equal(e->chat, "room:g:1");
    assert_string_equal(e->user, "room:u:2");
    assert_string_equal(e->about, "room:u:1");
    assert_string_equal(e->name, "Bob");
    assert_string_equal(e->text, "ask @Ann");
    assert_int_equal(e->gateway, 3);
    nj_event_destroy(e);
    nj_page_line_await(&ann, "@Nightjar ask @Ann", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"calls\":[1]"));
    nj_page_line_say(&bob, "{\"do\":\"say\",\"to\":\"me\",\"text\":\"wall\"}");
    e = await(&f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "room:u:2");
    assert_int_equal(e->privacy, NJ_PRIVACY_PROVED);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    end(&f);
}

static void a_pane_is_its_persons_alone(void **state)
{
    const struct nj_say secret_words = {.text = "you are the killer"};
    const struct nj_say said = {.text = "night falls"};
    static struct fixture f;
    char key[NJ_HEX_BYTES], ann_secret[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", ann_secret);
    come(&f, &bob, key, "Bob", secret);
    f.g->ops->send_private(f.g, 7, PRIVATE_CHAT("room:u:1"), &secret_words);
    f.g->ops->send_group(f.g, 8, (struct nj_group){"room:g:1"}, &said);
    e = await(&f, NJ_EVENT_FATE);
    assert_int_equal(e->call, 7);
    assert_int_equal(e->fate, NJ_FATE_SENT);
    nj_event_destroy(e);
    nj_page_line_await(&ann, "you are the killer", f.in, sizeof(f.in));
    for (int i = 0; strstr(f.in, "night falls") == NULL; i++) {
        assert_in_range(i, 0, 20);
        assert_true(nj_page_line_take(&bob, f.in, sizeof(f.in)) > 0);
        assert_null(strstr(f.in, "killer"));
    }
    f.g->ops->send_private(f.g, 9, PRIVATE_CHAT("room:u:99"), &secret_words);
    e = await(&f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_REFUSED);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    end(&f);
}

static void buttons_are_pressed_where_they_stand(void **state)
{
    const struct nj_button buttons[] = {{.label = "Up", .token = "u1"}};
    const struct nj_say asked = {
        .text = "where to?", .buttons = buttons, .n_buttons = 1};
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], id[NJ_MSG_ID_MAX];
    struct nj_page_line ann;
    struct nj_event *e;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &asked);
    e = await(&f, NJ_EVENT_FATE);
    memcpy(id, e->id, sizeof(id));
    nj_event_destroy(e);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    nj_page_line_say(&ann, "{\"do\":\"press\",\"to\":\"group\",\"n\":1,"
                           "\"token\":\"forged\"}");
    nj_page_line_await(&ann, "gone", f.in, sizeof(f.in));
    nj_page_line_say(
        &ann, "{\"do\":\"press\",\"to\":\"me\",\"n\":1,\"token\":\"u1\"}");
    nj_page_line_await(&ann, "gone", f.in, sizeof(f.in));
    nj_page_line_say(
        &ann, "{\"do\":\"press\",\"to\":\"group\",\"n\":1,\"token\":\"u1\"}");
    e = await(&f, NJ_EVENT_PRESS);
    assert_string_equal(e->text, "u1");
    assert_string_equal(e->to, id);
    assert_string_equal(e->user, "room:u:1");
    f.g->ops->answer_press(f.g, e->id, "you go up", NULL);
    nj_event_destroy(e);
    nj_page_line_await(&ann, "you go up", f.in, sizeof(f.in));
    f.g->ops->drop_buttons(f.g, "room:g:1", id);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    assert_null(strstr(f.in, "\"buttons\""));
    nj_page_line_close(&ann);
    end(&f);
}

static void lines_are_changed_by_who_said_them(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    come(&f, &bob, key, "Bob", secret);
    nj_page_line_say(&ann,
                     "{\"do\":\"say\",\"to\":\"group\",\"text\":\"left\"}");
    nj_page_line_await(&bob, "left", f.in, sizeof(f.in));
    nj_page_line_say(&bob, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,"
                           "\"text\":\"mine\"}");
    nj_page_line_await(&bob, "gone", f.in, sizeof(f.in));
    nj_page_line_say(&ann, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,"
                           "\"text\":\"right\"}");
    e = await(&f, NJ_EVENT_CHANGED);
    assert_string_equal(e->text, "right");
    nj_event_destroy(e);
    nj_page_line_await(&bob, "right", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"changed\":true"));
    nj_page_line_say(
        &ann, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,\"text\":\"\"}");
    e = await(&f, NJ_EVENT_CHANGED);
    assert_null(e->text);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    end(&f);
}

/* --- coming back --- */

static void who_comes_back_has_missed_nothing(void **state)
{
    const struct nj_say one = {.text = "one"}, two = {.text = "two"};
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], life[NJ_ROOM_LIFE_MAX] = "";
    struct nj_page_line ann;
    const char *at;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    at = strstr(f.in, "\"life\":\"") + 8;
    memcpy(life, at, strcspn(at, "\""));
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &one);
    nj_page_line_await(&ann, "\"text\":\"one\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"seq\":1,"));
    nj_page_line_close(&ann);
    f.g->ops->send_group(f.g, 2, (struct nj_group){"room:g:1"}, &two);
    back(&f, &ann, secret, life, 1);
    nj_page_line_await(&ann, "\"is\":\"line\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"text\":\"two\""));
    nj_page_line_close(&ann);
    back(&f, &ann, secret, "", 1); /* a page that was loaded again */
    nj_page_line_await(&ann, "\"is\":\"line\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"text\":\"one\""));
    nj_page_line_await(&ann, "\"text\":\"two\"", f.in, sizeof(f.in));
    nj_page_line_close(&ann);
    end(&f);
}

static void another_window_takes_over(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line first, second;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &first, key, "Ann", secret);
    back(&f, &second, secret, "", 0);
    nj_page_line_await(&second, "\"is\":\"you\"", f.in, sizeof(f.in));
    nj_page_line_await(&first, "\"is\":\"moved\"", f.in, sizeof(f.in));
    assert_int_equal(nj_page_line_take(&first, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&first);
    nj_page_line_close(&second);
    end(&f);
}

static void people_and_keys_outlive_the_program(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], other[NJ_HEX_BYTES];
    struct nj_page_line l;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &l, key, "Ann", secret);
    nj_event_destroy(await(&f, NJ_EVENT_FRIEND));
    nj_page_line_close(&l);
    end(&f);
    assert_int_equal(f.n_kept, 2);
    for (size_t i = 0; i < f.n_kept; i++) {
        assert_null(strstr(f.kept[i].value, key));
        assert_null(strstr(f.kept[i].value, secret));
    }
    begin(&f);
    back(&f, &l, secret, "of before", 9);
    nj_page_line_await(&l, "\"name\":\"Ann\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"id\":1"));
    nj_page_line_close(&l);
    come(&f, &l, key, "Bob", other);
    assert_non_null(strstr(f.in, "\"id\":2"));
    nj_page_line_close(&l);
    end(&f);
    forget_all(&f);
}

/* --- files --- */

static const char page_bytes[] = "<!doctype html><script>1</script>";

static void send_file(struct fixture *f, bool group, const char *bytes,
                      size_t n)
{
    const struct nj_say say = {.text = "the page",
                               .file = {.name = "漫漫 \"长夜.html",
                                        .bytes = (const void *)bytes,
                                        .n = n}};

    if (group)
        f->g->ops->send_group(f->g, 1, (struct nj_group){"room:g:1"}, &say);
    else
        f->g->ops->send_private(f->g, 1, PRIVATE_CHAT("room:u:1"), &say);
}

/* "/file/" and the key in the last frame. */
static void path_of_file(const struct fixture *f, char out[128])
{
    const char *at = strstr(f->in, "\"key\":\"");

    assert_non_null(at);
    (void)snprintf(out, 128, "/file/%.64s", at + 7);
}

static void a_file_is_for_who_has_its_line(void **state)
{
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128];
    struct nj_page_line ann, bob;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    come(&f, &bob, key, "Bob", secret);
    send_file(&f, false, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    path_of_file(&f, path);
    assert_int_equal(get(&f, path), 200);
    assert_string_equal(strstr(f.in, "\r\n\r\n") + 4, page_bytes);
    assert_non_null(strstr(f.in, "content-disposition: attachment; "
                                 "filename*=UTF-8''%E6%BC%AB%E6%BC%AB%20%22"));
    assert_non_null(strstr(f.in, "content-type: application/octet-stream"));
    assert_non_null(strstr(f.in, "policy: default-src 'none'; sandbox"));
    assert_non_null(strstr(f.in, "x-content-type-options: nosniff"));
    path[sizeof("/file/") - 1] ^= 1;
    assert_int_equal(get(&f, path), 404);
    assert_int_equal(get(&f, "/file/"), 404);
    send_file(&f, true, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&bob, "\"file\":", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":2,"));
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    end(&f);
    forget_all(&f);
}

static void a_large_file_comes_whole(void **state)
{
    enum {
        BYTES = 3000000
    };
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128], head[256];
    struct nj_page_line ann;
    char *bytes = malloc(BYTES), *in = malloc(BYTES + 4096);
    long n;

    NJ_UNUSED(state);
    assert_true(bytes != NULL && in != NULL);
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (char)('a' + i * 7919 % 26);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    send_file(&f, true, bytes, BYTES);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    path_of_file(&f, path);
    (void)snprintf(head, sizeof(head),
                   "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", path,
                   (unsigned)f.port);
    n = (long)nj_http_ask(f.port, head, strlen(head), in, BYTES + 4096);
    assert_in_range(n, BYTES, BYTES + 4095);
    assert_memory_equal(in + n - BYTES, bytes, BYTES);
    nj_page_line_close(&ann);
    end(&f);
    forget_all(&f);
    free(bytes);
    free(in);
}

/* --- the next life --- */

static void what_was_said_outlives_the_program(void **state)
{
    static const unsigned char png[] = {1, 2, 3, 4, 5};
    const struct nj_button buttons[] = {{.label = "Up", .token = "u1"}};
    const struct nj_say asked = {.text = "where to?",
                                 .buttons = buttons,
                                 .n_buttons = 1,
                                 .picture = {png, sizeof(png)}};
    const struct nj_say other = {.text = "there", .replaces = "1"};
    static struct fixture f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128];
    struct nj_page_line ann;

    NJ_UNUSED(state);
    begin(&f);
    enter(&f, key);
    come(&f, &ann, key, "Ann", secret);
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &asked);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    nj_page_line_say(&ann, "{\"do\":\"say\",\"to\":\"me\",\"text\":"
                           "\"@Ann said\"}");
    nj_page_line_await(&ann, "@Ann said", f.in, sizeof(f.in));
    send_file(&f, false, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    nj_page_line_close(&ann);
    end(&f);
    begin(&f);
    back(&f, &ann, secret, "of before", 9);
    nj_page_line_await(&ann, "where to?", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"picture\":\"AQIDBAU=\""));
    assert_non_null(strstr(f.in, "\"token\":\"u1\""));
    nj_page_line_await(&ann, "@Ann said", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"by\":1,"));
    assert_non_null(strstr(f.in, "\"calls\":[1]"));
    assert_non_null(strstr(f.in, "\"to\":\"me\""));
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    path_of_file(&f, path);
    assert_int_equal(get(&f, path), 200);
    assert_string_equal(strstr(f.in, "\r\n\r\n") + 4, page_bytes);
    f.g->ops->send_group(f.g, 2, (struct nj_group){"room:g:1"}, &other);
    nj_page_line_await(&ann, "there", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":1,"));
    assert_null(strstr(f.in, "\"token\""));
    nj_page_line_say(&ann, "{\"do\":\"say\",\"to\":\"me\",\"text\":\"more\"}");
    nj_page_line_await(&ann, "more", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":4,"));
    nj_page_line_close(&ann);
    end(&f);
    forget_all(&f);
}

/* A journal that somebody has written in brings no line, and no fall. */
static void a_damaged_line_is_passed_over(void **state)
{
    static const char good[] =
        "{\"chat\":0,\"by\":0,\"at\":5,\"text\":\"hi\",\"calls\":[]}";

    static const struct {
        const char *name, *text;
    } bad[] = {
        {"line.000000000002", ""},
        {"line.000000000002", "[]"},
        {"line.000000000002", "{\"chat\":0}"},
        {"line.000000000002", "{\"chat\":-1,\"by\":0,\"at\":5,\"calls\":[]}"},
        {"line.000000000002",
         "{\"chat\":0,\"by\":0,\"at\":5,\"calls\":[],\"picture\":\"A\"}"},
        {"line.000000000002",
         "{\"chat\":0,\"by\":0,\"at\":5,\"calls\":[],\"buttons\":[1]}"},
        {"line.000000000001", good},
        {"line.0", good},
        {"line.x", good},
        {"line.99999999999999999999", good},
        {"other.3", good}};
    struct nj_room_book b = {.n = 0};

    NJ_UNUSED(state);
    nj_room_journal_read(&b, "line.000000000001", good);
    assert_int_equal(b.n, 1);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        nj_room_journal_read(&b, bad[i].name, bad[i].text);
        assert_int_equal(b.n, 1);
    }
    nj_room_journal_read(&b, "line.000000000007", good);
    assert_int_equal(b.last_n, 7);
    assert_int_equal(b.n_unkept, 0);
    nj_room_book_fini(&b);
}

/* Bytes of the next event that is to be kept; its name; false: none is. */
static size_t next_kept(struct nj_inbox *in, char name[NJ_ADDRESS_MAX])
{
    static struct nj_event *left;
    struct nj_event *e = left != NULL ? left : nj_inbox_take(in, 0);
    size_t n = 0;

    name[0] = '\0';
    if (e == NULL)
        return 0;
    left = e->next;
    assert_int_equal(e->kind, NJ_EVENT_KEEP);
    nj_str_copy(name, NJ_ADDRESS_MAX, e->chat);
    n = e->text == NULL ? 0 : strlen(e->text);
    nj_event_destroy(e);
    return n;
}

static void the_journal_is_bounded_as_the_book_is(void **state)
{
    enum {
        BYTES = 6 << 20
    };

    unsigned char *png = calloc(1, BYTES);
    const struct nj_say say = {.text = "look", .picture = {png, BYTES}};
    struct nj_inbox *in = nj_inbox_create();
    struct nj_room_book b = {.n = 0};
    char name[NJ_ADDRESS_MAX];

    NJ_UNUSED(state);
    assert_non_null(png);
    for (int i = 0; i < 5; i++)
        nj_room_book_say(&b, nj_room_book_add(&b, 0, 0, 1), "look", &say);
    nj_room_journal_keep(&b, in, 0);
    for (int i = 0; i < 5; i++)
        assert_true(next_kept(in, name) > BYTES);
    nj_room_book_say(&b, nj_room_book_add(&b, 0, 0, 1), "look", &say);
    assert_int_equal(b.heavy, 5 * (size_t)BYTES);
    nj_room_journal_keep(&b, in, 0);
    assert_true(next_kept(in, name) > BYTES);
    assert_string_equal(name, "line.000000000006");
    assert_in_range(next_kept(in, name), 1, 200);
    assert_string_equal(name, "line.000000000001");
    for (int i = 6; i < NJ_ROOM_LINES_MAX + 1; i++)
        (void)nj_room_book_add(&b, 0, 0, 1);
    nj_room_journal_keep(&b, in, 0);
    assert_int_equal(next_kept(in, name), 0);
    assert_string_equal(name, "line.000000000001");
    for (int i = 6; i < NJ_ROOM_LINES_MAX + 1; i++)
        assert_true(next_kept(in, name) > 0);
    assert_int_equal(next_kept(in, name), 0);
    assert_string_equal(name, "");
    nj_room_book_fini(&b);
    nj_inbox_destroy(in);
    free(png);
}

static void the_book_is_bounded(void **state)
{
    struct nj_room_book b = {.n = 0};
    struct nj_room_line *l;

    NJ_UNUSED(state);
    (void)nj_room_book_add(&b, 5, 0, 1);
    for (int i = 0; i < 3 * NJ_ROOM_LINES_MAX; i++)
        (void)nj_room_book_add(&b, 0, 1, 1);
    assert_int_equal(b.n, NJ_ROOM_LINES_MAX + 1);
    assert_non_null(nj_room_book_find(&b, 5, 1));
    assert_null(nj_room_book_find(&b, 0, 2));
    l = nj_room_book_find(&b, 5, 1);
    nj_room_book_changed(&b, l);
    assert_ptr_equal(nj_room_book_next(&b, 5, b.last_seq - 1), l);
    assert_null(nj_room_book_next(&b, 4, b.last_seq - 1));
    nj_room_book_fini(&b);
}

static void an_address_for_all_of_them_is_refused(void **state)
{
    static const char *const bad[] = {"0.0.0.0:8420", "[::]:8420", "here:1",
                                      "127.0.0.1"};
    struct nj_inbox *inbox = nj_inbox_create();

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_room_options o = {
            .name = "room", .listen = bad[i], .words = "{}"};
        struct nj_gateway *g = NULL;
        struct nj_err err = {{0}};

        assert_int_equal(nj_room_create(&o, 0, inbox, &g, &err),
                         NJ_ERR_BAD_INPUT);
        assert_null(g);
    }
    nj_inbox_destroy(inbox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_hosts_and_origins_are_refused),
        cmocka_unit_test(a_host_is_numbers_or_localhost),
        cmocka_unit_test(the_page_is_served_and_nothing_else),
        cmocka_unit_test(an_address_works_once),
        cmocka_unit_test(nothing_is_said_to_who_shows_nothing),
        cmocka_unit_test(a_frame_that_is_too_big_ends_the_line),
        cmocka_unit_test(names_are_clean_and_taken_once),
        cmocka_unit_test(words_become_events),
        cmocka_unit_test(a_pane_is_its_persons_alone),
        cmocka_unit_test(buttons_are_pressed_where_they_stand),
        cmocka_unit_test(lines_are_changed_by_who_said_them),
        cmocka_unit_test(who_comes_back_has_missed_nothing),
        cmocka_unit_test(another_window_takes_over),
        cmocka_unit_test(people_and_keys_outlive_the_program),
        cmocka_unit_test(a_file_is_for_who_has_its_line),
        cmocka_unit_test(a_large_file_comes_whole),
        cmocka_unit_test(what_was_said_outlives_the_program),
        cmocka_unit_test(a_damaged_line_is_passed_over),
        cmocka_unit_test(the_journal_is_bounded_as_the_book_is),
        cmocka_unit_test(the_book_is_bounded),
        cmocka_unit_test(an_address_for_all_of_them_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
