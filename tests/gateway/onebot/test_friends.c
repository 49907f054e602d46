/* Friends: their list, what messages prove with it, who is told secrets. */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"
#include "gateway/onebot/talk.h"
#include "kit/private.h"

#define LATER 78
#define LONG  5000

static const struct nj_ob_self waiting = {
    .gateway = "qq", .index = 4, .id = "10000", .list_echo = "e-7"};

/* --- the answer alone --- */

static uint32_t read_list(const char *data, struct nj_ob_frame *f)
{
    struct nj_str s = NJ_STR_INIT(1u << 24);
    struct nj_err err;

    nj_str_addf(&s,
                "{\"status\":\"ok\",\"retcode\":0,\"echo\":\"e-7\",\"data\":");
    nj_str_puts(&s, data);
    nj_str_puts(&s, "}");
    assert_false(s.over);
    assert_int_equal(nj_ob_frame_read(&waiting, s.p, s.len, f, &err), NJ_OK);
    nj_str_fini(&s);
    return f->friends.n;
}

static void a_list_is_read_whatever_is_in_it(void **state)
{
    static const char odd[] =
        "[{\"user_id\":77},{\"user_id\":\"76\"},{},7,null,[{\"user_id\":1}],"
        "{\"user_id\":-5},{\"user_id\":0},{\"user_id\":77},"
        "{\"user_id\":1e300},{\"user_id\":9007199254740993},"
        "{\"user_id\":\"x\"},{\"uin\":5}]";
    static const char *const none[] = {"null", "{}",     "[]",
                                       "7",    "\"77\"", "{\"user_id\":77}"};
    struct nj_ob_frame f;

    NJ_UNUSED(state);
    assert_int_equal(read_list(odd, &f), 2);
    assert_true(nj_ob_friends_has(&f.friends, 76));
    assert_true(nj_ob_friends_has(&f.friends, 77));
    nj_ob_frame_fini(&f);
    for (size_t i = 0; i < NJ_COUNT(none); i++) {
        assert_int_equal(read_list(none[i], &f), 0);
        nj_ob_frame_fini(&f);
    }
}

static void put_many(struct nj_str *s, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        nj_str_addf(s, "%s{\"user_id\":%lld,\"nickname\":\"N\"}",
                    i == 0 ? "[" : ",", 2 * ((long long)n - (long long)i));
    nj_str_puts(s, "]");
}

static void a_list_has_a_bound(void **state)
{
    static const int64_t sizes[] = {LONG, NJ_OB_FRIENDS_MAX,
                                    NJ_OB_FRIENDS_MAX + 1};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(sizes); i++) {
        struct nj_str s = NJ_STR_INIT(1u << 24);
        struct nj_ob_frame f;

        put_many(&s, sizes[i]);
        assert_int_equal(read_list(s.p, &f),
                         sizes[i] > NJ_OB_FRIENDS_MAX ? 0 : sizes[i]);
        for (int64_t k = 1; k <= 2 * (int64_t)f.friends.n; k++)
            assert_int_equal(nj_ob_friends_has(&f.friends, k), k % 2 == 0);
        nj_ob_frame_fini(&f);
        nj_str_fini(&s);
    }
}

/* R8: a frame that nobody waits for has the bounds of a frame. */
static void only_the_awaited_answer_may_be_long(void **state)
{
    struct nj_ob_self other = waiting;
    struct nj_str s = NJ_STR_INIT(1u << 24);
    struct nj_ob_frame f;
    struct nj_err err;

    NJ_UNUSED(state);
    nj_str_puts(&s, "{\"status\":\"ok\",\"retcode\":0,\"echo\":\"e-7\","
                    "\"data\":");
    put_many(&s, LONG);
    nj_str_puts(&s, "}");
    other.list_echo = "";
    assert_int_not_equal(nj_ob_frame_read(&other, s.p, s.len, &f, &err), NJ_OK);
    other.list_echo = "e-8"; /* an answer to something else */
    assert_int_equal(nj_ob_frame_read(&other, s.p, s.len, &f, &err), NJ_OK);
    assert_int_equal(f.friends.n, 0);
    nj_ob_frame_fini(&f);
    nj_str_fini(&s);
}

static void friends_come_and_go(void **state)
{
    struct nj_ob_friends f = {NULL, 0, 0};

    NJ_UNUSED(state);
    for (int64_t i = 1; i <= 200; i++)
        nj_ob_friends_add(&f, 1 + i * 37 % 200); /* each once, in disorder */
    nj_ob_friends_add(&f, 5);
    assert_int_equal(f.n, 200);
    nj_ob_friends_drop(&f, 100);
    nj_ob_friends_drop(&f, 100);
    nj_ob_friends_drop(&f, 1000);
    assert_int_equal(f.n, 199);
    for (int64_t i = 1; i <= 201; i++)
        assert_int_equal(nj_ob_friends_has(&f, i), i <= 200 && i != 100);
    nj_ob_friends_fini(&f);
}

/* --- over the wire --- */

static struct fixture *listed(void **state, const int64_t *friends, uint32_t n)
{
    struct fixture *f = *state;

    nj_ob_server_list(f->server, friends, n);
    f->ears.g = connect_to(nj_ob_server_port(f->server), TOKEN, f->ears.in);
    ears_only(&f->ears, NJ_EVENT_UP);
    if (n > 0)
        ears_only(&f->ears, NJ_EVENT_FRIENDS);
    return f;
}

