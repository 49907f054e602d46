/*
 * The record of the running turn: one byte per item, and its text (LN-9.2).
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define KIND_SHIFT 4u /* items above, values below */
#define VALUE_MASK 15u
/* What a hide covers; the rest is told whatever happens (LN-8.4). */
#define COVERED                                                     \
 (1u << LN_TRACE_STEP | 1u << LN_TRACE_BUMP | 1u << LN_TRACE_TRAP | \
  1u << LN_TRACE_HEAT | 1u << LN_TRACE_STOP)

/* Where the items stand: behind the links of the match. */
static size_t trace_at(const struct ln_state *s)
{
    NJ_ASSERT(s->links <= LN_LINKS_MAX && s->trace_len <= LN_TRACE_MAX);
    return (size_t)s->links * LN_LINK_BYTES;
}

size_t nj_ln_tail_used(const struct ln_state *s)
{
    return trace_at(s) + s->trace_len;
}

void nj_ln_trace_add(struct ln_state *s, enum ln_trace item, unsigned value)
{
    NJ_ASSERT(item <= LN_TRACE_UNVEIL);
    NJ_ASSERT(value <= VALUE_MASK);
    NJ_ASSERT(s->trace_len < LN_TRACE_MAX);
    s->tail[nj_ln_tail_used(s)] =
        (uint8_t)((unsigned)item << KIND_SHIFT | (value & VALUE_MASK));
    s->trace_len++;
}

void nj_ln_trace_clear(struct ln_state *s)
{
    memset(s->tail + trace_at(s), 0, s->trace_len);
    s->trace_len = 0;
}

/* Writes one item, at most 2 characters, or 3 of a pod behind the ninth;
 * returns how many. */
static size_t put_item(uint8_t code, char *out)
{
    static const char letters[] = {
        [LN_TRACE_TRAP] = 'T',      [LN_TRACE_STOP] = 'S',
        [LN_TRACE_TIMEOUT] = 'X',   [LN_TRACE_CATCH] = 'C',
        [LN_TRACE_ESCAPE] = 'E',    [LN_TRACE_WARP] = 'W',
        [LN_TRACE_VEIL_TURN] = 'H', [LN_TRACE_VEIL_STEP] = '?',
        [LN_TRACE_HEAT] = 'K',      [LN_TRACE_BOMB] = 'B',
        [LN_TRACE_BLOWN] = '*'};
    unsigned value = code & VALUE_MASK;
    enum ln_trace item = (enum ln_trace)(code >> KIND_SHIFT);
    bool way = item == LN_TRACE_STEP || item == LN_TRACE_BUMP;

    NJ_ASSERT(item <= LN_TRACE_VEIL_STEP);
    out[0] = letters[item];
    if (way)
        out[0] = nj_ln_dirs[value % LN_DIRS][0];
    out[1] = '\0';
    if (item == LN_TRACE_STEP)
        out[1] = "\0%~"[value / LN_DIRS]; /* enum ln_sound */
    else if (item == LN_TRACE_BUMP)
        out[1] = '#';
    else if (item == LN_TRACE_CATCH)
        out[1] = (char)('1' + value);
    else if (item == LN_TRACE_ESCAPE)
        return (size_t)snprintf(out, 4, "E%u", value + 1);
    return out[1] != '\0' ? 2 : 1;
}

size_t nj_ln_trace_text(const struct ln_state *s, bool hidden,
                        char out[LN_TRACE_TEXT_MAX])
{
    const uint8_t *trace = s->tail + trace_at(s);
    bool veiled = false;
    size_t len = 0;

    for (uint16_t i = 0; i < s->trace_len; i++) {
        enum ln_trace item = (enum ln_trace)(trace[i] >> KIND_SHIFT);

        if (item == LN_TRACE_UNVEIL)
            veiled = false;
        if (item == LN_TRACE_UNVEIL ||
            (veiled && !hidden && (COVERED >> item & 1) != 0))
            continue;
        if (item == LN_TRACE_VEIL_TURN || item == LN_TRACE_VEIL_STEP)
            veiled = true;
        if (len > 0)
            out[len++] = ',';
        len += put_item(trace[i], out + len);
    }
    NJ_ASSERT(len < LN_TRACE_TEXT_MAX);
    memcpy(out + len, len > 0 ? "" : "-", len > 0 ? 1 : 2);
    return len;
}
