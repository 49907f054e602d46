/*
 * 黑影杀 in a whole house: its words are short and nearly all private, and the
 * group must not tell by any command who lives.
 */
#include <string.h>

#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static char shadow[8]; /* who it is, in the match begun last */

/* Four people and a host who sees everything; `set` is an option or NULL. */
static void begin_with(struct house *h, const char *name, const char *edition,
                       const char *set)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};
    const char *who;
    char line[64];

    house_open(h, name);
    (void)snprintf(line, sizeof(line), "#新游戏 黑影杀 %s", edition);
    house_group(h, "eve", line);
    house_private(h, "eve", "我");
    house_group(h, "eve", "#主持");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(h, people[i], "我");
        house_group(h, people[i], "#加入");
    }
    house_group(h, "eve", "#设置 spawn_secs 0");
    if (set != NULL)
        house_group(h, "eve", set);
    house_group(h, "eve", "#开始");
    assert_non_null(house_heard(h, "group", "第0回合"));
    who = house_heard(h, "group", "】成为黑影");
    assert_non_null(who);
    who = strstr(who, "】成为黑影") - 3; /* ann, bob, cat, dan */
    (void)snprintf(shadow, sizeof(shadow), "%.3s", who);
    house_forget(h);
}

static void begin(struct house *h, const char *name, const char *edition)
{
    begin_with(h, name, edition, NULL);
}

