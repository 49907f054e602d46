/*
 * 面具杀人魔 by pressing (MK-11.6): ways, cards, dice, offers and who comes after are
 * put together press by press, on a platform with buttons and, as numbered lists,
 * on one without.
 */
#include <string.h>

#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define GROUP  "tg:g:9"
#define HUNTER "tg:u:ann"
#define LAURIE "tg:u:bob"
#define ANNIE  "tg:u:cat"
#define LYNDA  "tg:u:dan"
#define HOST   "tg:u:eve"

/* Laurie is on E19, her turn has begun. */
static void begin(struct house *h, const char *name)
{
    house_open(h, name);
    h->second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    house_street(h, GROUP, HUNTER " " LAURIE " " ANNIE " " LYNDA, HOST);
}

static void rules(struct house *h, const char *what)
{
    house_private(h, HOST, what);
    house_confirm(h, HOST);
}

static const struct nj_memory_sent *newest(const struct house *h,
                                           const char *chat)
{
    for (uint32_t i = nj_memory_count(h->second); i-- > 0;)
        if (strcmp(nj_memory_get(h->second, i)->to, chat) == 0)
            return nj_memory_get(h->second, i);
    fail_msg("%s was told nothing", chat);
    return NULL;
}

/* Presses it; the newest text there is this, with this row ("": whatever). */
static void press(struct house *h, const char *user, const char *label,
                  const char *part, const char *row)
{
    const struct nj_memory_sent *s;
    struct nj_str labels = NJ_STR_INIT(2000);

    assert_true(nj_memory_press(h->second, user, label));
    house_run(h);
    s = newest(h, user);
    if (strstr(s->text, part) == NULL)
        fail_msg("%s: no \"%s\" in: %s", label, part, s->text);
    for (uint32_t i = 0; i < s->n_buttons; i++)
        nj_str_addf(&labels, "%s%s", i > 0 ? "|" : "", s->buttons[i].label);
    if (row[0] != '\0')
        assert_string_equal(labels.p, row);
    nj_str_fini(&labels);
}

/* Each press changes the one preview, in private; a step that cannot be is told
 * with its number and not taken; going is what is typed, once. */
static void a_way_is_put_together(void **state)
{
    static const char first[] =
        "北|东|南|西|停步面北|停步面东|停步面南|停步面西|返回";
    static const char then[] =
        "北|东|南|西|退一步|就这么走|停步面北|停步面东|停步面南|停步面西|返回";
    struct house h = {.paced = false};
    char id[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin(&h, "menu_way");
    house_private(&h, LAURIE, "按钮");
    press(&h, LAURIE, "走", "停在 E19", first);
    nj_str_copy(id, sizeof(id), newest(&h, LAURIE)->replaces);
    assert_string_not_equal(id, "");
    press(&h, LAURIE, "西", "停在 D19。走法：西。", then);
    press(&h, LAURIE, "北", "不行：过不去。（第 2 步）", then);
    press(&h, LAURIE, "西", "停在 C19。走法：西西。", then);
    press(&h, LAURIE, "退一步", "停在 D19。走法：西。", then);
    press(&h, LAURIE, "西", "走法：西西。", then);
    press(&h, LAURIE, "北", "停在 C18。走法：西西北。", then);
    assert_string_equal(newest(&h, LAURIE)->replaces, id);
    assert_null(house_heard(&h, GROUP, "走"));
    press(&h, LAURIE, "停步面南", "已收到", "");
    assert_non_null(
        house_heard(&h, GROUP, "1 席·洛莉 走 西西北 → C18，面南。"));
    house_forget(&h);
    house_private(&h, LAURIE, "视野"); /* the row is gone with the order */
    assert_non_null(strstr(nj_memory_dropped(h.second), id));
    house_close(&h);
}

/* A fifth step is exertion, and is called so; a sixth is none. */
static void the_fifth_step_is_exertion(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "menu_fifth");
    rules(&h, "%裁定 放 1席 C12 因 试");
    house_private(&h, LAURIE, "按钮");
    press(&h, LAURIE, "走", "停在 C12", "");
    for (int i = 0; i < 4; i++)
        press(&h, LAURIE, "东", "走法：东", "");
    press(&h, LAURIE, "东", "走法：东东东东东。",
          "北|东|南|西|退一步|发力走|停步面北|停步面东|停步面南|停步面西|返回");
    press(&h, LAURIE, "东", "不行：太远。（第 6 步）", "");
    press(&h, LAURIE, "发力走", "已收到", "");
    assert_non_null(house_heard(&h, GROUP, "东东东东东 → H12"));
    house_close(&h);
}

/* Under the line that begins a turn, for whose turn it is; the answer of "选行动"
 * is for him alone, and the group hears nothing of it. */
