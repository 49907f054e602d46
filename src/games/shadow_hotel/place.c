/*
 * Rooms and passages as they are now: what lies where, what is open or
 * blocked, what a seat knows of it (SH-2).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

const struct sh_map *nj_sh_map(const struct nj_match *m)
{
    const struct sh_map *map = nj_data(m);

    if (nj_sh_now(m)->opt.built_in) /* asked for at every turn */
        return map;
    map = nj_data_named(map, nj_option_text(m, "map"));
    NJ_ASSERT(map != NULL); /* the options have been checked */
    return map;
}

uint8_t nj_sh_special(const struct nj_match *m, enum sh_special which)
{
    NJ_ASSERT(which < SH_SPECIALS);
    return nj_sh_map(m)->special[which];
}

/* --- passages --- */

bool nj_sh_passage_open(const struct sh_state *s, const struct sh_map *map,
                        uint8_t passage)
{
    const struct sh_passage *p = &map->passage[passage];
    unsigned now = s->rotated ? SH_IN_ROTATED : SH_IN_RESTORED;

    NJ_ASSERT(passage < map->n_passages && s->rotated <= 1);
    if (p->gate == SH_BY_JUMP)
        return true;
    if ((p->gate == SH_BY_POKER && !s->poker) ||
        (p->gate == SH_BY_AWAKENING && !s->portal))
        return false;
    return (p->states & now) != 0;
}

uint8_t nj_sh_passage_leads(const struct sh_state *s, const struct sh_map *map,
                            uint8_t passage, uint8_t room)
{
    const struct sh_passage *p = &map->passage[passage];
    uint8_t here = room;
    uint8_t to = 0;

    NJ_ASSERT(passage < map->n_passages && room <= map->n);
    if (room == 0)
        return 0;
    if (!p->rooms)
        here = s->pos_of[room];
    if (here == p->a)
        to = p->b;
    else if (here == p->b && p->gate != SH_BY_JUMP)
        to = p->a;
    return to != 0 && !p->rooms ? s->room_at[to] : to;
}

bool nj_sh_is_blocked(const struct sh_state *s, uint8_t passage)
{
    const struct sh_item *bear = &s->item[SH_ITEM_BEAR];

    NJ_ASSERT(passage < SH_PASSAGES_MAX);
    return bear->where == SH_BLOCKING && bear->at == passage;
}

int nj_sh_passage_between(const struct sh_state *s, const struct sh_map *map,
                          uint8_t from, uint8_t to)
{
    int first = -1;

    NJ_ASSERT(from <= map->n && to <= map->n);
    for (uint8_t i = 0; i < map->n_passages && from != 0 && to != 0; i++) {
        if (map->passage[i].gate == SH_BY_JUMP ||
            !nj_sh_passage_open(s, map, i) ||
            nj_sh_passage_leads(s, map, i, from) != to)
            continue;
        if (!nj_sh_is_blocked(s, i))
            return i;
        if (first < 0)
            first = i;
    }
    return first;
}

uint8_t nj_sh_neighbours(const struct sh_state *s, const struct sh_map *map,
                         uint8_t room, uint8_t pos[SH_PLACES],
                         uint8_t way[SH_PLACES])
{
    uint8_t kind[SH_PLACES];
    uint8_t n = 0;

    memset(kind, UINT8_MAX, sizeof(kind));
    for (uint8_t i = 0; i < map->n_passages; i++) {
        uint8_t to = nj_sh_passage_leads(s, map, i, room);

        if (to != 0 && map->passage[i].gate != SH_BY_JUMP &&
            kind[s->pos_of[to]] == UINT8_MAX && nj_sh_passage_open(s, map, i))
            kind[s->pos_of[to]] = map->passage[i].way;
    }
    for (uint8_t p = 1; p <= map->n; p++) {
        if (kind[p] == UINT8_MAX)
            continue;
        pos[n] = p;
        if (way != NULL)
            way[n] = kind[p];
        n++;
    }
    NJ_ASSERT(room != 0 || n == 0);
    return n;
}

uint8_t nj_sh_floor(const struct sh_state *s, const struct sh_map *map,
                    uint8_t room)
{
    NJ_ASSERT(room >= 1 && room <= map->n);
    return map->position[s->pos_of[room]].floor;
}

/* --- knowledge --- */

bool nj_sh_knows(const struct sh_state *s, nj_seat seat, uint8_t room)
{
    NJ_ASSERT(seat < s->n && room < SH_PLACES);
    return !s->opt.explore || (s->seat[seat].known >> room & 1) != 0;
}

void nj_sh_learn(struct sh_state *s, nj_seat seat, uint8_t room)
{
    NJ_ASSERT(seat < s->n && room < SH_PLACES);
    if (room != 0)
        s->seat[seat].known |= UINT64_C(1) << room;
}

uint8_t nj_sh_item_room(const struct sh_state *s, uint8_t item)
{
    const struct sh_item *it = &s->item[item];

    NJ_ASSERT(it->where != SH_HELD || it->at < s->n);
    if (it->where == SH_HELD)
        return s->seat[it->at].room;
    return it->where == SH_IN_ROOM ? it->at : 0;
}

bool nj_sh_dark_is_lit(const struct nj_match *m)
{
    return nj_sh_item_room(nj_state_const(m), SH_ITEM_TORCH) ==
           nj_sh_special(m, SH_DARK);
}

/* --- rooms in messages --- */

struct nj_arg nj_sh_arg_room(const struct nj_match *m, const char *name,
                             uint8_t room)
{
    static const char words[SH_PLACES][3] = {
        "",   "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
        "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
        "30", "31", "32", "33", "34", "35", "36", "37", "38", "39",
        "40", "41", "42", "43", "44", "45", "46", "47", "48", "49"};
    const struct sh_map *map = nj_sh_map(m);

    NJ_ASSERT(room <= map->n && map->n < NJ_COUNT(words));
    if (room == 0)
        return nj_arg_word(name, "unknown");
    /* The languages know the rooms of the built-in hotel alone. */
    if (map->head.name[0] != '\0')
        return nj_arg_id(name, map->room[room].zh);
    return nj_arg_word(name, words[room]);
}

struct nj_arg nj_sh_arg_room_for(const struct nj_match *m, nj_seat seat,
                                 const char *name, uint8_t room)
{
    bool known = room != 0 && nj_sh_knows(nj_sh_now(m), seat, room);

    return nj_sh_arg_room(m, name, known ? room : 0);
}
