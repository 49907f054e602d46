/*
 * Every word of the command tables of the guide (UX-2.2, UX-2.3), typed in
 * each language, with the prefixes and spaces that people use and as
 * Telegram's commands, to a whole referee that speaks each of the languages:
 * each is known, is answered, and in the language of the chat.
 */
#include <ctype.h>

#include "base/str.h"
#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define GROUP_ID "-900"
#define FORMS    4 /* Chinese, traditional, English, Telegram */

/* Who types; numbers, because names of people have no language. */
#define ANN    "7001" /* opened the table, sits */
#define BOB    "7002" /* sits */
#define HUGO   "7003" /* hosts */
#define XAVER  "7004" /* neither */
#define G      1      /* in the group */
#define P      2      /* in private */
#define ALL    4      /* the answer quotes, or names all languages */
#define FOLDED 8      /* only as it stands: a sign of its own */

struct word {
    const char *form[FORMS]; /* "$c" is the code of the match; "": none */
    const char *who;
    unsigned flags;
};

/* clang-format off */
static const struct word at_a_table[] = {
    {{"帮助", "幫助", "help", "help"}, ANN, G | P},
    {{"帮助 加入", "幫助 加入", "help join", "help join"}, ANN, G | P | ALL},
    {{"游戏", "遊戲", "games", "games"}, ANN, G | P},
    {{"游戏列表", "遊戲列表", "games", "games"}, XAVER, G | P},
    {{"主持", "主持", "host", "host"}, HUGO, G},
    {{"加入", "加入", "join", "join"}, ANN, G},
    {{"加入游戏", "加入遊戲", "join", "join"}, XAVER, G},
    {{"加入 $c 7", "加入 $c 7", "join $c 7", "join $c 7"}, BOB, G},
    {{"设置 回合数 30", "設定 回合數 30", "set cap 30", "set cap 30"}, ANN, G},
    {{"设置", "設定", "set", "set"}, ANN, G},
    {{"预设", "預設", "presets", "presets"}, ANN, G | P},
    {{"规则 漫漫长夜", "規則 漫漫長夜", "rules long-night", "rules long-night"},
     ANN, G | P},
    {{"规则 漫漫长夜 4.3", "規則 漫漫長夜 4.3", "rules long-night 4.3",
      "rules long-night 4.3"}, ANN, G | P},
    {{"判例 4.3", "判例 4.3", "cases 4.3", "cases 4.3"}, ANN, G | P},
    {{"我", "我", "me", "me"}, ANN, G | P},
    {{"身份", "身分", "me", "me"}, ANN, P},
    {{"比赛", "比賽", "matches", "matches"}, ANN, G | P},
    {{"切换 $c", "切換 $c", "use $c", "use $c"}, ANN, P},
    {{"语言", "語言", "lang", "lang"}, ANN, P | ALL},
    {{"时区", "時區", "tz", "tz"}, ANN, G | P},
    {{"赛况", "賽況", "status", "status"}, ANN, G | P},
    {{"结束游戏", "結束遊戲", "end game", ""}, ANN, G},
    {{"中止游戏", "中止遊戲", "abort game", ""}, ANN, G},
    {{".help", ".help", ".help", "help"}, ANN, P | FOLDED},
    {{"重开", "重開", "again", "again"}, ANN, G},
    {{"退出", "退出", "leave", "leave"}, XAVER, G},
    {{"开始", "開始", "begin", "begin"}, ANN, G},
    {{"开始游戏", "開始遊戲", "begin", "begin"}, ANN, G},
    {{"新游戏 漫漫长夜", "新遊戲 漫漫長夜", "new long-night",
      "newgame long-night"}, XAVER, G},
    {{"新游戏 漫漫长夜 slow", "新遊戲 漫漫長夜 slow", "new long-night slow",
      "newgame long-night slow"}, XAVER, G},
};

