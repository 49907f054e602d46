/*
 * Who is a friend and who is not: secrets wait for the proof of the private
 * chat, and who is none hears one line, always the same.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define BOB      "qq:u:bob"
#define BEFRIEND "请先加我为好友"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    house_open(&h, "friends");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

static void happens(enum nj_event_kind kind, const char *user)
{
    struct nj_event *ev = nj_event_create(kind, 0);

    (void)snprintf(ev->user, sizeof(ev->user), "%s", user);
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
}

/* All that went to that person, and how much of it was no courtesy. */
static uint32_t said_to(const char *user, uint32_t *secrets)
{
    uint32_t n = 0;

    *secrets = 0;
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h.gateway, i);

        n += strcmp(s->to, user) == 0;
        *secrets += strcmp(s->to, user) == 0 && !s->courtesy;
    }
    return n;
}

static void who_is_no_friend_hears_one_line_in_ten_minutes(void **state)
{
    static const char *const words[] = {"我",   "帮助",       "新游戏 漫漫长夜",
                                        "停止", "今天吃什么", "确认 1234"};
    uint32_t secrets;

    NJ_UNUSED(state);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        house_private(&h, "bob", words[i]);
    assert_int_equal(said_to(BOB, &secrets), 1);
    assert_int_equal(secrets, 0);
    assert_non_null(house_heard(&h, "bob", BEFRIEND));
    house_pass(&h, 599000);
    house_private(&h, "bob", "我");
    assert_int_equal(said_to(BOB, &secrets), 1);
    house_pass(&h, 1000);
    house_private(&h, "bob", "我");
    assert_int_equal(said_to(BOB, &secrets), 2);
    assert_int_equal(secrets, 0);
    assert_int_not_equal(nj_books_chat(h.referee, BOB)->reach, NJ_REACH_PROVED);
}

static void open_table(void)
{
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
}

/* Not started, told what to do; befriended: it starts. */
static void no_match_starts_with_who_is_no_friend(void **state)
{
    uint32_t secrets;

    NJ_UNUSED(state);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    open_table();
    house_group(&h, "bob", "#加入");
    assert_non_null(house_heard(&h, "group", "开始前请先加我好友"));
    house_private(&h, "bob", "我"); /* through the group: proves nothing */
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "还不能开始"));
    assert_int_equal(nj_books_entry(h.referee, 1)->state, NJ_MATCH_LOBBY);
    assert_int_equal(said_to(BOB, &secrets), 0);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_PROVED);
    happens(NJ_EVENT_FRIEND, BOB);
    house_group(&h, "ann", "#开始");
    assert_int_equal(nj_books_entry(h.referee, 1)->state, NJ_MATCH_RUNNING);
    assert_non_null(house_heard(&h, "bob", "席"));
}

/* UX-7: the friend list shows it; nobody has to type anything. */
static void a_friend_need_not_say_so(void **state)
{
    NJ_UNUSED(state);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_PROVED);
    open_table();
    house_group(&h, "bob", "#加入");
    assert_null(house_heard(&h, "group", "开始前请先加我好友"));
    house_group(&h, "ann", "#开始");
    assert_int_equal(nj_books_entry(h.referee, 1)->state, NJ_MATCH_RUNNING);
    assert_non_null(house_heard(&h, "bob", "席"));
}

/* Who sat down before the list came. */
static void the_list_proves_who_is_seated_already(void **state)
{
    NJ_UNUSED(state);
    open_table();
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "还不能开始"));
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_PROVED);
    nj_memory_friends(h.gateway);
    house_run(&h);
    house_group(&h, "ann", "#开始");
    assert_int_equal(nj_books_entry(h.referee, 1)->state, NJ_MATCH_RUNNING);
}

static void leave_word(const char *key)
{
    struct nj_out_row row = {.to = NJ_OUT_TO_USER,
                             .state = NJ_OUT_PENDING,
                             .at_ms = h.now_ms,
                             .chat = BOB,
                             .key = key,
                             .clause = "",
                             .args = "{}",
                             .choices = "",
                             .reason = ""};
    struct nj_err err = {{0}};

    nj_store_begin(h.store);
    nj_out_insert(h.store, &row);
    assert_true(nj_store_good(h.store));
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
}

/* Which of the texts sent has that in it, counted from the first. */
static uint32_t place_of(const char *part)
{
    uint32_t i = 0;

    while (strstr(nj_memory_get(h.gateway, i)->text, part) == NULL)
        i++;
    return i;
}

/* What waits for him is not sent any other way, and comes in its order. */
static void what_waits_for_a_friend_comes_in_order(void **state)
{
    const char *first, *second;
    uint32_t secrets;

    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    nj_memory_friends(h.gateway);
    house_run(&h);
    assert_int_equal(nj_books_chat(h.referee, BOB)->reach, NJ_REACH_REFUSED);
    leave_word("shell.hello");
    leave_word("shell.fault");
    house_kill(&h, 1000);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    house_private(&h, "bob", "我");
    assert_int_equal(said_to(BOB, &secrets), 1);
    assert_int_equal(secrets, 0);
    house_forget(&h);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_PROVED);
    nj_memory_friends(h.gateway);
    house_run(&h);
    first = house_heard(&h, "bob", "我是夜鹰");
    second = house_heard(&h, "bob", "出了我的错");
    assert_non_null(first);
    assert_non_null(second);
    assert_true(strcmp(first, second) == 0
                    ? strstr(first, "我是夜鹰") < strstr(first, "出了我的错")
                    : place_of("我是夜鹰") < place_of("出了我的错"));
}

