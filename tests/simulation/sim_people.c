/*
 * Simulated people: they open tables, join, play what is allowed and what is
 * not, ask, leave, use a host's powers, chat, and mistype.
 */
#include "referee/books/books.h"
#include "simulation/sim_priv.h"

struct line {
    const char *text;
    bool answered;
};

static const struct line table_lines[] = {
    {"#加入 好运", true},  {"#加入", true},
    {"#开始", true},       {"#开始", true},
    {"#电脑 1", true},     {"#减电脑 1", true},
    {"#设置 cap 3", true}, {"#设置", true},
    {"#主持", true},       {"#新游戏 漫漫长夜", true},
    {"#重开", true},       {"#退出", true},
    {"#关闭", true},       {"#语言 中文", true},
};

static const struct line game_lines[] = {
    {"#赛况", true},       {"#墙", false},       {"#地图", false},
    {"#历史", false},      {"#托管", false},     {"#取消托管", false},
    {"#撤销", false},      {"#提议结束", false}, {"#右右下", false},
    {"#我", true},         {"#帮助", true},      {"#比赛", true},
    {"#规则 撞墙", false}, {"#哈哈", false},     {"#预览 2 3", false},
    {"大家好", false},     {"#确认", false},     {"#切换 A2A", true},
    {"#退出", true},       {"#导出", false},     {"#游戏", true},
};

static const struct line moves[] = {
    {"上", false},   {"下", false},     {"左", false},   {"右", false},
    {"停止", false}, {"上上左", false}, {"右右", false}, {"隐匿", false},
};

static const struct line power_lines[] = {
    {"%暂停 因 吃饭", true}, {"%继续 因 吃完", true},
    {"%延时 20分钟", true},  {"%跳过 因 太慢", true},
    {"%踢 1 因 不在", true}, {"%换人 1 电脑 因 有事", true},
    {"%回退 因 看错", true}, {"%公告 注意", true},
    {"%继续 因 吃完", true}, {"%中止 因 散了", true},
};

bool nj_sim_is_power(const char *text)
{
    return text[0] == '%' || strncmp(text, "确认 ", strlen("确认 ")) == 0 ||
           strstr(text, "继续") != NULL; /* a host asks nobody */
}

static const struct line *pick(struct sim *s, const struct line *list, size_t n)
{
    return &list[nj_sim_below(s, (uint32_t)n)];
}

/* Somebody for whom a match waits, or nobody. */
static bool find_awaited(struct sim *s, uint8_t *user, uint8_t *group)
{
    const struct nj_referee *r = s->referee;
    uint32_t from = r->n_entries > 0 ? nj_sim_below(s, r->n_entries) : 0;

    for (uint32_t i = 0; i < r->n_entries; i++) {
        const struct nj_entry *e = r->entries[(from + i) % r->n_entries];

        if (e->match == NULL || e->state != NJ_MATCH_RUNNING)
            continue;
        for (uint8_t k = 0; k < SIM_CHATS; k++) {
            const struct nj_sitter *it = nj_sitters_of(e, s->chats[k].address);

            if (strcmp(e->homes[0]->address, s->chats[k].address) == 0)
                *group = k;
            if (it == NULL ||
                (nj_match_awaited(e->match) & nj_bit(it->seat)) == 0)
                continue;
            *user = (uint8_t)(k - SIM_GROUPS);
            return true;
        }
    }
    return false;
}

static uint8_t group_of(struct sim *s, uint8_t user)
{
    return nj_sim_gateway_of(user) == 1
               ? SIM_GROUPS - 1
               : (uint8_t)nj_sim_below(s, SIM_GROUPS - 1);
}

static void say_line(struct sim *s, uint8_t user, const struct line *l)
{
    uint8_t chat = group_of(s, user);

    if (nj_sim_below(s, 4) == 0 && l->text[0] != '%')
        chat = (uint8_t)(SIM_GROUPS + user);
    nj_sim_say(s, chat, user, l->text, l->answered);
}

static void move(struct sim *s)
{
    uint8_t user = 0, group = 0;

    if (find_awaited(s, &user, &group))
        nj_sim_say(s, group, user, pick(s, moves, NJ_COUNT(moves))->text,
                   false);
}

