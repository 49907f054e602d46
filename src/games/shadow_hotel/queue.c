/*
 * Lines that wait for the end of the round (SH-12.5, 12.11). True ones, those
 * of the microphone and those composed there leave by the same words.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Kept back for the referee's own lines. */
#define LINES_KEPT 64
#define BYTES_KEPT ((size_t)LINES_KEPT * NJ_NAME_MAX)

_Static_assert(SH_LINES_MAX <= UINT8_MAX, "lines are shuffled as bytes");

static struct nj_heap texts(struct sh_state *s)
{
    return NJ_HEAP(s->heap, s->heap_used);
}

static bool add(struct sh_state *s, struct sh_line line, const char *text)
{
    NJ_ASSERT(line.what < SH_SAYS);
    if (s->n_lines >= SH_LINES_MAX ||
        !nj_heap_add(texts(s), text == NULL ? "" : text, &line.text))
        return false;
    line.unused = 0;
    s->line[s->n_lines++] = line;
    return true;
}

/* Only a host who kills and revives without end fills what is kept back; then
 * the group misses a line. */
void nj_sh_queue(struct sh_state *s, enum sh_say what, uint8_t n,
                 const char *text)
{
    const struct sh_line line = {.what = (uint8_t)what, .n = n};

    NJ_ASSERT(what < SH_SAYS);
    (void)add(s, line, text);
}

bool nj_sh_queue_fits(const struct sh_state *s, const char *text)
{
    size_t next = s->heap_used == 0 ? 1 : s->heap_used;

    return s->n_lines < SH_LINES_MAX - LINES_KEPT &&
           next + strlen(text) + BYTES_KEPT < sizeof(s->heap);
}

bool nj_sh_queue_text(struct sh_state *s, const struct sh_line *line,
                      const char *text)
{
    return nj_sh_queue_fits(s, text == NULL ? "" : text) && add(s, *line, text);
}

const char *nj_sh_line_text(const struct sh_state *s,
                            const struct sh_line *line)
{
    return nj_heap_get(s->heap, s->heap_used, line->text);
}

void nj_sh_queue_clear(struct sh_state *s)
{
    NJ_ASSERT(s->n_lines <= SH_LINES_MAX);
    memset(s->line, 0, sizeof(s->line));
    nj_heap_clear(texts(s));
    s->n_lines = 0;
}

/* --- publishing --- */

static void say_energy_line(struct nj_match *m, const struct sh_line *line)
{
    say_energy(m, nj_sh_arg_room(m, "room", line->n));
}

static void say_end_line(struct nj_match *m, const struct sh_line *line)
{
    say_end(m, nj_sh_ending_word((enum sh_ending)line->n));
}

/* True ones carry the steps of the rules, composed ones what was typed. */
static void say_phase_line(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(line->composed || (line->n >= 1 && line->n <= 3));
    if (line->composed)
        say_phase(m, line->n, line->a, line->b);
    else
        say_phase(m, line->n, s->opt.steps_shadow[line->n - 1],
                  s->opt.steps_other[line->n - 1]);
}

#define EDITIONS .words = {"classic", "level"}, .by_edition = true

/* How a kind of line is said; exactly one of the functions. */
static const struct kind {
    void (*plain)(struct nj_match *m);
    void (*text)(struct nj_match *m, const char *text);
    void (*number)(struct nj_match *m, int64_t n);
    void (*word)(struct nj_match *m, const char *word);
    const char *words[2]; /* by the number; by the edition if `by_edition` */
    bool by_edition;
    void (*line)(struct nj_match *m, const struct sh_line *line);
} kinds[SH_SAYS] = {
    [SH_SAY_DEAD] = {.text = say_dead},
    [SH_SAY_DEAD_SHADOW] = {.plain = say_dead_shadow},
    [SH_SAY_CUBE] = {.word = say_cube, .words = {"restored", "rotated"}},
    [SH_SAY_POWER] = {.word = say_power, .words = {"off", "on"}},
    [SH_SAY_GAS] = {.plain = say_gas},
    [SH_SAY_POKER] = {.word = say_poker, EDITIONS},
    [SH_SAY_AWAKEN] = {.word = say_awaken, EDITIONS},
    [SH_SAY_KEY_FOUND] = {.plain = say_key_found},
    [SH_SAY_KEY_KICKED] = {.plain = say_key_kicked},
    [SH_SAY_ENERGY] = {.line = say_energy_line},
    [SH_SAY_TUNNEL] = {.plain = say_tunnel},
    [SH_SAY_PHASE] = {.line = say_phase_line},
    [SH_SAY_REBOOT] = {.plain = say_reboot},
    [SH_SAY_EXIT] = {.number = say_exit},
    [SH_SAY_MIC] = {.text = say_mic},
    [SH_SAY_HEAVEN] = {.text = say_heaven},
    [SH_SAY_CHANNEL] = {.text = say_channel},
    [SH_SAY_GUNSHOT] = {.number = say_gunshot},
    [SH_SAY_START_SHADOW] = {.text = say_start_shadow},
    [SH_SAY_START] = {.plain = say_start},
    [SH_SAY_HAMMER] = {.text = say_hammer},
    [SH_SAY_END] = {.line = say_end_line},
};

static void say(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_state *s = nj_state_const(m);
    const struct kind *k = &kinds[line->what];

    NJ_ASSERT(line->what < SH_SAYS);
    if (k->plain != NULL)
        k->plain(m);
    else if (k->text != NULL)
        k->text(m, nj_sh_line_text(s, line));
    else if (k->number != NULL)
        k->number(m, line->n);
    else if (k->word != NULL)
        k->word(m, k->words[(k->by_edition ? s->opt.level : line->n) != 0]);
    else
        k->line(m, line);
}

void nj_sh_publish(struct nj_match *m, bool shuffle)
{
    struct sh_state *s = nj_state(m);
    uint8_t order[SH_LINES_MAX] = {0};

    NJ_ASSERT(s->n_lines <= SH_LINES_MAX);
    for (uint16_t i = 0; i < s->n_lines; i++)
        order[i] = (uint8_t)i;
    if (shuffle && s->opt.shuffle_lines)
        nj_shuffle_u8(m, order, s->n_lines);
    for (uint16_t i = 0; i < s->n_lines; i++)
        say(m, &s->line[order[i]]);
    for (uint8_t i = 0; i < s->n_deaths; i++)
        s->death[i].announced = 1;
}
