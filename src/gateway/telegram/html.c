/*
 * Text on its way out: measured, parted and escaped as Telegram reads HTML.
 * Parting comes before markup, so no tag is ever cut.
 */
#include <string.h>

#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

size_t nj_tg_units(const char *text, size_t n)
{
    size_t units = 0;
    size_t at = 0;

    while (at < n) {
        int32_t cp;

        at += nj_utf8_next(text + at, n - at, &cp);
        units += cp > 0xffff ? 2 : 1;
    }
    return units;
}

/* Bytes of the characters that fit. */
static size_t fitting(const char *text, size_t n, size_t units)
{
    size_t used = 0;
    size_t at = 0;

    while (at < n) {
        int32_t cp;
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        used += cp > 0xffff ? 2 : 1;
        if (used > units)
            break;
        at += len;
    }
    return at;
}

size_t nj_tg_part(const char *text, size_t n, size_t units)
{
    size_t fit = fitting(text, n, units);
    size_t cut;

    if (fit == n)
        return n;
    for (size_t at = fit; at > fit / 2; at--)
        if (text[at - 1] == '\n')
            return at;
    cut = nj_utf8_cut(text, n, fit);
    return cut > 0 ? cut : fit;
}
