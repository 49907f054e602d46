/*
 * Commands by which a group's admins, and everybody in his private chat,
 * settle how we behave there: #时区, #静默, #前缀.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/when.h"
#include "base/zone.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define WHEN_BYTES 64

static bool may_settle(struct nj_request *a)
{
    return nj_standing_admin(a, "shell.admins_needed");
}

/* Deadlines that stand already keep to the new hours, too. */
static void move_all(struct nj_request *a)
{
    struct nj_chat *c = a->where;

    for (uint32_t i = 0; c->group && i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        if (e->state != NJ_MATCH_RUNNING || !nj_live_wake(a->r, e))
            continue;
        nj_quiet_apply(a->r, e);
        nj_pulse_note(a->r, e);
    }
}

/* --- #时区 --- */

static void tell_zone(struct nj_request *a)
{
    int64_t wall_ms = nj_clocks_wall_ms(a->r, a->r->now_ms);
    const struct nj_zone *named = nj_place_named(a->r, a->where, a->e);
    int zone = nj_place_zone(a->r, a->where, a->e, wall_ms);
    struct nj_str text = NJ_STR_INIT(WHEN_BYTES);
    char now[32];

    NJ_ASSERT(abs(zone) < 24 * 60);
    if (named != NULL)
        nj_str_addf(&text, "%s, ", nj_zone_name(named));
    nj_str_addf(&text, "UTC%c%d", zone < 0 ? '-' : '+', abs(zone) / 60);
    if (zone % 60 != 0)
        nj_str_addf(&text, ":%02d", abs(zone) % 60);
    nj_time_format(wall_ms, zone, now, sizeof(now));
    nj_reply(a, "shell.zone",
             NJ_ARGS(nj_arg_id("zone", text.p), nj_arg_id("now", now)));
    nj_str_fini(&text);
}

void nj_do_zone(struct nj_request *a)
{
    const char *word = nj_command_text(a->cmd, "word");
    struct nj_customs customs = a->where->customs;
    int zone = 0;

    if (word[0] == '\0') {
        tell_zone(a);
        return;
    }
    if (!may_settle(a))
        return;
    customs.zone = NULL;
    if (!nj_when_zone(word, strlen(word), &zone)) {
        customs.zone = nj_zone_find(word);
        if (customs.zone == NULL) {
            nj_reply(a, nj_zone_data() ? "shell.no_zone" : "shell.no_zone_data",
                     NJ_NO_ARGS);
            return;
        }
        zone = nj_zone_offset_min(customs.zone, a->r->now_ms);
    }
    customs.zone_set = true;
    NJ_ASSERT(zone == (int16_t)zone);
    customs.zone_min = (int16_t)zone;
    if (!nj_place_settle(a->r, a->where, &customs))
        return;
    move_all(a);
    tell_zone(a);
}

/* --- #静默 --- */

static void tell_quiet(struct nj_request *a)
{
    struct nj_quiet q = nj_place_quiet(a->where);
    char hours[WHEN_BYTES];

    (void)snprintf(hours, sizeof(hours), "%02d:%02d–%02d:%02d", q.from / 60,
                   q.from % 60, q.to / 60, q.to % 60);
    if (q.from == q.to)
        nj_reply(a, "shell.quiet_none", NJ_NO_ARGS);
    else
        nj_reply(a, a->ev->group ? "shell.quiet" : "shell.quiet_mine",
                 NJ_ARGS(nj_arg_id("hours", hours)));
}

/* Reads "23:00-07:30", "23:00 到 7:30". */
static bool read_hours(const char *text, struct nj_quiet *out)
{
    static const char *const dashes[] = {"-", "–", "—", "~", "到", "至", "to"};
    size_t n = strlen(text), k;
    int from, to;

    k = nj_when_clock(text, n, &from);
    if (k == 0)
        return false;
    k += strspn(text + k, " ");
    for (size_t i = 0; i < NJ_COUNT(dashes); i++) {
        size_t len = strlen(dashes[i]);

        NJ_ASSERT(k <= n);
        if (strncmp(text + k, dashes[i], len) != 0)
            continue;
        k += len;
        k += strspn(text + k, " ");
        if (nj_when_clock(text + k, n - k, &to) != n - k || n == k)
            return false;
        *out = (struct nj_quiet){(int16_t)from, (int16_t)to};
        return from != to;
    }
    return false;
}

static void settle_hours(struct nj_request *a, struct nj_quiet q)
{
    struct nj_customs customs = a->where->customs;

    NJ_ASSERT(q.from != q.to || q.from == 0);
    customs.quiet_set = true;
    customs.quiet = q;
    if (!nj_place_settle(a->r, a->where, &customs))
        return;
    move_all(a);
    tell_quiet(a);
}

static void settle_hush(struct nj_request *a, bool on)
{
    struct nj_customs customs = a->where->customs;

    customs.hush = on;
    if (nj_place_settle(a->r, a->where, &customs))
        nj_reply(a, on ? "shell.hush" : "shell.hush_over", NJ_NO_ARGS);
}

/* Off ends what is on: first the silence, then the hours. */
static void quiet_off(struct nj_request *a)
{
    if (a->where->customs.hush)
        settle_hush(a, false);
    else
        settle_hours(a, (struct nj_quiet){0, 0});
}

void nj_do_quiet(struct nj_request *a)
{
    const struct nj_command_arg *off = nj_command_arg(a->cmd, "off");
    const char *word = nj_command_text(a->cmd, "word");
    struct nj_quiet q;

    a->e = NULL;
    if (!a->ev->group && off == NULL && word[0] == '\0') {
        tell_quiet(a);
        return;
    }
    if (!may_settle(a))
        return;
    if (off != NULL)
        quiet_off(a);
    else if (word[0] == '\0')
        settle_hush(a, true);
    else if (read_hours(word, &q))
        settle_hours(a, q);
    else
        nj_reply(a, "shell.no_quiet", NJ_NO_ARGS);
}

/* --- #前缀 --- */

/* Nobody begins a sentence with these signs; the host's stay the host's. */
static bool good_prefix(const struct nj_request *a, const char *word)
{
    size_t n = strlen(word);

    if (n == 0 || n >= sizeof(a->where->customs.prefix) ||
        strncmp(word, a->r->setup.host_prefix,
                strlen(a->r->setup.host_prefix)) == 0)
        return false;
    return strspn(word, "!#$&*+,-./:;=?@^_|~") == n;
}

void nj_do_prefix(struct nj_request *a)
{
    const char *word = nj_command_text(a->cmd, "sign");
    struct nj_chat plain = *a->where; /* as it is without one of its own */

    NJ_ASSERT(a->ev->group);
    a->e = NULL;
    if (!may_settle(a))
        return;
    if (!good_prefix(a, word)) {
        nj_reply(a, "shell.no_prefix", NJ_NO_ARGS);
        return;
    }
    plain.customs.prefix[0] = '\0';
    if (strcmp(word, nj_place_shown_prefix(a->r, &plain)) != 0)
        nj_str_copy(plain.customs.prefix, sizeof(plain.customs.prefix), word);
    if (nj_place_settle(a->r, a->where, &plain.customs))
        nj_reply(a, "shell.prefix", NJ_ARGS(nj_arg_id("prefix", word)));
}
