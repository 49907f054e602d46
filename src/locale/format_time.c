/*
 * Lengths of time and moments as people write them, in the words of the
 * catalog's section `core.time`.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/when.h"
#include "base/zone.h"
#include "locale/format_priv.h"
#include "locale/key.h"
#include "locale/plural.h"

#define MIN_S  INT64_C(60)
#define HOUR_S INT64_C(3600)
#define DAY_S  INT64_C(86400)
#define DAY_MS (DAY_S * 1000)

#define MINUTE_MS (MIN_S * 1000)

static void add_unit(const struct nj_format *f, const char *unit, int64_t n,
                     struct nj_str *out)
{
    NJ_UNCLEARED struct nj_key key;
    char digits[NJ_DIGITS_MAX];
    const struct nj_fill fill = {"n", nj_str_digits(digits, n)};

    nj_key_begin(&key, "core.time.", strlen("core.time."));
    nj_key_puts(&key, unit);
    nj_key_puts(&key, "_");
    nj_key_puts(&key, nj_plural_form(f->lang == NULL ? "" : f->lang, n));
    (void)nj_template_fill(nj_format_core(f, key.p), &fill, 1, out);
}

static void add_two(const struct nj_format *f, const char *const units[2],
                    const int64_t n[2], struct nj_str *out)
{
    add_unit(f, units[0], n[0], out);
    if (n[1] == 0)
        return;
    nj_str_puts(out, nj_format_core(f, "core.time.sep"));
    add_unit(f, units[1], n[1], out);
}

/*
 * The two largest units. A day and a half reads better in hours, so days begin
 * at two.
 */
void nj_format_ms(const struct nj_format *f, int64_t ms, struct nj_str *out)
{
    int64_t s = ms <= 0 ? 0 : (ms - 1) / 1000 + 1;

    if (s >= 2 * DAY_S)
        add_two(f, (const char *const[]){"d", "h"},
                (const int64_t[]){s / DAY_S, s % DAY_S / HOUR_S}, out);
    else if (s >= HOUR_S)
        add_two(f, (const char *const[]){"h", "min"},
                (const int64_t[]){s / HOUR_S, s % HOUR_S / MIN_S}, out);
    else if (s >= MIN_S)
        add_two(f, (const char *const[]){"min", "s"},
                (const int64_t[]){s / MIN_S, s % MIN_S}, out);
    else
        add_unit(f, "s", s, out);
}

void nj_format_when(const struct nj_format *f, int64_t packed,
                    struct nj_str *out)
{
    struct nj_when w = nj_when_unpack(packed);
    struct nj_str text = NJ_STR_INIT(256);
    char clock[24];

    if (nj_when_is_length(packed)) {
        nj_format_ms(f, packed, out);
        return;
    }
    (void)snprintf(clock, sizeof(clock), "%02d:%02d", w.minute / 60,
                   w.minute % 60);
    if (!w.daily)
        nj_format_ms(f, w.length_ms, &text);
    (void)nj_template_fill(
        nj_format_core(f, w.daily && w.workdays ? "core.time.workday"
                          : w.daily             ? "core.time.daily"
                                                : "core.time.working"),
        (const struct nj_fill[]){{"time", clock}, {"length", text.p}}, 2, out);
    nj_str_fini(&text);
}

static int64_t floor_day(int64_t local_ms)
{
    return (local_ms < 0 ? local_ms - DAY_MS + 1 : local_ms) / DAY_MS;
}

/* The template and its words for a moment `days` from today. */
static const char *moment_key(int64_t days, bool same_year)
{
    if (days == 0)
        return "core.time.today";
    if (days == 1)
        return "core.time.tomorrow";
    if (days > 1 && days < 7)
        return "core.time.week";
    return same_year ? "core.time.date" : "core.time.year";
}

/* "07" to "7": dates in sentences have no leading zeros. */
static const char *trim_zero(const char *digits)
{
    return digits[0] == '0' ? digits + 1 : digits;
}

/* Before and after a change to summer time the same zone has another. */
static int offset_min(const struct nj_format *f, int64_t at_ms)
{
    int own = f->zone != NULL ? nj_zone_offset_min(f->zone, at_ms) : 0;

    return f->offset_min + own;
}

static void add_moment(const struct nj_format *f, int64_t at_ms,
                       struct nj_str *out)
{
    char at[40];
    char now[40];
    struct nj_key month;
    char weekday[48];
    int at_min = offset_min(f, at_ms);
    int now_min = offset_min(f, f->now_ms);
    int64_t day = floor_day(at_ms + at_min * MINUTE_MS);
    int64_t days = day - floor_day(f->now_ms + now_min * MINUTE_MS);

    nj_time_format(at_ms, at_min, at, sizeof(at));
    nj_time_format(f->now_ms, now_min, now, sizeof(now));
    /* The clock's form has fixed places; anything else (a year of five
     * digits) is shown as it is. */
    if (strlen(at) != 16) {
        nj_str_puts(out, at);
        return;
    }
    at[4] = at[7] = at[10] = '\0';
    (void)snprintf(weekday, sizeof(weekday), "core.time.weekday.%d",
                   (int)(((day + 4) % 7 + 7) % 7));
    {
        const struct nj_fill fills[] = {
            {"time", at + 11},
            {"weekday", nj_format_core(f, weekday)},
            {"month", nj_format_core(f, nj_key_join(&month, "core.time.month",
                                                    ".", trim_zero(at + 5)))},
            {"day", trim_zero(at + 8)},
            {"year", at},
        };

        (void)nj_template_fill(
            nj_format_core(f, moment_key(days, strncmp(at, now, 4) == 0)),
            fills, NJ_COUNT(fills), out);
    }
}

/* Seconds do not matter in an hour, minutes not in two days. */
static int64_t coarse(int64_t left_ms)
{
    int64_t unit = 1000;

    if (left_ms >= DAY_MS)
        unit = HOUR_S * 1000;
    else if (left_ms >= 10 * MIN_S * 1000)
        unit = MIN_S * 1000;
    return left_ms / unit * unit;
}

void nj_format_at(const struct nj_format *f, int64_t at_ms, struct nj_str *out)
{
    struct nj_str at = NJ_STR_INIT(256);
    struct nj_str left = NJ_STR_INIT(256);

    add_moment(f, at_ms, &at);
    if (at_ms > f->now_ms && !f->past) {
        nj_format_ms(f, coarse(at_ms - f->now_ms), &left);
        (void)nj_template_fill(
            nj_format_core(f, "core.time.left"),
            (const struct nj_fill[]){{"at", at.p}, {"left", left.p}}, 2, out);
    } else {
        nj_str_puts(out, at.p);
    }
    nj_str_fini(&at);
    nj_str_fini(&left);
}
