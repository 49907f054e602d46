/* The gateway of the tests does what the test says. */
#include <string.h>

#include "gateway/memory/memory.h"
#include "kit/nj_test.h"
#include "kit/private.h"

struct fixture {
    struct nj_inbox *in;
    struct nj_gateway *g;
};

static struct fixture begin(void)
{
    struct fixture f;

    f.in = nj_inbox_create();
    f.g = nj_memory_create("qq", 2, f.in);
    return f;
}

static void end(struct fixture *f)
{
    f->g->ops->stop(f->g, 0);
    f->g->ops->destroy(f->g);
    nj_inbox_destroy(f->in);
}

/* The single event that waits. */
static struct nj_event *only(struct fixture *f, enum nj_event_kind kind)
{
    struct nj_event *e = nj_inbox_take(f->in, 0);

    assert_non_null(e);
    assert_null(e->next);
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->gateway, 2);
    return e;
}

static void expect_fate(struct fixture *f, uint64_t call, enum nj_fate fate)
{
    struct nj_event *e = only(f, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    nj_event_destroy(e);
}

static void send(struct fixture *f, uint64_t call, const char *to)
{
    f->g->ops->send_private(f->g, call, PRIVATE_CHAT(to),
                            &(struct nj_say){.text = "x"});
}

static void what_is_said_arrives(void **state)
{
    struct fixture f = begin();
    struct nj_event *e;
    char first[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    nj_memory_group(f.g, "1001", "7", "夜\n莺", "", "hello");
    e = only(&f, NJ_EVENT_MESSAGE);
    assert_true(e->group);
    assert_string_equal(e->chat, "qq:g:1001");
    assert_string_equal(e->user, "qq:u:7");
    assert_string_equal(e->name, "夜 莺");
    assert_string_equal(e->text, "hello");
    memcpy(first, e->id, sizeof(first));
    nj_event_destroy(e);
    nj_memory_private(f.g, "qq:u:7", "n", "", "to you");
    e = only(&f, NJ_EVENT_MESSAGE);
    assert_false(e->group);
    assert_string_equal(e->chat, "qq:u:7");
    assert_string_not_equal(e->id, first);
    nj_event_destroy(e);
    nj_memory_private(f.g, "7", "n", "m9", "again");
    e = only(&f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->id, "m9");
    nj_event_destroy(e);
    end(&f);
}

static void what_is_sent_is_kept(void **state)
{
    static const char *const mentions[] = {"qq:u:1", "qq:u:2"};
    static const struct nj_say said = {
        .text = "text", .mentions = mentions, .n_mentions = 2};
    struct fixture f = begin();
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    f.g->ops->send_group(f.g, 5, (struct nj_group){"qq:g:9"}, &said);
    expect_fate(&f, 5, NJ_FATE_SENT);
    send(&f, 6, "qq:u:8");
    expect_fate(&f, 6, NJ_FATE_SENT);
    assert_int_equal(nj_memory_count(f.g), 2);
    s = nj_memory_get(f.g, 0);
    assert_true(s->group);
    assert_string_equal(s->to, "qq:g:9");
    assert_string_equal(s->text, "text");
    assert_string_equal(s->mentions, "qq:u:1,qq:u:2");
    assert_false(nj_memory_get(f.g, 1)->group);
    nj_memory_clear(f.g);
    assert_int_equal(nj_memory_count(f.g), 0);
    end(&f);
}

static void fates_follow_the_rules(void **state)
{
    struct fixture f = begin();

    NJ_UNUSED(state);
    nj_memory_fate(f.g, "qq:u:1", NJ_FATE_REFUSED, false);
    nj_memory_fate(f.g, "qq:u:2", NJ_FATE_SENT, true);
    send(&f, 1, "qq:u:1");
    expect_fate(&f, 1, NJ_FATE_REFUSED);
    send(&f, 2, "qq:u:2");
    assert_null(nj_inbox_take(f.in, 0));
    nj_memory_settle(f.g, 2, NJ_FATE_UNKNOWN);
    expect_fate(&f, 2, NJ_FATE_UNKNOWN);
    send(&f, 3, "qq:u:3");
    expect_fate(&f, 3, NJ_FATE_SENT);
    nj_memory_fate(f.g, "", NJ_FATE_UNKNOWN, false);
    send(&f, 4, "qq:u:1");
    expect_fate(&f, 4, NJ_FATE_UNKNOWN);
    end(&f);
}

static void nothing_is_sent_while_down(void **state)
{
    struct fixture f = begin();

    NJ_UNUSED(state);
    nj_memory_link(f.g, false);
    nj_event_destroy(only(&f, NJ_EVENT_DOWN));
    send(&f, 1, "qq:u:1");
    expect_fate(&f, 1, NJ_FATE_NOT_SENT);
    assert_int_equal(nj_memory_count(f.g), 0);
    nj_memory_link(f.g, true);
    nj_event_destroy(only(&f, NJ_EVENT_UP));
    send(&f, 1, "qq:u:1");
    expect_fate(&f, 1, NJ_FATE_SENT);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_arrives),
        cmocka_unit_test(what_is_sent_is_kept),
        cmocka_unit_test(fates_follow_the_rules),
        cmocka_unit_test(nothing_is_sent_while_down),
    };

    return cmocka_run_group_tests_name("gateway/memory", tests, NULL, NULL);
}
