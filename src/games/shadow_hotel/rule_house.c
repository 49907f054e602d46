/*
 * Decisions about the building and its hidden counters (SH-17.5, 17.6, 17.10,
 * 17.13).
 */
#include <stddef.h>

#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

#define ARGS    "sh.err.ruling"
#define BULLETS 6

static const struct sh_state *state(const struct sh_ruling *r)
{
    return nj_state_const(r->from);
}

/* --- the building --- */

enum setting {
    SET_POWER,
    SET_CUBE,
    SET_GAS,
    SET_POKER,
    SET_AWAKEN,
    SET_TUNNEL,
    SET_DOOR,
    SET_FIREPLACE,
    SETTINGS
};

static const struct {
    const char *word;
    const char *off, *on; /* for the record */
    size_t at;            /* in the state */
    bool at_end;          /* it can wait for the end of the round */
} settings[SETTINGS] = {
    {"power", "off", "on", offsetof(struct sh_state, power), true},
    {"cube", "restored", "rotated", offsetof(struct sh_state, rotated), true},
    {"gas", "clear", "gas", offsetof(struct sh_state, gas), true},
    {"poker", "closed", "open", offsetof(struct sh_state, poker), true},
    {"awakening", "closed", "open", offsetof(struct sh_state, portal), true},
    {"tunnel", "closed", "open", offsetof(struct sh_state, tunnel), false},
    {"door", "locked", "unlocked", offsetof(struct sh_state, door), false},
    {"fireplace", "open", "done", offsetof(struct sh_state, fireplace), false},
};

static bool setting_is(const struct sh_state *s, uint8_t which)
{
    NJ_ASSERT(which < SETTINGS);
    return ((const uint8_t *)s)[settings[which].at] != 0;
}

/* 1, 0, or -1: no such value. Gas is on where there is gas. */
static int read_value(const struct sh_rule_word *word)
{
    if (nj_sh_rule_is(word, "on") || nj_sh_rule_is(word, "gas"))
        return 1;
    return nj_sh_rule_is(word, "off") ? 0 : -1;
}

static bool read_setting(struct sh_ruling *r)
{
    struct sh_rule_word word;

    if (!nj_sh_rule_word(r, &word))
        return false;
    for (int i = 0; i < SETTINGS; i++)
        if (nj_sh_rule_is(&word, settings[i].word)) {
            r->setting = (uint8_t)i;
            return true;
        }
    return false;
}

/* "power off atend". */
const char *nj_sh_rule_check_set(struct sh_ruling *r)
{
    struct sh_rule_word word;
    bool waits = false;
    int value;

    if (!read_setting(r) || !nj_sh_rule_word(r, &word))
        return ARGS;
    value = read_value(&word);
    if (nj_sh_rule_word(r, &word)) {
        waits = nj_sh_rule_is(&word, "atend");
        if (!waits)
            return ARGS;
    }
    if (value < 0 || (waits && !settings[r->setting].at_end))
        return ARGS;
    r->on = value > 0;
    r->extra = waits;
    nj_sh_rule_note(r->before, "%s",
                    setting_is(state(r), r->setting)
                        ? settings[r->setting].on
                        : settings[r->setting].off);
    nj_sh_rule_note(r->after, "%s%s",
                    r->on ? settings[r->setting].on : settings[r->setting].off,
                    waits ? " at the end" : "");
    return NULL;
}

/* Puts down what the end of the round does by itself. */
static void set_at_end(struct sh_state *s, const struct sh_ruling *r)
{
    bool change = setting_is(s, r->setting) != r->on;

    switch ((enum setting)r->setting) {
    case SET_POWER:
        s->power_ops = change ? 1 : 0;
        return;
    case SET_CUBE:
        s->cube_ops = change ? 1 : 0;
        return;
    case SET_GAS:
        s->gas_due = r->on;
        return;
    case SET_POKER:
        s->poker_due = r->on;
        return;
    case SET_AWAKEN:
        s->portal_due = r->on;
        return;
    case SET_TUNNEL:
    case SET_DOOR:
    case SET_FIREPLACE:
    case SETTINGS:
        break;
    }
    NJ_UNREACHABLE();
}

/* What the building now does to who stands there, as at E4a. */
static void strike(struct nj_match *m, enum sh_cause cause)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set dying = 0;

    NJ_ASSERT(cause == SH_BY_POWER || cause == SH_BY_GAS);
    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i) &&
            (cause == SH_BY_POWER ? nj_sh_power_kills(m, i, s->seat[i].room)
                                  : nj_sh_gas_kills(m, i, s->seat[i].room)))
            dying |= nj_bit(i);
    nj_sh_kill_all(m, dying, cause);
}

