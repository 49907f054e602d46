/*
 * The clauses of a board that are no row of a table: seats, rooms, items, what
 * was said. The rows are in given.c.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/given.h"

#define PLAYERS_AT 41
#define SHADOW_AT  33

/* --- seats --- */

/* Returns what puts B first, then players by the alphabet, then S. */
static int rank_of(char letter)
{
    return letter == 'B' ? 0 : letter == 'S' ? 256 : letter;
}

static void set_order(struct sh_state *s, const char *letters)
{
    NJ_ASSERT(strlen(letters) == s->n);
    for (uint8_t i = 0; i < s->n; i++) {
        uint8_t k = i;

        for (; k > 0 && rank_of(letters[s->order[k - 1]]) > rank_of(letters[i]);
             k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
    for (uint8_t i = 0; i < s->n; i++)
        s->seat[s->order[i]].rank = i;
    NJ_ASSERT(s->order[s->n - 1] == s->shadow);
}

/* A letter per seat; false: two seats have the same. */
static bool set_roles(struct sh_state *s, const char *letters)
{
    s->brillo = NJ_SEAT_NONE;
    for (nj_seat k = 0; k < s->n; k++) {
        if (strchr(letters, letters[k]) != letters + k)
            return false;
        if (letters[k] == 'S') {
            s->shadow = k;
            s->seat[k].role = SH_SHADOW;
        } else if (letters[k] == 'B') {
            s->brillo = k;
            s->seat[k].role = SH_BRILLO;
        }
    }
    NJ_ASSERT(s->seat[s->shadow].role == SH_SHADOW);
    return true;
}

bool nj_sh_given_seats(struct nj_given *g)
{
    struct sh_state *s = g->of;
    struct nj_word letters;
    size_t n;

    if (!nj_reader_word(&g->r, &letters))
        return false;
    n = strlen(letters.typed);
    if (n < 2 || n > SH_SEATS_MAX || strchr(letters.typed, 'S') == NULL)
        return false;
    s->n = (uint8_t)n;
    if (!set_roles(s, letters.typed) || !nj_given_seats(g->m, s->n))
        return false;
    set_order(s, letters.typed);
    nj_sh_settings(g->m, s);
    nj_sh_fresh(g->m, s);
    s->stage = SH_RUNNING;
    s->round = 1;
    nj_sh_round_fresh(s);
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].room = k == s->shadow ? SHADOW_AT : PLAYERS_AT;
        s->seat[k].known = ~(UINT64_C(1) << nj_sh_special(g->m, SH_DARK));
    }
    NJ_ASSERT(nj_seats(g->m) == s->n && s->phase == 1);
    return true;
}

bool nj_sh_given_life(struct nj_given *g)
{
    struct sh_seat *who = g->of;

    NJ_ASSERT(who->life != SH_ACTIVE);
    if (who->life == SH_REBIRTH) {
        who->room = nj_sh_special(g->m, SH_RESPAWN);
    } else {
        who->body =
            who->life == SH_OUT ? who->room : nj_sh_special(g->m, SH_CHAMBER);
        who->room = 0;
    }
    who->turn_over = 1;
    return true;
}

/* Reads "2,3". */
bool nj_sh_given_knows(struct nj_given *g)
{
    struct sh_seat *who = g->of;
    uint8_t room;

    who->known = 0;
    do {
        if (!nj_sh_given_room(g, &room))
            return false;
        who->known |= UINT64_C(1) << room;
    } while (nj_reader_sign(&g->r, ','));
    NJ_ASSERT(who->known != 0 && (who->known & 1) == 0);
    return true;
}

/* --- rooms, items --- */

bool nj_sh_given_room(struct nj_given *g, uint8_t *out)
{
    return nj_given_byte(g, 1, nj_sh_map(g->m)->n, out);
}

/* Reads "24=2". */
bool nj_sh_given_pos(struct nj_given *g)
{
    struct sh_state *s = g->of;
    uint8_t room, pos;

    if (!nj_sh_given_room(g, &room) || !nj_reader_sign(&g->r, '=') ||
        !nj_sh_given_room(g, &pos))
        return false;
    nj_sh_swap_rooms(s, room, s->room_at[pos]);
    NJ_ASSERT(s->pos_of[room] == pos);
    return true;
}

/* One of the kind that is nowhere yet, else the first; -1: no such kind. */
static int item_of(const struct sh_state *s, const char *name)
{
    enum sh_kind kind = nj_sh_find_item(name);
    int found = -1;

    if (kind == SH_KINDS)
        return -1;
    if (kind == SH_DISGUISE && !s->opt.supply)
        return SH_ITEM_DISGUISE; /* the only one */
    for (int i = SH_ITEMS - 1; i >= 0; i--) {
        const struct sh_item *item = &s->item[i];

        if (nj_sh_kind((uint8_t)i) == kind &&
            (found < 0 || item->where == SH_NOWHERE ||
             s->item[found].where != SH_NOWHERE))
            found = i;
    }
    NJ_ASSERT(found >= 0);
    return found;
}

