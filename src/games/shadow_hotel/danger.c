/*
 * What would kill whom (SH-8.3): the conditions of each room, and what would
 * come of a step, a jump, a place to begin. Changes nothing.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Is anybody but the seat in the room? */
static bool others_in(const struct sh_state *s, uint8_t room, nj_seat seat)
{
    return (nj_sh_here(s, room) & ~nj_bit(seat)) != 0;
}

enum sh_cause nj_sh_room_kills(const struct nj_match *m, nj_seat seat,
                               uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    enum sh_cause cause = SH_CAUSES;
    bool kills = false;

    if (room == nj_sh_special(m, SH_LAB)) { /* N1: not ready */
        cause = SH_BY_LAB;
        kills =
            s->opt.lab_reboot && !s->tunnel && !nj_sh_holds(s, seat, SH_ENERGY);
    } else if (room == nj_sh_special(m, SH_DRESSING)) { /* N3 */
        cause = SH_BY_POWER;
        kills = s->power && !nj_sh_holds(s, seat, SH_BOOTS);
    } else if (room == nj_sh_special(m, SH_GAS_ROOM)) { /* N4 */
        cause = SH_BY_GAS;
        kills = s->gas && !nj_sh_holds(s, seat, SH_MASK);
    } else if (room == nj_sh_special(m, SH_SONG)) { /* N5 */
        cause = SH_BY_CROSS;
        kills = nj_sh_lies(s, room, SH_CROSS) && others_in(s, room, seat);
    }
    return kills ? cause : SH_CAUSES;
}

nj_seat_set nj_sh_doomed(const struct nj_match *m, enum sh_cause cause)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    NJ_ASSERT(cause == SH_BY_POWER || cause == SH_BY_GAS || cause == SH_BY_LAB);
    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i) &&
            nj_sh_room_kills(m, i, s->seat[i].room) == cause)
            set |= nj_bit(i);
    return set;
}

enum sh_dark nj_sh_dark_does(const struct nj_match *m, nj_seat seat,
                             uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(nj_sh_is_living(s, seat));
    if (room != nj_sh_special(m, SH_DARK) || nj_sh_holds(s, seat, SH_TORCH) ||
        (s->opt.wander && nj_sh_dark_is_lit(m)))
        return SH_DARK_NOTHING;
    if (seat == s->shadow || others_in(s, room, seat))
        return SH_DARK_FALLS;
    return SH_DARK_STOPS;
}

bool nj_sh_is_saved(const struct sh_state *s, nj_seat seat, uint8_t below)
{
    NJ_ASSERT(below > 0);
    return seat != s->shadow && nj_sh_lies(s, below, SH_BEAR);
}

bool nj_sh_brillo_killable(const struct sh_state *s)
{
    enum {
        UNTIL_ARMED,
        ALWAYS
    };

    NJ_ASSERT(s->brillo != NJ_SEAT_NONE);
    if (s->opt.brillo_immune == UNTIL_ARMED)
        return nj_sh_holds(s, s->shadow, SH_CROSS) ||
               nj_sh_holds(s, s->brillo, SH_ALBUM);
    return s->opt.brillo_immune != ALWAYS;
}

/* The shadow acts there, now. */
bool nj_sh_hunts_in(const struct sh_state *s, uint8_t room)
{
    NJ_ASSERT(room > 0);
    return s->seat[s->shadow].life == SH_ACTIVE &&
           s->seat[s->shadow].room == room;
}

/* --- what would come of it --- */

/* The shadow waits there for a seat without a gun. */
static bool shadow_kills(const struct sh_state *s, nj_seat seat, uint8_t room)
{
    NJ_ASSERT(nj_sh_is_present(s, seat));
    if (seat == s->shadow || !nj_sh_hunts_in(s, room) ||
        nj_sh_holds(s, seat, SH_GUN))
        return false;
    return seat != s->brillo || nj_sh_brillo_killable(s);
}

nj_seat_set nj_sh_marked(const struct sh_state *s)
{
    NJ_ASSERT(s->brillo == NJ_SEAT_NONE || s->brillo != s->shadow);
    return nj_bit(s->shadow) |
           (s->brillo == NJ_SEAT_NONE ? 0 : nj_bit(s->brillo));
}

