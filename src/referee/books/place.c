/*
 * One setting per chat has all of it, "zone=480 quiet=0-480 hush prefix=!"; a
 * zone with a name is "zone=60 tz=Europe/Berlin", so that without zone data the
 * offset is left.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/when.h"
#include "base/zone.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define MINUTE_MS INT64_C(60000)
#define DAY_MS    (1440 * MINUTE_MS)

#define PLACE_BYTES 128

static const struct nj_quiet nights = {.from = 0, .to = 8 * 60};

/* --- read and written --- */

static void read_word(struct nj_customs *p, const char *word)
{
    char *end = NULL;

    if (strncmp(word, "zone=", 5) == 0) {
        p->zone_set = true;
        p->zone_min = (int16_t)strtol(word + 5, NULL, 10);
    } else if (strncmp(word, "tz=", 3) == 0) {
        p->zone = nj_zone_find(word + 3);
    } else if (strncmp(word, "quiet=", 6) == 0) {
        p->quiet_set = true;
        p->quiet.from = (int16_t)strtol(word + 6, &end, 10);
        p->quiet.to = (int16_t)(*end == '-' ? strtol(end + 1, NULL, 10) : 0);
    } else if (strcmp(word, "hush") == 0) {
        p->hush = true;
    } else if (strncmp(word, "prefix=", 7) == 0) {
        (void)snprintf(p->prefix, sizeof(p->prefix), "%s", word + 7);
    }
}

void nj_place_read(struct nj_referee *r, struct nj_chat *c)
{
    char text[PLACE_BYTES] = "";

    NJ_ASSERT(c->filled);
    c->customs = (struct nj_customs){.zone_set = false};
    if (!nj_setting_get(r->store, c->address, "place", text, sizeof(text)))
        return;
    for (char *at = text; *at != '\0';) {
        size_t n = strcspn(at, " ");
        bool last = at[n] == '\0';

        at[n] = '\0';
        read_word(&c->customs, at);
        at += n + (last ? 0 : 1);
    }
}

void nj_place_follow(struct nj_chat *c, const struct nj_chat *from)
{
    NJ_ASSERT(c->filled && from->filled);
    (void)snprintf(c->lang, sizeof(c->lang), "%s", from->lang);
    c->customs = from->customs;
}

bool nj_place_settle(struct nj_referee *r, struct nj_chat *c,
                     const struct nj_customs *p)
{
    struct nj_str text = NJ_STR_INIT(PLACE_BYTES - 1);
    bool ok;

    NJ_ASSERT(c->filled);
    c->customs = *p;
    if (p->zone_set)
        nj_str_addf(&text, "zone=%d ", p->zone_min);
    if (p->zone_set && p->zone != NULL)
        nj_str_addf(&text, "tz=%s ", nj_zone_name(p->zone));
    if (p->quiet_set)
        nj_str_addf(&text, "quiet=%d-%d ", p->quiet.from, p->quiet.to);
    if (p->hush)
        nj_str_puts(&text, "hush ");
    if (p->prefix[0] != '\0')
        nj_str_addf(&text, "prefix=%s", p->prefix);
    NJ_ASSERT(!text.over);
    nj_setting_put(r->store, c->address, "place", text.p);
    ok = nj_store_good(r->store);
    nj_str_fini(&text);
    return ok;
}

/* --- zones --- */

const char *nj_place_prefix(const struct nj_referee *r, const struct nj_chat *c)
{
    return c->customs.prefix[0] != '\0' ? c->customs.prefix : r->setup.prefix;
}

const char *nj_place_shown_prefix(const struct nj_referee *r,
                                  const struct nj_chat *c)
{
    bool here = c->gateway < r->setup.n_gateways; /* or it is gone */
    const char *platform = here ? r->setup.gateways[c->gateway]->prefix : "";

    return c->customs.prefix[0] == '\0' && platform[0] != '\0'
               ? platform
               : nj_place_prefix(r, c);
}

/* Finds whose customs have a zone for it; NULL: the installation's holds. */
static const struct nj_customs *zoned(const struct nj_chat *c,
                                      const struct nj_entry *e)
{
    NJ_ASSERT(e == NULL || e->n_homes >= 1);
    if (c->customs.zone_set)
        return &c->customs;
    if (c->group || e == NULL)
        return NULL;
    return e->homes[0]->customs.zone_set ? &e->homes[0]->customs : NULL;
}

const struct nj_zone *nj_place_named(const struct nj_referee *r,
                                     const struct nj_chat *c,
                                     const struct nj_entry *e)
{
    const struct nj_customs *p = zoned(c, e);

    return p != NULL ? p->zone : r->setup.zone;
}

/* Returns the minutes of a zone without a name. */
static int fixed_min(const struct nj_referee *r, const struct nj_chat *c,
                     const struct nj_entry *e)
{
    const struct nj_customs *p = zoned(c, e);

    return p != NULL ? p->zone_min : r->setup.zone_min;
}

int nj_place_zone(const struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_entry *e, int64_t wall_ms)
{
    const struct nj_zone *z = nj_place_named(r, c, e);

    return z != NULL ? nj_zone_offset_min(z, wall_ms) : fixed_min(r, c, e);
}

/* It is rounded: whole minutes are enough for what people are told. */
static int lead_min(const struct nj_referee *r)
{
    return (int)((r->now_ms - r->wall_ms + MINUTE_MS / 2) / MINUTE_MS);
}

int nj_place_offset(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e, int64_t at_ms)
{
    int lead = lead_min(r);

    return nj_place_zone(r, c, e, at_ms - lead * MINUTE_MS) - lead;
}

void nj_place_times(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e, struct nj_format *f)
{
    f->zone = nj_place_named(r, c, e);
    f->offset_min = (f->zone != NULL ? 0 : fixed_min(r, c, e)) - lead_min(r);
}

/* --- quiet hours --- */

struct nj_quiet nj_place_quiet(const struct nj_chat *c)
{
    NJ_ASSERT(c->filled);
    if (c->customs.quiet_set)
        return c->customs.quiet;
    return c->group ? nights : (struct nj_quiet){0, 0};
}

/* Hours that begin before midnight and end after it are one stretch; where
 * summer time begins or ends in their midst, they still end by the clock. */
bool nj_place_is_quiet(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_entry *e, int64_t at_ms,
                       int64_t *until_ms)
{
    struct nj_quiet q = nj_place_quiet(c);
    int offset = nj_place_offset(r, c, e, at_ms);
    int64_t of_day = nj_when_of_day_ms(at_ms, offset);
    int64_t since = of_day - q.from * MINUTE_MS;
    int64_t length = (q.to - q.from) * MINUTE_MS;

    length = length < 0 ? length + DAY_MS : length;
    since = since < 0 ? since + DAY_MS : since;
    NJ_ASSERT(since >= 0);
    NJ_ASSERT(since < DAY_MS);
    if (since >= length)
        return false;
    *until_ms = at_ms + length - since;
    *until_ms += (offset - nj_place_offset(r, c, e, *until_ms)) * MINUTE_MS;
    return true;
}
