/*
 * The words of scenarios. A board of the hotel is given by clauses, `seats`
 * first, then `round` and `phase`, then the rest in any order:
 *
 *   seats SABC     a letter per seat, in order, which is its name: S the
 *                  shadow, B Brillo, any other a player; priority: B, players
 *                  by the alphabet, S
 *   round 3        odd rounds are the players'; all turns are fresh (1)
 *   phase 2        (1)
 *   spawn          before round 0, who is in danger has been asked (SH-3.6)
 *   A@22           stands in room 22 (players in 41, the shadow in 33)
 *   A has torch,coin        item torch in 21        item cross gone
 *   block 13-22, block jump: the bear is in that passage
 *   power off, rotated, poker, portal, gas, tunnel, door, fireplace
 *   bullets 0, cross used, album used 1, energyout, watch 29
 *   used cube      operated in this round; due reboot, due gas: at its end
 *   A steps 1, A over, A moved, A stop, A forced, A out, A absent, A rebirth
 *   A knows 2,3 / all / none (level; else all but #24), A alias NAME
 *   A endroom 22   at the last player-round end; A idle 1, A missed 1
 *   A used radio 2, A warned, A guard fire, A words 4 (until the end of R4)
 *   meeting        whoever stands together has ended the last round so
 *   died A r2 [as NAME]     a death line under that name was true
 *   pos 24=2       room 24 lies at position 2, and what lay there at its own
 *   queue dead NAME, queue mic TEXT, queue key: waits for the round's end
 *   hosted         a human host is there
 *
 * Keys and the album are nowhere until they are given. `end:` prints round and
 * phase; seats with room and, in their own round, steps left; `!` turn over,
 * `~` movement stop, `~~` forced stay; then what is not as at the beginning.
 */
#include "games/shadow_hotel/given.h"

#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

/* --- rows: what remains for a function --- */

/* Of the round there are no more than the options say; turns are fresh. */
static bool fresh_round(struct nj_given *g)
{
    struct sh_state *s = g->of;

    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    if (s->stage != SH_RUNNING || s->round > s->opt.last_round)
        return false;
    nj_sh_round_fresh(s);
    return true;
}

static bool before_rounds(struct nj_given *g)
{
    struct sh_state *s = g->of;

    NJ_ASSERT(s->stage == SH_SPAWN);
    s->round = 0;
    return true;
}

static bool open_fire(struct nj_given *g)
{
    NJ_ASSERT(((const struct sh_state *)g->of)->fireplace);
    (void)nj_sh_energy_appears(g->m);
    return true;
}

static bool touched(struct nj_given *g)
{
    NJ_ASSERT(((const struct sh_seat *)g->of)->moved != 0);
    ((struct sh_seat *)g->of)->touched = 1;
    return true;
}

static bool knows_all(struct nj_given *g)
{
    NJ_ASSERT(g->seat != NJ_SEAT_NONE);
    ((struct sh_seat *)g->of)->known = g->row->value != 0 ? ~UINT64_C(0) : 0;
    return true;
}

static bool read_alias(struct nj_given *g)
{
    struct sh_seat *who = g->of;

    NJ_ASSERT(who->alias_used == 1);
    return nj_reader_rest(&g->r, who->alias, sizeof(who->alias));
}

/* Kept one higher: 0 is no last words. */
static bool words_until(struct nj_given *g)
{
    ((struct sh_seat *)g->of)->words_until++;
    return true;
}

/* clang-format off */
#define SET(name, v)         NJ_GIVEN_SET(struct sh_state, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct sh_state, name, lo, hi)
static const struct nj_given_row first_rows[] = {
    {"seats", "LETTERS, an S among them", .read = nj_sh_given_seats},
    {.words = NULL}};

const struct nj_given_row nj_sh_given_rows[] = {
    {"round",      NUMBER(round, 0, SH_ROUNDS_MAX), .read = fresh_round},
    {"phase",      NUMBER(phase, 1, 3), .read = fresh_round},
    {"spawn",      SET(stage, SH_SPAWN), .read = before_rounds},
    {"hosted",     SET(opt.hosted, 1)},
    {"pos",        "ROOM=POSITION", .read = nj_sh_given_pos},
    {"item",       "ITEM {in ROOM|gone}", .read = nj_sh_given_item},
    {"block",      "{ROOM-ROOM|jump}", .read = nj_sh_given_block},
    {"used",       "MECHANISM", .read = nj_sh_given_used},
    {"due reboot", SET(reboot_due, 1)},
    {"due gas",    SET(gas_due, 1)},
    {"energyout",  SET(energy_out, 1)},
    {"power off",  SET(power, 0), .shown = "power=off"},
    {"rotated",    SET(rotated, 1), .shown = "rotated"},
    {"poker",      SET(poker, 1), .shown = "poker"},
    {"portal",     SET(portal, 1), .shown = "portal"},
    {"gas",        SET(gas, 1), .shown = "gas"},
    {"tunnel",     SET(tunnel, 1), .shown = "tunnel"},
    {"door",       SET(door, 1), .shown = "door"},
    {"fireplace",  SET(fireplace, 1), .shown = "fireplace", .read = open_fire},
    {"bullets",    NUMBER(bullet, 0, 9), .shown = "bullets=", .usual = 1},
    {"cross used", SET(cross_used, 1), .shown = "cross=used"},
    {"album used", NUMBER(album_uses, 0, 2), .shown = "album="},
    {"watch",      NUMBER(watch, 1, SH_ROOMS_MAX), .shown = "watch="},
    {"queue key",  .read = nj_sh_given_line, .value = SH_SAY_KEY_FOUND},
    {"queue dead", "NAME", .read = nj_sh_given_line, .value = SH_SAY_DEAD},
    {"queue mic",  "TEXT", .read = nj_sh_given_line, .value = SH_SAY_MIC},
    {"died",       "SEAT rROUND [as NAME]", .read = nj_sh_given_died},
    /* A mark, until all stand where they stand. */
    {"meeting",    SET(seat[0].meet, UINT8_MAX)},
    {.words = NULL}};
