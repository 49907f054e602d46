/* src/gateway/room: what each hears, and what is there when he comes back. */
#include "base/arena.h"
#include "gateway/room/room_priv.h"
#include "gateway/room/visit.h"
#include "kit/http.h"
#include "kit/private.h"

/* --- what is said --- */

static void words_become_events(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    e = room_await(&f, NJ_EVENT_FRIEND);
    assert_string_equal(e->user, "room:u:1");
    nj_event_destroy(e);
    room_come(&f, &bob, key, "Bob", secret);
    nj_page_line_say(&bob, "{\"do\":\"say\",\"to\":\"group\",\"text\":"
                           "\"@Nightjar ask @Ann\"}");
    e = room_await(&f, NJ_EVENT_MESSAGE);
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
    e = room_await(&f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "room:u:2");
    assert_int_equal(e->privacy, NJ_PRIVACY_PROVED);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    room_end(&f);
}

static void a_pane_is_its_persons_alone(void **state)
{
    const struct nj_say secret_words = {.text = "you are the killer"};
    const struct nj_say said = {.text = "night falls"};
    static struct room f;
    char key[NJ_HEX_BYTES], ann_secret[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", ann_secret);
    room_come(&f, &bob, key, "Bob", secret);
    f.g->ops->send_private(f.g, 7, PRIVATE_CHAT("room:u:1"), &secret_words);
    f.g->ops->send_group(f.g, 8, (struct nj_group){"room:g:1"}, &said);
    e = room_await(&f, NJ_EVENT_FATE);
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
    e = room_await(&f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_REFUSED);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    room_end(&f);
}

static void buttons_are_pressed_where_they_stand(void **state)
{
    const struct nj_button buttons[] = {{.label = "Up", .token = "u1"}};
    const struct nj_say asked = {
        .text = "where to?", .buttons = buttons, .n_buttons = 1};
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], id[NJ_MSG_ID_MAX];
    struct nj_page_line ann;
    struct nj_event *e;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &asked);
    e = room_await(&f, NJ_EVENT_FATE);
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
    e = room_await(&f, NJ_EVENT_PRESS);
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
    room_end(&f);
}

static void lines_are_changed_by_who_said_them(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line ann, bob;
    struct nj_event *e;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    room_come(&f, &bob, key, "Bob", secret);
    nj_page_line_say(&ann,
                     "{\"do\":\"say\",\"to\":\"group\",\"text\":\"left\"}");
    nj_page_line_await(&bob, "left", f.in, sizeof(f.in));
    nj_page_line_say(&bob, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,"
                           "\"text\":\"mine\"}");
    nj_page_line_await(&bob, "gone", f.in, sizeof(f.in));
    nj_page_line_say(&ann, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,"
                           "\"text\":\"right\"}");
    e = room_await(&f, NJ_EVENT_CHANGED);
    assert_string_equal(e->text, "right");
    nj_event_destroy(e);
    nj_page_line_await(&bob, "right", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"changed\":true"));
    nj_page_line_say(
        &ann, "{\"do\":\"edit\",\"to\":\"group\",\"n\":1,\"text\":\"\"}");
    e = room_await(&f, NJ_EVENT_CHANGED);
    assert_null(e->text);
    nj_event_destroy(e);
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    room_end(&f);
}

/* --- coming back --- */

static void who_comes_back_has_missed_nothing(void **state)
{
    const struct nj_say one = {.text = "one"}, two = {.text = "two"};
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], life[NJ_ROOM_LIFE_MAX] = "";
    struct nj_page_line ann;
    const char *at;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    at = strstr(f.in, "\"life\":\"") + 8;
    memcpy(life, at, strcspn(at, "\""));
    f.g->ops->send_group(f.g, 1, (struct nj_group){"room:g:1"}, &one);
    nj_page_line_await(&ann, "\"text\":\"one\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"seq\":1,"));
    nj_page_line_close(&ann);
    f.g->ops->send_group(f.g, 2, (struct nj_group){"room:g:1"}, &two);
    room_back(&f, &ann, secret, life, 1);
    nj_page_line_await(&ann, "\"is\":\"line\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"text\":\"two\""));
    nj_page_line_close(&ann);
    room_back(&f, &ann, secret, "", 1); /* a page that was loaded again */
    nj_page_line_await(&ann, "\"is\":\"line\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"text\":\"one\""));
    nj_page_line_await(&ann, "\"text\":\"two\"", f.in, sizeof(f.in));
    nj_page_line_close(&ann);
    room_end(&f);
}

