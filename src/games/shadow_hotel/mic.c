/*
 * The microphone (SH-6.8): free text, composed lines (`mic like`), and the
 * corrections of what it claims (SH-6.9).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- free text --- */

/* Everything before the text, from the place on. */
static const char *place_fault(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return s->seat[seat].room == nj_sh_special(m, SH_MIC_ROOM)
               ? NULL
               : "sh.err.wrong_room";
}

/* Steps, and room in the queue: then the line stands in it. */
static const char *speak(struct sh_state *s, nj_seat seat,
                         const struct sh_line *line, const char *text)
{
    NJ_ASSERT(seat < s->n);
    if (s->seat[seat].steps == 0)
        return "sh.err.no_steps";
    return nj_sh_queue_text(s, line, text) ? NULL : "sh.err.rate";
}

/* The step it takes; `text` is for the host. */
static int spoken(struct nj_match *m, const struct nj_input *in,
                  const char *text)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(text != NULL);
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, 1);
    s->seat[in->seat].excused = 1;
    if (strcmp(in->verb, "mic") == 0)
        nj_sh_tell(m, in->seat, "sh.mic_ok", "SH-5.11",
                   NJ_ARGS(nj_arg_text("text", text)));
    else
        nj_sh_tell(m, in->seat, "sh.mic_like_ok", "SH-6.8", NJ_NO_ARGS);
    nj_sh_tell_host(
        m, "sh.host.mic", "SH-12.3",
        NJ_ARGS(nj_arg_seat("seat", in->seat), nj_arg_text("text", text)));
    return nj_sh_done(m);
}

int nj_sh_mic(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const struct sh_line line = {.what = SH_SAY_MIC};
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    char text[NJ_ORDER_TEXT_MAX];
    const char *fault;

    if (refused != 0)
        return refused;
    fault = place_fault(m, in->seat);
    if (fault == NULL)
        fault = nj_sh_filter(nj_sh_text(in, 0), s->opt.mic_max, 0, text,
                             sizeof(text));
    if (fault == NULL)
        fault = speak(s, in->seat, &line, text);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.11");
    return spoken(m, in, text);
}

/* --- composed lines --- */

enum param {
    NOTHING,
    PERSON,
    PHASE,
    CUBE,
    POWER,
    FLOOR,
    ROOM,
    POSITION,
    ENDING,
    WORDS
};

/* SH-12.5: what has the frame of the hotel's broadcasts, as the key and as
 * people say it. */
static const struct form {
    enum sh_say what;
    enum param param;
    bool level; /* in that edition alone */
    const char *words[4];
} forms[] = {
    {SH_SAY_START_SHADOW,
     PERSON,
     false,
     {"start.shadow", "start_shadow", "成为黑影", "成為黑影"}},
    {SH_SAY_START, NOTHING, false, {"start", "游戏开始", "遊戲開始"}},
    {SH_SAY_PHASE, PHASE, false, {"phase", "阶段"}},
    {SH_SAY_DEAD, PERSON, false, {"dead", "死亡"}},
    {SH_SAY_DEAD_SHADOW,
     NOTHING,
     false,
     {"dead.shadow", "dead_shadow", "黑影死亡"}},
    {SH_SAY_CUBE, CUBE, false, {"cube", "魔方"}},
    {SH_SAY_POWER, POWER, false, {"power", "电力"}},
    {SH_SAY_GAS, NOTHING, false, {"gas", "毒气", "毒气室"}},
    {SH_SAY_POKER, NOTHING, false, {"poker", "打牌", "穿墙"}},
    {SH_SAY_AWAKEN, NOTHING, false, {"awaken", "觉醒"}},
    {SH_SAY_KEY_FOUND,
     NOTHING,
     false,
     {"key.found", "key_found", "发现开锁器", "發現開鎖器"}},
    {SH_SAY_KEY_KICKED,
     NOTHING,
     false,
     {"key.kicked", "key_kicked", "踢走开锁器"}},
    {SH_SAY_GUNSHOT, FLOOR, false, {"gunshot", "枪声", "槍聲"}},
    {SH_SAY_ENERGY, ROOM, false, {"energy", "能量源"}},
    {SH_SAY_TUNNEL, NOTHING, false, {"tunnel", "空间隧道", "隧道"}},
    {SH_SAY_REBOOT, NOTHING, true, {"reboot", "系统重启", "系統重啟", "重启"}},
    {SH_SAY_EXIT, POSITION, true, {"exit", "大堂位置"}},
    {SH_SAY_MIC, WORDS, false, {"mic", "麦克风"}},
    {SH_SAY_HEAVEN, WORDS, true, {"heaven", "天堂电台"}},
    {SH_SAY_CHANNEL, WORDS, true, {"channel", "个人频道", "個人頻道"}},
    {SH_SAY_HAMMER, PERSON, false, {"hammer", "锤死", "錘死"}},
    {SH_SAY_END, ENDING, false, {"end", "游戏结束", "遊戲結束"}},
};