static const struct word in_a_match[] = {
    {{"帮助", "幫助", "help", "help"}, ANN, G | P},
    {{"帮助", "幫助", "help", "help"}, HUGO, G | P},
    {{"赛况", "賽況", "status", "status"}, XAVER, G},
    {{"$c 赛况", "$c 賽況", "$c status", "$c status"}, ANN, G | P},
    {{"当前玩家", "目前玩家", "status", "status"}, ANN, G | P},
    {{"我", "我", "me", "me"}, ANN, P},
    {{"身份", "身份", "me", "me"}, BOB, G | P},
    {{"地图", "地圖", "map", "map"}, ANN, G | P},
    {{"地图 文字", "地圖 文字", "map text", "map text"}, ANN, G | P},
    {{"历史", "歷史", "log", "log"}, ANN, G | P},
    {{"历史 1", "歷史 1", "history 1", "history 1"}, BOB, G | P},
    {{"撤销", "撤銷", "undo", "undo"}, ANN, G},
    {{"完成", "完成", "done", "done"}, ANN, G | P},
    {{"为什么", "為什麼", "why", "why"}, ANN, G | P},
    {{"为什么 收据 1", "為什麼 收據 1", "why receipt 1", "why 1"}, ANN, P},
    {{"比赛", "比賽", "matches", "matches"}, ANN, G | P},
    {{"切换 $c", "切換 $c", "use $c", "use $c"}, ANN, P},
    {{"暂停", "暫停", "pause", "pause"}, ANN, G},
    {{"继续", "繼續", "resume", "resume"}, ANN, G},
    {{"观战", "觀戰", "watch", "watch"}, XAVER, G},
    {{"观战 $c", "觀戰 $c", "watch $c", "watch $c"}, XAVER, G},
    {{"观战 停", "觀戰 停", "watch stop", "watch stop"}, XAVER, P},
    {{"导出", "匯出", "export", "export"}, ANN, G | P},
    {{"验证", "驗證", "verify", "verify"}, ANN, G | P},
    {{"回放", "重播", "replay", "replay"}, ANN, G | P},
    {{"反馈 ok", "反饋 ok", "report ok", "report ok"}, BOB, G | P},
    {{"退出", "退出", "leave", "leave"}, BOB, G | P},
    {{"投降", "投降", "surrender", ""}, BOB, G | P},
    {{"结束游戏", "結束遊戲", "end", "end"}, XAVER, G},
    {{"中止游戏", "中止遊戲", "end game", ""}, BOB, G},
    {{"接替 $c", "接替 $c", "takeover $c", "takeover $c"}, XAVER, G},
    {{"求替补", "求替補", "sub", "sub"}, BOB, G},
    {{"请假 2h", "請假 2h", "away 2h", "away 2h"}, ANN, G | P},
    {{"战绩", "戰績", "stats", "stats"}, ANN, G | P},
    {{"排行", "排行", "top", "top"}, ANN, G | P},
    {{"绑定", "綁定", "link", "link"}, ANN, G | P},
    {{"静默", "靜默", "quiet", "quiet"}, XAVER, G | P},
};

static const struct word of_hosts[] = {
    {{"催", "催", "nudge", "nudge"}, HUGO, G | P},
    {{"催 1", "催 1", "nudge 1", "nudge 1"}, HUGO, G | P},
    {{"延时 2h", "延時 2h", "extend 2h", "extend 2h"}, HUGO, G | P},
    {{"暂停", "暫停", "pause", "pause"}, HUGO, G | P},
    {{"继续", "繼續", "resume", "resume"}, HUGO, G | P},
    {{"跳过 因 ok", "跳過 因 ok", "skip because ok", "skip because ok"},
     HUGO, G | P},
    {{"换人 2 @" XAVER " 因 ok", "換人 2 @" XAVER " 因 ok",
      "sub 2 @" XAVER " because ok", "sub 2 @" XAVER " because ok"},
     HUGO, G | P},
    {{"换人 2 电脑 因 ok", "換人 2 電腦 因 ok", "sub 2 bot because ok",
      "bot 2 because ok"}, HUGO, G | P},
    {{"代行 1 停止 因 ok", "代行 1 停止 因 ok", "act 1 stop because ok",
      "act 1 stop because ok"}, HUGO, G | P},
    {{"裁定 1 7 因 ok", "裁定 1 7 因 ok", "rule 1 7 because ok",
      "rule 1 7 because ok"}, HUGO, G | P},
    {{"回退 因 ok", "回退 因 ok", "undo because ok", "undo because ok"},
     HUGO, G | P},
    {{"公告 ok", "公告 ok", "announce ok", "announce ok"}, HUGO, G | P},
    {{"踢 2 因 ok", "踢 2 因 ok", "kick 2 because ok", "kick 2 because ok"},
     HUGO, G | P},
    {{"看 1 因 ok", "看 1 因 ok", "look 1 because ok", "look 1 because ok"},
     HUGO, G | P},
    {{"答 1 ok", "答 1 ok", "answer 1 ok", "answer 1 ok"}, HUGO, G | P},
    {{"撤 1 因 ok", "撤 1 因 ok", "revoke 1 because ok",
      "revoke 1 because ok"}, HUGO, G | P},
    {{"中止 因 ok", "中止 因 ok", "abort because ok", "abort because ok"},
     HUGO, G | P},
};

/* clang-format on */

/* --- the house, and what it says --- */

struct room {
    struct house h;
    const char *gateway; /* "qq", "tg" */
    const char *lang;
    int own; /* the form that is of its language */
    char code[8];
    bool unknown; /* something was said to be no command */
    uint64_t updates;
};

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct room *room = ctx;

    NJ_UNUSED(chat);
    room->unknown = room->unknown ||
                    strncmp(m->key, "shell.unknown", 13) == 0 ||
                    strcmp(m->key, "shell.help_none") == 0;
}

