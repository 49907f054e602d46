/*
 * Sentences of 面具杀人魔 that the rules give word for word.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"

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

static void expect(void **state, const char *lang, const char *key,
                   struct nj_args args, const char *text)
{
    struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {.catalog = *state, .lang = lang, .seat_name = laurie};

    nj_format_key(&f, key, args, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

/* He may have struck somebody and be gone again: then he was seen this round,
 * and stood where he was seen last, whether he walked on or not. */
static void a_round_tells_whether_he_is_seen_now(void **state)
{
    const struct nj_args end =
        NJ_ARGS(nj_arg_int("row", 2), nj_arg_int("last", 18),
                nj_arg_word("unseen", "him"));
    const struct nj_args trail =
        NJ_ARGS(nj_arg_id("cells", "L15"), nj_arg_id("by", "2"));

    expect(state, "zh-CN", "mk.round.end", end,
           "第 2/18 轮结束。现在没人看见他。");
    expect(state, "zh-TW", "mk.round.end", end,
           "第 2/18 輪結束。現在沒人看見他。");
    expect(state, "en", "mk.round.end", end,
           "Round 2 of 18 is over. Nobody sees him now.");
    expect(state, "zh-CN", "mk.sight.trail", trail, "有人看见他：L15。");
    expect(state, "en", "mk.sight.trail", trail, "He was seen on L15.");
}

/* MK-19.17: who comes for the dead is no stranger to the table. */
static void what_a_newcomer_can_do_is_said_as_he_comes(void **state)
{
    const struct nj_args in =
        NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("victim", "brackett"),
                nj_arg_id("cell", "R12"), nj_arg_word("dir", "W"));

    expect(state, "zh-CN", "mk.replace", in,
           "1 席·洛莉 上场：R12，面西。空手打两颗骰，带着枪。");
    expect(state, "zh-TW", "mk.replace", in,
           "1 席·洛莉 上場：R12，面西。空手打兩顆骰，帶著槍。");
}

/* MK-9.3: behind the last act no actions are counted. */
static void no_actions_are_not_counted(void **state)
{
    static const nj_seat none[1];
    struct nj_arg done[] = {
        nj_arg_word("action", "stalk"), nj_arg_id("cell", "R7"),
        nj_arg_seats("seen_by", none, 0), nj_arg_word("unseen", "him"),
        nj_arg_int("actions", 0)};
    const struct nj_args args = {.v = done, .n = NJ_COUNT(done)};

    expect(state, "zh-CN", "mk.k.done", args, "尾随：在 R7。没人看见你。");
    expect(state, "zh-TW", "mk.k.done", args, "尾隨：在 R7。沒人看見你。");
    expect(state, "en", "mk.k.done", args,
           "Stalk: you are on R7. Nobody sees you.");
    done[4].i = 1;
    expect(state, "zh-CN", "mk.k.done", args,
           "尾随：在 R7。没人看见你。还有 1 个行动。");
    expect(state, "en", "mk.k.done", args,
           "Stalk: you are on R7. Nobody sees you. Actions left: 1.");
}

/* MK-19.11: no cell is a word. */
static void a_shadow_that_is_not_there_is_none(void **state)
{
    const struct nj_args args =
        NJ_ARGS(nj_arg_word("ruling", "shadow"), nj_arg_id("before", "-"),
                nj_arg_id("after", "C16"));

    expect(state, "zh-CN", "mk.would.rule", args, "阴影标记 无 → C16。");
    expect(state, "zh-TW", "mk.would.rule", args, "陰影標記 無 → C16。");
    expect(state, "en", "mk.would.rule", args, "The shadow, none → C16.");
}

/* MK-19.17: what help shows of his cards can be typed as it stands. */
static void help_shows_cards_as_they_are_typed(void **state)
{
    const struct nj_args args =
        NJ_ARGS(nj_arg_word("side", "prepared"),
                nj_arg_words("cards", "silent_entry,heavy_blow"));

    expect(state, "zh-CN", "mk.help.hunt", args,
           "轮到你，在这里说（每轮两个行动）：\n结束 ｜ 不动 ｜ 按钮：按着选"
           "\n出牌 悄声潜入 东：再翻一道篱笆或窗\n杀 洛莉 重击：多掷几颗骰");
    expect(
        state, "en", "mk.help.hunt", args,
        "Your turn, here (two actions a round):\nend, stalk . (or pad, to pick instead of typing)"
        "\nplay silent_entry E: one more fence or window"
        "\nstrike laurie heavy: more dice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claim_is_said_by_the_victim),
        cmocka_unit_test(who_claims_nothing_denies_children_and_keys),
        cmocka_unit_test(a_round_tells_whether_he_is_seen_now),
        cmocka_unit_test(what_a_newcomer_can_do_is_said_as_he_comes),
        cmocka_unit_test(no_actions_are_not_counted),
        cmocka_unit_test(a_shadow_that_is_not_there_is_none),
        cmocka_unit_test(help_shows_cards_as_they_are_typed),
    };

    return cmocka_run_group_tests(tests, nj_texts_open, nj_texts_close);
}
