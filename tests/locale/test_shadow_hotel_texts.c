/*
 * The texts of 黑影杀 as people read them: broadcasts word for word as the
 * rules have them (SH-12.5), and private ones that come to the point.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/texts.h"
#include "locale/format.h"

/* The text of a key; lives until the next call. */
static const char *say(const struct nj_catalog *c, const char *lang,
                       const char *key, struct nj_args args)
{
    static struct nj_str out = NJ_STR_INIT(4096);
    struct nj_format f = {.catalog = c, .lang = lang};

    nj_str_clear(&out);
    nj_format_key(&f, key, args, &out);
    return out.p;
}

#define ZH(key, args, text) \
 assert_string_equal(say(*state, "zh-CN", key, args), text)

/* T248, lines about people and the course of the game. */
static void broadcasts_about_people_are_the_catalogue_s(void **state)
{
    struct nj_args name = NJ_ARGS(nj_arg_text("name", "小明"));
    struct nj_args text = NJ_ARGS(nj_arg_text("text", "别去大堂"));

    ZH("sh.start_shadow", name, "【旅馆广播】【小明】成为黑影。");
    ZH("sh.start", NJ_NO_ARGS, "【旅馆广播】游戏开始。");
    ZH("sh.phase",
       NJ_ARGS(nj_arg_int("n", 2), nj_arg_int("shadow_steps", 5),
               nj_arg_int("other_steps", 3)),
       "【旅馆广播】游戏进入第2阶段，黑影每回合可行动至多 5 步，玩家每回合"
       "可行动至多 3 步。");
    ZH("sh.round",
       NJ_ARGS(nj_arg_int("ended", 1), nj_arg_int("begun", 2),
               nj_arg_word("side", "shadow")),
       "【主持】第1回合结束，第2回合开始，请黑影行动。");
    ZH("sh.dead", name, "【旅馆广播】【小明】死亡。");
    ZH("sh.dead_shadow", NJ_NO_ARGS,
       "【旅馆广播】黑影死亡，即将在 [三楼·301] 重生。");
    ZH("sh.gunshot", NJ_ARGS(nj_arg_int("floor", 3)),
       "【旅馆广播】3楼传来一声震耳欲聋的枪声……");
    ZH("sh.mic", text, "【旅馆广播】别去大堂");
    ZH("sh.heaven", text, "【旅馆广播】（天堂电台）别去大堂");
    ZH("sh.channel", text, "【旅馆广播】（个人频道）别去大堂");
    ZH("sh.hammer", name, "【旅馆广播】有人向主持表示非常想锤死【小明】。");
    ZH("sh.end", NJ_ARGS(nj_arg_word("ending", "loop")),
       "【旅馆广播】游戏结束……循环结局。");
}

/* T248, lines about the house. */
static void broadcasts_about_the_house_are_the_catalogue_s(void **state)
{
    ZH("sh.cube", NJ_ARGS(nj_arg_word("state", "restored")),
       "【旅馆广播】魔方旋转，当前魔方旅馆的状态为：复原；电梯将启用，请注意"
       "魔方结构的变化。");
    ZH("sh.cube", NJ_ARGS(nj_arg_word("state", "rotated")),
       "【旅馆广播】魔方旋转，当前魔方旅馆的状态为：旋转；电梯将禁用，请注意"
       "魔方结构的变化。");
    ZH("sh.power", NJ_ARGS(nj_arg_word("state", "on")),
       "【旅馆广播】电力机关状态改变，[一楼·更衣室] 处于通电状态。");
    ZH("sh.power", NJ_ARGS(nj_arg_word("state", "off")),
       "【旅馆广播】电力机关状态改变，[一楼·更衣室] 处于断电状态。");
    ZH("sh.gas", NJ_NO_ARGS, "【旅馆广播】[四楼·402]变为毒气室。");
    ZH("sh.poker", NJ_ARGS(nj_arg_word("wall", "classic")),
       "【旅馆广播】二楼一扇墙被打通。");
    ZH("sh.poker", NJ_ARGS(nj_arg_word("wall", "level")),
       "【旅馆广播】9 和 10 间的通道已开启。");
    ZH("sh.awaken", NJ_ARGS(nj_arg_word("portal", "classic")),
       "【旅馆广播】觉醒机关启动。");
    ZH("sh.awaken", NJ_ARGS(nj_arg_word("portal", "level")),
       "【旅馆广播】[二楼·东餐厅] 和 [五楼·密室] 间的通道已开启。");
    ZH("sh.key.found", NJ_NO_ARGS, "【旅馆广播】有开锁器被发现。");
    ZH("sh.key.kicked", NJ_NO_ARGS, "【旅馆广播】有开锁器被踢走。");
    ZH("sh.energy", NJ_ARGS(nj_arg_word("room", "5")),
       "【旅馆广播】【能量源】被取走，当前房间：[一楼·厨房]。");
    ZH("sh.tunnel", NJ_NO_ARGS, "【旅馆广播】空间隧道开启。");
    ZH("sh.reboot", NJ_NO_ARGS, "【旅馆广播】系统重启。");
    ZH("sh.exit", NJ_ARGS(nj_arg_int("pos", 22)),
       "【旅馆广播】大堂当前位于位置 22。");
    ZH("sh.fix.not_over", NJ_NO_ARGS, "【主持】游戏并没有结束。");
    ZH("sh.fix.phase", NJ_ARGS(nj_arg_int("n", 1)),
       "【主持】当前处于第1阶段。");
    ZH("sh.fix.no_tunnel", NJ_NO_ARGS, "【主持】空间隧道未开启。");
}