static void push_update(struct room *room, const char *who, bool group,
                        const char *text)
{
    const struct nj_tg_self self = {
        .gateway = "tg", .index = 1, .id = 99, .username = "night_bot"};
    struct nj_tg_seen seen = {0};
    struct nj_tg_batch batch;
    struct nj_tg_answer a;
    size_t command = strcspn(text, " ");
    char update[1024];

    room->updates++;
    (void)snprintf(
        update, sizeof(update),
        "{\"ok\":true,\"result\":[{\"update_id\":%u,\"message\":{"
        "\"message_id\":%u,\"from\":{\"id\":%s,\"is_bot\":false,"
        "\"first_name\":\"%s\"},\"chat\":{\"id\":%s,\"type\":\"%s\"%s},"
        "\"date\":%lld,\"text\":\"%s\",\"entities\":[{\"type\":"
        "\"bot_command\",\"offset\":0,\"length\":%u}]}}]}",
        (unsigned)room->updates, (unsigned)room->updates, who, who,
        group ? GROUP_ID : who, group ? "supergroup" : "private",
        group ? ",\"title\":\"g\"" : "", (long long)room->h.now_ms / 1000, text,
        (unsigned)command);
    nj_tg_answer_read(200, update, strlen(update), "token", &a);
    assert_int_equal(a.verdict, NJ_TG_OK);
    nj_tg_batch_read(&self, a.result, &seen, &batch);
    assert_non_null(batch.first);
    nj_inbox_push(room->h.inbox, batch.first);
    nj_tg_answer_fini(&a);
}

static void say(struct room *room, const char *who, bool group,
                const char *text)
{
    char user[NJ_ADDRESS_MAX], chat[NJ_ADDRESS_MAX];

    nj_address_user(user, room->gateway, who);
    nj_address_group(chat, room->gateway, GROUP_ID);
    if (room->gateway[0] == 't' && text[0] == '/') {
        push_update(room, who, group, text);
        house_run(&room->h);
    } else if (group) {
        house_group_at(&room->h, chat, user, text);
    } else {
        house_private(&room->h, user, text);
    }
}

static void enter(struct room *room, bool begin)
{
    static const char *const people[] = {ANN, BOB, HUGO, XAVER};

    house_open(&room->h, "words");
    room->h.referee->setup.lang = room->lang;
    (void)snprintf(room->h.second->prefix, sizeof(room->h.second->prefix), "/");
    say(room, ANN, true, "#new long-night");
    (void)snprintf(room->code, sizeof(room->code), "%s",
                   room->h.referee->entries[0]->code);
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        say(room, people[i], false, "me");
    say(room, HUGO, true, "#host");
    say(room, ANN, true, "#join");
    say(room, BOB, true, "#join");
    if (begin)
        say(room, ANN, true, "#begin");
    room->h.referee->setup.observe = observe;
    room->h.referee->setup.observe_ctx = room;
}

/* --- the language of a text --- */

/* Boards are drawn with wide signs in every language; those are none. */
static bool is_han(int32_t cp)
{
    return (cp >= 0x3001 && cp <= 0x301f) || (cp >= 0x3400 && cp <= 0x9fff) ||
           cp == 0xff0c || cp == 0xff1a || cp == 0xff1b || cp == 0xff1f;
}

static bool has_han(const char *text)
{
    size_t n = strlen(text), k;
    int32_t cp;

    for (; (k = nj_utf8_next(text, n, &cp)) > 0; text += k, n -= k)
        if (is_han(cp))
            return true;
    return false;
}

/* Letters that one of the two ways of writing has alone. */
static bool has_any(const char *text, const char *letters)
{
    char one[8];
    size_t n = strlen(letters), k;
    int32_t cp;

    for (; (k = nj_utf8_next(letters, n, &cp)) > 0; letters += k, n -= k) {
        memcpy(one, letters, k);
        one[k] = '\0';
        if (strstr(text, one) != NULL)
            return true;
    }
    return false;
}

static bool is_in(const char *lang, const char *text)
{
    static const char simple[] = "没请执这开规则游戏赛发给说来续几还时间对会长";
    static const char old[] = "沒請執這開規則遊戲賽發給說來續幾還時間對會長";

    if (strcmp(lang, "en") == 0)
        return !has_han(text);
    return !has_any(text, strcmp(lang, "zh-CN") == 0 ? old : simple);
}

static void check_texts(struct room *room, const struct nj_gateway *g,
                        const char *typed, uint32_t *n)
{
    for (uint32_t i = 0; i < nj_memory_count(g); i++, (*n)++)
        if (!is_in(room->lang, nj_memory_get(g, i)->text))
            fail_msg("%s, \"%s\" is answered by: %s", room->lang, typed,
                     nj_memory_get(g, i)->text);
}

