/*
 * What a conversation has settled for itself besides its language: its zone,
 * its quiet hours, whether a group wants results alone, its prefix (UX-2.1,
 * 6.5, 6.7). One setting per chat, "zone=480 quiet=0-480 hush prefix=!".
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/when.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define MINUTE_MS INT64_C(60000)
#define DAY_MS    (1440 * MINUTE_MS)

static const struct nj_quiet nights = {.from = 0, .to = 8 * 60};

/* --- read and written --- */

static void read_word(struct nj_customs *p, const char *word)
{
    char *end = NULL;

    if (strncmp(word, "zone=", 5) == 0) {
        p->zone_set = true;
        p->zone_min = (int16_t)strtol(word + 5, NULL, 10);
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
    char text[80] = "";

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
    struct nj_str text = NJ_STR_INIT(79);
    bool ok;

    NJ_ASSERT(c->filled);
    c->customs = *p;
    if (p->zone_set)
        nj_str_addf(&text, "zone=%d ", p->zone_min);
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

int nj_place_zone(const struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_entry *e)
{
    if (c->customs.zone_set)
        return c->customs.zone_min;
    if (c->group || e == NULL || e->n_homes == 0)
        return r->setup.zone_min;
    return e->homes[0]->customs.zone_set ? e->homes[0]->customs.zone_min
                                         : r->setup.zone_min;
}

/* It is rounded: whole minutes are enough for what people are told. */
int nj_place_offset(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e)
{
    int64_t lead_ms = r->now_ms - r->wall_ms;

    return nj_place_zone(r, c, e) -
           (int)((lead_ms + MINUTE_MS / 2) / MINUTE_MS);
}

/* --- quiet hours --- */

struct nj_quiet nj_place_quiet(const struct nj_chat *c)
{
    NJ_ASSERT(c->filled);
    if (c->customs.quiet_set)
        return c->customs.quiet;
    return c->group ? nights : (struct nj_quiet){0, 0};
}

/* Hours that begin before midnight and end after it are one stretch. */
bool nj_place_is_quiet(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_entry *e, int64_t at_ms,
                       int64_t *until_ms)
{
    struct nj_quiet q = nj_place_quiet(c);
    int64_t of_day = nj_when_of_day_ms(at_ms, nj_place_offset(r, c, e));
    int64_t since = of_day - q.from * MINUTE_MS;
    int64_t length = (q.to - q.from) * MINUTE_MS;

    length = length < 0 ? length + DAY_MS : length;
    since = since < 0 ? since + DAY_MS : since;
    NJ_ASSERT(since >= 0);
    NJ_ASSERT(since < DAY_MS);
    if (since >= length)
        return false;
    *until_ms = at_ms + length - since;
    return true;
}
