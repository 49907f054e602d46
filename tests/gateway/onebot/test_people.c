/* Who people are to us: temporary sessions, wishes, roles. */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

static struct nj_ob_sessions sessions;
static struct nj_ob_wishes wishes;
static struct nj_ob_roles roles;

/* The secret of a person goes through a group only if he wrote through it and
 * was found there. */
static void a_session_has_to_be_heard_and_found(void **state)
{
    NJ_UNUSED(state);
    nj_ob_sessions_clear(&sessions);
    nj_ob_sessions_found(&sessions, "77", "1001"); /* never wrote */
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "");
    assert_true(nj_ob_sessions_hear(&sessions, "77", "1001"));
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "");
    assert_false(nj_ob_sessions_hear(&sessions, "77", "1001"));
    nj_ob_sessions_found(&sessions, "77", "1002"); /* another group */
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "");
    nj_ob_sessions_found(&sessions, "77", "1001");
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "1001");
    assert_string_equal(nj_ob_sessions_group(&sessions, "78"), "");
    assert_string_equal(nj_ob_sessions_group(&sessions, ""), "");
}

static void a_session_ends_with_the_link_or_by_other_words(void **state)
{
    NJ_UNUSED(state);
    nj_ob_sessions_clear(&sessions);
    assert_true(nj_ob_sessions_hear(&sessions, "77", "1001"));
    nj_ob_sessions_found(&sessions, "77", "1001");
    assert_false(nj_ob_sessions_hear(&sessions, "77", "")); /* a friend now */
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "");
    assert_true(nj_ob_sessions_hear(&sessions, "77", "1002"));
    nj_ob_sessions_found(&sessions, "77", "1002");
    nj_ob_sessions_clear(&sessions);
    assert_string_equal(nj_ob_sessions_group(&sessions, "77"), "");
}

static void many_sessions_push_out_the_oldest(void **state)
{
    char user[NJ_OB_ID_MAX];

    NJ_UNUSED(state);
    nj_ob_sessions_clear(&sessions);
    for (int i = 0; i <= NJ_OB_SESSIONS_MAX; i++) {
        (void)snprintf(user, sizeof(user), "%d", 100 + i);
        assert_true(nj_ob_sessions_hear(&sessions, user, "1001"));
        nj_ob_sessions_found(&sessions, user, "1001");
    }
    assert_string_equal(nj_ob_sessions_group(&sessions, "100"), "");
    assert_string_equal(nj_ob_sessions_group(&sessions, "101"), "1001");
}

static bool add_wish(const char *user, const char *flag, char id[NJ_MSG_ID_MAX])
{
    struct nj_ob_frame f = {.kind = NJ_OB_EVENT};
    struct nj_event e = {.kind = NJ_EVENT_ASKS};
    bool fresh;

    (void)snprintf(f.user, sizeof(f.user), "%s", user);
    (void)snprintf(f.flag, sizeof(f.flag), "%s", flag);
    fresh = nj_ob_wishes_add(&wishes, &f, &e);
    memcpy(id, e.id, sizeof(e.id));
    return fresh;
}

static void a_wish_is_answered_once_and_later(void **state)
{
    char first[NJ_MSG_ID_MAX], second[NJ_MSG_ID_MAX], again[NJ_MSG_ID_MAX];
    const struct nj_ob_wish *due;

    NJ_UNUSED(state);
    memset(&wishes, 0, sizeof(wishes));
    assert_true(add_wish("77", "flag", first));
    assert_false(add_wish("77", "flag", again)); /* told twice */
    assert_true(add_wish("78", "flag", second)); /* NapCat's are times */
    assert_string_not_equal(first, second);
    assert_null(nj_ob_wishes_due(&wishes, INT64_MAX)); /* nobody decided */
    nj_ob_wishes_decide(&wishes, first, true, 500);
    nj_ob_wishes_decide(&wishes, "nonsense", true, 1);
    assert_null(nj_ob_wishes_due(&wishes, 499));
    due = nj_ob_wishes_due(&wishes, 500);
    assert_non_null(due);
    assert_string_equal(due->flag, "flag");
    assert_string_equal(due->user, "77");
    assert_true(due->accept);
    nj_ob_wishes_decide(&wishes, first, false, 600); /* by another group */
    assert_null(nj_ob_wishes_due(&wishes, INT64_MAX));
    assert_false(add_wish("77", "flag", again)); /* and after the answer */
}

static void wishes_go_over_the_wire(void **state)
{
    struct nj_ob_wish friendly = {.accept = true, .flag = "1|2"};
    struct nj_ob_wish group = {.group = true, .flag = "3"};
    struct nj_str s = NJ_STR_INIT(1000);

    NJ_UNUSED(state);
    nj_ob_send_wish(&s, "e-1", &friendly);
    assert_string_equal(s.p, "{\"action\":\"set_friend_add_request\","
                             "\"echo\":\"e-1\",\"params\":{\"flag\":\"1|2\","
                             "\"approve\":true}}");
    nj_str_clear(&s);
    nj_ob_send_wish(&s, "e-2", &group);
    assert_string_equal(s.p, "{\"action\":\"set_group_add_request\","
                             "\"echo\":\"e-2\",\"params\":{\"flag\":\"3\","
                             "\"sub_type\":\"invite\",\"approve\":false}}");
    nj_str_fini(&s);
}

static void roles_are_what_was_said_last(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_ob_roles_get(&roles, "1", "7"), NJ_ROLE_MEMBER);
    nj_ob_roles_set(&roles, "1", "7", NJ_ROLE_ADMIN);
    assert_int_equal(nj_ob_roles_get(&roles, "1", "7"), NJ_ROLE_ADMIN);
    assert_int_equal(nj_ob_roles_get(&roles, "17", ""), NJ_ROLE_MEMBER);
    assert_int_equal(nj_ob_roles_get(&roles, "2", "7"), NJ_ROLE_MEMBER);
    nj_ob_roles_set(&roles, "1", "7", NJ_ROLE_MEMBER);
    assert_int_equal(nj_ob_roles_get(&roles, "1", "7"), NJ_ROLE_MEMBER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_has_to_be_heard_and_found),
        cmocka_unit_test(a_session_ends_with_the_link_or_by_other_words),
        cmocka_unit_test(many_sessions_push_out_the_oldest),
        cmocka_unit_test(a_wish_is_answered_once_and_later),
        cmocka_unit_test(wishes_go_over_the_wire),
        cmocka_unit_test(roles_are_what_was_said_last),
    };

    return cmocka_run_group_tests_name("gateway/onebot/people", tests, NULL,
                                       NULL);
}