bool nj_sh_jump_escapes(const struct sh_state *s, nj_seat jumper)
{
    return !s->opt.jump_plain && s->seat[jumper].role == SH_PLAYER &&
           (nj_sh_holds(s, jumper, SH_KEY) || s->door);
}

/* SH-8.12, 8.13. */
static bool jump_kills(const struct sh_state *s, nj_seat seat, uint8_t lobby)
{
    nj_seat_set hit = nj_sh_here(s, lobby);

    NJ_ASSERT((hit & nj_bit(seat)) == 0);
    if (nj_sh_jump_escapes(s, seat) || nj_sh_is_saved(s, seat, lobby))
        return false;
    if (!s->opt.jump_plain)
        hit &= nj_sh_marked(s);
    return hit == 0;
}

bool nj_sh_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room,
                    bool jump)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t below = nj_sh_special(m, SH_FALL_TARGET);

    NJ_ASSERT(room > 0 && (!jump || room == nj_sh_special(m, SH_LOBBY)));
    if (jump)
        return jump_kills(s, seat, room);
    if (s->opt.wander && room == nj_sh_special(m, SH_DARK) &&
        nj_sh_holds(s, seat, SH_TORCH))
        return false; /* SH-8.10 (a): whoever waits there falls first */
    if (nj_sh_dark_does(m, seat, room) == SH_DARK_FALLS)
        return !nj_sh_is_saved(s, seat, below) || shadow_kills(s, seat, below);
    return nj_sh_room_kills(m, seat, room) != SH_CAUSES ||
           shadow_kills(s, seat, room);
}

/* --- SH-3.6 --- */

/* The seat stands in `room`, all others where they are. */
struct stand {
    const struct nj_match *m;
    const struct sh_state *s;
    nj_seat seat;
    uint8_t room;
};

static uint8_t room_of(const struct stand *p, nj_seat seat)
{
    return seat == p->seat ? p->room : p->s->seat[seat].room;
}

/* Is somebody who may stay there before `seat` in the same room? The shadow
 * ranks last, and in the dark corridor does not count. */
static bool is_preceded(const struct stand *p, nj_seat seat, bool shadow_too)
{
    NJ_ASSERT(room_of(p, seat) > 0);
    for (uint8_t i = 0; p->s->order[i] != seat; i++) {
        nj_seat other = p->s->order[i];

        NJ_ASSERT(i + 1 < p->s->n);
        if (room_of(p, other) == room_of(p, seat) &&
            (shadow_too || other != p->s->shadow))
            return true;
    }
    return false;
}

/* SH-3.8 up to the encounter. */
static bool place_kills(const struct stand *p, nj_seat seat)
{
    uint8_t room = room_of(p, seat);
    enum sh_cause cause = nj_sh_room_kills(p->m, seat, room);

    NJ_ASSERT(room > 0);
    if (cause == SH_BY_POWER || cause == SH_BY_LAB)
        return true;
    if (room == nj_sh_special(p->m, SH_DARK))
        return seat == p->s->shadow ||
               (is_preceded(p, seat, false) &&
                !nj_sh_is_saved(p->s, seat,
                                nj_sh_special(p->m, SH_FALL_TARGET)));
    return room == nj_sh_special(p->m, SH_SONG) &&
           nj_sh_lies(p->s, room, SH_CROSS) && is_preceded(p, seat, true);
}

bool nj_sh_spawn_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct stand p = {m, s, seat, room};
    uint8_t hunted;

    NJ_ASSERT(room > 0 && s->stage == SH_SPAWN);
    if (place_kills(&p, seat))
        return true;
    if (seat == s->shadow || (seat == s->brillo && !nj_sh_brillo_killable(s)))
        return false;
    /* A shadow that dies comes back to 301, and hunts from there. */
    hunted = place_kills(&p, s->shadow) ? nj_sh_special(m, SH_RESPAWN)
                                        : room_of(&p, s->shadow);
    return room == hunted;
}

nj_seat_set nj_sh_endangered(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_is_present(s, i) &&
            nj_sh_spawn_is_fatal(m, i, s->seat[i].room))
            set |= nj_bit(i);
    return set;
}
