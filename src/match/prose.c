/*
 * Long texts of people (prose.h).
 */
#include "match/prose.h"

#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "match/typed.h"

#define RUN_MAX 3

enum {
    ZWJ = 0x200d,
    TONE_FIRST = 0x1f3fb,
    TONE_LAST = 0x1f3ff,
    REGION_FIRST = 0x1f1e6,
    REGION_LAST = 0x1f1ff
};

/* --- cleaning --- */

static bool is_bidi(int32_t cp)
{
    return (cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069);
}

static bool is_control(int32_t cp)
{
    return (cp < 0x20 && cp != '\n') || (cp >= 0x7f && cp <= 0x9f);
}

static bool is_link(const char *text)
{
    return strncasecmp(text, "http://", 7) == 0 ||
           strncasecmp(text, "https://", 8) == 0;
}

void nj_prose_clean(char *text)
{
    const char *at = text;
    size_t len = 0;

    nj_typed_drop_codes(text);
    while (*at != '\0') {
        int32_t cp = 0;
        size_t left = strlen(at);
        size_t n = nj_utf8_next(at, left, &cp);

        if (is_link(at)) {
            at += nj_utf8_word(at, left);
            continue;
        }
        if (!is_bidi(cp) && !is_control(cp)) {
            memmove(text + len, at, n);
            len += n;
        }
        at += n;
    }
    text[len] = '\0';
}

/* --- counting --- */

/* Halves of characters that it counts by itself. */
static uint32_t worth(int32_t cp)
{
    if (nj_utf8_space(cp) || nj_utf8_silent(cp))
        return 0;
    if (cp >= TONE_FIRST && cp <= TONE_LAST)
        return 0;
    return cp > 0x20 && cp < 0x7f ? 1 : 2;
}

static bool is_selector(int32_t cp)
{
    return (cp >= 0xfe00 && cp <= 0xfe0f) || (cp >= 0xe0100 && cp <= 0xe01ef);
}

static void note_kind(struct nj_prose *c, int32_t cp)
{
    for (uint8_t i = 0; i < c->kinds; i++)
        if (c->kind[i] == cp)
            return;
    if (c->kinds < NJ_PROSE_KINDS)
        c->kind[c->kinds++] = cp;
}

static void count_one(struct nj_prose *c, int32_t cp)
{
    bool region = cp >= REGION_FIRST && cp <= REGION_LAST;
    uint32_t halves = worth(cp);

    c->regions = region ? (uint8_t)(c->regions % 2 + 1) : 0;
    if (c->joined || c->regions == 2)
        halves = 0;
    c->joined = cp == ZWJ || (c->joined && is_selector(cp));
    if (halves == 0)
        return;
    if (cp != c->run)
        c->in_run = 0;
    c->run = cp;
    if (c->in_run == RUN_MAX)
        return;
    c->in_run++;
    c->halves += halves;
    note_kind(c, cp);
}

void nj_prose_count(struct nj_prose *c, const char *text)
{
    size_t left = strlen(text);

    c->bytes += (uint32_t)left;
    while (left > 0) {
        int32_t cp = 0;
        size_t n = nj_utf8_next(text, left, &cp);

        count_one(c, cp);
        text += n;
        left -= n;
    }
    NJ_ASSERT(c->in_run <= RUN_MAX && c->kinds <= NJ_PROSE_KINDS);
}
