/*
 * The texts of 漫漫长夜 as people read them: the three files agree, and
 * lines are word for word what they should be.
 */
#include <string.h>

#include "base/utf8.h"
#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"

static const char *name_of(void *ctx, nj_seat seat)
{
    NJ_UNUSED(ctx);
    return seat == 1 ? "小明" : "";
}

/* The text of a key; lives until the next call. */
static const char *say(const struct nj_catalog *c, const char *lang,
                       const char *key, struct nj_args args)
{
    static struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {.catalog = c, .lang = lang, .seat_name = name_of};

    nj_str_clear(&out);
    nj_format_key(&f, key, args, &out);
    return out.p;
}

/* S-434: side by side, and from three on with a count; what has a mark stands
 * alone. */
static void equal_steps_in_a_trace_are_counted(void **state)
{
    const struct nj_catalog *c = *state;

    assert_non_null(strstr(say(c, "zh-CN", "ln.log_turn",
                               NJ_ARGS(nj_arg_seat("seat", 1),
                                       nj_arg_words("trace", "R,R,R,D,D,R%"))),
                           "→×3 ↓↓ →沙"));
    assert_non_null(
        strstr(say(c, "en", "ln.log_turn",
                   NJ_ARGS(nj_arg_seat("seat", 1),
                           nj_arg_words("trace",
                                        "U,U,U,U,U,U,U,U,U,U,L~,L~,L~,U,L,S"))),
               "↑×10 ←splash ←splash ←splash ↑ ← stop"));
}

static void a_sound_in_ones_own_cell_is_told_as_that(void **state)
{
    const struct nj_catalog *c = *state;

    assert_non_null(strstr(
        say(c, "zh-CN", "ln.sound",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("n", 3),
                    nj_arg_word("kind", "rustle"), nj_arg_word("dir", "here"))),
        "就在你这一格"));
    assert_null(strstr(
        say(c, "zh-CN", "ln.sound",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("n", 3),
                    nj_arg_word("kind", "rustle"), nj_arg_word("dir", "up"))),
        "就在你这一格"));
}

/* By the number of the step alone, which all can count. */
static void a_bump_at_the_first_step_is_told_as_that(void **state)
{
    static const struct {
        const char *lang, *first, *later;
    } rows[] = {
        {"zh-CN", "第 1 步 ↑ 撞墙。刚抬脚就碰了壁。", "第 2 步 ↑ 撞墙。"},
        {"zh-TW", "第 1 步 ↑ 撞牆。才抬腳就碰了壁。", "第 2 步 ↑ 撞牆。"},
        {"en", "Step 1 ↑ bump. Not even one cell.", "Step 2 ↑ bump."}};

    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        for (int64_t n = 1; n <= 2; n++)
            assert_string_equal(
                say(*state, rows[i].lang, "ln.bump",
                    NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("n", n),
                            nj_arg_word("dir", "U"))),
                n == 1 ? rows[i].first : rows[i].later);
}

/* LN-31.7: with pods on the map and without; else nothing is added. */
static void the_last_catch_has_words_of_its_own(void **state)
{
    static const struct {
        const char *lang, *pods, *none, *plain;
    } rows[] = {
        {"zh-CN", "终局：只剩 2 席·小明 还在场。逃生舱还空着，已经没人来抢了。",
         "终局：只剩 2 席·小明 还在场。场上没有逃生舱，胜负全靠追逐。",
         "终局：只剩 2 席·小明 还在场。"},
        {"zh-TW", "終局：只剩 2 席·小明 還在場。逃生艙還空著，已經沒人來搶了。",
         "終局：只剩 2 席·小明 還在場。場上沒有逃生艙，勝負全靠追逐。",
         "終局：只剩 2 席·小明 還在場。"},
        {"en",
         "The end: only seat 2 (小明) is left. A pod is still waiting, and "
         "nobody is left to race for it.",
         "The end: only seat 2 (小明) is left. With no pod on the map, the "
         "chase has decided it.",
         "The end: only seat 2 (小明) is left."}};

    static const nj_seat left = 1;

    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_arg args[] = {nj_arg_word("reason", "last_one"),
                                nj_arg_seats("alive", &left, 1),
                                nj_arg_word("last", "pods")};

        assert_string_equal(say(*state, rows[i].lang, "ln.over",
                                (struct nj_args){.v = args, .n = 3}),
                            rows[i].pods);
        args[2] = nj_arg_word("last", "none");
        assert_string_equal(say(*state, rows[i].lang, "ln.over",
                                (struct nj_args){.v = args, .n = 3}),
                            rows[i].none);
        assert_string_equal(say(*state, rows[i].lang, "ln.over",
                                (struct nj_args){.v = args, .n = 2}),
                            rows[i].plain);
    }
}

