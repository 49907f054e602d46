/*
 * The mechanisms (SH-6.1 to 6.6, 6.13): `use`, its limits, and what takes
 * effect at the end of the round (SH-11.1, E4).
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define INTO(member) NJ_INTO(struct sh_state, member)

/* clang-format off */
static const struct {
    enum sh_special room;
    struct nj_into due;  /* counts how often it was operated in this round */
    struct nj_into on;   /* stands when it takes effect */
    bool once;           /* cannot be operated any more when it is on, or due */
    uint8_t say;         /* enum sh_say, at the end of the round */
    const char *seen[2]; /* from afar: off, on */
} mechs[SH_MECHS] = {
    [SH_POWER] = {SH_POWER_ROOM, INTO(power_ops), INTO(power), false, SH_SAY_POWER, {"power_off", "power_on"}},
    [SH_CUBE] = {SH_CUBE_ROOM, INTO(cube_ops), INTO(rotated), false, SH_SAY_CUBE, {"cube_restored", "cube_rotated"}},
    [SH_FIREPLACE] = {SH_FIRE_ROOM, INTO(fireplace), INTO(fireplace), true, 0, {"fireplace_open", "fireplace_done"}},
    [SH_POKER] = {SH_POKER_ROOM, INTO(poker_due), INTO(poker), true, SH_SAY_POKER, {"poker_open", "poker_done"}},
    [SH_MIC] = {SH_MIC_ROOM, NJ_NOWHERE, NJ_NOWHERE, false, 0, {"mic_ready", NULL}},
    [SH_AWAKENING] = {SH_CHAMBER, INTO(portal_due), INTO(portal), true, SH_SAY_AWAKEN, {"awakening_open", "awakening_done"}}};

/* clang-format on */

static uint8_t room_of(const struct nj_match *m, enum sh_mech mech)
{
    NJ_ASSERT(mech < SH_MECHS);
    return nj_sh_special(m, mechs[mech].room);
}

static bool is_on(const struct sh_state *s, enum sh_mech mech)
{
    NJ_ASSERT(mech < SH_MECHS);
    return mech != SH_MIC && nj_into_get(s, mechs[mech].on) != 0;
}

enum sh_mech nj_sh_mech_in(const struct nj_match *m, uint8_t room)
{
    enum sh_mech mech = SH_POWER;

    NJ_ASSERT(room > 0);
    while (mech < SH_MECHS && room_of(m, mech) != room)
        mech++;
    return mech;
}

const char *nj_sh_mech_here(const struct nj_match *m, uint8_t room)
{
    enum sh_mech mech = nj_sh_mech_in(m, room);

    return mech == SH_MECHS ? "" : nj_sh_mech_word(mech);
}

const char *nj_sh_mech_seen(const struct nj_match *m, uint8_t room)
{
    enum sh_mech mech = nj_sh_mech_in(m, room);

    return mech == SH_MECHS ? ""
                            : mechs[mech].seen[is_on(nj_state_const(m), mech)];
}

bool nj_sh_mech_solved(const struct sh_state *s, enum sh_mech mech)
{
    NJ_ASSERT(mech < SH_MECHS);
    return mechs[mech].once &&
           (is_on(s, mech) || nj_into_get(s, mechs[mech].due) != 0);
}

/* --- use --- */

/* From place to steps, in the order of SH-5.1. */
static const char *use_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[a->seat];
    bool limited = s->opt.mech_each_round || !nj_sh_shadow_round(s);
    const char *text = nj_input_text(a->in, 0);
    struct sh_meant *p = a->plan;

    p->mech =
        text[0] != '\0' ? nj_sh_find_mech(text) : nj_sh_mech_in(m, me->room);
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

bool nj_sh_energy_appears(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->fireplace);
    if (s->item[SH_ITEM_ENERGY].where != SH_NOWHERE)
        return false;
    nj_sh_put(m, SH_ITEM_ENERGY, SH_IN_ROOM, room_of(m, SH_FIREPLACE));
    return true;
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
    nj_into_put(s, mechs[p->mech].due, nj_into_get(s, mechs[p->mech].due) + 1);
    if (p->mech == SH_FIREPLACE) {
        s->fire_now = 1;
        if (nj_sh_energy_appears(m))
            nj_sh_view(m, a->seat); /* SH-12.3: the item is seen */
    }
    if (p->mech == SH_AWAKENING && s->opt.fake_death)
        nj_sh_fake_death(m, a->seat);
}

const struct nj_order nj_sh_use = {SH_ACT_STEP, "SH-5.10", use_fault, use};

/* --- E4 --- */

/* Puts the mechanism into that state; a change is told and counted. */
static void turn(struct sh_state *s, enum sh_mech mech, bool on)
{
    NJ_ASSERT(mech != SH_MIC && mech != SH_FIREPLACE);
    if (is_on(s, mech) == on)
        return;
    nj_into_put(s, mechs[mech].on, on);
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
    s->fire_now = 0;
    nj_sh_ops_clear(s);
}

void nj_sh_ops_clear(struct sh_state *s)
{
    NJ_ASSERT(s->busy > 0 && s->stage == SH_RUNNING);
    s->power_ops = 0;
    s->cube_ops = 0;
    s->poker_due = 0;
    s->portal_due = 0;
    s->gas_due = 0;
    s->restore_due = 0;
}