/* SH-6.8: what people see of a true line and of a false one is the same. */
static void a_typed_line_can_be_any_true_one(void **state)
{
    static const char *const frames[] = {"【旅馆广播】", "【旅館廣播】",
                                         "[Hotel] "};

    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++) {
        char line[200];
        const char *text = say(*state, nj_texts_langs[i], "sh.dead",
                               NJ_ARGS(nj_arg_text("name", "C")));

        assert_memory_equal(text, frames[i], strlen(frames[i]));
        (void)snprintf(line, sizeof(line), "%s", text);
        assert_string_equal(
            say(*state, nj_texts_langs[i], "sh.mic",
                NJ_ARGS(nj_arg_text("text", line + strlen(frames[i])))),
            line);
    }
}

/* What a lock screen shows is the line above, which names the match and nothing
 * else (UX-3.7); so no text warns of what it says, nor begins below itself. */
static void private_texts_begin_with_what_happened(void **state)
{
    static const char *const keys[] = {
        "sh.step",        "sh.you.dead",    "sh.you.fake",    "sh.you.reborn",
        "sh.here.dead",   "sh.here.reborn", "sh.meet.list",   "sh.meet.brillo",
        "sh.meet.shadow", "sh.report",      "sh.offer.give",  "sh.offer.swap",
        "sh.prompt.gun",  "sh.prompt.wake", "sh.peek",        "sh.located",
        "sh.known",       "sh.watch.set",   "sh.watch.seen",  "sh.album",
        "sh.memory",      "sh.said",        "sh.kicked",      "sh.fired",
        "sh.sched.ok",    "sh.blocked.ok",  "sh.gave",        "sh.got",
        "sh.offered",     "sh.spawn_ok",    "sh.alias.ok",    "sh.role_player",
        "sh.role_shadow", "sh.role_brillo", "sh.answer.where"};
    static const char *const warnings[] = {
        "截图", "截圖", "下一行", "写在下面", "下面这一位", "your eyes only"};

    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++)
        for (size_t k = 0; k < NJ_COUNT(keys); k++) {
            const char *text =
                nj_catalog_get(*state, nj_texts_langs[i], keys[k]);

            assert_non_null(text);
            for (size_t w = 0; w < NJ_COUNT(warnings); w++)
                if (strstr(text, warnings[w]) != NULL)
                    fail_msg("%s in %s: %s", keys[k], nj_texts_langs[i], text);
        }
}

/* SH-3.5: who begins with something reads it, and nobody reads of nothing. */
static void a_role_names_what_it_carries(void **state)
{
    static const char *const pistol[] = {"带着：手枪。", "帶著：手槍。",
                                         "You carry: pistol."};
    static const char *const carry[] = {"带着", "帶著", "carry"};

    for (int i = 0; i < 3; i++)
        for (int armed = 0; armed < 2; armed++) {
            const char *said =
                say(*state, nj_texts_langs[i], "sh.role",
                    NJ_ARGS(nj_arg_word("role", "shadow"),
                            nj_arg_word("room", "43"), nj_arg_int("pos", 43),
                            nj_arg_int("steps", 3),
                            nj_arg_words("items", armed ? "pistol" : "")));

            assert_int_equal(strstr(said, pistol[i]) != NULL, armed);
            assert_int_equal(strstr(said, carry[i]) != NULL, armed);
        }
}