static void rule(struct house *h, const char *words)
{
    char line[100];

    (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试一试", words);
    house_private(h, "eve", line);
    house_confirm(h, "eve");
}

/* --- what a locked screen shows --- */

/* SH-19, UX-3.7: the first line names the match, the second says it. */
static void a_private_text_shows_its_match_first_and_nothing_else(void **state)
{
    static const char tag[] = "·黑影杀]\n";
    struct house h = {.paced = false};
    const char *heard;

    NJ_UNUSED(state);
    begin(&h, "hotel_tag", "classic");
    house_private(&h, "ann", "看看");
    heard = house_heard(&h, "ann", "出口：");
    assert_non_null(heard);
    assert_int_equal(heard[0], '[');
    assert_memory_equal(heard + strlen("[K7Q"), tag, strlen(tag));
    assert_null(strstr(heard + strlen("[K7Q") + 1, "·黑影杀]"));
    assert_null(strstr(heard, "截图"));
    house_close(&h);
}

/* Buttons end the text that they hang under: not what confirms it (UX-9). */
static void a_receipt_stands_in_the_answer_that_it_confirms(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *view = NULL;
    char line[16];

    NJ_UNUSED(state);
    begin(&h, "hotel_receipt", "classic");
    h.gateway->can |= NJ_CAN_BUTTONS;
    for (int pos = 1; pos <= 49 && view == NULL; pos++) {
        house_forget(&h);
        (void)snprintf(line, sizeof(line), "走 %d", pos);
        house_private(&h, shadow, line);
        for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
            if (nj_memory_get(h.gateway, i)->n_buttons > 0)
                view = nj_memory_get(h.gateway, i);
    }
    assert_non_null(view);
    assert_non_null(strstr(view->text, "出口："));
    assert_non_null(strstr(view->text, "\n已收到 · 收据 "));
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_close(&h);
}

/* --- leaving --- */

static void yes_and_one_answer_whether_one_leaves(void **state)
{
    static const char *const words[] = {"是", "1", "确认"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_leave", "classic");
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        const char *const who[] = {"ann", "bob", "cat"};

        house_forget(&h);
        house_private(&h, who[i], "退出");
        assert_non_null(house_heard(&h, who[i], "退出后"));
        house_private(&h, who[i], words[i]);
        assert_non_null(house_heard(&h, "group", "离席"));
    }
    house_close(&h);
}

static void another_word_takes_the_question_away(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_stay", "classic");
    house_private(&h, "ann", "退出");
    house_private(&h, "ann", "看看");
    house_private(&h, "ann", "是");
    assert_null(house_heard(&h, "group", "离席"));
    house_private(&h, "ann", "确认");
    assert_null(house_heard(&h, "group", "离席"));
    assert_non_null(house_heard(&h, "ann", "没有要确认"));
    house_close(&h);
}

/* --- two matches at a time --- */

static void words_find_their_match(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_two", "classic");
    house_group_at(&h, "qq:g:2", "ann", "#新游戏 漫漫长夜");
    house_group_at(&h, "qq:g:2", "ann", "#加入");
    house_group_at(&h, "qq:g:2", "bob", "#加入");
    house_group_at(&h, "qq:g:2", "ann", "#开始");
    house_forget(&h);
    house_private(&h, "ann", "看看");
    assert_non_null(house_heard(&h, "ann", "出口"));
    house_private(&h, "ann", "墙");
    assert_non_null(house_heard(&h, "ann", "你四周"));
    house_private(&h, "ann", "22");
    assert_null(house_heard(&h, "ann", "哪一局"));
    house_close(&h);
}

/* --- what the group can hear --- */

/* Everything that a seat can make the group hear, dead or alive. */
static void hear(bool dead, struct nj_str *out)
{
    static const char *const words[] = {
        "#帮助",   "#赛况", "#求替补", "#比赛",     "#走 22",
        "#结束",   "#我",   "#继续",   "#广播记录", "#地图",
        "#不存在", "#退出", "#确认",   "#退出",     "#赛况"};
    struct house h = {.paced = false};
    char kill[40];

    begin(&h, "hotel_dead", "classic");
    (void)snprintf(kill, sizeof(kill), "%s %u %s", dead ? "kill" : "steps",
                   nj_sitters_of(h.referee->entries[0], "qq:u:bob")->seat + 1u,
                   dead ? "" : "+1");
    rule(&h, kill);
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        house_group(&h, "bob", words[i]);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
        if (nj_memory_get(h.gateway, i)->group)
            nj_str_addf(out, "%s\n", nj_memory_get(h.gateway, i)->text);
    house_close(&h);
}

static void the_dead_sound_like_the_living(void **state)
{
    struct nj_str alive = NJ_STR_INIT(100000), dead = NJ_STR_INIT(100000);

    NJ_UNUSED(state);
    hear(false, &alive);
    hear(true, &dead);
    assert_non_null(strstr(alive.p, "离席"));
    assert_string_equal(alive.p, dead.p);
    nj_str_fini(&alive);
    nj_str_fini(&dead);
}

/* Whose clock runs in a round of one after another tells when the one before
 * was done (SH-12.1): only the clock of a whole round is told. */
static void no_clock_of_one_seat_is_told(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin_with(&h, "hotel_slots", "", "#设置 order priority");
    house_group(&h, "bob", "#赛况");
    assert_non_null(house_heard(&h, "group", "截止"));
    rule(&h, "endround");
    assert_non_null(house_heard(&h, "group", "第1回合"));
    house_forget(&h);
    house_group(&h, "bob", "#赛况");
    assert_non_null(house_heard(&h, "group", "1"));
    assert_null(house_heard(&h, "group", "截止"));
    house_close(&h);
}

/* It waits for all alike, therefore it never says that it is one's turn. */
static void nobody_is_told_that_it_is_his_turn(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_due", "classic");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(&h, people[i], "我");
        house_private(&h, people[i], "比赛");
        assert_non_null(house_heard(&h, people[i], " 席。"));
        assert_null(house_heard(&h, people[i], "现在不用你做什么"));
        assert_null(house_heard(&h, people[i], "轮到你"));
    }
    house_close(&h);
}

/* --- the hall of memories --- */

static unsigned seat_of(struct house *h, const char *user)
{
    return nj_sitters_of(h->referee->entries[0], user)->seat + 1u;
}

static void end_players(struct house *h)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};

    for (size_t i = 0; i < NJ_COUNT(people); i++)
        if (strcmp(people[i], shadow) != 0)
            house_private(h, people[i], "结束");
}

