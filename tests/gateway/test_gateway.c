/* Events and addresses. */
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "gateway/gateway.h"
#include "kit/nj_test.h"

static void addresses_are_made_and_taken_apart(void **state)
{
    char a[NJ_ADDRESS_MAX];

    NJ_UNUSED(state);
    nj_address_group(a, "qq", "1001");
    assert_string_equal(a, "qq:g:1001");
    assert_string_equal(nj_address_group_id(a), "1001");
    assert_null(nj_address_user_id(a));
    nj_address_user(a, "tg", "-77");
    assert_string_equal(a, "tg:u:-77");
    assert_string_equal(nj_address_user_id(a), "-77");
    assert_null(nj_address_group_id(a));
}

static void odd_addresses_have_no_id(void **state)
{
    static const char *const odd[] = {"",      "qq",    "qq:",     "qq:g",
                                      "qq:g:", ":g:10", "qq:x:10", "qq:gg:1"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        assert_null(nj_address_group_id(odd[i]));
        assert_null(nj_address_user_id(odd[i]));
    }
}

static void an_address_belongs_to_one_gateway(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_address_is("qq:g:1", "qq"));
    assert_false(nj_address_is("qq2:g:1", "qq"));
    assert_false(nj_address_is("qq:g:1", "q"));
    assert_false(nj_address_is("qq:g:1", ""));
}

static void long_texts_are_cut_at_a_character(void **state)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 3);
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_PRIVATE_MAX + 64);

    NJ_UNUSED(state);
    while (!text.over)
        nj_str_puts(&text, "夜");
    nj_event_set_text(e, text.p, text.len);
    assert_in_range(strlen(e->text), NJ_TEXT_PRIVATE_MAX - 2,
                    NJ_TEXT_PRIVATE_MAX);
    assert_true(nj_utf8_valid(e->text, strlen(e->text)));
    assert_true(e->cut);
    e->group = true;
    nj_event_set_text(e, text.p, text.len);
    nj_str_fini(&text);
    assert_in_range(strlen(e->text), NJ_TEXT_IN_MAX - 2, NJ_TEXT_IN_MAX);
    assert_true(nj_utf8_valid(e->text, strlen(e->text)));
    nj_event_set_text(e, "short", 5); /* replaces */
    assert_string_equal(e->text, "short");
    assert_int_equal(e->gateway, 3);
    nj_event_destroy(e);
    nj_event_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_made_and_taken_apart),
        cmocka_unit_test(odd_addresses_have_no_id),
        cmocka_unit_test(an_address_belongs_to_one_gateway),
        cmocka_unit_test(long_texts_are_cut_at_a_character),
    };

    return cmocka_run_group_tests_name("gateway/gateway", tests, NULL, NULL);
}
