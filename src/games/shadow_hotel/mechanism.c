/*
 * The mechanisms (SH-6.1 to 6.6, 6.13): `use`, its limits, and what takes
 * effect at the end of the round (SH-11.1, E4).
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define ENERGY (SH_ITEM_SINGLE + SH_ENERGY)

static uint8_t room_of(const struct nj_match *m, enum sh_mech mech)
{
    static const enum sh_special where[SH_MECHS] = {
        [SH_POWER] = SH_POWER_ROOM,    [SH_CUBE] = SH_CUBE_ROOM,
        [SH_FIREPLACE] = SH_FIRE_ROOM, [SH_POKER] = SH_POKER_ROOM,
        [SH_MIC] = SH_MIC_ROOM,        [SH_AWAKENING] = SH_CHAMBER};

    NJ_ASSERT(mech < SH_MECHS);
    return nj_sh_special(m, where[mech]);
}

void nj_sh_mechs_here(const struct nj_match *m, uint8_t room, char out[64])
{
    size_t len = 0;

    NJ_ASSERT(room > 0);
    out[0] = '\0';
    for (int i = 0; i < SH_MECHS; i++) {
        if (room_of(m, (enum sh_mech)i) != room)
            continue;
        (void)snprintf(out + len, 64 - len, "%s%s", len > 0 ? "," : "",
                       nj_sh_mech_word((enum sh_mech)i));
        len = strlen(out);
    }
    NJ_ASSERT(len + 1 < 64);
}

bool nj_sh_mech_solved(const struct sh_state *s, enum sh_mech mech)
{
    switch (mech) {
    case SH_FIREPLACE:
        return s->fireplace != 0;
    case SH_POKER:
        return s->poker || s->poker_due;
    case SH_AWAKENING:
        return s->portal || s->portal_due;
    case SH_POWER:
    case SH_CUBE:
    case SH_MIC:
    case SH_MECHS:
        break;
    }
    return false;
}

/* --- use --- */

/* The mechanism meant: the one named, or the one that is here. */
static enum sh_mech find_mech(const struct nj_match *m, const char *text,
                              uint8_t room)
{
    int i = 0;

    NJ_ASSERT(room < SH_PLACES);
    if (text[0] != '\0')
        return nj_sh_find_mech(text);
    while (i < SH_MECHS && room_of(m, (enum sh_mech)i) != room)
        i++;
    return (enum sh_mech)i;
}

/* From place to steps, in the order of SH-5.1, or NULL. */
static const char *use_fault(const struct nj_match *m, nj_seat seat,
                             enum sh_mech mech)
{
    const struct sh_state *s = nj_state_const(m);
    bool limited = s->opt.mech_each_round || !nj_sh_shadow_round(s);

    NJ_ASSERT(mech < SH_MECHS);
    if (mech == SH_FIREPLACE && seat == s->shadow)
        return "sh.err.role";
    if (room_of(m, mech) != s->seat[seat].room)
        return "sh.err.wrong_room";
    if (mech == SH_MIC)
        return "sh.err.args"; /* it wants words: `mic` */
    if (nj_sh_mech_solved(s, mech))
        return "sh.err.mech_done";
    if (limited && (s->mech_used >> mech & 1) != 0)
        return "sh.err.mech_used";
    return s->seat[seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

/* What it does at once; true: the energy source came to light. */
static bool operate(struct nj_match *m, enum sh_mech mech)
{
    struct sh_state *s = nj_state(m);

    switch (mech) {
    case SH_POWER:
        s->power_ops++;
        break;
    case SH_CUBE:
        s->cube_ops++;
        break;
    case SH_FIREPLACE:
        s->fireplace = 1;
        s->fire_now = 1;
        if (s->item[ENERGY].where != SH_NOWHERE)
            return false; /* the host had put it out already */
        nj_sh_put(m, ENERGY, SH_IN_ROOM, room_of(m, mech));
        return true;
    case SH_POKER:
        s->poker_due = 1;
        break;
    case SH_AWAKENING:
        s->portal_due = 1;
        break;
    case SH_MIC:
    case SH_MECHS:
        NJ_ASSERT(mech < SH_MIC);
        break;
    }
    return false;
}

int nj_sh_use(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const char *text = nj_sh_text(in, 0);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    const char *fault;
    enum sh_mech mech;

    if (refused != 0)
        return refused;
    mech = find_mech(m, text, s->seat[in->seat].room);
    if (mech == SH_MECHS)
        return nj_sh_refuse(
            m, in, text[0] == '\0' ? "sh.err.wrong_room" : "sh.err.args",
            "SH-5.10");
    fault = use_fault(m, in->seat, mech);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.10");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, 1);
    s->seat[in->seat].excused = 1;
    s->mech_used |= (uint8_t)(1u << mech);
    nj_sh_tell(m, in->seat, "sh.used", "SH-5.10",
               NJ_ARGS(nj_arg_word("mechanism", nj_sh_mech_word(mech))));
    if (operate(m, mech))
        nj_sh_view(m, in->seat); /* SH-12.3: the item is seen */
    if (mech == SH_AWAKENING && s->opt.fake_death)
        nj_sh_fake_death(m, in->seat);
    return nj_sh_done(m);
}

/* --- E4 --- */

static void changed(struct sh_state *s, enum sh_mech mech, enum sh_say line,
                    uint8_t n)
{
    NJ_ASSERT(mech < SH_MECHS);
    s->changed |= (uint8_t)(1u << mech);
    nj_sh_queue(s, line, n, NULL);
}

/* Turned and turned back is not turned (SH-0.32); the energy source, taken
 * for the first time, restores it whatever was done (SH-0.31). */
static void apply_cube(struct sh_state *s)
{
    uint8_t now = s->rotated;

    NJ_ASSERT(now <= 1);
    if (s->cube_ops % 2 == 1)
        now = !now;
    if (s->restore_due)
        now = 0;
    if (now == s->rotated)
        return;
    s->rotated = now;
    changed(s, SH_CUBE, SH_SAY_CUBE, now);
}

void nj_sh_mechanisms_apply(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_RUNNING);
    if (s->power_ops % 2 == 1) {
        s->power = !s->power;
        changed(s, SH_POWER, SH_SAY_POWER, s->power);
    }
    apply_cube(s);
    if (s->gas_due && !s->gas) {
        s->gas = 1;
        nj_sh_queue(s, SH_SAY_GAS, 0, NULL);
    }
    if (s->poker_due && !s->poker) {
        s->poker = 1;
        changed(s, SH_POKER, SH_SAY_POKER, 0);
    }
    if (s->portal_due && !s->portal) {
        s->portal = 1;
        changed(s, SH_AWAKENING, SH_SAY_AWAKEN, 0);
    }
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
