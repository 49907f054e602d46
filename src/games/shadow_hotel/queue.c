/*
 * Lines that wait for the end of the round (SH-12.5, 12.11). True ones, those
 * of the microphone and those composed there leave by the same words.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Kept back for the referee's own lines. */
#define LINES_KEPT 64
#define BYTES_KEPT ((size_t)LINES_KEPT * NJ_NAME_MAX)

_Static_assert(SH_LINES_MAX <= UINT8_MAX, "lines are shuffled as bytes");

static bool add(struct sh_state *s, struct sh_line line, const char *text)
{
    NJ_ASSERT(line.what < SH_SAYS && line.unused == 0);
    if (s->n_lines >= SH_LINES_MAX ||
        !nj_heap_add(NJ_HEAP(s->heap, s->heap_used), text, &line.text))
        return false;
    s->line[s->n_lines++] = line;
    return true;
}

/* Only a host who kills and revives without end fills what is kept back; then
 * the group misses a line. */
void nj_sh_queue(struct sh_state *s, enum sh_say what, uint8_t n,
                 const char *text)
{
    const struct sh_line line = {.what = (uint8_t)what, .n = n};

    (void)add(s, line, text == NULL ? "" : text);
}

void nj_sh_key_line(struct sh_state *s, enum sh_say line)
{
    uint8_t *said = line == SH_SAY_KEY_FOUND ? &s->key_found : &s->key_kicked;

    NJ_ASSERT(line == SH_SAY_KEY_FOUND || line == SH_SAY_KEY_KICKED);
    if (s->opt.key_each || !*said)
        nj_sh_queue(s, line, 0, NULL);
    *said = 1;
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
    return nj_sh_queue_fits(s, text) && add(s, *line, text);
}

const char *nj_sh_line_text(const struct sh_state *s,
                            const struct sh_line *line)
{
    NJ_ASSERT(line >= s->line && line < s->line + s->n_lines);
    return nj_heap_get(s->heap, s->heap_used, line->text);
}

void nj_sh_queue_clear(struct sh_state *s)
{
    char kept[SH_ASKED_MAX][NJ_ORDER_TEXT_MAX];

    for (size_t i = 0; i < SH_ASKED_MAX; i++)
        if (s->asked[i].no != 0)
            nj_str_copy(kept[i], sizeof(kept[i]),
                        nj_sh_asked_text(s, &s->asked[i]));
    memset(s->line, 0, sizeof(s->line));
    nj_heap_clear(NJ_HEAP(s->heap, s->heap_used));
    s->n_lines = 0;
    for (size_t i = 0; i < SH_ASKED_MAX; i++)
        if (s->asked[i].no != 0)
            (void)nj_heap_add(NJ_HEAP(s->heap, s->heap_used), kept[i],
                              &s->asked[i].text);
}

/* --- publishing --- */

static const char *const editions[] = {"classic", "level", NULL};
static const char *const turned[] = {"restored", "rotated", NULL};
static const char *const powered[] = {"off", "on", NULL};

/* clang-format off */
const struct sh_saying nj_sh_sayings[SH_SAYS] = {
    [SH_SAY_DEAD]         = {"dead", SH_LIKE_PERSON, .text = say_dead},
    [SH_SAY_DEAD_SHADOW]  = {"dead.shadow", .plain = say_dead_shadow},
    [SH_SAY_CUBE]         = {"cube", SH_LIKE_WORD, .word = say_cube, .words = turned},
    [SH_SAY_POWER]        = {"power", SH_LIKE_WORD, .word = say_power, .words = powered},
    [SH_SAY_GAS]          = {"gas", .plain = say_gas},
    [SH_SAY_POKER]        = {"poker", .word = say_poker, .words = editions},
    [SH_SAY_AWAKEN]       = {"awaken", .word = say_awaken, .words = editions},
    [SH_SAY_KEY_FOUND]    = {"key.found", .plain = say_key_found},
    [SH_SAY_KEY_KICKED]   = {"key.kicked", .plain = say_key_kicked},
    [SH_SAY_ENERGY]       = {"energy", SH_LIKE_ROOM, .room = say_energy},
    [SH_SAY_TUNNEL]       = {"tunnel", .plain = say_tunnel},
    [SH_SAY_PHASE]        = {"phase", .param = SH_LIKE_PHASE},
    [SH_SAY_REBOOT]       = {"reboot", .level = true, .plain = say_reboot},
    [SH_SAY_EXIT]         = {"exit", SH_LIKE_POSITION, true, .number = say_exit},
    [SH_SAY_MIC]          = {"mic", SH_LIKE_TEXT, .text = say_mic},
    [SH_SAY_HEAVEN]       = {"heaven", SH_LIKE_TEXT, true, .text = say_heaven},
    [SH_SAY_CHANNEL]      = {"channel", SH_LIKE_TEXT, true, .text = say_channel},
    [SH_SAY_GUNSHOT]      = {"gunshot", SH_LIKE_FLOOR, .number = say_gunshot},
    [SH_SAY_START_SHADOW] = {"start.shadow", SH_LIKE_PERSON, .text = say_start_shadow},
    [SH_SAY_START]        = {"start", .plain = say_start},
    [SH_SAY_HAMMER]       = {"hammer", SH_LIKE_PERSON, .text = say_hammer},
    [SH_SAY_END]          = {"end", SH_LIKE_ENDING, .word = say_end, .words = nj_sh_endings},
};

/* clang-format on */

/* True ones carry the steps of the rules, composed ones what was typed. */
static void say_phase_line(struct nj_match *m, const struct sh_line *line)
{
    const struct sh_rules *opt =
        &((const struct sh_state *)nj_state_const(m))->opt;

    NJ_ASSERT(line->n >= 1 && line->n <= 3);
    if (line->composed)
        say_phase(m, line->n, line->a, line->b);
    else
        say_phase(m, line->n, opt->steps_shadow[line->n - 1],
                  opt->steps_other[line->n - 1]);
}

void nj_sh_say_line(struct nj_match *m, const struct sh_line *line,
                    const char *text)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_saying *k = &nj_sh_sayings[line->what];

    NJ_ASSERT(k->words == NULL || k->words == nj_sh_endings || line->n <= 1);
    if (k->plain != NULL)
        k->plain(m);
    else if (k->text != NULL)
        k->text(m, text);
    else if (k->number != NULL)
        k->number(m, line->n);
    else if (k->word != NULL)
        k->word(m, k->words[k->words == editions ? s->opt.level : line->n]);
    else if (k->room != NULL)
        k->room(m, nj_sh_arg_room(m, "room", line->n));
    else
        say_phase_line(m, line);
}

void nj_sh_publish(struct nj_match *m, bool shuffle)
{
    struct sh_state *s = nj_state(m);
    uint8_t order[SH_LINES_MAX] = {0};

    NJ_ASSERT(s->stage != SH_ENDED);
    for (uint16_t i = 0; i < s->n_lines; i++)
        order[i] = (uint8_t)i;
    if (shuffle && s->opt.shuffle_lines)
        nj_shuffle_u8(m, order, s->n_lines);
    for (uint16_t i = 0; i < s->n_lines; i++)
        nj_sh_say_line(m, &s->line[order[i]],
                       nj_sh_line_text(s, &s->line[order[i]]));
    for (uint8_t i = 0; i < s->n_deaths; i++)
        s->death[i].announced = 1;
}
