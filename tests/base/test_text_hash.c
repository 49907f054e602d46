/*
 * Hashes of texts, compared with vectors of draft-eastlake-fnv.
 */
#include "base/text_hash.h"
#include "kit/nj_test.h"

static void texts_have_the_hashes_of_fnv_1a(void **state)
{
    static const struct {
        const char *text;
        uint64_t hash;
    } rows[] = {
        {"", UINT64_C(0xcbf29ce484222325)},
        {"a", UINT64_C(0xaf63dc4c8601ec8c)},
        {"foobar", UINT64_C(0x85944171f73967e8)},
        {"漫漫长夜", UINT64_C(0x30a3147f0fb3b751)}, /* bytes above 127 */
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_true(nj_text_hash(rows[i].text) == rows[i].hash);
}

static void a_pair_is_its_texts_with_a_zero_byte_between(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_text_hash_pair(nj_text_hash("qq:u:7"), "m1") ==
                UINT64_C(0x56cef9e99191de29));
    assert_true(nj_text_hash_pair(nj_text_hash("ab"), "c") !=
                nj_text_hash_pair(nj_text_hash("a"), "bc"));
    assert_true(nj_text_hash_pair(nj_text_hash("a"), "") != nj_text_hash("a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_the_hashes_of_fnv_1a),
        cmocka_unit_test(a_pair_is_its_texts_with_a_zero_byte_between),
    };

    return cmocka_run_group_tests_name("base/text_hash", tests, NULL, NULL);
}
