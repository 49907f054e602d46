/*
 * Sentences of 面具杀人魔 that the rules give word for word.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"

static int setup(void **state)
{
    struct nj_catalog *c = nj_catalog_create();

    nj_texts_add(c);
    *state = c;
    return 0;
}

static int teardown(void **state)
{
    nj_catalog_destroy(*state);
    return 0;
}

static const char *laurie(void *ctx, nj_seat seat)
{
    NJ_UNUSED(ctx);
    assert_int_equal(seat, 0);
    return "洛莉";
}

static void expect_claim(void **state, const char *lang, const char *cards,
                         const char *text)
{
    struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {.catalog = *state, .lang = lang, .seat_name = laurie};

    nj_format_key(&f, "mk.claim",
                  NJ_ARGS(nj_arg_seat("seat", 0),
                          nj_arg_word("victim", "laurie"),
                          nj_arg_words("cards", cards)),
                  &out);
    if (strstr(out.p, text) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", lang, out.p, text);
    nj_str_fini(&out);
}

/* MK-19.8: what is said is words of the seat. */
static void a_claim_is_said_by_the_victim(void **state)
{
    expect_claim(state, "zh-CN", "tommy,soda", "洛莉说：我有 汤米、汽水。");
    expect_claim(state, "zh-TW", "tommy,soda", "洛莉說：我有 湯米、汽水。");
    expect_claim(state, "en", "tommy,soda",
                 "(洛莉) says: I have Tommy, a soda.");
}

/* Computers say so while they hold a soda, and never lie. */
static void who_claims_nothing_denies_children_and_keys(void **state)
{
    expect_claim(state, "zh-CN", "", "洛莉说：孩子和车钥匙我都没有。");
    expect_claim(state, "zh-TW", "", "洛莉說：孩子和車鑰匙我都沒有。");
    expect_claim(state, "en", "",
                 "(洛莉) says: I have no child and no car key.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claim_is_said_by_the_victim),
        cmocka_unit_test(who_claims_nothing_denies_children_and_keys),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
