/* src/games/shadow_hotel/round.c, round_end.c: rounds begin, pass and end by
 * SH-4, 8.20 to 8.22, 11 and 15. Rows of SH-18 are named where a test is one. */
#include "games/shadow_hotel/sh_board.h"

/* --- phases (SH-4.4 to 4.11) --- */

struct phase_row {
    const char *edition;
    uint8_t n, living; /* seats; players who live */
    uint8_t round, phase;
    bool cross, tunnel;
    uint8_t power_ops;
    uint8_t then; /* the phase afterwards */
};

static const struct phase_row phases[] = {
    {"c", 8, 4, 2, 1, false, false, 0, 2}, /* T042 */
    {"c", 8, 5, 2, 1, false, false, 0, 1},
    {"L", 8, 4, 2, 1, false, false, 0, 1}, /* T043 */
    {"c", 8, 7, 2, 1, true, false, 0, 2},
    {"L", 8, 7, 2, 1, true, false, 0, 2},
    {"c", 9, 3, 2, 1, true, false, 0, 3}, /* T044 */
    {"L", 9, 3, 2, 1, true, false, 0, 2},
    {"c", 9, 4, 2, 1, true, false, 0, 2},
    {"c", 8, 7, 3, 1, false, false, 1, 2},
    {"L", 8, 7, 3, 1, false, false, 1, 2},
    {"c", 8, 7, 2, 1, false, false, 2, 1}, /* T226 */
    {"c", 8, 7, 3, 1, false, true, 0, 3},  /* T041 */
    {"L", 8, 7, 3, 2, false, true, 0, 3},
    {"c", 8, 7, 4, 1, false, false, 0, 1}, /* T045 */
    {"c", 8, 7, 5, 1, false, false, 0, 2},
    {"c", 8, 7, 8, 2, false, false, 0, 2},
    {"c", 8, 7, 9, 2, false, false, 0, 3},
    {"L", 8, 7, 9, 2, false, false, 0, 3},
    {"c", 8, 7, 7, 1, false, false, 0, 2}, /* T240 */
};

static void check_phase(const struct phase_row *r)
{
    struct kit *k = board(r->edition, r->n, "");
    struct sh_state *s = board_edit(k);
    char line[80];

    board_round(k, r->round);
    for (nj_seat i = (nj_seat)(1 + r->living); i < r->n; i++)
        board_out(k, i);
    if (r->cross)
        board_put(k, SH_CROSS, SH_HELD, s->shadow);
    s->phase = r->phase;
    s->tunnel = r->tunnel;
    s->power_ops = r->power_ops;
    kit_fire(k, "round");
    assert_int_equal(s->phase, r->then);
    (void)snprintf(line, sizeof(line),
                   "G sh.phase n=%d shadow_steps=%d other_steps=%d\n", r->then,
                   2 * r->then + 1, r->then + 1);
    assert_int_equal(kit_count(k, line), r->then != r->phase);
    assert_int_equal(kit_count(k, "sh.phase"), r->then != r->phase);
    assert_int_equal(s->seat[nj_sh_shadow_round(s) ? 0 : 1].steps,
                     nj_sh_shadow_round(s) ? 2 * r->then + 1 : r->then + 1);
    kit_free(k);
}

static void phases_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(phases); i++)
        check_phase(&phases[i]);
}

/* --- the tunnel (SH-0.27, 0.28, E8) --- */

struct tunnel_row {
    const char *edition;
    uint8_t round;
    enum sh_where where; /* of the energy; SH_NOWHERE: there is none */
    uint8_t at;
    uint8_t living;
    bool opens, escapes;
};

static const struct tunnel_row tunnels[] = {
    {"c", 5, SH_HELD, 1, 5, true, true},       /* T036; seat 2 is in #44 */
    {"c", 5, SH_IN_ROOM, 44, 5, false, false}, /* T037 */
    {"L", 5, SH_IN_ROOM, 44, 5, true, true},   /* T038 */
    {"c", 4, SH_HELD, 0, 5, false, false},     /* the shadow is elsewhere */
    {"c", 3, SH_NOWHERE, 0, 1, true, true},    /* T040, T265 */
    {"L", 3, SH_NOWHERE, 0, 1, true, true},
    {"c", 3, SH_NOWHERE, 0, 2, false, false},
};

static void the_tunnel_opens_at_a_round_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(tunnels); i++) {
        const struct tunnel_row *r = &tunnels[i];
        struct kit *k = board(r->edition, 6, "");
        struct sh_state *s = board_edit(k);

        board_round(k, r->round);
        s->seat[1].room = 44;
        for (nj_seat seat = (nj_seat)(1 + r->living); seat < 6; seat++)
            board_out(k, seat);
        if (r->where != SH_NOWHERE)
            board_put(k, SH_ENERGY, r->where, r->at);
        kit_fire(k, "round");
        assert_int_equal(s->tunnel, r->opens);
        assert_int_equal(kit_count(k, "G sh.tunnel\n"), r->opens);
        assert_int_equal(kit_count(k, "sh.end ending=escape"), r->escapes);
        kit_free(k);
    }
}