/* An owner who has never said a word. */
static void who_was_never_heard_is_looked_up(void **state)
{
    static const char *const owners[] = {"qq:u:boss", NULL};
    struct nj_event *ev = nj_event_create(NJ_EVENT_TROUBLE, 0);

    NJ_UNUSED(state);
    h.owners = owners;
    house_kill(&h, 0);
    nj_event_set_text(ev, "the roof leaks", strlen("the roof leaks"));
    nj_memory_privacy(h.gateway, "qq:u:boss", NJ_PRIVACY_PROVED);
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_non_null(house_heard(&h, "boss", "the roof leaks"));
}

/* He was a friend when he sat down, and the process has begun anew since. */
static void the_list_is_asked_about_everybody_who_sits(void **state)
{
    NJ_UNUSED(state);
    open_table();
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_kill(&h, 1000);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    nj_memory_friends(h.gateway);
    house_run(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "还不能开始"));
    assert_int_equal(nj_books_entry(h.referee, 1)->state, NJ_MATCH_LOBBY);
}

/* Words in the group tell that he is no friend any more. */
static void a_word_in_the_group_ends_the_proof(void **state)
{
    uint32_t secrets;

    NJ_UNUSED(state);
    house_private(&h, "bob", "我");
    assert_int_equal(nj_books_chat(h.referee, BOB)->reach, NJ_REACH_PROVED);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    open_table();
    house_forget(&h);
    house_group(&h, "bob", "#加入");
    assert_non_null(house_heard(&h, "group", "开始前请先加我好友"));
    assert_int_equal(said_to(BOB, &secrets), 0);
}

/* Refusals without a word cool his chat; that he writes, or has become a
 * friend, ends it. */
static void a_word_of_his_ends_the_pause(void **state)
{
    NJ_UNUSED(state);
    house_group(&h, "cat", "#新游戏 漫漫长夜");
    for (int way = 0; way < 2; way++) {
        nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
        house_private(&h, "ann", "我");
        nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_UNKNOWN, false);
        house_group(&h, "ann", "#加入"); /* and once more: two failures */
        house_group(&h, "ann", "#退出");
        house_group(&h, "ann", "#加入");
        assert_true(nj_books_chat(h.referee, "qq:u:ann")->hold_until_ms >
                    h.referee->steady_ms);
        nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
        house_forget(&h);
        if (way == 0)
            house_private(&h, "ann", "我");
        else
            happens(NJ_EVENT_FRIEND, "qq:u:ann");
        assert_true(nj_books_chat(h.referee, "qq:u:ann")->hold_until_ms <=
                    h.referee->steady_ms);
        house_forget(&h);
        house_private(&h, "ann", "我");
        assert_true(nj_memory_count(h.gateway) > 0);
        house_group(&h, "ann", "#退出");
    }
}

/* --- the list, read twice --- */

/* What it says of him is known by the second time. */
static void a_list_that_says_nothing_new_changes_nothing(void **state)
{
    NJ_UNUSED(state);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_PROVED);
    house_private(&h, "bob", "我");
    house_forget(&h);
    for (int i = 0; i < 2; i++) {
        nj_memory_friends(h.gateway);
        house_run(&h);
    }
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_int_equal(nj_books_chat(h.referee, BOB)->reach, NJ_REACH_PROVED);
}

/* The same words once more are no second knock, and where the account has
 * nothing left to say this second, who is no friend hears it the next time. */
static void a_courtesy_is_said_once_and_when_there_is_room(void **state)
{
    uint32_t secrets;

    NJ_UNUSED(state);
    nj_memory_privacy(h.gateway, BOB, NJ_PRIVACY_NONE);
    nj_memory_privacy(h.gateway, "qq:u:eve", NJ_PRIVACY_NONE);
    h.referee->setup.pace = (struct nj_pace){1, 2, 100, 1};
    house_pass(&h, 10000);
    nj_memory_private(h.gateway, "bob", "bob", "k1", "我");
    house_run(&h);
    house_private(&h, "eve", "我"); /* the same second */
    assert_int_equal(said_to(BOB, &secrets), 1);
    assert_int_equal(said_to("qq:u:eve", &secrets), 0);
    house_pass(&h, 700000);
    nj_memory_private(h.gateway, "bob", "bob", "k1", "我");
    house_run(&h);
    assert_int_equal(said_to(BOB, &secrets), 1);
    house_private(&h, "eve", "我");
    assert_int_equal(said_to("qq:u:eve", &secrets), 1);
    assert_int_equal(secrets, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_is_no_friend_hears_one_line_in_ten_minutes),
        TEST(no_match_starts_with_who_is_no_friend),
        TEST(a_friend_need_not_say_so),
        TEST(the_list_proves_who_is_seated_already),
        TEST(what_waits_for_a_friend_comes_in_order),
        TEST(the_list_is_asked_about_everybody_who_sits),
        TEST(a_word_in_the_group_ends_the_proof),
        TEST(who_was_never_heard_is_looked_up),
        TEST(a_word_of_his_ends_the_pause),
        TEST(a_list_that_says_nothing_new_changes_nothing),
        TEST(a_courtesy_is_said_once_and_when_there_is_room),
    };

    return cmocka_run_group_tests_name("referee/friends", tests, NULL, NULL);
}