static bool place_item(struct sh_state *s, const char *name,
                       enum sh_where where, uint8_t at)
{
    int item = item_of(s, name);

    NJ_ASSERT((where == SH_NOWHERE) == (at == 0) || where == SH_HELD);
    if (item < 0)
        return false;
    s->item[item] = (struct sh_item){.where = (uint8_t)where, .at = at};
    return true;
}

/* Reads "torch in 21" or "cross gone". */
bool nj_sh_given_item(struct nj_given *g)
{
    struct nj_word name;
    uint8_t at;

    if (!nj_reader_word(&g->r, &name))
        return false;
    if (nj_reader_follows(&g->r, "gone"))
        return place_item(g->of, name.typed, SH_NOWHERE, 0);
    return nj_reader_follows(&g->r, "in") && nj_sh_given_room(g, &at) &&
           place_item(g->of, name.typed, SH_IN_ROOM, at);
}

/* Reads "torch,coin". */
bool nj_sh_given_has(struct nj_given *g)
{
    struct nj_word list;
    char *at = list.typed;

    NJ_ASSERT(g->seat != NJ_SEAT_NONE);
    if (!nj_reader_word(&g->r, &list))
        return false;
    while (*at != '\0') {
        size_t n = strcspn(at, ",");
        bool last = at[n] == '\0';

        at[n] = '\0';
        if (!place_item(nj_state(g->m), at, SH_HELD, (uint8_t)g->seat))
            return false;
        at += n + !last;
    }
    return true;
}

/* Reads "13-22", "jump", "11-35" for the portal. */
bool nj_sh_given_block(struct nj_given *g)
{
    const struct sh_map *map = nj_sh_map(g->m);
    struct sh_state *s = g->of;
    struct sh_item *bear = &s->item[SH_ITEM_BEAR];
    uint8_t a, b;

    NJ_ASSERT(map->passage[map->jump].gate == SH_BY_JUMP);
    bear->where = SH_BLOCKING;
    bear->at = map->jump;
    if (nj_reader_follows(&g->r, "jump"))
        return true;
    if (!nj_sh_given_room(g, &a) || !nj_reader_sign(&g->r, '-') ||
        !nj_sh_given_room(g, &b))
        return false;
    bear->at = 0;
    while (bear->at < map->n_passages &&
           (map->passage[bear->at].a != a || map->passage[bear->at].b != b))
        bear->at++;
    return bear->at < map->n_passages;
}

/* A mechanism was operated in this round. */
bool nj_sh_given_used(struct nj_given *g)
{
    struct sh_state *s = g->of;
    struct nj_word name;
    enum sh_mech mech;

    if (!nj_reader_word(&g->r, &name))
        return false;
    mech = nj_sh_find_mech(name.typed);
    if (mech == SH_MECHS)
        return false;
    s->mech_used = (uint8_t)(s->mech_used | 1u << mech);
    NJ_ASSERT(s->mech_used >> SH_MECHS == 0);
    s->power_ops = (uint8_t)(s->power_ops + (mech == SH_POWER));
    s->cube_ops = (uint8_t)(s->cube_ops + (mech == SH_CUBE));
    s->poker_due |= mech == SH_POKER;
    s->portal_due |= mech == SH_AWAKENING;
    return true;
}

/* --- what was said and known --- */

bool nj_sh_given_line(struct nj_given *g)
{
    enum sh_say what = (enum sh_say)g->row->value;
    struct sh_state *s = g->of;
    char text[200];

    NJ_ASSERT(what == SH_SAY_KEY_FOUND || what == SH_SAY_DEAD ||
              what == SH_SAY_MIC);
    s->key_found |= what == SH_SAY_KEY_FOUND;
    if (what != SH_SAY_KEY_FOUND && !nj_reader_rest(&g->r, text, sizeof(text)))
        return false;
    nj_sh_queue(s, what, 0, what == SH_SAY_KEY_FOUND ? NULL : text);
    return true;
}

/* Reads "A r2 [as NAME]". */
bool nj_sh_given_died(struct nj_given *g)
{
    struct sh_state *s = g->of;
    struct sh_death *d = &s->death[s->n_deaths];
    uint8_t round;

    if (s->n_deaths == SH_DEATHS_MAX)
        return false;
    d->seat = nj_given_seat(g);
    if (d->seat == NJ_SEAT_NONE || !nj_reader_sign(&g->r, 'r') ||
        !nj_given_byte(g, 0, SH_ROUNDS_MAX, &round))
        return false;
    d->announced = 1;
    d->seq = 1; /* before all that is typed: the archive has nothing to read */
    d->as_shadow = d->seat == s->shadow;
    s->n_deaths++;
    return !nj_reader_follows(&g->r, "as") ||
           nj_reader_rest(&g->r, d->name, sizeof(d->name));
}
