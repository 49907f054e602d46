/*
 * Deadlines as people set them: reading, writing, and what they come to.
 */
#include "base/when.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS   (60 * MINUTE_MS)
#define DAY_MS    (24 * HOUR_MS)
#define WORK_DAYS 5
#define WEEK_DAYS 7

/* Where the parts stand in the packed number. */
#define WORKDAYS_BIT (INT64_C(1) << 40)
#define DAILY_BIT    (INT64_C(1) << 41)
#define MINUTE_SHIFT 42
#define ZONE_SHIFT   53
#define ZONE_MASK    0x7f
#define LOCAL_BIT    (INT64_C(1) << 60)
#define QUARTER      15

/* --- packed --- */

int64_t nj_when_pack(const struct nj_when *w)
{
    int64_t zone = (w->zone_min - NJ_ZONE_LEAST) / QUARTER;

    NJ_ASSERT(w->length_ms >= 0);
    NJ_ASSERT(w->minute >= 0);
    NJ_ASSERT(w->zone_min >= NJ_ZONE_LEAST);
    NJ_ASSERT(w->zone_min <= NJ_ZONE_MOST);
    if (!w->daily && !w->workdays)
        return w->length_ms;
    return (w->daily ? DAILY_BIT | (int64_t)w->minute << MINUTE_SHIFT
                     : w->length_ms & NJ_WHEN_LENGTH_MOST) |
           (w->workdays ? WORKDAYS_BIT : 0) | zone << ZONE_SHIFT |
           (w->local ? LOCAL_BIT : 0);
}

bool nj_when_is_length(int64_t packed)
{
    return packed >> ZONE_SHIFT == 0 &&
           (packed & (DAILY_BIT | WORKDAYS_BIT)) == 0;
}

struct nj_when nj_when_unpack(int64_t packed)
{
    if (nj_when_is_length(packed))
        return (struct nj_when){.length_ms = packed};
    return (struct nj_when){
        .length_ms = packed & NJ_WHEN_LENGTH_MOST,
        .daily = (packed & DAILY_BIT) != 0,
        .minute = (int)(packed >> MINUTE_SHIFT & 0x7ff),
        .workdays = (packed & WORKDAYS_BIT) != 0,
        .zone_min =
            (int)(packed >> ZONE_SHIFT & ZONE_MASK) * QUARTER + NJ_ZONE_LEAST,
        .local = (packed & LOCAL_BIT) != 0,
    };
}

/* --- what it comes to --- */

static int64_t floor_days(int64_t local_ms)
{
    return (local_ms < 0 ? local_ms - DAY_MS + 1 : local_ms) / DAY_MS;
}

int64_t nj_when_of_day_ms(int64_t at_ms, int zone_min)
{
    int64_t local = at_ms + zone_min * MINUTE_MS;

    return local - floor_days(local) * DAY_MS;
}

/* Monday is 0. */
static int64_t weekday(int64_t day)
{
    return ((day + 3) % WEEK_DAYS + WEEK_DAYS) % WEEK_DAYS;
}

/* The Monday after a day of the weekend; another day stays. */
static int64_t no_weekend(int64_t day)
{
    int64_t w = weekday(day);

    return w < WORK_DAYS ? day : day + WEEK_DAYS - w;
}

static int64_t until_time(const struct nj_when *w, int64_t at_ms)
{
    int64_t local = at_ms + w->zone_min * MINUTE_MS;
    int64_t of_day = w->minute * MINUTE_MS;
    int64_t day = floor_days(local);

    if (day * DAY_MS + of_day < local + HOUR_MS)
        day++;
    if (w->workdays)
        day = no_weekend(day);
    NJ_ASSERT(day * DAY_MS + of_day >= local);
    return day * DAY_MS + of_day - local;
}

/* Whole weeks first; the rest meets at most one weekend. */
static int64_t work_length(const struct nj_when *w, int64_t at_ms)
{
    int64_t local = at_ms + w->zone_min * MINUTE_MS;
    int64_t day = floor_days(local);
    int64_t begin = no_weekend(day) == day ? local : no_weekend(day) * DAY_MS;
    int64_t weeks = w->length_ms / (WORK_DAYS * DAY_MS);
    int64_t end = begin + w->length_ms % (WORK_DAYS * DAY_MS);
    int64_t monday = floor_days(begin) - weekday(floor_days(begin));

    if (end > (monday + WORK_DAYS) * DAY_MS)
        end += (WEEK_DAYS - WORK_DAYS) * DAY_MS;
    return end + weeks * WEEK_DAYS * DAY_MS - local;
}

int64_t nj_when_ms(int64_t packed, int64_t at_ms)
{
    struct nj_when w = nj_when_unpack(packed);

    NJ_ASSERT(at_ms >= 0);
    if (w.daily)
        return until_time(&w, at_ms);
    return w.workdays ? work_length(&w, at_ms) : w.length_ms;
}

/* --- reading --- */

struct text {
    const char *p;
    size_t n;
};

static void skip_spaces(struct text *t)
{
    while (t->n > 0 && (*t->p == ' ' || *t->p == '\t')) {
        t->p++;
        t->n--;
    }
}

static char lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

/* Takes a word off the front; the words are lower case. */
static bool take(struct text *t, const char *word)
{
    size_t n = strlen(word);

    if (n > t->n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(t->p[i]) != word[i])
            return false;
    t->p += n;
    t->n -= n;
    skip_spaces(t);
    return true;
}

static bool take_any(struct text *t, const char *const *words)
{
    for (; *words != NULL; words++)
        if (take(t, *words))
            return true;
    return false;
}

