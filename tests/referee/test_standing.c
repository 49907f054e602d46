/*
 * Admins of a group on a platform whose messages do not tell who is one: the
 * platform is asked, and then the words count or are refused.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/commands/commands.h"

#define GROUP "tg:g:9"
#define TARA  "tg:u:tara"
#define UDO   "tg:u:udo"
#define EVE   "tg:u:eve"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    house_open(&h, "standing");
    h.second->can = NJ_ASKS_ROLES;
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

static void an_admin_settles_the_language(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_int_equal(nj_memory_count(h.second), 1);
    assert_non_null(house_heard(&h, GROUP, "English"));
}

static void a_member_is_refused_once(void **state)
{
    NJ_UNUSED(state);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_int_equal(nj_memory_count(h.second), 1);
    assert_non_null(house_heard(&h, GROUP, "由群管理设定"));
    house_forget(&h);
    house_group_at(&h, GROUP, TARA, "#静默 开");
    assert_int_equal(nj_memory_count(h.second), 1);
    house_forget(&h);
    house_group_at(&h, GROUP, TARA, "#图片 关");
    assert_int_equal(nj_memory_count(h.second), 1);
}

static void an_admin_who_has_left_is_none(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_OWNER);
    nj_memory_members(h.second, false);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_non_null(house_heard(&h, GROUP, "由群管理设定"));
}

/* Admins may stop what they have no seat in (UX-2.3). */
static void an_admin_pauses_a_match(void **state)
{
    NJ_UNUSED(state);
    house_private(&h, TARA, "我");
    house_private(&h, UDO, "我");
    house_group_at(&h, GROUP, TARA, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, TARA, "#加入");
    house_group_at(&h, GROUP, UDO, "#加入");
    house_group_at(&h, GROUP, TARA, "#开始");
    house_forget(&h);
    house_group_at(&h, GROUP, EVE, "%暂停");
    assert_null(house_heard(&h, GROUP, "计时停住"));
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    house_group_at(&h, GROUP, EVE, "%暂停");
    assert_non_null(house_heard(&h, GROUP, "计时停住"));
}

/* ... and change tables that they do not sit at. */
static void an_admin_changes_a_table(void **state)
{
    NJ_UNUSED(state);
    house_group_at(&h, GROUP, TARA, "#新游戏 漫漫长夜");
    house_forget(&h);
    house_group_at(&h, GROUP, EVE, "#关闭");
    assert_int_equal(nj_memory_count(h.second), 1);
    assert_non_null(house_heard(&h, GROUP, "群管理可以"));
    assert_int_equal(nj_referee_open(h.referee), 1);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    house_group_at(&h, GROUP, EVE, "#关闭");
    assert_int_equal(nj_referee_open(h.referee), 0);
}

/* In private there is no group whose admin he could be. */
static void nobody_is_an_admin_in_private(void **state)
{
    NJ_UNUSED(state);
    house_private(&h, TARA, "我");
    house_group_at(&h, GROUP, TARA, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, TARA, "#加入");
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    house_private(&h, UDO, "关闭");
    assert_int_equal(nj_referee_open(h.referee), 1);
}

/* Where messages do tell, nobody is asked. */
static void a_platform_that_tells_is_not_asked(void **state)
{
    NJ_UNUSED(state);
    h.second->can = 0;
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_non_null(house_heard(&h, GROUP, "由群管理设定"));
}

/* The answer about a group that has moved is asked for once more. */
static void an_admin_is_asked_about_where_the_group_is(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_memory_silent(h.second, true);
    house_group_at(&h, GROUP, TARA, "#lang en");
    nj_memory_silent(h.second, false);
    nj_memory_move(h.second, GROUP, "tg:g:-1009");
    house_run(&h);
    assert_non_null(house_heard(&h, "tg:g:-1009", "English"));
}

/* Questions that a platform never answers do not shut the door to others. */
static void questions_without_an_answer_are_given_up(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_memory_silent(h.second, true);
    for (int i = 0; i < 100; i++)
        house_group_at(&h, GROUP, UDO, "#lang zh-TW");
    assert_int_equal(nj_memory_count(h.second), 99); /* all but the first */
    assert_non_null(house_heard(&h, GROUP, "请过一会儿再发"));
    nj_memory_silent(h.second, false);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_non_null(house_heard(&h, GROUP, "English"));
}

/* ... and what is said about one person makes nobody else an admin: here the
 * newest question has an older place than the one that still waits. */
static void an_answer_counts_for_its_own_question(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_memory_silent(h.second, true);
    house_group_at(&h, GROUP, UDO, "#lang zh-TW");
    house_pass(&h, 30000);
    house_group_at(&h, GROUP, EVE, "#lang zh-CN");
    house_pass(&h, 31000);
    nj_memory_silent(h.second, false);
    house_group_at(&h, GROUP, TARA, "#lang en");
    assert_non_null(house_heard(&h, GROUP, "English"));
}

/* He hears of it when his words are dropped, and can say them again. */
static void words_that_are_dropped_are_answered(void **state)
{
    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_memory_silent(h.second, true);
    house_group_at(&h, GROUP, UDO, "#lang zh-TW");
    assert_int_equal(nj_memory_count(h.second), 0);
    nj_memory_silent(h.second, false);
    house_pass(&h, 61000);
    house_group_at(&h, GROUP, UDO, "#lang en");
    assert_non_null(house_heard(&h, GROUP, "请过一会儿再发"));
    assert_non_null(house_heard(&h, GROUP, "English"));
}

/* More people at once than can be asked about: nobody's words are lost in
 * silence, and everybody gets in as soon as there are answers. */
static void a_crowd_is_answered_one_by_one(void **state)
{
    char user[32];
    uint32_t told;

    NJ_UNUSED(state);
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_memory_silent(h.second, true);
    for (int i = 0; i < 40; i++) {
        (void)snprintf(user, sizeof(user), "tg:u:n%d", i);
        house_group_at(&h, GROUP, user, "#lang en");
    }
    told = nj_memory_count(h.second);
    assert_int_equal(told, 40 - NJ_STANDINGS_MAX);
    house_pass(&h, 61000);
    nj_memory_silent(h.second, false);
    house_group_at(&h, GROUP, UDO, "#lang en");
    assert_true(nj_memory_count(h.second) > told + 1);
    assert_non_null(house_heard(&h, GROUP, "English"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_admin_settles_the_language),
        TEST(a_member_is_refused_once),
        TEST(an_admin_who_has_left_is_none),
        TEST(an_admin_pauses_a_match),
        TEST(an_admin_changes_a_table),
        TEST(nobody_is_an_admin_in_private),
        TEST(a_platform_that_tells_is_not_asked),
        TEST(an_admin_is_asked_about_where_the_group_is),
        TEST(questions_without_an_answer_are_given_up),
        TEST(an_answer_counts_for_its_own_question),
        TEST(words_that_are_dropped_are_answered),
        TEST(a_crowd_is_answered_one_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
