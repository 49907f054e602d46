/*
 * The microphone (SH-6.8): free text, composed lines (`mic like`), and the
 * corrections of what it claims (SH-6.9).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/typed.h"

/* --- speaking --- */

/* Steps, and room in the queue. */
static const char *speak_fault(const struct sh_state *s, nj_seat seat,
                               const char *text)
{
    if (s->seat[seat].steps == 0)
        return "sh.err.no_steps";
    return nj_sh_queue_fits(s, text) ? NULL : "sh.err.rate";
}

static bool is_at_mic(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].room == nj_sh_special(m, SH_MIC_ROOM);
}

/* Queues the line, for a step; `typed` is for the host. */
static void speak(struct nj_match *m, const struct nj_attempt *a,
                  const char *typed)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;
    bool queued = nj_sh_queue_text(s, &p->line, p->text);

    NJ_ASSERT(queued);
    NJ_ASSERT(is_at_mic(m, a->seat));
    nj_sh_spend(s, a->seat, 1);
    s->seat[a->seat].excused = 1;
    if (p->line.composed)
        say_mic_like_ok(m, a->seat);
    else
        say_mic_ok(m, a->seat, typed);
    say_host_mic(m, a->seat, typed);
}

/* --- free text --- */

static const char *mic_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;
    const char *fault;

    if (!is_at_mic(m, a->seat))
        return "sh.err.wrong_room";
    p->line.what = SH_SAY_MIC;
    fault = nj_sh_filter(nj_sh_text(a->in, 0), s->opt.mic_max, 0, p->text,
                         sizeof(p->text));
    return fault != NULL ? fault : speak_fault(s, a->seat, p->text);
}

static void mic(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;

    speak(m, a, p->text);
}

const struct nj_order nj_sh_mic = {SH_ACT_STEP, "SH-5.11", mic_fault, mic};

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

static const char *const cube_states[] = {"restored", "rotated", NULL};
static const char *const power_states[] = {"off", "on", NULL};
static const char *const endings[] = {"escape", "awaken", "loop", "lost", NULL};

static const struct form *find_form(const char *word)
{
    for (size_t i = 0; i < NJ_COUNT(forms); i++)
        if (nj_same_word(word, forms[i].word))
            return &forms[i];
    return NULL;
}

/* *out is the number of the word in the list, counted from `first`. */
static bool choose(const char *word, const char *const *list, uint8_t first,
                   uint8_t *out)
{
    NJ_ASSERT(list[0] != NULL && list[1] != NULL);
    for (uint8_t i = 0; list[i] != NULL; i++)
        if (nj_same_word(word, list[i])) {
            *out = (uint8_t)(first + i);
            return true;
        }
    return false;
}

/* Takes a whole number lo..hi and the blanks behind it off the text. */
static bool number(const char **text, uint8_t lo, uint8_t hi, uint8_t *out)
{
    size_t digits = strspn(*text, "0123456789");
    unsigned v = 0;

    NJ_ASSERT(lo <= hi);
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
    NJ_ASSERT(line->what == SH_SAY_PHASE && line->composed);
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
        return choose(word, cube_states, 0, &line->n);
    case POWER:
        return choose(word, power_states, 0, &line->n);
    case ENDING:
        return choose(word, endings, SH_ESCAPE, &line->n);
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
    NJ_ASSERT(len < FORM_WORD);
    memcpy(out, known ? *tokens : word, known ? n : len);
    out[known ? n : len] = '\0';
    *tokens += n + ((*tokens)[n] == ',');
}

/* Takes apart what was typed behind `mic like`. */
static const char *compose(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *rest = nj_sh_text(a->in, 0);
    const char *tokens = nj_sh_words(a->in);
    struct sh_meant *p = a->plan;
    char word[FORM_WORD];
    const struct form *form;

    read_word(rest, &tokens, word);
    form = find_form(word);
    rest += nj_utf8_word(rest, strlen(rest));
    (void)nj_utf8_trim(&rest, strlen(rest));
    read_word(rest, &tokens, word);
    if (form == NULL)
        return "sh.err.args";
    NJ_ASSERT(form->what < SH_SAYS && form->word[0] != '\0');
    if (form->level && !s->opt.level)
        return "sh.err.edition";
    p->line.what = (uint8_t)form->what;
    p->line.composed = 1;
    if (rest[nj_utf8_word(rest, strlen(rest))] != '\0')
        word[0] = '\0';
    if (!read_param(m, form->param, rest, word, &p->line))
        return "sh.err.args";
    if (form->param != PERSON && form->param != WORDS)
        return NULL;
    return nj_sh_filter(rest, s->opt.mic_max,
                        form->param == PERSON ? SH_TEXT_PLAIN : 0, p->text,
                        sizeof(p->text));
}

static const char *like_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;
    const char *fault;

    if (!is_at_mic(m, a->seat))
        return "sh.err.wrong_room";
    fault = compose(m, a);
    return fault != NULL ? fault
                         : speak_fault(nj_state_const(m), a->seat, p->text);
}

static void mic_like(struct nj_match *m, const struct nj_attempt *a)
{
    speak(m, a, nj_sh_text(a->in, 0));
}

const struct nj_order nj_sh_mic_like = {SH_ACT_STEP, "SH-6.8", like_fault,
                                        mic_like};

/* --- corrections --- */

/* Returns what the text says, as bits. */
static unsigned claimed(const char *text)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < SH_CLAIMS; i++)
        if (nj_sh_claims(text, (enum sh_claim)i))
            bits |= 1u << i;
    return bits;
}

/* What has to be put right about one line: SH_FIX bits. */
static unsigned false_claims(const struct sh_state *s,
                             const struct sh_line *line)
{
    const unsigned open = 1u << SH_CLAIM_TUNNEL | 1u << SH_CLAIM_OPEN;
    char text[4 * NJ_ORDER_TEXT_MAX];
    unsigned said, out = 0;

    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    if (line->what != SH_SAY_MIC && !line->composed)
        return 0;
    nj_typed_fold(nj_sh_line_text(s, line), text, sizeof(text));
    said = claimed(text);
    if (line->what == SH_SAY_END || (said & 1u << SH_CLAIM_OVER) != 0)
        out |= SH_FIX_NOT_OVER;
    if ((line->what == SH_SAY_PHASE && line->n != s->phase) ||
        (said >> SH_CLAIM_PHASE_1 & 7u & ~(1u << (s->phase - 1))) != 0)
        out |= SH_FIX_PHASE;
    if (!s->tunnel && (line->what == SH_SAY_TUNNEL ||
                       (said & (open | 1u << SH_CLAIM_NOT)) == open))
        out |= SH_FIX_NO_TUNNEL;
    return out;
}

void nj_sh_corrections(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    unsigned fix = s->fix_add;

    for (uint16_t i = 0; i < s->n_lines; i++)
        fix |= false_claims(s, &s->line[i]);
    NJ_ASSERT(fix < 2 * SH_FIX_NO_TUNNEL);
    fix &= ~(unsigned)s->fix_remove;
    s->fix_add = 0;
    s->fix_remove = 0;
    if ((fix & SH_FIX_NOT_OVER) != 0)
        say_fix_not_over(m);
    if ((fix & SH_FIX_PHASE) != 0)
        say_fix_phase(m, s->phase);
    if ((fix & SH_FIX_NO_TUNNEL) != 0)
        say_fix_no_tunnel(m);
}