#undef SET
#undef NUMBER

#define SET(name, v)         NJ_GIVEN_SET(struct sh_seat, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct sh_seat, name, lo, hi)
static const struct nj_given_row seat_rows[] = {
    {"@",          NUMBER(room, 1, SH_ROOMS_MAX)},
    {"has",        "ITEM,ITEM", .read = nj_sh_given_has},
    {"steps",      NUMBER(steps, 0, SH_STEPS_MAX)},
    {"over",       SET(turn_over, 1)},
    {"moved",      SET(moved, 1), .read = touched},
    {"stop",       SET(stop, SH_STOPPED)},
    {"forced",     SET(stop, SH_FORCED)},
    {"warned",     SET(warned, 1)},
    {"out",        SET(life, SH_OUT), .read = nj_sh_given_life},
    {"absent",     SET(life, SH_ABSENT), .read = nj_sh_given_life},
    {"rebirth",    SET(life, SH_REBIRTH), .read = nj_sh_given_life},
    {"knows none", .read = knows_all},
    {"knows all",  .read = knows_all, .value = 1},
    {"knows",      "{ROOM,ROOM|none|all}", .read = nj_sh_given_knows},
    {"alias",      "NAME", SET(alias_used, 1), .read = read_alias},
    {"endroom",    NUMBER(end_room, 1, SH_ROOMS_MAX)},
    {"idle",       NUMBER(idle, 0, SH_ROUNDS_MAX)},
    {"missed",     NUMBER(missed, 0, SH_ROUNDS_MAX)},
    {"used radio", NUMBER(radio_used, 0, 9)},
    {"guard fire", SET(guard, SH_FIRE)},
    {"guard hold", SET(guard, SH_HOLD)},
    {"words",      NUMBER(words_until, 0, SH_ROUNDS_MAX), .read = words_until},
    {.words = NULL}};

/* clang-format on */

/* --- the whole --- */

/* Can what was given stand? */
static enum nj_status check_board(const struct sh_state *s, struct nj_err *err)
{
    if (s->n == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no seats are given");
    NJ_ASSERT(s->seat[s->shadow].role == SH_SHADOW);
    if (nj_sh_living(s) == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no player lives");
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].life == SH_REBIRTH && k != s->shadow)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "somebody but the shadow is in rebirth");
    if (s->seat[s->shadow].life == SH_OUT)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "the shadow is out");
    if (s->stage == SH_SPAWN && s->seat[s->shadow].life != SH_ACTIVE)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "the shadow does not spawn");
    for (unsigned i = 0; i < SH_ITEMS; i++)
        if (s->item[i].where == SH_HELD && s->seat[s->item[i].at].room == 0)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "seat %d stands nowhere and holds something",
                           s->item[i].at + 1);
    return NJ_OK;
}

/* Seats come first: what follows needs them. */
enum nj_status nj_sh_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    static const struct nj_given_clauses first = {.rows = first_rows};
    static const struct nj_given_clauses then = {
        nj_sh_given_rows, seat_rows, NJ_GIVEN_SEATS(struct sh_state, seat)};
    const struct sh_state *s = nj_state_const(m);

    if (clause[0] == '\0')
        return check_board(s, err);
    return nj_given_read(m, s->n == 0 ? &first : &then, clause, err);
}

static void open_spawn(struct nj_match *m)
{
    nj_seat_set endangered = nj_sh_endangered(m);
    struct nj_ask ask = {.name = SH_ASK_SPAWN};

    NJ_ASSERT(nj_sh_now(m)->stage == SH_SPAWN);
    for (ask.seat = 0; ask.seat < nj_seats(m); ask.seat++)
        if ((endangered & nj_bit(ask.seat)) != 0)
            nj_given_prompt(m, &ask);
    nj_phase_begin(m, "spawn", nj_option(m, "spawn_secs"));
}

void nj_sh_given_done(struct nj_match *m, int64_t at_ms)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(nj_seats(m) == s->n);
    (void)at_ms;
    if (s->seat[0].meet != 0) /* as if the last round had ended so (SH-12.6) */
        nj_sh_meetings(m, false);
    for (nj_seat k = 0; k < s->n; k++)
        nj_sh_learn(s, k, s->seat[k].room);
    if (s->stage == SH_SPAWN)
        open_spawn(m);
    else
        (void)nj_sh_round_clock(m);
    if (nj_sh_slot(s) != NJ_SEAT_NONE)
        nj_phase_begin(m, "turn", nj_option(m, "turn_secs"));
    nj_sh_assert(m);
}
