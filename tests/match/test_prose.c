/* src/match/prose.c: what is counted of a text and what is taken out of it
 * (T191 to T195, T240). */
#include <string.h>

#include "kit/nj_test.h"
#include "match/prose.h"

/* --- counting --- */

static uint32_t halves(const char *text, uint8_t *kinds)
{
    struct nj_prose c = {.halves = 0};

    nj_prose_count(&c, text);
    if (kinds != NULL)
        *kinds = c.kinds;
    return c.halves;
}

static void what_counts_how_much(void **state)
{
    static const struct {
        const char *text;
        uint32_t halves;
    } all[] = {
        {"", 0},
        {"a", 1},
        {"~!", 2},
        {"啊", 2},
        {"，。", 4},
        {"Ａ", 2},
        {" \t\n\r\u00a0\u1680\u2003\u2028\u202f\u205f\u3000", 0},
        {"e\u0301", 1},            /* a combining mark */
        {"\u200b\u00ad\ufeff", 0}, /* Cf */
        {"\u2764\ufe0f", 2},       /* a variation selector */
        {"aaa", 3},
        {"aaaa", 3},
        {"aaaabaaaa", 7},
        {"啊啊啊啊", 6},
        {"啊 啊\u200b啊\n啊", 6}, /* T240: what counts nothing ends no run */
        {"啊啊啊吧啊啊啊", 14},
        {"👨‍👩‍👧", 2},      /* T194 */
        {"👁\ufe0f‍\ufe0f🗨", 2}, /* a selector behind the joiner */
        {"👍🏽", 2},
        {"🇨🇳", 2},
        {"🇨🇳🇩🇪", 4},
        {"🇨", 2},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        if (halves(all[i].text, NULL) != all[i].halves)
            fail_msg("'%s': %u", all[i].text,
                     (unsigned)halves(all[i].text, NULL));
}

static void hundred_characters_are_a_hundred(void **state)
{
    char text[1200] = "";
    size_t n = 0;

    NJ_UNUSED(state);
    for (int i = 0; i < 100; i++) /* T191: with 20 blanks */
        n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
                              i % 2 == 0 ? "天" : "地", i % 5 == 0 ? " " : "");
    assert_int_equal(halves(text, NULL) / 2, 100);
    for (n = 0; n < 200; n++) /* T192 */
        text[n] = (char)('a' + n % 26);
    text[n] = '\0';
    assert_int_equal(halves(text, NULL) / 2, 100);
    for (n = 0; n < 360; n += 3) /* T193 */
        memcpy(text + n, "啊", 4);
    assert_int_equal(halves(text, NULL) / 2, 3);
}

static void runs_go_on_from_piece_to_piece(void **state)
{
    struct nj_prose c = {.halves = 0};

    NJ_UNUSED(state);
    for (int i = 0; i < 5; i++)
        nj_prose_count(&c, "啊");
    assert_int_equal(c.halves, 6);
    assert_int_equal(c.kinds, 1);
}

static void kinds_are_those_that_count(void **state)
{
    uint8_t kinds;

    NJ_UNUSED(state);
    (void)halves("abc abc 啊\u0301\u200b", &kinds);
    assert_int_equal(kinds, 4);
    (void)halves("abcdefghijklmnopqrstuvwxyz", &kinds);
    assert_int_equal(kinds, NJ_PROSE_KINDS);
}

/* --- cleaning --- */

static void a_text_is_cleaned(void **state)
{
    static const struct {
        const char *text, *clean;
    } all[] = {
        {"", ""},
        {"a\tb\rc\nd\x7f\xc2\x85", "abc\nd"},
        {"a\u202eb\u202cc\u2066d\u2069", "abcd"},
        {"a\u200db\u0301\ufe0f", "a\u200db\u0301\ufe0f"},
        {"看 https://example.org/长 和HTTP://x", "看  和"},
        {"http:/x https//y", "http:/x https//y"},
        {"[CQ:image,file=a.jpg]好[CQ:at,qq=1]", "好"},
        {"[CQ[CQ:x]:y]z", "z"}, /* what is left of codes is none either */
        {"ht[CQ:x]tp://x z", " z"},
        {"[CQ:never", "[CQ:never"},
        {"【天神】3 席出局", "【天神】3 席出局"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        char text[200];

        (void)snprintf(text, sizeof(text), "%s", all[i].text);
        nj_prose_clean(text);
        assert_string_equal(text, all[i].clean);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts_how_much),
        cmocka_unit_test(hundred_characters_are_a_hundred),
        cmocka_unit_test(runs_go_on_from_piece_to_piece),
        cmocka_unit_test(kinds_are_those_that_count),
        cmocka_unit_test(a_text_is_cleaned),
    };

    return cmocka_run_group_tests_name("match/prose", tests, NULL, NULL);
}