/* --- typing --- */

static void type(struct room *room, const struct word *w, bool group,
                 const char *text)
{
    uint32_t n = 0;

    house_forget(&room->h);
    room->unknown = false;
    say(room, w->who, group, text);
    if (room->unknown)
        fail_msg("%s, %s: \"%s\" is no command", room->lang, room->gateway,
                 text);
    if ((w->flags & ALL) == 0) {
        check_texts(room, room->h.gateway, text, &n);
        check_texts(room, room->h.second, text, &n);
    } else {
        n = nj_memory_count(room->h.gateway) + nj_memory_count(room->h.second);
    }
    if (n == 0)
        fail_msg("%s, %s: \"%s\" is not answered %s", room->lang, room->gateway,
                 text, group ? "in the group" : "in private");
}

static void capitals(char *text)
{
    for (; *text != '\0'; text++)
        *text = (char)(toupper)((unsigned char)*text); /* no macro */
}

/* Puts the code in, and what variant `v` makes of a word. */
static void spell(const struct room *room, const char *form, unsigned v,
                  char *out, size_t cap)
{
    struct nj_str text = NJ_STR_INIT(cap - 1);
    const char *c = strstr(form, "$c");

    nj_str_add(&text, form, c != NULL ? (size_t)(c - form) : strlen(form));
    if (c != NULL)
        nj_str_addf(&text, "%s%s", room->code, c + 2);
    assert_false(text.over);
    memcpy(out, text.p, text.len + 1);
    nj_str_fini(&text);
    if (v == 3)
        capitals(out);
}

static void type_at(struct room *room, const struct word *w, const char *text)
{
    if ((w->flags & G) != 0)
        type(room, w, true, text);
    if ((w->flags & P) != 0)
        type(room, w, false, text);
}

/* As it is typed on QQ; in the chat's own language with either prefix, with
 * spaces, in capitals. */
static void type_all(struct room *room, const struct word *w, bool host)
{
    static const char *const before[2][4] = {{"#", "＃", "  #  ", "#"},
                                             {"%", "％", "  %  ", "%"}};
    char word[160], text[200];

    for (int f = 0; f < 3; f++)
        for (unsigned v = 0; v < 4; v++) {
            if (v > 0 && ((w->flags & FOLDED) != 0 || f != room->own))
                break;
            spell(room, w->form[f], v, word, sizeof(word));
            (void)snprintf(text, sizeof(text), "%s%s%s",
                           (w->flags & FOLDED) != 0 ? "" : before[host][v],
                           word, v == 2 ? "   " : "");
            type_at(room, w, text);
        }
}

/* As Telegram's clients send it. */
static void type_commands(struct room *room, const struct word *w, bool host)
{
    char word[160], text[200];
    size_t n;

    if (w->form[3][0] == '\0')
        return;
    spell(room, w->form[3], 0, word, sizeof(word));
    (void)snprintf(text, sizeof(text), "%s%s", host ? "%" : "/", word);
    type_at(room, w, text);
    if (host || strstr(w->form[3], "$c ") == w->form[3])
        return;
    n = strcspn(word, " ");
    (void)snprintf(text, sizeof(text), "/%.*s@Night_Bot%s", (int)n, word,
                   word + n);
    type_at(room, w, text);
}

static void try_all(bool begin, const struct word *words, size_t n, bool host)
{
    static const char *const langs[] = {"zh-CN", "zh-TW", "en"};
    static const char *const gateways[] = {"qq", "tg"};

    for (size_t i = 0; i < NJ_COUNT(langs) * NJ_COUNT(gateways); i++) {
        struct room room = {.gateway = gateways[i % 2],
                            .lang = langs[i / 2],
                            .own = (int)(i / 2)};

        enter(&room, begin);
        for (size_t k = 0; k < n; k++)
            if (i % 2 == 0)
                type_all(&room, &words[k], host);
            else
                type_commands(&room, &words[k], host);
        house_close(&room.h);
    }
}

static void words_at_a_table_are_known(void **state)
{
    NJ_UNUSED(state);
    try_all(false, at_a_table, NJ_COUNT(at_a_table), false);
}

static void words_in_a_match_are_known(void **state)
{
    NJ_UNUSED(state);
    try_all(true, in_a_match, NJ_COUNT(in_a_match), false);
}

static void words_of_hosts_are_known(void **state)
{
    NJ_UNUSED(state);
    try_all(true, of_hosts, NJ_COUNT(of_hosts), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_at_a_table_are_known),
        cmocka_unit_test(words_in_a_match_are_known),
        cmocka_unit_test(words_of_hosts_are_known),
    };

    return cmocka_run_group_tests_name("referee/words", tests, NULL, NULL);
}
