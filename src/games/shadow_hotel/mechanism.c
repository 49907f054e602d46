/*
 * The mechanisms (SH-6.1 to 6.6, 6.13): `use`, its limits, and what takes
 * effect at the end of the round (SH-11.1, E4).
 */
#include <stddef.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define ENERGY (SH_ITEM_SINGLE + SH_ENERGY)

#define AT(member) offsetof(struct sh_state, member)

static const struct {
    enum sh_special room;
    size_t due;  /* counts how often it was operated in this round */
    size_t on;   /* stands when it takes effect; 0: no such state */
    bool once;   /* cannot be operated any more when it is on, or due */
    uint8_t say; /* enum sh_say, at the end of the round */
} mechs[SH_MECHS] = {
    [SH_POWER] = {SH_POWER_ROOM, AT(power_ops), AT(power), false, SH_SAY_POWER},
    [SH_CUBE] = {SH_CUBE_ROOM, AT(cube_ops), AT(rotated), false, SH_SAY_CUBE},
    [SH_FIREPLACE] = {SH_FIRE_ROOM, AT(fireplace), AT(fireplace), true, 0},
    [SH_POKER] = {SH_POKER_ROOM, AT(poker_due), AT(poker), true, SH_SAY_POKER},
    [SH_MIC] = {SH_MIC_ROOM, 0, 0, false, 0},
    [SH_AWAKENING] = {SH_CHAMBER, AT(portal_due), AT(portal), true,
                      SH_SAY_AWAKEN}};

static uint8_t room_of(const struct nj_match *m, enum sh_mech mech)
{
    NJ_ASSERT(mech < SH_MECHS);
    return nj_sh_special(m, mechs[mech].room);
}

/* Returns the byte of the state at one of the offsets. */
static uint8_t *byte(struct sh_state *s, size_t offset)
{
    NJ_ASSERT(offset > 0 && offset < sizeof(*s));
    return (uint8_t *)s + offset;
}

void nj_sh_mechs_here(const struct nj_match *m, uint8_t room,
                      char out[SH_WORDS_BYTES])
{
    NJ_ASSERT(room > 0);
    out[0] = '\0';
    for (int i = 0; i < SH_MECHS; i++)
        if (room_of(m, (enum sh_mech)i) == room)
            nj_words_add(out, SH_WORDS_BYTES, nj_sh_mech_word((enum sh_mech)i));
}

bool nj_sh_mech_solved(const struct sh_state *s, enum sh_mech mech)
{
    const uint8_t *bytes = (const uint8_t *)s;

    NJ_ASSERT(mech < SH_MECHS);
    return mechs[mech].once &&
           (bytes[mechs[mech].on] != 0 || bytes[mechs[mech].due] != 0);
}

/* --- use --- */

/* The mechanism meant: the one named, or the one that is here. */
static enum sh_mech find_mech(const struct nj_match *m, const char *text,
                              uint8_t room)
{
    int i = 0;

    if (text[0] != '\0')
        return nj_sh_find_mech(text);
    while (i < SH_MECHS && room_of(m, (enum sh_mech)i) != room)
        i++;
    return (enum sh_mech)i;
}

/* From place to steps, in the order of SH-5.1. */
static const char *use_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[a->seat];
    bool limited = s->opt.mech_each_round || !nj_sh_shadow_round(s);
    const char *text = nj_sh_text(a->in, 0);
    struct sh_meant *p = a->plan;

    p->mech = find_mech(m, text, me->room);
    if (p->mech == SH_MECHS)
        return text[0] == '\0' ? "sh.err.wrong_room" : "sh.err.args";
    if (p->mech == SH_FIREPLACE && a->seat == s->shadow)
        return "sh.err.role";
    if (room_of(m, p->mech) != me->room)
        return "sh.err.wrong_room";
    if (p->mech == SH_MIC)
        return "sh.err.args"; /* it wants words: `mic` */
    if (nj_sh_mech_solved(s, p->mech))
        return "sh.err.mech_done";
    if (limited && (s->mech_used >> p->mech & 1) != 0)
        return "sh.err.mech_used";
    return me->steps == 0 ? "sh.err.no_steps" : NULL;
}

/* The energy source comes to light, unless a host had put it out already. */
static void light_up(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->fireplace);
    s->fire_now = 1;
    if (s->item[ENERGY].where != SH_NOWHERE)
        return;
    nj_sh_put(m, ENERGY, SH_IN_ROOM, room_of(m, SH_FIREPLACE));
    nj_sh_view(m, seat); /* SH-12.3: the item is seen */
}

static void use(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->mech != SH_MIC && !nj_sh_mech_solved(s, p->mech));
    nj_sh_spend(s, a->seat, 1);
    s->seat[a->seat].excused = 1;
    s->mech_used |= (uint8_t)(1u << p->mech);
    say_used(m, a->seat, nj_sh_mech_word(p->mech));
    ++*byte(s, mechs[p->mech].due);
    if (p->mech == SH_FIREPLACE)
        light_up(m, a->seat);
    if (p->mech == SH_AWAKENING && s->opt.fake_death)
        nj_sh_fake_death(m, a->seat);
}

const struct nj_order nj_sh_use = {SH_ACT_STEP, "SH-5.10", use_fault, use};

/* --- E4 --- */

/* Puts the mechanism into that state; a change is told and counted. */
static void turn(struct sh_state *s, enum sh_mech mech, bool on)
{
    uint8_t *state = byte(s, mechs[mech].on);

    NJ_ASSERT(mech != SH_MIC && mech != SH_FIREPLACE);
    if (*state == on)
        return;
    *state = on;
    s->changed |= (uint8_t)(1u << mech);
    nj_sh_queue(s, mechs[mech].say, mechs[mech].once ? 0 : on, NULL);
}

/* Turned and turned back is not turned (SH-0.32); the energy source, taken
 * for the first time, restores the cube whatever was done (SH-0.31). */
void nj_sh_mechanisms_apply(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_RUNNING && s->power <= 1 && s->rotated <= 1);
    turn(s, SH_POWER, s->power_ops % 2 != s->power);
    turn(s, SH_CUBE, !s->restore_due && s->cube_ops % 2 != s->rotated);
    if (s->gas_due && !s->gas) {
        s->gas = 1;
        nj_sh_queue(s, SH_SAY_GAS, 0, NULL);
    }
    turn(s, SH_POKER, s->poker || s->poker_due);
    turn(s, SH_AWAKENING, s->portal || s->portal_due);
    if (s->fire_now)
        s->changed |= 1u << SH_FIREPLACE;
    s->power_ops = 0;
    s->cube_ops = 0;
    s->restore_due = 0;
    s->gas_due = 0;
    s->poker_due = 0;
    s->portal_due = 0;
    s->fire_now = 0;
}