/* What was read is read again when the program wakes, and when a host takes
 * something back: the log is the same. */
static void a_memory_outlives_kills_and_undo(void **state)
{
    struct house h = {.paced = false};
    const char *dead = "bob", *reader = "cat";
    char line[64], address[16];

    NJ_UNUSED(state);
    begin(&h, "hotel_memory", "level-4016");
    if (strcmp(shadow, dead) == 0)
        dead = "ann";
    if (strcmp(shadow, reader) == 0)
        reader = "dan";
    (void)snprintf(address, sizeof(address), "qq:u:%s", dead);
    (void)snprintf(line, sizeof(line), "kill %u", seat_of(&h, address));
    rule(&h, line);
    house_private(&h, shadow, "结束");
    assert_non_null(house_heard(&h, "group", "第1回合"));
    end_players(&h);
    assert_non_null(house_heard(&h, "group", "第2回合"));
    (void)snprintf(address, sizeof(address), "qq:u:%s", reader);
    (void)snprintf(line, sizeof(line), "move %u 档案室 quiet",
                   seat_of(&h, address));
    rule(&h, line);
    (void)snprintf(line, sizeof(line), "档案 %s", dead);
    house_forget(&h);
    house_private(&h, reader, line);
    assert_non_null(house_heard(&h, reader, "记忆之宫"));
    assert_non_null(house_heard(&h, reader, "第一阶段每回合"));
    house_kill(&h, 1000);
    rule(&h, "phase 3");
    house_forget(&h);
    house_private(&h, "eve", "%撤销 因 弄错了");
    house_confirm(&h, "eve");
    house_kill(&h, 1000);
    house_forget(&h);
    house_private(&h, reader, line);
    assert_non_null(house_heard(&h, reader, "没有执行"));
    assert_null(house_heard(&h, reader, "记忆之宫"));
    house_close(&h);
}

/* --- as many as there is room for --- */

static void sixteen_people_play(void **state)
{
    struct house h = {.paced = false};
    char name[32];

    NJ_UNUSED(state);
    house_open(&h, "hotel_sixteen");
    house_group(&h, "eve", "#新游戏 黑影杀 level-4016");
    for (int i = 1; i <= 16; i++) {
        (void)snprintf(name, sizeof(name), "名字很长的第%d号客人", i);
        house_private(&h, name, "我");
        house_group(&h, name, "#加入 一二三四五六七八九十");
    }
    house_private(&h, "zoe", "我");
    house_group(&h, "zoe", "#加入");
    assert_null(house_heard(&h, "group", "zoe 入座"));
    house_forget(&h);
    house_group(&h, name, "#赛况");
    assert_non_null(house_heard(&h, "group", "16. 名字很长的第16号客人"));
    house_group(&h, name, "#设置 spawn_secs 0");
    house_group(&h, name, "#开始");
    assert_non_null(house_heard(&h, "group", "第0回合"));
    for (int i = 1; i <= 16; i++) {
        (void)snprintf(name, sizeof(name), "名字很长的第%d号客人", i);
        assert_non_null(house_heard(&h, name, "第一阶段每回合"));
        house_private(&h, name, "状态");
    }
    house_kill(&h, 1000);
    house_forget(&h);
    house_private(&h, name, "状态");
    assert_non_null(house_heard(&h, name, "第0回合"));
    house_close(&h);
}

/* --- the clock, in front of all (SH-19.3) --- */

/* The group hears of a pause at once, and that players agreed on it is no
 * power of a host. */
static void the_group_hears_of_a_pause_at_once(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_pause", "classic");
    house_private(&h, "eve", "%暂停");
    assert_non_null(house_heard(&h, "group", "【主持】比赛暂停"));
    house_private(&h, "eve", "%继续");
    assert_non_null(house_heard(&h, "group", "【主持】计时恢复"));
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        house_group(&h, people[i], "#暂停");
    assert_non_null(house_heard(&h, "group", "大家都同意：比赛暂停"));
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        house_group(&h, people[i], "#继续");
    assert_non_null(house_heard(&h, "group", "大家都同意：比赛继续"));
    assert_non_null(house_heard(&h, "group", "【主持】计时恢复"));
    assert_null(house_heard(&h, "group", "动用过权力"));
    house_close(&h);
}

