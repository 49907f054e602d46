/*
 * What would kill whom (SH-8.3): the conditions of each room, and what would
 * come of a step, a jump, a place to begin. Changes nothing.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Is anybody but the seat in the room? */
static bool others_in(const struct sh_state *s, uint8_t room, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    for (nj_seat i = 0; i < s->n; i++)
        if (i != seat && nj_sh_is_present(s, i) && s->seat[i].room == room)
            return true;
    return false;
}

static bool lies(const struct sh_state *s, uint8_t room, enum sh_kind kind)
{
    return nj_sh_lying(s, room, kind) >= 0;
}

static bool holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    return nj_sh_held(s, seat, kind) >= 0;
}

/* N1: an unready laboratory. */
bool nj_sh_lab_kills(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return s->opt.lab_reboot && room == nj_sh_special(m, SH_LAB) &&
           !s->tunnel && !holds(s, seat, SH_ENERGY);
}

/* N3. */
bool nj_sh_power_kills(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return room == nj_sh_special(m, SH_DRESSING) && s->power &&
           !holds(s, seat, SH_BOOTS);
}

/* N4. */
bool nj_sh_gas_kills(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return room == nj_sh_special(m, SH_GAS_ROOM) && s->gas &&
           !holds(s, seat, SH_MASK);
}

/* N5. */
bool nj_sh_song_kills(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return room == nj_sh_special(m, SH_SONG) && lies(s, room, SH_CROSS) &&
           others_in(s, room, seat);
}

enum sh_dark nj_sh_dark_does(const struct nj_match *m, nj_seat seat,
                             uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (room != nj_sh_special(m, SH_DARK) || holds(s, seat, SH_TORCH) ||
        (s->opt.wander && nj_sh_dark_is_lit(m)))
        return SH_DARK_NOTHING;
    if (seat == s->shadow || others_in(s, room, seat))
        return SH_DARK_FALLS;
    return SH_DARK_STOPS;
}

bool nj_sh_brillo_killable(const struct sh_state *s)
{
    enum {
        UNTIL_ARMED,
        ALWAYS
    };

    NJ_ASSERT(s->brillo < s->n);
    if (s->opt.brillo_immune == UNTIL_ARMED)
        return holds(s, s->shadow, SH_CROSS) || holds(s, s->brillo, SH_ALBUM);
    return s->opt.brillo_immune != ALWAYS;
}

/* The shadow acts there, now. */
bool nj_sh_hunts_in(const struct sh_state *s, uint8_t room)
{
    return s->seat[s->shadow].life == SH_ACTIVE &&
           s->seat[s->shadow].room == room;
}

/* --- what would come of it --- */

/* The shadow waits there for a seat without a gun. */
static bool shadow_kills(const struct sh_state *s, nj_seat seat, uint8_t room)
{
    NJ_ASSERT(seat < s->n);
    if (seat == s->shadow || !nj_sh_hunts_in(s, room) || holds(s, seat, SH_GUN))
        return false;
    return seat != s->brillo || nj_sh_brillo_killable(s);
}

static bool step_kills(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t below = nj_sh_special(m, SH_FALL_TARGET);

    NJ_ASSERT(room > 0);
    if (s->opt.wander && room == nj_sh_special(m, SH_DARK) &&
        holds(s, seat, SH_TORCH))
        return false; /* SH-8.10 (a): whoever waits there falls first */
    if (nj_sh_lab_kills(m, seat, room))
        return true;
    if (nj_sh_dark_does(m, seat, room) == SH_DARK_FALLS)
        return seat == s->shadow || !lies(s, below, SH_BEAR) ||
               shadow_kills(s, seat, below);
    return nj_sh_power_kills(m, seat, room) || nj_sh_gas_kills(m, seat, room) ||
           nj_sh_song_kills(m, seat, room) || shadow_kills(s, seat, room);
}

/* SH-8.12, 8.13. */
static bool jump_kills(const struct nj_match *m, nj_seat seat, uint8_t lobby)
{
    const struct sh_state *s = nj_state_const(m);
    bool saved = seat != s->shadow && lies(s, lobby, SH_BEAR);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, lobby, in);

    NJ_ASSERT(lobby > 0);
    if (s->opt.jump_plain)
        return n == 0 && !saved;
    if (s->seat[seat].role == SH_PLAYER && (holds(s, seat, SH_KEY) || s->door))
        return false;
    for (uint8_t i = 0; i < n; i++)
        if (s->seat[in[i]].role != SH_PLAYER)
            return false;
    return !saved;
}

bool nj_sh_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room,
                    bool jump)
{
    NJ_ASSERT(room > 0);
    return jump ? jump_kills(m, seat, room) : step_kills(m, seat, room);
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
    NJ_ASSERT(seat < p->s->n);
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

    NJ_ASSERT(seat < p->s->n);
    if (nj_sh_power_kills(p->m, seat, room) ||
        nj_sh_lab_kills(p->m, seat, room))
        return true;
    if (room == nj_sh_special(p->m, SH_DARK))
        return (seat == p->s->shadow || is_preceded(p, seat, false)) &&
               (seat == p->s->shadow ||
                !lies(p->s, nj_sh_special(p->m, SH_FALL_TARGET), SH_BEAR));
    return room == nj_sh_special(p->m, SH_SONG) && lies(p->s, room, SH_CROSS) &&
           is_preceded(p, seat, true);
}

bool nj_sh_spawn_is_fatal(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct stand p = {m, s, seat, room};
    uint8_t hunted;

    NJ_ASSERT(room > 0);
    if (place_kills(&p, seat))
        return true;
    if (seat == s->shadow || (seat == s->brillo && !nj_sh_brillo_killable(s)))
        return false;
    /* A shadow that dies comes back to 301, and hunts from there. */
    hunted = place_kills(&p, s->shadow) ? nj_sh_special(m, SH_RESPAWN)
                                        : room_of(&p, s->shadow);
    return room == hunted;
}
