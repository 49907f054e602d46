/*
 * What may be in the words that people type for others to read (SH-6.8): a
 * true broadcast and a false one look alike, but nobody speaks as the referee,
 * calls everybody, or brings a link.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define RAW_MAX (NJ_ORDER_TEXT_MAX * 2) /* composing may lengthen a text */

#define CLAIM(name) SH_CLAIM_##name

static const struct {
    enum sh_claim claim;
    const char *word;
} claims[] = {

#include NJ_CLAIMS
};
#undef CLAIM

bool nj_sh_claims(const char *text, enum sh_claim claim)
{
    NJ_ASSERT(claim < SH_CLAIMS);
    for (size_t i = 0; i < NJ_COUNT(claims); i++)
        if (claims[i].claim == claim && strstr(text, claims[i].word) != NULL)
            return true;
    return false;
}

/* Takes out codes of a chat platform; one that is not closed stays. */
static void drop_codes(char *text)
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

/* Controls vanish, line breaks become blanks, and "@" no longer calls
 * anybody: its full-width form looks the same. */
static void drop_controls(const char *text, char *out, size_t size)
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
        if (len + put >= size)
            break;
        memcpy(out + len, bytes, put);
        len += put;
    }
    out[len] = '\0';
    NJ_ASSERT(len < size);
}

/* Returns what stands behind the frame of a broadcast; NULL: none is there. */
static const char *behind_frame(const char *text)
{
    for (size_t i = 0; i < NJ_COUNT(claims); i++) {
        size_t n = strlen(claims[i].word);

        if (claims[i].claim == SH_CLAIM_FRAME &&
            strncmp(text, claims[i].word, n) == 0)
            return text + n;
    }
    return NULL;
}

/* Takes such frames off the beginning, as often as one stands there: it is set
 * once, by the referee. */
static const char *drop_frames(const char *text)
{
    const char *next = text;

    while (next != NULL) {
        text = next;
        (void)nj_utf8_trim(&text, strlen(text));
        next = behind_frame(text);
    }
    return text;
}

void nj_sh_fold(const char *text, char *out, size_t size)
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

static bool has_link(const char *folded)
{
    if (strstr(folded, "://") != NULL || strstr(folded, "www.") != NULL)
        return true;
    for (size_t i = 0; folded[i] != '\0'; i++)
        if (i > 0 && folded[i] == '.' && is_host_char(folded[i - 1]) &&
            is_ending(folded + i + 1))
            return true;
    return false;
}

static uint32_t code_points(const char *text)
{
    uint32_t n = 0;

    for (size_t i = 0; text[i] != '\0'; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

/* The key of the refusal, or NULL. */
static const char *judge(const char *text, uint32_t max, unsigned how)
{
    char folded[RAW_MAX * 2];

    nj_sh_fold(text, folded, sizeof(folded));
    if (folded[0] == '\0' || nj_sh_claims(folded, SH_CLAIM_HOST) ||
        nj_sh_claims(folded, SH_CLAIM_EVERYBODY) ||
        ((how & SH_TEXT_PLAIN) != 0 && nj_sh_claims(text, SH_CLAIM_BRACKET)) ||
        ((how & SH_TEXT_URLS) == 0 && has_link(folded)))
        return "sh.err.text";
    return code_points(text) > max ? "sh.err.too_long" : NULL;
}

const char *nj_sh_filter(const char *text, uint32_t max, unsigned how,
                         char *out, size_t size)
{
    char composed[RAW_MAX];
    char clean[RAW_MAX];
    const char *at;
    const char *refusal;
    size_t n;

    NJ_ASSERT(size > 0);
    out[0] = '\0';
    if (nj_utf8_compose(text, strlen(text), composed, sizeof(composed)) == 0)
        return text[0] == '\0' ? "sh.err.text" : "sh.err.too_long";
    drop_controls(composed, clean, sizeof(clean));
    NJ_ASSERT(strchr(clean, '@') == NULL);
    drop_codes(clean);
    at = drop_frames(clean);
    n = nj_utf8_trim(&at, strlen(at));
    NJ_ASSERT(n < sizeof(composed) && behind_frame(at) == NULL);
    memcpy(composed, at, n);
    composed[n] = '\0';
    refusal = judge(composed, max, how);
    if (refusal != NULL)
        return refusal;
    if (n >= size)
        return "sh.err.too_long";
    memcpy(out, composed, n + 1);
    return NULL;
}
