/*
 * A platform that lacks what others have: no courtesies, no wishes to answer,
 * nobody to be asked about, no list of friends. What is done elsewhere with
 * these is left out there, and nothing else.
 */
#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static struct house h;
static struct nj_gateway_ops bare;

static const struct nj_admissions some[2] = {{NJ_ADMIT_SOME, NJ_ADMIT_SOME},
                                             {NJ_ADMIT_SOME, NJ_ADMIT_SOME}};

/* "qq" has nothing of all that, from now on. */
static void strip(void)
{
    bare = *h.gateway->ops;
    bare.send_courtesy = NULL;
    bare.answer_friend = NULL;
    bare.ask_member = NULL;
    bare.privacy = NULL;
    bare.pushes = NULL;
    bare.stored = NULL;
    bare.kept = NULL;
    bare.withdraw = NULL;
    h.gateway->ops = &bare;
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    house_open(&h, "bare");
    h.admissions = some;
    house_kill(&h, 0);
    strip();
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

static void happens(enum nj_event_kind kind, const char *user, const char *id)
{
    struct nj_event *ev = nj_event_create(kind, 0);

    nj_str_copy(ev->user, sizeof(ev->user), user);
    nj_str_copy(ev->id, sizeof(ev->id), id);
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
}

/* Who is no friend hears nothing, since there is nothing to say it by; in the
 * group he hears what he has to do. */
static void who_is_no_friend_hears_of_it_in_the_group(void **state)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    NJ_UNUSED(state);
    nj_str_copy(ev->user, sizeof(ev->user), "qq:u:bob");
    nj_str_copy(ev->chat, sizeof(ev->chat), "qq:u:bob");
    nj_str_copy(ev->name, sizeof(ev->name), "bob");
    ev->privacy = NJ_PRIVACY_NONE;
    nj_event_set_text(ev, "我", strlen("我"));
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_null(house_heard(&h, "bob", ""));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "bob", "#加入");
    assert_non_null(house_heard(&h, "group", "开始前请先加我好友"));
}

/* Wishes are left to a human, whoever has them. */
static void wishes_are_left_to_a_human(void **state)
{
    NJ_UNUSED(state);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    happens(NJ_EVENT_ASKS, "qq:u:ann", "wish-1"); /* who sits at a table */
    happens(NJ_EVENT_ASKS, "qq:u:eve", "wish-2"); /* whom nobody knows */
    assert_string_equal(nj_memory_accepted(h.gateway), "");
}

/* ... and where they can be answered, whom an owner has shut out is not. */
static void nobody_who_was_shut_out_is_admitted(void **state)
{
    static const char *const owners[] = {"qq:u:owner", NULL};

    NJ_UNUSED(state);
    h.owners = owners;
    house_kill(&h, 0);
    house_private(&h, "owner", "我");
    house_private(&h, "eve", "我");
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    house_group(&h, "eve", "#加入");
    happens(NJ_EVENT_ASKS, "qq:u:eve", "wish-3");
    assert_string_equal(nj_memory_accepted(h.gateway), "wish-3");
    house_private(&h, "owner", "封禁 qq:u:eve");
    happens(NJ_EVENT_ASKS, "qq:u:eve", "wish-4");
    assert_string_equal(nj_memory_accepted(h.gateway), "wish-3");
}

/* What a message says about its private chat is all there is to know. */
static void a_match_is_played_all_the_same(void **state)
{
    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30");
    nj_memory_friends(h.gateway); /* a list that says nothing of anybody */
    house_run(&h);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:ann")->reach,
                     NJ_REACH_PROVED);
    house_forget(&h);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    house_group(&h, "ann", "#赛况");
    assert_non_null(house_heard(&h, "group", "回合"));
    house_group(&h, "ann", "#语言 English"); /* nobody knows who is an admin */
    assert_non_null(house_heard(&h, "group", "由群管理设定"));
}

/* Positions are stored, and what is to be kept is, though nobody is told. */
static void nobody_is_told_what_is_stored(void **state)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_KEEP, 0);

    NJ_UNUSED(state);
    nj_str_copy(ev->chat, sizeof(ev->chat), "line.1");
    ev->call = 3; /* its text is nothing: it is kept no more */
    ev->offset = 7;
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_int_equal(nj_offset_get(h.store, "qq"), 7);
    assert_int_equal(nj_memory_stored(h.gateway), 0);
    assert_int_equal(nj_memory_kept(h.gateway), 0);
}

/* What was meant for us alone stands in the group, and cannot be taken away. */
static void words_for_us_alone_stand_where_they_were_said(void **state)
{
    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    house_group(&h, "ann", "#墙");
    assert_string_equal(nj_memory_withdrawn(h.gateway), "");
    assert_non_null(house_heard(&h, "group", "私聊"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            who_is_no_friend_hears_of_it_in_the_group, begin, end),
        cmocka_unit_test_setup_teardown(wishes_are_left_to_a_human, begin, end),
        cmocka_unit_test_setup_teardown(nobody_who_was_shut_out_is_admitted,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_match_is_played_all_the_same, begin,
                                        end),
        cmocka_unit_test_setup_teardown(nobody_is_told_what_is_stored, begin,
                                        end),
        cmocka_unit_test_setup_teardown(
            words_for_us_alone_stand_where_they_were_said, begin, end),
    };

    return cmocka_run_group_tests_name("referee/bare_platform", tests, NULL,
                                       NULL);
}