static void a_seat_and_a_step_that_change_are_said_at_once(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_said", "classic");
    house_private(&h, "eve", "%换人 2 电脑 因 掉线");
    house_confirm(&h, "eve");
    assert_non_null(house_heard(&h, "group", "现在由电脑玩家打"));
    house_forget(&h);
    house_private(&h, "eve", "%回退 因 误会");
    house_confirm(&h, "eve");
    assert_non_null(house_heard(&h, "group", "现在是第0回合，重新计时，截止"));
    assert_null(house_heard(&h, "group", "动用过权力"));
    house_close(&h);
}

/* --- a host's words --- */

/* What a host is refused is answered with what a host types, and what is
 * given as an example is understood. */
static void a_refused_power_shows_a_hosts_words(void **state)
{
    static const char *const wrong[] = {
        "%裁定 胡话 因 试",      "%裁定 移动 3 因 试",
        "%裁定 移动 9 22 因 试", "%裁定 给 2 饭 因 试",
        "%裁定 步数 2 多 因 试", "%代行 3 走 22 因 试",
        "%撤 2 因 试",           "%回退 因 试"};
    static const char *const right[] = {
        "%裁定 移动 3 22 因 我看错了", "%裁定 给 2 手电筒 因 我看错了",
        "%裁定 阶段 2 因 我看错了", "%裁定 步数 3 +1 因 我看错了"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_refused_power", "classic");
    for (size_t i = 0; i < NJ_COUNT(wrong); i++) {
        house_forget(&h);
        house_private(&h, "eve", wrong[i]);
        if (house_heard(&h, "eve", "没有执行") == NULL ||
            house_heard(&h, "eve", "像这样发：%") == NULL)
            fail_msg("%s: %s", wrong[i], house_heard(&h, "eve", ""));
    }
    for (size_t i = 0; i < NJ_COUNT(right); i++) {
        house_forget(&h);
        house_private(&h, "eve", right[i]);
        if (house_heard(&h, "eve", "没有执行") != NULL ||
            house_heard(&h, "eve", "确认 ") == NULL)
            fail_msg("%s: %s", right[i], house_heard(&h, "eve", ""));
    }
    house_close(&h);
}

/* What a decision would do is told with names, and with what is where now; a
 * bare number is a position, as players type it (SH-19.10). */
static void a_decision_is_told_in_words(void **state)
{
    static const char *const rows[][2] = {
        {"移动 2 26", "2 席·bob 会到 "},
        {"移动 2 26", "（26）。"},
        {"kill 2", "2 席·bob 会死。"},
        {"设 电力 关 回合结束", "电力：现在通电，会变成断电。回合结束时才改。"},
        {"更正 减 结束", "不更正：游戏没有结束。"},
        {"end loop", "循环结局。"},
        {"reply 2 好的", "「好的」群里看不到。"}};
    struct house h = {.paced = false};
    char line[100];

    NJ_UNUSED(state);
    begin(&h, "hotel_told", "level-4016");
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        house_forget(&h);
        (void)snprintf(line, sizeof(line), "%%裁定 %s 因 试", rows[i][0]);
        house_private(&h, "eve", line);
        if (house_heard(&h, "eve", rows[i][1]) == NULL)
            fail_msg("%s: %s", line, house_heard(&h, "eve", ""));
    }
    (void)snprintf(line, sizeof(line), "%%裁定 给 %d 手枪 因 试",
                   shadow[0] == 'a' ? 2 : 1);
    house_private(&h, "eve", line);
    (void)snprintf(line, sizeof(line), "·%s 手里。", shadow);
    assert_non_null(house_heard(&h, "eve", line));
    house_close(&h);
}

