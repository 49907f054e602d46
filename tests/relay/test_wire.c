/*
 * For src/relay/wire_event.c and wire_call.c: what goes in comes out.
 */
#include <string.h>

#include "base/arena.h"
#include "gateway/loop.h"
#include "gateway/memory/memory.h"
#include "gateway/private.h"
#include "kit/nj_test.h"
#include "relay/wire.h"

#define BYTES ((size_t)1 << 20)

struct fixture {
    struct nj_inbox *inbox;
    struct nj_gateway *g;
    struct nj_str text;
    struct nj_json_out out;
};

static int begin(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->inbox = nj_inbox_create();
    f->g = nj_memory_create("qq", 0, f->inbox);
    f->text = (struct nj_str)NJ_STR_INIT(BYTES);
    f->out = nj_json_onto(&f->text);
    *state = f;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;

    f->g->ops->destroy(f->g);
    nj_inbox_destroy(f->inbox);
    nj_str_fini(&f->text);
    free(f);
    return 0;
}

/* --- events --- */

static struct nj_event *filled(enum nj_event_kind kind)
{
    static const char text[] = "右右上 \"\\\n\t\x7f 👻";
    struct nj_event *e = nj_event_create(kind, 3);

    e->group = e->at_me = e->self = e->muted = e->here = true;
    e->role = NJ_ROLE_ADMIN;
    e->privacy = NJ_PRIVACY_PROVED;
    if (kind == NJ_EVENT_FATE)
        e->fate = NJ_FATE_LATER;
    e->at_ms = NJ_STAMP_MAX;
    e->offset = INT64_MAX;
    e->ms = 7;
    e->call = (uint64_t)NJ_RELAY_NUMBER(INT64_C(700000), 12345);
    (void)snprintf(e->chat, sizeof(e->chat), "qq:g:1001");
    (void)snprintf(e->user, sizeof(e->user), "qq:u:77");
    (void)snprintf(e->about, sizeof(e->about), "qq:u:88");
    (void)snprintf(e->handle, sizeof(e->handle), "ann_lee");
    (void)snprintf(e->to, sizeof(e->to), "qq:g:1002");
    (void)snprintf(e->id, sizeof(e->id), "m-1");
    (void)snprintf(e->name, sizeof(e->name), "阿宝");
    nj_event_set_text(e, text, sizeof(text) - 1);
    e->cut = true;
    return e;
}

static void same_event(const struct nj_event *a, const struct nj_event *b)
{
    struct nj_event x = *a, y = *b;

    assert_string_equal(a->text, b->text);
    x.text = y.text = NULL;
    x.next = y.next = NULL;
    assert_memory_equal(&x, &y, sizeof(x));
}

static void all_of_an_event_travels(void **state)
{
    struct fixture *f = *state;

    for (int kind = 0; kind <= NJ_EVENT_STOP; kind++) {
        struct nj_event *e;
        struct nj_wire_heard h;

        if (!nj_wire_takes((enum nj_event_kind)kind))
            continue;
        e = filled((enum nj_event_kind)kind);
        nj_str_clear(&f->text);
        f->out = nj_json_onto(&f->text);
        nj_wire_event(e, NULL, &f->out);
        assert_true(nj_wire_read(f->text.p, f->text.len, 3, &h));
        same_event(e, h.event);
        nj_event_destroy(e);
        nj_event_destroy(h.event);
    }
}

static void what_is_of_a_process_stays_there(void **state)
{
    static const enum nj_event_kind own[] = {NJ_EVENT_KEEP,  NJ_EVENT_PICTURE,
                                             NJ_EVENT_CLOCK, NJ_EVENT_RELOAD,
                                             NJ_EVENT_DRAIN, NJ_EVENT_STOP};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(own); i++)
        assert_false(nj_wire_takes(own[i]));
}

