/*
 * Entering a cell, in the order of LN-4.7, and what the terrains do (LN-5).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* What an entry does besides moving. */
struct entry {
    enum ln_sound sound;
    bool snaps; /* an even entry into a trap (LN-5.7) */
};

/* LN-5.7: odd entries sound, even ones snap; the count is the trap's own. */
static struct entry enter_trap(struct ln_state *s, uint8_t cell)
{
    bool rain = s->event == LN_EVENT_RAIN;

    NJ_ASSERT(s->board.terrain[cell] == LN_TRAP);
    s->board.extra[cell]++;
    if (s->board.extra[cell] % 2 == 0)
        return (struct entry){LN_SILENT, true};
    return (struct entry){rain ? LN_SPLASH : LN_RUSTLE, false};
}

/* LN-5.4; the ends of a one-way pair swap roles at once (LN-5.9). Whoever is
 * under way arrives at the other end all the same. */
static void enter_portal(struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    uint8_t partner = s->board.extra[me->cell];

    NJ_ASSERT(s->board.terrain[me->cell] == LN_PORTAL);
    NJ_ASSERT(nj_ln_board_gate(&s->board, partner));
    me->sub = 2;
    if (s->board.terrain[partner] != LN_EXIT_END)
        return;
    s->board.terrain[me->cell] = LN_EXIT_END;
    s->board.terrain[partner] = LN_PORTAL;
}

static struct entry enter_terrain(struct ln_state *s, bool arriving)
{
    static const uint8_t sounds[] = {[LN_GRASS] = LN_RUSTLE,
                                     [LN_WATER] = LN_SPLASH,
                                     [LN_PORTAL] = LN_SPLASH,
                                     [LN_EXIT_END] = LN_SPLASH};
    const struct ln_seat *me = &s->seat[s->turn];
    uint8_t terrain = s->board.terrain[me->cell]; /* before its ends swap */

    NJ_ASSERT(me->sub == 0 && terrain < NJ_COUNT(sounds));
    if (terrain == LN_TRAP)
        return enter_trap(s, me->cell);
    if (terrain == LN_PORTAL && !arriving)
        enter_portal(s);
    return (struct entry){(enum ln_sound)sounds[terrain], false};
}

static enum ln_reason snap(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    say_trap(m, s, s->steps);
    nj_ln_trace_add(s, LN_TRACE_TRAP, 0);
    return LN_TRAPPED;
}

static enum ln_reason scorch(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(s->seat[s->turn].scorched);
    say_heat_stop(m, s, s->steps);
    nj_ln_trace_add(s, LN_TRACE_HEAT, 0);
    return LN_HEATED;
}

/* Rows 2 and 3 of LN-4.7: what stands on the cell. */
static void enter_thing(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    uint8_t thing = s->board.thing[me->cell];

    NJ_ASSERT(me->sub == 0);
    me->armed = thing == LN_BOMB;
    if (thing == LN_BUTTON)
        nj_ln_button(m, s, me->cell);
}

/* LN-25.1: with that option the first sound of each seat has no direction. */
static void be_heard(struct nj_match *m, struct ln_state *s,
                     enum ln_sound sound)
{
    struct ln_seat *me = &s->seat[s->turn];

    NJ_ASSERT(s->hiding == LN_OPENLY);
    nj_ln_did(s, s->turn, LN_WAS_HEARD);
    if (s->opt.first_sound && !me->spoken) {
        me->spoken = 1;
        say_first_sound(m, s->turn);
        return;
    }
    nj_ln_sound_tell(m, s, sound);
}

enum ln_reason nj_ln_enter(struct nj_match *m, struct ln_state *s,
                           enum ln_dir dir, bool arriving)
{
    struct entry entry;
    bool heat;

    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    NJ_ASSERT(dir <= LN_RIGHT);
    nj_ln_explore(s);
    nj_ln_met_cell(s);
    enter_thing(m, s);
    if (s->board.terrain[s->seat[s->turn].cell] == LN_POD) {
        nj_ln_step_tell(m, s, dir, LN_SILENT);
        return nj_ln_escape(m, s);
    }
    entry = enter_terrain(s, arriving);
    nj_ln_step_tell(m, s, dir, entry.sound);
    if (entry.sound != LN_SILENT && s->hiding == LN_OPENLY)
        be_heard(m, s, entry.sound);
    heat = s->opt.ext && nj_ln_heat(m, s);
    /* LN-7.2 goes before the trap (D-30). */
    if (!s->opt.point && s->hiding == LN_OPENLY && nj_ln_on_prey(s)) {
        nj_ln_catch(m, s);
        return LN_CATCH;
    }
    if (heat)
        return scorch(m, s);
    return entry.snaps ? snap(m, s) : LN_GOES_ON;
}
