/*
 * What people call rooms, items, mechanisms and each other (SH-2.10, 7.31,
 * 7.32, 0.47).
 */
#include <stdio.h>

#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/called.h"

/* --- rooms --- */

static bool is_called(const struct sh_room *room, const char *text)
{
    NJ_ASSERT(room->zh[0] != '\0' && room->en[0] != '\0');
    if (nj_same_word(text, room->zh) || nj_same_word(text, room->en))
        return true;
    for (uint8_t i = 0; i < room->n_aliases; i++)
        if (nj_same_word(text, room->alias[i]))
            return true;
    return false;
}

uint8_t nj_sh_find_room(const struct nj_match *m, const char *text)
{
    const struct sh_map *map = nj_sh_map(m);
    const char *id = nj_called_behind(text, '#');
    int v = nj_called_number(id != NULL ? id : text);

    if (v >= 0 || id != NULL)
        return v >= 1 && v <= map->n ? (uint8_t)v : 0;
    for (uint8_t i = 1; i <= map->n; i++)
        if (is_called(&map->room[i], text))
            return i;
    return 0;
}

enum sh_place_found nj_sh_find_place(const struct nj_match *m, nj_seat seat,
                                     const char *text, uint8_t *room)
{
    const struct sh_state *s = nj_state_const(m);
    bool is_position = nj_called_number(text) >= 0;
    uint8_t found = nj_sh_find_room(m, text);

    if (found == 0)
        return SH_PLACE_BAD;
    if (!is_position && seat != NJ_SEAT_NONE && !nj_sh_knows(s, seat, found))
        return SH_PLACE_UNKNOWN;
    *room = is_position ? s->room_at[found] : found;
    NJ_ASSERT(s->room_at[s->pos_of[*room]] == *room);
    return SH_PLACE_OK;
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

nj_seat nj_sh_find_seat(const struct nj_match *m, nj_seat asker,
                        struct sh_person person, nj_seat_set *several)
{
    *several = 0;
    return is_self(person) ? asker : nj_seat_called(m, person.name, several);
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

nj_seat nj_sh_find_here(const struct nj_match *m, nj_seat asker,
                        struct sh_person person, nj_seat_set *several)
{
    const struct sh_state *s = nj_state_const(m);
    const char *number = nj_called_behind(person.name, '@');
    int mark = number != NULL ? nj_called_number(number) : 0;
    nj_seat_set met = nj_sh_met(s, asker), fits = 0;

    *several = 0;
    if (is_self(person))
        return asker;
    for (nj_seat k = 0; k < s->n; k++)
        if ((met & nj_bit(k)) != 0 &&
            (mark > 0 ? s->seat[k].meet == mark : listed_as(m, k, person)))
            fits |= nj_bit(k);
    NJ_ASSERT(mark <= 0 || nj_seat_count(fits) <= 1);
    if (nj_seat_count(fits) > 1)
        *several = fits;
    return *several == 0 ? nj_seat_nth(fits, 0) : NJ_SEAT_NONE;
}

const char *nj_sh_name(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    return s->seat[seat].alias[0] != '\0' ? s->seat[seat].alias
                                          : nj_seat_name(m, seat);
}

struct nj_arg nj_sh_names(const struct nj_match *m, struct sh_seat_list *list)
{
    uint8_t n = nj_seats(m);

    NJ_ASSERT(n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < n; i++) {
        (void)snprintf(list->text[i], sizeof(list->text[i]), "%d %s", i + 1,
                       nj_seat_name(m, i));
        list->names[i] = list->text[i];
    }
    return nj_text_list(list->names, n);
}
