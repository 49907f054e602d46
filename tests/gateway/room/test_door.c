/* src/gateway/room: who comes into the room and who does not. */
#include "base/arena.h"
#include "gateway/room/room.h"
#include "gateway/room/room_priv.h"
#include "gateway/room/visit.h"

/* --- the door --- */

static void other_hosts_and_origins_are_refused(void **state)
{
    static const char *const hosts[] = {"evil.example:%u", "127.0.0.1:1",
                                        "127.0.0.1", "localhost.evil:1"};
    static struct room f;
    struct nj_page_line l;

    NJ_UNUSED(state);
    room_begin(&f);
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
    room_end(&f);
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
    static struct room f;

    NJ_UNUSED(state);
    room_begin(&f);
    assert_int_equal(room_get(&f, "/"), 200);
    assert_non_null(strstr(f.in, "default-src 'none'; script-src 'self'"));
    assert_non_null(strstr(f.in, "frame-ancestors 'none'"));
    assert_int_equal(room_get(&f, "/room.js"), 200);
    assert_int_equal(room_get(&f, "/words.json"), 200);
    assert_non_null(strstr(f.in, "{\"en\":{}}"));
    for (size_t i = 0; i < NJ_COUNT(none); i++)
        assert_int_equal(room_get(&f, none[i]), 404);
    assert_int_equal(room_get(&f, "/enter/none"), 403);
    room_end(&f);
}

static void an_address_works_once(void **state)
{
    static struct room f;
    char path[128], key[NJ_HEX_BYTES];
    struct nj_page_line l;

    NJ_UNUSED(state);
    room_begin(&f);
    (void)snprintf(path, sizeof(path), "/enter/%s", f.token);
    assert_int_equal(room_get(&f, path), 200);
    assert_int_equal(room_get(&f, path), 200);
    room_enter(&f, key);
    assert_int_equal(room_get(&f, path), 403);
    assert_non_null(strstr(f.in, "was used already"));
    room_open(&f, &l);
    room_wish(&l, "enter", f.token, NULL);
    room_refuses(&f, &l, "token");
    room_end(&f);
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
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, l;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    for (size_t i = 0; i < NJ_COUNT(frames); i++) {
        room_open(&f, &l);
        nj_page_line_say(&l, frames[i]);
        room_refuses(&f, &l, "");
    }
    room_open(&f, &l);
    nj_page_line_send(&l, 2, "{}", 2);
    assert_int_equal(nj_page_line_take(&l, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&l);
    nj_page_line_close(&ann);
    room_end(&f);
}

static void a_frame_that_is_too_big_ends_the_line(void **state)
{
    static struct room f;
    char *big = malloc(NJ_ROOM_FRAME_MAX + 1U);
    struct nj_page_line l;

    NJ_UNUSED(state);
    assert_non_null(big);
    memset(big, ' ', NJ_ROOM_FRAME_MAX + 1U);
    room_begin(&f);
    room_open(&f, &l);
    nj_page_line_send(&l, 1, big, NJ_ROOM_FRAME_MAX + 1U);
    assert_int_equal(nj_page_line_take(&l, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&l);
    free(big);
    room_end(&f);
}

static void names_are_clean_and_taken_once(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, l;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "<b>\\u202eAnn", secret);
    assert_non_null(strstr(f.in, "\"name\":\"<b>Ann\""));
    room_open(&f, &l);
    room_wish(&l, "new", key, "<b>Ann");
    nj_page_line_await(&l, "taken", f.in, sizeof(f.in));
    room_wish(&l, "new", key, "\\u200b");
    nj_page_line_await(&l, "\"why\":\"name\"", f.in, sizeof(f.in));
    room_wish(&l, "new", key, "Nightjar");
    nj_page_line_await(&l, "taken", f.in, sizeof(f.in));
    nj_page_line_close(&l);
    nj_page_line_close(&ann);
    room_end(&f);
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
        cmocka_unit_test(an_address_for_all_of_them_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
