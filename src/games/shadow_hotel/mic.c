/*
 * The microphone (SH-6.8): free text, composed lines (`mic like`), and the
 * corrections of what it claims (SH-6.9).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/reader.h"
#include "match/typed.h"

/* --- composed lines --- */

static const char *const endings[] = {"escape", "awaken", "loop", "lost", NULL};

/* Returns the number of the line that is composed by this word, or SH_SAYS. */
static uint8_t find_saying(const char *word)
{
    uint8_t what = 0;

    while (what < SH_SAYS && !nj_same_word(word, nj_sh_sayings[what].like))
        what++;
    return what;
}

/* Reads the one word that is left: its place in the list, from `first` on. */
static bool choose(struct nj_reader *r, const char *const *list, uint8_t first,
                   uint8_t *out)
{
    struct nj_word word;

    NJ_ASSERT(list[0] != NULL && list[1] != NULL);
    if (!nj_reader_word(r, &word) || !nj_reader_end(r))
        return false;
    for (*out = first; *list != NULL && !nj_word_is(&word, *list); list++)
        ++*out;
    return *list != NULL;
}

/* Takes a whole number lo..hi and the blanks behind it off the text. */
static bool number(struct nj_reader *r, uint8_t lo, uint8_t hi, uint8_t *out)
{
    size_t digits = strspn(r->at, "0123456789");
    int64_t v;

    if (digits == 0 || digits > 3 || !nj_reader_number(r, lo, hi, &v))
        return false;
    r->at += strspn(r->at, " ,");
    *out = (uint8_t)v;
    NJ_ASSERT(*out >= lo && *out <= hi);
    return true;
}

/* "3", or with the steps of both sides "3 7 4". */
static bool read_phase(const struct sh_state *s, struct nj_reader *r,
                       struct sh_line *line)
{
    if (!number(r, 1, 3, &line->n))
        return false;
    NJ_ASSERT(line->what == SH_SAY_PHASE && line->composed);
    line->a = s->opt.steps_shadow[line->n - 1];
    line->b = s->opt.steps_other[line->n - 1];
    return nj_reader_end(r) || (number(r, 0, 99, &line->a) &&
                                number(r, 0, 99, &line->b) && nj_reader_end(r));
}

/* Whether what is left can be the parameter; texts are filtered apart. */
static bool read_param(const struct nj_match *m, struct nj_reader *r,
                       struct sh_line *line)
{
    const struct sh_saying *saying = &nj_sh_sayings[line->what];
    const struct sh_map *map = nj_sh_map(m);
    struct nj_reader plain = {.at = r->at};

    NJ_ASSERT(line->composed &&
              (saying->words != NULL || saying->param != SH_LIKE_WORD));
    switch (saying->param) {
    case SH_LIKE_ALONE:
        return nj_reader_end(r);
    case SH_LIKE_WORD:
        return choose(r, saying->words, 0, &line->n);
    case SH_LIKE_ENDING:
        return choose(r, endings, SH_ESCAPE, &line->n);
    case SH_LIKE_PHASE:
        return read_phase(nj_state_const(m), &plain, line);
    case SH_LIKE_FLOOR:
        return number(&plain, 1, map->floors, &line->n) &&
               nj_reader_end(&plain);
    case SH_LIKE_POSITION:
        return number(&plain, 1, map->n, &line->n) && nj_reader_end(&plain);
    case SH_LIKE_ROOM:
        line->n = nj_sh_find_room(m, r->at);
        return line->n != 0;
    case SH_LIKE_PERSON:
    case SH_LIKE_TEXT:
        break;
    }
    return true;
}

