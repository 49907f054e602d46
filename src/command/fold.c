/*
 * Folding a message, with the way back to the bytes as they were typed.
 */
#include "command/fold.h"

#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/status.h"
#include "base/utf8.h"

#define EXPANSION_MAX 18 /* characters that one character can fold to */

/* CJK ideographs, most of what is typed here, fold to themselves. */
static bool folds_to_itself(int32_t cp)
{
    return (cp >= 0x4e00 && cp <= 0x9fff) || (cp >= 'a' && cp <= 'z') ||
           (cp >= '0' && cp <= '9');
}

static bool add(struct nj_folded *out, int32_t cp, size_t from)
{
    char bytes[4];
    size_t n = nj_utf8_put(cp, bytes);
    int32_t plain = cp < 0x80 ? cp : nj_simplified(cp);

    if (n > sizeof(out->text) - 1 - out->len)
        return false;
    for (size_t i = 0; i < n; i++)
        out->from[out->len + i] = (uint16_t)from;
    memcpy(out->text + out->len, bytes, n);
    if (plain != cp) /* as many bytes: both are of the basic plane */
        (void)nj_utf8_put(plain, bytes);
    memcpy(out->plain + out->len, bytes, n);
    out->len += n;
    return true;
}

/* White space waits until something follows it, so ends are trimmed. */
struct gap {
    bool open;
    size_t from;
};

static bool add_after(struct nj_folded *out, struct gap *gap, int32_t cp,
                      size_t from)
{
    if (gap->open && out->len > 0 && !add(out, ' ', gap->from))
        return false;
    gap->open = false;
    return add(out, cp, from);
}

/* The arrows of a phone's keyboard are those of a text. */
static int32_t plain_arrow(int32_t cp)
{
    static const struct {
        int32_t emoji, arrow;
    } arrows[] = {
        {0x2b05, 0x2190}, {0x2b06, 0x2191}, {0x27a1, 0x2192}, {0x2b07, 0x2193}};

    for (size_t i = 0; i < NJ_COUNT(arrows); i++)
        if (arrows[i].emoji == cp)
            return arrows[i].arrow;
    return cp;
}

static bool add_folded(struct nj_folded *out, struct gap *gap, int32_t cp,
                       size_t from)
{
    int32_t to[EXPANSION_MAX];
    size_t n = 1;

    cp = plain_arrow(cp);
    to[0] = cp;
    if (!folds_to_itself(cp))
        n = nj_utf8_fold(cp, to, NJ_COUNT(to));
    NJ_ASSERT(n <= NJ_COUNT(to));
    for (size_t i = 0; i < n; i++) {
        if (nj_utf8_space(to[i])) {
            gap->from = gap->open ? gap->from : from;
            gap->open = true;
        } else if (!nj_utf8_control(to[i]) &&
                   !add_after(out, gap, to[i], from)) {
            return false;
        }
    }
    return true;
}

/* Folds all of `text`; the end of what was kept goes into *end. */
static bool fold_all(const char *text, size_t n, struct nj_folded *out,
                     size_t *end)
{
    struct gap gap = {.open = false};
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);
        size_t before = out->len;

        if (!add_folded(out, &gap, cp, at))
            return false;
        at += len;
        if (out->len > before)
            *end = at;
    }
    return true;
}

bool nj_fold(const char *text, size_t n, struct nj_folded *out)
{
    size_t end = 0;
    bool fits;

    out->len = 0;
    fits = n <= NJ_TEXT_IN_MAX && nj_utf8_valid(text, n) &&
           fold_all(text, n, out, &end);
    if (!fits) {
        out->len = 0;
        end = 0;
    }
    NJ_ASSERT(end <= n && out->len < sizeof(out->text));
    out->text[out->len] = '\0';
    out->from[out->len] = (uint16_t)end;
    out->plain[out->len] = '\0';
    return fits;
}