static void a_turn_has_a_row_in_the_group(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;
    static const char *const labels[] = {"选行动", "搜", "空手打", "休息",
                                         "结束回合"};

    NJ_UNUSED(state);
    begin(&h, "menu_group");
    house_group_at(&h, GROUP, LAURIE, "结束");
    s = newest(&h, GROUP);
    assert_int_equal(s->n_buttons, NJ_COUNT(labels));
    for (uint32_t i = 0; i < s->n_buttons; i++)
        assert_string_equal(s->buttons[i].label, labels[i]);
    assert_true(nj_memory_press(h.second, LYNDA, "休息")); /* not hers */
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "这个按钮不是给你的");
    press(&h, ANNIE, "选行动", "这个行动做什么？", "");
    assert_null(house_heard(&h, GROUP, "已私聊发给你"));
    assert_true(nj_memory_press(h.second, ANNIE, "结束回合"));
    house_run(&h);
    assert_non_null(house_heard(&h, GROUP, "2 席·安妮 休息（两个行动）"));
    house_group_at(&h, GROUP, LYNDA, "结束"); /* the killer's has none */
    assert_int_equal(newest(&h, GROUP)->n_buttons, 0);
    house_close(&h);
}

/* An offer, one in its place, and both are done by presses alone. */
static void an_offer_is_put_together(void **state)
{
    static const char *const gifts[] = {
        "%裁定 给 1席 汽水 因 试", "%裁定 给 1席 火柴 因 试",
        "%裁定 给 2席 锅盖 因 试", "%裁定 放 2席 D19 因 试"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "menu_offer");
    for (size_t i = 0; i < NJ_COUNT(gifts); i++)
        rules(&h, gifts[i]);
    house_private(&h, LAURIE, "按钮");
    press(&h, LAURIE, "交易", "和谁换", "安妮|返回");
    press(&h, LAURIE, "安妮", "给哪些牌", "汽水|火柴|想看牌|返回");
    press(&h, LAURIE, "汽水", "选了汽水。", "就这么换|汽水|火柴|想看牌|返回");
    press(&h, LAURIE, "火柴", "选了汽水、火柴。", "");
    press(&h, LAURIE, "汽水", "选了火柴。", "");
    press(&h, LAURIE, "就这么换", "提出交易", "");
    press(&h, ANNIE, "还价", "改成你给什么、要什么？", "锅盖|火柴|同意|拒绝");
    press(&h, ANNIE, "锅盖", "你给锅盖。", "就这么还价|锅盖|火柴|同意|拒绝");
    press(&h, ANNIE, "火柴", "你给锅盖。你要火柴。", "");
    press(&h, ANNIE, "就这么还价", "已收到", "");
    assert_non_null(house_heard(&h, LAURIE, "给你 锅盖。要你的 火柴。"));
    assert_null(house_heard(&h, GROUP, "改一改"));
    press(&h, LAURIE, "同意", "换好了。你得到 锅盖。给出 火柴。", "");
    assert_non_null(house_heard(&h, GROUP, "换好了。给了 1 张。拿了 1 张。"));
    house_close(&h);
}

static void to_the_hunt(struct house *h)
{
    rules(h, "%裁定 放 2席 D19 因 试");
    rules(h, "%裁定 放 杀人魔 E20 因 试");
    house_group_at(h, GROUP, LAURIE, "结束");
    house_group_at(h, GROUP, ANNIE, "结束");
    house_group_at(h, GROUP, LYNDA, "结束");
}

/* The killer's menu has what he could do, in private; his pad tells what would be
 * seen. */
static void the_killer_presses_in_private(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "menu_hunt");
    to_the_hunt(&h);
    assert_int_equal(newest(&h, HUNTER)->n_buttons, 4);
    press(&h, HUNTER, "尾随", "停在 E20", "北|东|南|西|原地不动|返回");
    press(&h, HUNTER, "西", "停在 D20。走法：西。",
          "北|东|南|西|退一步|就这么走|返回");
    press(&h, HUNTER, "返回", "这个行动做什么？", "尾随|追猎|杀 洛莉|结束回合");
    press(&h, HUNTER, "追猎", "往哪边", "东|南|西|返回");
    press(&h, HUNTER, "南", "往哪边", "1 格|返回");
    press(&h, HUNTER, "1 格", "追猎：在 E21。", "");
    house_close(&h);
}

/* Dice are chosen and let go (Laurie alone has them, which all know); then a card
 * above the limit, those of the dead and who comes after. */
