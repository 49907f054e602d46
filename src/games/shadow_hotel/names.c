/*
 * What people call rooms, items, mechanisms and each other (SH-2.10, 7.31,
 * 7.32, 0.47).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- rooms --- */

/* Reads a number of one or two digits in any width; -1: something else. */
static int read_number(const char *text)
{
    size_t left = strlen(text);
    int v = 0;
    int digits = 0;

    while (left > 0) {
        int32_t cp = 0;
        size_t n = nj_utf8_next(text, left, &cp);

        text += n;
        left -= n;
        if (nj_utf8_space(cp))
            continue;
        if (cp >= 0xff10 && cp <= 0xff19)
            cp -= 0xff10 - '0';
        if (cp < '0' || cp > '9' || ++digits > 2)
            return -1;
        v = v * 10 + (cp - '0');
    }
    NJ_ASSERT(v >= 0 && v <= 99);
    return digits > 0 ? v : -1;
}

/* The text behind a mark, "#" or "@" in either width; NULL: there is none. */
static const char *behind(const char *text, char mark)
{
    int32_t cp = 0;
    size_t n = nj_utf8_next(text, strlen(text), &cp);

    return cp == mark || cp == mark + (0xff01 - '!') ? text + n : NULL;
}

static bool is_called(const struct sh_room *room, const char *text)
{
    if (nj_same_word(text, room->zh) || nj_same_word(text, room->en))
        return true;
    for (uint8_t i = 0; i < room->n_aliases; i++)
        if (nj_same_word(text, room->alias[i]))
            return true;
    return false;
}

/* Returns the number if there are so many rooms, else 0. */
static uint8_t in_house(const struct sh_map *map, int v)
{
    return v >= 1 && v <= map->n ? (uint8_t)v : 0;
}

static uint8_t named_room(const struct sh_map *map, const char *text)
{
    const char *id = behind(text, '#');

    if (id != NULL)
        return in_house(map, read_number(id));
    for (uint8_t i = 1; i <= map->n; i++)
        if (is_called(&map->room[i], text))
            return i;
    return 0;
}

enum sh_place_found nj_sh_find_place(const struct nj_match *m, nj_seat seat,
                                     const char *text, uint8_t *room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    int v = read_number(text);
    uint8_t found = v >= 0 ? in_house(map, v) : named_room(map, text);

    if (found == 0)
        return SH_PLACE_BAD;
    if (v < 0 && !nj_sh_knows(s, seat, found))
        return SH_PLACE_UNKNOWN;
    *room = v < 0 ? found : s->room_at[found];
    NJ_ASSERT(s->pos_of[*room] == found || v < 0);
    return SH_PLACE_OK;
}

uint8_t nj_sh_find_room(const struct nj_match *m, const char *text)
{
    int v = read_number(text);

    return v >= 0 ? in_house(nj_sh_map(m), v) : named_room(nj_sh_map(m), text);
}

/* --- items, mechanisms --- */

static const char *const items[SH_KINDS] = {
    "key",    "pistol", "torch", "boots", "mask",      "cross",   "gun",
    "energy", "album",  "bear",  "coin",  "telescope", "disguise"};

static const char *const mechs[SH_MECHS] = {"power", "cube", "fireplace",
                                            "poker", "mic",  "awakening"};

/* Returns the index of the word; n: it is none of them. */
static int find_word(const char *const *words, int n, const char *text)
{
    int i = 0;

    while (i < n && !nj_same_word(words[i], text))
        i++;
    return i;
}

enum sh_kind nj_sh_find_item(const char *text)
{
    int kind = find_word(items, SH_KINDS, text);

    NJ_ASSERT(kind >= 0 && kind <= SH_KINDS);
    return (enum sh_kind)kind;
}

enum sh_mech nj_sh_find_mech(const char *text)
{
    int mech = find_word(mechs, SH_MECHS, text);

    NJ_ASSERT(mech >= 0 && mech <= SH_MECHS);
    return (enum sh_mech)mech;
}

const char *nj_sh_item_word(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return items[kind];
}

const char *nj_sh_mech_word(enum sh_mech mech)
{
    NJ_ASSERT(mech < SH_MECHS);
    return mechs[mech];
}

const char *nj_sh_cause_word(enum sh_cause cause)
{
    static const char *const words[SH_CAUSES] = {
        "power", "gas", "fall",    "cross",  "stamp",  "crush",     "shotgun",
        "lab",   "afk", "suicide", "shadow", "report", "sacrifice", "host"};

    NJ_ASSERT(cause < SH_CAUSES);
    return words[cause];
}