/* Takes apart what was typed behind `mic like`. */
static const char *compose(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct nj_reader r = {nj_input_text(a->in, 0), nj_input_words(a->in)};
    struct sh_meant *p = a->plan;
    struct nj_word word;
    const struct sh_saying *saying;

    p->line.what =
        nj_reader_word(&r, &word) ? find_saying(word.token) : SH_SAYS;
    if (p->line.what == SH_SAYS)
        return "sh.err.args";
    saying = &nj_sh_sayings[p->line.what];
    if (saying->level && !s->opt.level)
        return "sh.err.edition";
    p->line.composed = 1;
    (void)nj_utf8_trim(&r.at, strlen(r.at));
    if (!read_param(m, &r, &p->line))
        return "sh.err.args";
    if (saying->text == NULL)
        return NULL;
    return nj_sh_filter(r.at, s->opt.mic_max,
                        saying->param == SH_LIKE_PERSON ? SH_TEXT_PLAIN : 0,
                        p->text, sizeof(p->text));
}

/* --- speaking --- */

static bool is_at_mic(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].room == nj_sh_special(m, SH_MIC_ROOM);
}

static const char *mic_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;
    const char *fault;

    p->line.what = SH_SAY_MIC;
    if (!is_at_mic(m, a->seat))
        fault = "sh.err.wrong_room";
    else if (a->order == &nj_sh_mic_like)
        fault = compose(m, a);
    else
        fault = nj_sh_filter(nj_input_text(a->in, 0), s->opt.mic_max, 0,
                             p->text, sizeof(p->text));
    if (fault != NULL)
        return fault;
    NJ_ASSERT(p->line.composed == (a->order == &nj_sh_mic_like));
    if (s->seat[a->seat].steps == 0)
        return "sh.err.no_steps";
    return nj_sh_queue_fits(s, p->text) ? NULL : "sh.err.rate";
}

/* Queues the line, for a step; one like those that come at once does, too
 * (SH-19.12). */
static void speak(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;
    bool now = p->line.what == SH_SAY_GUNSHOT || p->line.what == SH_SAY_HAMMER;
    bool queued = !now && nj_sh_queue_text(s, &p->line, p->text);

    NJ_ASSERT(queued != now && is_at_mic(m, a->seat));
    if (now)
        nj_sh_say_line(m, &p->line, p->text);
    nj_sh_spend(s, a->seat, 1);
    s->seat[a->seat].excused = 1;
    if (p->line.composed) {
        say_mic_like_ok(m, a->seat);
        say_host_mic(m, a->seat, nj_input_text(a->in, 0));
    } else {
        say_mic_ok(m, a->seat, p->text);
        say_host_mic(m, a->seat, p->text);
    }
}

const struct nj_order nj_sh_mic = {SH_ACT_STEP, "SH-5.11", mic_fault, speak};
const struct nj_order nj_sh_mic_like = {SH_ACT_STEP, "SH-6.8", mic_fault,
                                        speak};

/* --- corrections --- */

/* What has to be put right about one line: SH_FIX bits. */
static unsigned false_claims(const struct sh_state *s,
                             const struct sh_line *line)
{
    bool phase = line->what == SH_SAY_PHASE && line->n != s->phase;
    char text[4 * NJ_ORDER_TEXT_MAX];
    unsigned out = 0;

    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    if (line->what != SH_SAY_MIC && !line->composed)
        return 0;
    nj_typed_fold(nj_sh_line_text(s, line), text, sizeof(text));
    for (unsigned i = 1; i <= 3; i++)
        phase |= i != s->phase &&
                 nj_sh_claims(text, (enum sh_claim)(SH_CLAIM_PHASE_1 + i - 1));
    if (phase)
        out |= SH_FIX_PHASE;
    if (line->what == SH_SAY_END || nj_sh_claims(text, SH_CLAIM_OVER))
        out |= SH_FIX_NOT_OVER;
    if (!s->tunnel &&
        (line->what == SH_SAY_TUNNEL || (nj_sh_claims(text, SH_CLAIM_TUNNEL) &&
                                         nj_sh_claims(text, SH_CLAIM_OPEN) &&
                                         !nj_sh_claims(text, SH_CLAIM_NOT))))
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