static void a_view_is_a_few_short_lines(void **state)
{
    static const struct nj_row_form ways = {"%:%:%",
                                            ';',
                                            3,
                                            {{"pos", NJ_ARG_INT, false},
                                             {"way", NJ_ARG_WORD, false},
                                             {"room", NJ_ARG_WORD, false}}};
    const int64_t cells[] = {13, 2, 13, 19, 0, 0};

    assert_string_equal(
        say(*state, "zh-CN", "sh.step",
            NJ_ARGS(nj_arg_word("room", "22"), nj_arg_int("pos", 22),
                    nj_arg_int("steps", 1), nj_arg_words("mechanisms", ""),
                    nj_arg_words("items", "torch,key"),
                    nj_arg_rows("ways", &ways, cells, 2),
                    nj_arg_word("others", "no"), nj_arg_word("stop", "round"))),
        "三楼·东走廊（22），还剩 1 步。这里没有别人。这一回合不能"
        "再移动。\n物品：手电筒、开锁器\n出口：13 楼梯 二楼·东走廊；19 门");
}

/* SH 3.17. */
static void who_kicks_a_lockpick_reads_what_others_hear(void **state)
{
    assert_string_equal(
        say(*state, "zh-CN", "sh.kicked",
            NJ_ARGS(nj_arg_word("item", "key"), nj_arg_word("room", "5"),
                    nj_arg_int("pos", 5))),
        "开锁器踢到了 一楼·厨房（5），本回合不能再踢它。"
        "广播只会说「有开锁器被踢走」。");
    assert_string_equal(
        say(*state, "zh-CN", "sh.kicked",
            NJ_ARGS(nj_arg_word("item", "bear"), nj_arg_word("room", "5"),
                    nj_arg_int("pos", 5))),
        "小熊踢到了 一楼·厨房（5），本回合不能再踢它。");
}

/* SH 3.19. */
static void a_course_in_motion_has_its_words(void **state)
{
    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++)
        assert_non_null(
            nj_catalog_get(*state, nj_texts_langs[i], "sh.picture_turn"));
}

/* SH 4.5: who has to wait is not told that he has no steps, nor what he could
 * walk to. */
static void who_waits_is_told_so_in_a_line(void **state)
{
    assert_string_equal(
        say(*state, "zh-CN", "sh.waits",
            NJ_ARGS(nj_arg_word("side", "shadow"), nj_arg_word("room", "22"),
                    nj_arg_int("pos", 22), nj_arg_word("others", "no"),
                    nj_arg_words("items", ""))),
        "黑影回合，你先等着。你在 三楼·东走廊（22），这里没有别人。");
}

/* UX-4: the line above a private text has named the match already. */
static void a_private_text_does_not_say_its_code_again(void **state)
{
    static const char *const keys[] = {"sh.sheet", "ln.sheet",
                                       "shell.joined_private"};
    struct nj_args args =
        NJ_ARGS(nj_arg_id("code", "K7Q"), nj_arg_seat("seat", 2));

    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++)
        for (size_t k = 0; k < NJ_COUNT(keys); k++)
            assert_null(
                strstr(say(*state, nj_texts_langs[i], keys[k], args), "K7Q"));
}

/* Who is refused or reminded reads what would be right. */
static void refusals_and_reminders_say_what_to_do(void **state)
{
    static const char *const mics[] = {"麦克风 ", "麥克風 ", "mic "};
    static const char *const albums[] = {"集邮册", "集郵冊", "album"};

    for (size_t i = 0; i < NJ_COUNT(nj_texts_langs); i++) {
        assert_non_null(
            strstr(say(*state, nj_texts_langs[i], "sh.err.args", NJ_NO_ARGS),
                   mics[i]));
        assert_non_null(
            strstr(say(*state, nj_texts_langs[i], "sh.err.role", NJ_NO_ARGS),
                   albums[i]));
    }
    ZH("sh.album",
       NJ_ARGS(nj_arg_word("room", "unknown"), nj_arg_int("pos", 12)),
       "集邮册在位置 12（还不知道的房间）。");
    assert_null(strchr(
        say(*state, "zh-CN", "sh.timer",
            NJ_ARGS(nj_arg_at("deadline", 0), nj_arg_int("percent", 50))),
        '%'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broadcasts_about_people_are_the_catalogue_s),
        cmocka_unit_test(broadcasts_about_the_house_are_the_catalogue_s),
        cmocka_unit_test(a_typed_line_can_be_any_true_one),
        cmocka_unit_test(private_texts_begin_with_what_happened),
        cmocka_unit_test(a_role_names_what_it_carries),
        cmocka_unit_test(a_view_is_a_few_short_lines),
        cmocka_unit_test(who_waits_is_told_so_in_a_line),
        cmocka_unit_test(a_course_in_motion_has_its_words),
        cmocka_unit_test(who_kicks_a_lockpick_reads_what_others_hear),
        cmocka_unit_test(a_private_text_does_not_say_its_code_again),
        cmocka_unit_test(refusals_and_reminders_say_what_to_do),
    };

    return cmocka_run_group_tests(tests, nj_texts_open, nj_texts_close);
}