/* Nobody else hears of it, so the host would hear nothing at all. */
static void a_host_who_reminds_is_told_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_nudge", "classic");
    house_forget(&h);
    house_private(&h, "eve", "%催");
    assert_non_null(house_heard(&h, "eve", "催过了"));
    assert_null(house_heard(&h, "group", ""));
    house_close(&h);
}

/* UX-6.4: of those whose round it is who has yet to end it, not the others, nor
 * the dead; whom nobody has to remind the host hears in private. */
static void only_who_can_still_act_is_reminded(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};
    struct house h = {.paced = false};
    const char *dead;

    NJ_UNUSED(state);
    begin(&h, "hotel_nudges", "classic");
    house_private(&h, "eve", "%催");
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        assert_int_equal(house_heard(&h, people[i], "主持提醒你") != NULL,
                         strcmp(people[i], shadow) == 0);
    house_private(&h, shadow, "结束");
    dead = strcmp(shadow, "ann") == 0 ? "bob" : "ann";
    rule(&h, dead[0] == 'a' ? "kill 1" : "kill 2");
    house_pass(&h, 61000);
    house_forget(&h);
    house_group(&h, "eve", dead[0] == 'a' ? "%催 1" : "%催 2");
    assert_null(house_heard(&h, dead, "主持提醒你"));
    assert_non_null(house_heard(&h, "eve", "没有催"));
    assert_null(house_heard(&h, "group", ""));
    house_private(&h, "eve", "%催");
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        assert_int_equal(house_heard(&h, people[i], "主持提醒你") != NULL,
                         people[i] != dead && strcmp(people[i], shadow) != 0);
    house_close(&h);
}

/* SH-19.9: without a reason, without digits, and nobody else hears of it. */
static void a_host_sees_the_whole_hotel_at_once(void **state)
{
    struct house h = {.paced = false};
    char line[40];

    NJ_UNUSED(state);
    begin(&h, "hotel_board", "classic");
    house_forget(&h);
    house_private(&h, "eve", "%看");
    (void)snprintf(line, sizeof(line), "·%s（黑影）在 ", shadow);
    assert_non_null(house_heard(&h, "eve", line));
    assert_non_null(house_heard(&h, "eve", "地上有："));
    assert_non_null(house_heard(&h, "eve", "第 0 回合，第 1 阶段"));
    assert_null(house_heard(&h, "eve", "确认"));
    assert_null(house_heard(&h, "group", ""));
    assert_null(house_heard(&h, "ann", ""));
    house_close(&h);
}

/* A word is told by what it does, and one that lacks
 * what follows by how it is used. */
static void help_says_what_a_word_does(void **state)
{
    static const char *const rows[][2] = {{"帮助 堵", "用小熊堵住"},
                                          {"帮助 开枪", "所在位置的那一层"},
                                          {"帮助 堵", "堵 13"},

                                          {"盖章", "「盖章」这样用："}};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "hotel_word", "level-4016");
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        house_forget(&h);
        house_private(&h, "ann", rows[i][0]);
        if (house_heard(&h, "ann", rows[i][1]) == NULL ||
            house_heard(&h, "ann", "你是想") != NULL)
            fail_msg("%s: %s", rows[i][0], house_heard(&h, "ann", ""));
    }
    house_private(&h, "eve", "帮助 裁定");
    assert_non_null(house_heard(&h, "eve", "复活 3 22"));
    assert_null(house_heard(&h, "eve", "在大厅"));
    house_close(&h);
}

/* One example of a ruling, without what is said of it in brackets; true: the
 * host is asked to confirm it. */