struct choice {
    uint8_t value;
    const char *words[3];
};

static const struct choice cube_states[] = {{0, {"restored", "复原", "復原"}},
                                            {1, {"rotated", "旋转", "旋轉"}}};
static const struct choice power_states[] = {{0, {"off", "断电", "斷電"}},
                                             {1, {"on", "通电"}}};
static const struct choice endings[] = {{SH_ESCAPE, {"escape", "逃脱", "逃脫"}},
                                        {SH_AWAKEN, {"awakening", "觉醒"}},
                                        {SH_LOOP, {"loop", "循环", "循環"}},
                                        {SH_LOST, {"lost", "迷失"}}};

static bool is_word(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n && words[i] != NULL; i++)
        if (nj_same_word(text, words[i]))
            return true;
    return false;
}

static const struct form *find_form(const char *key)
{
    if (strncmp(key, "sh.", 3) == 0)
        key += 3;
    for (size_t i = 0; i < NJ_COUNT(forms); i++)
        if (is_word(key, forms[i].words, NJ_COUNT(forms[i].words)))
            return &forms[i];
    return NULL;
}

static bool choose(const char *text, const struct choice *list, size_t n,
                   uint8_t *out)
{
    NJ_ASSERT(n > 0);
    for (size_t i = 0; i < n; i++)
        if (is_word(text, list[i].words, NJ_COUNT(list[i].words))) {
            *out = list[i].value;
            return true;
        }
    return false;
}

/* Takes a whole number lo..hi and the blanks behind it off the text. */
static bool number(const char **text, uint8_t lo, uint8_t hi, uint8_t *out)
{
    size_t digits = strspn(*text, "0123456789");
    unsigned v = 0;

    if (digits == 0 || digits > 3)
        return false;
    for (size_t i = 0; i < digits; i++)
        v = v * 10 + (unsigned)((*text)[i] - '0');
    *text += digits;
    *text += strspn(*text, " ,");
    *out = (uint8_t)v;
    return v >= lo && v <= hi;
}

/* "3", or with the steps of both sides "3 7 4". */
static bool read_phase(const struct sh_state *s, const char *text,
                       struct sh_line *line)
{
    if (!number(&text, 1, 3, &line->n))
        return false;
    line->a = s->opt.steps_shadow[line->n - 1];
    line->b = s->opt.steps_other[line->n - 1];
    if (text[0] == '\0')
        return true;
    return number(&text, 0, 99, &line->a) && number(&text, 0, 99, &line->b) &&
           text[0] == '\0';
}

static bool read_number(const char *text, uint8_t hi, uint8_t *out)
{
    return number(&text, 1, hi, out) && text[0] == '\0';
}

/* Whether the parameter is one; texts are filtered apart. */
static bool read_param(const struct nj_match *m, enum param param,
                       const char *text, struct sh_line *line)
{
    const struct sh_map *map = nj_sh_map(m);

    switch (param) {
    case NOTHING:
        return text[0] == '\0';
    case PHASE:
        return read_phase(nj_state_const(m), text, line);
    case CUBE:
        return choose(text, cube_states, NJ_COUNT(cube_states), &line->n);
    case POWER:
        return choose(text, power_states, NJ_COUNT(power_states), &line->n);
    case ENDING:
        return choose(text, endings, NJ_COUNT(endings), &line->n);
    case FLOOR:
        return read_number(text, map->floors, &line->n);
    case POSITION:
        return read_number(text, map->n, &line->n);
    case ROOM:
        line->n = nj_sh_find_room(m, text);
        return line->n != 0;
    case PERSON:
    case WORDS:
        break;
    }
    return true;
}

/* What was typed behind `mic like`, taken apart. */
struct composed {
    struct sh_line line;
    char text[NJ_ORDER_TEXT_MAX]; /* of the line; "" for none */
};

static const char *compose(const struct nj_match *m, const char *typed,
                           struct composed *out)
{
    const struct sh_state *s = nj_state_const(m);
    size_t len = strcspn(typed, " ");
    const struct form *form;
    const char *rest = typed + len + strspn(typed + len, " ");

    if (len >= sizeof(out->text))
        return "sh.err.args";
    memcpy(out->text, typed, len);
    out->text[len] = '\0';
    form = find_form(out->text);
    out->text[0] = '\0';
    if (form == NULL)
        return "sh.err.args";
    if (form->level && !s->opt.level)
        return "sh.err.edition";
    out->line.what = (uint8_t)form->what;
    out->line.composed = 1;
    if (!read_param(m, form->param, rest, &out->line))
        return "sh.err.args";
    if (form->param != PERSON && form->param != WORDS)
        return NULL;
    return nj_sh_filter(rest, s->opt.mic_max,
                        form->param == PERSON ? SH_TEXT_PLAIN : 0, out->text,
                        sizeof(out->text));
}

