/*
 * The two upheavals of level-4016: the reboot (SH-10.7), which deals the rooms
 * anew, and the corridor that wanders (SH-10.9).
 */
#include "base/bug.h"
#include "games/shadow_hotel/view.h"

/* --- reboot --- */

/* 1 and 2: pending operations are void, everything is as at the start; the
 * reset counts as no change (SH-4.6). */
static void reset_mechanisms(struct sh_state *s)
{
    NJ_ASSERT(s->reboot_due == 1);
    nj_sh_ops_clear(s);
    s->power = 1;
    s->rotated = 0;
    s->poker = 0;
    s->portal = 0;
    s->gas = 0;
    s->fireplace = s->item[SH_ITEM_ENERGY].where != SH_NOWHERE;
}

/* 3: what has a place where it begins goes there, but for the cross. */
static void reset_items(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->reboot_due);
    for (uint8_t i = 0; i < (uint8_t)SH_ITEMS; i++) {
        enum sh_kind kind = nj_sh_kind(i);
        uint8_t home = nj_sh_item_start(m, kind);

        if (s->item[i].where != SH_NOWHERE && home != 0 && kind != SH_CROSS)
            nj_sh_put(m, i, SH_IN_ROOM, home);
    }
    s->bullet = 1;
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].bumped = 0;
}

/* 6: as many places as rounds have passed, twice. */
static void deal_knowledge(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t list[SH_ROOMS_MAX];
    uint8_t n = nj_sh_map(m)->n;
    uint8_t k = (uint8_t)(2 * s->round < n ? 2 * s->round : n);

    NJ_ASSERT(n <= SH_ROOMS_MAX);
    for (uint8_t i = 0; i < n; i++)
        list[i] = (uint8_t)(i + 1);
    for (uint8_t i = 0; i < k; i++) {
        uint8_t j = (uint8_t)(i + nj_random(m, (uint32_t)(n - i)));
        uint8_t pos = list[j];

        list[j] = list[i];
        list[i] = pos;
        nj_sh_learn(s, seat, s->room_at[pos]);
    }
}

/* The room has moved with who is in it, and he knows where he is. */
static void stay_with_room(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = s->seat[seat].room;

    NJ_ASSERT(room > 0 && s->room_at[s->pos_of[room]] == room);
    nj_sh_learn(s, seat, room);
    say_moved(m, seat, room, s->pos_of[room]);
}

void nj_sh_reboot(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    reset_mechanisms(s);
    reset_items(m);
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].known = 0;
    nj_sh_rooms_draw(m);
    for (nj_seat i = 0; i < s->n; i++) {
        if (nj_sh_is_living(s, i))
            deal_knowledge(m, i);
        if (nj_sh_is_present(s, i))
            stay_with_room(m, i);
    }
    s->reboot_due = SH_REBOOTED;
    nj_sh_queue(s, SH_SAY_REBOOT, 0, NULL);
}

/* --- the wandering corridor --- */

void nj_sh_swap_rooms(struct sh_state *s, uint8_t a, uint8_t b)
{
    uint8_t pos = s->pos_of[a];

    NJ_ASSERT(s->room_at[pos] == a && s->room_at[s->pos_of[b]] == b);
    s->pos_of[a] = s->pos_of[b];
    s->pos_of[b] = pos;
    s->room_at[s->pos_of[a]] = a;
    s->room_at[s->pos_of[b]] = b;
}

void nj_sh_wander(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    uint8_t dark = nj_sh_special(m, SH_DARK);
    uint64_t known = UINT64_C(1) << dark; /* to anybody; and itself */
    uint8_t rooms[SH_PLACES];
    uint8_t n = 0;

    if (!s->opt.wander || nj_sh_dark_is_lit(m))
        return;
    for (nj_seat i = 0; i < s->n; i++) {
        s->seat[i].known &= ~(UINT64_C(1) << dark);
        known |= s->seat[i].known;
    }
    for (uint8_t room = 1; room <= nj_sh_map(m)->n; room++)
        if ((known >> room & 1) == 0)
            rooms[n++] = room;
    NJ_ASSERT(s->reboot_due == 0 && n < nj_sh_map(m)->n);
    if (n > 0) {
        nj_sh_swap_rooms(s, dark, rooms[nj_random(m, n)]);
        s->reboot_due = SH_WANDERED;
    }
    for (nj_seat i = 0; i < s->n; i++) {
        if (!nj_sh_is_present(s, i) || s->seat[i].room != dark)
            continue;
        if (n > 0)
            stay_with_room(m, i);
        else
            nj_sh_learn(s, i, dark);
    }
}

/* --- E14 --- */

/* Which rooms of all, or the dark corridor alone. */
static void tell_known(const struct nj_asker *to, const char *clause, bool all)
{
    const struct nj_match *m = to->from;
    const struct sh_state *s = nj_state_const(m);
    int64_t cells[2 * SH_PLACES];
    uint8_t rooms[SH_PLACES];
    uint8_t dark = nj_sh_special(m, SH_DARK);
    uint8_t n = 0;

    for (uint8_t pos = 1; pos <= nj_sh_map(m)->n; pos++)
        if (nj_sh_knows(s, to->seat, s->room_at[pos]) &&
            (all || s->room_at[pos] == dark))
            rooms[n++] = s->room_at[pos];
    NJ_ASSERT(all || n <= 1);
    say_known(to, nj_sh_view_rooms(m, rooms, n, cells), clause);
}

void nj_sh_known_to(const struct nj_asker *to)
{
    tell_known(to, "SH-2.11", true);
}

void nj_sh_knowledge_tell(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t dark = nj_sh_special(m, SH_DARK);

    for (nj_seat i = 0; i < s->n; i++) {
        const struct nj_asker to = nj_asker_seat(m, i);
        bool inside = nj_sh_is_present(s, i) && s->seat[i].room == dark;

        if (s->reboot_due == SH_REBOOTED && nj_sh_is_living(s, i))
            tell_known(&to, "SH-10.7", true);
        else if (s->reboot_due == SH_WANDERED && inside)
            tell_known(&to, "SH-10.9", false);
    }
    NJ_ASSERT(s->reboot_due != 1); /* a reboot that is due has happened */
}
