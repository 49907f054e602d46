/* Calls as they go over the wire, byte by byte. */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

static void a_group_text_is_an_array(void **state)
{
    static const char *const mentions[] = {"qq:u:77", "tg:x:1", "qq:u:name",
                                           "qq:u:3999999999"};
    static const struct nj_say say = {
        .text = "轮到你\n\"上\"", .mentions = mentions, .n_mentions = 4};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_group(&s, "e-1", (struct nj_group){"qq:g:4123456789"}, &say),
        NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_group_msg\",\"echo\":\"e-1\",\"params\":{"
             "\"group_id\":4123456789,\"message\":["
             "{\"type\":\"at\",\"data\":{\"qq\":\"77\"}},"
             "{\"type\":\"at\",\"data\":{\"qq\":\"3999999999\"}},"
             "{\"type\":\"text\",\"data\":{\"text\":\" 轮到你\\n\\\"上\\\"\"}}"
             "]}}");
    nj_str_fini(&s);
}

static void a_private_text_names_the_person_alone(void **state)
{
    static const struct nj_say say = {.text = "[CQ:at,qq=all]"};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_private(&s, "e-2", (struct nj_person){"qq:u:77"}, &say),
        NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_private_msg\",\"echo\":\"e-2\",\"params\":{"
             "\"user_id\":77,\"message\":["
             "{\"type\":\"text\",\"data\":{\"text\":\"[CQ:at,qq=all]\"}}]}}");
    nj_str_fini(&s);
}

static void the_login_question_is_empty(void **state)
{
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    nj_ob_send_login(&s, "e-3");
    assert_string_equal(s.p, "{\"action\":\"get_login_info\","
                             "\"echo\":\"e-3\",\"params\":{}}");
    nj_str_fini(&s);
}

/* Above all: a group's address never passes as a person's. */
static void odd_destinations_are_refused(void **state)
{
    static const char *const odd[] = {
        "qq:g:1001", "qq:u:", "qq:u:0", "qq:u:7x",
        "qq:u:- 7",  "",      "77",     "qq:u:99999999999999999999"};
    static const struct nj_say x = {.text = "x"}, nothing = {.text = ""};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++)
        assert_int_equal(
            nj_ob_send_private(&s, "e", (struct nj_person){odd[i]}, &x),
            NJ_ERR_BAD_INPUT);
    assert_int_equal(
        nj_ob_send_group(&s, "e", (struct nj_group){"qq:u:77"}, &x),
        NJ_ERR_BAD_INPUT);
    assert_int_equal(
        nj_ob_send_private(&s, "e", (struct nj_person){"qq:u:77"}, &nothing),
        NJ_ERR_BAD_INPUT);
    assert_int_equal(s.len, 0);
    nj_str_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_text_is_an_array),
        cmocka_unit_test(a_private_text_names_the_person_alone),
        cmocka_unit_test(the_login_question_is_empty),
        cmocka_unit_test(odd_destinations_are_refused),
    };

    return cmocka_run_group_tests_name("gateway/onebot/send", tests, NULL,
                                       NULL);
}