static bool understood(struct house *h, const char *example, size_t n,
                       const char *open)
{
    struct nj_str line = NJ_STR_INIT(300);
    char *bracket;
    bool so;

    nj_str_puts(&line, "%裁定 ");
    nj_str_add(&line, example, n);
    bracket = strstr(line.p, open);
    if (bracket != NULL)
        nj_str_cut(&line, (size_t)(bracket - line.p));
    nj_str_puts(&line, " 因 试");
    house_forget(h);
    house_private(h, "eve", line.p);
    so = house_heard(h, "eve", "确认 ") != NULL;
    if (!so)
        print_message("%s: %s\n", line.p, house_heard(h, "eve", ""));
    nj_str_fini(&line);
    return so;
}

/* Each ruling in the help is one that the host can type as it stands there, but
 * for what there is nothing of: somebody dead, a thing in hand, a question. */
static void each_ruling_of_the_help_is_understood(void **state)
{
    static const char *const need[] = {"复活", "收", "电台", "脑洞"};
    struct house h = {.paced = false};
    char text[4000];
    unsigned n = 0, left = 0;

    NJ_UNUSED(state);
    begin(&h, "hotel_rulings", "level-4016");
    house_private(&h, shadow, "结束");
    assert_int_not_equal(shadow[0], 'c'); /* seat 3 is a player's */
    house_private(&h, "eve", "帮助 裁定");
    (void)snprintf(text, sizeof(text), "%s",
                   house_heard(&h, "eve", "%裁定 … 因"));
    for (char *line = strchr(strstr(text, "%裁定 … 因"), '\n'); line != NULL;
         line = strchr(line + 1, '\n')) {
        size_t end = strcspn(line + 1, "\n");

        for (const char *at = line + 1; at < line + 1 + end; n++) {
            const char *sep = strstr(at, "；");
            size_t part = sep != NULL && sep < line + 1 + end
                              ? (size_t)(sep - at)
                              : (size_t)(line + 1 + end - at);
            bool lacks = false;

            for (size_t i = 0; i < NJ_COUNT(need); i++)
                lacks |= strncmp(at, need[i], strlen(need[i])) == 0;
            left += lacks;
            assert_int_equal(understood(&h, at, part, "（"), !lacks);
            at += part + (sep != NULL ? strlen("；") : 0);
        }
    }
    assert_in_range(n, 30, 40);
    assert_int_equal(left, NJ_COUNT(need));
    rule(&h, "处死 2");
    assert_true(understood(&h, "复活 2 22", strlen("复活 2 22"), "（"));
    house_private(&h, "ann", "脑洞 唱歌");
    assert_true(
        understood(&h, "脑洞 回答 1 可以", strlen("脑洞 回答 1 可以"), "（"));
    house_close(&h);
}

/* SH-1.11: Brillo wants four seats, and a start with three says so. */
static void a_start_that_cannot_be_says_why(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "hotel_three");
    house_group(&h, "ann", "#新游戏 黑影杀");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(&h, people[i], "我");
        house_group(&h, people[i], "#加入");
    }
    house_group(&h, "ann", "#设置 布莉萝 有");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    if (house_heard(&h, "group", "「布莉萝」") == NULL)
        fail_msg("%s", house_heard(&h, "group", ""));
    house_close(&h);
}

/* What can be typed is what this seat can type now: nobody stamps in classic,
 * and the dead walk nowhere. */
static void help_knows_who_asks_and_when(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};
    struct house h = {.paced = false};
    const char *other;

    NJ_UNUSED(state);
    begin(&h, "hotel_help", "classic");
    other = strcmp(shadow, "ann") == 0 ? "bob" : "ann";
    house_private(&h, other, "帮助");
    assert_non_null(house_heard(&h, other, "现在是黑影的回合"));
    house_private(&h, shadow, "帮助");
    assert_non_null(house_heard(&h, shadow, "踢 开锁器"));
    house_private(&h, shadow, "结束");
    house_forget(&h);
    house_private(&h, other, "帮助");
    assert_non_null(house_heard(&h, other, "轮到你"));
    assert_null(house_heard(&h, other, "盖章"));
    assert_null(house_heard(&h, other, "4016"));
    rule(&h, other[0] == 'a' ? "kill 1" : "kill 2");
    house_forget(&h);
    house_private(&h, other, "帮助");
    assert_non_null(house_heard(&h, other, "你已经出局"));
    assert_null(house_heard(&h, other, "走 "));
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        assert_null(house_heard(&h, people[i], "{{"));
    house_close(&h);
}

