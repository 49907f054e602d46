/*
 * What people type for others to read (typed.h).
 */
#include "match/typed.h"

#include <string.h>

#include "base/bug.h"
#include "base/status.h"
#include "base/utf8.h"

void nj_typed_drop_codes(char *text)
{
    static const char open[] = "[CQ:";
    char *at;

    while ((at = strstr(text, open)) != NULL) {
        char *end = strchr(at, ']');

        if (end == NULL)
            return;
        memmove(at, end + 1, strlen(end + 1) + 1);
    }
}

static void drop_controls(const char *text, char out[NJ_TYPED_BYTES])
{
    size_t left = strlen(text);
    size_t len = 0;

    while (left > 0) {
        int32_t cp = 0;
        size_t n = nj_utf8_next(text, left, &cp);
        char bytes[4];
        size_t put;

        text += n;
        left -= n;
        if (cp == '\n' || cp == '\r' || cp == '\t')
            cp = ' ';
        if (nj_utf8_control(cp))
            continue;
        put = nj_utf8_put(cp == '@' ? 0xff20 : cp, bytes);
        if (len + put >= NJ_TYPED_BYTES)
            break;
        memcpy(out + len, bytes, put);
        len += put;
    }
    out[len] = '\0';
    NJ_ASSERT(len < NJ_TYPED_BYTES && strchr(out, '@') == NULL);
}

bool nj_typed_clean(const char *text, char out[NJ_TYPED_BYTES])
{
    char composed[NJ_TYPED_BYTES];
    size_t n = strlen(text);

    if (nj_utf8_compose(text, n, composed, sizeof(composed)) == 0 && n > 0)
        return false;
    drop_controls(composed, out);
    nj_typed_drop_codes(out);
    NJ_ASSERT(strlen(out) < NJ_TYPED_BYTES);
    return true;
}

void nj_typed_fold(const char *text, char *out, size_t size)
{
    size_t left = strlen(text);
    size_t len = 0;

    while (left > 0) {
        int32_t to[18];
        int32_t cp = 0;
        size_t n = nj_utf8_next(text, left, &cp);
        size_t m = nj_utf8_fold(cp, to, NJ_COUNT(to));

        text += n;
        left -= n;
        for (size_t i = 0; i < m && len + 5 < size; i++)
            len += nj_utf8_put(to[i], out + len);
    }
    out[len] = '\0';
    NJ_ASSERT(len < size);
}

static bool is_host_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* Does a well-known ending of host names stand here, as a whole? */
static bool is_ending(const char *at)
{
    static const char *const endings[] = {
        "com",  "net",  "org",  "cn",   "io",   "me",  "cc",  "tv",
        "co",   "gg",   "info", "xyz",  "top",  "app", "dev", "link",
        "ru",   "tw",   "hk",   "jp",   "uk",   "us",  "de",  "eu",
        "site", "club", "vip",  "work", "shop", "fun", "ink"};
    size_t n = 0;

    NJ_ASSERT(at[-1] == '.');
    while (is_host_char(at[n]))
        n++;
    for (size_t i = 0; i < NJ_COUNT(endings); i++)
        if (strlen(endings[i]) == n && strncmp(at, endings[i], n) == 0)
            return true;
    return false;
}

bool nj_typed_has_link(const char *folded)
{
    if (strstr(folded, "://") != NULL || strstr(folded, "www.") != NULL)
        return true;
    for (size_t i = 0; folded[i] != '\0'; i++)
        if (i > 0 && folded[i] == '.' && is_host_char(folded[i - 1]) &&
            is_ending(folded + i + 1))
            return true;
    return false;
}

uint32_t nj_typed_length(const char *text)
{
    uint32_t n = 0;

    for (size_t i = 0; text[i] != '\0'; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}