static void all_languages_have_the_same_keys_and_places(void **state)
{
    struct nj_err err = {0};

    if (nj_catalog_check(*state, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static void a_turn_reads_as_written(void **state)
{
    const struct nj_catalog *c = *state;

    assert_string_equal(
        say(c, "zh-CN", "ln.turn",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_ms("think", 180000),
                    nj_arg_ms("act", 360000))),
        "轮到 2 席·小明，3 分钟内走第一步。发 上 下 左 右（可连写：右右上）或 停止。");
    assert_string_equal(
        say(c, "zh-CN", "ln.step",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("n", 2),
                    nj_arg_word("dir", "R"), nj_arg_word("snd", "splash"))),
        "第 2 步 → 啪啪");
    assert_string_equal(
        say(c, "zh-CN", "ln.step",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("n", 3),
                    nj_arg_word("dir", "U"), nj_arg_word("snd", "none"))),
        "第 3 步 ↑");
    assert_string_equal(
        say(c, "zh-CN", "ln.turn_end",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("reason", "catch"),
                    nj_arg_words("trace", "R,R%,L~,C3,W"),
                    nj_arg_int("dropped", 2))),
        "2 席·小明 行动结束（抓捕）：→ →沙 ←啪 抓3席 传走；后面 2 步作废");
    assert_string_equal(
        say(c, "en", "ln.turn_end",
            NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("reason", "left"),
                    nj_arg_words("trace", "-"))),
        "Seat 1's turn is over (left): no step");
}

static void options_off_their_default_are_told_in_words(void **state)
{
    assert_non_null(strstr(
        say(*state, "zh-TW", "ln.start",
            NJ_ARGS(nj_arg_int("n", 4), nj_arg_int("size", 9),
                    nj_arg_word("blocks", "standard"),
                    nj_arg_word("event", "rain"), nj_arg_int("pods", 2),
                    nj_arg_words("options", "event=rain,cap=30,think=600s"))),
        "特殊事件 雨天小故事，回合數 30，思考時限 10 分鐘"));
    assert_non_null(strstr(
        say(*state, "zh-TW", "ln.start",
            NJ_ARGS(nj_arg_int("n", 4), nj_arg_int("size", 9),
                    nj_arg_word("blocks", "standard"),
                    nj_arg_word("event", "none"), nj_arg_int("pods", 2),
                    nj_arg_words("options",
                                 "think=daily_21:00_weekdays_+0800,cap=30"))),
        "思考時限 工作日 21:00，回合數 30"));
}

/* LN 1.9: what a mode of this match means stands in its first message. */
static void the_start_says_what_modes_mean(void **state)
{
    const struct nj_arg args[] = {
        nj_arg_int("n", 4),
        nj_arg_int("size", 9),
        nj_arg_word("event", "none"),
        nj_arg_word("hide", "turn"),
        nj_arg_word("melee", "off"),
        nj_arg_word("blocks", "standard"),
        nj_arg_int("pods", 2),
        nj_arg_words("options", "hide=turn,bombs=2,plan=on")};
    const char *text = say(*state, "zh-CN", "ln.start",
                           (struct nj_args){.v = args, .n = NJ_COUNT(args)});

    assert_non_null(strstr(text, "\n隐匿（回合）：每人一次"));
    assert_non_null(strstr(text, "\n谋定后动：每次行动只走一条"));
    assert_non_null(strstr(text, "\n炸弹：轮到你时发「下包」"));
    assert_null(strstr(text, "大乱斗"));
    assert_null(strstr(text, "雨天"));
}