/* --- names --- */

static void says(struct house *h, const char *user, const char *name,
                 const char *text, bool group)
{
    char id[16], address[NJ_ADDRESS_MAX];

    (void)snprintf(id, sizeof(id), "n%u", (unsigned)++h->ids);
    nj_address_user(address, "qq", user);
    if (group)
        nj_memory_group(h->gateway, "qq:g:1", address, name, id, text);
    else
        nj_memory_private(h->gateway, address, name, id, text);
    house_run(h);
}

/* SH-19.5: names that look alike get a number, for all readers alike, and so
 * does the name of who comes later. */
static void names_that_look_alike_get_a_number(void **state)
{
    static const char *const names[][2] = {{"ann", "老 王"},
                                           {"bob", "老王"},
                                           {"cat", "老王2"},
                                           {"dan", "Аda"},
                                           {"fay", "ADA"}};
    static const char *const called[] = {"老 王", "老王3", "老王2", "Аda",
                                         "ADA2"};
    struct house h = {.paced = false};
    const struct nj_match *m;

    NJ_UNUSED(state);
    house_open(&h, "hotel_names");
    house_group(&h, "ann", "#新游戏 黑影杀");
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        says(&h, names[i][0], names[i][1], "我", false);
        says(&h, names[i][0], names[i][1], "#加入", true);
    }
    says(&h, "ann", "老 王", "#设置 spawn_secs 0", true);
    says(&h, "ann", "老 王", "#开始", true);
    m = h.referee->entries[0]->match;
    assert_non_null(m);
    for (size_t i = 0; i < NJ_COUNT(names); i++)
        assert_string_equal(nj_seat_name(m, nj_match_seat_of(m, (uint8_t)i)),
                            called[i]);
    house_kill(&h, 1000);
    says(&h, "ann", "老 王", "#求替补", true);
    says(&h, "gus", "ada", "我", false);
    says(&h, "gus", "ada", "#接替", true);
    assert_non_null(house_heard(&h, "group", "ada3"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_look_alike_get_a_number),
        cmocka_unit_test(a_refused_power_shows_a_hosts_words),
        cmocka_unit_test(a_decision_is_told_in_words),
        cmocka_unit_test(a_host_who_reminds_is_told_so),
        cmocka_unit_test(only_who_can_still_act_is_reminded),
        cmocka_unit_test(a_host_sees_the_whole_hotel_at_once),
        cmocka_unit_test(help_says_what_a_word_does),
        cmocka_unit_test(each_ruling_of_the_help_is_understood),
        cmocka_unit_test(a_start_that_cannot_be_says_why),
        cmocka_unit_test(help_knows_who_asks_and_when),
        cmocka_unit_test(a_private_text_shows_its_match_first_and_nothing_else),
        cmocka_unit_test(a_receipt_stands_in_the_answer_that_it_confirms),
        cmocka_unit_test(yes_and_one_answer_whether_one_leaves),
        cmocka_unit_test(another_word_takes_the_question_away),
        cmocka_unit_test(words_find_their_match),
        cmocka_unit_test(the_dead_sound_like_the_living),
        cmocka_unit_test(no_clock_of_one_seat_is_told),
        cmocka_unit_test(nobody_is_told_that_it_is_his_turn),
        cmocka_unit_test(a_memory_outlives_kills_and_undo),
        cmocka_unit_test(sixteen_people_play),
        cmocka_unit_test(the_group_hears_of_a_pause_at_once),
        cmocka_unit_test(a_seat_and_a_step_that_change_are_said_at_once),
    };

    return cmocka_run_group_tests_name("referee/hotel_words", tests, NULL,
                                       NULL);
}
