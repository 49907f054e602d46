/*
 * Time zones by name, with their summer time: what the system's zone data says
 * (GLib reads it). A zone is made once and lives as long as the process.
 * One thread.
 */
#ifndef NJ_BASE_ZONE_H
#define NJ_BASE_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NJ_ZONE_BYTES 40 /* a name with its NUL */

struct nj_zone;

/*
 * The zone of that name as people type it: letters of any case, blanks for
 * underscores, a city without its continent ("europe/berlin", "new york").
 * NULL: there is none, or no zone data (nj_zone_data()).
 */
const struct nj_zone *nj_zone_find(const char *text);

/* "Europe/Berlin", as the data spells it. */
const char *nj_zone_name(const struct nj_zone *z);

/* Minutes east of UTC at that moment (ms since 1970). */
int nj_zone_offset_min(const struct nj_zone *z, int64_t at_ms);

/* Is there zone data on this machine? */
bool nj_zone_data(void);

#endif