static void no_text_and_an_empty_one_differ(void **state)
{
    struct fixture *f = *state;
    struct nj_event *e = nj_event_create(NJ_EVENT_CHANGED, 0);
    struct nj_wire_heard h;

    nj_wire_event(e, NULL, &f->out);
    assert_true(nj_wire_read(f->text.p, f->text.len, 0, &h));
    assert_null(h.event->text);
    nj_event_destroy(h.event);
    nj_event_set_text(e, "", 0);
    nj_str_clear(&f->text);
    f->out = nj_json_onto(&f->text);
    nj_wire_event(e, NULL, &f->out);
    assert_true(nj_wire_read(f->text.p, f->text.len, 0, &h));
    assert_string_equal(h.event->text, "");
    nj_event_destroy(h.event);
    nj_event_destroy(e);
}

static void friends_and_links_travel(void **state)
{
    struct fixture *f = *state;
    struct nj_event *e = nj_event_create(NJ_EVENT_FRIENDS, 0);
    struct nj_names friends = {0};
    struct nj_wire_heard h;

    nj_names_add(&friends, "77");
    nj_names_add(&friends, "88");
    nj_wire_event(e, &friends, &f->out);
    assert_true(nj_wire_read(f->text.p, f->text.len, 0, &h));
    assert_int_equal(h.friends.n, 2);
    assert_true(nj_names_has(&h.friends, "88"));
    nj_names_fini(&h.friends);
    nj_names_fini(&friends);
    nj_event_destroy(h.event);
    nj_event_destroy(e);
    nj_str_clear(&f->text);
    f->out = nj_json_onto(&f->text);
    nj_wire_state("https://t.me/bot?start=", &f->out);
    assert_true(nj_wire_read(f->text.p, f->text.len, 0, &h));
    assert_null(h.event);
    assert_string_equal(h.link, "https://t.me/bot?start=");
}

static void what_is_no_event_is_refused(void **state)
{
    static const char *const rows[] = {
        "",
        "{}",
        "[]",
        "{\"kind\":\"stop\"}",
        "{\"kind\":\"message\",\"role\":3}",
        "{\"kind\":\"message\",\"fate\":-1}",
        "{\"kind\":\"message\",\"user\":7}",
        "{\"kind\":\"friends\",\"friends\":[7]}",
    };
    struct nj_wire_heard h;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        assert_false(nj_wire_read(rows[i], strlen(rows[i]), 0, &h));
        assert_null(h.event);
    }
}

/* --- calls --- */

/* What a call's object holds is what the row keeps of it. */
static struct nj_relay_said said(struct fixture *f, int64_t number)
{
    static const char head[] = "{\"call\":";

    nj_json_end(&f->out);
    assert_false(f->text.over);
    return (struct nj_relay_said){.number = number,
                                  .call = f->text.p + sizeof(head) - 1,
                                  .call_len = f->text.len - sizeof(head)};
}

static void a_text_arrives_with_all_that_goes_with_it(void **state)
{
    struct fixture *f = *state;
    static const char *const who[] = {"qq:u:77", "qq:u:88"};
    static const size_t places[] = {0, 3};
    const struct nj_button buttons[] = {
        {.label = "要", .token = "t1"},
        {.label = "去", .url = "https://example.org/x"}};
    const struct nj_say say = {.text = "你好 @Ann",
                               .mentions = who,
                               .places = places,
                               .n_mentions = 2,
                               .buttons = buttons,
                               .n_buttons = 2,
                               .columns = 2,
                               .replaces = "m-9",
                               .folded = true,
                               .kept = true};
    struct nj_relay_said s;
    const struct nj_memory_sent *sent;

    f->g->can = UINT16_MAX;
    nj_json_obj(&f->out, NULL);
    nj_wire_group("qq:g:1001", &say, &f->out);
    s = said(f, 5);
    s.bytes = (const unsigned char *)"0123456789012345678901234567";
    s.n = 28;
    assert_true(nj_wire_perform(f->g, &s));
    assert_false(nj_wire_asks(&s));
    assert_int_equal(nj_memory_count(f->g), 1);
    sent = nj_memory_get(f->g, 0);
    assert_int_equal(sent->call, 5);
    assert_true(sent->group);
    assert_string_equal(sent->to, "qq:g:1001");
    assert_string_equal(sent->text, "你好 @Ann");
    assert_string_equal(sent->mentions, "qq:u:77,qq:u:88");
    assert_int_equal(sent->place, 3);
    assert_int_equal(sent->n_buttons, 2);
    assert_string_equal(sent->buttons[0].label, "要");
    assert_string_equal(sent->buttons[0].token, "t1");
    assert_string_equal(sent->url, "https://example.org/x");
    assert_string_equal(sent->replaces, "m-9");
    assert_true(sent->folded);
    assert_int_equal(sent->picture, 28);
    assert_string_equal(sent->file, "");
}