static enum nj_privacy knows(const struct fixture *f, const char *user)
{
    return f->ears.g->ops->privacy(f->ears.g, (struct nj_person){user});
}

static void expect_privacy(struct fixture *f, enum nj_privacy privacy)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);

    assert_int_equal(e->privacy, privacy);
    nj_event_destroy(e);
}

static void send_secret(struct fixture *f, uint64_t call, const char *user)
{
    f->ears.g->ops->send_private(f->ears.g, call, PRIVATE_CHAT(user),
                                 &(struct nj_say){.text = "a secret"});
}

/* What is said in the group says who can be told secrets. */
static void the_list_says_who_is_a_friend(void **state)
{
    static int64_t many[LONG];
    struct fixture *f;

    for (int64_t i = 0; i < LONG; i++)
        many[i] = i == 0 ? PERSON : 100000 + i;
    f = listed(state, many, LONG);
    assert_int_equal(knows(f, "qq:u:77"), NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:104999"), NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:78"), NJ_PRIVACY_NONE);
    assert_int_equal(knows(f, "qq:g:77"), NJ_PRIVACY_UNSAID);
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "#加入");
    expect_privacy(f, NJ_PRIVACY_PROVED);
    nj_ob_server_say_group(f->server, GROUP, LATER, "Bob", "#加入");
    expect_privacy(f, NJ_PRIVACY_NONE);
    nj_ob_server_say_through(f->server, GROUP, LATER, "Bob", "我");
    expect_privacy(f, NJ_PRIVACY_NONE);
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "我");
    expect_privacy(f, NJ_PRIVACY_UNSAID); /* the list knows better */
    nj_ob_server_say_private(f->server, PERSON, "Ann", "我");
    expect_privacy(f, NJ_PRIVACY_PROVED);
}

/* The program is not even asked to tell a stranger. */
static void a_stranger_is_sent_nothing(void **state)
{
    static const int64_t friends[] = {PERSON};
    struct fixture *f = listed(state, friends, 1);

    send_secret(f, 1, "qq:u:78");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    assert_int_equal(nj_ob_server_count(f->server, false, LATER), 0);
    nj_ob_server_befriend(f->server, LATER);
    ears_only(&f->ears, NJ_EVENT_FRIEND);
    send_secret(f, 2, "qq:u:78");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_count(f->server, false, LATER), 1);
}

/* Nobody tells that somebody is a friend no more: the refusal does, and the
 * list of the next connection. */
static void who_is_a_friend_no_more_is_noticed(void **state)
{
    static const int64_t friends[] = {PERSON, LATER};
    struct fixture *f = listed(state, friends, 2);

    nj_ob_server_unfriend(f->server, PERSON);
    send_private(f, 1, "a secret");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    assert_int_equal(knows(f, "qq:u:77"), NJ_PRIVACY_NONE);
    assert_int_equal(knows(f, "qq:u:78"), NJ_PRIVACY_PROVED);
    nj_ob_server_befriend(f->server, 79);
    ears_only(&f->ears, NJ_EVENT_FRIEND);
    nj_ob_server_unfriend(f->server, LATER);
    nj_ob_server_drop(f->server);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    assert_int_equal(knows(f, "qq:u:79"), NJ_PRIVACY_PROVED); /* meanwhile */
    ears_only(&f->ears, NJ_EVENT_UP);
    ears_only(&f->ears, NJ_EVENT_FRIENDS);
    assert_int_equal(knows(f, "qq:u:78"), NJ_PRIVACY_NONE);
    assert_int_equal(knows(f, "qq:u:79"), NJ_PRIVACY_PROVED);
}

/* Where there is no list, who writes as a friend is one, nobody else. */
static void without_a_list_friends_show_themselves(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "#加入");
    expect_privacy(f, NJ_PRIVACY_UNSAID);
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "我");
    expect_privacy(f, NJ_PRIVACY_NONE);
    nj_ob_server_say_private(f->server, PERSON, "Ann", "我");
    expect_privacy(f, NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:77"), NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:78"), NJ_PRIVACY_UNSAID);
}

/* A program that has not read its own list yet says that it is empty: it is
 * asked again when a friend turns up, who stays one whatever it says then. */
static void an_empty_list_is_none(void **state)
{
    static const int64_t stale[] = {LATER};
    struct fixture *f = listed(state, NULL, 0);

    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "x");
    expect_privacy(f, NJ_PRIVACY_UNSAID);
    nj_ob_server_list(f->server, stale, 1);
    nj_ob_server_say_private(f->server, PERSON, "Ann", "我");
    expect_privacy(f, NJ_PRIVACY_PROVED);
    ears_only(&f->ears, NJ_EVENT_FRIENDS);
    assert_int_equal(knows(f, "qq:u:77"), NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:78"), NJ_PRIVACY_PROVED);
    assert_int_equal(knows(f, "qq:u:79"), NJ_PRIVACY_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_read_whatever_is_in_it),
        cmocka_unit_test(a_list_has_a_bound),
        cmocka_unit_test(only_the_awaited_answer_may_be_long),
        cmocka_unit_test(friends_come_and_go),
        cmocka_unit_test_setup_teardown(the_list_says_who_is_a_friend, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_stranger_is_sent_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(who_is_a_friend_no_more_is_noticed,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(without_a_list_friends_show_themselves,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(an_empty_list_is_none, setup, teardown),
    };

    return cmocka_run_group_tests_name("gateway/onebot/friends", tests, NULL,
                                       NULL);
}
