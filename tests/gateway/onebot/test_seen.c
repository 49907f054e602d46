/* Messages that came before. */
#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

static void messages_are_known_by_chat_and_id(void **state)
{
    static struct nj_ob_seen seen;
    struct nj_event a = {.chat = "qq:g:1", .id = "5"};
    struct nj_event b = {.chat = "qq:g:2", .id = "5"};
    struct nj_event none = {.chat = "qq:g:1"};

    NJ_UNUSED(state);
    assert_false(nj_ob_seen_add(&seen, &a));
    assert_false(nj_ob_seen_add(&seen, &b));
    assert_true(nj_ob_seen_add(&seen, &a));
    assert_true(nj_ob_seen_add(&seen, &b));
    assert_false(nj_ob_seen_add(&seen, &none)); /* nothing to know it by */
    assert_false(nj_ob_seen_add(&seen, &none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_known_by_chat_and_id),
    };

    return cmocka_run_group_tests_name("gateway/onebot/seen", tests, NULL,
                                       NULL);
}