void nj_sim_people_speak(struct sim *s)
{
    uint8_t user = (uint8_t)nj_sim_below(s, SIM_USERS);
    uint32_t roll = nj_sim_below(s, 100);

    if (roll < 45)
        move(s);
    else if (roll < 50)
        nj_sim_say(s, (uint8_t)(SIM_GROUPS + user), user, "我", true);
    else if (roll < 65)
        say_line(s, user, pick(s, table_lines, NJ_COUNT(table_lines)));
    else if (roll < 88)
        say_line(s, user, pick(s, game_lines, NJ_COUNT(game_lines)));
    else if (roll < 96)
        say_line(s, user, pick(s, power_lines, NJ_COUNT(power_lines) - 1));
    else if (roll == 99)
        say_line(s, user, &power_lines[NJ_COUNT(power_lines) - 1]);
}

static void begin_in(struct sim *s, uint8_t group, uint8_t first, uint8_t last)
{
    uint8_t n = (uint8_t)(2 + nj_sim_below(s, (uint32_t)(last - first)));

    for (uint8_t u = first; u < first + n; u++)
        nj_sim_say(s, (uint8_t)(SIM_GROUPS + u), u, "我", true);
    nj_sim_say(s, group, first, "#新游戏 漫漫长夜", true);
    if (nj_sim_below(s, 2) == 0)
        nj_sim_say(s, group, first, "#主持", true);
    nj_sim_say(s, group, first, "#设置 cap 3", true);
    for (uint8_t u = first; u < first + n; u++)
        nj_sim_say(s, group, u, "#加入 好运", true);
    nj_sim_say(s, group, first, "#开始", true);
}

void nj_sim_people_begin(struct sim *s)
{
    begin_in(s, 0, 0, 4);
    begin_in(s, SIM_GROUPS - 1, SIM_USERS - 3, SIM_USERS - 1);
    if (nj_sim_below(s, 2) == 0)
        begin_in(s, 1, 2, 4);
}

/* Who can end a match is an admin who does not play in it. */
static bool find_admin(const struct sim *s, const struct nj_entry *e,
                       uint8_t *user)
{
    for (uint8_t u = 0; u < SIM_USERS; u++) {
        const struct nj_chat *c =
            nj_books_find(s->referee, s->chats[SIM_GROUPS + u].address);

        if (nj_sim_gateway_of(u) != e->homes[0]->gateway ||
            (c != NULL && nj_books_has(c, e)))
            continue;
        *user = u;
        return true;
    }
    return false;
}

static void end_match(struct sim *s, const struct nj_entry *e, uint8_t group)
{
    char text[SIM_TEXT];
    uint8_t user = 0;

    if (find_admin(s, e, &user)) {
        /* What he wants is confirmed in private, where he may be unreached. */
        nj_sim_say(s, (uint8_t)(SIM_GROUPS + user), user, "我", true);
        (void)snprintf(text, sizeof(text), "%%%s 中止 因 散了", e->code);
        nj_sim_say(s, group, user, text, true);
        return;
    }
    /* Computer players that stay behind in a pause wait for ever. */
    for (uint8_t u = 0; u < SIM_USERS && e->paused; u++)
        if (nj_sim_gateway_of(u) == e->homes[0]->gateway) {
            (void)snprintf(text, sizeof(text), "#%s 继续", e->code);
            nj_sim_say(s, group, u, text, false);
        }
    for (uint8_t u = 0; u < SIM_USERS; u++)
        if (nj_sim_gateway_of(u) == e->homes[0]->gateway) {
            (void)snprintf(text, sizeof(text), "#%s 退出", e->code);
            nj_sim_say(s, group, u, text, false);
            nj_sim_say(s, group, u, "#确认", false);
        }
}

void nj_sim_people_end(struct sim *s)
{
    for (uint32_t i = 0; i < s->referee->n_entries; i++) {
        const struct nj_entry *e = s->referee->entries[i];

        for (uint8_t k = 0; k < SIM_GROUPS; k++)
            if (e->state == NJ_MATCH_RUNNING &&
                strcmp(s->chats[k].address, e->homes[0]->address) == 0)
                end_match(s, e, k);
    }
}