static void questions_are_answered_press_by_press(void **state)
{
    static const char *const gifts[] = {
        "%裁定 给 1席 汽水 因 试", "%裁定 给 1席 火柴 因 试",
        "%裁定 给 1席 锅盖 因 试", "%裁定 给 1席 绷带 因 试",
        "%裁定 给 1席 球鞋 因 试"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "menu_asked");
    to_the_hunt(&h);
    house_private(&h, HUNTER, "杀 洛莉");
    press(&h, LAURIE, "挑骰子", "他掷的骰：6 3 6。",
          "第 1 颗|第 2 颗|第 3 颗|不挡|用锅盖|反击");
    press(&h, LAURIE, "第 1 颗", "选了 1。", "");
    press(&h, LAURIE, "第 3 颗", "选了 13。", "");
    press(&h, LAURIE, "第 1 颗", "选了 3。",
          "重掷 3|第 1 颗|第 2 颗|第 3 颗|不挡|用锅盖|反击");
    press(&h, LAURIE, "重掷 3", "已收到", "");
    assert_non_null(house_heard(&h, GROUP, "1 席·洛莉 花 1 个发力重掷第 3 颗"));
    for (size_t i = 0; i < NJ_COUNT(gifts); i++)
        rules(&h, gifts[i]);
    press(&h, LAURIE, "火柴", "选了火柴。",
          "放底下|放顶上|汽水|火柴|锅盖|绷带|球鞋");
    press(&h, LAURIE, "放顶上", "已放回。顶上：火柴。", "");
    rules(&h, "%裁定 伤 1席 3 因 试");
    press(&h, LAURIE, "锅盖", "选了锅盖。", "");
    press(&h, LAURIE, "绷带", "选了锅盖、绷带。", "");
    press(&h, LAURIE, "这些放底下（西南）",
          "顶上：汽水、球鞋。底下：锅盖、绷带。",
          "鲍伯|鲁米斯医师|布拉克特警长");
    press(&h, LAURIE, "鲁米斯医师", "从哪一头进", "A12|R12|返回");
    press(&h, LAURIE, "R12", "面朝哪边", "面北|面东|面南|面西|返回");
    press(&h, LAURIE, "面西", "已收到", "");
    assert_non_null(
        house_heard(&h, GROUP, "1 席·鲁米斯医师 上场：R12，面西。"));
    house_close(&h);
}

/* --- without buttons --- */

static void types(struct house *h, const char *user, const char *word,
                  const char *part)
{
    house_forget(h);
    house_private(h, user, word);
    if (house_heard(h, user, part) == NULL)
        fail_msg("%s: %s was not told \"%s\"", word, user, part);
}

/* The same lists with numbers; a number outlives a kill, means nothing in the
 * group, and is over with the order that it gave. */
static void without_buttons_a_number_is_the_choice(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "menu_numbers");
    house_street(&h, "qq:g:1", "qq:u:ann qq:u:bob qq:u:cat qq:u:dan", NULL);
    types(&h, "bob", "按钮", "1 走 | 2 用牌 | 3 交易 | 4 休息 | 5 结束回合");
    types(&h, "bob", "1", "停在 E19");
    house_kill(&h, 1000);
    types(&h, "bob", "４", "停在 D19。走法：西。");
    types(&h, "bob", "1", "不行：过不去。（第 2 步）");
    types(&h, "bob", "32", "没认出");
    house_group(&h, "bob", "9");
    assert_null(house_heard(&h, "group", ""));
    types(&h, "bob", "9", "已收到");
    assert_non_null(house_heard(&h, "group", "走 西 → D19，面南。"));
    types(&h, "bob", "9", "没认出");
    house_group(&h, "bob", "结束");
    types(&h, "bob", "按钮", "现在没有要你选的");
    house_group(&h, "cat", "结束");
    house_group(&h, "dan", "结束");
    assert_non_null(
        house_heard(&h, "ann", "1 尾随 | 2 追猎 | 3 潜入 西 | 4 结束回合"));
    types(&h, "ann", "3", "潜入：在 I9");
    house_close(&h);
}

/* In each language. */
static void menus_speak_each_language(void **state)
{
    static const char *const words[][4] = {
        {"#语言 zh-TW", "按鈕", "這個行動做什麼？", "1 走 | 2 用牌"},
        {"#lang en", "pad", "What is this action to be?",
         "Or a number: 1 Walk | 2 Use a card"}};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "menu_languages");
    house_street(&h, "qq:g:1", "qq:u:ann qq:u:bob qq:u:cat qq:u:dan", NULL);
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        house_private(&h, "bob", words[i][0]);
        types(&h, "bob", words[i][1], words[i][2]);
        assert_non_null(house_heard(&h, "bob", words[i][3]));
    }
    types(&h, "bob", "1", "Not walked yet: it would end on E19.");
    types(&h, "bob", "4",
          "1 north | 2 east | 3 south | 4 west | 5 Step back | "
          "6 Go | 7 Stop, face north");
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_is_put_together),
        cmocka_unit_test(the_fifth_step_is_exertion),
        cmocka_unit_test(a_turn_has_a_row_in_the_group),
        cmocka_unit_test(an_offer_is_put_together),
        cmocka_unit_test(the_killer_presses_in_private),
        cmocka_unit_test(questions_are_answered_press_by_press),
        cmocka_unit_test(without_buttons_a_number_is_the_choice),
        cmocka_unit_test(menus_speak_each_language),
    };

    return cmocka_run_group_tests_name("referee/masked_menu", tests, NULL,
                                       NULL);
}
