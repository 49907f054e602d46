/*
 * Clauses about things and the building; their list is at the top of given.c.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/given.h"

/* --- items --- */

/* One of the kind that is nowhere yet, else the first. */
static int item_of(const struct sh_given *r, const char *name)
{
    enum sh_kind kind = nj_sh_find_item(name);
    int found = -1;

    if (kind == SH_KINDS)
        return -1;
    if (kind == SH_DISGUISE && !r->s->opt.supply)
        return SH_ITEM_DISGUISE; /* the only one */
    for (int i = SH_ITEMS - 1; i >= 0; i--) {
        const struct sh_item *item = &r->s->item[i];

        if (nj_sh_kind((uint8_t)i) == kind &&
            (found < 0 || item->where == SH_NOWHERE ||
             r->s->item[found].where != SH_NOWHERE))
            found = i;
    }
    return found;
}

static bool place_item(struct sh_given *r, const char *name,
                       enum sh_where where, uint8_t at)
{
    int item = item_of(r, name);

    if (item < 0)
        return false;
    r->s->item[item] = (struct sh_item){.where = (uint8_t)where, .at = at};
    return true;
}

static bool given_item(struct sh_given *r)
{
    char name[32];
    uint8_t at;

    if (!nj_sh_given_word(r, name, sizeof(name)))
        return false;
    if (nj_sh_given_follows(r, "gone"))
        return place_item(r, name, SH_NOWHERE, 0);
    return nj_sh_given_follows(r, "in") && nj_sh_given_room(r, &at) &&
           place_item(r, name, SH_IN_ROOM, at);
}

bool nj_sh_given_has(struct sh_given *r, nj_seat seat)
{
    char list[128];
    char *at = list;

    if (!nj_sh_given_word(r, list, sizeof(list)))
        return false;
    while (*at != '\0') {
        size_t n = strcspn(at, ",");
        bool last = at[n] == '\0';

        at[n] = '\0';
        if (!place_item(r, at, SH_HELD, (uint8_t)seat))
            return false;
        at += n + (last ? 0 : 1);
    }
    return true;
}

/* "13-22", "jump", "11-35" for the portal. */
static bool given_block(struct sh_given *r)
{
    struct sh_item *bear = &r->s->item[SH_ITEM_SINGLE + SH_BEAR];
    uint8_t a, b;

    bear->where = SH_BLOCKING;
    bear->at = r->map->jump;
    if (nj_sh_given_follows(r, "jump"))
        return true;
    if (!nj_sh_given_room(r, &a) || *r->at++ != '-' || !nj_sh_given_room(r, &b))
        return false;
    for (uint8_t i = 0; i < r->map->n_passages; i++)
        if (r->map->passage[i].a == a && r->map->passage[i].b == b) {
            bear->at = i;
            return true;
        }
    return false;
}

/* --- the building --- */

static bool given_power(struct sh_given *r)
{
    r->s->power = 0;
    return nj_sh_given_follows(r, "off");
}

static bool given_rotated(struct sh_given *r)
{
    r->s->rotated = 1;
    return true;
}

static bool given_poker(struct sh_given *r)
{
    r->s->poker = 1;
    return true;
}

static bool given_portal(struct sh_given *r)
{
    r->s->portal = 1;
    return true;
}

static bool given_gas(struct sh_given *r)
{
    r->s->gas = 1;
    return true;
}

static bool given_tunnel(struct sh_given *r)
{
    r->s->tunnel = 1;
    return true;
}

static bool given_door(struct sh_given *r)
{
    r->s->door = 1;
    return true;
}

static bool given_fireplace(struct sh_given *r)
{
    struct sh_item *energy = &r->s->item[SH_ITEM_SINGLE + SH_ENERGY];

    r->s->fireplace = 1;
    if (energy->where == SH_NOWHERE) {
        energy->where = SH_IN_ROOM;
        energy->at = r->map->special[SH_FIRE_ROOM];
    }
    return true;
}

static bool given_used(struct sh_given *r)
{
    struct sh_state *s = r->s;
    enum sh_mech mech;
    char name[32];

    if (!nj_sh_given_word(r, name, sizeof(name)))
        return false;
    mech = nj_sh_find_mech(name);
    if (mech == SH_MECHS)
        return false;
    s->mech_used = (uint8_t)(s->mech_used | 1u << mech);
    s->power_ops = (uint8_t)(s->power_ops + (mech == SH_POWER));
    s->cube_ops = (uint8_t)(s->cube_ops + (mech == SH_CUBE));
    s->poker_due |= mech == SH_POKER;
    s->portal_due |= mech == SH_AWAKENING;
    return true;
}

static bool given_due(struct sh_given *r)
{
    if (nj_sh_given_follows(r, "reboot"))
        r->s->reboot_due = 1;
    else if (nj_sh_given_follows(r, "gas"))
        r->s->gas_due = 1;
    else
        return false;
    return true;
}

static bool given_bullets(struct sh_given *r)
{
    return nj_sh_given_number(r, 9, &r->s->bullet);
}

static bool given_cross(struct sh_given *r)
{
    r->s->cross_used = 1;
    return nj_sh_given_follows(r, "used");
}

static bool given_album(struct sh_given *r)
{
    return nj_sh_given_follows(r, "used") &&
           nj_sh_given_number(r, 2, &r->s->album_uses);
}

static bool given_energyout(struct sh_given *r)
{
    r->s->energy_out = 1;
    return true;
}

static bool given_watch(struct sh_given *r)
{
    return nj_sh_given_room(r, &r->s->watch);
}

static const struct {
    const char *word;
    bool (*read)(struct sh_given *r);
} clauses[] = {
    {"item", given_item},       {"block", given_block},
    {"power", given_power},     {"rotated", given_rotated},
    {"poker", given_poker},     {"portal", given_portal},
    {"gas", given_gas},         {"tunnel", given_tunnel},
    {"door", given_door},       {"fireplace", given_fireplace},
    {"used", given_used},       {"due", given_due},
    {"bullets", given_bullets}, {"cross", given_cross},
    {"album", given_album},     {"energyout", given_energyout},
    {"watch", given_watch},
};

bool nj_sh_given_house(struct sh_given *r, const char *name)
{
    for (size_t i = 0; i < NJ_COUNT(clauses); i++)
        if (strcmp(clauses[i].word, name) == 0)
            return clauses[i].read(r);
    return false;
}