const char *nj_sh_role_word(enum sh_role role)
{
    static const char *const words[] = {"player", "shadow", "brillo"};

    NJ_ASSERT(role < NJ_COUNT(words));
    return words[role];
}

/* --- persons --- */

static bool is_self(struct sh_person person)
{
    return nj_same_word(person.word, "self");
}

/* Does the name begin with what was typed? Letter case does not count. */
static bool begins_with(const char *name, const char *start)
{
    size_t n = strlen(start);
    char head[NJ_NAME_MAX];

    if (n == 0 || n >= sizeof(head) || strlen(name) < n)
        return false;
    memcpy(head, name, n);
    head[n] = '\0';
    return nj_utf8_valid(head, n) && nj_same_name(head, start);
}

static nj_seat_set fitting(const struct nj_match *m, const char *text,
                           bool whole)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < s->n; k++) {
        const char *name = nj_seat_name(m, k);

        if (whole ? nj_same_name(name, text) : begins_with(name, text))
            set |= nj_bit(k);
    }
    return set;
}

nj_seat_set nj_sh_seats_called(const struct nj_match *m, const char *text)
{
    nj_seat_set whole = fitting(m, text, true);

    return whole != 0 ? whole : fitting(m, text, false);
}

nj_seat nj_sh_find_seat(const struct nj_match *m, nj_seat asker,
                        struct sh_person person, bool *several)
{
    const struct sh_state *s = nj_state_const(m);
    int v = read_number(person.name);
    nj_seat_set set;
    nj_seat found = 0;

    *several = false;
    if (v >= 0)
        return v >= 1 && v <= s->n ? (nj_seat)(v - 1) : NJ_SEAT_NONE;
    if (is_self(person))
        return asker;
    set = nj_sh_seats_called(m, person.name);
    *several = (set & (set - 1)) != 0;
    if (set == 0 || *several)
        return NJ_SEAT_NONE;
    while (set != nj_bit(found))
        found++;
    NJ_ASSERT(nj_same_name(nj_seat_name(m, found), person.name) ||
              begins_with(nj_seat_name(m, found), person.name));
    return found;
}

/* Is the seat on the asker's list of the last round end? */
static bool on_list(const struct sh_state *s, nj_seat asker, nj_seat seat)
{
    const struct sh_seat *me = &s->seat[asker];

    NJ_ASSERT((me->meet == 0) == (me->meet_room == 0));
    return me->meet != 0 && s->seat[seat].meet != 0 &&
           s->seat[seat].meet_room == me->meet_room;
}

const char *nj_sh_listed(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].listed[0] != '\0' ? s->seat[seat].listed
                                           : nj_seat_name(m, seat);
}

/* Does the seat stand on the list under that name? */
static bool listed_as(const struct nj_match *m, nj_seat seat,
                      struct sh_person person)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].meet != 0);
    if (seat == s->shadow)
        return nj_same_word(person.word, "shadow");
    return nj_same_name(person.name, nj_sh_listed(m, seat));
}

/* Reads "@2"; 0: there is no such mark. */
static int read_mark(const char *text)
{
    const char *number = behind(text, '@');
    int v = number != NULL ? read_number(number) : -1;

    return v > 0 ? v : 0;
}

enum sh_here nj_sh_find_here(const struct nj_match *m, nj_seat asker,
                             struct sh_person person, nj_seat *seat,
                             nj_seat_set *fits)
{
    const struct sh_state *s = nj_state_const(m);
    int mark = read_mark(person.name);
    unsigned n = 0;

    *fits = 0;
    if (is_self(person)) {
        *seat = asker;
        return SH_HERE;
    }
    for (nj_seat k = 0; k < s->n; k++) {
        if (!on_list(s, asker, k) ||
            (mark > 0 ? s->seat[k].meet != mark : !listed_as(m, k, person)))
            continue;
        *fits |= nj_bit(k);
        *seat = k;
        n++;
    }
    if (n > 1)
        return SH_HERE_MANY;
    NJ_ASSERT(n == 0 || *fits == nj_bit(*seat));
    return n == 1 ? SH_HERE : SH_HERE_NONE;
}

const char *nj_sh_name(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].alias[0] != '\0' ? s->seat[seat].alias
                                          : nj_seat_name(m, seat);
}