/* LN 1.2: the legend of a picture says by what sound one knows a place. */
static void the_legend_teaches_the_sounds(void **state)
{
    static const char *const signs[][2] = {
        {"grass", "rustle"},        {"water", "splash"},
        {"portal", "splash"},       {"trap", "rustle"},
        {"exit_end", "splash"},     {"loop", "splash"},
        {"button_grass", "rustle"}, {"button_trap", "rustle"}};

    for (const char *const *l = nj_catalog_langs(*state); *l != NULL; l++)
        for (size_t i = 0; i < NJ_COUNT(signs); i++) {
            char key[64];
            const char *sound, *sign;

            (void)snprintf(key, sizeof(key), "ln.word.kind.%s", signs[i][1]);
            sound = nj_catalog_get(*state, *l, key);
            (void)snprintf(key, sizeof(key), "ln.glyph.%s", signs[i][0]);
            sign = nj_catalog_get(*state, *l, key);
            if (strstr(sign, sound) == NULL)
                fail_msg("%s: %s is '%s'", *l, key, sign);
        }
}

/* LN 1.10. */
static void nothing_is_said_twice_or_in_scraps(void **state)
{
    assert_string_equal(
        say(*state, "zh-CN", "ln.turn_end",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("reason", "hidden"),
                    nj_arg_words("trace", "H"))),
        "2 席·小明 行动结束：隐匿");
    assert_string_equal(
        say(*state, "zh-CN", "ln.turn_end",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("reason", "plan"),
                    nj_arg_words("trace", "U"))),
        "2 席·小明 走完了：↑");
    assert_string_equal(
        say(*state, "zh-CN", "ln.escape",
            NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_int("rank", 1),
                    nj_arg_int("pods", 1), nj_arg_int("points", 150))),
        "舱门合上：2 席·小明 逃脱，第 1 个。还剩 1 个逃生舱。"
        "大乱斗：+150 分，人被抛到别处，接着玩。");
}

static void reminders_tell_a_length_of_time(void **state)
{
    assert_string_equal(
        say(*state, "en", "ln.remind",
            NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("left_s", 21600))),
        "Seat 1 has 6 h left.");
}

static void a_refusal_says_why_and_what_instead(void **state)
{
    assert_string_equal(
        say(*state, "zh-CN", "ln.err",
            NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("code", "bad_dir"),
                    nj_arg_text("token", "w"))),
        "整条没有执行：不认识「w」（LN-4.6）。方向用 上 下 左 右，次数 1 到 "
        "99，如 右2上。");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_steps_in_a_trace_are_counted),
        cmocka_unit_test(a_sound_in_ones_own_cell_is_told_as_that),
        cmocka_unit_test(a_bump_at_the_first_step_is_told_as_that),
        cmocka_unit_test(the_last_catch_has_words_of_its_own),
        cmocka_unit_test(all_languages_have_the_same_keys_and_places),
        cmocka_unit_test(a_turn_reads_as_written),
        cmocka_unit_test(options_off_their_default_are_told_in_words),
        cmocka_unit_test(the_start_says_what_modes_mean),
        cmocka_unit_test(the_legend_teaches_the_sounds),
        cmocka_unit_test(nothing_is_said_twice_or_in_scraps),
        cmocka_unit_test(reminders_tell_a_length_of_time),
        cmocka_unit_test(a_refusal_says_why_and_what_instead),
    };

    return cmocka_run_group_tests(tests, nj_texts_open, nj_texts_close);
}