static void a_secret_goes_to_a_private_chat(void **state)
{
    struct fixture *f = *state;
    const struct nj_say say = {.text = "你在 3A"};
    struct nj_relay_said s;

    nj_json_obj(&f->out, NULL);
    nj_wire_private("qq:u:77", &say, &f->out);
    s = said(f, 6);
    assert_true(nj_wire_perform(f->g, &s));
    assert_int_equal(nj_memory_count(f->g), 1);
    assert_false(nj_memory_get(f->g, 0)->group);
    assert_string_equal(nj_memory_get(f->g, 0)->to, "qq:u:77");
}

static void a_file_keeps_its_name(void **state)
{
    struct fixture *f = *state;
    const struct nj_say say = {.text = "棋谱",
                               .file = {.name = "K7Q.jsonl", .n = 2}};
    struct nj_relay_said s;

    nj_json_obj(&f->out, NULL);
    nj_wire_group("qq:g:1001", &say, &f->out);
    s = said(f, 7);
    s.bytes = (const unsigned char *)"{}";
    s.n = 2;
    assert_true(nj_wire_perform(f->g, &s));
    assert_string_equal(nj_memory_get(f->g, 0)->file, "K7Q.jsonl");
    assert_string_equal(nj_memory_get(f->g, 0)->bytes, "{}");
}

static void who_is_asked_about_is_asked_about(void **state)
{
    struct fixture *f = *state;
    struct nj_relay_said s;
    struct nj_event *e;

    nj_json_obj(&f->out, NULL);
    nj_wire_member("qq:g:1001", "qq:u:77", &f->out);
    s = said(f, 8);
    assert_true(nj_wire_asks(&s));
    assert_true(nj_wire_perform(f->g, &s));
    e = nj_inbox_take(f->inbox, 0);
    assert_non_null(e);
    assert_int_equal(e->kind, NJ_EVENT_MEMBER);
    assert_int_equal(e->call, 8);
    nj_event_destroy_all(e);
}

static void what_has_no_fate_is_done_too(void **state)
{
    struct fixture *f = *state;
    struct nj_relay_said s;

    nj_json_obj(&f->out, NULL);
    nj_wire_drop("qq:g:1001", "m-4", &f->out);
    s = said(f, -1);
    assert_true(nj_wire_perform(f->g, &s));
    assert_string_equal(nj_memory_dropped(f->g), "m-4");
}

static void what_is_no_call_is_refused(void **state)
{
    struct fixture *f = *state;
    static const char *const rows[] = {
        "", "{}", "{\"op\":\"destroy\"}", "{\"op\":\"group\",\"to\":\"x\"}",
        "{\"op\":\"private\",\"to\":\"qq:u:7\",\"text\":7}"};

    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct nj_relay_said s = {
            .number = 9, .call = rows[i], .call_len = strlen(rows[i])};

        assert_false(nj_wire_perform(f->g, &s));
    }
    assert_int_equal(nj_memory_count(f->g), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_of_an_event_travels),
        TEST(what_is_of_a_process_stays_there),
        TEST(no_text_and_an_empty_one_differ),
        TEST(friends_and_links_travel),
        TEST(what_is_no_event_is_refused),
        TEST(a_text_arrives_with_all_that_goes_with_it),
        TEST(a_secret_goes_to_a_private_chat),
        TEST(a_file_keeps_its_name),
        TEST(who_is_asked_about_is_asked_about),
        TEST(what_has_no_fate_is_done_too),
        TEST(what_is_no_call_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