void nj_sh_energy_appears(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const uint8_t energy = SH_ITEM_SINGLE + SH_ENERGY;

    NJ_ASSERT(s->fireplace);
    if (s->item[energy].where == SH_NOWHERE)
        nj_sh_put(m, energy, SH_IN_ROOM, nj_sh_special(m, SH_FIRE_ROOM));
}

void nj_sh_rule_do_set(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);

    if (r->extra) {
        set_at_end(s, r);
        return;
    }
    ((uint8_t *)s)[settings[r->setting].at] = r->on;
    if (r->setting == SET_POWER)
        strike(m, SH_BY_POWER);
    if (r->setting == SET_GAS)
        strike(m, SH_BY_GAS);
    if (r->setting == SET_FIREPLACE && r->on)
        nj_sh_energy_appears(m);
}

const char *nj_sh_rule_check_swaprooms(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    const int n = nj_sh_map(r->from)->n;

    if (!s->opt.explore)
        return "sh.err.edition";
    if (r->n < 1 || r->n > n || r->n2 < 1 || r->n2 > n || r->n == r->n2)
        return ARGS;
    nj_sh_rule_note(r->before, "%d=#%u %d=#%u", r->n2,
                    (unsigned)s->room_at[r->n2], r->n,
                    (unsigned)s->room_at[r->n]);
    nj_sh_rule_note(r->after, "%d=#%u %d=#%u", r->n2,
                    (unsigned)s->room_at[r->n], r->n,
                    (unsigned)s->room_at[r->n2]);
    return NULL;
}

/* Who stands inside knows where he is; nobody else does any more. */
static void forget(struct nj_match *m, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(room != 0);
    for (nj_seat i = 0; i < s->n; i++) {
        if (s->seat[i].room != room)
            s->seat[i].known &= ~(UINT64_C(1) << room);
        else
            nj_emit(m, nj_to_seat(i), "sh.host.changed", "SH-12.3", NJ_NO_ARGS);
    }
}

void nj_sh_rule_do_swaprooms(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);
    uint8_t a = s->room_at[r->n];
    uint8_t b = s->room_at[r->n2];

    s->room_at[r->n] = b;
    s->room_at[r->n2] = a;
    s->pos_of[b] = (uint8_t)r->n;
    s->pos_of[a] = (uint8_t)r->n2;
    forget(m, a);
    forget(m, b);
}

/* --- counters --- */

const char *nj_sh_rule_check_phase(struct sh_ruling *r)
{
    if (r->n < 1 || r->n > 3)
        return ARGS;
    nj_sh_rule_note(r->before, "%u", (unsigned)state(r)->phase);
    nj_sh_rule_note(r->after, "%d", r->n);
    return NULL;
}

void nj_sh_rule_do_phase(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);

    s->phase = (uint8_t)r->n;
    if (r->extra)
        nj_sh_queue(s, SH_SAY_PHASE, s->phase, NULL);
}

const char *nj_sh_rule_check_bullets(struct sh_ruling *r)
{
    if (r->n < 0 || r->n > BULLETS)
        return ARGS;
    nj_sh_rule_note(r->before, "%u", (unsigned)state(r)->bullet);
    nj_sh_rule_note(r->after, "%d", r->n);
    return NULL;
}

void nj_sh_rule_do_bullets(struct nj_match *m, struct sh_ruling *r)
{
    ((struct sh_state *)nj_state(m))->bullet = (uint8_t)r->n;
}

const char *nj_sh_rule_check_stamp(struct sh_ruling *r)
{
    if (r->n < 0 || r->n > 2)
        return ARGS;
    nj_sh_rule_note(r->before, "%u", (unsigned)state(r)->album_uses);
    nj_sh_rule_note(r->after, "%d", r->n);
    return NULL;
}

void nj_sh_rule_do_stamp(struct nj_match *m, struct sh_ruling *r)
{
    ((struct sh_state *)nj_state(m))->album_uses = (uint8_t)r->n;
}

const char *nj_sh_rule_check_crossused(struct sh_ruling *r)
{
    struct sh_rule_word word;
    int value;

    if (!nj_sh_rule_word(r, &word))
        return ARGS;
    value = read_value(&word);
    r->on = value > 0;
    nj_sh_rule_note(r->before, "%s", state(r)->cross_used ? "used" : "unused");
    nj_sh_rule_note(r->after, "%s", r->on ? "used" : "unused");
    return value < 0 ? ARGS : NULL;
}

void nj_sh_rule_do_crossused(struct nj_match *m, struct sh_ruling *r)
{
    ((struct sh_state *)nj_state(m))->cross_used = r->on;
}
