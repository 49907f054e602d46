/*
 * Friends, through the program itself and a platform that posts a private text
 * to the group where it can: nothing of a match goes that way.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/party.h"

#define GROUP   NJ_PARTY_GROUP
#define WAIT_MS NJ_SERVE_WAIT_MS
#define MOVES   200
#define LAST    (NJ_PARTY_SIZE - 1)
#define SECRET  "你" /* in what is told of walls and of sounds */

static struct nj_party p;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_party_end(&p);
    return 0;
}

/* All but the last one are friends; nobody has to say so. */
static void begin(void)
{
    int64_t friends[LAST];

    for (unsigned i = 0; i < LAST; i++)
        friends[i] = nj_party_user(i);
    nj_party_open(&p, "", 1, NULL);
    nj_ob_server_flavour(p.server, NJ_OB_NAPCAT);
    nj_ob_server_careless(p.server);
    nj_ob_server_list(p.server, friends, LAST);
    nj_ob_server_drop(p.server); /* the list is asked for when it is back */
    assert_true(nj_ob_server_connected(p.server, 2, WAIT_MS));
}

static void say_through(const char *text)
{
    nj_ob_server_say_through(p.server, GROUP, nj_party_user(LAST),
                             nj_party_name(LAST), text);
}

static void sit_down(void)
{
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++) {
        nj_party_group(&p, i, "#加入");
        (void)nj_party_hears(&p, "入座");
    }
}

static uint32_t told_last(void)
{
    return nj_ob_server_count(p.server, false, nj_party_user(LAST));
}

/* Players move until the last one cannot be told what he should know. */
static void move_until_it_fails(void)
{
    const char *failed = NULL;

    for (int i = 0; i < MOVES && failed == NULL; i++) {
        nj_party_move(&p);
        failed =
            nj_ob_server_expect_group(p.server, GROUP, "的私聊发不出去", 0);
    }
    assert_non_null(failed);
}

/* What was tried in vain is written down too, and is not what comes later. */
static void forget_tries(void)
{
    uint32_t n = 0;

    while (nj_ob_server_expect_private(p.server, nj_party_user(LAST), SECRET,
                                       0) != NULL)
        n++;
    assert_int_not_equal(n, 0);
}

/* The server finds fault with every text that has a group beside the person
 * and is not for everybody, and posts it there. */
static void nothing_of_a_match_goes_through_the_group(void **state)
{
    uint32_t told;

    NJ_UNUSED(state);
    begin();
    sit_down();
    say_through("我");
    (void)nj_party_hears(&p, "请先加我为好友"); /* posted, and harmless */
    nj_party_group(&p, 0, "#开始");
    (void)nj_party_hears(&p, "还不能开始");
    assert_int_equal(told_last(), 0);
    nj_ob_server_befriend(p.server, nj_party_user(LAST));
    /* A picture that comes after its words is not said again. */
    nj_party_private(&p, LAST, "图片 关");
    (void)nj_party_told(&p, LAST, "图片已关闭");
    nj_party_group(&p, 0, "#开始");
    (void)nj_party_told(&p, LAST, "席");
    while (p.seat == 0)
        assert_true(nj_party_listen(&p, WAIT_MS));

    nj_ob_server_unfriend(p.server, nj_party_user(LAST));
    move_until_it_fails();
    told = told_last();
    say_through("我");
    say_through("停止");
    nj_party_group(&p, 0, "#游戏");
    (void)nj_party_hears(&p, "漫漫长夜（"); /* all before it is done */
    assert_int_equal(told_last(), told);
    assert_int_equal(nj_ob_server_sessions(p.server), 1);
    forget_tries();
    nj_ob_server_befriend(p.server, nj_party_user(LAST));
    (void)nj_party_told(&p, LAST, SECRET);
    assert_int_equal(nj_ob_server_sessions(p.server), 1);
    nj_party_no_leak(&p);
    nj_party_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_of_a_match_goes_through_the_group,
                                  end),
    };

    return cmocka_run_group_tests_name("e2e/friends", tests, NULL, NULL);
}