/* T039: whoever holds it; he himself does not escape. */
static void the_shadow_may_open_the_tunnel(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 4);
    s->seat[0].room = 44;
    board_put(k, SH_ENERGY, SH_HELD, 0);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.tunnel\n");
    assert_false(k->over);
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.tunnel"); /* once a game */
    kit_free(k);
}

/* T035: at every round end, wherever it lies, nobody is named. */
static void the_energy_is_told_of_for_ever(void **state)
{
    struct kit *k = board("c", 6, "");

    (void)state;
    board_put(k, SH_ENERGY, SH_IN_ROOM, 5);
    board_edit(k)->energy_out = 1;
    for (int i = 0; i < 3; i++) {
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "G sh.energy room=5\n"), i + 1);
    }
    board_put(k, SH_ENERGY, SH_HELD, 2);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.energy room=42\n");
    kit_free(k);
}

/* T233: the option tells where the lobby lies; then all know it. */
static void the_exit_may_be_revealed(void **state)
{
    struct kit *k = board("L", 6, "exit_reveal_round=5");
    struct sh_state *s = board_edit(k);

    (void)state;
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].known = UINT64_C(1) << s->seat[i].room;
    board_round(k, 4);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.exit");
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.exit pos=7\n");
    for (nj_seat i = 0; i < s->n; i++)
        assert_true(nj_sh_knows(s, i, 7));
    kit_free(k);
}

/* --- movement stops (E7) --- */

/* T078: for the rest of the round, and the whole next player round. */
static void a_forced_stay_outlasts_the_shadow_round(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    static const uint8_t stops[] = {SH_STOPPED, SH_FORCED, SH_FORCED, SH_FREE,
                                    SH_FREE};

    (void)state;
    s->seat[1].room = 24;
    s->seat[1].stop = SH_STOPPED;
    s->seat[1].force_next = 1;
    for (size_t i = 0; i < NJ_COUNT(stops); i++) {
        assert_int_equal(s->seat[1].stop, stops[i]);
        kit_fire(k, "round");
    }
    kit_free(k);
    k = board("L", 6, "");
    board_edit(k)->seat[1].stop = SH_STOPPED;
    kit_fire(k, "round");
    assert_int_equal(board_edit(k)->seat[1].stop, SH_FREE);
    kit_free(k);
}

/* --- hazards of the new map (E4a) --- */

/* T026, T186: by priority, the shadow last, one check of the endings. */
static void power_back_on_kills(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    const char *b, *d, *a;

    (void)state;
    s->power = 0;
    s->power_ops = 1;
    s->gas_due = 1;
    s->seat[3].room = 1;
    s->seat[1].room = 25;
    s->seat[0].room = 25;
    s->seat[0].life = SH_ACTIVE;
    s->seat[1].room = 26;
    s->seat[2].room = 25;
    s->seat[0].room = 1;
    kit_fire(k, "round");
    b = strstr(k->said.p, "P3 sh.you.dead cause=gas\n");
    d = strstr(k->said.p, "P4 sh.you.dead cause=power\n");
    a = strstr(k->said.p, "P1 sh.you.dead cause=power\n");
    assert_true(b != NULL && d != NULL && a != NULL);
    assert_true(b < d && d < a);
    KIT_HAS(k, "G sh.power state=on\n");
    KIT_HAS(k, "G sh.gas\n");
    kit_free(k);
}

/* T181: hazards, then the last player's tunnel, then the phase. */
static void the_steps_of_the_end_stand_in_order(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 5);
    board_out(k, 3);
    s->power = 0;
    s->power_ops = 1;
    s->seat[1].room = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.power state=on\nG sh.dead name=B\nG sh.tunnel\n"
               "G sh.phase n=3 shadow_steps=7 other_steps=4\n"
               "G sh.round ended=5 begun=6 side=shadow ");
    kit_free(k);
}

/* T062, SH-8.16: rebirth ends with the shadow's own round. */
static void a_reborn_shadow_strikes_first(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[0].life = SH_REBIRTH;
    s->seat[0].room = 14;
    s->seat[1].room = 14;
    kit_fire(k, "round");
    assert_int_equal(s->seat[0].life, SH_ACTIVE);
    KIT_HAS(k, "P2 sh.you.dead cause=shadow\n");
    KIT_HAS_NOT(k, "G sh.dead"); /* that is for the end of R4 */
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_follow_the_table),
        cmocka_unit_test(the_tunnel_opens_at_a_round_end),
        cmocka_unit_test(the_shadow_may_open_the_tunnel),
        cmocka_unit_test(the_energy_is_told_of_for_ever),
        cmocka_unit_test(the_exit_may_be_revealed),
        cmocka_unit_test(a_forced_stay_outlasts_the_shadow_round),
        cmocka_unit_test(power_back_on_kills),
        cmocka_unit_test(the_steps_of_the_end_stand_in_order),
        cmocka_unit_test(a_reborn_shadow_strikes_first),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