static void another_window_takes_over(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES];
    struct nj_page_line first, second;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &first, key, "Ann", secret);
    room_back(&f, &second, secret, "", 0);
    nj_page_line_await(&second, "\"is\":\"you\"", f.in, sizeof(f.in));
    nj_page_line_await(&first, "\"is\":\"moved\"", f.in, sizeof(f.in));
    assert_int_equal(nj_page_line_take(&first, f.in, sizeof(f.in)), -1);
    nj_page_line_close(&first);
    nj_page_line_close(&second);
    room_end(&f);
}

static void people_and_keys_outlive_the_program(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], other[NJ_HEX_BYTES];
    struct nj_page_line l;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &l, key, "Ann", secret);
    nj_event_destroy(room_await(&f, NJ_EVENT_FRIEND));
    nj_page_line_close(&l);
    room_end(&f);
    assert_int_equal(f.n_kept, 2);
    for (size_t i = 0; i < f.n_kept; i++) {
        assert_null(strstr(f.kept[i].value, key));
        assert_null(strstr(f.kept[i].value, secret));
    }
    room_begin(&f);
    room_back(&f, &l, secret, "of before", 9);
    nj_page_line_await(&l, "\"name\":\"Ann\"", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"id\":1"));
    nj_page_line_close(&l);
    room_come(&f, &l, key, "Bob", other);
    assert_non_null(strstr(f.in, "\"id\":2"));
    nj_page_line_close(&l);
    room_end(&f);
    room_forget(&f);
}

/* --- files --- */
static const char page_bytes[] = "<!doctype html><script>1</script>";

static void a_file_is_for_who_has_its_line(void **state)
{
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128];
    struct nj_page_line ann, bob;

    NJ_UNUSED(state);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    room_come(&f, &bob, key, "Bob", secret);
    room_send_file(&f, false, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    room_path(&f, path);
    assert_int_equal(room_get(&f, path), 200);
    assert_string_equal(strstr(f.in, "\r\n\r\n") + 4, page_bytes);
    assert_non_null(strstr(f.in, "content-disposition: attachment; "
                                 "filename*=UTF-8''%E6%BC%AB%E6%BC%AB%20%22"));
    assert_non_null(strstr(f.in, "content-type: application/octet-stream"));
    assert_non_null(strstr(f.in, "policy: default-src 'none'; sandbox"));
    assert_non_null(strstr(f.in, "x-content-type-options: nosniff"));
    path[sizeof("/file/") - 1] ^= 1;
    assert_int_equal(room_get(&f, path), 404);
    assert_int_equal(room_get(&f, "/file/"), 404);
    room_send_file(&f, true, page_bytes, sizeof(page_bytes) - 1);
    nj_page_line_await(&bob, "\"file\":", f.in, sizeof(f.in));
    assert_non_null(strstr(f.in, "\"n\":2,"));
    nj_page_line_close(&ann);
    nj_page_line_close(&bob);
    room_end(&f);
    room_forget(&f);
}

static void a_large_file_comes_whole(void **state)
{
    enum {
        BYTES = 3000000
    };
    static struct room f;
    char key[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], path[128], head[256];
    struct nj_page_line ann;
    char *bytes = malloc(BYTES), *in = malloc(BYTES + 4096);
    long n;

    NJ_UNUSED(state);
    assert_true(bytes != NULL && in != NULL);
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (char)('a' + i * 7919 % 26);
    room_begin(&f);
    room_enter(&f, key);
    room_come(&f, &ann, key, "Ann", secret);
    room_send_file(&f, true, bytes, BYTES);
    nj_page_line_await(&ann, "\"file\":", f.in, sizeof(f.in));
    room_path(&f, path);
    (void)snprintf(head, sizeof(head),
                   "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", path,
                   (unsigned)f.port);
    n = (long)nj_http_ask(f.port, head, strlen(head), in, BYTES + 4096);
    assert_in_range(n, BYTES, BYTES + 4095);
    assert_memory_equal(in + n - BYTES, bytes, BYTES);
    nj_page_line_close(&ann);
    room_end(&f);
    room_forget(&f);
    free(bytes);
    free(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_become_events),
        cmocka_unit_test(a_pane_is_its_persons_alone),
        cmocka_unit_test(buttons_are_pressed_where_they_stand),
        cmocka_unit_test(lines_are_changed_by_who_said_them),
        cmocka_unit_test(who_comes_back_has_missed_nothing),
        cmocka_unit_test(another_window_takes_over),
        cmocka_unit_test(people_and_keys_outlive_the_program),
        cmocka_unit_test(a_file_is_for_who_has_its_line),
        cmocka_unit_test(a_large_file_comes_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
