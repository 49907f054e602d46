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

#define FORM_WORD 64 /* bytes of a word that means something in a line */

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
    const char *word;
} forms[] = {
    {SH_SAY_START_SHADOW, PERSON, false, "start.shadow"},
    {SH_SAY_START, NOTHING, false, "start"},
    {SH_SAY_PHASE, PHASE, false, "phase"},
    {SH_SAY_DEAD, PERSON, false, "dead"},
    {SH_SAY_DEAD_SHADOW, NOTHING, false, "dead.shadow"},
    {SH_SAY_CUBE, CUBE, false, "cube"},
    {SH_SAY_POWER, POWER, false, "power"},
    {SH_SAY_GAS, NOTHING, false, "gas"},
    {SH_SAY_POKER, NOTHING, false, "poker"},
    {SH_SAY_AWAKEN, NOTHING, false, "awaken"},
    {SH_SAY_KEY_FOUND, NOTHING, false, "key.found"},
    {SH_SAY_KEY_KICKED, NOTHING, false, "key.kicked"},
    {SH_SAY_GUNSHOT, FLOOR, false, "gunshot"},
    {SH_SAY_ENERGY, ROOM, false, "energy"},
    {SH_SAY_TUNNEL, NOTHING, false, "tunnel"},
    {SH_SAY_REBOOT, NOTHING, true, "reboot"},
    {SH_SAY_EXIT, POSITION, true, "exit"},
    {SH_SAY_MIC, WORDS, false, "mic"},
    {SH_SAY_HEAVEN, WORDS, true, "heaven"},
    {SH_SAY_CHANNEL, WORDS, true, "channel"},
    {SH_SAY_HAMMER, PERSON, false, "hammer"},
    {SH_SAY_END, ENDING, false, "end"},
};

struct choice {
    uint8_t value;
    const char *word;
};

static const struct choice cube_states[] = {{0, "restored"}, {1, "rotated"}};
static const struct choice power_states[] = {{0, "off"}, {1, "on"}};
static const struct choice endings[] = {{SH_ESCAPE, "escape"},
                                        {SH_AWAKEN, "awaken"},
                                        {SH_LOOP, "loop"},
                                        {SH_LOST, "lost"}};

static const struct form *find_form(const char *word)
{
    for (size_t i = 0; i < NJ_COUNT(forms); i++)
        if (nj_same_word(word, forms[i].word))
            return &forms[i];
    return NULL;
}

static bool choose(const char *word, const struct choice *list, size_t n,
                   uint8_t *out)
{
    NJ_ASSERT(n > 0);
    for (size_t i = 0; i < n; i++)
        if (nj_same_word(word, list[i].word)) {
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

/* Whether the parameter is one, as it was typed and as the one word that it is
 * ("": there are several); texts are filtered apart. */
static bool read_param(const struct nj_match *m, enum param param,
                       const char *text, const char *word, struct sh_line *line)
{
    const struct sh_map *map = nj_sh_map(m);

    switch (param) {
    case NOTHING:
        return text[0] == '\0';
    case PHASE:
        return read_phase(nj_state_const(m), text, line);
    case CUBE:
        return choose(word, cube_states, NJ_COUNT(cube_states), &line->n);
    case POWER:
        return choose(word, power_states, NJ_COUNT(power_states), &line->n);
    case ENDING:
        return choose(word, endings, NJ_COUNT(endings), &line->n);
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

/* A word of a line: its token if it has one, else the word, cut; *tokens, "a,-,b",
 * moves on. */
static void read_word(const char *word, const char **tokens,
                      char out[FORM_WORD])
{
    size_t n = strcspn(*tokens, ",");
    bool known = n > 0 && n < FORM_WORD && (n > 1 || (*tokens)[0] != '-');
    size_t len = nj_utf8_word(word, strlen(word));

    if (len >= FORM_WORD)
        len = nj_utf8_cut(word, len, FORM_WORD - 1);
    memcpy(out, known ? *tokens : word, known ? n : len);
    out[known ? n : len] = '\0';
    *tokens += n + ((*tokens)[n] == ',');
}

static const char *compose(const struct nj_match *m, const struct nj_input *in,
                           struct composed *out)
{
    const struct sh_state *s = nj_state_const(m);
    const char *rest = nj_sh_text(in, 0);
    const char *tokens = nj_sh_words(in);
    char word[FORM_WORD];
    const struct form *form;

    read_word(rest, &tokens, word);
    form = find_form(word);
    rest += nj_utf8_word(rest, strlen(rest));
    (void)nj_utf8_trim(&rest, strlen(rest));
    read_word(rest, &tokens, word);
    if (form == NULL)
        return "sh.err.args";
    if (form->level && !s->opt.level)
        return "sh.err.edition";
    out->line.what = (uint8_t)form->what;
    out->line.composed = 1;
    if (rest[nj_utf8_word(rest, strlen(rest))] != '\0')
        word[0] = '\0';
    if (!read_param(m, form->param, rest, word, &out->line))
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
        fault = compose(m, in, &c);
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
    const char *at = nj_sh_line_text(s, line);
    size_t left = strlen(at);
    size_t len = 0;

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
