/*
 * Time as a value: the one place that asks the operating system, lengths of
 * time as people type them, and dates as people read them.
 */
#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/bug.h"

static int64_t read_ms(clockid_t id)
{
    struct timespec t = {0};
    int rc = clock_gettime(id, &t);

    NJ_ASSERT(rc == 0);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t system_now(void *ctx)
{
    (void)ctx;
    return read_ms(CLOCK_REALTIME);
}

static struct nj_hands system_hands(void *ctx)
{
    const int64_t *lost_ms = ctx;

    return (struct nj_hands){.wall_ms = read_ms(CLOCK_REALTIME),
                             .steady_ms = read_ms(CLOCK_BOOTTIME),
                             .awake_ms = read_ms(CLOCK_MONOTONIC) -
                                         (lost_ms != NULL ? *lost_ms : 0)};
}

static int64_t manual_now(void *ctx)
{
    const int64_t *now_ms = ctx;

    return *now_ms;
}

static struct nj_hands manual_hands(void *ctx)
{
    const int64_t *now_ms = ctx;

    return (struct nj_hands){*now_ms, *now_ms, *now_ms};
}

static int64_t by_hand_now(void *ctx)
{
    const struct nj_hands *hands = ctx;

    return hands->wall_ms;
}

static struct nj_hands by_hand_hands(void *ctx)
{
    const struct nj_hands *hands = ctx;

    return *hands;
}

struct nj_clock nj_clock_system(void)
{
    return (struct nj_clock){.now = system_now, .hands = system_hands};
}

struct nj_clock nj_clock_losing(int64_t *lost_ms)
{
    NJ_ASSERT(lost_ms != NULL);
    return (struct nj_clock){
        .now = system_now, .hands = system_hands, .ctx = lost_ms};
}

struct nj_clock nj_clock_manual(int64_t *now_ms)
{
    NJ_ASSERT(now_ms != NULL);
    return (struct nj_clock){
        .now = manual_now, .hands = manual_hands, .ctx = now_ms};
}

struct nj_clock nj_clock_by_hand(struct nj_hands *hands)
{
    NJ_ASSERT(hands != NULL);
    return (struct nj_clock){
        .now = by_hand_now, .hands = by_hand_hands, .ctx = hands};
}

int64_t nj_monotonic_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

/* Longer names stand before their own beginnings: the first match counts. */
static const struct unit {
    const char *name;
    int64_t ms; /* whole tenths of it, too */
} units[] = {
    {"days", 86400000}, {"day", 86400000},  {"d", 86400000},
    {"天", 86400000},   {"日", 86400000},   {"hours", 3600000},
    {"hour", 3600000},  {"hrs", 3600000},   {"hr", 3600000},
    {"h", 3600000},     {"小时", 3600000},  {"小時", 3600000},
    {"钟头", 3600000},  {"鐘頭", 3600000},  {"时", 3600000},
    {"時", 3600000},    {"minutes", 60000}, {"minute", 60000},
    {"mins", 60000},    {"min", 60000},     {"m", 60000},
    {"分钟", 60000},    {"分鐘", 60000},    {"分", 60000},
    {"seconds", 1000},  {"second", 1000},   {"secs", 1000},
    {"sec", 1000},      {"s", 1000},        {"秒钟", 1000},
    {"秒鐘", 1000},     {"秒", 1000},
};

/* Numbers in words, in tenths; tens are put together of them. */
static const struct spelled {
    const char *name;
    int64_t tenths;
} spelled[] = {{"half an ", 5}, {"half a ", 5}, {"half ", 5}, {"an ", 10},
               {"a ", 10},      {"半", 5},      {"一", 10},   {"二", 20},
               {"两", 20},      {"兩", 20},     {"三", 30},   {"四", 40},
               {"五", 50},      {"六", 60},     {"七", 70},   {"八", 80},
               {"九", 90}};

static bool same_folded(const char *text, const char *name, size_t n)
{
    NJ_ASSERT(n == 0 || name[n - 1] != '\0');
    for (size_t i = 0; i < n; i++) {
        char c = text[i];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != name[i])
            return false;
    }
    return true;
}

static const struct unit *find_unit(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t len = strlen(units[i].name);

        if (len <= n && same_folded(text, units[i].name, len))
            return &units[i];
    }
    return NULL;
}

/* Reads digits up to *value <= max; returns their number, 0 if it fails. */
static size_t read_count(const char *text, size_t n, int64_t max,
                         int64_t *value)
{
    size_t i = 0;
    int64_t v = 0;

    NJ_ASSERT(max >= 0);
    while (i < n && text[i] >= '0' && text[i] <= '9') {
        if (v > (max - (text[i] - '0')) / 10)
            return 0;
        v = v * 10 + (text[i] - '0');
        i++;
    }
    *value = v;
    NJ_ASSERT(v >= 0);
    return i;
}

