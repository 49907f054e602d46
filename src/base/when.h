/*
 * A deadline as people set it (UX-6.9): a length of time, or a time of day
 * (the next one at least an hour ahead); Saturdays and Sundays may not count.
 *
 * Packed into one number, so that it fits wherever a length does: a plain
 * length is its milliseconds. The others carry their zone with them, and what
 * they come to depends on the moment alone; a match that is folded again
 * therefore arms what it armed. Zones are fixed offsets here. One that is
 * marked as local had that offset when it was set, in a group whose zone has a
 * name: where summer time has changed it since, the deadline is put right
 * outside of the match, as for quiet hours (referee/time/quiet.c).
 */
#ifndef NJ_BASE_WHEN_H
#define NJ_BASE_WHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define NJ_WHEN_BYTES 48 /* nj_when_print() with its NUL */

#define NJ_WHEN_LENGTH_MOST ((INT64_C(1) << 40) - 1)

/* Zones that can be packed, in minutes: whole quarters of an hour. */
#define NJ_ZONE_LEAST (-12 * 60)
#define NJ_ZONE_MOST  (14 * 60)
#define NJ_ZONE_NONE  (NJ_ZONE_LEAST - 1) /* cannot be packed */

struct nj_when {
    int64_t length_ms; /* of one that is no time of day */
    bool daily;        /* a time of day: */
    int minute;        /* of the day, 0..1439 */
    bool workdays;     /* Saturdays and Sundays do not count */
    int zone_min;      /* of those two; 0 for a plain length */
    bool local;        /* of those two: the zone is the group's */
};

int64_t nj_when_pack(const struct nj_when *w);
struct nj_when nj_when_unpack(int64_t packed);

/* Nothing but a length? */
bool nj_when_is_length(int64_t packed);

/* How long it is from `at_ms` on. */
int64_t nj_when_ms(int64_t packed, int64_t at_ms);

/*
 * "20m", "12h 工作日", "每天 21:00", "weekdays 9:30", also in the form that
 * nj_when_print() writes. Without a zone in the text it is `zone_min`; with
 * NJ_ZONE_NONE the caller sees that and has to fill it. False: no such thing,
 * or a length beyond `max_ms`.
 */
bool nj_when_parse(const char *text, size_t n, int zone_min, int64_t max_ms,
                   struct nj_when *out);
/* "daily 21:00 weekdays +0800", "12h weekdays +0800", "daily 21:00 +0100 local";
 * a plain length is a duration: "90s", "12h". */
void nj_when_print(int64_t packed, struct nj_str *out);

/* "21:00", "9：30": minutes from midnight; returns the bytes read, 0 if that
 * is no time of day. */
size_t nj_when_clock(const char *text, size_t n, int *minute);
/* "+8", "-03:30", "UTC+8", "+0800": minutes east of UTC. */
bool nj_when_zone(const char *text, size_t n, int *zone_min);

/* The minute of the day at that moment, 0..1439, and its milliseconds. */
int64_t nj_when_of_day_ms(int64_t at_ms, int zone_min);

#endif