int nj_sh_mic_like(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    struct composed c = {.text = ""};
    const char *fault;

    if (refused != 0)
        return refused;
    fault = place_fault(m, in->seat);
    if (fault == NULL)
        fault = compose(m, nj_sh_text(in, 0), &c);
    if (fault == NULL)
        fault = speak(s, in->seat, &c.line, c.text[0] == '\0' ? NULL : c.text);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-6.8");
    return spoken(m, in, nj_sh_text(in, 0));
}

/* --- corrections --- */

/* A line's text as it is searched: folded, cut where it does not fit. */
static void fold_line(const struct sh_state *s, const struct sh_line *line,
                      char *out, size_t cap)
{
    const char *at = s->heap + line->text;
    size_t left = line->len;
    size_t len = 0;

    NJ_ASSERT(line->text + left <= s->heap_len);
    while (left > 0) {
        int32_t folded[18];
        int32_t cp = 0;
        size_t size = nj_utf8_next(at, left, &cp);
        size_t n = nj_utf8_fold(cp, folded, NJ_COUNT(folded));

        for (size_t i = 0; i < n && len + 5 < cap; i++)
            len += nj_utf8_put(folded[i], out + len);
        at += size;
        left -= size;
    }
    out[len] = '\0';
}

static bool has_any(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

static bool says_over(const char *text)
{
    static const char *const words[] = {
        "游戏结束",   "游戏已结束",   "游戏已经结束", "遊戲結束",
        "遊戲已結束", "遊戲已經結束", "game over"};

    return has_any(text, words, NJ_COUNT(words));
}

static bool says_other_phase(const char *text, uint8_t phase)
{
    static const char *const words[3][5] = {
        {"第一阶段", "第1阶段", "第一階段", "第1階段", "phase 1"},
        {"第二阶段", "第2阶段", "第二階段", "第2階段", "phase 2"},
        {"第三阶段", "第3阶段", "第三階段", "第3階段", "phase 3"}};

    NJ_ASSERT(phase >= 1 && phase <= 3);
    for (uint8_t p = 1; p <= 3; p++)
        if (p != phase && has_any(text, words[p - 1], NJ_COUNT(words[0])))
            return true;
    return false;
}

static bool says_tunnel(const char *text)
{
    static const char *const tunnel[] = {"空间隧道", "空間隧道"};
    static const char *const open[] = {"开启", "打开", "已开",
                                       "開啟", "打開", "已開"};
    static const char *const no[] = {"未", "没", "沒", "不"};

    return has_any(text, tunnel, NJ_COUNT(tunnel)) &&
           has_any(text, open, NJ_COUNT(open)) &&
           !has_any(text, no, NJ_COUNT(no));
}

/* What has to be put right about one line: SH_FIX bits. */
static unsigned false_claims(const struct sh_state *s,
                             const struct sh_line *line)
{
    char text[4 * NJ_ORDER_TEXT_MAX];
    unsigned out = 0;

    if (line->what != SH_SAY_MIC && !line->composed)
        return 0;
    fold_line(s, line, text, sizeof(text));
    if (line->what == SH_SAY_END || says_over(text))
        out |= SH_FIX_NOT_OVER;
    if ((line->what == SH_SAY_PHASE && line->n != s->phase) ||
        says_other_phase(text, s->phase))
        out |= SH_FIX_PHASE;
    if (!s->tunnel && (line->what == SH_SAY_TUNNEL || says_tunnel(text)))
        out |= SH_FIX_NO_TUNNEL;
    return out;
}

void nj_sh_corrections(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    unsigned fix = s->fix_add;

    NJ_ASSERT(s->n_lines <= SH_LINES_MAX);
    for (uint16_t i = 0; i < s->n_lines; i++)
        fix |= false_claims(s, &s->line[i]);
    fix &= ~(unsigned)s->fix_remove;
    s->fix_add = 0;
    s->fix_remove = 0;
    if ((fix & SH_FIX_NOT_OVER) != 0)
        nj_sh_public(m, "sh.fix.not_over", NJ_NO_ARGS);
    if ((fix & SH_FIX_PHASE) != 0)
        nj_sh_public(m, "sh.fix.phase", NJ_ARGS(nj_arg_int("n", s->phase)));
    if ((fix & SH_FIX_NO_TUNNEL) != 0)
        nj_sh_public(m, "sh.fix.no_tunnel", NJ_NO_ARGS);
}