static size_t skip_blanks(const char *text, size_t n, size_t at)
{
    NJ_ASSERT(at <= n);
    while (at < n && text[at] == ' ')
        at++;
    return at;
}

/* The bytes of the name if the text begins with it, 0 if not. */
static size_t begins(const char *text, size_t n, const char *name)
{
    size_t len = strlen(name);

    return len <= n && same_folded(text, name, len) ? len : 0;
}

/* Returns the bytes of a number in words at the front; 0: there is none. */
static size_t read_spelled(const char *text, size_t n, int64_t *tenths)
{
    for (size_t i = 0; i < sizeof(spelled) / sizeof(spelled[0]); i++) {
        size_t len = begins(text, n, spelled[i].name);

        *tenths = spelled[i].tenths;
        if (len > 0)
            return len;
    }
    *tenths = 0;
    return 0;
}

/* The same up to 九十九: 十, 十五, 二十, 三十五. */
static size_t read_tens(const char *text, size_t n, int64_t *tenths)
{
    int64_t first, ones;
    size_t at = read_spelled(text, n, &first);
    size_t ten = begins(text + at, n - at, "十");
    size_t last;

    *tenths = first;
    if (ten == 0 || first == 5) /* half of ten is said by nobody */
        return at;
    *tenths = (at > 0 ? first : 10) * 10;
    at += ten;
    last = read_spelled(text + at, n - at, &ones);
    if (ones < 10)
        return at;
    *tenths += ones;
    return at + last;
}

/* Reads a number up to `max` and tenths of one: "3", "1.5", "两个", "一个半"; the
 * bytes, 0 if it fails. */
static size_t read_amount(const char *text, size_t n, int64_t max,
                          int64_t *whole, int64_t *tenths)
{
    size_t at = read_count(text, n, max, whole);
    size_t more;

    *tenths = 0;
    if (at > 0 && at + 1 < n && text[at] == '.' && text[at + 1] >= '0' &&
        text[at + 1] <= '9') {
        *tenths = text[at + 1] - '0';
        at += 2;
    } else if (at == 0) {
        at = read_tens(text, n, tenths);
        *whole = *tenths / 10;
        *tenths %= 10;
    }
    more = begins(text + at, n - at, "个") + begins(text + at, n - at, "個");
    if (at == 0 || more == 0)
        return at;
    at += more;
    more = begins(text + at, n - at, "半");
    if (more > 0)
        *tenths += 5;
    return *tenths < 10 ? at + more : 0;
}

/* The bytes of "and a half" of a unit at the front. */
static size_t read_half(const char *text, size_t n)
{
    return begins(text, n, "半") + begins(text, n, " and a half");
}

bool nj_duration_parse(const char *text, size_t n, int64_t max_ms, int64_t *ms)
{
    int64_t sum = 0;
    int64_t last_ms = INT64_MAX;
    size_t at = 0;

    NJ_ASSERT(max_ms >= 0);
    while (at < n) {
        int64_t whole, tenths;
        size_t len = read_amount(text + at, n - at, max_ms, &whole, &tenths);
        size_t from = skip_blanks(text, n, at + len);
        const struct unit *u = find_unit(text + from, n - from);

        /* "30m1h" is more likely a slip than a wish. */
        if (len == 0 || u == NULL || u->ms >= last_ms)
            return false;
        if (whole > (max_ms - sum) / u->ms)
            return false;
        sum += whole * u->ms;
        last_ms = u->ms;
        at = from + strlen(u->name);
        len = read_half(text + at, n - at);
        if (len > 0 && tenths > 0) /* half of a half */
            return false;
        at += len;
        tenths = (len > 0 ? 5 : tenths) * (u->ms / 10);
        if (tenths > max_ms - sum)
            return false;
        sum += tenths;
        if (at < n && text[n - 1] != ' ') /* it stands between, or is no part */
            at = skip_blanks(text, n, at);
    }
    if (n == 0)
        return false;
    *ms = sum;
    NJ_ASSERT(sum >= 0);
    NJ_ASSERT(sum <= max_ms);
    return true;
}

void nj_time_format(int64_t at_ms, int offset_min, char *out, size_t cap)
{
    int64_t local = at_ms + (int64_t)offset_min * 60000;
    time_t s = (time_t)(local / 1000);
    struct tm tm;

    NJ_ASSERT(cap > 0);
    if (local % 1000 < 0)
        s--;
    out[0] = '\0';
    if (gmtime_r(&s, &tm) == NULL)
        return;
    (void)strftime(out, cap, "%Y-%m-%d %H:%M", &tm);
}