/* One or two digits. */
static size_t small_number(const char *p, size_t n, int *value)
{
    size_t i = 0;

    *value = 0;
    while (i < n && i < 2 && p[i] >= '0' && p[i] <= '9')
        *value = *value * 10 + (p[i++] - '0');
    return i;
}

size_t nj_when_clock(const char *text, size_t n, int *minute)
{
    struct text t = {text, n};
    int h, m = 0;
    size_t k = small_number(t.p, t.n, &h);

    if (k == 0 || h > 23)
        return 0;
    t.p += k;
    t.n -= k;
    if (!take(&t, ":") && !take(&t, "：")) {
        if (!take(&t, "点") && !take(&t, "點"))
            return 0;
        *minute = h * 60;
        return n - t.n;
    }
    k = small_number(t.p, t.n, &m);
    if (k != 2 || m > 59)
        return 0;
    *minute = h * 60 + m;
    NJ_ASSERT(*minute < 24 * 60);
    return n - t.n + k;
}

/* "8", "08", "0800", "8:30" behind the sign. */
static bool zone_digits(struct text *t, int *minutes)
{
    int h, m = 0;
    size_t k = small_number(t->p, t->n, &h);

    if (k == 0)
        return false;
    t->p += k;
    t->n -= k;
    if (t->n > 0 && (take(t, ":") || take(t, "：") || *t->p != ' ')) {
        k = small_number(t->p, t->n, &m);
        if (k != 2)
            return false;
        t->p += k;
        t->n -= k;
    }
    *minutes = h * 60 + m;
    return m < 60;
}

static bool take_zone(struct text *t, int *zone_min)
{
    static const char *const names[] = {"utc", "gmt", NULL};
    struct text rest = *t;
    bool named = take_any(&rest, names);
    bool minus;
    int minutes = 0;

    if (named && rest.n == 0) {
        *zone_min = 0;
        *t = rest;
        return true;
    }
    minus = take(&rest, "-") || take(&rest, "−") || take(&rest, "－");
    if (!minus && !take(&rest, "+") && !take(&rest, "＋"))
        return false;
    if (!zone_digits(&rest, &minutes) || minutes % QUARTER != 0)
        return false;
    minutes = minus ? -minutes : minutes;
    if (minutes < NJ_ZONE_LEAST || minutes > NJ_ZONE_MOST)
        return false;
    *zone_min = minutes;
    *t = rest;
    skip_spaces(t);
    return true;
}

bool nj_when_zone(const char *text, size_t n, int *zone_min)
{
    struct text t = {text, n};

    skip_spaces(&t);
    return take_zone(&t, zone_min) && t.n == 0;
}

/* The length at the front, the longest that ends at a space or a word of ours:
 * "30 秒" has one in its midst. */
static bool take_length(struct text *t, int64_t max_ms, int64_t *ms)
{
    size_t n = t->n;

    while (n > 0 && ((n < t->n && t->p[n] != ' ' &&
                      (t->n - n < strlen("工") ||
                       memcmp(t->p + n, "工", strlen("工")) != 0)) ||
                     !nj_duration_parse(t->p, n, max_ms, ms)))
        n--;
    if (n == 0)
        return false;
    t->p += n;
    t->n -= n;
    skip_spaces(t);
    return true;
}

bool nj_when_parse(const char *text, size_t n, int zone_min, int64_t max_ms,
                   struct nj_when *out)
{
    static const char *const day[] = {"每天", "每日", "daily", "到", NULL};
    static const char *const work[] = {"工作日", "工作天", "weekdays",
                                       "workdays", NULL};
    struct text t = {text, n};
    struct nj_when w = {.zone_min = zone_min};
    bool named;
    size_t k;

    skip_spaces(&t);
    named = take_any(&t, day);
    w.workdays = take_any(&t, work);
    k = nj_when_clock(t.p, t.n, &w.minute);
    w.daily = k > 0;
    t.p += k;
    t.n -= k;
    skip_spaces(&t);
    if (!w.daily && (named || !take_length(&t, max_ms, &w.length_ms)))
        return false;
    w.workdays = take_any(&t, work) || w.workdays;
    if (w.daily || w.workdays)
        w.local = take_zone(&t, &w.zone_min) && take(&t, "local");
    else
        w.zone_min = 0;
    if (t.n > 0 || w.length_ms > NJ_WHEN_LENGTH_MOST)
        return false;
    *out = w;
    return true;
}

/* --- writing --- */

/* The largest unit that divides the time: 5400 s are 90m. */
static void print_length(int64_t ms, struct nj_str *out)
{
    static const struct {
        int64_t ms;
        char unit;
    } units[] = {{DAY_MS, 'd'}, {HOUR_MS, 'h'}, {MINUTE_MS, 'm'}};

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (ms != 0 && ms % units[i].ms == 0) {
            nj_str_addf(out, "%" PRId64 "%c", ms / units[i].ms, units[i].unit);
            return;
        }
    }
    nj_str_addf(out, "%" PRId64 "s", ms / 1000);
}

void nj_when_print(int64_t packed, struct nj_str *out)
{
    struct nj_when w = nj_when_unpack(packed);
    int zone = abs(w.zone_min);

    if (w.daily)
        nj_str_addf(out, "daily %02d:%02d", w.minute / 60, w.minute % 60);
    else
        print_length(w.length_ms, out);
    if (w.workdays)
        nj_str_puts(out, " weekdays");
    if (w.daily || w.workdays)
        nj_str_addf(out, " %c%02d%02d%s", w.zone_min < 0 ? '-' : '+', zone / 60,
                    zone % 60, w.local ? " local" : "");
}
