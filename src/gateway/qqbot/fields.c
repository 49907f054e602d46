/*
 * Ids, times and names as the platform writes them.
 *
 * Ids are opaque text. What does not look like one counts as not there: it
 * would go into addresses of ours and into paths of theirs.
 */
#include <string.h>

#include "base/random.h"
#include "gateway/qqbot/qqbot_priv.h"

#define STAMP_CHARS 19 /* "2026-11-22T20:04:05" */
#define SHORT_CHARS 48 /* of a hash that stands for an id */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
           c == '_' || c == '-';
}

bool nj_qb_openid_fits(const char *id, size_t n)
{
    if (n == 0 || n >= NJ_QB_ID_MAX)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_word(id[i]))
            return false;
    return true;
}

bool nj_qb_openid(struct nj_json object, const char *name,
                  char out[NJ_QB_ID_MAX])
{
    const char *text = nj_loose_text(object, name);
    size_t n = strlen(text);
    bool fits = nj_qb_openid_fits(text, n);

    out[0] = '\0';
    if (fits)
        memcpy(out, text, n + 1);
    return fits;
}

bool nj_qb_ref_fits(const char *ref)
{
    size_t n = strlen(ref);

    for (size_t i = 0; i < n; i++)
        if (ref[i] <= ' ' || ref[i] > '~')
            return false;
    return n > 0 && n < NJ_QB_REF_MAX;
}

bool nj_qb_ref(struct nj_json object, const char *name, char out[NJ_QB_REF_MAX])
{
    const char *text = nj_loose_text(object, name);
    bool fits = nj_qb_ref_fits(text);

    out[0] = '\0';
    if (fits)
        memcpy(out, text, strlen(text) + 1);
    return fits;
}

void nj_qb_short(const char *ref, char out[NJ_MSG_ID_MAX])
{
    size_t n = strlen(ref);
    struct nj_hash hash;
    char hex[NJ_HEX_BYTES];

    if (n < NJ_MSG_ID_MAX) {
        memcpy(out, ref, n + 1);
        return;
    }
    nj_hash_bytes(ref, n, &hash);
    nj_hash_hex(&hash, hex);
    memcpy(out, hex, SHORT_CHARS);
    out[SHORT_CHARS] = '\0';
}

/* --- times --- */

/* Days from 1970 to that day of the Gregorian calendar, years beginning with
 * March, so that the day that comes and goes is their last. */
static int64_t days_to(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t m = month <= 2 ? month + 9 : month - 3;

    return y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day -
           719469;
}

/* "2026-11-22T20:04:05" by its form; -1: it is none. */
static int64_t seconds_of(const char *text)
{
    static const char form[] = "0000-00-00T00:00:00";
    int64_t part[6] = {0};
    size_t at = 0;

    for (size_t i = 0; i < STAMP_CHARS; i++) {
        if (form[i] == '0' && is_digit(text[i]))
            part[at] = part[at] * 10 + (text[i] - '0');
        else if (form[i] != '0' && text[i] == form[i])
            at++;
        else
            return -1;
    }
    if (part[0] < 1970 || part[1] < 1 || part[1] > 12 || part[2] < 1 ||
        part[2] > 31 || part[3] > 23 || part[4] > 59 || part[5] > 60)
        return -1;
    return ((days_to(part[0], part[1], part[2]) * 24 + part[3]) * 60 +
            part[4]) *
               60 +
           part[5];
}

/* "+08:00" or "Z", in seconds; false: neither. */
static bool zone_of(const char *text, int64_t *s)
{
    *s = 0;
    if (strcmp(text, "Z") == 0)
        return true;
    if (strlen(text) != 6 || (text[0] != '+' && text[0] != '-') ||
        !is_digit(text[1]) || !is_digit(text[2]) || text[3] != ':' ||
        !is_digit(text[4]) || !is_digit(text[5]))
        return false;
    *s = ((text[1] - '0') * 10 + text[2] - '0') * 3600 +
         ((text[4] - '0') * 10 + text[5] - '0') * 60;
    if (text[0] == '-')
        *s = -*s;
    return true;
}

static int64_t stamp_of(const char *text)
{
    int64_t s, zone;

    if (strlen(text) <= STAMP_CHARS)
        return 0;
    s = seconds_of(text);
    text += STAMP_CHARS;
    if (*text == '.')
        text += 1 + strspn(text + 1, "0123456789");
    return s >= 0 && zone_of(text, &zone) ? s - zone : 0;
}

int64_t nj_qb_time(struct nj_json object)
{
    int64_t s = nj_loose_number(object, "timestamp");

    if (s == 0)
        s = stamp_of(nj_loose_text(object, "timestamp"));
    return s > 0 && s <= NJ_STAMP_MAX / 1000 ? s * 1000 : 0;
}
