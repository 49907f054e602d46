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

/* Keys of lines that have no arguments, or one text. */
static const struct {
    const char *key;
    const char *text; /* name of the argument, or NULL */
} plain[SH_SAYS] = {
    [SH_SAY_DEAD] = {"sh.dead", "name"},
    [SH_SAY_DEAD_SHADOW] = {"sh.dead_shadow", NULL},
    [SH_SAY_GAS] = {"sh.gas", NULL},
    [SH_SAY_KEY_FOUND] = {"sh.key.found", NULL},
    [SH_SAY_KEY_KICKED] = {"sh.key.kicked", NULL},
    [SH_SAY_TUNNEL] = {"sh.tunnel", NULL},
    [SH_SAY_REBOOT] = {"sh.reboot", NULL},
    [SH_SAY_MIC] = {"sh.mic", "text"},
    [SH_SAY_HEAVEN] = {"sh.heaven", "text"},
    [SH_SAY_CHANNEL] = {"sh.channel", "text"},
    [SH_SAY_START_SHADOW] = {"sh.start_shadow", "name"},
    [SH_SAY_START] = {"sh.start", NULL},
    [SH_SAY_HAMMER] = {"sh.hammer", "name"},
};

/* True ones carry the steps of the rules, composed ones what was typed. */
static void say_phase(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_state *s = nj_state_const(m);
    int64_t shadow = line->a;
    int64_t other = line->b;

    NJ_ASSERT(line->composed || (line->n >= 1 && line->n <= 3));
    if (!line->composed) {
        shadow = s->opt.steps_shadow[line->n - 1];
        other = s->opt.steps_other[line->n - 1];
    }
    nj_sh_public(m, "sh.phase",
                 NJ_ARGS(nj_arg_int("n", line->n),
                         nj_arg_int("shadow_steps", shadow),
                         nj_arg_int("other_steps", other)));
}

static void say_number(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_state *s = nj_state_const(m);
    const char *edition = s->opt.level ? "level" : "classic";

    if (line->what == SH_SAY_CUBE)
        nj_sh_public(
            m, "sh.cube",
            NJ_ARGS(nj_arg_word("state", line->n ? "rotated" : "restored")));
    else if (line->what == SH_SAY_POWER)
        nj_sh_public(m, "sh.power",
                     NJ_ARGS(nj_arg_word("state", line->n ? "on" : "off")));
    else if (line->what == SH_SAY_POKER)
        nj_sh_public(m, "sh.poker", NJ_ARGS(nj_arg_word("wall", edition)));
    else if (line->what == SH_SAY_AWAKEN)
        nj_sh_public(m, "sh.awaken", NJ_ARGS(nj_arg_word("portal", edition)));
    else if (line->what == SH_SAY_ENERGY)
        nj_sh_public(m, "sh.energy",
                     NJ_ARGS(nj_sh_arg_room(m, "room", line->n)));
    else if (line->what == SH_SAY_EXIT)
        nj_sh_public(m, "sh.exit", NJ_ARGS(nj_arg_int("pos", line->n)));
    else if (line->what == SH_SAY_GUNSHOT)
        nj_sh_public(m, "sh.gunshot", NJ_ARGS(nj_arg_int("floor", line->n)));
    else
        nj_sh_public(
            m, "sh.end",
            NJ_ARGS(nj_arg_word("ending",
                                nj_sh_ending_word((enum sh_ending)line->n))));
}

static void say(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_state *s = nj_state_const(m);
    const char *key = plain[line->what].key;
    const char *text = plain[line->what].text;

    NJ_ASSERT(line->what < SH_SAYS);
    if (line->what == SH_SAY_PHASE)
        say_phase(m, line);
    else if (key == NULL)
        say_number(m, line);
    else if (text == NULL)
        nj_sh_public(m, key, NJ_NO_ARGS);
    else
        nj_sh_public(m, key,
                     NJ_ARGS(nj_arg_text(text, nj_sh_line_text(s, line))));
}

void nj_sh_publish(struct nj_match *m, bool shuffle)
{
    struct sh_state *s = nj_state(m);
    uint8_t order[SH_LINES_MAX];

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
